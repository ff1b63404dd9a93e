"""The state as the contract's JSON, and back, also from JSON that somebody edited."""

from typing import Any

from outrider.core.options import Options
from outrider.core.pending import Decide, Over, Pending, Roll
from outrider.core.refusal import malformed
from outrider.core.wire import a_list, a_string, a_whole_number, an_object, known_fields, shown
from outrider.games.skirminion.board import HALVES
from outrider.games.skirminion.engine import engine
from outrider.games.skirminion.kernel import layout
from outrider.games.skirminion.position import (
    Board,
    impossible,
    read_counter,
    read_position,
    read_side,
    write_position,
)
from outrider.games.skirminion.setup import NO_FORTS, PURPOSE, roller
from outrider.games.skirminion.state import (
    SEATS,
    State,
    full_ranks,
    other,
    setup_words,
    words_of,
)
from outrider.games.skirminion.victory import OUTCOMES

REQUIRED = ("position",)
FURTHER = ("initiative", "forts", "forts_left")
PHASES = ("setup", "battle", "over")


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
    """`initiative` is the seat that has it; while the dice fall, the faces so far by seat."""
    initiative: object = state.initiative
    if state.stage and state.initiative is None:
        initiative = dict(zip(SEATS, state.rolled, strict=False))
    result = OUTCOMES[state.ending].to_json() if state.ending else None
    made = {
        "game": game,
        "options": state.options.to_json(),
        "phase": phase_of(state),
        "pending": pending_of(state).to_json(),
        "result": result,
        "position": write_position(state),
        "initiative": initiative,
        "forts": state.declared,
    }
    if state.stage == layout.PLACING:
        made["forts_left"] = {seat: state.forts_left(seat) for seat in SEATS}
    return made


def load(data: dict[str, Any], options: Options) -> State:
    phase = data["phase"]
    if phase not in PHASES:
        raise malformed(f"the phase is one of {', '.join(PHASES)}, not {shown(phase)}")
    position = a_string(data["position"], "the position")
    if phase == "setup":
        return _load_setup(options, position, data)
    declared = data.get("forts")
    if declared is not None:
        declared = a_whole_number(declared, "forts", 0, layout.MOST_FORTS)
    initiative = data.get("initiative")
    if initiative is not None:
        initiative = _seat(initiative, "the initiative")
    state = _load_battle(options, position, phase, data)
    return State(options, state.words, initiative, (), declared)


def _seat(value: object, what: str) -> str:
    if value not in SEATS:
        raise malformed(f"{what} is red or blue, not {shown(value)}")
    return str(value)


def _decider(data: dict[str, Any]) -> str | None:
    """Who acts, by `pending`; None where it speaks of the end, which is worked out anew."""
    pending = data["pending"]
    known_fields(pending, ["decide", "roll", "over"], "pending")
    if "decide" not in pending:
        return None
    seats = a_list(pending["decide"], "pending.decide")
    if len(seats) != 1:
        raise malformed(f"one seat decides at a time, not {shown(seats)}")
    return _seat(seats[0], "pending.decide")


def _load_battle(options: Options, position: str, phase: str, data: dict[str, Any]) -> State:
    decider = _decider(data)
    if "roll" in data["pending"]:
        raise impossible("no dice fall in a battle")
    fields = position.split()
    if phase == "over" and len(fields) > 1:
        # The one end that leaves no unit to read it from (SKN-V2); its own dump has to load.
        board = Board(fields[0])
        if not any(board.healths.values()):
            side = read_side(fields[1], "-", decider)
            control = layout.NOBODY_LEFT << layout.ENDING_AT
            control |= read_counter(fields, 4) << layout.QUIET_AT
            control |= read_counter(fields, 5) << layout.PLAYED_AT
            return State(options, words_of(side, board.healths, board.forts, control))
    return read_position(position, options, decider)


def _load_setup(options: Options, position: str, data: dict[str, Any]) -> State:
    fields = position.split()
    if len(fields) < 4 or fields[2:4] != ["-", "-"]:
        raise malformed("in the set-up nothing is under way: `- -` ends the position", "SKN-P5")
    board = Board(fields[0])
    if board.healths != full_ranks():
        raise impossible("the set-up begins with eight units of health 6 a side [SKN-S1]")
    decider = _decider(data)
    if decider is None:
        return _load_roll(options, board, data)
    if "forts_left" not in data and not data.get("forts"):
        if any(board.forts.values()):
            raise impossible("there are forts, but none was declared [SKN-S3]")
        initiative = other(decider)
        if data.get("initiative") not in (None, initiative):
            raise impossible("the side without the initiative declares the forts [SKN-S3]")
        words = setup_words(decider, layout.DECLARING, initiative, NO_FORTS)
        return State(options, words, initiative)
    return _load_placing(options, board, decider, data)


def _load_roll(options: Options, board: Board, data: dict[str, Any]) -> State:
    """The roll for the initiative; Blue's turn to roll needs Red's face."""
    roll = an_object(data["pending"].get("roll"), "pending.roll")
    faces = an_object(data.get("initiative") or {}, "the initiative, while the dice fall,")
    known_fields(faces, SEATS[:1], "the initiative")
    seat = _seat(roll.get("seat"), "pending.roll.seat")
    rolled = tuple(a_whole_number(face, "a face", 1, 6) for face in faces.values())
    if len(rolled) != SEATS.index(seat):
        raise impossible(f"{seat} cannot be the one to roll now [SKN-S2]")
    if any(board.forts.values()):
        raise impossible("there are forts before the initiative is settled [SKN-S3]")
    words = setup_words("red", layout.DECLARING, "red", NO_FORTS)
    return State(options, words, None, rolled)


def _load_placing(options: Options, board: Board, decider: str, data: dict[str, Any]) -> State:
    placed = {seat: board.forts[seat].bit_count() for seat in SEATS}
    most = layout.MOST_FORTS
    if "forts_left" in data:
        given = an_object(data["forts_left"], "forts_left")
        known_fields(given, SEATS, "forts_left")
        left = {seat: a_whole_number(given.get(seat), "forts_left", 0, most) for seat in SEATS}
    else:
        declared = a_whole_number(data["forts"], "forts", 0, most)
        left = {seat: max(0, declared - placed[seat]) for seat in SEATS}
    total = max(placed[seat] + left[seat] for seat in SEATS)
    declared = a_whole_number(data.get("forts", total), "forts", 0, most)
    if total > declared:
        raise impossible(f"a side has more than the {declared} forts that were declared [SKN-S3]")
    for seat in SEATS:
        if board.forts[seat] & ~HALVES[seat]:
            raise impossible(f"{seat} has a fort on the other half [SKN-S5]")
    ahead = left[decider] >= left[other(decider)]
    initiative = data.get("initiative", decider if ahead else other(decider))
    words = setup_words(decider, layout.PLACING, _seat(initiative, "the initiative"), board.forts)
    control = words[7]
    for index, seat in enumerate(SEATS):
        control |= left[seat] << (layout.LEFT_AT + layout.LEFT_WIDTH * index)
    words = (*words[:7], control)
    if not left[decider] or not engine().codes(words):
        raise impossible(f"{decider} has no fort to place, or no square for it [SKN-S6]")
    return State(options, words, str(initiative), (), declared)
