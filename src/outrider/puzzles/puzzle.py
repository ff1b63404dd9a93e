"""What a puzzle is: a position, who is to find what, and what was proved about it."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from outrider.core.refusal import malformed
from outrider.core.wire import a_string, a_whole_number, an_object, known_fields, shown

WIN, HOLD, TAKE, STRIKE = "win", "hold", "take", "strike"
KINDS = (WIN, HOLD, TAKE, STRIKE)
FORCED = (WIN, HOLD)
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")
LEVELS = 5
MOST = 40
"""More activations, or units, no puzzle asks for."""


@dataclass(frozen=True, slots=True)
class Aim:
    """What is to be found.

    win     the choice that forces a win within so many activations of both sides
    hold    the only choice that does not lose by force within so many
    take    the choice with the best chance to take so many of the enemy's units, or one that is
            named, before one's turn is over, nobody moving
    strike  the attack with the best chance to do something, as the game's odds have its name
    """

    kind: str
    activations: int = 0
    units: int = 0
    unit: str | None = None
    to: str = ""

    def sentence(self, seat: str) -> str:
        who = seat.capitalize()
        if self.kind == WIN:
            own = (self.activations + 1) // 2
            if own == 1:
                return f"{who} wins with this activation."
            return f"{who} wins with the {ORDINALS[own - 1]} activation at the latest."
        if self.kind == HOLD:
            return (
                f"All choices but one lose within {self.activations} activations. Hold for {who}."
            )
        if self.kind == STRIKE:
            return f"{who} has one attack: which has the best chance to {self.to}?"
        whom = self.unit or ("a unit" if self.units == 1 else f"{self.units} units")
        return f"{who} attacks, and nobody moves: the best chance to take {whom} in this turn?"

    def to_json(self) -> dict[str, Any]:
        data: dict[str, Any] = {"kind": self.kind}
        if self.kind in FORCED:
            data["activations"] = self.activations
        elif self.kind == STRIKE:
            data["to"] = self.to
        elif self.unit is not None:
            data["unit"] = self.unit
        else:
            data["units"] = self.units
        return data


def aim_from_json(value: object) -> Aim:
    data = an_object(value, "aim")
    known_fields(data, ["kind", "activations", "units", "unit", "to"], "aim")
    kind = a_string(data.get("kind"), "aim.kind")
    if kind not in KINDS:
        raise malformed(f"aim.kind is one of {', '.join(KINDS)}, not {shown(kind)}")
    if kind in FORCED:
        return Aim(kind, a_whole_number(data.get("activations"), "aim.activations", 1, MOST))
    if kind == STRIKE:
        return Aim(kind, to=a_string(data.get("to"), "aim.to"))
    if "unit" in data:
        return Aim(kind, unit=a_string(data["unit"], "aim.unit"))
    return Aim(kind, units=a_whole_number(data.get("units"), "aim.units", 1, MOST))


@dataclass(frozen=True, slots=True)
class Puzzle:
    """`best` is the answer, as text, and `chance` what it comes to; no other choice has a better
    chance than `after`. `made` says of which game it was made."""

    id: str
    game: str
    seat: str
    aim: Aim
    state: dict[str, Any]
    best: str
    chance: Fraction
    after: Fraction
    choices: int
    level: int
    made: str = ""

    def to_json(self) -> dict[str, Any]:
        return {
            "id": self.id,
            "game": self.game,
            "seat": self.seat,
            "aim": self.aim.to_json(),
            "level": self.level,
            "choices": self.choices,
            "best": self.best,
            "chance": str(self.chance),
            "after": str(self.after),
            "made": self.made,
            "state": self.state,
        }


FIELDS = ("id", "game", "seat", "aim", "level", "choices", "best", "chance", "after", "state")


def puzzle_from_json(value: object) -> Puzzle:
    """A puzzle as it is kept. Whether it is true is for a solver to say."""
    data = an_object(value, "a puzzle")
    known_fields(data, [*FIELDS, "made"], "a puzzle")
    for name in FIELDS:
        if name not in data:
            raise malformed(f"a puzzle needs the field `{name}`")
    return Puzzle(
        a_string(data["id"], "id"),
        a_string(data["game"], "game"),
        a_string(data["seat"], "seat"),
        aim_from_json(data["aim"]),
        an_object(data["state"], "state"),
        a_string(data["best"], "best"),
        a_chance(data["chance"], "chance"),
        a_chance(data["after"], "after"),
        a_whole_number(data["choices"], "choices", 2, 100_000),
        a_whole_number(data["level"], "level", 1, LEVELS),
        a_string(data.get("made", ""), "made"),
    )


def a_chance(value: object, name: str) -> Fraction:
    text = a_string(value, name)
    try:
        chance = Fraction(text)
    except (ValueError, ZeroDivisionError):
        raise malformed(f"{name} is a fraction such as 5/36, not {shown(text)}") from None
    if not 0 <= chance <= 1:
        raise malformed(f"{name} lies between 0 and 1")
    return chance
