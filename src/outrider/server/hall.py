"""All matches of this process: loaded when somebody asks for one, let go when nobody does.

The hall also does what nobody asks for: it lets clocks run out and bots move. With several
processes on one database a lease says which of them does it for a match.
"""

import asyncio
import gc
import logging
import random
import secrets
import time
from collections.abc import Coroutine
from contextlib import suppress
from dataclasses import replace
from typing import Any

from outrider.core.patience import hearing
from outrider.core.pending import Roll
from outrider.core.refusal import Refusal, unknown
from outrider.core.wire import shown
from outrider.dice import AskedDice, SealedDice
from outrider.games import game as game_by_id
from outrider.games import games
from outrider.play.match import Draft, Match
from outrider.play.older import OlderMatch
from outrider.play.shelf import shelve
from outrider.play.signing import Signer
from outrider.server import dicing, sealing
from outrider.server.bounds import SHORT
from outrider.server.compiling import Compiling
from outrider.server.health import Health
from outrider.server.heavy import Heavy
from outrider.server.limits import Gate
from outrider.server.live import Live
from outrider.server.looks import Looks
from outrider.server.metrics import Metrics
from outrider.server.opponents import Opponents
from outrider.server.presence import WATCHING, Presence
from outrider.server.pruning import prune
from outrider.server.pulse import Pulse
from outrider.server.quotas import Quotas
from outrider.server.settings import Settings
from outrider.server.storage.base import Conflict, Missing, Place, SeatRow, Storage, StorageError
from outrider.server.studies import Studies
from outrider.server.times import now
from outrider.server.workers import Workers

LOG = logging.getLogger("outrider.server")
BEAT = 0.5
"""Seconds between two signs of life."""
GAP = 4_000
"""Milliseconds without one after which there was no server."""
GAP_AT_START = 1_200
"""The same for one that starts: it knows of itself that it was not there."""
LEASE = 3_000
"""Milliseconds; a bot that thinks for longer has it renewed at every beat."""
SOON = 3_600_000
"""Milliseconds; whoever has a clock that ends later can spare a second."""
LOOK = 2.0
"""Seconds between two looks for matches that wait for the server."""
MOST_AT_ONCE = 200
MOST_UNWATCHED = 100_000
"""Lines of matches that nobody looks at and that stay in memory all the same."""
ENDED = 3
"""Seconds after which a match that is over leaves the memory when nobody looks at it: whoever asks
has it back. What a review has cost is kept longer."""
PRUNE = 3600.0
"""Seconds between two looks for matches that are too old to be kept, at most."""
TIDY = 1800.0
"""Seconds between two searches of the whole memory for garbage, which hold everybody up."""


