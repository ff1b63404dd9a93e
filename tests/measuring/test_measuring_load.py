"""The load that is measured: the highest rate, the page, and boardgame.io beside ours."""

import asyncio
import json
import os
import random
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from bench import load_peer_server
from bench.load_clients import Live, Pace, Place, Plan, Players, Tally
from bench.load_most import WITHIN, held, most
from bench.load_ours import Played
from bench.load_page import Figures, Highest, as_markdown, beside, rows
from bench.load_peer import Exchange
from bench.load_peer_server import FOLDER, NAME, asked_version, missing
from outrider.core.record import Chose

ROOT = Path(__file__).resolve().parent.parent.parent
PATIENCE = 900


@pytest.mark.parametrize("bound", [310.0, 599.0, 600.0, 1234.0, 40_000.0])
def test_the_highest_rate_is_closed_in_on(bound: float) -> None:
    tried: list[float] = []

    def holds(rate: float) -> bool:
        tried.append(rate)
        return rate <= bound

    found = most(holds, 300)
    assert bound / WITHIN <= found <= bound
    assert len(tried) < 30


def test_one_failure_does_not_count() -> None:
    """Something else on the machine may have had the core for a moment."""
    failed: set[float] = set()

    def holds(rate: float) -> bool:
        if rate not in failed:
            failed.add(rate)
            return False
        return rate <= 1000

    assert 1000 / WITHIN <= most(holds, 300) <= 1000


def tally(delays: list[float], seconds: float = 1.0) -> Tally:
    return Tally(delays=delays, answers=delays, lags=[1.0], cpu=0.5, seconds=seconds)


def test_what_is_borne() -> None:
    assert held(tally([5.0] * 95), 100)
    assert not held(tally([5.0] * 94), 100), "too few arrive"
    assert not held(tally([5.0] * 95, seconds=1.1), 100), "too slowly"
    assert not held(tally([5.0] * 90 + [1001.0] * 10), 100), "too late"


def figures(name: str, delay: float, **more: Any) -> Figures:
    target = None if more.get("peer") else 60.0
    delays = tally([delay] * 300)
    return Figures(name, 1, 7, 300, target, delays, 60, [90.0], 80, 0.4, None, 0.0, **more)


OURS = figures("SQLite", 5.0, looked=True, most=Highest(2100, 0.99, 0.6))
PEER = figures("boardgame.io 1", 4.0, peer=True, looked=True, most=Highest(1200, 1.0, 0.3))


def test_both_stand_side_by_side() -> None:
    text = as_markdown([OURS, PEER], {"processor": "a core"}, "today", "a command")
    assert "## boardgame.io 1, 1 server process" in text
    assert "| what | ours, SQLite | boardgame.io 1 | target |\n| --- | --: | --: | --- |" in text
    assert "| p99 | 5.0 ms | 4.0 ms | not longer: NOT reached |" in text
    assert "| most actions a second | 2100 | 1200 | 2000: reached |" in text
    assert "| processor at that rate: clients | 60% of a core |  |" in text


def test_what_is_not_ours_has_no_targets() -> None:
    assert not any(target for _, _, target in rows(PEER))
    assert sum(bool(target) for _, _, target in rows(OURS)) == 4


def test_a_server_alone_stands_beside_nothing() -> None:
    assert beside([OURS]) is None and beside([PEER]) is None
    assert "Side by side" not in as_markdown([OURS], {}, "today", "a command")


def test_not_even_the_first_rate() -> None:
    one = figures("SQLite", 5.0, looked=True)
    assert ("most actions a second", "under 300", "2000: NOT reached") in rows(one)


# -- boardgame.io ----------------------------------------------------------------------------------


def test_the_peer_is_pinned_and_says_not_where_it_comes_from() -> None:
    text = (FOLDER / "package-lock.json").read_text("utf-8")
    assert "://" not in text and '"resolved"' not in text
    packages = json.loads(text)["packages"]
    assert re.fullmatch(r"\d+\.\d+\.\d+", asked_version())
    assert packages[f"node_modules/{NAME}"]["version"] == asked_version()
    assert all(each["integrity"] for name, each in packages.items() if name)


