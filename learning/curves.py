"""The curves of a training, from its log: `python -m learning.curves`."""

import json
from pathlib import Path

WIDE, HIGH, LEFT, TOP = 640, 300, 60, 30
COLOURS = {"aim": "#0072b2", "value": "#d55e00", "result": "#009e73"}
NAMES = {
    "aim": "what is learnt from", "value": "what a search finds", "result": "how games ended"
}  # fmt: skip


def line(values: list[float], low: float, high: float) -> str:
    """A curve's points, the first value at the left."""
    span, steps = high - low or 1.0, len(values) - 1 or 1
    points = (
        (LEFT + at * (WIDE - LEFT - 20) / steps, TOP + (high - each) / span * (HIGH - TOP - 40))
        for at, each in enumerate(values)
    )
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in points)


def draw(log: Path) -> None:
    """An SVG beside the log."""
    told = json.loads(log.read_text())
    rows = told["log"]
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {HIGH}" '
        'font-family="sans-serif" font-size="12">',
        f'<rect width="{WIDE}" height="{HIGH}" fill="#fff"/>',
        f'<text x="{LEFT}" y="18" fill="#222">Square error against each, as a share of what it '
        f"was without the net, by epoch ({told['positions']:,} positions)</text>",
    ]
    shares = {name: [row[name] / rows[0][name] for row in rows] for name in COLOURS}
    low = min(min(each) for each in shares.values())
    high = max(max(each) for each in shares.values())
    for tick in range(5):
        value = low + (high - low) * tick / 4
        y = TOP + (high - value) / (high - low) * (HIGH - TOP - 40)
        parts.append(f'<path d="M{LEFT} {y:.1f}H{WIDE - 20}" stroke="#ddd"/>')
        parts.append(
            f'<text x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end" fill="#222">{value:.2f}</text>'
        )
    for at, (name, colour) in enumerate(COLOURS.items()):
        parts.append(
            f'<polyline fill="none" stroke="{colour}" stroke-width="2" '
            f'points="{line(shares[name], low, high)}"/>'
        )
        parts.append(
            f'<text x="{LEFT + 190 * at}" y="{HIGH - 12}" fill="{colour}">{NAMES[name]}</text>'
        )
    log.with_suffix(".svg").write_text("\n".join([*parts, "</svg>"]) + "\n")


if __name__ == "__main__":
    draw(Path(__file__).with_name("log.json"))
