"""An attack that waits for dice or for a landing, as a state has it: written, and read by the
rules."""

from dataclasses import dataclass
from typing import Any

from outrider.core.codec import Codec, Form, number, one_of, or_null
from outrider.core.refusal import malformed
from outrider.core.seats import SEATS
from outrider.core.states import impossible
from outrider.core.values import a_list, a_whole_number
from outrider.core.wire import wire
from outrider.games.skirmish.draft import Draft
from outrider.games.skirmish.engine import engine
from outrider.games.skirmish.kernel import layout
from outrider.games.skirmish.squad import EVERY, INDEX_OF, SEAT_OF, FigureId, figure_id
from outrider.games.skirmish.state import Figure, Fray, Melee, State, Throw, Volley
from outrider.table.lengths import INCH, LARGEST_TABLE, length, said
from outrider.table.points import Point, within
from outrider.table.terrain import on_table

NEEDS = {
    "shoot": ("unit", "target"),
    "strike": ("unit", "target"),
    "throw": ("unit", "toward"),
    "land": ("unit", "at"),
    "indirect": (),
}
FACES = layout.FACES_OF_DIE
MOST_TOTAL = 10_000
KIND = one_of(NEEDS, lambda do: f"the attack's `do` is one of {', '.join(NEEDS)}, not {do}")
FLIGHT = or_null(length(INCH, LARGEST_TABLE))
TOTAL = or_null(number(0, MOST_TOTAL))


@dataclass(frozen=True, slots=True)
class Attack:
    """What is being done, by whom to whom, and how far it has come. `hurt` is who lost hand to
    hand, `against` are those who have yet to resist, the present one first; `total` is what its
    armour has to answer, or the other's blow."""

    do: str = wire(read=KIND)
    unit: FigureId | None = wire(called="who attacks", default=None, sparse=True)
    target: FigureId | None = wire(called="who is attacked", default=None, sparse=True)
    toward: Point | None = wire(called="the attack's `toward`", default=None, sparse=True)
    within: int | None = wire(read=FLIGHT, called="its `within`", default=None, sparse=True)
    at: Point | None = wire(called="its `at`", default=None, sparse=True)
    hurt: FigureId | None = wire(called="who is hurt", default=None, sparse=True)
    against: list[dict[str, Any]] | None = wire(
        read=or_null(Form(a_list)), default=None, sparse=True
    )
    total: int | None = wire(read=TOTAL, called="the attack's total", default=None, sparse=True)


ATTACK = Codec(Attack, "the attack")


def attack_of(state: State) -> Attack | None:
    """What waits in a state."""
    fray = state.fray
    if fray is None:
        return None
    if isinstance(fray, Throw):
        return Attack("throw", fray.unit, toward=fray.toward, within=fray.within)
    pair = fray.unit, fray.target
    if isinstance(fray, Melee):
        return Attack("strike", *pair, total=fray.total)
    match fray.purpose:
        case "attack":
            return Attack("shoot", *pair, total=fray.total)
        case "melee":
            return Attack("strike", *pair, hurt=fray.hit, total=fray.total)
    hit = INDEX_OF[fray.hit]
    if fray.at is not None:
        left = [entry for entry in caught(state, fray.at) if INDEX_OF[entry["unit"]] >= hit]
        return Attack("land", fray.unit, at=fray.at, against=left, total=fray.total)
    assert fray.army is not None
    army = SEATS.index(fray.army)
    return Attack("indirect", against=under_fire(state, (hit, army)), total=fray.total)


def caught(state: State, at: Point) -> list[dict[str, Any]]:
    """Who is in a blast there, with how many dice (SKM-N2)."""
    return [{"unit": EVERY[unit], "dice": dice} for unit, dice in engine().caught(state, at)]


def under_fire(state: State, *first: tuple[int, int]) -> list[dict[str, Any]]:
    """Whom armies fire at, and which (SKM-R1): all of them, or from the first one on."""
    after = (part for pair in first for part in pair)
    every = *first, *engine().fires(state, *after)
    return [{"unit": EVERY[unit], "seat": SEATS[army]} for unit, army in every]


# -- by the rules --------------------------------------------------------------------------------


def read_fray(attack: Attack, draft: Draft) -> Fray:
    for name in NEEDS[attack.do]:
        if getattr(attack, name) is None:
            raise malformed(f"to {attack.do}, the attack needs the field `{name}`")
    for id in (attack.unit, attack.target, attack.hurt):
        if id is not None and SEAT_OF[id] not in draft.setting.seats:
            raise malformed(f"{id} is not at this table")
    return READ[attack.do](attack, draft)


def whose(attack: Attack, draft: Draft) -> Figure:
    return draft.figures[INDEX_OF[figure_id(attack.unit)]]


def has_acted(unit: Figure, draft: Draft) -> bool:
    return unit.actions < draft.setting.numbers[layout.MOST_ACTIONS]


