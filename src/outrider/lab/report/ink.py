"""Matplotlib in the product's look, and its plots as SVG that follows a page from light to dark.

Every colour has a name. A plot is drawn in the light ones; where it stands in a page each of them
is replaced by the page's variable of that name, so that one drawing serves both.
"""

import io
import re
from typing import Any

from outrider.core.refusal import malformed

COLOURS = {
    "paper": "#F4EEE2", "sheet": "#FBF8F1", "ink": "#1F2430", "soft": "#5B6270", "hair": "#D9D0BF",
    "ok": "#2F7D5B", "no": "#B3261E", "att": "#B7791F", "bar": "#E9E1D0",
    "ground": "#F7F1E3", "grid": "#EBE2CF", "grid6": "#D9CDB2", "rim": "#CDBF9F",
    "red": "#C8452D", "blue": "#1F6FB2", "green": "#1E8E6A", "amber": "#D4920A",
    "violet": "#7B4EA3", "teal": "#2A9DB0", "pink": "#C2659A", "slate": "#56606E",
    "water": "#A9CBDD", "wood": "#9DB38A", "wall": "#8A8F99", "rough": "#DCCBA6", "low": "#CFE0C0",
}  # fmt: skip
DARK = {
    "paper": "#14181F", "sheet": "#1C222C", "ink": "#ECE7DB", "soft": "#A5ABB8", "hair": "#333C4A",
    "ok": "#5FB58C", "no": "#F2857C", "att": "#E8B04A", "bar": "#2A323E",
    "ground": "#222A35", "grid": "#29323E", "grid6": "#364150", "rim": "#4A5666",
    "red": "#E0644D", "blue": "#4B9AE0", "green": "#3FB58D", "amber": "#E0A83A",
    "violet": "#A57FD0", "teal": "#4FBBCC", "pink": "#DB86B5", "slate": "#8B96A5",
    "water": "#31566B", "wood": "#46603F", "wall": "#5C626D", "rough": "#5A4F38", "low": "#3D5138",
}  # fmt: skip
SIZE = 9.0
"""Points of the text in plots: 12 px."""


def drawing() -> Any:
    """Matplotlib without a window, which only a report needs."""
    try:
        import matplotlib.figure
    except ImportError:
        raise malformed("plots are drawn with Matplotlib: pip install 'outrider[lab]'") from None
    return matplotlib


def figure(width: float, height: float) -> Any:
    """A figure of so many pixels, as a page counts them, without anything in it."""
    of = drawing()
    made = of.figure.Figure(figsize=(width / 96, height / 96), dpi=96)
    made.patch.set_alpha(0.0)
    return made


def svg(made: Any) -> str:
    """A figure as SVG, in the light colours, the same every time."""
    of = drawing()
    out = io.StringIO()
    with of.rc_context({"svg.fonttype": "none", "svg.hashsalt": "outrider"}):
        made.savefig(out, format="svg", metadata={"Date": None, "Creator": "Outrider"})
    text = out.getvalue()
    text = text[text.index("<svg") :]
    text = re.sub(r"<metadata>.*?</metadata>", "", text, flags=re.DOTALL)
    return re.sub(r"font-family: [^;\"]*|font: ([0-9. a-z]*px) [^;\"]*", _font, text)


def _font(found: re.Match[str]) -> str:
    sizes = found[1]
    return f"font: {sizes} system-ui, sans-serif" if sizes else "font-family: system-ui, sans-serif"


def in_page(text: str, name: str, about: str) -> str:
    """The same for a page: its colours by their names, and every id with a name of its own."""
    for colour, value in COLOURS.items():
        text = re.sub(value, f"var(--{colour})", text, flags=re.IGNORECASE)
    text = re.sub(r'\bid="([^"]+)"', rf'id="{name}-\1"', text)
    text = re.sub(r'(href="#|url\(#)', rf"\1{name}-", text)
    text = re.sub(r'<svg ([^>]*?)width="[^"]*" height="[^"]*"', r"<svg \1", text, count=1)
    label = about.replace("&", "&amp;").replace('"', "&quot;").replace("<", "&lt;")
    return text.replace("<svg ", f'<svg role="img" aria-label="{label}" ', 1)


def png(made: Any) -> bytes:
    """A figure on the sheet's colour, twice as fine."""
    out = io.BytesIO()
    made.savefig(
        out, format="png", dpi=192, facecolor=COLOURS["sheet"], metadata={"Software": None}
    )
    return out.getvalue()
