"""First proofs that the rules work: the book's examples, the reactions, the ways to win."""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import jsonschema
import pytest

import outrider
from games.skirmishers.skirmish_line import (
    BOW,
    GAME,
    RIFLE,
    begun,
    edited,
    offered,
    played,
    scenario,
    step,
)
from outrider.core.pending import Over, Roll
from outrider.core.refusal import Refusal

KEPT = Path(__file__).parents[2] / "playthroughs" / "skirmishers.jsonl"
FACING = {"R1": {"at": [10, 10]}, "B1": {"at": [10, 10.8]}}
"""Two pieces that touch."""
WALL = {
    "shape": "polygon",
    "points": [[8, 12], [12, 12], [12, 13], [8, 13]],
    "name": "wall",
    "cost": "impassable",
    "blocks_sight": True,
}


def alive(state: Any, id: str) -> bool:
    return bool(state.unit(id).alive)


def refusal(state: Any, text: str, seat: str = "red") -> Refusal:
    before = GAME.write(state)
    with pytest.raises(Refusal) as caught:
        GAME.apply(state, seat, GAME.read_action(text))
    assert GAME.write(state) == before
    return caught.value


class TestExamples:
    """The book's ten, with their dice."""

    def test_1_moving(self) -> None:
        """SKR-M1, SKR-T2, SKR-T3: six inches, then a strike, but no shot."""
        pieces = {"R1": {"at": [10, 3], **BOW}, "B1": {"at": [10, 9.8]}, "B2": {"at": [20, 20]}}
        state = played(begun(scenario(pieces)), "move R1 10,9")
        assert state.unit("R1").at == (10_000, 9_000)
        assert refusal(state, "fire R1 B2").rule == "SKR-T2"
        assert isinstance(GAME.pending(played(state, "fight R1 B1")), Roll)
        assert refusal(begun(scenario(pieces)), "move R1 10,9.001").rule == "SKR-M1"

    def test_2_to_4_advantage(self) -> None:
        """SKR-F3, SKR-F5, SKR-F6: taken, used to kill, turned round."""
        state = begun(scenario(FACING))
        state = played(state, "fight R1 B1", [6], [4])
        assert state.unit("R1").over == ("B1",)
        again = edited(state, R1={"fought": False})
        assert not alive(played(again, "fight R1 B1", [4], [3]), "B1")
        turned = played(again, "fight R1 B1", [2], [5])
        assert turned.unit("R1").over == () and turned.unit("B1").over == ("R1",)

    def test_5_outright(self) -> None:
        """SKR-F2, SKR-F7: two strikers' 6 and 5 against a 4."""
        state = begun(scenario({**FACING, "R2": {"at": [10, 11.6]}}))
        assert not alive(played(state, "fight R1+R2 B1", [6, 5], [4]), "B1")

    def test_6_to_8_fire(self) -> None:
        """SKR-G1, SKR-G2, SKR-G3: a bow, a rifle, a rifle against cover."""
        far = {"B1": {"at": [10, 15]}}
        bow = begun(scenario({"R1": {"at": [10, 5], **BOW}, **far}))
        assert not alive(played(bow, "fire R1 B1", [4], [3, 2]), "B1")
        rifle = begun(scenario({"R1": {"at": [10, 5], **RIFLE}, **far}))
        assert not alive(played(rifle, "fire R1 B1", [4], [3]), "B1")
        hedge = {"shape": "disc", "at": [10, 14], "radius": 0.5, "cover": 1}
        covered = begun(scenario({"R1": {"at": [10, 5], **RIFLE}, **far}, [hedge]))
        assert alive(played(covered, "fire R1 B1", [4], [3]), "B1")

    def test_9_return_fire(self) -> None:
        """SKR-X1, SKR-X2: it is offered at once, and never answered."""
        state = begun(scenario({"R1": {"at": [10, 5], **BOW}, "B1": {"at": [10, 15], **RIFLE}}))
        state = played(state, "fire R1 B1", [2], [3, 1])
        assert offered(state) == {"kind": "return-fire", "unit": "B1", "target": "R1"}
        state = played(state, "return-fire", [2], [5])
        assert alive(state, "R1") and offered(state) is None
        assert not state.unit("B1").reacted  # SKR-X5

    def test_10_defensive_fire(self) -> None:
        """SKR-X3, SKR-X4, SKR-X6: the mover is stopped and dies where it was hit."""
        pieces = {"R1": {"at": [10, 2]}, "B1": {"at": [10, 16], **RIFLE}, "R2": {"at": [20, 2]}}
        state = played(begun(scenario(pieces)), "move R1 10,8")
        assert offered(state) == {"kind": "defensive-fire", "unit": "B1", "target": "R1"}
        assert state.unit("R1").at == (10_000, 4_000)
        state = played(state, "defensive-fire", [4], [2])
        assert not alive(state, "R1") and state.unit("R1").at == (10_000, 4_000)
        assert state.unit("B1").reacted and state.march is None


