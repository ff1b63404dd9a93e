"""Lines that break at every message, and messages that are lost, doubled or late: nobody misses
anything, and nothing is done twice."""

import asyncio
import json
import random
from collections import Counter
from collections.abc import Iterator

import pytest

from outrider.core.record import record_from_text
from outrider.server.storage.base import LineRow
from server.driving import Server, at_table, running, seated
from server.following import SILENCE, Follower
from server.lasting import GAMES, lines_of
from server.wires import Fate, Judge, Wire

PATIENCE = 120.0
SHORT = {
    "skirminion": {},
    "basic": {"table": "12x12", "turn_limit": 2},
    "skirmish": {"table": "12x18", "round_limit": 2},
    "skirmish-2012": {"table": "12x18", "round_limit": 2},
    "skirmishers": {},
}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("lines")
    with running(folder, "--made-per-minute", "100000", "--asked-per-second", "2000") as found:
        yield found


class Played:
    """A game of two over such a line, from its first message to its last."""

    def __init__(
        self, server: Server, game: str, judge: Judge, most: int, silence: float = SILENCE
    ) -> None:
        self.sat = seated(server, game, "here here", own=False, options=SHORT[game])
        wire = self.wire = Wire(server.address, judge)
        source = random.Random(game)
        self.players = [
            Follower(
                wire.address, self.sat.match, game, seat, token, random.Random(source.random())
            )
            for seat, token in self.sat.tokens.items()
        ]

        async def run() -> None:
            async with asyncio.timeout(PATIENCE):
                await asyncio.gather(*(player.play(most) for player in self.players))

        try:
            asyncio.run(run())
        finally:
            wire.close()
        found = lines_of(f"sqlite:///{server.database}", [self.sat.match])
        self.rows: tuple[LineRow, ...] = found[self.sat.match]

    def check(self) -> None:
        """Both have all lines in order, and of what each sent everything is written once."""
        written = record_from_text(self.sat.fetch()).to_json()[1:-1]
        assert [row.line for row in self.rows] == written
        clients = Counter(row.client for row in self.rows if row.client)
        for player in self.players:
            assert player.lines == written[: player.version]
            assert player.over and player.version == len(written)
            done = {f"{player.seat}:{client}" for client in player.acknowledged}
            assert {client: clients[client] for client in done} == dict.fromkeys(done, 1)
        assert sum(clients.values()) == sum(len(each.acknowledged) for each in self.players)


class Everywhere:
    """Cuts at every message of a game, both ways: when it first comes, before it is through; when
    it comes again, behind it. After that it passes."""

    def __init__(self) -> None:
        self.met: Counter[str] = Counter()

    def __call__(self, up: bool, text: str) -> Fate:
        said = json.loads(text)
        kind = said.get("do") or said["type"]
        if kind in ("presence", "beat"):
            return Fate.PASS
        who = said.get("client") or said.get("tokens") or said.get("id")
        key = f"{up} {kind} {who} {said.get('version')} {said.get('from')} {said.get('you')}"
        self.met[key] += 1
        return {1: Fate.CUT, 2: Fate.LAST}.get(self.met[key], Fate.PASS)

    def kinds(self) -> set[str]:
        """What was met often enough to be cut before and behind."""
        return {" ".join(key.split()[:2]) for key, count in self.met.items() if count >= 2}


ALL = {"True hello", "True play", "False table", "False answer"}


def cut_everywhere(server: Server, game: str, most: int) -> None:
    judge = Everywhere()
    played = Played(server, game, judge, most)
    played.check()
    assert judge.kinds() >= ALL
    assert "False news" in {" ".join(key.split()[:2]) for key in judge.met}
    # Whatever was done was cut before and behind, at its sending and at its answer.
    for player in played.players:
        for client in player.acknowledged:
            counts = [count for key, count in judge.met.items() if f" {client} " in key]
            assert len(counts) >= 2 and min(counts) >= 2, (client, counts)
    print(f"{game}: {len(played.rows)} lines, {played.wire.cuts} cuts, {len(judge.met)} messages")


@pytest.mark.parametrize("game", GAMES)
def test_a_line_that_is_cut_at_every_message_of_a_game(server: Server, game: str) -> None:
    cut_everywhere(server, game, 10)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_a_line_that_is_cut_at_every_message_of_a_long_game(server: Server, game: str) -> None:
    cut_everywhere(server, game, 400)


