"""Records of older rules in the terminal and before the referee."""

import pytest

from cli.driving import Talk, outrider
from older.kept import NAMES, PARTED, file, record, text
from outrider.core.wire import parse
from outrider.games import game


@pytest.mark.parametrize("name", NAMES)
def test_replay_shows_positions_and_then_text(name: str) -> None:
    """The result is the one on record, whatever today's rules make of it."""
    done = outrider("replay", file(name))
    assert done.returncode == 0, done.stderr
    result = record(name).result
    assert result is not None
    assert done.stdout.rstrip().endswith(result.sentence())
    words = " ".join(done.stdout.split())
    rules = record(name).header.rules
    assert (f"played by version {rules} of the rules" in words) == (name in PARTED)


def test_what_is_listed() -> None:
    shown = outrider("replay", file("skirmishers-struck")).stdout
    before, _, after = shown.partition("This game was played by")
    assert "4. blue rolls 3 for melee" in before and "R1 Ned at 10,10" in before
    assert "5. Red: move R1 10,6" in after and "17. Red resigns." in after
    assert "SKR-T3" in after and "R1 Ned at" not in after


def test_from_the_beginning() -> None:
    shown = outrider("replay", file("skirmish-small")).stdout
    assert "The beginning" not in shown and "SKM-S4" in shown
    assert "1. Red: deploy R1 1,1" in shown and "16. Red rolls 6 6 6 6 for attack" in shown


@pytest.mark.parametrize("name", PARTED)
def test_the_referee_refuses_what_does_not_agree(name: str) -> None:
    """With the line and both versions; and what was there before stays."""
    talk = Talk()
    talk.ask("new", game="basic")
    before = talk.ask("state")
    rows = [parse(line) for line in text(name).splitlines()]
    answer = talk.ask("load", record=rows)
    error = answer["error"]
    assert not answer["ok"] and error["kind"] == "malformed"
    assert error["message"].startswith(f"line {PARTED[name] + 1}: ")
    header = record(name).header
    assert header.rules in error["message"]
    assert game(header.game).rules_version in error["message"]
    assert talk.ask("state") == before


def test_the_referee_loads_what_agrees() -> None:
    talk = Talk()
    rows = [parse(line) for line in text("skirmishers-whole").splitlines()]
    answer = talk.ask("load", record=rows)
    assert answer["ok"] and answer["state"]["result"] == rows[-1]["result"]
    again = talk.ask("record")["record"]
    assert again[0]["rules"] == game("skirmishers").rules_version
    assert again[1:] == rows[1:]


@pytest.mark.parametrize("name", ["skirmish-told", "skirmishers-struck"])
def test_it_is_neither_analysed_nor_played_on(name: str) -> None:
    """A sentence with both versions, and no traceback."""
    id = record(name).header.game
    for words in (("analyse", file(name)), ("play", id, "--resume", file(name))):
        done = outrider(*words)
        assert done.returncode != 0
        said = " ".join((done.stdout + done.stderr).split())
        assert f'played by version "{record(name).header.rules}" of the rules' in said
        assert "Traceback" not in said
