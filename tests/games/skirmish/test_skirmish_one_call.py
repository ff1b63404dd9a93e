"""One call of the kernel checks an action and plays it: it refuses what a check refuses, word by
word, and leaves the state alone."""

import random
from typing import Any

import pytest

import outrider
from outrider import Decide, Over, Refusal
from outrider.games.skirmish.actions import Action, Deploy, Land, Lob, Move, Shoot, Strike, Tell
from outrider.games.skirmish.codes import READY, TIME
from outrider.games.skirmish.squad import EVERY


def anything(source: random.Random) -> Action:
    """Any action of any figure, mostly illegal."""
    unit, other = source.choice(EVERY), source.choice(EVERY)
    at = source.randrange(-1000, 40_000), source.randrange(-1000, 40_000)
    made: list[Action] = [
        Move(unit, at), Deploy(unit, at), Lob(unit, at), Land(at),
        Shoot(unit, other), Strike(unit, other), Tell(unit, other), READY, TIME,
    ]  # fmt: skip
    return source.choice(made)


def said(work: Any) -> tuple[str, str, str | None] | None:
    try:
        work()
    except Refusal as refused:
        return refused.kind, refused.message, refused.rule
    return None


@pytest.mark.parametrize("id", ["skirmish", "skirmish-2012"])
def test_a_step_refuses_what_a_check_refuses(id: str) -> None:
    game: Any = outrider.game(id)
    source = random.Random(id)
    state = game.new(game.terms({"table": "breakfast"})).state
    refused = accepted = 0
    for _ in range(150):
        pending = game.pending(state)
        if isinstance(pending, Over):
            break
        if not isinstance(pending, Decide):
            state = game.roll(state, [source.randint(1, 6) for _ in range(pending.dice)]).state
            continue
        seat = source.choice([*pending.seats, None])
        for action in (anything(source), anything(source), game.choices(state, seat)):
            if not isinstance(action, Action):
                # What is drawn is legal; the clock has nothing to draw where there is none.
                if seat is None:
                    continue
                action = action.sample(source)
            before, why = state.record, game.choices(state, seat).why_not(action)
            told = said(lambda at=state, by=seat, did=action: game.apply(at, by, did))
            assert told == (why and (why.kind, why.message, why.rule))
            assert state.record == before
            refused, accepted = refused + (why is not None), accepted + (why is None)
        seat = source.choice(pending.seats)
        state = game.apply(state, seat, game.choices(state, seat).sample(source)).state
    assert refused > 50 and accepted > 20


def test_what_is_no_action_is_refused_by_both() -> None:
    game: Any = outrider.game("skirmish")
    state = game.new(game.terms()).state
    pending = game.pending(state)
    while not isinstance(pending, Decide):
        state = game.roll(state, [3] * pending.dice).state
        pending = game.pending(state)
    seat = pending.seats[0]
    why = game.choices(state, seat).why_not("north")
    assert why is not None
    assert said(lambda: game.apply(state, seat, "north")) == (why.kind, why.message, why.rule)
