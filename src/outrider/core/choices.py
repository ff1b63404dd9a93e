"""What one seat may choose from: the one truth about legality."""

import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from typing import Generic, TypeVar

from outrider.core.refusal import Refusal

A = TypeVar("A")

WORD_BITS = 64


def word_from(source: random.Random) -> int:
    """A random word that a kernel may draw from: any but 0."""
    return source.getrandbits(WORD_BITS) or 1


class Choices(ABC, Generic[A]):
    """A set of actions, finite or a continuum. Iterating a continuum gives useful samples of it."""

    complete: bool = True
    """True if iterating gives every legal action."""

    def __contains__(self, action: object) -> bool:
        return self.why_not(action) is None  # type: ignore[arg-type]

    @abstractmethod
    def why_not(self, action: A) -> Refusal | None:
        """None if the action is legal; otherwise the refusal, with the rule and a sentence."""

    @abstractmethod
    def __iter__(self) -> Iterator[A]: ...

    @abstractmethod
    def sample(self, source: random.Random) -> A:
        """One legal action."""


class Listed(Choices[A]):
    """A finite set of actions, with somebody who explains why others are not in it."""

    def __init__(self, actions: Sequence[A], explain: Callable[[A], Refusal]) -> None:
        self._actions = actions
        self._explain = explain

    def why_not(self, action: A) -> Refusal | None:
        return None if action in self._actions else self._explain(action)

    def __iter__(self) -> Iterator[A]:
        return iter(self._actions)

    def __len__(self) -> int:
        return len(self._actions)

    def sample(self, source: random.Random) -> A:
        return self._actions[int(source.random() * len(self._actions))]


class Nothing(Choices[A]):
    """No choice at all: another seat decides, dice have to fall, or the game is over."""

    def __init__(self, refusal: Refusal) -> None:
        self._refusal = refusal

    def why_not(self, action: A) -> Refusal | None:
        return self._refusal

    def __iter__(self) -> Iterator[A]:
        return iter(())

    def __len__(self) -> int:
        return 0

    def sample(self, source: random.Random) -> A:
        raise self._refusal
