"""Writes a lesson for every topic of the curriculum in both languages and says what came of it.

    .venv/bin/python scripts/bench_lessons.py [--subject history] [--generator] [--json FILE] [--read N --out FOLDER]
    .venv/bin/python scripts/bench_lessons.py --load

Uses the library of TUTOR_HOME and writes nothing there. Prints the lessons that are ready, wait for review and are not
covered, seconds a lesson, and for the ready ones the evaluation's faithfulness (words, numbers and names; no embedder)
and how many questions have their answer in the sentence they quote. `--read` saves so many lessons, spread over the
subjects, for a person to read. `--load` times questions instead: each asked beside a path that is being written and
gives way, and while nothing is written.
"""

from __future__ import annotations

import argparse
import json
import statistics
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from tutor.core.cpu import prepare_environment

prepare_environment()

from tutor.answering.opening import open_tutor  # noqa: E402
from tutor.answering.tutor import Parts, Tutor  # noqa: E402
from tutor.core.settings import load_settings  # noqa: E402
from tutor.core.types import LANGUAGES, BookLanguage, Passage, Question  # noqa: E402
from tutor.curriculum.curriculum import Curriculum, Subject, Topic  # noqa: E402
from tutor.evaluation.faithfulness import Evaluator, calibrated_thresholds, faithfulness  # noqa: E402
from tutor.evaluation.outcomes import Quote, Reply, Said  # noqa: E402
from tutor.language.normalise import normalise_text  # noqa: E402
from tutor.lessons.export.markdown import lesson_markdown  # noqa: E402
from tutor.lessons.lesson import WRITTEN, Lesson, QuizItem, State  # noqa: E402
from tutor.lessons.service import Lessons  # noqa: E402
from tutor.lessons.source import FixedSource, Library  # noqa: E402
from tutor.lessons.store import LessonStore  # noqa: E402
from tutor.lessons.writing import LessonWriter  # noqa: E402
from tutor.library.store import LibraryStore  # noqa: E402


def reply_of(lesson: Lesson) -> Reply:
    """The lesson's explanation as the evaluation reads an answer."""
    return Reply(
        True, lesson.language, " ".join(line.text for line in lesson.lines),
        sentences=tuple(Said(line.text, line.citations) for line in lesson.lines),
        quotes=tuple(Quote(citation.passage_id, citation.quote) for citation in lesson.citations),
    )  # fmt: skip


def stands_in_quote(item: QuizItem, lesson: Lesson) -> bool:
    """True when the answer of the question stands in the sentence that it quotes."""
    quote = normalise_text(lesson.citations[item.citation].quote).casefold()
    if item.kind == "matching":
        return all(
            normalise_text(text).casefold() in normalise_text(lesson.citations[pair.citation].quote).casefold()
            for pair in item.pairs
            for text in (pair.left, pair.right)
        )
    if item.kind == "true-false" and item.answer == "true":
        return quote in normalise_text(item.prompt).casefold()
    return normalise_text(item.correction or item.answer).casefold() in quote


def passages_of(store: LibraryStore, lesson: Lesson) -> dict[str, Passage]:
    """The passages that the lesson cites, by id."""
    names = {citation.passage_id for citation in lesson.citations}
    return {item.passage.id: item.passage for item in store.passages_by_id(names)}


def topics(curriculum: Curriculum, subject: str | None) -> Iterator[tuple[Subject, Topic, BookLanguage]]:
    """Every topic that is more than another name for others, in both languages."""
    for one in curriculum.subjects:
        for topic in one.topics:
            if not topic.parts and subject in (None, one.slug):
                for language in LANGUAGES:
                    yield one, topic, language


def time_questions(parts: Parts) -> None:
    """Print how long questions take beside a path that is being written, against nothing being written."""
    tutor = Tutor(replace(parts, generator=None))
    busy = threading.Event()
    with tempfile.TemporaryDirectory() as folder:
        lessons = Lessons(
            LessonStore(Path(folder) / "lessons.db"), FixedSource(Library(parts, "bench.1/bench/1")), parts.curriculum
        )
        for subject in ("history", "biology", "geography", "civics", "chemistry", "physics", "mathematics"):
            lessons.plan_path(f"{subject} kwa Kiswahili", subject, write=True)
            lessons.plan_path(f"{subject} in English", subject, write=True)
        busy.set()
        worker = lessons.worker(busy.is_set)
        worker.start()
        for question in QUESTIONS:
            asked_seconds(tutor, question)  # what is remembered from the first time helps both sides alike
        alone: list[float] = []
        beside: list[float] = []
        for turn in range(ROUNDS):
            for at, question in enumerate(QUESTIONS):
                # Which comes first changes, so that neither side has the warmer machine.
                for is_beside in (False, True) if (turn + at) % 2 else (True, False):
                    if is_beside:
                        busy.clear()
                    time.sleep(0.6)
                    busy.set()
                    (beside if is_beside else alone).append(asked_seconds(tutor, question))
        worker.close()
        written = sum(1 for status in lessons.paths() for node in status.nodes if node.state is not State.PLANNED)
    print(f"{len(alone)} questions; {written} lessons written meanwhile")
    print(f"alone: median {statistics.median(alone) * 1000:.0f} ms; beside: {statistics.median(beside) * 1000:.0f} ms")
    print(f"ratio of the medians {statistics.median(beside) / statistics.median(alone):.2f}")


