"""The state as the contract's JSON: what it waits for, and what is written down."""

from typing import Any

from outrider.core.initiative import PURPOSE, Contest
from outrider.core.pending import Decide, Over, Pending, Roll
from outrider.games.skirmish.squad import MELEE_DICE, SEAT_OF, armour_dice
from outrider.games.skirmish.state import Figure, Fray, Melee, State, Throw, Volley
from outrider.table.lengths import inches
from outrider.table.points import to_json

REQUIRED = ("table", "units")
FURTHER = ("round", "first", "initiative", "acting", "attack")
KIND = "figure"


def pending_of(state: State) -> Pending:
    if state.outcome is not None:
        return Over(state.outcome)
    if state.contest is not None:
        return Roll(PURPOSE, state.contest.roller, 1)
    if state.fray is not None:
        return pending_fray(state, state.fray)
    if state.phase == "movement":
        return Decide(tuple(seat for seat in state.players() if seat not in state.ready))
    return Decide((state.turn,))


def pending_fray(state: State, fray: Fray) -> Pending:
    if isinstance(fray, Melee):
        who = fray.unit if fray.total is None else fray.target
        return Roll("melee", SEAT_OF[who], MELEE_DICE)
    if isinstance(fray, Throw):
        seat = SEAT_OF[fray.unit]
        return Roll("throw", seat, 1) if fray.within is None else Decide((seat,))
    burst = fray.bursts[0]
    if fray.total is None:
        return Roll(fray.purpose, burst.seat, burst.dice)
    return Roll("armour", SEAT_OF[burst.unit], armour_dice(state.figure(burst.unit).health))


def figure_to_json(figure: Figure) -> dict[str, Any]:
    return {
        "id": figure.id,
        "seat": figure.seat,
        "kind": KIND,
        "name": figure.name,
        "at": None if figure.at is None else to_json(figure.at),
        "health": figure.health,
        "alive": figure.alive,
        "grenades": figure.grenades,
        "actions": figure.actions,
        "seen": figure.seen,
        "fresh": figure.fresh,
    }


def fray_to_json(fray: Fray) -> dict[str, Any]:
    """What is being done, by whom to whom, and how far it has come."""
    if isinstance(fray, Melee):
        made: dict[str, Any] = {"do": "strike", "unit": fray.unit, "target": fray.target}
        return made if fray.total is None else {**made, "total": fray.total}
    if isinstance(fray, Throw):
        made = {"do": "throw", "unit": fray.unit, "toward": to_json(fray.toward)}
        return made if fray.within is None else {**made, "within": inches(fray.within)}
    return volley_to_json(fray)


def volley_to_json(volley: Volley) -> dict[str, Any]:
    """`against` are those who have yet to resist, the present one first; `total` is what its armour
    has to answer."""
    first = volley.bursts[0]
    if volley.purpose == "attack":
        made: dict[str, Any] = {"do": "shoot", "unit": volley.unit, "target": volley.target}
    elif volley.purpose == "melee":
        made = {"do": "strike", "unit": volley.unit, "target": volley.target, "hurt": first.unit}
    elif volley.purpose == "blast":
        assert volley.at is not None
        left = [{"unit": burst.unit, "dice": burst.dice} for burst in volley.bursts]
        made = {"do": "land", "unit": volley.unit, "at": to_json(volley.at), "against": left}
    else:
        left = [{"unit": burst.unit, "seat": burst.seat} for burst in volley.bursts]
        made = {"do": "indirect", "against": left}
    return made if volley.total is None else {**made, "total": volley.total}


def contest_to_json(contest: Contest, players: tuple[str, ...]) -> dict[str, int | None]:
    """The faces of the present try. Where only some roll again, those who have yet to are named,
    too."""
    faces: dict[str, int | None] = dict(zip(contest.seats, contest.faces, strict=False))
    if contest.seats != players:
        faces.update(dict.fromkeys(contest.seats[len(contest.faces) :]))
    return faces


def dump(state: State) -> dict[str, Any]:
    """`round` is 0 before the first. `initiative` has the faces while dice fall for it, then who
    won them. `attack` is what waits for dice or a landing; `acting` keeps the turn."""
    pending = pending_of(state)
    initiative: object = state.first
    if state.contest is not None:
        initiative = contest_to_json(state.contest, state.players())
    return {
        "game": state.edition.game,
        "options": state.options.to_json(),
        "phase": state.phase,
        "pending": pending.to_json(),
        "result": pending.outcome.to_json() if isinstance(pending, Over) else None,
        "table": state.table.to_json(),
        "units": [figure_to_json(figure) for figure in state.figures],
        "round": state.round,
        "first": state.first,
        "initiative": initiative,
        "acting": state.acting,
        "attack": None if state.fray is None else fray_to_json(state.fray),
    }
