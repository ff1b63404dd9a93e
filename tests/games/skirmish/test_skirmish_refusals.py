"""Bad input: actions that are malformed, unknown, out of turn or against a rule."""

from collections.abc import Callable
from typing import Any

import pytest

import outrider
from games.skirmish.patrol import (
    DEAD,
    FAR,
    Changes,
    both,
    game_of,
    is_rolling,
    minute,
    new,
    play,
    refusal,
    refused,
    shown,
    stand,
)
from outrider import Refusal
from outrider.games.skirmish.game import Skirmish
from outrider.games.skirmish.state import State

# -- form ----------------------------------------------------------------------------------------

JUNK: list[Any] = [
    None, True, 5, 1.5, "", [], {}, {"do": None}, {"do": 5}, {"do": ["move"]},
    {"do": "move"}, {"do": "move", "unit": "R1"}, {"do": "move", "to": [1, 1]},
    {"do": "move", "unit": "R1", "to": [1, 1], "fast": True},
    {"do": "ready", "seat": "red"}, {"do": "time", "seat": None}, {"do": "ready", "unit": "R1"},
    {"do": "shoot", "unit": "R1"}, {"do": "shoot", "unit": "R1", "target": None},
    {"do": "shoot", "unit": "R1", "target": ["B1"]}, {"do": "shoot", "unit": 1, "target": "B1"},
    {"do": "land"}, {"do": "land", "at": None}, {"do": "land", "at": [1, 1], "unit": "R1"},
    {"do": "throw", "unit": "R1", "at": [1, 1]}, {"do": "throw", "unit": "R1", "toward": "B1"},
    {"do": "take", "unit": "R1", "target": "B1"}, {"do": "tell", "unit": "R1"},
    {"do": "skip"}, {"do": "skip", "unit": None}, {"do": "deploy", "unit": "R1", "to": [1, 1]},
]  # fmt: skip


@both
@pytest.mark.parametrize("data", JUNK, ids=str)
def test_junk_is_malformed(game: Skirmish, data: Any) -> None:
    """SKM-R7: whatever it is, in a few words."""
    with pytest.raises(Refusal) as caught:
        game.action_from_json(data)
    assert caught.value.kind == "malformed"
    assert 0 < len(caught.value.message) < 300


@both
@pytest.mark.parametrize("do", ["attack", "end", "fire", "Move", "moves", "", "hold", "rest"])
def test_other_games_actions_are_unknown(game: Skirmish, do: str) -> None:
    """SKM-R7: there is no such action here."""
    with pytest.raises(Refusal) as caught:
        game.action_from_json({"do": do})
    assert caught.value.kind == "unknown"


@both
@pytest.mark.parametrize("id", ["R6", "R0", "X1", "r1", "R", "1", "R01", "R1 ", "", "ash", "R10"])
def test_figures_that_are_none(game: Skirmish, id: str) -> None:
    """SKM-S1: five a seat, by capital and number."""
    for data in (
        {"do": "skip", "unit": id},
        {"do": "shoot", "unit": "R1", "target": id},
        {"do": "take", "unit": "R1", "corpse": id},
        {"do": "move", "unit": id, "to": [1, 1]},
    ):
        with pytest.raises(Refusal) as caught:
            game.action_from_json(data)
        assert caught.value.kind == "malformed"


POINTS: list[Any] = [
    [0.0001, 1], [1, 1.0005], [1e-9, 1], [1], [1, 2, 3], [], None, "1,2", {"x": 1, "y": 2},
    [None, 1], ["1", "2"], [True, 1], [float("nan"), 1], [float("inf"), 1], [1e9, 1], [-1000, 1],
    [[1], 1], 12,
]  # fmt: skip


@both
@pytest.mark.parametrize("point", POINTS, ids=str)
def test_points_that_are_none(game: Skirmish, point: Any) -> None:
    """SKM-M2: two numbers of whole thousandths, never rounded."""
    for data in (
        {"do": "move", "unit": "R1", "to": point},
        {"do": "deploy", "unit": "R1", "at": point},
        {"do": "throw", "unit": "R1", "toward": point},
        {"do": "land", "at": point},
    ):
        with pytest.raises(Refusal) as caught:
            game.action_from_json(data)
        assert caught.value.kind == "malformed"


