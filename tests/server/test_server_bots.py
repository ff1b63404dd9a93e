"""Bots on the server: those that play, and those that do not."""

import asyncio
import random
from pathlib import Path

import pytest

from cli.driving import outrider
from forms import LONG, sparse
from outrider.bots.protocol import BotFailed
from outrider.core.record import Chose, Noted
from outrider.games import game as game_by_id
from outrider.server.thinking import Question
from outrider.server.workers import Workers
from server import badbots
from server.driving import DEADLINE, Json, Server, act, at_table, inside, made, play_on, seated

pytest_plugins = ["server.hosting"]


def test_a_whole_game_against_the_random_bot(host: Server, tmp_path: Path) -> None:
    sat = seated(host, "skirmishers", "me bot")

    async def run() -> None:
        source = random.Random(5)
        async with at_table(host, sat.match, sat.tokens["red"]) as red:
            bot = red.table["seats"][1]
            assert bot["kind"] == "bot" and bot["level"] == "random" and bot["here"]
            while not red.over:
                if "red" in red.pending.get("decide", ()):
                    await act({"red": red}, source)
                else:
                    await red.until(lambda: red.over or "red" in red.pending.get("decide", ()))

    asyncio.run(run())
    record = sat.record()
    assert {line.seat for line in record.lines if isinstance(line, Chose)} == {"red", "blue"}
    assert not [line for line in record.lines if isinstance(line, Noted)]
    assert record.header.dice is not None and record.header.dice["engine"] == ["blue"]
    file = tmp_path / "game.jsonl"
    file.write_text(sat.fetch(), "utf-8")
    assert outrider("verify", file).returncode == 0


def test_bots_play_each_other(host: Server) -> None:
    sat = seated(host, "skirmishers", "bot bot", own=False, listed=True)

    async def run() -> None:
        async with at_table(host, sat.match) as watcher:
            await watcher.until(lambda: watcher.over)

    asyncio.run(run())


def test_a_bot_takes_back_and_leaves_draws_to_the_board(host: Server) -> None:
    sat = seated(host, "skirmishers", "me bot")

    async def run() -> None:
        async with at_table(host, sat.match, sat.tokens["red"]) as red:
            before = red.table["state"]
            await red.change("draw")
            await red.until(lambda: red.table["conduct"]["draw"] == [] and red.version == 2)
            await red.change("play", action={"do": "end"})
            await red.until(lambda: red.pending.get("decide") == ["red"] and red.version > 3)
            await red.change("takeback")
            await red.until(lambda: red.table["state"] == before)

    asyncio.run(run())


# -- bots that fail --------------------------------------------------------------------------------


def question(seat: str) -> Question:
    game = game_by_id("skirmishers")
    state = game.new(game.terms()).state
    if seat == "blue":
        state = game.apply(state, "red", game.read_action("end")).state
    return Question(game.id, game.dump(state), seat, "random", 0.3, "seed")


