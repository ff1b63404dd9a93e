"""Whispers, a game with secrets: each of two whispers a number, and the higher one wins. Nobody
hears the other's before both have spoken."""

from dataclasses import dataclass, replace
from typing import Any, ClassVar

from outrider import (
    Action,
    Choices,
    Decide,
    Event,
    Game,
    Listed,
    Options,
    Outcome,
    Over,
    Pending,
    Rulebook,
    Step,
    Terms,
    illegal,
    malformed,
)
from outrider.core.wire import ActionSet, a_whole_number, wire

SEATS = ("red", "blue")
MOST = 9


@dataclass(frozen=True, slots=True)
class Whisper(Action):
    do: ClassVar[str] = "whisper"
    number: int = wire("number", lambda value: a_whole_number(value, "the number", 1, MOST))


@dataclass(frozen=True, slots=True)
class Whispered(Event):
    event: ClassVar[str] = "whispered"
    seat: str
    number: int | None

    def __str__(self) -> str:
        return f"{self.seat.capitalize()} whispers {self.number or 'something'}."


ACTIONS = ActionSet(Whisper)


@dataclass(frozen=True, slots=True)
class State:
    options: Options
    said: tuple[int | None, int | None] = (None, None)


class Whispers(Game[State, Whisper]):
    id = "whispers"
    title = "Whispers"
    rules_version = "1.0"
    secret = True

    def new(self, terms: Terms) -> Step[State]:
        return Step(State(terms.options), ())

    def seats_of(self, state: State) -> tuple[str, ...]:
        return SEATS

    def pending(self, state: State) -> Pending:
        red, blue = state.said
        if red is None or blue is None:
            return Decide(tuple(s for s, n in zip(SEATS, state.said, strict=True) if n is None))
        if red == blue:
            return Over(Outcome((), "the same number"))
        return Over(Outcome((SEATS[blue > red],), "the higher number"))

    def legal(self, state: State, seat: str | None) -> Choices[Whisper]:
        numbers = [Whisper(number) for number in range(1, MOST + 1)]
        return Listed(numbers, lambda action: illegal("WHI-1", f"numbers are 1 to {MOST}"))

    def advance(self, state: State, seat: str | None, action: Whisper) -> Step[State]:
        assert seat is not None
        red, blue = state.said
        said = (action.number, blue) if seat == "red" else (red, action.number)
        return Step(replace(state, said=said), (Whispered(seat, action.number),))

    def fall(self, state: State, faces: tuple[int, ...]) -> Step[State]:
        raise AssertionError("there are no dice")

    def heard(self, event: Event, seat: str | None) -> Event | None:
        if isinstance(event, Whispered) and event.seat != seat:
            return replace(event, number=None)
        return event

    def known(self, state: State, seat: str) -> State:
        red, blue = state.said
        return replace(state, said=(red, None) if seat == "red" else (None, blue))

    def view(self, state: State, seat: str | None) -> dict[str, Any]:
        whole = self.dump(state)
        if isinstance(self.pending(state), Over):
            return whole
        return {**whole, "said": [n if s == seat else None for s, n in _by_seat(state)]}

    def question(self, state: State) -> str:
        return "Who whispers a number?"

    def picture(self, state: State) -> str:
        return ""

    def rulebook(self) -> Rulebook:
        raise AssertionError("nobody asks for it here")

    def dump(self, state: State) -> dict[str, Any]:
        pending = self.pending(state)
        over = pending.outcome.to_json() if isinstance(pending, Over) else None
        return {
            "game": self.id,
            "options": state.options.to_json(),
            "phase": "play" if over is None else "over",
            "pending": pending.to_json(),
            "result": over,
            "said": list(state.said),
        }

    def load(self, data: object) -> State:
        fields, options = self.opened(data, ["said"])
        red, blue = fields["said"]
        return State(options, (red, blue))

    def write(self, state: State) -> str:
        return " ".join(str(number or "-") for number in state.said)

    def read(self, text: str, options: object = None, variant: object = None) -> State:
        raise malformed("whispers are not read")

    def action_from_json(self, data: object) -> Whisper:
        return ACTIONS.from_json(data)

    def write_action(self, action: Whisper) -> str:
        return str(action.number)

    def read_action(self, text: str) -> Whisper:
        return Whisper(int(text))


def _by_seat(state: State) -> list[tuple[str, int | None]]:
    return list(zip(SEATS, state.said, strict=True))


GAMES = (Whispers(),)
