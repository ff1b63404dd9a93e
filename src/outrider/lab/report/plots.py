"""The report's plots: rows of dots and bars, histograms, curves. None knows a game."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from outrider.lab.answer import LESS, MORE, OPEN
from outrider.lab.intervals import Interval
from outrider.lab.report.ink import COLOURS, SIZE, figure
from outrider.lab.report.verdicts import Row
from outrider.lab.running import BAND

if TYPE_CHECKING:
    import polars as pl

LINE = 27
"""Pixels of a row."""
EDGE = 16
RIGHT = 88
"""Pixels for the values beside a row."""
POINTS = 0.75
"""A pixel in points."""


def rows_plot(rows: Sequence[Row], par: float, sides: tuple[str, str], width: int) -> Any:
    """Scores on a fair band: a dot is the estimate, a bar its interval. Colour only outside the
    band; hollow and dashed means no verdict."""
    low = min([par - 2 * BAND, *(row.found.low for row in rows)])
    high = max([par + 2 * BAND, *(row.found.high for row in rows)])
    made, axes, left = _lined(rows, (low, high), width)
    axes.axvspan(par - BAND, par + BAND, color=COLOURS["ok"], alpha=0.13, lw=0)
    axes.axvline(par, color=COLOURS["soft"], lw=0.9)
    for at, row in enumerate(rows):
        outside = not par - BAND <= row.found.mean <= par + BAND
        mine = _own(row, sides) if row.group == "seat" else sides
        colour = _colour(row.verdict, mine) if outside else COLOURS["ink"]
        _mark(axes, at, row.found, colour, row.verdict == OPEN)
        text = f"{100 * row.found.mean:.1f}"
        _labels(axes, at, row, (row.name, f"{text} ± {100 * row.found.half:.1f}"), left)
    _ticks(axes, (low, high), par, lambda value: f"{100 * value:.0f}")
    return made


def effects_plot(rows: Sequence[Row], sides: tuple[str, str], width: int) -> Any:
    """What changes do to the score: right of the line it helps the one, left the other."""
    far = max([0.04, *(abs(bound) for row in rows for bound in (row.found.low, row.found.high))])
    made, axes, left = _lined(rows, (-far, far), width)
    axes.axvline(0, color=COLOURS["soft"], lw=0.9)
    for at, row in enumerate(rows):
        colour = _colour(row.verdict, sides)
        if row.verdict == OPEN:
            axes.axhspan(at - 0.46, at + 0.46, color=COLOURS["att"], alpha=0.1, lw=0)
        _mark(axes, at, row.found, colour, row.verdict == OPEN)
        text = f"{100 * row.found.mean:+.1f} ± {100 * row.found.half:.1f}"
        _labels(axes, at, row, (row.name, text), left)
    _ticks(axes, (-far, far), 0, lambda value: f"{100 * value:+.0f}" if value else "0")
    return made


def _own(row: Row, sides: tuple[str, str]) -> tuple[str, str]:
    """Of a seat's own score, its own colour is for more, and the other side's for less."""
    name = row.label.lower()
    if name not in COLOURS:
        return "att", "slate"
    return name, sides[1 - sides.index(name)] if name in sides else "slate"


def _colour(verdict: str, sides: tuple[str, str]) -> str:
    name = {MORE: sides[0], LESS: sides[1]}.get(verdict, "soft" if verdict == OPEN else "ink")
    return COLOURS.get(name, COLOURS["ink"])


def _lined(rows: Sequence[Row], span: tuple[float, float], width: int) -> tuple[Any, Any, float]:
    """A figure with a line for each row, room for names at the left and values at the right."""
    names = min(26, max(len(row.name) for row in rows))
    left = min(0.42 * width, 7 * names + 14)
    right = RIGHT + 2
    height = LINE * len(rows) + EDGE + 10
    made = figure(width, height)
    axes = made.add_axes(
        (left / width, 6 / height, (width - left - right) / width, (height - EDGE - 10) / height)
    )
    room = 0.04 * (span[1] - span[0])
    axes.set_xlim(span[0] - room, span[1] + room)
    axes.set_ylim(len(rows) - 0.5, -0.5)
    for side in axes.spines.values():
        side.set_visible(False)
    axes.set_yticks([])
    axes.patch.set_alpha(0.0)
    axes.tick_params(axis="x", top=True, bottom=False, labeltop=True, labelbottom=False, length=0,
                     labelsize=SIZE - 1, labelcolor=COLOURS["soft"], pad=1)  # fmt: skip
    return made, axes, left


def _mark(axes: Any, at: int, found: Interval, colour: str, hollow: bool) -> None:
    axes.plot(axes.get_xlim(), (at, at), color=COLOURS["hair"], lw=0.8, ls=(0, (1, 2)), zorder=1)
    if hollow:
        axes.plot(
            (found.low, found.high), (at, at), color=colour, lw=2.4, ls=(0, (2, 1.4)), zorder=2
        )
        axes.plot(found.mean, at, "o", ms=8, mfc=COLOURS["sheet"], mec=colour, mew=1.6, zorder=3)
        return
    axes.plot((found.low, found.high), (at, at), color=colour, lw=4.5, alpha=0.42, zorder=2,
              solid_capstyle="round")  # fmt: skip
    axes.plot(found.mean, at, "o", ms=8.5, mfc=colour, mec="none", zorder=3)


def _labels(axes: Any, at: int, row: Row, texts: tuple[str, str], left: float) -> None:
    """A row's name at the left, its value at the right, both beside the axes."""
    label, value = texts
    most = int((left - 10) / 6.4)
    label = label if len(label) <= most else label[: most - 1] + "…"
    style: dict[str, Any] = {
        "xycoords": axes.get_yaxis_transform(),
        "textcoords": "offset points",
        "va": "center_baseline",
        "color": COLOURS["ink"],
        "fontsize": SIZE + 0.5,
    }
    weight = "bold" if row.base else "normal"
    axes.annotate(label, (0, at), (POINTS * (4 - left), 0), ha="left", weight=weight, **style)
    axes.annotate(value, (1, at), (POINTS * RIGHT, 0), ha="right", weight="bold", **style)


