"""People are told what they wait for when a bot has to be compiled first."""

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
                # Whoever comes now is told as well.
                async with at_table(server, new["match"], token) as late:
                    assert late.table["preparing"] is True
                    assert late.version == 0
                compiler.done()
                await blue.until(lambda: told(blue)[-1] is False)
                await blue.until(lambda: blue.version > 0)
                assert (await blue.ask("table"))["preparing"] is False

        asyncio.run(run())
        record = person.get(
            f"/api/matches/{new['match']}/record", headers={"outrider-watch": new["watch"]}
        )
        assert "substitute" not in record.text, "the bot itself has played"


def test_a_hint_says_so_as_well_and_may_be_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seats: list[Json] = [{"kind": "me"}, {"kind": "here"}]
    with compiled_beside(tmp_path, monkeypatch) as (server, compiler), server.person() as person:
        new = made(person, GAME, "", seats=seats)

        async def run() -> None:
            tokens = new["tokens"].values()
            async with at_table(server, new["match"], *tokens) as watching:
                async with at_table(server, new["match"], *tokens) as asking:
                    await asking.socket.send('{"do":"hint","seat":"red","id":"h"}')
                    await watching.until(lambda: told(watching)[-1:] == [True])
                compiler.done()
                await watching.until(lambda: told(watching)[-1] is False)
                assert (await watching.ask("hint", seat="red"))["best"]
                assert told(watching)[-1] is False

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
