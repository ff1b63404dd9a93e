"""The state as JSON: the contract's fields, round trips, edits possible and impossible."""

import copy
import random
from typing import Any

import pytest

from games.skirmishers.warband import (
    DEFENSIVE,
    GAME,
    GUN,
    RETURN,
    SHIPPED,
    Json,
    alive,
    at,
    decider,
    disc,
    edit,
    edited,
    field,
    illegal,
    impossible,
    offer,
    opened,
    over,
    play,
    unit,
    waits,
    wall,
    where,
    winners,
)
from outrider import Match, Over, Refusal, Roll, record_from_text
from outrider.core.wire import dumps, parse
from outrider.dice import SeededDice

PIECES = {
    "R1": at(10, 10), "R2": at(10, 11.6), "R3": at(20, 4, **GUN), "R4": at(22, 4),
    "B1": at(10, 10.8), "B2": at(20, 14, **GUN), "B3": at(22, 14, **GUN),
}  # fmt: skip
EXIT: Json = {"kind": "exit", "edge": "bottom", "count": 2}
HOLD: Json = {"kind": "hold", "zone": disc(10, 10, 3), "turns": 3}
BASE = field(PIECES, wall(1, 20, 5, 22), red=[EXIT, HOLD, {"kind": "destroy-all"}])
MARCH = play(BASE, "move R4 22,8")
SHOT = play(MARCH, "defensive-fire")
STAGES = {
    "new": BASE,
    "moved": play(BASE, "move R1 9.5,9"),
    "strike": play(BASE, "fight R1+R2 B1"),
    "answer": play(BASE, "fight R1+R2 B1", [3, 4]),
    "choice": play(BASE, "fight R1+R2 B1", [3, 4], [5]),
    "advantage": play(BASE, "fight R1 B1", [5], [2]),
    "fire": play(BASE, "fire R3 B2"),
    "defense": play(BASE, "fire R3 B2", [4]),
    "return": play(BASE, "fire R3 B2", [4], [4]),
    "returned": play(BASE, "fire R3 B2", [4], [4], "return-fire"),
    "return defense": play(BASE, "fire R3 B2", [4], [4], "return-fire", [2]),
    "march": MARCH,
    "march held": play(MARCH, "hold"),
    "march shot": SHOT,
    "march defense": play(SHOT, [3]),
    "march hit": play(SHOT, [6], [1]),
    "exit": play(BASE, "move R4 22,0", "hold", "hold"),
    "held": play(BASE, "fight R1 B1", [6], [5], "end", "end", "fight R1 B1", [6], [5], "end"),
    "over": play(BASE, *["end"] * 100),
}
stages = pytest.mark.parametrize("name", STAGES)


