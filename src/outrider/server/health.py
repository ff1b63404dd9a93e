"""Whether what happens here can be kept, and what is said when it cannot."""

import asyncio
import logging
import time

from outrider.server.storage.base import Storage, StorageError

LOG = logging.getLogger("outrider.server")
CACHED = 2.0
"""Seconds for which a look at the disk holds."""
AGAIN = 60.0
"""Seconds after which the log is told once more of a trouble that lasts."""
QUIET = 5.0
"""Seconds without a failure after which it is well again."""
SORRY = "the server cannot read or keep anything just now; what was kept is safe"


class Health:
    """The storage's, as far as anybody has noticed."""

    def __init__(self) -> None:
        self._trouble: str | None = None
        self._told = -AGAIN
        self._failed = 0.0
        self._looked = 0.0
        self._full: str | None = None
        self._lock = asyncio.Lock()

    def failed(self, error: Exception) -> None:
        """Something was not kept. A full disk fails many times a second: once is enough to know."""
        self._trouble = str(error) or type(error).__name__
        self._failed = now = time.monotonic()
        if now > self._told + AGAIN:
            self._told = now
            LOG.error("the storage does not work: %s", self._trouble)

    def well(self) -> None:
        """Something was kept. Where there is little room, little things still are."""
        if self._trouble is not None and time.monotonic() > self._failed + QUIET:
            LOG.warning("the storage works again")
            self._trouble = None

    async def trouble(self, storage: Storage) -> str | None:
        """What is wrong, if anything is. Beats are written twice a second, and now and then as much
        as a long match takes: a log that is overwritten in its place needs no room on the disk."""
        async with self._lock:
            if time.monotonic() > self._looked + CACHED:
                self._full = None
                try:
                    await storage.probe()
                except StorageError as error:
                    self._full = str(error)
                self._looked = time.monotonic()
        return self._trouble or self._full
