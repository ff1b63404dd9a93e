"""How people deal with each other over the wire: taking back, draws, leaving, claiming."""

import asyncio
import random
import time
from collections.abc import Iterator

import pytest

from outrider.core.course import last, replay
from outrider.games import game as game_by_id
from server.driving import (
    DEADLINE,
    Player,
    Sat,
    Server,
    at_table,
    both,
    inside,
    play_on,
    seated,
)

pytest_plugins = ["server.hosting"]

END = {"do": "end"}


@pytest.fixture
def sat(host: Server) -> Sat:
    return seated(host, "skirmishers")


async def together(*players: Player) -> None:
    """Everybody has seen the same."""
    version = max(player.version for player in players)
    for player in players:
        await player.reached(version)


def replayed(sat: Sat) -> None:
    record = sat.record()
    last(replay(game_by_id(record.header.game), record))


def test_ones_own_last_word_is_taken_back_without_asking(sat: Sat) -> None:
    async def run() -> None:
        async with both(sat) as (red, blue):
            before = red.table["state"]
            await red.change("play", action=red.choice("red", random.Random(8)))
            assert red.table["state"] != before
            answer = await red.change("takeback")
            assert answer["version"] == 2
            await together(red, blue)
            assert red.table["state"] == blue.table["state"] == before
            assert blue.news[-1]["events"][0]["done"] is True
            line = {**blue.news[-1]["lines"][0]}
            assert len(line.pop("hash")) == 64
            assert line == {"n": 2, "seat": "red", "match": "takeback", "to": 0}
            refused = await red.refused("takeback")
            assert refused["error"]["kind"] == "unknown"
            refused = await blue.refused("takeback")
            assert refused["error"]["kind"] == "unknown"

    asyncio.run(run())
    replayed(sat)


@pytest.mark.parametrize("answer", ["takeback", "no-takeback", "play"])
def test_more_is_taken_back_by_consent(sat: Sat, answer: str) -> None:
    async def run() -> None:
        async with both(sat) as (red, blue):
            before = red.table["state"]
            await red.change("play", action=END)
            await together(red, blue)
            await blue.change("play", action=END)
            await together(red, blue)
            after = red.table["state"]
            await blue.change("play", action=END) if blue.pending["decide"] == ["blue"] else None
            await red.change("takeback")
            await together(red, blue)
            assert blue.table["conduct"]["back"] == 0
            assert blue.table["conduct"]["asked"] == ["red"]
            assert red.table["state"] == after
            if answer == "play":
                await red.change("play", action=END)
            else:
                await blue.change(answer)
            await together(red, blue)
            assert red.table["conduct"]["back"] is None and red.table["conduct"]["asked"] == []
            if answer == "takeback":
                assert red.table["state"] == before == blue.table["state"]
            if answer == "no-takeback":
                assert red.table["state"] == after

    asyncio.run(run())
    replayed(sat)


def test_dice_that_have_fallen_stand_unless_all_agree(host: Server) -> None:
    sat = seated(host, "skirmish", options={"table": "20x20"})

    async def run() -> None:
        async with both(sat) as (red, blue):
            players, source = {"red": red, "blue": blue}, random.Random(12)
            while True:
                await play_on(players, source, 1)
                lines = red.news[-1]["lines"]
                if len(lines) > 1:
                    break
            seat = lines[0]["seat"]
            after = red.table["state"]
            await players[seat].change("takeback")
            await together(red, blue)
            assert red.table["state"] == after and red.table["conduct"]["asked"] == [seat]

    asyncio.run(run())
    replayed(sat)


def test_a_draw_takes_both(sat: Sat) -> None:
    async def run() -> None:
        async with both(sat) as (red, blue):
            await red.change("draw")
            await together(red, blue)
            assert blue.table["conduct"]["draw"] == ["red"]
            refused = await red.refused("draw")
            assert refused["error"]["kind"] == "malformed"
            await blue.change("no-draw")
            await together(red, blue)
            assert red.table["conduct"]["draw"] == [] and not red.over
            await blue.change("draw")
            await together(red, blue)
            await red.change("draw")
            await together(red, blue)
            assert red.table["result"] == {"winners": [], "reason": "agreed by all"}
            assert blue.over and blue.news[-1]["dice"]["secret"]
            refused = await red.refused("play", action=END)
            assert refused["error"]["kind"] == "over"

    asyncio.run(run())
    replayed(sat)


