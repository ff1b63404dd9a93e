"""Damaged and edited records are refused with the line and the reason.

An edit that does no harm is accepted, and then the replay agrees with the edited record.
"""

import copy
import random
import re
from collections.abc import Iterator
from typing import Any

import pytest

from cli.driving import Answer, Talk
from outrider.core.course import replay
from outrider.core.record import record_from_json, record_from_text
from outrider.core.refusal import Refusal
from outrider.core.wire import dumps, parse
from outrider.dice import ListedDice
from outrider.games import game
from outrider.play.match import Match

Rows = list[Answer]

SKIRMINION = game("skirminion")
OPTIONAL = ("names", "table", "scenario", "date", "state")
"""What a header may leave out."""


def played(match: Match, *choices: str) -> Match:
    for choice in choices:
        seat, _, action = choice.partition(" ")
        match.play(seat, SKIRMINION.read_action(action))
    return match


def quiet_game() -> Match:
    """A whole game that ends after six activations without an attack."""
    names = {"red": "Ann", "blue": "Bob"}
    terms = SKIRMINION.terms({"quiet_limit": 6})
    match = Match(SKIRMINION, terms, ListedDice([3, 3, 5, 2]), names=names, date="2025-03-04")
    played(match, "blue forts 1", "red fort d4", "blue fort d6", "red e1-e3", "blue e8-e6")
    return played(match, "red e3-f3", "blue pass", "red pass", "blue pass")


def bloody_game() -> Match:
    """From a position to the last blow, with a siege on the way."""
    start = SKIRMINION.read("7b/8/8/3f4/3P4/2F1F3/8/7F b - - 3 40")
    match = Match.from_state(SKIRMINION, start)
    played(match, "blue d5*d4", "red =e3", "red h1-h3", "blue h8-h7", "red h3-h5", "blue rest h7")
    played(match, "red h5-h6", "red h6xh7", "blue d5*d4", "red =c3", "red h6xh7")
    return played(match, "blue d5*d4", "red =c3", "red h6xh7")


def open_game() -> Match:
    """Not finished: the second die has still to fall."""
    return Match(SKIRMINION, SKIRMINION.terms(), ListedDice([4]))


def resigned_game() -> Match:
    match = Match(SKIRMINION, SKIRMINION.terms(), ListedDice([4, 2]))
    played(match, "blue forts 0", "red e1-e3")
    match.resign("blue")
    return match


GAMES = {
    made.__name__: made().record().to_json()
    for made in (quiet_game, bloody_game, open_game, resigned_game)
}

VALUES: tuple[Any, ...] = (
    None, True, 0, 1, 5, -1, 1.5, 10**30, "", "red", "blue", "green", "e1", "e3", "d4", "pass",
    "resign", "initiative", "1.0", [], [1], [4], [1, 2], ["red", "blue"], {}, {"red": "Eve"},
    {"quiet_limit": 7}, {"winners": [], "reason": "x"},
)  # fmt: skip


@pytest.fixture
def talk() -> Talk:
    made = Talk()
    made.battle()
    made.play("red", "e1-e3")
    return made


@pytest.fixture(params=GAMES)
def rows(request: pytest.FixtureRequest) -> Rows:
    return copy.deepcopy(GAMES[request.param])


def filled(rows: Rows) -> Rows:
    """A record with everything that a header may leave out, and every option."""
    header = {"names": {}, "table": None, "scenario": None, "date": None, **rows[0]}
    header["options"] = SKIRMINION.terms(header["options"]).options.to_json()
    return [header, *rows[1:]]


def judged(talk: Talk, rows: Rows) -> int | None:
    """The line for which a record is refused; None if it is accepted and the replay agrees."""
    before = talk.memory()
    answer = talk.ask("load", record=rows)
    if answer["ok"]:
        again = talk.done("record")["record"]
        assert again == filled(rows)
        assert dumps(talk.done("state")["state"]) == dumps(answer["state"])
        return None
    error = answer["error"]
    assert error["kind"] in ("malformed", "unknown")
    place = re.fullmatch(r"line (\d+): .+", error["message"])
    assert place, error["message"]
    assert 1 <= int(place[1]) <= max(1, len(rows))
    assert talk.memory() == before
    return int(place[1])


def as_text(rows: Rows) -> str:
    return "".join(dumps(row) + "\n" for row in rows)


