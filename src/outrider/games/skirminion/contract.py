"""The state as the contract's JSON, and back, also from JSON that somebody edited."""

from typing import Any

from outrider.core.initiative import PURPOSE
from outrider.core.pending import Decide, Over, Pending, Roll
from outrider.core.states import (
    a_face,
    a_seat,
    check_pending,
    check_phase,
    decider,
    fallen,
    written,
)
from outrider.core.values import a_string, a_whole_number, an_object, known_fields
from outrider.games.skirminion.engine import engine
from outrider.games.skirminion.kernel import layout
from outrider.games.skirminion.numbers import COUNTS, Numbers
from outrider.games.skirminion.position import (
    Board,
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
    fields = {
        "position": write_position(state),
        "initiative": initiative,
        "forts": state.declared,
    }
    if state.stage == layout.PLACING:
        fields["forts_left"] = {seat: state.forts_left(seat) for seat in SEATS}
    return written(game, state.setting, phase_of(state), pending_of(state), fields)


def load(data: dict[str, Any], setting: Setting) -> State:
    """A field that may be left out may be null, too."""
    data = {name: data[name] for name in data if data[name] is not None or name not in FURTHER}
    check_phase(data, PHASES)
    position = a_string(data["position"], "the position")
    check_pending(data)
    if data["phase"] == "setup":
        return _load_setup(setting, position, data)
    state = _load_battle(setting, position, data)
    declared = _declared(data["forts"], setting.numbers) if "forts" in data else None
    initiative = a_seat(data["initiative"], "the initiative") if "initiative" in data else None
    return State(setting, state.words, initiative, (), declared)


def _declared(value: object, numbers: Numbers) -> int:
    """SKN-S3."""
    least, most = numbers[layout.LEAST_FORTS], numbers[layout.MOST_FORTS]
    return a_whole_number(value, "the number of forts", least, most)


def _fort_count(value: object, numbers: Numbers) -> int:
    return a_whole_number(value, "the number of forts", 0, numbers[layout.MOST_FORTS])


def _load_battle(setting: Setting, position: str, data: dict[str, Any]) -> State:
    if "roll" in data["pending"]:
        raise impossible("no dice fall in a battle", "SKN-S2")
    if "forts_left" in data:
        raise impossible("in a battle all forts are placed", "SKN-S4")
    asked = decider(data["pending"])
    fields = read_fields(position, setting.numbers)
    if data["phase"] == "over" and not any(fields.board.healths.values()):
        # The one end that leaves no unit to read it from (SKN-V2); its own dump has to load.
        if (fields.activation, fields.siege) != ("-", "-"):
            raise impossible("nobody is left to be activated", "SKN-V2")
        control = layout.NOBODY_LEFT << layout.ENDING_AT | fields.counters
        board = fields.board
        return State(setting, words_of(fields.side, board.healths, board.forts, control))
    return battle_of(fields, setting, asked)


def _load_setup(setting: Setting, position: str, data: dict[str, Any]) -> State:
    fields = read_fields(position, setting.numbers)
    if (fields.activation, fields.siege, fields.counters) != ("-", "-", 0):
        raise impossible("in the set-up nobody has been activated yet", "SKN-S4")
    board = fields.board
    if board.healths != full_ranks(setting.numbers):
        units, health = COUNTS[setting.numbers[layout.UNITS]], setting.numbers[layout.HEALTH]
        raise impossible(
            f"the set-up begins with {units} units of health {health} a side", "SKN-S1"
        )
    if "roll" in data["pending"]:
        return _load_roll(setting, board, data)
    seat = decider(data["pending"])
    if seat is None:
        raise impossible("a game does not end in the set-up")
    if "forts" in data or "forts_left" in data:
        return _load_placing(setting, board, seat, data)
    _no_forts(board)
    initiative = other(seat)
    if data.get("initiative", initiative) != initiative:
        raise impossible("the side without the initiative declares the forts", "SKN-S3")
    words = setup_words(seat, layout.DECLARING, initiative, NO_FORTS, setting.numbers)
    return State(setting, words, initiative)


def _no_forts(board: Board) -> None:
    if any(board.forts.values()):
        raise impossible("there are forts, but none was declared", "SKN-S3")


def _load_roll(setting: Setting, board: Board, data: dict[str, Any]) -> State:
    """The roll for the initiative; Blue's turn to roll needs Red's face."""
    if "forts" in data or "forts_left" in data:
        raise impossible("forts are declared when the initiative is settled", "SKN-S3")
    _no_forts(board)
    rolled = tuple(map(a_face, fallen(data, SEATS[:1]).values()))
    words = setup_words("red", layout.DECLARING, "red", NO_FORTS, setting.numbers)
    state = State(setting, words, None, rolled)
    if data["pending"] != pending_of(state).to_json():
        raise impossible(f"it is for {roller(state)} to roll one die", "SKN-S2")
    return state


def _load_placing(setting: Setting, board: Board, placing: str, data: dict[str, Any]) -> State:
    """SKN-S4: the turns to place go round one by one, so the forts left say whose turn it is."""
    numbers = setting.numbers
    placed = {seat: board.forts[seat].bit_count() for seat in SEATS}
    if "forts_left" in data:
        given = an_object(data["forts_left"], "forts_left")
        known_fields(given, SEATS, "forts_left")
        left = {seat: _fort_count(given.get(seat), numbers) for seat in SEATS}
    else:
        declared = _declared(data["forts"], numbers)
        left = {seat: max(0, declared - placed[seat]) for seat in SEATS}
    total = max(placed[seat] + left[seat] for seat in SEATS)
    declared = _declared(data.get("forts", total), numbers)
    behind = left[placing] != left[other(placing)]
    initiative = a_seat(
        data.get("initiative", other(placing) if behind else placing), "the initiative"
    )
    if left[placing] - left[other(placing)] != (0 if placing == initiative else 1):
        raise impossible("the forts left do not fit whose turn it is to place", "SKN-S4")
    words = setup_words(placing, layout.PLACING, initiative, board.forts, numbers)
    control = words[7]
    for index, seat in enumerate(SEATS):
        control |= left[seat] << (layout.LEFT_AT + layout.LEFT_WIDTH * index)
    state = State(setting, (*words[:7], control), initiative, (), declared)
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
