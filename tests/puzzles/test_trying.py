"""Answers to puzzles are judged, with the reason; nothing that is not allowed is."""

from collections.abc import Callable
from typing import Any

import pytest

import outrider
from outrider.core.refusal import Refusal
from outrider.puzzles.puzzle import Puzzle
from outrider.puzzles.shelf import puzzle as puzzle_by_id
from outrider.puzzles.shelf import puzzles
from outrider.puzzles.solving import solver_of
from outrider.puzzles.trying import given_up, tried

SKIRMINION = outrider.game("skirminion")


def one(kind: str, fits: Callable[[Puzzle], bool] = lambda puzzle: True) -> Puzzle:
    return next(each for each in puzzles(SKIRMINION) if each.aim.kind == kind and fits(each))


def test_a_forced_win_is_played_to_its_end_against_the_best_answers() -> None:
    puzzle = one("win", lambda each: each.aim.activations == 5)
    solver, state = solver_of(SKIRMINION), SKIRMINION.load(puzzle.state)
    actions: list[Any] = []
    aim = puzzle.aim
    for _ in range(12):
        good = solver.answers(state, puzzle.seat, aim)[0]
        assert good.chance == 1
        actions.append(good.action.to_json())
        verdict = tried(SKIRMINION, puzzle, actions)
        assert verdict.right, verdict.why
        if verdict.solved:
            break
        for seat, action in [(puzzle.seat, good.action)] + [
            (reply.seat, reply.action) for reply in verdict.replies
        ]:
            after = SKIRMINION.apply(state, seat, action).state
            aim, state = solver.left(state, aim, after), after
    assert verdict.solved and puzzle.seat.capitalize() in verdict.why
    assert len(actions) > 2


def wrong(puzzle: Puzzle) -> Any:
    state = SKIRMINION.load(puzzle.state)
    texts = [SKIRMINION.write_action(each) for each in SKIRMINION.choices(state, puzzle.seat)]
    return next(text for text in texts if text != puzzle.best)


def test_a_wrong_try_is_told_why_it_fails() -> None:
    for kind in ("win", "hold"):
        puzzle = one(kind, lambda each: each.aim.activations > 2)
        verdict = tried(SKIRMINION, puzzle, [wrong(puzzle)])
        assert not verdict.right and not verdict.solved
        assert verdict.why.startswith("Not that") and not verdict.answers
        told = given_up(SKIRMINION, puzzle)
        assert puzzle.best in told.why and not told.solved


def test_the_only_choice_that_holds_is_enough() -> None:
    puzzle = one("hold")
    verdict = tried(SKIRMINION, puzzle, [puzzle.best])
    assert verdict.right and verdict.solved and "holds" in verdict.why


@pytest.mark.parametrize("id", ["basic", "skirmish", "skirmish-2012", "skirmishers"])
def test_chances_are_told_once_it_is_over(id: str) -> None:
    game = outrider.game(id)
    puzzle = puzzles(game)[0]
    right = tried(game, puzzle, [puzzle.best])
    assert right.right and right.solved and str(puzzle.chance) in right.why
    assert right.answers[0] == (puzzle.best, puzzle.chance)
    other = right.answers[1][0]
    failed = tried(game, puzzle, [other])
    assert not failed.right and str(puzzle.chance) not in failed.why and not failed.answers
    told = given_up(game, puzzle)
    assert told.answers == right.answers and not told.solved


def test_what_is_not_allowed_is_refused_with_its_rule() -> None:
    with pytest.raises(Refusal) as caught:
        tried(SKIRMINION, one("win"), ["forts 2"])
    assert caught.value.rule is not None
    basic = outrider.game("basic")
    with pytest.raises(Refusal, match=r"R1"):
        tried(basic, puzzles(basic)[0], [{"do": "attack", "unit": "R1", "target": "R1"}])


def test_moving_is_no_answer_where_nobody_moves() -> None:
    skirmishers = outrider.game("skirmishers")
    for puzzle in puzzles(skirmishers):
        state = skirmishers.load(puzzle.state)
        moves = [
            each
            for each in skirmishers.choices(state, puzzle.seat)
            if skirmishers.offer(state, each).goes
        ]
        if moves:
            verdict = tried(skirmishers, puzzle, [moves[0].to_json()])
            assert not verdict.right and "Nobody moves" in verdict.why
            return
    pytest.fail("nobody could have moved")


def test_an_unknown_puzzle_is_refused() -> None:
    with pytest.raises(Refusal, match="no puzzle"):
        puzzle_by_id(SKIRMINION, "skirminion-0")
