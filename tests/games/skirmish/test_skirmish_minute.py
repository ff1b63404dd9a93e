"""The minute: who moves when, how far, and what ends it (SKM-R2, R3, R5, R6, SKM-M1, SKM-M2)."""

import itertools
import random
from typing import Any

import pytest

import outrider
from games.skirmish.patrol import (
    FAR,
    FIRST,
    REVISED,
    both,
    box,
    deciders,
    get,
    happened,
    illegal,
    laid,
    legal,
    minute,
    offers,
    opened,
    play,
    refusal,
    refused,
    shown,
    stand,
    unit,
)
from outrider import Match, record_from_text, replay
from outrider.games.skirmish.game import Skirmish

pytestmark = pytest.mark.kernel

# -- SKM-R3, SKM-M2: how far and where to --------------------------------------------------------


@both
def test_a_move_is_up_to_four_inches(game: Skirmish) -> None:
    """SKM-R3: exactly 4 in any direction, and not a thousandth more; 0 is a move, too."""
    state = minute(game, {"R1": (10, 10), "B1": (30, 30)})
    for point in ("14,10", "6,10", "10,14", "10,6", "12.4,13.2", "10,10", "10,10.001"):
        assert legal(state, f"move R1 {point}")
    for point in ("14.001,10", "10,14.001", "5.999,10", "12.4,13.201", "14,10.001"):
        assert illegal(state, f"move R1 {point}") == "SKM-R3"
    assert "0.001" in refusal(state, "move R1 14.001,10").message


@both
def test_two_actions_a_round(game: Skirmish) -> None:
    """SKM-R3: two moves of 4 inches, and no third; the next round brings two again."""
    state = minute(game, FAR)
    state = play(state, "move R1 4,14", "move R1 4,18")
    assert unit(state, "R1")["at"] == [4, 18]
    assert unit(state, "R1")["actions"] == 0
    assert illegal(state, "move R1 4,18.5") == "SKM-R3"
    assert legal(state, "move R2 8,14")
    state = play(state, "move R2 8,14", "move R2 8,13", "move B1 4,27", "move B1 4,26")
    state = play(state, "move B2 8,27", "move B2 8,26", "time")
    state = play(state, *((3, 2) if game is FIRST else ()))
    assert (shown(state)["round"], shown(state)["phase"]) == (2, "movement")
    assert get(state, "actions", *FAR) == [2, 2, 2, 2]


@both
def test_nothing_is_in_the_way_but_bases_at_the_end(game: Skirmish) -> None:
    """SKM-M2: through friends, foes and walls; touching is fine, overlapping is not."""
    table = laid(box(9, 12, 3, 0.5, 6))
    places = {"R1": (10, 10), "R2": (10, 11), "B1": (10, 13)}
    state = minute(game, places, table=table)
    assert legal(state, "move R1 10,14")
    for other in ("R2 10,12.201", "R1 10.5,11.5"):
        assert illegal(state, f"move {other}") == "SKM-M2"
    assert legal(state, "move R1 10,13.8") and legal(state, "move R1 10.8,13")
    assert illegal(state, "move R1 10,13.799") == "SKM-M2"
    assert illegal(state, "move R1 10.64,13.479") == "SKM-M2"
    assert legal(state, "move R1 10.64,13.48")


@both
def test_corpses_are_stepped_over(game: Skirmish) -> None:
    """SKM-M2: only the living have a base in the way."""
    dead = {"health": 0, "alive": False, "actions": 0}
    state = minute(game, {"R1": (10, 10), "R2": (10, 13), "B1": (30, 30)}, {"R2": dead})
    assert legal(state, "move R1 10,13")


@both
def test_nobody_leaves_the_table(game: Skirmish) -> None:
    """SKM-M2: the centre stays on it, the rim included."""
    state = minute(game, {"R1": (1, 18), "B1": (30, 30)})
    assert legal(state, "move R1 0,18")
    assert illegal(state, "move R1 -0.001,18") == "SKM-M2"


