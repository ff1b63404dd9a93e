"""Whole games between bots, as the lab plays them: inside kernels, with every line told."""

from functools import partial
from typing import Any

import outrider
from bench.measure import Measurement, Plan, Reference, Trial, rate
from bench.skirminion import ALL_CORES, CORES
from outrider.compiled.sharing import in_threads
from outrider.whole.lane import Lane, whole_of

PLAIN = "outrider.whole.skirminion.plain:Plain"
SHARE = {"soldier": 100, "random": 5, PLAIN: 10}
"""By what the games of a compiled call are divided: these take longer."""
SEARCHED = 600
"""The same for Skirminion's soldiers, who search."""
FIRST_SEED = 1000


def whole_games(plan: Plan, game: str, bot: str, threads: int, **terms: Any) -> Trial:
    """So many games at a time in each thread, from the first action to the end. They are the same
    games every time and in every thread: few are long and few are short, so that with others the
    best round would be the one that happened on short ones."""
    found = outrider.game(game)
    whole = whole_of(found)
    assert whole is not None
    lanes = [Lane(found, found.terms(**terms), whole) for _ in range(threads)]
    count = max(2, plan.games // SHARE[bot])
    if game == "skirminion" and bot == "soldier":
        count = max(2, plan.games // SEARCHED)

    def play(part: slice) -> None:
        for lane in lanes[part]:
            lane.play((bot,) * len(lane.seats), range(FIRST_SEED, FIRST_SEED + count))

    def work() -> int:
        in_threads(play, [slice(at, at + 1) for at in range(threads)], threads)
        return count * threads

    return rate(work, plan)


def _row(game: str, title: str, bot: str, words: str, **terms: Any) -> tuple[Measurement, ...]:
    name = bot if bot != PLAIN else "plain"
    one = Measurement(
        f"whole.{game}.{name}.one", f"{words}, 1 core", title, "games/s",
        f"Whole games of {title} between {words}, as the lab plays them: every action and every"
        " roll is told, so that a replay makes the record. On one thread.",
        partial(whole_games, game=game, bot=bot, threads=1, **terms),
    )  # fmt: skip
    every = Measurement(
        f"whole.{game}.{name}.all", f"{words}, {ALL_CORES}", title, "games/s",
        "The same with a thread for each core.",
        partial(whole_games, game=game, bot=bot, threads=CORES, **terms),
        Reference(one.id, "1 core"),
    )  # fmt: skip
    return one, every


BREAKFAST = {"options": {"table": "breakfast"}}
GAMES = (
    *_row("basic", "Basic", "soldier", "soldiers"),
    *_row("basic", "Basic", "random", "random players"),
    *_row("skirmish", "Skirmish", "soldier", "soldiers", **BREAKFAST),
    *_row("skirmish", "Skirmish", "random", "random players", **BREAKFAST),
    *_row("skirmishers", "Skirmishers", "soldier", "soldiers"),
    *_row("skirmishers", "Skirmishers", "random", "random players"),
    *_row("skirminion", "Skirminion", "soldier", "soldiers"),
    *_row("skirminion", "Skirminion", PLAIN, "plain policies"),
    *_row("skirminion", "Skirminion", "random", "random players"),
)
