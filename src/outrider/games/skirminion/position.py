"""Positions on one line (SKN-P5)."""

import re
from dataclasses import dataclass

from outrider.core.refusal import Refusal, malformed
from outrider.core.wire import shown
from outrider.games.skirminion.board import (
    FILES,
    HALVES,
    NUMBER,
    RANKS,
    RING,
    around,
    bit,
    bits_of,
    names,
)
from outrider.games.skirminion.engine import engine
from outrider.games.skirminion.kernel import layout
from outrider.games.skirminion.numbers import Numbers
from outrider.games.skirminion.state import SEATS, Setting, State, Words, other, words_of

UNITS = {
    letter: (seat, health)
    for seat, letters in (("red", "ABCDEF"), ("blue", "abcdef"))
    for health, letter in enumerate(letters, 1)
}
FORTS = {"P": "red", "p": "blue"}
LETTERS = {seen: letter for letter, seen in UNITS.items()}
FORT_LETTERS = {seat: letter for letter, seat in FORTS.items()}
SIDES = {"r": "red", "b": "blue"}
ACTIVATION = re.compile(r"([a-h][1-8])(m?)(a?)")
SIEGE = re.compile(r"([a-h][1-8])\*([a-h][1-8])")
COUNTER = re.compile("[0-9]{1,7}")
LONGEST = 200


def impossible(message: str, rule: str = "SKN-P5") -> Refusal:
    return malformed(f"the position is impossible: {message}", rule)


def write_board(state: State) -> str:
    """Ranks 8 to 1, a digit for so many empty squares."""
    letters = [" "] * len(NUMBER)
    low, middle, high = state.words[4:7]
    for seat in SEATS:
        for square in bits_of(state.units_of(seat)):
            health = low >> square & 1 | (middle >> square & 1) << 1 | (high >> square & 1) << 2
            letters[square] = LETTERS[seat, health]
        for square in bits_of(state.forts_of(seat)):
            letters[square] = FORT_LETTERS[seat]
    wide = len(FILES)
    rows = ["".join(letters[first : first + wide]) for first in range(0, len(letters), wide)]
    text = "/".join(reversed(rows))
    for count in range(wide, 0, -1):
        text = text.replace(" " * count, str(count))
    return text


def write_position(state: State) -> str:
    """The whole line; the counters only if one of them is not 0."""
    activation = state.activated or "-"
    if state.activated is not None:
        activation += "m" * bool(state.control & layout.MOVED)
        activation += "a" * bool(state.control & layout.ATTACKED)
    siege = "-" if state.besieged is None else f"{state.activated}*{state.besieged}"
    counters = f" {state.quiet} {state.played}" if state.quiet or state.played else ""
    return f"{write_board(state)} {state.decider[0]} {activation} {siege}{counters}"


class Board:
    """What stands where, while a line is being read."""

    def __init__(self, text: str, numbers: Numbers) -> None:
        self.healths: dict[str, dict[str, int]] = {seat: {} for seat in SEATS}
        self.forts: dict[str, int] = dict.fromkeys(SEATS, 0)
        rows = text.split("/")
        if len(rows) != len(RANKS):
            raise malformed(f"a board has 8 rows, not {len(rows)}", "SKN-P5")
        for rank, row in zip(reversed(RANKS), rows, strict=True):
            self._read_row(rank, row)
        self._check_units(numbers[layout.UNITS])
        self._check_forts(numbers)

    def _read_row(self, rank: str, row: str) -> None:
        file = 0
        for letter in row:
            if letter in "12345678":
                file += int(letter)
                continue
            if file < len(FILES) and letter in UNITS:
                seat, health = UNITS[letter]
                self.healths[seat][FILES[file] + rank] = health
            elif file < len(FILES) and letter in FORTS:
                self.forts[FORTS[letter]] |= bit(FILES[file] + rank)
            elif letter not in UNITS and letter not in FORTS:
                raise malformed(
                    f"row {rank}: {shown(letter)} is neither a unit of health 1 to 6 (A-F, a-f) "
                    "nor a fort (P, p) nor a number of empty squares",
                    "SKN-P5",
                )
            file += 1
        if file != len(FILES):
            raise malformed(f"row {rank} has {file} squares instead of 8", "SKN-P5")

    def _check_units(self, most: int) -> None:
        for seat in SEATS:
            if len(self.healths[seat]) > most:
                raise impossible(f"{seat} has {len(self.healths[seat])} units, but {most} at most")

    def _check_forts(self, numbers: Numbers) -> None:
        """Forts stay where they were placed, so what holds for placing them holds ever after."""
        forts = self.forts["red"] | self.forts["blue"]
        apart, most = numbers[layout.FORTS_APART], numbers[layout.MOST_FORTS]
        for name in names(forts):
            close = forts & around(name, apart - 1)
            if close:
                how = "adjacent" if apart == 2 else f"less than {apart} steps apart"
                raise impossible(
                    f"the forts on {name} and {next(names(close))} are {how}", "SKN-S5"
                )
        for half in HALVES.values():
            if (forts & half).bit_count() > most:
                raise impossible(f"there are more than {most} forts on one half")
        beyond = forts & ~(numbers[layout.RED_ROWS] | numbers[layout.BLUE_ROWS])
        if beyond:
            rows = numbers[layout.FORT_ROWS]
            raise impossible(
                f"the fort on {next(names(beyond))} is on nobody's first {rows} rows", "SKN-S5"
            )

    def unit_of(self, name: str, seat: str, what: str) -> None:
        if name not in self.healths[seat]:
            raise impossible(f"{what} says {name}, but no unit of {seat} is there")