def asked_seconds(tutor: Tutor, question: str) -> float:
    """How long the whole answer to the question takes."""
    began = time.perf_counter()
    for _ in tutor.ask(Question(question)):
        pass
    return time.perf_counter() - began


ROUNDS = 3
QUESTIONS = (
    "What is photosynthesis?", "Usanisinuru ni nini?", "Why did the Maji Maji war break out?", "Ukoloni ni nini?",
    "What is osmosis?", "Demokrasia ni nini?", "What is Ohm's law?", "Taja alama za taifa.", "What is a mole?",
    "Mmomonyoko wa udongo ni nini?",
)  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--subject")
    parser.add_argument("--generator", action="store_true", help="shorten long sentences with the generator")
    parser.add_argument("--json", type=Path)
    parser.add_argument("--read", type=int, default=0)
    parser.add_argument("--out", type=Path)
    parser.add_argument("--load", action="store_true", help="time questions beside a path that is being written")
    options = parser.parse_args()
    parts = open_tutor(load_settings(), with_generator=options.generator).parts
    if options.load:
        time_questions(parts)
        return
    writer = LessonWriter(parts)
    thresholds = calibrated_thresholds(None)
    assert thresholds is not None
    judge = Evaluator(thresholds)
    rows = []
    lessons: list[Lesson] = []
    for subject, topic, language in topics(parts.curriculum, options.subject):
        began = time.perf_counter()
        ground = writer.ground(subject, topic, language)
        found = time.perf_counter()
        lesson = writer.lesson(subject, topic, language, ground)
        ended = time.perf_counter()
        shares = None
        if lesson.state in WRITTEN:
            shares = faithfulness(judge.judged(reply_of(lesson), passages_of(parts.store, lesson)))
        lessons.append(lesson)
        rows.append(
            {
                "subject": subject.slug, "topic": topic.slug, "language": language, "form": topic.form,
                "state": str(lesson.state), "book": lesson.book_language, "words": lesson.words,
                "reading": vars(lesson.reading) if lesson.reading else None,
                "questions": [item.kind for item in lesson.questions], "reasons": list(lesson.reasons),
                "in_quote": [stands_in_quote(item, lesson) for item in lesson.questions],
                "faithfulness": shares, "claims": vars(lesson.counts), "example": lesson.example is not None,
                "ground_seconds": round(found - began, 3), "write_seconds": round(ended - found, 3),
            }
        )  # fmt: skip
    report(rows)
    if options.json:
        options.json.write_text(json.dumps(rows, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    if options.read and options.out:
        save(lessons, options.read, options.out, parts.curriculum)


def report(rows: list[dict[str, object]]) -> None:
    states = Counter((str(row["subject"]), str(row["language"]), str(row["state"])) for row in rows)
    print(f"{'subject':12} {'':3} {'ready':>6} {'review':>7} {'uncovered':>10}")
    for subject, language in dict.fromkeys((str(row["subject"]), str(row["language"])) for row in rows):
        ready, review, uncovered = (states[subject, language, one] for one in ("ready", "review", "uncovered"))
        print(f"{subject:12} {language:3} {ready:6} {review:7} {uncovered:10}")
    total = Counter(str(row["state"]) for row in rows)
    print(f"all lessons: {dict(total)}")
    seconds = [float(str(row["ground_seconds"])) + float(str(row["write_seconds"])) for row in rows]
    written = [s for s, row in zip(seconds, rows, strict=True) if row["state"] != "uncovered"]
    print(f"seconds a lesson: median {statistics.median(written):.2f}, longest {max(written):.2f}")
    ready_rows = [row for row in rows if row["state"] == "ready"]
    shares = [float(str(row["faithfulness"])) for row in ready_rows if row["faithfulness"] is not None]
    print(
        f"faithfulness of ready lessons: least {min(shares):.3f}, mean {statistics.mean(shares):.4f}, n {len(shares)}"
    )
    in_quote = [ok for row in rows for ok in row["in_quote"]]  # type: ignore[attr-defined]
    print(f"answers that stand in their quote: {sum(in_quote)} of {len(in_quote)}")
    kinds = Counter(kind for row in rows for kind in row["questions"])  # type: ignore[attr-defined]
    print(f"questions: {dict(kinds)}")


def save(lessons: list[Lesson], count: int, folder: Path, curriculum: Curriculum) -> None:
    """Lessons spread evenly over all that are written, those for review among them."""
    folder.mkdir(parents=True, exist_ok=True)
    written = [lesson for lesson in lessons if lesson.state in WRITTEN]
    step = max(1, len(written) // count)
    for number, lesson in enumerate(written[::step][:count], start=1):
        mark = "" if lesson.state is State.READY else "review-"
        name = f"{number:02}-{mark}{lesson.subject}-{lesson.form}-{lesson.topic}.{lesson.language}.md"
        (folder / name).write_text(lesson_markdown(lesson, curriculum), encoding="utf-8")


if __name__ == "__main__":
    main()
