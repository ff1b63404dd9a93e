"""Membership: what is legal to the thousandth, and the reason where it is not."""

import json
import random
from typing import Any

import pytest

import outrider
from games.basic.battlefield import (
    GAME,
    RED_DEPLOYS,
    apart,
    battle,
    decider,
    legal,
    new,
    opened,
    play,
    refusal,
    scattered,
)
from outrider import Match, Refusal
from outrider.dice import ListedDice
from outrider.games.basic.state import State

OPEN = {"R1": (12, 12), "R4": (20, 4), "B1": (2, 22)}


def reason(state: State, action: str) -> str:
    """Why an action is not among the choices; the same refusal comes from playing it."""
    choices = GAME.choices(state, decider(state))
    found = choices.why_not(GAME.read_action(action))
    assert found is not None and found.kind == "illegal"
    assert GAME.read_action(action) not in choices
    played = refusal(state, action)
    assert (played.rule, played.message) == (found.rule, found.message)
    assert found.rule is not None
    return f"{found.rule}: {found.message}"


# -- reasons -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("action", "rule", "words"),
    [
        ("move R1 12,17.13", "BSK-M1", ['too far by 0.13"', '5"']),
        ("move R1 12,17.001", "BSK-M1", ['0.001"']),
        ("move R1 15.001,16", "BSK-M1", ['0.001"']),
        ("move R4 24.001,4", "BSK-M1", ['0.001"']),
        ("move R4 20,-0.001", "BSK-M1", ['0.001"']),
        ("attack R1 B1", "BSK-C1", ["B1"]),
        ("attack R4 B1", "BSK-C1", ["B1"]),
    ],
)
def test_too_far_says_by_how_much(action: str, rule: str, words: list[str]) -> None:
    """BSK-M1, BSK-C1: in inches to the thousandth."""
    said = reason(battle(OPEN), action)
    assert said.startswith(rule)
    assert all(word in said for word in words)


def test_a_move_that_is_too_long_by_less_than_a_thousandth_says_so() -> None:
    """BSK-M1: never by nothing at all."""
    said = reason(battle({"R2": (12, 12), "B1": (2, 2)}), "move R2 14.999,12.078")
    assert '0.001"' in said and 'by 0"' not in said


def test_off_the_table_says_so() -> None:
    """BSK-M2: with the point."""
    said = reason(battle({"R1": (22, 12), "B1": (2, 2)}), "move R1 24.5,12")
    assert said.startswith("BSK-M2")
    assert "24.5,12" in said and "off the table" in said


@pytest.mark.parametrize("other", ["R4", "B4"])
def test_overlapping_says_whom(other: str) -> None:
    """BSK-M2: the mover and the one in its way."""
    said = reason(battle({"R1": (12, 12), other: (14, 12), "B1": (2, 2)}), "move R1 13.5,12")
    assert said.startswith("BSK-M2")
    assert "overlap" in said and other in said and "R1" in said


def test_of_several_in_the_way_one_that_is_in_the_way_is_named() -> None:
    """BSK-M2: not somebody near by who leaves room."""
    places = {"R1": (12, 12), "R2": (14, 12.9), "R3": (14, 11), "B1": (2, 2)}
    assert "R3" in reason(battle(places), "move R1 14,11.5")
    assert "R2" in reason(battle(places), "move R1 14,12.5")


def test_a_place_outside_the_zone_says_by_how_much() -> None:
    """BSK-S3: and one on a base says whose."""
    state = play(new(), 6, 1, "deploy R4 12,1")
    assert '0.13"' in reason(state, "deploy R1 12,3.13")
    assert "R4" in reason(state, "deploy R1 12.5,1")
    assert "off the table" in reason(state, "deploy R1 -1,1")


def test_reasons_are_one_short_sentence() -> None:
    """BSK-T1: for people, not for programmers."""
    state = play(battle({**OPEN, "R2": (2, 21)}), "move R1 12,13", "attack R2 B1", 1)
    for action in ("move R1 12,12", "move R2 2,20", "attack R2 B1", "move R3 1,1", "move B1 1,1",
                   "deploy R1 1,1", "attack R1 R2", "attack R4 B1"):  # fmt: skip
        said = reason(state, action)
        assert len(said) < 120 and "None" not in said and "\n" not in said


def test_a_seat_that_is_not_asked_has_no_choice() -> None:
    """BSK-T1: the reason says who decides."""
    state = battle(OPEN)
    for seat in ("blue", "green", None):
        choices = GAME.choices(state, seat)
        found = choices.why_not(GAME.read_action("end"))
        assert found is not None and found.kind == "not-your-turn" and "Red" in found.message
        assert list(choices) == []


