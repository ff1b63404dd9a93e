"""Skirmishers' bots expect what the rules say, by whatever numbers: each changes what they expect.
And what they think of doing is legal."""

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from games.skirmishers.skirmish_line import BOW, GAME, RIFLE, begun, edited, scenario
from outrider.bots.measured.plans import Plan
from outrider.bots.measured.search import spread
from outrider.bots.skirmishers.brain import SkirmishersBrain, mind_in
from outrider.bots.skirmishers.kernel import memory
from outrider.core.pending import Over, Roll
from outrider.games.skirmishers.codes import code_of
from outrider.games.skirmishers.engine import engine
from outrider.games.skirmishers.kernel import layout
from outrider.games.skirmishers.numbers import FIGURES, OPTIONS, numbers_of
from outrider.games.skirmishers.state import Setting, State
from outrider.table.lengths import INCH
from outrider.table.paths import path_cost

SEEDS = spread(64, random.Random(1))
MANY = spread(512, random.Random(2))
ON_TOP = {"advantage_over": ["R1"]}


@dataclass(frozen=True)
class Case:
    """A position, another value of a number, and whether Red is better off by it. It is played to
    the last turn, after the first action, if there is one."""

    value: Any
    better: bool
    pieces: Mapping[str, Any]
    first: str | None = None
    terrain: list[dict[str, Any]] = field(default_factory=list)
    marks: Mapping[str, dict[str, Any]] = field(default_factory=dict)
    more: Mapping[str, Any] = field(default_factory=dict)

    def state(self, options: dict[str, Any], changed: Mapping[str, int]) -> State:
        terms = {"first": "red", "turn_limit": 1, **self.more}
        state = edited(begun(scenario(self.pieces, self.terrain, **terms), options), **self.marks)
        return by_numbers(state, changed)

    def expected(self, options: dict[str, Any], changed: Mapping[str, int]) -> float:
        """What a marshal expects for Red."""
        state, brain = (
            self.state(options, changed),
            SkirmishersBrain(GAME, horizon=SkirmishersBrain.long),
        )
        if self.first is None:
            return float(brain.standing(state, "red", SEEDS).mean())
        plan = Plan(GAME.read_action(self.first))
        return float(brain.values(state, "red", plan, SEEDS).mean())


def by_numbers(state: State, changed: Mapping[str, int]) -> State:
    """The same position by other numbers."""
    setting = Setting(state.options, state.scenario)
    setting.__dict__["numbers"] = numbers_of(state.options, changed)
    return replace(state, setting=setting)


def hedge(low: float, high: float) -> dict[str, Any]:
    corners = [[low, 0], [high, 0], [high, 24], [low, 24]]
    return {"shape": "polygon", "points": corners, "cover": 3}


FAR = {"at": [22, 22]}
SHOT = {"R1": {"at": [12, 4], "firing": 2, **BOW}, "B1": {"at": [12, 14], "defense": 0}}

CASES = {
    # One who has moved can strike only whom he touches.
    "touch": Case(
        0,
        False,
        {"R1": {"at": [12, 4], "attack": 4}, "B1": {"at": [12, 4.82]}},
        marks={"R1": {"moved": True}},
    ),
    "bow.dice": Case(0, True, SHOT, "fire R1 B1"),
    "cover.reach": Case(
        0,
        True,
        {"R1": {"at": [4, 12], "firing": 3, **RIFLE}, "B1": {"at": [10, 12]}},
        "fire R1 B1",
        [hedge(9, 9.5)],
    ),
    # Between two hedges a mover has no cover; who is asked only at the end shoots too late.
    "look": Case(
        72 * INCH,
        False,
        {"R1": {"at": [12, 2], "firing": 3, **RIFLE}, "B1": {"at": [9.5, 10], "defense": 0}},
        "move B1 14.5,10",
        [hedge(9, 11), hedge(13, 15)],
        more={"first": "blue"},
    ),
}
FLAGS = {
    # Who is held down does not get away.
    "pinned": Case(
        False,
        True,
        {"R1": {"at": [12, 22]}, "B1": {"at": [12, 21.18], "attack": 1}},
        marks={"B1": ON_TOP},
        more={"red": [{"kind": "exit", "edge": "top", "count": 1}]},
    ),
    "fire_into_melee": Case(
        True,
        True,
        {
            "R1": {"at": [12, 4], "attack": 0},
            "R2": {"at": [8, 9], "firing": 3, **RIFLE},
            "B1": {"at": [12, 4.82], "attack": 0, "defense": 0},
        },
    ),
}


