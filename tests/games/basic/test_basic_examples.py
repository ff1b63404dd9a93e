"""What follows from the rules, one test for each consequence that their list names."""

from fractions import Fraction

import pytest

from games.basic.battlefield import (
    GAME,
    Place,
    alive,
    battle,
    health,
    illegal,
    legal,
    play,
    unit,
)


@pytest.mark.parametrize(
    ("id", "place", "inside"),
    [
        ("R2", (12, 13), True),
        ("R2", (12, 13.001), False),
        ("R1", (12, 13), True),
        ("R1", (12, 13.001), False),
        ("R4", (12, 22), True),
        ("R4", (12, 22.001), False),
    ],
)
def test_the_edge_of_the_ranges(id: str, place: Place, inside: bool) -> None:
    """BSK-C1: 1.000 is in close range and 1.001 is not; 10.000 is in long range."""
    assert legal(battle({id: (12, 12), "B2": place}), f"attack {id} B2") is inside


@pytest.mark.parametrize(
    ("attackers", "targets", "chance"),
    [
        (("R2", "R4"), ("B2", "B4"), Fraction(1, 4)),
        (("R2", "R4"), ("B1",), Fraction(1, 6)),
        (("R1",), ("B2", "B4"), Fraction(1, 3)),
        (("R1",), ("B1",), Fraction(2, 9)),
    ],
)
def test_the_chance_to_damage(
    attackers: tuple[str, ...], targets: tuple[str, ...], chance: Fraction
) -> None:
    """BSK-C2, BSK-C4, BSK-U1: to hit and not to be saved, exactly."""
    for attacker in attackers:
        for target in targets:
            state = battle({attacker: (12, 12), target: (12, 13)})
            action = GAME.read_action(f"attack {attacker} {target}")
            assert GAME.odds(state, "red", action).chances["wound"] == chance


def test_a_bolstered_unit_and_a_commanders_blow() -> None:
    """BSK-A6, BSK-A2, BSK-C5: 3 and 1 less 3 is 1, and still 1 when bolster has ended."""
    state = battle({"R1": (12, 9), "R2": (12, 12), "B1": (12, 13)})
    state = play(state, "command bolster", "end", "attack B1 R2", 6, 1)
    assert health(state, "R2") == 1
    state = play(state, "end")
    assert health(state, "R2") == 1 and unit(state, "R2")["buffer"] == 0
    assert "R2" in alive(state)


def test_a_bolstered_shot_kills_a_long_range_unit() -> None:
    """BSK-A2, BSK-C5: one unsaved hit is enough; without bolster it leaves 1."""
    state = battle({"R1": (12, 9), "R4": (12, 12), "B4": (12, 22), "B5": (1, 22)})
    plain = play(state, "attack R4 B4", 4, 3)
    assert health(plain, "B4") == 1
    bolstered = play(state, "command bolster", "attack R4 B4", 4, 3)
    assert health(bolstered, "B4") == 0 and "B4" not in alive(bolstered)


def test_a_miss_pins_a_long_range_unit_and_a_hit_does_not() -> None:
    """BSK-C3: who misses stays, who hits may go, saved or not."""
    state = battle({"R4": (12, 12), "B4": (12, 22)})
    assert illegal(play(state, "attack R4 B4", 3), "move R4 12,10") == "BSK-C3"
    for save in (3, 4):
        assert legal(play(state, "attack R4 B4", 4, save), "move R4 12,10")


@pytest.mark.parametrize(("id", "limit"), [("R2", 6), ("R4", 7), ("R1", 8)])
def test_rush_first_and_then_move(id: str, limit: int) -> None:
    """BSK-A3, BSK-U1: close range 6 inches, long range 7, the commander 8."""
    places = {"R1": (2, 2), "B1": (23, 23), id: (4, 2)}
    state = play(battle(places), "command rush")
    x, y = places[id]
    assert illegal(state, f"move {id} {x},{y + limit + 0.001}") == "BSK-M1"
    assert legal(state, f"move {id} {x},{y + limit}")
