"""Candidates and values for the search: the kernel plays, whatever is under way."""

import random
from collections.abc import Sequence
from functools import cache
from typing import Any, cast

import numpy as np

from outrider.bots.measured.chance import Numbers, Reals
from outrider.bots.measured.search import Plan
from outrider.bots.skirmishers.kernel.styles import (
    CLOSE_LOOK,
    DECIDE,
    EAGER,
    LENGTHS,
    LIST,
    NOISE,
    PLAY_ON,
    RING,
    SPREAD,
)
from outrider.bots.skirmishers.mind import FEW_CELLS, MOST_CELLS, mind_of
from outrider.core.choices import Choices
from outrider.core.game import Game
from outrider.core.patience import patience
from outrider.core.wire import Action
from outrider.games.skirmishers.actions import Action as SkirmishersAction
from outrider.games.skirmishers.actions import End
from outrider.games.skirmishers.codes import action_of, code_of
from outrider.games.skirmishers.engine import Code, engine
from outrider.games.skirmishers.kernel import layout
from outrider.games.skirmishers.scenario import SEATS
from outrider.games.skirmishers.shipped import scenario_of
from outrider.games.skirmishers.state import Same, State
from outrider.table.lengths import INCH

HORIZON = 5
LONG = 60
"""Turns played on to tell who wins in the end."""
WAITING = "Outrider: compiling the bots for this machine, once (half a minute)..."
SEEDS = 1 << 30
MOST_OPTIONS = 2048
NEAR = INCH
NOTHING: Code = [layout.NONE]
NO_VALUES = np.zeros(0)
KEPT = 16
_known: dict[tuple[Same, tuple[int, ...], int], Reals] = {}


@cache
def get_ready() -> None:
    """Have the kernel compiled, once that of the game is."""
    engine().get_ready()
    with patience(WAITING):
        asked(_empty(), DECIDE, np.stack((EAGER, EAGER)), [0, 0, 0, 1])


def _empty() -> State:
    from outrider.core.options import Options
    from outrider.games.skirmishers.game import Skirmishers
    from outrider.games.skirmishers.setup import set_up

    return set_up(Options(Skirmishers.options), scenario_of(None)).state


def mind_in(state: State) -> Reals:
    """What is known of a scenario, more coarsely where nothing is compiled yet; that of the last
    ones is kept."""
    from outrider.bots.skirmishers.kernel.entry import think
    from outrider.compiled import runs_plain

    cells = FEW_CELLS if runs_plain(think) else MOST_CELLS
    key = Same(state.scenario), state.setting.numbers, cells
    mind = _known.get(key)
    if mind is None:
        mind, styles = mind_of(state.setting, cells), np.stack((EAGER, EAGER))
        _think(state, mind, SPREAD, styles, [0, 0, 0, 1], coded(NOTHING), NO_VALUES)
        if len(_known) >= KEPT:
            _known.clear()
        _known[key] = mind
    return mind


def _think(
    state: State,
    mind: Reals,
    task: int,
    styles: Reals,
    given: Sequence[int],
    rows: Numbers,
    values: Reals,
) -> int:
    from outrider.bots.skirmishers.kernel.entry import think

    record, ground = engine().array(state), engine().ground(state.setting)
    return think(record, ground, mind, task, styles, np.array(given, np.int64), rows, values)


def asked(
    state: State,
    task: int,
    styles: Reals,
    given: Sequence[int],
    rows: Numbers | None = None,
    values: Reals = NO_VALUES,
) -> tuple[int, Numbers]:
    """What the kernel does, and the rows it has written to."""
    if rows is None:
        rows = np.zeros((2, layout.ACTION), np.int64)
    return _think(state, mind_in(state), task, styles, given, rows, values), rows


def coded(code: Code) -> Numbers:
    rows = np.zeros((1, layout.ACTION), np.int64)
    rows[0, : len(code)] = code
    return rows


