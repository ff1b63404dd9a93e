"""What the odds of shots and melees rest on, and what may come of them, in words."""

from fractions import Fraction

from outrider.core.account import Account, Reason, Result
from outrider.games.skirmishers.actions import (
    Action,
    Choose,
    DefensiveFire,
    Fire,
    Move,
    ReturnFire,
    Strike,
)
from outrider.games.skirmishers.engine import engine
from outrider.games.skirmishers.kernel import layout
from outrider.games.skirmishers.odds import chances, of_fire, shot_chance
from outrider.games.skirmishers.state import State, Unit, place_of
from outrider.table.lengths import read_off
from outrider.table.points import distance


def called(unit: Unit) -> str:
    return unit.warrior.name or unit.id


def account(state: State, action: Action) -> Account:
    match action:
        case Fire(unit, target):
            return of_shot(state, state.unit(unit), state.unit(target))
        case ReturnFire() | DefensiveFire():
            return of_offer(state)
        case Strike():
            return of_melee(state, action)
        case Move():
            return of_way(state, action)
        case Choose(unit):
            kills = chances(state, action).chances["kill"]
            name = called(state.unit(unit))
            said = f"{name} is killed" if kills else f"{name} is at disadvantage"
            return Account((), (Result(said, Fraction(1)),))
    return Account()


# -- fire ----------------------------------------------------------------------------------------


def along(unit: Unit, target: Unit) -> str:
    """How far it is, of how far the weapon carries."""
    far = distance(place_of(unit), place_of(target))
    return read_off(far, unit.warrior.range)


def shot_reasons(state: State, unit: Unit, target: Unit) -> tuple[Reason, ...]:
    """SKR-G1 to SKR-G5: range, the dice of both, cover."""
    index = state.scenario.index
    _, cover, dice = engine().survey(state, layout.COVERED, index[unit.id], index[target.id])
    more = dice - target.warrior.defense
    bow = f"{more} more against a {unit.warrior.weapon}; " if more > 0 else ""
    covered = Reason("Cover", f"+{cover}", note="on its highest die")
    return (
        Reason("Distance", along(unit, target)),
        Reason(f"{called(unit)} fires", dice=unit.warrior.firing, note="the highest counts"),
        Reason(f"{called(target)} defends", dice=dice, note=f"{bow}a tie saves it"),
        covered if cover else Reason("Cover", "none", note="open ground"),
    )


def of_shot(state: State, unit: Unit, target: Unit) -> Account:
    """In its own turn, with what is fired back."""
    odds = of_fire(state, unit, target).chances
    gone = f"{called(unit)} has fired: it neither moves nor strikes in this turn."
    results = (
        Result(f"{called(target)} falls", odds["kill"], cost=gone),
        Result("A miss", odds["nothing"], "plain", gone),
        Result(f"{called(unit)} falls to the answer", odds["killed"], "bad"),
    )
    return Account(shot_reasons(state, unit, target), results, along(unit, target))


def of_offer(state: State) -> Account:
    """SKR-X1 to SKR-X5: a shot in the other side's turn, which nobody answers."""
    offer = state.offer
    assert offer is not None
    unit, target = state.unit(offer.unit), state.unit(offer.target)
    kill = shot_chance(state, unit, target)
    mover = f"{called(target)} goes on, and {called(unit)} does not fire at a mover again."
    miss = mover if state.march is not None else "It costs nothing: nobody answers."
    results = (
        Result(f"{called(target)} falls", kill),
        Result("A miss", 1 - kill, "plain", miss),
    )
    return Account(shot_reasons(state, unit, target), results, along(unit, target))


# -- melee ---------------------------------------------------------------------------------------


def of_melee(state: State, action: Strike) -> Account:
    """SKR-F2 to SKR-F7."""
    target = state.unit(action.target)
    strikers = [state.unit(id) for id in action.units]
    pool = sum(unit.warrior.attack for unit in strikers)
    names = " and ".join(map(called, strikers))
    top = [called(unit) for unit in strikers if target.id in unit.over]
    under = [called(unit) for unit in strikers if unit.id in target.over]
    reasons = [
        Reason(f"{names} strike" + ("s" if len(strikers) == 1 else ""), dice=pool),
        Reason(f"{called(target)} fights", dice=target.warrior.attack, note="ties change nothing"),
    ]
    if top:
        reasons.append(Reason("Advantage", " and ".join(top), note="a win kills"))
    if under:
        reasons.append(Reason("At disadvantage", " and ".join(under), note="a loss kills"))
    odds = chances(state, action).chances
    one = names if len(strikers) == 1 else "one of them"
    spent = "Who has struck neither moves nor fires any more in this turn."
    results = (
        Result(f"{called(target)} is killed", odds["kill"]),
        Result(f"{names} on top of {called(target)}", odds["advantage"]),
        Result("Neither gives way", odds["nothing"], "plain", spent),
        Result(f"{called(target)} on top of {one}", odds["reversal"], "bad"),
        Result(f"{one} is killed", odds["killed"], "bad"),
    )
    return Account(tuple(reasons), results)


# -- ways ----------------------------------------------------------------------------------------


def of_way(state: State, action: Move) -> Account:
    """SKR-X4: whoever fires on the way, if everybody does where they first can."""
    odds = chances(state, action).chances
    mover = called(state.unit(action.unit))
    shots = {name: share for name, share in odds.items() if name not in ("alive", "killed")}
    if not shots:
        return Account()
    by = {name: called(state.unit(name.rsplit(" ", 1)[-1])) for name in shots}
    results = [
        Result(f"{mover} falls to {by[name]}", share, "bad", "It lies where it was hit.")
        for name, share in shots.items()
    ]
    return Account((), (Result(f"{mover} arrives", odds["alive"]), *results))
