"""The naive model by itself: what the rulebook's numbers lead to, and every ruling once."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from games.basic import naive
from games.basic.naive import Position, Unit


def battle(
    places: Mapping[str, tuple[float, float]], seat: str = "red", **options: Any
) -> Position:
    """A battle in which these units stand; all others are dead and gone."""
    units = {id: Unit(id, None, 0) for id in naive.IDS}
    for id, (x, y) in places.items():
        at = naive.thousandths(x), naive.thousandths(y)
        units[id] = Unit(id, at, naive.STATISTICS[units[id].kind].health)
    return Position(naive.agree(options), units, (), seat, seat, 1)


def action(text: str) -> naive.Action:
    """An action from its text."""
    do, *words = text.split()
    if do in ("deploy", "move"):
        x, y = (naive.thousandths(float(number)) for number in words[1].split(","))
        return {"do": do, "unit": words[0], "at" if do == "deploy" else "to": (x, y)}
    if do == "attack":
        return {"do": do, "unit": words[0], "target": words[1]}
    return {"do": do, "ability": words[0]} if do == "command" else {"do": do}


def rules(position: Position, text: str) -> list[str]:
    return naive.broken(position, action(text))


def play(position: Position, *steps: str | int) -> Position:
    """The position after these actions and faces."""
    for step in steps:
        if isinstance(step, int):
            position = naive.roll(position, step)
        else:
            assert rules(position, step) == [], step
            position = naive.play(position, action(step))
    return position


def opened(first: str = "red", **options: Any) -> Position:
    """A battle in its first turn."""
    faces = (6, 1) if first == "red" else (1, 6)
    lines = {
        "red": [f"deploy R{n} {4 * n},3" for n in range(1, 6)],
        "blue": [f"deploy B{n} {4 * n},21" for n in range(1, 6)],
    }
    steps = [*lines[first], *lines[naive.OTHER[first]]]
    return play(naive.start(naive.agree(options)), *faces, *steps)


# -- setting up ----------------------------------------------------------------------------------


def test_the_battalions() -> None:
    """BSK-S1, BSK-U1: one commander, two close range, two long range, with the book's health."""
    kinds = [(unit.kind, unit.health) for unit in naive.start(naive.agree({})).units.values()]
    assert kinds == [("commander", 5), ("close", 3), ("close", 3), ("long", 2), ("long", 2)] * 2


def test_the_roll_for_the_first_turn() -> None:
    """BSK-S2, BSK-S4: red, blue, again when they are equal; the higher places and begins."""
    position = naive.start(naive.agree({}))
    assert naive.asked(position) == ("initiative", "red")
    assert naive.asked(play(position, 3)) == ("initiative", "blue")
    assert naive.asked(play(position, 3, 3)) == ("initiative", "red")
    assert naive.asked(play(position, 3, 3, 2, 5)) == ("decide", "blue")
    for first in naive.SEATS:
        begun = opened(first)
        assert naive.asked(begun) == ("decide", first)
        assert (naive.phase(begun), begun.turn) == ("battle", 1)


def test_placing() -> None:
    """BSK-S2, BSK-S3, BSK-S5: one's own units, once each, in the strip, touching at most."""
    position = play(naive.start(naive.agree({})), 6, 1, "deploy R1 12,2")
    assert rules(position, "deploy R2 12,3") == []
    assert rules(position, "deploy R2 0,3") == []
    assert rules(position, "deploy R2 0,3.001") == ["BSK-S3"]
    assert rules(position, "deploy R2 -0.001,3") == ["BSK-S5", "BSK-S3"]
    assert rules(position, "deploy R2 12.8,2") == []
    assert rules(position, "deploy R2 12.799,2") == ["BSK-S5"]
    assert rules(position, "deploy R1 5,2") == ["BSK-S5"]
    assert rules(position, "deploy B1 12,22") == ["BSK-S2"]
    assert rules(position, "end") == rules(position, "move R1 12,3") == ["BSK-S2"]
    blue = play(position, *(f"deploy R{n} {n},1" for n in range(2, 6)))
    assert naive.asked(blue) == ("decide", "blue")
    assert rules(blue, "deploy B1 12,21") == []
    assert rules(blue, "deploy B1 12,20.999") == ["BSK-S3"]


def test_nobody_reaches_anybody_in_the_first_turn() -> None:
    """BSK-S3: 4 and 3 and 10 inches are 17, and 18 lie between the zones."""
    long = naive.STATISTICS["long"]
    terms = naive.agree({})
    assert long.movement + 3000 + long.range == 17_000 < terms.height - 2 * terms.zone


