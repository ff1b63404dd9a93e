"""Nobody waits for a compiler: bots play while they are compiled, and people are told."""

import asyncio
from pathlib import Path

import pytest

from outrider.server.thinking import Study
from outrider.server.workers import Workers
from server.driving import Json, Player, at_table, made
from server.preparing import GAME, compiled_beside

SEATS = [{"kind": "bot", "level": "recruit"}, {"kind": "me"}]


def told(player: Player) -> list[bool]:
    """What a player has heard about it, one after the other."""
    heard = [each["preparing"] for each in player.others if each["type"] == "presence"]
    return [each for at, each in enumerate(heard) if at == 0 or heard[at - 1] != each]


def test_a_table_is_told_while_its_bot_is_compiled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with compiled_beside(tmp_path, monkeypatch) as (server, compiler), server.person() as person:
        new = made(person, GAME, "", seats=SEATS)

        async def run() -> None:
            token = new["tokens"]["blue"]
            async with at_table(server, new["match"], token) as blue:
                await blue.until(lambda: True in told(blue))
                await blue.until(lambda: blue.version > 0)
                # Whoever comes now is told as well.
                async with at_table(server, new["match"], token) as late:
                    assert late.table["preparing"] is True
                assert told(blue)[-1] is True
                compiler.done()
                await blue.until(lambda: told(blue)[-1] is False)
                assert (await blue.ask("table"))["preparing"] is False

        asyncio.run(run())
        record = person.get(
            f"/api/matches/{new['match']}/record", headers={"outrider-watch": new["watch"]}
        )
        assert "substitute" not in record.text, "the bot itself has played"


def test_a_hint_is_there_before_anything_is_compiled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where no bot plays nobody is told about bots; what the hint lacked is compiled all the
    same, and the next match has it."""
    seats: list[Json] = [{"kind": "me"}, {"kind": "here"}]
    with compiled_beside(tmp_path, monkeypatch) as (server, compiler), server.person() as person:
        new = made(person, GAME, "", seats=seats)

        async def run() -> None:
            tokens = new["tokens"].values()
            async with at_table(server, new["match"], *tokens) as asking:
                assert (await asking.ask("hint", seat="red"))["best"]
                assert True not in told(asking)
            again = made(person, GAME, "", seats=SEATS)
            async with at_table(server, again["match"], again["tokens"]["blue"]) as blue:
                assert blue.table["preparing"] is True
                compiler.done()
                await blue.until(lambda: told(blue)[-1:] == [False])

        asyncio.run(run())


def test_nobody_is_told_where_nothing_is_compiled() -> None:
    said: list[str] = []

    async def run() -> None:
        workers = Workers(1)
        try:
            with pytest.raises(Exception, match="the bot failed"):
                await workers.choose(
                    Study(GAME, "no record", 1.0), lambda kind, _: said.append(kind)
                )
        finally:
            workers.close()

    asyncio.run(run())
    assert said == []
