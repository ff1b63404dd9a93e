"""Positions, play and refusals in a few words, for the tests of Skirmishers.

Everything goes through the public interface: positions are scenarios made here, or the JSON of one
under way, edited and read again as a player with a text editor would.
"""

import copy
from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

import pytest

import outrider
from outrider import Decide, Over, Refusal, Roll
from outrider.games.skirmishers.game import Skirmishers
from outrider.games.skirmishers.state import State

GAME = Skirmishers()
SHIPPED = GAME.scenario_names()

Json: TypeAlias = dict[str, Any]
Part: TypeAlias = str | list[int]
"""An action as text, or the faces that fall."""

WARRIOR: Json = {"firing": 1, "attack": 1, "defense": 1, "movement": 6}
BOW: Json = {"weapon": "bow", "range": 12}
GUN: Json = {"weapon": "firearm", "range": 12}
ALL: Json = {"kind": "destroy-all"}
DEFENSIVE, RETURN = "defensive-fire", "return-fire"


# -- scenarios -----------------------------------------------------------------------------------


def disc(x: float, y: float, radius: float, **more: Any) -> Json:
    return {"shape": "disc", "at": [x, y], "radius": radius, **more}


def box(left: float, bottom: float, right: float, top: float, **more: Any) -> Json:
    corners = [[left, bottom], [right, bottom], [right, top], [left, top]]
    return {"shape": "polygon", "points": corners, **more}


def wall(left: float, bottom: float, right: float, top: float) -> Json:
    return box(left, bottom, right, top, name="wall", cost="impassable", blocks_sight=True)


def at(x: float, y: float, **more: Any) -> Json:
    return {"at": [x, y], **more}


def staged(
    pieces: Mapping[str, Json],
    *terrain: Json,
    red: Sequence[Json] = (ALL,),
    blue: Sequence[Json] = (ALL,),
    size: Sequence[float] = (30, 30),
    **more: Any,
) -> Json:
    """A scenario. Pieces have one die of everything and 6 inches, unless they say otherwise."""
    sides: Json = {
        "red": {"pieces": [], "victory": [dict(part) for part in red]},
        "blue": {"pieces": [], "victory": [dict(part) for part in blue]},
    }
    for id, piece in pieces.items():
        sides["red" if id[0] == "R" else "blue"]["pieces"].append({"id": id, **WARRIOR, **piece})
    table = {"size": list(size), "terrain": [dict(piece) for piece in terrain]}
    made = {"outrider_scenario": 1, "name": "a test", "table": table, "sides": sides, **more}
    return copy.deepcopy(made)


def opened(scenario: object, **options: Any) -> State:
    return GAME.new(GAME.terms(options, scenario=scenario)).state


def field(pieces: Mapping[str, Json], *terrain: Json, **more: Any) -> State:
    """The first state on such a field; options are those of the game."""
    options = {name: more.pop(name) for name in ("pinned", "fire_into_melee") if name in more}
    return opened(staged(pieces, *terrain, **more), **options)


# -- play ----------------------------------------------------------------------------------------


def decider(state: State) -> str:
    pending = GAME.pending(state)
    assert isinstance(pending, Decide), pending
    (seat,) = pending.seats
    return seat


def step(state: State, part: Part) -> outrider.Step[State]:
    if isinstance(part, list):
        return GAME.roll(state, part)
    return GAME.apply(state, decider(state), GAME.read_action(part))


def play(state: State, *parts: Part) -> State:
    """Actions by whoever is asked, and faces, one after the other."""
    for part in parts:
        state = step(state, part).state
    return state


def runs(state: State, *parts: Part) -> bool:
    """True; what cannot be played raises its refusal."""
    play(state, *parts)
    return True


def events(state: State, *parts: Part) -> list[Json]:
    """All that happens on the way."""
    found = []
    for part in parts:
        made = step(state, part)
        state = made.state
        found += [event.to_json() for event in made.events]
    return found


def edited(state: State, changes: Mapping[str, Json] | None = None, **fields: Any) -> State:
    return GAME.load(edit(state, changes, **fields))


def edit(state: State, changes: Mapping[str, Json] | None = None, **fields: Any) -> Json:
    """The JSON with some fields of some units changed, and of the state itself."""
    data = copy.deepcopy(GAME.dump(state))
    for unit in data["units"]:
        unit |= (changes or {}).get(unit["id"], {})
    return {**data, **fields}


# -- looking -------------------------------------------------------------------------------------


def unit(state: State, id: str) -> Json:
    found: Json = next(unit for unit in GAME.dump(state)["units"] if unit["id"] == id)
    return found


def alive(state: State, id: str) -> bool:
    living: bool = unit(state, id)["alive"]
    return living


def where(state: State, id: str) -> list[float]:
    place: list[float] = unit(state, id)["at"]
    return place


def over(state: State) -> dict[str, list[str]]:
    """Who has advantage over whom."""
    units = GAME.dump(state)["units"]
    return {unit["id"]: unit["advantage_over"] for unit in units if unit["advantage_over"]}


def offer(state: State) -> tuple[str, str, str] | None:
    """The kind of an offer of fire, who may fire, and at whom."""
    asked = GAME.dump(state)["pending"].get("offer")
    return asked and (asked["kind"], asked["unit"], asked["target"])


def waits(state: State) -> tuple[str, str, int]:
    """The roll it waits for: what for, by whom, how many dice."""
    pending = GAME.pending(state)
    assert isinstance(pending, Roll), pending
    return pending.purpose, pending.seat, pending.dice


def winners(state: State) -> list[str] | None:
    """Who has won: nobody of a draw, None if it is not over."""
    pending = GAME.pending(state)
    return list(pending.outcome.winners) if isinstance(pending, Over) else None


def odds(state: State, text: str) -> dict[str, Any]:
    return dict(GAME.odds(state, decider(state), GAME.read_action(text)).chances)


# -- refusals ------------------------------------------------------------------------------------


def refusal(state: State, given: object, seat: str | None = None) -> Refusal:
    """Why an action, as text or JSON, is refused. Nothing may have changed, and no word be long."""
    before = GAME.write(state)
    by = decider(state) if seat is None else seat
    with pytest.raises(Refusal) as caught:
        GAME.apply(state, by, GAME.action(given))
    assert GAME.write(state) == before
    assert 0 < len(caught.value.message) < 300
    return caught.value


def illegal(state: State, given: object) -> str | None:
    """The rule that an action breaks."""
    found = refusal(state, given)
    assert found.kind == "illegal", found
    return found.rule


def impossible(data: object) -> Refusal:
    """The refusal of a state: malformed, and said in a few words."""
    with pytest.raises(Refusal) as caught:
        GAME.load(data)
    assert caught.value.kind == "malformed", caught.value
    assert 0 < len(caught.value.message) < 400
    return caught.value


def faults(scenario: object) -> list[str]:
    """What is wrong with a scenario. What is wrong is refused, and the first of it told."""
    found = GAME.scenario_faults(scenario)
    if found:
        with pytest.raises(Refusal) as caught:
            GAME.terms(scenario=scenario)
        assert (caught.value.kind, caught.value.rule) == ("malformed", "SKR-S5")
        assert found[0] in caught.value.message
    else:
        GAME.terms(scenario=scenario)
    return found


def places(scenario: object) -> list[str]:
    return [fault.partition(": ")[0] for fault in faults(scenario)]
