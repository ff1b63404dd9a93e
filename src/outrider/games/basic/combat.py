"""Combat (BSK-C1 to BSK-C6): measure, attack, save."""

from dataclasses import replace

from outrider.core.events import Rolled
from outrider.core.game import Step
from outrider.core.refusal import Refusal, illegal
from outrider.core.wire import Event
from outrider.games.basic.actions import Attack
from outrider.games.basic.events import Attacked, Died, Hit, Hurt, Missed, Saved
from outrider.games.basic.state import State, Strike, Unit, place_of
from outrider.games.basic.victory import ended
from outrider.table.lengths import said
from outrider.table.points import distance, within


def why_not_strike(state: State, unit: Unit) -> Refusal | None:
    """Why a unit may not attack at all, whomever."""
    if unit.seat != state.turn or not unit.alive:
        return illegal("BSK-T1", f"{state.turn.capitalize()} has no unit {unit.id} on the table")
    if unit.done:
        return illegal("BSK-C3", f"{unit.id} has missed and is done for this turn")
    if unit.attacked:
        return illegal("BSK-C6", f"{unit.id} has attacked in this turn")
    return None


def in_range(unit: Unit, target: Unit) -> bool:
    """BSK-C1: from centre to centre."""
    return within(place_of(unit), place_of(target), unit.statistics.range)


def why_not_target(unit: Unit, target: Unit) -> Refusal | None:
    """BSK-C1: a live enemy, in range."""
    if target.seat == unit.seat or not target.alive:
        return illegal("BSK-C1", f"{target.id} is no enemy on the table")
    if in_range(unit, target):
        return None
    length = distance(place_of(unit), place_of(target))
    over = said(max(1, length - unit.statistics.range))
    return illegal("BSK-C1", f"{target.id} is {said(length)} away, out of range by {over}")


def why_not_attack(state: State, action: Attack) -> Refusal | None:
    unit = state.unit(action.unit)
    return why_not_strike(state, unit) or why_not_target(unit, state.unit(action.target))


def attack(state: State, action: Attack) -> Step[State]:
    """BSK-C6: the attack is made; the dice say how it goes."""
    unit = replace(state.unit(action.unit), attacked=True)
    after = replace(state.with_units(unit), strike=Strike(action.unit, action.target))
    return Step(after, (Attacked(action.unit, action.target),))


def roll(state: State, face: int) -> Step[State]:
    """The die an attack waits for has fallen: the attacker's, or after a hit the defender's, who
    saves with his number or more (BSK-C4)."""
    strike = state.strike
    assert strike is not None
    unit, target = state.unit(strike.unit), state.unit(strike.target)
    if not strike.hit:
        event = Rolled("attack", unit.seat, (face,))
        return _attack_roll(state, strike, unit, face, event)
    event = Rolled("save", target.seat, (face,))
    after = replace(state, strike=None)
    if face >= target.statistics.save:
        return Step(after, (event, Saved(target.id)))
    step = _damage(after, unit, target)
    return Step(step.state, (event, *step.events))


def _attack_roll(state: State, strike: Strike, unit: Unit, face: int, event: Event) -> Step[State]:
    """BSK-C2: a hit asks the defender; BSK-C3: a miss ends the unit's turn."""
    if face >= unit.statistics.attack:
        after = replace(state, strike=replace(strike, hit=True))
        return Step(after, (event, Hit(unit.id, strike.target)))
    done = state.options.flag("miss_ends_unit")
    after = replace(state.with_units(replace(unit, done=done)), strike=None)
    return Step(after, (event, Missed(unit.id, done)))


def _damage(state: State, unit: Unit, target: Unit) -> Step[State]:
    """BSK-C5; BSK-A6: bolster's health goes first."""
    loss = min(unit.damage, target.health + target.buffer)
    buffered = min(loss, target.buffer)
    health = target.health - (loss - buffered)
    hurt = replace(target, health=health, buffer=target.buffer - buffered)
    events: list[Event] = [Hurt(target.id, loss, buffered, health)]
    if health == 0:
        hurt = replace(hurt, buffer=0, bolstered=False, rushed=False)
        events.append(Died(target.id))
    after = state.with_units(hurt)
    return Step(after, (*events, *ended(after)))
