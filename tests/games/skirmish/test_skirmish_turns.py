"""The attack turns: whose turn, with which figure, until when (SKM-R2, R4, R5, R7)."""

import random
from typing import Any

import pytest

import outrider
from games.skirmish.patrol import (
    DEAD,
    FAR,
    FIRST,
    REVISED,
    both,
    decider,
    deciders,
    game_of,
    get,
    happened,
    illegal,
    is_rolling,
    legal,
    minute,
    offers,
    play,
    refused,
    scattered,
    shown,
    stand,
    unit,
)
from outrider import SEATS
from outrider.games.skirmish.game import Skirmish
from outrider.games.skirmish.state import State

pytestmark = pytest.mark.kernel

THREE = {"R1": (10, 10), "R2": (12, 10), "B1": (10, 20), "B2": (12, 20), "G1": (20, 15)}

# -- SKM-R4, SKM-R5 ------------------------------------------------------------------------------


@both
def test_who_moved_twice_does_nothing_more(game: Skirmish) -> None:
    """SKM-R4: not shoot, throw, tell or even skip; who moved once has one action."""
    state = minute(game, FAR, {"R1": {"seen": True}})
    state = play(state, "move R1 4,12", "move R1 4,14", "move R2 8,12", "time")
    state = state if game is REVISED else play(state, 6, 1)
    for action in ("shoot R1 B1", "throw R1 9,9", "tell R1 R2", "skip R1", "take R1 B1"):
        assert illegal(state, action) == "SKM-R4"
    assert all(" R2" in text for text in offers(state))
    state = play(state, "shoot R2 B2", 4, 24, "skip B1")
    assert decider(state) == "blue", "Red has no action left and is passed over"


@both
def test_nobody_moves_after_the_minute(game: Skirmish) -> None:
    """SKM-R5: with two actions left neither."""
    assert illegal(stand(game, FAR), "move R1 4,11") == "SKM-R5"


@both
def test_when_all_actions_are_gone_the_next_round_begins(game: Skirmish) -> None:
    """SKM-R2: indirect fire, the minute, the attacks, and again."""
    state = stand(game, FAR, {"R2": {"actions": 0}, "B2": {"actions": 0}})
    told = happened(state, "skip R1", "skip B1")
    assert {"event": "round", "round": 2} in told
    state = play(state, "skip R1", "skip B1")
    assert (shown(state)["phase"], shown(state)["round"]) == ("movement", 2)
    assert deciders(state) == ("red", "blue")
    assert get(state, "actions", *FAR) == [2] * 4


@both
def test_everybody_has_moved_twice(game: Skirmish) -> None:
    """SKM-R2, SKM-S6: there is no attack turn then; the first edition still rolls."""
    spent = {id: {"actions": 0} for id in FAR}
    state = play(minute(game, FAR, spent), "red ready", "blue ready")
    if game is FIRST:
        assert is_rolling(state)
        state = play(state, 4, 3)
    assert (shown(state)["phase"], shown(state)["round"]) == ("movement", 2)


# -- SKM-R7 --------------------------------------------------------------------------------------


@both
def test_one_action_of_one_figure_clockwise(game: Skirmish) -> None:
    """SKM-R7: from who starts; each may use another figure every time."""
    state = stand(game, THREE, seats=3, first="green", to_act="green")
    order = []
    for step in ("shoot G1 R1", "shoot R1 G1", "shoot B2 G1", "skip G1", "shoot R2 G1"):
        order.append(decider(state))
        state = play(state, step)
        while is_rolling(state):
            state = play(state, 4)
    assert order == ["green", "red", "blue", "green", "red"]
    assert get(state, "actions", "R1", "R2", "B1", "B2", "G1") == [1, 1, 2, 1, 0]
    state = play(state, "skip B1")
    assert decider(state) == "red", "Green has nothing left"


