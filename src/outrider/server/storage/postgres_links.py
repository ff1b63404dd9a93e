"""Connections to PostgreSQL: lost ones are made anew, and whoever waits for one need not know."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

import asyncpg

from outrider.server.storage.base import Conflict, Missing, StorageError

if TYPE_CHECKING:
    from asyncpg.pool import PoolAcquireContext, PoolConnectionProxy

    Link: TypeAlias = PoolConnectionProxy[asyncpg.Record]
    Pool: TypeAlias = asyncpg.Pool[asyncpg.Record]
    Alone: TypeAlias = asyncpg.Connection[asyncpg.Record]

T = TypeVar("T")
CHANNEL = "outrider"
PATIENCE = 10.0
"""How long a lost server is waited for, in seconds."""
PING = 15.0
"""How often the listening connection is tried, in seconds: one can die without a word."""
MOST = 8
"""Connections of one process, besides the one that listens."""
SETTINGS: dict[str, Any] = {
    "timeout": 10.0,
    "command_timeout": 30.0,
    # Compiling a query takes longer than any of ours takes to run.
    "server_settings": {"application_name": "outrider", "jit": "off"},
}

LOST = (
    OSError,
    TimeoutError,
    asyncpg.PostgresConnectionError,
    asyncpg.CannotConnectNowError,
    asyncpg.AdminShutdownError,
    asyncpg.CrashShutdownError,
    asyncpg.TooManyConnectionsError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
)
"""The last two: the connection is closed, or about to be and the driver has not seen it yet."""

LOST_RACES = (asyncpg.DeadlockDetectedError, asyncpg.SerializationError)

log = logging.getLogger(__name__)


def lost(error: Exception) -> bool:
    """Whether the connection is to blame, and not what was asked over it. (What the driver says of
    a value it cannot send is an InterfaceError, too.)"""
    return isinstance(error, LOST) and not isinstance(error, ValueError)


def without_password(url: str) -> str:
    """An address to be shown. Also where the address is wrong, nothing of a password stays."""
    scheme, parted, rest = url.partition("://")
    user, at, place = rest.rpartition("@")
    place, asked, options = place.partition("?")
    shown = [part for part in options.split("&") if "pass" not in part.lower()]
    asked = asked if any(shown) else ""
    return f"{scheme}{parted}{user.partition(':')[0]}{at}{place}{asked}{'&'.join(shown)}"


def understood(error: Exception, place: str) -> Exception:
    """What an error of PostgreSQL's means to whoever asked. Its details are left out: they quote
    the row."""
    if isinstance(error, asyncpg.UniqueViolationError):
        return Conflict("somebody else has written there first")
    if isinstance(error, asyncpg.ForeignKeyViolationError):
        return Missing("no such match")
    if isinstance(error, TimeoutError):
        return StorageError(f"{place} does not answer")
    if isinstance(error, asyncpg.PostgresError):
        return StorageError(f"{place}: {error.args[0]}")
    if isinstance(error, OSError):
        return StorageError(f"{place}: {error.strerror or 'no connection'}")
    if isinstance(error, ValueError):
        return StorageError(f"{place}: a value that cannot be kept")
    if lost(error):
        return StorageError(f"{place}: the connection is lost")
    return error


async def connection(url: str) -> "Alone":
    """A connection outside the pool. A server that is only just starting is waited for."""
    until = asyncio.get_running_loop().time() + PATIENCE
    while True:
        try:
            return await asyncpg.connect(url, **SETTINGS)
        except asyncpg.CannotConnectNowError:
            if asyncio.get_running_loop().time() > until:
                raise
        except (ValueError, asyncpg.ClientConfigurationError):
            # The driver's message might quote the password.
            shown = without_password(url)
            raise StorageError(f"{shown} is not an address of a database") from None
        await asyncio.sleep(0.1)


async def _durable(link: "Link | Alone") -> None:
    """What was returned from is on disk, also where the server's settings are careless."""
    await link.execute(
        "SELECT set_config('synchronous_commit', 'on', false)"
        " WHERE current_setting('synchronous_commit') = 'off'"
    )


