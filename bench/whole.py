"""Whole games between bots, as the lab plays them: inside kernels, with every line told."""

import itertools
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
SEARCHED = 2500


def whole_games(plan: Plan, game: str, bot: str, threads: int, **terms: Any) -> Trial:
    """So many games at a time in each thread, from the first action to the end."""
    found = outrider.game(game)
    whole = whole_of(found)
    assert whole is not None
    lanes = [Lane(found, found.terms(**terms), whole) for _ in range(threads)]
    count = max(2, plan.games // SHARE[bot])
    if game == "skirminion" and bot == "soldier":
        count = max(2, plan.games // SEARCHED)
    seeds = itertools.count()

    def play(span: slice) -> None:
        bots = (bot,) * len(lanes[0].seats)
        lanes[span.start].play(bots, range(span.stop * 1000, span.stop * 1000 + count))

    def work() -> int:
        begin = next(seeds)
        spans = [slice(at, begin * threads + at + 1) for at in range(threads)]
        in_threads(play, spans, threads)
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
