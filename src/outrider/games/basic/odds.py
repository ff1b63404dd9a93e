"""Exact chances of attacks and commands."""

from fractions import Fraction

from outrider.core.odds import Odds
from outrider.dice import die
from outrider.games.basic.actions import Action, Attack, Command
from outrider.games.basic.command import commanded
from outrider.games.basic.state import State


def chances(state: State, action: Action) -> Odds:
    """An attack: to hit, to be saved, to wound, to kill, and the health expected to be lost. A
    command: how many units it reaches."""
    if isinstance(action, Command):
        return Odds({}, {"units": Fraction(len(commanded(state)))})
    if not isinstance(action, Attack):
        return Odds({})
    unit, target = state.unit(action.unit), state.unit(action.target)
    hit = die().at_least(unit.statistics.attack)
    save = die().at_least(target.statistics.save)
    wound = hit * (1 - save)
    lasts = target.health + target.buffer
    kill = wound if unit.damage >= lasts else Fraction(0)
    last = len(state.living(target.seat)) == 1
    return Odds(
        {
            "hit": hit,
            "saved": hit * save,
            "wound": wound,
            "kill": kill,
            "win": kill if last else Fraction(0),
        },
        {"damage": wound * min(unit.damage, lasts)},
    )
