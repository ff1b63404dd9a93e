"""Heat on the drawn table: inch squares, fuller and darker where more happened, a map a side."""

from typing import TYPE_CHECKING, Any

from outrider.lab.report.ink import COLOURS, SIZE, figure

if TYPE_CHECKING:
    import polars as pl

LEVELS = 7
EVERY = 6
WORDS = 68
"""Half of the pixels of a label."""
LEAST = 0.012
"""Of the most in a square; what is rarer is left out."""


def heat_map(places: "pl.DataFrame", seat: str, table: dict[str, Any], width: int) -> Any:
    """One seat's. `places` has x, y and times."""
    across, deep = table["size"]
    left, below = 30, 22
    height = (width - left - 8) * deep / across + below + 12
    made = figure(width, height)
    axes = made.add_axes(
        (left / width, below / height, (width - left - 8) / width, (height - below - 12) / height)
    )
    _ground(axes, table)
    _squares(axes, places, COLOURS.get(seat, COLOURS["ink"]))
    _most(axes, places, (across, deep))
    axes.set_xlim(0, across)
    axes.set_ylim(0, deep)
    axes.set_aspect("equal")
    step = EVERY if max(across, deep) > 2 * EVERY else 1
    unit = "″" if step == EVERY else ""
    axes.set_xticks(
        range(0, int(across) + 1, step), [f"{n}{unit}" for n in range(0, int(across) + 1, step)]
    )
    axes.set_yticks(
        range(0, int(deep) + 1, step), [f"{n}{unit}" for n in range(0, int(deep) + 1, step)]
    )
    axes.tick_params(length=0, labelsize=SIZE - 1.5, labelcolor=COLOURS["soft"])
    for side in axes.spines.values():
        side.set_color(COLOURS["rim"])
    return made


def _ground(axes: Any, table: dict[str, Any]) -> None:
    """Sheet, grid and terrain, as what they do."""
    from matplotlib.patches import Circle, Polygon

    across, deep = table["size"]
    axes.set_facecolor(COLOURS["ground"])
    for at in range(1, int(max(across, deep)) + 1):
        strong = at % EVERY == 0
        style = {
            "color": COLOURS["grid6" if strong else "grid"],
            "lw": 0.8 if strong else 0.5,
            "zorder": 0,
        }
        if at < across:
            axes.plot((at, at), (0, deep), **style)
        if at < deep:
            axes.plot((0, across), (at, at), **style)
    if table.get("outline"):
        axes.add_patch(Polygon(table["outline"], fill=False, ec=COLOURS["rim"], lw=1.5, zorder=1))
    for piece in table.get("terrain", ()):
        look: dict[str, Any] = {
            "fc": COLOURS[_kind(piece)],
            "ec": COLOURS["soft"],
            "lw": 0.6,
            "alpha": 0.75,
            "zorder": 1,
        }
        if piece["shape"] == "disc":
            axes.add_patch(Circle(piece["at"], piece["radius"], **look))
        else:
            axes.add_patch(Polygon(piece["points"], **look))


def _kind(piece: dict[str, Any]) -> str:
    """What a piece is to whoever crosses it or looks over it."""
    if piece.get("cost") == "impassable":
        return "wall" if piece.get("blocks_sight") or piece.get("cover") else "water"
    if piece.get("blocks_sight"):
        return "wood"
    return "rough" if piece.get("cost", 1) not in (1, None) else "low"


def _squares(axes: Any, places: "pl.DataFrame", colour: str) -> None:
    """All squares of a shade are one path: a page holds thousands."""
    from matplotlib.patches import PathPatch
    from matplotlib.path import Path

    if places.is_empty():
        return
    most = max(places["times"].to_list())
    shades: dict[int, list[tuple[int, int, float]]] = {}
    for x, y, times in places.select("x", "y", "times").iter_rows():
        part = (times / most) ** 0.5
        if times >= LEAST * most:
            shades.setdefault(max(1, round(LEVELS * part)), []).append((x, y, 0.3 + 0.62 * part))
    for shade, squares in sorted(shades.items()):
        points, codes = [], []
        for x, y, side in squares:
            low, high = 0.5 - side / 2, 0.5 + side / 2
            corners = ((low, low), (high, low), (high, high), (low, high), (low, low))
            points += [(x + dx, y + dy) for dx, dy in corners]
            codes += [Path.MOVETO, Path.LINETO, Path.LINETO, Path.LINETO, Path.CLOSEPOLY]
        axes.add_patch(PathPatch(Path(points, codes), fc=colour, lw=0, zorder=2,
                                 alpha=0.25 + 0.7 * shade / LEVELS))  # fmt: skip


def _most(axes: Any, places: "pl.DataFrame", size: tuple[float, float]) -> None:
    """The label of the square with its neighbours that has most, beside it."""
    if places.is_empty():
        return
    every = {(x, y): times for x, y, times in places.select("x", "y", "times").iter_rows()}
    total = sum(every.values())

    def around(place: tuple[int, int]) -> int:
        x, y = place
        return sum(every.get((x + dx, y + dy), 0) for dx in (-1, 0, 1) for dy in (-1, 0, 1))

    place = max(every, key=around)
    share = around(place) / total
    x, y = place[0] + 0.5, place[1] + 0.5
    up = y < size[1] / 2
    room = size[0] * min(0.5, WORDS / axes.get_window_extent().width)
    end = (min(max(x, room), size[0] - room), size[1] * (0.93 if up else 0.07))
    axes.plot((x, end[0]), (y, end[1]), color=COLOURS["ink"], lw=0.9, zorder=4)
    near = "within an inch" if size[0] > 2 * EVERY else "on nine squares"
    axes.text(*end, f"{100 * share:.0f}% {near}", ha="center", va="center", fontsize=SIZE,
              weight="bold", color=COLOURS["ink"], zorder=5,
              bbox={"fc": COLOURS["ground"], "ec": "none", "pad": 1.5})  # fmt: skip
