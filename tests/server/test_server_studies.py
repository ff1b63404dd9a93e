"""Reviews and hints: behind the bots, in turn, with progress, and within limits."""

import asyncio
import os
import random
import signal
import sys
import time
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

from outrider.bots.protocol import BotFailed
from outrider.server.errors import TooMany
from outrider.server.studies import NICE, Job, Studies
from outrider.server.thinking import Asked, Readiness
from server.driving import (
    DEADLINE,
    Json,
    Refused,
    Server,
    at_table,
    both,
    inside,
    made,
    play_on,
    seated,
)

LONG = 6 * DEADLINE


def spawned(tasks: set[asyncio.Task[None]]) -> Callable[[Coroutine[Any, Any, None]], None]:
    def spawn(work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.ensure_future(work)
        tasks.add(task)
        task.add_done_callback(tasks.discard)

    return spawn


async def wish() -> Asked:
    """The least that a worker can be asked."""
    return Readiness("skirmishers", "random")


def queue(work: Callable[[Studies], Coroutine[Any, Any, None]], seconds: int = 1000) -> None:
    async def run() -> None:
        studies = Studies(2, seconds, spawned(set()))
        try:
            await work(studies)
        finally:
            studies.workers.close()

    asyncio.run(run())


def test_addresses_take_turns() -> None:
    """Whoever asks for much waits for his own; who comes last with one thing does not."""

    async def work(studies: Studies) -> None:
        order: list[str] = []
        names: dict[Job, str] = {}
        for name, address in [("a1", "a"), ("a2", "a"), ("a3", "a"), ("b1", "b"), ("b2", "b"),
                              ("c1", "c")]:  # fmt: skip
            job = studies.ask(address, wish, 1.0, long=True)
            names[job] = name
            job.after = lambda _, name=name: order.append(name)  # type: ignore[misc]
        waiting = {names[job]: studies.ahead(job) for job in names}
        assert waiting == {"a1": 0, "a2": 1, "b1": 2, "c1": 3, "a3": 4, "b2": 5}
        for job in names:
            await asyncio.wait_for(job.ended.wait(), LONG)
        assert order == ["a1", "a2", "b1", "c1", "a3", "b2"]

    queue(work)


def test_what_is_short_does_not_wait_for_what_is_long() -> None:
    async def work(studies: Studies) -> None:
        ended: list[str] = []
        held = asyncio.Event()

        async def slow() -> Asked:
            await held.wait()
            return await wish()

        for _ in range(4):
            job = studies.ask("a", slow, 1.0, long=True)
            job.after = lambda _: ended.append("long")
        hint = studies.ask("a", wish, 1.0, long=False)

        def known(answer: Json | None) -> None:
            ended.append("short")
            held.set()

        hint.after = known
        await asyncio.wait_for(held.wait(), LONG)
        assert ended == ["short"]

    queue(work)


def test_limits_are_by_cost_and_what_is_not_used_comes_back() -> None:
    async def work(studies: Studies) -> None:
        first = studies.ask("a", wish, 60.0, long=True)
        with pytest.raises(TooMany) as caught:
            studies.ask("a", wish, 60.0, long=True)
        # 40 of the 100 seconds are left, and of the 20 that are missing half a one comes a second.
        assert 35 <= caught.value.wait <= 40
        assert f"come back in {caught.value.wait} s" in caught.value.message
        studies.ask("b", wish, 60.0, long=True)  # others have their own
        await asyncio.wait_for(first.ended.wait(), LONG)
        studies.ask("a", wish, 60.0, long=True)  # hardly anything of it was used

    queue(work, seconds=100)


def test_what_nobody_waits_for_is_not_begun(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("outrider.server.studies.LEFT", -1.0)

    async def work(studies: Studies) -> None:
        begun: list[int] = []

        async def noted() -> Asked:
            begun.append(1)
            return await wish()

        left = studies.ask("a", noted, 60.0, long=True)
        await asyncio.wait_for(left.ended.wait(), LONG)
        assert left.answer is None and left.failed == "nobody waited for it" and not begun

    queue(work)


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
def test_its_workers_stand_back_and_are_replaced_when_they_are_killed() -> None:
    async def work(studies: Studies) -> None:
        first = studies.ask("a", wish, 1.0, long=True)
        await asyncio.wait_for(first.ended.wait(), LONG)
        (pid,) = studies.workers.pids()
        stat = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        assert int(stat[16]) == min(os.nice(0) + NICE, 19)
        os.kill(pid, signal.SIGSTOP)
        again = studies.ask("a", wish, 1.0, long=True)
        await asyncio.sleep(0.3)
        os.kill(pid, signal.SIGKILL)
        await asyncio.wait_for(again.ended.wait(), LONG)
        assert again.answer is not None, again.failed

    queue(work)


def test_one_that_fails_says_why() -> None:
    async def work(studies: Studies) -> None:
        async def unknown() -> Asked:
            return Readiness("skirmishers", "nobody")

        job = studies.ask("a", unknown, 1.0, long=True)
        await asyncio.wait_for(job.ended.wait(), LONG)
        assert job.answer is None and job.failed == "the bot failed (Refusal)"
        with pytest.raises(BotFailed):
            await job.made()

    queue(work)


# -- over the wire ---------------------------------------------------------------------------------


def finished(server: Server, game: str = "skirmishers") -> Json:
    """A short game that is over."""
    sat = seated(server, game, own=False)

    async def run() -> None:
        async with both(sat) as (red, blue):
            await play_on({"red": red, "blue": blue}, random.Random(1), 6)
            await red.change("resign")

    asyncio.run(run())
    return {"match": sat.match, "watch": sat.watch}


def asked(server: Server, over: Json) -> Any:
    with server.person() as person:
        headers = {"outrider-watch": over["watch"]}
        return person.get(f"/api/matches/{over['match']}/review", headers=headers)


def test_a_review_tells_how_far_it_is_and_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("outrider.server.studies.SECONDS", 6.0)
    monkeypatch.setattr("outrider.server.pages.LISTENING", 0.1)
    with inside(tmp_path) as server:
        over, other = finished(server), finished(server)
        heard: list[Json] = []
        until = time.monotonic() + LONG
        while (said := asked(server, over)).status_code == 202:
            heard.append(said.json())
            assert asked(server, other).status_code in (200, 202)
            assert time.monotonic() < until
            time.sleep(0.1)
        assert said.status_code == 200 and said.json()["chances"]
        assert all({*each} == {"ahead", "done", "part", "found"} for each in heard)
        shares = [each["done"] for each in heard]
        assert shares == sorted(shares) and 0 < shares[-1] <= 1
        again = asked(server, over)  # at once: to work it out anew takes longer than it listens
        assert again.status_code == 200 and again.json() == said.json()


def test_who_asks_for_too_much_is_told_when_to_come_back(tmp_path: Path) -> None:
    with inside(tmp_path, study_seconds=10) as server:
        games = [finished(server) for _ in range(3)]
        answers = [asked(server, over) for over in games]
        refused = [each for each in answers if each.status_code == 429]
        assert answers[0].status_code in (200, 202) and refused
        error = refused[0].json()["error"]
        assert error["kind"] == "too-many" and f"come back in {error['wait']} s" in error["message"]
        assert refused[0].headers["retry-after"] == str(error["wait"])


def test_who_waits_for_a_hint_may_move_meanwhile(tmp_path: Path) -> None:
    with inside(tmp_path) as server, server.person() as person:
        new = made(person, "skirmishers", "me here")

        async def run() -> None:
            async with at_table(server, new["match"], *new["tokens"].values()) as red:
                first = asyncio.ensure_future(red.ask("hint", seat="red"))
                await asyncio.sleep(0)
                second = asyncio.ensure_future(red.ask("hint", seat="red"))
                with pytest.raises(Refused) as caught:
                    await first
                assert "another hint" in str(caught.value)
                await red.change("play", seat="red", action={"do": "end"})
                assert (await second)["best"]
                with pytest.raises(Refused) as late:
                    await red.ask("hint", seat="red")
                assert late.value.kind == "not-your-turn"

        asyncio.run(run())


def test_hints_have_a_limit_too(tmp_path: Path) -> None:
    with inside(tmp_path, study_seconds=3, bot_seconds=3.0) as server, server.person() as person:
        new = made(person, "skirmishers", "me here")

        async def run() -> None:
            tokens = new["tokens"].values()
            async with (
                at_table(server, new["match"], *tokens) as one,
                at_table(server, new["match"], *tokens) as other,
            ):
                hints = (each.ask("hint", seat="red") for each in (one, other))
                said = await asyncio.gather(*hints, return_exceptions=True)
                (given,) = [each for each in said if isinstance(each, dict)]
                (refused,) = [each for each in said if isinstance(each, Refused)]
                assert given["best"] and refused.kind == "too-many"
                assert refused.answer["error"]["wait"] >= 1

        asyncio.run(run())
