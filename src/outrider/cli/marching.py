"""A campaign at the terminal: shown, and played from battle to battle."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.markup import escape

from outrider.campaigns import Course, Learnt, course_from_json, read_campaign
from outrider.campaigns.campaign import SEATS
from outrider.cli.files import read_record
from outrider.cli.scenarios import read
from outrider.cli.terminal import Wishes, play_at_terminal
from outrider.core.refusal import Refusal, malformed
from outrider.core.wire import dumps
from outrider.core.wire import shown as quoted
from outrider.play.match import Match

CAMPAIGN, COURSE = "campaign.json", "course.json"


def shown(value: Any) -> None:
    campaign, console = read_campaign(value), Console(highlight=False)
    say = console.print
    say(f"[bold]{escape(campaign.name)}[/]")
    say(escape(campaign.story))
    places = {id: battle.name for id, battle in campaign.battles.items()}
    places |= {id: end.name for id, end in campaign.ends.items()}
    for battle in campaign.battles.values():
        say(f"\n[bold]{escape(battle.name)}[/]")
        say(escape(battle.story))
        for result, to in battle.next.items():
            say(f"  {result}: {escape(places[to])}")
    rosters(console, Course(campaign))


def rosters(console: Console, course: Course) -> None:
    for seat in SEATS:
        side = course.campaign.sides[seat]
        living = course.living(seat)
        count = f"{len(living)} of {len(side.roster)}"
        console.print(f"\n[bold]{escape(side.name)}[/] ({seat}), {count}")
        for member in living:
            about = course.campaign.campaigning.told(member)
            console.print(f"  {member.id} {escape(member.name)}: {escape(about)}")


def march(folder: Path, value: Any, bots: Sequence[str]) -> None:
    """On to the end, or until somebody leaves a battle."""
    march = March(folder, opened(folder, value), bots)
    while march.step():
        pass


def opened(folder: Path, value: Any) -> Course:
    """The campaign that is kept there, or a new one."""
    file = folder / CAMPAIGN
    if file.exists():
        if value is not None:
            raise malformed(f"{folder} has a campaign already: leave out --campaign to go on")
        campaign = read_campaign(read(file, "a campaign"))
        return course_from_json(campaign, read(folder / COURSE, "a course"))
    if value is None:
        raise malformed(f"{folder} has no campaign: say which by --campaign")
    course = Course(read_campaign(value))
    try:
        folder.mkdir(parents=True, exist_ok=True)
        kept(folder / COURSE, course.to_json())
        kept(file, value)
    except OSError as error:
        raise malformed(f"{folder}: {error.strerror}") from None
    return course


def kept(file: Path, value: Any) -> None:
    """All of it or nothing."""
    aside = file.with_name(file.name + ".new")
    aside.write_text(dumps(value) + "\n", "utf-8")
    aside.replace(file)


class March:
    """One campaign in its folder."""

    def __init__(self, folder: Path, course: Course, bots: Sequence[str]) -> None:
        self._folder, self._course, self._bots = folder, course, bots
        self._console = Console(highlight=False)
        self._seated = {each.partition("=")[0] for each in bots}

    def _keep(self, course: Course) -> None:
        kept(self._folder / COURSE, course.to_json())
        self._course = course

    def step(self) -> bool:
        """One thing more; whether there is another."""
        course = self._course
        passed = course.passed()
        if passed is not course:
            for row in passed.fought[len(course.fought) :]:
                self._tell(row.battle, row.reason)
            self._keep(passed)
        elif course.end is not None:
            self._console.print(f"[bold]{escape(course.end.name)}[/]\n{escape(course.end.story)}")
            return False
        elif course.learner is not None:
            return self._learn(course.learner)
        else:
            return self._fight()
        return True

    def _tell(self, battle: str, reason: str) -> None:
        name = self._course.campaign.battles[battle].name
        self._console.print(f"[bold]{escape(name)}[/]: {escape(reason)}.")

    # -- learning --------------------------------------------------------------------------------

    def _learn(self, seat: str) -> bool:
        if seat in self._seated:
            self._keep(self._course.learn(seat, self._course.plain_picks()))
            return True
        campaign, say = self._course.campaign, self._console.print
        most = campaign.learning.a_battle
        say(f"[bold]{seat.capitalize()} won. Who has learnt what? {most} at most.[/]")
        named = {each.rating.name: each.rating for each in campaign.learning.lessons}
        for id, able in self._course.open_to_learn().items():
            ways = [
                f"{name} {named[name].said(before)} to {named[name].said(after)}"
                for name, (before, after) in able.items()
            ]
            say(f"  {id} {escape(campaign.members[id].name)}: {', '.join(ways)}")
        say("Type such as `R1 attack, R2 movement`; nothing is a choice, too; `quit` leaves.")
        while True:
            try:
                line = input("> ").strip()
            except (EOFError, KeyboardInterrupt):
                return False
            if line in ("quit", "q"):
                return False
            try:
                self._keep(self._course.learn(seat, picks_of(line)))
            except Refusal as refusal:
                say(f"[red]{escape(str(refusal))}[/]")
                continue
            return True

    # -- battles ---------------------------------------------------------------------------------

    def _fight(self) -> bool:
        """Play the battle that is next, and see what came of it."""
        course = self._course
        assert course.battle is not None
        game = course.campaign.game
        stem = self._folder / f"battle-{len(course.fought) + 1}"
        scenario, record = stem.with_suffix(".json"), stem.with_suffix(".jsonl")
        bots = list(self._bots)
        if not record.exists():
            rosters(self._console, course)
            kept(scenario, course.scenario())
            play_at_terminal(Wishes(game.id, scenario=str(scenario), save=record, bots=bots))
        elif Match.from_record(game, read_record(record)).result is None:
            play_at_terminal(Wishes(game.id, resume=record, bots=bots))
        match = Match.from_record(game, read_record(record)) if record.exists() else None
        if match is None or match.result is None:
            self._console.print("The battle goes on with the same command.")
            return False
        after = course.ended(match.result, match.state)
        self._tell(course.battle.id, match.result.reason)
        self._keep(after)
        return True


def picks_of(line: str) -> list[Learnt]:
    """`R1 attack, R2 movement`."""
    picks = []
    for part in filter(None, (each.strip() for each in line.split(","))):
        words = part.split()
        if len(words) != 2:
            raise malformed(f"{quoted(part)}: a lesson is a piece and what it learns")
        picks.append(Learnt(words[0], words[1]))
    return picks
