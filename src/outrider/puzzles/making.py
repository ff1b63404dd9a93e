"""New puzzles, from games that bots play against each other: whatever a solver proves."""

import random
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Protocol, cast

from outrider.bots.levels import bot_of
from outrider.bots.protocol import Asked, Unhurried
from outrider.core.game import FACES, Game
from outrider.core.pending import Decide, Over, Roll
from outrider.puzzles.chances import Chances, is_listed
from outrider.puzzles.puzzle import LEVELS, STRIKE, TAKE, Aim, Puzzle
from outrider.puzzles.solving import Answer, Solver, Unsolved, solver_of

LONGEST = 4_000
"""Choices and rolls after which a game is given up."""


@dataclass(frozen=True, slots=True)
class Met:
    """A position that somebody has to decide in."""

    state: Any
    seat: str


class Maker(Protocol):
    """What is asked in positions of a game, and how hard it is."""

    level: str
    """The bots whose games are looked through."""
    share: float
    """How many of a game's positions are looked at."""
    alike: int
    """So many puzzles may have the same aim, kind of choice and chances."""

    def aims(self, met: Met) -> Iterator[Aim]:
        """What might be asked, the most telling first."""

    def is_clear(self, answers: list[Answer]) -> bool:
        """Whether one answer stands out."""

    def hardness(self, met: Met, aim: Aim, answers: list[Answer]) -> int: ...

    def solver(self) -> Solver: ...

    def tidied(self, met: Met) -> Met:
        """The position as it is asked."""


def sort_of(aim: Aim) -> tuple[Any, ...]:
    return aim.kind, aim.activations


def played(game: Game[Any, Any], number: int, level: str) -> Iterator[Met]:
    """The positions of a whole game between two bots, on the tables in turn."""
    settings = game.settings()
    terms = settings[number % len(settings)].terms if settings else {}
    state = game.new(game.terms(**terms)).state
    bot, source = bot_of(game, level), random.Random(f"puzzles {game.id} {number}")
    for _ in range(LONGEST):
        pending = game.pending(state)
        if isinstance(pending, Over):
            return
        if isinstance(pending, Roll):
            faces = [source.randint(1, FACES) for _ in range(pending.dice)]
            state = game.roll(state, faces).state
            continue
        seat = pending.seats[0]
        yield Met(state, seat)
        action = bot.choose(Asked.of(game, state, seat), Unhurried(), source)
        state = game.apply(state, seat, action).state


@dataclass
class Making:
    """What was made so far, so that not all are alike."""

    game: Game[Any, Any]
    maker: Maker
    found: list[Puzzle] = field(default_factory=list)
    alike: Counter[tuple[Any, ...]] = field(default_factory=Counter)

    def look_through(self, number: int) -> int:
        """The puzzles of one game, one of each sort; how many there were."""
        had: dict[Any, Puzzle] = {}
        source = random.Random(f"looking {number}")
        for met in played(self.game, number, self.maker.level):
            if source.random() >= self.maker.share:
                continue
            made = self._made(self.maker.tidied(met), number, had)
            if made is not None:
                self.found.append(made)
                had[sort_of(made.aim)] = made
        return len(had)

    def _made(self, met: Met, number: int, had: Mapping[Any, Puzzle]) -> Puzzle | None:
        for aim in self.maker.aims(met):
            if sort_of(aim) in had:
                continue
            try:
                answers = self.maker.solver().answers(met.state, met.seat, aim)
            except Unsolved:
                continue
            if len(answers) > 1 and self.maker.is_clear(answers):
                puzzle = self._put(met, aim, answers, number)
                kind = type(answers[0].action).__name__
                sort = (aim, kind, puzzle.chance, puzzle.after)
                if self.alike[sort] < self.maker.alike and self._is_new(puzzle):
                    self.alike[sort] += 1
                    return puzzle
        return None

    def _put(self, met: Met, aim: Aim, answers: list[Answer], number: int) -> Puzzle:
        best, second = answers[:2]
        return Puzzle(
            f"{self.game.id}-{len(self.found) + 1}",
            self.game.id,
            met.seat,
            aim,
            self.game.dump(met.state),
            self.game.write_action(best.action),
            best.chance,
            second.chance,
            len(answers),
            min(max(1, self.maker.hardness(met, aim, answers)), LEVELS),
            f"game {number}",
        )

    def _is_new(self, puzzle: Puzzle) -> bool:
        return all(puzzle.state != other.state for other in self.found)


@dataclass
class Attacks:
    """Who attacks whom, in any game whose state has units: exact chances, one clearly the best."""

    game: Game[Any, Any]
    level: str = "soldier"
    share: float = 0.4
    alike: int = 5
    budget: int = 3_000
    margin: Fraction = Fraction(1, 36)
    rivals: int = 2
    """So many answers have a chance at all."""
    turns: bool = True
    """Whether whole turns are asked about, besides single attacks."""

    def solver(self) -> Solver:
        return Chances(self.game, self.budget)

    def tidied(self, met: Met) -> Met:
        return met

    def aims(self, met: Met) -> Iterator[Aim]:
        """Where somebody may be attacked, not in answer to something else, and nothing but moves
        needs a place: then what is proved holds for all that may be done without moving."""
        pending = cast(Decide, self.game.pending(met.state))
        choices = self.game.choices(met.state, met.seat)
        offers = [self.game.offer(met.state, action) for action in choices]
        whom = sorted({offer.whom for offer in offers if offer.whom and not offer.goes})
        thrown = any(not offer.goes and not is_listed(offer) for offer in offers)
        if pending.offer is not None or thrown or not whom:
            return
        enemies = [unit for unit in whom if self._is_enemy(met, unit)]
        if self.turns:
            yield from (Aim(TAKE, units=count) for count in (2, 1))
            yield from (Aim(TAKE, unit=unit) for unit in enemies)
        yield from (Aim(STRIKE, to=name) for name in ("kill", "wound"))

    def _is_enemy(self, met: Met, unit: str) -> bool:
        return not unit.startswith(met.seat[0].upper())

    def is_clear(self, answers: list[Answer]) -> bool:
        best, second = answers[0].chance, answers[1].chance
        real = sum(answer.chance > 0 for answer in answers)
        return real >= self.rivals and best < 1 and best - second >= self.margin

    def hardness(self, met: Met, aim: Aim, answers: list[Answer]) -> int:
        best, second = answers[0].chance, answers[1].chance
        after = self.game.advance(met.state, met.seat, answers[0].action).state
        prepares = not isinstance(self.game.pending(after), Roll)
        close = (best - second < Fraction(1, 6)) + (best - second < Fraction(1, 15))
        return 1 + 2 * prepares + close + (len(answers) > 7)


def maker_of(game: Game[Any, Any]) -> Maker:
    """What makes puzzles of a game: its own, beside its solver, or attacks."""
    solver = solver_of(game)
    own = getattr(solver, "maker", None)
    return cast(Maker, own()) if own is not None else Attacks(game)
