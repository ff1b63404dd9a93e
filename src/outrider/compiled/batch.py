"""Many games of one kind side by side, for search, statistics and learning: arrays in, arrays out.

`outrider.batch` makes one. All its games are on the same terms. Each is a row of whole numbers, and
whatever is asked is done for all of them at once, in compiled code. Chance comes from the seed
alone: the same calls lead to the same games, whatever the number of threads.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt

from outrider.compiled.chance import streams
from outrider.compiled.waiting import NOBODY, ROLL
from outrider.core.game import FACES, Game
from outrider.core.pending import Outcome
from outrider.core.refusal import Refusal, malformed, not_your_turn
from outrider.core.wire import Action, a_whole_number

S = TypeVar("S")
A = TypeVar("A", bound=Action)
Rows: TypeAlias = npt.NDArray[Any]
Numbers: TypeAlias = npt.NDArray[np.int64]
Flags: TypeAlias = npt.NDArray[np.bool_]
Which: TypeAlias = npt.ArrayLike | None
"""Some of the games: their numbers, or a flag for each; None is all of them."""

MOST_GAMES = 10_000_000
MOST_SEED = 2**63 - 1
NO_LIMIT = 2**62


class Batch(ABC, Generic[S, A]):
    """Games side by side. Actions are the rows of an array of numbers, as `code` and `action`
    translate them; a row of only `NONE` plays nothing in its game."""

    complete: ClassVar[bool]
    """Whether `actions` lists all that is legal. Else it is a continuum, and those are useful."""
    width: ClassVar[int]
    """Numbers of an action."""
    most_actions: ClassVar[int]
    """As many as `actions` ever lists in one game."""
    NONE: ClassVar[int] = NOBODY

    def __init__(self, game: Game[S, A], begins: S, games: int, seed: int) -> None:
        self.game = game
        self.seats = game.seats_of(begins)
        count = a_whole_number(games, "the number of games", 1, MOST_GAMES)
        self._begins = self._packed([begins])
        self.rows = np.repeat(self._begins, count, axis=0)
        self.seed(seed)

    def __len__(self) -> int:
        return len(self.rows)

    def seed(self, seed: int) -> None:
        """Begin chance anew."""
        given = a_whole_number(seed, "the seed", 0, MOST_SEED)
        self._randoms = streams(given, len(self.rows))

    def copy(self) -> "Batch[S, A]":
        """The same games, to be played on apart, with the same chance: how search looks ahead."""
        made = object.__new__(type(self))
        made.__dict__.update(self.__dict__)
        made.rows, made._randoms = self.rows.copy(), self._randoms.copy()
        return made

    def reset(self, which: Which = None) -> None:
        """Begin all games anew, or some. Their chance goes on."""
        self.rows[self._some(which)] = self._begins[0]

    # -- how things stand --------------------------------------------------------------------------

    def pending(self) -> tuple[Numbers, Numbers]:
        """What each game waits for (`DECIDE`, `ROLL` or `NOTHING`), and from which seat, by its number in
        `seats`; NOBODY when it is over."""
        kinds, seats, _ = self._looked()
        return kinds, seats

    def endings(self) -> Numbers:
        """How each game has ended, by the number of its reason; 0 while it goes on."""
        return self._looked()[2]

    def winners(self) -> Numbers:
        """The seat that has won, by its number; NOBODY in a draw, and while a game goes on."""
        return self._winners()[self.endings()]

    def outcome(self, game: int) -> Outcome | None:
        """How a game has ended, in words."""
        return self._outcomes().get(int(self.endings()[self._one(game)]))

    def _looked(self) -> tuple[Numbers, Numbers, Numbers]:
        kinds, seats, endings = np.empty((3, len(self)), np.int64)
        self._look(kinds, seats, endings)
        return kinds, seats, endings

    def _winners(self) -> Numbers:
        found = np.full(max(self._outcomes()) + 1, NOBODY, np.int64)
        for ending, outcome in self._outcomes().items():
            for seat in outcome.winners:
                found[ending] = self.seats.index(seat)
        return found

    # -- states ------------------------------------------------------------------------------------

    def state(self, game: int) -> S:
        """A game's state, for all that the game itself answers."""
        return self._unpacked(self.rows[self._one(game)])

    def states(self, which: Which = None) -> list[S]:
        return [self._unpacked(row) for row in self.rows[self._some(which)]]

    def put(self, states: Sequence[S], which: Which = None) -> None:
        """Set games to states, one for each, on the terms of this batch."""
        places = self._some(which)
        given = list(states)
        if len(given) != len(places):
            raise malformed(f"{len(places)} games need {len(places)} states, not {len(given)}")
        for state in given:
            self._fitting(state)
        if given:
            self.rows[places] = self._packed(given)

    # -- choosing ----------------------------------------------------------------------------------

    def actions(self) -> tuple[Numbers, Numbers]:
        """The legal actions of each game, or useful ones (see `complete`), and how many there are:
        `actions[i, : sizes[i]]`. Where nobody decides there are none."""
        rows = np.empty((len(self), self.most_actions, self.width), np.int64)
        sizes = np.empty(len(self), np.int64)
        self._list(rows, sizes)
        return rows, sizes

    def sample(self) -> Numbers:
        """A random legal action for each game, as the game's own `sample` draws; `NONE` where
        nobody decides."""
        chosen = np.empty((len(self), self.width), np.int64)
        self._pick(chosen)
        return chosen

    def check(self, actions: npt.ArrayLike) -> Refusal | None:
        """Why an action is not legal in its game, of the first that is not."""
        chosen = self._chosen(actions)
        first = self._first_illegal(chosen)
        return None if first < 0 else self._refused(first, chosen[first])

    def play(self, actions: npt.ArrayLike, check: bool = True) -> None:
        """Play an action in each game. If one is not legal, all are refused and nothing changes;
        unchecked, whatever comes of it is the caller's."""
        chosen = self._chosen(actions)
        if check:
            first = self._first_illegal(chosen)
            if first >= 0:
                raise self._refused(first, chosen[first])
        self._play(chosen)

    def roll(self, faces: npt.ArrayLike | None = None) -> None:
        """Let a die fall in each game that waits for one: on these faces, 0 where none is to fall.
        Without faces chance throws until everywhere somebody decides or it is over."""
        if faces is None:
            self._throw()
            return
        given = self._numbers(faces, (len(self),), "the faces")
        waiting = self._looked()[0] == ROLL
        if (given[waiting] < 1).any() or (given > FACES).any() or (given < 0).any():
            raise malformed(f"faces are 1 to {FACES} where a die has to fall")
        if given[~waiting].any():
            first = int(np.argmax(~waiting & (given != 0)))
            raise not_your_turn(f"game {first}: no die has to fall there")
        self._fall(given)

    def playout(self, most: int = NO_LIMIT, threads: int = 1) -> Numbers:
        """Play every game on at random, dice and all, to its end or for so many actions; how many
        each took."""
        limit = a_whole_number(most, "the most actions", 0, NO_LIMIT)
        count = min(a_whole_number(threads, "the number of threads", 1, 1024), len(self))
        played = np.zeros(len(self), np.int64)
        ends = [len(self) * part // count for part in range(count + 1)]
        spans = [slice(low, high) for low, high in zip(ends, ends[1:], strict=False)]

        def run(span: slice) -> None:
            self._run(self.rows[span], self._randoms[span], limit, played[span])

        in_threads(run, spans)
        return played

    # -- what is asked for -------------------------------------------------------------------------

    def _one(self, game: int) -> int:
        return a_whole_number(game, "the number of a game", 0, len(self) - 1)

    def _some(self, which: Which) -> Numbers:
        everybody = np.arange(len(self))
        if which is None:
            return everybody
        given = np.asarray(which)
        if given.dtype == np.bool_ and given.shape == (len(self),):
            return everybody[given]
        if given.size and given.dtype.kind not in "iu":
            raise malformed("games are named by their numbers, or by a flag for each")
        if given.ndim != 1 or (given.size and not (0 <= given.min() <= given.max() < len(self))):
            raise malformed(f"there are games 0 to {len(self) - 1}")
        return given.astype(np.int64)

    def _chosen(self, actions: npt.ArrayLike) -> Numbers:
        return self._numbers(actions, (len(self), self.width), "the actions")

    @staticmethod
    def _numbers(values: npt.ArrayLike, shape: tuple[int, ...], what: str) -> Numbers:
        given = np.asarray(values)
        if given.dtype.kind not in "iu" or given.shape != shape:
            raise malformed(f"{what} are whole numbers in the shape {shape}, not {given.shape}")
        if given.dtype == np.uint64 and given.size and given.max() > np.uint64(NO_LIMIT):
            raise malformed(f"{what} are too large")
        return np.require(given, np.int64, ["C", "W"])

    def _fitting(self, state: S) -> None:
        """Refuses a state that is not on the terms of this batch."""
        terms = self.game.terms_of(state)
        if terms != self.game.terms_of(self._unpacked(self._begins[0])):
            raise malformed("all games of a batch have the same options, table and seats")

    def _refused(self, game: int, code: Numbers) -> Refusal:
        why = self._why_not(game, code)
        return Refusal(why.kind, f"game {game}: {why.message}", why.rule)

    # -- of each game ------------------------------------------------------------------------------

    @abstractmethod
    def code(self, action: A) -> tuple[int, ...]:
        """An action as numbers."""

    @abstractmethod
    def action(self, code: Sequence[int]) -> A:
        """An action from its numbers."""

    @abstractmethod
    def _packed(self, states: Sequence[S]) -> Rows: ...

    @abstractmethod
    def _unpacked(self, row: Rows) -> S: ...

    @abstractmethod
    def _outcomes(self) -> dict[int, Outcome]: ...

    @abstractmethod
    def _look(self, kinds: Numbers, seats: Numbers, endings: Numbers) -> None: ...

    @abstractmethod
    def _list(self, actions: Numbers, sizes: Numbers) -> None: ...

    @abstractmethod
    def _pick(self, actions: Numbers) -> None: ...

    @abstractmethod
    def _first_illegal(self, actions: Numbers) -> int:
        """The first game whose action is not legal, -1 if there is none."""

    @abstractmethod
    def _why_not(self, game: int, code: Numbers) -> Refusal: ...

    @abstractmethod
    def _play(self, actions: Numbers) -> None: ...

    @abstractmethod
    def _fall(self, faces: Numbers) -> None: ...

    @abstractmethod
    def _throw(self) -> None: ...

    @abstractmethod
    def _run(self, rows: Rows, randoms: Rows, most: int, played: Numbers) -> None: ...


def in_threads(run: Callable[[slice], None], spans: Sequence[slice]) -> None:
    if len(spans) == 1:
        run(spans[0])
        return
    with ThreadPoolExecutor(len(spans)) as pool:
        list(pool.map(run, spans))
