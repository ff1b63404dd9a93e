"""Exact chances, each checked by counting every face of every die."""

import itertools
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import Any

import pytest

from games.skirmish.patrol import (
    FAR,
    REVISED,
    alive,
    both,
    box,
    game_of,
    get,
    health,
    is_rolling,
    laid,
    minute,
    outcome,
    play,
    read,
    refused,
    rolling,
    shown,
    stand,
)
from outrider import Odds, Refusal
from outrider.games.skirmish.game import Skirmish
from outrider.games.skirmish.state import State

WAYS = {
    dice: Counter(sum(faces) for faces in itertools.product(range(1, 7), repeat=dice))
    for dice in range(1, 5)
}
"""In how many of all rolls so many dice show each total, counted one by one."""


def said(state: State, action: str) -> Odds:
    return game_of(state).odds(state, *read(game_of(state), state, action))


def tree(state: State, weight: Fraction = Fraction(1)) -> Iterator[tuple[Fraction, State]]:
    """Every end of the dice that have to fall now, each with its chance, found by playing them."""
    if not is_rolling(state):
        yield weight, state
        return
    dice = rolling(state)[2]
    for total, ways in WAYS[dice].items():
        yield from tree(play(state, total), weight * Fraction(ways, 6**dice))


def chance(ends: list[tuple[Fraction, State]], test: Callable[[State], bool]) -> Fraction:
    return sum((weight for weight, end in ends if test(end)), Fraction(0))


def mean(ends: list[tuple[Fraction, State]], value: Callable[[State], int]) -> Fraction:
    return sum((weight * value(end) for weight, end in ends), Fraction(0))


def resisted(dice: int, left: int) -> Counter[int]:
    """In how many ways a figure with so much health loses how much to so many dice."""
    found: Counter[int] = Counter()
    armour = WAYS[4 if left >= 6 else 2]
    for attack, defence in itertools.product(WAYS[dice], armour):
        lost = min(max(attack - defence, 0), left)
        found[lost] += WAYS[dice][attack] * armour[defence]
    return found


def part(ways: Mapping[int, int], test: Callable[[int], bool]) -> Fraction:
    return Fraction(sum(n for value, n in ways.items() if test(value)), sum(ways.values()))


# -- shots ---------------------------------------------------------------------------------------


@both
@pytest.mark.parametrize("y", [12, 30])
@pytest.mark.parametrize("left", range(1, 11))
def test_odds_of_a_shot(game: Skirmish, y: float, left: int) -> None:
    """SKM-G1, SKM-H1: near and far, at every health, against all pairs of totals."""
    places = {"R1": (10, 5), "B1": (10, y), "B2": (30, 30)}
    state = stand(game, places, {"B1": {"health": left}})
    odds = said(state, "shoot R1 B1")
    ways = resisted(4 if y == 12 else 2, left)
    assert odds.chances["wound"] == part(ways, lambda lost: lost > 0)
    assert odds.chances["kill"] == part(ways, lambda lost: lost >= left)
    total = sum(lost * n for lost, n in ways.items())
    assert odds.expected["damage"] == Fraction(total, sum(ways.values()))
    assert odds.chances["win"] == 0


@both
@pytest.mark.parametrize(("left", "y"), [(10, 12), (3, 12), (5, 30)])
def test_a_shot_played_with_every_total(game: Skirmish, left: int, y: float) -> None:
    """SKM-G1, SKM-O6: the chances are those of what really happens, the win included."""
    state = stand(game, {"R1": (10, 5), "B1": (10, y)}, {"B1": {"health": left}})
    odds = said(state, "shoot R1 B1")
    ends = list(tree(play(state, "shoot R1 B1")))
    assert chance(ends, lambda end: True) == 1
    assert odds.chances["kill"] == chance(ends, lambda end: "B1" not in alive(end))
    assert odds.chances["win"] == chance(ends, lambda end: outcome(end) is not None)
    assert odds.expected["damage"] == mean(ends, lambda end: left - health(end, "B1"))


