"""Sentences told in parts: a page says units and places in its own way, and looks for nothing in
the words."""

import random
import re

import pytest

from outrider.core.conduct import would_undo
from outrider.dice import SeededDice
from outrider.games import game as game_by_id
from outrider.play.desk import told
from outrider.play.match import Match
from play.company import battle, do

LINES = 160


def played(game: str, seed: int) -> Match:
    rules = game_by_id(game)
    match = Match(rules, rules.terms({}, 2, None, None), SeededDice(seed))
    source = random.Random(seed)
    while match.version < LINES and match.result is None:
        seat = match.deciders()[0]
        match.play(seat, match.choices(seat).sample(source))
    return match


def whole(part: object) -> str:
    if isinstance(part, dict):
        return str(part["unit"]) if "unit" in part else ",".join(map(str, part["at"]))
    return str(part)


@pytest.mark.parametrize("game", ["basic", "skirmish", "skirmish-2012", "skirmishers"])
def test_parts_are_the_sentence_and_no_word_names_a_unit(game: str) -> None:
    match = played(game, 3)
    units = {unit["id"] for unit in match.game.dump(match.state)["units"]}
    kinds = set()
    for moment in match.moments:
        for event in told(moment.events):
            if event["event"] in ("moved", "deployed"):
                continue  # a page has words of its own for these
            words = event.get("said", [event["text"]])
            assert "".join(map(whole, words)) == event["text"]
            named = {
                id for part in words if isinstance(part, str) for id in re.findall(r"\w+", part)
            }
            assert not named & units, event
            kinds |= {event["event"]} if "said" in event else set()
    assert len(kinds) >= 3, kinds


def test_places_are_parts_too() -> None:
    from outrider.games.skirmish.events import Landed

    (event,) = told([Landed("R1", (3000, 4500), ("B1", "B2"))])
    assert [part for part in event["said"] if isinstance(part, dict)] == [
        {"unit": "R1"}, {"at": [3, 4.5]}, {"unit": "B1"}, {"unit": "B2"}
    ]  # fmt: skip


def test_what_a_takeback_would_undo_is_said_beforehand() -> None:
    match = do(battle(), "red e1-e3", "blue e8-e6")
    said = would_undo(match.game, match.moments)
    assert said == {"red": "e1-e3 and 1 choice since", "blue": "e8-e6"}
    do(match, "blue: takeback")
    assert would_undo(match.game, match.moments) == {"red": "e1-e3"}
    do(match, "red: resign")
    assert would_undo(match.game, match.moments) == {}


def test_words_that_were_written_are_those_of_the_line_that_stands() -> None:
    """A match remembers how its last choices are written; drafts that came to nothing, and what
    was taken back, are not taken for them."""
    match = do(battle(), "red e1-e3", "blue e8-e6")
    game, source = match.game, random.Random(5)
    for _ in range(12):
        seat = match.deciders()[0]
        match.draft_play(seat, match.choices(seat).sample(source))  # and nobody writes it down
        match.play(seat, match.choices(seat).sample(source))
        if source.random() < 0.3 and match.deciders():
            do(match, f"{seat}: takeback")
        assert would_undo(game, match.moments, match.written) == would_undo(game, match.moments)
