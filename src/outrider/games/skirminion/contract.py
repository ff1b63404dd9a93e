"""The state as the contract's JSON, and back, also from JSON that somebody edited."""

from dataclasses import dataclass
from typing import Any

from outrider.core.codec import Codec, number, or_null
from outrider.core.initiative import PURPOSE
from outrider.core.pending import Decide, Over, Pending, Roll
from outrider.core.states import Faces, check_head, decider, fallen, initiative, winner, written
from outrider.core.values import a_whole_number
from outrider.core.wire import wire
from outrider.games.skirminion.engine import engine
from outrider.games.skirminion.kernel import layout
from outrider.games.skirminion.numbers import COUNTS, Numbers
from outrider.games.skirminion.position import (
    Board,
    Fields,
    battle_of,
    impossible,
    read_fields,
    write_position,
)
from outrider.games.skirminion.setup import NO_FORTS, roller
from outrider.games.skirminion.state import (
    SEATS,
    Setting,
    State,
    Words,
    full_ranks,
    other,
    setup_words,
    words_of,
)
from outrider.games.skirminion.victory import OUTCOMES

PHASES = ("setup", "battle", "over")
FORTS = number(0, layout.MOST_DECLARED, "the number of forts")


@dataclass(frozen=True, slots=True)
class Left:
    """How many forts each side has still to place."""

    red: int = wire(read=FORTS)
    blue: int = wire(read=FORTS)


LEFT = Codec(Left, "forts_left")


@dataclass(slots=True)
class Said:
    """What a state says. `initiative` is the seat that has it; while the dice fall, the faces so
    far by seat. `forts` are those that each side has declared."""

    position: str = wire(called="the position")
    initiative: str | Faces | None = wire(read=initiative(SEATS), default=None)
    forts: int | None = wire(read=or_null(FORTS), default=None)
    forts_left: Left | None = wire(read=or_null(LEFT.form), default=None, sparse=True)


SAID = Codec(Said, "a state")
REQUIRED, FURTHER = SAID.names[:1], SAID.names[1:]


def phase_of(state: State) -> str:
    if state.ending:
        return "over"
    return "setup" if state.stage else "battle"


def pending_of(state: State) -> Pending:
    if state.ending:
        return Over(OUTCOMES[state.ending])
    if state.stage and state.initiative is None:
        return Roll(PURPOSE, roller(state), 1)
    return Decide((state.decider,))


def dump(game: str, state: State) -> dict[str, Any]:
    begins: str | Faces | None = state.initiative
    if state.stage and begins is None:
        begins = dict(zip(SEATS, state.rolled, strict=False))
    left = Left(*map(state.forts_left, SEATS)) if state.stage == layout.PLACING else None
    fields = SAID.write(Said(write_position(state), begins, state.declared, left))
    return written(game, state.setting, phase_of(state), pending_of(state), fields)


def load(data: dict[str, Any], setting: Setting) -> State:
    pending, said = check_head(data, PHASES), SAID.read_among(data)
    if said.forts is not None:
        _declared(said.forts, setting.numbers)
    fields = read_fields(said.position, setting.numbers)
    if data["phase"] == "setup":
        return _load_setup(setting, fields, said, pending)
    if "roll" in pending:
        raise impossible("no dice fall in a battle", "SKN-S2")
    if said.forts_left is not None:
        raise impossible("in a battle all forts are placed", "SKN-S4")
    asked, won = decider(pending), winner("SKN-S2", said.initiative)
    if data["phase"] == "over" and not any(fields.board.healths.values()):
        words = _nobody_left(fields)
    else:
        words = battle_of(fields, setting, asked).words
    return State(setting, words, won, (), said.forts)


def _declared(forts: int, numbers: Numbers) -> int:
    """SKN-S3."""
    least, most = numbers[layout.LEAST_FORTS], numbers[layout.MOST_FORTS]
    return a_whole_number(forts, "the number of forts", least, most)


def _nobody_left(fields: Fields) -> Words:
    """The one end that leaves no unit to read it from (SKN-V2); its own dump has to load."""
    if (fields.activation, fields.siege) != ("-", "-"):
        raise impossible("nobody is left to be activated", "SKN-V2")
    control = layout.NOBODY_LEFT << layout.ENDING_AT | fields.counters
    return words_of(fields.side, fields.board.healths, fields.board.forts, control)


