"""Where matches are kept: SQLite in a file, or PostgreSQL for several processes."""

from pathlib import Path
from urllib.parse import unquote

from outrider.server.storage.base import StorageError
from outrider.server.storage.moving import Movable

__all__ = ["opened"]


def opened(url: str) -> Movable:
    """The storage at an address, not yet connected: `postgresql://...`, `sqlite:///relative/file`,
    `sqlite:////absolute/file`, or just a file's name."""
    scheme, parted, rest = url.partition("://")
    if not parted:
        scheme, rest = "sqlite", f"/{url}"
    elif scheme == "sqlite":
        rest = unquote(rest)
    if scheme == "sqlite":
        if not rest.startswith("/") or rest in ("/", "/:memory:"):
            raise StorageError("SQLite needs a file: sqlite:///FILE, or FILE alone")
        from outrider.server.storage.sqlite import SqliteStorage

        return SqliteStorage(Path(rest[1:]))
    if scheme in ("postgresql", "postgres"):
        from outrider.server.storage.postgres import PostgresStorage

        return PostgresStorage(url)
    raise StorageError(
        f"{scheme}: is no kind of storage; there are postgresql://... and sqlite:///..."
    )