class TestMelee:
    def test_equal_dice_and_two_that_do_not_both_beat(self) -> None:
        """SKR-F4, SKR-F7: 4 against 4 changes nothing; 6, 4 against 4 is advantage only."""
        assert played(begun(scenario(FACING)), "fight R1 B1", [4], [4]).unit("R1").over == ()
        strong = {"R1": {"at": [10, 10], "attack": 2}, "B1": {"at": [10, 10.8]}}
        assert played(begun(scenario(strong)), "fight R1 B1", [6, 4], [4]).unit("R1").over
        assert not alive(played(begun(scenario(strong)), "fight R1 B1", [5, 5], [4]), "B1")

    def test_the_striker_may_die(self) -> None:
        strong = {"R1": {"at": [10, 10]}, "B1": {"at": [10, 10.8], "attack": 2}}
        over = played(begun(scenario(strong)), "fight R1 B1", [3], [5, 4])
        assert not alive(over, "R1") and isinstance(GAME.pending(over), Over)

    def test_a_lone_target_chooses(self) -> None:
        """SKR-F9: advantage over the chosen one; the wrong piece is refused."""
        pieces = {**FACING, "R2": {"at": [10, 11.6]}, "R3": {"at": [20, 20]}}
        state = played(begun(scenario(pieces)), "fight R1+R2 B1", [2, 3], [5])
        assert offered(state) == {"kind": "choose", "unit": "B1", "among": ["R1", "R2"]}
        assert refusal(state, "choose R3", "blue").rule == "SKR-F9"
        assert refusal(state, "choose R1").kind == "not-your-turn"
        assert played(state, "choose R2").unit("B1").over == ("R2",)

    def test_the_highest_die_takes_it(self) -> None:
        """SKR-F10: ties go to the first named."""
        state = begun(scenario({**FACING, "R2": {"at": [10, 11.6]}}))
        assert played(state, "fight R2+R1 B1", [5, 5], [5]).unit("R1").over == ()
        state = played(state, "fight R2+R1 B1", [6, 4], [5])
        assert state.unit("R2").over == ("B1",)

    def test_pinned_and_parted(self) -> None:
        """SKR-F11, SKR-F8: the one below stays; the one on top walks away and loses it."""
        state = played(begun(scenario(FACING)), "fight R1 B1", [6], [4])
        below = played(state, "end")
        assert refusal(below, "move B1 10,14", "blue").rule == "SKR-F11"
        free = edited(state, R1={"fought": False})
        assert played(free, "move R1 10,6").unit("R1").over == ()
        loose = played(begun(scenario(FACING), {"pinned": False}), "fight R1 B1", [6], [4], "end")
        assert played(loose, "move B1 10,14").unit("R1").over == ()

    def test_touching(self) -> None:
        """SKR-F1: a gap of 0.05 inches, and no more."""
        apart = {"R1": {"at": [10, 10]}, "B1": {"at": [10, 10.85]}}
        assert isinstance(GAME.pending(played(begun(scenario(apart)), "fight R1 B1")), Roll)
        apart["B1"] = {"at": [10, 10.851]}
        assert refusal(begun(scenario(apart)), "fight R1 B1").rule == "SKR-F1"