@both
def test_skip_gives_up_all_that_a_figure_has(game: Skirmish) -> None:
    """SKM-R7: both actions, and it is the turn."""
    state = play(stand(game, FAR), "skip R1")
    assert unit(state, "R1")["actions"] == 0
    assert decider(state) == "blue"
    assert illegal(play(state, "skip B1"), "skip R1") == "SKM-R4"


@both
def test_only_whose_turn_it_is_acts(game: Skirmish) -> None:
    """SKM-R7: the other seat is not asked, and one acts with one's own figures."""
    state = stand(game, FAR)
    assert refused(state, "shoot B1 R1", "blue") == ("not-your-turn", "SKM-R7")
    assert illegal(state, "shoot B1 R1", "red") == "SKM-R7"
    assert illegal(state, "skip B1", "red") == "SKM-R7"
    assert offers(state, seat="blue") == []


@both
def test_the_option_figure_keeps_the_turn(game: Skirmish) -> None:
    """SKM-R7: until the figure's actions are gone; no other figure acts meanwhile."""
    state = stand(game, FAR, options={"attack_turn": "figure"})
    state = play(state, "shoot R1 B1", 4, 24)
    assert decider(state) == "red"
    assert shown(state)["acting"] == "R1"
    assert illegal(state, "shoot R2 B1") == "SKM-R7"
    assert illegal(state, "skip R2") == "SKM-R7"
    assert all(text.split()[1] == "R1" for text in offers(state))
    assert game.load(shown(state)) == state
    assert "R1" in game.question(state)
    state = play(state, "shoot R1 B1", 4, 24)
    assert decider(state) == "blue"
    assert shown(state)["acting"] is None


@both
def test_a_figure_that_keeps_the_turn_may_skip_the_rest(game: Skirmish) -> None:
    """SKM-R7: then the next player has the turn; with one action left there is no second one."""
    options = {"attack_turn": "figure"}
    state = stand(game, FAR, {"B1": {"actions": 1}}, options=options)
    state = play(state, "throw R1 4,20", 6, "land 4,16", "skip R1")
    assert decider(state) == "blue"
    state = play(state, "shoot B1 R1", 4, 24)
    assert decider(state) == "red"


@both
def test_a_figure_that_dies_keeps_no_turn(game: Skirmish) -> None:
    """SKM-R7, SKM-H2: killed by the blow it began."""
    places = {"R1": (10, 10), "R2": (20, 10), "B1": (10, 11)}
    state = stand(game, places, {"R1": {"health": 1}}, options={"attack_turn": "figure"})
    state = play(state, "strike R1 B1", 3, 18, 2)
    assert not unit(state, "R1")["alive"] and decider(state) == "blue"
    assert shown(state)["acting"] is None


@both
def test_a_grenade_in_the_air_comes_first(game: Skirmish) -> None:
    """SKM-R7, SKM-N1: until it has landed nobody does anything else."""
    state = play(stand(game, FAR), "throw R1 4,20", 4)
    for action in ("shoot R1 B1", "skip R1", "throw R1 4,20", "move R1 4,11", "ready"):
        assert illegal(state, action, "red") == "SKM-N1"
    assert refused(state, "shoot B1 R1", "blue")[0] == "not-your-turn"
    assert illegal(stand(game, FAR), "land 4,12") == "SKM-N1"


@both
def test_while_dice_fall_nobody_acts(game: Skirmish) -> None:
    """SKM-R7: neither side, nor the clock."""
    state = play(stand(game, FAR), "shoot R1 B1")
    for seat, action in (("red", "skip R1"), ("blue", "skip B1"), (None, "time")):
        with pytest.raises(outrider.Refusal) as caught:
            game.apply(state, seat, game.read_action(action))
        assert caught.value.kind == "not-your-turn"
        assert list(game.choices(state, seat)) == []


