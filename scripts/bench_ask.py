"""Times questions on the sample library, both languages, step by step.

    .venv/bin/python scripts/bench_ask.py [--profile starter] [--rounds 1] [--no-generator] [--json OUT]

Prints, for each language, the median of every step, of the time to the first evidence, to the first verified
sentence and to the end, and the resident memory with everything loaded. 36 different questions. Needs the models
and the sample library: run scripts/quickstart.py first.
"""

from __future__ import annotations

import argparse
import json
import platform
import statistics
from pathlib import Path
from typing import Any

from tutor.core.cpu import prepare_environment, usable_cores

prepare_environment()

import psutil  # noqa: E402

from tutor.answering.opening import open_tutor  # noqa: E402
from tutor.answering.tutor import Tutor  # noqa: E402
from tutor.core.events import Answered, Declined, Traced  # noqa: E402
from tutor.core.settings import load_settings  # noqa: E402
from tutor.core.types import Question  # noqa: E402

QUESTIONS: dict[str, list[str]] = {
    "en": [
        "What is photosynthesis?",
        "Why did the Maji Maji war break out?",
        "What are the causes of soil erosion?",
        "Define democracy.",
        "What is the difference between weather and climate?",
        "When did Tanganyika become independent?",
        "List the national symbols of Tanzania.",
        "What is osmosis?",
        "How was the Rift Valley formed?",
        "What did the Berlin Conference decide?",
        "What is Ohm's law?",
        "How do kidneys remove waste?",
        "What is rule of law?",
        "Explain the causes of rural to urban migration.",
        "What is a mole in chemistry?",
        "Who was Kinjekitile Ngwale?",
        "What is mitosis?",
        "How does irrigation help farmers?",
    ],
    "sw": [
        "Usanisinuru ni nini?",
        "Kwa nini watu walipigana katika vita vya Maji Maji?",
        "Mmomonyoko wa udongo husababishwa na nini?",
        "Nini maana ya demokrasia?",
        "Eleza tofauti kati ya hali ya hewa na tabianchi.",
        "Tanganyika ilipata uhuru lini?",
        "Taja alama za taifa za Tanzania.",
        "Osmosisi ni nini?",
        "Bonde la ufa liliundwaje?",
        "Mkutano wa Berlin uliamua nini?",
        "Haki za binadamu ni nini?",
        "Figo hufanya kazi gani?",
        "Utawala bora ni nini?",
        "Kwa nini watu huhamia mijini?",
        "Kinjekitile Ngwale alikuwa nani?",
        "Mitosisi ni nini?",
        "Umwagiliaji una faida gani?",
        "Azimio la Arusha lilikuwa na malengo gani?",
    ],
}


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--profile")
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--no-generator", action="store_true")
    parser.add_argument("--json", type=Path)
    chosen = parser.parse_args()
    settings = load_settings(profile=chosen.profile, generator="off" if chosen.no_generator else None)
    tutor = open_tutor(settings)
    for questions in QUESTIONS.values():  # the first question of a session pays for warming up
        list(tutor.ask(Question(questions[0])))
    report: dict[str, object] = {
        "profile": settings.text("profile"),
        "generator": settings.text("generator"),
        "cores": usable_cores(),
        "machine": platform.machine(),
        "questions": sum(map(len, QUESTIONS.values())),
        "rounds": chosen.rounds,
    }
    print(f"profile {report['profile']}, {report['cores']} cores, {report['questions']} questions; medians in ms")
    for language, questions in QUESTIONS.items():
        report[language] = row = timed(tutor, questions * chosen.rounds)
        print(f"\n{language}: {row['answered']} answered ({row['generated']} rewritten), {row['declined']} declined")
        for name, value in row["medians"].items():
            print(f"  {name:16} {value:8.1f}")
    report["resident_mb"] = round(psutil.Process().memory_info().rss / 2**20)
    print(f"\nresident memory: {report['resident_mb']} MB")
    if chosen.json:
        chosen.json.write_text(json.dumps(report, indent=2) + "\n", encoding="utf-8")
    return 0


def timed(tutor: Tutor, questions: list[str]) -> dict[str, Any]:
    """Outcome counts and the median of every timing over the questions."""
    times: dict[str, list[float]] = {}
    counts = {"answered": 0, "generated": 0, "declined": 0}
    for text in questions:
        for event in tutor.ask(Question(text)):
            if isinstance(event, Answered):
                counts["answered"] += 1
                counts["generated"] += event.answer.method == "generated"
            elif isinstance(event, Declined):
                counts["declined"] += 1
            elif isinstance(event, Traced):
                for name, value in event.timings_ms.items():
                    times.setdefault(name, []).append(value)
    return {**counts, "medians": {name: statistics.median(values) for name, values in times.items()}}


if __name__ == "__main__":
    raise SystemExit(main())
