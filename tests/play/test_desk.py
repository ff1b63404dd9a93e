"""The desk: typed questions, typed answers, and a match's people heard before its rules."""

import pickle
from typing import Any

import pytest

from outrider.core.game import Game
from outrider.core.refusal import Refusal
from outrider.core.wire import Action
from outrider.dice import AskedDice, Dice, ListedDice, SeededDice
from outrider.games import game
from outrider.play import questions
from outrider.play.desk import (
    Desk,
    Foreseen,
    Listing,
    MatchDesk,
    Position,
    Reached,
    Suggestion,
    Threatened,
    Verdict,
)
from outrider.play.match import Match
from outrider_pebbles.actions import Take
from outrider_pebbles.game import Pebbles
from outrider_pebbles.state import State

BASIC, SKIRMISH = game("basic"), game("skirmish")
ENDS = {"from": [0, 0], "to": [1, 1]}


class Adviser(Pebbles):
    """Pebbles that has something to suggest, whoever asks and whatever is asked about."""

    def suggest(self, state: State, seat: str | None, action: Any) -> Any:
        return Take(1)


def match(heap: int = 9, dice: Dice | None = None, seats: int = 2) -> Match:
    rules = Adviser()
    return Match(rules, rules.terms({"heap": heap}, seats), dice or ListedDice([3, 2]))


def deployed(rules: Game[Any, Any]) -> Match:
    """A match in which everybody stands on the table."""
    found = Match(rules, rules.terms(), SeededDice(1))
    while rules.dump(found.state)["phase"] == "deploy":
        seat = found.deciders()[0]
        found.play(seat, next(iter(found.choices(seat))))
    return found


def asked(desk: Desk, do: str, **fields: Any) -> Any:
    return desk.answer(desk.question({"do": do, **fields}))


def refused(desk: Desk, do: str, **fields: Any) -> Refusal:
    with pytest.raises(Refusal) as caught:
        asked(desk, do, **fields)
    return caught.value


class TestReading:
    def test_a_question_is_data(self) -> None:
        desk = MatchDesk(match())
        found = desk.question({"do": "check", "seat": "red", "action": "take 2", "id": 5})
        assert found == questions.Check("red", Take(2))
        assert pickle.loads(pickle.dumps(found)) == found

    def test_every_name_is_read(self) -> None:
        desk = MatchDesk(match())
        for do in (*questions.ASKED, "play"):
            request = {"do": do, "seat": None, "action": "pass", "unit": "R1", **ENDS}
            assert type(desk.question(request)).__name__.lower() == do

    @pytest.mark.parametrize(
        ("fields", "said"),
        [
            ({}, "`action` is missing"),
            ({"seat": "nobody"}, "`action` is missing"),
            ({"action": 5, "seat": "nobody"}, "an action must be an object"),
            ({"action": "pass"}, "`seat` is missing"),
            ({"action": "pass", "seat": 5}, "a seat must be a string"),
            ({"action": "pass", "seat": "green"}, "nobody sits at"),
        ],
    )
    def test_what_is_asked_about_comes_first_then_who_asks(
        self, fields: dict[str, Any], said: str
    ) -> None:
        for do in ("check", "odds", "preview", "suggest", "play"):
            assert said in refused(MatchDesk(match()), do, **fields).message

    def test_a_unit_comes_before_a_seat_too(self) -> None:
        for do in ("reach", "threats"):
            assert "`unit` is missing" in refused(MatchDesk(match()), do).message
            assert "must be a string" in refused(MatchDesk(match()), do, unit=None).message
            assert "`seat` is missing" in refused(MatchDesk(match()), do, unit="R1").message


class TestSuggesting:
    def test_something_is_close_to_what_a_rule_forbids(self) -> None:
        desk = MatchDesk(match())
        verdict = asked(desk, "check", seat="red", action="take 4")
        assert verdict == Verdict(verdict.refusal, Take(1))
        assert verdict.to_json() == {
            "legal": False,
            "refusal": verdict.refusal.to_json(),
            "instead": {"do": "take", "pebbles": 1},
        }
        assert asked(desk, "suggest", seat="red", action="take 4") == Suggestion(Take(1))

    @pytest.mark.parametrize(("seat", "action"), [("red", "take 3"), ("blue", "take 4")])
    def test_nothing_is_to_what_is_legal_or_has_to_wait(self, seat: str, action: str) -> None:
        desk = MatchDesk(match())
        assert asked(desk, "check", seat=seat, action=action).instead is None
        found = asked(desk, "suggest", seat=seat, action=action)
        assert found == Suggestion(None) and found.to_json() == {"instead": None}

    def test_nor_while_dice_have_to_fall_or_when_it_is_over(self) -> None:
        falling, ended = match(dice=AskedDice()), match()
        ended.resign("blue")
        for desk, kind in ((MatchDesk(falling), "not-your-turn"), (MatchDesk(ended), "over")):
            verdict = asked(desk, "check", seat="red", action="take 4")
            assert verdict.refusal.kind == kind and verdict.instead is None


