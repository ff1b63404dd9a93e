#!/usr/bin/env python3
"""Draw docs/terminal.svg: a real game in the terminal, as the README shows it."""

import contextlib
import io
import tempfile
from pathlib import Path

from rich.console import Console
from rich.terminal_theme import TerminalTheme

import outrider
from outrider.cli.terminal import Terminal
from outrider.dice import ListedDice

ROOT = Path(__file__).resolve().parent.parent
BEFORE = (
    "forts 2", "fort d3", "fort e6", "fort g2", "fort b7", "d1-d2", "e8-f7", "d2-e4", "f7-f5",
    "f5xe4", "c1-c3", "h8-h6", "f1-f3", "d8-d6",
)  # fmt: skip
TYPED = ("moves e4", "e4-g4", "odds e4xf5", "e4xf5")
PAPER = TerminalTheme(
    (251, 248, 241),
    (31, 36, 48),
    [(31, 36, 48), (200, 69, 45), (47, 125, 91), (183, 121, 31), (31, 111, 178), (123, 78, 163),
     (42, 157, 176), (91, 98, 112)],
    None,
)  # fmt: skip

# Rich's own template loads a font from elsewhere; ours takes what the reader has.
SVG = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}">
<style>
.{unique_id}-matrix {{ font-family: ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace;
font-size: {char_height}px; line-height: {line_height}px; font-variant-east-asian: full-width; }}
{styles}
</style>
<defs><clipPath id="{unique_id}-clip-terminal">
<rect x="0" y="0" width="{terminal_width}" height="{terminal_height}" /></clipPath>{lines}</defs>
<rect fill="#FBF8F1" stroke="#D9D0BF" x="1" y="1" width="98%" height="98%" rx="10"/>
<g transform="translate(16, 12)" clip-path="url(#{unique_id}-clip-terminal)">
{backgrounds}
<g class="{unique_id}-matrix">{matrix}</g>
</g>
</svg>
"""


def main() -> None:
    game = outrider.game("skirminion")
    match = outrider.Match(game, game.terms(), ListedDice([5, 2]))
    for text in BEFORE:
        match.play(match.deciders()[0], game.read_action(text))
    screen = Console(
        record=True, width=64, file=io.StringIO(), force_terminal=True, highlight=False,
        color_system="truecolor",
    )  # fmt: skip
    lines = iter(TYPED)

    def typed(prompt: str) -> str:
        line = next(lines, None)
        if line is None:
            screen.print()
            raise Done
        screen.print(line)
        return line

    with tempfile.TemporaryDirectory() as folder:
        match.opening_events = ()
        with contextlib.suppress(Done):
            Terminal(match, Path(folder) / "game.jsonl", typed, screen).run()
    text = screen.export_svg(title="outrider", theme=PAPER, code_format=SVG, unique_id="o")
    (ROOT / "docs" / "terminal.svg").write_text(text, "utf-8")


class Done(Exception):
    """The picture is complete."""


if __name__ == "__main__":
    main()
