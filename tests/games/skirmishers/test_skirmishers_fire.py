"""Fire: dice, range, sight, cover and melees (SKR-G1 to SKR-G6)."""

import itertools

import pytest

from games.skirmishers.warband import (
    BOW,
    GAME,
    GUN,
    RETURN,
    Json,
    alive,
    at,
    box,
    decider,
    disc,
    edited,
    events,
    field,
    illegal,
    offer,
    play,
    unit,
    waits,
)

pytestmark = pytest.mark.kernel

FAR = {"R9": at(1, 1), "B9": at(29, 29)}
LINE = {"R1": at(10, 5, **GUN), "B1": at(10, 15), **FAR}


def cover(*terrain: Json, **pieces: Json) -> int:
    """The cover of B1 against R1, as the shot tells it."""
    told: int = events(field({**LINE, **pieces}, *terrain), "fire R1 B1")[0]["cover"]
    return told


class TestDice:
    @pytest.mark.parametrize("weapon", ["bow", "firearm"])
    @pytest.mark.parametrize(("firing", "defense"), [(1, 1), (3, 2), (2, 0), (0, 1), (0, 0)])
    def test_how_many(self, weapon: str, firing: int, defense: int) -> None:
        """SKR-G1, SKR-G2: Firing against Defense, one more against a bow; none are not asked."""
        shooter = at(10, 5, weapon=weapon, range=12, firing=firing)
        state = field({**LINE, "R1": shooter, "B1": at(10, 15, defense=defense)})
        state = play(state, "fire R1 B1")
        if firing:
            assert waits(state) == ("fire", "red", firing)
            state = play(state, [6] * firing)
        answer = defense + (weapon == "bow")
        if answer:
            assert waits(state) == ("defense", "blue", answer)
            state = play(state, [1] * answer)
        assert decider(state) == "red"
        assert alive(state, "B1") is (firing == 0)

    def test_every_pair_of_faces(self) -> None:
        """SKR-G2: only a higher die kills."""
        state = play(field(LINE), "fire R1 B1")
        for mine, yours in itertools.product(range(1, 7), repeat=2):
            assert alive(play(state, [mine], [yours]), "B1") is (mine <= yours)

    def test_the_highest_counts(self) -> None:
        """SKR-G2, SKR-G3: wherever among the dice it is; a second high die is worth nothing."""
        pieces = {**LINE, "R1": at(10, 5, firing=3, **GUN), "B1": at(10, 15, defense=3)}
        state = play(field(pieces), "fire R1 B1")
        assert alive(play(state, [6, 6, 6], [1, 6, 1]), "B1")
        assert not alive(play(state, [1, 1, 5], [4, 4, 4]), "B1")

    def test_no_dice_and_cover(self) -> None:
        """SKR-G2, SKR-G3: no dice are 0, and cover is added to that."""
        pieces = {**LINE, "B1": at(10, 15, defense=0)}
        assert not alive(play(field(pieces), "fire R1 B1", [1]), "B1")
        behind = field(pieces, disc(10, 15, 1, cover=2))
        assert alive(play(behind, "fire R1 B1", [2]), "B1")
        assert not alive(play(behind, "fire R1 B1", [3]), "B1")

    def test_once_a_turn(self) -> None:
        """SKR-T4: a piece that has fired does nothing more, and fires again in its next turn."""
        state = play(field(LINE), "fire R1 B1", [1], [1])
        assert unit(state, "R1")["fired"] is True
        assert illegal(state, "fire R1 B1") == "SKR-T4"
        assert illegal(state, "move R1 9,5") == "SKR-T2"
        state = play(state, "end", "end")
        assert waits(play(state, "fire R1 B1")) == ("fire", "red", 1)


