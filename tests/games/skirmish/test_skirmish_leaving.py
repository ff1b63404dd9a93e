"""A player leaves a table of three or more, and the others go on (SKM-O7)."""

import random
from typing import Any

import pytest

import outrider
from games.skirmish.patrol import (
    DEAD,
    FIRST,
    REVISED,
    alive,
    all_placed,
    both,
    deciders,
    game_of,
    get,
    health,
    ids_of,
    illegal,
    is_rolling,
    minute,
    new,
    offers,
    opened,
    play,
    rolling,
    scattered,
    shown,
    stand,
    unit,
    winners,
)
from outrider.core.wire import dumps
from outrider.games.skirmish.game import GAMES, Skirmish
from outrider.games.skirmish.state import State

pytestmark = pytest.mark.kernel

SPREAD = {
    "R1": (10, 10), "R2": (14, 10), "B1": (10, 18), "B2": (14, 18),
    "G1": (10, 26), "G2": (14, 26), "A1": (26, 10), "A2": (26, 14),
}  # fmt: skip
"""Two of each, near no edge."""
THREE = {id: at for id, at in SPREAD.items() if id[0] != "A"}
CLOSE = {
    "R1": (10, 10), "R2": (20, 5), "B1": (10.9, 10), "B2": (20, 30),
    "G1": (10, 10.9), "G2": (28, 28),
}  # fmt: skip
"""One of each within reach of the two others."""


def left(state: State, *seats: str) -> State:
    """The state when these have left, which has to be one that can be written down."""
    for seat in seats:
        step = game_of(state).withdraw(state, seat)
        assert step is not None, f"the game cannot go on without {seat}"
        assert step.events[0].to_json() == {"event": "out", "seat": seat}
        state = step.state
        assert game_of(state).load(shown(state)) == state
        for id in ids_of(seat):
            assert get(state, "at", id) == [None] and health(state, id) == 0
            assert unit(state, id)["grenades"] == 0 and not unit(state, id)["seen"]
        assert seat not in deciders(state)
        assert not is_rolling(state) or rolling(state)[1] != seat
    return state


def told(state: State, seat: str) -> list[str]:
    step = game_of(state).withdraw(state, seat)
    assert step is not None
    return [event.event for event in step.events]


class TestFigures:
    @both
    def test_they_are_taken_off_the_table(self, game: Skirmish) -> None:
        state = left(stand(game, THREE, seats=3), "blue")
        assert alive(state) == {"R1", "R2", "G1", "G2"}
        others = [each for each in shown(state)["units"] if each["seat"] != "blue"]
        assert others == [u for u in shown(stand(game, THREE, seats=3))["units"]
                          if u["seat"] != "blue"]  # fmt: skip

    @both
    def test_corpses_go_with_their_grenades(self, game: Skirmish) -> None:
        """Nobody takes what is not there any more; others' corpses stay."""
        places = {"R1": (10, 10), "B1": (10.5, 10), "B2": (30, 30), "G1": (9.5, 10), "G2": (20, 20)}
        state = stand(game, places, {"B1": DEAD, "G1": DEAD}, seats=3)
        after = left(state, "blue")
        assert illegal(after, "take R1 B1") == "SKM-N4"
        assert "take R1 G1" in offers(after, "take")

    @both
    def test_their_place_is_free(self, game: Skirmish) -> None:
        state = minute(game, {"R1": (10, 10), "B1": (12, 10), "G1": (30, 30)}, seats=3)
        assert illegal(state, "move R1 12,10") == "SKM-M2"
        assert "R1" in alive(play(left(state, "blue"), "move R1 12,10"))

    @both
    def test_while_figures_are_placed_it_cannot_go_on(self, game: Skirmish) -> None:
        assert game.withdraw(new(game, 3), "blue") is None
        assert REVISED.withdraw(all_placed(REVISED, 3), "blue") is None

    @both
    @pytest.mark.parametrize("seat", ["red", "blue", "green", "amber"])
    def test_in_the_first_minute(self, game: Skirmish, seat: str) -> None:
        state = left(opened(game, 4), seat)
        assert set(deciders(state)) == {"red", "blue", "green", "amber"} - {seat}

    @both
    def test_their_edge_is_nobodys(self, game: Skirmish) -> None:
        """SKM-O7: nothing is to be seen there, and that army fires no more."""
        places = {"R1": (3, 18), "R2": (30, 18), "B1": (10, 18), "G1": (18, 20)}
        state = left(minute(game, places, seats=3), "blue")
        state = play(state, "move R1 1.5,18")
        assert get(state, "seen", "R1") == [False]


