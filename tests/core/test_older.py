"""Records of older rules, replayed as far as today's rules agree."""

from dataclasses import replace
from typing import Any

import pytest

import outrider
from older.kept import NAMES, PARTED, record, text
from outrider.core.course import replay
from outrider.core.older import Older, retold
from outrider.core.pending import Outcome
from outrider.core.record import Chose, Noted, Record
from outrider.core.refusal import Refusal
from outrider.core.wire import dumps
from outrider.play.desk import MatchDesk
from outrider.play.match import Match
from outrider.play.older import OlderMatch


def told(name: str) -> Older[Any]:
    kept = record(name)
    return retold(outrider.game(kept.header.game), kept)


@pytest.mark.parametrize("name", NAMES)
def test_as_far_as_it_agrees(name: str) -> None:
    course, lines = told(name), record(name).lines
    assert len(course.moments) == len(lines) + 1
    if name not in PARTED:
        assert course.parting is None and course.reached == len(lines)
        return
    assert course.parting is not None
    assert course.parting.n == PARTED[name]
    assert course.reached == min(PARTED[name], len(lines) + 1) - 1
    said = str(course.parting)
    assert course.header.rules in said and course.game.rules_version in said


def test_up_to_there_it_is_the_game_of_today() -> None:
    """The same states as the lines that agree, played by themselves."""
    for name in ("skirmish-told", "skirmishers-struck"):
        course, kept = told(name), record(name)
        header = replace(kept.header, rules=course.game.rules_version)
        assert course.terms is not None
        header = replace(header, options=course.terms.options.to_json())
        part = Record(header, kept.lines[: course.reached], None)
        states = [moment.state for moment in replay(course.game, part)]
        assert states == [moment.state for moment in course.moments[: course.reached + 1]]


def test_the_rest_is_text() -> None:
    course = told("skirmishers-struck")
    rest = [str(event) for moment in course.moments[5:] for event in moment.events]
    assert rest[:4] == [
        "Red: move R1 10,6",
        "Red: end",
        "Blue: move B1 10,6.8",
        "Blue: fight B1 R1",
    ]
    assert rest[-1] == "Red resigns." and "Blue rolls 6 for melee" in rest
    assert all(moment.state is course.moments[4].state for moment in course.moments[5:])


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("skirmish-home", "all its lines stand, but the game goes on"),
        ("skirmish-told", "beyond line 40: R1 has seen nothing to tell [SKM-O3]"),
        ("skirmish-small", 'at all: players sit 18" apart at least, not 12" [SKM-S4]'),
        ("skirmishers-struck", "beyond line 4: R1 has struck in this turn"),
    ],
)
def test_why(name: str, why: str) -> None:
    """SKM-O9, SKM-S4, SKR-T3"""
    assert why in str(told(name).parting)


@pytest.mark.parametrize("name", PARTED)
def test_what_parts_is_not_played_on(name: str) -> None:
    """The refusal has the line and both versions."""
    kept = record(name)
    game = outrider.game(kept.header.game)
    with pytest.raises(Refusal) as caught:
        Match.from_record(game, kept)
    number = PARTED[name] + 1
    assert caught.value.kind == "malformed"
    assert caught.value.message.startswith(f"line {number}: ")
    assert kept.header.rules in caught.value.message
    assert game.rules_version in caught.value.message


def test_what_agrees_is_played_on_by_todays_rules() -> None:
    kept = record("skirmishers-whole")
    match = Match.from_record(outrider.game("skirmishers"), kept)
    assert match.result == kept.result
    assert match.header.rules == match.game.rules_version != kept.header.rules
    assert outrider.Match.from_record(match.game, match.record()).state == match.state


def test_neighbours_touched_before_they_could_sit_otherwise() -> None:
    """SKM-S4: a table of older rules is laid as it was."""
    course = told("skirmish-told")
    assert course.game.dump(course.moments[0].state)["options"]["seating"] == "corners"


@pytest.mark.parametrize("rules", ["0.9", "1.9", "2.2", "3.0", "", "two", "2.0.0"])
def test_other_versions_are_not_read(rules: str) -> None:
    kept = record("skirmish-told")
    strange = Record(replace(kept.header, rules=rules), kept.lines, kept.result)
    for read in (retold, lambda game, record: list(replay(game, record))):
        with pytest.raises(Refusal, match="line 1: "):
            read(outrider.game("skirmish"), strange)