@dataclass(frozen=True, slots=True)
class Fields:
    """The parts of a line, each in its own form; whether they fit together is another question."""

    board: Board
    side: str
    activation: str
    siege: str
    quiet: int
    played: int

    @property
    def counters(self) -> int:
        """The two counters, as bits of the control word."""
        return self.quiet << layout.QUIET_AT | self.played << layout.PLAYED_AT


def read_fields(text: str, numbers: Numbers) -> Fields:
    """Take a line apart."""
    if len(text) > LONGEST:
        raise malformed(f"a position has at most {LONGEST} characters", "SKN-P5")
    fields = text.split()
    if not 4 <= len(fields) <= 6:
        raise malformed(f"a position has 4 to 6 fields, not {len(fields)}", "SKN-P5")
    if fields[1] not in SIDES:
        raise malformed(f"the side to decide is r or b, not {shown(fields[1])}", "SKN-P5")
    return Fields(
        Board(fields[0], numbers),
        SIDES[fields[1]],
        fields[2],
        fields[3],
        read_counter(fields, 4),
        read_counter(fields, 5),
    )


def read_position(text: str, setting: Setting, decider: str | None = None) -> State:
    """A battle from its line. `decider` overrides the side, where nothing is under way."""
    return battle_of(read_fields(text, setting.numbers), setting, decider)


def battle_of(fields: Fields, setting: Setting, decider: str | None = None) -> State:
    board = fields.board
    if not board.healths["red"] and not board.healths["blue"]:
        raise impossible("there is no unit on the board")
    side = fields.side
    if decider not in (None, side) and fields.activation == "-":
        side = decider or side
    elif decider not in (None, side):
        raise impossible(f"{decider} is to decide, but {side} is in the middle of it")
    active, control = _control(board, side, fields.activation, fields.siege)
    words = words_of(active, board.healths, board.forts, control | fields.counters)
    return State(setting, judged(words, setting.numbers))


def read_counter(fields: list[str], index: int) -> int:
    if index >= len(fields):
        return 0
    if not COUNTER.fullmatch(fields[index]) or int(fields[index]) > layout.MOST_COUNTED:
        raise malformed(f"{shown(fields[index])} is not a number of activations", "SKN-P5")
    return int(fields[index])


def _control(board: Board, side: str, activation: str, siege: str) -> tuple[str, int]:
    """Who is active, and the bits of the activation."""
    if activation == "-":
        if siege != "-":
            raise impossible("a siege waits, but no unit is activated")
        return side, 0
    found = ACTIVATION.fullmatch(activation)
    if found is None or activation == found[1]:
        raise malformed(
            f"{shown(activation)} is not an activation: a square, then m, a or both", "SKN-P5"
        )
    active = side if siege == "-" else other(side)
    board.unit_of(found[1], active, "the activation")
    control = layout.ACTING | NUMBER[found[1]] << layout.SQUARE_AT
    control |= layout.MOVED * bool(found[2]) | layout.ATTACKED * bool(found[3])
    if siege == "-":
        if found[2] and found[3]:
            raise impossible("a unit that has moved and attacked has nothing left to do")
        return active, control
    return active, control | _siege(board, side, found, siege)


def _siege(board: Board, owner: str, activation: re.Match[str], siege: str) -> int:
    """The bits of a siege whose recipient `owner` has to choose (SKN-A4, SKN-A5)."""
    found = SIEGE.fullmatch(siege)
    if found is None:
        raise malformed(f"{shown(siege)} is not a siege, such as e3*d4", "SKN-P5")
    attacker, fort = found.groups()
    if attacker != activation[1] or not activation[3]:
        raise impossible("the besieging unit is not the one that is activated and has attacked")
    if not board.forts[owner] & bit(fort):
        raise impossible(f"{owner} has no fort on {fort}")
    if not RING[attacker] & bit(fort):
        raise impossible(f"{attacker} does not touch the fort on {fort}", "SKN-A4")
    defenders = sum(bit(name) for name in board.healths[owner])
    if RING[attacker] & defenders:
        raise impossible(f"{attacker} touches an enemy unit and could not besiege", "SKN-A4")
    if (RING[fort] & defenders).bit_count() < len(SEATS):
        raise impossible(f"fewer than two units could be chosen at {fort}", "SKN-P3")
    return layout.SIEGE | NUMBER[fort] << layout.FORT_AT


def judged(words: Words, numbers: Numbers) -> Words:
    """The words with their ending; of a game that goes on, an activation with something to do."""
    words = engine().judge(words, numbers)
    control = words[7]
    if control >> layout.ENDING_AT & 15:
        return (*words[:7], control & ~layout.ACTIVATION)
    if control & layout.ACTING and len(engine().codes(words, numbers)) == 1:
        raise impossible("the activated unit has nothing left to do", "SKN-P2")
    return words
