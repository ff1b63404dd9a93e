"""What `outrider tournament` prints: tables that fit 80 columns, with names as they were given."""

from collections.abc import Sequence

from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from outrider.contests.arena import OTHER_REASONS, Played
from outrider.contests.ratings import Sprt, elo, intervals, said, score_of
from outrider.contests.tournament import Plan, decided

MOST_REASONS = 5
"""Reasons that are told for each bot."""


def ranked(games: Sequence[Played], names: Sequence[str]) -> dict[str, float]:
    """Ratings, the best first."""
    ratings = elo(games, names)
    return dict(sorted(ratings.items(), key=lambda each: -each[1]))


def columns(*titles: str) -> Table:
    """A table of bots. A name is a command, perhaps a long one: it may take several lines, but it
    is never cut, and no number is."""
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False)
    table.add_column("bot", overflow="fold")
    for title in titles:
        table.add_column(title, justify="right", no_wrap=True)
    return table


def standings(games: Sequence[Played], names: Sequence[str]) -> Table:
    """One row a bot: its rating, the bounds of it, and its results."""
    spans = intervals(games, names)
    table = columns("Elo", "95%", "games", "won", "drawn", "lost")
    for name, rating in ranked(games, names).items():
        mine = [game for game in games if name in game.bots]
        won = sum(score_of(game, name) == 1 for game in mine)
        drawn = sum(not game.winners for game in mine)
        results = (len(mine), won, drawn, len(mine) - won - drawn)
        # A name is no markup, whatever stands in it.
        table.add_row(Text(name), f"{rating:+.0f}", said(*spans[name]), *map(str, results))
    return table


def manners(games: Sequence[Played], names: Sequence[str]) -> Table:
    """One row a bot: its share of the points in each seat, its time, and what went wrong."""
    table = columns("as first", "as second", "ms a choice", "at most", "replaced")
    for name in ranked(games, names):
        mine = [game for game in games if name in game.bots]
        seats = (by_seat(mine, name, seat) for seat in (0, 1))
        table.add_row(Text(name), *seats, *times(mine, name))
    return table


def by_seat(games: Sequence[Played], name: str, seat: int) -> str:
    """The share of points a bot made in one seat."""
    mine = [game.score(seat) for game in games if game.bots[seat] == name]
    return f"{100 * sum(mine) / len(mine):.0f}%" if mine else "-"


def times(games: Sequence[Played], name: str) -> tuple[str, str, str]:
    choices = thought = longest = replaced = 0.0
    for game in games:
        for seat, bot in enumerate(game.bots):
            if bot == name:
                choices += game.choices[seat]
                thought += game.thought[seat]
                longest = max(longest, game.longest[seat])
                replaced += game.substitutes[seat]
    mean = 1000 * thought / choices if choices else 0.0
    return f"{mean:.1f}", f"{1000 * longest:.0f}", f"{replaced:.0f} of {choices:.0f}"


def explained(games: Sequence[Played], names: Sequence[str]) -> list[Text | Padding]:
    """Why choices were replaced, and how often for each reason."""
    told: list[Text | Padding] = []
    for name in names:
        reasons = reasons_of(games, name)
        if not reasons:
            continue
        told += [Text(), Text(f"Choices of {name} were replaced:")]
        often = sorted(reasons.items(), key=lambda each: -each[1][0])
        rest = sum(count for _, (count, _) in often[MOST_REASONS:])
        for reason, (count, wrote) in often[:MOST_REASONS]:
            told.append(indented(f"{often_said(count)}: {reason}", 2))
            if wrote:
                told.append(indented(f"it wrote: {wrote}", 4))
        if rest:
            told.append(indented(f"{often_said(rest)}: {OTHER_REASONS}", 2))
    return told


def indented(text: str, by: int) -> Padding:
    return Padding(Text(text), (0, 0, 0, by), expand=False)


def often_said(count: int) -> str:
    return "once" if count == 1 else f"{count} times"


def reasons_of(games: Sequence[Played], name: str) -> dict[str, tuple[int, str]]:
    """How often for each reason, and what the program last wrote then."""
    found: dict[str, tuple[int, str]] = {}
    for game in games:
        for bot, replaced in zip(game.bots, game.replaced, strict=False):
            for each in replaced if bot == name else ():
                count, wrote = found.get(each.reason, (0, ""))
                found[each.reason] = (count + each.times, each.wrote or wrote)
    return found


def summary(plan: Plan, games: Sequence[Played]) -> str:
    """Two bots: who won how many of the decided games, and what the test says."""
    first, second = plan.bots
    won = sum(score_of(game, first) == 1 for game in games)
    lost = sum(score_of(game, second) == 1 for game in games)
    drawn = len(games) - won - lost
    text = (
        f"{first} won {won} and lost {lost} of {len(games)} games against {second}, {drawn} drawn"
    )
    text += f": {100 * won / (won + lost):.1f}% of the decided ones." if won + lost else "."
    if isinstance(plan.sprt, Sprt):
        text += f"\n{verdict(plan, plan.sprt, games)}"
    return text


def verdict(plan: Plan, test: Sprt, games: Sequence[Played]) -> str:
    """The sequential test's, in words."""
    first, second = plan.bots
    words = {
        "first": f"{first} is stronger than {second}",
        "second": f"{second} is stronger than {first}",
        "even": f"neither is stronger than the other by {test.high:.0f} Elo",
        None: "which is stronger is not decided yet",
    }
    about = f"sequential test, Elo {test.low:.0f} against {test.high:.0f}, {test.error:.0%} error"
    return f"{words[decided(plan, games)]} ({about})."