def test_a_shot_with_all_faces_one_by_one() -> None:
    """SKM-G1: two dice against two, all 1296 rolls: by hand 2 of 3 damage at least needs."""
    state = stand(REVISED, {"R1": (10, 5), "B1": (10, 30)}, {"B1": {"health": 4}})
    hurt = dead = lost = 0
    for faces in itertools.product(range(1, 7), repeat=4):
        damage = faces[0] + faces[1] - faces[2] - faces[3]
        hurt += damage > 0
        dead += damage >= 4
        lost += min(max(damage, 0), 4)
    odds = said(state, "shoot R1 B1")
    assert odds.chances["wound"] == Fraction(hurt, 1296)
    assert odds.chances["kill"] == odds.chances["win"] == Fraction(dead, 1296)
    assert odds.expected["damage"] == Fraction(lost, 1296)
    assert odds.to_json()["odds"]["wound"] == str(Fraction(hurt, 1296))


# -- hand to hand --------------------------------------------------------------------------------

NEXT = {"R1": (10, 10), "B1": (10, 11)}


@both
@pytest.mark.parametrize(("mine", "theirs"), [(10, 10), (4, 7), (2, 1)])
@pytest.mark.parametrize("option", ["standard", "alternate"])
def test_odds_hand_to_hand(game: Skirmish, mine: int, theirs: int, option: str) -> None:
    """SKM-F1 to SKM-F3: both can be hurt, with armour; or the target only, without."""
    changes = {"R1": {"health": mine}, "B1": {"health": theirs}}
    state = stand(game, NEXT, changes, options={"melee": option})
    odds = said(state, "strike R1 B1")
    ends = list(tree(play(state, "strike R1 B1")))
    expected = {
        "wound": chance(ends, lambda end: health(end, "B1") < theirs),
        "kill": chance(ends, lambda end: health(end, "B1") == 0),
        "wounded": chance(ends, lambda end: health(end, "R1") < mine),
        "killed": chance(ends, lambda end: health(end, "R1") == 0),
    }
    assert {name: odds.chances[name] for name in expected} == expected
    assert odds.chances["win"] == expected["kill"] and odds.chances["lose"] == expected["killed"]
    assert odds.expected["damage"] == mean(ends, lambda end: theirs - health(end, "B1"))
    assert odds.expected["suffered"] == mean(ends, lambda end: mine - health(end, "R1"))
    assert (option == "alternate") == (expected["wounded"] == 0)


# -- grenades ------------------------------------------------------------------------------------


@both
def test_odds_of_a_landing_one_figure(game: Skirmish) -> None:
    """SKM-N2, SKM-N3: like a shot of 4 or 2 dice, for each who is in it."""
    for away, dice in ((0, 4), (2, 4), (2.5, 2), (3, 2)):
        places = {"R1": (10, 10), "B1": (10, 16 + away), "B2": (30, 30)}
        state = play(stand(game, places, {"B1": {"health": 7}}), "throw R1 10,20", 6)
        odds = said(state, "land 10,16")
        ways = resisted(dice, 7)
        assert odds.chances["kill B1"] == odds.chances["kill"] == part(ways, lambda n: n >= 7)
        assert odds.chances["wound B1"] == part(ways, lambda n: n > 0)
        total = sum(lost * n for lost, n in ways.items())
        assert odds.expected["damage"] == Fraction(total, sum(ways.values()))
        assert odds.chances["killed"] == odds.chances["win"] == odds.chances["draw"] == 0


