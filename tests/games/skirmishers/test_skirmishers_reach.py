"""SKR-M1, SKR-M2, SKR-S3: what is told as a piece's reach can all be reached, and hardly anything
that can is missing; and there is a way to each point of it."""

import random
from collections import Counter
from collections.abc import Iterator

import pytest

from forms import sparse
from games.skirmishers.roaming import Walker, is_near, wilderness
from games.skirmishers.warband import GAME
from outrider.games.skirmishers import engine as door
from outrider.games.skirmishers.actions import Move
from outrider.games.skirmishers.reaching import way_to
from outrider.games.skirmishers.state import State
from table.told import Json, Point, beside_borders, held, point

CLICKS = 150
WILD = 24
PARTS = 4


def clicks(source: random.Random, areas: tuple[Json, ...], count: int) -> Iterator[Point]:
    """Points of the areas: anywhere, and on all their borders."""
    corners = [point(corner) for area in areas for corner in area["points"]]
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    tried = [
        (source.randint(min(xs), max(xs)), source.randint(min(ys), max(ys)))
        for _ in range(2 * count)
    ]
    tried += beside_borders(source, areas, count // 5)
    return (at for at in tried if held(areas, at))


def clicked(source: random.Random, state: State, id: str, met: Counter[str]) -> tuple[Json, ...]:
    """Every point that is shown has a way that the rules accept."""
    seat = state.unit(id).seat
    areas = GAME.reach(state, seat, id)
    choices = GAME.choices(state, seat)
    for at in clicks(source, areas, CLICKS) if areas else ():
        move = way_to(state, id, at)
        assert move is not None and move.path[-1] == at, (id, at)
        assert move in choices, choices.why_not(move)
        met[f"{min(len(move.path), 4)} legs"] += 1
    return areas


def searched(state: State, id: str, areas: tuple[Json, ...], step: int, met: Counter[str]) -> None:
    """All that a slow search finds is shown, or nearly."""
    choices = GAME.choices(state, state.unit(id).seat)
    for at, way in Walker(state, id, step).search().items():
        if Move(id, way) in choices:
            met["found"] += 1
            met["bent"] += len(way) > 1
            assert is_near(areas, at), (id, at, way)


@pytest.mark.parametrize("name", GAME.scenario_names())
def test_a_click_on_the_reach_finds_a_way(name: str) -> None:
    """SKR-M1, SKR-M2: in all scenarios that are shipped, for every piece, on both sides."""
    source, met = random.Random(name), Counter[str]()
    state = GAME.new(GAME.terms(scenario=name)).state
    for _ in range(2):
        for unit in state.present(state.active):
            assert clicked(source, state, unit.id, met) or not unit.warrior.movement
        state = GAME.apply(state, state.active, GAME.read_action("end")).state
    assert met["1 legs"] > 500, met


@pytest.mark.parametrize("name", GAME.scenario_names())
def test_what_can_be_reached_is_shown(name: str) -> None:
    """SKR-M1, SKR-M2, SKR-S3: compared with a slow search, for a few pieces of each side."""
    source, met = random.Random(name), Counter[str]()
    state = GAME.new(GAME.terms(scenario=name)).state
    for _ in range(2):
        units = [unit.id for unit in state.present(state.active)]
        for id in source.sample(units, min(2, len(units))):
            searched(state, id, GAME.reach(state, state.active, id), 500, met)
        state = GAME.apply(state, state.active, GAME.read_action("end")).state
    assert met["found"] > 100, met


@pytest.mark.parametrize("part", sparse(range(PARTS), 1))
def test_reach_in_the_wild(part: int) -> None:
    """SKR-M1, SKR-M2, SKR-S3: among walls, woods, roads and enemies, wherever they are."""
    met: Counter[str] = Counter()
    for number in range(WILD // PARTS):
        source = random.Random(1000 * part + number)
        state = wilderness(source, cheap=number % 3 == 0)
        areas = clicked(source, state, "R1", met)
        searched(state, "R1", areas, 350, met)
    assert min(met[kind] for kind in ("1 legs", "2 legs", "found", "bent")) > 50, met


def test_what_is_not_compiled_shows_less_and_nothing_wrong(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """SKR-M1, SKR-M2: as coarse as plain Python has to be."""
    source, met = random.Random(5), Counter[str]()
    state = GAME.new(GAME.terms(scenario="window")).state
    units = [unit.id for unit in state.present("red")]
    fine = [GAME.reach(state, "red", id) for id in units]
    monkeypatch.setattr(door, "FINE", door.COARSE)
    for id, finer in zip(units, fine, strict=True):
        areas = clicked(source, state, id, met)
        assert areas and len(str(areas)) < len(str(finer))
    assert met.total() > 300


def test_whoever_leaves_may_leave_where_somebody_stands() -> None:
    """SKR-S4, SKR-M2: the edge by which a side leaves is told besides; not that behind an enemy."""
    piece = {"firing": 1, "attack": 1, "defense": 1, "movement": 3}
    red = [{"id": "R1", "at": [5, 16], **piece}, {"id": "R2", "at": [6.5, 18], **piece}]
    blue = [{"id": "B1", "at": [3.5, 18], **piece}]
    leave = [{"kind": "exit", "edge": "top", "count": 1}]
    win = [{"kind": "destroy-all"}]
    sides = {"red": {"pieces": red, "victory": leave}, "blue": {"pieces": blue, "victory": win}}
    table = {"size": [18, 18], "terrain": []}
    scenario = {"outrider_scenario": 1, "name": "edge", "story": "", "first": "red",
                "turn_limit": 9, "table": table, "sides": sides}  # fmt: skip
    state = GAME.new(GAME.terms(scenario=scenario)).state
    areas = GAME.reach(state, "red", "R1")
    lines = [area for area in areas if area["shape"] == "line"]
    assert {line["edge"] for line in lines} == {"top"}
    for x, may in ((5000, True), (6500, True), (7000, True), (3500, False), (9000, False)):
        assert held(lines, (x, 18_000)) == may, x
        assert (way_to(state, "R1", (x, 18_000)) is not None) == may
    assert not held([area for area in areas if area not in lines], (6500, 18_000))
    assert way_to(state, "R1", (5000, 16_000)) is not None, "there and back is a way"
