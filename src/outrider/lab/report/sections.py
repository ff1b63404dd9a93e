"""The parts of a report, each from what was found; a part about which nothing is known is left out
or says what would tell."""

import html
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from outrider.lab.answer import EVEN, LESS, MORE, OPEN, others_of, subject_of
from outrider.lab.intervals import Interval
from outrider.lab.plan import worded
from outrider.lab.report import page, plots, words
from outrider.lab.report.findings import Findings, share
from outrider.lab.report.ink import in_page, png, svg
from outrider.lab.report.luck import TOLD
from outrider.lab.report.maps import heat_map
from outrider.lab.running import BAND
from outrider.lab.store import frames

WIDE, THIRD, NARROW = 520, 360, 334
"""Pixels of a plot at a desk, in half a page and in a third of it, and on a phone."""
MAP, WIDE_MAP = 250, 380
"""Of a map where two stand in half a page, and of one with more room."""
FEWEST = 20
"""Games in which somebody was ahead at a turn, for the turn to be told."""


@dataclass(slots=True)
class Drawn:
    """Plots as they are drawn, to be written as files, too."""

    svgs: dict[str, str] = field(default_factory=dict)
    pngs: dict[str, bytes] = field(default_factory=dict)

    def plot(self, name: str, about: str, made: Callable[[int], Any], wide: int = WIDE) -> str:
        """A plot for desk and phone, and as a file."""
        return page.plot(
            self.one(name, about, made(wide)),
            in_page(svg(made(NARROW)), f"{name}-n", about),
        )

    def one(self, name: str, about: str, drawn: Any) -> str:
        self.svgs[name], self.pngs[name] = svg(drawn), png(drawn)
        return in_page(self.svgs[name], name, about)


def sides(found: Findings) -> tuple[str, str]:
    """Whose colours stand for more and less of the subject's score."""
    cell = found.experiment.cells[0]
    if found.is_mirror and len(cell.seats) == 2:
        return cell.seats[0], cell.seats[1]
    return ("att", "slate")


def hero(found: Findings) -> str:
    plan = found.experiment.plan
    parts = [found.game.title]
    if plan.scenario is not None:
        parts.append(worded(plan.scenario))
    parts += [f"{name} {worded(value)}" for name, value in plan.options.items()]
    parts.append(" against ".join(dict.fromkeys(found.experiment.cells[0].bots)))
    lead = " ".join(page.bold(text) for text in words.summary(found))
    return (
        f'<div class="hero"><div><p class="kick">{html.escape(" · ".join(parts))}</p>'
        f'<h1>{html.escape(words.headline(found))}</h1><p class="lead">{lead}</p></div>'
        f"{odds(found)}</div>"
    )


def odds(found: Findings) -> str:
    """The score with its interval on the fair band, who won how often, and three numbers."""
    row = found.answer
    more, less = sides(found)
    outside = abs(row.found.mean - found.par) > BAND
    name = {MORE: more, LESS: less}.get(row.verdict, "soft" if row.verdict == OPEN else "ink")
    colour = f"var(--{name if outside or row.verdict == OPEN else 'ink'})"
    who = subject_of(found.experiment.cells[0])
    turns = f"{found.turns[1]:.0f} turns" if found.turns[1] else ""
    half = f"half: {found.turns[0]:.0f} to {found.turns[2]:.0f}"
    told = [
        (f"{found.games:,}", "games"),
        (turns, half),
        (f"{100 * found.draws.mean:.1f}%", "drawn"),
    ]
    facts = "".join(f"<span><b>{one}</b>{two}</span>" for one, two in told if one)
    return (
        f'<section class="card odds"><div class="big"><b style="color:{colour}">'
        f"{100 * row.found.mean:.1f}%</b><span>{html.escape(who)}'s score, ± "
        f"{100 * row.found.half:.1f}<br>a draw counts {_share(found)}</span></div>"
        f'{scale(found, colour)}{three(found)}<div class="facts">{facts}</div></section>'
    )


def _share(found: Findings) -> str:
    return "half" if len(found.seats) == 2 else f"1/{len(found.seats)}"


