"""The kernel against the naive model, move by move through random games.

In every position both have to offer the same actions, and after the chosen one both have to be in
the same position with the same result: in all that it holds, and in one of ten also as it is
written.
"""

import random
from collections.abc import Mapping
from functools import cache

import numpy as np
import pytest

import outrider
from forms import sparse
from games.skirminion import naive, naive_setup
from games.skirminion.varying import modelled, variant
from outrider.games.skirminion.actions import action_of, code_of, read_action, write_action
from outrider.games.skirminion.board import NUMBER
from outrider.games.skirminion.engine import engine
from outrider.games.skirminion.kernel import layout
from outrider.games.skirminion.position import write_position
from outrider.games.skirminion.state import State, setting_of, setup_words

POSITIONS = 210_000
"""At least 200,000, in all parts together: `make slow` plays all, `make test` one."""
PARTS = 4
LINES = 10
"""So many positions are compared for one that is written down, too."""
BIT = {square: 1 << number for square, number in NUMBER.items()}

LIMITS = ((100, 1000), (0, 1000), (12, 1000), (100, 60))
ENDINGS = {
    0: None,
    layout.RED_DESTROYED_ALL: ("r", "destroyed"),
    layout.BLUE_DESTROYED_ALL: ("b", "destroyed"),
    layout.NOBODY_LEFT: ("-", "nobody-left"),
    layout.RED_STRONGER: ("r", "last-two"),
    layout.BLUE_STRONGER: ("b", "last-two"),
    layout.EQUALS: ("-", "last-two"),
    layout.QUIET: ("-", "quiet"),
    layout.LENGTH: ("-", "length"),
}
game = outrider.game("skirminion")


@cache
def written(code: int) -> str:
    """The same whatever the position."""
    return write_action(action_of(code))


def board(model: naive.Position) -> tuple[int, ...]:
    """Who stands where, as the kernel's first seven words have it: the active side's units and the
    other's, their forts, and the healths by binary digits."""
    mine = theirs = low = middle = high = 0
    for square, owner, health in model.units:
        here = BIT[square]
        if owner == model.side:
            mine |= here
        else:
            theirs |= here
        low, middle = low | here * (health & 1), middle | here * (health >> 1 & 1)
        high |= here * (health >> 2)
    forts = {"r": 0, "b": 0}
    for square, owner in model.forts:
        forts[owner] |= BIT[square]
    return mine, theirs, forts[model.side], forts[naive.OTHER[model.side]], low, middle, high


def control(state: State) -> tuple[object, ...]:
    """All else that a position has: whose activation it is and how far it has come, a siege, and
    the counters."""
    word = state.control
    moved, attacked = bool(word & layout.MOVED), bool(word & layout.ATTACKED)
    done = (state.activated, moved, attacked) if state.activated else None
    return state.active[0], done, state.besieged, state.quiet, state.played


def moment(model: naive.Position) -> tuple[object, ...]:
    """The same of the model."""
    siege = None if model.siege is None else model.siege[1]
    return model.side, model.activation, siege, model.quiet, model.played


class Pair:
    """The same game in the kernel and in the naive model."""

    def __init__(
        self,
        source: random.Random,
        limits: tuple[int, int],
        changed: Mapping[str, int] | None = None,
        model: Mapping[str, int] | None = None,
    ) -> None:
        """By some numbers that are not the book's; the model by others, if that is wanted."""
        self.source = source
        self.limits = limits
        options = {"quiet_limit": limits[0], "length_limit": limits[1]}
        terms = game.terms(options, variant=variant(changed or {}))
        self.setting = setting_of(terms.options, terms.variant)
        self.numbers = modelled(changed or {} if model is None else model)
        initiative = source.choice(("red", "blue"))
        declarer = "blue" if initiative == "red" else "red"
        forts = {"red": 0, "blue": 0}
        self.words = setup_words(
            declarer, layout.DECLARING, initiative, forts, self.setting.numbers
        )
        self.model: naive_setup.Setup | naive.Position = naive_setup.setup_start(
            initiative[0], self.numbers
        )
        self.names = engine().name(self.words)
        self.compared = 0

    @property
    def state(self) -> State:
        return State(self.setting, self.words)

    def actions(self) -> list[int]:
        """The kernel's actions, after a look whether the model has the same."""
        codes = engine().codes(self.words, self.setting.numbers)
        texts = [written(code) for code in codes]
        model = self.model
        if isinstance(model, naive_setup.Setup):
            assert sorted(texts) == sorted(naive_setup.setup_legal(model))
        else:
            assert sorted(texts) == sorted(naive.legal(model)), naive.write(model)
        return codes

    def play(self, code: int) -> None:
        text = written(code)
        self.words = engine().play(self.words, code, self.setting.numbers)
        if isinstance(self.model, naive_setup.Setup):
            after = naive_setup.setup_play(self.model, text)
            if isinstance(after, naive.Position):
                after = naive.read(naive.write(after), *self.limits, self.numbers)
            self.model = after
        else:
            self.model = naive.play(self.model, text)

    def compare(self) -> None:
        state = self.state
        if isinstance(self.model, naive_setup.Setup):
            assert state.stage == layout.PLACING
            assert self.model.left == (state.forts_left("red"), state.forts_left("blue"))
            return
        assert state.words[:7] == board(self.model), naive.write(self.model)
        assert control(state) == moment(self.model), naive.write(self.model)
        assert ENDINGS[state.ending] == naive.result(self.model)
        self.compared += 1
        if state.ending or self.compared % LINES == 0:
            assert write_position(state) == naive.write(self.model)

    def choose(self, codes: list[int]) -> int:
        """Mostly at random; now and then an attack or a siege, to see more of what is rare."""
        if self.source.random() < 0.2:
            rare = [
                code for code in codes if code >> layout.KIND_AT in (layout.ATTACK, layout.BESIEGE)
            ]
            codes = rare or codes
        return self.source.choice(codes)


