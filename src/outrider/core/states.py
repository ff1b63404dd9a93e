"""What is the same in the states of all games: how they begin in JSON, and what is looked at first
when somebody has written one."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol, TypeAlias

from outrider.core.codec import Form, number
from outrider.core.options import Options
from outrider.core.pending import Over, Pending
from outrider.core.refusal import Refusal, malformed
from outrider.core.values import a_list, an_object, known_fields, shown
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


def check_head(data: dict[str, Any], phases: Sequence[str], offers: bool = False) -> dict[str, Any]:
    """What is said to be pending, if it is one thing, perhaps with an offer, and in a phase that
    there is."""
    if data["phase"] not in phases:
        named = " or ".join(phases) if len(phases) == 2 else f"one of {', '.join(phases)}"
        raise malformed(f"the phase is {named}, not {shown(data['phase'])}")
    pending: dict[str, Any] = data["pending"]
    further = ("offer",) if offers and "decide" in pending else ()
    known_fields(pending, (*WAITING, *further), "pending")
    if len(pending.keys() - {*further}) != 1:
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


# -- who begins ----------------------------------------------------------------------------------

Faces: TypeAlias = Mapping[str, int | None]
"""What has fallen for the initiative so far; nothing yet for those who roll once more."""
FACE = number(1, 6)


def initiative(seats: Sequence[str]) -> Form[str | Faces | None]:
    """The seat that has won the initiative; while the dice fall for it, the faces so far."""

    def read(value: object, what: str) -> str | Faces | None:
        if value is None or (isinstance(value, str) and value in seats):
            return value
        if not isinstance(value, dict):
            raise malformed(f"{what} is a seat of the game or null, not {shown(value)}")
        known_fields(value, seats, what)
        for face in value.values():
            _ = face is None or FACE.read(face, "a face")
        return value

    return Form(read, called="the initiative")


def winner(rule: str, *said: str | Faces | None) -> str | None:
    """Who begins, if it is said: however often, always the same."""
    seats = [seat for seat in said if isinstance(seat, str)]
    for faces in said:
        if faces is not None and not isinstance(faces, str):
            raise malformed(f"who begins is a seat or null, not {shown(faces)}")
    if len(set(seats)) > 1:
        raise impossible("`first` and `initiative` do not agree", rule)
    return seats[0] if seats else None


def fallen(said: str | Faces | None, seats: Sequence[str], again: bool = False) -> Faces:
    """The faces that have fallen, by the seats that may have rolled; where some roll `again`, those
    who have yet to are named without one."""
    faces = an_object({} if said is None else said, "the initiative, while the dice fall,")
    known_fields(faces, seats, "the initiative")
    if not again and None in faces.values():
        raise malformed("a face must be a whole number, not null")
    return faces
