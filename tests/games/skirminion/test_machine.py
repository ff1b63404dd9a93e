"""A machine that plays, takes back and reloads in any order, and looks for what may never be."""

from typing import Any

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

import outrider
from forms import examples
from outrider.dice import ListedDice
from outrider.games.skirminion.actions import Rest
from outrider.games.skirminion.board import HALVES, RING, bit, names
from outrider.games.skirminion.engine import engine
from outrider.games.skirminion.kernel import layout
from outrider.games.skirminion.state import SEATS, State

game = outrider.game("skirminion")


class Skirminion(RuleBasedStateMachine):
    """One match. Every step is one of its legal actions, an undo or a journey through JSON."""

    def __init__(self) -> None:
        super().__init__()
        terms = game.terms({"quiet_limit": 30, "length_limit": 120})
        self.match = outrider.Match(game, terms, ListedDice([3, 3, 5, 2]))
        self.history: list[State] = []

    @property
    def state(self) -> State:
        state: State = self.match.state
        return state

    @rule(pick=st.floats(0, 1, exclude_max=True), fierce=st.booleans())
    def play(self, pick: float, fierce: bool) -> None:
        if self.match.result is not None:
            return
        (seat,) = self.match.deciders()
        actions = list(game.choices(self.state, seat))
        if fierce:
            blows = [action for action in actions if action.do in ("attack", "siege", "receive")]
            actions = blows or actions
        action = actions[int(pick * len(actions))]
        before = self.state
        self.history.append(before)
        self.match.play(seat, action)
        self.compare(before, action)

    def compare(self, before: State, action: Any) -> None:
        """SKN-A3, SKN-R1, SKN-B4: who may lose, who may gain, what stays."""
        after = self.state
        for seat in SEATS:
            assert after.units_of(seat).bit_count() <= before.units_of(seat).bit_count()
        gain = sum(after.healths().values()) - sum(before.healths().values())
        assert gain == 1 if isinstance(action, Rest) else gain <= 0
        if before.stage == layout.BATTLE:
            both = [state.forts_of("red") | state.forts_of("blue") for state in (before, after)]
            assert both[0] == both[1]
        if action.do not in ("attack", "siege", "receive"):
            assert gain in (0, 1)
        assert after.played - before.played in (0, 1)

    @precondition(lambda self: self.history)
    @rule()
    def undo(self) -> None:
        self.match.undo()
        assert self.state == self.history.pop()

    @rule()
    def reload(self) -> None:
        record = outrider.record_from_text(self.match.record().to_text())
        again = outrider.Match.from_record(game, record)
        assert again.state == self.state
        assert again.pending == self.match.pending

    @invariant()
    def healths_are_on_dice(self) -> None:
        """SKN-S1, SKN-B3: one to six, and only where units are."""
        units = self.state.units_of("red") | self.state.units_of("blue")
        assert (self.state.words[4] | self.state.words[5] | self.state.words[6]) == units
        assert all(1 <= health <= 6 for health in self.state.healths().values())
        assert all(self.state.units_of(seat).bit_count() <= 8 for seat in SEATS)

    @invariant()
    def nobody_shares_a_square(self) -> None:
        """SKN-M1, SKN-S5."""
        sets = [self.state.words[index] for index in range(4)]
        assert (
            sum(s.bit_count() for s in sets) == (sets[0] | sets[1] | sets[2] | sets[3]).bit_count()
        )
        forts = sets[2] | sets[3]
        assert not any(forts & RING[name] for name in names(forts))
        assert all((forts & half).bit_count() <= 4 for half in HALVES.values())

    @invariant()
    def an_activation_has_something_to_do(self) -> None:
        """SKN-P2, SKN-P3."""
        activated = self.state.activated
        if activated is not None:
            assert self.state.units_of(self.state.active) & bit(activated)
            assert len(engine().codes(self.state.words, self.state.numbers)) >= 2

    @invariant()
    def it_can_be_written_down(self) -> None:
        """SKN-P5: the line gives the same board, side, activation, siege and counters."""
        if self.state.stage == layout.BATTLE and self.state.words[0] | self.state.words[1]:
            again = game.read(game.write(self.state), self.state.options.to_json())
            assert again.words == self.state.words
            assert engine().name(again.words) == engine().name(self.state.words)
        assert game.load(game.dump(self.state)) == self.state


TestSkirminion = pytest.mark.kernel(Skirminion.TestCase)
TestSkirminion.settings = examples(120, stateful_step_count=80)
