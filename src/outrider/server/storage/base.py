"""What the server keeps, and the one interface of everything that can keep it.

Times are whole milliseconds since 1970. Tokens are kept as SHA-256 only.
"""

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol, TypeAlias

from outrider.core.frozen import frozen
from outrider.server.storage.campaigns import KeepsCampaigns
from outrider.server.storage.designs import KeepsDesigns

Stage: TypeAlias = Literal["open", "revealing", "running", "over", "archived"]
"""Waiting for players; for their entropy; in play; ended; a record that somebody brought along."""

Place: TypeAlias = tuple[str, str]
"""A match and one of its seats; the seat is empty for those who only watch."""


class Conflict(Exception):
    """Somebody else has written there first. Nothing of what was to be written is kept."""


class Missing(Exception):
    """No such match."""


class StorageError(Exception):
    """The storage itself does not work: not there, damaged, full, newer than the program. The
    message is for whoever runs the server; it never has a password in it. Whether something that
    was to be written then is there, only reading tells."""


@frozen
class MatchRow:
    """A match. `header` is its record's, without what fair dice reveal later; `setup` is whatever
    else the server has to know (clock, dice, who sits where at first), as JSON."""

    id: str
    game: str
    rules: str
    header: dict[str, Any]
    setup: dict[str, Any]
    host: str
    """Who made it, by identity."""
    watch: str
    """The SHA-256 of the token that lets somebody watch."""
    listed: bool
    """Anybody may find it and join."""
    created: int
    stage: Stage = "open"
    result: dict[str, Any] | None = None
    touched: int = 0
    """When something last happened."""
    due: int | None = None
    """When the server has to do something by itself (a clock runs out, a bot moves), if ever."""

    def changed(self, change: "Change") -> "MatchRow":
        """The row after an append. Every action comes by here, so no field is looked up by name."""
        return MatchRow(
            self.id,
            self.game,
            self.rules,
            self.header,
            self.setup,
            self.host,
            self.watch,
            self.listed,
            self.created,
            change.stage,
            change.result,
            change.touched,
            change.due,
        )


