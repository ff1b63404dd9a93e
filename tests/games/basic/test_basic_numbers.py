"""The numbers of the rules are data: each is in one table, and the kernel plays by what it says."""

from dataclasses import replace
from typing import Any

import pytest

from games.basic.battlefield import GAME, battle, new, play
from outrider.games.basic.actions import Command
from outrider.games.basic.codes import code_of
from outrider.games.basic.engine import engine
from outrider.games.basic.kernel import layout
from outrider.games.basic.numbers import FIGURES, numbers_of
from outrider.games.basic.state import State
from outrider.table.lengths import INCH

pytestmark = pytest.mark.kernel

BY_NAME = {figure.name: figure for figure in FIGURES}
WHO = {"commander": "R1", "close": "R2", "long": "R4"}


def changed(state: State, **numbers: int) -> State:
    """The same position by other numbers; a dot in a name is written __."""
    given = {name.replace("__", "."): value for name, value in numbers.items()}
    setting = replace(state.setting, numbers=numbers_of(state.options, given))
    return State(setting, state.record)


def legal(state: State, action: str) -> bool:
    return engine().check(state, code_of(GAME.read_action(action)))[0] == layout.FINE


def after(state: State, *steps: str | int) -> State:
    """The position after actions and faces, whatever the numbers."""
    for step in steps:
        if isinstance(step, int):
            state = State(state.setting, engine().fall(state, step)[0])
        else:
            assert legal(state, step)
            code = code_of(GAME.read_action(step))
            state = State(state.setting, engine().play(state, code))
    return state


# -- the table -----------------------------------------------------------------------------------


def test_every_number_has_a_place_a_name_bounds_and_a_sentence() -> None:
    """BSK-U1: one row each, and no place without a row."""
    assert sorted(figure.place for figure in FIGURES) == list(range(layout.FIGURES))
    assert len(BY_NAME) == len(FIGURES)
    rules = {rule.id for rule in GAME.rulebook()}
    options = {option.name for option in GAME.options}
    for figure in FIGURES:
        assert figure.low <= figure.default <= figure.high and figure.low < figure.high
        assert figure.rule in rules and figure.name not in options
        assert figure.sentence[0].isupper() and figure.sentence.endswith(".")
        assert figure.scale in (1, INCH)


def test_the_options_stand_behind_the_numbers() -> None:
    """BSK-S3, BSK-C3, BSK-A4, BSK-V2: in their places."""
    chosen = {"zone": 2.5, "miss_ends_unit": False, "ability_lasts": "any_turn", "turn_limit": 77}
    numbers = new(chosen).setting.numbers
    assert len(numbers) == layout.NUMBERS
    assert numbers[layout.ZONE :] == (2500, 0, 1, 77)
    assert new().setting.numbers[layout.ZONE :] == (3000, 1, 0, 200)


# -- each of them counts -------------------------------------------------------------------------


@pytest.mark.parametrize("kind", WHO)
def test_movement_range_and_faces_of_a_kind(kind: str) -> None:
    """BSK-M1, BSK-C1, BSK-C2, BSK-C4: at the number that was given and one beyond."""
    id = WHO[kind]
    state = battle({id: (12, 12), "B1": (12, 13), "B2": (2, 2), "B4": (22, 22)})
    far: Any = {f"{kind}__movement": 7250}
    assert legal(changed(state, **far), f"move {id} 12,4.75")
    assert not legal(changed(state, **far), f"move {id} 12,4.749")
    near = battle({id: (12, 12), "B1": (12, 14.5)})
    assert legal(changed(near, **{f"{kind}__range": 2500}), f"attack {id} B1")
    assert not legal(changed(near, **{f"{kind}__range": 2499}), f"attack {id} B1")
    for number in (2, 5, 7):
        for face in range(1, 7):
            struck = after(changed(state, **{f"{kind}__attack": number}), f"attack {id} B1", face)
            hit = struck.header[layout.STAGE] == layout.SAVING
            assert hit is (face >= number)


