"""Every number of the rulebook that may change: its name, what it is in the book, its bounds, and a
sentence. The kernel takes them as an array, by the places of `kernel.layout`.

What stays: the board, the six faces of a die, the line between 3 and 4 health, and that a unit
moves once and attacks once in an activation.
"""

from collections.abc import Mapping

from outrider.core.figures import Figure, in_places
from outrider.core.options import Options
from outrider.core.refusal import malformed
from outrider.games.skirminion.kernel import layout

Numbers = tuple[int, ...]
"""Of a game: those of the rules, its limits, and what follows from them."""

FACES = 6
"""Of a die, which shows a unit's health."""
WEAK = 3
"""The most health with which a unit still rests (SKN-R1) and goes slowly (SKN-M4)."""
FARTHEST = 7
"""Steps across the board."""
ALL = 2**64 - 1
COUNTS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")

FIGURES: tuple[Figure, ...] = (
    Figure(layout.UNITS, "units", 8, 2, 8,
           "SKN-S1", "Each side begins with so many units, in the middle of its first row."),
    Figure(layout.HEALTH, "health", FACES, 1, FACES,
           "SKN-S1", "A unit begins with so much health."),
    Figure(layout.LEAST_FORTS, "forts.least", 0, 0, layout.MOST_DECLARED,
           "SKN-S3", "At least so many forts a side are declared."),
    Figure(layout.MOST_FORTS, "forts.most", 4, 0, layout.MOST_DECLARED,
           "SKN-S3", "At most so many forts a side are declared."),
    Figure(layout.FORT_ROWS, "forts.rows", 4, 2, 4,
           "SKN-S5", "Forts are placed on so many rows, counted from one's own side."),
    Figure(layout.FORTS_APART, "forts.apart", 2, 1, 4,
           "SKN-S5", "Forts are at least so many steps apart; with 1 they may be adjacent."),
    Figure(layout.REST_GAIN, "rest.gain", 1, 1, FACES - WEAK,
           "SKN-R1", "A unit that rests gains so much health."),
    Figure(layout.STRAIGHT, "move.straight", 2, 1, FARTHEST,
           "SKN-M3", "A unit with 4 health or more goes up to so many straight steps."),
    Figure(layout.DIAGONAL, "move.diagonal", 1, 0, FARTHEST,
           "SKN-M3", "A unit with 4 health or more goes up to so many diagonal steps."),
    Figure(layout.SLOW_STRAIGHT, "slow.straight", 1, 1, FARTHEST,
           "SKN-M4", "A retreating unit, or one with 3 health or less, goes up to so many straight "
           "steps."),
    Figure(layout.SLOW_DIAGONAL, "slow.diagonal", 1, 0, FARTHEST,
           "SKN-M4", "A retreating unit, or one with 3 health or less, goes up to so many diagonal "
           "steps."),
    Figure(layout.ATTACK_DAMAGE, "attack.damage", 1, 1, FACES,
           "SKN-A2", "In an attack each of the two takes so much health from the other."),
    Figure(layout.SUPPORT_DAMAGE, "attack.support", 1, 0, FACES,
           "SKN-A2", "Every friend that touches the other one takes so much more."),
    Figure(layout.SIEGE_DAMAGE, "siege.damage", 1, 1, FACES,
           "SKN-A6", "In a siege every unit that touches the fort takes so much health."),
    Figure(layout.STAND_DAMAGE, "stand.damage", 2, 1, FACES,
           "SKN-A8", "A side's last unit takes so much health instead."),
)  # fmt: skip
"""An attack always costs both some health, so that battles come to an end. Rest lifts nobody above
what a die can show."""


def fit(numbers: Mapping[str, int]) -> None:
    """Refuse numbers that do not fit together; there are all of them."""
    least, most = numbers["forts.least"], numbers["forts.most"]
    if least > most:
        raise malformed(
            f"set.forts.least: {least} is more than the most forts that may be declared, {most}",
            "SKN-S3",
        )


def numbers_of(options: Options, changed: Mapping[str, int] | None = None) -> Numbers:
    """All numbers of a game in the order of their places, its options among them."""
    limits = options.number("quiet_limit"), options.number("length_limit")
    return limited(limits, changed)


def limited(limits: tuple[int, int], changed: Mapping[str, int] | None = None) -> Numbers:
    """The same from the two limits, without options."""
    figures = in_places(FIGURES, changed or {})
    rows = (1 << 8 * figures[layout.FORT_ROWS]) - 1
    straight = figures[layout.STRAIGHT]
    singles = figures[layout.DIAGONAL], figures[layout.SLOW_STRAIGHT], figures[layout.SLOW_DIAGONAL]
    in_step = straight <= 2 and singles == (1, 1, 1)
    return (
        *figures,
        *limits,
        rows,
        rows << 8 * (8 - figures[layout.FORT_ROWS]),
        ALL if in_step and straight == 2 else 0,
        ALL if in_step else 0,
    )


def unlimited(numbers: Numbers) -> Numbers:
    """The same rules without limits: for what holds however long a game has lasted."""
    return *numbers[: layout.QUIET_LIMIT], 0, 0, *numbers[layout.LENGTH_LIMIT + 1 :]


def is_the_books(numbers: Numbers) -> bool:
    """Whether a game is played by the rulebook's own numbers, whatever its limits."""
    return numbers[: layout.FIGURES] == tuple(in_places(FIGURES, {}))


def steps_told(straight: int, diagonal: int) -> str:
    """How far a unit goes, in words."""
    told = [
        f"{'up to ' if count > 1 else ''}{COUNTS[count]} {how}"
        for count, how in ((diagonal, "diagonal"), (straight, "straight"))
        if count
    ]
    return " or ".join(told)
