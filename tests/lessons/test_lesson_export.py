"""The files that a path becomes: whole, well formed, and safe whatever a book says."""

from __future__ import annotations

import io
import zipfile
from dataclasses import replace
from xml.etree import ElementTree

from lesson_makers import curriculum_of, lesson, plan_with, topic

from tutor.lessons.export.blocks import answer_text, shuffled_rights
from tutor.lessons.export.epub import MIMETYPE, path_epub
from tutor.lessons.export.html import lesson_html, path_html
from tutor.lessons.export.markdown import lesson_markdown, path_markdown
from tutor.lessons.lesson import Example, Fact, KeyTerm, Lesson, Line, Pair, Part, QuizItem, State
from tutor.lessons.outline import PlanNode

TOPICS = [topic("a"), topic("b", needs=["a"]), topic("c")]
CURRICULUM = curriculum_of(TOPICS)
PLAN = plan_with(TOPICS)
NASTY = "A <script>alert(1)</script> & a | bar, *stars*, [a link](x) and $E=mc^2$."


def full(slug: str) -> Lesson:
    """A lesson with everything a lesson can have."""
    own = lesson(slug, text=NASTY)
    return replace(
        own,
        parts=(
            Part("Sec<tion", (
                Line(NASTY, (0,)), Line("item", (0,), "item"), Line("$$V=IR$$", (0,), "formula"),
                Line("mine", (), "sentence", "teacher"),
            )),
        ),
        example=Example("Worked example 1", (Line("Find x.", (0,)), Line("$x=2$", (0,), "item"))),
        questions=(
            QuizItem("choice", "Which? ____ & co", "one", 0, ("one", "two", "three")),
            QuizItem("true-false", "True?", "false", 0, correction="two"),
            QuizItem("short", "What?", "a thing", 0, facts=(Fact(("thing",)),)),
            QuizItem("matching", "Match", "", 0, pairs=(Pair("A|B", "one", 0), Pair("C", "another", 0))),
        ),
        terms=(KeyTerm("heart", "moyo", "It pumps <blood>."),),
        edited=True,
    )  # fmt: skip


def pages() -> list[tuple[PlanNode, Lesson | None]]:
    uncovered = replace(lesson("c", State.UNCOVERED), parts=(), message="Not in the library & so on.")
    written: list[Lesson | None] = [full("a"), replace(full("b"), book_language="sw"), uncovered]
    return list(zip(PLAN.nodes, written, strict=True))


def parsed(text: str) -> ElementTree.Element:
    return ElementTree.fromstring(text.replace("<!DOCTYPE html>", ""))


def test_markdown_links_within_the_file_and_escapes() -> None:
    text = path_markdown(PLAN, pages(), CURRICULUM)
    assert "[a](#a)" in text and '<a id="a"></a>' in text
    assert "<script>" not in text and r"\<script\>" in text
    assert "$E=mc^2$" in text, "a formula is left as it is"
    assert "> A " in text, "a quote in another language is set apart"
    assert "Not in the library" in text


def test_a_link_leads_only_to_what_is_in_the_file() -> None:
    alone = lesson_markdown(full("b"), CURRICULUM)
    assert "](#a)" not in alone and "- a" in alone
    linked = path_markdown(PLAN, pages(), CURRICULUM)
    assert linked.count("](#a)") == 2  # from the outline and from what b needs first


def test_html_is_one_well_formed_page_that_can_be_printed() -> None:
    text = path_html(PLAN, pages(), CURRICULUM)
    page = parsed(text)
    assert page.tag.endswith("html") and "@media print" in text
    assert "<script" not in text and "&lt;script&gt;" in text
    assert "http" not in text.replace("http://www.w3.org/1999/xhtml", ""), "it needs nothing from outside"
    quote = next(page.iter("{http://www.w3.org/1999/xhtml}blockquote"))
    assert quote.get("lang") == "sw"
    parsed(lesson_html(full("a"), CURRICULUM))


def test_epub_has_what_readers_ask_for() -> None:
    data = path_epub(PLAN, [*pages()[:2], (PLAN.nodes[2], None)], CURRICULUM, "2025-01-02T03:04:05.000000+00:00")
    book = zipfile.ZipFile(io.BytesIO(data))
    first = book.infolist()[0]
    assert first.filename == "mimetype" and first.compress_type == zipfile.ZIP_STORED
    assert book.read("mimetype").decode() == MIMETYPE
    for name in book.namelist():
        if name.endswith((".xhtml", ".opf", ".xml")):
            ElementTree.fromstring(book.read(name).decode("utf-8").replace("<!DOCTYPE html>", ""))
    package = ElementTree.fromstring(book.read("EPUB/package.opf"))
    space = "{http://www.idpf.org/2007/opf}"
    listed = {item.get("href") for item in package.iter(f"{space}item")}
    inside = {name.removeprefix("EPUB/") for name in book.namelist() if name.startswith("EPUB/")}
    assert listed == inside - {"package.opf"} and "c.xhtml" not in listed
    known = {item.get("id") for item in package.iter(f"{space}item")}
    assert all(ref.get("idref") in known for ref in package.iter(f"{space}itemref"))
    assert package.findtext(".//{http://purl.org/dc/elements/1.1/}language") == "en"
    modified = package.findtext(f".//{space}meta")
    assert modified == "2025-01-02T03:04:05Z"
    contents = book.read("EPUB/contents.xhtml").decode("utf-8")
    assert 'epub:type="toc"' in contents and 'href="a.xhtml"' in contents
    assert data == path_epub(
        PLAN, [*pages()[:2], (PLAN.nodes[2], None)], CURRICULUM, "2025-01-02T03:04:05.000000+00:00"
    )


def test_answers_are_given_in_words_and_matchings_are_mixed() -> None:
    items = full("a").questions
    assert answer_text(items[1], "sw") == "Si kweli. Kitabu kina: two"
    assert answer_text(items[3], "en") == "A|B \u2013 one; C \u2013 another"
    assert shuffled_rights(items[3]) == ["another", "one"]


def test_a_teachers_own_words_are_marked_as_such() -> None:
    text = lesson_markdown(full("a"), CURRICULUM)
    assert text.index("teacher's own words") < text.index("mine") and "Edited by a teacher" in text
