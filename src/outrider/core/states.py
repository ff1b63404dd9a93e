"""What is the same in the states of all games: how they begin in JSON, and what is looked at first
when somebody has written one."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from outrider.core.options import Options
from outrider.core.pending import Over, Pending
from outrider.core.refusal import Refusal, malformed
from outrider.core.values import a_list, a_whole_number, an_object, known_fields, shown
from outrider.core.variant import Variant

TWO = ("red", "blue")
WAITING = ("decide", "roll", "over")


class Setting(Protocol):
    """What stays the same throughout a game."""

    @property
    def options(self) -> Options: ...
    @property
    def variant(self) -> Variant | None: ...


def written(
    game: str, setting: Setting, phase: str, pending: Pending, fields: Mapping[str, Any]
) -> dict[str, Any]:
    """A state, of whose fields these are the game's own. `variant` is there only where numbers are
    changed."""
    made = {
        "game": game,
        "options": setting.options.to_json(),
        "phase": phase,
        "pending": pending.to_json(),
        "result": pending.outcome.to_json() if isinstance(pending, Over) else None,
        **fields,
    }
    if setting.variant is not None:
        made["variant"] = setting.variant.to_json()
    return made


def impossible(message: str, rule: str | None = None) -> Refusal:
    return malformed(f"the state is impossible: {message}", rule)


def check_phase(data: dict[str, Any], phases: Sequence[str]) -> None:
    if data["phase"] not in phases:
        named = " or ".join(phases) if len(phases) == 2 else f"one of {', '.join(phases)}"
        raise malformed(f"the phase is {named}, not {shown(data['phase'])}")


def check_pending(data: dict[str, Any]) -> dict[str, Any]:
    """What is said to be pending, if it is one thing."""
    pending: dict[str, Any] = data["pending"]
    known_fields(pending, WAITING, "pending")
    if len(pending) != 1:
        raise malformed("pending is one of decide, roll and over")
    return pending


def a_seat(value: object, what: str) -> str:
    """One of the two seats of a game for two."""
    if value not in TWO:
        raise malformed(f"{what} is red or blue, not {shown(value)}")
    return str(value)


def decider(pending: dict[str, Any]) -> str | None:
    """Who of two is to decide; nobody, where something else is pending."""
    if "decide" not in pending:
        an_object(next(iter(pending.values())), "what is pending")
        return None
    seats = a_list(pending["decide"], "pending.decide")
    if len(seats) != 1:
        raise malformed(f"one seat decides at a time, not {shown(seats)}")
    return a_seat(seats[0], "pending.decide")


def fallen(data: dict[str, Any], seats: Sequence[str]) -> dict[str, Any]:
    """The faces that have fallen for the initiative, by the seats that may have rolled."""
    given = data.get("initiative")
    faces = an_object({} if given is None else given, "the initiative, while the dice fall,")
    known_fields(faces, seats, "the initiative")
    return faces


def a_face(value: object) -> int:
    return a_whole_number(value, "a face", 1, 6)
