"""Solving endings on a GPU, from the same source."""

from collections.abc import Callable

import numpy as np

from outrider.compiled.cuda.kept import Kernels
from outrider.endings.skirminion.kernel import threads
from outrider.endings.skirminion.kernel.solving import LONGEST
from outrider.endings.skirminion.kernel.values import Endings
from outrider.games.skirminion import kernel as rules
from outrider.games.skirminion.numbers import limited


def card_kernels() -> Kernels:
    return Kernels("skirminion-endings", threads, (rules,))


def solve_on_card(values: Endings, tell: Callable[[int, int], None]) -> None:
    """Level by level; a whole level is one launch."""
    from outrider.compiled.cuda.card import Card, fitting

    card = Card(card_kernels())
    arrays = card.arrays
    numbers = arrays.asarray(np.array(limited((0, 0)), np.uint64))
    with fitting(arrays):
        there = arrays.zeros(len(values), "int8")
    before = 0
    for level in range(1, LONGEST + 2):
        card.run("sweep", len(values), level, there, numbers)
        known = int(arrays.count_nonzero(there))
        if known == before:
            values[:] = arrays.asnumpy(there)
            return
        tell(level, known - before)
        before = known
    raise AssertionError("an ending is longer than a value can say")
