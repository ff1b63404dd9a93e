"""An action is played once, however often it is sent, and only on what its player has seen."""

import asyncio
import json
import random

import pytest

from server.driving import Json, Player, Refused, Sat, Server, at_table, both, play_on, seated

pytest_plugins = ["server.hosting"]

SEED = 8


@pytest.fixture
def sat(host: Server) -> Sat:
    return seated(host, "skirmishers")


def lines(sat: Sat) -> int:
    return len(sat.record().lines)


def some(player: Player, seat: str = "red") -> Json:
    return player.choice(seat, random.Random(SEED))


def test_a_resent_action_is_answered_again_and_not_played_again(sat: Sat) -> None:
    async def run() -> None:
        async with both(sat) as (red, blue):
            said = {"action": some(red), "client": "one", "version": 0}
            first = await red.ask("play", **said)
            again = await red.ask("play", **said)
            assert {**first, "id": 0} == {**again, "id": 0}
            assert first["client"] == "one" and first["version"] == 1
            await blue.reached(1)
            assert len(blue.news) == 1
        async with at_table(sat.server, sat.match, sat.tokens["red"]) as red:
            later = await red.ask("play", **said)
            assert later["version"] == 1 and red.version == 1

    asyncio.run(run())
    assert lines(sat) == 1


def test_a_resent_action_is_answered_after_others_have_acted(sat: Sat) -> None:
    async def run() -> None:
        async with both(sat) as (red, blue):
            said = {"action": {"do": "end"}, "client": "one", "version": 0}
            await red.ask("play", **said)
            await blue.reached(1)
            await blue.change("play", action={"do": "end"})
            again = await red.ask("play", **said)
            assert again["version"] == 1

    asyncio.run(run())
    assert lines(sat) == 2


def test_the_answer_to_a_resent_action_with_dice_is_the_same(host: Server) -> None:
    """A move that makes dice fall is several lines; the version it made is that of the last."""
    sat = seated(host, "skirmish", options={"round_limit": 2, "table": "20x20"})

    async def run() -> None:
        async with both(sat) as (red, blue):
            players, source = {"red": red, "blue": blue}, random.Random(4)
            while True:
                seat = red.pending["decide"][0]
                player = players[seat]
                said: Json = {
                    "action": player.choice(seat, source),
                    "client": f"c{red.version}",
                    "version": red.version,
                }
                first = await player.ask("play", **said)
                if first["version"] > said["version"] + 1:
                    break
                for each in players.values():
                    await each.reached(first["version"])
            again = await player.ask("play", **said)
            assert {**first, "id": 0} == {**again, "id": 0}

    asyncio.run(run())


def test_the_same_action_from_two_sockets_at_once_is_played_once(sat: Sat) -> None:
    async def run() -> None:
        async with (
            at_table(sat.server, sat.match, sat.tokens["red"]) as one,
            at_table(sat.server, sat.match, sat.tokens["red"]) as two,
        ):
            said = {"action": some(one), "client": "one", "version": 0}
            answers = await asyncio.gather(*(each.ask("play", **said) for each in (one, two)))
            assert [answer["version"] for answer in answers] == [1, 1]

    asyncio.run(run())
    assert lines(sat) == 1


def test_two_different_actions_at_once_on_one_version_make_one(sat: Sat) -> None:
    async def run() -> None:
        async with (
            at_table(sat.server, sat.match, sat.tokens["red"]) as one,
            at_table(sat.server, sat.match, sat.tokens["red"]) as two,
        ):
            tries = [
                one.ask("play", action=some(one), client="a", version=0),
                two.ask("play", action={"do": "end"}, client="b", version=0),
            ]
            done = await asyncio.gather(*tries, return_exceptions=True)
            refused = [each for each in done if isinstance(each, Refused)]
            assert len(refused) == 1 and refused[0].kind == "stale"

    asyncio.run(run())
    assert lines(sat) == 1


def test_a_client_id_is_ones_own(sat: Sat) -> None:
    """Two seats may think of the same id."""

    async def run() -> None:
        async with both(sat) as (red, blue):
            await red.ask("play", action={"do": "end"}, client="x", version=0)
            answer = await blue.ask("play", action={"do": "end"}, client="x", version=1)
            assert answer["version"] == 2

    asyncio.run(run())
    assert lines(sat) == 2


