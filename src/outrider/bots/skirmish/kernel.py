"""The policy and playing on by it, compiled. What it takes for legal is checked by the game."""

from math import exp

import numpy as np

from outrider.bots import measured
from outrider.bots.measured.chance import Numbers, Reals, seeded, share
from outrider.bots.measured.ground import height_at
from outrider.bots.skirmish.attacks import (
    acted,
    attacks,
    best_attack,
    hurt,
    next_seat,
    options,
    rolled,
)
from outrider.bots.skirmish.judging import (
    STRIP,
    blast,
    is_in,
    to_edge,
    to_news,
)
from outrider.bots.skirmish.layout import (
    ACTING,
    ACTIONS,
    BY_FIGURE,
    CODE,
    FIRST,
    FRESH,
    HEALTH,
    INSTANT,
    LEFT,
    ONE,
    PHASE,
    READY,
    ROLLS,
    SEEN,
    SQUAD,
    TURN,
    TWO,
    UNIT,
    X,
    Y,
)
from outrider.bots.skirmish.layout import MOVE as MOVING
from outrider.bots.skirmish.minute import minute, moved
from outrider.compiled import entry, part
from outrider.games import skirmish
from outrider.games.skirmish import kernel as rules
from outrider.table import kernel as measuring

BUILT_ON = (skirmish, rules, measured, measuring)

TELLS_HEALTH, TELLS_ARMOUR = 0.1, 0.27
TELLS_SEEN, TELLS_HOME, TELLS_NEWS = 2.56, 3.11, 1.88
"""How surely each thing wins in the end: a point of health, full armour, to have seen, to be near
home with it, to be near what is to be seen. Fitted to the ends of 9,000 games of many styles."""
STRONG = 6
"""The health from which armour is whole."""
ROUND = 8.0
"""How far a figure goes in a round."""


@part
def winner(figures: Reals, edges: Reals, reports: bool, seat: int) -> float:
    """1, 0 or between if the game is over, seen by a seat; else -1."""
    seats = len(edges)
    alive, mine = 0, False
    for each in range(seats):
        if is_in(figures, each):
            alive += 1
            mine = mine or each == seat
    if alive == 0:
        return 0.5
    if alive == 1:
        return 1.0 if mine else 0.0
    if not reports:
        return -1.0
    count, share = 0, 0.0
    for each in range(seats):
        for one in range(each * SQUAD, (each + 1) * SQUAD):
            x, y = figures[one, X], figures[one, Y]
            knows = figures[one, HEALTH] > 0 and 0 < figures[one, SEEN] < FRESH
            if knows and to_edge(edges, each, x, y) <= STRIP:
                count += 1
                share = max(share, 1.0 * (each == seat))
                break
    if count == 0:
        return -1.0
    return 0.5 if seats == 2 and count == 2 else share / count


@part
def lead(figures: Reals, edges: Reals, seat: int) -> float:
    """The chance of a seat to win, by what is left and how far everybody's report has come."""
    total, mine = 0.0, 0.0
    for each in range(len(edges)):
        score, news, home = 0.0, 0.0, 0.0
        for one in range(each * SQUAD, (each + 1) * SQUAD):
            if figures[one, HEALTH] <= 0:
                continue
            x, y = figures[one, X], figures[one, Y]
            score += TELLS_HEALTH * figures[one, HEALTH]
            if figures[one, HEALTH] >= STRONG:
                score += TELLS_ARMOUR
            if figures[one, SEEN] > 0:
                far = max(0.0, to_edge(edges, each, x, y) - STRIP)
                home = max(home, TELLS_SEEN + TELLS_HOME / (1 + far / ROUND))
            else:
                far = to_news(figures, edges, each, x, y)
                news = max(news, TELLS_NEWS / (1 + far / ROUND))
        if score == 0:
            continue
        force = exp(score + news + home)
        total += force
        if each == seat:
            mine = force
    return mine / total if total > 0 else 0.5


@part
def round_begins(figures: Reals, facts: Reals, edges: Reals, luck: Numbers) -> None:
    """Indirect fire, and fresh actions."""
    facts[LEFT] -= 1
    facts[PHASE] = 0
    facts[ACTING] = -1
    for one in range(len(figures)):
        if figures[one, HEALTH] <= 0:
            continue
        figures[one, ACTIONS] = 2
        for seat in range(len(edges)):
            fires = seat != one // SQUAD and is_in(figures, seat)
            if fires and to_edge(edges, seat, figures[one, X], figures[one, Y]) <= STRIP:
                hurt(figures, one, rolled(2, luck), luck, True)


