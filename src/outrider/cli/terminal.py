"""A game at one terminal: the people in turn, at the same keyboard."""

import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.markup import escape

from outrider.cli import variants
from outrider.cli.files import data_folder, read_record, write_record
from outrider.cli.hinting import hints
from outrider.cli.opponents import Opponents, is_random, missing, said, sit_down
from outrider.cli.resuming import command, further, go_on, latest
from outrider.cli.scenarios import given
from outrider.cli.warming import warming
from outrider.cli.wishes import bots_from_words, names_from_words, options_from_words
from outrider.core.game import Game
from outrider.core.patience import hurry
from outrider.core.pending import Decide, Over, Roll
from outrider.core.record import Chose, Fell, Line, Noted
from outrider.core.refusal import Refusal, malformed, unknown
from outrider.core.variant import told
from outrider.core.wire import Action, Event
from outrider.dice import AskedDice, Dice, SeededDice
from outrider.dice.asked import read_faces
from outrider.games import game as game_by_id
from outrider.play.desk import MatchDesk
from outrider.play.match import Match

HELP = """[bold]What you can type[/]
  an action       as listed by [bold]moves[/]
  SEAT ACTION     the same, where several may act: blue ready
  moves \\[UNIT]    the actions there are, or those of one unit
  odds ACTION     what an action would lead to
  hint            what a bot would do, and with what chances (a few seconds)
  board           draw the table again
  undo            take your last action back, and what bots have answered;
                  across another person if they agree, never across dice
  rules \\[ID]      the rules, or one of them
  save FILE       keep a copy of the game in a file
  resign          give the game up
  quit            leave; the game is kept"""


@dataclass(frozen=True, slots=True)
class Wishes:
    """The command's options, as they were typed."""

    game: str
    resume: Path | None = None
    last: bool = False
    position: str | None = None
    seed: int | None = None
    typed: bool = False
    save: Path | None = None
    names: list[str] | None = None
    options: list[str] | None = None
    seats: int | None = None
    scenario: str | None = None
    bots: list[str] | None = None
    pace: float | None = None
    seconds: float | None = None
    variant: str | None = None


class Leave(Exception):
    """Somebody wants to stop."""


PACE = 0.4
"""Seconds a bot's choice takes at least."""


def play_at_terminal(wishes: Wishes) -> int:
    """Play until the game is over or the people leave. The exit status is 0."""
    hurry()
    with warming(wishes.game):
        return played(wishes)


def played(wishes: Wishes) -> int:
    match, file = seated(wishes)
    asked = bots_from_words(wishes.bots or [], match.terms.seats)
    resumed = wishes.last or wishes.resume is not None
    named = sit_down(match, asked, resumed)
    pace = PACE if wishes.pace is None else wishes.pace
    bots = Opponents(match, named, pace, wishes.seconds, wishes.seed)
    options = {
        "--seed": wishes.seed,
        "--typed": wishes.typed,
        "--pace": wishes.pace,
        "--seconds": wishes.seconds,
    }
    try:
        terminal = Terminal(match, file, bots=bots, further=further(named, options))
        if match.terms.variant is not None:
            terminal.console.print(escape(told(match.terms.variant)), soft_wrap=True)
        for text in missing(match, named) if resumed else ():
            terminal.console.print(escape(text), soft_wrap=True)
        terminal.run()
    finally:
        bots.close()
    return 0


def seated(wishes: Wishes) -> tuple[Match, Path]:
    """The match these wishes ask for, and the file it is kept in."""
    game = game_by_id(wishes.game)
    dice: Dice = AskedDice()
    if not wishes.typed:
        dice = SeededDice(secrets.randbits(62) if wishes.seed is None else wishes.seed)
    resumed = latest(game) if wishes.last else wishes.resume
    if wishes.scenario is not None and (resumed is not None or wishes.position is not None):
        raise malformed("a game that is under way has its scenario already")
    if wishes.variant is not None and resumed is not None:
        raise malformed("a game that is under way has its numbers already")
    if resumed is not None:
        record = read_record(resumed)
        if record.header.game != game.id:
            raise malformed(f"{resumed} is a game of {record.header.game}, not of {game.id}")
        return Match.from_record(game, record, dice), wishes.save or resumed
    now = datetime.now().astimezone()
    if wishes.save is not None and wishes.save.exists():
        raise malformed(f"{wishes.save} is there already; go on with it by --resume")
    file = wishes.save or data_folder() / f"{game.id}-{now:%Y%m%d-%H%M%S-%f}.jsonl"
    options = options_from_words(game, wishes.options or [])
    names = names_from_words(wishes.names or [])
    if wishes.position is not None:
        state = game.read(wishes.position, options, variants.given(wishes.variant))
        return Match.from_state(game, state, dice, names), file
    scenario = None if wishes.scenario is None else given(wishes.scenario)
    variant = variants.given(wishes.variant)
    terms = game.terms(options, wishes.seats, None, scenario, variant)
    return Match(game, terms, dice, names=names, date=f"{now:%Y-%m-%d}"), file


