"""When a bot is there everything it needs is compiled: nothing is, while its clock runs."""

import subprocess
import sys

import pytest

from outrider.games import games

PLAY = """
import gc, random, sys, time
from numba.core.dispatcher import Dispatcher
from outrider.bots import LEVELS, Asked, Clock, bot_of
from outrider.analysis import Analyst
from outrider.core.pending import Over, Roll
from outrider.games import game as game_by_id

def kernels():
    return [each for each in gc.get_objects() if isinstance(each, Dispatcher)]

def compiled(found):
    names = [(each.py_func.__module__, each.py_func.__name__) for each in found]
    return {name: len(each.overloads) for name, each in zip(names, found)}

game, source = game_by_id(sys.argv[1]), random.Random(1)
bots = {level: bot_of(game, level) for level in LEVELS}
analyst, until, count = Analyst(game), time.process_time() + 20, 0  # by no wall
state = game.new(game.terms()).state
found = kernels()  # all that memory holds is gone through for it: once now, and once in the end
ready = compiled(found)
while count < 30 and time.process_time() < until:
    pending = game.pending(state)
    if isinstance(pending, Over):
        state = game.new(game.terms()).state
    elif isinstance(pending, Roll):
        state = game.roll(state, [source.randint(1, 6) for _ in range(pending.dice)]).state
    else:
        seat, level = source.choice(pending.seats), source.choice(list(LEVELS))
        count += 1
        action = bots[level].choose(Asked.of(game, state, seat), Clock(0.05), source)
        if count % 10 == 0:
            analyst.best(state, seat, 3, "soldier", 0.05)
        now = compiled(found)
        assert now == ready, (count, level, {*now.items()} - {*ready.items()})
        state = game.apply(state, seat, action).state
assert count > 3 and compiled(kernels()) == ready
"""


@pytest.mark.plain
@pytest.mark.parametrize("game", [game.id for game in games()])
def test_nothing_is_compiled_while_a_clock_runs(game: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", PLAY, game], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


DUELS = """
from outrider.bots import bot_of
from outrider.endings.skirminion.kernel.duels import solve
from outrider.bots.skirminion.thinking import duels_of, unlimited
from outrider.games.skirminion.numbers import limited
from outrider.games import game as game_by_id

bot_of(game_by_id("skirminion"), "captain")
assert len(solve.overloads) == 1, "the last duels among forts are left to whoever needs them first"
assert len(duels_of(1 << 27, unlimited(limited((0, 0))))) and len(solve.overloads) == 1
"""


@pytest.mark.plain
def test_the_last_duels_among_forts_are_compiled_as_well() -> None:
    """By the book's numbers a battle without forts needs none, since its endings are shipped."""
    done = subprocess.run(
        [sys.executable, "-c", DUELS], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
