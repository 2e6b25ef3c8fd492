"""The scope that is searched: the page wins, certain words gate, papers teach nothing unless they are asked for."""

from __future__ import annotations

import pytest

from tutor.answering.question.asked_scope import NOT_TAUGHT_FROM, named_scope, searched_scope
from tutor.core.types import Scope
from tutor.curriculum.curriculum import Curriculum
from tutor.curriculum.questions import QuestionType, question_type
from tutor.curriculum.suggestion import suggest_scope


def searched(text: str, chosen: Scope | None = None, admitted: int = 1) -> Scope:
    named = named_scope(suggest_scope(text, Curriculum.load()))
    return searched_scope(chosen or Scope(), named, question_type(text), lambda scope: admitted)


def test_an_ordinary_question_is_not_answered_from_examination_papers() -> None:
    assert searched("What is density?") == Scope(without_types=NOT_TAUGHT_FROM)


def test_what_the_page_chose_wins() -> None:
    chosen = Scope(subjects=("history",), forms=(2,))
    scope = searched("In physics form 4, what is density?", chosen)
    assert scope.subjects == ("history",) and scope.forms == (2,)


@pytest.mark.parametrize(
    ("text", "subjects"),
    [
        ("past papers in physics and chemistry", ("physics", "chemistry")),
        ("mitihani iliyopita ya somo la historia na somo la jiografia", ("history", "geography")),
    ],
)
def test_a_discovery_question_opens_the_gate_to_the_named_subjects_only(text: str, subjects: tuple[str, ...]) -> None:
    scope = searched(text)
    assert set(scope.subjects) == set(subjects)
    assert scope.document_types == ("past-paper",) and not scope.without_types


@pytest.mark.parametrize("field", ["papers", "years", "questions", "documents", "document_types"])
def test_who_chooses_an_exact_paper_means_papers(field: str) -> None:
    chosen = Scope(**{field: (2024,) if field == "years" else ("1",)})  # type: ignore[arg-type]
    assert searched("Explain the first part.", chosen).without_types == ()


def test_a_named_subject_without_any_book_gates_nothing() -> None:
    text = "In physics, what is density?"
    assert searched(text).subjects == ("physics",)
    assert searched(text, admitted=0).subjects == (), "books whose subject nobody entered must stay findable"


def test_where_there_is_nothing_but_papers_they_are_searched() -> None:
    def admitted(scope: Scope) -> int:
        return 0 if scope.without_types else 12

    chosen = Scope(subjects=("physics",), forms=(7,))
    assert searched_scope(chosen, Scope(), QuestionType.OTHER, admitted) == chosen
    assert searched("What is density?", chosen, admitted=3).without_types == NOT_TAUGHT_FROM


def test_an_exact_paper_that_is_not_there_stays_asked_for() -> None:
    scope = searched("past paper physics form 4 2019 question 3", admitted=0)
    assert scope.years == (2019,) and scope.questions == ("3",)


def test_a_guess_never_gates() -> None:
    assert searched("Why did people fight in the Maji Maji war?").subjects == ()


def test_find_past_questions_searches_papers() -> None:
    assert question_type("past questions about density") is QuestionType.FIND_PAST_QUESTIONS
    assert searched("past questions about density").document_types == ("past-paper",)
