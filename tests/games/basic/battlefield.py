"""Positions, play and refusals in a few words, for the tests of Basic Skirmish Rules.

Everything goes through the public interface. Positions are written as the contract's JSON and read
off it again, as a player with a text editor would.
"""

import random
from collections.abc import Mapping
from math import isqrt
from typing import Any, TypeAlias

import pytest

import outrider
from outrider import Refusal
from outrider.games.basic.state import State

GAME = outrider.game("basic")
SEATS = ("red", "blue")
KINDS = {1: "commander", 2: "close", 3: "close", 4: "long", 5: "long"}
HEALTHS = {"commander": 5, "close": 3, "long": 2}
IDS = tuple(f"{side}{number}" for side in "RB" for number in KINDS)
FLAGS = ("moved", "attacked", "done", "bolstered", "rushed")
OPTIONS = {
    "table": "24x24",
    "zone": 3,
    "miss_ends_unit": True,
    "ability_lasts": "own_turn",
    "turn_limit": 200,
}

Place: TypeAlias = tuple[float, float]
Places: TypeAlias = Mapping[str, Place]
Changes: TypeAlias = Mapping[str, Mapping[str, Any]]

RED_LINE: Places = {"R1": (12, 3), "R2": (8, 3), "R3": (16, 3), "R4": (4, 3), "R5": (20, 3)}
BLUE_LINE: Places = {"B1": (12, 21), "B2": (8, 21), "B3": (16, 21), "B4": (4, 21), "B5": (20, 21)}
RED_DEPLOYS = tuple(f"deploy {id} {x},{y}" for id, (x, y) in RED_LINE.items())
BLUE_DEPLOYS = tuple(f"deploy {id} {x},{y}" for id, (x, y) in BLUE_LINE.items())


def seat_of(id: str) -> str:
    return "red" if id[0] == "R" else "blue"


def foe(seat: str) -> str:
    return "blue" if seat == "red" else "red"


def kind_of(id: str) -> str:
    return KINDS[int(id[1:])]


def fields(
    places: Places,
    changes: Changes | None = None,
    *,
    to_act: str = "red",
    options: Mapping[str, Any] | None = None,
    **further: Any,
) -> dict[str, Any]:
    """The JSON of a battle in which these units stand and all others are dead. `changes` are fields
    of units; `further` ones are of the state."""
    units = []
    for id in IDS:
        at = list(places[id]) if id in places else None
        health = HEALTHS[kind_of(id)] if at else 0
        unit = {"id": id, "seat": seat_of(id), "kind": kind_of(id), "at": at, "health": health}
        own = {**unit, "alive": at is not None, **(changes or {}).get(id, {})}
        units.append(own)
    chosen = {**OPTIONS, **(options or {})}
    width, height = (float(side) for side in chosen["table"].split("x"))
    return {
        "game": "basic",
        "options": chosen,
        "phase": "battle",
        "pending": {"decide": [to_act]},
        "result": None,
        "table": {"size": [width, height], "terrain": []},
        "units": units,
        **further,
    }


def battle(
    places: Places,
    changes: Changes | None = None,
    *,
    to_act: str = "red",
    options: Mapping[str, Any] | None = None,
    **further: Any,
) -> State:
    """A battle in which these units stand, loaded from its JSON."""
    return load(fields(places, changes, to_act=to_act, options=options, **further))


def load(data: Any) -> State:
    state = GAME.load(data)
    assert isinstance(state, State)
    return state


def new(options: Mapping[str, Any] | None = None, table: Any = None) -> State:
    """A game whose dice have yet to fall."""
    state = GAME.new(GAME.terms(None if options is None else dict(options), table=table)).state
    assert isinstance(state, State)
    return state


def opened(first: str = "red", options: Mapping[str, Any] | None = None) -> State:
    """A battle in its first turn, both battalions on their lines."""
    own, others = (RED_DEPLOYS, BLUE_DEPLOYS)[:: 1 if first == "red" else -1]
    faces = (6, 1) if first == "red" else (1, 6)
    return play(new(options), *faces, *own, *others)