@both
def test_odds_of_a_landing_all_together(game: Skirmish) -> None:
    """SKM-N3, SKM-O6: thrower and target at the rim of the blast, all of it played out: somebody
    dies, all enemies do, everybody does."""
    weak = {"R1": {"health": 2}, "B1": {"health": 3}}
    state = stand(game, {"R1": (10, 10), "B1": (10, 16)}, weak)
    state = play(state, "throw R1 10,20", 3)
    odds = said(state, "land 10,13")
    ends = list(tree(play(state, "land 10,13")))
    assert odds.chances["kill"] == chance(ends, lambda end: "B1" not in alive(end))
    assert odds.chances["killed"] == chance(ends, lambda end: "R1" not in alive(end))
    won = chance(ends, lambda end: getattr(outcome(end), "winners", None) == ("red",))
    drawn = chance(ends, lambda end: getattr(outcome(end), "winners", None) == ())
    assert (odds.chances["win"], odds.chances["draw"]) == (won, drawn)
    assert won > 0 and drawn > 0
    assert odds.expected["damage"] == mean(ends, lambda end: 3 - health(end, "B1"))
    assert odds.expected["suffered"] == mean(ends, lambda end: 2 - health(end, "R1"))


@both
def test_odds_of_a_crowd(game: Skirmish) -> None:
    """SKM-N3: friends and foes, each by their own dice, combined as independent."""
    places = {"R1": (10, 10), "R2": (11, 13), "B1": (10, 13.9), "B2": (9, 13), "B3": (10, 15.5),
              "G1": (12.4, 12.5), "G2": (30, 30)}  # fmt: skip
    lives = {"R1": 4, "R2": 6, "B1": 10, "B2": 1, "B3": 5, "G1": 9}
    changes = {id: {"health": left} for id, left in lives.items()}
    state = play(stand(game, places, changes, seats=3, to_act="red"), "throw R1 10,20", 3)
    odds = said(state, "land 10,13")
    dice = {"R1": 2, "R2": 4, "B1": 4, "B2": 4, "B3": 2, "G1": 2}
    dies = {id: part(resisted(n, lives[id]), lives[id].__le__) for id, n in dice.items()}
    for id, value in dies.items():
        assert odds.chances[f"kill {id}"] == value
    nobody = {side: Fraction(1) for side in ("own", "foe")}
    for id, value in dies.items():
        nobody["own" if id[0] == "R" else "foe"] *= 1 - value
    assert odds.chances["kill"] == 1 - nobody["foe"]
    assert odds.chances["killed"] == 1 - nobody["own"]
    assert odds.chances["win"] == odds.chances["draw"] == 0, "G2 is far away"


@both
def test_odds_of_a_throw(game: Skirmish) -> None:
    """SKM-N1: a third for each reach; it lands at the point aimed at, or near it."""
    places = {"R1": (10, 10), "R2": (30, 5), "B1": (10, 15), "B2": (12, 15)}
    changes = {"R1": {"health": 5}, "B1": {"health": 6}, "B2": {"health": 2}}
    state = stand(game, places, changes)
    odds = said(state, "throw R1 10,15")
    thrown = play(state, "throw R1 10,15")
    parts = [said(play(thrown, face), f"land 10,{y}") for face, y in ((1, 12), (3, 14), (5, 15))]
    for name in ("kill", "killed", "win", "draw", "kill B1", "kill B2", "wound R1"):
        average = sum((p.chances.get(name, Fraction(0)) for p in parts), Fraction(0)) / 3
        assert odds.chances[name] == average
    for name in ("damage", "suffered"):
        assert odds.expected[name] == sum((p.expected[name] for p in parts), Fraction(0)) / 3
    reaches = [value for name, value in odds.chances.items() if name.startswith("up to")]
    assert reaches == [Fraction(1, 3)] * 3


@both
def test_odds_of_a_throw_at_the_rim(game: Skirmish) -> None:
    """SKM-N1: aimed off the table it lands at the rim at most."""
    places = {"R1": (10, 1), "R2": (12, 0), "B1": (30, 30)}
    state = stand(game, places)
    odds = said(state, "throw R1 10,-3")
    one = said(play(state, "throw R1 10,-3", 6), "land 10,0")
    assert odds.chances["kill R2"] == one.chances["kill R2"]
    assert odds.expected["suffered"] == one.expected["suffered"]


