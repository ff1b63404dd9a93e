"""Exact chances against counting every face, written without the engine's help."""

import itertools
from fractions import Fraction
from typing import Any

import pytest

from games.skirmishers.warband import (
    GAME,
    GUN,
    Json,
    Part,
    at,
    box,
    decider,
    disc,
    edited,
    field,
    odds,
    over,
    play,
    wall,
)
from outrider import Decide, Over, Roll

FAR = {"R9": at(1, 1), "B9": at(29, 29)}


def rolls(count: int) -> list[tuple[int, ...]]:
    return list(itertools.product(range(1, 7), repeat=count))


def hit(firing: int, defense: int, cover: int = 0) -> Fraction:
    """SKR-G2, SKR-G3: by counting every face."""
    mine, yours = rolls(firing), rolls(defense)
    won = sum(max(a, default=0) > max(b, default=0) + cover for a in mine for b in yours)
    return Fraction(won, len(mine) * len(yours))


def fight(mine: int, yours: int, on_top: bool = False, under: bool = False) -> dict[str, Fraction]:
    """SKR-F3 to SKR-F7: by counting every face."""
    found = dict.fromkeys(("kill", "advantage", "nothing", "reversal", "killed"), Fraction(0))
    share = Fraction(1, 6 ** (mine + yours))
    for a in rolls(mine):
        for b in rolls(yours):
            high, top = max(a, default=0), max(b, default=0)
            if high > top:
                outright = sum(face > top for face in a) >= 2
                found["kill" if on_top or outright else "advantage"] += share
            elif high < top:
                outright = sum(face > high for face in b) >= 2
                found["killed" if under or outright else "reversal"] += share
            else:
                found["nothing"] += share
    return found


class TestFights:
    @pytest.mark.parametrize("top", ["nobody", "red", "blue"])
    @pytest.mark.parametrize(("mine", "yours"), [(1, 1), (2, 1), (1, 2), (2, 3), (0, 2), (0, 0)])
    def test_one_against_one(self, mine: int, yours: int, top: str) -> None:
        """SKR-F3 to SKR-F7: with and without advantage, either way."""
        pieces = {"R1": at(10, 10, attack=mine), "B1": at(10, 10.8, attack=yours), **FAR}
        changes = {"red": ("R1", "B1"), "blue": ("B1", "R1")}.get(top)
        standing = {changes[0]: {"advantage_over": [changes[1]]}} if changes else None
        state = edited(field(pieces), standing)
        found = odds(state, "fight R1 B1")
        assert found == fight(mine, yours, top == "red", top == "blue")
        assert sum(found.values()) == 1

    @pytest.mark.parametrize(("attacks", "yours"), [((1, 1), 1), ((1, 1, 1), 2), ((2, 1), 2)])
    @pytest.mark.parametrize("top", ["nobody", "R1", "R2", "B1"])
    def test_pools(self, attacks: tuple[int, ...], yours: int, top: str) -> None:
        """SKR-F2, SKR-F9, SKR-F10: any of them on top; of those beaten, one it can kill."""
        spots = [(10, 10), (10, 11.6), (10.8, 10.8)]
        pieces: dict[str, Json] = {
            f"R{number}": at(*spot, attack=attack)
            for number, (spot, attack) in enumerate(zip(spots, attacks, strict=False), 1)
        }
        pieces |= {"B1": at(10, 10.8, attack=yours), **FAR}
        over_whom = {"R1": ["B1"], "R2": ["B1"], "B1": ["R2"]}.get(top, [])
        state = field(pieces)
        if over_whom:
            state = edited(state, {top: {"advantage_over": over_whom}})
        text = f"fight {'+'.join(f'R{n + 1}' for n in range(len(attacks)))} B1"
        found = odds(state, text)
        assert found == fight(sum(attacks), yours, top in ("R1", "R2"), top == "B1")

    def test_by_playing_all_of_it(self) -> None:
        """SKR-F3: the odds are those of what happens."""
        pieces = {"R1": at(10, 10, attack=2), "B1": at(10, 10.8, attack=2), **FAR}
        state = edited(field(pieces), {"B1": {"advantage_over": ["R1"]}})
        expected = odds(state, "fight R1 B1")
        begun = play(state, "fight R1 B1")
        found = dict.fromkeys(expected, Fraction(0))
        for faces in rolls(2):
            waiting = play(begun, list(faces))
            for answer in rolls(2):
                after = play(waiting, list(answer))
                if not after.unit("B1").alive:
                    name = "kill"
                elif not after.unit("R1").alive:
                    name = "killed"
                else:
                    name = "advantage" if over(after) == {"R1": ["B1"]} else "nothing"
                found[name] += Fraction(1, 6**4)
        assert found == expected


