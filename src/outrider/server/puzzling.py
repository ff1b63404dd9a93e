"""Puzzles over HTTP: which there are, one of them without its answer, and what a try comes to.

A try is judged by looking at everything, so it is worked out in another process.
"""

import asyncio
from functools import cache
from typing import Annotated, Any

from fastapi import APIRouter, Body, Request
from pydantic import Field

from outrider.core.wire import an_object
from outrider.games import game as game_by_id
from outrider.games import games
from outrider.puzzles.puzzle import Puzzle
from outrider.puzzles.shelf import puzzle as puzzle_by_id
from outrider.puzzles.shelf import puzzles
from outrider.server.attempts import Judged
from outrider.server.models import Strict
from outrider.server.routes import REFUSALS, address_of, hall_of

router = APIRouter(responses=REFUSALS)
MOST_ACTIONS = 60


class Attempt(Strict):
    """What somebody has done in a puzzle, from its beginning: their own actions only. With none of
    them, they want to be told."""

    actions: Annotated[
        list[dict[str, Any] | Annotated[str, Field(max_length=200)]],
        Field(max_length=MOST_ACTIONS, default_factory=list),
    ]


def briefly(puzzle: Puzzle) -> dict[str, Any]:
    """What a list says of a puzzle."""
    said = puzzle.aim.sentence(puzzle.seat)
    return {"id": puzzle.id, "level": puzzle.level, "kind": puzzle.aim.kind, "say": said}


@router.get("/api/puzzles")
async def shelf() -> dict[str, Any]:
    """The puzzles of all games, briefly."""
    return await asyncio.to_thread(_shelf)  # the files are read with the first request


@cache
def _shelf() -> dict[str, Any]:
    found = {game.id: [briefly(each) for each in puzzles(game)] for game in games()}
    return {"puzzles": {id: listed for id, listed in found.items() if listed}}


async def laid(game: str, id: str) -> Puzzle:
    """A puzzle by its id. Raises a Refusal if there is none."""
    return await asyncio.to_thread(lambda: puzzle_by_id(game_by_id(game), id))


@router.get("/api/puzzles/{game}/{id}")
async def one(game: str, id: str) -> dict[str, Any]:
    """A puzzle to be solved: its table, who is to find what, and how many choices there are."""
    found = await laid(game, id)
    about = {"game": found.game, "seat": found.seat, "choices": found.choices}
    return {**briefly(found), **about, "state": an_object(found.state, "state")}


@router.post("/api/puzzles/{game}/{id}")
async def attempt(
    request: Request, game: str, id: str, tried: Annotated[Attempt, Body()]
) -> dict[str, Any]:
    """Whether what somebody does is right, why not, and what the other side does then."""
    await laid(game, id)
    errand = Judged(game, id, tuple(tried.actions))
    verdict: dict[str, Any] = await hall_of(request).heavy.do(errand, address_of(request))
    return verdict