TEXTS = [
    "", " ", "move", "move R1", "move R1 4", "move R1 4;6", "move R1 4,6 5,6", "move R1 4,6.0001",
    "move R1 a,b", "move R6 4,6", "ready now", "time 60", "shoot R1", "shoot R1 B1 B2",
    "shoot B9 R1", "throw R1 B1", "land", "land B1", "land 4,", "tell R1", "take R1", "skip",
    "skip R1 R2", "attack R1 B1", "MOVE R1 4,6", "deploy R1", "move R1 4,6\x00", "move R1 nan,1",
    "move R1 1e3,1", "\N{SNOWMAN}", "move R1 \uff14,\uff16",
]  # fmt: skip


@both
@pytest.mark.parametrize("text", TEXTS)
def test_texts_that_are_no_action(game: Skirmish, text: str) -> None:
    """SKM-R7: refused with an example of how to write it, or the reason."""
    with pytest.raises(Refusal) as caught:
        game.action(text)
    assert caught.value.kind == "malformed"


GOOD = [
    ({"do": "deploy", "unit": "R1", "at": [3, 1.5]}, "deploy R1 3,1.5"),
    ({"do": "move", "unit": "R1", "to": [4, 6]}, "move R1 4,6"),
    ({"do": "ready"}, "ready"),
    ({"do": "time"}, "time"),
    ({"do": "shoot", "unit": "R1", "target": "B2"}, "shoot R1 B2"),
    ({"do": "strike", "unit": "R1", "target": "B2"}, "strike R1 B2"),
    ({"do": "throw", "unit": "R1", "toward": [9, 9]}, "throw R1 9,9"),
    ({"do": "land", "at": [8, 8.125]}, "land 8,8.125"),
    ({"do": "tell", "unit": "R1", "target": "R2"}, "tell R1 R2"),
    ({"do": "take", "unit": "R1", "corpse": "B3"}, "take R1 B3"),
    ({"do": "skip", "unit": "S5"}, "skip S5"),
]


@both
@pytest.mark.parametrize(("data", "text"), GOOD, ids=[text for _, text in GOOD])
def test_the_forms_of_every_action(game: Skirmish, data: dict[str, Any], text: str) -> None:
    """SKM-R7, SKM-R6, SKM-S3: as JSON and as text, each giving the other."""
    action = game.action_from_json(data)
    assert game.read_action(text) == action == game.action(data) == game.action(text)
    assert game.write_action(action) == text
    assert action.to_json() == data


# -- who and when --------------------------------------------------------------------------------


def in_deploy(game: Skirmish) -> State:
    return play(new(game), "deploy R1 10,1")


def in_minute(game: Skirmish) -> State:
    return minute(game, FAR)


def in_attack(game: Skirmish) -> State:
    return stand(game, FAR)


def in_air(game: Skirmish) -> State:
    return play(stand(game, FAR), "throw R1 4,20", 3)


def in_dice(game: Skirmish) -> State:
    return play(stand(game, FAR), "shoot R1 B1")


def at_end(game: Skirmish) -> State:
    state = stand(game, {"R1": (10, 10), "B1": (10, 12)}, {"B1": {"health": 1}})
    return play(state, "shoot R1 B1", 24, 2)


MOMENTS = [in_deploy, in_minute, in_attack, in_air, in_dice, at_end]


@both
@pytest.mark.parametrize("moment", MOMENTS)
@pytest.mark.parametrize("text", [text for _, text in GOOD])
def test_every_action_at_every_moment(
    game: Skirmish, moment: Callable[[Skirmish], State], text: str
) -> None:
    """SKM-S3, SKM-R2, SKM-R5 to SKM-R7: from every seat and from none it is played or refused, with
    a rule where it is illegal, and what is refused leaves all as it was."""
    state = moment(game)
    before = shown(state)
    action = game.action(text)
    for seat in (None, "red", "blue", "green", "nobody", ""):
        reason = game.choices(state, seat).why_not(action)
        if reason is None:
            game.apply(state, seat, action)
        else:
            with pytest.raises(Refusal) as caught:
                game.apply(state, seat, action)
            assert (caught.value.kind, caught.value.rule) == (reason.kind, reason.rule)
            explained(reason)
            if moment in (in_dice, at_end) or seat in ("green", "nobody", ""):
                assert reason.kind == ("over" if moment is at_end else "not-your-turn")
        assert shown(state) == before


def explained(reason: Refusal) -> None:
    """A refusal of a well-formed action: of a kind that fits, in a few words, with its rule."""
    assert reason.kind in ("illegal", "not-your-turn", "over", "unknown")
    assert reason.kind != "illegal" or str(reason.rule).startswith("SKM-")
    assert 0 < len(reason.message) < 300


