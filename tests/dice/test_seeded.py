"""Seeded dice: as documented, the same for ever, and fair."""

import hashlib
from collections import Counter
from collections.abc import Sequence

import pytest

from outrider.core.pending import Roll
from outrider.dice import SeededDice


def rolled(dice: int, purpose: str = "attack", seat: str = "red") -> Roll:
    return Roll(purpose, seat, dice)


def by_the_book(seed: int | str, roll: int, die: int) -> tuple[int, int]:
    """A seeded face and how many tries it took, from the documentation and hashlib alone."""
    for attempt in range(256):
        text = "|".join([str(seed), str(roll), str(die), str(attempt)])
        byte = int(hashlib.sha256(text.encode()).hexdigest()[:2], 16)
        if byte < 252:
            return 1 + byte % 6, attempt + 1
    raise AssertionError("no try gave a face")


def chi_square(counts: Sequence[int]) -> float:
    """How far counts that should all be equal are from it."""
    even = sum(counts) / len(counts)
    return sum((count - even) ** 2 for count in counts) / even


def test_known_answers_never_change() -> None:
    dice = SeededDice("outrider")
    assert [dice.faces(rolled(n)) for n in (1, 2, 3, 4, 5)] == [
        (3,),
        (3, 6),
        (4, 6, 3),
        (6, 5, 4, 2),
        (5, 3, 6, 2, 5),
    ]


@pytest.mark.parametrize("seed", [0, -5, 2**63 - 1, "", "a|b", "Würfel"])
def test_agrees_with_its_documentation(seed: int | str) -> None:
    dice = SeededDice(seed)
    tries = 0
    for roll in range(300):
        expected = [by_the_book(seed, roll, die) for die in range(roll % 8)]
        assert dice.faces(rolled(roll % 8)) == tuple(face for face, _ in expected)
        tries += sum(count - 1 for _, count in expected)
    assert tries > 0, "no byte was ever above the fair ones: nothing was tried again"


def test_a_seed_is_its_text() -> None:
    def begin(seed: int | str) -> tuple[int, ...]:
        return SeededDice(seed).faces(rolled(40))

    assert begin(7) == begin("7")
    assert len({begin(7), begin("07"), begin(8), begin(-7), begin("7\0"), begin("")}) == 6
    assert begin("\ud800") != begin("\ud801")


def test_faces_do_not_depend_on_what_was_asked_before() -> None:
    one, other = SeededDice(3), SeededDice(3)
    few, many = one.faces(rolled(1)), other.faces(rolled(5, "melee", "blue"))
    assert few == many[:1]
    assert one.faces(rolled(20)) == other.faces(rolled(20, "morale"))


def test_60000_dice_are_fair() -> None:
    dice = SeededDice(2024)
    faces: list[int] = []
    for _ in range(15_000):
        faces.extend(dice.faces(rolled(4)))
    assert len(faces) == 60_000
    assert set(faces) == {1, 2, 3, 4, 5, 6}
    # Chi-square, 5 degrees of freedom: fair dice exceed this once in a thousand seeds.
    assert chi_square(list(Counter(faces).values())) < 20.515
    # 36 pairs of neighbours that do not overlap, 35 degrees of freedom, likewise.
    for start in (0, 1):
        pairs = Counter(zip(faces[start::2], faces[start + 1 :: 2], strict=False))
        assert len(pairs) == 36
        assert chi_square(list(pairs.values())) < 66.619
