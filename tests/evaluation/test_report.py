"""The report from small made-up results: what is on the page, that it stands alone, that it never changes by itself."""

from __future__ import annotations

import copy
import re
from html.parser import HTMLParser
from typing import Any

import pytest

pytest.importorskip("matplotlib", reason="reports need the eval extra: pip install '.[eval]'")

from tutor.evaluation.bootstrap import figure
from tutor.evaluation.decision_curves import decision_curves, decisions_unseen
from tutor.evaluation.report import html_report, plainly
from tutor.evaluation.report_markdown import markdown_report, markdown_table
from tutor.evaluation.report_metrics import metric_note, written_number
from tutor.evaluation.report_sections import sections_of
from tutor.evaluation.report_tables import (
    differences,
    figures_table,
    scope_reading_tables,
    slice_groups,
    zero_recall_table,
)

NASTY = "What is <script>alert('x')</script> & \"soil\"?"
SLICES = {
    "q1": ["language:en", "form:1"], "q2": ["language:en", "form:2"], "q3": ["language:sw", "form:1"],
    "q4": ["language:sw", "form:2", "cross"],
}  # fmt: skip
SCORES: dict[str, dict[str, list[float]]] = {
    "tutor": {
        "recall@5": [1, 1, 1, 0], "leakage": [0, 0, 0, 0], "coverage": [1, 1, 1, 0], "facts_covered": [1, 1, 0.5, 0.5],
        "facts_covered_overall": [1, 1, 0.5, 0], "latency_ms_p50": [900, 1000, 1100, 1200],
        "answer_words": [9, 8, 7, 6],
    },
    "naive-rag": {"recall@5": [0, 0, 1, 0], "leakage": [0.5, 0.5, 0, 1]},
    "my-own": {"recall@5": [1, 0, 1, 0], "leakage": [0.1, 0.2, 0, 0.3]},
}  # fmt: skip


def made_figures(values: dict[str, float], metric: str) -> dict[str, Any]:
    return figure([values[name] for name in sorted(values)], "median" if "_p50" in metric else "mean").as_dict()


def made_up(*systems: str, set_name: str = "golden", **provenance: Any) -> dict[str, Any]:
    """Results of four questions as `run_set` writes them."""
    names = systems or tuple(SCORES)
    scores = {
        system: {metric: dict(zip(SLICES, values, strict=True)) for metric, values in SCORES[system].items()}
        for system in names
    }
    parts = ["all", *sorted({part for own in SLICES.values() for part in own})]
    tables = {
        system: {
            part: {
                metric: made_figures({q: v for q, v in values.items() if part in ("all", *SLICES[q])}, metric)
                for metric, values in metrics.items()
            }
            for part in parts
        }
        for system, metrics in scores.items()
    }
    case = {
        "id": "q4", "badness": 4.5, "question": NASTY, "scope": {"subjects": ["geography"], "forms": [2]}, "books": [],
        "slices": SLICES["q4"],
        "expected": {"passages": {"geo#soil": 3, "geo#rock": 1}, "reference": "Soil is <b>earth</b>.",
                     "facts": [["earth", "udongo"], ["rock"]]},
        "scores": {"recall@5": 0.0, "coverage": 0.0},
        "ranked": ["geo#rock", "geo#sand"], "label": "", "widenings": [], "escaped": [],
        "reply": {"answered": False, "language": "sw", "text": "Sikupata jibu.", "method": "", "quotes": [],
                  "reason": "weak-evidence", "empty_retrieval": False},
        "trace": [{"step": "retrieve", "admissible": 7,
                   "candidates": [{"passage": "geo#rock", "score": 0.5, "boosts": {"subject": 0.2}}]}],
    }  # fmt: skip
    return {
        "set": set_name,
        "systems": tables,
        "provenance": {
            "command": "tutor eval run golden", "at": "2026-01-02T03:04:05+00:00", "commit": "c0ffee", "cases": 4,
            "code_sha256": "aaa", "library_sha256": "bbb", "rows_sha256": "ddd", "split": "dev", "limit": None,
            "seed": 42, "resamples": 1000, "notices": ["Answers are quoted, not rewritten."],
            "models": {"embedder": {"name": "tiny-embedder", "hash": "eee"}},
            "settings": {"profile": "small", "fusion": "min-max"}, "machine": {"cores": 2}, "packages": {"numpy": "2"},
        } | provenance,
        "questions": {
            "slices": SLICES,
            "scores": scores,
            "worst": {name: [case] for name in names if name == "tutor"},
            "zero_recall": {
                name: {"q4": {"cause": "query", "passage": "geo#soil", "place": 61, "shared": []}}
                for name in names
                if name == "tutor"
            },
        },
    }  # fmt: skip