def scale(found: Findings, colour: str) -> str:
    par, row = found.par, found.answer.found
    far = max(2 * BAND, par - row.low + 0.01, row.high - par + 0.01)
    low, wide = par - far, 2 * far

    def at(value: float) -> str:
        return f"{100 * (value - low) / wide:.2f}%"

    told = (par - BAND, par, par + BAND) if far < 0.16 else (par,)
    marks = "".join(
        f'<u style="left:{at(value)}">{100 * value:.0f}{", even" if value == par else ""}</u>'
        for value in told
    )
    kind = "scale open" if found.answer.verdict == OPEN else "scale"
    return (
        f'<div class="{kind}" style="--c:{colour}"><i class="fair" style="left:{at(par - BAND)};'
        f'width:{100 * 2 * BAND / wide:.2f}%"></i><i class="mid" style="left:{at(par)}"></i>'
        f'<i class="iv" style="left:{at(row.low)};'
        f'width:{100 * (row.high - row.low) / wide:.2f}%"></i>'
        f'<i class="pt" style="left:{at(row.mean)}"></i>{marks}</div>'
    )


def three(found: Findings) -> str:
    """Who won how often, in one bar."""
    parts = [(seat, share, f"{seat.capitalize()} {100 * share:.0f}%")
             for seat, share in zip(found.seats, found.by_seat, strict=True)]  # fmt: skip
    if len(found.seats) > 2:
        parts = [(seat, part, f"{100 * part:.0f}%") for seat, part, _ in parts]
    drawn = found.draws.mean
    middle = [("draw", drawn, f"{100 * drawn:.0f}%")] if drawn >= 0.005 else []
    ordered = [*parts[:1], *middle, *parts[1:]]
    said = "".join(
        f'<i class="{"d" if name == "draw" else ""}" style="flex:{max(0.001, share):.4f};'
        f'{"" if name == "draw" else f"background:var(--{name})"}" title="{text}">'
        f"{text if share > 0.06 else ''}</i>"
        for name, share, text in ordered
    )
    return f'<div class="three">{said}</div>'


def scores(found: Findings, drawn: Drawn) -> str:
    more = sides(found)
    rows = found.rows[:40]
    told = drawn.plot(
        "scores",
        "Scores by seat and by what is varied, with intervals",
        lambda width: plots.rows_plot(rows, found.par, more, width),
        WIDE if found.effects else 420,
    )
    who = subject_of(found.experiment.cells[0])
    small = f"{who}'s score in 100; of seats, each one's own. Green: fair. Bold: as first set."
    kind = "c6" if found.effects else "c5"
    return page.card(kind, "Who wins, and when that changes", small, told)


def effects(found: Findings, drawn: Drawn) -> str:
    if not found.effects:
        return ""
    cell = found.experiment.cells[0]
    who, others = subject_of(cell), others_of(cell)
    told = drawn.plot(
        "effects",
        "What each change does to the score, with intervals",
        lambda width: plots.effects_plot(found.effects, sides(found), width),
    )
    lines = []
    for row in found.effects:
        against, _, open_said = row.said.partition("|")
        verdict = {
            MORE: f"helps {who}", LESS: f"helps {others}", EVEN: "too small to feel, under 2",
        }.get(row.verdict, open_said or "no verdict")  # fmt: skip
        lines.append(f"<li><b>{html.escape(row.name)}</b> "
                     f"{html.escape(against)}: {html.escape(verdict)}</li>")  # fmt: skip
    small = f"Change of {who}'s score in 100, one value at a time, by the same dice."
    return page.card(
        "c6", "What each option does", small, f'{told}<ul class="say">{"".join(lines)}</ul>'
    )