def test_an_action_that_is_none_today_is_listed_as_it_is_written() -> None:
    kept = record("skirmishers-struck")
    odd = Chose(5, "red", {"do": "dance", "unit": "R1"})
    course = retold(
        outrider.game("skirmishers"),
        Record(kept.header, (*kept.lines[:4], odd, *kept.lines[5:]), kept.result),
    )
    assert str(course.moments[5].events[0]) == 'Red: {"do":"dance","unit":"R1"}'
    assert course.parting is not None and course.parting.n == 5


# -- a match of older rules ------------------------------------------------------------------------


def standing(name: str, lines: int) -> OlderMatch:
    """A running match of older rules with so many lines."""
    kept = record(name)
    match = OlderMatch(outrider.game(kept.header.game), kept.header)
    for line in kept.lines[:lines]:
        match.follow(line)
    return match


def ended(match: Match) -> Outcome | None:
    return match.result


BOTH = [("skirmishers-struck", 3), ("skirmishers-struck", 9), ("skirmish-small", 15)]
"""Before it parts from today's rules, after that, and where they do not even begin it."""


@pytest.mark.parametrize(("name", "lines"), BOTH)
def test_it_stands_still(name: str, lines: int) -> None:
    match = standing(name, lines)
    assert match.deciders() == () and match.result is None
    done = {"skirmish": "ready", "skirmishers": "end"}[match.game.id]
    action = match.game.read_action(done)
    for tried in (
        lambda: match.play("red", action),
        lambda: match.roll([3]),
        lambda: match.note("red", "takeback"),
        lambda: MatchDesk(match).odds("red", action),
    ):
        with pytest.raises(Refusal) as caught:
            tried()
        assert caught.value.kind == "not-your-turn"
        assert match.header.rules in caught.value.message
        assert match.game.rules_version in caught.value.message
    assert match.version == lines


@pytest.mark.parametrize(("name", "lines"), BOTH)
def test_its_people_agree_to_a_draw(name: str, lines: int) -> None:
    match = standing(name, lines)
    match.note("blue", "draw")
    assert ended(match) is None
    with pytest.raises(Refusal, match="already"):
        match.note("blue", "draw")
    match.note("red", "no-draw")
    match.note("red", "draw")
    match.note("blue", "draw")
    assert ended(match) == Outcome((), "agreed by all")
    with pytest.raises(Refusal) as caught:
        match.note("red", "resign")
    assert caught.value.kind == "over"


@pytest.mark.parametrize("kind", ["resign", "abandon"])
@pytest.mark.parametrize(("name", "lines"), BOTH)
def test_its_people_leave(name: str, lines: int, kind: str) -> None:
    match = standing(name, lines)
    match.note("red", kind)
    assert match.result is not None and match.result.winners == ("blue",)
    kept = match.record()
    assert kept.header == record(name).header
    assert kept.lines[-1] == Noted(lines + 1, "red", kind)
    # Whoever reads the lines again finds the same end.
    again = OlderMatch(match.game, kept.header)
    for line in kept.lines:
        again.follow(line)
    assert again.result == match.result


def test_of_three_the_last_one_wins() -> None:
    match = standing("skirmish-told", 45)
    match.note("green", "resign")
    assert ended(match) is None
    with pytest.raises(Refusal) as caught:
        match.note("green", "draw")
    assert caught.value.kind == "over"
    match.note("red", "abandon")
    found = ended(match)
    assert found is not None and found.winners == ("blue",)


@pytest.mark.parametrize("name", NAMES)
def test_a_finished_one_keeps_its_result_and_its_record(name: str) -> None:
    kept = record(name)
    match = OlderMatch(outrider.game(kept.header.game), kept.header, kept.result)
    for line in kept.lines:
        match.follow(line)
    assert match.result == kept.result
    assert match.record().to_text() == text(name)
    parting = match.parting
    assert (parting.n if parting else None) == PARTED.get(name)
    assert dumps(match.pending.to_json()) == dumps({"over": kept.to_json()[-1]["result"]})
