"""The report in words: the answer as a headline, a summary, how it was measured, and the command
that makes it again."""

import shlex
from typing import Any

from outrider.lab.answer import EVEN, LESS, MORE, OPEN, further, others_of, subject_of
from outrider.lab.intervals import counted, spread_of
from outrider.lab.plan import Plan, worded
from outrider.lab.report.findings import Findings, rounded
from outrider.lab.report.luck import TOLD
from outrider.lab.report.verdicts import Row


def hundredths(value: float) -> str:
    return f"{100 * value:.0f}"


def what_is_played(found: Findings) -> str:
    """The fight by its name, or the game's."""
    plan = found.experiment.plan
    for given in (plan.scenario, plan.table):
        name = given if isinstance(given, str) else (given or {}).get("name")
        if name:
            title = str(name).removeprefix("The ").removeprefix("the ")
            return f"The {title}" if isinstance(given, str) else str(name)
    return found.game.title


def headline(found: Findings) -> str:
    """The answer, with its interval."""
    row, cell = found.answer, found.experiment.cells[0]
    who, others, what = subject_of(cell), others_of(cell), what_is_played(found)
    scores = f"{who} scores {hundredths(row.found.mean)} in 100, give or take {take(row)}"
    if not found.is_mirror:
        words = {MORE: f"{who} is stronger", LESS: f"{others} is stronger", EVEN: "They are even"}
        return f"{words.get(row.verdict, 'No verdict yet')}: {scores}."
    between = f"between {cell.bots[0]}s " if cell.bots[0].isalpha() else ""
    if row.verdict == EVEN:
        return f"{what} is fair: {between}{scores}."
    if row.verdict == OPEN:
        return f"{what}: no verdict yet. {cap(between)}{scores}."
    return f"{what} leans to {who if row.verdict == MORE else others}: {between}{scores}."


def cap(text: str) -> str:
    return text[:1].upper() + text[1:]


def take(row: Row) -> str:
    half = 100 * row.found.half
    return "one" if 0.75 <= half < 1.25 else f"{half:.1f}" if half < 3 else f"{half:.0f}"


def summary(found: Findings) -> list[str]:
    """A few sentences; whatever is in ** is to be bold."""
    return [
        _band(found), *_effects(found), *_begins(found), *_draws(found), *_drama(found),
        *_luck(found),
    ]  # fmt: skip


def _band(found: Findings) -> str:
    row, par = found.answer, 100 * found.par
    band = f"the fair band of {par - 5:.0f} to {par + 5:.0f}"
    if row.verdict == EVEN:
        return f"All of the interval is **inside {band}**."
    if row.verdict == OPEN:
        tally = found.tallies[0]
        more = further(row.found, found.par, spread_of(counted(tally.units)), tally)
        tells = f"about {rounded(more)} more games would tell"
        return f"Whether it is in {band} is **not known yet**: {tells}."
    inside = abs(row.found.mean - found.par) <= 0.05
    return f"It is **inside {band}, but leans**." if inside else f"It is **outside {band}**."


def _effects(found: Findings) -> list[str]:
    sure = [row for row in found.effects if row.verdict in (MORE, LESS)]
    cell = found.experiment.cells[0]
    who, others = subject_of(cell), others_of(cell)
    if sure:
        best = sorted(sure, key=lambda row: -abs(row.found.mean))[:2]
        said = " and ".join(
            f"{row.name} helps {who if row.verdict == MORE else others} "
            f"by {abs(100 * row.found.mean):.1f} in 100"
            for row in best
        )
        return [f"{cap(said)}."]
    if found.effects:
        open_ones = sum(row.verdict == OPEN for row in found.effects)
        return ["Of what was varied, **nothing is known to matter yet**."
                if open_ones else "What was varied is **too small to feel**."]  # fmt: skip
    return []


def _begins(found: Findings) -> list[str]:
    if found.first is None:
        return []
    first, par = found.first, found.par
    if first.excludes(par):
        return [f"Who begins scores {hundredths(first.mean)}: "
                f"{'it helps' if first.mean > par else 'it does not help'} to begin."]  # fmt: skip
    return [f"Who begins scores {hundredths(first.mean)} in 100, which may be chance."]


def _draws(found: Findings) -> list[str]:
    drawn = found.draws.mean
    if drawn < 0.005:
        return ["Hardly any game is drawn."]
    often = " **That is more than a third.**" if drawn > 1 / 3 else ""
    return [f"{hundredths(drawn)} in 100 games are drawn.{often}"]


def _drama(found: Findings) -> list[str]:
    if found.doings.changes.is_empty():
        return []
    mean, last = found.doings.turning()
    when = f", last about turn {last:.0f}" if last is not None else ""
    return [f"The lead changes {mean:.1f} times a game{when}."]


def _luck(found: Findings) -> list[str]:
    luck = found.luck
    if luck is None or luck.error > TOLD:
        return []
    share = min(1.0, max(0.0, luck.share))
    return [f"The dice explain about {hundredths(share)}% of who wins."]


def how(found: Findings) -> str:
    """How it was measured."""
    plan = found.experiment.plan
    bots = ", ".join(dict.fromkeys(found.experiment.cells[0].bots))
    said = [
        f"{found.games:,} games between bots ({bots}), which think by counts and not by time.",
        "All settings have the same dice; bots that differ sit once in every seat.",
        "A draw counts everybody's share. Intervals are 95% and hold whenever one stops.",
        "A verdict is given only where the whole interval carries it; hollow and dashed is none.",
    ]
    if found.doings.games:
        said.append(f"Places, blows and leads are from the events of {found.doings.games:,} games.")
    if plan.evaluate:
        said.append(
            f"Who is ahead is judged at each turn by {plan.evaluate} games played on; "
            "a lead is 60 in 100 or more."
        )
    if found.luck is not None:
        said.append(
            f"The dice's share is found in {found.luck.games} games of the first setting, every "
            "position around dice judged by playing on; ± is one standard error."
        )
    if found.substitutes:
        said.append(f"{found.substitutes:,} choices were made in place of a bot that failed.")
    return " ".join([*said, *found.notes])


def command_of(plan: Plan, folder: str) -> str:
    """What makes the same again: in one line if it can be, else from the plan itself."""
    given = (plan.table, plan.variant, plan.start, plan.scenario)
    values = [value for values in plan.vary.values() for value in values]
    if any(isinstance(value, dict | list | tuple) for value in (*given, *values)):
        return f"outrider lab run {folder}/plan.toml && outrider lab report {folder}"
    words = ["outrider", "study", plan.game]
    for bot in plan.bots:
        words += ["--bots", bot]
    for name, text in (("scenario", plan.scenario), ("table", plan.table), ("seats", plan.seats)):
        words += [f"--{name}", str(text)] if text is not None else []
    for name, value in plan.options.items():
        words += ["-o", f"{name}={_option(value)}"]
    for name, grid in plan.vary.items():
        words += ["--vary", f"{name}={','.join(map(_option, grid))}"]
    words += ["--games", str(plan.games)]
    if plan.until is not None:
        words += [
            "--until",
            f"{100 * plan.until:g}%" if isinstance(plan.until, float) else plan.until,
        ]
    words += ["--seed", str(plan.seed)] if plan.seed != 1 else []
    words += ["--events"] if plan.events else []
    words += ["--evaluate", str(plan.evaluate)] if plan.evaluate else []
    return shlex.join([*words, "--keep", folder]) + f" && outrider lab report {shlex.quote(folder)}"


def _option(value: Any) -> str:
    return worded(value)