class TestRange:
    @pytest.mark.parametrize(
        ("target", "reach", "rule"),
        [
            ((10, 17), 12, None),
            ((10, 17.001), 12, "SKR-G1"),
            ((16, 13), 10, None),
            ((16, 13), 9.999, "SKR-G1"),
            ((16, 13.001), 10, "SKR-G1"),
            ((10, 5.9), 0.9, None),
        ],
    )
    def test_the_border(self, target: tuple[float, float], reach: float, rule: str | None) -> None:
        """SKR-G1: centre to centre; exactly the range is within it."""
        pieces = {**LINE, "R1": at(10, 5, weapon="bow", range=reach), "B1": at(*target)}
        if rule is None:
            assert waits(play(field(pieces), "fire R1 B1")) == ("fire", "red", 1)
        else:
            assert illegal(field(pieces), "fire R1 B1") == rule

    @pytest.mark.parametrize(
        ("text", "rule"),
        [
            ("fire R9 B1", "SKR-G1"),
            ("fire R1 R9", "SKR-G1"),
            ("fire R1 B5", "SKR-G1"),
            ("fire R5 B1", "SKR-T1"),
            ("fire B1 R1", "SKR-T1"),
        ],
    )
    def test_who_at_whom(self, text: str, rule: str) -> None:
        """SKR-G1, SKR-T1: an armed piece of one's own, at an enemy."""
        assert illegal(field(LINE), text) == rule

    def test_not_at_the_dead(self) -> None:
        """SKR-G1."""
        pieces = {**LINE, "R2": at(12, 5, **GUN)}
        state = play(field(pieces), "fire R1 B1", [6], [1])
        assert illegal(state, "fire R2 B1") == "SKR-G1"


class TestSight:
    def sees(self, *terrain: Json, **pieces: Json) -> bool:
        state = field({**LINE, **pieces}, *terrain)
        found = GAME.choices(state, "red").why_not(GAME.read_action("fire R1 B1"))
        assert found is None or found.rule == "SKR-G4"
        return found is None

    @pytest.mark.parametrize(
        ("terrain", "seen"),
        [
            (box(9, 9, 11, 10, blocks_sight=True), False),
            (box(9, 9, 11, 10), True),
            (box(9, 9, 11, 10, cost="impassable", cover=3), True),
            (box(10, 9, 11, 10, blocks_sight=True), True),
            (box(9.999, 9, 11, 10, blocks_sight=True), False),
            (disc(11, 10, 1, blocks_sight=True), True),
            (disc(11, 10, 1.001, blocks_sight=True), False),
            (box(9, 16, 11, 17, blocks_sight=True), True),
            (box(9, 2, 11, 4, blocks_sight=True), True),
        ],
    )
    def test_what_is_in_between(self, terrain: Json, seen: bool) -> None:
        """SKR-G4: terrain that blocks and that the line passes through; touching is not enough."""
        assert self.sees(terrain) is seen

    @pytest.mark.parametrize(
        ("terrain", "seen"),
        [
            (box(9, 14, 11, 16, blocks_sight=True), True),
            (box(9, 15, 11, 16, blocks_sight=True), True),
            (box(9, 13, 11, 15, blocks_sight=True), True),
            (box(9, 13, 11, 14.999, blocks_sight=True), False),
            (box(9, 4, 11, 6, blocks_sight=True), True),
            (box(9, 5, 11, 7, blocks_sight=True), True),
            (box(9, 5.001, 11, 7, blocks_sight=True), False),
            (box(9, 4, 11, 16, blocks_sight=True), True),
        ],
    )
    def test_who_stands_in_it(self, terrain: Json, seen: bool) -> None:
        """SKR-G4: the firer's or the target's own terrain does not hide; its outline belongs to
        it."""
        assert self.sees(terrain) is seen

    def test_another_piece_of_terrain_still_hides(self) -> None:
        """SKR-G4: at the window of one house one does not look through the next."""
        own, next_ = box(9, 4, 11, 6, blocks_sight=True), box(9, 9, 11, 10, blocks_sight=True)
        assert not self.sees(own, next_)
        assert self.sees(own, box(9, 14, 11, 16, blocks_sight=True))

    def test_pieces_hide_nobody(self) -> None:
        """SKR-G4: neither friends nor enemies."""
        assert self.sees(R2=at(10, 8), B2=at(10, 12))

    def test_it_is_the_same_both_ways(self) -> None:
        """SKR-G4, SKR-X1: who is seen sees."""
        house = box(9, 14, 11, 16, blocks_sight=True)
        pieces = {**LINE, "B1": at(10, 15, **GUN)}
        state = play(field(pieces, house), "fire R1 B1", [1], [1])
        assert offer(state) == (RETURN, "B1", "R1")


