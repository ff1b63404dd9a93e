"""The referee, the sockets and the practice page answer the same question alike, in every game and
however it stands. No rule, no wording and no order of checks is any wire's own."""

import asyncio
import json
import random
from collections.abc import Iterator
from importlib.resources import files

import pytest

from outrider.games import game as game_by_id
from server.asking import NOBODY, Asked, Wires, asked, questions, some
from server.driving import WIDE, Json, Player, Sat, Server, at_table, running, seated
from server.weighty import table

DUEL = json.loads((files("outrider.games.skirmishers") / "scenarios" / "duel.json").read_text())
BRIEF: dict[str, Json] = {
    "skirminion": {"options": {"length_limit": 12}},
    "basic": {"options": {"turn_limit": 2}},
    "skirmishers": {"scenario": {**DUEL, "turn_limit": 8}},
    "skirmish": {"options": {"round_limit": 1}},
    "skirmish-2012": {"options": {"round_limit": 1}},
}
"""Games that are soon over."""
SEATS = ("red", "blue")
MOST_ASKED = 30
"""Questions at one moment, drawn from all there are."""


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("desk")
    with running(folder, *WIDE, "--asked-per-second", "100000") as server:
        yield server


def drawn(every: Iterator[Asked], source: random.Random) -> list[Asked]:
    found = list(every)
    return source.sample(found, min(MOST_ASKED, len(found)))


async def step(player: Player, source: random.Random) -> None:
    """A legal action of somebody, of whatever kind, or the dice that have to fall."""
    roll = player.pending.get("roll")
    if roll is not None:
        faces = [source.randint(1, 6) for _ in range(roll["dice"])]
        answer = await player.change("roll", seat=roll["seat"], faces=faces)
    else:
        seat = source.choice(player.pending["decide"])
        action = source.choice(some(listed(player, seat)))
        answer = await player.change("play", seat=seat, action=action)
    await player.reached(answer["version"])


def moment(player: Player) -> str:
    """What kind of moment it is: what is waited for, in which phase."""
    pending = player.pending
    about: Json = pending.get("offer") or pending.get("roll") or {}
    named = about.get("kind", about.get("purpose", ""))
    return f"{player.table['state']['phase']} {next(iter(pending))} {named}"


def listed(player: Player, *seats: str) -> list[Json]:
    """What these may play, or whoever is asked."""
    game = game_by_id(player.table["game"])
    state = game.load(player.table["state"])
    seats = seats or tuple(player.pending.get("decide", []))
    return [action.to_json() for seat in seats for action in game.choices(state, seat)]


def typed(host: Server, game: str, kinds: str = "here here", **more: object) -> Sat:
    """A match at one screen with real dice, so that it also stands where they have to fall."""
    return seated(host, game, kinds, own=False, dice="typed", **more)


@pytest.mark.parametrize("game", BRIEF)
def test_from_the_first_moment_to_the_last(host: Server, game: str) -> None:
    sat = typed(host, game, **BRIEF[game])
    source, asking = random.Random(17), random.Random(1)
    kinds: set[str] = set()

    async def run() -> list[str]:
        found: list[str] = []
        with host.person() as person:
            async with at_table(host, sat.match, *sat.tokens.values()) as player:
                wires = Wires(sat, player, person)
                possible: list[Json] = []
                while True:
                    possible = listed(player) or possible
                    if moment(player) not in kinds:
                        kinds.add(moment(player))
                        wires.look()
                        every = drawn(questions(possible, (*SEATS, *NOBODY)), asking)
                        found += await wires.differing(every)
                    if player.over:
                        return found
                    await step(player, source)

    assert asyncio.run(run()) == []
    assert {kind.split()[1] for kind in kinds} == {"decide", "roll", "over"}
    assert "Traceback" not in host.said()


@pytest.mark.parametrize("game", BRIEF)
def test_where_somebody_has_resigned(host: Server, game: str) -> None:
    """By the rules it would go on, but nothing is played in it, reached or foreseen any more."""
    sat = typed(host, game)
    source = random.Random(18)

    async def run() -> None:
        with host.person() as person:
            async with at_table(host, sat.match, *sat.tokens.values()) as player:
                while "decide" not in player.pending:
                    await step(player, source)
                possible, seat = listed(player), player.pending["decide"][0]
                await player.change("resign", seat="blue")
                await player.until(lambda: player.over)
                wires = Wires(sat, player, person)
                wires.look()
                assert await wires.differing(drawn(questions(possible, SEATS), source)) == []
                for do in ("check", "odds", "preview", "play"):
                    said = await wires.answers(asked(do, seat, action=possible[0]))
                    for answer in said.values():
                        assert answer["error"]["kind"] == "over", (do, said)
                assert (await player.ask("legal", seat=seat))["actions"] == []
                unit = possible[0].get("unit", "e1")
                assert (await player.ask("reach", seat=seat, unit=unit))["reach"] == []

    asyncio.run(run())
    assert "Traceback" not in host.said()


def test_a_seat_that_has_left(host: Server) -> None:
    """The others go on. Whoever has left hears that, whatever is asked or played."""
    sat = typed(host, "skirmish", "here here here")
    source = random.Random(19)

    async def run() -> None:
        with host.person() as person:
            async with at_table(host, sat.match, *sat.tokens.values()) as player:
                while player.table["state"]["phase"] == "deploy":
                    await step(player, source)
                left = await player.change("resign", seat="green")
                await player.reached(left["version"])
                assert not player.over
                while "decide" not in player.pending:
                    await step(player, source)
                wires = Wires(sat, player, person)
                wires.look()
                every = drawn(questions(listed(player), (*SEATS, "green")), source)
                assert await wires.differing(every) == []
                for do in ("check", "odds", "preview", "play"):
                    question = asked(do, "green", action=listed(player)[0])
                    for answer in (await wires.answers(question)).values():
                        assert answer["error"]["message"] == "Green has left the match"
                assert (await player.ask("legal", seat="green"))["actions"] == []

    asyncio.run(run())
    assert "Traceback" not in host.said()


@pytest.mark.parametrize("game", ["basic", "skirmish"])
def test_at_a_table_that_is_asked_about_elsewhere(host: Server, game: str) -> None:
    """What is answered in another process is answered in the same words; so is what is not."""
    sat = typed(host, game, table=table(12, 20))
    source = random.Random(20)

    async def run() -> None:
        with host.person() as person:
            async with at_table(host, sat.match, *sat.tokens.values()) as player:
                while "decide" not in player.pending:
                    await step(player, source)
                wires = Wires(sat, player, person)
                wires.look()
                every = list(questions(listed(player), SEATS))
                assert await wires.differing(source.sample(every, 40)) == []
                good = asked("check", player.pending["decide"][0], action=listed(player)[0])
                assert (await player.ask(good.do, **good.fields())).items() >= {
                    "legal": True
                }.items()

    asyncio.run(run())
    assert "Traceback" not in host.said()