@pytest.mark.parametrize("kind", WHO)
def test_health_damage_and_save_of_a_kind(kind: str) -> None:
    """BSK-U1, BSK-C4, BSK-C5."""
    id = WHO[kind]
    foe = id.replace("R", "B")
    state = battle({id: (12, 12), foe: (12, 13), "B5": (2, 2)})
    for save in (1, 4, 7):
        for face in range(1, 7):
            given = {f"{kind}__save": save}
            hurt = after(changed(state, **given), f"attack {id} {foe}", 6, face)
            lost = state.unit(foe).health - hurt.unit(foe).health
            assert (lost > 0) is (face < save)
    for damage in (0, 1, 2):
        given = {f"{kind}__damage": damage, f"{kind}__save": 7}
        hurt = after(changed(state, **given), f"attack {id} {foe}", 6, 1)
        assert hurt.unit(foe).health == state.unit(foe).health - damage
    fresh = changed(new(), **{f"{kind}__health": 9}).setting
    assert [fresh.health_of(name) == 9 for name in ("R1", "R2", "R4")] == [
        name == id for name in ("R1", "R2", "R4")
    ]


def test_the_radius_of_a_base() -> None:
    """BSK-M2, BSK-S5: moving and placing."""
    state = battle({"R1": (12, 12), "R2": (14, 12), "B1": (2, 2)})
    placing = play(new(), 6, 1, "deploy R2 12,1")
    for radius in (100, 425):
        apart = 2 * radius / INCH
        for by, fine in ((0.0, True), (-0.001, False)):
            x = f"{14 - apart - by:.3f}"
            assert legal(changed(state, base=radius), f"move R1 {x},12") is fine
            x = f"{12 + apart + by:.3f}"
            assert legal(changed(placing, base=radius), f"deploy R1 {x},1") is fine


@pytest.mark.parametrize("ability", ["bolster", "rush"])
def test_the_reach_of_an_ability(ability: str) -> None:
    """BSK-A2, BSK-A3, BSK-A5: each has its own."""
    state = battle({"R1": (12, 12), "R2": (12, 15), "B1": (2, 2)})
    for reach, count in ((2999, 1), (3000, 2)):
        other = {"bolster": "rush", "rush": "bolster"}[ability]
        given: Any = {f"{ability}__reach": reach, f"{other}__reach": 0}
        now = changed(state, **given)
        made = after(now, f"command {ability}")
        under = [unit.id for unit in made.units if unit.bolstered or unit.rushed]
        assert len(under) == count
        assert GAME.odds(now, "red", Command(ability)).expected["units"] == count


def test_what_the_abilities_give() -> None:
    """BSK-A2, BSK-A3, BSK-A6."""
    state = battle({"R1": (12, 12), "R2": (12, 15), "B1": (12, 16), "B2": (2, 2)})
    rushing = after(changed(state, rush__movement=1500), "command rush")
    assert legal(rushing, "move R2 12,10.5") and not legal(rushing, "move R2 12,10.499")
    strong = after(changed(state, bolster__damage=3, bolster__health=4), "command bolster")
    assert strong.unit("R2").buffer == strong.unit("R1").buffer == 4
    hurt = after(strong, "attack R2 B1", 6, 1)
    assert hurt.unit("B1").health == 5 - 4
    blow = after(hurt, "end", "attack B1 R2", 6, 1)
    assert (blow.unit("R2").health, blow.unit("R2").buffer) == (3, 1)


def test_a_harmless_hit_is_told_as_a_hit() -> None:
    """BSK-C5: of no health at all, and not as a save."""
    state = changed(battle({"R1": (12, 12), "B1": (12, 13)}), commander__damage=0)
    struck = after(state, "attack R1 B1", 6)
    told = [event.to_json() for event in GAME.roll(struck, [1]).events]
    assert told[1] == {"event": "hurt", "unit": "B1", "loss": 0, "buffered": 0, "health": 5}


def test_candidates_keep_to_changed_ranges() -> None:
    """BSK-C1: points just in and just out of the ranges that are played."""
    state = battle({"R4": (6, 6), "B4": (6, 18)})
    for reach in (9000, 10_500):
        given = changed(state, long__range=reach)
        ends = [18_000 - y for kind, _, x, y in engine().candidates(given)
                if kind == layout.MOVE and x == 6000]  # fmt: skip
        assert reach - 4 in ends and reach + 4 in ends
