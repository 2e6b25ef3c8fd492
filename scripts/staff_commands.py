"""What staff do with the commands of tutor, round after round. Used by bench_offline.py."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

from page_walks import REQUESTS

QUESTIONS = (
    "What is photosynthesis?", "Kwa nini watu walipigana katika vita vya Maji Maji?", "Define soil erosion.",
    "Osmosis ni nini?", "Explain how the heart works.", "Taja sababu za mmomonyoko wa udongo.", "What is music?",
    "Eleza democracy.", "How do you find the area of a triangle?", "Nguvu ya uvutano ni nini?",
)  # fmt: skip
BOOK = "---\ntitle: Round {number}\nsubject: geography\nform: 2\nlanguage: en\ntype: notes\n---\n# Round {number}\n\n"
TEXT = "The hill of round {number} is {number} metres higher than the valley beside it.\n"


def staff_round(number: int, place: Path) -> Iterator[list[str]]:
    """What staff do in one round, as arguments of the command."""
    book = place / f"round-{number}.md"
    book.write_text(BOOK.format(number=number) + TEXT.format(number=number), encoding="utf-8")
    yield ["ask", QUESTIONS[number % len(QUESTIONS)], "--json"]
    yield ["search", "soil erosion"]
    yield ["library", "add", str(book)]
    yield ["library", "edit", book.stem, "--form", "3"]
    yield ["library", "list"]
    yield ["library", "check"]
    yield ["library", "show", book.stem]
    yield ["library", "export", str(place / f"round-{number}.tutorlib")]
    yield ["library", "import", str(place / f"round-{number}.tutorlib")]
    yield ["library", "remove", book.stem]
    yield ["update", "--finish"]
    yield ["models", "list"]
    yield ["models", "verify"]
    yield ["config", "list"]
    yield ["address"]
    yield ["backup", str(place / "backups")]
    yield ["doctor", "--fix", "--json"]
    (place / f"round-{number}.tutorlib").unlink(missing_ok=True)
    for old in sorted((place / "backups").glob("*"))[:-2]:
        old.unlink()


def lesson_round(number: int, place: Path, run: Callable[[list[str]], str]) -> None:
    """Plan, write, show and export lessons by the commands."""
    planned = run(["lesson", "plan", REQUESTS[number % len(REQUESTS)], "--json"])
    if not planned:
        return
    path = str(json.loads(planned)["id"])
    run(["lesson", "write", path])
    run(["lesson", "show", path, "--teacher"])
    run(["lesson", "review"])
    run(["lesson", "export", path, "--teacher", "--to", str(place / "lessons.html")])
