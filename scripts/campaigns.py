#!/usr/bin/env python3
"""Measure the campaigns that come with the games, and print what came of it into docs/studies.

    python scripts/campaigns.py [--games 2000] [--campaigns 500]

Every battle is played by itself with fresh forces, and whole campaigns with what carries over: the
same numbers give the same games.
"""

import argparse
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from outrider.campaigns import Battle, Campaign, Course, games_with_campaigns, names, shipped
from outrider.campaigns.campaign import DRAW, SEATS
from outrider.core.pending import Outcome, Over
from outrider.lab import Interval, interval
from outrider.whole.lane import Lane, whole_of

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "studies"
FAIR = 0.4, 0.6
DRAWN = 1 / 3
LEVEL = "soldier"
FIRST = 1_000_003
"""The seeds of whole campaigns begin there."""


def said(found: Interval) -> str:
    return f"{100 * found.mean:.1f} ({100 * found.low:.1f} to {100 * found.high:.1f})"


def share(times: int, games: int) -> Interval:
    return interval({1.0: times, 0.0: games - times}, games)


def score(won: int, drawn: int, games: int) -> Interval:
    """A draw is half a victory for each."""
    return interval({1.0: won, 0.5: drawn, 0.0: games - won - drawn}, games)


class Field:
    """Where battles of a campaign are fought between bots."""

    def __init__(self, campaign: Campaign) -> None:
        self.game = campaign.game
        whole = whole_of(campaign.game)
        assert whole is not None
        self._whole = whole

    def played(self, course: Course, seeds: Iterable[int]) -> list[tuple[Outcome, object]]:
        """How the battle that is next ends, and in what state."""
        terms = self.game.terms(scenario=course.scenario())
        lane = Lane(self.game, terms, self._whole)
        found = []
        for told in lane.play((LEVEL,) * len(SEATS), list(seeds)):
            state = lane.state(told)
            pending = self.game.pending(state)
            outcome = pending.outcome if isinstance(pending, Over) else Outcome((), "given up")
            found.append((outcome, state))
        return found


def winner_of(outcome: Outcome) -> str:
    return outcome.winners[0] if len(outcome.winners) == 1 else DRAW


# -- battles by themselves -------------------------------------------------------------------------


def fresh(campaign: Campaign, field: Field, games: int) -> list[str]:
    """A row for every battle, with whole rosters."""
    heads = ["", "Red wins", "Blue wins", "drawn", "Red scores", "fallen a side", "verdict"]
    rows = ["| " + " | ".join(heads) + " |", "|---" + "|--:" * 5 + "|---|"]
    for battle in campaign.battles.values():
        course = Course(replace(campaign, first=battle.id))
        ends: Counter[str] = Counter()
        fallen: Counter[str] = Counter()
        for outcome, state in field.played(course, range(games)):
            ends[winner_of(outcome)] += 1
            fates = campaign.campaigning.fates(state)
            for force in course.forces().values():
                fallen.update(each.seat for each in force if fates[each.id] == "fallen")
        found = score(ends["red"], ends[DRAW], games)
        drawn = share(ends[DRAW], games)
        lost = ", ".join(f"{seat} {fallen[seat] / games:.1f}" for seat in SEATS)
        won = [said(share(ends[seat], games)) for seat in SEATS]
        cells = [battle.name, *won, said(drawn), said(found), lost, verdict(found, drawn)]
        rows.append("| " + " | ".join(cells) + " |")
    return rows


def verdict(found: Interval, drawn: Interval) -> str:
    if FAIR[0] <= found.mean <= FAIR[1] and drawn.mean <= DRAWN:
        sure = found.within(*FAIR) and drawn.high < DRAWN
        return "fair" if sure else "looks fair, but these games do not carry it"
    return "to be tuned"


# -- whole campaigns -------------------------------------------------------------------------------