def follows(case: Case, options: dict[str, Any], changed: Mapping[str, int]) -> None:
    by_the_book, other = case.expected({}, {}), case.expected(options, changed)
    assert other > by_the_book if case.better else other < by_the_book


@pytest.mark.parametrize("name", [figure.name for figure in FIGURES])
def test_every_number_changes_what_the_bots_expect(name: str) -> None:
    """A number without a case here fails."""
    follows(CASES[name], {}, {name: CASES[name].value})


@pytest.mark.parametrize("name", [option.name for option in OPTIONS])
def test_every_option_changes_what_the_bots_expect(name: str) -> None:
    """SKR-F11, SKR-G6."""
    follows(FLAGS[name], {name: FLAGS[name].value}, {})


# -- what the dice are expected to do is what they do ----------------------------------------------


@pytest.mark.parametrize("firing", [1, 2, 3])
@pytest.mark.parametrize("weapon", [BOW, RIFLE])
def test_a_shot_is_worth_its_odds(firing: int, weapon: dict[str, Any]) -> None:
    """SKR-G2, SKR-G3: it wins, or the last turn is over and nobody has won."""
    pieces = {"R1": {"at": [4, 12], "firing": firing, **weapon}, "B1": {"at": [14, 12]}}
    odds_are_met(pieces, "fire R1 B1", [hedge(13, 13.5)])


@pytest.mark.parametrize("dice", [(1, 1), (1, 2), (2, 1), (3, 2), (2, 4)])
@pytest.mark.parametrize("marks", [{}, {"B1": ON_TOP}, {"R1": {"advantage_over": ["B1"]}}])
def test_a_blow_is_worth_its_odds(dice: tuple[int, int], marks: dict[str, Any]) -> None:
    """SKR-F3 to SKR-F8."""
    mine, yours = dice
    pieces = {"R1": {"at": [12, 4], "attack": mine}, "B1": {"at": [12, 4.82], "attack": yours}}
    odds_are_met(pieces, "fight R1 B1", [], marks)


def test_blows_of_several_are_worth_their_odds() -> None:
    """SKR-F2, SKR-F9: nobody is lost who is the last."""
    two = {"R1": {"at": [12, 4]}, "R2": {"at": [12, 5.64], "attack": 2}}
    pieces = {**two, "B1": {"at": [12, 4.82], "attack": 0}}
    odds_are_met(pieces, "fight R1+R2 B1", [])


def odds_are_met(
    pieces: Mapping[str, Any],
    first: str,
    terrain: list[dict[str, Any]],
    marks: Mapping[str, dict[str, Any]] | None = None,
) -> None:
    case = Case(0, True, pieces, first, terrain, marks or {})
    state, action = case.state({}, {}), GAME.read_action(first)
    odds = GAME.chances(state, "red", action).chances
    kill, killed = float(odds["kill"]), float(odds.get("killed", 0))
    brain = SkirmishersBrain(GAME, horizon=SkirmishersBrain.long)
    found = float(brain.values(state, "red", Plan(action), MANY).mean())
    assert found == pytest.approx(kill + 0.5 * (1 - kill - killed), abs=3 / len(MANY))