@both
def test_nobody_leaves_a_polygon(game: Skirmish) -> None:
    """SKM-M2: the box round it is not the table."""
    edges = shown(opened(game, 5, {"seating": "corners"}))["table"]["edges"]
    (ax, ay), (bx, by) = edges["blue"]
    assert bx < ax - 2 and by > ay
    places = {"R1": (20, 20), "V1": (20, 22), "B1": (ax + 1, ay + 3)}
    state = minute(game, places, seats=5)
    assert legal(state, f"move B1 {ax:.3f},{ay:.3f}")
    assert illegal(state, f"move B1 {ax - 1.5:.3f},{ay + 0.5:.3f}") == "SKM-M2"


# -- SKM-M1: climbing ----------------------------------------------------------------------------

TIN = laid(box(12, 9, 6, 2, 2), box(2, 9, 1, 2, 4), box(24, 9, 2, 2, 4.001))


def test_climbing_is_measured_straight_in_the_revised_edition() -> None:
    """SKM-M1: 3 over and 2 up is 3.606; the longest way over at 2 up is 3.464."""
    state = minute(REVISED, {"R1": (10, 10), "B1": (30, 30)}, table=TIN)
    assert legal(state, "move R1 13,10")
    assert legal(state, "move R1 13.464,10")
    assert illegal(state, "move R1 13.465,10") == "SKM-M1"
    assert illegal(state, "move R1 14,10") == "SKM-M1"
    assert illegal(state, "move R1 14.001,10") == "SKM-R3"
    down = minute(REVISED, {"R1": (13, 10), "B1": (30, 30)}, table=TIN)
    assert legal(down, "move R1 9.536,10")
    assert illegal(down, "move R1 9.535,10") == "SKM-M1"
    assert legal(down, "move R1 17,10"), "on the level 4 inches are 4 inches"


def test_climbing_is_flat_in_the_first_edition() -> None:
    """SKM-M1: up, down and onto the highest thing, 4 inches are 4 inches."""
    state = minute(FIRST, {"R1": (10, 10), "B1": (30, 30)}, table=TIN)
    assert legal(state, "move R1 14,10")
    assert illegal(state, "move R1 14.001,10") == "SKM-R3"
    high = minute(FIRST, {"R1": (22, 10), "B1": (30, 30)}, table=TIN)
    assert legal(high, "move R1 26,10")


def test_exactly_four_inches_up() -> None:
    """SKM-M1: from right beside it 4.000 is reached only without a step over, 4.001 never."""
    for x, height_ok in ((3, True), (24, False)):
        start = {"R1": (3.001 if x == 3 else 23.999, 10.0), "B1": (30, 30)}
        state = minute(REVISED, start, table=TIN)
        assert illegal(state, f"move R1 {x},10") == "SKM-M1"
        assert height_ok or legal(minute(FIRST, start, table=TIN), f"move R1 {x},10")
    top = minute(REVISED, {"R1": (3, 10), "B1": (30, 30)}, table=TIN)
    assert legal(top, "move R1 2,10") and illegal(top, "move R1 3.001,10") == "SKM-M1"


@both
def test_the_outline_counts_as_the_top(game: Skirmish) -> None:
    """SKM-M2: a centre on the rim stands on it, of two things on the higher; the way between does
    not matter."""
    table = laid(box(10, 10, 4, 4, 1), box(12, 10, 2, 4, 3))
    state = minute(game, {"R1": (9, 12), "B1": (30, 30)}, table=table)
    over = 4.0 if game is FIRST else (16 - 9) ** 0.5
    assert legal(state, "move R1 10,12") and legal(state, "move R1 11.5,12")
    assert legal(state, "move R1 12,12") == (over >= 3)


@both
def test_reach_and_suggestions_are_legal(game: Skirmish) -> None:
    """SKM-R3, SKM-M1: what is shown as within reach is, and a wish too far gets a legal answer."""
    state = minute(game, {"R1": (10, 10), "R2": (12, 8), "B1": (11, 12)}, table=TIN)
    assert game.reach(state, "red", "R1") and not game.reach(state, "red", "B1")
    for wish in ("30,30", "17,10", "11,12", "-5,10", "14.001,10", "13.4,10.1"):
        found = game.suggest(state, "red", game.read_action(f"move R1 {wish}"))
        assert found is not None and found in game.choices(state, "red")