@both
def test_dice_that_nobody_waits_for(game: Skirmish) -> None:
    """SKM-R7: in every moment without a roll; and the wrong number of faces in one."""
    for moment in MOMENTS:
        state = moment(game)
        if not is_rolling(state):
            with pytest.raises(Refusal) as caught:
                game.roll(state, [1])
            assert caught.value.kind == "not-your-turn"
    rolls: list[Any] = [[], [1], [1, 2, 3], [1, 2, 3, 7], [0, 1, 1, 1], [1] * 5, ["1"] * 4, "1111"]
    for faces in rolls:
        with pytest.raises(Refusal) as caught:
            game.roll(in_dice(game), faces)
        assert caught.value.kind == "malformed"


@both
@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("move R1 4,11", "SKM-R5"),
        ("ready", "SKM-R6"),
        ("time", "SKM-R6"),
        ("deploy R1 4,1", "SKM-S3"),
        ("land 4,11", "SKM-N1"),
        ("tell R1 R3", "SKM-O3"),
        ("tell R1 R2", "SKM-O3"),
        ("tell R2 R3", "SKM-O3"),
        ("shoot R1 R1", "SKM-G3"),
        ("shoot R1 R2", "SKM-G3"),
        ("shoot R1 B3", "SKM-G3"),
        ("strike R1 R1", "SKM-G3"),
        ("strike R1 B3", "SKM-G3"),
        ("strike R1 B1", "SKM-F1"),
        ("shoot R3 B1", "SKM-H2"),
        ("skip R3", "SKM-H2"),
        ("throw R2 9,9", "SKM-N1"),
        ("throw R1 4,10", "SKM-N1"),
        ("take R1 B3", "SKM-N4"),
        ("take R1 B1", "SKM-N4"),
        ("take R1 R1", "SKM-N4"),
        ("shoot B1 R1", "SKM-R7"),
        ("skip B1", "SKM-R7"),
        ("skip G1", "SKM-S4"),
        ("shoot R1 V3", "SKM-S4"),
        ("take R1 S1", "SKM-S4"),
        ("skip R4", "SKM-R4"),
        ("shoot R4 B1", "SKM-R4"),
    ],
)
def test_what_red_may_not_do_in_the_attack_turns(game: Skirmish, text: str, rule: str) -> None:
    """SKM-O3, SKM-G3, SKM-F1, SKM-N1, SKM-N4, SKM-H2, SKM-R4 to SKM-R7, SKM-S3, SKM-S4: each
    refusal cites its rule. R3 and B3 are corpses, B3's 1.001 from R1; R2 has no grenades and R4 no
    action left."""
    places = {**FAR, "R3": (12, 10), "R4": (14, 10), "B3": (4, 11.001)}
    changes: Changes = {
        "R3": DEAD, "B3": DEAD, "R1": {"seen": text == "tell R1 R3"}, "R2": {"grenades": 0},
        "R4": {"actions": 0},
    }  # fmt: skip
    state = stand(game, places, changes)
    seat = None if text == "time" else "red"
    assert refused(state, text, seat) == ("illegal", rule)


@both
def test_a_refusal_says_what_to_do_about_it(game: Skirmish) -> None:
    """SKM-R3, SKM-F1: by how much it is too far, and who is in the way."""
    state = minute(game, {"R1": (10, 10), "R2": (10, 12), "B1": (30, 30)})
    assert "0.25" in refusal(state, "move R1 14.25,10").message
    assert "R2" in refusal(state, "move R1 10,11.5").message
    assert game_of(state) is game


@both
def test_what_is_no_action_of_this_game(game: Skirmish) -> None:
    """SKM-R6: another game's action, or none at all, makes nobody ready."""
    state = minute(game, {"R1": (10, 10), "B1": (20, 20)})
    for stranger in (outrider.game("basic").read_action("end"), "ready", None):
        strange: Any = stranger
        choices = game.choices(state, "red")
        assert strange not in choices
        with pytest.raises(Refusal) as caught:
            game.apply(state, "red", strange)
        assert caught.value.kind == "malformed"


@both
def test_who_does_not_sit_here_cannot_leave(game: Skirmish) -> None:
    """SKM-O7."""
    for seat in ("teal", "nobody"):
        with pytest.raises(Refusal):
            game.withdraw(minute(game, {"R1": (10, 10), "B1": (20, 20)}), seat)
