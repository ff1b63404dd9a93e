"""Skirmish's bots expect what the rules say, by whatever numbers: each changes what they expect."""

import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import pytest

from games.skirmish.patrol import FIRST, REVISED, box, laid
from outrider.bots.measured.plans import Plan
from outrider.bots.measured.search import spread
from outrider.bots.skirmish.brain import UNPLANNED, SkirmishBrain
from outrider.core.pending import Decide, Over
from outrider.core.wire import Action
from outrider.games.skirmish.codes import READY, code_of
from outrider.games.skirmish.draft import Draft
from outrider.games.skirmish.engine import engine
from outrider.games.skirmish.game import Skirmish
from outrider.games.skirmish.kernel import layout
from outrider.games.skirmish.numbers import FIGURES, numbers_of
from outrider.games.skirmish.setup import before_the_game, names_for
from outrider.games.skirmish.squad import EVERY, INDEX_OF
from outrider.games.skirmish.state import Figure, Setting, State
from outrider.table.lengths import INCH
from outrider.table.seating import seated
from outrider.table.terrain import Table, a_table, ground

Places: TypeAlias = Mapping[str, tuple[float, float]]
Marks: TypeAlias = Mapping[str, Mapping[str, Any]]

SEATS = "red", "blue"
SEEDS = spread(64, random.Random(1))
BARE: Table = seated(a_table(laid()), len(SEATS))
WALLED: Table = seated(a_table(laid(box(2, 15.9, 32, 0.2, 1.5))), len(SEATS))
"""A wall across the table, over which nobody on the ground sees."""


@dataclass(frozen=True)
class Case:
    """A position of Red's, another value of a number, and whether Red is better off by it. Figures
    are fresh but for what is marked, and nobody else is there; so many rounds are played on after
    this one."""

    value: Any
    better: bool
    places: Places
    marks: Marks = field(default_factory=dict)
    phase: str = "attack"
    table: Table = BARE
    first: str | None = None
    rounds: int = 0

    def state(self, setting: Setting) -> State:
        figures = tuple(self.figure(setting, id) for id in EVERY[: len(setting.names)])
        return Draft(setting, figures, self.phase, 1, "red", "red").state()

    def figure(self, setting: Setting, id: str) -> Figure:
        numbers = setting.numbers
        if id not in self.places or INDEX_OF[id] % layout.SIDE >= numbers[layout.EACH]:
            return Figure(id, id, None, 0)
        x, y = (round(each * INCH) for each in self.places[id])
        given = {
            "health": numbers[layout.MOST_HEALTH] if id == "R1" else 10,
            "grenades": numbers[layout.MOST_GRENADES],
            "actions": numbers[layout.MOST_ACTIONS],
            **self.marks.get(id, {}),
        }
        return Figure(id, id, (x, y), up=ground(setting.table, (x, y)), **given)

    def expected(self, setting: Setting) -> float:
        """What a marshal expects for Red, by the numbers of a setting."""
        action = REVISED.read_action(self.first) if self.first else READY
        plan = Plan(action, None if self.first else UNPLANNED)
        brain = SkirmishBrain(REVISED, horizon=self.rounds)
        return float(brain.values(self.state(setting), "red", plan, SEEDS).mean())


DONE = {"actions": 0, "grenades": 0}
WEAK = {"health": 1, **DONE}
BARE_HANDS = {"grenades": 0}
ONCE = {"grenades": 0, "actions": 1}
NEWS = {"seen": True, "grenades": 0}
SHOT = {"R1": (18.0, 10.0), "B1": (18.0, 20.0)}
"""Red shoots, and Blue does not answer."""
TARGET: Marks = {"R1": ONCE, "B1": WEAK}
HIT = {"R1": DONE, "B1": BARE_HANDS}
"""Blue shoots, and Red does not answer."""
TOUCH = {"R1": (18.0, 15.55), "B1": (18.0, 16.45)}
"""In touch across a wall."""
OVER_WALL = {"R1": (18.0, 15.0), "B1": (18.0, 19.0)}
LOBBED: Marks = {"R1": {"actions": 1}, "B1": {"health": 3, **DONE}}
"""Nothing but a grenade gets at Blue."""
HOMEWARD = {"R1": (18.0, 12.0), "B1": (18.0, 20.0)}
ARRIVES: Marks = {"R1": {"health": 2, **NEWS}}
LOOTING = {"R1": (18.0, 15.0), "B1": (18.0, 19.0), "B2": (17.1, 15.0)}

