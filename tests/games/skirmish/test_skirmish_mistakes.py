"""Whether the comparison of Skirmish with its naive model would notice a mistake: the model is made
to make one, in a number or in its reading, and then the two have to disagree."""

from dataclasses import replace
from typing import Any

import pytest

from forms import sparse
from games.skirmish import naive, naive_play, naive_sight
from games.skirmish import naive_table as table
from games.skirmish.pairing import agreed, run


def noticed() -> None:
    """The comparison fails, and in a few thousand positions at most."""
    agreed.cache_clear()
    try:
        with pytest.raises(AssertionError):
            run(1, 12_000)
    finally:
        agreed.cache_clear()


NUMBERS: list[tuple[dict[Any, Any], Any, int]] = [
    *((naive.LENGTHS, name, by) for name in naive.LENGTHS for by in (1, -1)),
    *((table.LENGTHS, name, by) for name in table.LENGTHS for by in (1, -1)),
    *((naive.THROWN, face, 1) for face in naive.THROWN),
    *((naive.DICE, name, -1) for name in naive.DICE),
    *((naive.ARMOUR, name, -1) for name in naive.ARMOUR),
    (naive.ARMOUR, "down to", 1),
]


@pytest.mark.plain
@pytest.mark.parametrize(
    ("numbers", "name", "by"), sparse(NUMBERS, 4), ids=lambda value: str(value)[:9]
)
def test_every_number_is_noticed(
    numbers: dict[Any, Any], name: Any, by: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SKM-R3, SKM-G1, SKM-F1, SKM-N1, SKM-N4, SKM-S2, SKM-S4, SKM-M2, SKM-R1, SKM-H1: a thousandth
    of an inch, a die, a point of health."""
    monkeypatch.setitem(numbers, name, numbers[name] + by)
    noticed()


@pytest.mark.slow
@pytest.mark.parametrize("by", [(1, 0), (0, 1), (-1, 0), (0, -1)], ids=str)
@pytest.mark.parametrize("option", naive.BLAST)
def test_every_border_of_a_blast_is_noticed(
    option: str, by: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """SKM-N2"""
    inner, outer = naive.BLAST[option]
    monkeypatch.setitem(naive.BLAST, option, (inner + by[0], outer + by[1]))
    noticed()


@pytest.mark.plain
@pytest.mark.parametrize("by", sparse([1, -1], 1))
def test_the_height_of_the_eye_is_noticed(by: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """SKM-G2"""
    monkeypatch.setattr(naive_sight, "EYE", naive_sight.EYE + by)
    noticed()


HIDES, BELOW = naive_sight.hides, naive_sight.below


def resized(piece: table.Piece, by: int) -> table.Piece:
    """A thing whose sides stand a thousandth farther out, or in."""
    if not piece.corners:
        return replace(piece, radius=piece.radius + by)
    left, right, low, high = piece.box()
    out = [(by if 2 * x > left + right else -by, by if 2 * y > low + high else -by)
           for x, y in piece.corners]  # fmt: skip
    moved = zip(piece.corners, out, strict=True)
    return replace(piece, corners=tuple((x + a, y + b) for (x, y), (a, b) in moved))


WRONG: dict[str, tuple[Any, str, Any]] = {
    "a limit leaves itself out": (
        table, "within", lambda one, other, most: table.square(one, other) < most**2
    ),
    "who only touches overlaps": (
        table, "overlap", lambda a, b: table.square(a, b) <= (2 * table.LENGTHS["base"]) ** 2
    ),
    "things hide a thousandth more": (
        naive_sight, "hides", lambda piece, *ends: HIDES(resized(piece, 1), *ends)
    ),
    "things hide a thousandth less": (
        naive_sight, "hides", lambda piece, *ends: HIDES(resized(piece, -1), *ends)
    ),
    "tops hide who looks along them": (
        naive_sight, "below", lambda height, *eyes: BELOW(height + 1, *eyes)
    ),
    "nobody stands on a rim": (
        table, "top", lambda ground, at: max(
            (p.height for p in ground.pieces if table.side_of(p, at) > 0), default=0
        )
    ),
    "one action a round": (naive_play, "ACTIONS", 1),
    "nothing hides": (naive, "visible", lambda *ends: True),
}  # fmt: skip


@pytest.mark.plain
@pytest.mark.parametrize("name", sparse(WRONG, 3))
def test_a_wrong_reading_is_noticed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """SKM-D1, SKM-M2, SKM-G2, SKM-R3"""
    monkeypatch.setattr(*WRONG[name])
    noticed()