class TestTurns:
    @both
    def test_whose_turn_it_was(self, game: Skirmish) -> None:
        state = left(stand(game, SPREAD, seats=4, to_act="blue"), "blue")
        assert deciders(state) == ("green",)

    @both
    def test_anothers_turn_stays(self, game: Skirmish) -> None:
        for seat in ("blue", "green", "amber"):
            assert deciders(left(stand(game, SPREAD, seats=4), seat)) == ("red",)

    @both
    def test_they_are_passed_over(self, game: Skirmish) -> None:
        state = left(stand(game, SPREAD, seats=4), "blue")
        order: list[str] = []
        for _ in range(6):
            order += deciders(state)
            state = play(state, f"skip {offers(state, 'skip')[0].split()[1]}")
        assert order == ["red", "green", "amber"] * 2
        assert shown(state)["round"] == 2 and shown(state)["phase"] == "movement"

    def test_whoever_began_may_leave(self) -> None:
        """SKM-S6: the turns of the next round begin with the next clockwise."""
        state = stand(REVISED, SPREAD, seats=4, to_act="green", first="blue", initiative="blue")
        state = left(state, "blue")
        while shown(state)["phase"] == "attack":
            state = play(state, f"skip {offers(state, 'skip')[0].split()[1]}")
        state = play(state, "red ready", "green ready", "amber ready")
        assert deciders(state) == ("green",)

    @both
    def test_the_last_who_had_actions(self, game: Skirmish) -> None:
        """SKM-R1: nobody has any left, so the next round begins."""
        used = {id: {"actions": 0} for id in THREE if id[0] != "B"}
        state = left(stand(game, THREE, used, seats=3, to_act="blue"), "blue")
        assert (shown(state)["round"], shown(state)["phase"]) == (2, "movement")
        assert get(state, "actions", "R1", "G2") == [2, 2]

    @both
    def test_at_the_round_limit(self, game: Skirmish) -> None:
        """SKM-O8: with the last action of all the last round ends."""
        used = {id: {"actions": 0} for id in THREE if id[0] != "B"}
        options = {"round_limit": 1}
        state = stand(game, THREE, used, seats=3, to_act="blue", options=options)
        assert winners(left(state, "blue")) == ()

    @both
    def test_a_figure_that_keeps_the_turn(self, game: Skirmish) -> None:
        """SKM-R7: not after its player has left; another's keeps it."""
        options = {"attack_turn": "figure"}
        places = {**THREE, "B1": (10, 11)}
        state = stand(game, places, seats=3, options=options, acting="R1",
                      changes={"R1": {"actions": 1}})  # fmt: skip
        gone = left(state, "red")
        assert (shown(gone)["acting"], deciders(gone)) == (None, ("blue",))
        stays = left(state, "blue")
        assert (shown(stays)["acting"], deciders(stays)) == ("R1", ("red",))


