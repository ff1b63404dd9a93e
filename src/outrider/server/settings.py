"""How a server is set up."""

import os
from dataclasses import dataclass, field
from pathlib import Path

HOST = "127.0.0.1"
PORT = 8000


@dataclass(frozen=True, slots=True)
class Keep:
    """Days for which matches are kept that nobody touches. 0 is for ever."""

    open: int = 7
    """That have not begun."""
    running: int = 90
    """In which nothing has happened."""
    over: int = 730
    archived: int = 90
    """Records that somebody brought along."""
    hidden: int = 7
    """Finished ones that everybody has hidden who played in them."""


@dataclass(frozen=True, slots=True)
class Settings:
    """`origins` are pages from elsewhere that may talk to this server; its own always may. `secure`
    cookies travel over https only."""

    database: str
    host: str = HOST
    port: int = PORT
    origins: tuple[str, ...] = ()
    secure: bool = False
    names: tuple[str, ...] = ()
    """What it is called, besides its address and names that only a home knows."""
    connections_each: int = 256
    """Connections that one address may hold."""
    sockets_each: int = 128
    """Tables that one address may sit at or watch at a time."""
    workers: int = field(default_factory=lambda: max(1, (os.cpu_count() or 2) // 2))
    """Processes for bots."""
    heavy: int = field(default_factory=lambda: max(2, (os.cpu_count() or 2) // 2))
    """Processes for long records and large tables. With two, nobody alone can take all of them."""
    studies: int = 2
    """Processes for reviews and hints, which give way to bots."""
    study_seconds: int = 600
    """Seconds of their work that one address may ask for at once. Half a second comes back in each
    second, and so does what was not used."""
    warm: bool = False
    """Whether all games are compiled meanwhile; else each is when somebody plays it."""
    bot_seconds: float = 5.0
    """How long a bot may take for a choice."""
    made_per_minute: int = 60
    """Matches, joinings and uploads of one address in a minute."""
    asked_per_second: int = 50
    """Requests of one socket in a second, and of one address over HTTP."""
    largest_message: int = 256 * 1024
    largest_upload: int = 8 * 1024 * 1024
    held_each: int = 32 * 1024 * 1024
    """Bytes of large bodies that one address may have under way."""
    held_in_all: int = 256 * 1024 * 1024
    kept_per_address: int = 10_000
    """Matches that came from one address."""
    kept_in_all: int = 1_000_000
    uploaded_per_address: int = 256 * 1024 * 1024
    """Bytes of records that were brought along from one address."""
    uploaded_in_all: int = 8 * 1024 * 1024 * 1024
    shared_per_address: int = 300
    """Tables and scenarios that were shared from one address."""
    shared_in_all: int = 20_000
    shared_bytes: int = 512 * 1024 * 1024
    campaigns_per_address: int = 200
    """Campaigns that were begun from one address."""
    campaigns_in_all: int = 20_000
    measures: bool | None = None
    """Whether what people make is measured by bots; unless somebody says so, on one's own machine
    alone."""
    lab: str | None = None
    """The folder of the lab's experiments; without one there is no lab. Even with one it is for the
    machine's own people alone."""
    keep: Keep = Keep()
    claim_after: int = 24 * 3600
    """Seconds after which a match may be claimed from somebody who does not move."""
    idle: int = 600
    """Seconds after which a match nobody looks at is put out of memory."""


PUBLIC = {"connections_each": 64, "sockets_each": 32}
"""Where strangers come: less for each address."""


def default_database(folder: Path) -> str:
    return f"sqlite:///{folder / 'outrider.db'}"
