"""Whoever is in a hurry does not wait for a compiler: kernels are plain Python until they are
compiled, by another process, and then are not."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from forms import sparse
from outrider.games import games

CALLED = """
import sys, time
from numba.core.dispatcher import Dispatcher
from outrider.compiled import runs_plain
from outrider.core.patience import hearing, hurry
import gc, json, random
from outrider.bots import LEVELS, Asked, Clock, bot_of
from outrider.core.pending import Over, Roll
from outrider.games import game as game_by_id

def compiled():
    return [each.py_func.__name__ for each in gc.get_objects()
            if isinstance(each, Dispatcher) and each.overloads
            and each.py_func.__module__.startswith("outrider")]

def said(game, seconds, most):
    "The text of a game among bots: every action, and what the dice did to it."
    state, source, lines = game.new(game.terms()).state, random.Random(7), []
    bots = [bot_of(game, level) for level in ("recruit", "soldier", "captain")]
    while len(lines) < most:
        pending = game.pending(state)
        if isinstance(pending, Over):
            break
        if isinstance(pending, Roll):
            faces = [source.randint(1, 6) for _ in range(pending.dice)]
            state = game.roll(state, faces).state
            continue
        seat = pending.seats[0]
        asked = Asked.of(game, state, seat)
        choices = asked.choices
        bot = bots[len(lines) % len(bots)]
        # Without a search nothing depends on the time; that of Skirminion ends by its nodes.
        action = bot.choose(asked, Clock(seconds), source)
        listed = len(list(choices)) if len(lines) % 8 == 0 else 0
        # As a server does: what is told is JSON.
        told = json.dumps([action.to_json(), game.odds(state, seat, action).to_json()])
        assert game.action_from_json(json.loads(told)[0]) == action
        lines.append(f"{seat} {game.write_action(action)} {listed} {told}")
        step = game.apply(state, seat, action)
        state = step.state
        lines.append(json.dumps([event.to_json() for event in step.events]))
    lines += [game.write(state), json.dumps(game.dump(state))]
    return lines
"""

HURRIED = (
    CALLED
    + """
if sys.argv[1] == "skirmishers":
    from outrider.bots.skirmishers import brain
    brain.FEW_CELLS = brain.MOST_CELLS  # as closely as compiled, however long that takes
heard = []
hurry()
with hearing(lambda: heard.append(1)):
    lines = said(game_by_id(sys.argv[1]), 60.0, int(sys.argv[2]))
assert heard, "it was not told that something is missing"
assert not compiled(), compiled()
print("\\n".join(lines))
"""
)

PATIENT = CALLED + "print('\\n'.join(said(game_by_id(sys.argv[1]), 60.0, int(sys.argv[2]))))"


def python(code: str, *words: str, cache: Path | None = None) -> str:
    env = {**os.environ, "PYTHONWARNINGS": "error"}
    if cache is not None:
        env["NUMBA_CACHE_DIR"] = str(cache)
    done = subprocess.run(
        [sys.executable, "-c", code, *words], capture_output=True, text=True, check=False, env=env
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


GAMES = [game.id for game in games() if game.id != "skirminion"]


@pytest.mark.plain
@pytest.mark.parametrize("game", sparse(GAMES, 2))
def test_plain_games_begin_like_the_compiled_ones(game: str, tmp_path: Path) -> None:
    """The first actions of three bots, word for word, without anything compiled. Skirminion's
    captain solves duels where it is compiled; its rules are compared below."""
    assert python(HURRIED, game, "6", cache=tmp_path) == python(PATIENT, game, "6")


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_plain_games_are_the_compiled_ones(game: str, tmp_path: Path) -> None:
    assert python(HURRIED, game, "40", cache=tmp_path) == python(PATIENT, game, "40")


SKIRMINION = """
import random, sys
from outrider.core.patience import hurry
from outrider.core.pending import Roll
from outrider.games import game as game_by_id
if sys.argv[1] == "hurry":
    hurry()
game, source = game_by_id("skirminion"), random.Random(3)
state = game.new(game.terms()).state
for at in range(150):
    pending = game.pending(state)
    if isinstance(pending, Roll):
        state = game.roll(state, [source.randint(1, 6) for _ in range(pending.dice)]).state
    elif hasattr(pending, "seats"):
        choices = game.choices(state, pending.seats[0])
        print([game.write_action(each) for each in choices])
        state = game.apply(state, pending.seats[0], choices.sample(source)).state
        print(game.write(state))
"""


def test_skirminion_s_rules_are_the_same_uncompiled(tmp_path: Path) -> None:
    plain = python(SKIRMINION, "hurry", cache=tmp_path)
    assert plain == python(SKIRMINION, "wait")
    assert plain.count("\n") > 150
    assert not list(tmp_path.rglob("*.nbc")), "nothing was compiled"


FAR = """
from outrider.compiled import rule
@rule
def six() -> int:
    return 6
"""

KERNEL = """
from outrider.compiled import entry, part, popcount, rule
import far
import numpy as np
FIVE = 5
@rule
def five() -> int:
    return FIVE
@part
def bits(word):
    return popcount(word)
@entry()
def counted(at: int) -> int:
    return five() * at + int(bits(np.uint64(7))) + far.six()
"""

USER = """
import sys, time
from outrider.compiled import runs_plain
from outrider.core.patience import hurry
import kernel
if sys.argv[1] == "compile":
    print(kernel.counted(2))
    sys.exit()
hurry()
assert kernel.counted(2) == 19 and not kernel.counted.overloads
assert runs_plain(kernel.counted) and not kernel.far.six.overloads
print("plain", flush=True)
until = time.monotonic() + 120
while not kernel.counted.overloads:
    assert kernel.counted(2) == 19 and time.monotonic() < until
    time.sleep(0.05)
assert not runs_plain(kernel.counted) and kernel.counted(3) == 24
assert sum(kernel.counted.stats.cache_hits.values()) == 1
print("compiled")
"""


def test_what_another_process_has_compiled_is_taken_without_a_word(tmp_path: Path) -> None:
    """Also of a package from elsewhere, whose kernels lie in several modules."""
    (tmp_path / "kernel.py").write_text(KERNEL, "utf-8")
    (tmp_path / "far.py").write_text(FAR, "utf-8")
    env = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path / "cache"), "PYTHONWARNINGS": "error"}
    env["PYTHONPATH"] = os.pathsep.join([str(tmp_path), *env.get("PYTHONPATH", "").split(":")])
    command = [sys.executable, "-c", USER]
    with subprocess.Popen([*command, "hurry"], stdout=subprocess.PIPE, text=True, env=env) as user:
        assert user.stdout is not None and user.stdout.readline() == "plain\n"
        time.sleep(0.5)
        assert user.poll() is None
        other = subprocess.run(
            [*command, "compile"], capture_output=True, text=True, check=False, env=env
        )
        assert (other.returncode, other.stdout) == (0, "19\n"), other.stderr
        assert user.stdout.readline() == "compiled\n"
    assert user.returncode == 0
