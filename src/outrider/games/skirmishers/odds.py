"""Exact chances, by counting every way the dice can fall."""

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache

from outrider.core.odds import Odds
from outrider.dice.distribution import best_two_of, highest_of
from outrider.games.skirmishers.actions import (
    Action,
    Choose,
    DefensiveFire,
    Fire,
    Hold,
    Move,
    ReturnFire,
    Strike,
)
from outrider.games.skirmishers.codes import code_of
from outrider.games.skirmishers.engine import engine
from outrider.games.skirmishers.kernel import layout
from outrider.games.skirmishers.state import State, Unit

KEPT = 4096
ONE = Fraction(1)


@lru_cache(KEPT)
def hit_chance(firing: int, defense: int, cover: int) -> Fraction:
    """SKR-G2, SKR-G3: that the highest of some dice beats the highest of others plus cover."""
    win, _, _ = highest_of(firing).beats(highest_of(defense).shift(cover))
    return win


@lru_cache(KEPT)
def melee_chances(mine: int, yours: int) -> tuple[Fraction, Fraction, Fraction, Fraction, Fraction]:
    """SKR-F3, SKR-F4, SKR-F7: to win outright, to win, to stay equal, to lose, to lose outright."""
    found = [Fraction(0)] * 5
    for (high, second), chance in best_two_of(mine).items():
        for (top, next_), times in best_two_of(yours).items():
            if high > top:
                at = 0 if second > top else 1
            elif high < top:
                at = 4 if next_ > high else 3
            else:
                at = 2
            found[at] += chance * times
    return found[0], found[1], found[2], found[3], found[4]


def shot_chance(state: State, unit: Unit, target: Unit) -> Fraction:
    """That one piece kills another, where they stand."""
    index = state.scenario.index
    _, cover, dice = engine().survey(state, layout.COVERED, index[unit.id], index[target.id])
    return hit_chance(unit.warrior.firing, dice, cover)


def may_fire_back(state: State, unit: Unit, target: Unit) -> bool:
    """SKR-X1: a weapon, range and sight, and nothing that forbids it to fire."""
    made, index = engine(), state.scenario.index
    firer, mark = index[unit.id], index[target.id]
    if made.survey(state, layout.READY, firer)[0] != layout.FINE:
        return False
    return made.survey(state, layout.SIGHTED, firer, mark)[0] == layout.FINE


def chances(state: State, action: Action) -> Odds:
    """What an action may lead to, for the side that takes it."""
    match action:
        case Strike():
            return of_fight(state, action)
        case Fire(unit, target):
            return of_fire(state, state.unit(unit), state.unit(target))
        case Move():
            return of_move(state, action)
        case ReturnFire() | DefensiveFire():
            assert state.offer is not None
            firer, mark = state.unit(state.offer.unit), state.unit(state.offer.target)
            kill = shot_chance(state, firer, mark)
            return Odds({"kill": kill, "nothing": 1 - kill}, {"kills": kill})
        case Choose():
            return of_choice(state, action)
    return Odds({})


def of_fight(state: State, action: Strike) -> Odds:
    """The target killed, advantage over it, nothing, the target on top, a striker killed: one of
    these five. The target's owner is taken to choose a kill wherever he can (SKR-F9)."""
    target = state.unit(action.target)
    pool = sum(state.unit(id).warrior.attack for id in action.units)
    finish, win, tie, lose, end = melee_chances(pool, target.warrior.attack)
    on_top = any(target.id in state.unit(id).over for id in action.units)
    under = any(id in target.over for id in action.units)
    kill = finish + win if on_top else finish
    killed = end + lose if under else end
    found = {
        "kill": kill,
        "advantage": finish + win - kill,
        "nothing": tie,
        "reversal": end + lose - killed,
        "killed": killed,
    }
    return Odds(found, {"kills": kill, "losses": killed})


def of_fire(state: State, unit: Unit, target: Unit) -> Odds:
    """The target killed, nothing, or the firer killed by return fire, which is taken to come if it
    can (SKR-X1)."""
    kill = shot_chance(state, unit, target)
    back = Fraction(0)
    if may_fire_back(state, target, unit):
        back = shot_chance(state, target, unit)
    killed = (1 - kill) * back
    found = {"kill": kill, "nothing": 1 - kill - killed, "killed": killed}
    return Odds(found, {"kills": kill, "losses": killed})


def of_move(state: State, action: Move) -> Odds:
    """To arrive alive or be killed on the way, and by whom, if every shot is taken where it is
    first offered."""
    alive = ONE
    by: dict[str, Fraction] = {}
    for stopped in stops(state, action):
        offer = stopped.offer
        assert offer is not None
        kill = shot_chance(stopped, stopped.unit(offer.unit), stopped.unit(offer.target))
        by[f"killed by {offer.unit}"] = alive * kill
        alive *= 1 - kill
    return Odds({"alive": alive, "killed": 1 - alive, **by}, {"losses": 1 - alive})


def stops(state: State, action: Move) -> Iterator[State]:
    """Every state of a move in which it may be fired at, if nobody does."""
    hold = code_of(state.setting, Hold())
    after, _, _ = engine().play(state, code_of(state.setting, action))
    while after.offer is not None:
        yield after
        after, _, _ = engine().play(after, hold)


def of_choice(state: State, action: Choose) -> Odds:
    """The dice have fallen: it is known what the choice does."""
    _, did, _ = engine().play(state, code_of(state.setting, action))
    kill = Fraction(did == layout.KILL)
    return Odds({"kill": kill, "advantage": 1 - kill}, {"kills": kill})