@pytest.mark.parametrize("seen", [0, 1, 99])
def test_a_stale_version_is_refused_with_the_present_state(sat: Sat, seen: int) -> None:
    async def run() -> None:
        async with both(sat) as (red, blue):
            await red.change("play", action={"do": "end"})
            await blue.reached(1)
            await blue.change("play", action={"do": "end"})
            await red.reached(2)
            refused = await red.refused("play", action={"do": "end"}, version=seen)
            assert refused["error"]["kind"] == "stale"
            assert refused["version"] == 2
            assert refused["state"] == red.table["state"] and refused["pending"] == red.pending
            await red.change("play", action={"do": "end"})

    asyncio.run(run())
    assert lines(sat) == 3


@pytest.mark.parametrize("seen", [0, 1])
def test_whoever_gives_up_has_given_up_however_late(sat: Sat, seen: int) -> None:
    """Somebody presses the button while dice fall or a bot moves: it is not to be pressed twice."""

    async def run() -> None:
        async with both(sat) as (red, blue):
            await red.change("play", action={"do": "end"})
            await blue.reached(1)
            await blue.change("play", action={"do": "end"})
            await red.reached(2)
            for what, version in (("draw", seen), ("resign", 99)):
                refused = await red.refused(what, version=version)
                assert refused["error"]["kind"] == "stale"
            assert (await red.change("resign", version=seen))["version"] == 3
            await blue.reached(3)
            assert blue.table["result"]["winners"] == ["blue"]

    asyncio.run(run())


def test_a_refused_action_may_be_sent_again_under_its_id(sat: Sat) -> None:
    async def run() -> None:
        async with both(sat) as (red, _):
            said = {"client": "same", "version": 0}
            with pytest.raises(Refused) as caught:
                await red.ask("play", action={"do": "hold"}, **said)
            assert caught.value.kind in ("illegal", "not-your-turn")
            assert (await red.ask("play", action={"do": "end"}, **said))["version"] == 1

    asyncio.run(run())


# -- the minute ------------------------------------------------------------------------------------


async def in_the_minute(players: dict[str, Player]) -> None:
    source = random.Random(2)
    red = players["red"]
    while len(red.pending.get("decide", ())) < 2:
        await play_on(players, source, 1)


def test_in_the_minute_both_act_on_what_they_have_seen(host: Server) -> None:
    sat = seated(host, "skirmish", options={"table": "20x20"})

    async def run() -> None:
        async with both(sat) as (red, blue):
            players = {"red": red, "blue": blue}
            await in_the_minute(players)
            seen, source = red.version, random.Random(5)
            moves = {seat: players[seat].choice(seat, source) for seat in players}
            answers = await asyncio.gather(
                *(
                    players[seat].change("play", action=moves[seat], version=seen)
                    for seat in players
                )
            )
            assert sorted(answer["version"] for answer in answers) == [seen + 1, seen + 2]
            for player in players.values():
                await player.reached(seen + 2)
            refused = await red.refused("play", action=moves["red"], version=seen)
            assert refused["error"]["kind"] == "stale" and refused["version"] == seen + 2
            assert red.table["state"] == blue.table["state"] == refused["state"]

    asyncio.run(run())


def test_in_the_minute_a_version_is_stale_when_the_phase_is_over(host: Server) -> None:
    sat = seated(host, "skirmish", options={"table": "20x20"})

    async def run() -> None:
        async with both(sat) as (red, blue):
            await in_the_minute({"red": red, "blue": blue})
            seen = red.version
            await red.change("play", action={"do": "ready"})
            await blue.change("play", action={"do": "ready"}, version=seen)
            await red.reached(seen + 2)
            refused = await red.refused("play", action={"do": "ready"}, version=seen)
            assert refused["error"]["kind"] == "stale"

    asyncio.run(run())


def test_a_question_of_the_others_does_not_make_a_move_stale(sat: Sat) -> None:
    """Otherwise whoever waits could keep the other from moving by asking for draws."""

    async def run() -> None:
        async with both(sat) as (red, blue):
            await blue.change("draw")
            answer = await red.change("play", action={"do": "end"}, version=0)
            assert answer["version"] == 2

    asyncio.run(run())


def test_messages_sent_in_one_go_are_answered_in_order(sat: Sat) -> None:
    async def run() -> None:
        async with both(sat) as (red, _):
            for n in range(30):
                await red.socket.send(json.dumps({"do": "ping", "id": n}))
            await red.until(lambda: len(red._answers) == 30)
            assert list(red._answers) == list(range(30))

    asyncio.run(run())
