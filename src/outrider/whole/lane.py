"""The way of whole games: what is before the kernel, the kernel, and what it has told."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, cast

import numpy as np
import numpy.typing as npt

from outrider.bots.levels import RANDOM
from outrider.core.game import Game, Terms
from outrider.core.pending import Roll
from outrider.core.wire import Action
from outrider.games.rooms import brought
from outrider.whole.players import Whole
from outrider.whole.writing import FACES, ROLLED, Words

MASK = (1 << 64) - 1
GOLDEN = 0x9E3779B97F4A7C15
ROOM = 4096
"""Numbers that a game may tell before there is made more room."""
MOST_AT_ONCE = 256
"""Games of a call: their lines stay in the processor's reach."""
LONGEST = 100_000
"""Choices after which a game that has not ended is given up."""
SMALLEST = 2.0**-53


@lru_cache(64)
def whole_of(game: Game[Any, Any]) -> Whole | None:
    """What a game brings for this, if anything."""
    found = brought(game, __package__)
    return None if found is None else cast(Whole, found.WHOLE)


def mixed(seeds: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint64]:
    """Words that have nothing to do with each other, never 0 (SplitMix64)."""
    words = (seeds + np.uint64(1)) * np.uint64(GOLDEN)
    words = (words ^ (words >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    words = (words ^ (words >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    words ^= words >> np.uint64(31)
    words[words == 0] = np.uint64(1)
    return words


def drawn(word: int) -> int:
    """What `compiled.draw` does, for single words."""
    word ^= word << 13 & MASK
    word ^= word >> 7
    return word ^ (word << 17 & MASK)


@dataclass(frozen=True, slots=True)
class Told:
    """A game that was played: its lines as numbers, and its last state's row."""

    lines: npt.NDArray[np.int32]
    row: Any

    def read(self) -> Iterator[tuple[int, list[int]]]:
        """Who chose, by the number of his seat, or ROLLED, and the code or the faces."""
        numbers, at = self.lines.tolist(), 0
        while at < len(numbers):
            size = numbers[at + 1]
            yield numbers[at], numbers[at + 2 : at + 2 + size]
            at += 2 + size


class Lane:
    """Whole games of one cell: on these terms, or from this state."""

    def __init__(self, game: Game[Any, Any], terms: Terms, whole: Whole, start: Any = None) -> None:
        self.game = game
        self.first = game.new(terms).state if start is None else start
        self.seats = game.seats_of(self.first)
        self._whole = whole
        self._batch: Any = game.batch(terms, 1, 0)
        self._room = ROOM
        self._placed: dict[Any, tuple[Any, Any]] = {}

    def play(self, bots: Sequence[str], seeds: Sequence[int], most: int = LONGEST) -> list[Told]:
        """A game for each seed, with these bots by their seats. A game depends on its seed, the
        bots and the terms, and on nothing else."""
        players = self._whole.players(bots)
        assert players is not None
        found: list[Told] = []
        for at in range(0, len(seeds), MOST_AT_ONCE):
            found += self._played(bots, players, seeds[at : at + MOST_AT_ONCE], most)
        return found

    def _played(self, bots: Sequence[str], players: Any, seeds: Any, most: int) -> list[Told]:
        given = np.array(seeds, np.uint64)
        words = np.stack((mixed(given), mixed(given ^ np.uint64(1 << 63))), axis=1)
        begun = [self._begun(bots, word) for word in words]
        rows = np.stack([row for row, _ in begun])
        room = self._room
        todo = np.arange(len(rows))
        told: list[Any] = [None] * len(rows)
        while len(todo):
            part, luck = rows[todo].copy(), words[todo].copy()
            lines = np.empty((len(todo), room), np.int32)
            sizes = np.zeros(len(todo), np.int64)
            self._batch._rows = part
            self._whole.run(self._batch, players, luck, lines, sizes, most)
            for number, game in enumerate(todo):
                if sizes[number] <= room:
                    before = begun[game][1]
                    after = lines[number, : sizes[number]]
                    told[game] = Told(np.concatenate((before, after)), part[number].copy())
            todo = todo[sizes > room]
            self._room = max(self._room, 1 << int(sizes.max(initial=0)).bit_length())
            room = self._room
        return told

    def state(self, told: Told) -> Any:
        """The last state of a game."""
        return self._batch._unpacked(told.row)

    def action(self, code: Sequence[int]) -> Action:
        """What a line's numbers stand for."""
        action: Action = self._batch.action([*code, *(0,) * (self._batch.width - len(code))])
        return action

    # -- before the kernel -------------------------------------------------------------------------

    def _begun(self, bots: Sequence[str], words: Words) -> tuple[Any, npt.NDArray[np.int32]]:
        """Placing is the level's own, choice by choice, with the dice before it. What leads to the
        same is worked out once."""
        lines: list[int] = []
        key, state = self._key(self.first), self.first
        while set(bots) != {RANDOM}:
            if (key, *bots) not in self._placed:
                self._placed[key, *bots] = self._looked(state, bots)
            kind, given = self._placed[key, *bots]
            if kind is None:
                break
            if kind == ROLLED:
                code = [self._die(words) for _ in range(given)]
            else:
                seat = self.seats[kind]
                choices = self.game.choices(state, seat) if given is None else None
                if choices is not None:
                    given = choices.sample(random.Random(self._lot(words)))
                code = list(self._batch.code(given))
            lines += [kind, len(code), *code]
            step = (key, kind, *code)
            if step not in self._placed:
                self._placed[step] = self._stepped(state, kind, code, given)
            key, state = self._placed[step]
        return np.frombuffer(key, self._batch.rows.dtype), np.array(lines, np.int32)

    def _stepped(self, state: Any, kind: int, code: list[int], action: Any) -> tuple[bytes, Any]:
        if kind == ROLLED:
            after = self.game.roll(state, code).state
        else:
            after = self.game.advance(state, self.seats[kind], action).state
        return self._key(after), after

    def _key(self, state: Any) -> bytes:
        packed: bytes = self._batch._packed([state])[0].tobytes()
        return packed

    def _looked(self, state: Any, bots: Sequence[str]) -> tuple[int | None, Any]:
        """What comes next before the kernel takes over: dice, somebody's choice, or nothing."""
        pending = self.game.pending(state)
        deciders = getattr(pending, "seats", ())
        levels = [bot for bot in bots if bot != RANDOM]
        if isinstance(pending, Roll):
            return ROLLED, pending.dice
        if not deciders or self._wish(state, deciders[0], levels[0]) is None:
            return None, None
        number = self.seats.index(deciders[0])
        level = bots[number]
        if level == RANDOM:
            return number, None
        return number, self._wish(state, deciders[0], level)

    def _wish(self, state: Any, seat: str, level: str) -> Action | None:
        choices = self.game.choices(state, seat)
        return self._whole.placed(self.game, state, seat, level, choices)

    @staticmethod
    def _die(words: Words) -> int:
        word = drawn(int(words[0]))
        words[0] = word
        return 1 + int((word >> 11) * SMALLEST * FACES)

    @staticmethod
    def _lot(words: Words) -> int:
        words[1] = drawn(int(words[1]))
        return int(words[1])
