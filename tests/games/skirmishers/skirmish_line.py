"""Small scenarios for tests: a bare table, pieces where they are wanted, scripted faces."""

from collections.abc import Mapping, Sequence
from typing import Any

from outrider.core.game import Step
from outrider.games.skirmishers.game import Skirmishers
from outrider.games.skirmishers.state import State

GAME = Skirmishers()
PLAIN = {"firing": 1, "attack": 1, "defense": 1, "movement": 6}
BOW = {"weapon": "bow", "range": 12}
RIFLE = {"weapon": "firearm", "range": 12}
DESTROY = [{"kind": "destroy-all"}]


def scenario(
    pieces: Mapping[str, Any],
    terrain: Sequence[dict[str, Any]] = (),
    red: list[dict[str, Any]] | None = None,
    blue: list[dict[str, Any]] | None = None,
    **more: Any,
) -> dict[str, Any]:
    """Pieces by id; what they do not say is plain: one die of everything and 6 inches."""
    sides: dict[str, Any] = {
        "red": {"pieces": [], "victory": red or DESTROY},
        "blue": {"pieces": [], "victory": blue or DESTROY},
    }
    for id, piece in pieces.items():
        seat = "red" if id[0] == "R" else "blue"
        sides[seat]["pieces"].append({"id": id, **PLAIN, **piece})
    table = {"size": [24, 24], "terrain": list(terrain)}
    return {"outrider_scenario": 1, "name": "a test", "table": table, "sides": sides, **more}


def begun(given: dict[str, Any], options: dict[str, Any] | None = None) -> State:
    return GAME.new(GAME.terms(options, scenario=given)).state


def played(state: State, *script: str | list[int]) -> State:
    """Actions as text, by whoever is asked, and faces as lists, one after the other."""
    for part in script:
        state = step(state, part).state
    return state


def step(state: State, part: str | list[int]) -> Step[State]:
    if isinstance(part, list):
        return GAME.roll(state, part)
    (seat,) = GAME.pending(state).seats  # type: ignore[union-attr]
    return GAME.apply(state, seat, GAME.read_action(part))


def edited(state: State, **units: dict[str, Any]) -> State:
    """The state with some fields of some units changed, by way of its JSON."""
    data = GAME.dump(state)
    for unit in data["units"]:
        unit |= units.get(unit["id"], {})
    return GAME.load(data)


def offered(state: State) -> dict[str, Any] | None:
    pending = GAME.dump(state)["pending"]
    offer: dict[str, Any] | None = pending.get("offer")
    return offer
