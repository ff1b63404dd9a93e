"""Programs as bots that take their time: to start, or to answer."""

import random
import time
from pathlib import Path

import pytest

from bots.test_external import BASIC, ECHO, fresh, program
from outrider.bots.protocol import Clock
from outrider.contests.external import ExternalBot
from outrider.contests.programs import Program
from outrider.contests.seating import Turn, take_turn

READY = "print('{\"ready\":true}', flush=True)\n"
STARTS = "open({!r}, 'a').write('x')\n"
ANSWER = 'print(json.dumps({"id": asked["id"], "action": asked["legal"][0]}), flush=True)'
TWO = "first = sys.stdin.readline(); second = sys.stdin.readline()\n"
"""Two questions, of which the first was not answered in time: that is why there is another."""
SECOND = 'print(json.dumps({"action": json.loads(second)["legal"][0]}), flush=True)\n'
LONG = 120.0
"""Seconds within which everybody answers, on whatever machine."""
EACH = "for line in sys.stdin:\n    asked = json.loads(line)\n    "


def played(
    folder: Path, body: str, seconds: float, count: int, later: float | None = None
) -> list[Turn]:
    """So many turns of a program at one seat, the first with so many seconds and those after it
    with as many or others. It notes its starts in a file."""
    noted = STARTS.format(str(folder / "starts"))
    bot = ExternalBot(BASIC, "red", program(folder, noted + body))
    match, source = fresh(), random.Random(1)
    turns: list[Turn] = []
    try:
        while len(turns) < count:
            seat = match.deciders()[0]
            if seat == "red":
                given = later if turns and later is not None else seconds
                turns.append(take_turn(match, seat, bot, given, source))
            else:
                match.play(seat, match.choices(seat).sample(source))
    finally:
        bot.close()
    return turns


def starts(folder: Path) -> int:
    return len((folder / "starts").read_text())


def while_starting(seconds: float, begun: float | None = None) -> Clock:
    """A clock that goes by the wall until a program has started, and from then on has time for any
    machine: it is the start that is looked at."""
    return Clock(LONG) if begun is None else Clock(seconds, begun)


@pytest.mark.parametrize("ready", ["", READY])
@pytest.mark.parametrize("answering", [ECHO, EACH + ANSWER], ids=["old", "with ids"])
def test_who_takes_long_to_start_is_waited_for(
    ready: str, answering: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("outrider.contests.external.STARTING", LONG)
    monkeypatch.setattr("outrider.contests.external.Clock", while_starting)
    begun = time.monotonic()
    turns = played(tmp_path, f"time.sleep(1.2)\n{ready}{answering}", 0.1, 4, LONG)
    assert [turn.reason for turn in turns] == [None] * 4
    assert starts(tmp_path) == 1
    most = time.monotonic() - begun - 1.2
    assert turns[0].seconds < most, "starting is not thinking"


def test_once_it_is_ready_its_clock_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If it were given time to start any more, this would take an hour."""
    monkeypatch.setattr("outrider.contests.external.STARTING", 3600.0)
    (turn,) = played(tmp_path, f"{READY}time.sleep(3600)", 0.5, 1)
    assert turn.reason == "the bot thought for too long"


def test_who_never_says_anything_is_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("outrider.contests.external.STARTING", 1.0)
    begun = time.monotonic()
    turns = played(tmp_path, "time.sleep(3600)", 0.2, 3)  # nobody waits for its end
    assert [turn.reason for turn in turns] == ["the bot thought for too long"] * 3
    assert time.monotonic() - begun > 1.5
    assert starts(tmp_path) == 1


def test_a_late_answer_is_dropped_and_the_program_kept(tmp_path: Path) -> None:
    """The first answer comes while the second question waits, and is none to it."""
    both = f"{TWO}for asked in (json.loads(first), json.loads(second)): {ANSWER}\n"
    late, *others = played(tmp_path, f"{READY}{both}{EACH}{ANSWER}", 0.5, 4, LONG)
    assert late.reason == "the bot thought for too long"
    assert [turn.reason for turn in others] == [None] * 3
    assert starts(tmp_path) == 1


def test_a_late_answer_without_its_id_is_dropped_where_it_would_be_illegal(tmp_path: Path) -> None:
    body = (
        f'{READY}{TWO}print(json.dumps({{"action": {{"do": "end"}}}}), flush=True)\n{SECOND}{ECHO}'
    )
    late, *others = played(tmp_path, body, 0.5, 3, LONG)
    assert late.reason == "the bot thought for too long"
    assert [turn.reason for turn in others] == [None] * 2
    assert starts(tmp_path) == 1


def test_the_rest_of_a_late_line_is_dropped_too(tmp_path: Path) -> None:
    body = (
        f"{READY}sys.stdin.readline()\n"
        f"print('{{\"action\":', end='', flush=True); second = sys.stdin.readline()\n"
        f"print('null}}', flush=True)\n{SECOND}{ECHO}"
    )
    late, *others = played(tmp_path, body, 0.5, 3, LONG)
    assert late.reason == "the bot thought for too long"
    assert [turn.reason for turn in others] == [None] * 2


def test_an_answer_to_no_question_is_told_of(tmp_path: Path) -> None:
    body = f"{EACH}asked['id'] = 'seven'; {ANSWER}"
    (turn,) = played(tmp_path, body, 0.5, 1)
    assert turn.reason == 'the bot thought for too long; what it said answers question "seven"'


def test_being_ready_again_is_no_answer(tmp_path: Path) -> None:
    body = f"{EACH}print('{{\"ready\":true}}', flush=True); {ANSWER}"
    assert [turn.reason for turn in played(tmp_path, body, LONG, 3)] == [None] * 3


def test_who_is_busy_hears_a_long_question_later(tmp_path: Path) -> None:
    """More than fits into a pipe: half of it has been written when the time is over."""
    listens = tmp_path / "listens"
    until = f"while not os.path.exists({str(listens)!r}): time.sleep(0.01)\n"
    echo = "for line in sys.stdin: print(len(line), flush=True)"
    asked = Program(program(tmp_path, until + echo).split())
    try:
        with pytest.raises(Exception, match="does not listen"):
            asked.send(b"x" * 200_000, Clock(0.3))
        listens.touch()
        asked.send(b"y" * 10, Clock(LONG))
        assert [asked.line(Clock(LONG)) for _ in range(2)] == [b"200001", b"11"]
    finally:
        asked.end(0)