class SkirmishersBrain:
    """Knows turns and reactions."""

    def __init__(self, game: Game[Any, Any], style: Reals = EAGER, horizon: int = HORIZON) -> None:
        self._game = game
        self._both = np.stack((style, style))
        self._horizon = horizon
        get_ready()

    def seat(self, state: State, choices: Choices[Any]) -> str:
        return self._game.pending(state).seats[0]  # type: ignore[union-attr]

    def _close(self, noise: float) -> Reals:
        """The style, where it counts."""
        styles = self._both.copy()
        styles[:, NOISE] = noise
        styles[:, RING], styles[:, LENGTHS] = CLOSE_LOOK
        return styles

    def plain(
        self,
        state: State,
        seat: str,
        choices: Choices[Any],
        noise: float,
        source: random.Random,
    ) -> Action:
        given = [0, 0, 0, int(source.random() * SEEDS)]
        _, rows = asked(state, DECIDE, self._close(noise), given)
        return action_of(state.setting, rows[0].tolist())

    def candidates(
        self,
        state: State,
        seat: str,
        choices: Choices[Any],
        width: int,
        source: random.Random,
    ) -> list[Plan]:
        """The policy's choice, every blow, shots and moves by what the policy thinks of them, and
        the end of the turn; to an offer all answers, unless it costs nothing to take it."""
        first = self.plain(state, seat, choices, 0.0, source)
        stage = state.header[layout.STAGE]
        found: list[Action] = [first]
        if stage == layout.WATCHING:
            found += choices
        elif stage == layout.FIGHTING:
            found += self._listed(state, width, source)
            found.append(End())
        return [Plan(action) for action in dict.fromkeys(found)]

    def _listed(self, state: State, width: int, source: random.Random) -> list[Action]:
        rows = np.zeros((MOST_OPTIONS, layout.ACTION), np.int64)
        gains, seed = np.zeros(MOST_OPTIONS), int(source.random() * SEEDS)
        count, _ = asked(state, LIST, self._close(0.0), [0, 0, 0, seed], rows, gains)
        kept: list[Code] = []
        moves = 0
        for at in np.argsort(-gains[:count], kind="stable"):
            code: Code = rows[at].tolist()
            if moves < width and not any(is_near(code, each) for each in kept):
                kept.append(code)
                moves += code[layout.KIND] != layout.STRIKE
        return [action_of(state.setting, code) for code in kept]

    def varied(
        self, state: State, seat: str, choices: Choices[Any], plan: Plan, source: random.Random
    ) -> Plan | None:
        """Actions are taken one at a time here: who is told of fire or of a charge decides anew."""
        return None

    def values(self, state: State, seat: str, plan: Plan, seeds: Sequence[int]) -> Reals:
        code = code_of(state.setting, cast(SkirmishersAction, plan.action))
        return self._played(state, seat, code, seeds, self._horizon)

    def standing(self, state: State, seat: str, seeds: Sequence[int]) -> Reals:
        return self._played(state, seat, NOTHING, seeds, LONG)

    def _played(
        self, state: State, seat: str, code: Code, seeds: Sequence[int], horizon: int
    ) -> Reals:
        values = np.empty(len(seeds))
        given = [horizon, SEATS.index(seat), int(horizon < LONG), *seeds]
        asked(state, PLAY_ON, self._both, given, coded(code), values)
        return values


def is_near(code: Code, other: Code) -> bool:
    """Whether both are moves of the same piece to nearly the same place."""
    if code[layout.KIND] != layout.MOVE or other[: layout.AT] != code[: layout.AT]:
        return False
    (x, y), (other_x, other_y) = last_of(code), last_of(other)
    return (x - other_x) ** 2 + (y - other_y) ** 2 < NEAR * NEAR


def last_of(code: Code) -> tuple[int, int]:
    end = layout.SLOTS + 2 * code[layout.USED]
    return code[end - 2], code[end - 1]
