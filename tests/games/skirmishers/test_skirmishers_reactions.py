"""Return fire and defensive fire as interruptions (SKR-X1 to SKR-X6)."""

import math

import pytest

from games.skirmishers.warband import (
    BOW,
    DEFENSIVE,
    GAME,
    GUN,
    RETURN,
    Json,
    alive,
    at,
    decider,
    disc,
    edited,
    events,
    field,
    illegal,
    offer,
    over,
    play,
    refusal,
    runs,
    unit,
    waits,
    wall,
    where,
    winners,
)
from outrider.games.skirmishers.state import State

pytestmark = pytest.mark.kernel

FAR = {"R9": at(1, 1), "B9": at(29, 29)}
SHORT: Json = {"weapon": "bow", "range": 4}


class TestReturnFire:
    def shot(self, **more: Json) -> dict[str, Json]:
        return {"R1": at(5, 5, **GUN), "B1": at(5, 15, **GUN), **FAR, **more}

    def test_blue_is_asked_in_reds_turn(self) -> None:
        """SKR-X1: the owner of the piece decides; after that Red's turn goes on."""
        state = play(field(self.shot()), "fire R1 B1", [1], [1])
        assert decider(state) == "blue" and offer(state) == (RETURN, "B1", "R1")
        assert refusal(state, "hold", "red").kind == "not-your-turn"
        assert refusal(state, "return-fire", "red").kind == "not-your-turn"
        for text in ("end", "defensive-fire", "move B1 5,16", "fire B1 R1", "choose R1"):
            found = refusal(state, text, "blue")
            assert (found.kind, found.rule) == ("illegal", "SKR-X1")
        held = play(state, "hold")
        assert decider(held) == "red" and offer(held) is None
        assert illegal(held, "return-fire") == "SKR-X1"
        assert runs(held, "move R9 2,2")

    def test_the_dead_do_not_return_it(self) -> None:
        """SKR-X1: only a piece that survives."""
        state = play(field(self.shot()), "fire R1 B1", [6], [1])
        assert not alive(state, "B1") and offer(state) is None and decider(state) == "red"

    def test_it_is_never_answered(self) -> None:
        """SKR-X2: the attacker is in its own turn."""
        state = play(field(self.shot()), "fire R1 B1", [1], [1], "return-fire", [1], [1])
        assert offer(state) is None and decider(state) == "red"
        assert alive(state, "R1") and unit(state, "R1")["fired"]

    def test_any_number_of_times(self) -> None:
        """SKR-X1, SKR-X5: three shots, three answers, and the defensive shot is still there."""
        more = {"R2": at(6, 5, **GUN), "R3": at(7, 5, **GUN)}
        state = field(self.shot(**more))
        for id in ("R1", "R2", "R3"):
            state = play(state, f"fire {id} B1", [1], [1])
            assert offer(state) == (RETURN, "B1", id)
            state = play(state, "return-fire", [1], [1])
            assert unit(state, "B1")["reacted"] is False
        state = play(edited(state, {"R9": {"at": [5, 8]}}), "move R9 5,9")
        assert offer(state) == (DEFENSIVE, "B1", "R9")

    def test_the_defensive_shot_does_not_use_it_up(self) -> None:
        """SKR-X5: and the other way round."""
        state = play(field(self.shot(R2=at(8, 8))), "move R2 8,9", "defensive-fire", [1], [1])
        assert unit(state, "B1")["reacted"] is True
        state = play(state, "fire R1 B1", [1], [1])
        assert offer(state) == (RETURN, "B1", "R1")
        assert not alive(play(state, "return-fire", [6], [1]), "R1")

    def test_it_costs_nothing_in_ones_own_turn(self) -> None:
        """SKR-X5: after both reactions the piece fires, or moves, in its own next turn."""
        state = play(field(self.shot(R2=at(8, 8))), "move R2 8,9", "defensive-fire", [1], [1])
        state = play(state, "fire R1 B1", [1], [1], "return-fire", [1], [1], "end")
        assert unit(state, "B1")["reacted"] is False
        assert waits(play(state, "fire B1 R1")) == ("fire", "blue", 1)
        assert runs(state, "move B1 5,17")

    def test_the_dice_are_those_of_the_weapon(self) -> None:
        """SKR-G1, SKR-G5: the answer of a bow gives the attacker a die more, and his cover."""
        pieces = self.shot(B1=at(5, 15, weapon="bow", range=10, firing=2))
        state = play(field(pieces, disc(5, 5, 1, cover=1)), "fire R1 B1", [1], [1])
        state = play(state, "return-fire")
        assert waits(state) == ("fire", "blue", 2)
        assert waits(play(state, [6, 2])) == ("defense", "red", 2)
        assert alive(play(state, [6, 2], [5, 1]), "R1")
        assert not alive(play(state, [6, 2], [4, 4]), "R1")

    def test_not_out_of_a_melee(self) -> None:
        """SKR-G6, SKR-F11: whom the option lets be fired at may answer, unless it is pinned."""
        pieces = self.shot(R2=at(5, 15.8))
        state = field(pieces, fire_into_melee=True)
        assert offer(play(state, "fire R1 B1", [1], [1])) == (RETURN, "B1", "R1")
        below = edited(state, {"R2": {"advantage_over": ["B1"]}})
        assert offer(play(below, "fire R1 B1", [1], [1])) is None
        free = field(pieces, fire_into_melee=True, pinned=False)
        free = edited(free, {"R2": {"advantage_over": ["B1"]}})
        assert offer(play(free, "fire R1 B1", [1], [1])) == (RETURN, "B1", "R1")

    def test_it_can_win(self) -> None:
        """SKR-V1: in the loser's own turn."""
        state = field({"R1": at(5, 5, **GUN), "B1": at(5, 15, **GUN)})
        state = play(state, "fire R1 B1", [1], [1], "return-fire", [6], [5])
        assert winners(state) == ["blue"]