class TestCover:
    @pytest.mark.parametrize(
        ("terrain", "added"),
        [
            (disc(10, 15, 1, cover=2), 2),
            (box(10, 15, 11, 16, cover=2), 2),
            (box(9, 16, 11, 17, cover=2), 0),
            (box(9, 13, 11, 14, cover=2), 2),
            (box(9, 13, 11, 13.999, cover=2), 0),
            (box(9, 6, 11, 14.5, cover=2), 2),
            (disc(10, 13, 1, cover=2), 2),
            (disc(10, 12.999, 1, cover=2), 0),
            (box(10, 13, 11, 14.5, cover=2), 0),
            (disc(10, 5, 1, cover=2), 0),
        ],
    )
    def test_where_it_comes_from(self, terrain: Json, added: int) -> None:
        """SKR-G5: stood in, or crossed within 1.000 inches of the target, not 1.001."""
        assert cover(terrain) == added

    def test_aslant(self) -> None:
        """SKR-G5: along the line 3, 4, 5; the fence is met 1 inch, or a thousandth more, away."""
        pieces = {"R1": at(4, 7, **GUN), "B1": at(10, 15)}
        assert cover(box(2, 12, 20, 14.2, cover=1), **pieces) == 1
        assert cover(box(2, 12, 20, 14.199, cover=1), **pieces) == 0

    def test_only_the_best(self) -> None:
        """SKR-G5: not the sum, not the nearest."""
        fence, rocks = box(9, 14, 11, 14.2, cover=1), disc(10, 15, 2, cover=3)
        assert cover(fence, rocks) == 3 == cover(rocks, fence)
        assert cover(box(9, 14, 11, 14.2, cover=4), rocks) == 4

    def test_from_the_side(self) -> None:
        """SKR-G5: a fence in front is none against a shot from the flank."""
        fence = box(9, 14, 11, 14.5, cover=2)
        assert cover(fence) == 2
        assert cover(fence, R1=at(4, 15, **GUN)) == 0
        assert cover(fence, R1=at(10, 21, **GUN)) == 0

    def test_blocking_terrain_that_one_stands_in_covers(self) -> None:
        """SKR-G4, SKR-G5: at the window."""
        assert cover(box(9, 14, 11, 16, blocks_sight=True, cover=3)) == 3

    def test_the_firer_has_none_of_it(self) -> None:
        """SKR-G5: but against the answer he has."""
        rocks = disc(10, 5, 1, cover=2)
        state = field({**LINE, "B1": at(10, 15, **GUN)}, rocks)
        told = events(state, "fire R1 B1", [1], [1], "return-fire")
        fired = [event["cover"] for event in told if event["event"] == "fired"]
        assert fired == [0, 2]


MIXED = {"R1": at(10, 5, **BOW), "B1": at(10, 15), "R2": at(10, 15.8), **FAR}


class TestMelee:
    def test_not_at_who_touches(self) -> None:
        """SKR-G6: the target touches an enemy, namely the firer's friend."""
        assert illegal(field(MIXED), "fire R1 B1") == "SKR-G6"
        free = field(MIXED, fire_into_melee=True)
        assert waits(play(free, "fire R1 B1")) == ("fire", "red", 1)

    def test_not_by_who_touches(self) -> None:
        """SKR-G6: not at the one it touches, and at nobody else."""
        pieces = {**MIXED, "B2": at(10, 5.8), "B3": at(12, 9)}
        for target in ("B2", "B3"):
            assert illegal(field(pieces), f"fire R1 {target}") == "SKR-G6"
            free = field(pieces, fire_into_melee=True)
            assert waits(play(free, f"fire R1 {target}")) == ("fire", "red", 1)

    def test_friends_that_touch_are_no_melee(self) -> None:
        """SKR-G6."""
        pieces = {**LINE, "B2": at(10, 15.8), "R2": at(10, 5.8)}
        assert waits(play(field(pieces), "fire R1 B1")) == ("fire", "red", 1)

    def test_the_gap_decides(self) -> None:
        """SKR-G6, SKR-F1: 0.051 inches apart is no touch."""
        pieces = {**LINE, "R2": at(10, 15.851)}
        assert waits(play(field(pieces), "fire R1 B1")) == ("fire", "red", 1)
        assert illegal(field({**LINE, "R2": at(10, 15.85)}), "fire R1 B1") == "SKR-G6"

    def test_pinned_comes_first(self) -> None:
        """SKR-F11: a pinned piece does not fire whatever the other option says."""
        pieces = {**LINE, "B2": at(10, 5.8)}
        state = edited(field(pieces, fire_into_melee=True), {"B2": {"advantage_over": ["R1"]}})
        assert illegal(state, "fire R1 B1") == "SKR-F11"