@part
def begun(
    figures: Reals,
    facts: Reals,
    pieces: Numbers,
    corners: Numbers,
    edges: Reals,
    toll: Reals,
    action: Reals,
    luck: Numbers,
) -> None:
    """The action that is to be judged, unless it is only to be ready."""
    if action[CODE] == MOVING:
        one = int(action[UNIT])
        moved(figures, facts, pieces, corners, edges, one, action[ONE], action[TWO])
        figures[one, ACTIONS] -= 1
    elif action[CODE] >= 0 and facts[PHASE] > 0:
        acted(figures, facts, pieces, corners, edges, toll, action, luck)
        if facts[BY_FIGURE] > 0:
            facts[ACTING] = action[UNIT]
        next_seat(figures, facts, len(edges))


@entry(*BUILT_ON)
def played(
    figures: Reals,
    facts: Reals,
    pieces: Numbers,
    corners: Numbers,
    edges: Reals,
    rim: Reals,
    toll: Reals,
    styles: Reals,
    ready: Numbers,
    action: Reals,
    plan: Reals,
    seeds: Numbers,
    horizon: int,
    seat: int,
    values: Reals,
) -> None:
    """values[i] is how it ends for a seat if the action, unless its code is negative, is played,
    the minute ends as planned and then everybody goes on in the style of his seat, with the dice of
    seed i, for some rounds."""
    luck, out, unplanned = np.zeros(1, np.int64), np.zeros(4), np.zeros(plan.shape)
    rows = np.zeros((8 * len(figures) + 8, 5))
    for at in range(len(seeds)):
        seeded(luck, seeds[at])
        now, fact = figures.copy(), facts.copy()
        minutes = fact[PHASE] == 0
        begun(now, fact, pieces, corners, edges, toll, action, luck)
        values[at] = -1.0
        for step in range(horizon + 1):
            if minutes:
                # Who moves last knows most. In the present minute that is never the one who asks.
                first = seat if step == 0 else int(share(luck) * len(edges))
                for turn in range(len(edges)):
                    mover = (first + turn) % len(edges)
                    done = step == 0 and (ready[mover] > 0 or (turn == 0 and action[CODE] == READY))
                    if not done:
                        minute(
                            now, fact, pieces, corners, edges, rim, toll, styles[mover],
                            plan if step == 0 and turn == 0 else unplanned, mover, luck, False, out,
                        )  # fmt: skip
                values[at] = winner(now, edges, True, seat)
                if values[at] >= 0:
                    break
                for one in range(len(now)):
                    now[one, SEEN] = min(now[one, SEEN], 1.0)
                if fact[ROLLS] > 0:
                    fact[FIRST] = int(share(luck) * len(edges))
                fact[PHASE], fact[TURN] = 1, fact[FIRST]
            attacks(now, fact, pieces, corners, edges, toll, styles, luck, rows)
            values[at] = winner(now, edges, fact[INSTANT] > 0, seat)
            if values[at] >= 0:
                break
            if fact[LEFT] <= 0:
                values[at] = 0.5
                break
            round_begins(now, fact, edges, luck)
            minutes = True
        if values[at] < 0:
            values[at] = lead(now, edges, seat)


@entry(*BUILT_ON)
def first_action(
    figures: Reals,
    facts: Reals,
    pieces: Numbers,
    corners: Numbers,
    edges: Reals,
    rim: Reals,
    toll: Reals,
    style: Reals,
    plan: Reals,
    seat: int,
    seed: int,
    out: Reals,
) -> None:
    """What is done now, by a plan and where that leaves it open by the policy."""
    luck = np.zeros(1, np.int64)
    seeded(luck, seed)
    if facts[PHASE] == 0:
        minute(
            figures.copy(), facts, pieces, corners, edges, rim, toll, style, plan, seat, luck, True,
            out,
        )  # fmt: skip
        return
    rows = np.zeros((8 * len(figures) + 8, 5))
    best_attack(figures, facts, pieces, corners, edges, toll, style, luck, rows, out)


@entry(*BUILT_ON)
def listed(
    figures: Reals,
    facts: Reals,
    pieces: Numbers,
    corners: Numbers,
    edges: Reals,
    toll: Reals,
    one: int,
    rows: Reals,
) -> int:
    """All that a figure may sensibly do in an attack turn."""
    return options(figures, facts, pieces, corners, edges, toll, one, rows, 0)


@entry(*BUILT_ON)
def blasts(
    figures: Reals,
    facts: Reals,
    pieces: Numbers,
    corners: Numbers,
    edges: Reals,
    toll: Reals,
    seat: int,
    places: Reals,
    values: Reals,
) -> None:
    """values[i] is what a grenade that lands at place i is worth to a seat."""
    for at in range(len(places)):
        x, y = places[at, 0], places[at, 1]
        up = height_at(pieces, corners, x, y)
        values[at] = blast(figures, facts, edges, toll, seat, x, y, up)
