#!/usr/bin/env python3
"""Print the pages of docs/studies from the experiments that were run there (`outrider lab run
docs/studies/NAME.toml`), and the odds that games tell of their settings (`measured.json`)."""

import json
from collections.abc import Iterator, Sequence
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import Any

from outrider.contests.seating import called
from outrider.core.game import Game
from outrider.core.measured import FILE
from outrider.core.wire import dumps
from outrider.games import built_in
from outrider.games import game as game_by_id
from outrider.lab import Experiment, Interval, Plan, Tally, effect, interval, plan_from_toml
from outrider.lab import open as opened
from outrider.lab.answer import SMALL, first_move, rows_of, verdict_of
from outrider.lab.plan import GROUND, worded

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "studies"
FAIR = 0.4, 0.6
DRAWN = 1 / 3
"""A setting of two sides is to be tuned if a side's score is outside, or draws are more."""
LEVEL = "soldier"
OTHERS = {"points": "scripts/points.py"}
"""Studies that ask more than a plan can, and what plays and prints them."""


def plans() -> dict[str, Plan]:
    """The studies, by name."""
    found = sorted(FOLDER.glob("*.toml"))
    return {file.stem: plan_from_toml(file.read_bytes(), str(file)) for file in found}


def remarks(name: str) -> list[str]:
    """The paragraphs at the head of a plan's file: what it asks, and what else there is to say."""
    lines = (FOLDER / f"{name}.toml").read_text("utf-8").splitlines()
    said = "\n".join(line.removeprefix("#").strip() for line in lines if line.startswith("#"))
    return [" ".join(each.split()) for each in said.split("\n\n")]


def question(name: str) -> str:
    return remarks(name)[0]


# -- numbers as they are told ----------------------------------------------------------------------


def told(found: Interval) -> str:
    return f"{100 * found.mean:.1f} ({100 * found.low:.1f} to {100 * found.high:.1f})"


def signed(found: Interval) -> str:
    return f"{100 * found.mean:+.1f} ({100 * found.low:+.1f} to {100 * found.high:+.1f})"


def won(tally: Tally, seat: int) -> Interval:
    """How often a seat has won; a victory that is shared is not counted."""
    times = tally.by_seat[seat][1.0]
    return interval({1.0: times, 0.0: tally.games - times}, tally.games)


def label(tally: Tally) -> str:
    """A cell by the values it has."""
    said = [f"{name} {worded(value)}" for name, value in tally.cell.values.items()]
    return ", ".join(said) or "as set out"


def ends(tally: Tally) -> str:
    """The two ways in which most games end."""
    most = tally.reasons.most_common(2)
    return "; ".join(f"{reason} {100 * times / tally.games:.0f}%" for reason, times in most)


# -- a page ----------------------------------------------------------------------------------------


def page(name: str, experiment: Experiment) -> str:
    """A study, with the command that makes it again."""
    plan, tallies = experiment.plan, experiment.tallies()
    game = game_by_id(plan.game)
    head, _, rest = question(name).partition(": ")
    level = called(plan.bots[0])
    lines = [
        f"# {head}: {rest}",
        "",
        f"    outrider lab run docs/studies/{name}.toml",
        f"    outrider lab report docs/studies/{name}",
        "",
        f"{game.title}, rules {game.rules_version}; between {level}s; {plan.games:,} games a row; "
        "in 100 games, with intervals of 95% for each number by itself. "
        "Printed by `scripts/studies.py`.",
        "",
        *table(tallies),
        "",
        "## In words",
        "",
        *(f"- {each}" for each in words(plan, tallies)),
    ]
    for each in remarks(name)[1:]:
        lines += ["", each]
    return "\n".join(lines) + "\n"


