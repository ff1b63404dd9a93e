"""Positions, play and refusals in a few words, for the tests of Skirmish in both editions.

Everything goes through the public interface. Positions are a new game's JSON, edited and read again
as a player with a text editor would.
"""

import random
from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

import pytest

import outrider
from outrider import SEATS, Refusal
from outrider.games.skirmish.game import GAMES, Skirmish
from outrider.games.skirmish.state import State

REVISED, FIRST = GAMES
BY_ID = {game.id: game for game in GAMES}
both = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
SEAT_OF = {seat[0].upper(): seat for seat in SEATS}

Place: TypeAlias = tuple[float, float]
Places: TypeAlias = Mapping[str, Place]
Changes: TypeAlias = Mapping[str, Mapping[str, Any]]
Step: TypeAlias = str | int | tuple[int, ...]
"""An action, the total that the dice show, or their faces one by one."""

GONE = {"at": None, "health": 0, "alive": False, "grenades": 0, "actions": 0}
FAR: Places = {"R1": (4, 10), "R2": (8, 10), "B1": (4, 26), "B2": (8, 26)}
"""Two a side, near nobody and no edge."""


def seat_of(id: str) -> str:
    return SEAT_OF[id[0]]


def ids_of(seat: str) -> tuple[str, ...]:
    return tuple(f"{seat[0].upper()}{number}" for number in range(1, 6))


def game_of(state: State) -> Skirmish:
    return BY_ID[state.edition.game]


# -- positions -----------------------------------------------------------------------------------


def new(
    game: Skirmish, seats: int = 2, options: Mapping[str, Any] | None = None, table: Any = None
) -> State:
    """A game in which nobody is placed."""
    return game.new(game.terms(None if options is None else dict(options), seats, table)).state


def laid(*terrain: Mapping[str, Any], size: Place = (36, 36)) -> dict[str, Any]:
    """A table with terrain on it."""
    return {"size": list(size), "terrain": [dict(piece) for piece in terrain]}


def box(x: float, y: float, width: float, depth: float, height: float) -> dict[str, Any]:
    """Terrain with its lower left corner there."""
    right, top = round(x + width, 3), round(y + depth, 3)
    corners = [[x, y], [right, y], [right, top], [x, top]]
    return {"shape": "polygon", "points": corners, "height": height}


def fields(
    game: Skirmish,
    places: Places,
    changes: Changes | None = None,
    *,
    phase: str = "attack",
    to_act: str | Sequence[str] | None = None,
    seats: int = 2,
    options: Mapping[str, Any] | None = None,
    table: Any = None,
    **further: Any,
) -> dict[str, Any]:
    """The JSON of a position in which these figures stand and all others are dead and gone.
    `changes` are fields of units; `further` ones are of the state. Three and more sit at a table's
    corners unless the options say otherwise: there the edges are easily reckoned with."""
    data = game.dump(new(game, seats, {"seating": "corners", **(options or {})}, table))
    for unit in data["units"]:
        if unit["id"] in places:
            unit["at"] = list(places[unit["id"]])
        else:
            unit.update(GONE)
        unit.update((changes or {}).get(unit["id"], {}))
    living = [unit["seat"] for unit in data["units"] if unit["alive"]]
    everybody = [seat for seat in SEATS if seat in living]
    asked = to_act or (everybody if phase == "movement" else "red")
    decide = [asked] if isinstance(asked, str) else list(asked)
    return {**data, "phase": phase, "pending": {"decide": decide}, "round": 1, **further}


def stand(game: Skirmish, places: Places, changes: Changes | None = None, **further: Any) -> State:
    """That position, in the attack turns with Red to act unless something else is said."""
    return game.load(fields(game, places, changes, **further))


def minute(game: Skirmish, places: Places, changes: Changes | None = None, **further: Any) -> State:
    """That position in the minute, nobody being ready."""
    return stand(game, places, changes, phase="movement", **further)


DEAD = {"health": 0, "alive": False, "actions": 0}
"""What makes a figure that has a place a corpse; its grenades stay."""


# -- playing -------------------------------------------------------------------------------------


def pips(dice: int, total: int) -> list[int]:
    """Faces of so many dice that show that total."""
    assert dice <= total <= 6 * dice, f"{dice} dice never show {total}"
    faces = [1] * dice
    for index in range(dice):
        faces[index] += min(5, total - sum(faces))
    return faces


def read(game: Skirmish, state: State, text: str) -> tuple[str | None, Any]:
    """Who acts, and the action: `blue ready` says who, else the deciding seat or, in the minute,
    the figure's owner does."""
    word, _, rest = text.partition(" ")
    if word in SEATS:
        return word, game.read_action(rest)
    if text == "time":
        return None, game.read_action(text)
    if word == "move":
        return seat_of(rest), game.read_action(text)
    return decider(state), game.read_action(text)


def one(state: State, step: Step) -> outrider.Step[State]:
    game = game_of(state)
    if isinstance(step, int):
        return game.roll(state, pips(rolling(state)[2], step))
    if isinstance(step, tuple):
        return game.roll(state, list(step))
    return game.apply(state, *read(game, state, step))


def play(state: State, *steps: Step) -> State:
    """The state after these steps."""
    for step in steps:
        state = one(state, step).state
    return state


def happened(state: State, *steps: Step) -> list[dict[str, Any]]:
    """The events of some steps, as JSON."""
    told: list[dict[str, Any]] = []
    for step in steps:
        made = one(state, step)
        state = made.state
        told += [event.to_json() for event in made.events]
    return told