@dataclass(frozen=True, slots=True)
class SeatRow:
    """Who has a seat. `kind` is me, here, link or bot. With sealed dice the `commitment` is the
    anchor, and `entropy` a seed that was left with the server."""

    match: str
    seat: str
    kind: str
    level: str | None = None
    name: str | None = None
    who: str | None = None
    """The identity that took it."""
    token: str | None = None
    """The SHA-256 of the token that speaks for it."""
    invite: str | None = None
    """The SHA-256 of the token that joins it, until it is used."""
    commitment: str | None = None
    entropy: str | None = None
    engine: bool = False
    """The entropy, or the seal, is the engine's, not a player's."""
    seal: str | None = None
    """With sealed dice, as JSON: what the seat has offered for the dice that wait, until all
    have."""


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a match came from: a keyed hash of the address, and how many bytes were brought."""

    address: str
    bytes: int = 0


@frozen
class LineRow:
    """One line of the record: a choice, a roll or something of the match. `client` is the id under
    which a client sent it, unique in its match; rolls that follow a choice have none."""

    n: int
    line: dict[str, Any]
    at: int
    client: str | None = None


@frozen
class Change:
    """What an append changes in its match, in the same transaction."""

    touched: int
    due: int | None = None
    stage: Stage = "running"
    result: dict[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class Summary:
    """A line in a list of matches."""

    match: MatchRow
    seats: tuple[SeatRow, ...]
    version: int
    """How many lines its record has."""


class Storage(KeepsDesigns, KeepsCampaigns, Protocol):
    """Append-only where it matters: a line once written is never changed. Whatever a method returns
    from is on disk; a killed process loses nothing that was returned from."""

    url: str
    """Where it is, to be shown: without a password."""

    async def open(self) -> None:
        """Connect, and bring the schema up to date."""

    async def close(self) -> None: ...

    async def probe(self) -> None:
        """Whether there is room to write. Raises StorageError."""

    # -- matches -----------------------------------------------------------------------------------

    async def create(
        self, match: MatchRow, seats: Sequence[SeatRow], origin: Origin | None = None
    ) -> None:
        """Conflict if there is one of that id."""

    async def match(self, id: str) -> MatchRow:
        """Raises Missing."""

    async def seats(self, id: str) -> tuple[SeatRow, ...]:
        """In the order of the seats at the table. Raises Missing."""

    async def take_seat(self, before: SeatRow, after: SeatRow) -> None:
        """Change a seat, if it is still as it was; else Conflict. Notifies the others."""

    async def set_stage(
        self,
        id: str,
        before: Stage,
        after: Stage,
        touched: int,
        header: dict[str, Any] | None = None,
    ) -> None:
        """Conflict if it is not in the stage before. A header that is given is the record's from
        now on. Notifies the others."""

    async def delete(self, id: str) -> None:
        """The match with its seats and lines. Raises Missing."""

    async def prune(self, before: int, stages: Sequence[Stage], limit: int | None = None) -> int:
        """Delete those in these stages that were last touched before then; how many."""

    async def old(self, before: int, stages: Sequence[Stage]) -> int:
        """How many that would be."""

    async def prune_hidden(self, before: int, limit: int | None = None) -> int:
        """Delete finished ones that everybody who has to do with them had hidden by then; how
        many."""

    async def all_hidden(self, before: int) -> int:
        """How many that would be."""

    # -- the log -----------------------------------------------------------------------------------

    def append(self, id: str, lines: Sequence[LineRow], change: Change) -> asyncio.Future[None]:
        """Write lines and the change of their match in one transaction, or nothing and Conflict: a
        line of that number, or from that client, is there already. Notifies the others."""

    async def lines(self, id: str, after: int = 0) -> tuple[LineRow, ...]:
        """The lines with a higher number, in order."""

    async def count_lines(self, id: str) -> int: ...

    # -- lists -------------------------------------------------------------------------------------

    async def open_matches(self, limit: int) -> tuple[Summary, ...]:
        """Listed matches with a free seat, newest first."""

    async def matches_of(self, who: str, limit: int) -> tuple[Summary, ...]:
        """Those somebody made or has a seat in and has not hidden, last touched first."""

    async def hide(self, id: str, who: str, at: int) -> None:
        """Leave it out of somebody's list. Raises Missing."""

    async def show(self, id: str, who: str) -> None:
        """Have it there again."""

    async def kept_from(self, origin: str) -> tuple[int, int]:
        """How many matches that came from an address are kept, and how many bytes of records."""

    async def kept_in_all(self) -> tuple[int, int]:
        """The same for all addresses."""

    async def due_before(self, when: int, limit: int) -> tuple[tuple[str, int], ...]:
        """Matches the server has to look at by then, and when; soonest first."""

    async def counts(self) -> dict[str, int]:
        """How many matches there are in each stage."""

    async def every_match(self) -> AsyncIterator[tuple[MatchRow, tuple[SeatRow, ...]]]:
        """All there is, for moving to another storage. (An async generator.)"""
        yield  # type: ignore[misc]

    # -- several processes -------------------------------------------------------------------------

    async def changes(self, own: bool = True) -> AsyncIterator[str]:
        """The ids of matches that any process has written to, as it happens; endless. Lines that
        this process appends are left out unless one's `own` are asked for. An empty id after a
        lost connection: anything may have changed. (An async generator.)"""
        yield  # type: ignore[misc]

    async def lease(self, id: str, process: str, until: int, now: int) -> bool:
        """Whether this process is the one to let bots move and clocks run out in a match until
        then; another's lease that has run out is taken over."""

    async def release(self, process: str) -> None:
        """Give back all leases."""

    # -- who is here -------------------------------------------------------------------------------

    async def attend(self, process: str, there: Mapping[Place, int], whole: bool) -> bool:
        """A process is alive, and so many sockets are now at these places: at all there are, if it
        tells the whole, else at those that have changed. False, and nothing is written, if the
        process is not known (any more): then it has to tell the whole."""

    async def processes(self) -> dict[str, tuple[int, int]]:
        """A number for each process that goes on while it lives, and one that changes when its
        people do."""

    async def present(self, process: str) -> dict[Place, int]:
        """How many sockets a process has at each place."""

    async def leave(self, process: str) -> None:
        """Forget a process and whoever was there."""

    # -- time --------------------------------------------------------------------------------------

    async def beat(self, now: int, gap: int) -> None:
        """The server is alive. If the last beat of any process is longer ago than the gap, the time
        between is noted as one in which there was no server."""

    async def down(self, since: int) -> tuple[tuple[int, int], ...]:
        """The times without a server that ended after then, in order."""

    # -- secrets -----------------------------------------------------------------------------------

    async def kept(self, name: str, fresh: str) -> str:
        """A value kept under a name for ever; the first to ask brings it along."""
