"""The page about two units against two, and its picture, from what `learning.endings` found."""

from pathlib import Path
from typing import Any

HOME = Path(__file__).parents[1] / "docs" / "studies"
PAPER, SHEET, INK, SOFT, LINE = "#F4EEE2", "#FBF8F1", "#1F2430", "#5B6270", "#D9D0BF"
RED, BLUE = "#C8452D", "#1F6FB2"
WIDE, HIGH = 960, 560
LEFT, RIGHT, TOP, BOTTOM = 70, 560, 96, 480
CELL, MAP_LEFT, MAP_TOP = 27, 620, 110
SUMS = range(2, 13)


def millions(count: float) -> str:
    return f"{count / 1e6:,.1f} million"


def written(x: float, y: float, text: str, **kept: Any) -> str:
    marks = " ".join(f'{name.replace("_", "-")}="{value}"' for name, value in kept.items())
    return f'<text x="{x:.1f}" y="{y:.1f}" {marks}>{text}</text>'


def bars(told: Any) -> list[str]:
    """How many are won and lost with which activation: wins at odd ones, losses at even."""
    counts = {int(n): (count, RED) for n, count in told["won"].items()}
    counts |= {int(n): (count, BLUE) for n, count in told["lost"].items()}
    last, most = max(counts), max(count for count, _ in counts.values())
    step = (RIGHT - LEFT) / last
    parts = []
    for tick in range(0, int(most / 1e6) + 1, 20):
        y = BOTTOM - tick * 1e6 / most * (BOTTOM - TOP)
        parts.append(f'<path d="M{LEFT} {y:.1f}H{RIGHT}" stroke="{LINE}"/>')
        parts.append(written(LEFT - 8, y + 4, str(tick), text_anchor="end", fill=SOFT))
    for n, (count, colour) in sorted(counts.items()):
        high = count / most * (BOTTOM - TOP)
        x = LEFT + (n - 1) * step
        parts.append(
            f'<rect x="{x:.1f}" y="{BOTTOM - high:.1f}" width="{step * 0.84:.1f}" '
            f'height="{high:.1f}" fill="{colour}"/>'
        )
    for n in range(1, last + 1, 10):
        x = LEFT + (n - 0.58) * step
        parts.append(written(x, BOTTOM + 18, str(n), text_anchor="middle", fill=SOFT))
    middle = (LEFT + RIGHT) / 2
    parts.append(
        written(middle, BOTTOM + 40, "activations to the end", text_anchor="middle", fill=SOFT)
    )
    parts.append(written(LEFT, TOP - 16, "millions of positions:", fill=SOFT))
    parts.append(written(LEFT + 142, TOP - 16, "won", fill=RED, font_weight="bold"))
    parts.append(written(LEFT + 178, TOP - 16, "and", fill=SOFT))
    parts.append(written(LEFT + 206, TOP - 16, "lost", fill=BLUE, font_weight="bold"))
    parts.append(written(LEFT + 238, TOP - 16, "by the side to act", fill=SOFT))
    return parts


def ways(total: int) -> int:
    """How many pairs of healths have a sum."""
    return sum(1 for one in range(1, 7) if 1 <= total - one <= 6)


def shares(told: Any, mine: int, theirs: int) -> tuple[float, float]:
    """Of positions with these sums of healths the shares that are won and lost."""
    among = told["positions"] / 6**4 * ways(mine) * ways(theirs)
    won, lost = (told["by_sum"][which][mine - 2][theirs - 2] for which in (0, 1))
    return won / among, lost / among


def mixed(won: float, lost: float) -> str:
    """Red as far as it is won, blue as far as it is lost, and the sheet's colour for the rest."""
    mixed_of = ((RED, won), (BLUE, lost), (SHEET, 1 - won - lost))
    channels = [
        round(sum(int(colour[at : at + 2], 16) * share for colour, share in mixed_of))
        for at in (1, 3, 5)
    ]
    return "#" + "".join(f"{max(0, min(255, each)):02x}" for each in channels)


