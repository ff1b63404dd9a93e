"""What a GPU runs of solving endings: one position a thread, by the rules of `solving`."""

from outrider.compiled.cuda.threads import thread
from outrider.endings.skirminion.kernel.solving import halved, settled
from outrider.endings.skirminion.kernel.values import Endings, Numbers
from outrider.games.skirminion.kernel.running import opened


@thread("I s1 U1")
def sweep(i: int, level: int, values: Endings, numbers: Numbers) -> None:
    value = settled(i, level, values, opened(numbers))
    if value:
        values[i] = halved(value)
