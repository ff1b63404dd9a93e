"""What the odds of an attack rest on and what may come of it; what is in a unit's power."""

from fractions import Fraction
from typing import Any

from outrider.core.account import Account, Reason, Result
from outrider.core.measuring import Range
from outrider.games.basic.actions import Action, Attack
from outrider.games.basic.engine import engine
from outrider.games.basic.kernel import layout
from outrider.games.basic.numbers import KINDS
from outrider.games.basic.odds import THROWS
from outrider.games.basic.state import INDEX_OF, State, Unit, place_of
from outrider.table.areas import Round, area, bases, rim
from outrider.table.lengths import inches, read_off
from outrider.table.points import distance, to_json


def statistic(state: State, unit: Unit, which: int) -> int:
    """BSK-U1: a number of its kind."""
    return state.setting.numbers[layout.STATISTICS * KINDS.index(unit.kind) + which]


def account(state: State, action: Action) -> Account:
    if not isinstance(action, Attack):
        return Account()
    unit, target = state.unit(action.unit), state.unit(action.target)
    counts = engine().chances(state, INDEX_OF[unit.id], INDEX_OF[target.id])
    apart = distance(place_of(unit), place_of(target))
    far = read_off(apart, statistic(state, unit, layout.RANGE))
    loss = counts[layout.LOSS] // counts[layout.WOUNDS] if counts[layout.WOUNDS] else 0
    left = target.health + target.buffer
    hits, saves = (
        statistic(state, unit, layout.ATTACK_FACE),
        statistic(state, target, layout.SAVE_FACE),
    )
    reasons = (
        Reason("Distance", far),
        Reason(f"{unit.id} attacks", dice=1, note=f"{hits} or more hits"),
        Reason(f"{target.id} saves", dice=1, note=f"{saves} or more saves"),
        Reason("Damage", str(loss), note="bolstered" if unit.bolstered else ""),
        Reason(f"{target.id}'s health", str(left), note="bolstered" if target.buffer else ""),
    )
    return Account(reasons, results(state, unit, target, counts), far)


def results(state: State, unit: Unit, target: Unit, counts: list[int]) -> tuple[Result, ...]:
    """Killed, hurt, saved, missed: one of these four."""
    share = {name: Fraction(counts[name], THROWS) for name in range(layout.ODDS)}
    loss = counts[layout.LOSS] // counts[layout.WOUNDS] if counts[layout.WOUNDS] else 0
    miss = 1 - share[layout.HITS]
    done = state.setting.numbers[layout.MISS_ENDS_UNIT] != 0
    spent = f"{unit.id} is done for this turn." if done else "It has attacked, and may still move."
    hurt = f"{target.id} loses {loss}" if loss else f"{target.id} is unhurt"
    return (
        Result(f"{target.id} falls", share[layout.KILLS]),
        Result(hurt, share[layout.WOUNDS] - share[layout.KILLS]),
        Result(f"{target.id} saves", share[layout.SAVED], "plain", "Nothing is lost."),
        Result("A miss", miss, "bad" if done else "plain", spent),
    )


# -- what is in a unit's power -------------------------------------------------------------------


def ranges(state: State, unit: Unit) -> tuple[Range, ...]:
    """How far it moves and attacks, and of a commander how far it is heard."""
    at = place_of(unit)
    far = int(engine().survey(state, layout.REACH, INDEX_OF[unit.id])[1])
    disc = Round(at, far * far)
    ground = area(disc, rim(state.table, disc), bases(state.others(unit.id)))
    range_ = statistic(state, unit, layout.RANGE)
    found = [
        Range(f"{unit.id} moves up to {inches(far)}″", "reach", (ground,)),
        Range(f"{unit.id} attacks up to {inches(range_)}″", "threat", (_disc(unit, range_),)),
    ]
    if unit.kind == "commander":
        for name, place in (("bolsters", layout.BOLSTER_REACH), ("rushes", layout.RUSH_REACH)):
            heard = state.setting.numbers[place]
            said = f"{unit.id} {name} within {inches(heard)}″"
            found.append(Range(said, "reach", (_disc(unit, heard),)))
    return tuple(found)


def _disc(unit: Unit, radius: int) -> dict[str, Any]:
    return {"shape": "disc", "at": to_json(place_of(unit)), "radius": inches(radius)}
