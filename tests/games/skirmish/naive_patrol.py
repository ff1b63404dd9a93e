"""Positions and play of the naive model of Skirmish in a few words, for its own tests."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from games.skirmish import naive, naive_play
from games.skirmish import naive_table as table
from games.skirmish.naive import Figure, Position

EDITIONS = ("skirmish", "skirmish-2012")
both = pytest.mark.parametrize("game", EDITIONS)
DEAD = {"health": 0, "actions": 0}
Places = Mapping[str, tuple[float, float]]
Changes = Mapping[str, Mapping[str, Any]]
FAR: Places = {"R1": (4, 10), "R2": (8, 10), "B1": (4, 26), "B2": (8, 26)}


def box(x: float, y: float, width: float, depth: float, height: float) -> dict[str, Any]:
    right, top = round(x + width, 3), round(y + depth, 3)
    corners = [[x, y], [right, y], [right, top], [x, top]]
    return {"shape": "polygon", "points": corners, "height": height}


def laid(*terrain: Mapping[str, Any]) -> dict[str, Any]:
    return {"size": [36, 36], "terrain": list(terrain)}


def stand(
    game: str,
    places: Places,
    changes: Changes | None = None,
    *,
    seats: int = 2,
    phase: str = "attack",
    seat: str = "red",
    ground: Mapping[str, Any] | None = None,
    number: int = 1,
    **options: Any,
) -> Position:
    """A position in which these figures stand and all others are dead and gone, in the round of
    that number. Three and more sit at the sides of the rectangle, unless options say otherwise."""
    terms = naive.agree(game, seats, {"seating": "corners", **options}, ground)
    figures = {id: Figure(id, None, 0, 0, 0) for id in naive.start(terms).figures}
    for id, place in places.items():
        figures[id] = replace(Figure(id, table.point(place)), **(changes or {}).get(id, {}))
    first = seat if game == "skirmish" or phase == "attack" else None
    return Position(terms, figures, phase, number, first, seat=seat)


def minute(game: str, places: Places, *changes: Any, **further: Any) -> Position:
    return stand(game, places, *changes, phase="movement", **further)


NAMES = {
    "land": ("at",),
    "move": ("unit", "to"),
    "deploy": ("unit", "at"),
    "throw": ("unit", "toward"),
    "take": ("unit", "corpse"),
}


def action(text: str) -> naive.Action:
    """An action from its text."""
    do, *words = text.split()
    names = NAMES.get(do, ("unit", "target"))
    made: dict[str, Any] = {"do": do}
    for name, word in zip(names, words, strict=False):
        made[name] = table.point(list(map(float, word.split(",")))) if "," in word else word
    return made


def owner(position: Position, text: str) -> tuple[str | None, naive.Action]:
    """Who acts: `blue ready` says so, in the minute the figure's owner does, else who is asked."""
    word, _, rest = text.partition(" ")
    if word in table.SEATS:
        return word, action(rest)
    if word == "time":
        return None, action(text)
    moving = position.phase == "movement" and word == "move"
    return naive.SEAT_OF[rest[0]] if moving else naive.asked(position)[1][0], action(text)


def rule(position: Position, text: str) -> str | None:
    """The rule that is named first against it; None if it is legal."""
    refused = naive.refusal(position, *owner(position, text))
    return None if refused is None else (refused[1] or [refused[0]])[0]


def play(position: Position, *steps: str | int) -> Position:
    """The position after these actions and totals of dice."""
    for step in steps:
        if isinstance(step, str):
            assert rule(position, step) is None, step
            position = naive_play.play(position, *owner(position, step))
            continue
        dice = naive.asked(position)[2]
        faces = [step // dice + (number < step % dice) for number in range(dice)]
        assert sum(faces) == step and all(1 <= face <= 6 for face in faces)
        position = naive_play.roll(position, tuple(faces))
    return position


def health(position: Position, *ids: str) -> list[int]:
    return [position.figures[id].health for id in ids]


def placed(game: str, seats: int = 2, **options: Any) -> Position:
    """Everybody is placed in the middle of the own strip."""
    position = naive.start(naive.agree(game, seats, options))
    for number in range(1, naive.FIGURES + 1):
        for seat in position.terms.seats:
            (ax, ay), (bx, by) = position.terms.ground.edges[seat]
            share, length = number, table.rounded_root(table.square((ax, ay), (bx, by)))
            x = ax + (bx - ax) * share // 6 + (by - ay) * 1000 // length
            y = ay + (by - ay) * share // 6 - (bx - ax) * 1000 // length
            made = {"do": "deploy", "unit": f"{seat[0].upper()}{number}", "at": (x, y)}
            assert naive.refusal(position, seat, made) is None
            position = naive_play.play(position, seat, made)
    return position
