"""What is kept, for whom, and for how long: hiding, bounds of an address and of all, old tables."""

import asyncio
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest
from typer.testing import CliRunner

from outrider.cli.app import app
from outrider.server import hall as hall_room
from outrider.server.quotas import origin_of
from outrider.server.settings import Keep
from server.driving import (
    DEADLINE,
    Json,
    Refused,
    Server,
    asked_for,
    at_table,
    inside,
    made,
    running,
)

pytest_plugins = ["server.hosting"]
PLAYED = Path(__file__).parent.parent / "playthroughs"


def names(person: httpx.Client) -> list[str]:
    return [match["match"] for match in person.get("/api/matches/mine").json()["matches"]]


def resigned(host: Server, match: str, *tokens: str, seat: str = "red") -> None:
    async def run() -> None:
        async with at_table(host, match, *tokens) as player:
            while True:
                try:
                    await player.change("resign", seat=seat)
                except Refused as no:
                    if no.kind != "stale":  # a bot has moved meanwhile
                        raise
                else:
                    return

    asyncio.run(run())


def shared(host: Server, maker: httpx.Client, guest: httpx.Client) -> Json:
    """A finished match of two people."""
    new = made(maker, "basic")
    wish = {"invite": new["invites"]["blue"]}
    assert guest.post(f"/api/matches/{new['match']}/join", json=wish).is_success
    resigned(host, new["match"], new["tokens"]["red"])
    return new


# -- whose a match is ------------------------------------------------------------------------------


def test_a_finished_game_of_two_is_hidden_by_one_and_kept_for_the_other(host: Server) -> None:
    with host.person() as maker, host.person() as guest, host.person() as stranger:
        new = shared(host, maker, guest)
        address = f"/api/matches/{new['match']}"
        for person in (maker, guest):
            (about,) = person.get("/api/matches/mine").json()["matches"]
            assert about["may"] == "hide"
        refused = maker.delete(address)
        assert refused.status_code == 409 and "hide" in refused.json()["error"]["message"]
        assert stranger.put(f"{address}/hidden").status_code == 403
        for _ in range(2):
            assert maker.put(f"{address}/hidden").status_code == 200
        assert names(maker) == [] and names(guest) == [new["match"]]
        headers = {"outrider-token": new["tokens"]["red"]}
        assert maker.get(f"{address}/record", headers=headers).status_code == 200
        assert maker.delete(f"{address}/hidden").status_code == 200
        assert names(maker) == [new["match"]]


@pytest.mark.parametrize("kinds", ["here here", "me bot", "me here"])
def test_a_game_of_ones_own_may_go(host: Server, kinds: str) -> None:
    with host.person() as maker:
        new = made(maker, "basic", kinds)
        (about,) = maker.get("/api/matches/mine").json()["matches"]
        assert about["may"] == "delete"
        resigned(host, new["match"], new["tokens"]["red"])
        assert maker.delete(f"/api/matches/{new['match']}").status_code == 200
        assert names(maker) == []


def test_a_match_in_play_is_not_hidden(host: Server) -> None:
    with host.person() as maker, host.person() as guest:
        new = made(maker, "basic")
        address = f"/api/matches/{new['match']}"
        assert maker.put(f"{address}/hidden").status_code == 409
        assert guest.post(f"{address}/join", json={"invite": new["invites"]["blue"]}).is_success
        refused = guest.put(f"{address}/hidden")
        assert refused.status_code == 409 and "until it is over" in refused.text
        assert [m["may"] for m in guest.get("/api/matches/mine").json()["matches"]] == [None]


# -- bounds ----------------------------------------------------------------------------------------


def bounded(answer: httpx.Response, bound: int, words: str) -> None:
    assert answer.status_code == 429, answer.text
    error = answer.json()["error"]
    assert error["kind"] == "full" and error["bound"] == bound
    assert words in error["message"], error


def test_an_address_keeps_so_many_matches(tmp_path: Path) -> None:
    with inside(tmp_path, kept_per_address=3) as server, server.person() as one:
        kept = [made(one, "basic", "me here")["match"] for _ in range(2)]
        made(one, "basic", "me here", client="c" * 32)
        with server.person() as other:  # another cookie is no other address
            bounded(other.post("/api/matches", json=asked_for("basic")), 3, "3 matches")
        # What was made already is told again, and what is deleted makes room.
        assert made(one, "basic", "me here", client="c" * 32)
        assert one.delete(f"/api/matches/{kept[0]}").is_success
        made(one, "basic")
        bounded(one.post("/api/matches", json=asked_for("basic")), 3, "delete some")


