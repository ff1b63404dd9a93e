"""What the bots know of a scenario, and what they take notes on: few arrays, since every function
is handed all of them."""

from typing import TypeAlias

from outrider.bots.measured.chance import Numbers, Reals
from outrider.compiled import rule
from outrider.games.skirmishers.kernel.entry import MOST_FACES
from outrider.games.skirmishers.kernel.layout import ACTION
from outrider.games.skirmishers.kernel.record import Ground

World: TypeAlias = tuple[Ground, Reals, Numbers, Reals]
"""The ground, what is known, notes, and marks."""

(
    CELL, COLUMNS, ROWS, CELLS, WAYS, SLOPES, WORTHS, RESULTS, HITS, DEFENSES, MELEES, POOLS,
    ANSWERS, FIGHTS, TELLING,
) = range(15)  # fmt: skip
"""What is known begins with where things stand in it: how wide a cell of a grid is, how many
columns, rows and cells there are, where the ways on foot from each cell to each other begin, and
those from each to what each condition is about; what pieces are worth; for each ending what it is
to Red; hits by firing, defense and cover, with how many defenses there are; melees by mine, yours
and outcome, with how many there are of either; how fights to the death end, likewise;
and how much each thing tells that `outlook` looks at."""
KNOWN = 15
COVERS = 7
"""Covers that are told apart: more cannot be beaten by any die."""
OUTCOMES = 5
EVEN, ABOVE, BELOW = range(3)
"""How two stand who fight: nobody is on top, this one, or the other."""
STANDINGS = 3
WON, LOST = range(2)

LUCK, MADE, AGAIN, SLIP = range(4)
"""Of the notes: luck; how many deeds of the turn were planned, and whether those who had nothing to
do have looked once more; a slip for questions. Then faces, then for each piece how many deeds there
were when it made its plan, then the plans."""
THROWN = SLIP + ACTION
AGES = THROWN + MOST_FACES

OWN, LOOKS_FOR, SHOOTS, WALKS, FOES, LAST, LEFT = range(7)
"""Of the marks: what one's own piece is worth, how much it looks for a fight, how far it fires and
walks, how many enemies there are, how much dearer a side's last piece is than one of many, and what
either side has left. Then the enemies, then what plans gain."""
MOOD = 8
WHO, FX, FY, FIRES, WATCHES, REACHES, TOUCHES, VALUE, CHARGE, STRIKE, FIGHT, OPEN, HIS = range(13)
"""Of an enemy as one piece sees it: which, where; how far it fires in its next turn, and now at who
moves, and charges (0: not at all); from how near it touches; what it is worth; what its charge
takes of me and mine of it, in the end; what it is worth to touch it; whether it may be fired at;
and from these two on, for each cover, its chance to hit me and mine to hit it."""
MINE = HIS + COVERS
FOE = MINE + COVERS


@rule
def where(mind: Reals, what: int) -> int:
    """One of the whole numbers that what is known begins with."""
    return int(mind[what])


@rule
def worth(mind: Reals, unit: int) -> float:
    value: float = mind[where(mind, WORTHS) + unit]
    return value


@rule
def hit_at(mind: Reals, firing: int, dice: int) -> int:
    """Where the chances stand that a shot kills, by cover."""
    return where(mind, HITS) + COVERS * (firing * where(mind, DEFENSES) + dice)


@rule
def melee_at(mind: Reals, mine: int, yours: int) -> int:
    """Where the outcomes of a melee stand; with more dice than anybody has reckoned with it is
    about the same."""
    mine = min(mine, where(mind, POOLS) - 1)
    return where(mind, MELEES) + OUTCOMES * (mine * where(mind, ANSWERS) + yours)


@rule
def fight_at(mind: Reals, mine: int, yours: int, standing: int) -> int:
    """Where stands how likely two who fight to the death are to win and to lose."""
    mine = min(mine, where(mind, POOLS) - 1)
    number = STANDINGS * (mine * where(mind, ANSWERS) + yours) + standing
    return where(mind, FIGHTS) + 2 * number


@rule
def ways_to(mind: Reals, cell: int) -> int:
    """Where the ways to a cell stand, by where from."""
    return where(mind, WAYS) + where(mind, CELLS) * cell


@rule
def slope_to(mind: Reals, number: int) -> int:
    """The same to what a condition is about."""
    return where(mind, SLOPES) + where(mind, CELLS) * number


@rule
def foe_at(number: int) -> int:
    """Where an enemy stands in the marks."""
    return MOOD + FOE * number


@rule
def plan_at(units: int, unit: int) -> int:
    """Where a piece's plan stands in the notes."""
    return AGES + units + ACTION * unit


@rule
def gain_at(units: int, unit: int) -> int:
    """Where stands in the marks what it gains."""
    return MOOD + FOE * units + unit
