"""What an action will lead to. After the initiative nothing is left to chance, so the chances are
0 and 1; where the owner of a besieged fort may choose, he is taken to choose what costs him least.
"""

from fractions import Fraction
from typing import TYPE_CHECKING

from outrider.core.odds import Odds
from outrider.games.skirminion.actions import Action
from outrider.games.skirminion.state import State, other
from outrider.games.skirminion.victory import OUTCOMES

if TYPE_CHECKING:
    from outrider.games.skirminion.game import Skirminion


def chances(game: "Skirminion", state: State, action: Action) -> Odds:
    """Kill, die, capture, win, draw and lose for the side that decides; what both sides lose."""
    seat, foe = state.decider, other(state.decider)
    after = game.advance(state, seat, action).state
    if after.besieged is not None:
        answers = game.legal(after, foe)
        ends = [game.advance(after, foe, answer).state for answer in answers]
        after = min(ends, key=lambda end: _cost(state, end, foe))
    winners = OUTCOMES[after.ending].winners if after.ending else None
    certain = {
        "kill": _count(after, foe) < _count(state, foe),
        "die": _count(after, seat) < _count(state, seat),
        "capture": bool(after.forts_of(seat) & state.forts_of(foe)),
        "win": winners == (seat,),
        "draw": winners == (),
        "lose": winners == (foe,),
    }
    expected = {"damage": _lost(state, after, foe), "loss": _lost(state, after, seat)}
    return Odds(
        {name: Fraction(int(true)) for name, true in certain.items()},
        {name: Fraction(value) for name, value in expected.items()},
    )


def _count(state: State, seat: str) -> int:
    return state.units_of(seat).bit_count()


def _health(state: State, seat: str) -> int:
    units = state.units_of(seat)
    return sum((state.words[4 + plane] & units).bit_count() << plane for plane in range(3))


def _lost(before: State, after: State, seat: str) -> int:
    """The health a side lost; what a rest gained is no loss."""
    return max(0, _health(before, seat) - _health(after, seat))


def _cost(before: State, after: State, seat: str) -> tuple[int, int, int]:
    """What a choice costs its owner: the battle, a unit, health."""
    winners = OUTCOMES[after.ending].winners if after.ending else None
    worth: dict[tuple[str, ...] | None, int] = {(seat,): 0, None: 1, (): 2}
    return (
        worth.get(winners, 3),
        _count(before, seat) - _count(after, seat),
        _lost(before, after, seat),
    )
