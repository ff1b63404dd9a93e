"""Every source of faces: what it gives, when it gives nothing, and the way back."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outrider.core.pending import Roll
from outrider.core.record import Chose, Fell, Noted
from outrider.core.refusal import Refusal
from outrider.dice import (
    AskedDice,
    Dice,
    ListedDice,
    RecordedDice,
    ScriptedDice,
    ScriptError,
    SeededDice,
    TypedDice,
)


def rolled(dice: int, purpose: str = "attack", seat: str = "red") -> Roll:
    return Roll(purpose, seat, dice)


SOURCES: dict[str, Callable[[], Dice]] = {
    "seeded": lambda: SeededDice(11),
    "scripted": lambda: ScriptedDice([1, 2], [3, 4], ("attack", [5, 6]), [2, 1]),
    "recorded": lambda: RecordedDice(
        [Fell(n, "attack", "red", faces) for n, faces in enumerate([(1, 2), (3, 4), (5, 6)], 1)]
    ),
    "listed": lambda: ListedDice([1, 2, 3, 4, 5, 6, 1]),
    "asked": AskedDice,
    "typed": lambda: TypedDice(iter_answers("1 2", "3 4", "5 6", "2 1")),
}


def iter_answers(*answers: str) -> Callable[[Roll, str | None], str]:
    left = list(answers)
    return lambda roll, complaint: left.pop(0)


@pytest.mark.parametrize("make", SOURCES.values(), ids=SOURCES)
def test_rewinding_gives_the_same_again(make: Callable[[], Dice]) -> None:
    dice = make()
    first = dice.faces(rolled(2))
    mark = dice.mark()
    rest = [dice.faces(rolled(2)) for _ in range(3)]
    dice.rewind(mark)
    assert dice.mark() == mark
    assert [dice.faces(rolled(2)) for _ in range(3)] == rest
    dice.rewind(0)
    assert dice.faces(rolled(2)) == first


@pytest.mark.parametrize("make", SOURCES.values(), ids=SOURCES)
def test_rewinding_goes_only_back(make: Callable[[], Dice]) -> None:
    dice = make()
    dice.faces(rolled(2))
    for bad in (-1, dice.mark() + 1):
        with pytest.raises(ValueError, match=str(bad)):
            dice.rewind(bad)


class TestScripted:
    def test_gives_the_groups_in_order(self) -> None:
        with ScriptedDice([4, 3], ("attack", [6]), (1, 2), [], ("melee", (5,))) as dice:
            assert dice.faces(rolled(2, "anything")) == (4, 3)
            assert dice.faces(rolled(1, "attack")) == (6,)
            assert dice.faces(rolled(2)) == (1, 2)
            assert dice.faces(rolled(0)) == ()
            assert dice.faces(rolled(1, "melee")) == (5,)

    @pytest.mark.parametrize("dice", [0, 1, 3])
    def test_another_number_of_dice_fails(self, dice: int) -> None:
        script = ScriptedDice([4, 3])
        with pytest.raises(ScriptError, match=f"has 2 faces, but the game asks for {dice} dice"):
            script.faces(rolled(dice))
        assert script.faces(rolled(2)) == (4, 3)

    def test_another_purpose_fails(self) -> None:
        script = ScriptedDice([1], ("attack", [4]))
        script.faces(rolled(1))
        with pytest.raises(ScriptError, match=r"roll 2 .* is for attack, .* of red for morale"):
            script.faces(rolled(1, "morale"))

    def test_running_out_fails(self) -> None:
        script = ScriptedDice([4])
        script.faces(rolled(1))
        with pytest.raises(ScriptError, match="script of 1 rolls has run out before 1 dice of red"):
            script.faces(rolled(1))

    def test_leftovers_fail(self) -> None:
        script = ScriptedDice([4], [5], [6])
        script.faces(rolled(1))
        with pytest.raises(ScriptError, match="2 of 3 rolls"):
            script.close()
        with pytest.raises(ScriptError, match="1 of 1 rolls"), ScriptedDice([4]):
            pass

    def test_an_error_inside_is_not_hidden_by_leftovers(self) -> None:
        with pytest.raises(KeyError), ScriptedDice([4]):
            raise KeyError

    @pytest.mark.parametrize(
        "group", [[0], [7], [4, -1], [True], [4.0], ["4"], ("attack", [7]), ("attack", 4), 4, "43"]
    )
    def test_bad_groups_are_refused_at_once(self, group: Any) -> None:
        with pytest.raises(ScriptError, match="roll 2 of the script"):
            ScriptedDice([1], group)

    def test_is_an_assertion(self) -> None:
        assert issubclass(ScriptError, AssertionError)


class TestRecorded:
    LINES = (
        Chose(1, "red", {"do": "attack"}),
        Fell(2, "attack", "red", (4, 3)),
        Chose(3, "blue", {"do": "attack"}),
        Fell(4, "melee", "blue", (6,)),
        Noted(5, "blue", "resign"),
    )

    def test_gives_what_fell_and_then_nothing(self) -> None:
        dice = RecordedDice(iter(self.LINES))
        assert dice.faces(rolled(2)) == (4, 3)
        assert dice.faces(rolled(1, "melee", "blue")) == (6,)
        assert dice.faces(rolled(1, "melee", "blue")) is None
        assert dice.faces(rolled(2)) is None

    @pytest.mark.parametrize(
        ("roll", "sentence"),
        [
            (rolled(2, "melee"), "line 3: red has to roll for melee here, not red for attack"),
            (rolled(2, seat="blue"), "line 3: blue has to roll for attack here, not red for"),
            (rolled(1), "line 3: 1 die has to fall, but 2 faces were given"),
            (rolled(3), "line 3: 3 dice have to fall, but 2 faces were given"),
        ],
    )
    def test_another_roll_is_refused(self, roll: Roll, sentence: str) -> None:
        dice = RecordedDice(self.LINES)
        with pytest.raises(Refusal, match=sentence) as caught:
            dice.faces(roll)
        assert caught.value.kind == "malformed"
        assert dice.faces(rolled(2)) == (4, 3)

    def test_faces_that_are_on_no_die_are_refused(self) -> None:
        dice = RecordedDice([Fell(8, "attack", "red", (7,))])
        with pytest.raises(Refusal, match="line 9: a face must be from 1 to 6, not 7"):
            dice.faces(rolled(1))


class TestListed:
    def test_is_consumed_roll_by_roll(self) -> None:
        dice = ListedDice([4, 3, 6, 1])
        assert [dice.faces(rolled(n)) for n in (1, 2, 0, 1)] == [(4,), (3, 6), (), (1,)]
        assert dice.faces(rolled(1)) is None

    def test_is_used_up_for_good_by_a_roll_it_cannot_fill(self) -> None:
        dice = ListedDice([4, 3, 6])
        assert dice.faces(rolled(2)) == (4, 3)
        before = dice.mark()
        assert dice.faces(rolled(2)) is None
        used_up = dice.mark()
        assert dice.faces(rolled(1)) is None
        assert dice.faces(rolled(0)) is None
        dice.rewind(used_up)
        assert dice.faces(rolled(1)) is None
        dice.rewind(before)
        assert dice.faces(rolled(1)) == (6,)

    @given(st.lists(st.integers(1, 6), max_size=30), st.lists(st.integers(0, 4), max_size=20))
    def test_gives_the_list_and_nothing_else(self, faces: list[int], sizes: list[int]) -> None:
        dice = ListedDice(faces)
        given_ = [dice.faces(rolled(size)) for size in sizes]
        filled = [group for group in given_ if group is not None]
        flat = [face for group in filled for face in group]
        assert flat == faces[: len(flat)]
        assert given_ == filled + [None] * (len(sizes) - len(filled))
        if len(filled) < len(sizes):
            assert len(flat) + sizes[len(filled)] > len(faces)