@both
def test_the_list_is_complete_without_grenades(game: Skirmish) -> None:
    """SKM-R7: every legal action is on it and nothing else, tried out one by one."""
    places = {"R1": (10, 10), "R2": (10.8, 10), "R3": (10, 9.5), "B1": (10, 11), "B2": (20, 20)}
    nothing = {id: {"grenades": 0} for id in ("R1", "R2", "B1", "B2")}
    changes = {**nothing, "R1": {"grenades": 0, "seen": True}, "R3": DEAD}
    state = stand(game, places, changes)
    everybody = [f"{side}{n}" for side in "RB" for n in range(1, 6)]
    every = [f"{do} {a} {b}" for do in ("shoot", "strike", "tell", "take") for a in everybody
             for b in everybody] + [f"skip {a}" for a in everybody]  # fmt: skip
    assert game.choices(state, "red").complete
    assert sorted(offers(state)) == sorted(text for text in every if legal(state, text))
    assert not game.choices(stand(game, places, {"R3": DEAD}), "red").complete


# -- a second model of the order -----------------------------------------------------------------


class Order:
    """Whose turn it is, kept by hand: actions left of each figure, and the option."""

    def __init__(self, state: State, by_figure: bool) -> None:
        data = shown(state)
        self.left = {unit["id"]: unit["actions"] for unit in data["units"]}
        self.seats = [seat for seat in SEATS if any(u["seat"] == seat for u in data["units"])]
        self.turn = self.seats.index(data["pending"]["decide"][0])
        self.by_figure = by_figure

    def spend(self, id: str, all_of_it: bool, state: State) -> None:
        self.left[id] = 0 if all_of_it else self.left[id] - 1
        for each in shown(state)["units"]:
            if not each["alive"]:
                self.left[each["id"]] = 0
        if self.by_figure and self.left[id]:
            return
        for step in range(1, len(self.seats) + 1):
            seat = (self.turn + step) % len(self.seats)
            if any(n for id, n in self.left.items() if id[0] == self.seats[seat][0].upper()):
                self.turn = seat
                return
        self.turn = -1


def finished(state: State, source: random.Random) -> State:
    """After the dice and the landing of what is under way."""
    game = game_of(state)
    while is_rolling(state) or (shown(state)["attack"] or {}).get("do") == "throw":
        pending: Any = game.pending(state)
        if is_rolling(state):
            state = game.roll(state, [source.randint(1, 6) for _ in range(pending.dice)]).state
        else:
            choices = game.choices(state, pending.seats[0])
            state = game.apply(state, pending.seats[0], choices.sample(source)).state
    return state


@both
@pytest.mark.parametrize("turn", ["action", "figure"])
@pytest.mark.parametrize("seed", range(6))
def test_the_order_agrees_with_a_naive_one(game: Skirmish, turn: str, seed: int) -> None:
    """SKM-R7: whole rounds of random attacks among four players close together, compared turn by
    turn."""
    source = random.Random(seed)
    weak = {f"{s[0].upper()}{n}": {"health": 3} for s in SEATS[:4] for n in (1, 3, 5)}
    options = {"attack_turn": turn}
    state = scattered(game, seed, 4, 14, 22, changes=weak, options=options, to_act="green")
    order = Order(state, turn == "figure")
    while shown(state)["phase"] == "attack" and order.turn >= 0:
        seat = order.seats[order.turn]
        assert deciders(state) == (seat,)
        action: Any = game.choices(state, seat).sample(source)
        state = finished(game.apply(state, seat, action).state, source)
        order.spend(action.unit, action.do == "skip", state)
    assert order.turn == -1 or shown(state)["phase"] == "over"


@both
def test_a_dead_players_turns_are_passed_over(game: Skirmish) -> None:
    """SKM-R7, SKM-O7: out in the middle of the attacks."""
    state = stand(game, THREE, {"G1": {"health": 1}, "B2": DEAD}, seats=3, to_act="blue")
    state = play(state, "shoot B1 G1", 24, 2)
    assert not unit(state, "G1")["alive"]
    assert decider(state) == "red"
    assert legal(state, "shoot R1 B1")
    assert decider(play(state, "skip R1")) == "blue"