CASES = {
    "figures": Case(1, True, {**SHOT, "B2": (20.0, 20.0)}),
    "health": Case(20, True, SHOT, HIT),
    "grenades": Case(0, False, OVER_WALL, LOBBED, table=WALLED),
    "actions": Case(3, True, HOMEWARD, ARRIVES, "movement"),
    "move": Case(6 * INCH, True, HOMEWARD, ARRIVES, "movement"),
    # Somebody stands in the way of the one place at home within two moves.
    "base": Case(
        300, True, {"R1": (18, 9.985), "B1": (18.7, 2), "B2": (18, 16)},
        {**ARRIVES, "B1": DONE}, "movement",
    ),
    "eye": Case(3 * INCH, True, {"R1": (18, 12), "B1": (18, 20)}, TARGET, table=WALLED),
    "edge": Case(2500, True, {"R1": (18, 10.3), "B1": (18, 20)}, ARRIVES, "movement"),
    "shoot.near": Case(6 * INCH, False, SHOT, TARGET),
    "shoot.dice": Case(1, False, SHOT, TARGET),
    "shoot.far_dice": Case(6, True, {"R1": (18, 5), "B1": (18, 30)}, TARGET),
    "melee.reach": Case(500, False, TOUCH, TARGET, table=WALLED),
    "melee.dice": Case(10, True, TOUCH, TARGET, table=WALLED),
    "indirect.dice": Case(
        6, False, {"R1": (18, 35), "B1": (18, 10)}, {"R1": {"health": 3, **DONE}, "B1": DONE}
    ),
    "armour.health": Case(11, False, SHOT, HIT),
    "armour.dice": Case(8, True, SHOT, HIT),
    "armour.weak_dice": Case(6, True, SHOT, {**HIT, "R1": {"health": 3, **DONE}}),
    "take.reach": Case(
        500, False, LOOTING,
        {"R1": BARE_HANDS, "B1": {"health": 3, **DONE}, "B2": {"health": 0, "actions": 0}},
        table=WALLED,
    ),
    "throw.short": Case(6 * INCH, True, OVER_WALL, LOBBED, table=WALLED),
    "throw.middle": Case(1 * INCH, False, OVER_WALL, LOBBED, table=WALLED),
    "throw.long": Case(1 * INCH, False, OVER_WALL, LOBBED, table=WALLED),
    "blast.near": Case(500, False, OVER_WALL, LOBBED, table=WALLED),
    "blast.far": Case(2 * INCH, False, {"R1": (18, 15), "B1": (18, 20)}, LOBBED, table=WALLED),
    "blast.dice": Case(1, False, OVER_WALL, LOBBED, table=WALLED),
    "blast.far_dice": Case(8, True, {"R1": (18, 12), "B1": (18, 20.5)}, LOBBED, table=WALLED),
}  # fmt: skip
OPTIONS = {
    "report": Case(
        "instant", True, {"R1": (18, 33), "R2": (18, 1), "B1": (18, 10), "B2": (20, 10)},
        {"R1": {"actions": 1, **NEWS}, "R2": {"health": 1, **DONE}}, first="tell R1 R2",
    ),
    "round_limit": Case(1, False, {"R1": (12, 6), "R2": (10, 6), "B1": (12, 30)}),
    # All of Blue is dead before it has a turn.
    "attack_turn": Case(
        "figure", True, SHOT, {"R1": BARE_HANDS, "B1": {"health": 4, "grenades": 0}}
    ),
    "sight": Case("open", True, {"R1": (18, 12), "B1": (18, 20)}, TARGET, table=WALLED),
    "melee": Case("alternate", True, TOUCH, TARGET, table=WALLED),
    "blast": Case("diameter", False, OVER_WALL, LOBBED, table=WALLED),
}  # fmt: skip


def setting(table: Table, options: Mapping[str, Any] | None = None, **changed: int) -> Setting:
    """A setting by other options, or by other numbers; a dot in a name is written __."""
    chosen = REVISED.chosen(dict(options or {}))
    given = {name.replace("__", "."): value for name, value in changed.items()}
    numbers = numbers_of(REVISED.edition, chosen, given)
    return Setting(REVISED.edition, chosen, table, names_for(SEATS), numbers)


def follows(case: Case, other: Setting) -> None:
    by_the_book, changed = case.expected(setting(case.table)), case.expected(other)
    assert changed > by_the_book if case.better else changed < by_the_book


@pytest.mark.kernel
@pytest.mark.parametrize("name", [figure.name for figure in FIGURES])
def test_every_number_changes_what_the_bots_expect(name: str) -> None:
    """A number without a case here fails."""
    case = CASES[name]
    follows(case, setting(case.table, **{name.replace(".", "__"): case.value}))


