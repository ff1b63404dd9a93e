"""The set-up in the naive model: the forts are declared and placed (SKN-S1 to SKN-S6)."""

from __future__ import annotations

from dataclasses import dataclass

from games.skirminion.naive import BOOK, FILES, OTHER, RANKS, SQUARES, Fort, Numbers, Position

HOME_ROW = {"r": "1", "b": "8"}
OWN_ROWS = {"r": RANKS, "b": RANKS[::-1]}  # from the own side on


@dataclass(frozen=True, slots=True)
class Setup:
    """Before the battle; `left` counts the forts still to place by Red and by Blue."""

    initiative: str
    declared: int | None
    left: tuple[int, int]
    forts: tuple[Fort, ...]
    to_act: str
    numbers: Numbers = BOOK


def setup_start(initiative: str, numbers: Numbers = BOOK) -> Setup:
    """The side without the initiative has to declare (SKN-S3)."""
    return Setup(initiative, None, (0, 0), (), OTHER[initiative], numbers)


def _home(side: str, numbers: Numbers) -> list[str]:
    """Where a side's units begin: in the middle of its first row, or a little to the left of it
    (SKN-S1)."""
    left = (8 - numbers.units) // 2
    return [file + HOME_ROW[side] for file in FILES[left : left + numbers.units]]


def _distance(one: str, other: str) -> int:
    """Steps from square to square, in any directions."""
    return max(
        abs(FILES.index(one[0]) - FILES.index(other[0])),
        abs(RANKS.index(one[1]) - RANKS.index(other[1])),
    )


def _fort_squares(forts: tuple[Fort, ...], side: str, numbers: Numbers) -> list[str]:
    """Squares of the own rows without a unit (SKN-S1), far enough from every fort (SKN-S5)."""
    ranks = OWN_ROWS[side][: numbers.forts_rows]
    return [
        square
        for square in SQUARES
        if square[1] in ranks
        and square not in _home(side, numbers)
        and all(_distance(square, fort) >= numbers.forts_apart for fort, _ in forts)
    ]


def setup_legal(setup: Setup) -> list[str]:
    """The declaration (SKN-S3) or the squares for the next fort (SKN-S5)."""
    if setup.declared is None:
        least, most = setup.numbers.forts_least, setup.numbers.forts_most
        return [f"forts {number}" for number in range(least, most + 1)]
    squares = _fort_squares(setup.forts, setup.to_act, setup.numbers)
    return [f"fort {square}" for square in squares]


def setup_play(setup: Setup, action: str) -> Setup | Position:
    """Declare or place one fort (SKN-S3, S4); the battle begins when nothing is left to place."""
    if action not in setup_legal(setup):
        raise ValueError(f"not legal here: {action!r}")
    word, numbers = action.split()[1], setup.numbers
    if setup.declared is None:
        declared, forts, turn = int(word), setup.forts, setup.initiative
        left = {"r": declared, "b": declared}
    else:
        declared, left = setup.declared, dict(zip("rb", setup.left, strict=True))
        forts = tuple(sorted((*setup.forts, (word, setup.to_act))))
        left[setup.to_act] -= 1
        turn = OTHER[setup.to_act]
    while left["r"] or left["b"]:
        if left[turn]:
            if _fort_squares(forts, turn, numbers):
                waiting = left["r"], left["b"]
                return Setup(setup.initiative, declared, waiting, forts, turn, numbers)
            left[turn] -= 1  # S6: this fort is forfeited
        turn = OTHER[turn]
    units = [(at, side, numbers.health) for side in "rb" for at in _home(side, numbers)]
    return Position(tuple(sorted(units)), forts, setup.initiative, numbers=numbers)
