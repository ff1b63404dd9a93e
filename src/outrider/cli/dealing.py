"""`outrider scenario deal`: a fair fight by lot, at the terminal."""

import json
import secrets
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.markup import escape

from outrider.core.game import Game
from outrider.core.refusal import malformed, unknown
from outrider.core.setting import Measured, Share
from outrider.games import game as game_by_id
from outrider.games import games
from outrider.lab.dealing import Dealing, Judged, Wish, deal

SEEDS = 1_000_000
"""A seed that nobody has asked for is short enough to be told."""


def dealer(id: str | None) -> Game[Any, Any]:
    """The game that is asked for, or the only one that deals fights."""
    able = [game for game in games() if game.deals is not None]
    if id is not None:
        able = [game for game in able if game.id == id]
        if not able:
            raise unknown(f"no fights are dealt for {game_by_id(id).id}")
    return able[0]


def deal_fight(
    seed: int | None, pieces: int | None, id: str | None, out: Path | None, workers: int | None
) -> None:
    """Deal, say on the way how far it is, and show what was dealt or write it down."""
    game = dealer(id)
    assert game.deals is not None
    chosen = secrets.randbelow(SEEDS) if seed is None else seed
    if out is not None:
        _check_free(out)
    wish = Wish(game.id, *game.deals.check(chosen, pieces))
    aside, console = Console(stderr=True, highlight=False), Console(highlight=False)
    last = Dealing(0, 0)
    with aside.status(f"Seed {wish.seed}: bots sit down to the first fight") as status:
        for last in deal(wish, workers):
            tried = "1 fight" if last.tried == 1 else f"{last.tried} fights"
            status.update(f"Seed {wish.seed}: {tried} tried in {last.games:,} games")
    assert last.kept is not None
    if out is not None:
        _keep(out, last.kept.value)
    else:
        _show(console, game, last.kept)
    console.print(told(wish, last, last.kept), soft_wrap=True)


def _check_free(out: Path) -> None:
    """Said before anybody plays for it."""
    if out.exists():
        raise malformed(f"{ascii(str(out))[1:-1]}: is there already")
    if not out.parent.is_dir():
        raise malformed(f"{ascii(str(out))[1:-1]}: there is no such folder")


def _keep(out: Path, value: Any) -> None:
    """Whole or not at all, and never in place of something that was there."""
    try:
        with out.open("x", encoding="utf-8") as file:
            file.write(json.dumps(value, indent=1, ensure_ascii=False) + "\n")
    except (OSError, ValueError) as error:
        raise malformed(f"{ascii(str(out))[1:-1]}: {reason(error)}") from None


def reason(error: OSError | ValueError) -> str:
    return (error.strerror or "") if isinstance(error, OSError) else str(error)


def _show(console: Console, game: Game[Any, Any], kept: Judged) -> None:
    from outrider.cli.scenarios import in_characters
    from outrider.showing.sheets import PlaysScenarios

    if isinstance(game, PlaysScenarios):
        console.print(in_characters(game.scenario_sheet(kept.value)), soft_wrap=True)


def told(wish: Wish, last: Dealing, kept: Judged) -> str:
    """How fair it is, and how it is dealt again."""
    found: Measured = kept.measured
    won = ", ".join(f"{seat.capitalize()} {share(each)}" for seat, each in found.won.items())
    again = f"--seed {wish.seed} --pieces {wish.pieces}"
    return escape(
        f"{kept.value['name']}: of {found.games:,} games between {found.bots}s "
        f"{won}, drawn {share(found.drawn)}.\n"
        f"Fight {last.tried} of {again}, which deals it again."
    )


def share(each: Share) -> str:
    return f"{100 * each.mean:.0f}% ({100 * each.low:.0f} to {100 * each.high:.0f})"