class Marches:
    """Whole campaigns between bots that learn as bots do, and what was seen on the way."""

    def __init__(self, campaign: Campaign, field: Field, count: int) -> None:
        self.campaign, self.count = campaign, count
        self.ends: Counter[str] = Counter()
        self.length = self.left = 0
        self.by_battle: dict[str, Counter[str]] = defaultdict(Counter)
        self.after: dict[str, Counter[str]] = defaultdict(Counter)
        """Who won a battle, by who had won the one before it."""
        for number in range(count):
            self._march(field, FIRST * (number + 1))

    def _march(self, field: Field, seed: int) -> None:
        course = Course(self.campaign)
        while course.end is None:
            before = course.fought[-1].winner if course.fought else None
            passed = course.passed()
            if passed is not course:
                for row in passed.fought[len(course.fought) :]:
                    self.by_battle[row.battle]["passed"] += 1
                course = passed
                continue
            battle = course.at
            ((outcome, state),) = field.played(course, [seed + len(course.fought)])
            won = winner_of(outcome)
            self.by_battle[battle][won] += 1
            if before in SEATS:
                self.after[str(before)][won] += 1
            course = course.ended(outcome, state)
            if course.learner is not None:
                course = course.learn(course.learner, course.plain_picks())
        self.ends[course.at] += 1
        self.length += len(course.fought)
        self.left += sum(len(course.living(seat)) for seat in SEATS)

    def told(self) -> list[str]:
        heads = "| battle | came to it | Red scores | drawn | nobody could come |"
        rows = [self._row(battle) for battle in self.campaign.battles.values()]
        return [heads, "|---|--:|--:|--:|--:|", *rows]

    def _row(self, battle: Battle) -> str:
        seen = self.by_battle[battle.id]
        passed = seen["passed"]
        played = seen.total() - passed
        came = f"{100 * seen.total() / self.count:.1f}"
        if not played:
            return f"| {battle.name} | {came} | | | {passed} |"
        found = score(seen["red"], seen[DRAW], played)
        drawn = said(share(seen[DRAW], played))
        return f"| {battle.name} | {came} | {said(found)} | {drawn} | {passed} |"

    def words(self) -> list[str]:
        made = []
        for id, end in self.campaign.ends.items():
            who = f"{end.winner.capitalize()} wins" if end.winner else "nobody wins"
            made.append(f"*{end.name}* ({who}): {said(share(self.ends[id], self.count))} in 100.")
        seen = sum((counts for counts in self.after.values()), Counter())
        again = sum(self.after[seat][seat] for seat in SEATS)
        drawn = seen[DRAW]
        games = seen.total()
        kept = score(again, drawn, games)
        if kept.within(FAIR[0], FAIR[1]):
            says = "carrying over helps little"
        else:
            says = "carrying over makes a difference" if kept.low > 0.5 else "no verdict"
        made.append(
            f"Whoever has won a battle scores {said(kept)} in the next, in {games:,} of them: "
            f"{says}."
        )
        made.append(
            f"A campaign takes {self.length / self.count:.2f} battles; at its end "
            f"{self.left / self.count:.1f} of {len(self.campaign.members)} live."
        )
        return made


def page(campaign: Campaign, name: str, games: int, count: int) -> str:
    field = Field(campaign)
    marches = Marches(campaign, field, count)
    lines = [
        f"# {campaign.name}: is every battle fair, and what does carrying over do?",
        "",
        f"    python scripts/campaigns.py --games {games} --campaigns {count}",
        "",
        f"{campaign.game.title}, rules {campaign.game.rules_version}; between {LEVEL}s; in "
        "100 games, with intervals of 95% for each number by itself. Printed by "
        "`scripts/campaigns.py`.",
        "",
        f"## Each battle with fresh forces, {games:,} games",
        "",
        *fresh(campaign, field, games),
        "",
        f"## Whole campaigns, {count:,} of them",
        "",
        "Whoever wins learns what a bot chooses: those who have learnt least, in the order of the "
        "posts, what the file names first.",
        "",
        *marches.told(),
        "",
        *(f"- {each}" for each in marches.words()),
    ]
    return "\n".join(lines) + "\n"


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--games", type=int, default=2000)
    asked.add_argument("--campaigns", type=int, default=500)
    given = asked.parse_args()
    for game in games_with_campaigns():
        for name in names(game):
            text = page(shipped(game, name), name, given.games, given.campaigns)
            (FOLDER / f"{name}.md").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