class Hall:
    def __init__(self, storage: Storage, settings: Settings) -> None:
        self.storage = storage
        self.settings = settings
        self.metrics = Metrics()
        self.signer: Signer | None = None
        self.health = Health()
        self.gate = Gate()
        self.workers = Workers(settings.workers)
        self.heavy = Heavy(settings.heavy)
        self.looks = Looks(self.heavy, self.spawn)
        self._slowly = asyncio.Lock()
        self.shelving = asyncio.Lock()
        """Held while one that was brought along is read."""
        self.quotas = Quotas(storage, settings)
        self.compiling = Compiling(self.spawn, self._told_of_compiling)
        self.opponents = Opponents(
            self.workers, self.metrics, settings.bot_seconds, self.compiling.ask
        )
        self.studies = Studies(settings.studies, settings.study_seconds, self.spawn)
        self.process = secrets.token_hex(6)
        self.presence = Presence(storage, self.process)
        self.live: dict[str, Live] = {}
        self.pulse = Pulse(self.live)
        self._loading: dict[str, asyncio.Future[Live]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._thinking: set[str] = set()
        self._alarms: dict[str, asyncio.TimerHandle] = {}
        self._behind: set[str] = set()
        self._warm: dict[str, asyncio.Future[None]] = {}
        self._tidied = time.monotonic()
        self.pauses: list[tuple[int, int]] = []
        self.key = ""
        """What tokens and addresses are hashed with; the same at all processes, told to nobody."""
        self.closing = False

    # -- opening and closing -----------------------------------------------------------------------

    async def open(self) -> None:
        self.signer = Signer(await self.storage.kept("signing key", secrets.token_hex(32)))
        self.key = await self.storage.kept("people key", secrets.token_hex(32))
        await self._get_ready()
        await self._beat(GAP_AT_START)
        await self.attend()
        loops = (self._beats(), self._looks(), self._changes(), self._prunes(), self.pulse.run())
        for work in loops:
            self.spawn(work)
        if self.settings.warm:
            self.compiling.all(game.id for game in games())

    async def close(self) -> None:
        self.closing = True
        for alarm in self._alarms.values():
            alarm.cancel()
        for live in self.live.values():
            for watcher in tuple(live.watchers):
                watcher.leave()
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self.workers.close()
        self.heavy.close()
        self.looks.close()
        self.studies.workers.close()
        await self.storage.beat(now(), GAP)
        await self.storage.release(self.process)
        await self.presence.leave()

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        failed = None if task.cancelled() else task.exception()
        if isinstance(failed, StorageError):
            self.health.failed(failed)
        elif failed is not None and not self.closing:
            self.metrics.count("failures")
            LOG.error("a task of the server failed", exc_info=failed)

    # -- matches -----------------------------------------------------------------------------------

    async def get(self, id: str) -> Live:
        """A match by its name. Raises a Refusal if there is none."""
        found = self.live.get(id)
        if found is not None:
            found.used = now()
            return found
        loading = self._loading.get(id)
        if loading is None:
            loading = asyncio.ensure_future(self._loaded(id))
            self._loading[id] = loading
            loading.add_done_callback(lambda _: self._loading.pop(id, None))
        return await asyncio.shield(loading)

    async def glance(self, id: str) -> Live:
        """A match with its seats and not more: one that is not in memory is not replayed."""
        found = self.live.get(id)
        return await self._read(id) if found is None else found

    async def _read(self, id: str) -> Live:
        try:
            row = await self.storage.match(id)
            seats = await self.storage.seats(id)
        except Missing:
            raise unknown(f"there is no match {shown(id)}") from None
        live = Live(self.storage, row, seats, self.pauses)
        if row.stage != "archived":
            live.slowly = self._slowly
        return live

    async def _loaded(self, id: str) -> Live:
        live = await self._read(id)
        row = live.row
        await self._warmed(row.game)
        live.after_change = self.poke
        live.beaten = self._beat
        live.moved = lambda: self._moved(id)
        live.signer = self.signer
        if row.stage == "archived":
            await self._shelved(live)
        else:
            live.seals = sealing.told
        if row.stage in ("running", "over"):
            await live.begun(await self.storage.lines(id))
            if row.stage == "running" and live.match is not None:
                # A server that was killed after the match began may have left its first rolls out.
                await live.write(lambda match: match.draft_rolls())
        live.elsewhere = self.presence.elsewhere.get(id, {})
        live.waits.compiling(self.compiling.is_at(row.game) and _has_bots(live))
        self.live[id] = live
        await self.settle(live)
        self.poke(live)
        return live

    def _moved(self, id: str) -> None:
        """Somebody has come to a match, or gone."""
        self.presence.move()
        self.pulse.add(id)

    async def _shelved(self, live: Live) -> None:
        """One that was brought along: of a long one only the ends stay in memory. One after the
        other, and nobody who plays waits for them."""
        async with self.shelving:
            await live.begun(await self.storage.lines(live.row.id))
        if live.match is not None and live.match.version > SHORT:
            shelve(live.match)

    async def _warmed(self, game: str) -> None:
        """Some games take a second to get ready, in which others may want to play."""
        if game not in self._warm:
            self._warm[game] = asyncio.ensure_future(self._warm_up(game))
        await asyncio.shield(self._warm[game])

    async def _warm_up(self, game: str) -> None:
        missing: set[str] = set()

        def load() -> None:
            with suppress(Refusal), hearing(lambda: missing.add(game)):
                # Of a game that is no longer here the match says so itself.
                game_by_id(game).get_ready()

        await asyncio.to_thread(load)
        for each in missing:
            self.compiling.ask(each)

    def _told_of_compiling(self, game: str, begins: bool) -> None:
        for live in self.live.values():
            if live.row.game == game and _has_bots(live):
                live.waits.compiling(begins)

    async def _get_ready(self) -> None:
        """Load the rules of the games in which clocks run, before this process says that it is
        there: until then it is nobody's time."""
        for id, _ in await self.storage.due_before(now() + SOON, MOST_AT_ONCE):
            with suppress(Missing, Refusal):
                await self._warmed((await self.storage.match(id)).game)

    async def settle(self, live: Live) -> None:
        """Go on to the next stage when everything for it is there: all seats, all entropies, play.
        Whoever notices it does it; also after a server that was killed in between."""
        id = live.row.id
        begun = False
        try:
            # Nobody may read an older row back while the stage is being written.
            async with live.lock:
                seats = live.seats.values()
                if live.row.stage == "open" and all(_is_taken(seat) for seat in seats):
                    await self.storage.set_stage(id, "open", "revealing", now())
                    live.row = replace(live.row, stage="revealing")
                if live.row.stage == "revealing" and dicing.is_ready(live.row, live.seats):
                    header = dicing.header_of(live.row, live.seats)
                    at = now()
                    await self.storage.set_stage(id, "revealing", "running", at, header)
                    live.row = replace(live.row, stage="running", header=header)
                    await live.begun(())
                    begun = True
        except Conflict:
            await live.catch_up()
        if begun:
            await live.write(lambda match: match.draft_rolls())
            live.tell_all()
            self.poke(live)

    def forget(self, id: str) -> None:
        live = self.live.pop(id, None)
        alarm = self._alarms.pop(id, None)
        if alarm is not None:
            alarm.cancel()
        if live is not None:
            live.gone = True
            for watcher in tuple(live.watchers):
                watcher.leave()

    # -- what happens by itself --------------------------------------------------------------------

    def poke(self, live: Live) -> None:
        """See whether the server itself has something to do in a match, now or later."""
        self.looks.tell(live)
        id, match = live.row.id, live.match
        alarm = self._alarms.pop(id, None)
        if alarm is not None:
            alarm.cancel()
        if match is None or match.result is not None or live.row.stage != "running":
            return
        if id not in self._thinking and _has_bots(live):
            if self._bots_to_act(live, match):
                self._thinking.add(id)
                self.spawn(self._bots(live))
            elif not self.opponents.are_ready(live):
                self.spawn(self.opponents.get_ready(live))
        if isinstance(match.pending, Roll) and _falls_by_itself(live, match):
            # The process that began the match was killed before the first dice fell, or the one
            # that was brought the last link.
            self.spawn(self._first_rolls(live, match))
        due = live.due(match)
        if due is not None:
            wait = max(0, due - now()) / 1000
            loop = asyncio.get_running_loop()
            self._alarms[id] = loop.call_later(wait, lambda: self.spawn(self._rang(live)))

    def _bots_to_act(self, live: Live, match: Match) -> list[str]:
        """Bots that are to choose, or to answer what somebody asked of all."""
        deciders = [seat for seat in match.deciders() if live.is_bot(seat)]
        return deciders or [seat for seat, _ in self._bots_asked(live, match)]

    def _bots_asked(self, live: Live, match: Match) -> list[tuple[str, str]]:
        """A bot takes back whatever people want to, and leaves draws to the board."""
        conduct = match.moments[-1].conduct
        bots = [seat for seat in live.seats if live.is_bot(seat) and seat not in conduct.left]
        if conduct.back is not None:
            return [(seat, "takeback") for seat in bots if seat not in conduct.asked]
        if conduct.draw:
            # A match of older rules stands still: there is no board to leave it to.
            answer = "draw" if isinstance(match, OlderMatch) else "no-draw"
            return [(seat, answer) for seat in bots if seat not in conduct.draw]
        return []

    async def _first_rolls(self, live: Live, match: Match) -> None:
        if not isinstance(match.dice, SealedDice):
            await asyncio.sleep(LOOK)
        if not live.gone and live.match is not None:
            await live.write(lambda match: match.draft_rolls())
            await sealing.settle(live)

    async def _rang(self, live: Live) -> None:
        """A clock may have run out. Of several processes that hear it one is the first to write."""
        await self._beat()
        if live.match is not None and not live.gone:
            await live.write(live.draft_due)
            self.poke(live)

    async def _bots(self, live: Live) -> None:
        """Let the bots of a match choose until it waits for somebody else."""
        id = live.row.id
        try:
            while not live.gone and live.match is not None and live.match.result is None:
                if not await self.storage.lease(id, self.process, now() + LEASE, now()):
                    return
                asked = self._bots_asked(live, live.match)
                seats = [seat for seat in live.match.deciders() if live.is_bot(seat)]
                if asked:
                    seat, kind = asked[0]
                    await live.write(lambda match, s=seat, k=kind: _noted(match, s, k))  # type: ignore[misc]
                elif seats:
                    await self.opponents.play(live, random.choice(seats))
                else:
                    return
        finally:
            self._thinking.discard(id)

    # -- loops -------------------------------------------------------------------------------------

    async def _beats(self) -> None:
        while True:
            await asyncio.sleep(BEAT)
            try:
                done = await asyncio.gather(self._beat(), self.attend(), return_exceptions=True)
                for failed in filter(None, done):
                    raise failed
                for id in tuple(self._thinking):
                    await self.storage.lease(id, self.process, now() + LEASE, now())
                self.health.well()
            except StorageError as error:
                self.health.failed(error)
            except Exception:
                LOG.warning("the storage does not answer", exc_info=True)
            self._let_go()
            for workers in (self.workers, self.studies.workers):
                await asyncio.to_thread(workers.rest, self.settings.idle)
            if time.monotonic() > self._tidied + TIDY:
                gc.collect()
                self._tidied = time.monotonic()

    async def _beat(self, gap: int = GAP) -> None:
        """Be alive, and hear when nobody was."""
        await self.storage.beat(now(), gap)
        self.pauses[:] = await self.storage.down(0)

    async def attend(self) -> None:
        """Tell the other processes who is here, and those here who is there."""
        self._told_of(await self.presence.beat(self._here))

    def _here(self) -> dict[Place, int]:
        here: dict[Place, int] = {}
        for id, live in self.live.items():
            for watcher in live.watchers:
                for seat in watcher.seats or (WATCHING,):
                    here[id, seat] = here.get((id, seat), 0) + 1
        return here

    async def look_round(self) -> None:
        """See who is at the other processes just now."""
        self._told_of(await self.presence.look(ageing=False))

    def _told_of(self, changed: set[str]) -> None:
        for id in changed & self.live.keys():
            self.live[id].elsewhere = self.presence.elsewhere.get(id, {})
            self.live[id].tell_presence()

    def _let_go(self) -> None:
        """Matches nobody has looked at for a while leave the memory; what is due brings them in."""
        lines = 0
        unwatched = [live for live in self.live.values() if not live.watchers]
        for live in sorted(unwatched, key=lambda live: -live.used):
            id = live.row.id
            if id in self._thinking:
                continue
            ended = live.row.stage in ("over", "archived") and live.review is None
            old = now() - 1000 * (ENDED if ended else self.settings.idle)
            lines += 0 if live.match is None else live.match.version
            if live.used < old or lines > MOST_UNWATCHED:
                self.forget(id)

    async def _looks(self) -> None:
        """Matches that wait for the server but are not in memory: after a restart, or when the
        process that had them is gone."""
        while True:
            try:
                for id, _ in await self.storage.due_before(now() + 5_000, MOST_AT_ONCE):
                    if id not in self.live:
                        await self.get(id)
                    elif id not in self._thinking:
                        self.poke(self.live[id])
            except StorageError as error:
                self.health.failed(error)
            except Exception:
                LOG.warning("could not look for what is due", exc_info=True)
            await asyncio.sleep(LOOK)

    async def _prunes(self) -> None:
        """Any process may do it; what one has deleted the next does not find."""
        while True:
            await asyncio.sleep(PRUNE * random.uniform(0.5, 1))
            try:
                gone = await prune(self.storage, self.settings.keep, now())
                self.metrics.count("matches_pruned", gone)
            except Exception:
                LOG.warning("could not look for what is old", exc_info=True)

    async def _changes(self) -> None:
        """What other processes write is told to those who are connected here."""
        async for changed in self.storage.changes(own=False):
            for id in [changed] if changed else [*self.live, *self._loading]:
                here = id in self.live or id in self._loading
                if here and id not in self._behind:
                    self._behind.add(id)
                    self.spawn(self._caught_up(id))

    async def _caught_up(self, id: str) -> None:
        try:
            try:
                live = self.live.get(id) or await self.get(id)
            finally:
                self._behind.discard(id)  # what changes from now on is looked for again
            await live.catch_up()
        except (Missing, Refusal):
            self.forget(id)
        except StorageError as error:
            self.health.failed(error)
        except Exception:
            LOG.warning("could not catch up with a match", exc_info=True)


def _is_taken(seat: SeatRow) -> bool:
    return seat.kind == "bot" or seat.token is not None


def _has_bots(live: Live) -> bool:
    return any(seat.kind == "bot" for seat in live.seats.values())


def _falls_by_itself(live: Live, match: Match) -> bool:
    """Whether nobody has to be asked for the dice that wait."""
    return not isinstance(match.dice, AskedDice) and not live.missing()


def _noted(match: Match, seat: str, kind: str) -> Draft:
    return match.draft_note(seat, kind)
