#!/usr/bin/env python3
"""What a piece of Skirmishers is worth: forces drawn by lot meet on tables laid by lot, and from
who won it is reckoned what its ratings are worth. Prints the points (`points.json` in the game's
folder) and docs/studies/points.md.

    python scripts/points.py play       plays what is not there yet, into docs/studies/points/
    python scripts/points.py print      fits it, and prints the points
    python scripts/points.py check      plays fights of equal points and others, on fresh seeds
    python scripts/points.py page       prints the page
"""

import json
import os
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from importlib.resources import files
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import numpy.typing as npt

from outrider.contests.crew import Crew
from outrider.games import game
from outrider.games.skirmishers import mustering
from outrider.games.skirmishers.lining_up import FREE, lined_up
from outrider.lab import cells_of, plan_from_json
from outrider.lab.playing import Block, play_block
from outrider.table.laying import COUNTRIES, table

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "studies" / "points"
POINTS = Path(str(files("outrider.games.skirmishers"))) / mustering.FILE
SEED = 21
GAMES, OFTEN = 4, 24
"""Of a pair, from each end; and of one of equal points."""
CHUNK = 50
LEVEL = "soldier"
TURNS = 30
HELD = 0.75
"""The share of fights with ground to be held in the middle; in the others only killing counts."""
MANY, EVEN, FRESH = "forces", "equal", "fresh"
PARTS = {MANY: "fight", EVEN: "equal", FRESH: "fresh"}
"""The parts of the study, and what their fights are called."""
COUNTS = {MANY: 2300, EVEN: 150, FRESH: 300}
"""Pairs of forces: to fit; of equal points, and any others, to check on."""
CLOSE = 0.01
"""By how much points may differ and be called equal."""
NEAR = 1.6
"""How many times as many dice a force has at most as the other."""


def drawn_piece(source: Random) -> dict[str, Any]:
    """Any piece: all ratings that are to be told apart, each by itself."""
    weapon = source.choice(("none", "none", "bow", "firearm"))
    made: dict[str, Any] = {
        "firing": 0,
        "attack": source.choice((0, 1, 1, 1, 2, 2, 2, 3, 3, 4)),
        "defense": source.choice((0, 1, 1, 1, 2, 2, 2, 3, 3, 4)),
        "movement": source.randint(3, 10),
        "weapon": weapon,
    }
    if weapon != "none":
        made |= {"firing": source.choice((1, 1, 2, 2, 3)), "range": source.randint(5, 18)}
    return made


def dice(piece: dict[str, Any]) -> float:
    """What it is about worth, before anybody has measured: so that most fights can go both ways."""
    shots = piece["firing"] * piece.get("range", 0) / 4
    return float(2 + piece["attack"] + piece["defense"] / 2 + piece["movement"] / 4 + shots)


def drawn_forces(source: Random) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    one = [drawn_piece(source) for _ in range(source.randint(2, 7))]
    while True:
        other = [drawn_piece(source) for _ in range(source.randint(2, 7))]
        ours, theirs = sum(map(dice, one)), sum(map(dice, other))
        if max(ours, theirs) <= NEAR * min(ours, theirs):
            return one, other


def scenario(name: str, one: list[Any], other: list[Any]) -> dict[str, Any]:
    """A meeting of two forces; the same name lays the same table."""
    source = Random(f"points:{SEED}:table:{name}")
    size = source.choice(((20, 24), (24, 24), (24, 30), (30, 30)))
    ground = table(source, size, FREE, source.choice(COUNTRIES))
    aims: list[dict[str, Any]] = [{"kind": "destroy-all"}]
    if source.random() < HELD:
        middle = [size[0] / 2, size[1] / 2]
        aims.append(
            {"kind": "hold", "turns": 3, "zone": {"shape": "disc", "at": middle, "radius": 3}}
        )
    sides = {
        "red": {"pieces": lined_up(source, size, "red", one), "victory": aims},
        "blue": {"pieces": lined_up(source, size, "blue", other), "victory": aims},
    }
    return {
        "outrider_scenario": 1,
        "name": name,
        "table": ground,
        "turn_limit": TURNS,
        "sides": sides,
    }


def played(name: str, one: list[Any], other: list[Any], games: int) -> dict[str, Any]:
    """Both ends of a fight by the same dice: what the first force made of it, from each end."""
    ways = scenario(name, one, other), scenario(name, other, one)
    plan = plan_from_json(
        {"game": "skirmishers", "vary": {"scenario": list(ways)}, "games": games, "bots": [LEVEL],
         "seed": 1 + int.from_bytes(Random(f"points:{SEED}:dice:{name}").randbytes(4)),
         "records": "none"}
    )  # fmt: skip
    made, drawn = [], 0
    for cell in cells_of(plan):
        found = play_block(plan, Block(cell.number, 0, games)).games
        made.append(sum(game.score[cell.number] for game in found))
        drawn += sum(game.draw for game in found)
    return {"name": name, "one": one, "other": other, "games": games, "made": made, "drawn": drawn}


