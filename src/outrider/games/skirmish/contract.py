"""The state as the contract's JSON: what it waits for, and what is written down."""

from functools import cache
from typing import Any

from outrider.core.codec import Codec
from outrider.core.initiative import PURPOSE, Contest
from outrider.core.once import keep
from outrider.core.pending import Decide, Over, Pending, Roll
from outrider.core.seats import SEATS
from outrider.core.states import written
from outrider.games.skirmish.engine import engine
from outrider.games.skirmish.kernel import layout
from outrider.games.skirmish.squad import EVERY, INDEX_OF, bits_of
from outrider.games.skirmish.state import PURPOSES, Figure, Fray, Melee, State, Throw, Volley
from outrider.games.skirmish.victory import outcome_of
from outrider.table.lengths import inches
from outrider.table.points import to_json

REQUIRED = ("table", "units")
FURTHER = ("round", "first", "initiative", "acting", "attack")
FIGURE = Codec(Figure, "a unit", named="id")
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


def fray_to_json(state: State, fray: Fray) -> dict[str, Any]:
    """What is being done, by whom to whom, and how far it has come."""
    if isinstance(fray, Melee):
        made: dict[str, Any] = {"do": "strike", "unit": fray.unit, "target": fray.target}
        return made if fray.total is None else {**made, "total": fray.total}
    if isinstance(fray, Throw):
        made = {"do": "throw", "unit": fray.unit, "toward": to_json(fray.toward)}
        return made if fray.within is None else {**made, "within": inches(fray.within)}
    return volley_to_json(state, fray)


def volley_to_json(state: State, volley: Volley) -> dict[str, Any]:
    """`against` are those who have yet to resist, the present one first; `total` is what its armour
    has to answer."""
    if volley.purpose == "attack":
        made: dict[str, Any] = {"do": "shoot", "unit": volley.unit, "target": volley.target}
    elif volley.purpose == "melee":
        made = {"do": "strike", "unit": volley.unit, "target": volley.target, "hurt": volley.hit}
    elif volley.purpose == "blast":
        assert volley.at is not None
        first = INDEX_OF[volley.hit]
        left = [
            {"unit": EVERY[unit], "dice": dice}
            for unit, dice in engine().caught(state, volley.at)
            if unit >= first
        ]
        made = {"do": "land", "unit": volley.unit, "at": to_json(volley.at), "against": left}
    else:
        assert volley.army is not None
        hit, army = INDEX_OF[volley.hit], SEATS.index(volley.army)
        every = [(hit, army), *engine().fires(state, hit, army)]
        against = [{"unit": EVERY[unit], "seat": SEATS[seat]} for unit, seat in every]
        made = {"do": "indirect", "against": against}
    return made if volley.total is None else {**made, "total": volley.total}


def contest_to_json(contest: Contest, players: tuple[str, ...]) -> dict[str, int | None]:
    """The faces of the present try. Where only some roll again, those who have yet to are named,
    too."""
    faces: dict[str, int | None] = dict(zip(contest.seats, contest.faces, strict=False))
    if contest.seats != players:
        faces.update(dict.fromkeys(contest.seats[len(contest.faces) :]))
    return faces


def dump(state: State) -> dict[str, Any]:
    """`round` is 0 before the first. `initiative` has the faces while dice fall for it, then who
    won them. `attack` is what waits for dice or a landing; `acting` keeps the turn."""
    contest, fray, each = state.contest, state.fray, state.setting.numbers[layout.EACH]
    faces = contest and contest_to_json(contest, state.players())
    fields = {
        "table": state.table.to_json(),
        # SKM-S1: those that a player has in this game.
        "units": [
            FIGURE.write(figure)
            for number, figure in enumerate(state.figures)
            if number % layout.SIDE < each
        ],
        "round": state.round,
        "first": state.first,
        "initiative": state.first if faces is None else faces,
        "acting": state.acting,
        "attack": fray and fray_to_json(state, fray),
    }
    return written(state.edition.game, state.setting, state.phase, pending_of(state), fields)
