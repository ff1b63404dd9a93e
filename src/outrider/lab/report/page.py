"""The page of a report: one file, with all it needs in it, light and dark, for desk and phone."""

import html
import re
from collections.abc import Sequence
from pathlib import Path

from outrider.lab.report.ink import COLOURS, DARK

MARK = (
    '<svg viewBox="0 0 32 32" aria-hidden="true"><rect x="2" y="2" width="28" height="28" rx="7" '
    'fill="var(--red)"/><g fill="#fff"><circle cx="10" cy="10" r="3"/>'
    '<circle cx="22" cy="10" r="3"/>'
    '<circle cx="16" cy="16" r="3"/><circle cx="10" cy="22" r="3"/><circle cx="22" cy="22" r="3"/>'
    "</g></svg>"
)
CSS = Path(__file__).with_name("report.css")


def variables(colours: dict[str, str]) -> str:
    return "".join(f"--{name}:{value};" for name, value in colours.items())


def page(title: str, parts: Sequence[str]) -> str:
    """The whole file."""
    dark = f":root{{{variables(DARK)}color-scheme:dark}}"
    style = (
        f":root{{{variables(COLOURS)}color-scheme:light}}"
        f"@media (prefers-color-scheme:dark){{{dark}}}{CSS.read_text('utf-8')}"
    )
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>{html.escape(title)} · Lab report · Outrider</title><style>{style}</style></head>"
        f'<body><main class="wrap">{"".join(parts)}</main></body></html>\n'
    )


def mast(links: Sequence[tuple[str, str]]) -> str:
    said = "".join(f'<a href="{html.escape(to)}">{html.escape(name)}</a>' for name, to in links)
    return (
        f'<div class="mast"><span class="mark">{MARK}Outrider</span><small>Lab report</small>'
        f'<span class="get">{said}</span></div>'
    )


def bold(text: str) -> str:
    """Text with its ** turned into bold, and what is to be typed into code."""
    made = re.sub(r"\*\*(.+?)\*\*", r"<b>\1</b>", html.escape(text))
    return re.sub(r"`(.+?)`", r'<code class="word">\1</code>', made)


def typed(command: str) -> str:
    """A command that breaks between its words alone."""
    words = (f'<span class="word">{html.escape(word)}</span>' for word in command.split(" "))
    return f"<code>{' '.join(words)}</code>"


def card(kind: str, title: str, small: str, inner: str) -> str:
    """A part of the report; one without anything in it but words is short."""
    short = "" if inner else " short"
    return (
        f'<section class="card {kind}{short}"><h2>{html.escape(title)}</h2>'
        f'<p class="small">{bold(small)}</p>{inner}</section>'
    )


def is_short(made: str) -> bool:
    return bool(re.match(r'<section class="card c\d+ short"', made))


def stack(kind: str, cards: Sequence[str]) -> str:
    """Cards below each other, each as high as what is in it."""
    made = "".join(cards)
    return f'<div class="{kind} stack">{made}</div>' if made else ""


def plot(wide: str, narrow: str) -> str:
    """The same plot for desk and phone."""
    return f'<div class="plot wide">{wide}</div><div class="plot narrow">{narrow}</div>'


def foot(how: str, command: str) -> str:
    return (
        f'<div class="foot"><div><h2>How this was measured</h2><p>{html.escape(how)}</p></div>'
        f"<div><h2>Make it again</h2>{typed(command)}"
        "<p>Bots are not people: they say which side is favoured between players of their own "
        "strength.</p></div></div>"
    )
