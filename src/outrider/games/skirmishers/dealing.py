"""Fights dealt by lot: a table, two forces of equal points and what each is after. The same seed,
number and size give the same fight; whether it is fair is for others to measure."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any, TypeAlias

from outrider.core.refusal import unknown
from outrider.games.skirmishers import mustering
from outrider.games.skirmishers.kinds import (
    COMPANIES,
    COUNTRY_SAID,
    FOOT,
    KINDS,
    NAMES,
    PLACES,
)
from outrider.games.skirmishers.lining_up import FREE, lined_up
from outrider.games.skirmishers.making import examine
from outrider.games.skirmishers.scenario import SEATS, VERSION, other
from outrider.table.laying import COUNTRIES, At, Country, table, tidy

LEAST, MOST = 2, 12
NEAR = 0.05
"""By how much of its points a force may cost more than the other. The cheaper one goes first, which
is worth about that."""
TRADED = 0.6
"""The share of fights between forces much alike: the one has traded a few pieces of the other's."""
TRIES = 200
REDRAWN = 40
"""Fights that are drawn until one has no fault: nearly always the first."""
SIZES: tuple[tuple[int, tuple[At, ...]], ...] = (
    (3, ((20, 20), (20, 24))),
    (5, ((24, 24), (24, 30), (20, 24))),
    (8, ((24, 30), (30, 30))),
    (MOST, ((30, 36), (36, 36))),
)
"""Up to how many pieces a side which tables are laid."""


@dataclass(frozen=True, slots=True)
class Aims:
    """What a fight is about: what each side is after, how long it lasts, and the words for it."""

    title: str
    story: str
    red: list[dict[str, Any]]
    blue: list[dict[str, Any]]
    turns: int
    at_limit: str | None = None


Aim: TypeAlias = dict[str, Any]


def deal(seed: int, number: int, pieces: int) -> dict[str, Any]:
    """The fight of that number, with so many pieces on Red's side and about as many on Blue's."""
    for again in range(REDRAWN):
        source = Random(f"skirmishers:{seed}:{number}:{pieces}:{again}")
        value = _drawn(source, pieces)
        found = examine(value)
        if found.setting is not None and not found.findings:
            return value
    raise unknown(f"no fight with {pieces} pieces came of {seed}: try another number")


def _drawn(source: Random, pieces: int) -> dict[str, Any]:
    size = source.choice(next(sizes for most, sizes in SIZES if pieces <= most))
    country = source.choice(COUNTRIES)
    ground = table(source, size, FREE, country)
    red, blue = forces(source, pieces)
    aims = source.choice(AIMS)(source, size, (len(red), len(blue)))
    place = source.choice(PLACES)
    words = {"place": place, "country": COUNTRY_SAID[country.name].format(place=place)}
    sides = {}
    names = source.sample(NAMES, len(red) + len(blue))
    for seat, force in zip(SEATS, (red, blue), strict=True):
        named = [{"name": f"{names.pop()}", **piece} for piece in force]
        victory = aims.red if seat == "red" else aims.blue
        sides[seat] = {"pieces": lined_up(source, size, seat, named), "victory": victory}
    words["first"], words["second"] = (sides[seat]["pieces"][0]["name"] for seat in SEATS)
    return {
        "outrider_scenario": VERSION,
        "name": aims.title.format(**words),
        "story": aims.story.format(**words),
        "table": {"name": _named(country, place), **ground},
        "first": SEATS[points(red) > points(blue)],
        "turn_limit": aims.turns,
        "at_limit": aims.at_limit,
        "sides": sides,
    }


def _named(country: Country, place: str) -> str:
    said = COUNTRY_SAID[country.name].format(place=place)
    return said[:1].upper() + said[1:]


# -- forces --------------------------------------------------------------------------------------


def forces(source: Random, pieces: int) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Two forces of equal points, or as near as some tries bring them."""
    red = company(source, pieces)
    cost = points(red)
    traded = source.random() < TRADED
    best, off = red, 2.0
    for _ in range(TRIES):
        blue = trade(source, red) if traded else company(source, around(source, pieces))
        apart = abs(points(blue) - cost) / cost
        if apart < off and sorted(map(str, blue)) != sorted(map(str, red)):
            best, off = blue, apart
        if off <= NEAR:
            break
    return red, best


def around(source: Random, pieces: int) -> int:
    return max(1, pieces + source.choice((-1, 0, 0, 1)))


def trade(source: Random, force: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """A force with some pieces for others, one more or one less."""
    kept = source.sample(force, max(1, len(force) - source.randint(1, max(1, len(force) // 2))))
    able = COMPANIES["all"]
    more = max(0, around(source, len(force)) - len(kept))
    return [*kept, *(KINDS[source.choice(able)] for _ in range(more))]


def company(source: Random, count: int) -> list[dict[str, Any]]:
    """So many pieces that go together: a leader on foot first, the rest from one kind of force."""
    able = COMPANIES[source.choice(tuple(COMPANIES))]
    few = source.sample(able, min(len(able), source.randint(2, 4)))
    lead = source.choice(("captain", "veteran", "sword", "knight", source.choice(FOOT)))
    return [KINDS[lead], *(KINDS[source.choice(few)] for _ in range(count - 1))]


def points(force: list[dict[str, Any]]) -> int:
    pieces = [{"id": f"R{n}", "at": [0, 0], **piece} for n, piece in enumerate(force, 1)]
    return mustering.bill(pieces, "red").total


# -- aims ----------------------------------------------------------------------------------------

ALL: Aim = {"kind": "destroy-all"}


def _disc(at: At, radius: float) -> dict[str, Any]:
    return {"shape": "disc", "at": [tidy(at[0]), tidy(at[1])], "radius": radius}


def _strip(size: At, seat: str) -> dict[str, Any]:
    """The ground along a side's own end."""
    wide, high = size
    low, up = (0, 3) if seat == "red" else (high - 3, high)
    return {"shape": "polygon", "points": [[0, low], [wide, low], [wide, up], [0, up]]}


