"""The state as the contract's JSON: what it waits for, and what is written down."""

from dataclasses import dataclass
from functools import cache
from typing import Any

from outrider.core.codec import Codec, number, or_null
from outrider.core.initiative import PURPOSE, Contest
from outrider.core.lazy import keep
from outrider.core.pending import Decide, Over, Pending, Roll
from outrider.core.seats import SEATS
from outrider.core.states import Faces, initiative, written
from outrider.core.wire import wire
from outrider.games.skirmish.engine import engine
from outrider.games.skirmish.fraying import ATTACK, Attack, attack_of
from outrider.games.skirmish.kernel import layout
from outrider.games.skirmish.squad import FigureId, bits_of
from outrider.games.skirmish.state import PURPOSES, Figure, State
from outrider.games.skirmish.victory import outcome_of

MOST_ROUNDS = 1_000_000
FIGURE = Codec(Figure, "a unit", named="id")


@dataclass(slots=True)
class Said:
    """What a state says besides its units. `round` is 0 before the first. `initiative` has the
    faces while dice fall for it, then who won them. `attack` is what waits for dice or a landing;
    `acting` keeps the turn."""

    round: int | None = wire(read=or_null(number(0, MOST_ROUNDS)), called="the round", default=None)
    first: str | Faces | None = wire(read=initiative(SEATS), called="`first`", default=None)
    initiative: str | Faces | None = wire(read=initiative(SEATS), default=None)
    acting: FigureId | None = None
    attack: Attack | None = wire(read=or_null(ATTACK.form), default=None)


SAID = Codec(Said, "a state")
REQUIRED = ("table", "units")
FURTHER = SAID.names
ALONE = (layout.PLACING, layout.ATTACKING, layout.LANDING)
"""The stages in which one seat decides."""
DICE = {
    layout.ROLLING: PURPOSE,
    layout.RESISTING: "armour",
    layout.SWINGING: "melee",
    layout.ANSWERING: "melee",
    layout.FLYING: "throw",
}
"""What dice are for; an attack's are for what has to be resisted."""


def pending_of(state: State) -> Pending:
    """What a state waits for, found once: everybody asks for it at every step."""
    found: Pending | None = getattr(state, "pending", None)
    if found is None:
        found = _pending_of(state)
        keep(state, "pending", found)
    return found


def _pending_of(state: State) -> Pending:
    header = state.header
    stage = header[layout.STAGE]
    if stage in ALONE:
        return deciding(1 << header[layout.SEAT])
    if stage == layout.OVER:
        return Over(outcome_of(state))
    seats, seat, dice = engine().look(state)
    if seats:
        return deciding(seats)
    purpose = DICE.get(stage) or PURPOSES[header[layout.PURPOSE]]
    return Roll(purpose, SEATS[seat], int(dice))


@cache
def deciding(seats: int) -> Decide:
    """The decision of some seats, which are bits."""
    return Decide(tuple(SEATS[seat] for seat in bits_of(int(seats))))


def contest_to_json(contest: Contest, players: tuple[str, ...]) -> dict[str, int | None]:
    """The faces of the present try. Where only some roll again, those who have yet to are named,
    too."""
    faces: dict[str, int | None] = dict(zip(contest.seats, contest.faces, strict=False))
    if contest.seats != players:
        faces.update(dict.fromkeys(contest.seats[len(contest.faces) :]))
    return faces


def dump(state: State) -> dict[str, Any]:
    contest, each = state.contest, state.setting.numbers[layout.EACH]
    begins = contest_to_json(contest, state.players()) if contest else state.first
    fields = {
        "table": state.table.to_json(),
        # SKM-S1: those that a player has in this game.
        "units": [
            FIGURE.write(figure)
            for number, figure in enumerate(state.figures)
            if number % layout.SIDE < each
        ],
        **SAID.write(Said(state.round, state.first, begins, state.acting, attack_of(state))),
    }
    return written(state.edition.game, state.setting, state.phase, pending_of(state), fields)
