"""The games' own pages: which folders there are, where they are served, and what is in them.

A game names its folder (`Game.web`). In it stands `page.json`: the skin's module, and for each game
that shares the folder a line and a few words about it, its place on the shelf, its lesson, its
sample and the figures of its rulebook, as names of files. What is missing is left out: a game
without a skin has a plain page.
"""

import json
import logging
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from rich.text import Text
from starlette.applications import Starlette
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import FileResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from outrider.core.game import Game
from outrider.games import games
from outrider.server.packing import LEAST, WAY, is_text, may_be_packed, packed

LOG = logging.getLogger("outrider.server")
SHORTLY = "public, max-age=0, must-revalidate"
ADDRESS = "/games"
DESCRIPTION = "page.json"
WORDS = ("line", "about")
FILES = ("lesson", "sample", "figures", "making")
TYPES = {
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".jpg": "image/jpeg",
    ".webp": "image/webp",
}
"""What a game's folder may hold for a browser, and nothing else leaves it. The types stand here,
since what a machine thinks a .js file is depends on the machine."""


class Files(StaticFiles):
    """The browser asks each time whether a file is still the same: there is no build that could
    name it anew."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        response.headers["cache-control"] = SHORTLY
        wanted = Headers(scope=scope)
        accepted = wanted.get("accept-encoding", "")
        if not isinstance(response, FileResponse) or "range" in wanted:
            return response
        if scope["method"] != "GET" or not may_be_packed(accepted):
            return response
        return self.packed(response)

    def packed(self, response: FileResponse) -> Response:
        """The file in one piece, compressed once and for all who ask for it."""
        kind = response.headers["content-type"]
        stat = response.stat_result
        if not is_text(kind) or stat is None or stat.st_size < LEAST:
            return response
        body = _packed(str(response.path), stat.st_mtime_ns, stat.st_size)
        headers = {name: response.headers[name] for name in ("cache-control", "last-modified")}
        # The same text, in other bytes.
        headers |= {"etag": f"W/{response.headers['etag']}", "content-encoding": WAY}
        return Response(body, headers=headers, media_type=kind)


@lru_cache(maxsize=256)
def _packed(path: str, changed: int, size: int) -> bytes:
    return packed(Path(path).read_bytes())


class GameFiles(Files):
    """A game's own folder. Nothing outside it is served, nor what is not for a browser."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        kind = TYPES.get(Path(path).suffix)
        if kind is None:
            raise HTTPException(404)
        response = await super().get_response(path, scope)
        if response.status_code == 200:
            response.headers["content-type"] = kind
        return response


@dataclass(frozen=True, slots=True)
class Pages:
    """Where the games' folders are served, and what each game has in its own."""

    folders: dict[str, Path]
    """By the address they are served at."""
    told: dict[str, dict[str, Any]]
    """By the game's id."""


def serve(app: Starlette) -> None:
    """Serve the games' folders, and remember what there is to say about them."""
    app.state.pages = pages = found()
    for address, folder in pages.folders.items():
        app.mount(address, GameFiles(directory=folder))


@cache
def has_skin(game: Game[Any, Any]) -> bool:
    """Whether a game draws its own table."""
    folder = game.web()
    with suppress(OSError, ValueError):
        return folder is not None and "skin" in described(game, folder.resolve(), ADDRESS)
    return False


def picture_of(game: Game[Any, Any], state: Any, eye: str | None = None) -> dict[str, Any]:
    """A table in characters, for the page of a game that has no skin. Of a game with secrets a seat
    sees what it knows, and whoever watches nothing."""
    if has_skin(game) or state is None:
        return {}
    if game.secret and eye is None:
        return {"picture": ""}
    known = game.known(state, eye) if game.secret and eye is not None else state
    return {"picture": Text.from_markup(game.picture(known)).plain}


def stands(game: Game[Any, Any], state: Any, eye: str | None = None) -> dict[str, Any] | None:
    """Whose goal is what and how near it is, where a game says so."""
    standing = None if state is None else game.standing(state, eye)
    return None if standing is None else standing.to_json()


def found() -> Pages:
    """The pages of all installed games. What cannot be read is noted and left out: a fault in
    another package's page leaves a game with a plain one."""
    pages = Pages({}, {})
    addresses: dict[Path, str] = {}
    for game in games():
        try:
            folder = game.web()
            if folder is None:
                continue
            place = folder.resolve()
            address = addresses.get(place, f"{ADDRESS}/{game.id}")
            pages.told[game.id] = described(game, place, address)
        except Exception as error:  # whatever another package does wrong
            LOG.warning("the page of %s cannot be used: %s", game.id, error)
            continue
        addresses[place] = address
        pages.folders[address] = place
    return pages


def described(game: Game[Any, Any], folder: Path, address: str) -> dict[str, Any]:
    """What `/api/games` says about a game's page. Raises ValueError where it is not as it should
    be."""
    page = json.loads((folder / DESCRIPTION).read_text("utf-8"))
    if not isinstance(page, dict) or not isinstance(page.get("games", {}), dict):
        raise ValueError(f"{DESCRIPTION} is an object, and so is `games` in it")
    own = page.get("games", {}).get(game.id, {})
    if not isinstance(own, dict):
        raise ValueError(f"{DESCRIPTION}: `games.{game.id}` is an object")
    told: dict[str, Any] = {"at": f"{address}/"}
    for name in WORDS:
        if name in own:
            told[name] = _text(own[name], name)
    if "shelf" in own:
        told["shelf"] = _number(own["shelf"])
    named = {"skin": page.get("skin"), **{name: own.get(name) for name in FILES}}
    for name, file in named.items():
        if file is not None:
            told[name] = f"{address}/{_file(folder, _text(file, name), name)}"
    return told


def _text(value: object, name: str) -> str:
    if not isinstance(value, str):
        raise ValueError(f"{DESCRIPTION}: `{name}` is a text")
    return value


def _number(value: object) -> int:
    if type(value) is not int:
        raise ValueError(f"{DESCRIPTION}: `shelf` is a whole number")
    return value


def _file(folder: Path, name: str, what: str) -> str:
    """A file that is there, in the folder, and that a browser may have."""
    path = (folder / name).resolve()
    if not path.is_relative_to(folder) or not path.is_file() or path.suffix not in TYPES:
        raise ValueError(f"{DESCRIPTION}: `{what}` names no file of this folder: {name}")
    return path.relative_to(folder).as_posix()
