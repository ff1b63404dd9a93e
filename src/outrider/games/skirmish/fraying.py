"""An attack that waits for dice or for a landing, from JSON."""

from typing import Any

from outrider.core.refusal import malformed
from outrider.core.seats import SEATS
from outrider.core.states import impossible
from outrider.core.wire import a_list, a_string, a_whole_number, an_object, known_fields, shown
from outrider.games.skirmish.draft import Draft
from outrider.games.skirmish.engine import engine
from outrider.games.skirmish.kernel import layout
from outrider.games.skirmish.squad import EVERY, INDEX_OF, SEAT_OF, figure_id
from outrider.games.skirmish.state import Figure, Fray, Melee, Throw, Volley
from outrider.table.lengths import INCH, a_length, said
from outrider.table.points import a_point, within
from outrider.table.terrain import on_table

FIELDS = ("do", "unit", "target", "toward", "within", "at", "hurt", "against", "total")
FACES = layout.FACES_OF_DIE
KINDS = ("shoot", "strike", "throw", "land", "indirect")


def read_fray(value: object, draft: Draft) -> Fray:
    data = an_object(value, "the attack")
    known_fields(data, FIELDS, "the attack")
    do = a_string(data.get("do"), "the attack's `do`")
    if do not in KINDS:
        raise malformed(f"the attack's `do` is one of {', '.join(KINDS)}, not {shown(do)}")
    if do == "indirect":
        return read_indirect(data, draft)
    unit = at_table(data.get("unit"), draft)
    if do == "throw":
        return read_throw(data, draft, unit)
    if do == "land":
        return read_blast(data, draft, unit)
    target = at_table(data.get("target"), draft)
    if unit.seat == target.seat or not (unit.alive and target.alive):
        raise impossible(f"{target.id} is no enemy of {unit.id}", "SKM-G3")
    if unit.actions >= draft.setting.numbers[layout.MOST_ACTIONS]:
        raise impossible(f"{unit.id} attacks, but has used no action", "SKM-R3")
    if do == "shoot":
        return read_shot(data, draft, unit, target)
    return read_melee(data, draft, unit, target)


def at_table(value: object, draft: Draft) -> Figure:
    id = figure_id(value)
    if SEAT_OF[id] not in draft.setting.seats:
        raise malformed(f"{id} is not at this table")
    return draft.figures[INDEX_OF[id]]


def total_of(data: dict[str, Any], low: int, high: int) -> int | None:
    total = data.get("total")
    return None if total is None else a_whole_number(total, "the attack's total", low, high)


def read_shot(data: dict[str, Any], draft: Draft, unit: Figure, target: Figure) -> Volley:
    pair = INDEX_OF[unit.id], INDEX_OF[target.id]
    piece, dice, _ = engine().survey(draft.state(), layout.SHOT_AT, *pair)
    if piece != layout.NONE:
        raise impossible(f"{unit.id} does not see {target.id}", "SKM-G2")
    total = total_of(data, int(dice), FACES * int(dice))
    return Volley("attack", target.id, total, unit.id, target.id)


def read_melee(data: dict[str, Any], draft: Draft, unit: Figure, target: Figure) -> Melee | Volley:
    pair = INDEX_OF[unit.id], INDEX_OF[target.id]
    if not engine().survey(draft.state(), layout.STRUCK_AT, *pair)[0]:
        raise impossible(f"{unit.id} does not reach {target.id}", "SKM-F1")
    dice = draft.setting.numbers[layout.MELEE_DICE]
    if data.get("hurt") is None:
        return Melee(unit.id, target.id, total_of(data, dice, FACES * dice))
    loser = at_table(data["hurt"], draft)
    total = total_of(data, 1, (FACES - 1) * dice)
    if loser not in (unit, target) or total is None:
        raise impossible("who is hurt hand to hand is one of the two", "SKM-F1")
    if draft.setting.options.named("melee") == "alternate":
        raise impossible("by the alternate rule there is no armour", "SKM-F3")
    return Volley("melee", loser.id, total, unit.id, target.id)


def read_throw(data: dict[str, Any], draft: Draft, unit: Figure) -> Throw:
    toward = a_point(data.get("toward"), "the attack's `toward`")
    used = unit.actions < draft.setting.numbers[layout.MOST_ACTIONS]
    if unit.at is None or not unit.alive or not used:
        raise impossible(f"{unit.id} has not thrown a grenade", "SKM-N1")
    given = data.get("within")
    throws = throws_of(draft)
    far = None if given is None else a_length(given, "the attack's `within`", INCH, max(throws))
    if far is not None and far not in throws:
        *others, last = map(said, throws)
        raise impossible(f"a grenade flies up to {', '.join(others)} or {last}", "SKM-N1")
    thrown = engine().survey(draft.state(), layout.THROWN_AT, INDEX_OF[unit.id], *toward)
    if thrown[0] != layout.FINE:
        raise impossible(f"{unit.id} cannot have thrown in that direction", "SKM-N1")
    return Throw(unit.id, toward, far)


def throws_of(draft: Draft) -> tuple[int, ...]:
    """How far a grenade may fly, by the die (SKM-N1)."""
    return draft.setting.numbers[layout.SHORT_THROW : layout.LONG_THROW + 1]


def read_blast(data: dict[str, Any], draft: Draft, unit: Figure) -> Volley:
    """Who has yet to resist: the last so many of those in the blast. A thrower who was caught first
    may be dead by now."""
    at = a_point(data.get("at"), "the attack's `at`")
    used = unit.actions < draft.setting.numbers[layout.MOST_ACTIONS]
    flown = unit.at is not None and unit.at != at and within(unit.at, at, max(throws_of(draft)))
    if not (used and flown and on_table(draft.setting.table, at)):
        raise impossible(f"{unit.id} has thrown no grenade there", "SKM-N1")
    caught = engine().caught(draft.state(), at)
    every = [{"unit": EVERY[each], "dice": dice} for each, dice in caught]
    first = first_of(data, every, "dice")
    total = total_of(data, first["dice"], FACES * first["dice"])
    return Volley("blast", first["unit"], total, unit.id, at=at)


def indirect_fire(draft: Draft) -> Volley | None:
    """SKM-R1: the fire a round starts with, if there is any."""
    fires = engine().fires(draft.state())
    if not fires:
        return None
    unit, army = fires[0]
    return Volley("indirect", EVERY[unit], army=SEATS[army])


def read_indirect(data: dict[str, Any], draft: Draft) -> Volley:
    fires = engine().fires(draft.state())
    every = [{"unit": EVERY[unit], "seat": SEATS[army]} for unit, army in fires]
    first = first_of(data, every, "seat")
    dice = draft.setting.numbers[layout.INDIRECT_DICE]
    total = total_of(data, dice, FACES * dice)
    return Volley("indirect", first["unit"], total, army=first["seat"])


def first_of(data: dict[str, Any], every: list[dict[str, Any]], name: str) -> dict[str, Any]:
    """The first of those who have yet to resist: what is listed are the last of all that there are
    now."""
    given = []
    for entry in a_list(data.get("against"), "the attack's `against`"):
        burst = an_object(entry, "one of `against`")
        known_fields(burst, ("unit", name), "one of `against`")
        given.append({"unit": burst.get("unit"), name: burst.get(name)})
    begun = len(every) - len(given)
    if not given or given != every[max(begun, 0) :]:
        raise impossible("those who have to resist are not those in the fire", "SKM-N3")
    return every[begun]