class Page(HTMLParser):
    """Collects tags with their attributes, ids and visible text."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.links: list[str] = []
        self.ids: list[str] = []
        self.words: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        for name, value in attributes:
            if name in ("src", "href", "xlink:href", "action", "data"):
                self.links.append(value or "")
            if name == "id":
                self.ids.append(value or "")

    def handle_data(self, data: str) -> None:
        self.words.append(data)


def test_the_page_holds_what_people_ask_of_it() -> None:
    text = html_report([made_up()])
    page = Page(text)
    shown = " ".join(" ".join(page.words).split())
    for system in SCORES:
        assert system in shown
    for fact in ("tutor eval run golden", "c0ffee", "bbb", "ddd", "tiny-embedder (eee)", "42", "cores: 2",
                 "profile: small", "Answers are quoted, not rewritten."):  # fmt: skip
        assert fact in shown, fact
    assert shown.index("Where every figure is from", 100) < shown.index("0.750")
    assert "0.750" in shown and "1000" in shown and "7.50" in shown
    for part in ("By language", "language:sw", "By form", "By slice", "cross"):
        assert part in shown, part
    for seen in ("q4", "geography", "Soil is <b>earth</b>.", "earth / udongo", "geo#sand", "Sikupata jibu.",
                 "weak-evidence", "admissible", "place 61 by meaning"):  # fmt: skip
        assert seen in shown, seen
    assert shown.index("Where every figure is from") < shown.index("recall@5")


def test_the_page_stands_alone() -> None:
    text = html_report([made_up(), made_up("tutor", set_name="cerb")])
    page = Page(text)
    assert (
        "script" not in page.tags and "link" not in page.tags and "img" not in page.tags and "iframe" not in page.tags
    )
    assert page.links and all(link.startswith("#") for link in page.links)
    assert not re.search(r"https?:|@import|url\((?!#)", text)
    assert len(page.ids) == len(set(page.ids)), "an id stands twice on the page"
    assert {link[1:] for link in page.links} <= set(page.ids)


def test_what_people_wrote_is_never_markup() -> None:
    text = html_report([made_up()])
    assert "<script" not in text and "<b>earth" not in text
    assert "&lt;script&gt;" in text
    hostile = made_up()
    hostile["provenance"]["command"] = "<img src=x onerror=1>"
    hostile["systems"]["<i>evil</i>"] = hostile["systems"]["naive-rag"]
    hostile["questions"]["scores"]["<i>evil</i>"] = hostile["questions"]["scores"]["naive-rag"]
    text = html_report([hostile])
    assert "<img" not in text and "<i>evil" not in text and text.count("&lt;i&gt;evil") > 3


def test_whiskers_and_trade_offs_are_drawn() -> None:
    text = html_report([made_up()])
    labels = re.findall(r'<svg role="img" aria-label="([^"]*)"', text)
    recall = next(label for label in labels if label.startswith("recall@5:"))
    assert all(system in recall for system in SCORES) and "0.75" in recall
    assert any(label.startswith("recall@5 (high is good) against leakage (low is good)") for label in labels)
    # only one system answers: nothing to trade there
    assert not any("against coverage" in label for label in labels)
    assert "var(--system-11)" in text and "#0a00" not in text and "--system-12:" not in text


def test_two_renders_are_the_same_bytes() -> None:
    results = [made_up(), made_up("tutor", set_name="cerb")]
    assert html_report(results) == html_report(copy.deepcopy(results))
    assert markdown_report(results) == markdown_report(copy.deepcopy(results))
    assert "2026-01-02" in html_report(results), "the time of measuring stays"


def test_results_of_the_same_questions_share_a_table() -> None:
    whole = [made_up("tutor"), made_up("naive-rag", code_sha256="zzz")]
    (section,) = sections_of(whole)
    assert section.systems == ["tutor", "naive-rag"] and section.numbers == [1, 2]
    assert len(section.codes) == 2
    assert "different states of the code" in html_report(whole)
    assert "different states of the code" not in html_report([made_up()])
    assert {row.other for row in differences(section)} == {"naive-rag"}


@pytest.mark.parametrize(
    "change",
    [
        {"rows_sha256": "other"}, {"library_sha256": "other"}, {"split": "holdout"}, {"limit": 4},
        {"settings": {"profile": "starter"}}, {"models": {"embedder": {"name": "big", "hash": "fff"}}},
    ],
)  # fmt: skip
def test_other_conditions_have_a_table_of_their_own(change: dict[str, Any]) -> None:
    assert len(sections_of([made_up("tutor"), made_up("naive-rag", **change)])) == 2


def test_a_system_measured_twice_is_not_overwritten() -> None:
    first, second, third = sections_of([made_up("tutor", "naive-rag"), made_up("tutor"), made_up("tutor")])
    assert first.systems == ["tutor", "naive-rag"]
    assert second.systems == third.systems == ["tutor"]
    assert [own.key for own in (first, second, third)] == ["section-1", "section-2", "section-3"]


def test_the_tables() -> None:
    (section,) = sections_of([made_up()])
    table = figures_table(section, "all", ["recall@5", "leakage", "answer_words", "facts_covered", "mrr@10"])
    assert table.systems == ("tutor", "naive-rag", "my-own")
    assert [row.metric for row in table.rows] == ["recall@5", "leakage", "answer_words", "facts_covered"]
    recall, leakage, length, facts = table.rows
    assert [cell.mean for cell in recall.cells if cell] == ["0.750", "0.250", "0.500"]
    assert [cell.best for cell in recall.cells if cell] == [True, False, False]
    assert [cell.best for cell in leakage.cells if cell] == [True, False, False]
    assert [cell and cell.best for cell in length.cells] == [False, None, None], "longer is not better"
    assert facts.cells[1] is None and facts.n == "4"
    groups = dict(slice_groups(section))
    assert list(groups) == ["By language", "By form", "By slice"]
    assert [own.part for own in groups["By language"]] == ["language:en", "language:sw"]


def test_differences_are_paired_and_judged_by_what_is_good() -> None:
    (section,) = sections_of([made_up()])
    rows = {(row.other, row.metric): row for row in differences(section)}
    assert rows["naive-rag", "recall@5"].difference == "+0.500"
    leakage = rows["naive-rag", "leakage"]
    assert (leakage.difference, leakage.ours, leakage.theirs) == ("-0.500", "0.000", "0.500")
    assert rows["naive-rag", "recall@5"].verdict == "open", "two of four questions prove nothing"
    many = made_up("tutor", "naive-rag")
    names = [f"q{number}" for number in range(40)]
    many["questions"]["slices"] = {name: [] for name in names}
    for system, value in (("tutor", 0.0), ("naive-rag", 0.5)):
        many["questions"]["scores"][system] = {"leakage": {n: value + (i % 2) / 100 for i, n in enumerate(names)}}
    (row,) = differences(sections_of([many])[0])
    assert row.verdict == "better" and row.p == "<0.002" and row.n == 40


def test_a_section_without_a_system_of_ours_has_no_differences() -> None:
    results = [made_up("naive-rag")]
    (section,) = sections_of(results)
    assert section.ours is None and differences(section) == [] and zero_recall_table(section) == []
    assert "worst cases" not in html_report(results)


def test_why_nothing_was_found() -> None:
    (section,) = sections_of([made_up()])
    assert zero_recall_table(section) == [
        ("all", 1, {"data": 0, "query": 1, "method": 0}),
        ("cross", 1, {"data": 0, "query": 1, "method": 0}),
        ("language:sw", 1, {"data": 0, "query": 1, "method": 0}),
    ]


def reading_scopes() -> dict[str, Any]:
    """Results in which `tutor` read the form of two questions out of three that name it, and every subject."""
    results = made_up("tutor", "naive-rag")
    part = results["systems"]["tutor"]["all"]
    part["scope_coverage:subject"] = figure([1.0, 1.0], "mean").as_dict()
    part["scope_coverage:form"] = figure([1.0, 1.0, 0.0], "mean").as_dict()
    part["scope_kappa:form"] = {"mean": 0.5, "low": 0.25, "high": 0.75, "n": 2}
    return results


def test_how_the_scope_is_read_has_a_table_of_its_own() -> None:
    results = reading_scopes()
    ((system, (form, subject)),) = scope_reading_tables(sections_of([results])[0])
    assert (system, form.field, form.coverage.mean, form.coverage.n) == ("tutor", "form", "0.667", 3)
    assert form.kappa is not None and (form.kappa.mean, form.kappa.n) == ("0.500", 2)
    assert (subject.field, subject.kappa) == ("subject", None), "no kappa where every label is the same"
    shown = " ".join(" ".join(Page(html_report([results])).words).split())
    assert "The scope as it is read from words" in shown and "form 3 0.667" in shown
    lines = markdown_report([results]).splitlines()
    assert "| system | field | named by | coverage | read in | kappa |" in lines
    assert any(line.startswith("| tutor | form | 3 | 0.667 [") and line.endswith("| 2 | 0.500 [0.250, 0.750] |")
               for line in lines)  # fmt: skip
    assert any(line.startswith("| tutor | subject | 2 | 1.000 [") and line.endswith("| - | - |") for line in lines)
    assert "read from words" not in markdown_report([made_up()]) + html_report([made_up()])


def test_what_was_missed_is_told_by_cause_in_markdown_too() -> None:
    lines = markdown_report([made_up()]).splitlines()
    assert "| slice | missed | data | query | method |" in lines
    assert "| all | 1 | 0 | 1 | 0 |" in lines and "| language:sw | 1 | 0 | 1 | 0 |" in lines
    assert "missed" not in markdown_report([made_up("naive-rag")])


def test_results_from_before_cases_were_kept_still_make_a_page() -> None:
    old = made_up()
    del old["questions"]["worst"], old["questions"]["zero_recall"]
    text = html_report([old])
    assert "worst cases" not in text and "0.750" in text


def test_markdown() -> None:
    text = markdown_report([made_up()])
    lines = text.splitlines()
    assert "## golden (dev split, 4 questions, small profile)" in lines
    assert "| metric | better | tutor | naive-rag | my-own | n |" in lines
    recall = next(line for line in lines if line.startswith("| recall@5 |"))
    assert recall == "| recall@5 | high | **0.750** [0.250, 1.000] | 0.250 [0.000, 0.750] | 0.500 [0.000, 1.000] | 4 |"
    assert any(line.startswith("| latency_ms_p50 | low | 1050 [") and line.endswith("| - | - | 4 |") for line in lines)
    assert any(line.startswith("| naive-rag | recall@5 | +0.500 |") for line in lines)
    assert "commit c0ffee, code aaa, library bbb, models tiny-embedder eee, seed 42" in text


def test_a_set_without_main_metrics_still_has_a_table() -> None:
    results = made_up("tutor")
    for part in results["systems"]["tutor"].values():
        part["never-heard-of"] = part.pop("recall@5")
        for metric in set(part) - {"never-heard-of"}:
            del part[metric]
    assert any(line.startswith("| never-heard-of |") for line in markdown_report([results]).splitlines())


def test_what_verification_lets_pass_is_a_main_figure() -> None:
    assert metric_note("false_passed").better == "low" and metric_note("fair_passed").better == "high"


def test_a_bar_does_not_break_a_markdown_table() -> None:
    assert markdown_table(["a", "b"], [["x|y", "z"]]) == "| a | b |\n| --- | --- |\n| x\\|y | z |"


def test_what_is_known_of_metrics() -> None:
    assert metric_note("correct_declines.weak-evidence").better == "high"
    assert metric_note("full_recall@5").better == "high" and metric_note("reason.unsafe").better == "neither"
    assert metric_note("coverage").better == "high" and metric_note("coverage", "no-answer").better == "low"
    assert metric_note("never-heard-of").better == "neither"
    assert metric_note("retrieval_ms_p50").unit == "ms"
    assert written_number(0.12345, "recall@5") == "0.123"
    assert written_number(1234.5, "latency_ms_p50") == "1234" and written_number(7.25, "answer_words") == "7.25"


def test_plain_values() -> None:
    assert plainly({"name": "e5", "hash": "ab"}) == "e5 (ab)"
    assert plainly({"a": [1, 2], "b": None}) == "a: 1, 2; b: -" and plainly([]) == "" and plainly(0) == "0"


def test_the_decision_to_answer_is_shown_as_a_curve_of_coverage_against_correctness() -> None:
    curves = decision_curves()
    assert {(curve.profile, curve.asked) for curve in curves} == {
        (profile, asked) for profile in ("starter", "small") for asked in ("en", "sw")
    }
    for curve in curves:
        thresholds, wrongly, answered = zip(*curve.points, strict=True)
        assert list(thresholds) == sorted(thresholds) and len(thresholds) >= 10
        assert list(wrongly) == sorted(wrongly, reverse=True), "a higher threshold never answers more near misses"
        assert list(answered) == sorted(answered, reverse=True)
        assert thresholds[0] <= curve.shipped <= thresholds[-1]
        assert abs(curve.nearest[0] - curve.shipped) <= 0.021
    page, text = html_report([made_up()]), markdown_report([made_up()])
    assert 'id="decision"' in page and page.count('href="#decision"') == 1
    first = curves[0].points[0]
    assert f"<td>{first[1]:.3f}</td><td>{first[2]:.3f}</td>" in page
    assert f"{first[2]:.3f} / {first[1]:.3f}" in text
    unseen = {(row.embedder, row.part): row for row in decisions_unseen()}
    row = unseen[("embeddinggemma-300m", "dev")]
    assert f"| embeddinggemma-300m | dev | {row.questions} | {row.with_answer} | {row.area:.3f} |" in text
