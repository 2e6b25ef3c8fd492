"""The main tables of a report as Markdown, for notes and documents."""

from __future__ import annotations

from collections.abc import Sequence

from tutor.evaluation.decision_curves import decision_curves, decisions_unseen
from tutor.evaluation.report_sections import Results, Section, sections_of
from tutor.evaluation.report_tables import (
    Cell,
    Row,
    differences,
    figures_table,
    main_metrics,
    scope_reading_tables,
    zero_recall_table,
)
from tutor.evaluation.scores import ALL
from tutor.evaluation.zero_recall import CAUSES


def markdown_report(results: Sequence[Results]) -> str:
    """For each section its main figures with intervals, our differences to the other systems, and where they are
    from."""
    parts = ["# Evaluation", "Mean and 95 % interval (bootstrap over questions). Bold: the best of a row."]
    for section in sections_of(results):
        parts += _section(section)
    parts += _decision()
    return "\n\n".join(parts) + "\n"


def _section(section: Section) -> list[str]:
    table = figures_table(section, ALL, main_metrics(section))
    head = ["metric", "better", *table.systems, "n"]
    rows = [[row.metric, row.note.better, *(_written(cell, row) for cell in row.cells), row.n] for row in table.rows]
    parts = [f"## {section.title}", _from(section), markdown_table(head, rows)]
    paired = [
        [row.other, row.metric, row.difference, row.interval, row.p, row.effect or "-", str(row.n), row.verdict]
        for row in differences(section)
    ]
    if paired:
        parts.append(f"`{section.ours}` against each system, paired by question:")
        parts.append(markdown_table(["system", "metric", "difference", "95 %", "p", "d", "n", ""], paired))
    return [*parts, *_scope_readings(section), *_zero_recall(section)]


def _scope_readings(section: Section) -> list[str]:
    """How well each system reads the scope from words, and with what certainty."""
    rows = [
        [system, one.field, str(one.coverage.n), _figure(one.coverage), str(one.kappa.n) if one.kappa else "-",
         _figure(one.kappa) if one.kappa else "-"]
        for system, readings in scope_reading_tables(section)
        for one in readings
    ]  # fmt: skip
    if not rows:
        return []
    said = "The scope as it is read from words: coverage among the questions that name a field, Cohen's kappa where a "
    head = ["system", "field", "named by", "coverage", "read in", "kappa"]
    return [said + "value was certain.", markdown_table(head, rows)]


def _zero_recall(section: Section) -> list[str]:
    """Why our system has no passage that answers among the first ten, counted by cause."""
    counted = zero_recall_table(section)
    if not counted:
        return []
    meanings = "; ".join(f"{cause}: {meaning}" for cause, meaning in CAUSES.items())
    rows = [[part, str(missed), *(str(by[cause]) for cause in CAUSES)] for part, missed, by in counted]
    said = f"No passage that answers among the first ten of `{section.ours}`, by cause ({meanings})."
    return [said, markdown_table(["slice", "missed", *CAUSES], rows)]


def _decision() -> list[str]:
    """Coverage against correctness of the decision to answer, and what it does at the threshold in use."""
    curves = decision_curves()
    head = ["threshold", *(curve.name for curve in curves)]
    by_threshold = [{at: (wrongly, answered) for at, wrongly, answered in curve.points} for curve in curves]
    rows = [
        [f"{at:.2f}", *(f"{own[at][1]:.3f} / {own[at][0]:.3f}" if at in own else "-" for own in by_threshold)]
        for at in sorted({at for own in by_threshold for at in own})
    ]
    rows.append(["in use", *(f"{curve.shipped:.3f}" for curve in curves)])
    unseen = [
        [row.embedder, row.part, str(row.questions), str(row.with_answer), f"{row.area:.3f}",
         f"{row.answered_wrongly:.3f}", f"{row.answered:.3f}"]
        for row in decisions_unseen()
    ]  # fmt: skip
    return [
        "## The decision to answer",
        "Of questions with an answer the share that is answered / of near misses the share that is answered all the "
        "same, at each threshold; out of fold, on questions that the fit had not seen.",
        markdown_table(head, rows),
        "At the threshold in use (dev: golden questions; fit: questions that only fit the decision):",
        markdown_table(["embedder", "questions", "n", "with an answer", "area", "near misses", "answered"], unseen),
    ]


def markdown_table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table; a bar within a cell is escaped."""
    lines = [list(head), ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines)


def _figure(cell: Cell) -> str:
    return f"{cell.mean} [{cell.interval}]"


def _written(cell: Cell | None, row: Row) -> str:
    if cell is None:
        return "-"
    mean = f"**{cell.mean}**" if cell.best else cell.mean
    return f"{mean} [{cell.interval}]" + ("" if row.n else f" n={cell.n}")


def _from(section: Section) -> str:
    """One line of provenance for each result: enough to find it again."""
    lines = []
    for source in dict.fromkeys(id(one) for one in section.sources.values()):
        results = next(one for one in section.sources.values() if id(one) == source)
        own = results["provenance"]
        models = ", ".join(f"{model['name']} {model['hash'][:12]}" for model in own.get("models", {}).values())
        library = str(own.get("library_sha256") or "none")[:12]
        commit = str(own.get("commit") or "none")[:12]
        systems = ", ".join(name for name in section.systems if section.sources[name] is results)
        lines.append(
            f"{systems}: `{own.get('command') or 'tutor eval run'}`; commit {commit}, code "
            f"{str(own.get('code_sha256'))[:12]}, library {library}, models {models or 'none'}, seed {own.get('seed')}."
        )
    return "\n\n".join(lines)
