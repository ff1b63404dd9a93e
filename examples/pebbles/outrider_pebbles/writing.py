"""The state as JSON and as one line (PEB-P2), and back, also after somebody edited it."""

import re
from typing import Any

from outrider import SEATS, Options, Over, Refusal, malformed
from outrider.core import a_list, a_whole_number, checked_seat, shown
from outrider_pebbles.state import SEAT_COUNTS, State, pending_of

PHASES = ("play", "over")
REQUIRED = ("heap", "turn")
FURTHER = ("seats", "die", "passed")
LINE = re.compile("([0-9]{1,2}) +(rb|rbg|rbga) +([rbga]) +([1-6-]) +(-|[rbga]+)")
LETTERS = {seat[0]: seat for seat in SEATS[: max(SEAT_COUNTS)]}


def impossible(message: str) -> Refusal:
    return malformed(f"the state is impossible: {message}")


def dump(game: str, state: State) -> dict[str, Any]:
    pending = pending_of(state)
    result = pending.outcome.to_json() if isinstance(pending, Over) else None
    return {
        "game": game,
        "options": state.options.to_json(),
        "phase": "play" if result is None else "over",
        "pending": pending.to_json(),
        "result": result,
        "seats": list(state.seats),
        "heap": state.heap,
        "turn": state.turn,
        "die": state.die,
        "passed": list(state.passed),
    }


def load(data: dict[str, Any], options: Options) -> State:
    """Of the fields that follow from others, `phase` and `result` are worked out anew."""
    if data["phase"] not in PHASES:
        raise malformed(f"the phase is play or over, not {shown(data['phase'])}")
    state = possible(
        options,
        a_list(data.get("seats", list(SEATS[: min(SEAT_COUNTS)])), "seats"),
        data["heap"],
        data["turn"],
        data.get("die"),
        a_list(data.get("passed", []), "passed"),
    )
    waits = pending_of(state)
    if not isinstance(waits, Over) and data["pending"] != waits.to_json():
        raise impossible(f"`pending` should be {shown(waits.to_json())}")
    return state


def possible(
    options: Options, seats: list[Any], heap: object, turn: object, die: object, passed: list[Any]
) -> State:
    """The state with these values, each of them checked. All that is read goes through here."""
    if len(seats) not in SEAT_COUNTS or tuple(seats) != SEATS[: len(seats)]:
        raise impossible(f"the seats are the first two to four, not {shown(seats)} [PEB-S1]")
    whose = checked_seat(turn, seats)
    users = {checked_seat(seat, seats) for seat in passed}
    if len(users) != len(passed):
        raise impossible("somebody has passed twice [PEB-T4]")
    left = a_whole_number(heap, "the heap", 0, options.number("heap"))
    face = None if die is None else a_whole_number(die, "the die", 1, 6)
    order = tuple(seat for seat in seats if seat in users)
    return State(options, tuple(seats), left, whose, face if left else None, order)


def write(state: State) -> str:
    seats, passed = ("".join(seat[0] for seat in group) for group in (state.seats, state.passed))
    return f"{state.heap} {seats} {state.turn[0]} {state.die or '-'} {passed or '-'}"


def read(text: str, options: Options) -> State:
    found = LINE.fullmatch(text.strip())
    if found is None:
        raise malformed(f"{shown(text)} is not a position, such as 21 rb r - -", "PEB-P2")
    heap, seats, turn, die, passed = found.groups()
    return possible(
        options,
        [LETTERS[letter] for letter in seats],
        int(heap),
        LETTERS[turn],
        None if die == "-" else int(die),
        [LETTERS[letter] for letter in passed.strip("-")],
    )
