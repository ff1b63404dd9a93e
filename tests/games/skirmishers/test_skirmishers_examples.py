"""The ten examples of the book with their dice, and what follows from them."""

import pytest

from games.skirmishers.warband import (
    BOW,
    DEFENSIVE,
    GUN,
    RETURN,
    Json,
    alive,
    at,
    box,
    disc,
    edited,
    field,
    illegal,
    offer,
    over,
    play,
    step,
    unit,
    wall,
    where,
)
from games.skirmishers.warband import waits as pending_roll

pytestmark = pytest.mark.kernel

DUEL = {"R1": at(10, 10), "B1": at(10, 10.8), "R9": at(2, 2), "B9": at(28, 28)}
"""Two that touch, and one more a side, so that a death ends nothing."""
RED_ON_TOP = {"R1": {"advantage_over": ["B1"]}}


class TestTheBook:
    def test_1_six_inches(self) -> None:
        """SKR-M1, SKR-T2, SKR-T3: Movement 6 goes 6 inches, strikes, and does not fire."""
        state = field({"R1": at(10, 4, **BOW), "B1": at(10, 10.8), "B2": at(10, 15)})
        assert illegal(state, "move R1 10,10.001") == "SKR-M1"
        state = play(state, "move R1 10,10")
        assert where(state, "R1") == [10, 10] and unit(state, "R1")["moved"]
        assert illegal(state, "fire R1 B2") == "SKR-T2"
        assert pending_roll(play(state, "fight R1 B1")) == ("melee", "red", 1)

    def test_2_advantage(self) -> None:
        """SKR-F3, SKR-F5: 6 against 4."""
        state = play(field(DUEL), "fight R1 B1")
        assert pending_roll(state) == ("melee", "red", 1)
        state = play(state, [6])
        assert pending_roll(state) == ("melee", "blue", 1)
        state = play(state, [4])
        assert over(state) == {"R1": ["B1"]} and alive(state, "B1")

    def test_3_kill(self) -> None:
        """SKR-F5: on top, 4 against 3."""
        state = play(edited(field(DUEL), RED_ON_TOP), "fight R1 B1", [4], [3])
        assert not alive(state, "B1") and over(state) == {}
        assert where(state, "B1") == [10, 10.8]

    def test_4_reversal(self) -> None:
        """SKR-F6: on top, 2 against 5."""
        state = play(edited(field(DUEL), RED_ON_TOP), "fight R1 B1", [2], [5])
        assert over(state) == {"B1": ["R1"]}
        assert alive(state, "R1") and alive(state, "B1")

    def test_5_outright(self) -> None:
        """SKR-F2, SKR-F7: two strike together, 6 and 5 against 4."""
        state = play(field({**DUEL, "R2": at(10, 11.6)}), "fight R1+R2 B1")
        assert pending_roll(state) == ("melee", "red", 2)
        assert not alive(play(state, [6, 5], [4]), "B1")

    def test_6_bow(self) -> None:
        """SKR-G1, SKR-G2: 4 against 3 and 2; the target has a die more."""
        state = play(
            field({"R1": at(5, 5, **BOW), "B1": at(5, 15), "B2": at(25, 25)}), "fire R1 B1"
        )
        assert pending_roll(state) == ("fire", "red", 1)
        state = play(state, [4])
        assert pending_roll(state) == ("defense", "blue", 2)
        assert not alive(play(state, [3, 2]), "B1")

    def test_7_rifle(self) -> None:
        """SKR-G1, SKR-G2: 4 against 3, and no die more."""
        state = field({"R1": at(5, 5, **GUN), "B1": at(5, 15), "B2": at(25, 25)})
        state = play(state, "fire R1 B1", [4])
        assert pending_roll(state) == ("defense", "blue", 1)
        assert not alive(play(state, [3]), "B1")

    def test_8_cover(self) -> None:
        """SKR-G3, SKR-G5: 4 against 3 and a cover of 1."""
        fence = box(4, 14, 6, 14.2, cover=1)
        state = field({"R1": at(5, 5, **GUN), "B1": at(5, 15), "B2": at(25, 25)}, fence)
        assert alive(play(state, "fire R1 B1", [4], [3]), "B1")
        assert not alive(play(state, "fire R1 B1", [5], [3]), "B1")

    def test_9_return_fire(self) -> None:
        """SKR-X1: fired at and missed, it fires back at once."""
        state = field({"R1": at(5, 5, **GUN), "B1": at(5, 15, **GUN), "R2": at(25, 5)})
        state = play(state, "fire R1 B1", [3], [3])
        assert offer(state) == (RETURN, "B1", "R1")
        state = play(state, "return-fire")
        assert pending_roll(state) == ("fire", "blue", 1)
        assert not alive(play(state, [5], [4]), "R1")

    def test_10_at_the_window(self) -> None:
        """SKR-X3, SKR-X4, SKR-X6, SKR-G4: from inside a house, 4 against 2."""
        house = box(8, 20, 12, 24, name="house", blocks_sight=True, cover=2)
        red = {"R1": at(10, 4), "R2": at(25, 4)}
        state = play(field({**red, "B1": at(10, 21, **GUN)}, house), "move R1 10,10")
        assert offer(state) == (DEFENSIVE, "B1", "R1") and where(state, "R1") == [10, 9]
        state = play(state, "defensive-fire")
        assert pending_roll(state) == ("fire", "blue", 1)
        state = play(state, [4], [2])
        assert not alive(state, "R1") and where(state, "R1") == [10, 9]
        assert illegal(state, "fight R1 B1") == "SKR-T1"