def chart(told: Any) -> list[str]:
    """By both sides' healths."""
    parts = [written(MAP_LEFT, TOP - 16, "by health left: own across, theirs up", fill=SOFT)]
    for mine in SUMS:
        for theirs in SUMS:
            won, lost = shares(told, mine, theirs)
            x = MAP_LEFT + (mine - 2) * CELL
            y = MAP_TOP + (12 - theirs) * CELL
            light = max(won, lost) > 0.5
            parts.append(
                f'<rect x="{x}" y="{y}" width="{CELL - 1}" height="{CELL - 1}" rx="3" '
                f'fill="{mixed(won, lost)}" stroke="{LINE}"/>'
            )
            parts.append(
                written(
                    x + CELL / 2 - 0.5,
                    y + CELL / 2 + 3.5,
                    f"{100 * (won + lost):.0f}",
                    text_anchor="middle",
                    font_size=10,
                    fill=SHEET if light else INK,
                )
            )
    for each in SUMS:
        across, under = MAP_LEFT + (each - 1.5) * CELL, MAP_TOP + 11 * CELL + 16
        parts.append(written(across, under, str(each), text_anchor="middle", fill=SOFT))
        up = MAP_TOP + (12.5 - each) * CELL + 4
        parts.append(written(MAP_LEFT - 8, up, str(each), text_anchor="end", fill=SOFT))
    under = MAP_TOP + 11 * CELL + 42
    parts.append(written(MAP_LEFT, under, "the number: percent that are decided;", fill=SOFT))
    parts.append(written(MAP_LEFT, under + 18, "the redder, the more are won by", fill=SOFT))
    parts.append(written(MAP_LEFT, under + 36, "the side to act, the bluer, lost", fill=SOFT))
    return parts


def picture(told: Any) -> str:
    won, lost = sum(told["won"].values()), sum(told["lost"].values())
    share = 100 * (won + lost) / told["positions"]
    longest = f"the longest win in {told['longest']} activations"
    title = f"Two against two: {share:.0f}% are decided, {longest}"
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {HIGH}" '
        'font-family="system-ui, sans-serif" font-size="13">',
        f'<rect width="{WIDE}" height="{HIGH}" fill="{PAPER}"/>',
        f'<rect x="16" y="16" width="{WIDE - 32}" height="{HIGH - 32}" rx="10" fill="{SHEET}" '
        f'stroke="{LINE}"/>',
        written(
            36, 54, title, fill=INK, font_size=22,
            font_family="Iowan Old Style, Palatino, Georgia, serif",
        ),
        *bars(told),
        *chart(told),
        "</svg>",
    ]  # fmt: skip
    return "\n".join(parts) + "\n"


def page(told: Any) -> str:
    won, lost = sum(told["won"].values()), sum(told["lost"].values())
    among = told["positions"]
    rest = among - won - lost
    rows = [
        f"| {name} | {count:,} | {100 * count / among:.1f}% |"
        for name, count in (("won", won), ("lost", lost), ("neither", rest))
    ]
    examples = "\n".join(told["examples"])
    again = told["searched"]
    looked = f"{told['looked']:,} values, one in so many, are looked at by the rules once more"
    return f"""# Two units against two

Printed by `python -m learning.endings --page FILE`, from what
`python -m learning.endings --device cuda` found ({told["machine"]},
{told["seconds"]} seconds to solve, from nothing).

Every battle of Skirminion with two units a side and no forts has been solved, with every health, by
the rules' own code and without the limits on how long a game takes: {among:,} positions, of
which {told["slots"]:,} places are left once the board is turned and mirrored. To the side to act
they are

| | positions | share |
|---|---:|---:|
{chr(10).join(rows)}

![How many are won and lost with which activation, and by the healths of both](two-against-two.svg)

The longest win takes {told["longest"]} activations, both sides' counted, in
{told["so_long"]} places. Some of them, as `outrider` reads positions:

```
{examples}
```

With the book's limits on a game the longest of these may be draws.

## How it was looked at again
- {looked} and what they lead to: {told["wrong"]} do not follow.
- The part of it with one unit on a side is {
        "the same, byte by byte, as" if told["as_shipped"] else "NOT the same as"
    } the file that bots come with, which processors had solved.
- A search that knows no endings looked 3 activations deep at {again["looked"]} positions at
random, half of them decided so soon: it proved {again["decided"]}, and {again["wrong"]} results
were not those of the table.

## Again
`outrider endings build skirminion FILE --units 2 --device cuda` writes all values, 0.7 GB, and with
`OUTRIDER_ENDINGS=FILE` bots and analyses know them ([bots](../bots.md)). It is not shipped.
"""


def write_page(told: Any) -> None:
    HOME.mkdir(parents=True, exist_ok=True)
    (HOME / "two-against-two.svg").write_text(picture(told), "utf-8")
    (HOME / "two-against-two.md").write_text(page(told), "utf-8")
