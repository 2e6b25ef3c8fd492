"""The syllabi: a section for each form that names topics as the curriculum does, and periods that add up."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tutor.core.places import SAMPLE_LIBRARY
from tutor.curriculum.curriculum import Curriculum
from tutor.library.readers.markdown import read_markdown

KEYS = ["title", "subject", "language", "type", "authority", "year", "licence", "note"]
SYLLABI = sorted((SAMPLE_LIBRARY / "syllabi").glob("*.md"))
TOPIC = re.compile(r"^- (.+?) \((\d+) periods\): ", re.MULTILINE)


def form_sections(path: Path) -> dict[int, str]:
    """Form -> the text under its heading."""
    sections: dict[int, str] = {}
    form = 0
    for block in read_markdown(path).blocks:
        if block.kind == "heading":
            found = re.fullmatch(r"Form (\d)", block.text)
            form = int(found[1]) if found else 0
        elif form:
            sections[form] = sections.get(form, "") + block.text + "\n"
    return sections


def test_every_science_has_a_syllabus() -> None:
    subjects = {read_markdown(path).front_matter["subject"] for path in SYLLABI}
    assert {"physics", "chemistry", "mathematics", "biology"} <= subjects


@pytest.mark.parametrize("path", SYLLABI, ids=lambda path: path.stem)
def test_a_syllabus_names_the_topics_of_its_forms(path: Path) -> None:
    front = read_markdown(path).front_matter
    assert list(front) == KEYS
    assert (front["type"], path.name) == ("syllabus", f"{front['subject']}-syllabus.{front['language']}.md")
    sections = form_sections(path)
    assert list(sections) == [1, 2, 3, 4]
    for form, text in sections.items():
        known = {topic.names[front["language"]] for topic in Curriculum.load().topics(front["subject"], form)}
        assert sum(topic in text for topic in known) >= 3, f"form {form}"
        listed = TOPIC.findall(text)
        assert {topic for topic, _ in listed} <= known, f"form {form}"
        total = re.search(r"take (\d+) periods in all", text)
        assert total is None or int(total[1]) == sum(int(periods) for _, periods in listed), f"form {form}"