# -- SKM-R6: any order ---------------------------------------------------------------------------

STEPS = {
    "red": ["move R1 4,14", "move R2 8,12", "move R1 4,16", "red ready"],
    "blue": ["move B1 4,24", "move B1 4,25", "blue ready"],
}


def interleavings(one: list[str], other: list[str]) -> list[list[str]]:
    """All orders in which two players may do what each does in its own order."""
    orders = []
    for picks in itertools.combinations(range(len(one) + len(other)), len(one)):
        mine, theirs = iter(one), iter(other)
        total = range(len(one) + len(other))
        orders.append([next(mine) if n in picks else next(theirs) for n in total])
    return orders


@both
def test_all_may_act_in_any_order(game: Skirmish) -> None:
    """SKM-R6: 35 orders of the same steps that do not meet, and the same end of the minute."""
    ends = set()
    for order in interleavings(STEPS["red"], STEPS["blue"]):
        state = minute(game, FAR)
        for step in order:
            state = play(state, step)
        ends.add(game.write(state))
    assert len(ends) == 1
    assert shown(state)["phase"] == "attack"


@both
def test_whoever_comes_first_has_the_place(game: Skirmish) -> None:
    """SKM-R6, SKM-M2: the order of arrival is the only order; a figure that has gone is where it
    is, and where it was is free."""
    places = {"R1": (10, 10), "B1": (10, 16), "R2": (1, 9), "B2": (1, 30)}
    state = minute(game, places)
    assert legal(state, "move R1 10,13") and legal(state, "move B1 10,13")
    red_first = play(state, "move R1 10,13")
    assert illegal(red_first, "move B1 10,13") == "SKM-M2"
    blue_first = play(state, "move B1 10,13")
    assert illegal(blue_first, "move R1 10,13") == "SKM-M2"
    assert legal(play(state, "move R1 6,10", "move B1 10,13"), "move B1 10,10")
    assert illegal(play(state, "move B1 10,13"), "move B1 10,10") == "SKM-M2"


@both
def test_who_is_ready_is_done(game: Skirmish) -> None:
    """SKM-R6: that seat's moves are refused, the others go on; the last one ends the minute."""
    state = minute(game, {**FAR, "G1": (20, 20)}, seats=3)
    assert deciders(state) == ("red", "blue", "green")
    state = play(state, "move B1 4,24", "blue ready")
    assert deciders(state) == ("red", "green")
    assert refused(state, "move B1 4,22") == ("not-your-turn", "SKM-R6")
    assert refused(state, "blue ready") == ("not-your-turn", "SKM-R6")
    assert offers(state, seat="blue") == []
    assert game.load(shown(state)) == state
    state = play(state, "move R1 4,12", "red ready", "move G1 20,22")
    assert deciders(state) == ("green",)
    told = happened(state, "green ready")
    assert [event["event"] for event in told][:2] == ["ready", "phase"]
    assert shown(play(state, "green ready"))["phase"] == "attack"


@both
def test_the_clock_ends_the_minute(game: Skirmish) -> None:
    """SKM-R6: from no seat, whoever is ready; then nobody moves (SKM-R5)."""
    for before in ((), ("red ready",), ("move R1 4,12", "blue ready")):
        state = play(minute(game, FAR), *before)
        after = play(state, "time")
        assert shown(after)["phase"] == "attack"
        if game is FIRST:
            after = play(after, 5, 3)
        assert illegal(after, "move R1 4,11") == "SKM-R5"
        assert illegal(after, "time") == "SKM-R6"
        assert illegal(after, "ready", "red") == "SKM-R6"


@both
def test_time_is_said_by_nobody(game: Skirmish) -> None:
    """SKM-R6: a seat cannot end the minute for all, and the clock can do nothing else."""
    state = minute(game, FAR)
    assert illegal(state, "red time") == "SKM-R6"
    time, ready = game.read_action("time"), game.read_action("ready")
    assert time in game.choices(state, None)
    assert list(game.choices(state, None)) == [time]
    for action in (ready, game.read_action("move R1 4,12")):
        with pytest.raises(outrider.Refusal) as caught:
            game.apply(state, None, action)
        assert caught.value.kind in ("not-your-turn", "illegal")


