"""The plan: known topics only, in an order that can be read, cut to the time."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lesson_makers import curriculum_of, topic

from tutor.curriculum.curriculum import Curriculum
from tutor.lessons.errors import LessonError
from tutor.lessons.outline import Plan, plan_of
from tutor.lessons.request import understand_request
from tutor.lessons.tree import in_order, needed_first, validate_tree, whole_topics

CURRICULUM = Curriculum.load()
SUBJECTS = [subject for subject in CURRICULUM.subjects if subject.topics]


def planned(text: str, curriculum: Curriculum = CURRICULUM) -> Plan:
    return plan_of(understand_request(text, curriculum), curriculum)


@pytest.mark.parametrize("subject", SUBJECTS, ids=lambda subject: subject.slug)
def test_the_shipped_tree_holds(subject) -> None:  # type: ignore[no-untyped-def]
    validate_tree(subject.topics)
    for one in subject.topics:
        assert bool(one.parts) != bool(one.periods), f"{one.slug}: an overview has parts, any other topic has periods"
        for other in one.prerequisites:
            needed = next(t for t in subject.topics if t.slug == other)
            assert needed.form <= one.form, f"{one.slug} needs {other}, which is taught later"


@pytest.mark.parametrize("subject", SUBJECTS, ids=lambda subject: subject.slug)
@pytest.mark.parametrize("form", [1, 2, 3, 4])
@pytest.mark.parametrize("language", ["en", "sw"])
def test_a_path_for_every_subject_and_form_in_both_languages(subject, form: int, language: str) -> None:  # type: ignore[no-untyped-def]
    text = f"{subject.names[language]} {CURRICULUM.form_name(form, language)}"
    plan = planned(text)
    assert plan.subject == subject.slug and {node.form for node in plan.nodes} == {form}
    known = {one.slug for one in subject.topics if one.form == form and not one.parts}
    assert {node.topic for node in plan.nodes} == known
    assert Plan.from_dict(json.loads(json.dumps(plan.as_dict()))) == plan
    seen: set[str] = set()
    for node in plan.nodes:
        assert set(node.needs) <= seen
        seen.add(node.topic)


def test_a_topic_brings_what_it_needs_and_keeps_to_the_time() -> None:
    plan = planned("Form 2 history, colonial economy, two weeks")
    assert [node.topic for node in plan.nodes] == [
        "industrial-capitalism", "establishment-of-colonialism", "colonial-economy"
    ]  # fmt: skip
    assert [node.is_asked for node in plan.nodes] == [False, False, True]
    assert plan.periods == 4 and plan.nodes[-1].periods == 2
    assert "Form 3" in plan.notes[0]
    short = planned("history colonial economy, 1 period")
    assert [node.topic for node in short.nodes] == ["colonial-economy"]


def test_an_examination_asks_about_all_forms_up_to_it() -> None:
    plan = planned("Prepare me for the Form 4 biology examination")
    assert [branch.form for branch in plan.branches] == [1, 2, 3, 4]
    cut = planned("Prepare me for the Form 4 biology examination in two weeks")
    assert cut.periods == len(cut.nodes) == 6 and len(cut.left_out) == 15
    assert "genetics" in [node.topic for node in cut.nodes] and "Left out" in cut.notes[-1]


def test_too_many_topics_for_the_time_are_refused() -> None:
    with pytest.raises(LessonError) as raised:
        planned("Form 3 physics heat, friction, 1 period")
    assert raised.value.code == "path-time-short"


def test_an_overview_gives_way_to_its_parts() -> None:
    plan = planned("biology nutrition and transport")
    assert "nutrition-and-transport" not in [node.topic for node in plan.nodes]
    asked = {node.topic for node in plan.nodes if node.is_asked}
    assert asked == {
        "nutrition", "transport-in-living-things", "gaseous-exchange-and-respiration", "balance-of-nature"
    }  # fmt: skip


@pytest.mark.parametrize(
    ("topics", "code"),
    [
        ([topic("a", needs=["b"]), topic("b", needs=["a"])], "tree-cycle"),
        ([topic("a", needs=["a"])], "tree-cycle"),
        ([topic("a", needs=["b"]), topic("b", needs=["c"]), topic("c", needs=["a"])], "tree-cycle"),
        ([topic("a", parts=["b"]), topic("b", parts=["a"])], "tree-cycle"),
        ([topic("a", needs=["nowhere"])], "tree-unknown"),
        ([topic("a", parts=["nowhere"])], "tree-unknown"),
        ([topic("a"), topic("a")], "tree-twice"),
    ],
)
def test_a_tree_that_contradicts_itself_is_refused_in_words(topics, code: str) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(LessonError) as raised:
        planned("history form 1", curriculum_of(topics))
    assert raised.value.code == code and "a" in raised.value.what("sw")


def test_parts_and_needs_are_followed() -> None:
    topics = [
        topic("whole", parts=["x", "y"]),
        topic("x", needs=["z"]),
        topic("y"),
        topic("z", needs=["w"]),
        topic("w"),
    ]
    assert [one.slug for one in whole_topics([topics[0], topics[2]], topics)] == ["x", "y"]
    assert [one.slug for one in needed_first(topics[1], topics, 1)] == ["z"]
    assert [one.slug for one in needed_first(topics[1], topics, 2)] == ["z", "w"]


@given(st.lists(st.lists(st.integers(0, 30), max_size=4), min_size=1, max_size=30))
def test_any_tree_without_a_cycle_is_put_in_order(needs: list[list[int]]) -> None:
    # A need with a smaller number can make no cycle.
    topics = [topic(f"t{at}", 1 + at % 4, [f"t{one}" for one in own if one < at]) for at, own in enumerate(needs)]
    ordered = in_order(topics, topics)
    assert {one.slug for one in ordered} == {one.slug for one in topics}
    place = {one.slug: at for at, one in enumerate(ordered)}
    assert all(place[need] < place[one.slug] for one in topics for need in one.prerequisites)


@given(st.integers(1, 60), st.lists(st.integers(1, 40), min_size=1, max_size=20))
def test_the_time_of_a_path_adds_up(budget: int, periods: list[int]) -> None:
    curriculum = curriculum_of([topic(f"t{at}", periods=own) for at, own in enumerate(periods)])
    plan = planned(f"history form 1, {budget} periods", curriculum)
    assert plan.periods == budget and all(node.periods >= 1 for node in plan.nodes)
    assert len(plan.nodes) + len(plan.left_out) == len(periods)