def ground(source: Random, size: At, counts: tuple[int, int]) -> Aims:
    """Both want the middle."""
    zone = _disc((size[0] / 2, size[1] / 2), source.choice((2.5, 3)))
    hold: Aim = {"kind": "hold", "zone": zone, "turns": source.choice((2, 3, 3))}
    title = source.choice(("The middle of {place}", "Ground at {place}", "Who holds {place}?"))
    story = source.choice(
        (
            "{first} and {second} have come to {country} for the same patch of ground. Whoever "
            "stands on it long enough may keep it.",
            "The line on the map runs through {country}. {first} says it is here, {second} says "
            "it is there, and a map is easily drawn anew.",
        )
    )
    return Aims(title, story, [hold, ALL], [hold, ALL], source.choice((24, 30)))


def breakout(source: Random, size: At, counts: tuple[int, int]) -> Aims:
    """One side has to get past the other."""
    runner = source.choice(SEATS)
    ours = counts[SEATS.index(runner)]
    count = max(1, min(ours - 1, round(ours * source.uniform(0.3, 0.6))))
    leave: Aim = {"kind": "exit", "edge": "top" if runner == "red" else "bottom", "count": count}
    who, whom = ("{first}", "{second}") if runner == "red" else ("{second}", "{first}")
    story = (
        f"{who} has to be on the other side of {{country}} before dark, and not alone. {whom} has "
        "been paid to see to it that nobody passes."
    )
    sides = {runner: [leave, ALL], other(runner): [ALL]}
    title = source.choice(("Past {place}", "The road out of {place}", "Nobody leaves {place}"))
    turns = 2 * source.randint(6, 10)
    return Aims(title, story, sides["red"], sides["blue"], turns, other(runner))


def raid(source: Random, size: At, counts: tuple[int, int]) -> Aims:
    """One side has to stand on the other's ground."""
    raider = source.choice(SEATS)
    ours = counts[SEATS.index(raider)]
    count = max(1, min(ours, round(ours * source.uniform(0.25, 0.6))))
    across = size[0] / 2 + source.uniform(-0.25, 0.25) * size[0]
    up = size[1] - 4 if raider == "red" else 4.0
    reach: Aim = {"kind": "reach", "zone": _disc((across, up), 2.5), "count": count}
    who, whom = ("{first}", "{second}") if raider == "red" else ("{second}", "{first}")
    story = (
        f"What {whom} keeps at the far end of {{country}} was {who}'s once, and should be again. "
        "There is until evening to fetch it."
    )
    sides = {raider: [reach, ALL], other(raider): [ALL]}
    title = source.choice(("The raid on {place}", "A debt at {place}", "Fetched from {place}"))
    turns = 2 * source.randint(6, 10)
    return Aims(title, story, sides["red"], sides["blue"], turns, other(raider))


def race(source: Random, size: At, counts: tuple[int, int]) -> Aims:
    """Each side wants to get to where the other comes from."""
    made: dict[str, list[Aim]] = {}
    for seat, ours in zip(SEATS, counts, strict=True):
        count = max(1, (ours + 1) // 2)
        made[seat] = [{"kind": "reach", "zone": _strip(size, other(seat)), "count": count}, ALL]
    story = (
        "{first} comes from the one side of {country} and {second} from the other, each with "
        "news that must be over there first."
    )
    title = source.choice(("Two ways through {place}", "The race for {place}"))
    return Aims(title, story, made["red"], made["blue"], 24)


def hunt(source: Random, size: At, counts: tuple[int, int]) -> Aims:
    """Each side wants the other's leader, or the middle."""
    zone = _disc((size[0] / 2, size[1] / 2), 2.5)
    hold: Aim = {"kind": "hold", "zone": zone, "turns": 4}
    story = (
        "It began as a quarrel between {first} and {second}. It ends in {country}, when one of "
        "them does, or when one side has the ground for good."
    )
    title = source.choice(("{first} and {second}", "The quarrel at {place}"))
    red: list[Aim] = [{"kind": "destroy", "pieces": ["B1"]}, hold]
    blue: list[Aim] = [{"kind": "destroy", "pieces": ["R1"]}, hold]
    return Aims(title, story, red, blue, 30)


AIMS: tuple[Callable[[Random, At, tuple[int, int]], Aims], ...] = (
    ground, ground, ground, race, race, hunt, breakout, raid
)  # fmt: skip