# -- limits --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("inside", "outside"),
    [
        ("move R1 12,17", "move R1 12,17.001"),
        ("move R1 7,12", "move R1 6.999,12"),
        ("move R1 15,16", "move R1 15,16.001"),
        ("move R1 9,8", "move R1 8.999,8"),
        ("move R2 15,0", "move R2 15.001,0"),
        ("move R2 13.8,2.4", "move R2 13.801,2.4"),
        ("move R4 24,4", "move R4 24.001,4"),
        ("move R5 0,4", "move R5 -0.001,4"),
    ],
)
def test_the_limit_of_a_move(inside: str, outside: str) -> None:
    """BSK-M1, BSK-M2: exactly at it, and one thousandth beyond."""
    places = {"R1": (12, 12), "R2": (12, 0), "R4": (20, 4), "R5": (4, 4), "B1": (2, 22)}
    state = battle(places)
    assert legal(state, inside) and not legal(state, outside)


@pytest.mark.parametrize(("id", "reach"), [("R1", 1), ("R2", 1), ("R4", 10)])
@pytest.mark.parametrize("steps", range(-2, 3))
def test_the_limit_of_a_range(id: str, reach: int, steps: int) -> None:
    """BSK-C1: thousandth by thousandth about it."""
    state = battle({id: (12, 12), "B2": (12, round(12 + reach + steps / 1000, 3))})
    assert legal(state, f"attack {id} B2") is (steps <= 0)


@pytest.mark.parametrize("steps", range(-2, 3))
def test_the_limit_of_a_command(steps: int) -> None:
    """BSK-A2, BSK-A3: five inches, thousandth by thousandth."""
    state = battle({"R1": (12, 12), "R2": (round(17 + steps / 1000, 3), 12), "B1": (2, 2)})
    for ability, flag in (("bolster", "bolstered"), ("rush", "rushed")):
        units = GAME.dump(play(state, f"command {ability}"))["units"]
        assert units[1][flag] is (steps <= 0)


@pytest.mark.parametrize("steps", range(-2, 3))
def test_the_limit_of_touching_bases(steps: int) -> None:
    """BSK-M2, BSK-S5: 0.8 inches, thousandth by thousandth, moving and placing."""
    x = f"{12.8 + steps / 1000:.3f}"
    moving = battle({"R1": (15, 12), "R2": (12, 12), "B1": (2, 2)})
    placing = play(new(), 6, 1, "deploy R2 12,1")
    assert legal(moving, f"move R1 {x},12") is (steps >= 0)
    assert legal(placing, f"deploy R1 {x},1") is (steps >= 0)


@pytest.mark.parametrize("steps", range(-2, 3))
def test_the_limit_of_zone_and_rim(steps: int) -> None:
    """BSK-S3, BSK-S5: both lines of both zones, thousandth by thousandth."""
    red, blue = play(new(), 6, 1), play(new(), 1, 6)
    assert legal(red, f"deploy R1 12,{3 + steps / 1000:.3f}") is (steps <= 0)
    assert legal(red, f"deploy R1 12,{steps / 1000:.3f}") is (steps >= 0)
    assert legal(blue, f"deploy B1 12,{21 + steps / 1000:.3f}") is (steps >= 0)
    assert legal(blue, f"deploy B1 12,{24 + steps / 1000:.3f}") is (steps <= 0)
    assert legal(red, f"deploy R1 {24 + steps / 1000:.3f},1") is (steps <= 0)


# -- suggestions ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wish", "best"),
    [
        ("move R1 12,17.13", "move R1 12,17"),
        ("move R1 3,12", "move R1 7,12"),
        ("move R1 12,12.5", "move R1 12,12.5"),
        ("move R5 -3,4", "move R5 0,4"),
        ("move R2 14,12.5", "move R2 14,12.8"),
    ],
)
def test_a_refused_move_has_a_suggestion(wish: str, best: str) -> None:
    """BSK-M1, BSK-M2: the legal end nearest to the wish."""
    places = {"R1": (12, 12), "R2": (14, 14), "R4": (14, 12), "R5": (2, 4), "B1": (2, 22)}
    made = GAME.suggest(battle(places), "red", GAME.read_action(wish))
    assert made is not None and GAME.write_action(made) == best


def test_suggestions_are_legal_and_none_is_nearer() -> None:
    """BSK-M1, BSK-M2: compared with every point of the list and those about the suggestion."""
    source = random.Random(4)
    for seed in range(30):
        state = scattered(seed, 9, 14)
        choices = GAME.choices(state, "red")
        wish = [round(source.uniform(0, 24), 3), round(source.uniform(0, 24), 3)]
        made: Any = GAME.suggest(state, "red", move("R1", wish))
        assert made is not None and made in choices
        end = made.to_json()["to"]
        about = [[end[0] + x / 1000, end[1] + y / 1000] for x in (-1, 0, 1) for y in (-1, 0, 1)]
        others = [move("R1", [round(part, 3) for part in point]) for point in about]
        for other in (*choices, *others):
            if other.do == "move" and other.to_json()["unit"] == "R1" and other in choices:
                assert apart(other.to_json()["to"], wish) >= apart(end, wish)