def _load_setup(setting: Setting, fields: Fields, said: Said, pending: dict[str, Any]) -> State:
    if (fields.activation, fields.siege, fields.counters) != ("-", "-", 0):
        raise impossible("in the set-up nobody has been activated yet", "SKN-S4")
    board, numbers = fields.board, setting.numbers
    if board.healths != full_ranks(numbers):
        fresh = f"{COUNTS[numbers[layout.UNITS]]} units of health {numbers[layout.HEALTH]} a side"
        raise impossible(f"the set-up begins with {fresh}", "SKN-S1")
    declared = said.forts is not None or said.forts_left is not None
    if declared and "roll" in pending:
        raise impossible("forts are declared when the initiative is settled", "SKN-S3")
    if not declared and any(board.forts.values()):
        raise impossible("there are forts, but none was declared", "SKN-S3")
    if "roll" in pending:
        return _load_roll(setting, said, pending)
    seat = decider(pending)
    if seat is None:
        raise impossible("a game does not end in the set-up")
    if declared:
        return _load_placing(setting, board, seat, said)
    begins = other(seat)
    if said.initiative not in (None, begins):
        raise impossible("the side without the initiative declares the forts", "SKN-S3")
    words = setup_words(seat, layout.DECLARING, begins, NO_FORTS, numbers)
    return State(setting, words, begins)


def _load_roll(setting: Setting, said: Said, pending: dict[str, Any]) -> State:
    """The roll for the initiative; Blue's turn to roll needs Red's face."""
    rolled = tuple(face for face in fallen(said.initiative, SEATS[:1]).values() if face)
    words = setup_words("red", layout.DECLARING, "red", NO_FORTS, setting.numbers)
    state = State(setting, words, None, rolled)
    if pending != pending_of(state).to_json():
        raise impossible(f"it is for {roller(state)} to roll one die", "SKN-S2")
    return state


def _load_placing(setting: Setting, board: Board, placing: str, said: Said) -> State:
    """SKN-S4: the turns to place go round one by one, so the forts left say whose turn it is."""
    numbers = setting.numbers
    placed = {seat: board.forts[seat].bit_count() for seat in SEATS}
    left = {seat: max(0, (said.forts or 0) - placed[seat]) for seat in SEATS}
    if said.forts_left is not None:
        left = LEFT.write(said.forts_left)
    total = max(placed[seat] + left[seat] for seat in SEATS)
    behind = left[placing] != left[other(placing)]
    guess = other(placing) if behind else placing
    begins = winner("SKN-S2", said.initiative) or guess
    if left[placing] - left[other(placing)] != (0 if placing == begins else 1):
        raise impossible("the forts left do not fit whose turn it is to place", "SKN-S4")
    words = setup_words(placing, layout.PLACING, begins, board.forts, numbers)
    control = words[7]
    for index, seat in enumerate(SEATS):
        control |= left[seat] << (layout.LEFT_AT + layout.LEFT_WIDTH * index)
    declared = said.forts if said.forts is not None else _declared(total, numbers)
    state = State(setting, (*words[:7], control), begins, (), declared)
    _check_placed(state, placed)
    return state


def _check_placed(state: State, placed: dict[str, int]) -> None:
    """SKN-S3, SKN-S5, SKN-S6: nobody has too many forts, or too few without being blocked."""
    numbers = state.numbers
    squares = {state.active: engine().survey(state.words, numbers).fort_squares}
    turned = setup_words(other(state.active), layout.PLACING, "red", _forts(state), numbers)
    squares[other(state.active)] = engine().survey(turned, numbers).fort_squares
    for seat, rows in zip(SEATS, (layout.RED_ROWS, layout.BLUE_ROWS), strict=True):
        if state.forts_of(seat) & ~numbers[rows]:
            raise impossible(f"{seat} has a fort on the other half", "SKN-S5")
        due = (state.declared or 0) - placed[seat] - state.forts_left(seat)
        if due < 0 or (due > 0 and squares[seat]):
            raise impossible(
                f"{seat}'s forts do not add up to the {state.declared} declared", "SKN-S3"
            )
    if not state.forts_left(state.active) or not squares[state.active]:
        raise impossible(f"{state.active} has no fort to place, or no square for it", "SKN-S6")


def _forts(state: State) -> dict[str, int]:
    return {seat: state.forts_of(seat) for seat in SEATS}
