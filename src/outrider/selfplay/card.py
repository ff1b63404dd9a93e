"""What stands in a file of positions, for people and for programs: printed from what made it."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from outrider._version import __version__
from outrider.games import game as game_by_id
from outrider.rl.arena import Arena
from outrider.rl.layout import Block, Field
from outrider.selfplay.plan import Plan


def columns(plan: Plan, arena: Arena) -> list[dict[str, str]]:
    """Every column: its name, type and meaning."""
    bits = -(-arena.actions // 8)
    told = [
        ("game", "u32", "the number of the game; rows of a game stand together, in their order"),
        ("dice", "u32", "games with the same number here were played with the same dice, everybody "
         "one seat further each time"),
        ("step", "u32", "the how-manieth decision of the game this is, from 0"),
        ("left", "u32", "how many decisions come after it"),
        ("seat", "u8", f"whose decision it was: {_seats(arena)}"),
        ("bot", "string", "who decided"),
        ("observation", f"u8[{arena.observation}]", "what that seat saw, the table below"),
        ("mask", f"u8[{bits}]", "what was legal, a bit for each action, the lowest first: "
         f'`np.unpackbits(mask, axis=1, bitorder="little")[:, :{arena.actions}]`'),
        ("action", "i32", "what was chosen, by its number, or the nearest number there is to it; "
         "-1 where none is of its kind"),
        ("exact", "bool", "whether the number says just what was chosen"),
        ("code", f"i32[{arena.batch.width}]", "what was chosen, as a batch takes it "
         "(docs/python.md)"),
        ("result", "i8", "what became of it for whoever decided: 1 a win, -1 a defeat, 0 a draw"),
        ("score", "f32", "the same as points: 1 for a win, shared if several won or nobody did"),
    ]  # fmt: skip
    if plan.states:
        words = arena.batch.rows.shape[1]
        told.append(("state", f"i64[{words}]", "the whole state, a row of a batch of this version"))
    return [{"name": name, "type": kind, "means": means} for name, kind, means in told]


def _seats(arena: Arena) -> str:
    return ", ".join(f"{at} {seat}" for at, seat in enumerate(arena.batch.seats))


def card(plan: Plan, arena: Arena, counts: Mapping[str, int], file: Path) -> dict[str, Any]:
    """All that is to be known of a file."""
    game = game_by_id(plan.game)
    variant = plan.terms().variant
    return {
        "file": file.name,
        "outrider": __version__,
        "game": game.id,
        "rules": game.rules_version,
        "options": plan.terms().options.to_json(),
        "scenario": plan.scenario,
        "table": plan.table,
        "variant": None if variant is None else variant.to_json(),
        "seats": list(arena.batch.seats),
        "bots": list(plan.bots),
        "seed": plan.seed,
        **counts,
        "columns": columns(plan, arena),
        "observation": _parts(arena.fields),
        "actions": _parts(arena.blocks),
    }


def _parts(parts: Sequence[Field | Block]) -> list[dict[str, Any]]:
    ends = np.cumsum([part.size for part in parts])
    return [
        {"from": int(end) - part.size, "to": int(end) - 1, "name": part.name, "means": part.means}
        for end, part in zip(ends, parts, strict=True)
    ]


def text(made: Mapping[str, Any], command: str) -> str:
    """A card to read."""
    title = game_by_id(made["game"]).title
    asked = {name: made[name] for name in ("options", "scenario", "variant") if made[name]}
    share = made["exact"] / max(1, made["positions"])
    lines = [
        f"# {made['file']}",
        "",
        f"{made['positions']:,} positions of {made['games']:,} games of {title} "
        f"({made['draws']:,} drawn), played by {' and '.join(made['bots'])}, "
        f"rules {made['rules']}, Outrider {made['outrider']}.",
        "",
        *(f"- {name}: `{value}`" for name, value in asked.items()),
        f"- {100 * share:.1f}% of the choices are among the environment's actions; of the others "
        "`action` is the nearest",
        f"- {made['substitutes']:,} choices were made in place of a bot that failed",
        "",
        "Made by:",
        "",
        f"    {command}",
        "",
        "| column | type | |",
        "|---|---|---|",
        *(f"| `{each['name']}` | {each['type']} | {each['means']} |" for each in made["columns"]),
    ]
    for name, of in (("observation", "bytes"), ("actions", "actions")):
        lines += ["", f"| {of} | name | |", "|---|---|---|"]
        lines += [f"| {_span(part)} | {part['name']} | {part['means']} |" for part in made[name]]
    return "\n".join(lines) + "\n"


def _span(part: Mapping[str, Any]) -> str:
    return str(part["from"]) if part["from"] == part["to"] else f"{part['from']} to {part['to']}"