# -- moving --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("id", "far"), [("R1", 5), ("R2", 3), ("R4", 4)])
def test_how_far_a_unit_moves(id: str, far: int) -> None:
    """BSK-M1, BSK-A3: exactly its Movement, straight or askew, and 3 inches more with rush."""
    position = battle({"R1": (12, 2), id: (10, 2), "B1": (23, 23)})
    for state, most in ((position, far), (play(position, "command rush"), far + 3)):
        assert rules(state, f"move {id} 10,{2 + most}") == []
        assert rules(state, f"move {id} 10,{2 + most}.001") == ["BSK-M1"]
        x, y = 10_000 + 600 * most, 2_000 + 800 * most
        assert naive.against_move(state, id, (x, y)) == []
        assert naive.against_move(state, id, (x + 1, y)) == ["BSK-M1"]


def test_a_unit_moves_once_and_ends_clear_of_others_on_the_table() -> None:
    """BSK-M1, BSK-M2: through others, but not onto them; its centre may be on the border."""
    position = battle({"R1": (2, 2), "R2": (3, 2), "B1": (4, 2)})
    assert rules(position, "move R1 5,2") == rules(position, "move R1 0,0") == []
    assert rules(position, "move R1 4.799,2") == ["BSK-M2"]
    assert rules(position, "move R1 4.8,2") == rules(position, "move R1 2,2") == []
    assert rules(position, "move R1 2,-0.001") == ["BSK-M2"]
    assert rules(position, "move B1 5,2") == ["BSK-T1"]
    assert rules(position, "move R5 5,2") == ["BSK-T1", "BSK-C5"]
    assert rules(play(position, "move R1 5,2"), "move R1 5,3") == ["BSK-M1"]


# -- combat --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("id", "far"), [("R1", 1), ("R2", 1), ("R4", 10)])
def test_ranges(id: str, far: int) -> None:
    """BSK-C1: 1.000 is in close range and 1.001 is not; 10.000 is in long range."""
    assert rules(battle({id: (12, 12), "B2": (12, 12 + far)}), f"attack {id} B2") == []
    beyond = battle({id: (12, 11.999), "B2": (12, 12 + far)})
    assert rules(beyond, f"attack {id} B2") == ["BSK-C1"]


@pytest.mark.parametrize(
    ("attackers", "targets", "chance"),
    [
        (("R2", "R4"), ("B2", "B4"), Fraction(1, 4)),
        (("R2", "R4"), ("B1",), Fraction(1, 6)),
        (("R1",), ("B2", "B4"), Fraction(1, 3)),
        (("R1",), ("B1",), Fraction(2, 9)),
    ],
)
def test_chances_to_damage(
    attackers: tuple[str, ...], targets: tuple[str, ...], chance: Fraction
) -> None:
    """BSK-C2, BSK-C4, BSK-C5: all thirty-six pairs of faces, counted."""
    for one in attackers:
        for other in targets:
            position = battle({one: (12, 12), other: (12, 13)})
            whole = position.units[other].health
            hurt = 0
            for face in range(1, 7):
                rolled = play(position, f"attack {one} {other}", face)
                if naive.asked(rolled) == ("save", "blue"):
                    after = [naive.roll(rolled, save) for save in range(1, 7)]
                    hurt += sum(state.units[other].health < whole for state in after)
            assert Fraction(hurt, 36) == chance


def test_a_miss_and_a_hit() -> None:
    """BSK-C3, BSK-C6: who misses is done, who hits may go; nobody attacks twice."""
    places = {"R4": (12, 12), "B4": (12, 22)}
    missed = play(battle(places), "attack R4 B4", 3)
    assert rules(missed, "move R4 12,10") == ["BSK-C3"]
    assert rules(missed, "attack R4 B4") == ["BSK-C3", "BSK-C6"]
    for save in (3, 4):
        hit = play(battle(places), "attack R4 B4", 4, save)
        assert rules(hit, "move R4 12,10") == []
        assert rules(hit, "attack R4 B4") == ["BSK-C6"]
    mild = play(battle(places, miss_ends_unit=False), "attack R4 B4", 3)
    assert rules(mild, "move R4 12,10") == [] and rules(mild, "attack R4 B4") == ["BSK-C6"]


