"""Who begins: the highest die, and those who tie for it again."""

import itertools
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outrider import SEATS
from outrider.core.initiative import Contest, leaders

FOUR = SEATS[:4]


def after(contest: Contest | str, *faces: int) -> Contest | str:
    """The contest after some dice."""
    for face in faces:
        assert isinstance(contest, Contest), "somebody has won already"
        contest = contest.fell(face)
    return contest


@pytest.mark.parametrize(
    ("faces", "best"),
    [
        ((1, 2, 3, 4), ("amber",)),
        ((6, 2, 3, 4), ("red",)),
        ((5, 2, 5, 4), ("red", "green")),
        ((1, 3, 3, 3), ("blue", "green", "amber")),
        ((1, 1, 1, 1), FOUR),
    ],
)
def test_leaders(faces: tuple[int, ...], best: tuple[str, ...]) -> None:
    assert leaders(FOUR, faces) == best


def test_every_seat_has_a_face() -> None:
    with pytest.raises(ValueError, match="zip"):
        leaders(FOUR, (1, 2, 3))


def test_in_seat_order() -> None:
    contest = Contest(FOUR)
    for seat, face in zip(FOUR[:3], (2, 6, 2), strict=True):
        assert contest.roller == seat
        made = contest.fell(face)
        assert isinstance(made, Contest)
        contest = made
    assert (contest.faces, contest.roller) == ((2, 6, 2), "amber")
    assert contest.fell(5) == "blue"


def test_a_die_changes_no_contest() -> None:
    contest = Contest(FOUR, (2,))
    contest.fell(4)
    assert contest == Contest(FOUR, (2,))


def test_only_those_who_tie_for_the_highest_roll_again() -> None:
    """Red and Green tie for less, Blue and Amber for the highest."""
    again = after(Contest(FOUR), 3, 5, 3, 5)
    assert again == Contest(("blue", "amber"))
    assert after(again, 1, 2) == "amber"


def test_ties_again_and_again() -> None:
    contest = after(Contest(FOUR), 6, 6, 1, 6)
    assert contest == Contest(("red", "blue", "amber"))
    contest = after(contest, 2, 4, 4)
    assert contest == Contest(("blue", "amber"))
    for face in (1, 6, 3):
        contest = after(contest, face, face)
        assert contest == Contest(("blue", "amber"))
    assert after(contest, 3, 2) == "blue"


def test_all_tie() -> None:
    assert after(Contest(FOUR), 4, 4, 4, 4) == Contest(FOUR)


def test_two_by_exhaustion() -> None:
    for red, blue in itertools.product(range(1, 7), repeat=2):
        expected = Contest(("red", "blue")) if red == blue else ("red" if red > blue else "blue")
        assert after(Contest(("red", "blue")), red, blue) == expected


def test_everybody_has_the_same_chance() -> None:
    """Of three, by all 216 first tries: as many wins and as many ties for each."""
    seats = SEATS[:3]
    won = [after(Contest(seats), *faces) for faces in itertools.product(range(1, 7), repeat=3)]
    assert [won.count(seat) for seat in seats] == [55, 55, 55]
    pairs = [won.count(Contest(pair)) for pair in itertools.combinations(seats, 2)]
    assert pairs == [15, 15, 15]
    assert won.count(Contest(seats)) == 6


@given(st.integers(2, 8), st.integers(0, 10**6))
def test_the_winner_led_every_try(seats: int, seed: int) -> None:
    """Against a plain account of it: all roll, those with less than the best drop out."""
    source = random.Random(seed)
    contest: Contest | str = Contest(SEATS[:seats])
    still = list(SEATS[:seats])
    while isinstance(contest, Contest):
        assert contest.seats == tuple(still)
        faces = [source.choice((1, 2, 6)) for _ in still]
        contest = after(contest, *faces)
        best = max(faces)
        still = [seat for seat, shown in zip(still, faces, strict=True) if shown == best]
    assert still == [contest]
