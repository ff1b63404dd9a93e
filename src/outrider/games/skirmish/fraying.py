"""An attack that waits for dice or for a landing, from JSON."""

from typing import Any

from outrider.core.refusal import Refusal, malformed
from outrider.core.wire import a_list, a_string, a_whole_number, an_object, known_fields, shown
from outrider.games.skirmish.actions import figure_id
from outrider.games.skirmish.attacking import blocked, in_touch, shot_dice
from outrider.games.skirmish.grenades import DISTANCES, caught, why_not_toward
from outrider.games.skirmish.rounds import indirect_fire
from outrider.games.skirmish.squad import ACTIONS, SEAT_OF
from outrider.games.skirmish.state import (
    Burst,
    Figure,
    Fray,
    Melee,
    State,
    Throw,
    Volley,
)
from outrider.table.lengths import INCH, a_length
from outrider.table.points import a_point, within

FIELDS = ("do", "unit", "target", "toward", "within", "at", "hurt", "against", "total")
MOST_PIPS = 24
KINDS = ("shoot", "strike", "throw", "land", "indirect")


def wrong(message: str, rule: str) -> Refusal:
    return malformed(f"the state is impossible: {message}", rule)


def read_fray(value: object, state: State) -> Fray:
    data = an_object(value, "the attack")
    known_fields(data, FIELDS, "the attack")
    do = a_string(data.get("do"), "the attack's `do`")
    if do not in KINDS:
        raise malformed(f"the attack's `do` is one of {', '.join(KINDS)}, not {shown(do)}")
    if do == "indirect":
        return read_indirect(data, state)
    unit = at_table(data.get("unit"), state)
    if do == "throw":
        return read_throw(data, state, unit)
    if do == "land":
        return read_blast(data, state, unit)
    target = at_table(data.get("target"), state)
    if unit.seat == target.seat or not (unit.alive and target.alive):
        raise wrong(f"{target.id} is no enemy of {unit.id}", "SKM-G3")
    if unit.actions >= ACTIONS:
        raise wrong(f"{unit.id} attacks, but has used no action", "SKM-R3")
    if do == "shoot":
        return read_shot(data, state, unit, target)
    return read_melee(data, state, unit, target)


def at_table(value: object, state: State) -> Figure:
    id = figure_id(value)
    if SEAT_OF[id] not in state.seats:
        raise malformed(f"{id} is not at this table")
    return state.figure(id)


def total_of(data: dict[str, Any], low: int, high: int) -> int | None:
    total = data.get("total")
    return None if total is None else a_whole_number(total, "the attack's total", low, high)


def read_shot(data: dict[str, Any], state: State, unit: Figure, target: Figure) -> Volley:
    if blocked(state, unit, target) is not None:
        raise wrong(f"{unit.id} does not see {target.id}", "SKM-G2")
    dice = shot_dice(unit, target)
    total = total_of(data, dice, 6 * dice)
    burst = Burst(target.id, unit.seat, dice)
    return Volley("attack", (burst,), total, unit.id, target.id)


def read_melee(data: dict[str, Any], state: State, unit: Figure, target: Figure) -> Melee | Volley:
    if not in_touch(unit, target):
        raise wrong(f"{unit.id} does not reach {target.id}", "SKM-F1")
    if data.get("hurt") is None:
        return Melee(unit.id, target.id, total_of(data, 3, 18))
    loser = at_table(data["hurt"], state)
    total = total_of(data, 1, 15)
    if loser not in (unit, target) or total is None:
        raise wrong("who is hurt hand to hand is one of the two", "SKM-F1")
    if state.options.named("melee") == "alternate":
        raise wrong("by the alternate rule there is no armour", "SKM-F3")
    winner = target if loser == unit else unit
    return Volley("melee", (Burst(loser.id, winner.seat, 0),), total, unit.id, target.id)


def read_throw(data: dict[str, Any], state: State, unit: Figure) -> Throw:
    toward = a_point(data.get("toward"), "the attack's `toward`")
    if unit.at is None or not unit.alive or unit.actions >= ACTIONS:
        raise wrong(f"{unit.id} has not thrown a grenade", "SKM-N1")
    given = data.get("within")
    far = None if given is None else a_length(given, "the attack's `within`", INCH, 6 * INCH)
    if far is not None and far not in DISTANCES.values():
        raise wrong('a grenade flies up to 2", 4" or 6"', "SKM-N1")
    if why_not_toward(state, with_one_more(unit), toward) is not None:
        raise wrong(f"{unit.id} cannot have thrown in that direction", "SKM-N1")
    return Throw(unit.id, toward, far)


def with_one_more(figure: Figure) -> Figure:
    """The figure as it was before it threw."""
    at, up = figure.at, figure.up
    return Figure(figure.id, figure.name, at, up, figure.health, figure.grenades + 1)


def read_blast(data: dict[str, Any], state: State, unit: Figure) -> Volley:
    """Who has yet to resist: the last so many of those in the blast. A thrower who was caught first
    may be dead by now."""
    at = a_point(data.get("at"), "the attack's `at`")
    far = max(DISTANCES.values())
    if unit.at is None or unit.actions >= ACTIONS or not within(unit.at, at, far):
        raise wrong(f"{unit.id} has thrown no grenade there", "SKM-N1")
    every = caught(state, at, unit.seat)
    bursts = rest_of(data, every, "dice")
    total = total_of(data, bursts[0].dice, 6 * bursts[0].dice)
    return Volley("blast", bursts, total, unit.id, at=at)


def read_indirect(data: dict[str, Any], state: State) -> Volley:
    volley = indirect_fire(state)
    every = () if volley is None else volley.bursts
    bursts = rest_of(data, every, "seat")
    total = total_of(data, bursts[0].dice, 6 * bursts[0].dice)
    return Volley("indirect", bursts, total)


def rest_of(data: dict[str, Any], every: tuple[Burst, ...], name: str) -> tuple[Burst, ...]:
    """The bursts that are listed, which are the last of all that there are now."""
    given = []
    for entry in a_list(data.get("against"), "the attack's `against`"):
        burst = an_object(entry, "one of `against`")
        known_fields(burst, ("unit", name), "one of `against`")
        given.append((burst.get("unit"), burst.get(name)))
    expected = [(burst.unit, getattr(burst, name)) for burst in every]
    if not given or given != expected[len(expected) - len(given) :]:
        raise wrong("those who have to resist are not those in the fire", "SKM-N3")
    return every[len(every) - len(given) :]