class TestConsequences:
    def test_the_attacker_can_die(self) -> None:
        """SKR-F7: 3 against 5 and 4."""
        pieces = {**DUEL, "B1": at(10, 10.8, attack=2)}
        state = play(field(pieces), "fight R1 B1", [3], [5, 4])
        assert not alive(state, "R1") and alive(state, "B1")

    @pytest.mark.parametrize(
        ("faces", "answer", "dies"),
        [([6, 4], [4], False), ([5, 5], [4], True), ([4, 6], [4], False), ([6, 5], [5], False)],
    )
    def test_both_have_to_beat_it(self, faces: list[int], answer: list[int], dies: bool) -> None:
        """SKR-F7: an equal second die is advantage only."""
        state = play(field({**DUEL, "R1": at(10, 10, attack=2)}), "fight R1 B1", faces, answer)
        assert alive(state, "B1") is not dies
        assert over(state) == ({} if dies else {"R1": ["B1"]})

    @pytest.mark.parametrize(
        ("cover", "face", "answer", "dies"),
        [
            (0, 6, [6, 2], False),
            (0, 6, [5, 5], True),
            (1, 6, [5, 3], False),
            (1, 5, [3, 3], True),
            (1, 6, [4, 4], True),
            (6, 6, [1, 1], False),
        ],
    )
    def test_bow_and_cover(self, cover: int, face: int, answer: list[int], dies: bool) -> None:
        """SKR-G2, SKR-G3: equal lives; cover is added to the highest die only."""
        pieces = {"R1": at(5, 5, **BOW), "B1": at(5, 15), "B2": at(25, 25)}
        terrain = [disc(5, 15, 1, cover=cover)] if cover else []
        state = play(field(pieces, *terrain), "fire R1 B1", [face], answer)
        assert alive(state, "B1") is not dies

    @pytest.mark.parametrize(
        ("target", "offered"),
        [
            (at(5, 15), False),
            (at(5, 17, weapon="bow", range=8), False),
            (at(5, 13, weapon="bow", range=8), True),
            (at(5, 13.001, weapon="bow", range=8), False),
        ],
    )
    def test_no_return_fire(self, target: Json, offered: bool) -> None:
        """SKR-X1: not without a weapon, and not beyond its range."""
        state = field({"R1": at(5, 5, **GUN), "B1": target})
        state = play(state, "fire R1 B1", [1], [1])
        assert offer(state) == ((RETURN, "B1", "R1") if offered else None)

    def test_a_tenth_of_an_inch(self) -> None:
        """SKR-T2: who has fired does not move 0.1 inches, and the other way round."""
        state = field({"R1": at(5, 5, **GUN), "B1": at(5, 15)})
        assert illegal(play(state, "fire R1 B1", [1], [1]), "move R1 5,5.1") == "SKR-T2"
        assert illegal(play(state, "move R1 5,5.1"), "fire R1 B1") == "SKR-T2"
        assert illegal(play(state, "move R1 5,5.1 5,5"), "fire R1 B1") == "SKR-T2"

    def test_walls_hide_and_windows_do_not(self) -> None:
        """SKR-G4: the same shot as of the tenth example, past a wall in between."""
        pieces = {"R1": at(10, 12, **GUN), "B1": at(10, 21, **GUN)}
        assert illegal(field(pieces, wall(8, 15, 12, 16)), "fire R1 B1") == "SKR-G4"
        told = step(field(pieces, box(8, 20, 12, 24, blocks_sight=True)), "fire R1 B1")
        assert told.events[0].to_json()["cover"] == 0