def decider(state: State) -> str | None:
    """The seat that has to decide; None while dice fall and when it is over."""
    pending = GAME.pending(state)
    return pending.seats[0] if isinstance(pending, outrider.Decide) else None


def play(state: State, *steps: str | int) -> State:
    """The state after these steps: actions of the seat that decides, and faces of dice."""
    for step in steps:
        state = one(state, step).state
    return state


def one(state: State, step: str | int) -> outrider.Step[State]:
    if isinstance(step, int):
        return GAME.roll(state, [step])
    return GAME.apply(state, decider(state), GAME.read_action(step))


def happened(state: State, *steps: str | int) -> list[dict[str, Any]]:
    """The events of some steps, as JSON."""
    told: list[dict[str, Any]] = []
    for step in steps:
        made = one(state, step)
        state = made.state
        told += [event.to_json() for event in made.events]
    return told


def names(state: State, *steps: str | int) -> list[str]:
    """The events of some steps, by name."""
    return [event["event"] for event in happened(state, *steps)]


def refusal(state: State, action: str, seat: str | None = None) -> Refusal:
    """The refusal of an action, which has to leave the state alone and to explain itself."""
    before = GAME.dump(state)
    with pytest.raises(Refusal) as caught:
        GAME.apply(state, seat or decider(state), GAME.read_action(action))
    assert GAME.dump(state) == before
    assert caught.value.message
    return caught.value


def refused(state: State, action: str, seat: str | None = None) -> tuple[str, str | None]:
    """Kind and rule of a refusal, for the deciding seat unless another is named."""
    refusal_ = refusal(state, action, seat)
    return refusal_.kind, refusal_.rule


def illegal(state: State, action: str) -> str | None:
    """The rule that an action of the deciding seat breaks; it is not among the choices either."""
    assert not legal(state, action)
    kind, rule = refused(state, action)
    assert kind == "illegal"
    return rule


def legal(state: State, action: str) -> bool:
    """Whether the deciding seat may do that."""
    return GAME.read_action(action) in GAME.choices(state, decider(state))


def offers(state: State, *kinds: str) -> list[str]:
    """What is on the list for the deciding seat, as text; of some kinds only, if any are named."""
    listed = GAME.choices(state, decider(state))
    return [GAME.write_action(action) for action in listed if not kinds or action.do in kinds]


def unit(state: State, id: str) -> dict[str, Any]:
    """A unit's JSON."""
    (found,) = [unit for unit in GAME.dump(state)["units"] if unit["id"] == id]
    assert isinstance(found, dict)
    return found


def health(state: State, id: str) -> int:
    value = unit(state, id)["health"]
    assert isinstance(value, int)
    return value


def alive(state: State) -> set[str]:
    return {unit["id"] for unit in GAME.dump(state)["units"] if unit["alive"]}


def marked(state: State, flag: str) -> set[str]:
    """The units that have a flag, or a buffer."""
    return {unit["id"] for unit in GAME.dump(state)["units"] if unit[flag]}


def outcome(state: State) -> outrider.Outcome | None:
    pending = GAME.pending(state)
    return pending.outcome if isinstance(pending, outrider.Over) else None


def thousandths(place: Any) -> tuple[int, int]:
    """A point of JSON as whole numbers, for exact reckoning."""
    return round(place[0] * 1000), round(place[1] * 1000)


def apart(one: Any, another: Any) -> int:
    """The square of the distance of two points of JSON, in thousandths."""
    (ax, ay), (bx, by) = thousandths(one), thousandths(another)
    return (ax - bx) ** 2 + (ay - by) ** 2


def gap(one: Any, another: Any) -> int:
    """The distance of two points of JSON in thousandths, rounded up."""
    square = apart(one, another)
    return isqrt(square - 1) + 1 if square else 0


def scattered(seed: int, low: float = 4, high: float = 20, **keywords: Any) -> State:
    """A battle of all ten units, anywhere in a square, clear of each other."""
    source = random.Random(seed)
    places: dict[str, Place] = {}
    while len(places) < len(IDS):
        place = (round(source.uniform(low, high), 3), round(source.uniform(low, high), 3))
        if all(apart(place, other) >= 800**2 for other in places.values()):
            places[IDS[len(places)]] = place
    return battle(places, **keywords)