def refusal_of(text: str | bytes) -> str | None:
    """Why a record file is refused; None if it is accepted and the replay agrees."""
    error = None
    try:
        list(replay(SKIRMINION, record_from_text(text)))
    except Refusal as refusal:
        error = refusal
    if error is None:
        return None
    assert error.kind == "malformed"
    assert re.match(r"line \d+: .", error.message), error.message
    return error.message


class TestLines:
    def test_the_records_themselves_are_fine(self, talk: Talk, rows: Rows) -> None:
        assert judged(talk, rows) is None
        assert refusal_of(as_text(rows)) is None
        assert dumps(record_from_json(rows).to_json()) == dumps(rows)

    def test_a_line_dropped(self, talk: Talk, rows: Rows) -> None:
        last = len(rows) - 1
        for index in range(len(rows)):
            place = judged(talk, rows[:index] + rows[index + 1 :])
            if index == last - 1 and rows[last]["result"] is None:
                assert place is None  # the same game, left a little earlier
            else:
                assert place == min(index + 1, last)

    def test_lines_cut_off(self, talk: Talk, rows: Rows) -> None:
        for length in range(len(rows)):
            assert judged(talk, rows[:length]) == max(1, length)

    def test_a_line_twice(self, talk: Talk, rows: Rows) -> None:
        for index in range(len(rows)):
            doubled = [*rows[: index + 1], *rows[index:]]
            assert judged(talk, doubled) == (index + 1 if index == len(rows) - 1 else index + 2)

    def test_two_lines_swapped(self, talk: Talk, rows: Rows) -> None:
        for first in range(len(rows)):
            for second in range(first + 1, len(rows)):
                swapped = list(rows)
                swapped[first], swapped[second] = rows[second], rows[first]
                assert judged(talk, swapped) == first + 1

    def test_two_plays_swapped_that_keep_their_numbers(self, talk: Talk, rows: Rows) -> None:
        for first in range(1, len(rows) - 1):
            for second in range(first + 1, len(rows) - 1):
                swapped = list(rows)
                swapped[first] = {**rows[second], "n": first}
                swapped[second] = {**rows[first], "n": second}
                judged(talk, swapped)

    def test_a_line_of_something_else(self, talk: Talk, rows: Rows) -> None:
        for index in range(len(rows)):
            for value in (None, True, 1, "x", [], {}, [rows[index]], {"n": index}, {"x": 1}):
                edited: list[Any] = [*rows[:index], value, *rows[index + 1 :]]
                assert judged(talk, edited) == index + 1


def edits(row: Answer) -> Iterator[Answer]:
    """A line with one field changed, dropped or added."""
    for name, value in row.items():
        if name == "game":  # has a test of its own
            continue
        yield {other: kept for other, kept in row.items() if other != name}
        for changed in VALUES:
            if dumps(changed) != dumps(value):
                yield {**row, name: changed}
    for name in ("x", "do", "roll", "match", "faces", "seat", "unit", "result", "n", "state"):
        if name not in row:
            yield {**row, name: "x"}


