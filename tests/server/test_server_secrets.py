"""A whole session, and then: who has heard what."""

import asyncio
import hashlib
import json
import random
import sqlite3
from contextlib import closing
from pathlib import Path

from outrider.dice import commitment
from server.driving import (
    ENTROPY,
    WIDE,
    Json,
    Player,
    Server,
    at_table,
    connected,
    made,
    play_on,
    running,
)


class Session:
    """A match of two that is watched, with everything that can go wrong on the way."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.tokens: dict[str, str] = {}
        self.heard: dict[str, list[str]] = {"before": [], "over": []}
        """What the server said before the match was over, and after."""

    def set_up(self) -> None:
        with self.server.person() as maker, self.server.person() as guest:
            maker.put("/api/me", json={"name": "Ada"})
            self.new = made(
                maker, "skirmish", listed=True, commitment=commitment(ENTROPY["red"]),
                options={"table": "20x20"},
            )  # fmt: skip
            self.forget_makings()
            match = self.new["match"]
            self.tokens = dict(self.new["tokens"])
            wish = {
                "invite": self.new["invites"]["blue"],
                "commitment": commitment(ENTROPY["blue"]),
            }
            maker.get("/api/matches"), maker.get(f"/api/matches/{match}")
            self.tokens["blue"] = guest.post(f"/api/matches/{match}/join", json=wish).json()[
                "token"
            ]
            self.forget_makings()
            for person, seat in ((maker, "red"), (guest, "blue")):
                shown = {"token": self.tokens[seat], "entropy": ENTROPY[seat]}
                person.post(f"/api/matches/{match}/reveal", json=shown)
            for address in ("", "/mine", f"/{match}", f"/{match}/record"):
                maker.get(f"/api/matches{address}")
            maker.post(f"/api/matches/{match}/join", json=wish)
            maker.post(f"/api/matches/{match}/reveal", json={"token": "x", "entropy": "y" * 20})
            maker.delete(f"/api/matches/{match}")
            for address in ("/metrics", "/healthz", "/openapi.json", "/api/games", "/"):
                maker.get(address)

    def forget_makings(self) -> None:
        """The one answer that tells somebody their own tokens is left out, and only its body."""
        last = self.server.heard[-1]
        self.server.heard[-1] = last.split("\n")[0]

    async def wrong_things(self) -> None:
        match = self.new["match"]
        for said in (
            {"tokens": [self.tokens["red"] + "x"]},
            {"tokens": [self.new["invites"]["blue"]]},
            {"tokens": self.tokens["red"]},
            {"tokens": [self.tokens["red"], 5]},
        ):
            async with connected(self.server, match) as player:
                await player.socket.send(json.dumps({"do": "hello", **said}))
                self.server.heard.append(str(await player.socket.recv()))

    async def play(self) -> None:
        match, source = self.new["match"], random.Random(3)
        async with (
            at_table(self.server, match, self.tokens["red"]) as red,
            at_table(self.server, match, self.tokens["blue"]) as blue,
            at_table(self.server, match, watch=self.new["watch"]) as watcher,
        ):
            await play_on({"red": red, "blue": blue}, source, 40)
            await self.asked(red)
            await watcher.refused("resign")
            await blue.refused("play", action={"do": "ready"}, version=0)
            self.heard["before"] = list(self.server.heard)
            await red.change("resign")
            await watcher.until(lambda: watcher.over)

    async def asked(self, red: Player) -> None:
        for do in ("legal", "check", "odds", "preview", "table", "nonsense"):
            await red.raw(json.dumps({"do": do, "action": self.tokens["red"][:30], "unit": "R1"}))

    def secret(self) -> Json:
        with closing(sqlite3.connect(self.server.database)) as db:
            found = db.execute("SELECT setup FROM terms WHERE match = ?", (self.new["match"],))
            setup: Json = json.loads(found.fetchone()[0])
        return setup


def test_nobody_hears_what_is_not_theirs(tmp_path: Path) -> None:
    with running(tmp_path, *WIDE) as server:
        session = Session(server)
        session.set_up()
        asyncio.run(session.wrong_things())
        asyncio.run(session.play())
        with server.person() as person:
            record = person.get(f"/api/matches/{session.new['match']}/record").text
        secret = session.secret()["secret"]
        tokens = {
            *session.tokens.values(),
            *session.new["invites"].values(),
            session.new["watch"],
        }
        assert len(tokens) == 4 and len(secret) == 64
        hashes = {hashlib.sha256(token.encode()).hexdigest() for token in tokens}
        everything = "\n".join(server.heard)
        for hidden in tokens | hashes:
            assert hidden not in everything
            assert hidden not in record
            assert hidden not in server.said()
        assert secret not in "\n".join(session.heard["before"])
        assert secret in record, "it is told when the match is over"
        assert secret not in server.said()
        assert "Traceback" not in server.said()
        for entropy in ENTROPY.values():
            assert entropy not in server.said()
        cut = next(n for n, text in enumerate(server.heard) if ENTROPY["red"] in text)
        assert '"stage":"running"' in server.heard[cut], "entropies are shown when all are there"
        for text in tokens:
            assert text.encode() not in server.database.read_bytes()


def test_who_has_a_seat_is_not_told_by_whom(tmp_path: Path) -> None:
    """The identities behind the cookies stay in the database."""
    with running(tmp_path, *WIDE) as server:
        with server.person() as maker:
            new = made(maker, "skirmishers", "me here", listed=True)
            maker.get("/api/matches/mine"), maker.get("/api/matches")
            maker.get(f"/api/matches/{new['match']}")
        with closing(sqlite3.connect(server.database)) as db:
            host = db.execute("SELECT host FROM matches").fetchone()[0]
        assert len(host) >= 16
        assert host not in "\n".join(text.split("\n", 1)[1] for text in server.heard)
        assert host not in server.said()
