"""Melee: pools, ties, advantage, reversal, outright kills, pinning (SKR-F1 to SKR-F11)."""

import itertools

import pytest

from games.skirmishers.warband import (
    BOW,
    GAME,
    GUN,
    Json,
    Part,
    alive,
    at,
    decider,
    edited,
    events,
    field,
    illegal,
    offer,
    over,
    play,
    runs,
    unit,
    waits,
    where,
    winners,
)

pytestmark = pytest.mark.kernel

FAR = {"R9": at(1, 1), "B9": at(29, 29)}
PAIR = {"R1": at(10, 10), "B1": at(10, 10.8), **FAR}
RING = {
    "R1": at(10, 10), "R2": at(10, 11.6), "R3": at(10.8, 10.8), "R4": at(9.2, 10.8),
    "B1": at(10, 10.8), **FAR,
}  # fmt: skip
"""Four round one, each touching it."""
RED_TOP = {"R1": {"advantage_over": ["B1"]}}
BLUE_TOP = {"B1": {"advantage_over": ["R1"]}}


class TestTouching:
    @pytest.mark.parametrize(
        ("y", "base", "touches"),
        [(10.85, 0.4, True), (10.851, 0.4, False), (11.45, 1, True), (11.451, 1, False)],
    )
    def test_the_gap(self, y: float, base: float, touches: bool) -> None:
        """SKR-F1: at most 0.05 inches between the bases, which may be of any size."""
        state = field({"R1": at(10, 10), "B1": at(10, y, base=base), **FAR})
        if touches:
            assert waits(play(state, "fight R1 B1")) == ("melee", "red", 1)
        else:
            assert illegal(state, "fight R1 B1") == "SKR-F1"

    def test_the_gap_aslant(self) -> None:
        """SKR-F1: 0.51 and 0.68 make 0.85."""
        slant = {"R1": at(10, 10), "B1": at(10.51, 10.68), **FAR}
        assert waits(play(field(slant), "fight R1 B1")) == ("melee", "red", 1)
        slant["B1"] = at(10.511, 10.68)
        assert illegal(field(slant), "fight R1 B1") == "SKR-F1"

    @pytest.mark.parametrize(
        ("text", "rule"),
        [
            ("fight R1 B9", "SKR-F1"),
            ("fight R1+R9 B1", "SKR-F1"),
            ("fight R1 R9", "SKR-F1"),
            ("fight R1 B7", "SKR-F1"),
            ("fight R7 B1", "SKR-T1"),
            ("fight B1 R1", "SKR-T1"),
            ("fight R1+B1 B1", "SKR-T1"),
        ],
    )
    def test_no_strike(self, text: str, rule: str) -> None:
        """SKR-F1, SKR-F2, SKR-T1: every striker is one's own and touches an enemy."""
        assert illegal(field(PAIR), text) == rule


class TestOneAgainstOne:
    @pytest.mark.parametrize("start", ["nobody", "red", "blue"])
    def test_every_pair_of_faces(self, start: str) -> None:
        """SKR-F3 to SKR-F6: one die each, from every standing, all 36 ways."""
        state = edited(field(PAIR), {"red": RED_TOP, "blue": BLUE_TOP}.get(start))
        standing = over(state)
        state = play(state, "fight R1 B1")
        for mine, yours in itertools.product(range(1, 7), repeat=2):
            after = play(state, [mine], [yours])
            if mine == yours:
                assert over(after) == standing
                assert alive(after, "R1") and alive(after, "B1")
            elif mine > yours:
                assert alive(after, "B1") is (start != "red")
                assert over(after) == ({} if start == "red" else {"R1": ["B1"]})
            else:
                assert alive(after, "R1") is (start != "blue")
                assert over(after) == ({} if start == "blue" else {"B1": ["R1"]})

    @pytest.mark.parametrize("changes", [None, RED_TOP, BLUE_TOP])
    def test_outright_from_anywhere(self, changes: dict[str, Json] | None) -> None:
        """SKR-F7: two dice that both beat kill, also from disadvantage, on either side."""
        strong = {**PAIR, "R1": at(10, 10, attack=3), "B1": at(10, 10.8, attack=3)}
        state = play(edited(field(strong), changes), "fight R1 B1")
        assert not alive(play(state, [1, 5, 6], [4, 4, 1]), "B1")
        assert not alive(play(state, [2, 2, 4], [5, 1, 6]), "R1")

    def test_reversal_is_told(self) -> None:
        """SKR-F6."""
        state = edited(field(PAIR), BLUE_TOP)
        told = events(state, "fight R1 B1", [5], [2])[-1]
        assert told == {"event": "advantage", "unit": "R1", "over": "B1", "reversal": True}

    def test_no_dice(self) -> None:
        """SKR-F3, SKR-F4: a rating of 0 rolls nothing, and is beaten by any die."""
        none = {**PAIR, "R1": at(10, 10, attack=0), "B1": at(10, 10.8, attack=0)}
        after = play(field(none), "fight R1 B1")
        assert over(after) == {} and decider(after) == "red"
        weak = {**PAIR, "R1": at(10, 10, attack=0)}
        state = play(field(weak), "fight R1 B1")
        assert waits(state) == ("melee", "blue", 1)
        assert over(play(state, [1])) == {"B1": ["R1"]}
        helpless = {**PAIR, "B1": at(10, 10.8, attack=0)}
        assert over(play(field(helpless), "fight R1 B1", [1])) == {"R1": ["B1"]}
        twice = {**helpless, "R1": at(10, 10, attack=2)}
        assert not alive(play(field(twice), "fight R1 B1", [1, 1]), "B1")

    def test_defense_and_cover_do_not_count(self) -> None:
        """SKR-F3."""
        pieces = {**PAIR, "B1": at(10, 10.8, defense=12)}
        house = {"shape": "disc", "at": [10, 10.8], "radius": 1, "cover": 6}
        state = play(field(pieces, house), "fight R1 B1")
        assert over(play(state, [2], [1])) == {"R1": ["B1"]}

    def test_it_lasts(self) -> None:
        """SKR-F8, SKR-F5: over both turns; then the kill."""
        state = play(field(PAIR), "fight R1 B1", [6], [4], "end", "end")
        assert over(state) == {"R1": ["B1"]}
        assert not alive(play(state, "fight R1 B1", [2], [1]), "B1")


