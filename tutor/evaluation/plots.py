"""Pictures of figures as inline SVG: the same bytes for the same figures, coloured by the page's own style.

Colours are written as CSS variables, so that a picture follows the page into dark mode and print.
"""

from __future__ import annotations

import html
import io
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tutor.evaluation.errors import EvaluationError

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

INK, LINE, QUIET = "#010101", "#020202", "#030303"
MARKERS = "osD^vP<X>phd"
PALETTE = len(MARKERS)
SYSTEM_COLOURS = tuple(f"#0a00{number:02x}" for number in range(PALETTE))
VARIABLES = {INK: "--ink", LINE: "--line", QUIET: "--quiet"} | {
    colour: f"--system-{number}" for number, colour in enumerate(SYSTEM_COLOURS)
}
"""Colours that stand for variables of the page's style sheet."""
SIZE = 9.0
STYLE: dict[Any, Any] = {
    "svg.hashsalt": "tutor", "svg.fonttype": "none", "font.family": ["DejaVu Sans"], "font.size": SIZE,
    "text.color": INK, "axes.edgecolor": LINE, "axes.labelcolor": INK, "xtick.color": QUIET, "ytick.color": INK,
    "xtick.labelcolor": QUIET, "ytick.labelcolor": INK, "text.parse_math": False, "axes.linewidth": 0.8,
}  # fmt: skip


@dataclass(frozen=True)
class Whisker:
    """A figure with its interval. `colour` numbers the system's colour and marker."""

    label: str
    mean: float
    low: float
    high: float
    colour: int


@dataclass(frozen=True)
class Point:
    """A system between two metrics, each with its interval."""

    label: str
    x: Whisker
    y: Whisker

    @property
    def colour(self) -> int:
        return self.x.colour


def whiskers(name: str, title: str, rows: Sequence[Whisker], share: bool) -> str:
    """Rows of dots with whiskers from `low` to `high`, the first on top. `share` fixes the axis at 0 to 1.

    `name` keeps the ids of this picture apart from those of others on the page. Raises EvaluationError
    `library-missing` without matplotlib.
    """

    def draw(figure: Figure) -> None:
        axes = figure.add_subplot()
        for place, row in enumerate(rows):
            _dot(axes, row.mean, place, row.colour)
            _line(axes, [row.low, row.high], [place, place], row.colour)
        axes.set_yticks(range(len(rows)), labels=[row.label for row in rows])
        axes.set_ylim(len(rows) - 0.4, -0.6)
        axes.tick_params(axis="y", length=0)
        _limits(axes.set_xlim, [value for row in rows for value in (row.low, row.high)], share)
        _plain(axes, "x")
        axes.spines["left"].set_visible(False)

    said = "; ".join(f"{row.label} {row.mean:.3g}, {row.low:.3g} to {row.high:.3g}" for row in rows)
    return _svg(name, f"{title}: {said}", 3.5, 0.45 + 0.22 * max(len(rows), 2), draw)


def trade_off(
    name: str, x_title: str, y_title: str, points: Sequence[Point], x_share: bool = True, y_share: bool = True
) -> str:
    """Systems as points between two metrics, with whiskers both ways and a key. Raises as `whiskers` does."""

    def draw(figure: Figure) -> None:
        axes = figure.add_subplot()
        for point in points:
            _line(axes, [point.x.low, point.x.high], [point.y.mean, point.y.mean], point.colour, thin=True)
            _line(axes, [point.x.mean, point.x.mean], [point.y.low, point.y.high], point.colour, thin=True)
            _dot(axes, point.x.mean, point.y.mean, point.colour, point.label)
        axes.set_xlabel(x_title)
        axes.set_ylabel(y_title)
        _limits(axes.set_xlim, [value for point in points for value in (point.x.low, point.x.high)], x_share)
        _limits(axes.set_ylim, [value for point in points for value in (point.y.low, point.y.high)], y_share)
        _plain(axes, "both")
        axes.legend(loc="center left", bbox_to_anchor=(1.02, 0.5), frameon=False, handletextpad=0.2)

    said = "; ".join(f"{point.label} {point.x.mean:.3g}, {point.y.mean:.3g}" for point in points)
    return _svg(name, f"{y_title} against {x_title}: {said}", 4.9, 2.9, draw)


@dataclass(frozen=True)
class Line:
    """A line through points (x, y), one of which is `marked`."""

    label: str
    points: Sequence[tuple[float, float]]
    marked: tuple[float, float]
    colour: int