def _ticks(axes: Any, span: tuple[float, float], middle: float, said: Any) -> None:
    wide = span[1] - span[0]
    step = next((s for s in (0.01, 0.02, 0.05, 0.1, 0.2) if wide / s <= 6), 0.25)
    count = int(wide / step) + 1
    places = [middle + at * step for at in range(-count, count + 1)]
    shown = [place for place in places if span[0] - 1e-9 <= place <= span[1] + 1e-9]
    axes.set_xticks(shown, [said(place) for place in shown])


def _plain(made: Any, width: int, height: int, left: int = 38, bottom: int = 22) -> Any:
    axes = made.add_axes(
        (left / width, bottom / height, (width - left - 8) / width, (height - bottom - 10) / height)
    )
    axes.patch.set_alpha(0.0)
    for name, side in axes.spines.items():
        side.set_visible(name == "bottom")
        side.set_color(COLOURS["ink"])
    axes.tick_params(length=0, labelsize=SIZE - 1, labelcolor=COLOURS["soft"])
    return axes


def length_plot(lengths: "pl.DataFrame", seats: Sequence[str], width: int) -> Any:
    """Games by their last turn, the winners' colours on each other."""
    height = 190
    made = figure(width, height)
    axes = _plain(made, width, height, 10)
    turns = lengths["turns"].to_list()
    first, last = min(turns), max(turns)
    step = max(1, -(-(last - first + 1) // 48))
    bins = list(range(first, last + 1, step))
    base = [0.0] * len(bins)
    for name in (*seats, "several", "draw"):
        tops = [0.0] * len(bins)
        for turn, winner, games in lengths.iter_rows():
            if winner == name:
                tops[(turn - first) // step] += games
        colour = COLOURS.get(name, COLOURS["hair"])
        if any(tops):
            axes.bar([b + step / 2 for b in bins], tops, 0.86 * step, base, color=colour, alpha=0.9)
        base = [one + more for one, more in zip(base, tops, strict=True)]
    axes.set_yticks([])
    axes.set_xlim(first - 0.5 * step, last + 1.5 * step)
    axes.xaxis.set_major_locator(_whole())
    return made


def _whole() -> Any:
    from matplotlib.ticker import MaxNLocator

    return MaxNLocator(6, integer=True)


def drama_plot(leads: Sequence[tuple[int, Interval]], width: int) -> Any:
    """How often whoever is ahead at a turn goes on to win."""
    height = 190
    made = figure(width, height)
    axes = _plain(made, width, height)
    turns = [turn for turn, _ in leads]
    axes.fill_between(turns, [f.low for _, f in leads], [f.high for _, f in leads],
                      color=COLOURS["att"], alpha=0.22, lw=0)  # fmt: skip
    axes.plot(turns, [f.mean for _, f in leads], color=COLOURS["att"], lw=2)
    axes.axhline(0.5, color=COLOURS["hair"], lw=0.9)
    at = next(((turn, f) for turn, f in leads if f.mean >= 0.8), None)
    if at is not None:
        turn, found = at
        axes.plot(turn, found.mean, "o", ms=8, mfc=COLOURS["att"], mec=COLOURS["sheet"], mew=1.6)
        right = turn < (turns[0] + turns[-1]) / 2
        box = {"fc": COLOURS["sheet"], "ec": "none", "alpha": 0.8, "pad": 1.0}
        axes.annotate(
            f"from {turn} on the\nleader wins 4 of 5", (turn, found.mean),
            (9 if right else -9, -26), textcoords="offset points",
            ha="left" if right else "right", fontsize=SIZE, weight="bold",
            color=COLOURS["ink"], bbox=box,
        )  # fmt: skip
    axes.set_ylim(min(0.45, *(f.low for _, f in leads)), 1.02)
    axes.set_yticks([0.5, 0.75, 1.0], ["50", "75", "100%"])
    axes.xaxis.set_major_locator(_whole())
    return made