def test_without_node_it_is_said(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert missing() == "node and npm not installed"


def test_a_failed_installation_is_said(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Somebody without a network has an npm that ends like this."""
    for name in ("node", "npm"):
        (tmp_path / name).write_text("#!/bin/sh\necho no network >&2\nexit 1\n", "utf-8")
        (tmp_path / name).chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    monkeypatch.setattr(load_peer_server, "FOLDER", folder_without_packages(tmp_path))
    assert missing() == "npm ci failed: no network"


def folder_without_packages(folder: Path) -> Path:
    made = folder / "boardgame"
    made.mkdir()
    for name in ("package.json", "package-lock.json"):
        (made / name).write_text((FOLDER / name).read_text("utf-8"), "utf-8")
    return made


class Wire:
    """Takes what a player sends."""

    def __init__(self) -> None:
        self.sent: list[bytes] = []

    def send(self, text: bytes) -> None:
        self.sent.append(text)


def exchange() -> tuple[Exchange, dict[str, Wire]]:
    """Two players, as if their sockets were open."""
    place = Place("m", "numbers", {"0": (1, "secret 0"), "1": (1, "secret 1")})

    async def made() -> Exchange:
        return Exchange(place, Tally(), random.Random(1))

    found = asyncio.run(made())
    wires = {seat: Wire() for seat in place.seats}
    found.sockets = wires  # type: ignore[assignment]
    return found, wires


def state(number: int) -> dict[str, Any]:
    return {"G": {}, "ctx": {"currentPlayer": str(number % 2)}, "_stateID": number}


def event(*said: object) -> bytes:
    return b"42/numbers," + json.dumps(said).encode()


def test_a_seat_is_taken_in_socket_io() -> None:
    both, wires = exchange()
    for seat in ("0", "1"):
        for said in (b'0{"sid":"x"}', b"2", b'40/numbers,{"sid":"y"}'):
            both.heard(seat, said)
        both.heard(seat, event("sync", "m", {"state": state(4)}))
        sync = event("sync", "m", seat, f"secret {seat}", 2).replace(b", ", b",")
        assert wires[seat].sent == [b"40/numbers,", b"3", sync]
    assert both.ready.is_set() and both.free


def test_a_delay_ends_with_the_news_at_the_other_seat() -> None:
    both, wires = exchange()
    for seat in ("0", "1"):
        both.heard(seat, event("sync", "m", {"state": state(4)}))
    both.act()
    name, action, number, match, mover = json.loads(wires["0"].sent[-1].partition(b",")[2])
    assert (name, number, match, mover) == ("update", 4, "m", "0")
    assert action["payload"]["credentials"] == "secret 0" and not both.free
    both.heard("1", event("matchData", "m", []))
    both.heard("1", event("update", "m", state(4), []))
    assert both.outstanding == 2, "it tells of nothing new"
    both.heard("0", event("update", "m", state(5), []))
    assert (len(both.tally.answers), len(both.tally.delays)) == (1, 0)
    both.heard("1", event("update", "m", state(5), []))
    assert (len(both.tally.answers), len(both.tally.delays)) == (1, 1)
    both.act()
    assert wires["1"].sent, "now it is the other's turn"


def test_our_players_follow_lines_and_read_no_states() -> None:
    """News have a state besides: to read it again and again would take the server's time."""
    place = Place("m", "skirminion", {"red": (1, "a"), "blue": (1, "b")})

    async def made() -> Played:
        return Played(place, Tally(), random.Random(1))

    both = asyncio.run(made())
    wires = {seat: Wire() for seat in place.seats}
    both.sockets = wires  # type: ignore[assignment]
    both.state, both.version = both.game.opening_position(), 7
    both.act()
    action = json.loads(wires[both.mover].sent[-1])["action"]
    line = Chose(8, both.mover, action).to_json()
    news = {"type": "news", "from": 7, "lines": [line], "result": None, "state": "unreadable"}
    other = next(seat for seat in wires if seat != both.mover)
    both.heard(both.mover, json.dumps(news).encode())
    both.heard(both.mover, b'{"type":"answer","ok":true}')
    assert both.version == 8 and both.outstanding == 1 and not both.tally.delays
    both.heard(other, json.dumps(news).encode())
    assert both.version == 8 and both.outstanding == 0 and len(both.tally.delays) == 1


@pytest.mark.parametrize("kind", [Exchange, Played])
def test_players_that_no_server_answers_are_told(kind: type[Live]) -> None:
    """And not waited for."""
    place = Place("m", "skirminion", {"red": (1, "a"), "blue": (1, "b")})

    async def play() -> None:
        players = Players(Plan(kind, [place], 1))
        await players.join([place])
        await players.play(Pace(1, 1))

    with pytest.raises(ConnectionRefusedError):
        asyncio.run(play())


@pytest.mark.slow
@pytest.mark.skipif(
    bool({"node", "npm"} & set(os.environ.get("OUTRIDER_MISSING", "").split())),
    reason="node or npm is missing",
)
def test_load_with_boardgame_io(tmp_path: Path) -> None:
    """Installed where it is not yet, played to its end and compared."""
    page = tmp_path / "page.md"
    words = ["--tiny", "--peer", "--most", "--markdown", str(page)]
    done = subprocess.run(
        [sys.executable, "-m", "bench.load", *words],
        capture_output=True, text=True, check=False, cwd=tmp_path, timeout=PATIENCE,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    text = page.read_text("utf-8")
    part = text.partition(f"## {NAME} {asked_version()}")[2].partition("##")[0]
    assert "| live matches, two sockets each | 12 |" in part
    assert "| never received, sockets lost | 0, 0 |" in part
    assert re.search(r"\| p99 \| \d+\.\d ms \|", part)
    assert "## Side by side" in text and "| most actions a second | " in text
