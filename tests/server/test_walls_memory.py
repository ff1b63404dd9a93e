"""Matches that nobody looks at leave the memory, also if somebody brings very many along, and of
what was brought along little stays in it."""

import asyncio
import gc
import time
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from outrider.core.conduct import Moment
from outrider.play.shelf import shelve
from outrider.server import hall
from server.driving import DEADLINE, at_table, inside, seated
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


def test_what_was_brought_along_costs_little_while_it_is_watched(tmp_path: Path) -> None:
    """Of a long record hardly anything is in memory, and still all of it is there."""
    texts = [lengthened(played("skirmishers", 40, seed=seed), 1_200) for seed in range(3)]
    with inside(tmp_path) as server, server.person() as person:
        kept = [person.post("/api/records", content=text).json()["match"] for text in texts]

        async def run() -> None:
            async with AsyncExitStack() as stack:
                gc.collect()
                before = moments_in_memory()
                for match, text in zip(kept, texts, strict=True):
                    lines = text.count("\n") - 2
                    watching = await stack.enter_async_context(at_table(server, match))
                    assert watching.table["version"] == lines and watching.table["state"]
                    for version in (0, 600, lines):
                        told = await watching.ask("table", version=version)
                        assert told["missed"]["lines"] == [] and told["version"] == lines
                await asyncio.sleep(1.0)
                assert moments_in_memory() <= before + 3 * len(kept)
                assert all(server.app.state.hall.live[match].watchers for match in kept)
                for match, text in zip(kept, texts, strict=True):
                    found = await asyncio.to_thread(person.get, f"/api/matches/{match}/record")
                    assert found.text == text
                    asked = f"/api/matches/{match}/moments?from=700&count=2"
                    page = (await asyncio.to_thread(person.get, asked)).json()
                    assert page["total"] == text.count("\n") - 1 and len(page["moments"]) == 2

        asyncio.run(run())
        assert "broken" not in "".join(server.heard)


def moments_in_memory() -> int:
    return sum(type(each) is Moment for each in gc.get_objects())


def test_the_ends_of_a_match_are_not_taken_for_all_of_it() -> None:
    match = played("skirmishers", 30)
    first, last, version = match.moments[0], match.moments[-1], match.version
    shelve(match)
    assert match.version == version and match.moments[0] is first and match.moments[-1] is last
    assert match.moments[version] is last and match.moments[version + 1 :] == []
    assert match.moments[version:] == [last] and match.state is last.state
    for wrong in (1, version - 1, -2):
        with pytest.raises(LookupError):
            match.moments[wrong]
    for asked in (match.record, lambda: [*reversed(match.moments)], lambda: match.moments[:2]):
        with pytest.raises(LookupError):
            asked()
