"""The command `outrider puzzle`: solve one at the terminal, or make new ones."""

import json
import os
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.progress import Progress

from outrider.core.game import Game
from outrider.core.refusal import Refusal, malformed, unknown
from outrider.core.wire import shown
from outrider.games import game as game_by_id
from outrider.games import games
from outrider.puzzles.puzzle import LEVELS, Puzzle
from outrider.puzzles.shelf import puzzle as puzzle_by_id
from outrider.puzzles.shelf import puzzles
from outrider.puzzles.trying import MOST_ACTIONS, Reply, given_up, tried

HELP = "Type an action; `legal` lists them, `tell` tells the answer, `again` begins anew, `quit`."


def progress_file() -> Path:
    """Where it is kept what somebody has solved."""
    home = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    return Path(home) / "outrider" / "puzzles.json"


def solved() -> set[str]:
    try:
        kept = json.loads(progress_file().read_text("utf-8"))
    except (OSError, ValueError):
        return set()
    return set(kept) if isinstance(kept, list) else set()


def note(puzzle: Puzzle) -> None:
    path = progress_file()
    path.parent.mkdir(parents=True, exist_ok=True)
    aside = path.with_suffix(".new")
    aside.write_text(json.dumps(sorted({*solved(), puzzle.id})), "utf-8")
    aside.replace(path)


def solve(id: str | None, name: str | None, level: int | None, listing: bool) -> None:
    """Deal a puzzle, or the one that is named, and see it through."""
    console = Console(highlight=False)
    if id is None or listing:
        show_shelf(console, id)
        return
    game = game_by_id(id)
    At(console, game, chosen(game, name, level)).run()


def show_shelf(console: Console, id: str | None) -> None:
    done = solved()
    for game in games() if id is None else (game_by_id(id),):
        found = puzzles(game)
        if id is None and found:
            mine = sum(each.id in done for each in found)
            console.print(f"{game.id:<15} {len(found)} puzzles, {mine} solved")
        elif id is not None:
            for each in found:
                mark = "✓" if each.id in done else " "
                said = each.aim.sentence(each.seat)
                console.print(f"{mark} {each.id:<16} {'●' * each.level:<{LEVELS}} {escape(said)}")


def chosen(game: Game[Any, Any], name: str | None, level: int | None) -> Puzzle:
    if name is not None:
        return puzzle_by_id(game, name)
    found = [each for each in puzzles(game) if level in (None, each.level)]
    if not found:
        of = "" if level is None else f" of level {level}"
        raise unknown(f"{game.title} has no puzzles{of}")
    done = solved()
    return next((each for each in found if each.id not in done), found[0])


class At:
    """One puzzle at the terminal."""

    def __init__(self, console: Console, game: Game[Any, Any], puzzle: Puzzle) -> None:
        self._console, self._game, self._puzzle = console, game, puzzle
        self._begin()

    def _begin(self) -> None:
        self._state = self._game.load(self._puzzle.state)
        self._done: list[Any] = []

    def run(self) -> None:
        puzzle, say = self._puzzle, self._console.print
        say(f"[bold]{puzzle.id}[/] {'●' * puzzle.level}")
        self._show()
        say(f"[bold]{escape(puzzle.aim.sentence(puzzle.seat))}[/]")
        say(escape(HELP))
        while True:
            try:
                line = input("> ").strip()
            except (EOFError, KeyboardInterrupt):
                say("")
                return
            if line in ("quit", "q") or (line and self._answered(line)):
                return

    def _answered(self, line: str) -> bool:
        """Do what was typed; whether that was the end of it."""
        say = self._console.print
        if line == "legal":
            choices = self._game.choices(self._state, self._puzzle.seat)
            say(escape(", ".join(self._game.write_action(each) for each in choices)))
        elif line == "again":
            self._begin()
            self._show()
        elif line == "tell":
            told = given_up(self._game, self._puzzle)
            say(escape(told.why))
            for text, chance in told.answers[1:]:
                say(escape(f"  {text}: {chance}"))
        else:
            return self._try(line)
        return False

    def _try(self, line: str) -> bool:
        say = self._console.print
        try:
            action = self._game.read_action(line)
            said = action.to_json()
            if len(self._done) == MOST_ACTIONS:
                raise malformed("that was long enough: begin `again`")
            verdict = tried(self._game, self._puzzle, [*self._done, said])
        except Refusal as refusal:
            say(f"[red]{escape(str(refusal))}[/]")
            return False
        say(f"[{'green' if verdict.right else 'red'}]{escape(verdict.why)}[/]")
        if verdict.right and not verdict.solved:
            self._go_on(action, verdict.replies)
        if verdict.solved:
            try:
                note(self._puzzle)
            except OSError as error:
                why = error.strerror or error
                say(f"That it is solved could not be kept: {progress_file()}: {why}")
        return verdict.solved

    def _go_on(self, action: Any, replies: tuple[Reply, ...]) -> None:
        self._done.append(action.to_json())
        self._state = self._game.apply(self._state, self._puzzle.seat, action).state
        for reply in replies:
            self._console.print(escape(f"{reply.seat.capitalize()}: {reply.text}"))
            self._state = self._game.apply(self._state, reply.seat, reply.action).state
        self._show()

    def _show(self) -> None:
        """The board as it is drawn, however narrow the window: broken lines are no picture."""
        self._console.print(self._game.picture(self._state), soft_wrap=True)


def make(id: str, out: Path, count: int, most: int) -> None:
    """New puzzles of a game into a file, a line each; the same again for the same numbers."""
    from outrider.puzzles.making import Making, maker_of

    game = game_by_id(id)
    if not game.settings():
        raise unknown(f"{game.title} says nothing of how it is begun, so no games can be looked at")
    making = Making(game, maker_of(game))
    with Progress() as progress:
        task = progress.add_task(f"Puzzles of {game.title}", total=count)
        for number in range(most):
            making.look_through(number)
            progress.update(task, completed=min(len(making.found), count))
            if len(making.found) >= count:
                break
    lines = [json.dumps(each.to_json(), separators=(",", ":")) for each in making.found[:count]]
    aside = out.with_name(out.name + ".new")
    try:
        aside.write_text("".join(f"{line}\n" for line in lines), "utf-8")
        aside.replace(out)
    except OSError as error:
        raise unknown(f"{shown(str(out))} cannot be written: {error.strerror}") from None
    print(f"{len(lines)} puzzles of {game.title} in {out}")
