"""Pebbles, through the one interface."""

from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Any

from outrider import (
    Choices,
    Game,
    Goal,
    Listed,
    Odds,
    Offer,
    Options,
    Over,
    Pending,
    Refusal,
    Rulebook,
    Sense,
    Standing,
    Step,
    Terms,
    illegal,
)
from outrider.core import Ended, PhaseBegan, Rolled
from outrider.dice import die
from outrider_pebbles import actions, view, writing
from outrider_pebbles.actions import ACTIONS, Choice, Pass, Take
from outrider_pebbles.events import Passed, Taken
from outrider_pebbles.state import OPTIONS, PURPOSE, SEAT_COUNTS, State, outcome_of, pending_of


class Pebbles(Game[State, Choice]):
    """Nim with a die, for two to four."""

    id = "pebbles"
    title = "Pebbles"
    rules_version = "1.0"
    seat_counts = SEAT_COUNTS
    options = OPTIONS

    def new(self, terms: Terms) -> Step[State]:
        """PEB-S1, PEB-S2."""
        heap = terms.options.number("heap")
        return Step(State(terms.options, terms.seats, heap, terms.seats[0]), (PhaseBegan("play"),))

    def seats_of(self, state: State) -> tuple[str, ...]:
        return state.seats

    def pending(self, state: State) -> Pending:
        return pending_of(state)

    def legal(self, state: State, seat: str | None) -> Choices[Choice]:
        """Every legal action, and nowhere else is it said which are."""
        takes = [Take(pebbles) for pebbles in range(1, state.most + 1)]
        passes = [] if seat in state.passed else [Pass()]
        return Listed([*takes, *passes], partial(why_not, state))

    def advance(self, state: State, seat: str | None, action: Choice) -> Step[State]:
        if isinstance(action, Pass):
            users = tuple(user for user in state.seats if user in (*state.passed, state.turn))
            after = replace(state, turn=state.following, die=None, passed=users)
            return Step(after, (Passed(state.turn),))
        left = state.heap - action.pebbles
        taken = Taken(state.turn, action.pebbles, left)
        if left:
            return Step(replace(state, heap=left, turn=state.following, die=None), (taken,))
        end = replace(state, heap=0, die=None)
        return Step(end, (taken, PhaseBegan("over"), Ended.by(outcome_of(end))))

    def fall(self, state: State, faces: tuple[int, ...]) -> Step[State]:
        """PEB-T1."""
        return Step(replace(state, die=faces[0]), (Rolled(PURPOSE, state.turn, faces),))

    def chances(self, state: State, seat: str | None, action: Choice) -> Odds:
        """`win` and `lose`: at once. `last`: the next player's die reaches the last pebble.
        `most`: how many the next player may take."""
        after = self.advance(state, seat, action).state
        pending = self.pending(after)
        if isinstance(pending, Over):
            won = int(seat in pending.outcome.winners)
            return Odds({"win": Fraction(won), "lose": Fraction(1 - won), "last": Fraction(0)})
        most = die().map(lambda face: min(face, after.heap))
        certain = {"win": Fraction(0), "lose": Fraction(0)}
        return Odds({**certain, "last": most.chance(after.heap)}, {"most": most.expected()})

    def offer(self, state: State, action: Choice) -> Offer:
        """A page offers to take so many at the pebble that would be the first to go."""
        if isinstance(action, Pass):
            return Offer("Pass")
        at = state.heap - action.pebbles + 1
        return Offer(f"Take {action.pebbles}", place=str(at) if at > 0 else None)

    def sense(self, state: State, seat: str | None, name: str) -> Sense:
        return Sense("bad" if name in ("lose", "last") else "good")

    def standing(self, state: State, seat: str | None) -> Standing:
        """PEB-V1, PEB-V2: the same for everybody, and nearer with every pebble."""
        misere = state.options.flag("misere")
        text = "Leave the last pebble to another" if misere else "Take the last pebble"
        whole = state.options.number("heap")
        gone = whole - state.heap
        return Standing(
            tuple(
                Goal(each, text, "last", gone, whole, f"{state.heap} left") for each in state.seats
            )
        )

    def question(self, state: State) -> str:
        return view.question(state)

    def picture(self, state: State) -> str:
        return view.picture(state)

    def rulebook(self) -> Rulebook:
        return Rulebook.of_package(__package__)

    def dump(self, state: State) -> dict[str, Any]:
        return writing.dump(self.id, state)

    def load(self, data: object) -> State:
        return writing.load(*self.opened(data, writing.REQUIRED, writing.FURTHER))

    def write(self, state: State) -> str:
        return writing.write(state)

    def read(self, text: str, options: object = None, variant: object = None) -> State:
        self.variant(variant)
        return writing.read(text, Options(self.options, options))

    def action_from_json(self, data: object) -> Choice:
        return ACTIONS.from_json(data)

    def write_action(self, action: Choice) -> str:
        return actions.write_action(action)

    def read_action(self, text: str) -> Choice:
        return actions.read_action(text)


def why_not(state: State, action: Choice) -> Refusal:
    """The rule that an action breaks which `legal` does not list."""
    if isinstance(action, Pass):
        return illegal("PEB-T4", f"{state.turn} has passed once already")
    if action.pebbles < 1:
        return illegal("PEB-T2", "a player takes at least one pebble")
    if action.pebbles > (state.die or 0):
        return illegal("PEB-T2", f"the die shows {state.die}, so nobody takes {action.pebbles}")
    return illegal("PEB-T3", f"the heap has only {state.heap} left, not {action.pebbles}")


GAMES = (Pebbles(),)