@pytest.mark.kernel
@pytest.mark.parametrize("name", OPTIONS)
def test_options_change_what_the_bots_expect(name: str) -> None:
    """SKM-O5, SKM-O8, SKM-R7, SKM-G2, SKM-F3, SKM-N2."""
    case = OPTIONS[name]
    follows(case, setting(case.table, {name: case.value}))


def test_every_option_that_is_a_number_of_the_kernel_is_tried() -> None:
    """Where people sit, and how long a minute is by the clock, is nothing to expect by."""
    assert {option.name for option in REVISED.options} == {*OPTIONS, "table", "seating", "minute"}


@pytest.mark.kernel
def test_whoever_climbs_is_slower() -> None:
    """SKM-M1: home is up a step, in the revised edition too far."""
    table = seated(a_table(laid(box(10, 0, 16, 6, 1))), len(SEATS))
    case = Case(0, True, {"R1": (18, 9.98), "B1": (18, 20)}, ARRIVES, "movement", table)
    chosen = FIRST.chosen({})
    numbers = numbers_of(FIRST.edition, chosen)
    follows(case, Setting(FIRST.edition, chosen, table, names_for(SEATS), numbers))


# -- whatever the numbers, the bots keep the rules -------------------------------------------------


def done(state: State, seat: str, action: Action) -> State:
    """The position after an action, which has to be legal."""
    number = state.seats.index(seat)
    code = code_of(action, number)  # type: ignore[arg-type]
    after, _ = engine().play(state, number, code)
    assert after is not None, action
    return after


def any_numbers(source: random.Random) -> dict[str, int]:
    """About half of the numbers changed, to anything they may be."""
    return {
        figure.name: source.randint(figure.low, figure.high)
        for figure in FIGURES
        if source.random() < 0.5
    }


def carried_on(game: Skirmish, state: State, source: random.Random, plans: int) -> None:
    """A whole game, in which every plan is legal."""
    brain = SkirmishBrain(game, horizon=0)
    while not isinstance(pending := game.pending(state), Over):
        if not isinstance(pending, Decide):
            total = sum(source.randint(1, 6) for _ in range(pending.dice))
            state = engine().fall(state, total)[0]
            continue
        seat = source.choice(pending.seats)
        choices = game.choices(state, seat)
        found = list(brain.candidates(state, seat, choices, plans, source))
        for plan in found:
            done(state, seat, plan.action)
            variant = brain.varied(state, seat, choices, plan, source)
            if variant is not None:
                done(state, seat, variant.action)
        assert all(0 <= brain.values(state, seat, source.choice(found), SEEDS[:1]) <= 1)
        state = done(state, seat, source.choice(found).action)


@pytest.mark.kernel
@pytest.mark.parametrize("phase", ["movement", "attack"])
def test_plans_of_a_small_patrol_are_legal(phase: str) -> None:
    """Minutes and variants of them, or attacks, some of them blurred; and where a grenade lands."""
    places = {"R1": (9.0, 9.0), "R2": (12.0, 9.0), "B1": (12.0, 14.0), "B2": (18.0, 34.5)}
    marks = {"R2": {"seen": True}, "B2": {"seen": True}}
    state, source = Case(0, True, places, marks, phase).state(setting(BARE)), random.Random(1)
    brain, choices = SkirmishBrain(REVISED), REVISED.choices(state, "red")
    plans = list(brain.candidates(state, "red", choices, 9, source))
    for plan in [*plans]:
        variant = brain.varied(state, "red", choices, plan, source)
        assert (variant is None) == (phase == "attack")
        if variant is not None:
            plans.append(variant)
    for plan in plans:
        done(state, "red", plan.action)
    assert len({plan.action for plan in plans}) > 4
    assert brain.plain(state, "red", choices, 5.0, source) in choices
    if phase == "attack":
        flying = done(state, "red", REVISED.read_action("throw R2 12,14"))
        flying = engine().fall(flying, 6)[0]
        landing = brain.plain(flying, "red", REVISED.choices(flying, "red"), 0.0, source)
        done(flying, "red", landing)


@pytest.mark.parametrize("seed", range(12))
def test_the_policy_and_all_plans_are_legal_by_any_numbers(seed: int) -> None:
    source = random.Random(seed)
    game = (REVISED, FIRST)[seed % 2]
    table = ("36x36", "breakfast", "banquet")[seed % 3]
    seats = 2 + (seed % 4 == 3)
    terms = game.terms({"round_limit": 6, "table": table}, seats)
    whole = game.new(terms).state.setting
    numbers = numbers_of(game.edition, whole.options, any_numbers(source))
    changed = Setting(game.edition, whole.options, whole.table, whole.names, numbers)
    carried_on(game, before_the_game(changed).state, source, 2)
