"""What an experiment says, in words; and that it says nothing where the games do not carry it."""

from collections.abc import Sequence
from dataclasses import dataclass

from outrider.contests.seating import called
from outrider.lab.intervals import Interval, counted, spread_of, units_for
from outrider.lab.plan import Cell
from outrider.lab.running import BAND
from outrider.lab.tally import Tally, effect

SMALL = 0.02
"""An effect that is surely smaller is too small to feel."""
MORE, LESS, EVEN, OPEN = "more", "less", "even", "open"
"""Verdicts: above par, below it, within the band about it, or none."""


@dataclass(frozen=True, slots=True)
class Row:
    """What there is to say of a cell."""

    cell: Cell
    games: int
    score: Interval
    verdict: str
    further: int
    """About how many more games a verdict takes, where there is none."""
    first: Interval
    draws: Interval
    actions: float
    turns: float | None
    change: Interval | None = None
    """Of the score against the first cell's, with the same dice."""


def rows_of(tallies: Sequence[Tally]) -> list[Row]:
    found = []
    for tally in tallies:
        if not tally.games:
            continue
        score = tally.interval
        verdict = verdict_of(score, tally.par)
        counts = counted(tally.units)
        found.append(
            Row(
                tally.cell, tally.games, score, verdict,
                0 if verdict != OPEN else further(score, tally.par, spread_of(counts), tally),
                tally.first_move, tally.draw_rate,
                tally.actions / tally.games,
                tally.turns / tally.games if tally.turns else None,
                None if tally is tallies[0] else effect(tallies[0], tally),
            )
        )  # fmt: skip
    return found


def verdict_of(found: Interval, par: float, band: float = BAND) -> str:
    """Whether it is surely above par, surely below, surely near; or not known yet."""
    if found.within(par - band, par + band):
        return EVEN
    if found.excludes(par):
        return MORE if found.low > par else LESS
    return OPEN


def further(found: Interval, par: float, spread: float, tally: Tally) -> int:
    """About how many more games it takes until one of the two is known, if the mean stays."""
    away = abs(found.mean - par)
    needed = min(units_for(max(gap, 0.002), spread) for gap in (away, abs(BAND - away)))
    each = len(tally.cell.turns)
    return max(each, (needed - found.units) * each)


def percent(value: float) -> str:
    return f"{100 * value:.1f}"


def give_or_take(found: Interval) -> str:
    return f"{percent(found.mean)} in 100, from {percent(found.low)} to {percent(found.high)}"


def subject_of(cell: Cell) -> str:
    """Whose score it is, as it is called in a sentence."""
    return cell.subject.capitalize() if cell.is_mirror else called(cell.subject)


def others_of(cell: Cell) -> str:
    if cell.is_mirror:
        rest = [seat.capitalize() for seat in cell.seats[1:]]
    else:
        rest = list(dict.fromkeys(called(bot) for bot in cell.bots if bot != cell.subject))
    return rest[0] if len(rest) == 1 else "the others"


def sentence(row: Row) -> str:
    """The answer of one cell."""
    cell = row.cell
    who, others = subject_of(cell), others_of(cell)
    between = f" between {called(cell.bots[0])}s" if cell.is_mirror else f" against {others}"
    said = f"{who} scores {give_or_take(row.score)}{between} ({row.games} games)"
    par = 1 / len(cell.seats)
    if row.verdict == EVEN:
        leans = ""
        if row.score.excludes(par):
            leans = f", and leans to {who if row.score.low > par else others}"
        return f"{said}: fair, within {percent(BAND)} of even{leans}."
    if row.verdict == OPEN:
        return f"{said}: no verdict; about {row.further} more games would tell."
    return f"{said}: {who if row.verdict == MORE else others} has the better of it."


def change_sentence(first: Row, row: Row) -> str:
    """What a cell's setting changes, against the first one's."""
    assert row.change is not None
    found, who = row.change, subject_of(row.cell)
    what = f"{row.cell.said()} instead of {first.cell.said()}"
    said = f"{what}: {who} {_signed(found.mean)} ({_signed(found.low)} to {_signed(found.high)})"
    if found.within(-SMALL, SMALL):
        return f"{said}: too small to feel."
    if found.low > 0:
        return f"{said}: helps {who}."
    if found.high < 0:
        return f"{said}: helps {others_of(row.cell)}."
    return f"{said}: no verdict."


def _signed(value: float) -> str:
    return f"{100 * value:+.1f}"


def answer(tallies: Sequence[Tally]) -> list[str]:
    """All of it in sentences."""
    rows = rows_of(tallies)
    if not rows:
        return ["No game was played to its end."]
    if len(rows) == 1:
        said = [sentence(rows[0]), *first_move(rows[0])]
    else:
        said = [f"{row.cell.said()}: {sentence(row)}" for row in rows]
        comparable = rows[0].change is None and rows[0].cell is tallies[0].cell
        said += [change_sentence(rows[0], row) for row in rows[1:] if comparable]
    replaced = sum(tally.substitutes for tally in tallies)
    if replaced:
        said.append(f"{replaced} choices were made in place of a bot that failed.")
    return said


def first_move(row: Row) -> list[str]:
    """What moving first is worth, where it is known who does."""
    found, par = row.first, 1 / len(row.cell.seats)
    if not found.units:
        return []
    said = f"Who begins scores {give_or_take(found)}"
    verdict = verdict_of(found, par, SMALL)
    words = {
        MORE: "it helps to begin.",
        LESS: "it helps not to begin.",
        EVEN: "it does not matter.",
        OPEN: "no verdict.",
    }
    return [f"{said}: {words[verdict]}"]
