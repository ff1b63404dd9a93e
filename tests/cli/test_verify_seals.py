"""`outrider verify --seen`: a host that makes up what a player did with their seal is found out."""

from pathlib import Path
from typing import Any

import pytest

from outrider.cli.verifying import verify_record
from outrider.core.pending import Roll
from outrider.core.refusal import Refusal
from outrider.core.wire import dumps
from outrider.dice.sealed import faces_of
from outrider.games import game as game_by_id
from outrider.play.match import Match
from play.forging import rechained, rows_of
from play.sealing import NAME, opened, seal, sealed_match, signed

BOTH = ("red", "blue")


def begun() -> Match:
    match = sealed_match(game_by_id("basic"), BOTH)
    opened(match, BOTH)
    return match


def record_of(match: Match) -> str:
    match.note("blue", "resign")
    return signed(match).to_text()


def kept(match: Match, *own: int, **anchors: str) -> dict[str, Any]:
    """What Red's page kept: its own anchor, the latest line and those with its own seals."""
    lines = sorted({0, *own, match.version})
    heads = [[n, match.moments[n].hash] for n in lines]
    made = anchors or {"red": seal("red").anchor}
    return {"match": NAME, "anchors": made, "commitment": None, "entropy": {}, "heads": heads}


@pytest.fixture
def judge(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Any:
    def judged(record: str, seen: dict[str, Any]) -> tuple[int, str]:
        file, memory = tmp_path / "game.jsonl", tmp_path / "seen.json"
        file.write_text(record, "utf-8")
        memory.write_text(dumps(seen), "utf-8")
        status = verify_record(file, memory)
        return status, capsys.readouterr().out

    return judged


def test_what_a_page_did_itself(judge: Any) -> None:
    match = begun()
    match.accept(match.draft_anchors({"red": seal("red", NAME, "next").anchor}))
    status, out = judge(record_of(match), kept(match, match.version - 1))
    assert (status, "It is the match that was seen" in out) == (0, True), out


def test_another_anchor_in_the_header(judge: Any) -> None:
    """All hashes are those that the page was shown; the anchor is the one that it made."""
    match = begun()
    record = record_of(match)
    seen = kept(match, red=seal("red", NAME, "what the page holds").anchor)
    assert judge(record, seen) == (1, "WRONG: line 1: of the anchors, red's is not the one seen\n")


def test_a_new_seal_in_mid_game(judge: Any) -> None:
    match = begun()
    match.accept(match.draft_anchors({"red": seal("red", NAME, "the host's own").anchor}))
    n = match.version
    record = record_of(match)
    said = (1, f"WRONG: line {n + 1}: red did not commit to the new seal that is here\n")
    assert judge(record, kept(match)) == said


def test_a_seal_that_nobody_left_with_the_server(judge: Any) -> None:
    """Otherwise the host could go on to name a chain of its own for that seat."""
    match = begun()
    match.note("red", "entrust")
    match.accept(match.draft_anchors({"red": seal("red", NAME, "the host's own").anchor}))
    n = match.version
    record = record_of(match)
    said = (1, f"WRONG: line {n}: red did not leave the seal with the server here\n")
    assert judge(record, kept(match)) == said
    assert judge(record, kept(match, n - 1))[0] == 0, "if the page did, new chains are the server's"


def test_what_pages_kept_before(judge: Any) -> None:
    """All anchors they were told, the host's among them: whose seals they held is not known."""
    match = begun()
    match.accept(match.draft_anchors({"red": seal("red", NAME, "next").anchor}))
    assert match.header.dice is not None
    record = record_of(match)
    assert judge(record, kept(match, **match.header.dice["anchors"]))[0] == 0


def test_a_link_is_left_out(tmp_path: Path) -> None:
    match = begun()
    rows = rows_of(record_of(match))
    at = next(n for n, row in enumerate(rows) if "open" in row)
    del rows[at]["open"]["red"]
    links = rows[at]["open"]
    for r, row in enumerate(row for row in rows if "faces" in row):
        row["faces"] = list(faces_of(NAME, links, Roll(row["roll"], row["seat"], 1), r))
    file = tmp_path / "game.jsonl"
    file.write_text("".join(dumps(row) + "\n" for row in rechained(rows)), "utf-8")
    with pytest.raises(Refusal, match=f"line {at + 1}: links are opened by server, red, blue here"):
        verify_record(file)