def lines(name: str, x_title: str, y_title: str, drawn: Sequence[Line]) -> str:
    """Lines with a dot at the marked point of each, and a key. Raises as `whiskers` does."""

    def draw(figure: Figure) -> None:
        axes = figure.add_subplot()
        for line in drawn:
            _line(axes, [x for x, _ in line.points], [y for _, y in line.points], line.colour)
            _dot(axes, *line.marked, line.colour, line.label)
        axes.set_xlabel(x_title)
        axes.set_ylabel(y_title)
        _limits(axes.set_xlim, [x for line in drawn for x, _ in line.points], False)
        _limits(axes.set_ylim, [y for line in drawn for _, y in line.points], True)
        _plain(axes, "both")
        axes.legend(loc="center left", bbox_to_anchor=(1.02, 0.5), frameon=False, handletextpad=0.2)

    said = "; ".join(f"{line.label} {line.marked[0]:.3g}, {line.marked[1]:.3g}" for line in drawn)
    return _svg(name, f"{y_title} against {x_title}: {said}", 4.9, 2.9, draw)


def _dot(axes: Axes, x: float, y: float, colour: int, label: str | None = None) -> None:
    axes.plot(
        [x], [y], MARKERS[colour % PALETTE], color=SYSTEM_COLOURS[colour % PALETTE], label=label, markersize=5.5,
        markeredgewidth=0, zorder=3, clip_on=False, linestyle="none",
    )  # fmt: skip


def _line(axes: Axes, xs: Sequence[float], ys: Sequence[float], colour: int, thin: bool = False) -> None:
    axes.plot(
        xs, ys, color=SYSTEM_COLOURS[colour % PALETTE], linewidth=1.0 if thin else 1.8, zorder=2, clip_on=False,
        solid_capstyle="round",
    )  # fmt: skip


def _limits(set_limits: Any, values: Sequence[float], share: bool) -> None:
    """From 0, so that lengths tell the truth; shares to 1. A value below 0 (a correlation) widens the axis."""
    low, high = min([0.0, *values]), max(values, default=1.0)
    top = 1.0 if share else max(high * 1.05, 1e-9)
    set_limits(-1.0 if low < 0 and share else low, max(top, high))


def _plain(axes: Axes, grid: Any) -> None:
    axes.spines[["top", "right"]].set_visible(False)
    axes.grid(axis=grid, color=LINE, linewidth=0.4, alpha=0.5)
    axes.set_axisbelow(True)


def _svg(name: str, said: str, width: float, height: float, draw: Any) -> str:
    try:
        import matplotlib
        from matplotlib.backends.backend_svg import FigureCanvasSVG
        from matplotlib.figure import Figure
    except ImportError as error:
        raise EvaluationError("library-missing", why=error) from error
    # From the defaults, not from what this person's own settings file says.
    with matplotlib.rc_context({**matplotlib.rcParamsDefault, **STYLE}):
        figure = Figure(figsize=(width, height), layout="constrained")
        FigureCanvasSVG(figure)
        draw(figure)
        written = io.StringIO()
        nothing = dict.fromkeys(("Creator", "Date", "Format", "Type"))
        figure.savefig(written, format="svg", transparent=True, metadata=nothing)
    return inline_svg(written.getvalue(), name, said)


def inline_svg(svg: str, name: str, said: str) -> str:
    """The picture as part of a page: no prologue, no metadata, no outside address; ids begin with `name`, colours are
    the page's; `said` is what a screen reader says."""
    body = svg[svg.index("<svg") :]
    # A style element in a picture would hold for the whole page.
    body = re.sub(r"<(metadata|style)\b.*?</\1>", "", body, flags=re.DOTALL)
    body = re.sub(r' xmlns(:\w+)?="[^"]*"', "", body).replace("xlink:href", "href")
    body = re.sub(r'\bid="', f'id="{name}-', body)
    body = body.replace('href="#', f'href="#{name}-').replace("url(#", f"url(#{name}-")
    for colour, variable in VARIABLES.items():
        body = body.replace(colour, f"var({variable})")
    body = re.sub(r"'DejaVu Sans'", "inherit", body)
    width, height = _points(body, "width"), _points(body, "height")
    head = f'<svg role="img" aria-label="{html.escape(said)}" class="plot" style="max-width: {width:.0f}pt"'
    body = re.sub(r"<svg [^>]*>", f'{head} viewBox="0 0 {width:g} {height:g}">', body, count=1)
    return body.strip()


def _points(svg: str, side: str) -> float:
    found = re.search(rf'<svg [^>]*\b{side}="([\d.]+)pt"', svg)
    if found is None:
        raise ValueError(f"the picture has no {side}")
    return float(found[1])
