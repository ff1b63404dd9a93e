"""Positions, play and refusals in a few words, for the tests of Skirminion's rules.

Everything goes through the public interface. What stands on the board is read off the written
position (SKN-P5), as a player would read it.
"""

import itertools
from collections.abc import Iterable, Mapping
from typing import Any

import pytest

import outrider
from outrider import Action, Outcome, Refusal
from outrider.games.skirminion.actions import Move
from outrider.games.skirminion.state import State

GAME = outrider.game("skirminion")
FILES = "abcdefgh"
RANKS = "12345678"
SQUARES = tuple(file + rank for rank in RANKS for file in FILES)
START = "ffffffff/8/8/8/8/8/8/FFFFFFFF r - -"


def around(square: str) -> set[str]:
    """The squares in contact with one square, counted out by hand."""
    file, rank = FILES.index(square[0]), RANKS.index(square[1])
    return {
        FILES[file + right] + RANKS[rank + up]
        for right, up in itertools.product((-1, 0, 1), repeat=2)
        if (right, up) != (0, 0) and 0 <= file + right < 8 and 0 <= rank + up < 8
    }


def line(
    red: Mapping[str, int],
    blue: Mapping[str, int],
    red_forts: Iterable[str] = (),
    blue_forts: Iterable[str] = (),
    to_act: str = "red",
    activation: str = "-",
    siege: str = "-",
    quiet: int = 0,
    played: int = 0,
) -> str:
    """The text of a position: healths and forts by square."""
    seen = dict.fromkeys(red_forts, "P") | dict.fromkeys(blue_forts, "p")
    seen |= {square: "ABCDEF"[health - 1] for square, health in red.items()}
    seen |= {square: "abcdef"[health - 1] for square, health in blue.items()}
    rows = []
    for rank in reversed(RANKS):
        row = "".join(seen.get(file + rank, ".") for file in FILES)
        for empty in range(8, 0, -1):
            row = row.replace("." * empty, str(empty))
        rows.append(row)
    return f"{'/'.join(rows)} {to_act[0]} {activation} {siege} {quiet} {played}"


def position(
    red: Mapping[str, int],
    blue: Mapping[str, int],
    *,
    red_forts: Iterable[str] = (),
    blue_forts: Iterable[str] = (),
    to_act: str = "red",
    activation: str = "-",
    siege: str = "-",
    quiet: int = 0,
    played: int = 0,
    **options: int,
) -> State:
    """A battle with these healths and forts; `options` are the game's own."""
    text = line(red, blue, red_forts, blue_forts, to_act, activation, siege, quiet, played)
    return read(text, **options)


def read(text: str, **options: int) -> State:
    state = GAME.read(text, options)
    assert isinstance(state, State)
    return state


def rolled(*faces: int) -> State:
    """A new game after these dice for the initiative."""
    state: State = GAME.new(GAME.terms()).state
    for face in faces:
        state = GAME.roll(state, [face]).state
    return state


def decider(state: State) -> str | None:
    """The seat that has to decide; None while dice fall and when it is over."""
    pending = GAME.pending(state)
    return pending.seats[0] if isinstance(pending, outrider.Decide) else None


def play(state: State, *actions: str) -> State:
    """The state after these actions, each by the seat that has to decide."""
    for text in actions:
        state = GAME.apply(state, decider(state), GAME.read_action(text)).state
    return state


def event_names(state: State, action: str) -> list[str]:
    """What an action makes known, by the names of the events."""
    step = GAME.apply(state, decider(state), GAME.read_action(action))
    return [event.event for event in step.events]


def texts(state: State) -> set[str]:
    """Every action on offer, as text."""
    return {GAME.write_action(action) for action in GAME.choices(state, decider(state))}


def moves(state: State, unit: str) -> set[str]:
    """Where a unit may move to."""
    offered = GAME.choices(state, decider(state))
    return {one.target for one in offered if isinstance(one, Move) and one.source == unit}


def refusal_of(state: State, action: Action, seat: str | None) -> Refusal:
    """The refusal of an action, which has to leave the state alone and to explain itself."""
    before = GAME.dump(state)
    with pytest.raises(Refusal) as caught:
        GAME.apply(state, seat, action)
    assert GAME.dump(state) == before
    assert caught.value.message
    return caught.value


def refused(state: State, text: str, seat: str | None = None) -> tuple[str, str | None]:
    """Kind and rule of a refusal, for the deciding seat unless another is named."""
    refusal = refusal_of(state, GAME.read_action(text), seat or decider(state))
    return refusal.kind, refusal.rule


def illegal(state: State, text: str) -> str | None:
    """The rule an action of the deciding seat breaks."""
    assert text not in texts(state)
    kind, rule = refused(state, text)
    assert kind == "illegal"
    return rule


def board(state: State) -> dict[str, str]:
    """The letters of the written position by square."""
    seen: dict[str, str] = {}
    for rank, row in zip(reversed(RANKS), GAME.write(state).split()[0].split("/"), strict=True):
        files = iter(FILES)
        for letter in row:
            if letter.isdigit():
                next(itertools.islice(files, int(letter) - 1, None))
            else:
                seen[next(files) + rank] = letter
    return seen


def healths(state: State) -> dict[str, int]:
    """The healths of all units by square."""
    return {
        square: "abcdef".index(letter.lower()) + 1
        for square, letter in board(state).items()
        if letter not in "Pp"
    }


def forts(state: State) -> dict[str, str]:
    """The owners of the forts by square."""
    owners = {"P": "red", "p": "blue"}
    return {square: owners[letter] for square, letter in board(state).items() if letter in owners}


def activation(state: State) -> str:
    """The activation's field of the written position."""
    return GAME.write(state).split()[2]


def counters(state: State) -> tuple[int, int]:
    """Quiet activations and activations played, as the written position has them."""
    fields = [*GAME.write(state).split(), "0", "0"]
    return int(fields[4]), int(fields[5])


def outcome(state: State) -> Outcome | None:
    """How the game ended, if it has."""
    pending = GAME.pending(state)
    return pending.outcome if isinstance(pending, outrider.Over) else None


def ended(state: State) -> tuple[str, str] | None:
    """Who won (`draw` if nobody did) and the rule that says so; None while the game goes on."""
    result = outcome(state)
    if result is None:
        return None
    rule = next(id for id in (f"SKN-V{n}" for n in range(1, 6)) if id in result.reason)
    return (result.winners[0] if result.winners else "draw"), rule


def load(data: Any) -> State:
    state = GAME.load(data)
    assert isinstance(state, State)
    return state
