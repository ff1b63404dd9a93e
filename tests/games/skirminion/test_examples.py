"""The book's pictures with their healths, and the consequences listed with the rules."""

import pytest

import outrider
from games.skirminion.table import (
    GAME,
    decider,
    ended,
    forts,
    healths,
    illegal,
    moves,
    play,
    position,
    rolled,
    texts,
)
from outrider import Match
from outrider.dice import ScriptedDice

# -- the four worked examples --------------------------------------------------------------------


def test_example_one_contact_on_both_sides() -> None:
    """SKN-A2: Red A d4 and B e5 against Blue C c5 and D d5, each blow with its own losses."""
    red, blue = {"d4": 6, "e5": 6}, {"c5": 6, "d5": 6}
    by_red, by_blue = position(red, blue), position(red, blue, to_act="blue")
    assert healths(play(by_red, "d4xc5")) == {"d4": 4, "e5": 6, "c5": 5, "d5": 6}
    assert healths(play(by_red, "d4xd5")) == {"d4": 4, "e5": 6, "c5": 6, "d5": 4}
    assert healths(play(by_red, "e5xd5")) == {"d4": 6, "e5": 5, "c5": 6, "d5": 4}
    assert healths(play(by_blue, "c5xd4")) == {"d4": 4, "e5": 6, "c5": 5, "d5": 6}
    assert healths(play(by_blue, "d5xd4")) == {"d4": 4, "e5": 6, "c5": 6, "d5": 4}
    assert illegal(by_red, "e5xc5") == "SKN-A1"


def test_example_two_the_last_stand() -> None:
    """SKN-A8: Red's only unit takes two from Blue's d5, in either side's attack."""
    red, blue = {"d4": 6}, {"d5": 6, "h8": 6}
    assert healths(play(position(red, blue), "d4xd5")) == {"d4": 5, "d5": 4, "h8": 6}
    by_blue = position(red, blue, to_act="blue")
    assert healths(play(by_blue, "d5xd4")) == {"d4": 5, "d5": 4, "h8": 6}


def test_example_three_a_siege_with_two_defenders() -> None:
    """SKN-A5, SKN-A6: C besieges d4; Red chooses A or B, who loses one, and C loses two."""
    red, blue = {"c3": 6, "e3": 6}, {"d5": 6, "h8": 6}
    state = play(position(red, blue, red_forts=["d4"], to_act="blue"), "d5*d4")
    assert (decider(state), texts(state)) == ("red", {"=c3", "=e3"})
    assert healths(play(state, "=c3")) == {"c3": 5, "e3": 6, "d5": 4, "h8": 6}
    assert healths(play(state, "=e3")) == {"c3": 6, "e3": 5, "d5": 4, "h8": 6}
    by_red = position(red, blue, red_forts=["d4"])
    assert illegal(by_red, "c3xd5") == "SKN-A1"
    assert illegal(by_red, "e3xd5") == "SKN-A1"


def test_example_four_a_siege_with_two_besiegers() -> None:
    """SKN-A4, SKN-A6: B besieges d4 and A loses two, B one; C touches A and can only attack it."""
    red, blue = {"d3": 6, "a1": 6}, {"d5": 6, "e4": 6}
    state = position(red, blue, red_forts=["d4"], to_act="blue")
    assert healths(play(state, "d5*d4")) == {"d3": 4, "a1": 6, "d5": 5, "e4": 6}
    assert forts(play(state, "d5*d4")) == {"d4": "red"}
    assert illegal(state, "e4*d4") == "SKN-A4"
    assert healths(play(state, "e4xd3")) == {"d3": 5, "a1": 6, "d5": 6, "e4": 5}


# -- consequences --------------------------------------------------------------------------------


def test_the_first_fort_has_24_squares_and_blues_answer_21() -> None:
    """SKN-S5: after Red's d4 the squares c5, d5 and e5 are too near."""
    state = play(rolled(6, 1), "forts 1")
    assert len(texts(state)) == 24
    state = play(state, "fort d4")
    assert len(texts(state)) == 21
    assert illegal(state, "fort e5") == "SKN-S5"


def test_a_side_of_convalescents_has_no_plain_pass() -> None:
    """SKN-R3: Red a1=3 and c1=1 far from the enemy; each pass heals one of them."""
    state = position({"a1": 3, "c1": 1}, {"g8": 6, "h8": 6})
    assert "pass" not in texts(state)
    assert {text for text in texts(state) if "rest" in text} == {"rest a1", "rest c1"}
    assert healths(play(state, "rest a1")) == {"a1": 4, "c1": 1, "g8": 6, "h8": 6}
    assert healths(play(state, "rest c1")) == {"a1": 3, "c1": 2, "g8": 6, "h8": 6}


