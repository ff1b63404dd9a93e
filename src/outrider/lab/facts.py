"""What is known of a game once it is over: one row a game, and on request one row an event."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, fields
from typing import Any

from outrider.core.conduct import Moment
from outrider.core.game import Game
from outrider.core.pending import Outcome
from outrider.core.record import Chose, Fell
from outrider.core.wire import Event

TOO_LONG = "given up as too long"


@dataclass(frozen=True, slots=True)
class GameFacts:
    """One game. Lists go by seats, in the order of the game's seats."""

    cell: int
    game: int
    """Its number in the cell; games of a unit stand together."""
    unit: int
    """Games with the same dice, everybody once in everybody's seat."""
    turned: int
    """By how many seats the bots are turned in this one."""
    seed: int
    bots: list[str]
    winners: list[str]
    """Seats; none in a draw."""
    score: list[float]
    """1 for a win, shared if several won; of a draw everybody has the same part."""
    draw: bool
    reason: str
    first: str | None
    """The seat with the first move, or that won the initiative."""
    lines: int
    """All of the record: choices and rolls."""
    actions: int
    turns: int | None
    """Turns or rounds, where the game counts them."""
    left: list[int]
    """Pieces that each seat still has, where the game tells."""
    of: list[int]
    """Of how many."""
    alive: list[str]
    """The units that came home, by their ids."""
    dead: list[str]
    substitutes: list[int]
    """How often somebody else chose in place of a seat's bot."""


@dataclass(frozen=True, slots=True)
class EventFacts:
    """One event of a game. Places are in inches, or squares' numbers from the lower left."""

    cell: int
    game: int
    line: int
    turn: int | None
    seat: str | None
    """Whose unit, or whose event, it is."""
    what: str
    """The event's name, as the game's events have it."""
    kind: str | None
    """What it is on any table: came, went, aimed, hit, missed, hurt, fell, marked."""
    unit: str | None
    """Who does it."""
    other: str | None
    """To whom it is done."""
    x: float | None
    y: float | None
    """Where: where a way ends, where who suffers it stands, or else who does it."""
    from_x: float | None
    from_y: float | None
    result: str | None
    """What came of it: faces, a loss, a reason."""
    evaluation: float | None
    """What the first seat may expect, from 0 to 1, at the first event of a turn, where that was
    asked for."""


def of_game(where: tuple[int, int, int, int, int], bots: Sequence[str], **known: Any) -> GameFacts:
    """Facts of a game: its cell, number, unit, turn and seed, who played, and the rest by name."""
    cell, game, unit, turned, seed = where
    return GameFacts(cell, game, unit, turned, seed, list(bots), **known)


def result_facts(seats: Sequence[str], outcome: Outcome | None) -> dict[str, Any]:
    """Who has won, as facts."""
    winners = () if outcome is None else outcome.winners
    share = 1 / len(winners) if winners else 1 / len(seats)
    return {
        "winners": list(winners),
        "score": [share if not winners or seat in winners else 0.0 for seat in seats],
        "draw": not winners,
        "reason": TOO_LONG if outcome is None else outcome.reason,
    }


def final_facts(game: Game[Any, Any], state: Any) -> dict[str, Any]:
    """What the last state says: who is left, how long it took, who began."""
    standing = game.standing(state, None)
    told = game.dump(state)
    seats = game.seats_of(state)
    left = {} if standing is None else standing.left
    track = None if standing is None else standing.track
    units = [unit for unit in told.get("units", ()) if "id" in unit]
    first = told.get("initiative")
    return {
        "first": first if isinstance(first, str) else told.get("first"),
        "turns": None if track is None else track.now,
        "left": [left[seat][0] for seat in seats if seat in left],
        "of": [left[seat][1] for seat in seats if seat in left],
        "alive": [unit["id"] for unit in units if unit.get("alive")],
        "dead": [unit["id"] for unit in units if not unit.get("alive")],
    }


