"""Calibrates the evaluator of faithfulness on references of the golden set, for every embedder that is installed.

    .venv/bin/python scripts/fit_faithfulness.py [--write]

True claims are those of a reference against its own passages; false ones those of another reference of the same subject
and language, which share no passage. Each threshold is where the share of true claims that pass, less that of false
ones, is largest: first the share of words by itself, then the cosines given that. Reads the dev split only. Also says
how often a claim passes in which one content word, name or number was exchanged for one of another claim.
Writes `tutor/evaluation/faithfulness.toml`.
"""

from __future__ import annotations

import argparse
import random
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from tutor.core.cpu import prepare_environment

prepare_environment()

from tutor.core.settings import load_settings  # noqa: E402
from tutor.core.types import Passage  # noqa: E402
from tutor.evaluation.claims import Claim, claims_of, content_stems, names_in, numbers_in  # noqa: E402
from tutor.evaluation.faithfulness import CALIBRATED, Evaluator, Support, Thresholds, failed_check  # noqa: E402
from tutor.evaluation.golden import RELEVANT_GRADE, GoldenRow, load_rows, rows_sha256, tuning_rows  # noqa: E402
from tutor.evaluation.validation import sample_passages  # noqa: E402
from tutor.models.catalog import load_catalog  # noqa: E402
from tutor.models.embedder import Embedder  # noqa: E402
from tutor.models.installed import installed_model  # noqa: E402

SEED = 42
GRID = [round(step / 100, 2) for step in range(101)]
ALTERED = ("word", "name", "number")
Supports = dict[str, list[list[Support]]]
"""Kind of sample -> for each sample, what each passage holds of it."""


@dataclass(frozen=True)
class Sample:
    """A claim held against passages of one language."""

    claim: Claim
    evidence: tuple[Passage, ...]
    kind: str
    same: bool


def samples(rows: Sequence[GoldenRow], passages: dict[str, Passage]) -> list[Sample]:
    """True, false and altered claims, each against the passages of one language at a time."""
    draw = random.Random(SEED)
    claims = {row.id: claims_of(row.reference) for row in rows}
    everything = [claim for own in claims.values() for claim in own]
    found = []
    for row in rows:
        other = [
            one for one in rows
            if one.subject == row.subject and one.language == row.language and not set(one.passages) & set(row.passages)
        ]  # fmt: skip
        wrong = claims[draw.choice(other).id] if other else []
        gold = [passages[name] for name, grade in row.passages.items() if grade >= RELEVANT_GRADE]
        asked = [("true", claim) for claim in claims[row.id]] + [("false", claim) for claim in wrong]
        for claim in claims[row.id]:
            altered = ((kind, exchanged(claim, draw.choice(everything), kind)) for kind in ALTERED)
            asked += [(kind, one) for kind, one in altered if one is not None]
        for kind, claim in asked:
            for language in ("en", "sw"):
                evidence = tuple(passage for passage in gold if passage.metadata.language == language)
                if evidence:
                    found.append(Sample(claim, evidence, kind, language == claim.language))
    return found


def exchanged(claim: Claim, other: Claim, kind: str) -> Claim | None:
    """The claim with one word, name or number of the other claim in the place of its own; None where there is none."""
    parts: dict[str, Callable[[Claim], Iterable[str]]] = {
        "word": lambda one: (w for w in re.findall(r"[^\W\d_]{4,}", one.text) if w.islower()
                             and content_stems(w, one.language)),
        "name": names_in,
        "number": lambda one: (n for n in numbers_in(one.text) if n in one.text),
    }  # fmt: skip
    own, strange = sorted(set(parts[kind](claim))), sorted(set(parts[kind](other)) - set(parts[kind](claim)))
    if not own or not strange:
        return None
    old, new = own[0], strange[0]
    if kind == "name":
        return replace(claim, text=re.sub(re.escape(old), new.capitalize(), claim.text, count=1, flags=re.IGNORECASE))
    return replace(claim, text=claim.text.replace(old, new, 1))


def supports(evaluator: Evaluator, chosen: Sequence[Sample]) -> Supports:
    """What the evaluator sees of each sample: one support for each of its passages, by the kind of the sample."""
    found: Supports = defaultdict(list)
    for sample in chosen:
        evidence = sample.evidence
        found[sample.kind].append([evaluator.support(sample.claim, passage, evidence) for passage in evidence])
    return found


def pass_share(seen: Sequence[Sequence[Support]], thresholds: Thresholds) -> float:
    """The share of the samples that are taken for supported."""
    passed = [any(failed_check(one, thresholds) == "" for one in own) for own in seen]
    return sum(passed) / len(passed) if passed else 0.0


def best(seen: Supports, make: Callable[[float], Thresholds]) -> float:
    """The threshold with the largest difference between true and false claims; the lowest of equal ones."""
    gains = [(pass_share(seen["true"], make(value)) - pass_share(seen["false"], make(value)), -value) for value in GRID]
    return -max(gains)[1]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true", help="write faithfulness.toml")
    write = parser.parse_args().write
    settings = load_settings()
    rows = [row for row in tuning_rows(load_rows(), "dev") if row.has_answer]
    chosen = samples(rows, sample_passages())
    same = [sample for sample in chosen if sample.same]
    cross = [sample for sample in chosen if not sample.same]
    plain = supports(Evaluator(Thresholds(0.0)), same)
    words = best(plain, Thresholds)
    lines = [
        "# The thresholds of the evaluator of faithfulness, and what they do on the rows they were calibrated on.",
        "# Written by scripts/fit_faithfulness.py from the dev split; `cross`: claim and passage in two languages.",
        "# `passed` lists the share of claims taken for supported: true ones, false ones, and true ones with one",
        "# content word, name or number exchanged, which the evaluator should refuse and only partly can.",
        "",
        f"words = {words}",
        "",
        "[provenance]",
        f'rows_sha256 = "{rows_sha256(rows)}"',
        f"references = {len(rows)}",
        f"seed = {SEED}",
        "",
        "[passed.words_alone]",
        passed("same", plain, Thresholds(words)),
    ]
    for model in (load_catalog().models[name] for name in sorted(load_catalog().models)):
        installed = installed_model(settings.places.models, model) if model.role == "embedder" else None
        if installed is None:
            continue
        embedder = Embedder(installed.folder, dict(model.run), settings.whole("threads"))
        evaluator = Evaluator(Thresholds(words), embedder.embed_sentences)
        near, far = supports(evaluator, same), supports(evaluator, cross)
        at_home = best(near, lambda value: Thresholds(words, same=value))
        abroad = best(far, lambda value: Thresholds(words, cross=value))
        fitted = Thresholds(words, at_home, abroad)
        lines += ["", f"[embedders.{model.name}]", f'hash = "{installed.hash}"', f"same = {at_home}"]
        lines += [f"cross = {abroad}", "", f"[passed.{model.name}]"]
        lines += [passed("same", near, fitted), passed("cross", far, fitted)]
    text = "\n".join(lines) + "\n"
    print(text)
    if write:
        CALIBRATED.write_text(text, encoding="utf-8")


def passed(name: str, seen: Supports, thresholds: Thresholds) -> str:
    """A line of the file: how many of each kind of claim pass."""
    shares = [f"{kind} = {pass_share(seen[kind], thresholds):.3f}" for kind in ("true", "false", *ALTERED)]
    return f"{name} = {{ {', '.join(shares)}, claims = {len(seen['true'])} }}"


if __name__ == "__main__":
    main()
