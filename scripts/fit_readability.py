"""Measures the Swahili books of each form and writes the table of `tutor/language/readability_swahili.json`.

    .venv/bin/python scripts/fit_readability.py [--write]

With the folder of shared test data (`TUTOR_SHARED`) it also says how well the measure orders levelled stories, once
with the weights as they are and once, cross-validated by story, with those that the other stories would have chosen.

Reads the Swahili chapters of the sample library through the importer's own reader. A passage is compared with the stems
of all books up to its form but its own, so that unseen words mean the same for a book as for an answer. Prints the
table's figures; the same books give the same table.
"""

from __future__ import annotations

import argparse
import json
from bisect import bisect_left, bisect_right
from collections import defaultdict
from pathlib import Path
from statistics import fmean, pstdev

import numpy as np

from tutor.core.files import text_sha256
from tutor.core.places import shared_data
from tutor.core.types import Passage
from tutor.evaluation.external_rows import READABILITY
from tutor.evaluation.validation import sample_passages
from tutor.language.readability import mean_sentence_words
from tutor.language.readability_swahili import (
    LONG_LETTERS,
    LONG_SENTENCE,
    PARTS,
    TABLE,
    mean_deviation,
    swahili_parts,
)
from tutor.language.stems import stem
from tutor.language.stopwords import content_words

LENGTHS = range(9, 17)
WEIGHTS = tuple(
    (
        round(lengths * share, 3),
        round(lengths * (1 - share), 3),
        round((1 - lengths) / 2, 3),
        round((1 - lengths) / 2, 3),
    )
    for lengths in (0.6, 0.8, 0.9)
    for share in (1.0, 0.75, 0.5, 0.25, 0.0)
)
"""What is tried: how much lengths weigh, and how much of that the mean length and how much long sentences."""
STEPS = 20
DIGITS = 4
NOT_TAUGHT_FROM = {"past-paper", "mark-scheme", "syllabus"}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true", help="write the table")
    arguments = parser.parse_args()
    table = measured_table(swahili_passages())
    for form, row in table["forms"].items():
        print(form, row["passages"], row["means"], row["deviations"], len(row["new_stems"].split()), "new stems")
    stories = shared_data() / "data" / READABILITY
    if stories.is_file():
        print_story_correlations(stories, swahili_passages())
    if arguments.write:
        TABLE.write_text(json.dumps(table, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


def swahili_passages() -> dict[int, list[Passage]]:
    """The passages of the Swahili chapters by form, in the order of their ids."""
    by_form: dict[int, list[Passage]] = defaultdict(list)
    for _, passage in sorted(sample_passages().items()):
        known = passage.metadata
        if known.language == "sw" and known.form is not None and known.document_type not in NOT_TAUGHT_FROM:
            by_form[known.form].append(passage)
    return dict(sorted(by_form.items()))


def measured_table(by_form: dict[int, list[Passage]]) -> dict:  # type: ignore[type-arg]
    """The table as it is stored."""
    chapters: dict[str, set[str]] = defaultdict(set)
    forms = {}
    known: set[str] = set()
    for form, passages in by_form.items():
        for passage in passages:
            chapters[passage.document_id] |= stems_of(passage.text)
        parts = []
        for passage in passages:
            others = set().union(*(own for name, own in chapters.items() if name != passage.document_id))
            found = swahili_parts(passage.text, others)
            if found is not None:
                parts.append(found)
        means = {name: round(fmean(part[name] for part in parts), DIGITS) for name in PARTS}
        deviations = {name: round(pstdev(part[name] for part in parts), DIGITS) for name in PARTS}
        ordered = sorted(mean_deviation(part, means, deviations) for part in parts)
        quantiles = [round(ordered[round(step / STEPS * (len(ordered) - 1))], DIGITS) for step in range(STEPS + 1)]
        new = set().union(*chapters.values()) - known
        known |= new
        forms[str(form)] = {
            "passages": len(parts), "means": means, "deviations": deviations, "quantiles": quantiles,
            "new_stems": " ".join(sorted(new)),
        }  # fmt: skip
    texts = "\n".join(passage.text for passages in by_form.values() for passage in passages)
    provenance = {
        "made_by": "scripts/fit_readability.py", "books": "sample library, Swahili chapters", "licence": "CC BY 4.0",
        "text_sha256": text_sha256(texts), "long_letters": LONG_LETTERS, "long_sentence": LONG_SENTENCE,
        "unseen": "stems of no other book up to the form",
    }  # fmt: skip
    return {"provenance": provenance, "forms": forms}


def print_story_correlations(file: Path, by_form: dict[int, list[Passage]]) -> None:
    """How well the measure orders the stories by level, against the books of the first form."""
    rows = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines() if line.strip()]
    stories = [("\n".join(row["sw_pages"]), float(row["level"])) for row in rows if row.get("sw_pages")]
    levels = [level for _, level in stories]
    form, passages = next(iter(by_form.items()))
    seen = set().union(*(stems_of(passage.text) for passage in passages))
    values: dict[tuple[int, tuple[float, ...]], list[float]] = {}
    for long in LENGTHS:
        books = [part for passage in passages if (part := swahili_parts(passage.text, seen, long)) is not None]
        means = {name: fmean(part[name] for part in books) for name in PARTS}
        deviations = {name: pstdev(part[name] for part in books) or 1.0 for name in PARTS}
        parts = [swahili_parts(text, seen, long) or dict.fromkeys(PARTS, 0.0) for text, _ in stories]
        for weights in WEIGHTS:
            own = dict(zip(PARTS, weights, strict=True))
            values[long, weights] = [mean_deviation(part, means, deviations, own) for part in parts]
    shipped = (LONG_SENTENCE, tuple(PARTS.values()))
    chosen = [placed_by_others(values, levels, place) for place in range(len(levels))]
    length = [mean_sentence_words(text) or 0.0 for text, _ in stories]
    found = {"measure": values[shipped], "cross-validated": chosen, "sentence length": length}
    told = (f"{name} {rank_correlation(placed, levels):.3f}" for name, placed in found.items())
    print(f"rank correlation with the level of {len(stories)} stories, by the books of form {form}:", ", ".join(told))


def placed_by_others(
    values: dict[tuple[int, tuple[float, ...]], list[float]], levels: list[float], place: int
) -> float:  # fmt: skip
    """The story's difficulty by the length and weights that order all other stories best."""
    others = [number for number in range(len(levels)) if number != place]
    best = max(
        values,
        key=lambda key: rank_correlation([values[key][n] for n in others], [levels[n] for n in others]),
    )
    return values[best][place]


def rank_correlation(values: list[float], levels: list[float]) -> float:
    """Spearman's, ties sharing their mean rank."""
    return float(np.corrcoef(_ranks(values), _ranks(levels))[0, 1])


def _ranks(values: list[float]) -> list[float]:
    ordered = sorted(values)
    return [(bisect_left(ordered, value) + bisect_right(ordered, value) + 1) / 2 for value in values]


def stems_of(text: str) -> set[str]:
    """The stems of the content words."""
    return {stem(word, "sw") for word in content_words(text, "sw")}


if __name__ == "__main__":
    main()