def lines_of(words: list[str], width: int) -> list[str]:
    """Words in lines, none of them broken."""
    lines = [""]
    for word in words:
        if lines[-1] and len(lines[-1]) + 2 + len(word) > width:
            lines.append("")
        lines[-1] += ("  " if lines[-1] else "") + word
    return lines


class Terminal:
    """Reads what people type, shows what happens, keeps the game after every change."""

    def __init__(
        self,
        match: Match,
        file: Path,
        ask: Callable[[str], str] = input,
        console: Console | None = None,
        bots: Opponents | None = None,
        further: Sequence[str] = (),
    ) -> None:
        self.match = match
        self.bots = bots or Opponents(match, {})
        self.further = further
        self.answered = -1
        """The version at which bots last had their say."""
        self.file = file
        self.ask = ask
        self.console = console or Console(highlight=False)
        self.commands: dict[str, Callable[[str], None]] = {
            "?": self.help,
            "help": self.help,
            "moves": self.moves,
            "odds": self.odds,
            "hint": self.hint,
            "board": lambda words: self.board(),
            "undo": self.undo,
            "rules": self.rules,
            "save": self.save,
            "resign": self.resign,
            "quit": self.quit,
            "q": self.quit,
            "exit": self.quit,
        }

    @property
    def game(self) -> Game[Any, Any]:
        return self.match.game

    @property
    def desk(self) -> MatchDesk:
        return MatchDesk(self.match)

    def run(self) -> None:
        named = [f"{name} is {seat.capitalize()}" for seat, name in self.match.header.names.items()]
        about = ", ".join([self.game.title, *named])
        self.console.print(f"[bold]{escape(about)}[/] - type ? for help")
        self.keep()
        self.tell(self.match.opening_events)
        self.board()
        try:
            while not isinstance(self.match.pending, Over):
                if not self.bots_act():
                    self.turn()
        except (Leave, EOFError, KeyboardInterrupt):
            self.console.print("\nThe game is kept. Go on with:")
            words = go_on(self.game, self.file, self.further)
            self.console.print(f"  {escape(words)}", soft_wrap=True)
            return
        assert self.match.result is not None
        self.console.print(f"[bold]{escape(self.match.result.sentence())}[/]")
        replay = f"{command()} replay {escape(str(self.file))}"
        self.console.print(f"Replay it: {replay}", soft_wrap=True)

    def bots_act(self) -> bool:
        """Let every bot that may act make a choice; whether nobody else is to be asked now. Where
        all may act at once, bots wait for people no longer than for one move; a question is none,
        and its answer stays on the screen."""
        deciders = self.match.deciders()
        alone = bool(deciders) and all(seat in self.bots for seat in deciders)
        if not alone and self.match.version == self.answered:
            return False
        for seat in deciders:
            if seat in self.bots and seat in self.match.deciders():
                version = self.match.version
                self.change(partial(self.bots.act, seat))
                made = [moment.line for moment in self.match.moments[version + 1 :]]
                text = said(self.game, next(line for line in made if isinstance(line, Chose)))
                if isinstance(made[0], Noted) and is_random(made[0]):
                    text += " (at random, in the bot's place)"
                self.console.print(f"  [dim]{seat}: {escape(text)}[/]")
        self.answered = self.match.version
        return alone

    def turn(self) -> None:
        """Ask for one line and do what it says; a refusal is shown and changes nothing."""
        pending = self.match.pending
        line = self.read(f"{self.game.question(self.match.state)} > ")
        if not line:
            return
        word, _, rest = line.partition(" ")
        try:
            if word.lower() in self.commands:
                self.commands[word.lower()](rest.strip())
            elif isinstance(pending, Roll):
                faces = read_faces(line, pending.dice)
                if isinstance(faces, str):
                    raise malformed(faces)
                self.change(partial(self.match.roll, faces))
            elif isinstance(pending, Decide):
                self.play(*self.meant(self.asked(), line))
        except Refusal as refusal:
            rule = f" [bold]{refusal.rule}[/]" if refusal.rule else ""
            self.console.print(f"[#B3261E]Refused{rule}: {escape(refusal.message)}[/]")

    def asked(self) -> tuple[str, ...]:
        """The seats of people who may act now."""
        return tuple(seat for seat in self.match.deciders() if seat not in self.bots)

    def someone(self) -> tuple[str, ...]:
        """The same, if there is anybody."""
        seats = self.asked()
        if not seats:
            raise Refusal("not-your-turn", "nobody is to decide now")
        return seats

    def meant(self, seats: tuple[str, ...], line: str) -> tuple[str | None, Action]:
        """An action and whose it is. Where several may act, a seat in front says so; else it is
        whoever has the unit, or the first who may do it, or the clock."""
        word, _, rest = line.partition(" ")
        named = word.lower().rstrip(":")
        if named in seats and rest:
            return named, self.game.read_action(rest)
        action = self.game.read_action(line)
        owners = [seat for seat in seats if seat[0].upper() == getattr(action, "unit", "?")[:1]]
        able = [seat for seat in seats if self.desk.why_not(seat, action) is None]
        if not (owners or able) and self.desk.why_not(None, action) is None:
            return None, action
        return (owners or able or seats)[0], action

    def play(self, seat: str | None, action: Action) -> None:
        """Play an action; if it is refused, say what would have been possible instead."""
        try:
            self.change(partial(self.match.play, seat, action))
        except Refusal as refusal:
            instead = self.desk.check(seat, action).instead
            if instead is None:
                raise
            text = self.game.write_action(instead)
            raise Refusal("illegal", f"{refusal.message}; try {text}", refusal.rule) from None

    def read(self, prompt: str) -> str:
        self.console.print(f"[bold]{escape(prompt)}[/]", end="")
        try:
            return " ".join(self.ask("").split())
        except UnicodeDecodeError:
            self.console.print("[#B3261E]Refused: that is no text in UTF-8[/]")
            return ""

    def change(self, happen: Callable[[], tuple[Event, ...]]) -> None:
        """Let something happen, keep it, then tell it. What cannot be kept does not happen."""
        version = self.match.version
        events = happen()
        try:
            self.keep()
        except BaseException:
            self.match.back_to(version)
            raise
        self.tell(events)
        self.board()

    def tell(self, events: tuple[Event, ...]) -> None:
        for event in events:
            if event.event != "activation":  # the question that follows says so
                self.console.print(f"  {escape(str(event))}")

    def keep(self) -> None:
        write_record(self.file, self.match.record())

    # -- commands --------------------------------------------------------------------------------

    def help(self, words: str) -> None:
        self.console.print(HELP)

    def board(self) -> None:
        self.console.print(self.game.picture(self.match.state))

    def moves(self, words: str) -> None:
        """The legal actions, those that name a unit or a square if one was given."""
        for seat in self.asked():
            listing = self.desk.legal(seat)
            texts = [self.game.write_action(action) for action in listing.actions]
            found = [text for text in texts if words in text] or ["none"]
            if not listing.complete:
                found.append("and more")
            for line in lines_of(found, self.console.width - 4):
                self.console.print(f"  {escape(line)}", soft_wrap=True)

    def odds(self, words: str) -> None:
        odds = self.desk.odds(*self.meant(self.someone(), words))
        found = {**odds.chances, **odds.expected}
        told = [f"{name} {value}" for name, value in found.items() if value]
        self.console.print("  " + escape(", ".join(told) or "nothing to be won or lost"))

    def hint(self, words: str) -> None:
        """The best actions that a bot finds, for the first person who is to decide."""
        seat = self.someone()[0]
        self.console.print("  [dim]thinking...[/]")
        for line in hints(self.game, self.match.state, seat):
            self.console.print(f"  {escape(line)}", soft_wrap=True)

    def rules(self, words: str) -> None:
        from outrider.cli.show import show_rules

        show_rules(self.game.id, words or None, self.match.header.variant)

    def save(self, words: str) -> None:
        if not words:
            raise malformed("save where? save FILE")
        write_record(Path(words).expanduser(), self.match.record())
        self.console.print(f"  Saved in {escape(words)}.", soft_wrap=True)

    def undo(self, words: str) -> None:
        """The last choice of a person, and what bots have answered. Never across dice; across
        another person's turn only if they say yes."""
        n, last = self.own_last()
        people = [seat for seat in self.match.terms.seats if seat not in self.bots]
        asked = self.asked()
        if len(people) > 1 and isinstance(last, Chose) and last.seat not in asked:
            others = asked or tuple(seat for seat in people if seat != last.seat)
            whom = " and ".join(map(self.match.name, others))
            if not self.read(f"{whom}: may it be taken back? y/n > ").lower().startswith("y"):
                self.console.print("  It stands.")
                return
        self.match.back_to(n - 1)
        self.answered = self.match.version
        self.keep()
        self.board()
        if isinstance(last, Chose):
            self.console.print(f"  [dim]taken back: {escape(said(self.game, last))}[/]")

    def own_last(self) -> tuple[int, Line]:
        """The last line that is not a bot's, if no dice have fallen since."""
        for n in range(self.match.version, 0, -1):
            line = self.match.moments[n].line
            if isinstance(line, Fell):
                raise Refusal("not-your-turn", "dice have fallen since; that cannot be taken back")
            if line is not None and line.seat not in self.bots:
                return n, line
        raise unknown("there is no choice to take back")

    def resign(self, words: str) -> None:
        seat = self.someone()[0]
        if self.read(f"{self.match.name(seat)} resigns? y/n > ").lower().startswith("y"):
            self.change(partial(self.resigned, seat))
        else:
            self.console.print("  The game goes on.")

    def resigned(self, seat: str) -> tuple[Event, ...]:
        self.match.resign(seat)
        return ()

    def quit(self, words: str) -> None:
        raise Leave