def table(tallies: Sequence[Tally]) -> list[str]:
    """A row for every cell, with a column for every seat."""
    seats = max((tally.cell.seats for tally in tallies), key=len)
    begins = any(row.first.units for row in rows_of(tallies))
    heads = ["", "games", *(f"{seat.capitalize()} wins" for seat in seats), "drawn"]
    heads += ["who begins scores"] * begins + ["turns", "ends by"]
    made = ["| " + " | ".join(heads) + " |", "|---" + "|--:" * (len(heads) - 2) + "|---|"]
    for tally, row in zip(tallies, rows_of(tallies), strict=True):
        known = len(tally.cell.seats)
        parts = [label(tally), f"{tally.games:,}"]
        parts += [told(won(tally, seat)) if seat < known else "" for seat in range(len(seats))]
        parts += [told(tally.draw_rate)]
        parts += [told(row.first) if row.first.units else ""] * begins
        parts += ["" if row.turns is None else f"{row.turns:.1f}", ends(tally)]
        made.append("| " + " | ".join(parts) + " |")
    return made


def words(plan: Plan, tallies: Sequence[Tally]) -> Iterator[str]:
    """What the table comes to."""
    for row in rows_of(tallies):
        for said in first_move(row):
            yield f"{row.cell.said()}: {said}" if row.cell.values else said
    yield from changes(plan, tallies)
    for tally in tallies:
        yield from (uneven if len(tally.cell.seats) > 2 else unfair)(tally)


def changes(plan: Plan, tallies: Sequence[Tally]) -> Iterator[str]:
    """What the first thing that is varied does, all else being the same, by the same dice."""
    name = next(iter(plan.vary), None)
    if name is None or name in GROUND:
        return
    first = plan.vary[name][0]
    for tally in tallies:
        value = tally.cell.values[name]
        if value == first:
            continue
        values = {**tally.cell.values, name: first}
        base = next(each for each in tallies if each.cell.values == values)
        seat = tally.cell.seats[0].capitalize()
        found = effect(base, tally)
        if found.within(-SMALL, SMALL):
            verdict = "too small to feel"
        else:
            verdict = "no verdict" if found.low <= 0 <= found.high else "a difference"
        drawn = f"{100 * base.draw_rate.mean:.1f} and {100 * tally.draw_rate.mean:.1f}"
        yield (
            f"{label(tally)} instead of {worded(first)}: {seat}'s score {signed(found)}: "
            f"{verdict}; drawn {drawn}."
        )


def unfair(tally: Tally) -> Iterator[str]:
    """Whether a setting of two sides is to be tuned, and how sure that is."""
    score, drawn = tally.interval, tally.draw_rate
    if not FAIR[0] <= score.mean <= FAIR[1]:
        sure = "surely" if score.low > FAIR[1] or score.high < FAIR[0] else "perhaps"
        yield f"{label(tally)}: {sure} outside 40 to 60, Red scores {told(score)}."
    if drawn.mean > DRAWN:
        sure = "surely" if drawn.low > DRAWN else "perhaps"
        yield f"{label(tally)}: {sure} drawn more than a third of the time, {told(drawn)}."
    if not FAIR[0] <= score.mean <= FAIR[1] or drawn.mean > DRAWN:
        return
    known = score.within(*FAIR) and drawn.high < DRAWN
    verdict = "fair" if known else "looks fair, but these games do not carry it"
    yield f"{label(tally)}: {verdict}, Red scores {told(score)}."


def uneven(tally: Tally) -> Iterator[str]:
    """Which of many seats have more or less than their share."""
    planned = tally.games
    found = [interval(counts, planned) for counts in tally.by_seat]
    off = [
        f"{seat.capitalize()} {told(score)}"
        for seat, score in zip(tally.cell.seats, found, strict=True)
        if verdict_of(score, tally.par, 0) != "open"
    ]
    said = f"surely off: {', '.join(off)}" if off else "no seat is surely off it"
    widest = 100 * (max(score.mean for score in found) - min(score.mean for score in found))
    yield (
        f"{label(tally)}: even is {100 * tally.par:.1f}; from the best seat to the worst "
        f"{widest:.1f}; {said}."
    )


