"""How much may be kept: for one address, and in all.

An address is kept with what came from it as a keyed hash, and goes with it. The key is this
server's own, so the hash means nothing elsewhere.
"""

import time

from outrider.server.addresses import judged
from outrider.server.errors import Full
from outrider.server.settings import Settings
from outrider.server.storage.base import Origin, Storage
from outrider.server.tokens import derived

LOOK = 5.0
"""Seconds between two counts of everything, which takes a while where there is much."""
MEBIBYTE = 1024 * 1024


def origin_of(key: str, address: str) -> str:
    """What is kept of an address."""
    return derived(key, "address", judged(address))


class Quotas:
    def __init__(self, storage: Storage, settings: Settings) -> None:
        self._storage, self._settings = storage, settings
        self._all = (0, 0)
        self._looked = -LOOK

    def origin(self, address: str | None, size: int = 0) -> Origin | None:
        return None if address is None else Origin(address, size)

    async def check(self, address: str | None, size: int = 0) -> None:
        """Raises Full where another match, or a record of that size, would be too much."""
        bounds = self._settings
        matches, brought = await self._in_all()
        if matches >= bounds.kept_in_all:
            raise Full(
                f"this server keeps {bounds.kept_in_all:,} matches, and no more",
                bounds.kept_in_all,
            )
        if size and brought + size > bounds.uploaded_in_all:
            raise Full(
                f"this server keeps {_megabytes(bounds.uploaded_in_all)} of records that were"
                " brought along, and no more",
                bounds.uploaded_in_all,
            )
        if address is None:
            return
        matches, brought = await self._storage.kept_from(address)
        if matches >= bounds.kept_per_address:
            raise Full(
                f"of one address {bounds.kept_per_address:,} matches are kept, and no more: delete"
                " some that you do not need",
                bounds.kept_per_address,
            )
        if size and brought + size > bounds.uploaded_per_address:
            raise Full(
                f"of one address {_megabytes(bounds.uploaded_per_address)} of records are kept,"
                " and no more: delete some that you do not need",
                bounds.uploaded_per_address,
            )

    async def _in_all(self) -> tuple[int, int]:
        if time.monotonic() >= self._looked + LOOK:
            self._looked = time.monotonic()
            self._all = await self._storage.kept_in_all()
        return self._all


def _megabytes(count: int) -> str:
    return f"{count / MEBIBYTE:,.0f} MiB" if count >= MEBIBYTE else f"{count:,} bytes"