class TestFire:
    def test_sight_range_and_melee(self) -> None:
        """SKR-G4, SKR-G1, SKR-G5, SKR-G6, SKR-S3."""
        pieces = {"R1": {"at": [10, 9], **BOW}, "B1": {"at": [10, 15]}, "B2": {"at": [10, 22]}}
        state = begun(scenario(pieces, [WALL]))
        assert refusal(state, "fire R1 B1").rule == "SKR-G4"
        assert refusal(state, "fire R1 B2").rule == "SKR-G1"
        touched = {**pieces, "B3": {"at": [10.8, 9]}}
        assert refusal(begun(scenario(touched)), "fire R1 B1").rule == "SKR-G6"
        into = begun(scenario(touched), {"fire_into_melee": True})
        assert isinstance(GAME.pending(played(into, "fire R1 B1")), Roll)
        inside = {**WALL, "cost": 1, "cover": 2, "points": [[8, 12], [12, 12], [12, 16], [8, 16]]}
        seen = step(begun(scenario(pieces, [inside])), "fire R1 B1")
        assert seen.events[0].to_json()["cover"] == 2

    def test_held_shots_are_not_offered_again(self) -> None:
        """SKR-X4: not in this move, but in the next piece's."""
        pieces = {
            "R1": {"at": [10, 4]}, "R2": {"at": [12, 4]},
            "B1": {"at": [10, 14], **RIFLE}, "B2": {"at": [12, 14], **RIFLE},
        }  # fmt: skip
        state = played(begun(scenario(pieces)), "move R1 10,8")
        assert offered(state) == {"kind": "defensive-fire", "unit": "B1", "target": "R1"}
        state = played(state, "hold")
        assert offered(state) == {"kind": "defensive-fire", "unit": "B2", "target": "R1"}
        state = played(state, "defensive-fire", [1], [6])
        assert offered(state) is None and state.unit("R1").at == (10_000, 8_000)
        state = played(state, "move R2 12,8")
        assert offered(state) == {"kind": "defensive-fire", "unit": "B1", "target": "R2"}
        assert refusal(state, "return-fire", "blue").rule == "SKR-X4"
        assert offered(played(state, "hold")) is None
        assert GAME.load(GAME.dump(state)) == state


class TestMoving:
    def test_enemies_walls_and_friends(self) -> None:
        """SKR-M2, and what is suggested instead."""
        pieces = {"R1": {"at": [10, 8]}, "R2": {"at": [10, 10]}, "B1": {"at": [6, 8]}}
        state = begun(scenario(pieces, [WALL]))
        assert refusal(state, "move R1 5,8").rule == "SKR-M2"
        assert refusal(state, "move R2 10,15").rule == "SKR-M2"
        assert refusal(state, "move R1 10,10").rule == "SKR-M2"
        assert played(state, "move R1 10,11").unit("R1").at == (10_000, 11_000)
        around: Any = GAME.suggest(state, "red", GAME.read_action("move R1 5,8"))
        assert around is not None and len(around.path) > 1 and around.path[-1] == (5000, 8000)
        shorter = GAME.suggest(state, "red", GAME.read_action("move R1 3.9,8"))
        assert shorter is not None and GAME.write_action(shorter) == "move R1 6.8,8"
        with pytest.raises(Refusal, match="1 to 32 points"):
            GAME.action({"do": "move", "unit": "R1", "path": [[1, 1]] * 10_000})

    def test_previews(self) -> None:
        """Who may fire, where, and the exact chance to arrive."""
        pieces = {"R1": {"at": [10, 2]}, "B1": {"at": [10, 16], **RIFLE}}
        state = begun(scenario(pieces))
        move = GAME.read_action("move R1 10,8")
        told = [event.to_json() for event in GAME.preview(state, "red", move)]
        assert told[0]["unit"] == "B1" and told[0]["at"] == [10, 4]
        assert GAME.odds(state, "red", move).chances == {
            "alive": Fraction(7, 12), "killed": Fraction(5, 12), "killed by B1": Fraction(5, 12),
        }  # fmt: skip


class TestVictory:
    @pytest.mark.parametrize(
        ("red", "script", "winners"),
        [
            ([{"kind": "destroy", "pieces": ["B1"]}], ["fight R1 B1", [6], [1]], []),
            ([{"kind": "reach", "zone": {"shape": "disc", "at": [10, 9], "radius": 2}, "count": 1}],
             ["end"], ["red"]),
            ([{"kind": "hold", "zone": {"shape": "disc", "at": [10, 9], "radius": 1.5},
               "turns": 2}],
             ["end"] * 3, ["red"]),
            ([{"kind": "exit", "edge": "left", "count": 1}], ["move R1 0,10", "end"], ["red"]),
            ([{"kind": "survive"}], ["end"] * 4, ["red"]),
            ([{"kind": "destroy-all"}], ["end"] * 4, []),
        ],
        ids=["destroy", "reach", "hold", "exit", "survive", "limit"],
    )  # fmt: skip
    def test_ways_to_win(self, red: Any, script: list[Any], winners: list[str]) -> None:
        """SKR-S4, SKR-V1: each is looked for at the end of a turn."""
        pieces = {"R1": {"at": [10, 10], "movement": 10}, "B1": {"at": [10, 10.8]}}
        state = played(begun(scenario(pieces, red=red, turn_limit=4)), *script)
        if not winners and len(script) < 4:
            assert GAME.dump(state)["result"] is None
            return
        result = GAME.dump(state)["result"]
        assert result["winners"] == winners
        assert GAME.load(GAME.dump(state)) == state


