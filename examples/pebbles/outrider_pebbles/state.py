"""A game of Pebbles as frozen data. What it waits for is worked out from it, never stored."""

from dataclasses import dataclass

from outrider import Decide, Flag, Number, Option, Options, Outcome, Over, Pending, Roll

SEAT_COUNTS = (2, 3, 4)
PURPOSE = "limit"
OPTIONS: tuple[Option, ...] = (
    Number("heap", 21, 1, 99, "PEB-S1", "How many pebbles there are at the beginning."),
    Flag("misere", False, "PEB-V2", "Whoever takes the last pebble loses."),
)


@dataclass(frozen=True, slots=True)
class State:
    """`turn` is whose turn it is, at the end who took the last pebble. `die` is None before the
    roll. `passed` are those who have used their pass, in the order of the seats."""

    options: Options
    seats: tuple[str, ...]
    heap: int
    turn: str
    die: int | None = None
    passed: tuple[str, ...] = ()

    @property
    def most(self) -> int:
        """How many pebbles may be taken now (PEB-T2, PEB-T3)."""
        return min(self.die or 0, self.heap)

    @property
    def following(self) -> str:
        """Whose turn is next (PEB-S2)."""
        return self.seats[(self.seats.index(self.turn) + 1) % len(self.seats)]


def pending_of(state: State) -> Pending:
    if state.heap == 0:
        return Over(outcome_of(state))
    if state.die is None:
        return Roll(PURPOSE, state.turn, 1)
    return Decide((state.turn,))


def outcome_of(state: State) -> Outcome:
    """How a game without pebbles has ended (PEB-V1, PEB-V2)."""
    if not state.options.flag("misere"):
        return Outcome((state.turn,), f"{state.turn} took the last pebble [PEB-V1]")
    others = tuple(seat for seat in state.seats if seat != state.turn)
    return Outcome(others, f"{state.turn} took the last pebble [PEB-V2]")