class TestDefensiveFire:
    def test_it_stops_at_the_first_point_in_range(self) -> None:
        """SKR-X4: to the thousandth; exactly the range is within it."""
        pieces = {"R1": at(10, 4), "B1": at(10, 20, weapon="bow", range=13.5), **FAR}
        assert where(play(field(pieces), "move R1 10,10"), "R1") == [10, 6.5]
        pieces["B1"]["range"] = 13.499
        assert where(play(field(pieces), "move R1 10,10"), "R1") == [10, 6.501]

    def test_not_at_the_start(self) -> None:
        """SKR-X4, SKR-M2: the start is left out, the end is not; there and back ends there."""
        state = field({"R1": at(10, 10), "B1": at(10, 14, **SHORT), **FAR})
        gone = play(state, "move R1 10,9.9")
        assert offer(gone) is None and where(gone, "R1") == [10, 9.9]
        near = play(state, "move R1 10,10.1")
        assert offer(near) == (DEFENSIVE, "B1", "R1") and where(near, "R1") == [10, 10.001]
        back = play(state, "move R1 10,9.9 10,10")
        assert offer(back) == (DEFENSIVE, "B1", "R1") and where(back, "R1") == [10, 10]

    def test_the_end_of_a_path(self) -> None:
        """SKR-X4: the end is a point, and nothing behind it is."""
        state = field({"R1": at(10, 10), "B1": at(10, 14.65, **SHORT), **FAR})
        assert where(play(state, "move R1 10,10.7"), "R1") == [10, 10.65]
        assert where(play(state, "move R1 10,10.65"), "R1") == [10, 10.65]
        assert offer(play(state, "move R1 10,10.7")) == (DEFENSIVE, "B1", "R1")
        assert offer(play(state, "move R1 10,10.649")) is None

    def test_a_corner_is_looked_at(self) -> None:
        """SKR-X4: there and back again, in range at the corner alone."""
        state = field({"R1": at(10, 10), "B1": at(10, 14.3, **SHORT), **FAR})
        state = play(state, "move R1 10,10.3 10,10")
        assert offer(state) == (DEFENSIVE, "B1", "R1") and where(state, "R1") == [10, 10.3]
        state = play(state, "hold")
        assert offer(state) is None and where(state, "R1") == [10, 10]

    def test_no_gap_is_too_narrow(self) -> None:
        """SKR-X4: two thousandths between two walls, and the mover is seen through them."""
        walls = [wall(2, 12, 10.249, 13), wall(10.251, 12, 20, 13)]
        state = field({"R1": at(9, 10), "B1": at(10.25, 15, **GUN), **FAR}, *walls)
        state = play(state, "move R1 11.5,10")
        assert offer(state) == (DEFENSIVE, "B1", "R1")
        # The line from 10.25,15 past the corner 10.249,12 ends a sixth left of 10.2485,10.
        assert where(state, "R1") == [10.249, 10]

    def test_rounded_points(self) -> None:
        """SKR-X4: point i of a leg of length L is at x0 + floor((2 dx i + L) / 2 L)."""
        state = field({"R1": at(10, 10), "B1": at(16, 10, weapon="bow", range=4.5), **FAR})
        x, y = where(play(state, "move R1 13.001,12.002"), "R1")
        length = round(math.hypot(3001, 2002))
        points = [
            (10_000 + (2 * 3001 * i + length) // (2 * length),
             10_000 + (2 * 2002 * i + length) // (2 * length))
            for i in range(1, length + 1)
        ]  # fmt: skip
        first = next(p for p in points if (p[0] - 16_000) ** 2 + (p[1] - 10_000) ** 2 <= 4500**2)
        assert (round(1000 * x), round(1000 * y)) == first

    def test_a_survivor_goes_on(self) -> None:
        """SKR-X4: stopped by two watchers at two places, then at the end, then it strikes."""
        pieces = {
            "R1": at(10, 10), "B1": at(10, 16.8),
            "B2": at(4, 12, weapon="firearm", range=6.1),
            "B3": at(16, 15, weapon="bow", range=6), **FAR,
        }  # fmt: skip
        state = play(field(pieces), "move R1 10,16")
        assert offer(state) == (DEFENSIVE, "B2", "R1") and where(state, "R1") == [10, 10.9]
        state = play(state, "defensive-fire")
        assert waits(state) == ("fire", "blue", 1)
        state = play(state, [6], [6])
        assert offer(state) == (DEFENSIVE, "B3", "R1") and where(state, "R1") == [10, 15]
        state = play(state, "defensive-fire", [3])
        assert waits(state) == ("defense", "red", 2)
        state = play(state, [1, 3])
        assert where(state, "R1") == [10, 16] and decider(state) == "red"
        assert waits(play(state, "fight R1 B1")) == ("melee", "red", 1)

    def test_offers_in_unit_order(self) -> None:
        """SKR-X4: whatever their places on the table or in the scenario, 2 comes before 10."""
        pieces = {"R1": at(10, 4), "B10": at(8, 12, **GUN), "B2": at(12, 12, **GUN), **FAR}
        pieces["B1"] = at(10, 13, **GUN)
        state = play(field(pieces), "move R1 10,5")
        found = []
        while (asked := offer(state)) is not None:
            assert where(state, "R1") == [10, 4.001]
            found.append(asked[1])
            state = play(state, "hold")
        assert found == ["B1", "B2", "B10"] and where(state, "R1") == [10, 5]

    def test_a_killed_mover_is_not_offered_to_the_next(self) -> None:
        """SKR-X6: it lies where it was hit, and the second watcher keeps his shot."""
        pieces = {"R1": at(10, 4), "B1": at(8, 12, **GUN), "B2": at(12, 12, **GUN), **FAR}
        state = play(field(pieces), "move R1 10,9", "defensive-fire", [6], [1])
        assert not alive(state, "R1") and where(state, "R1") == [10, 4.001]
        assert offer(state) is None and decider(state) == "red"
        assert unit(state, "B1")["reacted"] and not unit(state, "B2")["reacted"]

    def test_held_is_not_offered_again_in_that_move(self) -> None:
        """SKR-X4: not after it was lost from sight and seen again; the next mover is offered."""
        pieces = {"R1": at(6, 10), "R2": at(12, 8), "B1": at(10, 18, **GUN), **FAR}
        state = play(field(pieces, wall(8, 13, 9.5, 14)), "move R1 12,10")
        assert offer(state) == (DEFENSIVE, "B1", "R1")
        state = play(state, "hold")
        assert offer(state) is None and where(state, "R1") == [12, 10]
        assert offer(play(state, "move R2 12,9")) == (DEFENSIVE, "B1", "R2")

    def test_one_shot_a_turn(self) -> None:
        """SKR-X3: once fired, not at the next mover; again in the opponent's next turn."""
        pieces = {"R1": at(6, 10), "R2": at(6, 8), "B1": at(10, 16, **GUN), **FAR}
        state = play(field(pieces), "move R1 7,10", "defensive-fire", [1], [1])
        state = play(state, "move R2 7,8")
        assert offer(state) is None and where(state, "R2") == [7, 8]
        state = play(state, "end", "end", "move R2 8,8")
        assert offer(state) == (DEFENSIVE, "B1", "R2")

    def test_it_is_not_answered(self) -> None:
        """SKR-X4: a mover with a gun that lives through it does not fire back."""
        pieces = {"R1": at(10, 4, **GUN), "B1": at(10, 12, **GUN), **FAR}
        state = play(field(pieces), "move R1 10,6", "defensive-fire", [1], [1])
        assert offer(state) is None and where(state, "R1") == [10, 6]

    def test_who_fired_in_his_own_turn_reacts_in_the_next(self) -> None:
        """SKR-X5, SKR-T2: a shot in one's own turn has nothing to do with the defensive one."""
        pieces = {"R1": at(10, 4, **GUN), "B1": at(10, 12), **FAR}
        state = play(field(pieces), "fire R1 B1", [1], [1], "end", "move B1 10,13")
        assert offer(state) == (DEFENSIVE, "R1", "B1") and decider(state) == "red"
        state = play(state, "defensive-fire", [1], [1], "end")
        assert waits(play(state, "fire R1 B1")) == ("fire", "red", 1)

    def test_sight_counts(self) -> None:
        """SKR-X3, SKR-G4: out of a wall's shadow; from all round."""
        pieces = {"R1": at(6, 10), "B1": at(10, 4, **GUN), **FAR}
        state = play(field(pieces, wall(6, 7, 9.2, 8)), "move R1 12,10")
        assert offer(state) == (DEFENSIVE, "B1", "R1")
        # The corner 9.2,8 of the wall hides what is left of 8.8.
        assert where(state, "R1") == [8.8, 10]

    def test_friends_on_the_way(self) -> None:
        """SKR-M2, SKR-X4: a mover may be stopped among its friends, and goes on from there."""
        pieces = {"R1": at(10, 10), "R2": at(10, 11), "B1": at(10, 15, **SHORT), **FAR}
        state = play(field(pieces), "move R1 10,12")
        assert where(state, "R1") == [10, 11] == where(state, "R2")
        dead = play(state, "defensive-fire", [6], [1, 1])
        assert not alive(dead, "R1") and where(dead, "R1") == [10, 11]
        assert where(play(state, "hold"), "R1") == [10, 12]

    def test_events(self) -> None:
        """SKR-X4: what happens is told in its order, the two parts of the way too."""
        pieces = {"R1": at(10, 4), "B1": at(10, 16, **GUN), **FAR}
        told = events(field(pieces), "move R1 10,7", "defensive-fire", [1], [1])
        names = [event["event"] for event in told]
        assert names == ["moved", "offered", "fired", "rolled", "rolled", "missed", "moved"]
        assert (told[0]["to"], told[-1]["from"], told[-1]["to"]) == (
            [10, 4.001],
            [10, 4.001],
            [10, 7],
        )


LINED_UP: dict[str, Json] = {
    "R1": at(10, 4), "B1": at(10, 16, **GUN), "B2": at(9, 16, **GUN), **FAR,
}  # fmt: skip


class TestWaiting:
    def asked(self, state: State, *answers: str) -> list[tuple[str, list[float]]]:
        """Who is asked and where, if that is answered time and again."""
        found = []
        for answer in answers:
            asked = offer(state)
            assert asked is not None
            found.append((asked[1], where(state, "R1")))
            state = play(state, answer)
        assert offer(state) is None
        return found

    def test_asked_again_at_the_looks(self) -> None:
        """SKR-X4: every half inch along the whole way, at each corner and at its end."""
        pieces = {name: LINED_UP[name] for name in ("R1", "B1")}
        start = field({**pieces, **FAR})
        state = play(start, "move R1 10,4.7 10.6,4.7")
        answers = ["wait", "wait", "wait", "wait", "hold"]
        places = [[10, 4.001], [10, 4.5], [10, 4.7], [10.3, 4.7], [10.6, 4.7]]
        assert self.asked(state, *answers) == [("B1", place) for place in places]

    def test_refused_at_the_end(self) -> None:
        """SKR-X4: there is no later look; nor is there one after a shot."""
        state = play(field(LINED_UP), "move R1 10,4.001")
        assert illegal(state, "wait") == "SKR-X4"
        assert [action.do for action in GAME.choices(state, "blue")] == [DEFENSIVE, "hold"]
        early = play(field(LINED_UP), "move R1 10,4.002")
        listed = [action.do for action in GAME.choices(early, "blue")]
        assert listed == [DEFENSIVE, "wait", "hold"]

    def test_not_with_return_fire_and_not_without_an_offer(self) -> None:
        """SKR-X1, SKR-X3."""
        pieces = {"R1": at(5, 5, **GUN), "B1": at(5, 15, **GUN), **FAR}
        state = field(pieces)
        assert illegal(state, "wait") == "SKR-X3"
        assert illegal(play(state, "fire R1 B1", [1], [1]), "wait") == "SKR-X1"

    def test_in_unit_order_at_one_point(self) -> None:
        """SKR-X4: who waited and who is newly asked, each once at a point."""
        pieces = {**LINED_UP, "B2": at(10, 17, **GUN)}
        state = play(field(pieces), "move R1 10,6")
        assert self.asked(state, "wait", "wait", "wait", "hold", "wait", "hold") == [
            ("B1", [10, 4.001]), ("B1", [10, 4.5]), ("B1", [10, 5]), ("B2", [10, 5]),
            ("B1", [10, 5.5]), ("B1", [10, 6]),
        ]  # fmt: skip

    def test_a_later_unit_waits_for_an_earlier_one(self) -> None:
        """SKR-X4: B2 has waited, and B1, who is newly asked, comes before it."""
        pieces = {**LINED_UP, "B1": at(10, 17, **GUN), "B2": at(10, 16, **GUN)}
        state = play(field(pieces), "move R1 10,5.5")
        assert self.asked(state, "wait", "wait", "wait", "wait", "hold", "hold") == [
            ("B2", [10, 4.001]), ("B2", [10, 4.5]), ("B1", [10, 5]), ("B2", [10, 5]),
            ("B1", [10, 5.5]), ("B2", [10, 5.5]),
        ]  # fmt: skip

    def test_what_is_told(self) -> None:
        """SKR-X4: that it waits, and how far the mover has gone."""
        told = events(field(LINED_UP), "move R1 10,7", "wait")
        assert [event["event"] for event in told] == [
            "moved", "offered", "waited", "moved", "offered",
        ]  # fmt: skip
        state = play(field(LINED_UP), "move R1 10,7", "wait", "hold")
        assert GAME.dump(state)["move"] == {
            "unit": "R1", "from": [10, 4], "path": [[10, 7]], "gone": 0.5,
            "held": ["B2"], "waiting": ["B1"],
        }  # fmt: skip
        assert GAME.load(GAME.dump(state)) == state

    def test_it_may_still_fire(self) -> None:
        """SKR-X3: the shot that was waited with is the one of this turn."""
        state = play(field(LINED_UP), "move R1 10,7", "wait", "hold", "defensive-fire")
        assert where(state, "R1") == [10, 4.5] and unit(state, "B1")["reacted"]
        assert GAME.load(GAME.dump(state)) == state
        state = play(state, [1], [1])
        assert offer(state) is None and where(state, "R1") == [10, 7]


class TestWhoWatches:
    def test_not_who_touches_an_enemy(self) -> None:
        """SKR-G6: a watcher in a melee does not fire, unless the option lets him."""
        pieces = {"R1": at(10, 4), "R2": at(10, 12.8), "B1": at(10, 12, **GUN), **FAR}
        assert offer(play(field(pieces), "move R1 10,5")) is None
        free = play(field(pieces, fire_into_melee=True), "move R1 10,5")
        assert offer(free) == (DEFENSIVE, "B1", "R1")

    def test_not_who_is_pinned(self) -> None:
        """SKR-F11: with both options."""
        pieces = {"R1": at(10, 4), "R2": at(10, 12.8), "B1": at(10, 12, **GUN), **FAR}
        on_top = {"R2": {"advantage_over": ["B1"]}}
        state = edited(field(pieces, fire_into_melee=True), on_top)
        assert offer(play(state, "move R1 10,5")) is None
        state = edited(field(pieces, fire_into_melee=True, pinned=False), on_top)
        assert offer(play(state, "move R1 10,5")) == (DEFENSIVE, "B1", "R1")

    def test_not_without_a_weapon(self) -> None:
        """SKR-X3: a swordsman only watches."""
        state = field({"R1": at(10, 4), "B1": at(10, 8), **FAR})
        assert offer(play(state, "move R1 10,5")) is None

    def test_who_walks_away_from_a_watcher(self) -> None:
        """SKR-F8, SKR-X4: where it first touches nobody, it may be fired at."""
        pieces = {"R1": at(10, 10), "B1": at(10, 10.8, **GUN), **FAR}
        state = edited(field(pieces), {"R1": {"advantage_over": ["B1"]}})
        state = play(state, "move R1 10,8")
        assert offer(state) == (DEFENSIVE, "B1", "R1") and where(state, "R1") == [10, 9.949]
        assert over(state) == {}

    def test_who_walks_into_contact(self) -> None:
        """SKR-G6, SKR-X4: a point at which it touches is no place to be fired at."""
        pieces = {"R1": at(10, 10.4), "B1": at(10, 11.25, **BOW), **FAR}
        touching = play(field(pieces), "move R1 10,10.45")
        assert offer(touching) is None and where(touching, "R1") == [10, 10.45]
        into = play(field(pieces, fire_into_melee=True), "move R1 10,10.45")
        assert offer(into) == (DEFENSIVE, "B1", "R1") and where(into, "R1") == [10, 10.401]
        pieces["R1"] = at(10, 10.399)
        short = play(field(pieces), "move R1 10,10.4")
        assert offer(short) is None and where(short, "R1") == [10, 10.4]

    def test_a_second_watcher_does_not_fire_into_the_touch(self) -> None:
        """SKR-G6: the mover touches B1, so B2 does not fire at it either."""
        pieces = {"R1": at(10, 10.39), "B1": at(10, 11.25), "B2": at(14, 14, **BOW), **FAR}
        assert offer(play(field(pieces), "move R1 10,10.45")) == (DEFENSIVE, "B2", "R1")
        pieces["R1"] = at(10, 10.399)
        assert offer(play(field(pieces), "move R1 10,10.45")) is None

    @pytest.mark.parametrize("pinned", [True, False])
    def test_a_mover_that_pins_its_watcher(self, pinned: bool) -> None:
        """SKR-F11: as long as it touches him he does not fire; with the option he does."""
        pieces = {"R1": at(10, 10), "B1": at(10, 10.8, **GUN), **FAR}
        state = field(pieces, fire_into_melee=True, pinned=pinned)
        state = play(edited(state, {"R1": {"advantage_over": ["B1"]}}), "move R1 10.1,10")
        assert (offer(state) is None) is pinned