class TestScenarios:
    @pytest.mark.parametrize("name", GAME.scenario_names())
    def test_shipped(self, name: str) -> None:
        """SKR-S1, SKR-S2, SKR-S5: valid, by the schema too, and complete in the state."""
        terms = GAME.terms(scenario=name)
        jsonschema.Draft202012Validator(GAME.scenario_schema()).validate(terms.scenario)
        state = GAME.new(terms).state
        assert GAME.dump(state)["scenario"] == terms.scenario
        assert GAME.terms_of(state) == terms
        assert terms.scenario["story"]

    @pytest.mark.parametrize(
        ("change", "fault"),
        [
            ({"B1": {"at": [10, 10.7]}}, "sides.blue.pieces[0].at: overlaps R1"),
            ({"B1": {"at": [10, 25]}}, "sides.blue.pieces[0].at: off the table"),
            ({"B1": {"at": [10, 12.5]}}, "sides.blue.pieces[0].at: in impassable terrain (wall)"),
            (
                {"B1": {"at": [5, 5], "weapon": "gun"}},
                "sides.blue.pieces[0].weapon: unknown",
            ),
            ({"B1": {"at": [5, 5], "range": 8}}, "sides.blue.pieces[0].range: a piece without"),
        ],
    )
    def test_faults_have_a_place(self, change: Any, fault: str) -> None:
        """SKR-S5."""
        given = scenario({"R1": {"at": [10, 10]}, **change}, [WALL])
        faults = GAME.scenario_faults(given)
        assert len(faults) == 1 and faults[0].startswith(fault)
        with pytest.raises(Refusal, match="the scenario") as caught:
            GAME.terms(scenario=given)
        assert (caught.value.kind, caught.value.rule) == ("malformed", "SKR-S5")

    @pytest.mark.parametrize(
        ("condition", "place"),
        [
            ({"kind": "destroy", "pieces": ["B7"]}, "pieces[0]"),
            ({"kind": "reach", "zone": {"shape": "disc", "at": [1, 1], "radius": 3}, "count": 1},
             "zone"),
            ({"kind": "reach", "zone": {"shape": "disc", "at": [10, 12.5], "radius": 0.3},
              "count": 1}, "zone"),
            ({"kind": "exit", "edge": "top", "count": 2}, "count"),
            ({"kind": "hold", "zone": {"shape": "disc", "at": [5, 5], "radius": 1}, "turns": 11},
             "turns"),
            ({"kind": "win"}, "kind"),
        ],
    )  # fmt: skip
    def test_what_nobody_can_reach(self, condition: Any, place: str) -> None:
        """SKR-S4, SKR-S5."""
        pieces = {"R1": {"at": [10, 10]}, "B1": {"at": [5, 5]}}
        given = scenario(pieces, [WALL], red=[condition], turn_limit=20)
        (fault,) = GAME.scenario_faults(given)
        assert fault.startswith(f"sides.red.victory[0].{place}: ")


class TestKeptGame:
    def test_it_shows_everything(self) -> None:
        """SKR-T1: every kind of action, reactions taken and left, a choice, an exit, deaths."""
        record = outrider.record_from_text(KEPT.read_text("utf-8"))
        lines = [line.to_json() for line in record.lines]
        assert {line.get("do") for line in lines} >= {
            "move", "fight", "choose", "fire", "return-fire", "defensive-fire", "hold", "end",
        }  # fmt: skip
        moments = list(outrider.replay(GAME, record))
        events = {event.event for moment in moments for event in moment.events}
        assert events >= {"moved", "offered", "held", "advantage", "died", "exited", "over"}
        assert json.loads(KEPT.read_text("utf-8").splitlines()[0])["scenario"]["sides"]
