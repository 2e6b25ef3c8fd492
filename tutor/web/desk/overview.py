"""What pupils asked, counted by topic and week, and what their books do not hold."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from tutor.core.types import Reason
from tutor.web.service.cache import plain_question
from tutor.web.stores.questions import QuestionRecord

NOT_IN_BOOKS = frozenset({Reason.NOTHING_IN_SCOPE, Reason.WEAK_EVIDENCE, Reason.OUTSIDE_SCOPE, Reason.UNSUPPORTED})
Place = tuple[str | None, int | None, str | None]
"""Subject, form and topic."""


@dataclass(frozen=True)
class Counts:
    """How many questions, and what came of them."""

    asked: int
    answered: int
    declined: int


@dataclass(frozen=True)
class Gap:
    """A question that the books do not answer, as it was asked last. `number` is that of its newest record."""

    question: str
    times: int
    number: int
    subjects: tuple[str, ...]


def counts_by_place(records: Iterable[QuestionRecord]) -> list[tuple[Place, Counts]]:
    """Counts of each subject, form and topic, the most asked first."""
    groups = _grouped((place_of(record), record.outcome) for record in records)
    return sorted(groups.items(), key=lambda pair: (-pair[1].asked, str(pair[0])))


def place_of(record: QuestionRecord) -> Place:
    """Where a question belongs: where its evidence stands, and a declined one where it was asked.

    What is near to a declined question in the books is not what it was about.
    """
    if record.outcome != "declined":
        return record.subject, record.form, record.topic
    subjects, forms = record.scope.get("subjects", ()), record.scope.get("forms", ())
    return subjects[0] if len(subjects) == 1 else None, forms[0] if len(forms) == 1 else None, None


def counts_by_week(records: Iterable[QuestionRecord]) -> list[tuple[date, Counts]]:
    """Counts of each week by its Monday, the newest first."""
    groups = _grouped((monday_of(record.day), record.outcome) for record in records)
    return sorted(groups.items(), reverse=True)


def gaps_in(records: Sequence[QuestionRecord]) -> list[Gap]:
    """Declined questions that the books could have answered, alike ones together, the most asked first.

    `records` come newest first.
    """
    alike: dict[str, list[QuestionRecord]] = defaultdict(list)
    for record in records:
        if record.text and record.outcome == "declined" and record.reason in NOT_IN_BOOKS:
            alike[plain_question(record.text)].append(record)
    gaps = [
        Gap(same[0].text or "", len(same), same[0].number, tuple(_subjects(same)))
        for same in alike.values()
    ]  # fmt: skip
    return sorted(gaps, key=lambda gap: (-gap.times, -gap.number))


def monday_of(day: str) -> date:
    """The Monday of the week of an ISO day."""
    found = date.fromisoformat(day)
    return found - timedelta(days=found.weekday())


def _subjects(records: Iterable[QuestionRecord]) -> list[str]:
    asked = Counter(slug for record in records for slug in record.scope.get("subjects", ()))
    return [slug for slug, _ in asked.most_common()]


def _grouped(pairs: Iterable[tuple[Any, str]]) -> dict[Any, Counts]:
    outcomes: dict[Any, Counter[str]] = defaultdict(Counter)
    for key, outcome in pairs:
        outcomes[key][outcome] += 1
    return {key: Counts(c.total(), c["answered"], c["declined"]) for key, c in outcomes.items()}