class TestOncePerTurn:
    def test_each_begins_one(self) -> None:
        """SKR-T3: one melee begun a turn, struck any number of times."""
        state = play(field(RING), "fight R1 B1", [3], [3])
        assert illegal(state, "fight R1 B1") == "SKR-T3"
        assert illegal(state, "fight R1+R2 B1") == "SKR-T3"
        state = play(state, "fight R2 B1", [3], [3], "fight R3+R4 B1", [3, 3], [3])
        assert all(unit(state, id)["fought"] for id in ("R1", "R2", "R3", "R4"))
        state = play(state, "end")
        assert waits(play(state, "fight B1 R1")) == ("melee", "blue", 1)
        assert illegal(play(state, "fight B1 R1", [3], [3]), "fight B1 R2") == "SKR-T3"

    def test_interleaved(self) -> None:
        """SKR-T1, SKR-F2: one moves, another moves, both strike together."""
        pieces = {"R1": at(10, 6), "R2": at(10, 15.6), "B1": at(10, 10.8), **FAR}
        state = play(field(pieces), "move R1 10,10", "move R2 10,11.6", "fight R1+R2 B1")
        assert waits(state) == ("melee", "red", 2)

    def test_who_fired_does_not_strike(self) -> None:
        """SKR-T3."""
        pieces = {**PAIR, "R1": at(10, 10, **GUN), "B2": at(5, 5)}
        state = play(field(pieces, fire_into_melee=True), "fire R1 B2", [1], [1])
        assert illegal(state, "fight R1 B1") == "SKR-T3"

    @pytest.mark.parametrize("faces", [([6], [1]), ([1], [6]), ([3], [3])])
    def test_who_struck_does_not_move(self, faces: tuple[list[int], list[int]]) -> None:
        """SKR-T3: neither away nor along, however it went; in its next turn it may again."""
        state = play(field({**PAIR, **FAR}), "fight R1 B1", *faces)
        pinned = "SKR-F11" if faces == ([1], [6]) else None
        assert illegal(state, "move R1 8,10") == "SKR-T3"
        listed = list(GAME.choices(state, "red"))
        assert not [each for each in listed if each.do == "move" and each.to_json()["unit"] == "R1"]
        assert GAME.reach(state, "red", "R1") == ()
        later = play(state, "end", "end")
        found = GAME.choices(later, "red").why_not(GAME.read_action("move R1 8,10"))
        assert (found and found.rule) == pinned

    def test_moving_then_striking(self) -> None:
        """SKR-T3: after its movement it strikes, and then does nothing more."""
        pieces = {"R1": at(10, 6, **GUN), "B1": at(10, 10.8), **FAR}
        state = play(field(pieces), "move R1 10,10", "fight R1 B1", [3], [3])
        assert illegal(state, "move R1 10,9") == "SKR-T2"
        assert illegal(state, "fire R1 B1") == "SKR-T2"

    def test_who_struck_does_not_fire(self) -> None:
        """SKR-T3: the other way round it is the same."""
        pieces = {**PAIR, "R1": at(10, 10, **GUN), "B2": at(5, 5)}
        state = play(field(pieces, fire_into_melee=True), "fight R1 B1", [1], [1])
        assert illegal(state, "fire R1 B2") == "SKR-T3"


