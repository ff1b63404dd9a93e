"""Leaving while sealed dice wait, with three at the table: nobody chooses between two dice."""

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

import pytest

from outrider.core.course import last, replay
from outrider.core.record import Anchored, Noted, Opened
from outrider.dice import Seal, verified
from outrider.games import game as game_by_id
from server.driving import Sat, Server, act
from server.seals import Holder, seated_with_seals, watching

pytest_plugins = ["server.hosting"]

THREE = ("red", "blue", "green")


@asynccontextmanager
async def waiting(sat: Sat, seeds: dict[str, str]) -> AsyncIterator[dict[str, Holder]]:
    """All three are there, have given their anchors, and dice wait for a link of each."""
    async with AsyncExitStack() as stack:
        held = {}
        for seat in THREE:
            player = await stack.enter_async_context(watching(sat, seat))
            held[seat] = Holder(player, sat.match, {seat: seeds[seat]})
            await held[seat].anchors()
        for holder in held.values():
            await holder.player.until(
                lambda holder=holder: holder.player.table["stage"] == "running"  # type: ignore[misc]
            )
        people = {seat: holder.player for seat, holder in held.items()}
        source = random.Random(3)
        while held["red"].wanted is None:
            await act(people, source)
        for holder in held.values():
            await holder.player.until(
                lambda holder=holder: holder.wanted is not None  # type: ignore[misc]
            )
        yield held


@pytest.mark.parametrize("opened", [True, False], ids=["opened", "not opened"])
def test_leaving_while_dice_wait(host: Server, opened: bool) -> None:
    """A link that was there before its holder left stays in the key. One that was not makes void
    what the others had opened, and they commit anew."""
    sat, seeds = seated_with_seals(host, "skirmish-2012", "me link link")

    async def run() -> None:
        async with waiting(sat, seeds) as held:
            red, blue, green = (held[seat] for seat in THREE)
            await red.open()
            if opened:
                await green.open()
            await green.player.change("resign", seat="green")
            await blue.player.reached(green.player.version)
            await red.player.reached(green.player.version)
            wanted = red.wanted or {}
            if opened:
                assert (wanted["missing"], wanted["void"]) == (["blue"], [])
                await blue.open()
            else:
                assert (wanted["missing"], wanted["void"]) == (["red", "blue"], ["green"])
                for holder in (red, blue):
                    (seat,) = holder.seals
                    holder.seals[seat] = Seal(sat.match, seat, f"another of {seat}")
                    asked = {"for": (holder.wanted or {})["for"]}
                    anchor = holder.seals[seat].anchor
                    await holder.player.ask("anchor", anchor=anchor, **asked)
                for holder in (red, blue):
                    await holder.player.until(
                        lambda holder=holder: (holder.wanted or {}).get("void") == []  # type: ignore[misc]
                    )
                    await holder.open()
            await red.player.until(lambda: red.wanted is None)

    asyncio.run(run())
    record = sat.record()
    lines = [line for line in record.lines if isinstance(line, Noted | Anchored | Opened)]
    kinds = [type(line) for line in lines]
    assert kinds == ([Noted, Opened] if opened else [Noted, Anchored, Opened])
    assert isinstance(lines[-1], Opened)
    assert ("green" in lines[-1].links) is opened
    assert verified(record).wrong is None
    last(replay(game_by_id("skirmish-2012"), record))


def test_a_renewal_is_not_ones_word(host: Server) -> None:
    """A new chain that was meant for no dice, or for others, is refused while some wait."""
    sat, seeds = seated_with_seals(host, "skirmish-2012", "me link link")

    async def run() -> None:
        async with waiting(sat, seeds) as held:
            anchor = Seal(sat.match, "red", "another").anchor
            player = held["red"].player
            for line in (None, "0" * 64):
                refused = await player.refused("anchor", anchor=anchor, **{"for": line})
                assert refused["error"]["kind"] == "not-your-turn"
            wanted = held["red"].wanted or {}
            assert wanted["anew"] == []

    asyncio.run(run())