def fight(kind: str, number: int) -> dict[str, Any]:
    """One pair: any two forces, or two whose points are equal."""
    source = Random(f"points:{SEED}:{kind}:{number}")
    one, other = drawn_forces(source)
    while kind == EVEN and abs(cost(one) - cost(other)) > CLOSE * cost(one):
        one, other = drawn_forces(source)
    return played(f"{PARTS[kind]} {number}", one, other, OFTEN if kind == EVEN else GAMES)


def cost(force: Sequence[dict[str, Any]]) -> int:
    pieces = [{"id": "R1", "at": [0, 0], **piece} for piece in force]
    return mustering.bill(pieces, "red").total


def chunk(kind: str, begin: int, end: int) -> list[dict[str, Any]]:
    return [fight(kind, number) for number in range(begin, end)]


def play(workers: int, *kinds: str) -> None:
    """Whatever is not there yet, each part in a file of its own."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with Crew(workers) as crew:
        running: list[tuple[Path, Future[Any]]] = []
        for kind in kinds:
            count = COUNTS[kind]
            for begin in range(0, count, CHUNK):
                file = FOLDER / f"{kind}-{begin:06d}.json"
                if not file.exists():
                    end = min(count, begin + CHUNK)
                    running.append((file, crew.submit(chunk, kind, begin, end)))
        for file, waited in running:
            file.write_text(json.dumps(waited.result()))
            print(file.name, flush=True)


def there(kind: str) -> list[dict[str, Any]]:
    """What was played, in the order of its numbers."""
    return [
        each
        for begin in range(0, COUNTS[kind], CHUNK)
        for each in json.loads((FOLDER / f"{kind}-{begin:06d}.json").read_text())
    ]


# -- fitting ---------------------------------------------------------------------------------------
#
# A piece is worth (base + attack * pace + shots) * toughness, a side the sum of its pieces, and the
# logarithm of the odds is the logarithm of the ratio of both sides, times a constant, with what it
# is worth to begin. What only grows is fitted as steps that are not negative.

Reals = npt.NDArray[np.float64]
NAMES = (
    "sharpness", "begins", "base", "attack 1", "attack 2", "attack 3", "attack 4", "tough 1",
    "tough 2", "tough 3", "tough 4", "pace", "shot", "dice 2", "dice 3", "range", "range bent",
    "bow",
)  # fmt: skip
START = np.array([1.2, 0.25, 0.4, -0.8, -0.5, -0.4, -0.4, -1.2, -1.6, -1.6, -1.6, -0.7, 1.6, -0.5,
                  -1.1, 1, 0.1, -0.4])  # fmt: skip
HELD_BACK = 1e-2
"""How strongly what the fights say nothing of stays where it began."""
ROUNDS, AGAIN, DRAWS = 25, 6, 200
MIDDLE, SPREAD = 11, 6
MOVES, RANGES = range(3, 11), range(5, 19)
UNIT = 10
"""What a fighter costs: attack 1, defense 1, movement 6, no weapon."""
FIGHTER = {"attack": 1, "defense": 1, "movement": 6, "firing": 0, "weapon": "none"}


class Fights:
    """All pieces of some fights as arrays, side by side."""

    def __init__(self, rows: Sequence[dict[str, Any]]) -> None:
        self.count = len(rows)
        self.sides = []
        for side in ("one", "other"):
            pieces = np.array([row_of(piece) for row in rows for piece in row[side]])
            of = np.repeat(np.arange(len(rows)), [len(row[side]) for row in rows])
            self.sides.append((pieces, of))
        self.games = np.array([row["games"] for row in rows], float)
        self.made = np.array([row["made"] for row in rows], float)

    def logits(self, fit: Reals) -> Reals:
        """Of each fight, from each end: the first force begins from the one, and not from the
        other."""
        one, other = (np.bincount(of, worth(fit, pieces), self.count) for pieces, of in self.sides)
        odds = np.exp(fit[0]) * np.log(one / other)
        return np.stack([odds + fit[1], odds - fit[1]], 1)


def row_of(piece: dict[str, Any]) -> list[int]:
    bow = int(piece["weapon"] == "bow")
    ratings = [piece[name] for name in ("attack", "defense", "movement", "firing")]
    return [*ratings, piece.get("range", 0), bow]


def doing(fit: Reals, pieces: npt.NDArray[np.int64]) -> Reals:
    """What pieces can do, before it is asked how long they live."""
    attack = np.concatenate(([0.0], np.cumsum(np.exp(fit[3:7]))))[pieces[:, 0]]
    pace = 1 + np.exp(fit[11]) * (pieces[:, 2] - MOVES[0])
    steps = np.exp(fit[13:15])
    dice = np.array([0, 1, 1 + steps[0], 1 + steps[0] + steps[1]])[pieces[:, 3]]
    far = (pieces[:, 4] - MIDDLE) / SPREAD
    reach = np.maximum(0.02, 1 + fit[15] * far + fit[16] * far**2)
    shots = np.exp(fit[12]) * dice * reach * np.where(pieces[:, 5] == 1, np.exp(fit[17]), 1)
    found: Reals = np.exp(fit[2]) + attack * pace + shots
    return found


def worth(fit: Reals, pieces: npt.NDArray[np.int64]) -> Reals:
    tough = 1 + np.concatenate(([0.0], np.cumsum(np.exp(fit[7:11]))))[pieces[:, 1]]
    found: Reals = doing(fit, pieces) * tough
    return found


def chance(logits: Reals) -> Reals:
    found: Reals = 1 / (1 + np.exp(-logits))
    return found


def fitted(fights: Fights, weights: Reals, begun: Reals, rounds: int) -> Reals:
    """Scoring by Fisher, each step no larger than it helps. Fights are weighed, as a bootstrap
    does."""
    fit, damp = begun.copy(), 1.0
    now = loss(fights, weights, fit)
    for _ in range(rounds):
        logits = fights.logits(fit)
        slopes = np.stack([(fights.logits(fit + step) - logits) / 1e-4 for step in STEPS], 2)
        seen = chance(logits)
        weight = (weights * fights.games)[:, None] * seen * (1 - seen)
        pull = (weights[:, None] * (fights.made - fights.games[:, None] * seen))[:, :, None]
        curve = np.einsum("fen,fem,fe->nm", slopes, slopes, weight)
        push = (slopes * pull).sum((0, 1)) - HELD_BACK * fights.count * (fit - START) * RATED
        held = np.diag(HELD_BACK * fights.count * RATED + damp)
        trial = fit + np.linalg.solve(curve + held, push)
        after = loss(fights, weights, trial)
        if after < now:
            fit, now, damp = trial, after, damp / 4
        else:
            damp *= 8
    return fit


STEPS = 1e-4 * np.eye(len(START))
RATED = np.array([0.0, 0.0] + [1.0] * (len(START) - 2))


def loss(fights: Fights, weights: Reals, fit: Reals) -> float:
    logits = fights.logits(fit)
    each = np.logaddexp(0, logits) * fights.games[:, None] - fights.made * logits
    held = 0.5 * HELD_BACK * fights.count * (RATED * (fit - START) ** 2).sum()
    return float((weights[:, None] * each).sum() + held)


def drawn_again(fights: Fights, fit: Reals) -> list[Reals]:
    """The fit of fights drawn from the fights, over and over."""
    source = np.random.default_rng(SEED)
    found = []
    for _ in range(DRAWS):
        picked = source.integers(0, fights.count, fights.count)
        weights = np.bincount(picked, minlength=fights.count).astype(float)
        found.append(fitted(fights, weights, fit, AGAIN))
    return found


# -- points ----------------------------------------------------------------------------------------


def tables(fit: Reals) -> dict[str, Any]:
    """What is added up and what that is multiplied by, in whole points and whole percents."""
    tough = 1 + np.concatenate(([0.0], np.cumsum(np.exp(fit[7:11]))))
    unit = UNIT / worth(fit, np.array([row_of(FIGHTER)]))[0] * tough[1]

    def points(**more: Any) -> float:
        piece = {**FIGHTER, "attack": 0, "movement": MOVES[0], **more}
        return float(unit * doing(fit, np.array([row_of(piece)]))[0])

    base = points()
    fire = {
        weapon: [
            [points(firing=dice, range=far, weapon=weapon) - base for far in RANGES]
            for dice in (1, 2, 3)
        ]
        for weapon in ("bow", "firearm")
    }
    melee = [[points(attack=a, movement=m) - base for m in MOVES] for a in range(5)]
    percent = [100 * float(each / tough[1]) for each in tough]
    return {"base": base, "melee": melee, "fire": fire, "toughness": percent}


def rounded(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: rounded(each) for name, each in value.items()}
    return [rounded(each) for each in value] if isinstance(value, list) else round(value)


def print_points() -> None:
    fights = Fights(there(MANY))
    fit = fitted(fights, np.ones(fights.count), START, ROUNDS)
    known = {
        "rules": game("skirmishers").rules_version,
        "movement": [MOVES[0], MOVES[-1]],
        "range": [RANGES[0], RANGES[-1]],
        **rounded(tables(fit)),
    }
    text = json.dumps(known)
    # A row of a table on a line of its own.
    text = text.replace("], [", "],\n   [").replace(', "', ',\n "').replace("[[", "[\n   [")
    POINTS.write_text(text + "\n", "utf-8")
    (FOLDER / "fit.json").write_text(
        json.dumps({"fit": list(fit), "again": [list(each) for each in drawn_again(fights, fit)]})
    )


# -- the page --------------------------------------------------------------------------------------

QUESTION = "Skirmishers: what is a piece worth, by its ratings?"
KINDS = {
    "a fighter: attack 1, defense 1, movement 6": FIGHTER,
    "the same, attack 2": {**FIGHTER, "attack": 2},
    "the same, attack 3": {**FIGHTER, "attack": 3},
    "the same, defense 0": {**FIGHTER, "defense": 0},
    "the same, defense 2": {**FIGHTER, "defense": 2},
    "the same, defense 4": {**FIGHTER, "defense": 4},
    "the same, movement 4": {**FIGHTER, "movement": 4},
    "the same, movement 8": {**FIGHTER, "movement": 8},
    "attack 3, defense 3, movement 8": {**FIGHTER, "attack": 3, "defense": 3, "movement": 8},
    'the fighter with a bow, 1 die, 8"': {**FIGHTER, "firing": 1, "weapon": "bow", "range": 8},
    'the same, 12"': {**FIGHTER, "firing": 1, "weapon": "bow", "range": 12},
    'the same, 16"': {**FIGHTER, "firing": 1, "weapon": "bow", "range": 16},
    'with a firearm, 1 die, 8"': {**FIGHTER, "firing": 1, "weapon": "firearm", "range": 8},
    'the same, 2 dice, 10"': {**FIGHTER, "firing": 2, "weapon": "firearm", "range": 10},
    'the same, 3 dice, 14"': {**FIGHTER, "firing": 3, "weapon": "firearm", "range": 14},
}
BANDS = ((1.0, 1.05), (1.05, 1.2), (1.2, 1.5), (1.5, 2.0), (2.0, 9.0))
Stat = Callable[[Sequence[Any]], float]


def between(values: Sequence[float]) -> str:
    low, high = np.percentile(values, (2.5, 97.5))
    return f"{low:.0f} to {high:.0f}"


def boot(rows: Sequence[Any], stat: Stat) -> str:
    """A figure, with the interval of fights drawn again."""
    source = np.random.default_rng(SEED)
    drawn = [
        stat([rows[at] for at in source.integers(0, len(rows), len(rows))]) for _ in range(1000)
    ]
    low, high = np.percentile(drawn, (2.5, 97.5))
    return f"{stat(rows):.1f} ({low:.1f} to {high:.1f})"


def score(row: dict[str, Any]) -> float:
    return float(sum(row["made"]) / (2 * row["games"]))


def spread(rows: Sequence[dict[str, Any]]) -> float:
    """How far true scores lie from even, in 100: what is left of the spread without the dice."""
    scores = np.array([score(row) for row in rows])
    luck = np.mean(scores * (1 - scores)) / (2 * rows[0]["games"] - 1)
    return float(100 * np.sqrt(max(0.0, np.mean((scores - 0.5) ** 2) - luck)))


def within(rows: Sequence[dict[str, Any]], low: float, high: float) -> float:
    return 100 * float(np.mean([low <= score(row) <= high for row in rows]))


def dearer(row: dict[str, Any]) -> tuple[float, float]:
    """How many times as many points the dearer force has, and what it made."""
    one, other = cost(row["one"]), cost(row["other"])
    made = score(row)
    return (one / other, made) if one >= other else (other / one, 1 - made)


def prices(fit: Reals, again: Sequence[Reals]) -> list[str]:
    found = ["| a piece | points | fitted | 95 of 100 fits |", "|---|--:|--:|--:|"]
    for about, piece in KINDS.items():
        row = np.array([row_of(piece)])
        whole = [UNIT * worth(each, row)[0] / worth(each, ONE)[0] for each in (fit, *again)]
        found.append(f"| {about} | {cost([piece])} | {whole[0]:.1f} | {between(whole[1:])} |")
    return found


ONE = np.array([row_of(FIGHTER)])


def calibration(fit: Reals) -> list[str]:
    rows = [dearer(row) for row in there(FRESH)]
    found = ["| the dearer force has | fights | it should score | it scored |", "|---|--:|--:|--:|"]
    for low, high in BANDS:
        some = [row for row in rows if low <= row[0] < high]
        if not some:
            continue
        foreseen = 100 * np.mean([chance(np.exp(fit[0]) * np.log(ratio)) for ratio, _ in some])
        made = boot(some, lambda part: 100 * float(np.mean([each for _, each in part])))
        said = f"{low:g} to {high:g} times the points" if high < 9 else f"{low:g} times and more"
        found.append(f"| {said} | {len(some)} | {foreseen:.1f} | {made} |")
    return found


def print_page() -> None:
    kept = json.loads((FOLDER / "fit.json").read_text())
    fit, again = np.array(kept["fit"]), [np.array(each) for each in kept["again"]]
    many, even = there(MANY), there(EVEN)
    games = sum(2 * row["games"] for row in many)
    drawn = 100 * sum(row["drawn"] for row in many) / games
    begins = [100 * float(chance(each[1])) for each in (fit, *again)]
    mean = boot(even, lambda part: 100 * float(np.mean([score(row) for row in part])))
    off = boot(even, spread)
    near, wide = within(even, 0.45, 0.55), within(even, 0.35, 0.65)
    words = [
        f"# {QUESTION}", "",
        "    python scripts/points.py play && python scripts/points.py print",
        "    python scripts/points.py check && python scripts/points.py page", "",
        f"Skirmishers, rules {game('skirmishers').rules_version}; between {LEVEL}s; "
        f"{len(many):,} pairs of forces, {GAMES} games of each from either end by the same dice, "
        f"{games:,} in all, {drawn:.0f} in 100 of them drawn; seed {SEED}. The forces have 2 to 7 "
        "pieces with any ratings, the tables are laid by lot in six kinds of country, and in three "
        "of four fights there is ground in the middle to be held. Printed by `scripts/points.py`.",
        "", *prices(fit, again), "",
        "The last column is what 95 of 100 fits to fights drawn anew from these fights give.", "",
        "## How points are added", "",
        "A piece costs what it can do, times how long it lives to do it: (base + melee by attack "
        "and movement + fire by weapon, dice and range) times the percents of its defense, in the "
        "whole numbers of `src/outrider/games/skirmishers/points.json`, rounded. A force costs the "
        "sum. Attack and movement go together, and so do firing dice and range; defense counts for "
        "all of it. Of ways to write it this one foresaw best the fights that were left out of a "
        "fit. The odds of two forces are the ratio of their points to the power of "
        f"{np.exp(fit[0]):.1f}. Whoever begins scores {begins[0]:.0f} in 100 "
        f"({between(begins[1:])}) where points are equal.", "",
        "## Do they hold?", "",
        f"{len(even)} pairs of equal points (within {100 * CLOSE:g} in 100), {2 * OFTEN} games "
        f"each, none of which was fitted: the first force scores {mean} in 100, and even is 50: "
        f"the points hold on the whole. A single pair need not be fair: true scores lie {off} "
        "from even, as a standard deviation, once the luck of the dice is taken out; "
        f"{near:.0f} of 100 pairs scored between 45 and 55, {wide:.0f} between 35 and 65. Equal "
        "points are where a fair fight is looked for, not where it is found: that is why fights "
        "that are dealt are measured.", "",
        f"{COUNTS[FRESH]} fresh pairs of any points, {2 * GAMES} games each:", "",
        *calibration(fit), "",
        "## What the points do not see", "",
        "- The ground: a bow is worth more on a moor than in a village.",
        "- Aims: speed is worth more to whoever has to get somewhere, defense to whoever has to "
        "last. Here both sides wanted the same.",
        "- Company: what a piece adds may depend on who stands beside it and against it. Shooters "
        "against shields, and one strong piece against many weak ones, are priced as on average.",
        "- People: this is what pieces are worth between bots of the middle level, who do not plan "
        "ahead.",
        "- Ratings beyond what was played (attack and defense over 4, more than 3 dice, movement "
        'under 3" or over 10", ranges under 5" or over 18") count as the nearest that was, and '
        "are marked.",
    ]  # fmt: skip
    (FOLDER.parent / "points.md").write_text("\n".join(words) + "\n", "utf-8")


WAYS = {
    "play": lambda: play(os.cpu_count() or 1, MANY),
    "print": print_points,
    "page": print_page,
    "check": lambda: play(os.cpu_count() or 1, EVEN, FRESH),
}

if __name__ == "__main__":
    WAYS[sys.argv[1]]()
