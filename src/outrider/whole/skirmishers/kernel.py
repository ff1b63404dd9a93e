"""Games of Skirmishers by the policy, or at random, from wherever they stand to the end."""

import numpy as np

from outrider import whole
from outrider.bots import measured
from outrider.bots.measured.chance import Numbers, Reals, seeded
from outrider.bots.skirmishers import kernel as policy
from outrider.bots.skirmishers.kernel.memory import World, gain_at, plan_at
from outrider.bots.skirmishers.kernel.questions import play
from outrider.bots.skirmishers.kernel.turns import begin_turn, next_action
from outrider.compiled import entry, part
from outrider.games.skirmishers import kernel as rulebook
from outrider.games.skirmishers.kernel import layout
from outrider.games.skirmishers.kernel.choosing import pick
from outrider.games.skirmishers.kernel.entry import MOST_FACES
from outrider.games.skirmishers.kernel.playing import fall
from outrider.games.skirmishers.kernel.record import Ground
from outrider.games.skirmishers.kernel.turns import awaited, decides, dice_due
from outrider.table import kernel as measuring
from outrider.whole import writing
from outrider.whole.writing import LUCK, ROLLED, Lines, Words


@part
def throw(
    record: Numbers, ground: Ground, words: Words, faces: Numbers, lines: Lines, at: int
) -> int:
    """Let dice fall until somebody has a choice or it is over, and tell them."""
    while record[layout.STAGE] != layout.OVER_ and not decides(record):
        dice = dice_due(record, ground)
        for number in range(dice):
            faces[number] = writing.die(words)
        at = writing.tell(lines, at, ROLLED, faces, dice)
        fall(record, ground, faces)
    return at


@part
def choose(record: Numbers, world: World, player: Reals, words: Words, rows: Numbers) -> None:
    """What somebody does, in the first of two rows."""
    if writing.is_careless(player, words):
        words[LUCK] = pick(record, world[0], words[LUCK], rows[0])
        return
    world[2][:] = 0
    seeded(world[2], writing.seed(words))
    begin_turn(record, world)
    next_action(record, world, player[writing.STYLE :], rows)


@part
def whole_game(
    record: Numbers,
    world: World,
    players: Reals,
    words: Words,
    room: tuple[Numbers, Numbers],
    lines: Lines,
    most: int,
) -> int:
    """Play a game, in place, and tell its lines; how many numbers that takes."""
    rows, faces = room
    at, chosen = throw(record, world[0], words, faces, lines, 0), 0
    while record[layout.STAGE] != layout.OVER_ and chosen < most:
        _, seat = awaited(record)
        choose(record, world, players[seat], words, rows)
        used = layout.ACTION if rows[0, layout.KIND] != layout.NONE else 0
        if used == 0:
            break
        at = writing.tell(lines, at, seat, rows[0], used)
        play(record, world, rows[0])
        at = throw(record, world[0], words, faces, lines, at)
        chosen += 1
    return at


@entry(rulebook, policy, measured, measuring, whole)
def whole_games(
    records: Numbers,
    given: tuple[Ground, Reals],
    players: Reals,
    words: Words,
    lines: Lines,
    sizes: Numbers,
    most: int,
) -> None:
    """Play every game on, in place, for so many choices at most; lines[i] and sizes[i] tell it.
    Given are the ground and what the policy knows of it."""
    ground, mind = given
    units = records[0, layout.UNITS]
    notes = np.zeros(plan_at(units, units), np.int64)
    world = ground, mind, notes, np.zeros(gain_at(units, units))
    room = np.zeros((2, layout.ACTION), np.int64), np.zeros(MOST_FACES, np.int64)
    for i in range(len(records)):
        sizes[i] = whole_game(records[i], world, players, words[i], room, lines[i], most)
