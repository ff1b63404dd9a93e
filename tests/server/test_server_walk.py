"""One action on its way from the socket to the kernel and to the other player's page: how often it
is read, the game asked and the state written. docs/architecture.md follows the same walk."""

import asyncio
import random
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from outrider.core.wire import parse
from outrider.games import built_in
from outrider.games import game as game_by_id
from server.driving import Json, Server, act, both, inside, seated

ASKED = ("action_from_json", "read_action", "pending", "apply", "fall", "view", "dump", "load")


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with inside(Path(tmp_path_factory.mktemp("walk"))) as server:
        yield server


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Counter[str]]:
    """Counts what is asked of a game from now on, and what is parsed by sockets."""
    found: Counter[str] = Counter()

    def noted(name: str, asked: Callable[..., Any]) -> Callable[..., Any]:
        def ask(*given: Any, **named: Any) -> Any:
            found[name] += 1
            return asked(*given, **named)

        return ask

    def begin(game: str) -> Counter[str]:
        made = type(game_by_id(game))
        for name in ASKED:
            monkeypatch.setattr(made, name, noted(name, getattr(made, name)))
        monkeypatch.setattr("outrider.server.sockets.parse", noted("parse", parse))
        return found

    return begin


@pytest.mark.parametrize("game", [game.id for game in built_in()])
def test_an_action_is_read_once_and_told_once(
    host: Server, game: str, counted: Callable[[str], Counter[str]]
) -> None:
    sat = seated(host, game)
    counting = counted(game)
    found: Counter[str] = Counter()

    async def play() -> None:
        async with both(sat) as (red, blue):
            source, players = random.Random(3), {"red": red, "blue": blue}
            for _ in range(4):
                await act(players, source)
            while not await once(players, source):
                pass

    async def once(players: dict[str, Any], source: random.Random) -> bool:
        """Whether an action after which no dice fell has been counted."""
        one = players["red"]
        seat = source.choice([seat for seat in one.pending["decide"] if seat in players])
        action: Json = players[seat].choice(seat, source)
        before = one.version
        counting.clear()
        answer = await players[seat].change("play", seat=seat, action=action)
        found.clear()
        found.update(counting)
        for player in players.values():
            await player.reached(answer["version"])
        return bool(answer["version"] == before + 1)

    asyncio.run(play())
    assert found["parse"] == 1
    assert found["action_from_json"] + found["read_action"] == 1
    assert found["apply"] == 1
    assert found["fall"] == 0
    # Of the state before it, to see whose turn it is; and once of the state after it.
    assert found["pending"] == 2
    # Two people watch: they are told the same, which is written once.
    assert found["view"] == 1
    assert found["dump"] <= 1
    assert found["load"] == 0


def test_faces_that_are_typed_in_fall_once(
    host: Server, counted: Callable[[str], Counter[str]]
) -> None:
    sat = seated(host, "basic", dice="typed")
    found = counted("basic")

    async def play() -> None:
        async with both(sat) as (red, blue):
            found.clear()
            answer = await red.change("roll", seat="red", faces=[4])
            await blue.reached(answer["version"])

    asyncio.run(play())
    assert found["fall"] == 1
    assert found["view"] == 1
