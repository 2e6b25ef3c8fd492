"""The generator orders and groups topics under a grammar; a bad order changes nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import pytest
from lesson_makers import curriculum_of, plan_with, topic

from tutor.core.errors import ModelError
from tutor.curriculum.curriculum import Curriculum
from tutor.lessons.arranging import arranged, grammar_of, groups_in, is_good_order
from tutor.lessons.lesson import State
from tutor.lessons.outline import Branch, Plan, plan_of
from tutor.lessons.request import understand_request
from tutor.lessons.service import Lessons
from tutor.lessons.source import FixedSource, Library
from tutor.lessons.store import LessonStore
from tutor.models.generator import Generator

TOPICS = [topic("a"), topic("b", needs=["a"]), topic("c"), topic("d", needs=["b", "c"])]


def plan() -> Plan:
    made = plan_with(TOPICS)
    nodes = tuple(replace(node, needs=one.prerequisites) for node, one in zip(made.nodes, TOPICS, strict=True))
    return replace(made, branches=(Branch("Form 1", 1, nodes),))


class Writes:
    """A generator that writes what a test says, or fails."""

    def __init__(self, text: str = "", fault: Exception | None = None) -> None:
        self.text, self.fault, self.asked = text, fault, {}

    def generate(self, prompt: Any, **named: Any) -> Iterator[str]:
        self.asked = {"prompt": prompt, **named}
        if self.fault:
            raise self.fault
        yield from self.text


def by(text: str = "", fault: Exception | None = None) -> Generator:
    return cast(Generator, Writes(text, fault))


def everything_admitted(grammar: str, most: int = 5000) -> set[str]:
    """Every text that the grammar admits, by its rules alone."""
    rules = dict(line.split(" ::= ") for line in grammar.strip().splitlines())

    def texts(name: str) -> Iterator[str]:
        for option in re.split(r" \| (?!\"\\n\"\))", rules[name]):
            pieces = re.findall(r'\("[^"]*" \| "[^"]*"\)|"[^"]*"|[\w-]+', option)
            beginnings = [""]
            for piece in pieces:
                if piece.startswith("("):
                    beginnings = [b + end for b in beginnings for end in (", ", "\n")]
                elif piece.startswith('"'):
                    beginnings = [b + piece.strip('"').replace("\\n", "\n") for b in beginnings]
                else:
                    beginnings = [b + rest for b in beginnings for rest in texts(piece)]
            yield from beginnings

    found = set(texts("root"))
    assert len(found) <= most
    return found


def test_the_grammar_admits_every_good_order_and_nothing_else() -> None:
    admitted = everything_admitted(grammar_of(plan()))
    assert all(is_good_order(groups_in(text), plan()) for text in admitted)
    orders = {tuple(name for group in groups_in(text) for name in group) for text in admitted}
    assert orders == {tuple("abcd"), tuple("acbd"), tuple("cabd")}
    assert len(admitted) == 3 * 2**3


def test_a_good_order_is_taken_with_its_groups() -> None:
    done = arranged(plan(), by("c, a\nb, d"))
    assert done.why == ""
    assert [[node.topic for node in branch.nodes] for branch in done.plan.branches] == [["c", "a"], ["b", "d"]]
    assert [branch.title for branch in done.plan.branches] == ["Form 1, part 1", "Form 1, part 2"]
    assert sorted(done.plan.nodes, key=str) == sorted(plan().nodes, key=str)


@pytest.mark.parametrize("text", ["b, a, c, d", "a, b, c", "a, a, b, c, d", "a, b, c, d, e", "", "hello"])
def test_a_bad_order_leaves_the_plan_as_it_was(text: str) -> None:
    done = arranged(plan(), by(text))
    assert done.plan == plan() and done.why == "bad"


def test_without_a_generator_and_when_it_fails_or_is_stopped_the_plan_stands() -> None:
    assert arranged(plan(), None).why == "no-generator"
    assert arranged(plan(), by(fault=ModelError("generator-unfit", why="x"))).why == "failed"
    assert arranged(plan(), by("a, b, c, d"), stop=lambda: True).why == "stopped"
    assert arranged(plan_with(TOPICS[:2]), by("b, a")).why == "small"


def test_forms_follow_one_another_in_every_admitted_order() -> None:
    two = replace(plan(), branches=(*plan().branches, Branch("Form 2", 2, plan_with([topic("z", form=2)]).nodes)))
    two = replace(two, branches=(two.branches[0], replace(two.branches[1], nodes=tuple(
        replace(node, form=2) for node in two.branches[1].nodes))))  # fmt: skip
    admitted = everything_admitted(grammar_of(two))
    assert all(text.endswith("\nz") and is_good_order(groups_in(text), two) for text in admitted)
    assert not is_good_order([["a", "c", "b", "d", "z"]], two)


def test_every_subject_has_a_grammar_of_bounded_size() -> None:
    curriculum = Curriculum.load()
    for subject in (one for one in curriculum.subjects if one.topics):
        made = plan_of(understand_request(f"{subject.names['en']} in English", curriculum), curriculum)
        grammar = grammar_of(made)
        assert grammar.count("::=") < 1700, subject.slug
        for node in made.nodes:
            assert f'"{node.topic}"' in grammar


def test_a_kept_path_is_arranged_and_keeps_its_lessons(home: Path) -> None:
    class Parts:
        generator = by("c, a\nb, d")

    source = FixedSource(Library(cast(Any, Parts()), "library.1/models/1"))
    lessons = Lessons(LessonStore(home / "lessons.db"), source, curriculum_of(TOPICS))
    path = lessons.plan_path("history form 1", write=True).path.id
    before = {node.node.topic: node.key for node in lessons.path_status(path).nodes}
    assert lessons.arrange(path) == ""
    after = lessons.path_status(path)
    assert [node.node.topic for node in after.nodes] == ["c", "a", "b", "d"]
    assert {node.node.topic: node.key for node in after.nodes} == before
    assert {node.state for node in after.nodes} == {State.PLANNED}
    wanted = lessons.store.wanted("models/1", "library.1/models/1")
    assert [one.key.topic for one in wanted] == ["c", "a", "b", "d"]
