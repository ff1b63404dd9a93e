"""The lab in the browser, on one's own machine: experiments as errands beside the server.

It is off unless whoever runs the server says `--lab`, and then only for the machine itself: an
experiment takes all the processor it gets. One runs at a time, in a process of its own that gives
way to everything else; the event loop starts it, reads how it stands, and ends it.
"""

import asyncio
import json
import os
import re
import secrets
import subprocess
import sys
import threading
import tomllib
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Any

from fastapi import APIRouter, Request, Response
from fastapi import Path as InPath
from pydantic import Field

from outrider.bots import names
from outrider.core.refusal import malformed, unknown
from outrider.core.wire import shown
from outrider.games import game as game_by_id
from outrider.server import models
from outrider.server.errors import Busy, Forbidden
from outrider.server.hosts import name_of
from outrider.server.network import is_loopback
from outrider.server.routes import REFUSALS
from outrider.server.settings import Settings

MOST_GAMES = 20_000
SECONDS = 1800.0
"""For which an experiment runs at most; it can be gone on with."""
MOST_KEPT = 200
MOST_SAID = 60
"""Characters of what was changed."""
SHARP = 0.01
CHANGED = "variant-2.json"
"""Beside a plan: the numbers that are played after the book's."""
ID = re.compile("[0-9a-f]{12}")
LabId = Annotated[str, InPath(pattern="^[0-9a-f]{12}$", description="An experiment's name.")]
FORWARDED = ("forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip", "via")
"""What a proxy adds: somebody from elsewhere may be behind it, whatever host it asks for."""
router = APIRouter(responses=REFUSALS)


class Wish(models.Strict):
    """A question: a game, who plays, the ground, and numbers that are changed."""

    game: Annotated[str, Field(min_length=1, max_length=60)]
    bot: Annotated[str, Field(max_length=40)] = "soldier"
    games: Annotated[int, Field(ge=8, le=MOST_GAMES)] = 2000
    scenario: Annotated[str, Field(max_length=60)] | None = None
    set: dict[Annotated[str, Field(max_length=60)], float] = Field(
        default_factory=dict, max_length=40
    )


