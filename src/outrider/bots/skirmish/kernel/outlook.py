"""How a game stands, or has ended."""

from math import exp

from outrider.bots.skirmish.kernel.judging import Scene, in_a_round, outside, to_news
from outrider.compiled import part
from outrider.games.skirmish.kernel import layout
from outrider.games.skirmish.kernel.choosing import bits
from outrider.games.skirmish.kernel.layout import HEALTH, SIDE
from outrider.games.skirmish.kernel.record import at, has, is_alive, place
from outrider.games.skirmish.kernel.victory import winners
from outrider.table.lengths import INCH

TELLS_HEALTH, TELLS_ARMOUR = 0.1, 0.27
TELLS_SEEN, TELLS_HOME, TELLS_NEWS = 2.56, 3.11, 1.88
"""How surely each thing wins in the end: a point of health, full armour, to have seen, to be near
home with it, to be near what is to be seen. Fitted to the ends of 9,000 games of many styles."""
DRAWN = 0.5


@part
def strength(scene: Scene, seat: int) -> float:
    """How well a seat stands, by what is left and how far its report has come; 0 if it is out."""
    record, numbers = scene.record, scene.numbers
    score, news, home = 0.0, 0.0, 0.0
    for unit in range(SIDE * seat, SIDE * seat + SIDE):
        if not is_alive(record, unit):
            continue
        x, y = place(record, unit)
        score += TELLS_HEALTH * record[at(unit, HEALTH)]
        if record[at(unit, HEALTH)] >= numbers[layout.ARMOURED]:
            score += TELLS_ARMOUR
        if has(record, unit, layout.SEEN):
            rounds = outside(scene, seat, x, y) * INCH / in_a_round(numbers)
            home = max(home, TELLS_SEEN + TELLS_HOME / (1 + rounds))
        else:
            rounds = to_news(scene, seat, x, y) * INCH / in_a_round(numbers)
            news = max(news, TELLS_NEWS / (1 + rounds))
    return exp(score + news + home) if score > 0 else 0.0


@part
def outlook(scene: Scene, seat: int) -> float:
    """The chance of a seat to win from here; if it is over, how it has ended."""
    record = scene.record
    if record[layout.STAGE] == layout.OVER:
        won = winners(record)
        if won == 0:
            return DRAWN
        return 1 / bits(won) if won >> seat & 1 else 0.0
    total = 0.0
    for each in range(record[layout.SEATS]):
        total += strength(scene, each)
    return strength(scene, seat) / total
