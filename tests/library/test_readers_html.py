"""Web pages: structure, formulas, what is hidden, what repeats on a site, and pages meant to do harm."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tutor.library.readers import reader_for
from tutor.library.readers.blocks import ReadBook
from tutor.library.readers.files import files_below
from tutor.library.readers.html_blocks import html_page


def blocks(html: str) -> list[tuple[str, str]]:
    return [(block.kind, block.text) for block in html_page(html).blocks]


def read(path: Path) -> ReadBook:
    reader = reader_for(path)
    assert reader is not None
    return reader(path)


def test_structure() -> None:
    page = html_page(
        '<!doctype html><html lang="sw"><head><title>Udongo &amp; mimea</title></head><body>'
        "<h1>Udongo</h1><p>Udongo una <b>madini</b>.<br>Mstari wa pili.</p>"
        "<ul><li>mfinyanzi<ul><li>mwekundu</li></ul></li><li><p>kichanga</p></li></ul>"
        "<ol start=3><li>tatu</li><li>nne</li></ol><dl><dt>Mboji<dd>mabaki ya mimea</dl>"
        "<table><caption>Jedwali 1</caption><tr><th>Aina<th>Rangi<tr><td>kichanga<td>kahawia</table>"
        "<figure><img src=x><figcaption>Mchoro wa udongo</figcaption></figure><h2>Mwisho</h2>maneno"
    )
    assert (page.title, page.language, page.pictures) == ("Udongo & mimea", "sw", 1)
    assert [(block.kind, block.text) for block in page.blocks] == [
        ("heading", "Udongo"),
        ("paragraph", "Udongo una madini.\nMstari wa pili."),
        ("list", "- mfinyanzi\n- mwekundu\n- kichanga"),
        ("list", "3. tatu\n4. nne"),
        ("list", "- Mboji: mabaki ya mimea"),
        ("caption", "Jedwali 1"),
        ("table", "| Aina | Rangi |\n| kichanga | kahawia |"),
        ("caption", "Mchoro wa udongo"),
        ("heading", "Mwisho"),
        ("paragraph", "maneno"),
    ]
    lists = [block for block in page.blocks if block.kind == "list"]
    assert [lists[1].text[start:end] for start, end in lists[1].items] == ["tatu", "nne"]


def test_nothing_is_run_and_nothing_hidden_is_shown() -> None:
    html = (
        "<script>alert('<p>not text</p>')</script><style>p{}</style><noscript>no</noscript>"
        "<template><p>no</p></template>"
        "<nav><a>Home</a><nav>x</nav></nav><p onclick='steal()'>Seen.</p><p hidden>no</p>"
        "<div style='display: none'><p>no</p>"
        "<div>no</div></div><iframe src='http://evil.example'>no</iframe><button>no</button><p>End.</p>"
    )
    assert blocks(html) == [("paragraph", "Seen."), ("paragraph", "End.")]


@pytest.mark.parametrize(
    "html, kind, text",
    [
        ("<p>H<sub>2</sub>O and m<sup>2</sup></p>", "paragraph", "H₂O and m²"),
        ("<p>the <sup>note</sup></p>", "paragraph", "the ^{note}"),
        ("<p>F = m a</p>", "formula", "F = m a"),
        ("<p>v avg = distance time</p>", "formula", "v avg = distance time"),
        ("<p>The force is F = ma, so a heavier body needs more of it.</p>", "paragraph", None),
        ("<p><math alttext='E=mc^2'><mi>E</mi></math></p>", "paragraph", "$E=mc^2$"),
        ("<math><mfrac><mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow><mn>2</mn></mfrac></math>", "paragraph", "(a + b)/2"),
        ("<math><msup><mi>x</mi><mn>2</mn></msup><mo>=</mo><msqrt><mi>y</mi></msqrt></math>", "formula", "x² = √(y)"),
        ("<math><mover><mi>F</mi><mo>→</mo></mover><mo>=</mo><mi>m</mi><mover><mi>a</mi><mo>→</mo></mover></math>",
         "formula", "F = ma"),
        ("<math><semantics><mi>x</mi><annotation encoding='application/x-tex'>x_0</annotation></semantics></math>",
         "paragraph", "$x_0$"),
    ],
)  # fmt: skip
def test_formulas(html: str, kind: str, text: str | None) -> None:
    ((found, words),) = blocks(html)
    assert found == kind and (text is None or words == text)


def test_tables_that_only_put_text_in_its_place_are_text() -> None:
    html = f"<table><tr><td>Menu<td><h2>Mvua</h2><p>{'Mvua hunyesha. ' * 3}</p><table><tr><td>a<td>1</table></table>"
    kinds = [kind for kind, _ in blocks(html)]
    assert kinds == ["paragraph", "heading", "paragraph", "table"]
    long = "neno " * 100
    assert [kind for kind, _ in blocks(f"<table><tr><td>x<td>{long}</table>")] == ["paragraph", "paragraph"]


def test_page_marks_and_pages_of_the_printed_book() -> None:
    html = "<!-- page: 4 --><p>one</p><span epub:type='pagebreak' title='5'></span><p>two</p><p>three</p>"
    assert [block.page for block in html_page(html).blocks] == [4, 5, 5]


def site(folder: Path) -> None:
    for name in ("maji", "moto", "hewa", "udongo"):
        html = f"<div>School of Science</div><p>Choose a page</p><h1>{name}</h1><p>{name} ni muhimu.</p>"
        (folder / f"{name}.html").write_text(f"{html}<p>Copyright us</p>", encoding="utf-8")


def test_the_banner_of_a_site_is_known_by_its_pages(tmp_path: Path) -> None:
    site(tmp_path)
    assert [block.text for block in read(tmp_path / "moto.html").blocks] == ["moto", "moto ni muhimu."]


def test_a_page_alone_keeps_everything(tmp_path: Path) -> None:
    site(tmp_path)
    alone = tmp_path / "alone"
    alone.mkdir()
    (tmp_path / "moto.html").rename(alone / "moto.html")
    assert len(read(alone / "moto.html").blocks) == 5


def test_the_pictures_of_a_saved_page_are_no_books(tmp_path: Path) -> None:
    site(tmp_path)
    for name in ("maji_files", "moto.files", "notes_files"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "logo.png").write_bytes(b"\x89PNG\r\n\x1a\n")
    (tmp_path / "~$lesson.docx").write_bytes(b"lock")
    files, left_out = files_below(tmp_path)
    assert [file.relative_to(tmp_path).as_posix() for file in files] == [
        "hewa.html", "maji.html", "moto.html", "notes_files/logo.png", "udongo.html",
    ]  # fmt: skip
    assert not left_out


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "windows-1252"])
def test_encodings(tmp_path: Path, encoding: str) -> None:
    html = f"<meta charset='{encoding.removesuffix('-sig')}'><p>Café – résumé ya José kuhusu hali ya hewa</p>"
    (tmp_path / "x.html").write_bytes(html.encode(encoding))
    assert read(tmp_path / "x.html").blocks[0].text == "Café – résumé ya José kuhusu hali ya hewa"


@pytest.mark.parametrize(
    "html", ["<![foo[x]]>", "<div" * 2000, "<p>" + "<div>" * 20_000 + "deep", "</p></table></li>", "<"]
)
def test_broken_pages_are_read_as_far_as_they_go(html: str) -> None:
    assert isinstance(blocks(html), list)


@given(st.text(alphabet=st.sampled_from("<>/=\"' ptabledivuliohmsx!-[]&;2"), max_size=200))
@settings(deadline=None)
def test_any_text_is_read(html: str) -> None:
    html_page(html)


def test_arabic_and_zero_width_spaces() -> None:
    assert blocks("<p>انواع\u200bالخطوط</p><p>neno\u200bneno moja\u00ad tu</p>") == [
        ("paragraph", "انواع الخطوط"),
        ("paragraph", "neno neno moja tu"),
    ]
