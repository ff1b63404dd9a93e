"""Victory: every condition of a scenario, alone and against another (SKR-S4, SKR-V1)."""

from typing import Any

import pytest

from games.skirmishers.warband import (
    ALL,
    DEFENSIVE,
    GAME,
    GUN,
    Json,
    Part,
    alive,
    at,
    box,
    disc,
    events,
    field,
    illegal,
    offer,
    play,
    refusal,
    unit,
    where,
    winners,
)

pytestmark = pytest.mark.kernel

PIECES = {"R1": at(10, 10), "R2": at(13, 10), "B1": at(10, 20), "B2": at(13, 20)}
ZONE = disc(10, 14, 1)
OVER: Json = {"shape": "disc", "at": [10, 17], "radius": 1}
SURVIVE: Json = {"kind": "survive"}


def reach(zone: Json = ZONE, count: int = 1) -> Json:
    return {"kind": "reach", "zone": zone, "count": count}


def hold(turns: int, zone: Json = ZONE) -> Json:
    return {"kind": "hold", "zone": zone, "turns": turns}


def leave(edge: str, count: int = 1) -> Json:
    return {"kind": "exit", "edge": edge, "count": count}


def reason(state: Any) -> str:
    result = GAME.dump(state)["result"]
    assert result == GAME.dump(state)["pending"]["over"]
    return str(result["reason"])


class TestKilling:
    def test_destroy_all(self) -> None:
        """SKR-S4: with the last of them, not before."""
        pieces = {"R1": at(10, 10, **GUN), "R2": at(12, 10, **GUN), "B1": at(10, 18)}
        state = field({**pieces, "B2": at(12, 18)})
        state = play(state, "fire R1 B1", [6], [1])
        assert winners(state) is None
        state = play(state, "fire R2 B2", [6], [1])
        assert winners(state) == ["red"] and GAME.dump(state)["phase"] == "over"
        for seat in ("red", "blue"):
            assert refusal(state, "end", seat).kind == "over"

    def test_destroy_named(self) -> None:
        """SKR-S4: all that are named, whoever else lives."""
        pieces = {**PIECES, "R1": at(10, 10, **GUN), "R2": at(13, 10, **GUN), "B3": at(25, 25)}
        one = field(pieces, red=[{"kind": "destroy", "pieces": ["B2"]}])
        assert winners(play(one, "fire R1 B1", [6], [1])) is None
        assert winners(play(one, "fire R1 B2", [6], [1])) == ["red"]
        two = field(pieces, red=[{"kind": "destroy", "pieces": ["B1", "B2"]}])
        two = play(two, "fire R1 B1", [6], [1])
        assert winners(two) is None
        assert winners(play(two, "fire R2 B2", [6], [1])) == ["red"]

    @pytest.mark.parametrize(
        "script",
        [
            ["fire R1 B1", [1], [1], "return-fire", [6], [1]],
            ["move R1 10,11", "defensive-fire", [6], [1]],
        ],
    )
    def test_in_the_losers_own_turn(self, script: list[Part]) -> None:
        """SKR-V1: by return fire, by defensive fire."""
        pieces = {"R1": at(10, 10, **GUN), "B1": at(10, 20, **GUN)}
        assert winners(play(field(pieces), *script)) == ["blue"]

    def test_nothing_is_left_under_way(self) -> None:
        """SKR-V1: the game ends in the middle of a move, and says why."""
        pieces = {"R1": at(10, 10), "B1": at(10, 20, **GUN), "B2": at(12, 20, **GUN)}
        state = play(field(pieces), "move R1 10,12", "defensive-fire", [6], [1])
        data = GAME.dump(state)
        assert (data["move"], data["shot"], data["fight"]) == (None, None, None)
        assert offer(state) is None and "SKR-V1" in reason(state)
        assert GAME.load(data) == state