class TestSeveral:
    @pytest.mark.parametrize(
        ("text", "faces", "top"),
        [
            ("fight R1+R2 B1", [6, 2], "R1"),
            ("fight R1+R2 B1", [2, 6], "R2"),
            ("fight R2+R1 B1", [6, 2], "R2"),
            ("fight R2+R1 B1", [2, 6], "R1"),
            ("fight R1+R2+R3 B1", [2, 3, 6], "R3"),
            ("fight R4+R3+R2+R1 B1", [1, 6, 2, 2], "R3"),
        ],
    )
    def test_the_highest_die_takes_it(self, text: str, faces: list[int], top: str) -> None:
        """SKR-F10: the faces follow the order in which the strikers are named."""
        assert over(play(field(RING), text, faces, [5])) == {top: ["B1"]}

    @pytest.mark.parametrize(
        ("text", "faces", "top"),
        [
            ("fight R1+R2 B1", [1, 1, 2, 6], "R2"),
            ("fight R2+R1 B1", [6, 1, 2, 1], "R2"),
            ("fight R2+R1 B1", [1, 2, 2, 6], "R1"),
            ("fight R1+R2 B1", [2, 6, 1, 2], "R1"),
            ("fight R1+R2 B1", [3, 1, 6, 3], "R2"),
        ],
    )
    def test_pools_of_two_dice_each(self, text: str, faces: list[int], top: str) -> None:
        """SKR-F2, SKR-F10: whose die it was, with more than one a piece."""
        pieces = {**RING, "R1": at(10, 10, attack=2), "R2": at(10, 11.6, attack=2)}
        state = play(field(pieces), text)
        assert waits(state) == ("melee", "red", 4)
        assert over(play(state, faces, [5])) == {top: ["B1"]}

    def test_equal_dice_of_two_strikers(self) -> None:
        """SKR-F10, SKR-F7: two equal dice that both win kill, so no tie is left."""
        assert not alive(play(field(RING), "fight R1+R2 B1", [6, 6], [5]), "B1")

    def test_a_striker_without_dice(self) -> None:
        """SKR-F10: nobody takes advantage with somebody else's die."""
        pieces = {**RING, "R1": at(10, 10, attack=0)}
        state = play(field(pieces), "fight R1+R2 B1")
        assert waits(state) == ("melee", "red", 1)
        assert over(play(state, [6], [5])) == {"R2": ["B1"]}

    def test_it_dies_if_any_is_on_top(self) -> None:
        """SKR-F10: whoever rolled highest; but not for one that does not strike."""
        state = edited(field(RING), RED_TOP)
        assert not alive(play(state, "fight R2+R1 B1", [6, 1], [5]), "B1")
        after = play(state, "fight R2+R3 B1", [6, 1], [5])
        assert alive(after, "B1") and over(after) == {"R1": ["B1"], "R2": ["B1"]}

    def test_what_the_target_had_over_the_winner_ends(self) -> None:
        """SKR-F10: and only that."""
        state = edited(field(RING), {"B1": {"advantage_over": ["R1", "R2"]}})
        assert over(play(state, "fight R1+R2 B1", [1, 6], [5])) == {"R2": ["B1"], "B1": ["R1"]}

    def test_a_tie(self) -> None:
        """SKR-F4: nothing changes and nobody is asked."""
        state = edited(field(RING), {"B1": {"advantage_over": ["R1"]}})
        after = play(state, "fight R1+R2 B1", [5, 2], [5])
        assert over(after) == {"B1": ["R1"]} and decider(after) == "red"


