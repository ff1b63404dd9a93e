"""Basic's bots expect what the rules say, by whatever numbers: each changes what they expect."""

import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import pytest

from games.basic.battlefield import GAME, IDS
from outrider.bots.basic.brain import UNPLANNED, BasicBrain
from outrider.bots.measured.plans import Plan
from outrider.bots.measured.search import spread
from outrider.core.pending import Decide, Over
from outrider.core.wire import Action
from outrider.games.basic.codes import code_of
from outrider.games.basic.engine import engine
from outrider.games.basic.kernel import layout
from outrider.games.basic.numbers import FIGURES, numbers_of
from outrider.games.basic.setup import before_the_roll
from outrider.games.basic.state import Setting, State, Unit, recorded
from outrider.table.lengths import INCH
from outrider.table.terrain import Table

Places: TypeAlias = Mapping[str, tuple[float, float]]

TABLE = Table((24 * INCH, 24 * INCH))
SEEDS = spread(24, random.Random(1))
SPENT = {"moved": True, "attacked": True}


@dataclass(frozen=True)
class Case:
    """A position of Red's, another value of a number, and whether Red is better off by it. Units
    are fresh, but for what is marked; `turns` of the policy are played on after Red's own."""

    value: Any
    better: bool
    places: Places
    marks: Mapping[str, Mapping[str, bool]] = field(default_factory=dict)
    turns: int = 0
    first: str | None = None

    def state(self, setting: Setting) -> State:
        units = [
            Unit(
                id,
                (round(x * INCH), round(y * INCH)),
                setting.health_of(id),
                **self.marks.get(id, {}),
            )
            for id, (x, y) in self.places.items()
        ]
        dead = [Unit(id, None, 0) for id in IDS if id not in self.places]
        ordered = sorted([*units, *dead], key=lambda unit: IDS.index(unit.id))
        return State(setting, recorded(ordered, layout.FIGHTING, first="red"))

    def expected(self, setting: Setting) -> float:
        """What a marshal expects for Red, by the numbers of a setting."""
        plan = Plan(GAME.read_action(self.first)) if self.first else Plan(OPEN, UNPLANNED)
        brain = BasicBrain(GAME, horizon=self.turns)
        return float(brain.values(self.state(setting), "red", plan, SEEDS).mean())


OPEN: Action = GAME.read_action("end")
"""Not what is done: with a plan, that is what counts."""
BLOW = {"R1": (12.0, 6.0), "B4": (12.0, 6.9)}
STAB = {"R2": (12.0, 6.0), "B4": (12.0, 6.9)}
SHOT = {"R4": (12.0, 6.0), "B2": (12.0, 14.0)}
HELD = {"R1": SPENT, "R2": {"moved": True}}
HURRY = {"R1": (15.0, 11.5), "R2": (12.0, 9.0), "B4": (12.0, 14.0)}
"""A close range unit gets to the enemy if it rushes, and stays near its commander."""
WAITING = {"R1": (12.0, 6.0), "R4": (12.0, 8.0), "B4": (12.0, 16.0)}
"""Red bolsters and is shot at."""

CASES = {
    # A rush brings the commander there, but not if he walks that much less.
    "commander.movement": Case(2000, False, {"R1": (12, 6), "B4": (12, 12.5)}),
    "commander.health": Case(7, True, {"R1": (12, 6), "B2": (12, 20)}),
    "commander.attack": Case(6, False, BLOW),
    "commander.damage": Case(1, False, {"R1": (12, 6), "B2": (12, 6.9)}),
    "commander.range": Case(500, False, BLOW),
    "commander.save": Case(6, True, {"R4": (12, 6), "B1": (12, 14)}),
    "close.movement": Case(2000, False, {"R2": (12, 6), "B4": (12, 9.5)}),
    "close.health": Case(6, True, {"R2": (12, 6), "B4": (12, 20)}),
    "close.attack": Case(6, False, STAB),
    "close.damage": Case(2, True, STAB),
    "close.range": Case(500, False, STAB),
    "close.save": Case(6, True, SHOT),
    "long.movement": Case(2000, False, {"R4": (12, 6), "B2": (12, 19)}),
    "long.health": Case(4, True, {"R4": (2, 2), "B2": (22, 22)}),
    "long.attack": Case(6, False, SHOT),
    "long.damage": Case(3, True, SHOT),
    "long.range": Case(6000, False, {"R4": (12, 6), "B2": (12, 17)}),
    "long.save": Case(6, True, STAB),
    # A friend stands where a close range unit would have to.
    "base": Case(300, True, {"R2": (12, 6), "R4": (12, 8.3), "B4": (12, 9.9)}, {"R4": SPENT}),
    "bolster.reach": Case(1000, False, {**STAB, "R1": (12, 3)}, HELD),
    "bolster.damage": Case(0, False, {**STAB, "R1": (12, 3)}, HELD),
    "bolster.health": Case(0, False, WAITING, {"R1": SPENT, "R4": SPENT}, 1),
    "rush.reach": Case(1000, False, HURRY, {"R1": SPENT}),
    "rush.movement": Case(500, False, HURRY, {"R1": SPENT}),
}
OPTIONS = {
    # Who has missed cannot run away.
    "miss_ends_unit": Case(False, True, {"R4": (12, 6), "B2": (12, 9)}, {}, 1, "attack R4 B2"),
    "ability_lasts": Case("any_turn", False, WAITING, {"R1": SPENT, "R4": SPENT}, 1),
    "turn_limit": Case(1, False, {"R1": (12, 6), "R2": (10, 6), "B4": (12, 20)}),
}