def maps(found: Findings, drawn: Drawn, kind: str, title: str, word: str) -> str:
    """Where something happens, a map a side."""
    of = frames()
    places = found.doings.places
    alone = kind == "went" and found.survival.is_empty() and not found.effects
    width = "c12" if len(found.seats) > 2 or alone else "c7"
    width = "c6" if width == "c7" and (found.effects or kind == "went") else width
    if places.is_empty():
        return page.card(width, title, "Not known: ask for it with `--events`.", "")
    table, parts = table_of(found), []
    for seat in found.seats:
        mine = places.filter(of.col("kind") == kind, of.col("seat") == seat)
        if mine.is_empty():
            continue
        each = mine["times"].sum() / max(1, found.doings.games)
        name = f"{seat.capitalize()}'s {word}"
        picture = heat_map(mine, seat, table, MAP if width == "c6" else WIDE_MAP)
        told = drawn.one(f"{kind}-{seat}", f"{name} on the table", picture)
        head = f'<p style="color:var(--{seat})">{name} <small>{each:.1f} a game</small></p>'
        parts.append(f"<div>{head}{told}</div>")
    if not parts:
        return ""
    small = "One square is one inch; fuller" if table.get("inches") else "Fuller"
    small += " and darker where it happened more often."
    return page.card(width, title, small, f'<div class="maps">{"".join(parts)}</div>')


def table_of(found: Findings) -> dict[str, Any]:
    """The table games were played on; or a board as large as what happened on it."""
    state = found.game.new(found.experiment.cells[0].terms).state
    table = found.game.dump(state).get("table")
    if isinstance(table, dict) and "size" in table:
        plain = [float(side) for side in table["size"]]
        return {**_floats(table), "size": plain, "inches": True}
    places = found.doings.places
    return {"size": [int(places["x"].max()) + 1, int(places["y"].max()) + 1]}  # type: ignore[arg-type]


def _floats(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _floats(part) for name, part in value.items()}
    if isinstance(value, list | tuple):
        return [_floats(part) for part in value]
    return value if isinstance(value, str | bool) or value is None else float(value)


def lengths(found: Findings, drawn: Drawn, kind: str) -> str:
    if found.lengths.is_empty():
        return ""
    told = drawn.plot(
        "lengths",
        "Games by their last turn, and who won",
        lambda width: plots.length_plot(found.lengths, found.seats, width),
        THIRD if kind == "c4" else WIDE,
    )
    low, half, high = found.turns
    small = (
        f"Games by their last turn, in the winner's colour. Half are over by turn "
        f"**{half:.0f}**, a quarter by {low:.0f}, three quarters by {high:.0f}."
    )
    return page.card(kind, "How long it takes", small, told)


def drama(found: Findings, drawn: Drawn, kind: str) -> str:
    leads = found.doings.leads
    if leads.is_empty():
        small = "Not known: `--events --evaluate 8` judges every turn who is ahead."
        return page.card(kind, "Drama", small, "")
    rows = [(turn, found.share(round(won), ahead))
            for turn, ahead, won in leads.iter_rows() if ahead >= FEWEST]  # fmt: skip
    if len(rows) < 2:
        return page.card(kind, "Drama", "Too few games yet.", "")
    mean, last = found.doings.turning()
    small = f"How often the side ahead goes on to win. The lead changes **{mean:.1f}** times a game"
    small += f", last about turn {last:.0f}." if last is not None else "."
    told = drawn.plot("drama", "How often the side ahead at a turn goes on to win",
                      lambda width: plots.drama_plot(rows, width),
                      THIRD if kind == "c4" else WIDE)  # fmt: skip
    return page.card(kind, "Drama", small, told)


def luck(found: Findings) -> str:
    small = "How much of the result the dice explain."
    if found.luck is None:
        return page.card(
            "c4", "Luck", "Not known: it takes records, and a dozen games or more.", ""
        )
    if found.luck.error > TOLD:
        told = f"{100 * found.luck.share:.0f} ± {100 * found.luck.error:.0f} in 100"
        small = f"**No verdict**: {told}, from {found.luck.games} games. `--luck 200` asks more."
        return page.card("c4", "Luck", small, "")
    part = min(1.0, max(0.0, found.luck.share))
    error = 100 * found.luck.error
    rows = (("d", "att", "dice", part), ("c", "ink", "choices and the rest", 1 - part))
    bar = "".join(
        f'<i class="{kind}" style="flex:{max(0.005, value):.3f}"></i>' for kind, _, _, value in rows
    )
    told = "".join(
        f'<dt><i style="background:var(--{colour})"></i>{name}</dt><dd>{100 * value:.0f}% '
        f"<small>± {error:.0f}</small></dd>"
        for _, colour, name, value in rows
    )
    most = 100 * found.luck.biggest
    say = (
        f"The luckiest moment of a game changes a chance by {most:.0f} in 100 on average. "
        f"From {found.luck.games} games."
    )
    return page.card(
        "c4", "Luck", small, f'<div class="lbar">{bar}</div><dl>{told}</dl><p class="say">{say}</p>'
    )


