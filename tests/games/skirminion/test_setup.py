"""Setting up: units, initiative, forts (SKN-S1 to SKN-S6)."""

import pytest

import outrider
from games.skirminion.table import (
    GAME,
    board,
    decider,
    event_names,
    forts,
    healths,
    illegal,
    play,
    refused,
    rolled,
    texts,
)
from outrider import Refusal
from outrider.dice import ScriptedDice
from outrider.games.skirminion.state import State

RED_HAS_IT = (5, 2)
BLUE_HAS_IT = (1, 6)


def squares(state: State) -> set[str]:
    """Where a fort may go now."""
    return {text.removeprefix("fort ") for text in texts(state)}


def ranks(*numbers: int) -> set[str]:
    return {f"{file}{number}" for number in numbers for file in "abcdefgh"}


# -- SKN-S1 --------------------------------------------------------------------------------------


def test_eight_fresh_units_on_each_first_row() -> None:
    """SKN-S1: rows 1 and 8 are full of units of health 6, and nothing else is on the board."""
    state = rolled()
    assert healths(state) == dict.fromkeys(ranks(1, 8), 6)
    assert {board(state)[square] for square in ranks(1)} == {"F"}
    assert {board(state)[square] for square in ranks(8)} == {"f"}
    assert forts(state) == {}


# -- SKN-S2 --------------------------------------------------------------------------------------


def test_red_rolls_one_die_and_then_blue() -> None:
    """SKN-S2: one die each."""
    assert GAME.pending(rolled()) == outrider.Roll("initiative", "red", 1)
    assert GAME.pending(rolled(3)) == outrider.Roll("initiative", "blue", 1)


@pytest.mark.parametrize(
    ("faces", "initiative"),
    [
        ((6, 5), "red"),
        ((2, 1), "red"),
        ((5, 6), "blue"),
        ((1, 2), "blue"),
        ((4, 4, 2, 5), "blue"),
        ((4, 4, 5, 2), "red"),
        ((1, 1, 6, 6, 3, 3, 4, 3), "red"),
    ],
)
def test_the_higher_roll_has_the_initiative(faces: tuple[int, ...], initiative: str) -> None:
    """SKN-S2: the higher face, after rolling again as long as both are equal."""
    state = rolled(*faces)
    assert GAME.dump(state)["initiative"] == initiative
    assert decider(state) == {"red": "blue", "blue": "red"}[initiative]


@pytest.mark.parametrize("face", range(1, 7))
def test_a_tie_is_rolled_again_by_both(face: int) -> None:
    """SKN-S2: after a tie the game waits for Red's die as at first."""
    assert rolled(face, face) == rolled()


@pytest.mark.parametrize("faces", [[], [0], [7], [-1], [3, 4], [True], ["3"], [2.0]])
def test_faces_that_no_die_shows_are_refused(faces: list[int]) -> None:
    """SKN-S2: exactly one face, 1 to 6."""
    for state in (rolled(), rolled(3)):
        with pytest.raises(Refusal) as caught:
            GAME.roll(state, faces)
        assert caught.value.kind == "malformed"


def test_nobody_plays_before_the_dice_have_fallen() -> None:
    """SKN-S2: declaring has to wait for the roll."""
    for state in (rolled(), rolled(3)):
        for seat in ("red", "blue"):
            assert list(GAME.choices(state, seat)) == []
            assert refused(state, "forts 0", seat)[0] == "not-your-turn"


def test_no_dice_fall_after_the_initiative() -> None:
    """SKN-S2: it is settled once."""
    with pytest.raises(Refusal) as caught:
        GAME.roll(rolled(*RED_HAS_IT), [3])
    assert caught.value.kind == "not-your-turn"


@pytest.mark.parametrize("faces", [RED_HAS_IT, BLUE_HAS_IT])
def test_the_initiative_stays_for_the_whole_game(faces: tuple[int, int]) -> None:
    """SKN-S2: whoever acts, the initiative does not change hands."""
    state = rolled(*faces)
    initiative = GAME.dump(state)["initiative"]
    for action in ("forts 1", *(["fort c3", "fort c6"][:: 1 if initiative == "red" else -1])):
        state = play(state, action)
        assert GAME.dump(state)["initiative"] == initiative
    for _ in range(4):
        state = play(state, "pass")
        assert GAME.dump(state)["initiative"] == initiative


# -- SKN-S3 --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("faces", "declarer"), [(RED_HAS_IT, "blue"), (BLUE_HAS_IT, "red")])
def test_the_side_without_the_initiative_declares_none_to_four(
    faces: tuple[int, int], declarer: str
) -> None:
    """SKN-S3: the choice is 0 to 4 and nothing else, and the other side has no say in it."""
    state = rolled(*faces)
    assert decider(state) == declarer
    assert texts(state) == {f"forts {number}" for number in range(5)}
    other = {"red": "blue", "blue": "red"}[declarer]
    assert list(GAME.choices(state, other)) == []
    assert refused(state, "forts 2", other)[0] == "not-your-turn"