@pytest.mark.parametrize("unit", ["R1", "R2", "R3", "B1"], ids=["moved", "done", "dead", "enemy"])
def test_who_may_not_move_gets_no_suggestion(unit: str) -> None:
    """BSK-M1, BSK-C3, BSK-T1: nor does anybody while dice have to fall, or the other side."""
    places = {"R1": (12, 12), "R2": (3, 21), "R4": (20, 4), "B1": (3, 22)}
    state = play(battle(places), "move R1 12,13", "attack R2 B1", 1)
    assert GAME.suggest(state, "red", move(unit, [10, 10])) is None
    free = move("R4", [10, 10])
    assert GAME.suggest(state, "red", free) is not None
    assert GAME.suggest(state, "blue", free) is None
    waiting = play(battle(places), "attack R2 B1")
    assert GAME.suggest(waiting, "red", free) is None


def move(unit: str, to: list[float]) -> Any:
    return GAME.action_from_json({"do": "move", "unit": unit, "to": to})


# -- records -------------------------------------------------------------------------------------


def recorded() -> list[dict[str, Any]]:
    """A short game: set-up, a command, a move, a shot that hits."""
    terms = GAME.terms({"table": "24x12", "turn_limit": 3})
    match = Match(GAME, terms, ListedDice([2, 2, 5, 1, 6, 1]))
    blue = [f"deploy B{number} {4 * number},9" for number in range(1, 6)]
    for text in (*RED_DEPLOYS, *blue, "command rush", "move R5 20,6.5", "attack R5 B5"):
        match.play(match.deciders()[0], GAME.read_action(text))
    return match.record().to_json()


def text_of(lines: list[dict[str, Any]]) -> str:
    return "".join(json.dumps(line) + "\n" for line in lines)


def test_a_record_replays_byte_for_byte() -> None:
    """BSK-S2, BSK-C2, BSK-C4: with every roll in its place and no dice of its own."""
    lines = recorded()
    again = Match.from_record(GAME, outrider.record_from_text(text_of(lines)))
    assert again.record().to_json() == lines
    rolls = [(line["roll"], line["seat"], line["faces"]) for line in lines if "roll" in line]
    assert rolls == [
        ("initiative", "red", [2]),
        ("initiative", "blue", [2]),
        ("initiative", "red", [5]),
        ("initiative", "blue", [1]),
        ("attack", "red", [6]),
        ("save", "blue", [1]),
    ]


@pytest.mark.parametrize(
    ("do", "changes"),
    [
        ("move", {"to": [20, 10.001]}),
        ("move", {"to": [20, 9]}),
        ("move", {"to": [25, 6]}),
        ("move", {"to": [20.0001, 6]}),
        ("move", {"unit": "B5"}),
        ("deploy", {"at": [12, 3.001]}),
        ("attack", {"target": "R4"}),
        ("attack", {"unit": "R1"}),
        ("attack", {"seat": "blue"}),
        ("command", {"ability": "heal"}),
    ],
)
def test_a_tampered_record_is_refused_with_its_line(do: str, changes: dict[str, Any]) -> None:
    """BSK-M1, BSK-M2, BSK-S3, BSK-C1: a choice that was illegal stays one."""
    lines = recorded()
    index = next(number for number, line in enumerate(lines) if line.get("do") == do)
    lines[index].update(changes)
    with pytest.raises(Refusal) as caught:
        Match.from_record(GAME, outrider.record_from_text(text_of(lines)))
    assert caught.value.kind == "malformed"
    assert f"line {index + 1}:" in caught.value.message


@pytest.mark.parametrize("changes", [{"faces": [3]}, {"faces": [7]}, {"seat": "blue"}])
def test_a_tampered_roll_is_refused(changes: dict[str, Any]) -> None:
    """BSK-C2: a miss has no save after it, and the die is the attacker's."""
    lines = recorded()
    index = next(number for number, line in enumerate(lines) if line.get("roll") == "attack")
    lines[index].update(changes)
    with pytest.raises(Refusal) as caught:
        Match.from_record(GAME, outrider.record_from_text(text_of(lines)))
    assert caught.value.kind == "malformed"


def test_a_continuum_is_not_counted() -> None:
    """BSK-M1: there are too many places to count."""
    with pytest.raises(Refusal) as caught:
        GAME.perft(opened(), 1)
    assert caught.value.kind == "unknown"


@pytest.mark.parametrize(
    ("wish", "best"),
    [
        ("deploy R1 5,12", "deploy R1 5,3"),
        ("deploy R1 -4,1", "deploy R1 0,1"),
        ("deploy R1 30,-2", "deploy R1 24,0"),
        ("deploy R2 12,2", "deploy R2 11.2,2"),
        ("deploy R1 12,2", None),
        ("deploy B1 5,12", None),
    ],
)
def test_a_refused_place_has_a_suggestion(wish: str, best: str | None) -> None:
    """BSK-S3, BSK-S5: a legal place close to the wish, for a unit that still has none."""
    state = new()
    assert GAME.suggest(state, "red", GAME.read_action(wish)) is None, "the dice have to fall"
    state = play(state, 6, 1)
    if "12,2" in wish:
        state = play(state, "deploy R1 12,2")
    made = GAME.suggest(state, "red", GAME.read_action(wish))
    assert (made and GAME.write_action(made)) == best
    assert made is None or made in GAME.choices(state, "red")
