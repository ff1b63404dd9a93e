"""What games bring for their own pages."""

import json
from typing import Any

import outrider
from outrider.games import built_in

GAMES = [game.id for game in built_in()]


def lesson_of(id: str) -> Any:
    """The lesson that a game's page names."""
    folder = outrider.game(id).web()
    assert folder is not None
    page = json.loads((folder / "page.json").read_text("utf-8"))
    return json.loads((folder / page["games"][id]["lesson"]).read_text("utf-8"))