class Errands:
    """The experiments of a server: one under way, the others kept."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.running: str | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self._beginning = threading.Lock()
        self.reporting = asyncio.Lock()

    def is_busy(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def begin(self, wish: Wish) -> str:
        """Write the plan down and have it played. Of two at once the second finds it busy."""
        with self._beginning:
            return self._begin(wish)

    def _begin(self, wish: Wish) -> str:
        from outrider.lab.store import Folder

        if self.is_busy():
            raise Busy("an experiment is under way; stop it first")
        if len(self.kept()) >= MOST_KEPT:
            raise Busy(f"{MOST_KEPT} experiments are kept; delete some from {self.folder}")
        plan = plan_of(wish)
        plan.check()
        id = secrets.token_hex(6)
        place = self.folder / id
        Folder.begun(place, plan)
        workers = max(1, (os.cpu_count() or 2) - 1)
        command = [
            sys.executable,
            "-m",
            "outrider.lab.errand",
            str(place),
            str(workers),
            str(SECONDS),
        ]
        with (place / "said.txt").open("wb") as said:
            self._process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=said, stderr=said, start_new_session=True
            )
        self.running = id
        return id

    def stop(self) -> None:
        """End what is under way, politely; it has workers to end."""
        process, self._process = self._process, None
        if process is None:
            return
        with suppress(ProcessLookupError):
            process.terminate()
        try:
            process.wait(5)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()

    def stands(self, id: str) -> dict[str, Any]:
        """How an experiment stands, as it was last told."""
        place = self.place(id)
        # Asked first: what was told last is complete once it has ended.
        under_way = id == self.running and self.is_busy()
        try:
            said: dict[str, Any] = json.loads((place / "progress.json").read_text("utf-8"))
        except (OSError, ValueError):
            said = {"played": 0, "rows": [], "over": False}
        if not under_way and not said.get("over"):
            said["stopped"] = True
        return {**said, "id": id, "running": under_way}

    def place(self, id: str) -> Path:
        place = self.folder / id
        if not ID.fullmatch(id) or not (place / "plan.toml").exists():
            raise unknown("there is no such experiment")
        return place

    def kept(self) -> list[str]:
        """All there are, the latest first."""
        found = [
            place.parent
            for place in self.folder.glob("*/plan.toml")
            if ID.fullmatch(place.parent.name)
        ]
        return [each.name for each in sorted(found, key=lambda each: -each.stat().st_mtime)]


def plan_of(wish: Wish) -> Any:
    """The experiment of a wish. Where numbers are changed, the book's are played beside them, by
    the same dice."""
    from outrider.lab.plan import Plan

    game = game_by_id(wish.game)
    if wish.bot not in names():
        raise unknown(f"there is no bot {shown(wish.bot)}; there are {', '.join(names())}")
    known = {figure["name"]: figure for figure in (each.to_json() for each in game.figures)}
    for name in wish.set:
        if name not in known:
            raise malformed(f"{game.id} has no number {shown(name)}")
    changed = {
        name: whole(value) for name, value in wish.set.items() if value != known[name]["default"]
    }
    vary: dict[str, Any] = {}
    if changed:
        printed = {name: known[name]["default"] for name in changed}
        vary["variant"] = tuple(
            {"outrider_variant": 1, "game": game.id, "name": name, "set": numbers}
            for name, numbers in (("as printed", printed), (named(changed), changed))
        )
    return Plan(
        game.id, (wish.bot,), scenario=wish.scenario, vary=vary, games=wish.games, until=SHARP,
        events=True,
    )  # fmt: skip


def named(changed: dict[str, int | float]) -> str:
    """Changed numbers in a few words."""
    said = ", ".join(f"{name.replace('.', ' ')} {value}" for name, value in changed.items())
    return said if len(said) <= MOST_SAID else f"{len(changed)} numbers changed"


def whole(value: float) -> int | float:
    return int(value) if float(value).is_integer() else value


def errands_of(request: Request) -> Errands:
    """The lab of this server, for whoever sits at its machine."""
    settings: Settings = request.app.state.settings
    if settings.lab is None:
        raise Forbidden("there is no lab at this server; `outrider serve --lab` opens one")
    here = is_loopback(request.client.host if request.client else "")
    passed_on = any(name in request.headers for name in FORWARDED)
    if passed_on or not here or not is_loopback(name_of(request.headers.get("host", ""))):
        raise Forbidden("the lab is for whoever sits at the server's own machine")
    if not hasattr(request.app.state, "lab"):
        request.app.state.lab = Errands(Path(settings.lab))
    found: Errands = request.app.state.lab
    return found


@router.get("/api/lab")
async def lab(request: Request) -> dict[str, Any]:
    """Whether there is a lab here, which bots play, and the experiments that are kept."""
    errands = errands_of(request)
    kept = await asyncio.to_thread(_kept, errands)
    return {"bots": list(names()), "most": MOST_GAMES, "running": errands.running
            if errands.is_busy() else None, "kept": kept}  # fmt: skip


def _kept(errands: Errands) -> list[dict[str, Any]]:
    return [_about(errands, id) for id in errands.kept()[:20]]


def _about(errands: Errands, id: str) -> dict[str, Any]:
    """What was asked: the game, who plays, where, and what was changed."""
    place = errands.place(id)
    try:
        plan = tomllib.loads((place / "plan.toml").read_text("utf-8"))
        other = place / CHANGED
        changed = json.loads(other.read_text("utf-8"))["name"] if other.exists() else None
    except (OSError, ValueError, KeyError):
        return {"id": id, "game": ""}
    told = {"game": plan.get("game", ""), "bot": plan.get("bots", [""])[0]}
    return {"id": id, **told, "scenario": plan.get("scenario"), "changed": changed}


@router.post("/api/lab", status_code=201)
async def begin(request: Request, wish: Wish) -> dict[str, str]:
    """Ask a question; it is worked on beside the server."""
    errands = errands_of(request)
    return {"id": await asyncio.to_thread(errands.begin, wish)}


@router.get("/api/lab/{id}")
async def stands(request: Request, id: LabId) -> dict[str, Any]:
    """How it stands: intervals, and where things happened so far."""
    return await asyncio.to_thread(errands_of(request).stands, id)


@router.delete("/api/lab/{id}")
async def stop(request: Request, id: LabId) -> models.Done:
    """Stop it. What was played is kept."""
    errands = errands_of(request)
    errands.place(id)
    if errands.running == id:
        await asyncio.to_thread(errands.stop)
    return models.Done()


@router.get("/api/lab/{id}/report")
async def report(request: Request, id: LabId) -> Response:
    """The report as a file that stands alone, to be kept and sent."""
    errands = errands_of(request)
    place = errands.place(id)
    async with errands.reporting:  # it takes long, and threads are for everybody
        text = await asyncio.to_thread(_report, place)
    name = f'attachment; filename="outrider-lab-{id}.html"'
    return Response(text, media_type="text/html", headers={"content-disposition": name})


def _report(place: Path) -> bytes:
    """Made in a process of its own: plots take long, and hold up others."""
    command = [sys.executable, "-m", "outrider", "lab", "report", str(place), "--luck", "0"]
    done = subprocess.run(command, capture_output=True, check=False, timeout=300)
    if done.returncode:
        said = done.stderr.decode("utf-8", "replace").strip().splitlines()
        raise malformed(said[-1].removeprefix("outrider: ") if said else "no report could be made")
    return (place / "report.html").read_bytes()