@pytest.mark.parametrize(
    ("blue", "expected"), [(4, ("draw", "SKN-V3")), (5, ("blue", "SKN-V3")), (3, None)]
)
def test_one_on_one_a_rest_decides(blue: int, expected: tuple[str, str] | None) -> None:
    """SKN-V3, SKN-V4, SKN-R1: Red a1=3 rests against 4, 5 and 3."""
    state = play(position({"a1": 3}, {"h8": blue}), "rest a1")
    assert ended(state) == expected
    assert healths(state) == {"a1": 4, "h8": blue}
    assert decider(state) == ("blue" if expected is None else None)


def test_a_retreat_from_a_fort() -> None:
    """SKN-M2: Red d4 beside Blue's fort e5."""
    state = position({"d4": 6, "a1": 6}, {"g8": 6, "h8": 6}, blue_forts=["e5"])
    assert moves(state, "d4") == {"c3", "c4", "c5", "d3", "e3"}


def test_a_kill_that_weakens_leaves_one_step() -> None:
    """SKN-M5, SKN-M4: Red d4=4 kills d5=1, has 3 left and steps once."""
    state = play(position({"d4": 4, "a1": 6}, {"d5": 1, "h8": 6}), "d4xd5")
    assert healths(state) == {"d4": 3, "a1": 6, "h8": 6}
    assert moves(state, "d4") == {"c3", "c4", "c5", "d3", "d5", "e3", "e4", "e5"}


def test_an_opening_move_round_a_fort() -> None:
    """SKN-M6: b1 beside Red's fort c2, all other units at home."""
    row = dict.fromkeys((f"{file}1" for file in "abcdefgh"), 6)
    far_row = dict.fromkeys((f"{file}8" for file in "abcdefgh"), 6)
    state = position(row, far_row, red_forts=["c2"])
    assert moves(state, "b1") == {"a2", "b2", "b3", "c3", "d2", "d3"}


def test_a_sacrifice_wins_by_comparison() -> None:
    """SKN-V4, SKN-V3, SKN-A8: d4=2 dies, d5=6 drops to 4, and e4=5 is stronger at once."""
    state = play(position({"d4": 2, "e4": 5}, {"d5": 6}), "d4xd5")
    assert healths(state) == {"e4": 5, "d5": 4}
    assert ended(state) == ("red", "SKN-V3")


@pytest.mark.parametrize(
    ("depth", "count"), [(1, 31), (2, 961), (3, 34503), (4, 1237867), (5, 48419173)]
)
def test_perft_from_the_start(depth: int, count: int) -> None:
    """SKN-B1, SKN-B2, SKN-P4: action sequences without forts, Red to act."""
    assert GAME.perft(GAME.opening_position(), depth) == count


# -- the initiative in a match -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("faces", "first", "declarer"),
    [
        ([4, 3], "red", "blue"),
        ([3, 4], "blue", "red"),
        ([2, 2, 5, 1], "red", "blue"),
        ([6, 6, 1, 1, 2, 6], "blue", "red"),
    ],
)
def test_initiative_rolls_through_a_match(faces: list[int], first: str, declarer: str) -> None:
    """SKN-S2, SKN-S3, SKN-B1: dice fall until one is higher; the other side declares, and the
    initiative begins."""
    with ScriptedDice(*(("initiative", [face]) for face in faces)) as dice:
        match = Match(GAME, GAME.terms(), dice)
        assert match.deciders() == (declarer,)
        match.play(declarer, GAME.read_action("forts 0"))
        assert match.deciders() == (first,)
    rolls = [line.to_json() for line in match.record().lines[:-1]]
    assert [roll["faces"] for roll in rolls] == [[face] for face in faces]
    assert [roll["seat"] for roll in rolls] == ["red", "blue"] * (len(faces) // 2)


def test_a_refusal_leaves_the_match_alone() -> None:
    """SKN-S5, SKN-M3: nothing refused gets into the state or the record."""
    with ScriptedDice([6], [1]) as dice:
        match = Match(GAME, GAME.terms(), dice)
        match.play("blue", GAME.read_action("forts 1"))
    for seat, text in (("red", "fort a5"), ("blue", "fort a6"), ("red", "e1-e2")):
        before = match.state, match.record()
        with pytest.raises(outrider.Refusal):
            match.play(seat, GAME.read_action(text))
        assert (match.state, match.record()) == before
