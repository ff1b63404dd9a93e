"""Clocks. Times are whole milliseconds, and always come from outside: a clock never looks at one.

A match has no clock at all, so much time for every move, or so much in all with something added for
every move. Besides, the rules of a game may give a time to everybody together, such as a minute.
Pauses, in which there was no server, do not count.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal, TypeAlias

from outrider.core.frozen import frozen
from outrider.core.refusal import malformed
from outrider.core.wire import a_whole_number, an_object, known_fields, shown

SECOND = 1000
MOST_SECONDS = 30 * 24 * 3600
Pauses: TypeAlias = Sequence[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class Control:
    """How much time people have. `seconds` are a move's, or the whole game's, to which `increment`
    is added after every move."""

    kind: Literal["none", "move", "total"] = "none"
    seconds: int = 0
    increment: int = 0

    def to_json(self) -> dict[str, Any]:
        if self.kind == "none":
            return {"kind": "none"}
        made: dict[str, Any] = {"kind": self.kind, "seconds": self.seconds}
        return {**made, "increment": self.increment} if self.kind == "total" else made


def a_control(value: object) -> Control:
    """A time control from JSON; nothing is none."""
    if value is None:
        return Control()
    data = an_object(value, "the clock")
    kind = data.get("kind")
    if kind == "none":
        known_fields(data, ["kind"], "no clock")
        return Control()
    if kind not in ("move", "total"):
        raise malformed(f"the clock's kind is none, move or total, not {shown(kind)}")
    fields = ["kind", "seconds"] + (["increment"] if kind == "total" else [])
    known_fields(data, fields, "the clock")
    seconds = a_whole_number(data.get("seconds"), "the clock's seconds", 1, MOST_SECONDS)
    more = a_whole_number(data.get("increment", 0), "the clock's increment", 0, 3600)
    return Control(kind, seconds, more)


@frozen
class Clock:
    """`left` is what each seat had when it last stopped; the `running` ones have used time since
    then. `limit` is what the rules' own time is for, and when it ends."""

    control: Control
    left: Mapping[str, int] = field(default_factory=dict)
    running: tuple[str, ...] = ()
    since: int = 0
    limit: tuple[str, int] | None = None

    def remaining(self, seat: str, now: int, pauses: Pauses = ()) -> int | None:
        """What a seat has left; None if nobody counts."""
        left = self.left.get(seat)
        if left is None:
            return None
        return left - elapsed(self.since, now, pauses) if seat in self.running else left

    def limit_remaining(self, now: int, pauses: Pauses = ()) -> int | None:
        """What is left of the rules' own time."""
        if self.limit is None:
            return None
        return self.limit[1] - self.since - elapsed(self.since, now, pauses)

    def due(self, pauses: Pauses = ()) -> int | None:
        """When the next thing runs out, if nothing happens before."""
        ends = [self.since + self.left[seat] for seat in self.running]
        if self.limit is not None:
            ends.append(self.limit[1])
        return None if not ends else later(self.since, min(ends) - self.since, pauses)

    def flagged(self, now: int, pauses: Pauses = ()) -> str | None:
        """A seat whose time has run out, the one with the least of it."""
        over = [(self.remaining(seat, now, pauses) or 0, seat) for seat in self.running]
        least = min(over, default=(1, ""))
        return least[1] if least[0] <= 0 else None

    def moved_on(
        self,
        now: int,
        pauses: Pauses,
        acted: str | None,
        deciders: Sequence[str],
        limit: tuple[str, int] | None,
    ) -> "Clock":
        """The clock after something happened: `acted` did it, and these decide now, within the time
        of the rules (what it is for, how many seconds), if they give one."""
        if self.control.kind == "none" and limit is None and self.limit is None:
            return self  # nobody's time runs, before or after
        used = elapsed(self.since, now, pauses)
        left = dict(self.left)
        for seat in self.running:
            left[seat] = max(0, left[seat] - used)
        if acted in self.running:
            left[acted] = self._after_move(left[acted])
        end = self._limit_end(now, used, limit)
        running: tuple[str, ...] = ()
        if self.control.kind != "none" and limit is None:
            running = tuple(deciders)
            if self.control.kind == "move":
                fresh = [seat for seat in running if seat not in self.running or seat == acted]
                left.update(dict.fromkeys(fresh, self.control.seconds * SECOND))
        return Clock(self.control, left, running, now, end)

    def gone_back(self, before: "Clock", chosen: int, now: int, pauses: Pauses) -> "Clock":
        """The clock after something was taken back, which was chosen at some time by the clock
        `before`. Time that was used stays used, and nothing is added for a move that was not."""
        left = {
            seat: min(
                before.remaining(seat, chosen, pauses) or 0, self.remaining(seat, now, pauses) or 0
            )
            for seat in self.left
        }
        over = before.limit_remaining(chosen, pauses)
        limit = None if before.limit is None or over is None else (before.limit[0], now + over)
        return Clock(self.control, left, before.running, now, limit)

    def _after_move(self, left: int) -> int:
        if self.control.kind == "total":
            return left + self.control.increment * SECOND
        return self.control.seconds * SECOND

    def _limit_end(
        self, now: int, used: int, limit: tuple[str, int] | None
    ) -> tuple[str, int] | None:
        if limit is None:
            return None
        if self.limit is not None and self.limit[0] == limit[0]:
            # The same minute: what is left of it, without the pauses so far.
            return limit[0], now + self.limit[1] - self.since - used
        return limit[0], now + limit[1] * SECOND

    def to_json(self, now: int, pauses: Pauses = ()) -> dict[str, Any]:
        """What people are shown: milliseconds left, and whose run."""
        left = {seat: max(0, self.remaining(seat, now, pauses) or 0) for seat in self.left}
        limit = self.limit_remaining(now, pauses)
        return {
            "control": self.control.to_json(),
            "left": left,
            "running": list(self.running),
            "limit": None if limit is None else max(0, limit),
        }


def new_clock(control: Control, seats: Sequence[str], now: int) -> Clock:
    left = {} if control.kind == "none" else dict.fromkeys(seats, control.seconds * SECOND)
    return replace(Clock(control), left=left, since=now)


def elapsed(start: int, end: int, pauses: Pauses) -> int:
    """How long it was from one time to another, pauses left out."""
    length = max(0, end - start)
    for begin, over in merged(pauses):
        length -= max(0, min(over, end) - max(begin, start))
    return max(0, length)


def later(start: int, length: int, pauses: Pauses) -> int:
    """When so much time has passed, pauses left out."""
    if length <= 0:
        return start
    end = start + length
    for begin, over in merged(pauses):
        if over > start and begin < end:
            end += over - max(begin, start)
    return end


def merged(pauses: Pauses) -> list[tuple[int, int]]:
    """Pauses in order, those that overlap as one."""
    found: list[tuple[int, int]] = []
    for begin, over in sorted(pauses):
        if found and begin <= found[-1][1]:
            found[-1] = found[-1][0], max(over, found[-1][1])
        else:
            found.append((begin, over))
    return found
