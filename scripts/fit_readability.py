"""Measures the Swahili books of each form and writes the table of `tutor/language/readability_swahili.json`.

    .venv/bin/python scripts/fit_readability.py [--write]

Reads the Swahili chapters of the sample library through the importer's own reader. A passage is compared with the stems
of all books up to its form but its own, so that unseen words mean the same for a book as for an answer. Prints the
table's figures; the same books give the same table.
"""

from __future__ import annotations

import argparse
import json
from collections import defaultdict
from statistics import fmean, pstdev

from tutor.core.files import text_sha256
from tutor.core.types import Passage
from tutor.evaluation.validation import sample_passages
from tutor.language.readability_swahili import LONG_LETTERS, PARTS, TABLE, mean_deviation, swahili_parts
from tutor.language.stems import stem
from tutor.language.stopwords import content_words

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
        "text_sha256": text_sha256(texts), "long_letters": LONG_LETTERS,
        "unseen": "stems of no other book up to the form",
    }  # fmt: skip
    return {"provenance": provenance, "forms": forms}


def stems_of(text: str) -> set[str]:
    """The stems of the content words."""
    return {stem(word, "sw") for word in content_words(text, "sw")}


if __name__ == "__main__":
    main()