@both
def test_height_and_the_option_change_the_odds(game: Skirmish) -> None:
    """SKM-N2, SKM-N5: outside a smaller blast nothing happens; on a top the way is longer."""
    places = {"R1": (10, 10), "B1": (10, 18), "B2": (30, 30)}
    smaller = stand(game, places, options={"blast": "diameter"})
    odds = said(play(smaller, "throw R1 10,20", 6), "land 10,16")
    assert odds.chances.get("kill B1", 0) == 0 and odds.expected["damage"] == 0
    top = stand(game, places, table=laid(box(9, 17.5, 2, 1, 1)))
    odds = said(play(top, "throw R1 10,20", 6), "land 10,16")
    assert odds.chances["wound B1"] == part(resisted(2, 10), lambda lost: lost > 0)


# -- indirect fire -------------------------------------------------------------------------------


@both
@pytest.mark.parametrize("left", [10, 6, 5, 2])
@pytest.mark.parametrize("to", ["1,20", "1,35"])
def test_odds_of_going_to_an_enemys_edge(game: Skirmish, left: int, to: str) -> None:
    """SKM-R1: the fire of the next round, from one edge or from two, the second against what is
    left."""
    places = {"R1": (1.5, 21 if to == "1,20" else 33), "B1": (18, 18), "G1": (20, 20)}
    state = minute(game, places, {"R1": {"health": left}}, seats=3)
    odds = said(state, f"move R1 {to}")
    lives: dict[int, Fraction] = {left: Fraction(1)}
    for _ in range(1 if to == "1,20" else 2):
        after: dict[int, Fraction] = {}
        for before, share in lives.items():
            ways = resisted(2, before) if before else Counter({0: 1})
            for lost, n in ways.items():
                rest = before - lost
                after[rest] = after.get(rest, Fraction(0)) + share * Fraction(n, sum(ways.values()))
        lives = after
    assert odds.chances["killed"] == lives.get(0, 0)
    assert odds.chances["wounded"] == 1 - lives[left]
    assert odds.expected["suffered"] == left - sum(value * p for value, p in lives.items())


@both
def test_a_move_elsewhere_risks_nothing(game: Skirmish) -> None:
    """SKM-R1: nor one to the edge of a player who is out."""
    state = minute(game, FAR)
    assert not said(state, "move R1 4,12").chances
    out = minute(game, {"R1": (1, 20), "G1": (20, 20)}, seats=3)
    assert not said(out, "move R1 1,21").chances


@both
def test_what_needs_no_dice(game: Skirmish) -> None:
    """SKM-R7, SKM-O3: nothing to reckon, and asking changes nothing."""
    state = stand(game, FAR, {"R1": {"seen": True}})
    before = shown(state)
    for action in ("skip R1", "tell R1 R2"):
        assert not said(state, action).chances
    assert shown(state) == before
    assert not said(minute(game, FAR), "time").chances


@both
def test_what_is_refused_has_no_odds(game: Skirmish) -> None:
    """SKM-G3, SKM-F1: for the same reason as when it is played."""
    state = stand(game, FAR)
    for action in ("shoot R1 R2", "strike R1 B1", "throw R1 4,10", "move R1 4,12", "land 4,12"):
        with pytest.raises(Refusal) as caught:
            said(state, action) if not action.startswith("move") else game.odds(
                state, "red", game.read_action(action)
            )
        assert (caught.value.kind, caught.value.rule) == refused(state, action)


@both
def test_odds_are_exact_fractions(game: Skirmish) -> None:
    """SKM-G1: as strings in JSON, and between 0 and 1."""
    state = stand(game, NEXT)
    for action in ("shoot R1 B1", "strike R1 B1", "throw R1 10,11"):
        odds: Any = said(state, action)
        assert all(isinstance(value, Fraction) for value in odds.chances.values())
        assert all(0 <= value <= 1 for value in odds.chances.values())
        made = odds.to_json()
        assert all(Fraction(text) == odds.chances[name] for name, text in made["odds"].items())
        assert set(made) == {"odds", "expected"}
    assert get(state, "health", "R1", "B1") == [10, 10]
