"""Whole games, with dice from a generator inside. No Python object is touched in them."""

from outrider.compiled import Word, draw, part, share
from outrider.games.skirmishers.kernel.choosing import pick
from outrider.games.skirmishers.kernel.layout import OVER_, STAGE
from outrider.games.skirmishers.kernel.playing import fall, play
from outrider.games.skirmishers.kernel.record import Ground, Numbers
from outrider.games.skirmishers.kernel.turns import decides, dice_due

SIDES = 6
"""Of a die."""


@part
def throw(record: Numbers, ground: Ground, random: Word, faces: Numbers) -> Word:
    """Let dice fall until somebody has a choice or the game is over."""
    while record[STAGE] != OVER_ and not decides(record):
        for number in range(dice_due(record, ground)):
            random = draw(random)
            faces[number] = 1 + int(share(random) * SIDES)
        fall(record, ground, faces)
    return random


@part
def playout(
    record: Numbers, ground: Ground, random: Word, most: int, action: Numbers, faces: Numbers
) -> tuple[Word, int]:
    """Random legal actions until the game is over or `most` are played."""
    played = 0
    random = throw(record, ground, random, faces)
    while played < most and record[STAGE] != OVER_:
        random = pick(record, ground, random, action)
        play(record, ground, action)
        random = throw(record, ground, random, faces)
        played += 1
    return random, played
