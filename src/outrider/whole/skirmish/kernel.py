"""Games of Skirmish by the policy, or at random, from wherever they stand to the end."""

import numpy as np

from outrider import whole
from outrider.bots import measured
from outrider.bots.measured.chance import Numbers, Reals, seeded
from outrider.bots.skirmish import kernel as policy
from outrider.bots.skirmish.kernel import styles
from outrider.bots.skirmish.kernel.entry import decided
from outrider.bots.skirmish.kernel.judging import Scene
from outrider.compiled import entry, part
from outrider.games.skirmish import kernel as rulebook
from outrider.games.skirmish.kernel import layout
from outrider.games.skirmish.kernel.choosing import bits, nth
from outrider.games.skirmish.kernel.ground import opened
from outrider.games.skirmish.kernel.legality import asked
from outrider.games.skirmish.kernel.playing import due, fall, play
from outrider.games.skirmish.kernel.running import pick
from outrider.table import kernel as measuring
from outrider.whole import writing
from outrider.whole.writing import LUCK, ROLLED, Lines, Words


@part
def throw(scene: Scene, words: Words, lines: Lines, at: int) -> int:
    """Let dice fall until somebody has a choice or it is over, and tell them."""
    record, ground, numbers = scene.record, scene.ground, scene.numbers
    _, dice = due(record, ground, numbers)
    while dice > 0:
        total = 0
        at = writing.put(lines, at, ROLLED)
        at = writing.put(lines, at, dice)
        for _ in range(dice):
            face = writing.die(words)
            at = writing.put(lines, at, face)
            total += face
        fall(record, ground, numbers, total)
        _, dice = due(record, ground, numbers)
    return at


@part
def choose(
    scene: Scene, players: Reals, words: Words, wish: Numbers, seat: int
) -> tuple[int, int, int, int]:
    """What a seat does; its kind is NONE if there is no room for anybody."""
    record, player = scene.record, players[seat]
    if record[layout.STAGE] == layout.PLACING or writing.is_careless(player, words):
        words[LUCK], kind, unit, third, fourth = pick(
            record, scene.ground, scene.numbers, seat, words[LUCK]
        )
        if kind == layout.READY_UP:
            unit = seat
        return kind, unit, third, fourth
    seeded(scene.luck, writing.seed(words))
    return decided(scene, player[writing.STYLE :], wish, seat)


@part
def whole_game(
    scene: Scene, players: Reals, words: Words, wish: Numbers, lines: Lines, most: int
) -> int:
    """Play a game, in place, and tell its lines; how many numbers that takes. Where several may
    act at once, each of them is as likely to be the next."""
    record, code = scene.record, np.zeros(layout.ACTION, np.int64)
    at, chosen = throw(scene, words, lines, 0), 0
    while record[layout.STAGE] != layout.OVER and chosen < most:
        deciders = asked(record)
        if deciders == 0:
            break
        seat = nth(deciders, int(writing.lot(words) * bits(deciders)))
        kind, unit, third, fourth = choose(scene, players, words, wish, seat)
        if kind == layout.NONE:
            break
        code[0], code[1], code[2], code[3] = kind, unit, third, fourth
        at = writing.tell(lines, at, seat, code, layout.ACTION)
        play(record, scene.ground, scene.numbers, kind, unit, third, fourth)
        at = throw(scene, words, lines, at)
        chosen += 1
    return at


@entry(rulebook, policy, measured, measuring, whole)
def whole_games(
    records: Numbers,
    given: tuple[Numbers, Numbers, Reals],
    players: Reals,
    words: Words,
    lines: Lines,
    sizes: Numbers,
    most: int,
) -> None:
    """Play every game on, in place, for so many choices at most; lines[i] and sizes[i] tell it.
    Given are the table, the numbers and the policy's notes."""
    table, numbers, notes = given
    ground, luck = opened(table), np.zeros(1, np.int64)
    wish = np.zeros((styles.UNPLANNED + layout.SIDE, layout.ACTION), np.int64)
    for i in range(len(records)):
        scene = Scene(records[i], ground, numbers, notes, luck)
        sizes[i] = whole_game(scene, players, words[i], wish, lines[i], most)