def run(
    seed: int,
    positions: int,
    changed: Mapping[str, int] | None = None,
    model: Mapping[str, int] | None = None,
) -> dict[str, int]:
    """Play games side by side until so many positions were compared; what was met on the way."""
    source = random.Random(seed)
    met = {"positions": 0, "sieges": 0, "captures": 0, "games": 0, "setups": 0}
    while met["positions"] < positions:
        pair = Pair(source, LIMITS[met["games"] % len(LIMITS)], changed, model)
        met["games"] += 1
        while True:
            codes = pair.actions()
            met["positions"] += 1
            met["setups"] += isinstance(pair.model, naive_setup.Setup)
            if not codes:
                assert pair.state.ending
                break
            before = pair.state
            pair.play(pair.choose(codes))
            pair.compare()
            met["sieges"] += pair.state.besieged is not None
            owned = before.forts_of("red").bit_count()
            met["captures"] += not before.stage and owned != pair.state.forts_of("red").bit_count()
    return met


@pytest.mark.plain
@pytest.mark.parametrize("part", sparse(range(PARTS), 1))
def test_kernel_and_naive_model_agree(part: int) -> None:
    met = run(1000 + part, POSITIONS // PARTS)
    assert met["positions"] >= POSITIONS // PARTS
    assert min(met.values()) > 5, "the games met too little of the rules"


@pytest.mark.kernel
def test_kernel_and_naive_model_agree_uncompiled() -> None:
    """A few games; this one runs with the compiler off, too."""
    met = run(5, 900)
    assert met["games"] > 1


@pytest.mark.kernel
def test_codes_and_texts_are_the_same_actions() -> None:
    source = random.Random(11)
    pair = Pair(source, (100, 1000))
    for _ in range(60):
        codes = pair.actions()
        if not codes:
            break
        for code in codes:
            assert code_of(read_action(write_action(action_of(code)))) == code
        pair.play(source.choice(codes))


@pytest.mark.kernel
def test_names_follow_positions() -> None:
    """The Zobrist name kept up to date by playing is the one worked out from nothing; positions
    that differ have different names, equal ones the same whatever their counters say."""
    from outrider.games.skirminion.kernel import entry

    source = random.Random(12)
    seen: dict[int, str] = {}
    for _ in range(3):
        pair = Pair(source, (100, 1000))
        rows = np.array((pair.words,), np.uint64)
        names = np.zeros(1, np.uint64)
        entry.name(rows, names)
        for _ in range(120):
            codes = pair.actions()
            if not codes:
                break
            code = source.choice(codes)
            entry.play(
                rows, np.array([code], np.uint16), engine().array(pair.setting.numbers), names
            )
            pair.play(code)
            assert tuple(rows[0].tolist()) == pair.words
            assert int(names[0]) == engine().name(pair.words)
            if not pair.state.stage:
                text = " ".join(write_position(pair.state).split()[:4]) + str(pair.state.ending)
                assert seen.setdefault(int(names[0]), text) == text
    assert len(seen) > 50
    assert len(set(seen.values())) == len(seen)
