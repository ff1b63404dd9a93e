"""The command `outrider serve`."""

import gc
import socket
import sys
from dataclasses import dataclass

import uvicorn

from outrider.cli.files import data_folder
from outrider.core.refusal import malformed
from outrider.server.app import create_app
from outrider.server.settings import Settings, default_database

YOUNG = (5_000, 5, 1_000_000)
"""When Python looks for garbage. To look through everything that a thousand matches keep takes long
enough for all players to notice, so that is left to the server, which does it rarely."""


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


def serve(asked: Serving) -> None:
    """Run a server until it is told to stop."""
    folder = data_folder()
    if asked.database is None:
        folder.mkdir(parents=True, exist_ok=True)
    settings = settings_of(asked, asked.database or default_database(folder))
    config = uvicorn.Config(
        create_app(settings),
        host=asked.host,
        port=asked.port,
        log_level="warning",
        access_log=False,  # addresses hold the names of matches
        server_header=False,
        ws_max_size=settings.largest_message,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        ws_per_message_deflate=False,
        proxy_headers=asked.proxied,
        timeout_graceful_shutdown=3,
        backlog=4096,
    )
    # The storage's threads have to get a word in while the event loop is busy.
    sys.setswitchinterval(0.0005)
    listening = bound(asked.host, asked.port)
    host, port = listening.getsockname()[:2]
    print(f"Outrider is at http://{host}:{port} (Control-C stops it)", flush=True)
    gc.freeze()
    gc.set_threshold(*YOUNG)
    uvicorn.Server(config).run([listening])


def settings_of(asked: Serving, database: str) -> Settings:
    more: dict[str, int] = {}
    if asked.workers is not None:
        more["workers"] = asked.workers
    if asked.made_per_minute is not None:
        more["made_per_minute"] = asked.made_per_minute
    if asked.asked_per_second is not None:
        more["asked_per_second"] = asked.asked_per_second
    return Settings(
        database,
        asked.host,
        asked.port,
        origins=asked.origins,
        secure=asked.secure,
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
    listening.set_inheritable(True)
    sys.stdout.flush()
    return listening
