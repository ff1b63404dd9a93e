"""A reaction as it is asked on the table: from whom, at whom, and where the mover goes on."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from outrider.core.asked import Asked, Way
from outrider.core.measuring import Range
from outrider.games.skirmishers.accounts import called, of_offer
from outrider.games.skirmishers.actions import Hold, Wait
from outrider.games.skirmishers.codes import code_of
from outrider.games.skirmishers.engine import engine
from outrider.games.skirmishers.fields import field_of_fire
from outrider.games.skirmishers.kernel import layout
from outrider.games.skirmishers.odds import shot_chance
from outrider.games.skirmishers.reaching import ends_of
from outrider.games.skirmishers.state import State, Unit, recorded
from outrider.table.lengths import inches
from outrider.table.points import Point, distance, to_json

MOST_LOOKS = 240
"""So many looks ahead are taken at most; what is farther is taken to be hidden."""


def asked(state: State) -> Asked | None:
    offer = state.offer
    if offer is None:
        return None
    unit, target = state.unit(offer.unit), state.unit(offer.target)
    back = state.march is None
    title = f"{called(unit)} may fire {'back ' if back else ''}at {called(target)}"
    note = "return fire, as often as it lives" if back else "one such shot a turn"
    field = () if back else (field_of_fire(state, unit),)
    return Asked(title, unit.id, target.id, note, of_offer(state), tuple(ways(state)), field)


# -- where the mover goes on -----------------------------------------------------------------------


def looks_ahead(state: State) -> Iterator[State]:
    """The states in which the piece that is asked would be asked again, if it waited and nobody
    else fired (SKR-X4)."""
    offer, setting = state.offer, state.setting
    assert offer is not None
    wait, hold = code_of(setting, Wait()), code_of(setting, Hold())
    if engine().check(state, wait)[0] != layout.FINE:
        return
    after, _, _ = engine().play(state, wait)
    for _ in range(MOST_LOOKS):
        if after.offer is None:
            return
        if after.offer.unit == offer.unit:
            yield after
            if engine().check(after, wait)[0] != layout.FINE:
                return
            after, _, _ = engine().play(after, wait)
        else:
            after, _, _ = engine().play(after, hold)


def chance_later(state: State) -> Fraction | None:
    """That the piece kills the mover at its next look; None if it will not be asked again."""
    later = next(looks_ahead(state), None)
    if later is None or later.offer is None:
        return None
    return shot_chance(later, later.unit(later.offer.unit), later.unit(later.offer.target))


def ways(state: State) -> Iterator[Way]:
    """What is left of the mover's way, parted by whether it can still be fired at at the looks to
    come: from one look to the next it is as at the later one."""
    march = state.march
    if march is None:
        return
    seen = {later.march.gone for later in looks_ahead(state) if later.march is not None}
    points, open_ = [place(state, march.gone)], True
    for gone in stops(state):
        if (gone in seen) != open_ and len(points) > 1:
            yield Way([to_json(point) for point in points], open_)
            points = points[-1:]
        open_ = gone in seen
        points.append(place(state, gone))
    if len(points) > 1:
        yield Way([to_json(point) for point in points], open_)


def stops(state: State) -> list[int]:
    """How far along the way the looks to come are: every so often, at the corners and at the end
    (SKR-X4)."""
    march = state.march
    assert march is not None
    legs = zip((march.start, *march.path), march.path, strict=False)
    found, whole = set(), 0
    for a, b in legs:
        whole += distance(a, b)
        found.add(whole)
    step = state.setting.numbers[layout.LOOK]
    found.update(range(0, whole, step))
    return sorted(gone for gone in found if gone > march.gone)


def place(state: State, gone: int) -> Point:
    """Which point is so far along the way."""
    _, x, y = engine().survey(state, layout.PLACE, gone)
    return x, y


# -- what is in a piece's power --------------------------------------------------------------------


def ranges(state: State, unit: Unit) -> tuple[Range, ...]:
    """Where it could go and fire in a fresh turn of its own, as the table stands."""
    rested = [replace(each, moved=False, fired=False, fought=False, reacted=False)
              for each in state.units]  # fmt: skip
    turn = recorded(state.setting, rested, unit.seat, state.held, state.turns)
    ground = ends_of(turn, unit.id)
    warrior, name = unit.warrior, called(unit)
    found = []
    if ground:
        far = inches(warrior.movement)
        found.append(Range(f"{name}'s reach in a turn, {far}″", "reach", ground))
    if warrior.firing and warrior.range:
        said = f"{name}'s field of fire, {inches(warrior.range)}″"
        found.append(Range(said, "threat", (field_of_fire(state, unit),)))
    return tuple(found)
