"""Ways that are too long for the kernel to be sure of, and as much of a refused one as there is."""

from outrider.games.skirmishers.actions import Action, Move
from outrider.games.skirmishers.codes import code_of
from outrider.games.skirmishers.engine import Answer, engine
from outrider.games.skirmishers.kernel import layout
from outrider.games.skirmishers.state import State, place_of
from outrider.table.paths import part_way, path_cost
from outrider.table.points import Point, distance

STEP_BACK = 25
"""In steps of so many thousandths a shortened path looks for room to end."""


def checked(state: State, action: Action) -> Answer:
    """FINE, or why an action is not legal. Where floats cannot tell what a way costs, it is asked
    with as many digits as it takes."""
    answer = engine().check(state, code_of(state.setting, action))
    if answer[0] != layout.UNSURE:
        return answer
    assert isinstance(action, Move)
    return _paid(state, action, layout.PAID)


def why_not_way(state: State, action: Move) -> Answer:
    """Why a path cannot be walked, wherever it may end."""
    answer = engine().survey_way(state, layout.ON_WAY, code_of(state.setting, action))
    return answer if answer[0] != layout.UNSURE else _paid(state, action, layout.ON_WAY)


def _paid(state: State, action: Move, question: int) -> Answer:
    unit = state.unit(action.unit)
    cost = path_cost(state.table, (place_of(unit), *action.path))
    assert cost is not None
    if cost > unit.warrior.movement:
        return layout.TOO_FAR, cost - unit.warrior.movement, 0
    code = code_of(state.setting, action)
    answer = engine().survey_way(state, layout.PAID, code)
    ends_badly = answer[0] == layout.OVERLAPS and question == layout.ON_WAY
    return (layout.FINE, 0, 0) if ends_badly else answer


def may_set_out(state: State, id: str) -> bool:
    """Whether a piece of the side whose turn it is may still move."""
    unit = state.find(id)
    if unit is None or unit.seat != state.active or not unit.here:
        return False
    number = state.scenario.index[id]
    return engine().survey(state, layout.SETTING_OUT, number)[0] == layout.FINE


def shortened(state: State, action: Move) -> Move | None:
    """As much of a refused move as can be walked, ending where there is room; None if that is
    nothing. What stops a path stops every longer one, so the last step is found by halving."""
    if not may_set_out(state, action.unit):
        return None
    walked: tuple[Point, ...] = ()
    for point in action.path:
        longer = (*walked, point)
        if why_not_way(state, Move(action.unit, longer))[0] != layout.FINE:
            walked = (*walked, _last_step(state, action.unit, walked, point))
            break
        walked = longer
    return _with_room(state, action.unit, walked)


def _last_step(state: State, unit: str, walked: tuple[Point, ...], towards: Point) -> Point:
    """The farthest point of a leg that can be walked to."""
    start = walked[-1] if walked else place_of(state.unit(unit))
    length = distance(start, towards)
    low, high = 0, length
    while high - low > 1:
        middle = (low + high) // 2
        point = part_way(start, towards, middle, length)
        if why_not_way(state, Move(unit, (*walked, point)))[0] == layout.FINE:
            low = middle
        else:
            high = middle
    return part_way(start, towards, low, length) if length else start


def _with_room(state: State, unit: str, path: tuple[Point, ...]) -> Move | None:
    """The path, or as much of it as ends clear of all bases."""
    while path:
        start = path[-2] if len(path) > 1 else place_of(state.unit(unit))
        length = distance(start, path[-1])
        for way in range(length, 0, -STEP_BACK):
            tried = Move(unit, (*path[:-1], part_way(start, path[-1], way, length)))
            if checked(state, tried)[0] == layout.FINE:
                return tried
        path = path[:-1]
    return None