def impatient(monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
    """Have a kind of bad bot, and notice soon that it says nothing."""
    monkeypatch.setattr("outrider.server.workers.work", badbots.KINDS[kind])
    monkeypatch.setattr("outrider.server.workers.SILENT", 2)
    monkeypatch.setattr("outrider.server.opponents.PAUSE", 0.1)


@pytest.mark.parametrize("kind", sparse(sorted({*badbots.KINDS} - {"cheating", "babbling"}), 4))
def test_a_bot_that_fails_costs_its_own_question(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    impatient(monkeypatch, kind)

    async def run() -> None:
        workers = Workers(1)
        try:
            for _ in range(2):
                with pytest.raises(BotFailed) as caught:
                    await workers.choose(question("red"))
                assert "/" not in str(caught.value) and len(str(caught.value)) < 100
            chosen = await workers.choose(question("blue"))
            assert chosen["do"]
        finally:
            workers.close()

    asyncio.run(run())


def test_workers_at_work_do_not_get_in_each_others_way() -> None:
    async def run() -> None:
        workers = Workers(3)
        try:
            questions = [question(seat) for seat in ("red", "blue")] * 10
            answers = await asyncio.gather(*(workers.choose(each) for each in questions))
            assert len(answers) == 20
        finally:
            workers.close()

    asyncio.run(run())


CAPTAIN = [{"kind": "bot", "level": "captain"}, {"kind": "me"}]


@pytest.mark.parametrize(
    "kind", sparse(["crashing", "babbling", "cheating", "silent", "hanging"], 2)
)
def test_after_several_tries_a_lower_level_chooses_and_that_is_noted(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Red's captains and soldiers are bad, its recruits good; in another match Blue is good."""
    impatient(monkeypatch, kind)
    with inside(tmp_path, workers=2) as server, server.person() as person:
        bad = made(person, "skirmishers", "", seats=CAPTAIN)
        good = made(person, "skirmishers", "me bot")

        async def run() -> list[Json]:
            async with (
                at_table(server, bad["match"], bad["tokens"]["blue"], version=0) as blue,
                at_table(server, good["match"], good["tokens"]["red"]) as red,
            ):
                await red.change("play", action={"do": "end"})
                await red.until(lambda: red.pending.get("decide") == ["red"] and red.version > 1)
                await asyncio.to_thread(person.get, "/healthz")

                def told() -> list[Json]:
                    return [blue.table["missed"], *blue.news]

                await blue.until(lambda: bool(substitutes(told())), 2 * DEADLINE)
                assert "Red is stood in for: a recruit chooses" in str(told())
                if LONG:  # to the end of the turn, in which a captain fails for every piece
                    await blue.until(lambda: blue.pending.get("decide") == ["blue"], 4 * DEADLINE)
                return substitutes(told())

        notes = asyncio.run(run())
        for note in notes:
            assert note["seat"] == "red" and len(note["reason"]) <= 200
            start = "a recruit chooses in place of the captain, who failed 3 times: the bot "
            assert note["reason"].startswith(start)
        assert "outrider_bot_failures_total" in person.get("/metrics").text


def test_where_nobody_answers_the_table_is_told_and_all_are_asked_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    impatient(monkeypatch, "crashing")
    mended = tmp_path / "mended"
    monkeypatch.setenv(badbots.MENDED, str(mended))
    with inside(tmp_path, workers=1) as server:
        sat = seated(server, "skirmishers", "bot me", own=False)

        async def run() -> None:
            async with at_table(server, sat.match, sat.tokens["blue"]) as blue:

                def failing() -> bool:
                    heard = [each["failing"] for each in blue.others if "failing" in each]
                    return bool(heard and heard[-1])

                await blue.until(failing)
                async with at_table(server, sat.match, sat.tokens["blue"]) as late:
                    assert late.table["failing"] is True and late.version == 0
                mended.touch()
                await blue.until(lambda: blue.version > 0 and not failing(), 2 * DEADLINE)

        asyncio.run(run())
        lines = sat.record().lines
        assert isinstance(lines[0], Chose) and not [x for x in lines if isinstance(x, Noted)]


def substitutes(news: list[Json]) -> list[Json]:
    return [line for each in news for line in each["lines"] if line.get("match") == "substitute"]


def test_people_go_on_while_a_bot_thinks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("outrider.server.workers.work", badbots.hanging)
    with inside(tmp_path, bot_seconds=10 * DEADLINE, workers=1) as server:
        waits = seated(server, "skirmishers", "bot me", own=False)
        sat = seated(server, "skirmish", options={"table": "20x20"})

        async def run() -> None:
            async with (
                at_table(server, sat.match, sat.tokens["red"]) as red,
                at_table(server, sat.match, sat.tokens["blue"]) as blue,
            ):
                await play_on({"red": red, "blue": blue}, random.Random(1), 30)

        asyncio.run(run())
        assert waits.record().lines == (), "the bot has not answered meanwhile"