async def _as_it_is(link: "Link | Alone") -> None:
    """Nothing is ever left behind on a connection, so nothing is to be cleared between uses."""


class Links:
    """The pool."""

    def __init__(self, url: str) -> None:
        self._url = url
        self.place = without_password(url)
        self._pool: Pool | None = None

    async def open(self) -> None:
        self._pool = asyncpg.create_pool(
            self._url, min_size=0, max_size=MOST, init=_durable, reset=_as_it_is, **SETTINGS
        )
        await self._pool

    async def close(self) -> None:
        pool, self._pool = self._pool, None
        if pool is not None:
            try:
                await asyncio.wait_for(pool.close(), PATIENCE)
            except (*LOST, asyncpg.PostgresError):
                pool.terminate()

    def acquire(self) -> "PoolAcquireContext[asyncpg.Record]":
        if self._pool is None:
            raise StorageError(f"{self.place} is not open")
        return self._pool.acquire()

    async def use(
        self,
        work: Callable[["Link"], Awaitable[T]],
        done: Callable[["Link"], Awaitable[T]] | None = None,
        tries: int = 0,
    ) -> T:
        """What `work` returns. If the connection is lost it is done again, so it must either not
        matter whether it is done twice, or `done` must tell: it is asked when a second try finds
        that somebody else has been there, and raises Conflict unless that was the first try."""
        until = asyncio.get_running_loop().time() + PATIENCE
        while True:
            try:
                async with self.acquire() as link:
                    try:
                        return await work(link)
                    except (asyncpg.IntegrityConstraintViolationError, Conflict, Missing):
                        if done is None or not tries:
                            raise
                        return await done(link)
                    except LOST as error:
                        if lost(error):
                            link.terminate()
                        raise
            except Exception as error:
                again = lost(error) or isinstance(error, LOST_RACES)
                if not again or asyncio.get_running_loop().time() > until:
                    meant = understood(error, self.place)
                    if meant is error:
                        raise
                    raise meant from None
            tries += 1
            await asyncio.sleep(min(0.02 * 2**tries, 0.5))


class Listener:
    """The connection over which the server tells of changes, made anew whenever it is lost."""

    def __init__(self, url: str, tell: Callable[[list[str]], None]) -> None:
        self._url = url
        self._tell = tell
        self._task: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Returns when changes are heard."""
        self._task = asyncio.create_task(self._listen(await self._heard()))

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _heard(self) -> "Alone":
        link = await connection(self._url)
        try:
            await link.add_listener(CHANNEL, self._on_change)
        except BaseException:
            link.terminate()
            raise
        return link

    def _on_change(self, link: object, pid: int, channel: str, payload: object) -> None:
        self._tell([str(payload)])

    async def _listen(self, link: "Alone") -> None:
        while True:
            try:
                await _until_lost(link)
            finally:
                link.terminate()
            log.warning("the listening connection to %s is lost", without_password(self._url))
            link = await self._again()
            log.warning("listening to %s again", without_password(self._url))
            self._tell([""])

    async def _again(self) -> "Alone":
        pause = 0.05
        while True:
            try:
                return await self._heard()
            except (*LOST, StorageError, asyncpg.PostgresError):
                await asyncio.sleep(pause)
                pause = min(2 * pause, 5.0)


async def _until_lost(link: "Alone") -> None:
    lost = asyncio.Event()
    link.add_termination_listener(lambda _: lost.set())
    while not lost.is_set() and not link.is_closed():
        try:
            await asyncio.wait_for(lost.wait(), PING)
        except TimeoutError:
            try:
                await link.execute("SELECT 1", timeout=PING)
            except (*LOST, asyncpg.PostgresError):
                return