def length_facts(moments: Sequence[Moment[Any]]) -> dict[str, int]:
    lines = [moment.line for moment in moments if moment.line is not None]
    return {"lines": len(lines), "actions": sum(isinstance(line, Chose) for line in lines)}


# -- events --------------------------------------------------------------------------------------


def event_facts(
    game: Game[Any, Any],
    which: tuple[int, int],
    moments: Sequence[Moment[Any]],
    judge: Callable[[Any], float] | None = None,
) -> Iterator[EventFacts]:
    """Every event of a game, by its cell and number, with where it happened; and once a turn what
    a judge thinks of the state."""
    places: dict[str, tuple[float, float]] = {}
    owners: dict[str, str] = {}
    turn, value = None, None
    for at, moment in enumerate(moments):
        now = turn_of(game, moment.state)
        if judge is not None and now != turn:
            value = judge(moment.state)
        turn = now
        if not owners:
            _look(game, moment.state, places, owners)
        seat = moment.line.seat if isinstance(moment.line, Chose | Fell) else None
        for event in moment.events:
            yield _event(event, (*which, at, turn), (seat, value), places, owners)
            value = None


def turn_of(game: Game[Any, Any], state: Any) -> int | None:
    """What a game counts its length by, where it does."""
    standing = game.standing(state, None)
    return None if standing is None or standing.track is None else standing.track.now


def _look(
    game: Game[Any, Any],
    state: Any,
    places: dict[str, tuple[float, float]],
    owners: dict[str, str],
) -> None:
    """Where units stand, and whose they are."""
    for unit in game.dump(state).get("units", ()):
        if "id" in unit and "seat" in unit:
            owners[unit["id"]] = unit["seat"]
            place = place_of(unit.get("at"))
            if place is not None:
                places[unit["id"]] = place


def place_of(value: Any) -> tuple[float, float] | None:
    """A point in inches, or the middle of a square such as `e3`."""
    if isinstance(value, list | tuple) and len(value) == 2:
        x, y = value
        if all(isinstance(each, int | float) for each in value):
            return float(x), float(y)
    if isinstance(value, str) and len(value) > 1 and value[0].islower() and value[1:].isdigit():
        return ord(value[0]) - ord("a") + 0.5, int(value[1:]) - 0.5
    return None


def _event(
    event: Event,
    where: tuple[int, int, int, int | None],
    said: tuple[str | None, float | None],
    places: dict[str, tuple[float, float]],
    owners: dict[str, str],
) -> EventFacts:
    seat, value = said
    told = event.to_json()
    scene = getattr(type(event), "scene", None)
    drawn = {} if scene is None else scene.of(told)
    unit, other = _name(drawn.get("who")), _name(drawn.get("whom"))
    start, end = place_of(drawn.get("from")), place_of(drawn.get("to"))
    if end is not None and unit is not None:
        places[unit] = end
    spot = end or _spot(drawn.get("whom"), other, places) or _spot(drawn.get("who"), unit, places)
    by = told.get("seat") or owners.get(unit or "") or owners.get(other or "") or seat
    x, y = spot or (None, None)
    from_x, from_y = start or (None, None)
    cell, game, line, turn = where
    return EventFacts(
        cell, game, line, turn, by, event.event, drawn.get("kind"), unit, other,
        x, y, from_x, from_y, _result(told, drawn), value,
    )  # fmt: skip


def _name(value: Any) -> str | None:
    if isinstance(value, str):
        return value
    if isinstance(value, list) and value and all(isinstance(each, str) for each in value):
        return " ".join(value)
    return None


def _spot(
    value: Any, name: str | None, places: dict[str, tuple[float, float]]
) -> tuple[float, float] | None:
    return places.get(name or "") or place_of(value)


def _result(told: dict[str, Any], drawn: dict[str, Any]) -> str | None:
    for name in ("faces", "loss", "damage", "reason", "health"):
        if name in told:
            value = told[name]
            return " ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
    loss = drawn.get("loss")
    return None if loss is None else str(loss)


def columns(kind: type) -> tuple[str, ...]:
    """The names of a row's columns."""
    return tuple(spec.name for spec in fields(kind))
