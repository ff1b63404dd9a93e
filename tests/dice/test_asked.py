"""Real dice: asking people, and asking them again."""

import pytest

from outrider.core.pending import Roll
from outrider.dice import AskedDice, TypedDice


def rolled(dice: int, purpose: str = "attack", seat: str = "red") -> Roll:
    return Roll(purpose, seat, dice)


class TestAsked:
    def test_never_has_faces(self) -> None:
        dice = AskedDice()
        assert [dice.faces(rolled(n)) for n in range(4)] == [None] * 4


class People:
    """Answer from a list, and keep what they were asked."""

    def __init__(self, *answers: str) -> None:
        self.answers = list(answers)
        self.asked: list[tuple[Roll, str | None]] = []

    def __call__(self, roll: Roll, complaint: str | None) -> str:
        self.asked.append((roll, complaint))
        if not self.answers:
            raise EOFError
        return self.answers.pop(0)


class TestTyped:
    @pytest.mark.parametrize("text", ["4 3", "4,3", "43", " 4 , 3\n", "4, 3", "4\t3"])
    def test_reads_what_people_write(self, text: str) -> None:
        people = People(text)
        assert TypedDice(people).faces(rolled(2)) == (4, 3)
        assert people.asked == [(rolled(2), None)]

    @pytest.mark.parametrize(
        ("text", "complaint"),
        [
            ("", "2 faces have to be named, not 0"),
            ("4", "2 faces have to be named, not 1"),
            ("4 3 1", "2 faces have to be named, not 3"),
            ("4 0", 'a die shows 1 to 6, not "0"'),
            ("47", 'a die shows 1 to 6, not "7"'),
            ("-4 3", 'a die shows 1 to 6, not "-"'),
            ("four 3", 'a die shows 1 to 6, not "f"'),
            ("4 \N{FULLWIDTH DIGIT THREE}", 'a die shows 1 to 6, not "\\uff13"'),
            ("4 \N{SUPERSCRIPT TWO}", 'a die shows 1 to 6, not "\\u00b2"'),
        ],
    )
    def test_asks_again_with_the_reason(self, text: str, complaint: str) -> None:
        people = People(text, text, "65")
        assert TypedDice(people).faces(rolled(2)) == (6, 5)
        assert people.asked == [(rolled(2), why) for why in (None, complaint, complaint)]

    def test_a_complaint_does_not_outlive_its_roll(self) -> None:
        people = People("x", "1", "2")
        dice = TypedDice(people)
        assert [dice.faces(rolled(1)), dice.faces(rolled(1))] == [(1,), (2,)]
        assert [why is None for _, why in people.asked] == [True, False, True]

    def test_the_end_of_input_passes_through(self) -> None:
        people = People("9")
        dice = TypedDice(people)
        with pytest.raises(EOFError):
            dice.faces(rolled(1))
        people.answers.append("5")
        assert dice.mark() == 0
        assert dice.faces(rolled(1)) == (5,)

    def test_nobody_is_asked_twice_for_the_same_dice(self) -> None:
        people = People("43", "6", "5")
        dice = TypedDice(people)
        dice.faces(rolled(2))
        dice.faces(rolled(1))
        dice.rewind(0)
        assert dice.faces(rolled(1, "melee")) == (4,)
        assert dice.faces(rolled(2)) == (6, 5)
        assert [roll.dice for roll, _ in people.asked] == [2, 1, 1]
        dice.rewind(0)
        assert [dice.faces(rolled(2)), dice.faces(rolled(2))] == [(4, 3), (6, 5)]
        assert len(people.asked) == 3
