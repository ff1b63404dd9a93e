"""Matches that nobody looks at leave the memory, also if somebody brings very many along."""

import time
from pathlib import Path

import pytest

from outrider.server import hall
from server.driving import DEADLINE, inside, seated
from server.weighty import lengthened, played


def test_what_nobody_looks_at_leaves_the_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hall, "MOST_UNWATCHED", 1_000)
    text = lengthened(played("skirminion", 60), 400).encode()
    with inside(tmp_path) as server, server.person() as person:
        kept = server.app.state.hall
        mine = seated(server, "basic").match
        brought = []
        for _ in range(6):
            match = person.post("/api/records", content=text).json()["match"]
            assert person.get(f"/api/matches/{match}").status_code == 200
            brought.append(match)
        until = time.monotonic() + DEADLINE
        while sum(id in kept.live for id in brought) > 2:
            assert time.monotonic() < until
            time.sleep(0.1)
        assert brought[-1] in kept.live, "the newest stays"
        assert person.get(f"/api/matches/{brought[0]}").status_code == 200, "and any comes back"
        assert person.get(f"/api/matches/{mine}").status_code in (200, 403)