class TestContract:
    @stages
    def test_round_trip(self, name: str) -> None:
        """SKR-T1: loading gives the same game, at every stage of what can be under way."""
        state = STAGES[name]
        text = dumps(GAME.dump(state))
        again = GAME.load(parse(text))
        assert again == state and dumps(GAME.dump(again)) == text
        assert GAME.read(GAME.write(state)) == state

    @stages
    def test_fields(self, name: str) -> None:
        """SKR-S1: what the contract names is there."""
        data = GAME.dump(STAGES[name])
        assert {"game", "options", "phase", "pending", "result", "table", "units"} <= set(data)
        assert data["game"] == "skirmishers" and data["phase"] in ("battle", "over")
        assert data["table"] == data["scenario"]["table"]
        for entry in data["units"]:
            assert entry["health"] == int(entry["alive"])
            assert {
                "id", "seat", "kind", "at", "firing", "attack", "defense", "movement", "weapon",
                "range", "moved", "fired", "fought", "reacted", "advantage_over",
            } <= set(entry)  # fmt: skip

    def test_purposes(self) -> None:
        """SKR-F3, SKR-G1: what a roll is for, who makes it, in which order."""
        expected = {
            "strike": ("melee", "red", 2), "answer": ("melee", "blue", 1),
            "fire": ("fire", "red", 1), "defense": ("defense", "blue", 1),
            "returned": ("fire", "blue", 1), "return defense": ("defense", "red", 1),
            "march shot": ("fire", "blue", 1), "march defense": ("defense", "red", 1),
        }  # fmt: skip
        assert {name: waits(STAGES[name]) for name in expected} == expected

    @pytest.mark.parametrize("name", SHIPPED)
    @pytest.mark.parametrize("options", [{}, {"pinned": False, "fire_into_melee": True}])
    def test_random_play(self, name: str, options: Json) -> None:
        """SKR-S5: every step of a random game of every shipped scenario, with all options."""
        source = random.Random(f"{name} {options}")
        state = opened(name, **options)
        for number in range(110):
            pending = GAME.pending(state)
            if isinstance(pending, Over):
                break
            if isinstance(pending, Roll):
                faces = [source.randint(1, 6) for _ in range(pending.dice)]
                state = GAME.roll(state, faces).state
            else:
                seat = decider(state)
                state = GAME.apply(state, seat, GAME.choices(state, seat).sample(source)).state
            if number % 2 or offer(state):
                assert GAME.load(parse(dumps(GAME.dump(state)))) == state

    @pytest.mark.parametrize("name", SHIPPED)
    def test_what_is_listed_is_legal(self, name: str) -> None:
        """SKR-T1: everything on the list may be played, and has odds that add up."""
        state = opened(name)
        seat = decider(state)
        listed = list(GAME.choices(state, seat))
        assert listed[-1].do == "end"
        for action in listed[:: max(1, len(listed) // 40)]:
            assert GAME.apply(state, seat, action).events
            assert GAME.read_action(GAME.write_action(action)) == action
            assert GAME.action(action.to_json()) == action


class TestPossible:
    def test_little_is_needed(self) -> None:
        """SKR-S1: of a unit its id, place and health; of a state what the contract names."""
        data = GAME.dump(BASE)
        units = [{name: unit[name] for name in ("id", "at", "health")} for unit in data["units"]]
        few = {name: data[name] for name in ("game", "options", "phase", "pending", "result")}
        state = GAME.load(
            {**few, "table": data["table"], "units": units, "scenario": data["scenario"]}
        )
        assert state == BASE

    def test_without_a_scenario(self) -> None:
        """SKR-S2: its table, its units, and who kills all wins."""
        data = GAME.dump(BASE)
        del data["scenario"], data["held"]
        state = GAME.load(data)
        assert where(state, "B1") == [10, 10.8]
        assert waits(play(state, "fight R1+R2 B1")) == ("melee", "red", 2)
        one = copy.deepcopy(data)
        for entry in one["units"]:
            if entry["seat"] == "blue" and entry["id"] != "B1":
                entry |= {"health": 0, "alive": False}
        assert winners(play(GAME.load(one), "fight R1+R2 B1", [6, 6], [1])) == ["red"]

    @pytest.mark.parametrize(
        ("changes", "fields"),
        [
            ({"R1": {"at": [12, 9]}}, {}),
            ({"R1": {"attack": 5, "movement": 7.5, "base": 0.3}}, {}),
            ({"R1": {"weapon": "bow", "range": 5}}, {}),
            ({"R1": {"advantage_over": ["B1"]}, "B1": {"advantage_over": ["R2"]}}, {}),
            ({"R1": {"moved": True, "fought": True}}, {}),
            ({"R3": {"fired": True}, "B2": {"reacted": True}}, {}),
            ({"R4": {"health": 0, "alive": False, "at": None}}, {}),
            ({"R4": {"health": 0, "alive": False}}, {}),
            ({"R4": {"at": None, "exited": True, "exit": "bottom"}}, {}),
            ({"R4": {"at": None, "exited": True}}, {}),
            ({}, {"turn": 99}),
            ({}, {"pending": {"decide": ["blue"]}, "turn": 2}),
            ({}, {"held": {"red": [0, 2, 0], "blue": [0]}, "turn": 5}),
            ({}, {"options": {"pinned": False}}),
        ],
    )
    def test_edits(self, changes: dict[str, Json], fields: Json) -> None:
        """SKR-T1, SKR-F8: it loads, has what was written, and is written down the same."""
        state = GAME.load(edit(BASE, changes, **fields))
        for id, fields_ in changes.items():
            assert {name: unit(state, id).get(name) for name in fields_} == fields_
        assert GAME.load(GAME.dump(state)) == state
        assert winners(state) is None

    def test_a_finished_position_is_over(self) -> None:
        """SKR-V1: the result is worked out anew, whatever is written."""
        dead = {"health": 0, "alive": False}
        state = GAME.load(edit(BASE, {"B1": dead, "B2": dead, "B3": dead}))
        assert winners(state) == ["red"]
        gone = {"at": None, "exited": True}
        assert winners(GAME.load(edit(BASE, {"R3": gone, "R4": gone}, turn=3))) == ["red"]
        assert winners(GAME.load(edit(BASE, turn=101))) == []
        open_ = edit(BASE, pending={"over": {"winners": ["red"], "reason": "so"}}, phase="over")
        assert winners(GAME.load(open_)) is None

    def test_an_edited_opening_is_not_over(self) -> None:
        """SKR-V1: no turn has ended and nobody was killed, so nobody has won yet."""
        zone: Json = {"kind": "reach", "zone": disc(20, 4, 1), "count": 1}
        state = field(PIECES, red=[zone])
        assert winners(GAME.load(GAME.dump(state))) is None
        assert winners(GAME.load(edit(state, {"B3": {"at": [22, 15]}}))) is None

    def test_offers_by_hand(self) -> None:
        """SKR-X1, SKR-X3: with the fields that the contract names."""
        fired = edit(BASE, {"R3": {"fired": True}})
        asked: Json = {"kind": RETURN, "unit": "B2", "target": "R3"}
        fired["pending"] = {"decide": ["blue"], "offer": asked}
        state = GAME.load(fired)
        assert offer(state) == (RETURN, "B2", "R3")
        assert not alive(play(state, "return-fire", [6], [1]), "R3")
        moved = edit(BASE, {"R4": {"moved": True}})
        asked = {"kind": DEFENSIVE, "unit": "B3", "target": "R4"}
        moved["pending"] = {"decide": ["blue"], "offer": asked}
        state = GAME.load(moved)
        assert not alive(play(state, "defensive-fire", [6], [1]), "R4")
        assert decider(play(state, "hold")) == "red"

    def test_a_match_from_the_middle(self) -> None:
        """SKR-X4: played on, recorded, replayed."""
        match = Match.from_state(GAME, MARCH, SeededDice(3))
        match.play("blue", GAME.read_action("defensive-fire"))
        while match.result is None and match.version < 30:
            seat = match.deciders()[0]
            match.play(seat, GAME.choices(match.state, seat).sample(random.Random(match.version)))
        text = match.record().to_text()
        again = Match.from_record(GAME, record_from_text(text))
        assert again.state == match.state and again.record().to_text() == text


def changed(name: str, path: str, value: Any) -> Json:
    """A stage with one field set: units by their id, the rest by name."""
    data: Any = copy.deepcopy(GAME.dump(STAGES[name]))
    place = data
    *way, last = path.split(".")
    for part in way:
        if isinstance(place, list):
            place = next(entry for entry in place if entry["id"] == part)
        else:
            place = place[part]
    place[last] = value
    return dict(data)


IMPOSSIBLE: list[tuple[str, str, Any, str | None]] = [
    ("new", "game", "basic", None),
    ("new", "phase", "deploy", None),
    ("new", "weather", "rain", None),
    ("new", "pending", {}, None),
    ("new", "pending", {"decide": []}, None),
    ("new", "pending", {"decide": ["green"]}, None),
    ("new", "pending", {"decide": ["red", "blue"]}, None),
    ("new", "pending", {"roll": {"purpose": "melee", "seat": "red", "dice": 1}}, None),
    ("new", "pending", {"decide": ["red"], "over": {}}, None),
    ("new", "options", {"pinned": "yes"}, None),
    ("new", "turn", 0, None),
    ("new", "turn", "1", None),
    ("new", "first", "green", None),
    ("new", "units", {}, None),
    ("new", "table", {"size": [24, 24], "terrain": []}, "SKR-S2"),
    ("new", "scenario", 5, None),
    ("new", "held", {"red": [0], "blue": [0]}, None),
    ("new", "held", {"red": [0, 4, 0], "blue": [0]}, None),
    ("new", "held", {"red": [1, 0, 0], "blue": [0]}, None),
    ("new", "units.R1.id", "R9", None),
    ("new", "units.R1.id", "R2", None),
    ("new", "units.R1.seat", "blue", None),
    ("new", "units.R1.kind", "giant", None),
    ("new", "units.R1.health", 2, None),
    ("new", "units.R1.health", None, None),
    ("new", "units.R1.health", 0, None),
    ("new", "units.R1.alive", False, None),
    ("new", "units.R1.at", None, None),
    ("new", "units.R1.at", [10, 10.001], "SKR-M2"),
    ("new", "units.R1.at", [10.0001, 10], None),
    ("new", "units.R1.at", [31, 10], "SKR-M2"),
    ("new", "units.R1.at", [3, 21], "SKR-M2"),
    ("new", "units.R1.attack", 13, None),
    ("new", "units.R1.weapon", "bow", "SKR-S2"),
    ("new", "units.R1.weapon", "sling", "SKR-S2"),
    ("new", "units.R3.weapon", "none", "SKR-S2"),
    ("new", "units.R1.base", 0.9, "SKR-M2"),
    ("new", "units.R1.hat", 1, None),
    ("new", "units.R1.moved", 1, None),
    ("new", "units.R1.reacted", True, "SKR-X3"),
    ("new", "units.B1.moved", True, "SKR-T1"),
    ("new", "units.B1.fought", True, "SKR-T1"),
    ("new", "units.B2.fired", True, "SKR-T1"),
    ("new", "units.R1.fired", True, "SKR-G1"),
    ("new", "units.B1.reacted", True, "SKR-G1"),
    ("new", "units.R1.exited", True, "SKR-S4"),
    ("new", "units.R1.exit", "bottom", "SKR-S4"),
    ("exit", "units.R4.exit", "top", "SKR-S4"),
    ("exit", "units.R4.at", [22, 0], "SKR-S4"),
    ("fire", "units.R3.moved", True, "SKR-T2"),
    ("fire", "units.R3.fought", True, "SKR-T3"),
    ("new", "units.R1.advantage_over", ["R2"], "SKR-F8"),
    ("new", "units.R1.advantage_over", ["B2"], "SKR-F8"),
    ("new", "units.R1.advantage_over", ["B1", "B1"], "SKR-F8"),
    ("advantage", "units.B1.advantage_over", ["R1"], "SKR-F8"),
    ("march hit", "units.R4.moved", True, None),
    ("strike", "fight.units", ["R1", "R3"], "SKR-F1"),
    ("strike", "fight.units", [], None),
    ("strike", "fight.target", "R3", "SKR-F1"),
    ("strike", "units.R1.fought", False, "SKR-F1"),
    ("strike", "fight.faces", [1], "SKR-F3"),
    ("answer", "fight.faces", [1], "SKR-F3"),
    ("answer", "fight.faces", [1, 7], None),
    ("choice", "fight.answer", [4], "SKR-F9"),
    ("choice", "fight.units", ["R1"], None),
    ("choice", "pending.offer.among", ["R1"], None),
    ("choice", "pending.decide", ["red"], None),
    ("strike", "pending.roll.dice", 3, None),
    ("strike", "pending.roll.seat", "blue", None),
    ("fire", "units.R3.fired", False, "SKR-T2"),
    ("fire", "shot.target", "R4", "SKR-G1"),
    ("fire", "shot.target", "B1", None),
    ("fire", "shot.kind", "throw", None),
    ("fire", "shot.unit", "B7", None),
    ("defense", "shot.faces", [1, 2], "SKR-G1"),
    ("defense", "shot.faces", [0], None),
    ("fire", "units.R3.range", 9.999, "SKR-G1"),
    ("return", "units.R3.fired", False, "SKR-T2"),
    ("return", "pending.offer.unit", "B1", "SKR-X1"),
    ("return", "pending.offer.kind", "dance", None),
    ("return", "pending.decide", ["red"], None),
    ("return", "units.B2.range", 9.999, "SKR-X1"),
    ("march", "units.R4.moved", False, "SKR-X4"),
    ("march", "units.R4.at", [22, 4.6], "SKR-X4"),
    ("march", "pending.offer.unit", "B1", "SKR-X4"),
    ("march", "pending.offer.unit", "B3", "SKR-X4"),
    ("march", "pending.offer.target", "R1", "SKR-X4"),
    ("march", "move.gone", 0.002, "SKR-X4"),
    ("march", "move.gone", 0, "SKR-X4"),
    ("march", "move.gone", 7, "SKR-X4"),
    ("march", "move.gone", -1, None),
    ("march", "move.gone", 0.0005, None),
    ("march", "move.held", ["B2"], "SKR-X4"),
    ("march", "move.held", ["R1"], "SKR-X4"),
    ("march", "move.waiting", ["R1"], "SKR-X4"),
    ("march", "move.waiting", ["B2"], "SKR-X4"),
    ("march", "move.waiting", ["B7"], None),
    ("march", "move.held", ["B1"], "SKR-X4"),
    ("march", "move.held", ["B3"], "SKR-X4"),
    ("march", "move.waiting", ["B3"], "SKR-X4"),
    ("march held", "move.held", ["B2", "B1"], "SKR-X4"),
    ("march held", "move.waiting", ["B2"], "SKR-X4"),
    ("march held", "units.B2.reacted", True, "SKR-X4"),
    ("march shot", "move.held", ["B3"], "SKR-X4"),
    ("march", "units.R3.at", [22, 3.3], "SKR-M2"),
    ("march", "move.look", 1, None),
    ("march", "move.path", [[22, 14]], "SKR-M1"),
    ("march", "move.path", [[22, 31]], "SKR-M2"),
    ("march", "move.from", [10, 10], None),
    ("march", "move.unit", "R9", None),
    ("march", "move.path", [[22, 4]] * 33, "SKR-M1"),
    ("march", "units.B2.reacted", True, "SKR-X4"),
    ("march shot", "units.B2.reacted", False, "SKR-X3"),
    ("march shot", "move.waiting", ["B2"], "SKR-X4"),
    ("march shot", "shot.kind", "fire", "SKR-X4"),
]  # fmt: skip


class TestImpossible:
    @pytest.mark.parametrize(("name", "path", "value", "rule"), IMPOSSIBLE)
    def test_edits(self, name: str, path: str, value: Any, rule: str | None) -> None:
        """SKR-T1 to SKR-X4: refused as malformed, with the reason and, where there is one, the
        rule."""
        found = impossible(changed(name, path, value))
        assert rule is None or found.rule == rule, found

    @pytest.mark.parametrize("name", ["game", "options", "phase", "pending", "units", "table"])
    def test_missing(self, name: str) -> None:
        """SKR-S1."""
        data = GAME.dump(BASE)
        del data[name]
        impossible(data)

    def test_an_offer_that_comes_too_late(self) -> None:
        """SKR-X4: B2 had the mover in its field of fire at the first point already."""
        data = changed("march", "units.R4.at", [22, 5])
        data["move"]["gone"] = 1
        assert impossible(data).rule == "SKR-X4"

    def test_nobody_waits_at_the_end_of_a_way(self) -> None:
        """SKR-X4: B2 was asked there, and so it has held or fired."""
        state = play(BASE, "move R4 22,4.001", "hold")
        data = GAME.dump(state)
        assert offer(state) == (DEFENSIVE, "B3", "R4") and GAME.load(data) == state
        data["move"] |= {"held": [], "waiting": ["B2"]}
        assert impossible(data).rule == "SKR-X4"

    def test_who_has_answered_was_asked(self) -> None:
        """SKR-X4: B3 sees the mover only behind the wall's end; until then nobody asks it."""
        pieces = {"R1": at(10, 4), "B2": at(4, 10, **GUN), "B3": at(16, 10, **GUN)}
        state = play(field(pieces, wall(12, 6, 13, 9)), "move R1 10,9")
        assert offer(state) == (DEFENSIVE, "B2", "R1")
        later = play(state, "wait", "wait")
        assert offer(later) == (DEFENSIVE, "B2", "R1") and GAME.load(GAME.dump(later)) == later
        data = GAME.dump(later)
        data["move"]["held"] = ["B3"]
        assert impossible(data).rule == "SKR-X4"

    def test_a_pinned_mover(self) -> None:
        """SKR-F11: who is below an enemy that it has touched all the way never set out."""
        pieces = {"R1": at(10, 10), "B1": at(10, 10.8), "B2": at(14, 10, **GUN)}
        state = play(field(pieces, fire_into_melee=True), "move R1 10.1,10")
        assert offer(state) == (DEFENSIVE, "B2", "R1")
        assert impossible(edit(state, {"B1": {"advantage_over": ["R1"]}})).rule == "SKR-F11"

    def test_a_shot_that_comes_too_late(self) -> None:
        """SKR-X4: the same as the offer, once it is taken."""
        data = changed("march shot", "units.R4.at", [22, 4.6])
        data["move"]["gone"] = 0.6
        assert impossible(data).rule == "SKR-X4"

    def test_who_was_pinned_is_asked_late(self) -> None:
        """SKR-F11, SKR-X4: B1 could not fire at first, while R1 was still on top of it."""
        pieces = {"R1": at(10, 10, base=3), "B1": at(10, 16, base=3, **GUN)}
        start = field(pieces, fire_into_melee=True)
        state = play(edited(start, {"R1": {"advantage_over": ["B1"]}}), "move R1 13,10")
        assert where(state, "R1") == [10.777, 10] and offer(state) == (DEFENSIVE, "B1", "R1")
        assert GAME.load(GAME.dump(state)) == state
        shot = play(state, "defensive-fire")
        assert GAME.load(GAME.dump(shot)) == shot

    def test_more_turns_held_than_there_were(self) -> None:
        """SKR-S4: in the first turn nobody has held anything, in the third Red once."""
        for turn, count in ((1, 2), (1, 1), (2, 2), (3, 2)):
            seat = ["blue", "red"][turn % 2]
            data = edit(BASE, held={"red": [0, count, 0], "blue": [0]}, turn=turn)
            assert impossible({**data, "pending": {"decide": [seat]}}).rule == "SKR-S4"

    def test_a_dead_piece_on_top(self) -> None:
        """SKR-F8: nobody has advantage over the dead, nor they over anybody."""
        dead = {"health": 0, "alive": False}
        impossible(edit(STAGES["advantage"], {"B1": dead}))
        impossible(edit(STAGES["advantage"], {"R1": {**dead, "fought": False}}))

    def test_the_position_as_text(self) -> None:
        """SKR-S1: broken text, and options that are not its own."""
        for text in ("", "{", "[]", "null", GAME.write(BASE)[:-1]):
            impossible_text(text)
        impossible_text(GAME.write(BASE), {"pinned": False})


def impossible_text(text: str, options: Json | None = None) -> None:
    with pytest.raises(Refusal) as caught:
        GAME.read(text, options)
    assert caught.value.kind == "malformed"


def test_edited_ratings_count() -> None:
    """SKR-S1: what an edited unit says of itself is played with."""
    state = edited(BASE, {"R1": {"attack": 3}, "R4": {"movement": 1}})
    assert waits(play(state, "fight R1 B1")) == ("melee", "red", 3)
    assert illegal(state, "move R4 22,2.9") == "SKR-M1"
    assert over(state) == {}