class TestPeople:
    def test_nothing_is_left_in_a_match_that_they_have_ended(self) -> None:
        played = deployed(BASIC)
        seat = played.deciders()[0]
        unit = f"{seat[0].upper()}1"
        before = MatchDesk(played)
        action = next(each for each in before.legal(seat).actions if each.do == "move")
        assert asked(before, "reach", seat=seat, unit=unit).reach
        assert isinstance(before.preview(seat, action), Foreseen)
        played.resign("red")
        after = MatchDesk(played)
        assert asked(after, "legal", seat=seat) == Listing((), True)
        assert asked(after, "reach", seat=seat, unit=unit) == Reached((), ())
        assert asked(after, "threats", seat=seat, unit=unit) == Threatened(())
        for do in ("odds", "preview", "play"):
            assert refused(after, do, seat=seat, action=action.to_json()).kind == "over"
        # The state by itself knows nothing of it.
        assert asked(Desk(BASIC, played.state), "reach", seat=seat, unit=unit).reach

    def test_a_unit_that_there_cannot_be_is_refused_all_the_same(self) -> None:
        played = Match(BASIC, BASIC.terms(), ListedDice([6, 1]))
        played.resign("red")
        assert refused(MatchDesk(played), "reach", seat="red", unit="Z9").kind == "malformed"


class TestPlaying:
    def test_in_a_match_it_is_played(self) -> None:
        played = match(dice=ListedDice([3, 2]))
        found = asked(MatchDesk(played), "play", seat="red", action="take 3")
        assert isinstance(found, Position) and found.state is played.state
        assert [event.event for event in found.events] == ["taken", "rolled"]
        assert played.version == 3

    @pytest.mark.parametrize(("faces", "rolled"), [((), 0), ((5,), 1), ((5, 6, 1), 1)])
    def test_a_state_stays_as_it_is(self, faces: tuple[int, ...], rolled: int) -> None:
        """Dice that are used up wait to fall; those that are left over do not matter."""
        rules = Pebbles()
        state = rules.roll(rules.new(rules.terms({"heap": 9})).state, (3,)).state
        found = Desk(rules, state, ListedDice(faces)).play("red", Take(3))
        assert [event.event for event in found.events] == ["taken", *["rolled"] * rolled]
        said = found.to_json()
        assert ("roll" in said["pending"]) == (rolled == 0)
        assert rules.load(said["state"]) == found.state != state
        assert said["question"] == rules.question(found.state)
        assert all(event["text"] for event in said["events"])

    def test_the_clock_speaks_for_no_seat(self) -> None:
        """SKM-R6: only it says that the minute is over."""
        played = deployed(SKIRMISH)
        desk = MatchDesk(played)
        assert asked(desk, "check", seat=None, action="time").refusal is None
        assert asked(desk, "check", seat="red", action="time").refusal is not None
        ready: Action = SKIRMISH.read_action("ready")
        assert desk.why_not(None, ready) is not None and desk.why_not("red", ready) is None


def test_ranges_and_measures_are_for_anybody_at_any_time() -> None:
    """Also for the seat that is not asked."""
    found = deployed(BASIC)
    desk = MatchDesk(found)
    idle = next(seat for seat in ("red", "blue") if seat not in found.deciders())
    told = asked(desk, "ranges", seat=idle, unit="R4").to_json()["ranges"]
    assert [each["kind"] for each in told] == ["reach", "threat"]
    measured = asked(desk, "measure", seat=idle, **{"from": [0, 0], "to": [6, 8]})
    assert measured.to_json() == {"said": "10.0″ · clear sight", "blocked": None}
    for points in (
        {"from": [0, 0]},
        {"from": [0, 0], "to": 5},
        {"from": [0.00001, 0], "to": [1, 1]},
    ):
        assert refused(desk, "measure", seat=idle, **points).kind == "malformed"


def test_where_nothing_is_measured_that_is_said() -> None:
    desk = MatchDesk(match())
    assert refused(desk, "measure", seat="red", **{"from": [0, 0], "to": [1, 1]}).kind == "unknown"
    assert asked(desk, "ranges", seat="red", unit="R1").to_json() == {"ranges": []}


def test_what_is_weighed_comes_with_an_account() -> None:
    """The odds themselves stay as the contract has them."""
    found = deployed(BASIC)
    seat = found.deciders()[0]
    desk = MatchDesk(found)
    plain = asked(desk, "odds", seat=seat, action="command rush").to_json()
    assert set(plain) == {"odds", "expected"}
    weighed = asked(desk, "weigh", seat=seat, action="command rush").to_json()
    assert {name: weighed[name] for name in plain} == plain and "senses" in weighed