class TestMinute:
    @both
    def test_the_others_move_on(self, game: Skirmish) -> None:
        state = left(minute(game, THREE, seats=3), "blue")
        assert deciders(state) == ("red", "green")
        assert set(deciders(play(state, "move R1 10,12"))) == {"red", "green"}

    @both
    def test_who_was_ready_may_leave(self, game: Skirmish) -> None:
        state = left(play(minute(game, THREE, seats=3), "blue ready"), "blue")
        assert deciders(state) == ("red", "green")
        assert deciders(play(state, "red ready")) == ("green",)

    def test_all_others_are_ready(self) -> None:
        """SKM-R6: so the minute is over; the first edition rolls then (SKM-S6)."""
        ready = ("red ready", "green ready")
        state = left(play(minute(REVISED, THREE, seats=3), *ready), "blue")
        assert (shown(state)["phase"], deciders(state)) == ("attack", ("red",))
        state = left(play(minute(FIRST, THREE, seats=3), *ready), "blue")
        assert rolling(state) == ("initiative", "red", 1)
        assert deciders(play(state, 2, 5)) == ("green",)

    @both
    def test_news_are_reported_then(self, game: Skirmish) -> None:
        """SKM-O5."""
        places = {**THREE, "R1": (18, 1)}
        state = minute(game, places, {"R1": {"seen": True}}, seats=3)
        assert winners(left(play(state, "red ready", "green ready"), "blue")) == ("red",)


class TestFirstTurn:
    """The first edition rolls for it in every round (SKM-S6)."""

    def rolls(self, *faces: int) -> State:
        return play(stand(FIRST, SPREAD, seats=4, phase="movement"), "time", *faces)

    def test_before_anybody_rolled(self) -> None:
        state = left(self.rolls(), "red")
        assert rolling(state) == ("initiative", "blue", 1)
        assert deciders(play(state, 2, 2, 5)) == ("amber",)

    def test_who_has_yet_to_roll(self) -> None:
        state = left(self.rolls(3, 4), "green")
        assert rolling(state) == ("initiative", "red", 1)

    def test_who_rolled_the_highest(self) -> None:
        state = left(self.rolls(6, 4, 1), "red")
        assert deciders(play(state, 3, 2, 1)) == ("blue",)

    def test_one_of_three_who_tied(self) -> None:
        state = left(self.rolls(6, 6, 6, 1), "blue")
        assert rolling(state) == ("initiative", "red", 1)
        assert deciders(play(state, 2, 4)) == ("green",), "Amber does not roll again"

    def test_one_of_two_who_tied(self) -> None:
        state = left(self.rolls(6, 6, 2, 1), "red")
        assert deciders(state) == ("blue",)
        assert shown(state)["first"] == "blue"

    def test_somebody_who_had_lost_already(self) -> None:
        state = left(self.rolls(6, 6, 2, 1), "amber")
        assert rolling(state) == ("initiative", "red", 1)
        assert deciders(play(state, 1, 2)) == ("blue",)

    def test_all_but_one(self) -> None:
        assert winners(left(self.rolls(6, 6), "red", "green", "amber")) == ("blue",)