class TestFields:
    def test_each_field_changed(self, talk: Talk, rows: Rows) -> None:
        for index, row in enumerate(rows):
            for edited in edits(row):
                place = judged(talk, [*rows[:index], edited, *rows[index + 1 :]])
                assert place is None or place >= index + 1

    def test_what_does_no_harm(self, talk: Talk, rows: Rows) -> None:
        header = rows[0]
        for harmless in ({"date": "1999-12-31"}, {"date": None}, {"names": {"blue": "Zoë"}}):
            assert judged(talk, [{**header, **harmless}, *rows[1:]]) is None
        short = {name: header[name] for name in header if name not in OPTIONAL[:4]}
        assert judged(talk, [short, *rows[1:]]) is None

    @pytest.mark.parametrize(
        "edit",
        [
            {"outrider": 2},
            {"outrider": True},
            {"outrider": "1"},
            {"rules": "0.9"},
            {"options": {"quiet_limit": 5.0}},
            {"options": {"no such option": 1}},
            {"seats": ["blue", "red"]},
            {"seats": ["red"]},
            {"seats": ["red", "blue", "green"]},
            {"seats": []},
            {"names": {"green": "Eve"}},
            {"names": {"red": "a\x1b[2Jb"}},
            {"table": {"size": [36, 36]}},
            {"scenario": "duel"},
            {"date": 20250304},
            {"state": {}},
        ],
        ids=str,
    )
    def test_headers(self, talk: Talk, rows: Rows, edit: Answer) -> None:
        assert judged(talk, [{**rows[0], **edit}, *rows[1:]]) == 1

    def test_a_game_that_nobody_has(self, talk: Talk) -> None:
        rows = GAMES["quiet_game"]
        assert judged(talk, [{**rows[0], "game": "chess"}, *rows[1:]]) == 1

    def test_the_result(self, talk: Talk, rows: Rows) -> None:
        real = rows[-1]["result"]
        reason = real["reason"] if real else "x"
        results: tuple[Any, ...] = (
            None,
            {"winners": ["red"], "reason": reason},
            {"winners": ["blue"], "reason": reason},
            {"winners": [], "reason": reason},
            {"winners": ["red", "blue"], "reason": reason},
            {"winners": ["green"], "reason": reason},
            {"winners": [], "reason": "because"},
            {"winners": []},
            {"reason": reason},
            {**(real or {}), "x": 1},
        )
        for result in results:
            if result != real:
                assert judged(talk, [*rows[:-1], {"result": result}]) == len(rows)

    def test_options_that_change_the_game_are_noticed(self, talk: Talk) -> None:
        rows = copy.deepcopy(GAMES["quiet_game"])
        for limit, place in ((5, len(rows) - 1), (7, len(rows))):
            rows[0]["options"]["quiet_limit"] = limit
            assert judged(talk, rows) == place

    @pytest.mark.parametrize("name", ["quiet_game", "bloody_game", "resigned_game"])
    @pytest.mark.parametrize(
        "more",
        [{"do": "pass"}, {"match": "resign"}, {"roll": "initiative", "faces": [1]}],
        ids=["play", "resignation", "roll"],
    )
    def test_nothing_comes_after_the_end(self, talk: Talk, name: str, more: Answer) -> None:
        rows = GAMES[name]
        added = {"n": len(rows) - 1, "seat": "red", **more}
        resigned = {"result": {"winners": ["blue"], "reason": "red resigned"}}
        for result in (rows[-1], resigned):
            assert judged(talk, [*rows[:-1], added, result]) == len(rows)


class TestText:
    def test_cut_anywhere(self, rows: Rows) -> None:
        data = as_text(rows).encode()
        for length in range(len(data) - 1):
            assert refusal_of(data[:length])
        assert refusal_of(data[:-1]) is None

    def test_a_flipped_bit(self, rows: Rows) -> None:
        """One bit anywhere: refused with the line, or the record still says what was played."""
        source = random.Random(5)
        data = as_text(rows).encode()
        for _ in range(400):
            damaged = bytearray(data)
            damaged[source.randrange(len(data))] ^= 1 << source.randrange(8)
            if refusal_of(bytes(damaged)) is None:
                again = record_from_text(bytes(damaged)).to_text()
                assert [parse(line) for line in again.splitlines()] == filled(
                    [parse(line) for line in damaged.decode().removesuffix("\n").split("\n")]
                )

    @pytest.mark.parametrize(
        ("line", "text"),
        [
            (1, b""),
            (1, b"\n"),
            (1, b"\n\n\n"),
            (1, b"\xff"),
            (1, b"null\n"),
            (1, b"[]\n"),
            (1, b"[" * 100_000),
            (1, b"x" * 100_000),
            (1, b"\xef\xbb\xbf{}\n"),
            (1, b"\x1f\x8b\x08\x00"),
        ],
    )
    def test_no_record_at_all(self, line: int, text: bytes) -> None:
        assert (refusal_of(text) or "").startswith(f"line {line}: ")

    def test_the_line_is_named(self, rows: Rows) -> None:
        texts = as_text(rows).splitlines(keepends=True)
        for index in range(len(texts)):
            for damage in ("\n", "{\n", "\udcff\n", texts[index].replace('"', "'"), "NaN\n"):
                damaged = "".join([*texts[:index], damage, *texts[index + 1 :]])
                message = refusal_of(damaged.encode("utf-8", "surrogateescape")) or ""
                assert message.startswith(f"line {index + 1}: ")

    def test_a_refusal_is_one_line_without_tricks(self) -> None:
        """What a record says is quoted in a message so that it cannot paint on the screen."""
        trick = "x\n\x1b[2Jy"
        rows = GAMES["quiet_game"]
        for index, row in enumerate(rows):
            for name in row:
                message = refusal_of(
                    as_text([*rows[:index], {**row, name: trick}, *rows[index + 1 :]])
                )
                assert message is None or message.isprintable()
