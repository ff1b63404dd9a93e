"""The book's seven examples, by its numbers, in both editions."""

import pytest

from games.skirmish.patrol import (
    both,
    get,
    grenades,
    happened,
    health,
    play,
    rolling,
    shown,
    stand,
    unit,
)
from outrider.games.skirmish.game import Skirmish
from outrider.games.skirmish.state import State

pytestmark = pytest.mark.kernel


@both
def test_example_1_a_shot_at_seven_inches(game: Skirmish) -> None:
    """SKM-G1, SKM-H1: 11 on four dice against 9 on four costs 2."""
    state = play(stand(game, {"R1": (10, 10), "B1": (10, 17)}), "shoot R1 B1")
    assert rolling(state) == ("attack", "red", 4)
    state = play(state, 11)
    assert rolling(state) == ("armour", "blue", 4)
    state = play(state, 9)
    assert health(state, "B1") == 8
    assert get(state, "actions", "R1", "B1") == [1, 2]


@both
def test_example_2_the_attacker_loses_hand_to_hand(game: Skirmish) -> None:
    """SKM-F1: 4 against 9 on three dice each, and it is the attacker who has 5 coming."""
    state = play(stand(game, {"R1": (10, 10), "B1": (10, 11)}), "strike R1 B1")
    assert rolling(state) == ("melee", "red", 3)
    state = play(state, 4)
    assert rolling(state) == ("melee", "blue", 3)
    told = happened(state, 9)
    assert {"event": "dealt", "unit": "B1", "target": "R1", "damage": 5} in told
    assert rolling(play(state, 9)) == ("armour", "red", 4)


@both
def test_example_3_weak_armour_absorbs_what_it_can(game: Skirmish) -> None:
    """SKM-F2, SKM-H1: of the 5 two dice absorb 4: he goes from 4 health to 3."""
    state = stand(game, {"R1": (10, 10), "B1": (10, 11)}, {"R1": {"health": 4}})
    state = play(state, "strike R1 B1", 4, 9)
    assert rolling(state) == ("armour", "red", 2)
    state = play(state, 4)
    assert get(state, "health", "R1", "B1") == [3, 10]
    assert unit(state, "R1")["actions"] == 1


def botched(game: Skirmish) -> State:
    """R1 throws towards B1, seven inches from where the grenade lands; R2 is wounded and beside
    him, R3 three inches from the blast. The die is a 1."""
    places = {"R1": (10, 10), "R2": (11, 10.5), "R3": (10, 14), "R4": (1, 20), "B1": (10, 18)}
    state = stand(game, places, {"R2": {"health": 3, "grenades": 1}})
    state = play(state, "throw R1 10,18")
    assert rolling(state) == ("throw", "red", 1)
    return play(state, 1, "land 10,11")


@both
def test_example_4_the_thrower_is_caught(game: Skirmish) -> None:
    """SKM-N1, SKM-N2, SKM-N3: 15 on four dice against 9 on four, and he loses 6."""
    state = botched(game)
    assert rolling(state) == ("blast", "red", 4)
    state = play(state, 15)
    assert rolling(state) == ("armour", "red", 4)
    state = play(state, 9)
    assert unit(state, "R1") == {**unit(state, "R1"), "health": 4, "grenades": 1, "actions": 1}


@both
def test_example_5_a_friend_dies_face_up(game: Skirmish) -> None:
    """SKM-N3, SKM-H1, SKM-H2: 9 on dice of his own against 5 on two takes all 3 of his health; his
    grenade stays on him."""
    state = play(botched(game), 15, 9)
    assert rolling(state) == ("blast", "red", 4)
    state = play(state, 9)
    assert rolling(state) == ("armour", "red", 2)
    told = happened(state, 5)
    state = play(state, 5)
    assert unit(state, "R2") == {
        **unit(state, "R2"), "health": 0, "alive": False, "grenades": 1, "actions": 0,
    }  # fmt: skip
    assert {"event": "died", "unit": "R2", "grenades": 1} in told


@both
def test_example_6_three_inches_away(game: Skirmish) -> None:
    """SKM-N2: 7 on two dice against 15 on full armour does nothing."""
    state = play(botched(game), 15, 9, 9, 5)
    assert rolling(state) == ("blast", "red", 2)
    state = play(state, 7)
    assert rolling(state) == ("armour", "red", 4)
    assert health(play(state, 15), "R3") == 10


@both
def test_example_7_seven_inches_away(game: Skirmish) -> None:
    """SKM-N2, SKM-R7: the one it was meant for rolls nothing, and then has the turn, a grenade in
    hand."""
    state = play(botched(game), 15, 9, 9, 5, 7, 15)
    assert health(state, "B1") == 10
    assert shown(state)["pending"] == {"decide": ["blue"]}
    assert grenades(state) == 1 + 1 + 2 + 2 + 2
    assert unit(play(state, "throw B1 10,10"), "B1")["grenades"] == 1
