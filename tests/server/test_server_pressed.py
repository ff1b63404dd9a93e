"""Bots on a busy machine, and bots that are stopped or killed: the level that was asked for chooses
every time, and nobody else."""

import asyncio
import os
import random
import signal
import sys
import time
from pathlib import Path

import pytest

from outrider.bots.protocol import BotFailed
from outrider.core.record import Chose, Noted, record_from_text
from outrider.games import game as game_by_id
from outrider.server.thinking import Question
from outrider.server.workers import Workers
from server.driving import DEADLINE, WIDE, Json, Player, Server, act, at_table, made, running
from server.pressing import bots, crowd, is_there, some_bot, stopped

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc")
LONG = 6 * DEADLINE


def against(server: Server, game: str, *levels: str) -> Json:
    """A match of a person against bots."""
    seats = [{"kind": "me"}, *({"kind": "bot", "level": level} for level in levels)]
    with server.person() as person:
        return made(person, game, "", seats=seats)


def chosen(server: Server, new: Json) -> int:
    """How often bots have chosen. Nobody ever did in their place."""
    with server.person() as person:
        headers = {"outrider-watch": new["watch"]}
        text = person.get(f"/api/matches/{new['match']}/record", headers=headers).text
    lines = record_from_text(text).lines
    assert not [line for line in lines if isinstance(line, Noted)], "somebody stood in"
    return sum(isinstance(line, Chose) and line.seat != "red" for line in lines)


async def turn(red: Player, source: random.Random) -> None:
    """Red decides until Blue has to, and waits until it is its turn again."""
    while not red.over and red.pending.get("decide") == ["red"]:
        await act({"red": red}, source)
    await red.until(lambda: red.over or red.pending.get("decide") == ["red"], LONG)


def heard(player: Player, kind: str) -> list[bool]:
    """What a player was told about it, one after the other."""
    said = [each[kind] for each in player.others if each["type"] == "presence"]
    return [each for at, each in enumerate(said) if at == 0 or said[at - 1] != each]


def pressed(server: Server, turns: int) -> None:
    """A game against the default soldier; on the way its process is stopped, and killed while it is
    asked."""
    new = against(server, "skirminion", "soldier")

    async def run() -> None:
        source = random.Random(3)
        async with at_table(server, new["match"], new["tokens"]["red"]) as red:
            await red.until(lambda: red.pending.get("decide") == ["red"], LONG)
            for number in range(turns):
                pid = some_bot(server)
                if number == 1:
                    with stopped(pid):
                        await turn(red, source)
                    assert not is_there(pid), "it has been replaced"
                elif number == 2:
                    with stopped(pid):
                        waiting = asyncio.ensure_future(turn(red, source))
                        await red.until(lambda: heard(red, "slow")[-1:] == [True], LONG)
                        os.kill(pid, signal.SIGKILL)
                        await waiting
                else:
                    await turn(red, source)
                assert heard(red, "slow")[-1:] != [True], "it is told when it is over"
                assert len(bots(server)) <= 1

    asyncio.run(run())
    assert chosen(server, new) >= turns


@pytest.mark.slow
def test_a_busy_machine_and_a_stopped_bot(tmp_path: Path) -> None:
    with running(tmp_path, *WIDE, "--workers", "1") as server, crowd(4):
        pressed(server, 2)


@pytest.mark.slow
def test_a_bot_that_is_killed_while_it_is_stopped(tmp_path: Path) -> None:
    with running(tmp_path, *WIDE, "--workers", "1") as server, crowd(4):
        pressed(server, 6)


@pytest.mark.slow
def test_a_whole_game_on_a_very_busy_machine(tmp_path: Path) -> None:
    with running(tmp_path, *WIDE, "--workers", "1") as server, crowd(18):
        pressed(server, 40)


