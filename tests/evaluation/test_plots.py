"""Pictures of figures: the same bytes each time, no outside address, the page's own colours."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

pytest.importorskip("matplotlib", reason="pictures need the eval extra: pip install '.[eval]'")

import matplotlib

from tutor.evaluation.plots import PALETTE, Point, Whisker, inline_svg, trade_off, whiskers
from tutor.evaluation.report_sections import SYSTEM_ORDER

ROWS = [Whisker("naive-rag", 0.5, 0.4, 0.6, 1), Whisker("tutor", 0.8, 0.7, 0.88, 11)]


def dots(svg: str) -> list[float]:
    """The x of every marker that is used on the picture with a system's colour."""
    return [float(x) for x in re.findall(r'<use href="#[^"]+" x="([\d.]+)"[^>]*fill: var\(--system', svg)]


def test_a_dot_and_a_whisker_for_each_row() -> None:
    svg = whiskers("one", "recall@5", ROWS, share=True)
    ElementTree.fromstring(svg)
    assert [re.search(f">{row.label}<", svg) is not None for row in ROWS] == [True, True]
    left, right = dots(svg)
    assert left < right
    # 0.5 and 0.8 on an axis from 0 to 1: the ticks say where 0 and 1 are
    ticks = dict(re.findall(r'x="([\d.]+)" y="[\d.]+"[^>]*>([\d.]+)</text>', svg))
    zero, one = (next(float(x) for x, said in ticks.items() if said == value) for value in ("0.0", "1.0"))
    assert (left - zero) / (one - zero) == pytest.approx(0.5, abs=0.01)
    assert (right - zero) / (one - zero) == pytest.approx(0.8, abs=0.01)


def test_the_same_figures_are_the_same_bytes_whatever_a_person_has_set() -> None:
    first = whiskers("one", "recall@5", ROWS, share=True)
    with matplotlib.rc_context({"font.size": 30, "svg.hashsalt": "mine", "axes.facecolor": "red"}):
        assert whiskers("one", "recall@5", ROWS, share=True) == first


def test_ids_of_two_pictures_never_meet() -> None:
    one, two = (whiskers(name, "recall@5", ROWS, share=True) for name in ("one", "two"))
    first, second = (set(re.findall(r'\bid="([^"]+)"', svg)) for svg in (one, two))
    assert first and not first & second
    assert set(re.findall(r'(?:href="#|url\(#)([^")]+)', one)) <= first


def test_nothing_from_outside_and_no_style_for_the_page() -> None:
    svg = trade_off("one", "leakage", "recall@5", [Point("tutor", ROWS[1], ROWS[0])])
    assert "http" not in svg and "<style" not in svg and "<metadata" not in svg and "<?xml" not in svg
    assert "var(--ink)" in svg and "#0" not in re.sub(r'(href="|url\()#', "", svg)


def test_words_of_systems_are_escaped_and_no_formula() -> None:
    svg = whiskers("one", 'a "b"', [Whisker("<b>$x_1$ & y", 0.5, 0.4, 0.6, 0)], share=True)
    ElementTree.fromstring(svg)
    assert "&lt;b&gt;$x_1$ &amp; y" in svg and "&quot;b&quot;" in svg


def test_times_and_negative_correlations_fit() -> None:
    assert len(dots(whiskers("one", "latency", [Whisker("a", 900, 800, 1000, 0)], share=False))) == 1
    assert len(dots(whiskers("one", "rho", [Whisker("a", -0.5, -0.7, -0.3, 0)], share=True))) == 1
    assert len(dots(whiskers("one", "zero", [Whisker("a", 0.0, 0.0, 0.0, 0)], share=False))) == 1


def test_each_system_has_a_colour_of_its_own() -> None:
    assert len(SYSTEM_ORDER) == len(set(SYSTEM_ORDER)) == PALETTE


def test_a_picture_without_a_size_is_refused() -> None:
    with pytest.raises(ValueError, match="no width"):
        inline_svg('<svg viewBox="0 0 1 1"></svg>', "one", "said")