# -- on foot ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAME.scenario_names())
def test_from_cell_to_cell_it_is_as_far_as_the_rules_say(name: str) -> None:
    """SKR-M1, SKR-S3: or nearer, by way of others."""
    state = GAME.new(GAME.terms(scenario=name)).state
    known, source = mind_in(state), random.Random(1)
    cell, columns, rows, cells = (int(known[at]) for at in range(memory.WAYS))
    width, depth = state.table.size
    direct = 0
    for _ in range(100):
        column, row = source.randrange(columns - 1), source.randrange(rows)
        y = min(cell * row + cell // 2, depth)
        path = [(min(cell * each + cell // 2, width), y) for each in (column, column + 1)]
        start = row * columns + column
        far = known[int(known[memory.WAYS]) + cells * start + start + 1]
        cost = path_cost(state.table, path)
        if cost is not None:
            assert far <= cost / INCH + 1e-9
            direct += far == pytest.approx(cost / INCH)
    assert direct > 50


# -- a small battle, thought through with the compiler off, too ------------------------------------


def small_battle() -> State:
    """A wall, a wood that is slow to cross, and something to do for either side."""
    wall = {"shape": "polygon", "points": [[3, 3], [6, 3], [6, 3.4], [3, 3.4]]}
    wood = {"shape": "disc", "at": [7, 5], "radius": 1, "cover": 1, "cost": 2}
    zone = {"shape": "disc", "at": [2, 6], "radius": 1}
    given = scenario(
        {
            "R1": {"at": [2, 1], "movement": 3, **RIFLE},
            "R2": {"at": [5, 4], "movement": 3, "attack": 2},
            "B1": {"at": [7, 7], "movement": 3, **BOW},
            "B2": {"at": [5, 4.82], "movement": 3},
        },
        [{**wall, "cost": "impassable", "blocks_sight": True}, wood],
        [{"kind": "hold", "zone": zone, "turns": 2}, {"kind": "destroy", "pieces": ["B1"]}],
        [
            {"kind": "exit", "edge": "bottom", "count": 1},
            {"kind": "reach", "zone": zone, "count": 2},
        ],
        first="red",
        turn_limit=6,
        at_limit="blue",
    )
    given["table"]["size"] = [8, 8]
    return begun(given)


@pytest.mark.kernel
def test_a_small_battle_is_thought_through() -> None:
    """Every plan is legal and worth something between losing and winning."""
    source, brain = random.Random(3), SkirmishersBrain(GAME, horizon=1)
    stages = set()
    for state, seat in positions(small_battle(), source, 16):
        stages.add(state.header[layout.STAGE])
        choices = GAME.choices(state, seat)
        for plan in brain.candidates(state, seat, choices, 3, source):
            done(state, plan.action)
            values = brain.values(state, seat, plan, [1, 1 << 28])
            assert ((values >= 0) & (values <= 1)).all()
    assert layout.WATCHING in stages


# -- whatever the numbers, the bots keep the rules -------------------------------------------------


def any_numbers(source: random.Random) -> dict[str, int]:
    """About half of the numbers changed, to anything they may be."""
    return {
        figure.name: source.randint(figure.low, figure.high)
        for figure in FIGURES
        if source.random() < 0.5
    }


def positions(state: State, source: random.Random, count: int) -> Iterator[tuple[State, str]]:
    """Where somebody decides: a careless policy brings the sides together, chance into all
    places."""
    brain = SkirmishersBrain(GAME)
    while count and not isinstance(pending := GAME.pending(state), Over):
        if isinstance(pending, Roll):
            faces = [source.randint(1, 6) for _ in range(pending.dice)]
            state = replace(engine().fall(state, faces)[0], setting=state.setting)
            continue
        seat = pending.seats[0]
        yield state, seat
        count -= 1
        choices = GAME.choices(state, seat)
        action: Any = choices.sample(source)
        if source.random() < 0.7:
            action = brain.plain(state, seat, choices, source.choice((0.0, 3.0)), source)
        state = done(state, action)


def done(state: State, action: Any) -> State:
    """The position after an action, which has to be legal."""
    code = code_of(state.setting, action)
    assert engine().check(state, code)[0] == layout.FINE, action
    return engine().play(state, code)[0]


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("name", GAME.scenario_names())
def test_all_that_is_thought_of_is_legal(name: str, seed: int) -> None:
    """SKR-T1 to SKR-T4 among others, by any numbers and options."""
    source = random.Random(seed)
    options = {"pinned": source.random() < 0.5, "fire_into_melee": source.random() < 0.5}
    state = GAME.new(GAME.terms(options, scenario=name)).state
    brain = SkirmishersBrain(GAME)
    for each, seat in positions(by_numbers(state, any_numbers(source)), source, 50):
        choices = GAME.choices(each, seat)
        plans = list(brain.candidates(each, seat, choices, 40, source))
        assert plans
        for plan in plans:
            done(each, plan.action)
