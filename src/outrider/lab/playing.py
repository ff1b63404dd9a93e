"""A block of an experiment: the games of some units of one cell, played here, with their facts."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from outrider.analysis.analyst import Analyst
from outrider.contests.arena import LONGEST, Bout, begun, played_out
from outrider.core.pending import Over
from outrider.core.record import Record
from outrider.core.refusal import Refusal, malformed
from outrider.core.wire import dumps
from outrider.dice import ListedDice
from outrider.games import game as game_by_id
from outrider.lab import facts
from outrider.lab.facts import EventFacts, GameFacts
from outrider.lab.plan import Cell, Plan, cells_of
from outrider.play.match import Match
from outrider.whole.lane import Lane, Told, whole_of
from outrider.whole.writing import ROLLED

MOST_LANES = 16


@dataclass(frozen=True, slots=True)
class Block:
    """Units `begin` up to `end` of a cell."""

    cell: int
    begin: int
    end: int

    @property
    def name(self) -> str:
        return f"c{self.cell:03d}-{self.begin:010d}-{self.end:010d}"


@dataclass(slots=True)
class Done:
    """What came of a block, in the order of its games."""

    block: Block
    games: list[GameFacts] = field(default_factory=list)
    events: list[EventFacts] = field(default_factory=list)
    records: list[str] = field(default_factory=list)
    """Written out, if they are kept;"""
    moves: list[bytes] = field(default_factory=list)
    """or as numbers, as `whole` tells them."""


def play_block(plan: Plan, block: Block) -> Done:
    """Play all games of a block. The same plan and block give the same, wherever it is played."""
    cell = cells_of(plan)[block.cell]
    done = Done(block)
    lane = lane_of(plan, cell)
    if lane is not None:
        play_inside(plan, cell, lane, done)
        return done
    for which in numbered(cell, block):
        played, match = played_out(bout_of(plan, cell, *which[1:]))
        keep(plan, cell, done, which, match, played.substitutes)
    return done


def play_inside(plan: Plan, cell: Cell, lane: Lane, done: Done) -> None:
    """Play all games of a block inside the kernel."""
    block = done.block
    seeds = [plan.seed_of(unit) for unit in range(block.begin, block.end)]
    told = [lane.play(bots, seeds, LONGEST) for bots in cell.turns]
    nobody = (0,) * len(cell.seats)
    for which in numbered(cell, block):
        _, unit, turned = which
        game = told[turned][unit - block.begin]
        if plan.records == "text" or plan.events:
            match = retold(plan, cell, lane, game, which)
            keep(plan, cell, done, which, match, nobody)
        else:
            keep_inside(plan, cell, done, which, lane, game)


def keep_inside(
    plan: Plan, cell: Cell, done: Done, which: tuple[int, int, int], lane: Lane, told: Told
) -> None:
    """Write down what a game came to by its last state, without its record."""
    number, unit, turned = which
    state = lane.state(told)
    pending = lane.game.pending(state)
    seats = [seat for seat, _ in told.read()]
    known: dict[str, Any] = {
        **facts.result_facts(cell.seats, pending.outcome if isinstance(pending, Over) else None),
        **facts.final_facts(lane.game, state),
        "lines": len(seats),
        "actions": sum(seat != ROLLED for seat in seats),
        "substitutes": [0] * len(cell.seats),
    }
    where = (cell.number, number, unit, turned, plan.seed_of(unit))
    done.games.append(facts.of_game(where, cell.turns[turned], **known))
    if plan.records == "moves":
        done.moves.append(told.lines.astype("<i4").tobytes())


def retold(plan: Plan, cell: Cell, lane: Lane, told: Told, which: tuple[int, int, int]) -> Match:
    """The match of a game that was played inside the kernel: every line of it is checked by the
    rules on the way."""
    number, unit, turned = which
    lines = list(told.read())
    faces = [face for seat, code in lines if seat == ROLLED for face in code]
    bout = bout_of(plan, cell, unit, turned)
    at = 0
    try:
        match = begun(bout, ListedDice(faces))
        for seat, code in lines:
            if seat != ROLLED:
                at = match.version + 1
                match.play(cell.seats[seat], lane.action(code))
    except Refusal as refusal:
        raise malformed(
            f"game {number} of cell {cell.number} does not replay: line {at}: {refusal.message}"
        ) from None
    if told.row is not None and match.pending != lane.game.pending(lane.state(told)):
        raise malformed(f"game {number} of cell {cell.number} does not replay: it ends otherwise")
    return match


def lane_of(plan: Plan, cell: Cell) -> Lane | None:
    """The way of whole games inside a kernel, where all bots of a cell can go it."""
    game = game_by_id(plan.game)
    whole = whole_of(game)
    if whole is None or whole.players(cell.bots) is None:
        return None
    return _lane(dumps(plan.to_json()), cell.number, plan)


_lanes: dict[tuple[str, int], Lane] = {}


def _lane(key: str, number: int, plan: Plan) -> Lane:
    if (key, number) not in _lanes:
        if len(_lanes) >= MOST_LANES:
            _lanes.clear()
        game, cell = game_by_id(plan.game), cells_of(plan)[number]
        whole = whole_of(game)
        assert whole is not None
        start = None if plan.start is None else game.load(plan.start)
        _lanes[key, number] = Lane(game, cell.terms, whole, start)
    return _lanes[key, number]


def numbered(cell: Cell, block: Block) -> Iterator[tuple[int, int, int]]:
    """The games of a block: number, unit, and by how many seats the bots are turned."""
    turns = len(cell.turns)
    for unit in range(block.begin, block.end):
        for turned in range(turns):
            yield unit * turns + turned, unit, turned


def bout_of(plan: Plan, cell: Cell, unit: int, turned: int) -> Bout:
    terms = cell.terms
    return Bout(
        unit, plan.game, cell.turns[turned], plan.seed_of(unit), terms.options.to_json(),
        terms.scenario,
        variant=None if terms.variant is None else terms.variant.to_json(),
        table=terms.table, start=plan.start, counted=True,
    )  # fmt: skip


def keep(
    plan: Plan,
    cell: Cell,
    done: Done,
    which: tuple[int, int, int],
    match: Match,
    substitutes: Sequence[int],
) -> None:
    """Write down what a match came to."""
    number, unit, turned = which
    game = game_by_id(plan.game)
    where = (cell.number, number, unit, turned, plan.seed_of(unit))
    known: dict[str, Any] = {
        **facts.result_facts(cell.seats, match.result),
        **facts.final_facts(game, match.state),
        **facts.length_facts(match.moments),
        "substitutes": list(substitutes),
    }
    done.games.append(facts.of_game(where, cell.turns[turned], **known))
    if plan.events:
        judge = judge_of(plan, cell) if plan.evaluate else None
        done.events.extend(facts.event_facts(game, (cell.number, number), match.moments, judge))
    if plan.records != "none":
        record: Record = match.record()
        done.records.append(record.to_text())


def judge_of(plan: Plan, cell: Cell) -> Callable[[Any], float]:
    """What the first seat may expect of a state: it is played on so many times."""
    analyst = _analyst(plan.game)
    seat = cell.seats[0]
    return lambda state: analyst.estimates(state, plan.evaluate, None)[seat].mean


@lru_cache(4)
def _analyst(game: str) -> Analyst:
    return Analyst(game_by_id(game))