@pytest.mark.parametrize("fate", [Fate.LOSE, Fate.TWICE, Fate.HOLD], ids=lambda fate: fate.name)
def test_news_that_are_lost_doubled_or_late(server: Server, fate: Fate) -> None:
    """While the line stays whole, only the beat can tell that something is missing."""
    source, met = random.Random(fate.name), Counter[Fate]()

    def judge(up: bool, text: str) -> Fate:
        news = not up and json.loads(text)["type"] == "news"
        found = fate if news and source.random() < 0.4 else Fate.PASS
        met[found] += 1
        return found

    played = Played(server, "basic", judge, 7, PATIENCE)
    played.check()
    assert met[fate] >= 3, "hardly anything was lost, doubled or late"
    if fate is Fate.LOSE:
        assert any(player.filled for player in played.players)
    if fate is Fate.TWICE:
        assert sum(player.old for player in played.players) >= 3


def test_anything_may_be_lost_either_way(server: Server) -> None:
    """Requests and answers, too: what is not answered is sent again, and done once."""
    source, met = random.Random(7), Counter[Fate]()
    first = {"play", "answer"}  # the first of each in any case, whatever comes in between

    def judge(up: bool, text: str) -> Fate:
        said = json.loads(text)
        kind = said.get("do") or said.get("type")
        lose = kind in first or (kind not in ("hello", "table") and source.random() < 0.2)
        first.discard(kind)
        found = Fate.LOSE if lose else Fate.PASS
        met[found] += 1
        return found

    played = Played(server, "basic", judge, 3, PATIENCE)
    played.check()
    assert met[Fate.LOSE] >= 2
    assert any(player.again for player in played.players)


# -- the beat --------------------------------------------------------------------------------------


def test_every_socket_hears_a_beat_with_the_version(server: Server) -> None:
    sat = seated(server, "skirmishers")

    async def run() -> None:
        async with (
            at_table(server, sat.match, sat.tokens["red"]) as red,
            at_table(server, sat.match, watch=sat.watch) as watcher,
        ):
            for version in (0, 1):
                for each in (red, watcher):
                    each.beats.clear()
                for each in (red, watcher):
                    await each.until(lambda each=each: len(each.beats) >= 2)  # type: ignore[misc]
                    beat = {"type": "beat", "version": version, "stage": "running"}
                    assert each.beats[-1] == beat
                if not version:
                    await red.change("play", action={"do": "end"})
                    await watcher.reached(1)

    asyncio.run(run())


def test_a_beat_tells_the_stage_before_the_match_has_begun(server: Server) -> None:
    with server.person() as host:
        made = host.post(
            "/api/matches",
            json={"game": "skirminion", "seats": [{"kind": "me"}, {"kind": "link"}]},
        ).json()

    async def run() -> None:
        async with at_table(server, made["match"], *made["tokens"].values()) as red:
            await red.until(lambda: bool(red.beats))
            assert red.beats[0] == {"type": "beat", "version": 0, "stage": "open"}

    asyncio.run(run())


def test_whoever_asks_for_the_table_hears_what_was_missed(server: Server) -> None:
    sat = seated(server, "skirmishers")

    async def run() -> None:
        async with at_table(server, sat.match, sat.tokens["red"]) as red:
            await red.change("play", action={"do": "end"})
            told = await red.ask("table", version=0)
            assert told["version"] == 1 and told["missed"]["from"] == 0
            assert [line["n"] for line in told["missed"]["lines"]] == [1]
            assert (await red.ask("table", version=1))["missed"]["lines"] == []
            assert "missed" not in await red.ask("table")

    asyncio.run(run())


def test_what_takes_long_keeps_nobody_from_asking(server: Server) -> None:
    """A hint is thought about while the table is asked for, and while somebody moves."""
    sat = seated(server, "skirmishers", "me here", own=False)

    async def run() -> None:
        async with at_table(server, sat.match, *sat.tokens.values()) as both:
            seat = both.pending["decide"][0]
            await both.socket.send(json.dumps({"do": "hint", "id": "hint", "seat": seat}))
            await both.ask("table", version=0)
            await both.change("play", seat=seat, action={"do": "end"})
            assert "hint" not in both._answers, "it was thought about for too short a time"
            await both.until(lambda: "hint" in both._answers)

    asyncio.run(run())