def decider(state: State) -> str | None:
    """The first seat that may decide; None while dice fall and when it is over."""
    return (*deciders(state), None)[0]


def deciders(state: State) -> tuple[str, ...]:
    pending = game_of(state).pending(state)
    return pending.seats if isinstance(pending, outrider.Decide) else ()


def rolling(state: State) -> tuple[str, str, int]:
    """Purpose, seat and number of the dice that have to fall."""
    pending = game_of(state).pending(state)
    assert isinstance(pending, outrider.Roll), pending
    return pending.purpose, pending.seat, pending.dice


def is_rolling(state: State) -> bool:
    return isinstance(game_of(state).pending(state), outrider.Roll)


def all_placed(game: Skirmish, seats: int = 2, options: Mapping[str, Any] | None = None) -> State:
    """A new game with every figure placed, the first offer always taken."""
    state = new(game, seats, options)
    while shown(state)["phase"] == "deploy" and not is_rolling(state):
        seat = decider(state)
        state = game.apply(state, seat, next(iter(game.choices(state, seat)))).state
    return state


def opened(game: Skirmish, seats: int = 2, options: Mapping[str, Any] | None = None) -> State:
    """The first minute of a new game, in which Red will attack first if that is settled."""
    state = all_placed(game, seats, options)
    return play(state, 6, *[1] * (seats - 1)) if is_rolling(state) else state


# -- looking -------------------------------------------------------------------------------------


def shown(state: State) -> dict[str, Any]:
    return game_of(state).dump(state)


def unit(state: State, id: str) -> dict[str, Any]:
    """A figure's JSON."""
    (found,) = [unit for unit in shown(state)["units"] if unit["id"] == id]
    assert isinstance(found, dict)
    return found


def get(state: State, name: str, *ids: str) -> list[Any]:
    """One field of some figures."""
    return [unit(state, id)[name] for id in ids]


def health(state: State, id: str) -> int:
    value = unit(state, id)["health"]
    assert isinstance(value, int)
    return value


def alive(state: State) -> set[str]:
    return {unit["id"] for unit in shown(state)["units"] if unit["alive"]}


def outcome(state: State) -> outrider.Outcome | None:
    pending = game_of(state).pending(state)
    return pending.outcome if isinstance(pending, outrider.Over) else None


def winners(state: State) -> tuple[str, ...]:
    """Who has won a game that is over; nobody in a draw."""
    found = outcome(state)
    assert found is not None, "the game is not over"
    assert shown(state)["phase"] == "over"
    assert shown(state)["result"] == {"winners": list(found.winners), "reason": found.reason}
    return found.winners


def grenades(state: State) -> int:
    """All grenades that are left, on the living and on corpses."""
    return sum(unit["grenades"] for unit in shown(state)["units"])


def thousandths(place: Any) -> tuple[int, int]:
    """A point of JSON as whole numbers, for exact reckoning."""
    return round(place[0] * 1000), round(place[1] * 1000)


def apart(one: Any, another: Any) -> int:
    """The square of the distance of two points of JSON, in thousandths."""
    (ax, ay), (bx, by) = thousandths(one), thousandths(another)
    return (ax - bx) ** 2 + (ay - by) ** 2


# -- refusals ------------------------------------------------------------------------------------


def refusal(state: State, text: str, seat: str | None = None) -> Refusal:
    """The refusal of an action, which has to leave the state alone and to explain itself."""
    game, before = game_of(state), shown(state)
    by, action = read(game, state, text)
    by = seat or by
    assert action not in game.choices(state, by)
    with pytest.raises(Refusal) as caught:
        game.apply(state, by, action)
    assert shown(state) == before
    assert caught.value.message
    return caught.value


def refused(state: State, text: str, seat: str | None = None) -> tuple[str, str | None]:
    """Kind and rule of a refusal."""
    found = refusal(state, text, seat)
    return found.kind, found.rule


def illegal(state: State, text: str, seat: str | None = None) -> str | None:
    """The rule that an action breaks."""
    kind, rule = refused(state, text, seat)
    assert kind == "illegal"
    return rule


def legal(state: State, text: str) -> bool:
    game = game_of(state)
    by, action = read(game, state, text)
    return action in game.choices(state, by)


def offers(state: State, *kinds: str, seat: str | None = None) -> list[str]:
    """What is on the list for a seat, as text; of some kinds only, if any are named."""
    game = game_of(state)
    listed = game.choices(state, seat or decider(state))
    return [game.write_action(action) for action in listed if not kinds or action.do in kinds]


def impossible(game: Skirmish, data: object) -> Refusal:
    """The refusal of a state, which has to be malformed and to say why in a few words."""
    with pytest.raises(Refusal) as caught:
        game.load(data)
    assert caught.value.kind == "malformed", caught.value
    assert 0 < len(caught.value.message) < 300
    return caught.value


def possible(game: Skirmish, data: object) -> State:
    """A state that loads, and again from what it is written down as."""
    state = game.load(data)
    assert game.load(game.dump(state)) == state
    return state


# -- many at once --------------------------------------------------------------------------------


def scattered(game: Skirmish, seed: int, seats: int, low: float, high: float, **more: Any) -> State:
    """All figures of so many seats anywhere in a square, clear of each other."""
    source = random.Random(seed)
    ids = [id for seat in SEATS[:seats] for id in ids_of(seat)]
    places: dict[str, Place] = {}
    while len(places) < len(ids):
        place = (round(source.uniform(low, high), 3), round(source.uniform(low, high), 3))
        if all(apart(place, other) >= 800**2 for other in places.values()):
            places[ids[len(places)]] = place
    return stand(game, places, seats=seats, **more)