@pytest.mark.parametrize("number", [-1, 5, 6, 63, 64, 1_000_000])
def test_other_numbers_of_forts_are_refused(number: int) -> None:
    """SKN-S3: fewer than none or more than four."""
    assert illegal(rolled(*RED_HAS_IT), f"forts {number}") == "SKN-S3"


@pytest.mark.parametrize("action", ["fort c6", "e8-e7", "e8xe7", "e8*e7", "=e8", "rest e8", "pass"])
def test_nothing_else_comes_before_the_declaration(action: str) -> None:
    """SKN-S3: first the number of forts."""
    assert illegal(rolled(*RED_HAS_IT), action) == "SKN-S3"


# -- SKN-S4 --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("faces", "initiative"), [(RED_HAS_IT, "red"), (BLUE_HAS_IT, "blue")])
def test_without_forts_the_battle_begins(faces: tuple[int, int], initiative: str) -> None:
    """SKN-S4, SKN-B1: declaring none is the end of the set-up, and the initiative opens."""
    state = play(rolled(*faces), "forts 0")
    assert GAME.dump(state)["phase"] == "battle"
    assert decider(state) == initiative
    assert len(texts(state)) == 31
    assert event_names(rolled(*faces), "forts 0") == ["declared", "phase", "activation"]


@pytest.mark.parametrize("number", [1, 2, 3, 4])
@pytest.mark.parametrize(("faces", "initiative"), [(RED_HAS_IT, "red"), (BLUE_HAS_IT, "blue")])
def test_forts_are_placed_in_turn_from_the_initiative_on(
    faces: tuple[int, int], initiative: str, number: int
) -> None:
    """SKN-S4: one fort each in turn until both have placed that many; then the battle."""
    wishes = {"red": ["a3", "c3", "e3", "g3"], "blue": ["b6", "d6", "f6", "h6"]}
    state = play(rolled(*faces), f"forts {number}")
    order = []
    while GAME.dump(state)["phase"] == "setup":
        seat = decider(state)
        assert seat is not None
        order.append(seat)
        assert GAME.dump(state)["forts_left"][seat] == number - order.count(seat) + 1
        state = play(state, f"fort {wishes[seat].pop(0)}")
    other = {"red": "blue", "blue": "red"}[initiative]
    assert order == [initiative, other] * number
    assert decider(state) == initiative
    placed = {"red": ["a3", "c3", "e3", "g3"], "blue": ["b6", "d6", "f6", "h6"]}
    assert forts(state) == {
        square: seat for seat, names in placed.items() for square in names[:number]
    }


def test_the_other_side_does_not_place_out_of_turn() -> None:
    """SKN-S4: Blue waits for Red, then Red for Blue."""
    state = play(rolled(*RED_HAS_IT), "forts 2")
    assert refused(state, "fort c6", "blue")[0] == "not-your-turn"
    state = play(state, "fort c3")
    assert refused(state, "fort f3", "red")[0] == "not-your-turn"


@pytest.mark.parametrize("action", ["forts 1", "e1-e2", "e1xe2", "e1*e2", "=e1", "rest e1", "pass"])
def test_nothing_else_comes_before_the_last_fort(action: str) -> None:
    """SKN-S4: units wait until all forts stand."""
    assert illegal(play(rolled(*RED_HAS_IT), "forts 2"), action) == "SKN-S4"


@pytest.mark.parametrize("action", ["fort c3", "forts 0"])
def test_no_fort_comes_after_the_beginning_of_the_battle(action: str) -> None:
    """SKN-S4: the battle has begun."""
    assert illegal(play(rolled(*RED_HAS_IT), "forts 0"), action) == "SKN-S4"


# -- SKN-S5 --------------------------------------------------------------------------------------


def test_a_fort_goes_on_the_placers_own_half() -> None:
    """SKN-S5: the three empty rows of each half, to the middle and no further."""
    state = play(rolled(*RED_HAS_IT), "forts 1")
    assert squares(state) == ranks(2, 3, 4)
    assert illegal(state, "fort a5") == "SKN-S5"
    assert illegal(state, "fort h7") == "SKN-S5"
    state = play(state, "fort h2")
    assert squares(state) == ranks(5, 6, 7)
    assert illegal(state, "fort a4") == "SKN-S5"


def test_a_fort_goes_on_an_empty_square() -> None:
    """SKN-S5: neither on a unit nor on a fort."""
    state = play(rolled(*RED_HAS_IT), "forts 2")
    assert illegal(state, "fort a1") == "SKN-S5"
    state = play(state, "fort c3", "fort c7")
    assert illegal(state, "fort c3") == "SKN-S5"
    assert illegal(state, "fort a8") == "SKN-S5"