def index(names: Sequence[str]) -> str:
    lines = [
        "# Studies",
        "",
        "Questions about the games, answered by the [lab](../lab.md). Every plan runs again with "
        "the first command on its page, to the same numbers, and the second makes its report, with "
        "plots and tables; then `python scripts/studies.py` prints the pages, and the odds that "
        "are told where a game is chosen.",
        "",
        *(f"- [{question(name).rstrip('.')}]({name}.md)" for name in names),
        "",
        "Printed by programs of their own:",
        "",
        *(f"- [{heading(name)}]({name}.md) (`{program}`)" for name, program in OTHERS.items()),
    ]
    return "\n".join(lines) + "\n"


def heading(name: str) -> str:
    """What a page asks that another program has printed."""
    return (FOLDER / f"{name}.md").read_text("utf-8").splitlines()[0].removeprefix("# ")


# -- what settings tell ----------------------------------------------------------------------------


def begun(game: Game[Any, Any], terms: Any) -> str:
    """The first state on some terms, by which it is known whether a setting has changed."""
    return sha256(dumps(game.dump(game.new(terms).state)).encode()).hexdigest()[:16]


def odds(tally: Tally) -> dict[str, Any]:
    def share(found: Interval) -> dict[str, float]:
        return {
            "mean": round(found.mean, 4), "low": round(found.low, 4), "high": round(found.high, 4)
        }  # fmt: skip

    seats = enumerate(tally.cell.seats)
    return {
        "bots": LEVEL,
        "games": tally.games,
        "won": {seat: share(won(tally, at)) for at, seat in seats},
        "drawn": share(tally.draw_rate),
    }


def measured(
    game: Game[Any, Any], experiments: Sequence[Experiment], before: dict[str, Any]
) -> dict[str, Any]:
    """The odds of every setting of a game: by the largest number of games that soldiers have played
    from its first state. Of settings that were not played here, what was told before stays as long
    as they begin as they did."""
    best: dict[str, Tally] = {}
    for experiment in experiments:
        if experiment.plan.game != game.id or set(experiment.plan.bots) != {LEVEL}:
            continue
        for tally in experiment.tallies():
            key = begun(game, tally.cell.terms)
            if key not in best or best[key].games < tally.games:
                best[key] = tally
    told = {}
    for each in game.settings():
        key = begun(game, game.terms(**each.terms))
        old = before.get("settings", {}).get(each.id, {})
        if key in best:
            told[each.id] = {"begun": key, **odds(best[key])}
        elif before.get("rules") == game.rules_version and old.get("begun") == key:
            told[each.id] = old
    return {"rules": game.rules_version, "settings": told}


def finished() -> Iterator[tuple[str, Experiment]]:
    """The studies that have been run to their end, as their plans are today."""
    for name, plan in plans().items():
        if not (FOLDER / name / "games").is_dir():
            print(f"{name}: was not run")
            continue
        experiment = opened(FOLDER / name)
        if experiment.plan != plan or any(
            tally.games < plan.games for tally in experiment.tallies()
        ):
            print(f"{name}: was not run to its end")
            continue
        yield name, experiment


def known_odds(package: str) -> dict[str, Any]:
    """What a package tells of its settings so far."""
    file = Path(str(files(package).joinpath(FILE)))
    return dict(json.loads(file.read_text("utf-8"))) if file.exists() else {}


def main() -> None:
    experiments = dict(finished())
    for name, experiment in experiments.items():
        (FOLDER / f"{name}.md").write_text(page(name, experiment), encoding="utf-8")
    there = [name for name in plans() if (FOLDER / f"{name}.md").exists()]
    (FOLDER / "README.md").write_text(index(there), encoding="utf-8")
    kept: dict[str, dict[str, Any]] = {}
    for known in built_in():
        package = type(known).__module__.rpartition(".")[0]
        before = known_odds(package).get(known.id, {})
        told = measured(known, list(experiments.values()), before)
        kept.setdefault(package, {})[known.id] = told
    for package, games in kept.items():
        file = Path(str(files(package).joinpath(FILE)))
        file.write_text(json.dumps(games, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