def test_a_server_keeps_so_many_matches(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("outrider.server.quotas.LOOK", 0)
    with inside(tmp_path, kept_in_all=2) as server, server.person() as one:
        for _ in range(2):
            made(one, "basic")
        bounded(one.post("/api/matches", json=asked_for("basic")), 2, "this server keeps 2")


def test_uploads_are_bounded_in_bytes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("outrider.server.quotas.LOOK", 0)
    text = min(PLAYED.glob("*.jsonl"), key=lambda file: file.stat().st_size).read_bytes()
    most = len(text) + 10
    with inside(tmp_path, uploaded_per_address=most) as server, server.person() as one:
        assert one.post("/api/records", content=text).status_code == 201
        bounded(one.post("/api/records", content=text), most, f"{most:,} bytes")
        made(one, "basic")  # which has brought nothing
    (tmp_path / "inside.db").unlink()
    with inside(tmp_path, uploaded_in_all=most) as server, server.person() as one:
        assert one.post("/api/records", content=text).status_code == 201
        bounded(one.post("/api/records", content=text), most, "this server keeps")


def test_no_address_is_written_down(tmp_path: Path) -> None:
    with inside(tmp_path) as server, server.person() as one:
        made(one, "basic")
        with closing(sqlite3.connect(server.database)) as db:
            ((origin, key),) = db.execute(
                "SELECT origin, value FROM origins, kept WHERE name = 'people key'"
            ).fetchall()
            dump = "\n".join(db.iterdump())
        assert origin == origin_of(key, "127.0.0.1")
        assert "127.0.0.1" not in dump


def test_addresses_that_are_one() -> None:
    def of(address: str) -> str:
        return origin_of("key", address)

    assert of("192.0.2.1") != of("192.0.2.2") and of("192.0.2.1") != origin_of("k", "192.0.2.1")
    assert of("::ffff:192.0.2.1") == of("192.0.2.1")
    assert of("2001:db8:0:1::1") == of("2001:db8:0:1:ffff::2%eth0") != of("2001:db8:0:2::1")
    assert of("?") != of("testclient")


# -- what is old -----------------------------------------------------------------------------------


def aged(server: Server, days: Callable[[str], float]) -> None:
    """As if nobody had touched them for so many days, by their stage."""
    with closing(sqlite3.connect(server.database, timeout=DEADLINE)) as db:
        for id, stage in db.execute("SELECT id, stage FROM matches").fetchall():
            past = int(days(stage) * 24 * 3600 * 1000)
            db.execute(
                "UPDATE matches SET touched = touched - ?, created = created - ? WHERE id = ?",
                (past, past, id),
            )
        db.execute("UPDATE hidden SET at = at - ?", (30 * 24 * 3600 * 1000,))
        db.commit()


def some_of_each(server: Server, maker: httpx.Client, guest: httpx.Client) -> dict[str, str]:
    found = {"open": made(maker, "basic")["match"]}
    found["running"] = made(maker, "basic", "me here")["match"]
    over = made(maker, "basic", "me here")
    resigned(server, over["match"], over["tokens"]["red"])
    found["over"] = over["match"]
    text = min(PLAYED.glob("*.jsonl"), key=lambda file: file.stat().st_size).read_bytes()
    found["archived"] = maker.post("/api/records", content=text).json()["match"]
    found["hidden"] = shared(server, maker, guest)["match"]
    for person in (maker, guest):
        assert person.put(f"/api/matches/{found['hidden']}/hidden").is_success
    return found


def test_the_server_prunes_by_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hall_room, "PRUNE", 0.2)
    keep = Keep(open=7, running=0, over=30, archived=90, hidden=7)
    with inside(tmp_path, keep=keep) as server:
        hall = server.app.state.hall
        with server.person() as maker, server.person() as guest:
            new = some_of_each(server, maker, guest)
            assert hall.metrics.counts["matches_pruned"] == 0

            def there() -> set[str]:
                with closing(sqlite3.connect(server.database)) as db:
                    return {id for (id,) in db.execute("SELECT id FROM matches")}

            days: dict[str, float] = {"open": 8, "running": 5000, "over": 20, "archived": 91}
            aged(server, lambda stage: days[stage])

            async def gone() -> None:
                async with asyncio.timeout(DEADLINE):
                    while there() != {new["running"], new["over"]}:
                        await asyncio.sleep(0.05)

            asyncio.run(gone())
            # It leaves the memory, too, and those who look at it.
            assert maker.get(f"/api/matches/{new['open']}").status_code == 404
            assert maker.get("/api/matches/mine").json()["matches"]


def test_a_host_looks_and_then_prunes(tmp_path: Path) -> None:
    with running(tmp_path) as server, server.person() as maker, server.person() as guest:
        new = some_of_each(server, maker, guest)
        days: dict[str, float] = {"open": 8, "running": 91, "over": 731, "archived": 91}
        aged(server, lambda stage: days[stage])
        place = ["--database", f"sqlite:///{server.database}"]

        def said(*words: str) -> str:
            done = CliRunner().invoke(app, ["database", "prune", *words, *place])
            assert done.exit_code == 0, done.output
            return done.output

        looked = said("--dry-run")
        assert looked.count(" 1 would go") == 4 and " 2 would go" in looked, looked
        assert len(names(maker)) == 4
        kept = said("--keep", "over=0", "--keep", "running=100", "--keep", "hidden=60")
        assert kept.count(" 1 deleted") == 2 and kept.count(" 0 deleted") == 4, kept
        assert set(names(maker)) == {new["running"], new["over"]}
        assert " 2 would go" in said("--days", "20", "--dry-run")
        assert " 2 deleted" in said("--days", "20")
        assert names(maker) == [new["running"]]


@pytest.mark.parametrize("pair", ["over", "over=", "over=x", "over=-1", "never=1", "over=1.5"])
def test_a_bound_that_is_none_is_refused(tmp_path: Path, pair: str) -> None:
    database = f"sqlite:///{tmp_path}/matches.db"
    for command in (["database", "prune"], ["serve", "--port", "0"]):
        done: Any = CliRunner().invoke(app, [*command, "--database", database, "--keep", pair])
        assert done.exit_code != 0
        assert "over" in str(done.exception)