@pytest.mark.parametrize("square", ["c2", "d2", "e2", "c3", "e3", "c4", "d4", "e4"])
def test_a_fort_keeps_away_from_its_own_sides_forts(square: str) -> None:
    """SKN-S5: not beside a friendly fort, straight or diagonally."""
    state = play(rolled(*RED_HAS_IT), "forts 2", "fort d3", "fort h7")
    assert illegal(state, f"fort {square}") == "SKN-S5"
    assert {"b2", "b3", "b4", "f2", "f3", "f4"} <= squares(state)


@pytest.mark.parametrize("square", ["c5", "d5", "e5"])
def test_a_fort_keeps_away_from_the_other_sides_forts(square: str) -> None:
    """SKN-S5: the line between the halves does not part forts."""
    state = play(rolled(*RED_HAS_IT), "forts 1", "fort d4")
    assert illegal(state, f"fort {square}") == "SKN-S5"
    assert {"b5", "f5", "c6", "d6", "e6"} <= squares(state)


def test_a_fort_may_stand_beside_units() -> None:
    """SKN-S5: units nearby do not matter."""
    state = play(rolled(*RED_HAS_IT), "forts 1", "fort a2", "fort h7")
    assert forts(state) == {"a2": "red", "h7": "blue"}


def test_no_adjacency_across_the_edge() -> None:
    """SKN-S5: h3 is far from a2, a3 and a4."""
    state = play(rolled(*RED_HAS_IT), "forts 2", "fort h3", "fort h7")
    assert {"a2", "a3", "a4"} <= squares(state)


# -- SKN-S6 --------------------------------------------------------------------------------------


def test_red_without_a_square_forfeits_and_blue_goes_on() -> None:
    """SKN-S6: b3, e3 and h3 fill Red's half; Blue places the fourth fort, Red does not."""
    state = play(rolled(*RED_HAS_IT), "forts 4", "fort b3", "fort a6", "fort e3", "fort c6")
    state = play(state, "fort h3")
    assert "forfeited" in event_names(state, "fort e6")
    state = play(state, "fort e6")
    assert decider(state) == "blue"
    assert GAME.dump(state)["forts_left"] == {"red": 0, "blue": 1}
    state = play(state, "fort g6")
    assert GAME.dump(state)["phase"] == "battle"
    assert decider(state) == "red"
    assert sorted(forts(state).values()) == ["blue"] * 4 + ["red"] * 3


def test_blue_without_a_square_forfeits_and_the_battle_begins() -> None:
    """SKN-S6: Red's fourth fort stands, Blue's has no square."""
    state = play(rolled(*RED_HAS_IT), "forts 4", "fort a2", "fort b6", "fort c2", "fort e6")
    state = play(state, "fort e2", "fort h6", "fort g2")
    assert GAME.dump(state)["phase"] == "battle"
    assert decider(state) == "red"
    assert sorted(forts(state).values()) == ["blue"] * 3 + ["red"] * 4


@pytest.mark.parametrize(("faces", "initiative"), [(RED_HAS_IT, "red"), (BLUE_HAS_IT, "blue")])
def test_both_may_forfeit(faces: tuple[int, int], initiative: str) -> None:
    """SKN-S6: with both halves full after three forts each the battle begins."""
    wishes = {"red": ["b3", "e3", "h3"], "blue": ["b6", "e6", "h6"]}
    state = play(rolled(*faces), "forts 4")
    for _ in range(6):
        seat = decider(state)
        assert seat is not None
        state = play(state, f"fort {wishes[seat].pop(0)}")
    assert GAME.dump(state)["phase"] == "battle"
    assert decider(state) == initiative


def test_enemy_forts_at_the_border_help_to_fill_a_half() -> None:
    """SKN-S6: Blue's b5, e5 and h5 take row 4 from Red, whose b2, e2 and h2 take the rest."""
    state = play(rolled(*RED_HAS_IT), "forts 4", "fort b2", "fort b5", "fort e2", "fort e5")
    state = play(state, "fort h2", "fort h5")
    assert decider(state) == "blue"
    assert squares(state) == ranks(7)


def test_one_square_left_is_enough() -> None:
    """SKN-S6: nothing is forfeited while there is a legal square, here h4 alone."""
    state = play(rolled(*RED_HAS_IT), "forts 4", "fort b3", "fort a7", "fort e3", "fort c7")
    state = play(state, "fort h2", "fort f5")
    assert decider(state) == "red"
    assert squares(state) == {"h4"}


def test_the_initiative_through_a_match() -> None:
    """SKN-S2: the dice of a match fall by themselves, ties again, and stand in its record."""
    with ScriptedDice(("initiative", [3]), ("initiative", [3]), [6], [1]) as dice:
        match = outrider.Match(GAME, GAME.terms(), dice)
    assert match.deciders() == ("blue",)
    lines = [line.to_json() for line in match.record().lines]
    assert [(line["seat"], line["faces"]) for line in lines] == [
        ("red", [3]),
        ("blue", [3]),
        ("red", [6]),
        ("blue", [1]),
    ]