class TestTheChoice:
    def test_the_targets_owner_chooses(self) -> None:
        """SKR-F9: in the other side's turn, among the strikers only."""
        state = play(field(RING), "fight R2+R1 B1", [2, 3], [5])
        assert decider(state) == "blue"
        assert GAME.dump(state)["pending"]["offer"] == {
            "kind": "choose",
            "unit": "B1",
            "among": ["R2", "R1"],
        }
        for text in ("choose R3", "choose B1", "choose R77", "end", "hold", "fight B1 R1"):
            assert illegal(state, text) == "SKR-F9"
        after = play(state, "choose R1")
        assert over(after) == {"B1": ["R1"]} and decider(after) == "red"
        assert illegal(after, "choose R2") == "SKR-F9"

    def test_a_lone_striker_is_not_chosen(self) -> None:
        """SKR-F9."""
        state = play(field(RING), "fight R2 B1", [2], [5])
        assert decider(state) == "red" and over(state) == {"B1": ["R2"]}

    def test_it_kills_whom_it_is_on_top_of(self) -> None:
        """SKR-F9, SKR-F5: the other one only comes under it."""
        state = edited(field(RING), {"B1": {"advantage_over": ["R1"]}})
        state = play(state, "fight R1+R2 B1", [2, 3], [5])
        assert not alive(play(state, "choose R1"), "R1")
        other = play(state, "choose R2")
        assert alive(other, "R2") and over(other) == {"B1": ["R1", "R2"]}

    def test_reversal_of_the_chosen(self) -> None:
        """SKR-F6, SKR-F9: the other striker stays on top."""
        state = edited(field(RING), {**RED_TOP, "R2": {"advantage_over": ["B1"]}})
        state = play(state, "fight R1+R2 B1", [2, 3], [5], "choose R1")
        assert over(state) == {"R2": ["B1"], "B1": ["R1"]}

    def test_outright(self) -> None:
        """SKR-F7, SKR-F9: two dice over the highest of the pool kill whom it chooses."""
        pieces = {**RING, "B1": at(10, 10.8, attack=2)}
        state = play(field(pieces), "fight R1+R2 B1", [2, 3], [5, 4])
        assert not alive(play(state, "choose R2"), "R2") and alive(play(state, "choose R2"), "R1")
        close = play(field(pieces), "fight R1+R2 B1", [2, 4], [5, 4], "choose R1")
        assert alive(close, "R1") and over(close) == {"B1": ["R1"]}


class TestAdvantageEnds:
    def test_with_a_death(self) -> None:
        """SKR-F8: of the one on top and of the one below, also by fire."""
        pieces = {**PAIR, "R2": at(10, 20, **GUN), "R3": at(10.8, 10.8)}
        state = edited(field(pieces, fire_into_melee=True), BLUE_TOP)
        state = play(state, "fire R2 B1", [6], [1])
        assert over(state) == {} and illegal(play(state, "end"), "move B1 1,1") == "SKR-T1"
        assert runs(state, "move R1 10,6")

    def test_when_they_part(self) -> None:
        """SKR-F8, SKR-F11: the one on top walks away; along the base it does not."""
        state = edited(field(PAIR), RED_TOP)
        assert over(play(state, "move R1 10,9.95")) == {"R1": ["B1"]}
        assert over(play(state, "move R1 10,9.949")) == {}
        assert over(play(state, "move R1 10,6")) == {}
        told = events(state, "move R1 10,6")
        assert {"event": "parted", "unit": "R1", "other": "B1"} in told

    def test_a_walk_round_keeps_it(self) -> None:
        """SKR-F8: a corner of the way that still touches."""
        state = edited(field(PAIR), RED_TOP)
        assert over(play(state, "move R1 10.2,10")) == {"R1": ["B1"]}

    def test_friends_of_the_dead_keep_theirs(self) -> None:
        """SKR-F8: advantage is between two."""
        state = edited(field(RING), {"R1": {"advantage_over": ["B1"]}})
        state = edited(state, {"B1": {"advantage_over": ["R2", "R3"]}})
        after = play(state, "fight R2 B1", [1], [6])
        assert not alive(after, "R2") and over(after) == {"R1": ["B1"], "B1": ["R3"]}


class TestPinned:
    @pytest.fixture
    def below(self) -> Json:
        return {"R1": at(10, 10, **BOW), "B1": at(10, 10.8), "B2": at(10, 20), **FAR}

    def test_it_strikes_only(self, below: Json) -> None:
        """SKR-F11: neither moves, not even nowhere, nor fires."""
        state = edited(field(below), BLUE_TOP)
        for text in ("move R1 10,6", "move R1 10,10", "fire R1 B2", "fire R1 B1"):
            assert illegal(state, text) == "SKR-F11"
        assert waits(play(state, "fight R1 B1")) == ("melee", "red", 1)
        state = play(state, "fight R1 B1", [6], [1])
        assert over(state) == {"R1": ["B1"]}
        assert illegal(state, "move R1 10,6") == "SKR-T3"

    def test_the_option(self, below: Json) -> None:
        """SKR-F11: not pinned it walks away, which ends it, and fires where it may."""
        state = edited(field(below, pinned=False), BLUE_TOP)
        after = play(state, "move R1 10,6")
        assert where(after, "R1") == [10, 6] and over(after) == {}
        assert illegal(state, "fire R1 B2") == "SKR-G6"
        both = edited(field(below, pinned=False, fire_into_melee=True), BLUE_TOP)
        assert waits(play(both, "fire R1 B2")) == ("fire", "red", 1)

    def test_a_fight_for_life(self) -> None:
        """SKR-V1: the last striker beaten in his own turn loses the game."""
        state = edited(field({"R1": at(10, 10), "B1": at(10, 10.8)}), BLUE_TOP)
        script: list[Part] = ["fight R1 B1", [1], [2]]
        assert winners(play(state, *script)) == ["blue"]
        assert offer(play(state, *script)) is None
