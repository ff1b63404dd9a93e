"""Bots that the host has installed, at a server's tables."""

import asyncio
import os
from pathlib import Path

import pytest

from bots.guesting import TORTOISE, install
from server.driving import Json, Server, at_table, running

WISH: Json = {"game": "skirminion", "options": {"length_limit": 12}, "listed": True}


def played(server: Server, match: str) -> None:
    async def watch() -> None:
        async with at_table(server, match) as player:
            await player.until(lambda: player.over)

    asyncio.run(watch())


def test_a_server_offers_what_is_installed_and_plays_it(tmp_path: Path) -> None:
    install(tmp_path / "site")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", os.pathsep.join([str(tmp_path / "site"), str(TORTOISE)]))
        with running(tmp_path, "--workers", "1") as server, server.person() as person:
            known = {each["id"]: each for each in person.get("/api/games").json()["games"]}
            about = "Plays everything on at random and takes what went best"
            assert known["basic"]["bots"] == [{"name": "tortoise", "about": about}]
            seats = [{"kind": "bot", "level": "tortoise"}, {"kind": "bot", "level": "random"}]
            made = person.post("/api/matches", json={**WISH, "seats": seats})
            assert made.status_code == 201, made.text
            match = made.json()["match"]
            played(server, match)
            record = person.get(f"/api/matches/{match}/record").text
            assert "a bot (tortoise)" in record and "substitute" not in record
            # What is not there, and a module that somebody names from outside, is not looked for.
            for level in ("broken", "outrider_tortoise:Tortoise"):
                seats[0] = {"kind": "bot", "level": level}
                refused = person.post("/api/matches", json={**WISH, "seats": seats})
                assert refused.status_code == 404, refused.text
                assert refused.json()["error"]["message"].endswith("captain, marshal, tortoise")