class TestReaching:
    def test_at_the_end_of_the_turn(self) -> None:
        """SKR-S4, SKR-V1: the centre in the zone or on its outline when a turn ends."""
        state = field(PIECES, red=[reach()])
        inside = play(state, "move R1 10,13")
        assert winners(inside) is None
        assert winners(play(inside, "end")) == ["red"]
        assert winners(play(state, "move R1 10,12.999", "end")) is None

    def test_at_a_kill(self) -> None:
        """SKR-V1: a kill by another piece is a moment to look, too."""
        pieces = {**PIECES, "R2": at(13, 10, **GUN)}
        state = play(field(pieces, red=[reach()]), "move R1 10,14")
        assert winners(state) is None
        assert winners(play(state, "fire R2 B2", [6], [1])) == ["red"]

    def test_how_many(self) -> None:
        """SKR-S4: two at once; enemies in it do not matter."""
        state = field({**PIECES, "B3": at(9.5, 14.3)}, red=[reach(count=2)])
        state = play(state, "move R1 10,13.5", "end", "end")
        assert winners(state) is None
        assert winners(play(state, "move R2 10.6,14.2", "end")) == ["red"]

    def test_at_the_end_of_the_enemys_turn(self) -> None:
        """SKR-V1: at the end of every turn, also the other's."""
        state = field({**PIECES, "B1": at(10, 14)}, blue=[reach()])
        assert winners(state) is None
        assert winners(play(state, "end")) == ["blue"]

    def test_both_at_once(self) -> None:
        """SKR-V1: each in his zone at the same look: a draw."""
        state = field(PIECES, red=[reach(count=1)], blue=[reach(OVER)], first="blue")
        state = play(state, "move B1 10,17")
        both = play(state, "end")
        assert winners(both) == ["blue"]
        double = field({**PIECES, "B1": at(10, 17)}, red=[reach()], blue=[reach(OVER)])
        double = play(double, "move R1 10,14", "end")
        assert winners(double) == [] and "same time" in reason(double)
        assert GAME.load(GAME.dump(double)) == double


class TestHolding:
    def test_turns_in_a_row(self) -> None:
        """SKR-S4: three own turns; the enemy's turns in between do not count."""
        state = play(field(PIECES, red=[hold(3)]), "move R1 10,14", "end")
        for held in (1, 2):
            assert winners(state) is None and GAME.dump(state)["held"]["red"] == [held]
            state = play(state, "end")
            assert winners(state) is None
            state = play(state, "end")
        assert winners(state) == ["red"]

    def test_an_enemy_in_it(self) -> None:
        """SKR-S4: an enemy in the zone at the end of one's turn begins the count anew."""
        state = play(field(PIECES, red=[hold(2)]), "move R1 10,13.5", "end", "move B1 10,14.5")
        state = play(state, "end", "end")
        assert winners(state) is None and GAME.dump(state)["held"]["red"] == [0]
        state = play(state, "move B1 10,20", "end", "end", "end")
        assert GAME.dump(state)["held"]["red"] == [1] and winners(state) is None
        assert winners(play(state, "end")) == ["red"]

    def test_an_enemy_that_came_and_went(self) -> None:
        """SKR-S4: only the ends of one's own turns count."""
        state = play(field(PIECES, red=[hold(2)]), "move R1 10,13.5", "end", "move B1 10,14.35")
        state = play(state, "end", "fight R1 B1", [6], [1])
        on_top = play(state, "end", "end", "fight R1 B1", [6], [1], "end")
        assert not alive(on_top, "B1") and GAME.dump(on_top)["held"]["red"] == [1]

    def test_walking_out(self) -> None:
        """SKR-S4: in a row means in a row."""
        state = play(field(PIECES, red=[hold(2)]), "move R1 10,14", "end", "end")
        state = play(state, "move R1 10,10", "end", "end", "move R1 10,14", "end", "end")
        assert winners(state) is None and GAME.dump(state)["held"]["red"] == [1]
        assert winners(play(state, "end")) == ["red"]

    def test_each_condition_for_itself(self) -> None:
        """SKR-S4: two zones are counted apart, and any one wins."""
        state = field(PIECES, red=[hold(2), hold(2, disc(13, 10, 1))], blue=[ALL])
        state = play(state, "move R1 10,14", "end", "end", "move R1 10,10")
        assert GAME.dump(state)["held"] == {"red": [1, 1], "blue": [0]}
        assert winners(play(state, "end")) == ["red"]


