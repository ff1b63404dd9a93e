"""What solves puzzles agrees with the plainest way to look at everything."""

import random
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

import outrider
from outrider.core.game import Game
from outrider.core.pending import Decide, Over, Roll
from outrider.core.refusal import Refusal
from outrider.puzzles.chances import Chances, all_faces, sets_of_faces
from outrider.puzzles.making import Making, Met, maker_of, played
from outrider.puzzles.puzzle import Aim
from outrider.puzzles.shelf import puzzles
from outrider.puzzles.skirminion.solving import Forced
from outrider.puzzles.solving import Unsolved, solver_of

SKIRMINION: Game[Any, Any] = outrider.game("skirminion")
DUELS = (
    "8/8/8/3a4/3C4/8/8/8 r - -",
    "8/8/8/3c4/3C1A2/8/8/8 r - -",
    "8/8/2b5/8/3D4/3A4/8/8 r - -",
    "8/1p6/b7/8/1C6/8/8/F7 r - -",
    "8/8/8/8/8/A7/8/1a5d b - -",
    "8/8/8/4d3/3A4/4B3/8/8 b - -",
)


def naive(state: Any, hunter: str, left: int) -> bool:
    """Does a side force a win within so many activations? By the facade, forgetting nothing."""
    pending = SKIRMINION.pending(state)
    if isinstance(pending, Over):
        return pending.outcome.winners == (hunter,)
    if left <= 0:
        return False
    assert isinstance(pending, Decide)
    seat = pending.seats[0]
    found = (
        naive(after, hunter, left - (after.active != state.active))
        for action in SKIRMINION.choices(state, seat)
        for after in [SKIRMINION.apply(state, seat, action).state]
    )
    return any(found) if seat == hunter else all(found)


@pytest.mark.parametrize("position", DUELS)
def test_forced_wins_are_those_of_a_naive_look(position: str) -> None:
    """SKN-V1 to SKN-V4: every answer of the other side is looked at."""
    state, forced = SKIRMINION.read(position), Forced(SKIRMINION)
    for hunter in ("red", "blue"):
        for left in range(3):
            assert forced.hunts(state, hunter, left) == naive(state, hunter, left)


@pytest.mark.plain
def test_forced_wins_of_played_games_are_those_of_a_naive_look() -> None:
    forced, compared, won = Forced(SKIRMINION), 0, 0
    source = random.Random(1)
    for number in range(40):
        for met in played(SKIRMINION, number, "recruit"):
            units = (met.state.words[0] | met.state.words[1]).bit_count()
            if units > 5 or source.random() < 0.8:
                continue
            for hunter, left in product(("red", "blue"), (1, 2)):
                hunts = forced.hunts(met.state, hunter, left)
                assert hunts == naive(met.state, hunter, left), SKIRMINION.write(met.state)
                compared, won = compared + 1, won + hunts
            if compared > 100:
                break
        if compared > 100:
            break
    assert compared > 50 and won


def test_a_look_that_takes_too_long_is_given_up() -> None:
    begun = SKIRMINION.read("ffffffff/8/8/8/8/8/8/FFFFFFFF r - -")
    assert not Forced(SKIRMINION, 10).hunts(begun, "red", 3)  # seven would be left
    close = SKIRMINION.read("8/8/2abc3/8/2ABC3/8/8/8 r - -")
    with pytest.raises(Unsolved):
        Forced(SKIRMINION, 10).hunts(close, "red", 7)


def test_what_a_game_has_no_puzzles_of_is_refused() -> None:
    state = SKIRMINION.read(DUELS[0])
    with pytest.raises(Refusal, match="kind take"):
        Forced(SKIRMINION).answers(state, "red", Aim("take", units=1))
    basic = outrider.game("basic")
    first = puzzles(basic)[0]
    with pytest.raises(Refusal, match="kind win"):
        Chances(basic).answers(basic.load(first.state), first.seat, Aim("win", 3))
    with pytest.raises(Refusal, match=r"aim\.unit"):
        Chances(basic).answers(basic.load(first.state), first.seat, Aim("take", unit="Z9"))


@pytest.mark.parametrize("dice", range(1, 5))
def test_sets_of_faces_are_all_faces(dice: int) -> None:
    counted: dict[tuple[int, ...], int] = {}
    for faces, count in all_faces(dice):
        key = tuple(sorted(faces))
        counted[key] = counted.get(key, 0) + count
    assert counted == dict(sets_of_faces(dice))


def plainly(game: Game[Any, Any], state: Any, seat: str, prey: set[str]) -> Fraction:
    """The best chance to take one of these units before a turn is over, by the facade alone."""
    alive = {unit["id"] for unit in game.dump(state)["units"] if unit["alive"]}
    if prey - alive:
        return Fraction(1)
    pending = game.pending(state)
    if isinstance(pending, Roll):
        faces = list(product(range(1, 7), repeat=pending.dice))
        falls = (plainly(game, game.roll(state, each).state, seat, prey) for each in faces)
        return Fraction(sum(falls), len(faces))
    if isinstance(pending, Over) or seat not in pending.seats:
        return Fraction(0)
    choices = game.choices(state, seat)
    listed = [each for each in choices if not game.offer(state, each).goes]
    return max(plainly(game, game.apply(state, seat, each).state, seat, prey) for each in listed)


def test_chances_of_a_turn_are_those_of_a_naive_look() -> None:
    """BSK-C2 to BSK-C5, BSK-A2: whether to command first, and who attacks whom."""
    basic, compared = outrider.game("basic"), 0
    for puzzle in puzzles(basic):
        if puzzle.aim.kind != "take" or puzzle.choices > 6:
            continue
        state = basic.load(puzzle.state)
        units = puzzle.state["units"]
        foes = {each["id"] for each in units if each["seat"] != puzzle.seat and each["alive"]}
        prey = foes if puzzle.aim.unit is None else {puzzle.aim.unit}
        if puzzle.aim.units > 1:
            continue
        assert plainly(basic, state, puzzle.seat, prey) == puzzle.chance, puzzle.id
        compared += 1
        if compared == 2:
            break
    assert compared


@pytest.mark.parametrize("id", ["skirminion", "basic", "skirmish", "skirmishers"])
def test_the_same_numbers_make_the_same_puzzles(id: str) -> None:
    game = outrider.game(id)
    made = []
    for _ in range(2):
        making = Making(game, maker_of(game))
        making.maker.share = 0.05
        making.look_through(2)
        made.append([puzzle.to_json() for puzzle in making.found])
    assert made[0] == made[1]


def test_a_game_without_a_solver_of_its_own_has_exact_chances() -> None:
    skirmishers = outrider.game("skirmishers")
    assert type(solver_of(skirmishers)) is Chances
    met = next(iter(played(skirmishers, 0, "random")))
    assert isinstance(met, Met)
