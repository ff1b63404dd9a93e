"""Games of Basic by the policy, or at random, from wherever they stand to the end."""

import numpy as np

from outrider import whole
from outrider.bots import measured
from outrider.bots.basic import kernel as policy
from outrider.bots.basic.kernel.judging import CHANCES, count_chances
from outrider.bots.basic.kernel.styles import PLANNED
from outrider.bots.basic.kernel.turns import BEGIN, next_action
from outrider.bots.measured.chance import Numbers, Reals, seeded
from outrider.compiled import entry, part
from outrider.games.basic import kernel as rulebook
from outrider.games.basic.kernel import layout
from outrider.games.basic.kernel.playing import fall, play
from outrider.games.basic.kernel.running import decides, pick
from outrider.table import kernel as measuring
from outrider.whole import writing
from outrider.whole.writing import LUCK, ROLLED, Lines, Words


@part
def choose(
    record: Numbers,
    table: Numbers,
    numbers: Numbers,
    chances: Reals,
    player: Reals,
    words: Words,
    plan: Numbers,
) -> tuple[int, int, int, int]:
    """What somebody does; its kind is NONE if there is no room for anybody."""
    if record[layout.STAGE] == layout.PLACING or writing.is_careless(player, words):
        words[LUCK], kind, unit, third, fourth = pick(record, table, numbers, words[LUCK])
        return kind, unit, third, fourth
    luck = np.zeros(1, np.int64)
    seeded(luck, writing.seed(words))
    style = player[writing.STYLE :]
    _, kind, unit, third, fourth = next_action(
        record, table, numbers, chances, style, plan, luck, BEGIN
    )
    return kind, unit, third, fourth


@part
def whole_game(
    record: Numbers,
    table: Numbers,
    numbers: Numbers,
    players: Reals,
    words: Words,
    lines: Lines,
    most: int,
) -> int:
    """Play a game, in place, and tell its lines; how many numbers that takes."""
    at, chosen, plan = 0, 0, np.zeros(PLANNED, np.int64)
    chances, code = np.empty(CHANCES), np.zeros(layout.ACTION, np.int64)
    count_chances(numbers, chances)
    while record[layout.STAGE] != layout.OVER and chosen < most:
        if not decides(record):
            code[0] = writing.die(words)
            at = writing.tell(lines, at, ROLLED, code, 1)
            fall(record, numbers, code[0])
            continue
        seat = record[layout.SEAT]
        kind, unit, third, fourth = choose(
            record, table, numbers, chances, players[seat], words, plan
        )
        if kind == layout.NONE:
            break
        code[0], code[1], code[2], code[3] = kind, unit, third, fourth
        at = writing.tell(lines, at, seat, code, layout.ACTION)
        play(record, numbers, kind, unit, third, fourth)
        chosen += 1
    return at


@entry(rulebook, policy, measured, measuring, whole)
def whole_games(
    records: Numbers,
    table: Numbers,
    numbers: Numbers,
    players: Reals,
    words: Words,
    lines: Lines,
    sizes: Numbers,
    most: int,
) -> None:
    """Play every game on, in place, for so many choices at most; lines[i] and sizes[i] tell it."""
    for i in range(len(records)):
        sizes[i] = whole_game(records[i], table, numbers, players, words[i], lines[i], most)