class TestDice:
    """What waits for dice ends with whoever did it or is hit by it, and the turn passes."""

    @both
    @pytest.mark.parametrize("steps", [("shoot R1 B1",), ("shoot R1 B1", 12)], ids=str)
    @pytest.mark.parametrize("seat", ["red", "blue"])
    def test_a_shot(self, game: Skirmish, steps: Any, seat: str) -> None:
        state = left(play(stand(game, THREE, seats=3), *steps), seat)
        assert not is_rolling(state)
        assert deciders(state) == (("green",) if seat == "blue" else ("blue",))

    @both
    @pytest.mark.parametrize("steps", [("shoot R1 B1",), ("shoot R1 B1", 12)], ids=str)
    def test_a_shot_that_is_none_of_theirs(self, game: Skirmish, steps: Any) -> None:
        state = play(stand(game, THREE, seats=3), *steps)
        after = left(state, "green")
        assert rolling(after) == rolling(state)
        assert shown(after)["attack"] == shown(state)["attack"]

    @both
    @pytest.mark.parametrize(
        "steps", [("strike R1 B1",), ("strike R1 B1", 9), ("strike R1 B1", 9, 5)], ids=str
    )
    def test_hand_to_hand(self, game: Skirmish, steps: Any) -> None:
        state = play(stand(game, CLOSE, seats=3), *steps)
        assert is_rolling(left(state, "green"))
        for seat in ("red", "blue"):
            assert deciders(left(state, seat)) == (("green",) if seat == "blue" else ("blue",))

    @both
    @pytest.mark.parametrize("steps", [(), ((5,),)], ids=["flying", "landing"])
    def test_a_grenade_of_theirs_is_gone(self, game: Skirmish, steps: Any) -> None:
        state = play(stand(game, THREE, seats=3), "throw R1 10,20", *steps)
        after = left(state, "red")
        assert shown(after)["attack"] is None
        assert deciders(after) == ("blue",)

    @both
    @pytest.mark.parametrize("steps", [(), ((5,),)], ids=["flying", "landing"])
    @pytest.mark.parametrize("seat", ["red", "green"])
    def test_anothers_grenade_flies_on(self, game: Skirmish, steps: Any, seat: str) -> None:
        """It is thrown towards a place, at nobody, so whoever leaves does not stop it."""
        state = play(stand(game, THREE, seats=3, to_act="blue"), "throw B1 10,26", *steps)
        after = left(state, seat)
        assert shown(after)["attack"] == shown(state)["attack"]
        assert shown(after)["pending"] == shown(state)["pending"]


class TestBlast:
    def blast(self, game: Skirmish, *steps: Any) -> State:
        """B1 throws among one of each: R1, B1 and G1 have to resist."""
        places = {**CLOSE, "B1": (10.9, 11)}
        state = stand(game, places, seats=3, to_act="blue")
        return play(state, "throw B1 10.9,9", (1,), "land 10.9,10", *steps)

    def against(self, state: State) -> list[str]:
        return [each["unit"] for each in shown(state)["attack"]["against"]]

    @both
    def test_those_who_stay_resist_it(self, game: Skirmish) -> None:
        state = self.blast(game)
        assert self.against(state) == ["R1", "B1", "G1"]
        gone = left(state, "red")
        assert self.against(gone) == ["B1", "G1"]
        assert rolling(gone) == ("blast", "blue", 4)
        assert self.against(left(state, "green")) == ["R1", "B1"]

    @both
    def test_what_fell_for_the_one_who_left_counts_for_nobody(self, game: Skirmish) -> None:
        state = self.blast(game, 20)
        assert rolling(state)[:2] == ("armour", "red")
        assert rolling(left(state, "red"))[:2] == ("blast", "blue")
        assert rolling(left(state, "green")) == rolling(state)
        hurt = play(left(state, "green"), 10)
        assert health(hurt, "R1") == 0

    @both
    def test_it_is_over_when_nobody_is_left_to_resist(self, game: Skirmish) -> None:
        state = left(self.blast(game, 4, 24, 4, 24), "green")
        assert not is_rolling(state)
        assert deciders(state) == ("red",)

    @both
    def test_its_thrower_takes_it_along(self, game: Skirmish) -> None:
        state = left(self.blast(game, 20), "blue")
        assert not is_rolling(state)
        assert deciders(state) == ("green",)
        assert health(state, "R1") == 10


