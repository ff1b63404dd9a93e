"""What the bots know of a scenario before they think: chances, worths, distances on foot."""

from functools import lru_cache
from math import ceil, sqrt

import numpy as np

from outrider.bots.measured.chance import Reals
from outrider.bots.measured.search import result_for
from outrider.bots.skirmishers.kernel import memory
from outrider.bots.skirmishers.manners import TELLING
from outrider.games.skirmishers.kernel import layout
from outrider.games.skirmishers.odds import hit_chance, melee_chances
from outrider.games.skirmishers.scenario import SEATS, Scenario, other
from outrider.games.skirmishers.state import Setting
from outrider.games.skirmishers.victory import endings_of
from outrider.table.lengths import INCH

MOST_CELLS, FEW_CELLS = 576, 64
"""Into how many cells a table is parted, about, to know how far it is on foot; as plain Python that
takes as many seconds as it takes hundredths otherwise."""
MOST_POOL = 12
"""Dice of those who strike together for whom chances are reckoned, if nobody has more."""
SHOOTING = {"none": 0.0, "bow": 0.5, "firearm": 0.8}
"""What a die is worth."""
STRIKING, DEFENDING, LIVING, WANTED = 0.5, 0.25, 1.0, 4.0
"""The same for other dice; what it is worth to be there, and to be who the enemy has to destroy."""


@lru_cache(64)
def chances_of(firing: int, defense: int, attack: int) -> tuple[Reals, Reals]:
    """hits[firing, defense, cover] and melees[mine, yours, outcome] up to so many dice, as the game
    has them."""
    hits = np.zeros((firing + 1, defense + 1, memory.COVERS))
    for at in np.ndindex(*hits.shape):
        hits[at] = float(hit_chance(*at))
    melees = np.zeros((max(attack, MOST_POOL) + 1, attack + 1, 5))
    for mine in range(len(melees)):
        for yours in range(attack + 1):
            melees[mine, yours] = [float(chance) for chance in melee_chances(mine, yours)]
    return hits, melees


def fights_of(melees: Reals) -> Reals:
    """fights[mine, yours, standing, won or lost] if two strike each other until one is dead: by
    SKR-F5 to SKR-F7 the next blow changes who is on top, or ends it."""
    kill, win, none, lose, killed = np.moveaxis(melees, -1, 0)
    found = np.zeros((*melees.shape[:2], memory.STANDINGS, 2))
    for which, (ends, gains, loses) in enumerate(((kill, win, lose), (killed, lose, win))):
        # Of who never rolls anything nobody dies.
        goes_on = np.maximum(1 - none, 1e-9)
        above = (ends + gains) * goes_on + loses * ends
        above = above / np.maximum(goes_on**2 - loses * gains, 1e-9)
        below = (ends + gains * above) / goes_on
        even = (ends + gains * above + loses * below) / goes_on
        found[:, :, memory.EVEN, which] = even
        on_top = memory.ABOVE if which == memory.WON else memory.BELOW
        found[:, :, on_top, which] = above
        found[:, :, memory.ABOVE + memory.BELOW - on_top, which] = below
    return np.minimum(found, 1.0)


def worths_of(scenario: Scenario) -> Reals:
    """A piece's worth grows with its dice; one that the enemy has to destroy is worth more."""
    found = np.zeros(len(scenario.warriors))
    for at, each in enumerate(scenario.warriors):
        found[at] = LIVING + SHOOTING[each.weapon] * each.firing
        found[at] += STRIKING * each.attack + DEFENDING * each.defense
        for condition in scenario.side(other(each.seat)).victory:
            if each.id in condition.pieces:
                found[at] += WANTED / len(condition.pieces)
    return found


def results_of(scenario: Scenario) -> Reals:
    """What each ending is to Red."""
    endings = endings_of(scenario)
    found = np.zeros(max(endings) + 1)
    for ending, outcome in endings.items():
        found[ending] = result_for(SEATS[0], outcome.winners)
    return found


def mind_of(setting: Setting, cells: int = MOST_CELLS) -> Reals:
    """All of it, but for the distances between so many cells, which take the rules to be found."""
    scenario = setting.scenario
    warriors = scenario.warriors
    hits, melees = chances_of(
        max(each.firing for each in warriors),
        max(each.defense for each in warriors) + setting.numbers[layout.BOW_DICE],
        max(each.attack for each in warriors),
    )
    width, depth = scenario.table.size
    cell = max(INCH, ceil(sqrt(width * depth / cells)))
    columns, rows = max(1, ceil(width / cell)), max(1, ceil(depth / cell))
    goals = sum(len(scenario.side(seat).victory) for seat in SEATS)
    made = {
        memory.WAYS: np.zeros((columns * rows,) * 2),
        memory.SLOPES: np.zeros((goals, columns * rows)),
        memory.WORTHS: worths_of(scenario),
        memory.RESULTS: results_of(scenario),
        memory.HITS: hits,
        memory.MELEES: melees,
        memory.FIGHTS: fights_of(melees),
        memory.TELLING: TELLING,
    }
    known = np.zeros(memory.KNOWN)
    known[[memory.CELL, memory.COLUMNS, memory.ROWS]] = cell, columns, rows
    known[memory.CELLS] = columns * rows
    known[memory.DEFENSES] = hits.shape[1]
    known[[memory.POOLS, memory.ANSWERS]] = melees.shape[:2]
    for what, values in made.items():
        known[what] = len(known)
        known = np.concatenate((known, values.ravel()))
    return known