def setting(options: Mapping[str, Any] | None = None, **changed: int) -> Setting:
    """A setting by other options, or by other numbers; a dot in a name is written __."""
    chosen = GAME.chosen(dict(options or {}))
    given = {name.replace("__", "."): value for name, value in changed.items()}
    return Setting(chosen, TABLE, numbers_of(chosen, given))


def follows(case: Case, other: Setting) -> None:
    by_the_book, changed = case.expected(setting()), case.expected(other)
    assert changed > by_the_book if case.better else changed < by_the_book


@pytest.mark.kernel
@pytest.mark.parametrize("name", [figure.name for figure in FIGURES])
def test_every_number_changes_what_the_bots_expect(name: str) -> None:
    """BSK-U1: a number without a case here fails."""
    case = CASES[name]
    follows(case, setting(**{name.replace(".", "__"): case.value}))


@pytest.mark.kernel
@pytest.mark.parametrize("name", OPTIONS)
def test_options_change_what_the_bots_expect(name: str) -> None:
    """BSK-C3, BSK-A4, BSK-V2."""
    follows(OPTIONS[name], setting({name: OPTIONS[name].value}))


def test_every_option_that_is_a_number_of_the_kernel_is_tried() -> None:
    """The table's size is no number of the kernel, and the zone is where units are placed."""
    assert {option.name for option in GAME.options} == {*OPTIONS, "table", "zone"}


@pytest.mark.kernel
@pytest.mark.parametrize("zone", [1, 3, 5.5])
def test_a_battalion_is_placed_at_the_front_of_its_zone(zone: float) -> None:
    """BSK-S3: however deep that is."""
    for faces, front in (((6, 1), zone * INCH), ((1, 6), 24 * INCH - zone * INCH)):
        options = GAME.chosen({"zone": zone})
        state = before_the_roll(Setting(options, TABLE, numbers_of(options)))
        for face in faces:
            state = State(state.setting, engine().fall(state, face)[0])
        for _ in range(layout.SIDE):
            state = done(state, chosen(state, 0.0, random.Random(1)))
        places = [unit.at for unit in state.units if unit.at is not None]
        assert len(places) == layout.SIDE
        foremost = max if front == zone * INCH else min
        assert foremost(y for _, y in places) == front


# -- whatever the numbers, the bots keep the rules -------------------------------------------------


def chosen(state: State, noise: float, source: random.Random) -> Action:
    choices = GAME.choices(state, state.turn)
    return BasicBrain(GAME).plain(state, state.turn, choices, noise, source)


def done(state: State, action: Action) -> State:
    """The position after an action, which has to be legal."""
    code = code_of(action)  # type: ignore[arg-type]
    assert engine().check(state, code)[0] == layout.FINE, action
    return State(state.setting, engine().play(state, code))


def any_numbers(source: random.Random) -> dict[str, int]:
    """About half of the numbers changed, to anything they may be."""
    return {
        figure.name: source.randint(figure.low, figure.high)
        for figure in FIGURES
        if source.random() < 0.5
    }


@pytest.mark.kernel
@pytest.mark.parametrize("seed", range(3))
def test_plans_of_a_small_battle_are_legal(seed: int) -> None:
    """Charges, retreats, a rush, and variants of them."""
    units = {"R1": (9.0, 9.0), "R2": (12.0, 9.0), "R4": (10.0, 7.0), "B1": (12.0, 15.0)}
    state = Case(0, True, units).state(setting())
    brain, source = BasicBrain(GAME), random.Random(seed)
    choices = GAME.choices(state, "red")
    plans = list(brain.candidates(state, "red", choices, 9, source))
    assert len({plan.action for plan in plans}) > 4
    for plan in plans:
        done(state, plan.action)
        variant = brain.varied(state, "red", choices, plan, source)
        assert (variant is None) == (plan.action.do != "move")
        if variant is not None:
            done(state, variant.action)
    assert chosen(state, 24.0, source) in choices


@pytest.mark.parametrize("seed", range(20))
def test_the_policy_and_all_plans_are_legal_by_any_numbers(seed: int) -> None:
    source = random.Random(seed)
    options = GAME.chosen({"turn_limit": 12})
    changed = Setting(options, TABLE, numbers_of(options, any_numbers(source)))
    state = before_the_roll(changed)
    brain = BasicBrain(GAME)
    while not isinstance(pending := GAME.pending(state), Over):
        if not isinstance(pending, Decide):
            state = State(changed, engine().fall(state, source.randint(1, 6))[0])
            continue
        choices = GAME.choices(state, state.turn)
        plans = list(brain.candidates(state, state.turn, choices, 3, source))
        for plan in plans:
            done(state, plan.action)
            variant = brain.varied(state, state.turn, choices, plan, source)
            if variant is not None:
                done(state, variant.action)
        state = done(state, chosen(state, source.choice((0.0, 24.0)), source))
