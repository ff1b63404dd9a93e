"""boardgame.io beside ours: its installation, its server, and matches there.

The folder overrides one of the packages it needs: koa-compose 4.2.0 copies the list of what answers
requests, to which boardgame.io adds its lobby later, so that every request for a match finds
nothing.
"""

import json
import shutil
import subprocess
import sys
from pathlib import Path

from bench.load_clients import Place
from bench.load_servers import Asking, Serving, free_port

FOLDER = Path(__file__).parent / "boardgame"
NAME = "boardgame.io"
GAME = "numbers"
SEATS = ("0", "1")
PATIENCE = 600.0
"""Seconds for an installation."""


def asked_version() -> str:
    """As the folder asks for it."""
    asked = json.loads((FOLDER / "package.json").read_text("utf-8"))
    return str(asked["dependencies"][NAME])


def installed_version() -> str | None:
    """What is there already."""
    try:
        found = (FOLDER / "node_modules" / NAME / "package.json").read_text("utf-8")
    except OSError:
        return None
    return str(json.loads(found)["version"])


def missing() -> str | None:
    """Install it, the first time, into a folder of its own. Returns why it cannot be used here."""
    if absent := [name for name in ("node", "npm") if shutil.which(name) is None]:
        return f"{' and '.join(absent)} not installed"
    if installed_version() == asked_version():
        return None
    print(f"Installing {NAME} into {FOLDER / 'node_modules'}", file=sys.stderr)
    command = ["npm", "ci", "--omit=dev", "--ignore-scripts", "--no-audit", "--no-fund"]
    try:
        done = subprocess.run(
            command, cwd=FOLDER, capture_output=True, text=True, timeout=PATIENCE, check=False
        )
    except subprocess.TimeoutExpired:
        return f"npm ci took longer than {PATIENCE:.0f} s"
    if done.returncode != 0:
        return f"npm ci failed: {' '.join(done.stderr.split())[:200]}"
    return None


class Peer(Serving):
    """One `node server.js`, without anything that is for development only."""

    HEALTH = "/games"

    def __init__(self, log: Path) -> None:
        port = free_port()
        command = ["node", str(FOLDER / "server.js"), str(port)]
        super().__init__(command, port, log, {"NODE_ENV": "production"})


def peer_places(server: Serving, count: int) -> list[Place]:
    """Matches in which both seats are taken, by the server's lobby."""
    asking = Asking(server.port)
    found = []
    for _ in range(count):
        match = asking.ask("POST", f"/games/{GAME}/create", {"numPlayers": len(SEATS)})["matchID"]
        seats = {}
        for seat in SEATS:
            wish = {"playerID": seat, "playerName": f"player {seat}"}
            told = asking.ask("POST", f"/games/{GAME}/{match}/join", wish)
            seats[seat] = (server.port, told["playerCredentials"])
        found.append(Place(match, GAME, seats))
    return found
