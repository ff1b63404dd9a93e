"""Many games of one kind side by side, for search, statistics and learning: arrays in, arrays out.

`outrider.batch` makes one, and docs/python.md tells how it is used. All its games are on the same
terms. Each is a row of whole numbers, and whatever is asked is done for all of them in one compiled
call. Chance comes from the seed alone: the same calls lead to the same games, whatever the number
of threads. The games may lie on a GPU, and all arrays with them (`device`).
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from itertools import pairwise
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt

from outrider.compiled import waiting
from outrider.compiled.chance import streams
from outrider.compiled.cuda.card import fitting, on_card, taken
from outrider.compiled.devices import CARD, HOST, NO_LIMIT, an_array, check_whole, device_of
from outrider.compiled.sharing import in_threads
from outrider.core.game import FACES, Game
from outrider.core.pending import Decide, Outcome
from outrider.core.refusal import Refusal, malformed, not_your_turn, unknown
from outrider.core.wire import Action, a_whole_number, shown

S = TypeVar("S")
A = TypeVar("A", bound=Action)
Self = TypeVar("Self", bound="Batch[Any, Any]")
Rows: TypeAlias = npt.NDArray[Any]
Numbers: TypeAlias = npt.NDArray[np.int64]
Flags: TypeAlias = npt.NDArray[np.bool_]
One: TypeAlias = int | np.integer[Any]
Which: TypeAlias = npt.ArrayLike | None
"""Some of the games: their numbers, or a flag for each; None is all of them."""

MOST_GAMES = 1_000_000
MOST_GAMES_ON_CARD = 100_000_000
MOST_SEED = 2**63 - 1
MOST_THREADS = 1024
PARTS = 8
"""In which the games of a thread are taken."""
WHOLE = np.dtype(np.int64)


class Batch(ABC, Generic[S, A]):
    """Games side by side. An action is a row of whole numbers, as `code` and `action` translate
    them; one that begins with `NONE` plays nothing in its game."""

    DECIDE, ROLL, NOTHING = waiting.DECIDE, waiting.ROLL, waiting.NOTHING
    """What a game waits for: somebody's choice, dice, or nothing any more, since it is over."""
    NOBODY = waiting.NOBODY
    """The seat of nobody."""
    NONE = -1

    complete: ClassVar[bool]
    """Whether `actions` lists all that is legal. Else that is a continuum, and the list is of what
    is useful."""
    width: ClassVar[int]
    """How many numbers an action has."""
    most_actions: int
    """More than `actions` lists in no game."""
    goes_on: ClassVar[bool] = False
    """Whether `keep_playing` is there."""
    most_dice: int = 1
    """More dice than that never fall at once."""

    def __init__(
        self, game: Game[S, A], begins: S, games: int, seed: int, device: object = HOST
    ) -> None:
        self.device = device_of(device)
        most = MOST_GAMES if self.device == HOST else MOST_GAMES_ON_CARD
        count = a_whole_number(games, "the number of games", 1, most)
        randoms = _randoms(seed, count)
        self.game = game
        self.seats = game.seats_of(begins)
        self._np: Any = np
        self._share(begins)
        self._begins = self._packed([begins])
        if self.device == CARD:
            self._np = self._move()
        with self._fits_in():
            self._first: Rows = self._np.asarray(self._begins[0])
            self._rows: Rows = self._np.repeat(self._first[None], count, axis=0)
            self._randoms: Rows = self._np.asarray(randoms)
        self._shape = (count, self.width)
        self._room = (count, self.most_actions, self.width)
        won = np.zeros(max(self._outcomes(), default=0) + 1, np.int64)
        for ending, outcome in self._outcomes().items():
            for seat in outcome.winners:
                won[ending] |= 1 << self.seats.index(seat)
        self._won: Numbers = self._np.asarray(won)

    def __len__(self) -> int:
        return len(self._rows)

    @property
    def rows(self) -> Rows:
        """The games themselves, for compiled code that stands on the same rules."""
        return self._rows

    @property
    def randoms(self) -> Rows:
        """Their chance, a word a game, which whoever draws from it hands on."""
        return self._randoms

    @property
    def begins(self) -> Rows:
        """The row that a game begins with."""
        return self._first

    @property
    def won(self) -> Numbers:
        """The seats that win, as bits of a number, by how a game has ended."""
        return self._won

    def seed(self, seed: int) -> None:
        """Begin chance anew."""
        self._randoms = self._np.asarray(_randoms(seed, len(self)))

    def copy(self: Self) -> Self:
        """The same games, to be played on apart, with the same chance: how search looks ahead."""
        made = object.__new__(type(self))
        made.__dict__.update(self.__dict__)
        made._rows, made._randoms = self._rows.copy(), self._randoms.copy()
        return made

    def begin_with(self, state: S) -> None:
        """From now on, games that begin anew begin with this state, on the terms of the batch."""
        self._first = self._np.asarray(self._packed([self._fitting(0, state)])[0])

    def reset(self, which: Which = None) -> None:
        """Begin all games anew, or some. Their chance goes on."""
        self._rows[self._some(which)] = self._first

    # -- how things stand --------------------------------------------------------------------------

    def pending(self) -> tuple[Numbers, Numbers]:
        """What each game waits for (`DECIDE`, `ROLL` or `NOTHING`), and from which seat, by its
        place in `seats`; NOBODY when it is over."""
        kinds, seats, _ = self._looked()
        return kinds, seats

    def endings(self) -> Numbers:
        """How each game has ended, by the number of its reason; 0 while it goes on."""
        return self._looked()[2]

    def winners(self) -> Numbers:
        """The seat that has won, by its place in `seats`; NOBODY in a draw, where a win is shared
        (see `wins`), and while a game goes on."""
        found = self.wins()
        alone: Numbers = self._np.where(found.sum(axis=1) == 1, found.argmax(axis=1), self.NOBODY)
        return alone

    def wins(self) -> Flags:
        """For each game and each seat whether it has won."""
        won: Flags = (self._wins()[:, None] >> self._np.arange(len(self.seats)) & 1) == 1
        return won

    def _wins(self) -> Numbers:
        """The seats that have won each game, as bits of a number."""
        return self._won[self.endings()]

    def dice(self) -> Numbers:
        """How many dice each game waits for."""
        due: Numbers = (self.pending()[0] == self.ROLL).astype(np.int64)
        return due

    def outcome(self, game: One) -> Outcome | None:
        """How a game has ended, in words."""
        return self._outcomes().get(int(self.endings()[self._one(game)]))

    def _looked(self) -> tuple[Numbers, Numbers, Numbers]:
        kinds, seats, endings = self._np.empty((3, len(self)), np.int64)
        self._look(kinds, seats, endings)
        return kinds, seats, endings

    def state(self, game: One) -> S:
        """A game's state, for all that the game itself answers."""
        return self._unpacked(self._here(self._rows[self._one(game)]))

    def states(self, which: Which = None) -> list[S]:
        return [self._unpacked(row) for row in self._here(self._rows[self._some(which)])]

    def put(self, states: Sequence[S], which: Which = None, check: bool = True) -> None:
        """Set games to states on the terms of this batch, one for each. If one is not possible, all
        are refused and nothing changes. Unchecked, they have to be the game's own: what becomes of
        a batch with made-up ones is the caller's affair."""
        places, given = self._some(which), _listed(states)
        if len(given) != len(places):
            raise malformed(f"{len(places)} games need {len(places)} states, not {len(given)}")
        known: set[int] = set()
        for at, state in enumerate(given):
            self._fitting(at, state, check and id(state) not in known)
            known.add(id(state))
        if given:
            self._rows[places] = self._np.asarray(self._packed(given))

    def _fitting(self, at: int, state: S, check: bool = True) -> S:
        """A state that was given, if it is one of this batch."""
        if not self._fits(state):
            raise malformed(
                f"state {at} is none of {self.game.title} on the terms of this batch: the same"
                " options, table and numbers"
            )
        if check:
            self._check_possible(at, state)
        return state

    def _check_possible(self, at: int, state: S) -> None:
        """Whether a state may have come from the game: written down it is read again as the same.
        One that was made by hand may be anything, and so may what happens when it is written."""
        try:
            again = self.game.load(self.game.dump(state))
        except Refusal as refusal:
            raise malformed(f"state {at}: {refusal.message}", refusal.rule) from None
        except Exception:
            again = None
        if again != state:
            raise malformed(f"state {at} is none that the game has made")

    # -- choosing ----------------------------------------------------------------------------------

    def actions(self) -> tuple[Numbers, Numbers]:
        """The legal actions of each game, or useful ones (see `complete`), and how many there are:
        `actions[i, : sizes[i]]`; what follows them is NONE. Where nobody decides there are none."""
        with self._fits_in():
            actions, sizes = self._np.empty(self._room, WHOLE), self._np.empty(len(self), WHOLE)
            self._list(actions, sizes)
        return actions, sizes

    def sample(self) -> Numbers:
        """A random legal action for each game, as the game's own `sample` draws them; NONE where
        nobody decides."""
        chosen: Numbers = self._np.empty(self._shape, WHOLE)
        self._pick(chosen)
        return chosen

    def check(self, actions: npt.ArrayLike) -> Refusal | None:
        """Why an action is not legal in its game: of the first that is not."""
        chosen = self._chosen(actions)
        first = self._turn(chosen, True, False)
        return None if first == len(chosen) else self._refused(first, chosen[first])

    def play(self, actions: npt.ArrayLike, check: bool = True) -> None:
        """Play an action in each game. If one is not legal, all are refused and nothing changes.
        Unchecked, only what is no action at all is refused; what becomes of games in which one was
        not legal is the caller's affair."""
        chosen = self._chosen(actions)
        first = self._turn(chosen, check, True)
        if first != len(chosen):
            raise self._refused(first, chosen[first])

    def roll(self, faces: npt.ArrayLike | None = None) -> None:
        """Let dice fall in each game that waits for some: on these faces, 0 where none has to fall.
        There is one for each game, or a row of `most_dice` where several fall at once. Without
        faces chance throws, until everywhere somebody decides or it is over."""
        if faces is None:
            self._throw()
            return
        count, most = len(self), self.most_dice
        shape = (count,) if most == 1 else (count, most)
        given = self._whole(faces, shape, "the faces").reshape(count, most)
        is_due = self._np.arange(most) < self.dice()[:, None]
        wrong = self._np.where(is_due, (given < 1) | (given > FACES), given != 0)
        if wrong.any():
            first, die = (int(at) for at in self._np.argwhere(wrong)[0])
            if is_due[first, die]:
                raise malformed(f"game {first}: a face is 1 to {FACES}, not {given[first, die]}")
            no = "no die has to fall there" if die == 0 else f"only {die} dice have to fall there"
            raise not_your_turn(f"game {first}: {no}")
        self._fall(given.reshape(shape))

    def playout(self, most: int = NO_LIMIT, threads: int = 1) -> Numbers:
        """Play every game on at random, dice and all, to its end or for so many actions; how many
        each took."""
        return self._played(a_whole_number(most, "the most actions", 0, NO_LIMIT), threads, 1)[:, 0]

    def keep_playing(self, actions: int, threads: int = 1) -> Numbers:
        """Play so many random actions in every game, dice and all; one that is over begins anew.
        For each game, how often it ended for each reason, by its number; nothing is counted at
        0."""
        if not self.goes_on:
            raise unknown(f"{self.game.title} is not played on and on: see `playout` and `reset`")
        most = a_whole_number(actions, "the number of actions", 0, MOST_SEED)
        found = self._played(most, threads, len(self._won))
        found[:, 0] = 0
        return found

    def _played(self, most: int, threads: int, columns: int) -> Numbers:
        """How many actions each game took, and in further columns how games ended, if they go
        on."""
        count = min(a_whole_number(threads, "the number of threads", 1, MOST_THREADS), len(self))
        found: Numbers = self._np.zeros((len(self), columns), np.int64)
        parts = min(len(self), PARTS * count) if count > 1 and self.device == HOST else 1
        ends = [len(self) * part // parts for part in range(parts + 1)]

        def run(span: slice) -> None:
            self._run(self._rows[span], self._randoms[span], most, found[span])

        in_threads(run, [slice(low, high) for low, high in pairwise(ends)], min(count, parts))
        return found

    # -- what is asked for -------------------------------------------------------------------------

    def _one(self, game: One) -> int:
        return a_whole_number(game, "the number of a game", 0, len(self) - 1)

    def _some(self, which: Which) -> Numbers:
        everybody: Numbers = self._np.arange(len(self))
        if which is None:
            return everybody
        given = self._array(which, "games")
        if given.dtype == np.bool_ and given.shape == everybody.shape:
            flagged: Numbers = everybody[given]
            return flagged
        if given.ndim != 1 or (given.size and given.dtype.kind not in "iu"):
            raise malformed(f"games are a list of their numbers, or of {len(self)} flags")
        if given.size and not (0 <= given.min() <= given.max() < len(self)):
            raise malformed(f"there are games 0 to {len(self) - 1} and no others")
        if len(self._np.unique(given)) != len(given):
            raise malformed("a game is named twice")
        numbers: Numbers = given.astype(np.int64)
        return numbers

    def _chosen(self, actions: npt.ArrayLike) -> Numbers:
        # What `sample` gives, and what is taken from `actions`, needs no second look.
        if type(actions) is np.ndarray and actions.dtype is WHOLE and self.device == HOST:
            found: Numbers = actions
            if found.shape == self._shape and found.flags.carray:
                return found
        return self._whole(actions, self._shape, "the actions")

    def _numbers(self, code: npt.ArrayLike) -> list[int]:
        """One action's numbers."""
        given = self._whole(code, (self.width,), "the numbers of an action")
        found: list[int] = given.tolist()
        return found

    def _refused(self, game: int, code: Numbers) -> Refusal:
        """What the game itself says of an action that the kernel does not take."""
        state = self.state(game)
        try:
            action = self.action(code)
        except Refusal as refusal:
            why: Refusal | None = refusal
        else:
            code = self._here(code)
            pending = self.game.pending(state)
            seat = self._actor(state, pending, code) if isinstance(pending, Decide) else None
            why = self.game.choices(state, seat).why_not(action)
        if why is None:  # the numbers say more than the action needs, and that is not listed
            why = malformed(f"{code.tolist()} is no action")
        return Refusal(why.kind, f"game {game}: {why.message}", why.rule)

    def _actor(self, state: S, pending: Decide, code: Numbers) -> str | None:
        """Whose action that is."""
        return pending.seats[0]

    # -- where the games are -----------------------------------------------------------------------

    def _fits_in(self) -> AbstractContextManager[None]:
        """While something large is made: a card may be too small for it."""
        return nullcontext() if self.device == HOST else fitting(self._np)

    def _here(self, found: Any) -> Any:
        """An array, out of the card's memory if it is there."""
        return found if self.device == HOST else found.get()

    def _array(self, values: npt.ArrayLike, what: str) -> Any:
        """What was given as an array, on the card if the games are there."""
        return an_array(values, what) if self.device == HOST else taken(self._np, values, what)

    def _whole(self, values: npt.ArrayLike, shape: tuple[int, ...], what: str) -> Numbers:
        """Whole numbers of that shape, as kernels take them."""
        if self.device == CARD:
            found: Numbers = on_card(self._np, values, shape, what)
            return found
        return whole_numbers(values, shape, what)

    def _move(self) -> Any:
        """Take what all games share to the card; its arrays. Of games that are played there."""
        raise unknown(f'{self.game.title} is not played on a GPU ("cuda"): "cpu" is what there is')

    # -- of each game ------------------------------------------------------------------------------

    @abstractmethod
    def code(self, action: A) -> tuple[int, ...]:
        """An action as numbers."""

    @abstractmethod
    def action(self, code: npt.ArrayLike) -> A:
        """An action from its numbers."""

    @abstractmethod
    def _share(self, state: S) -> None:
        """Keep what all states of the batch have in common, and get ready what is compiled."""

    @abstractmethod
    def _fits(self, state: object) -> bool:
        """Whether something is a state that has that in common with the others."""

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
    def _turn(self, actions: Numbers, checks: bool, plays: bool) -> int:
        """Play, if all are legal. The first game whose action is not; else how many there are."""

    @abstractmethod
    def _fall(self, faces: Numbers) -> None:
        """Let these dice fall, one a game or a row of them."""

    @abstractmethod
    def _throw(self) -> None: ...

    @abstractmethod
    def _run(self, rows: Rows, randoms: Rows, most: int, found: Numbers) -> None:
        """Play games on; found[:, 0] says how many actions each took."""


def is_record(value: object, size: int) -> bool:
    """Whether something has the length of a kernel's record."""
    return isinstance(value, bytes) and len(value) == size


def _listed(states: Sequence[S]) -> list[S]:
    try:
        return list(states)
    except TypeError:
        raise malformed(f"states are a list, not {shown(states)}") from None


def _randoms(seed: int, count: int) -> Rows:
    return streams(a_whole_number(seed, "the seed", 0, MOST_SEED), count)


def whole_numbers(values: npt.ArrayLike, shape: tuple[int, ...], what: str) -> Numbers:
    """Whole numbers of that shape, as kernels take them."""
    given = an_array(values, what)
    check_whole(given, shape, what)
    return np.require(given, np.int64, ["C", "A", "W"])