def units(found: Findings) -> str:
    """How often each unit came home, and what it did."""
    if found.survival.is_empty():
        return ""
    about = _units(found)
    deeds = {unit: (aimed, fell) for unit, aimed, fell in found.doings.deeds.iter_rows()} if len(
        found.doings.deeds) else {}  # fmt: skip
    games = max(1, found.doings.games)
    order = {seat: at for at, seat in enumerate(found.seats)}
    rows = []
    for unit, played, alive in sorted(
        found.survival.iter_rows(),
        key=lambda row: (order.get(about.get(row[0], ("", ""))[0], 9), _key(row[0])),
    ):
        seat, name = about.get(unit, ("slate", ""))
        home = found.share(alive, played)
        aimed, fell = deeds.get(unit, (0, 0))
        wide = max(1, 100 * (home.high - home.low))
        bar = (
            f'<span class="sb" style="--c:var(--{seat})">'
            f'<i style="width:{100 * home.mean:.1f}%"></i>'
            f'<u style="left:{100 * home.low:.1f}%;width:{wide:.1f}%"></u></span>'
        )
        did = f"<td>{fell / games:.2f}</td><td>{aimed / games:.1f}</td>" if deeds else ""
        rows.append(
            f'<tr><td><i class="dot" style="--c:var(--{seat})"></i>{html.escape(unit)} '
            f"<small>{html.escape(name)}</small></td><td>{bar}</td>"
            f"<td><b>{100 * home.mean:.0f}%</b></td>{did}</tr>"
        )
    head = "<th>kills a game</th><th>attacks</th>" if deeds else ""
    inner = f"<table><tr><th>unit</th><th></th><th>alive</th>{head}</tr>{''.join(rows)}</table>"
    return page.card(
        "c6", "Who comes home", "Alive at the end; the black mark is the interval.", inner
    )


def _key(unit: str) -> tuple[str, int]:
    digits = "".join(letter for letter in unit if letter.isdigit())
    return unit.rstrip("0123456789"), int(digits or 0)


def _units(found: Findings) -> dict[str, tuple[str, str]]:
    """Whose each unit is, and what it is."""
    told: dict[str, tuple[str, str]] = {}
    for cell in found.experiment.cells:
        state = found.game.new(cell.terms).state
        for unit in found.game.dump(state).get("units", ()):
            if "id" in unit:
                told.setdefault(
                    unit["id"], (unit["seat"], str(unit.get("name") or unit.get("kind") or ""))
                )
    return told


def actions(found: Findings) -> str:
    """How strong each kind of action was."""
    made = found.doings.actions
    if made.is_empty():
        return ""
    games = max(1, found.doings.games)
    rows = []
    for what, times, hurt, fell in sorted(made.iter_rows(), key=lambda row: -row[1]):
        rows.append(
            f"<tr><td><b>{html.escape(what)}</b></td><td>{times / games:.1f}</td>"
            f"<td>{_within(share(hurt, times))}</td><td>{_within(share(fell, times))}</td></tr>"
        )
    head = "".join(f"<th>{name}</th>" for name in ("what", "a game", "hurt", "felled"))
    inner = f"<table><tr>{head}</tr>{''.join(rows)}</table>"
    small = (
        "Of every hundred of a kind, how many hurt somebody, and how many felled somebody. "
        "± takes every action for itself."
    )
    return page.card("c6", "What each action comes to", small, inner)


def _within(found: Interval) -> str:
    return f"<b>{100 * found.mean:.0f}%</b> <small>± {100 * found.half:.1f}</small>"