def test_declining_what_nobody_offered_is_refused(sat: Sat) -> None:
    """Or somebody could fill the record with it."""

    async def run() -> None:
        async with both(sat) as (red, _):
            for do in ("no-draw", "no-takeback"):
                assert (await red.refused(do))["ok"] is False

    asyncio.run(run())


@pytest.mark.parametrize("do", ["resign", "abandon"])
def test_leaving_gives_the_game_away(sat: Sat, do: str) -> None:
    async def run() -> None:
        async with both(sat) as (red, blue):
            await blue.change(do)
            await together(red, blue)
            assert red.table["result"]["winners"] == ["red"]
            assert red.pending == {"over": red.table["result"]}
            for player in (red, blue):
                for again in ("resign", "draw", "no-draw", "abandon"):
                    refused = await player.refused(again)
                    assert refused["error"]["kind"] == "over", again
        async with at_table(sat.server, sat.match, sat.tokens["red"]) as red:
            assert red.over and red.table["stage"] == "over"
            assert red.table["dice"]["secret"]

    asyncio.run(run())
    replayed(sat)


def test_a_table_of_three_goes_on_without_one(host: Server) -> None:
    sat = seated(host, "skirmish", "me link link", options={"round_limit": 2, "table": "20x20"})

    async def run() -> None:
        async with (
            at_table(host, sat.match, sat.tokens["red"]) as red,
            at_table(host, sat.match, sat.tokens["blue"]) as blue,
            at_table(host, sat.match, sat.tokens["green"]) as green,
        ):
            players = {"red": red, "blue": blue, "green": green}
            await play_on(players, random.Random(2), 20)
            await blue.change("resign")
            await together(*players.values())
            assert red.table["conduct"]["left"] == ["blue"] and "decide" in red.pending
            refused = await blue.refused("draw")
            assert refused["error"]["kind"] == "over"
            refused = await blue.refused("play", action={"do": "ready"})
            assert refused["error"]["kind"] in ("over", "not-your-turn")
            await play_on({"red": red, "green": green}, random.Random(3))
            assert red.over and "blue" not in red.table["result"]["winners"]
            await together(*players.values())
            assert red.table["state"] == green.table["state"] == blue.table["state"]

    asyncio.run(run())
    replayed(sat)


# -- claiming --------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with inside(tmp_path_factory.mktemp("hasty"), claim_after=1) as server:
        yield server


def test_a_game_is_claimed_from_whoever_has_left(hasty: Server) -> None:
    sat = seated(hasty, "skirmishers")

    async def run() -> None:
        async with at_table(hasty, sat.match, sat.tokens["blue"]) as blue:
            async with at_table(hasty, sat.match, sat.tokens["red"]):
                refused = await blue.refused("claim", against="red")
                assert refused["error"]["kind"] == "not-your-turn"
                assert "is here" in refused["error"]["message"]
            for wrong in ("blue", "green", ""):
                refused = await blue.refused("claim", against=wrong)
                assert refused["error"]["kind"] in ("not-your-turn", "malformed"), wrong
            until = time.monotonic() + DEADLINE
            while not blue.over and time.monotonic() < until:
                answer = await blue.raw('{"do":"claim","id":1,"against":"red"}', 1)
                assert (
                    answer["ok"]
                    or "after a while" in answer["error"]["message"]
                    or ("is here" in answer["error"]["message"])
                )
                await asyncio.sleep(0.1)
            assert blue.table["result"]["winners"] == ["blue"]

    asyncio.run(run())
    line = sat.record().lines[-1].to_json()
    assert line == {"n": 1, "seat": "blue", "match": "claim", "against": "red"}
    replayed(sat)


def test_a_claim_before_its_time_is_refused(sat: Sat) -> None:
    async def run() -> None:
        async with at_table(sat.server, sat.match, sat.tokens["blue"]) as blue:
            refused = await blue.refused("claim", against="red")
            assert "after a while" in refused["error"]["message"]

    asyncio.run(run())


def test_the_match_does_not_wait_for_who_is_not_asked(hasty: Server) -> None:
    sat = seated(hasty, "skirmishers")

    async def run() -> None:
        async with at_table(hasty, sat.match, sat.tokens["red"]) as red:
            await asyncio.sleep(1.1)
            refused = await red.refused("claim", against="blue")
            assert "does not wait" in refused["error"]["message"]

    asyncio.run(run())