class TestIndirectFire:
    """SKM-R1: at the start of a round armies fire at whoever is near their edge."""

    def fire(self, game: Skirmish) -> State:
        places = {"R1": (1, 18), "R2": (18, 35), "B1": (20, 35), "B2": (18, 18), "G1": (22, 20)}
        used = {id: {"actions": 0} for id in places if id != "B2"}
        used["B2"] = {"actions": 1}
        return play(stand(game, places, used, seats=3, to_act="blue"), "skip B2")

    @both
    def test_who_is_fired_at(self, game: Skirmish) -> None:
        state = self.fire(game)
        assert [(e["unit"], e["seat"]) for e in shown(state)["attack"]["against"]] == [
            ("R1", "blue"), ("R2", "green"), ("B1", "green"),
        ]  # fmt: skip
        assert rolling(state) == ("indirect", "blue", 2)

    @both
    def test_their_army_stops_firing_and_is_not_fired_at(self, game: Skirmish) -> None:
        state = self.fire(game)
        assert rolling(left(state, "blue")) == ("indirect", "green", 2)
        assert deciders(play(left(state, "blue"), 2, 24)) == ("red", "green")
        assert deciders(play(left(state, "green"), 2, 24)) == ("red", "blue")
        assert rolling(left(state, "red")) == ("indirect", "green", 2)
        assert rolling(left(play(state, 9), "blue")) == ("indirect", "green", 2)

    @both
    def test_then_the_minute_begins(self, game: Skirmish) -> None:
        state = left(play(self.fire(game), 2, 24), "green")
        assert deciders(state) == ("red", "blue")
        assert game.limit(state) is not None


class TestTheEnd:
    @both
    def test_one_is_left(self, game: Skirmish) -> None:
        """SKM-O6."""
        state = left(stand(game, THREE, seats=3), "red", "green")
        assert winners(state) == ("blue",)

    @both
    def test_others_were_out_already(self, game: Skirmish) -> None:
        """SKM-O6, SKM-O7."""
        places = {id: at for id, at in THREE.items() if id[0] != "G"}
        state = left(stand(game, places, seats=3), "blue")
        assert winners(state) == ("red",)

    @both
    def test_what_is_told(self, game: Skirmish) -> None:
        assert told(stand(game, THREE, seats=3), "blue") == ["out"]
        places = {id: at for id, at in THREE.items() if id[0] != "G"}
        assert told(stand(game, places, seats=3), "blue") == ["out", "phase", "over"]

    @both
    def test_who_is_out_leaves_without_a_trace(self, game: Skirmish) -> None:
        places = {**THREE, "G1": (10, 26), "G2": (14, 26)}
        state = stand(game, places, {"G1": DEAD, "G2": DEAD}, seats=3)
        after = left(state, "green")
        assert deciders(after) == deciders(state)
        assert alive(after) == alive(state)


@pytest.mark.parametrize("seed", range(40))
def test_at_any_moment(seed: int) -> None:
    """A game at random in which all but one leave somewhen: every state can be written down and
    read, nobody who left is waited for, and the record plays through."""
    source = random.Random(seed)
    game, seats = GAMES[seed % 2], source.choice((3, 4))
    turn = source.choice(("action", "figure"))
    options = {"table": "18x18", "attack_turn": turn, "round_limit": 4}
    asked = list(outrider.SEATS[:seats])
    state = scattered(game, seed, seats, 1, 11, options=options, phase="movement", to_act=asked)
    match = outrider.Match.from_state(game, state)
    gone: list[str] = []
    while match.result is None:
        if source.random() < 0.04:
            gone.append(source.choice([seat for seat in asked if seat not in gone]))
            match.note(gone[-1], "abandon")
        else:
            one_step(match, source)
        assert not set(match.deciders()) & set(gone)
        pending = match.pending
        assert not isinstance(pending, outrider.Roll) or pending.seat not in gone
        assert dumps(shown(game.load(shown(match.state)))) == dumps(shown(match.state))
    assert not set(match.result.winners) & set(gone)
    again = outrider.Match.from_record(game, match.record())
    assert again.state == match.state


def one_step(match: outrider.Match, source: random.Random) -> None:
    pending = match.pending
    if isinstance(pending, outrider.Roll):
        match.roll([source.randint(1, 6) for _ in range(pending.dice)])
        return
    seat = source.choice(match.deciders())
    match.play(seat, match.choices(seat).sample(source))
