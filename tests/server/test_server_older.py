"""Records and matches of older rules on a real server."""

import asyncio
import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from older.kept import NAMES, PARTED, record, text
from older.running import KEPT, with_older
from outrider.core.record import record_from_text
from outrider.games import game as game_by_id
from server.driving import WIDE, Json, Server, at_table, running, seated

pytest_plugins = ["server.hosting"]


def brought(server: Server, name: str) -> str:
    with server.person() as person:
        answer = person.post("/api/records", content=text(name))
        assert answer.status_code == 201, answer.text
        return str(answer.json()["match"])


def fetched(server: Server, path: str) -> Json:
    with server.person() as person:
        answer = person.get(path)
        assert answer.status_code == 200, answer.text
        found: Json = answer.json()
        return found


class TestBrought:
    @pytest.mark.parametrize("name", NAMES)
    def test_it_is_kept_as_it_is(self, host: Server, name: str) -> None:
        match = brought(host, name)
        with host.person() as person:
            assert person.get(f"/api/matches/{match}/record").text == text(name)
        said = fetched(host, f"/api/matches/{match}")
        assert said["stage"] == "archived"
        result = record(name).result
        assert result is not None and said["result"] == result.to_json()

    @pytest.mark.parametrize("name", NAMES)
    def test_moments_are_positions_and_then_text(self, host: Server, name: str) -> None:
        said = fetched(host, f"/api/matches/{brought(host, name)}/moments")
        moments, kept = said["moments"], record(name)
        assert len(moments) == len(kept.lines) + 1
        parted = PARTED.get(name, len(moments))
        for n, moment in enumerate(moments):
            assert (moment["state"] is None) == (n >= parted)
            if n >= parted and n:
                assert moment["events"][0]["text"]
        assert kept.result is not None and said["sentence"] == kept.result.sentence()
        older = said["older"]
        assert older["rules"] == kept.header.rules
        assert older["today"] == game_by_id(kept.header.game).rules_version
        assert older["from"] == PARTED.get(name)
        assert (older["why"] is not None) == (name in PARTED)

    def test_a_game_of_today_says_nothing_of_it(self, host: Server) -> None:
        sat = seated(host, "basic", listed=True)
        assert fetched(host, f"/api/matches/{sat.match}/moments")["older"] is None

    @pytest.mark.parametrize("name", PARTED)
    def test_it_is_not_looked_at_again(self, host: Server, name: str) -> None:
        match = brought(host, name)
        with host.person() as person:
            answer = person.get(f"/api/matches/{match}/review")
        assert answer.status_code == 409
        error = answer.json()["error"]
        assert error["kind"] == "not-your-turn"
        assert f"version {record(name).header.rules} of the rules" in error["message"]

    def test_what_is_damaged_is_refused(self, host: Server) -> None:
        rows = text(KEPT).splitlines()
        with host.person() as person:
            for damaged in (rows[:-1], [*rows[:3], *rows[4:]]):
                answer = person.post("/api/records", content="\n".join(damaged) + "\n")
                assert answer.status_code == 400 and "line" in answer.text


# -- a running match -------------------------------------------------------------------------------


@pytest.mark.parametrize("lines", [3, 9])
def test_a_running_match_stands_still(tmp_path: Path, lines: int) -> None:
    """It is seen as far as it replays and takes no more actions; two agree to a draw."""
    started, sat = with_older(tmp_path, lines)
    with started as server:
        said = fetched(server, f"/api/matches/{sat.match}")
        assert said["version"] == lines and said["pending"] == {"decide": []}
        assert "1.0" in said["stuck"] and said["question"] == said["stuck"]
        units = {unit["id"]: unit for unit in said["state"]["units"]}
        assert units["R2"]["at"] == [4, 6] and units["R1"]["at"] == [10, 10]

        async def run() -> None:
            async with (
                at_table(server, sat.match, sat.tokens["red"]) as red,
                at_table(server, sat.match, sat.tokens["blue"]) as blue,
            ):
                for do in ("play", "check", "odds", "preview", "takeback", "roll", "reach"):
                    refused = await red.refused(do, action={"do": "end"}, faces=[3], unit="R1")
                    assert refused["error"]["kind"] == "not-your-turn", do
                assert (await red.ask("legal"))["actions"] == []
                await red.change("draw")
                await blue.reached(lines + 1)
                assert blue.table["conduct"]["draw"] == ["red"]
                await blue.change("draw")
                await red.reached(lines + 2)
                assert red.table["pending"] == {"over": {"winners": [], "reason": "agreed by all"}}

        asyncio.run(run())
        said = fetched(server, f"/api/matches/{sat.match}")
        assert said["stage"] == "over" and said["result"]["winners"] == []
        assert "Traceback" not in server.said()
        with server.person() as person:
            downloaded = person.get(f"/api/matches/{sat.match}/record")
    rows = [json.loads(line) for line in downloaded.text.splitlines()]
    assert rows[0]["rules"] == "1.0" and rows[-1]["result"]["reason"] == "agreed by all"
    assert record_from_text(downloaded.text).lines[:lines] == record(KEPT).lines[:lines]
    assert [row["match"] for row in rows[lines + 1 : -1]] == ["draw", "draw"]


def test_one_resigns_and_it_is_over_after_a_restart_as_well(tmp_path: Path) -> None:
    started, sat = with_older(tmp_path, 9)
    with started as server:

        async def run() -> None:
            async with at_table(server, sat.match, sat.tokens["blue"]) as blue:
                await blue.change("resign")
                await blue.reached(10)

        asyncio.run(run())
    with running(tmp_path, *WIDE) as server:
        said = fetched(server, f"/api/matches/{sat.match}")
        assert said["stage"] == "over" and said["result"]["winners"] == ["red"]
        assert said["stuck"] is None
        moments = fetched(server, f"/api/matches/{sat.match}/moments")
        assert moments["moments"][-1]["events"][0]["text"] == "Blue resigns."
        assert "Traceback" not in server.said()


def test_a_bot_agrees_to_a_draw_where_nothing_can_be_played(tmp_path: Path) -> None:
    started, sat = with_older(tmp_path, 9, "me bot")
    with started as server:

        async def run() -> None:
            async with at_table(server, sat.match, sat.tokens["red"]) as red:
                await red.change("draw")
                await red.reached(11)
                assert red.over

        asyncio.run(run())
        assert "Traceback" not in server.said()


@pytest.mark.parametrize("rules", ["0.1", "9.9"])
def test_rules_that_nobody_knows_any_more(tmp_path: Path, rules: str) -> None:
    """Also such a match can be ended by its people, and downloaded."""
    with running(tmp_path, *WIDE) as server:
        # Nothing has been rolled yet: the header can be another without anybody noticing.
        sat = seated(server, "basic", listed=True, dice="typed")
        database = server.database
    with closing(sqlite3.connect(database)) as db, db:
        header = json.loads(db.execute("SELECT header FROM terms").fetchone()[0])
        db.execute("UPDATE terms SET header = ?", (json.dumps({**header, "rules": rules}),))
    with running(tmp_path, *WIDE) as server, server.person() as person:
        assert rules in fetched(server, f"/api/matches/{sat.match}")["stuck"]

        async def run() -> None:
            async with at_table(server, sat.match, sat.tokens["red"]) as red:
                refused = await red.refused("play", action={"do": "end"})
                assert rules in refused["error"]["message"]
                await red.change("abandon")

        asyncio.run(run())
        kept = person.get(f"/api/matches/{sat.match}/record")
        assert kept.status_code == 200
        assert json.loads(kept.text.splitlines()[0])["rules"] == rules
        assert "Traceback" not in server.said()