def total_of(attack: Attack, dice: int) -> int | None:
    """The sum of so many dice."""
    given, high = attack.total, FACES * dice
    return None if given is None else a_whole_number(given, "the attack's total", dice, high)


def enemies(attack: Attack, draft: Draft) -> tuple[Figure, Figure]:
    """Who attacks whom: enemies that live, one of whom has used an action for it."""
    unit, target = whose(attack, draft), draft.figures[INDEX_OF[figure_id(attack.target)]]
    if unit.seat == target.seat or not (unit.alive and target.alive):
        raise impossible(f"{target.id} is no enemy of {unit.id}", "SKM-G3")
    if not has_acted(unit, draft):
        raise impossible(f"{unit.id} attacks, but has used no action", "SKM-R3")
    return unit, target


def read_shot(attack: Attack, draft: Draft) -> Volley:
    unit, target = enemies(attack, draft)
    pair = INDEX_OF[unit.id], INDEX_OF[target.id]
    piece, dice, _ = engine().survey(draft.state(), layout.SHOT_AT, *pair)
    if piece != layout.NONE:
        raise impossible(f"{unit.id} does not see {target.id}", "SKM-G2")
    return Volley("attack", target.id, total_of(attack, int(dice)), unit.id, target.id)


def read_melee(attack: Attack, draft: Draft) -> Melee | Volley:
    unit, target = enemies(attack, draft)
    pair = INDEX_OF[unit.id], INDEX_OF[target.id]
    if not engine().survey(draft.state(), layout.STRUCK_AT, *pair)[0]:
        raise impossible(f"{unit.id} does not reach {target.id}", "SKM-F1")
    dice = draft.setting.numbers[layout.MELEE_DICE]
    if attack.hurt is None:
        return Melee(unit.id, target.id, total_of(attack, dice))
    if attack.hurt not in (unit.id, target.id) or attack.total is None:
        raise impossible("who is hurt hand to hand is one of the two", "SKM-F1")
    if draft.setting.options.named("melee") == "alternate":
        raise impossible("by the alternate rule there is no armour", "SKM-F3")
    # By how much a blow was the better one.
    total = a_whole_number(attack.total, "the attack's total", 1, (FACES - 1) * dice)
    return Volley("melee", attack.hurt, total, unit.id, target.id)


def read_throw(attack: Attack, draft: Draft) -> Throw:
    unit, toward, throws = whose(attack, draft), attack.toward, throws_of(draft)
    assert toward is not None
    if unit.at is None or not unit.alive or not has_acted(unit, draft):
        raise impossible(f"{unit.id} has not thrown a grenade", "SKM-N1")
    if attack.within is not None and attack.within not in throws:
        *others, last = map(said, throws)
        raise impossible(f"a grenade flies up to {', '.join(others)} or {last}", "SKM-N1")
    thrown = engine().survey(draft.state(), layout.THROWN_AT, INDEX_OF[unit.id], *toward)
    if thrown[0] != layout.FINE:
        raise impossible(f"{unit.id} cannot have thrown in that direction", "SKM-N1")
    return Throw(unit.id, toward, attack.within)


def throws_of(draft: Draft) -> tuple[int, ...]:
    """How far a grenade may fly, by the die (SKM-N1)."""
    return draft.setting.numbers[layout.SHORT_THROW : layout.LONG_THROW + 1]


def read_blast(attack: Attack, draft: Draft) -> Volley:
    """A thrower who was caught first may be dead by now."""
    unit, at = whose(attack, draft), attack.at
    assert at is not None
    flown = unit.at is not None and unit.at != at and within(unit.at, at, max(throws_of(draft)))
    if not (has_acted(unit, draft) and flown and on_table(draft.setting.table, at)):
        raise impossible(f"{unit.id} has thrown no grenade there", "SKM-N1")
    first = first_of(attack, caught(draft.state(), at))
    return Volley("blast", first["unit"], total_of(attack, first["dice"]), unit.id, at=at)


def read_indirect(attack: Attack, draft: Draft) -> Volley:
    first = first_of(attack, under_fire(draft.state()))
    total = total_of(attack, draft.setting.numbers[layout.INDIRECT_DICE])
    return Volley("indirect", first["unit"], total, army=first["seat"])


def first_of(attack: Attack, every: list[dict[str, Any]]) -> dict[str, Any]:
    """Who resists now: those who have yet to are the last of all that there are."""
    left = attack.against or []
    begun = len(every) - len(left)
    if not left or left != every[max(begun, 0) :]:
        raise impossible("those who have to resist are not those in the fire", "SKM-N3")
    return every[begun]


def indirect_fire(draft: Draft) -> Volley | None:
    """SKM-R1: the fire a round starts with, if there is any."""
    every = under_fire(draft.state())
    return Volley("indirect", every[0]["unit"], army=every[0]["seat"]) if every else None


READ = {
    "shoot": read_shot,
    "strike": read_melee,
    "throw": read_throw,
    "land": read_blast,
    "indirect": read_indirect,
}