def test_whom_nobody_attacks() -> None:
    """BSK-C1, BSK-T1: friends, the dead, and with another's unit."""
    position = battle({"R4": (12, 12), "R5": (12, 13), "B4": (12, 15)})
    assert rules(position, "attack R4 R5") == rules(position, "attack R4 R4") == ["BSK-C1"]
    assert rules(position, "attack R4 B5") == ["BSK-C1", "BSK-C5"]
    assert rules(position, "attack B4 R4") == ["BSK-T1", "BSK-C1"]
    assert rules(position, "deploy R4 12,1") == ["BSK-S2"]


# -- command abilities ---------------------------------------------------------------------------


def test_a_bolstered_unit_and_a_commanders_blow() -> None:
    """BSK-A2, BSK-A4, BSK-A6: 3 and 1 less 3 is 1, and still 1 when bolster has ended."""
    position = battle({"R1": (12, 9), "R2": (12, 12), "B1": (12, 13)})
    position = play(position, "command bolster", "end", "attack B1 R2", 6, 1)
    assert position.units["R2"].health == 1 and position.units["R2"].bolstered
    ended = play(position, "end").units["R2"]
    assert (ended.health, ended.buffer, ended.bolstered) == (1, 0, False)


def test_bolster_may_last_to_the_next_turn_only() -> None:
    """BSK-A4: with any_turn it is over when the enemy's turn begins."""
    places = {"R1": (12, 9), "R2": (12, 12), "B1": (12, 13)}
    position = play(battle(places, ability_lasts="any_turn"), "command bolster")
    assert position.units["R2"].buffer == 1
    position = play(position, "end", "attack B1 R2", 6, 1)
    assert position.units["R2"].health == 0


def test_a_bolstered_shot() -> None:
    """BSK-A2, BSK-C5: it kills a long range unit; without bolster it leaves 1."""
    position = battle({"R1": (12, 9), "R4": (12, 12), "B4": (12, 22), "B5": (1, 22)})
    assert play(position, "attack R4 B4", 4, 3).units["B4"].health == 1
    assert play(position, "command bolster", "attack R4 B4", 4, 3).units["B4"].health == 0


def test_whom_a_command_reaches() -> None:
    """BSK-A5: friends within 5 inches at that moment, and the commander himself."""
    places = {"R1": (12, 9), "R2": (12, 14), "R3": (12, 3.999), "R4": (15, 13), "B1": (13, 9)}
    position = play(battle(places), "command rush")
    assert [u.id for u in position.units.values() if u.rushed] == ["R1", "R2", "R4"]
    walked = play(position, "move R2 12,20")
    assert walked.units["R2"].rushed


def test_one_command_a_turn_while_the_commander_lives() -> None:
    """BSK-A1, BSK-A7: also after his own miss, but not twice and not after his death."""
    places = {"R1": (12, 9), "R2": (12, 12), "B1": (12, 10), "B2": (20, 20)}
    position = play(battle(places), "attack R1 B1", 1, "command rush")
    assert rules(position, "command bolster") == ["BSK-A1"]
    weak = replace(position.units["R1"], health=3)
    position = play(naive.changed(position, weak), "end", "attack B1 R1", 6, 1)
    assert position.units["R2"].rushed
    position = play(position, "end")
    assert not position.units["R2"].rushed
    assert rules(position, "command rush") == ["BSK-A7", "BSK-A1"]


# -- the end -------------------------------------------------------------------------------------


def test_who_has_no_units_has_lost() -> None:
    """BSK-V1, BSK-T2: at once."""
    position = battle({"R4": (12, 12), "B4": (12, 22)})
    position = naive.changed(position, replace(position.units["B4"], health=1))
    assert play(position, "end", "end").turn == 3
    won = play(position, "attack R4 B4", 4, 3)
    assert naive.ending(won) == ("red", "units") and naive.phase(won) == "over"
    assert naive.refusal(won, "red", {"do": "end"}) == ("over", [])


def test_a_game_that_lasts_too_long_is_drawn() -> None:
    """BSK-V2: after the last turn, not before."""
    position = play(opened(turn_limit=2), "end")
    assert naive.ending(position) is None
    assert naive.ending(play(position, "end")) == (None, "turns")


def test_whose_turn_it_is() -> None:
    """BSK-T1: the other waits, and while dice fall both do."""
    position = battle({"R4": (12, 12), "B4": (12, 22)})
    assert naive.refusal(position, "red", {"do": "end"}) is None
    assert naive.refusal(position, "blue", {"do": "end"}) == ("not-your-turn", [])
    position = play(position, "attack R4 B4")
    assert naive.refusal(position, "red", {"do": "end"}) == ("not-your-turn", [])
