"""Candidates and values for the search: the kernel plays, whatever is under way."""

import random
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any, cast

import numpy as np

from outrider.bots.measured.chance import Numbers, Reals
from outrider.bots.measured.planning import Planner
from outrider.bots.measured.plans import SEEDS, Plan
from outrider.bots.skirmishers.kernel import styles
from outrider.bots.skirmishers.kernel.entry import think
from outrider.bots.skirmishers.manners import ENEMIES, KEEN
from outrider.bots.skirmishers.mind import FEW_CELLS, MOST_CELLS, mind_of
from outrider.compiled import runs_plain
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
from outrider.games.skirmishers.state import Same, State
from outrider.table.lengths import INCH

WAITING = "Outrider: compiling the bots for this machine, once (half a minute)..."
MOST_OPTIONS = 2048
NEAR = INCH
STEP = 3 * INCH // 10
"""Moves that are shorter are none."""
NOTHING: Code = [layout.NONE]
NO_VALUES = np.zeros(0)
KEPT = 16
_known: dict[tuple[Same, tuple[int, ...], int], Reals] = {}


@cache
def get_ready(game: Game[Any, Any]) -> None:
    """Have the kernel compiled, once that of the game is."""
    engine().get_ready()
    with patience(WAITING):
        mind_in(game.new(game.terms()).state)


def mind_in(state: State) -> Reals:
    """What is known of a scenario, more coarsely where nothing is compiled yet; that of the last
    ones is kept."""
    cells = FEW_CELLS if runs_plain(think) else MOST_CELLS
    key = Same(state.scenario), state.setting.numbers, cells
    mind = _known.get(key)
    if mind is None:
        mind = mind_of(state.setting, cells)
        thought(state, mind, styles.SPREAD, KEEN, [0, 0, 0, 1], coded(NOTHING))
        if len(_known) >= KEPT:
            _known.clear()
        _known[key] = mind
    return mind


def thought(
    state: State,
    mind: Reals,
    task: int,
    style: Reals,
    given: Sequence[int],
    rows: Numbers,
    values: Reals = NO_VALUES,
) -> int:
    """What the kernel says; it writes to the rows and values."""
    record, ground = engine().array(state), engine().ground(state.setting)
    return think(record, ground, mind, task, style, np.array(given, np.int64), rows, values)


def coded(*codes: Code) -> Numbers:
    rows = np.zeros((len(codes), layout.ACTION), np.int64)
    for row, code in zip(rows, codes, strict=True):
        row[: len(code)] = code
    return rows


class SkirmishersBrain(Planner):
    """Knows turns and reactions. Actions are taken one at a time here, by no plan: who is told of
    fire or of a charge decides anew."""

    style, long = KEEN, 60

    def get_ready(self) -> None:
        get_ready(self._game)

    def is_plain(self) -> bool:
        return runs_plain(think)

    def decided(
        self, state: State, seat: str, by: Reals, way: Numbers | None, how: int, seed: int
    ) -> Plan:
        rows = coded(NOTHING, NOTHING)
        thought(state, mind_in(state), styles.DECIDE, closely(by[0]), [0, 0, 0, seed], rows)
        return Plan(action_of(state.setting, rows[0].tolist()))

    def others(
        self, state: State, seat: str, choices: Choices[Any], width: int, source: random.Random
    ) -> Iterable[Action]:
        """Every blow, shots and moves by what the policy thinks of them, and the end of the turn;
        to an offer all answers, unless it costs nothing to take it."""
        stage = state.header[layout.STAGE]
        if stage == layout.WATCHING:
            return choices
        if stage != layout.FIGHTING:
            return ()
        return (*self._listed(state, width, int(source.random() * SEEDS)), End())

    def _listed(self, state: State, width: int, seed: int) -> list[Action]:
        rows, gains = np.zeros((MOST_OPTIONS, layout.ACTION), np.int64), np.zeros(MOST_OPTIONS)
        given, style = [0, 0, 0, seed], closely(self._style)
        count = thought(state, mind_in(state), styles.LIST, style, given, rows, gains)
        record, moves = engine().array(state), 0
        kept: list[Code] = []
        for row in np.argsort(-gains[:count], kind="stable"):
            code: Code = rows[row].tolist()
            known = any(is_near(code, each) for each in kept)
            if moves < width and not known and not is_shuffle(record, code):
                kept.append(code)
                moves += code[layout.KIND] != layout.STRIKE
        return [action_of(state.setting, code) for code in kept]

    def played(
        self, state: State, seat: str, plan: Plan | None, seeds: Sequence[int], horizon: int
    ) -> Reals:
        first = NOTHING
        if plan is not None:
            first = code_of(state.setting, cast(SkirmishersAction, plan.action))
        values = np.empty(len(seeds))
        given = [horizon, SEATS.index(seat), int(horizon < self.long), *seeds]
        # Nobody knows how the enemy will play, so it is not always the same enemy.
        by = np.concatenate((self._style, *ENEMIES)) if horizon < self.long else self._style
        thought(state, mind_in(state), styles.PLAY_ON, by, given, coded(first), values)
        return values


def closely(style: Reals) -> Reals:
    """The same style, where it counts."""
    found = style.copy()
    found[[styles.RING, styles.LENGTHS]] = styles.CLOSE_LOOK
    return found


def is_near(code: Code, other: Code) -> bool:
    """Whether both are moves of the same piece to nearly the same place."""
    if code[layout.KIND] != layout.MOVE or other[: layout.AT] != code[: layout.AT]:
        return False
    (x, y), (other_x, other_y) = last_of(code), last_of(other)
    return (x - other_x) ** 2 + (y - other_y) ** 2 < NEAR * NEAR


def is_shuffle(record: Numbers, code: Code) -> bool:
    """Whether it is a move to where one stands, nearly."""
    if code[layout.KIND] != layout.MOVE:
        return False
    first = layout.HEADER + layout.FIELDS * code[layout.UNIT] + layout.X
    x, y = last_of(code)
    return bool((record[first] - x) ** 2 + (record[first + 1] - y) ** 2 < STEP * STEP)


def last_of(code: Code) -> tuple[int, int]:
    end = layout.SLOTS + 2 * code[layout.USED]
    return code[end - 2], code[end - 1]
