"""A table as a picture in SVG: terrain, zones and bases with letters. It knows no rules."""

from collections.abc import Iterable, Iterator
from xml.sax.saxutils import escape, quoteattr

from outrider.showing.sheets import Token, Zone
from outrider.table.lengths import INCH, inches
from outrider.table.points import Point
from outrider.table.shapes import Disc, Shape
from outrider.table.terrain import IMPASSABLE, Piece, Table

SCALE = 24
"""Pixels for an inch, where a viewer wants to know."""
RULER = 1.2
"""Inches around the table for the numbers along its edges."""
EVERY = 6
SEATS = {
    "red": "#C8452D",
    "blue": "#1F6FB2",
    "green": "#2E7D4F",
    "amber": "#B7791F",
    "violet": "#6B4FA0",
    "teal": "#1B7F86",
    "pink": "#B83280",
    "slate": "#4A5568",
}
GROUND, RIM, LINES, INK = "#FBF8F1", "#5B6270", "#E6DFD0", "#3C424D"


def drawn_svg(
    table: Table, tokens: Iterable[Token] = (), zones: Iterable[Zone] = (), title: str = ""
) -> str:
    """The table, seen from above, Red's side below."""
    width, depth = (inches(side) for side in table.size)
    box = f"{-RULER} {-RULER} {width + 2 * RULER} {depth + 2 * RULER}"
    size = f'width="{(width + 2 * RULER) * SCALE:g}" height="{(depth + 2 * RULER) * SCALE:g}"'
    named = title or table.name or "a table"
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" {size} '
        f'font-family="sans-serif" role="img" aria-label={quoteattr(named)}>',
        f"<title>{escape(named)}</title>",
        f'<rect width="{width}" height="{depth}" fill="{GROUND}"/>',
        *_grid(table),
        *(_zone(table, zone) for zone in zones),
        *(part for piece in table.terrain for part in _piece(table, piece)),
        _rim(table),
        *(part for token in tokens for part in _token(table, token)),
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def _place(table: Table, point: Point) -> tuple[int | float, int | float]:
    """A point in inches with y downwards, as SVG has it."""
    return inches(point[0]), inches(table.size[1] - point[1])


def _shape(table: Table, shape: Shape, style: str, inner: str = "") -> str:
    if isinstance(shape, Disc):
        x, y = _place(table, shape.at)
        tag, where = "circle", f'cx="{x}" cy="{y}" r="{inches(shape.radius)}"'
    else:
        points = " ".join(f"{x},{y}" for x, y in (_place(table, p) for p in shape.points))
        tag, where = "polygon", f'points="{points}"'
    end = f">{inner}</{tag}>" if inner else "/>"
    return f"<{tag} {where} {style}{end}"


def _grid(table: Table) -> Iterator[str]:
    """A thin line each inch, a number each six."""
    width, depth = table.size
    for x in range(0, width + 1, INCH):
        stroke = f'stroke="{LINES}" stroke-width="{0.05 if x % (EVERY * INCH) == 0 else 0.02}"'
        yield f'<path d="M{inches(x)} 0V{inches(depth)}" {stroke}/>'
        if x % (EVERY * INCH) == 0:
            yield _text(inches(x), inches(depth) + 0.8, f"{inches(x)}", 0.6)
    for y in range(0, depth + 1, INCH):
        down = inches(depth - y)
        stroke = f'stroke="{LINES}" stroke-width="{0.05 if y % (EVERY * INCH) == 0 else 0.02}"'
        yield f'<path d="M0 {down}H{inches(width)}" {stroke}/>'
        if y % (EVERY * INCH) == 0:
            yield _text(-0.6, down + 0.2, f"{inches(y)}", 0.6)


def _text(x: int | float, y: int | float, text: str, size: float, colour: str = INK) -> str:
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" text-anchor="middle" fill="{colour}">'
        f"{escape(text)}</text>"
    )


def _zone(table: Table, zone: Zone) -> str:
    colour = SEATS[zone.seat]
    style = (
        f'fill="{colour}" fill-opacity="0.1" stroke="{colour}" stroke-width="0.08" '
        'stroke-dasharray="0.4 0.25"'
    )
    return _shape(table, zone.shape, style, f"<title>{escape(zone.title)}</title>")


def about(piece: Piece) -> str:
    """What a piece of terrain does, in a few words."""
    does = [piece.name or "terrain"]
    if piece.height:
        does.append(f'{inches(piece.height)}" high')
    if piece.cost == IMPASSABLE:
        does.append("impassable")
    elif piece.cost != INCH:
        does.append(f"cost {inches(piece.cost)}")
    if piece.cover:
        does.append(f"cover +{piece.cover}")
    if piece.blocks_sight:
        does.append("blocks sight")
    return ", ".join(does)


def _piece(table: Table, piece: Piece) -> Iterator[str]:
    """Impassable is grey, what blocks sight is dark, what is slow is brown, the rest is green; a
    thick rim gives cover. Height and cover stand inside as ^2 and +1."""
    if piece.cost == IMPASSABLE:
        fill = "#8A8F99" if piece.blocks_sight else "#BFD3E0"
    elif piece.blocks_sight:
        fill = "#9DB38A"
    elif piece.cost != INCH:
        fill = "#DCCBA6"
    else:
        fill = "#CFE0C0"
    rim = 0.05 + 0.05 * piece.cover
    style = f'fill="{fill}" fill-opacity="0.85" stroke="{INK}" stroke-width="{rim:g}"'
    yield _shape(table, piece.shape, style, f"<title>{escape(about(piece))}</title>")
    signs = [f"^{inches(piece.height)}"] if piece.height else []
    signs += [f"+{piece.cover}"] if piece.cover else []
    if signs:
        x, y = _place(table, _middle(piece.shape))
        yield _text(x, y + 0.18, " ".join(signs), 0.5)


def _middle(shape: Shape) -> Point:
    if isinstance(shape, Disc):
        return shape.at
    count = len(shape.points)
    return sum(x for x, _ in shape.points) // count, sum(y for _, y in shape.points) // count


def _rim(table: Table) -> str:
    style = f'fill="none" stroke="{RIM}" stroke-width="0.12"'
    if table.outline:
        points = " ".join(f"{x},{y}" for x, y in (_place(table, p) for p in table.outline))
        return f'<polygon points="{points}" {style}/>'
    width, depth = (inches(side) for side in table.size)
    return f'<rect width="{width}" height="{depth}" {style}/>'


def _token(table: Table, token: Token) -> Iterator[str]:
    x, y = _place(table, token.at)
    title = f"<title>{escape(f'{token.text} {token.title}'.strip())}</title>"
    style = f'fill="{SEATS[token.seat]}" stroke="#FFFFFF" stroke-width="0.06"'
    yield f'<circle cx="{x}" cy="{y}" r="{inches(token.radius)}" {style}>{title}</circle>'
    size = 0.9 * inches(token.radius) if len(token.text) < 3 else 0.7 * inches(token.radius)
    yield _text(x, y + 0.35 * size, token.text, size, "#FFFFFF")