def test_a_bot_that_is_killed_in_mid_thought_is_asked_again(tmp_path: Path) -> None:
    with running(tmp_path, *WIDE, "--workers", "1") as server:
        new = against(server, "skirmishers", "marshal")

        async def run() -> None:
            source = random.Random(1)
            async with at_table(server, new["match"], new["tokens"]["red"]) as red:
                killed = 0
                while killed < 2:
                    assert not red.over
                    while red.pending.get("decide") == ["red"]:
                        await act({"red": red}, source)
                    pid = some_bot(server)
                    # Now and then it has answered before anybody has seen it at work.
                    while not (thinks(pid) or red.pending.get("decide") == ["red"]):
                        await asyncio.sleep(0.01)
                    if not thinks(pid):
                        continue
                    os.kill(pid, signal.SIGKILL)
                    killed += 1
                    await red.until(lambda: red.over or red.pending.get("decide") == ["red"], LONG)

        asyncio.run(run())
        assert chosen(server, new) > 0


def thinks(pid: int) -> bool:
    """Whether it has work just now: what waits for a question sleeps."""
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "R"


def test_a_server_with_a_stopped_bot_ends_at_once_and_leaves_nothing(tmp_path: Path) -> None:
    with running(tmp_path, *WIDE, "--workers", "1") as server:
        new = against(server, "skirminion", "soldier")
        pid = some_bot(server)

        async def run() -> None:
            async with at_table(server, new["match"], new["tokens"]["red"]) as red:
                await red.until(lambda: red.pending.get("decide") == ["red"], LONG)
                os.kill(pid, signal.SIGSTOP)
                await act({"red": red}, random.Random(1))

        asyncio.run(run())
        until = time.monotonic() + DEADLINE
        os.kill(server.pid, signal.SIGTERM)
        while is_there(server.pid) or is_there(pid):
            assert time.monotonic() < until, "it waits for a bot that was stopped"
            time.sleep(0.05)


def test_a_stopped_bot_does_not_outlive_a_server_that_is_killed(tmp_path: Path) -> None:
    with running(tmp_path, *WIDE, "--workers", "1") as server:
        new = against(server, "skirminion", "soldier")

        async def run() -> None:
            async with at_table(server, new["match"], new["tokens"]["red"]) as red:
                await red.until(lambda: red.pending.get("decide") == ["red"], LONG)
                await turn(red, random.Random(1))

        asyncio.run(run())
        pid = some_bot(server)
        with stopped(pid):
            os.kill(server.pid, signal.SIGKILL)
            until = time.monotonic() + DEADLINE
            while is_there(pid):
                assert time.monotonic() < until, "a stopped process was left behind"
                time.sleep(0.05)


# -- without a server ------------------------------------------------------------------------------


def question(level: str = "soldier") -> Question:
    game = game_by_id("skirmishers")
    state = game.new(game.terms()).state
    return Question(game.id, game.dump(state), "red", level, 0.1, "seed")


def test_whoever_has_the_bot_ready_is_asked_and_who_rests_is_ended() -> None:
    async def run() -> None:
        workers = Workers(2)
        try:
            assert not workers.is_ready("skirmishers", "soldier")
            await workers.get_ready("skirmishers", "soldier", lambda kind, said: None)
            assert workers.is_ready("skirmishers", "soldier")
            for _ in range(3):
                await workers.choose(question())
            assert len(workers.pids()) == 1, "nobody new is started for what one can do"
            workers.rest(3600)
            assert len(workers.pids()) == 1
            workers.rest(0)
            assert workers.pids() == () and not workers.is_ready("skirmishers", "soldier")
            assert (await workers.choose(question()))["do"]
        finally:
            workers.close()

    asyncio.run(run())


def test_those_who_wait_for_a_worker_hear_of_it_when_all_are_ended() -> None:
    async def run() -> None:
        workers = Workers(1)
        await workers.choose(question())
        os.kill(workers.pids()[0], signal.SIGSTOP)
        waiting = asyncio.ensure_future(workers.choose(question()))
        await asyncio.sleep(0.2)
        workers.close()
        with pytest.raises(BotFailed):
            await asyncio.wait_for(waiting, DEADLINE)
        assert workers.pids() == ()

    asyncio.run(run())
