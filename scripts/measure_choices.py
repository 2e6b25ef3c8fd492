"""Measures every default of retrieval against what else it could be, and writes the table that justifies it.

    .venv/bin/python scripts/measure_choices.py [--write] [--profile small]

Runs retrieval as shipped and with one choice made otherwise at a time, all over the same libraries in one run: the dev
split of the golden questions, and the open halves of the published ones where the folder of test data is at hand. A
difference is paired by question; its interval is the bootstrap's (95 %, 1,000 resamples, seed 42).
Writes `docs/evaluation/choices.md`.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from tutor.core.cpu import prepare_environment

prepare_environment()

from tutor.core.settings import load_settings  # noqa: E402
from tutor.evaluation.bootstrap import Difference, paired_difference  # noqa: E402
from tutor.evaluation.errors import EvaluationError  # noqa: E402
from tutor.evaluation.golden import Split  # noqa: E402
from tutor.evaluation.run import open_set, run_set  # noqa: E402
from tutor.evaluation.systems import CHOICES, SHIPPED, choice_systems  # noqa: E402

WRITTEN = Path(__file__).parents[1] / "docs" / "evaluation" / "choices.md"
SETS: tuple[tuple[str, Split | None], ...] = (("golden", "dev"), ("bilingual-retrieval", None))
Columns = Mapping[str, tuple[tuple[str, str, str], ...]]
COLUMNS: Columns = {
    "golden": (
        ("nDCG@5 en", "language:en", "ndcg@5"),
        ("sw", "language:sw", "ndcg@5"),
        ("mixed", "language:mixed", "ndcg@5"),
    ),
    "bilingual-retrieval": (
        ("R@1 en", "en_to_en", "recall@1"),
        ("R@5 en", "en_to_en", "recall@5"),
        ("R@1 sw", "sw_to_sw", "recall@1"),
        ("R@5 sw", "sw_to_sw", "recall@5"),
        ("R@1 sw to en", "sw_to_en", "recall@1"),
        ("R@5 sw to en", "sw_to_en", "recall@5"),
        ("R@5, no name", "sw_to_en_no_name", "recall@5"),
    ),
}
TESTED = "ndcg@10"
"""The metric of the difference from what ships."""


def measured(profile: str | None) -> Iterator[dict[str, Any]]:
    """The results of each set at hand, all choices in one run."""
    settings = load_settings(profile=profile)
    systems = choice_systems()
    for name, split in SETS:
        try:
            chosen = replace(open_set(name), systems=systems, default=tuple(systems))
        except EvaluationError as error:
            print(f"{name}: left out. {error.what('en')}", file=sys.stderr)
            continue
        yield run_set(chosen, settings, split=split, progress=_told)


def table(results: Mapping[str, Any]) -> Iterator[str]:
    """The lines of a set's table in Markdown: what ships first, then every other choice."""
    columns = COLUMNS[results["set"]]
    yield "| what | choice | " + " | ".join(name for name, _, _ in columns) + f" | all, {TESTED} | |"
    yield "|" + " --- |" * (len(columns) + 4)
    yield f"| **as shipped** | | {_cells(results, SHIPPED, columns)} | | |"
    for what, others in CHOICES.items():
        for place, name in enumerate(others):
            system = f"{what}: {name}"
            difference = _difference(results, system)
            said = f"{difference.difference:+.3f} [{difference.low:+.3f}, {difference.high:+.3f}]"
            label = "" if place else what
            yield f"| {label} | {name} | {_cells(results, system, columns)} | {said} | {verdict(difference)} |"


def verdict(difference: Difference) -> str:
    """What an interval says of another choice against what ships."""
    if difference.low > 0:
        return "better"
    return "worse" if difference.high < 0 else "open"


def page(all_results: list[Mapping[str, Any]]) -> str:
    """The whole page."""
    lines = [
        "# Why retrieval does as it does", "",
        "Each line changes one choice of what ships. The last columns: the difference from what ships over all",
        "questions of the set, paired, with its 95 % interval (bootstrap over questions), and what it says.",
        "Made by `scripts/measure_choices.py --write`.",
    ]  # fmt: skip
    for results in all_results:
        facts = results["provenance"]
        embedder = facts["models"]["embedder"]["name"]
        part = f", {facts['split']} split" if facts["split"] else ""
        lines += ["", f"## {results['set']} ({facts['cases']} questions{part})", ""]
        lines += [f"Commit {facts['commit'][:12]}, code {facts['code_sha256'][:12]}, embedder {embedder}.", ""]
        lines += table(results)
    return "\n".join(lines) + "\n"


def _cells(results: Mapping[str, Any], system: str, columns: tuple[tuple[str, str, str], ...]) -> str:
    own = results["systems"][system]
    return " | ".join(f"{own[part][metric]['mean']:.3f}" for _, part, metric in columns)


def _difference(results: Mapping[str, Any], system: str) -> Difference:
    shipped, other = (_scores(results, name) for name in (SHIPPED, system))
    return paired_difference(shipped, other)


def _scores(results: Mapping[str, Any], system: str) -> dict[str, float]:
    return dict(results["questions"]["scores"][system][TESTED])


def _told(what: str, done: int, total: int) -> None:
    if done == total:
        print(f"{what}: {done}", file=sys.stderr)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true", help="write the page (otherwise it is printed)")
    parser.add_argument("--profile", help="the profile of models; default: that of the settings")
    arguments = parser.parse_args()
    text = page(list(measured(arguments.profile)))
    if arguments.write:
        WRITTEN.write_text(text, encoding="utf-8")
        print(f"Written: {WRITTEN}")
    else:
        print(text)


if __name__ == "__main__":
    main()
