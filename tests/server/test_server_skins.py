"""The games' own pages: where they are told to be, what is served of them, and what never is."""

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.applications import Starlette

from outrider.games import built_in
from outrider.server import skins
from outrider_pebbles.game import Pebbles
from server.driving import Server

pytest_plugins = ["server.hosting"]
GAMES = [game.id for game in built_in()]
OUTSIDE = [
    "../game.py",
    "..%2fgame.py",
    "%2e%2e/game.py",
    "%2e%2e%2frules.toml",
    "..\\game.py",
    "..%5cgame.py",
    "....//game.py",
    "/etc/passwd",
    "%2fetc%2fpasswd",
    "./../../__init__.py",
    "skin.js/../../rules.toml",
    "skin.js%00.json",
    "",
    ".",
    "..",
]


def told(host: Server) -> dict[str, Any]:
    with host.person() as person:
        games = person.get("/api/games").raise_for_status().json()["games"]
    return {game["id"]: game["page"] for game in games}


@pytest.mark.parametrize("id", GAMES)
def test_every_file_that_is_told_is_served(host: Server, id: str) -> None:
    page = told(host)[id]
    assert page["line"] and page["about"] and page["shelf"] > 0
    with host.person() as person:
        for name in ("skin", "lesson", "sample", "figures"):
            assert page[name].startswith(page["at"])
            answer = person.get(page[name])
            assert answer.status_code == 200, page[name]
            kind = "text/javascript; charset=utf-8" if name == "skin" else "application/json"
            assert answer.headers["content-type"] == kind
            assert answer.headers["cache-control"] == "public, max-age=0, must-revalidate"
            # Who has it still is told so, and not told it again.
            known = {"if-none-match": answer.headers["etag"]}
            assert person.get(page[name], headers=known).status_code == 304


def test_editions_share_a_folder(host: Server) -> None:
    pages = told(host)
    assert pages["skirmish"]["skin"] == pages["skirmish-2012"]["skin"]
    assert pages["skirmish"]["lesson"] != pages["skirmish-2012"]["lesson"]


@pytest.mark.parametrize("path", OUTSIDE)
def test_nothing_outside_the_folder_is_served(host: Server, path: str) -> None:
    at = told(host)["basic"]["at"]
    with host.person() as person:
        answer = person.get(f"{host.url}{at}{path}")
    assert answer.status_code in (400, 404)
    assert "class Basic" not in answer.text and "root:" not in answer.text


class Housed(Pebbles):
    """A game whose pages are somewhere else."""

    folder: Path

    def web(self) -> Path:
        return self.folder


def served(monkeypatch: pytest.MonkeyPatch, folder: Path) -> tuple[Any, Callable[[str], int]]:
    """What is told about a game with that folder, and how a request for a file is answered."""
    game = Housed()
    game.folder = folder
    monkeypatch.setattr(skins, "games", lambda: (game,))
    app = Starlette()
    skins.serve(app)

    def status(path: str) -> int:
        async def asked() -> int:
            transport = httpx.ASGITransport(app)
            async with httpx.AsyncClient(transport=transport, base_url="http://table") as client:
                return (await client.get(path)).status_code

        return asyncio.run(asked())

    return app.state.pages.told.get("pebbles"), status


def folder_with(folder: Path, page: object, *files: str) -> Path:
    folder.mkdir()
    (folder / "page.json").write_text(page if isinstance(page, str) else json.dumps(page), "utf-8")
    for name in files:
        (folder / name).write_text("1;\n", "utf-8")
    return folder


def test_what_is_not_for_a_browser_stays_in_the_folder(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    folder = folder_with(tmp_path / "web", {"skin": "skin.js"}, "skin.js", "secret.py", "notes")
    (tmp_path / "beside.js").write_text("1;\n", "utf-8")
    (folder / "linked.js").symlink_to(tmp_path / "beside.js")
    page, status = served(monkeypatch, folder)
    assert page == {"at": "/games/pebbles/", "skin": "/games/pebbles/skin.js"}
    assert status("/games/pebbles/skin.js") == 200
    for name in ("secret.py", "notes", "linked.js", "../beside.js", "%2e%2e/beside.js"):
        assert status(f"/games/pebbles/{name}") == 404, name


@pytest.mark.parametrize(
    "page",
    [
        "{",
        "[]",
        {"skin": "missing.js"},
        {"skin": "../beside.js"},
        {"skin": "/etc/hostname"},
        {"skin": 3},
        {"games": []},
        {"games": {"pebbles": []}},
        {"games": {"pebbles": {"line": 1}}},
        {"games": {"pebbles": {"shelf": "first"}}},
        {"games": {"pebbles": {"lesson": "secret.py"}}},
    ],
    ids=str,
)
def test_a_page_that_is_wrong_is_noted_and_left_out(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, caplog: pytest.LogCaptureFixture, page: object
) -> None:
    """The game is played all the same, on a plain page."""
    (tmp_path / "beside.js").write_text("1;\n", "utf-8")
    folder = folder_with(tmp_path / "web", page, "secret.py")
    described, status = served(monkeypatch, folder)
    assert described is None
    assert status("/games/pebbles/page.json") == 404
    assert "the page of pebbles cannot be used" in caplog.text


def test_a_game_without_a_folder_has_no_page(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    assert served(monkeypatch, tmp_path / "none")[0] is None