class TestLeaving:
    @pytest.mark.parametrize(
        ("edge", "start", "end"),
        [
            ("top", (10, 28), (10, 30)),
            ("bottom", (10, 2), (10, 0)),
            ("left", (2, 10), (0, 10)),
            ("right", (28, 10), (30, 10)),
        ],
    )
    def test_by_each_edge(
        self, edge: str, start: tuple[float, float], end: tuple[float, float]
    ) -> None:
        """SKR-S4: a path that ends exactly on it takes the piece off the table, alive."""
        state = field({**PIECES, "R1": at(*start)}, red=[leave(edge)])
        after = play(state, f"move R1 {end[0]},{end[1]}")
        gone = unit(after, "R1")
        assert (gone["at"], gone["alive"], gone["exited"]) == (None, True, True)
        assert winners(play(after, "end")) == ["red"]
        assert {"event": "exited", "unit": "R1", "edge": edge} in events(
            state, f"move R1 {end[0]},{end[1]}"
        )

    def test_a_thousandth_short(self) -> None:
        """SKR-S4: and along the edge one stays, unless the path ends there."""
        state = field({**PIECES, "R1": at(10, 28)}, red=[leave("top")])
        after = play(state, "move R1 10,29.999")
        assert where(after, "R1") == [10, 29.999] and winners(play(after, "end")) is None
        touched = play(state, "move R1 10,30 10,29")
        assert where(touched, "R1") == [10, 29] and not unit(touched, "R1")["exited"]

    def test_only_ones_own(self) -> None:
        """SKR-S4: the enemy's exit is an edge like any other."""
        state = field({**PIECES, "R1": at(10, 28)}, red=[ALL], blue=[leave("top")])
        assert where(play(state, "move R1 10,30"), "R1") == [10, 30]
        assert where(play(state, "move R2 13,10.5"), "R2") == [13, 10.5]

    def test_so_many(self) -> None:
        """SKR-S4: they add up over turns; who has left does no more, and is no target."""
        pieces = {**PIECES, "R1": at(10, 28), "B1": at(10, 12, **GUN)}
        state = play(field(pieces, red=[leave("top", 2)]), "move R1 10,30", "end")
        assert winners(state) is None
        assert illegal(state, "fire B1 R1") == "SKR-G1"
        state = play(state, "end")
        assert illegal(state, "move R1 10,29") == "SKR-T1"
        assert GAME.load(GAME.dump(state)) == state

    def test_the_gone_are_alive(self) -> None:
        """SKR-S4: kill all enemies is not met by those who left."""
        pieces = {"R1": at(10, 28), "R2": at(10, 12), "B1": at(10, 18, **GUN)}
        state = play(field(pieces, red=[leave("top", 2)]), "move R1 10,30", "hold", "end")
        state = play(state, "fire B1 R2", [6], [1])
        assert winners(state) is None

    def test_shot_on_the_edge(self) -> None:
        """SKR-X4, SKR-X6: who waits is asked on the edge, before the mover is gone."""
        pieces = {"R1": at(10, 29.6), "R2": at(20, 5), "B1": at(10, 20, **GUN)}
        state = play(field(pieces, red=[leave("top")]), "move R1 10,30", "wait")
        assert offer(state) == (DEFENSIVE, "B1", "R1") and where(state, "R1") == [10, 30]
        dead = play(state, "defensive-fire", [6], [1], "end")
        assert not alive(dead, "R1") and winners(dead) is None
        assert winners(play(state, "hold", "end")) == ["red"]

    def test_no_room_is_needed(self) -> None:
        """SKR-M2: who leaves overlaps nobody."""
        pieces = {**PIECES, "R1": at(10, 28), "R2": at(10.5, 29.9)}
        state = field(pieces, red=[leave("top")])
        assert unit(play(state, "move R1 10,30"), "R1")["exited"]


class TestTheLimit:
    def test_it_counts_both_sides_turns(self) -> None:
        """SKR-S4: after the third turn of three; a draw, if nobody says otherwise."""
        state = play(field(PIECES, turn_limit=3), "end", "end")
        assert winners(state) is None
        assert winners(play(state, "end")) == []

    @pytest.mark.parametrize("seat", ["red", "blue"])
    def test_at_limit(self, seat: str) -> None:
        """SKR-S4: the scenario says who wins."""
        state = field(PIECES, turn_limit=2, at_limit=seat)
        assert winners(play(state, "end", "end")) == [seat]

    def test_survive(self) -> None:
        """SKR-S4: alive when the limit comes; not before, and it goes before `at_limit`."""
        state = field(PIECES, red=[SURVIVE], turn_limit=2, at_limit="blue")
        assert winners(play(state, "end")) is None
        assert winners(play(state, "end", "end")) == ["red"]

    def test_both_survive(self) -> None:
        """SKR-V1: a draw."""
        state = field(PIECES, red=[SURVIVE], blue=[SURVIVE], turn_limit=2, at_limit="red")
        assert winners(play(state, "end", "end")) == []

    def test_the_dead_do_not_survive(self) -> None:
        """SKR-S4: with all of Red dead, the limit is nobody's but the one it names."""
        pieces = {"R1": at(10, 10), "B1": at(10, 18, **GUN)}
        blue = [{"kind": "reach", "zone": box(0, 25, 30, 30), "count": 1}]
        state = field(pieces, red=[SURVIVE], blue=blue, turn_limit=3)
        state = play(state, "end", "fire B1 R1", [6], [1])
        assert winners(state) is None
        assert winners(play(state, "end", "end")) == []

    def test_a_goal_at_the_last_moment(self) -> None:
        """SKR-S4: reached with the last turn wins before the limit is looked at."""
        state = field(PIECES, red=[reach()], turn_limit=1, at_limit="blue")
        assert winners(play(state, "move R1 10,14", "end")) == ["red"]

    def test_no_aim_but_the_limit(self) -> None:
        """SKR-S4: a side for which the limit wins needs no other condition."""
        state = field(PIECES, blue=[], turn_limit=2, at_limit="blue")
        assert winners(play(state, "end", "end")) == ["blue"]
