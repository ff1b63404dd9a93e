"""What a GPU runs of an environment: a step of one game a thread (see `entry`). Of what is seen and
of masks the words of all games for one place lie side by side, then those for the next: threads
that go together write together."""

from typing import TypeAlias

import numpy as np

from outrider.compiled import Word, draw, rule, share
from outrider.compiled.cuda.threads import thread
from outrider.games.skirminion.kernel.board import EIGHT
from outrider.games.skirminion.kernel.running import Rows
from outrider.games.skirminion.kernel.words import Row
from outrider.rl.kernel.out import Bytes, Floats, Numbers, Small
from outrider.rl.skirminion.kernel import entry
from outrider.rl.skirminion.kernel.bytewise import BYTE, REPEATED
from outrider.rl.skirminion.kernel.entry import Shared

Out: TypeAlias = tuple[Rows, Rows, Numbers, Small, Floats, Bytes, Rows]
HIGHEST = np.uint64(56)
NOTHING = -1


@thread("U2 (U1 I1 I2) U1 U1 I1 (U2 U2 I1 s2 F1 b1 U2) I", registers=128)
def step(
    i: int, rows: Rows, shared: Shared, randoms: Row, begins: Row, actions: Numbers, out: Out,
    what: int,
) -> None:  # fmt: skip
    seen, marked, seats, rewards, earned, become, last = out
    told = seen[:, i], marked[:, i], seats, rewards, earned, become, last[:, i]
    entry.step_at(i, rows[i], shared, randoms, begins, actions, told, what)


@rule
def total(word: Word) -> int:
    """A word's bytes, added up: the highest of a product with ones."""
    return int((word * REPEATED) >> HIGHEST)


@thread("U2 U1 I1")
def drawn(i: int, marked: Rows, randoms: Row, actions: Numbers) -> None:
    """A random one of those that a game's mask has, all as likely; NOTHING where it has none."""
    count = 0
    for each in range(len(marked)):
        count += total(marked[each, i])
    actions[i] = NOTHING
    if count > 0:
        randoms[i] = draw(randoms[i])
        left = int(share(randoms[i]) * count)
        word, inside = 0, total(marked[0, i])
        while left >= inside:
            left -= inside
            word += 1
            inside = total(marked[word, i])
        bits, at = marked[word, i], 0
        while left > 0 or not bits & BYTE:
            left -= int(bits & BYTE)
            bits >>= EIGHT
            at += 1
        actions[i] = 8 * word + at


@thread("U2 I1 B1")
def refused(i: int, marked: Rows, actions: Numbers, found: Bytes) -> None:
    """Whether a mask does not have an action."""
    wanted, is_there = actions[i], False
    if 0 <= wanted < 8 * len(marked):
        shift = EIGHT * np.uint64(wanted % 8)
        is_there = bool((marked[wanted // 8, i] >> shift) & BYTE)
    found[i] = not is_there
