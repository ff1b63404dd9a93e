"""What a GPU runs where a game's mask is bytes, those of all games for one action side by side."""

from outrider.compiled import draw, share
from outrider.compiled.cuda.threads import Flags, thread
from outrider.rl.kernel.entry import NONE, Masks, Numbers, Randoms


@thread("b2 U1 I1")
def drawn(i: int, marked: Masks, randoms: Randoms, actions: Numbers) -> None:
    """A random one of those that a game's mask has, all as likely; NONE where it has none."""
    count = 0
    for each in range(len(marked)):
        count += marked[each, i]
    actions[i] = NONE
    if count > 0:
        randoms[i] = draw(randoms[i])
        left = int(share(randoms[i]) * count)
        at = 0
        while marked[at, i] == 0 or left > 0:
            left -= marked[at, i]
            at += 1
        actions[i] = at


@thread("b2 I1 B1")
def refused(i: int, marked: Masks, actions: Numbers, found: Flags) -> None:
    """Whether a mask does not have an action."""
    wanted = actions[i]
    found[i] = not (0 <= wanted < len(marked) and marked[wanted, i] != 0)