@both
def test_the_option_minute(game: Skirmish) -> None:
    """SKM-R6: seconds for a live match, kept with the game; 0 is a game without a clock."""
    for seconds in (1, 60, 90):
        assert legal(minute(game, FAR, options={"minute": seconds}), "time")
    state = minute(game, FAR, options={"minute": 0})
    assert shown(state)["options"]["minute"] == 0
    assert illegal(state, "time") == "SKM-R6"
    assert offers(play(state, "red ready"), seat="blue")


@both
@pytest.mark.parametrize(
    "action",
    ["shoot R1 B1", "strike R1 B1", "throw R1 9,9", "land 9,9", "tell R1 R2", "take R1 B1",
     "skip R1"],
)  # fmt: skip
def test_only_moving_in_the_minute(game: Skirmish, action: str) -> None:
    """SKM-R2: everything else waits for the attack turns."""
    assert illegal(minute(game, FAR), action, "red") == "SKM-R2"


@both
def test_one_moves_ones_own(game: Skirmish) -> None:
    """SKM-R6: nobody acts for another seat, nor for the dead."""
    dead = {"health": 0, "alive": False, "actions": 0}
    state = minute(game, FAR, {"R2": dead})
    assert illegal(state, "move R1 4,12", "blue") == "SKM-R6"
    assert illegal(state, "move B1 4,25", "red") == "SKM-R6"
    assert illegal(state, "move R2 8,12") == "SKM-H2"
    assert illegal(state, "red move G1 8,12") == "SKM-S4"
    assert refused(state, "green ready")[0] == "not-your-turn"


@both
def test_a_player_without_figures_is_not_waited_for(game: Skirmish) -> None:
    """SKM-R6, SKM-O7: the minute ends when all who are in are ready."""
    state = minute(game, {"R1": (10, 10), "G1": (10, 20)}, seats=3)
    assert deciders(state) == ("red", "green")
    assert refused(state, "blue ready")[0] == "not-your-turn"
    assert shown(play(state, "green ready", "red ready"))["phase"] == "attack"


# -- the record ----------------------------------------------------------------------------------


def random_match(game: Skirmish, seats: int, seed: int, steps: int) -> Match:
    """A match of random legal play with seats, the clock and dice in any order."""
    source = random.Random(seed)
    match = Match(game, game.terms({"round_limit": 3}, seats))
    while match.result is None and match.version < steps:
        pending: Any = match.pending
        if isinstance(pending, outrider.Roll):
            match.roll([source.randint(1, 6) for _ in range(pending.dice)])
            continue
        seat = source.choice(pending.seats)
        if shown(match.state)["phase"] == "movement" and source.random() < 0.05:
            seat = None
        match.play(seat, match.choices(seat).sample(source))
    return match


@both
@pytest.mark.parametrize("seats", [2, 3, 5, 8])
def test_the_record_is_enough(game: Skirmish, seats: int) -> None:
    """SKM-R6: replaying gives every state again, the clock's lines with no seat among them."""
    match = random_match(game, seats, seats, 60 * seats)
    text = match.record().to_text()
    moments = list(replay(game, record_from_text(text)))
    assert [moment.state for moment in moments[1:]] == [entry.state for entry in match.entries]
    again = Match.from_record(game, record_from_text(text))
    assert again.state == match.state and again.record().to_text() == text
    lines = [line.to_json() for line in match.record().lines]
    times = [line for line in lines if line.get("do") == "time"]
    assert all(line["seat"] is None for line in times)
    assert any(line.get("do") == "ready" for line in lines) or times


@both
def test_the_minute_says_what_it_asks(game: Skirmish) -> None:
    """SKM-R6: the question names those who are not ready."""
    state = play(minute(game, FAR), "red ready")
    assert "Blue" in game.question(state) and "Red" not in game.question(state)
    assert not stand(game, FAR).ready