class TestFire:
    @pytest.mark.parametrize("weapon", ["bow", "firearm"])
    @pytest.mark.parametrize("cover", [0, 1, 5, 6])
    @pytest.mark.parametrize(("firing", "defense"), [(1, 1), (2, 1), (3, 0), (0, 1), (2, 2)])
    def test_a_shot(self, weapon: str, cover: int, firing: int, defense: int) -> None:
        """SKR-G1 to SKR-G3: at one who cannot answer."""
        pieces = {
            "R1": at(10, 5, weapon=weapon, range=12, firing=firing),
            "B1": at(10, 15, defense=defense), **FAR,
        }  # fmt: skip
        terrain = [disc(10, 15, 0.5, cover=cover)] if cover else []
        kill = hit(firing, defense + (weapon == "bow"), cover)
        found = odds(field(pieces, *terrain), "fire R1 B1")
        assert found == {"kill": kill, "nothing": 1 - kill, "killed": 0}

    @pytest.mark.parametrize(("mine", "yours"), [("bow", "firearm"), ("firearm", "bow")])
    def test_and_the_answer(self, mine: str, yours: str) -> None:
        """SKR-X1, SKR-G5: return fire is taken, with the firer's own cover."""
        pieces = {
            "R1": at(10, 5, weapon=mine, range=12, firing=2, defense=1),
            "B1": at(10, 15, weapon=yours, range=10, firing=1, defense=2), **FAR,
        }  # fmt: skip
        state = field(pieces, disc(10, 5, 1, cover=1), box(9, 14, 11, 14.2, cover=2))
        kill = hit(2, 2 + (mine == "bow"), 2)
        back = hit(1, 1 + (yours == "bow"), 1)
        killed = (1 - kill) * back
        found = odds(state, "fire R1 B1")
        assert found == {"kill": kill, "nothing": 1 - kill - killed, "killed": killed}
        far = edited(state, {"B1": {"range": 9.999}})
        assert odds(far, "fire R1 B1") == {"kill": kill, "nothing": 1 - kill, "killed": 0}

    def test_an_offer(self) -> None:
        """SKR-X1, SKR-X3: of the answer itself."""
        pieces = {"R1": at(10, 5, **GUN), "B1": at(10, 15, weapon="bow", range=12), **FAR}
        state = play(field(pieces), "fire R1 B1", [1], [1])
        assert odds(state, "return-fire") == {"kill": hit(1, 2), "nothing": 1 - hit(1, 2)}
        state = play(field(pieces), "move R1 10,6")
        assert odds(state, "defensive-fire")["kill"] == hit(1, 2)


WATCHED = {
    "R1": at(10, 4, movement=16, defense=2),
    "B1": at(3, 9, weapon="bow", range=7.1, firing=2),
    "B2": at(17, 13, weapon="firearm", range=7.2),
    "B3": at(10, 20, weapon="firearm", range=30, firing=2),
    "B4": at(3, 4), **FAR,
}  # fmt: skip
"""Three watchers that see the path from different places on."""


class TestPaths:
    def test_to_arrive_alive(self) -> None:
        """SKR-X3, SKR-X4: every shot offered is taken, each from where it is offered."""
        hedge = box(9, 11, 11, 13, cover=1)
        block = wall(8, 16, 12, 17)
        state = field(WATCHED, hedge, block)
        move = "move R1 10,14 14.5,14"
        found = odds(state, move)
        left, expected = Fraction(1), {}
        at_hedge = play(state, move)
        seen = []
        while at_hedge.offer is not None:
            watcher = at_hedge.offer.unit
            seen.append((watcher, GAME.dump(at_hedge)["units"][0]["at"]))
            at_hedge = play(at_hedge, "hold")
        assert seen[:2] == [("B1", [10, 7.813]), ("B2", [10, 11.315])] and seen[2][0] == "B3"
        for (watcher, place), (dice, defense) in zip(seen, [(2, 3), (1, 2), (2, 2)], strict=True):
            inside = place[0] == 10 and 11 <= place[1] <= 13
            chance = hit(dice, defense, 1 if inside else 0)
            expected[f"killed by {watcher}"] = left * chance
            left *= 1 - chance
        assert found == {"alive": left, "killed": 1 - left, **expected}

    def test_by_playing_all_of_it(self) -> None:
        """SKR-X4: a tree of every face, with every offer taken, has the same chances."""
        pieces = {
            "R1": at(10, 4), "B1": at(3, 9, weapon="bow", range=7.1),
            "B2": at(17, 9, weapon="firearm", range=7.2), **FAR,
        }  # fmt: skip
        state = field(pieces, disc(10, 9, 1, cover=1))
        assert alive_chance(play(state, "move R1 10,10")) == odds(state, "move R1 10,10")["alive"]

    def test_nobody_watches(self) -> None:
        """SKR-X3: then it arrives."""
        state = field({"R1": at(10, 4), "B1": at(10, 20), **FAR})
        assert odds(state, "move R1 10,8") == {"alive": 1, "killed": 0}

    def test_the_preview_tells_where(self) -> None:
        """SKR-X4: the same stops as the move itself."""
        state = field(WATCHED)
        action = GAME.read_action("move R1 10,14")
        told = [event.to_json() for event in GAME.preview(state, "red", action)]
        met = []
        walking = play(state, "move R1 10,14")
        while walking.offer is not None:
            met.append((walking.offer.unit, GAME.dump(walking)["units"][0]["at"]))
            walking = play(walking, "hold")
        assert [(e["unit"], e["at"]) for e in told if e["event"] == "offered"] == met
        assert told[-1]["to"] == [10, 14]


def alive_chance(state: Any) -> Fraction:
    """That R1 is alive in the end, if Blue always fires."""
    pending = GAME.pending(state)
    if isinstance(pending, Roll):
        parts = [alive_chance(play(state, list(faces))) for faces in rolls(pending.dice)]
        return sum(parts, Fraction(0)) / len(parts)
    if isinstance(pending, Over) or not state.unit("R1").alive:
        return Fraction(0)
    assert isinstance(pending, Decide)
    if pending.offer is None:
        return Fraction(1)
    assert decider(state) == "blue"
    answer: Part = "defensive-fire"
    return alive_chance(play(state, answer))
