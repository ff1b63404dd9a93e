"""An experiment as data: what is played, by whom, in which cells of a grid, how often, until when.

A plan is checked as a whole before anything is played, and written to `plan.toml` beside what came
of it. The same plan gives the same games, whatever plays them.
"""

import itertools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from functools import lru_cache
from typing import Any

from outrider.contests.seating import check_name
from outrider.core.game import Game, Terms
from outrider.core.refusal import Refusal, malformed, unknown
from outrider.core.wire import dumps, shown
from outrider.games import game as game_by_id

VERSION = 1
MOST_CELLS = 1000
MOST_GAMES = 1_000_000_000
SPREAD = 1_000_003
"""Seeds of neighbouring experiments lie so far apart."""
GROUND = ("bots", "seats", "table", "scenario", "variant")
"""What a grid may vary besides options and numbers of the rules."""
DECIDED = "decided"
KEPT = ("none", "moves", "text")
"""How records are kept: not at all, as numbers of which a replay makes them, or written out."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One setting of an experiment: what is varied has these values, in the plan's order."""

    number: int
    values: Mapping[str, Any]
    bots: tuple[str, ...]
    terms: Terms

    @property
    def seats(self) -> tuple[str, ...]:
        return self.terms.seats

    @property
    def turns(self) -> tuple[tuple[str, ...], ...]:
        """The bots by seat, in every game of a unit: everybody once in everybody's seat. Where all
        are alike there is one game."""
        return tuple(dict.fromkeys(self.bots[at:] + self.bots[:at] for at in range(len(self.bots))))

    @property
    def is_mirror(self) -> bool:
        return len(set(self.bots)) == 1

    @property
    def subject(self) -> str:
        """Whose score is measured: the first seat's where all bots are alike, else the first
        bot's."""
        return self.seats[0] if self.is_mirror else self.bots[0]

    def said(self) -> str:
        """Its values in words; nothing where nothing is varied."""
        return ", ".join(f"{name} {worded(value)}" for name, value in self.values.items())


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be found out, and how closely. `bots` are one for all seats, or one for each;
    `start` is a state to begin with, as JSON; `games` are for each cell, at most."""

    game: str
    bots: tuple[str, ...] = ("soldier",)
    options: Mapping[str, Any] = field(default_factory=dict)
    seats: int | None = None
    table: Any = None
    scenario: Any = None
    variant: Any = None
    start: Any = None
    vary: Mapping[str, tuple[Any, ...]] = field(default_factory=dict)
    games: int = 2000
    seed: int = 1
    until: float | str | None = None
    """Half the width of the interval that is sharp enough, or `decided`, or all games."""
    records: str = "moves"
    events: bool = False
    evaluate: int = 0
    """With how many games played on from every turn it is judged who is ahead; 0: not at all."""

    def check(self, played: bool = True) -> None:
        """Refuse what could only fail later, in the middle. Whether there are such bots is asked
        where they are to play: to look for one that is somebody's class runs his code."""
        if not 1 <= self.games <= MOST_GAMES:
            raise malformed(f"games: from 1 to {MOST_GAMES}, not {self.games}")
        if isinstance(self.until, float) and not 0.0001 <= self.until < 0.5:
            raise malformed(f"until: from 0.01% to 50%, not {self.until:.4%}")
        if isinstance(self.until, str) and self.until != DECIDED:
            raise malformed(f"until: a share such as 2%, or {DECIDED}, not {shown(self.until)}")
        if self.records not in KEPT:
            raise malformed(f"records: one of {', '.join(KEPT)}, not {shown(self.records)}")
        if not 0 <= self.seed < 2**40:
            raise malformed(f"seed: from 0 to {2**40 - 1}, not {self.seed}")
        if not 0 <= self.evaluate <= 4096:
            raise malformed(f"evaluate: from 0 to 4096, not {self.evaluate}")
        for cell in cells_of(self):
            if not played:
                return
            try:
                for name in cell.bots:
                    check_name(name)
            except Refusal as refusal:
                raise _placed(refusal, cell.values) from None

    def units(self, cell: Cell) -> int:
        """How many times the dice are cast for a cell, at most: each for all games of a unit."""
        return -(-self.games // len(cell.turns))

    def seed_of(self, unit: int) -> int:
        """The same in every cell, so that cells are compared by the same dice."""
        return self.seed * SPREAD + unit

    def to_json(self) -> dict[str, Any]:
        said = {spec.name: getattr(self, spec.name) for spec in fields(self)}
        said["bots"] = list(self.bots)
        said["options"] = dict(self.options)
        said["vary"] = {name: list(values) for name, values in self.vary.items()}
        return {"outrider_lab": VERSION, **said}

    def identity(self) -> str:
        """What has to be the same for games to belong together: not how many there are, how sharp
        the answer has to be, nor what is kept of them."""
        said = self.to_json()
        for name in ("games", "until"):
            del said[name]
        return dumps(said)


def cells_of(plan: Plan) -> tuple[Cell, ...]:
    """The grid: every value of what is varied with every value of the rest."""
    count = 1
    for name, values in plan.vary.items():
        if not values:
            raise malformed(f"vary.{name}: there is no value")
        if len({dumps(value) for value in values}) < len(values):
            raise malformed(f"vary.{name}: a value is there twice")
        count *= len(values)
        if count > MOST_CELLS:
            raise malformed(f"vary: more than {MOST_CELLS} cells")
    return _cells(dumps(plan.to_json()), plan) if count else ()


_known: dict[str, tuple[Cell, ...]] = {}


def _cells(key: str, plan: Plan) -> tuple[Cell, ...]:
    if key not in _known:
        if len(_known) > 16:
            _known.clear()
        _known[key] = tuple(_made(plan))
    return _known[key]


def _made(plan: Plan) -> Iterator[Cell]:
    game = game_by_id(plan.game)
    options = {spec.name for spec in game.options}
    figures = {figure.name for figure in game.figures}
    for name in plan.vary:
        if name not in options | figures and name not in GROUND:
            there = dict.fromkeys((*GROUND, *sorted(options), *sorted(figures)))
            known = ", ".join(there)
            raise unknown(f"vary.{name}: {game.id} has no such option or number; it has {known}")
    for number, values in enumerate(itertools.product(*plan.vary.values())):
        varied = dict(zip(plan.vary, values, strict=True))
        try:
            yield _cell(plan, game, number, varied)
        except Refusal as refusal:
            raise _placed(refusal, varied) from None


def _placed(refusal: Refusal, varied: Mapping[str, Any]) -> Refusal:
    """With the values of a cell, where some are varied."""
    if not varied:
        return refusal
    place = "vary " + " ".join(f"{name}={worded(value)}" for name, value in varied.items())
    return Refusal(refusal.kind, f"{place}: {refusal.message}", refusal.rule)


def _cell(plan: Plan, game: Game[Any, Any], number: int, varied: Mapping[str, Any]) -> Cell:
    options = {spec.name for spec in game.options}
    ground = {name: varied.get(name, getattr(plan, name)) for name in GROUND}
    changed = {name: value for name, value in varied.items() if name in options - set(GROUND)}
    for name in options & set(GROUND):
        # A table that comes with the game goes by its name, as an option; others are laid.
        if isinstance(ground[name], str):
            changed[name], ground[name] = ground[name], None
    figures = {name: varied[name] for name in varied if name not in options and name not in GROUND}
    variant = with_figures(game, ground["variant"], figures)
    terms = game.terms(
        {**plan.options, **changed}, ground["seats"], ground["table"], ground["scenario"], variant
    )
    if plan.start is not None:
        terms = _begun(plan, game, varied)
    bots = _bots(ground["bots"], len(terms.seats))
    game.new(terms)
    return Cell(number, varied, bots, terms)


def _begun(plan: Plan, game: Game[Any, Any], varied: Mapping[str, Any]) -> Terms:
    """The terms of a game that begins in the middle: its own."""
    more = [name for name in varied if name != "bots"]
    said = plan.options or any(
        value is not None for value in (plan.table, plan.scenario, plan.variant, plan.seats)
    )
    if more or said:
        raise malformed("start: a position has its options, ground and numbers already")
    return game.terms_of(game.load(plan.start))


def _bots(given: Any, seats: int) -> tuple[str, ...]:
    names = (given,) if isinstance(given, str) else tuple(given)
    if not names or not all(isinstance(name, str) for name in names):
        raise malformed("bots: one for all seats, or one for each")
    if len(names) == 1:
        return names * seats
    if len(names) != seats:
        raise malformed(f"bots: one for all seats, or one for each of {seats}, not {len(names)}")
    return names


def with_figures(game: Game[Any, Any], variant: Any, figures: Mapping[str, Any]) -> Any:
    """A variant with further numbers changed."""
    if not figures:
        return variant
    if variant is None:
        variant = {"outrider_variant": 1, "game": game.id, "name": "varied", "set": {}}
    before = variant.get("set", {}) if isinstance(variant, dict) else {}
    return {**variant, "set": {**before, **figures}}


def worded(value: Any) -> str:
    """A value of a grid in a few characters."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict):
        name = value.get("name") or value.get("title") or value.get("id")
        return str(name) if name else "one of its own"
    if isinstance(value, list | tuple):
        return " against ".join(map(str, value))
    return str(value)


@lru_cache(1)
def fields_of_a_plan() -> tuple[str, ...]:
    return tuple(spec.name for spec in fields(Plan))
