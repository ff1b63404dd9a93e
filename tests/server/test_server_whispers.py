"""A game with secrets is played over the server: everybody is told what their seat may see, and
nobody more, whatever they ask for."""

import asyncio
import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from outrider.core.record import record_from_text
from server.driving import WIDE, Refused, Sat, Server, at_table, running, seated

GUESTS = Path(__file__).parent / "guests"
SECRET = 7


@pytest.fixture(scope="module")
def whispering(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server where Whispers is installed."""
    folder = tmp_path_factory.mktemp("whispers")
    told = folder / "whispers-1.dist-info"
    told.mkdir()
    (told / "METADATA").write_text("Metadata-Version: 2.1\nName: whispers\nVersion: 1\n")
    (told / "entry_points.txt").write_text("[outrider.games]\nwhispers = whispers:GAMES\n")
    given = os.environ.get("PYTHONPATH", "")
    with pytest.MonkeyPatch.context() as patch:
        path = [str(folder), str(GUESTS), *filter(None, [given])]
        patch.setenv("PYTHONPATH", os.pathsep.join(path))
        with running(folder, *WIDE) as server:
            yield server


@pytest.fixture
def sat(whispering: Server) -> Sat:
    return seated(whispering, "whispers", listed=True)


def test_each_seat_is_shown_what_it_may_see(sat: Sat) -> None:
    async def play() -> None:
        async with (
            at_table(sat.server, sat.match, sat.tokens["red"]) as red,
            at_table(sat.server, sat.match, sat.tokens["blue"]) as blue,
            at_table(sat.server, sat.match, watch=sat.watch) as eyes,
            at_table(sat.server, sat.match, *sat.tokens.values()) as both,
        ):
            people = (red, blue, eyes, both)
            await red.ask("play", action={"do": "whisper", "number": SECRET}, client="a", version=0)
            for person in people:
                await person.until(lambda each=person: each.version == 1)  # type: ignore[misc]
            assert red.table["state"]["said"] == [SECRET, None]
            assert red.news[-1]["lines"][0]["number"] == SECRET
            # One screen for both: it is for Blue to decide, and Blue may not know.
            for person in (blue, eyes, both):
                assert person.table["state"]["said"] == [None, None]
                (line,) = person.news[-1]["lines"]
                assert set(line) == {"n", "seat", "hash"}
                assert line["hash"] == red.news[-1]["lines"][0]["hash"]
                assert person.news[-1]["events"][0]["text"] == "Red whispers something."
                assert str(SECRET) not in json.dumps(
                    {name: person.news[-1][name] for name in ("lines", "events", "state")}
                ).replace(line["hash"], "")
            await blue.ask("play", action={"do": "whisper", "number": 3}, client="b", version=1)
            for person in people:
                await person.until(lambda each=person: each.version == 2)  # type: ignore[misc]
                assert person.table["state"]["said"] == [SECRET, 3]
                assert person.table["result"]["winners"] == ["red"]

    asyncio.run(play())
    assert len(record_from_text(sat.fetch()).lines) == 2


def test_nobody_learns_it_by_asking_otherwise(sat: Sat) -> None:
    async def play() -> None:
        async with at_table(sat.server, sat.match, sat.tokens["red"]) as red:
            await red.ask("play", action={"do": "whisper", "number": SECRET}, client="a", version=0)
        async with at_table(sat.server, sat.match, sat.tokens["blue"], version=0) as blue:
            assert blue.table["state"]["said"] == [None, None]
            assert "number" not in blue.table["missed"]["lines"][0]
            again = await blue.ask("table", version=0)
            assert again["state"]["said"] == [None, None]
            assert "number" not in again["missed"]["lines"][0]
            lines = await blue.ask("lines", **{"from": 0})
            assert "number" not in lines["lines"][0]
            with pytest.raises(Refused) as stale:
                await blue.ask(
                    "play", action={"do": "whisper", "number": 1}, client="c", version=99
                )
            assert stale.value.answer["state"]["said"] == [None, None]

    asyncio.run(play())
    with sat.server.person() as person:
        address = f"/api/matches/{sat.match}"
        mine = {"outrider-token": sat.tokens["blue"]}
        assert person.get(address).json()["state"]["said"] == [None, None]
        for part in ("record", "moments"):
            answer = person.get(f"{address}/{part}", headers=mine)
            assert answer.status_code == 403, answer.text
            assert "secrets" in answer.json()["error"]["message"]
