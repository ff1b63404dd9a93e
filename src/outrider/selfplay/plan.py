"""What is to be played, and how it is cut: the same for any number of workers."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from outrider.bots.levels import seconds_of
from outrider.contests.arena import Bout
from outrider.contests.seating import check_name
from outrider.core.game import Terms
from outrider.core.refusal import malformed
from outrider.games import game as game_by_id
from outrider.rl.arena import own_arena

PART = 16
"""Games that are played and written together."""
MOST_GAMES = 10_000_000


@dataclass(frozen=True, slots=True)
class Plan:
    """So many games of one kind. Bots sit in the order of the seats, round and round if they are
    fewer, and everybody is one seat further in the next game with the same dice."""

    game: str
    bots: tuple[str, ...]
    games: int
    seed: int = 1
    options: dict[str, Any] = field(default_factory=dict)
    seats: int | None = None
    table: Any = None
    scenario: Any = None
    variant: Any = None
    states: bool = False
    """Whether the whole state stands beside what is seen."""

    def terms(self) -> Terms:
        game = game_by_id(self.game)
        return game.terms(self.options, self.seats, self.table, self.scenario, self.variant)

    def check(self) -> None:
        """Refuse what could only fail later."""
        game = game_by_id(self.game)
        if own_arena(game) is None:
            raise malformed(f"{game.title} has no observations: only games with environments have")
        game.new(self.terms())
        if not 1 <= self.games <= MOST_GAMES:
            raise malformed(f"games are 1 to {MOST_GAMES:,}, not {self.games:,}")
        if not self.bots:
            raise malformed("a game is played by somebody: name a bot or more")
        seats = len(self.terms().seats)
        if len(self.bots) > seats:
            raise malformed(f"at a table of {seats} there is no room for {len(self.bots)} bots")
        for name in self.bots:
            check_name(name)
            seconds_of(name, 1.0)

    def seated(self, number: int) -> tuple[str, ...]:
        """Who sits where in a game."""
        seats = len(self.terms().seats)
        order = [self.bots[at % len(self.bots)] for at in range(seats)]
        turn = number % seats
        return tuple(order[-turn:] + order[:-turn]) if turn else tuple(order)

    def bout(self, number: int) -> Bout:
        """A game: those that differ by the seats alone have the same dice."""
        dice = number // len(self.terms().seats)
        return Bout(
            dice, self.game, self.seated(number), self.seed * 1_000_003 + dice, self.options,
            self.scenario, variant=self.variant, table=self.table, counted=True,
        )  # fmt: skip

    def parts(self) -> Iterator[range]:
        for begin in range(0, self.games, PART):
            yield range(begin, min(self.games, begin + PART))
