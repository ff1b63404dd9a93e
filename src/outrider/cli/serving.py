"""The command `outrider serve`."""

import asyncio
import gc
import os
import socket
import sys
import threading
import webbrowser
from dataclasses import dataclass
from typing import Any

import uvicorn

from outrider.cli.database import keep_of, numbers
from outrider.cli.files import data_folder
from outrider.core.patience import hurry
from outrider.core.refusal import Refusal, malformed
from outrider.server.app import create_app
from outrider.server.connections import protocols
from outrider.server.doors import Doors
from outrider.server.files import raise_limit
from outrider.server.memory import one_heap
from outrider.server.network import reached_at, url
from outrider.server.settings import PUBLIC, Settings, default_database
from outrider.server.storage import opened
from outrider.server.storage.base import StorageError

BACKLOG = 4096
PROXIES = ("127.0.0.1", "::1")
"""Whose word on where requests come from is believed, with --proxied."""
MOST = (
    "kept_per_address", "kept_in_all", "uploaded_per_address", "uploaded_in_all",
    "held_each", "held_in_all", "shared_per_address", "shared_in_all", "shared_bytes",
    "campaigns_per_address", "campaigns_in_all",
)  # fmt: skip
"""Bounds of what is kept, and held while it comes in, by their names in the settings."""
YOUNG = (500, 5, 1_000_000)
"""When Python looks for garbage: often, among few new things. Among thousands it takes as long in
all, but whoever moves just then waits for 5 to 30 ms, which was every hundredth. To look through
everything that a thousand matches keep is left to the server, which does it rarely."""


@dataclass(frozen=True, slots=True)
class Serving:
    """The command's options."""

    host: str
    port: int
    database: str | None
    origins: tuple[str, ...]
    secure: bool
    proxied: bool
    workers: int | None
    made_per_minute: int | None = None
    asked_per_second: int | None = None
    warm: bool = False
    open_page: bool = False
    names: tuple[str, ...] = ()
    public: bool = False
    connections_each: int | None = None
    sockets_each: int | None = None
    keep: tuple[str, ...] = ()
    most: tuple[str, ...] = ()
    study_seconds: int | None = None
    measures: bool | None = None
    lab: bool = False


def serve(asked: Serving) -> None:
    """Run a server until it is told to stop."""
    one_heap()
    folder = data_folder()
    if asked.database is None:
        folder.mkdir(parents=True, exist_ok=True)
    settings = settings_of(asked, asked.database or default_database(folder))
    check(settings.database)
    raise_limit()
    # Behind a proxy everybody comes from its address; sockets are counted by what it says.
    trusted = PROXIES if asked.proxied else ()
    frames = 2 * settings.asked_per_second
    doors = Doors(settings.connections_each, trusted=trusted, frames=frames)
    speaks: dict[str, Any] = {**protocols(doors)}
    config = uvicorn.Config(
        create_app(settings, doors),
        **speaks,
        host=asked.host,
        port=asked.port,
        log_level="warning",
        access_log=False,  # addresses hold the names of matches
        server_header=False,
        ws_max_size=settings.largest_message,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        ws_per_message_deflate=False,  # sockets offer it themselves, in a way that costs no memory
        proxy_headers=asked.proxied,
        forwarded_allow_ips=list(PROXIES),
        timeout_graceful_shutdown=3,
        backlog=BACKLOG,
    )
    # The storage's threads have to get a word in while the event loop is busy.
    sys.setswitchinterval(0.0005)
    listening = bound(asked.host, asked.port)
    here = announce(*listening.getsockname()[:2])
    if asked.lab:
        print(f"The lab is at {here}/lab", flush=True)
    if asked.open_page:
        show(here)
    gc.freeze()
    gc.set_threshold(*YOUNG)
    hurry()
    uvicorn.Server(config).run([listening])


def announce(host: str, port: int) -> str:
    """Say where the server is, on this machine and for others; the first of it."""
    here = url({"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host), port)
    print(f"Outrider is at {here} (Control-C stops it)")
    others = [each for each in reached_at(host, port) if each != here]
    if others:
        print(f"On your network it is at {', '.join(others)}")
    sys.stdout.flush()
    return here


def check(database: str) -> None:
    """Look whether the database is there, sound and has room, before anything is started: what is
    wrong with it is one sentence then."""

    async def look() -> None:
        storage = opened(database)
        await storage.open()
        try:
            await storage.probe()
        finally:
            await storage.close()

    try:
        asyncio.run(look())
    except StorageError as error:
        raise Refusal("unknown", str(error)) from None


def show(address: str) -> None:
    """Open the page, where there is a screen to open it on. The socket listens already, so a
    browser that is quicker than the server only waits for it."""
    screens = os.environ.get("DISPLAY"), os.environ.get("WAYLAND_DISPLAY")
    if sys.platform.startswith("linux") and not any(screens):
        return
    threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()


def settings_of(asked: Serving, database: str) -> Settings:
    more: dict[str, Any] = {**PUBLIC} if asked.public else {}
    if asked.workers is not None:
        more["workers"] = asked.workers
    if asked.made_per_minute is not None:
        more["made_per_minute"] = asked.made_per_minute
    if asked.asked_per_second is not None:
        more["asked_per_second"] = asked.asked_per_second
    if asked.connections_each is not None:
        more["connections_each"] = asked.connections_each
    if asked.sockets_each is not None:
        more["sockets_each"] = asked.sockets_each
    if asked.keep:
        more["keep"] = keep_of(asked.keep)
    more |= numbers(asked.most, MOST)
    if asked.study_seconds is not None:
        more["study_seconds"] = asked.study_seconds
    measures = asked.measures
    if measures is None and (asked.proxied or asked.public):
        measures = False  # it listens on this machine alone, and strangers come all the same
    return Settings(
        database,
        asked.host,
        asked.port,
        origins=asked.origins,
        secure=asked.secure,
        names=asked.names,
        warm=asked.warm,
        measures=measures,
        lab=str(data_folder() / "lab") if asked.lab else None,
        **more,
    )


def bound(host: str, port: int) -> socket.socket:
    """The socket to listen on, taken before anything is started, so that a port that is taken is
    said in one line."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
    except OSError as error:
        listening.close()
        raise malformed(f"cannot listen on {host}:{port}: {error.strerror}") from None
    listening.listen(BACKLOG)
    listening.set_inheritable(True)
    sys.stdout.flush()
    return listening
