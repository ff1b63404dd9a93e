"""What is the same in all games: whether what was chosen was offered."""

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from outrider.compiled import draw, entry, share

Numbers: TypeAlias = npt.NDArray[np.int64]
Masks: TypeAlias = npt.NDArray[np.uint8]
Randoms: TypeAlias = npt.NDArray[np.uint64]

NONE = -1


@entry()
def first_refused(actions: Numbers, masks: Masks) -> int:
    """The first game whose action its mask does not have; how many there are if there is none."""
    most = masks.shape[1]
    for i in range(len(actions)):
        if not (0 <= actions[i] < most and masks[i, actions[i]]):
            return i
    return len(actions)


@entry()
def drawn(masks: Masks, randoms: Randoms, actions: Numbers) -> None:
    """A random one of those that each game's mask has, all as likely; NONE where it has none."""
    for i in range(len(masks)):
        count = 0
        for each in range(masks.shape[1]):
            count += masks[i, each]
        actions[i] = NONE
        if count > 0:
            randoms[i] = draw(randoms[i])
            left = int(share(randoms[i]) * count)
            at = 0
            while masks[i, at] == 0 or left > 0:
                left -= masks[i, at]
                at += 1
            actions[i] = at
