"""A level of bots of any checkout as a program that sits at a table (docs/bots.md). `bench.duel`
runs it with that checkout's modules, so it asks them for no more than they have had for long."""

import json
import random
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import outrider
from outrider.bots import protocol
from outrider.bots.levels import bot_of
from outrider.bots.protocol import Clock


@dataclass(frozen=True, slots=True)
class Processor(Clock):
    """Counts the time that this process has had on the processor, whatever else a machine does."""

    used: float = field(default_factory=time.process_time)

    def left(self) -> float:
        return self.used + self.seconds - time.process_time()


class Timer(threading.Timer):
    """The same count for a checkout whose search is stopped by a timer: on a busy machine, time by
    the wall would leave it less to think in than its opponent."""

    def run(self) -> None:
        until = time.process_time() + self.interval
        while (rest := until - time.process_time()) > 0:
            if self.finished.wait(rest):
                return
        self.function(*self.args, **self.kwargs)


def loaded(game: Any, data: dict[str, Any]) -> Any:
    """A position in the words of this checkout."""
    refused: outrider.Refusal | None = None
    for version in versions(game, data):
        try:
            return game.load(version)
        except outrider.Refusal as refusal:
            refused = refused or refusal
    assert refused is not None
    raise refused


def versions(game: Any, data: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """A position as it is; less the options and the fields of units that have come since; and a
    move under way as it was told before, a look every half inch."""
    yield data
    own = game.dump(game.new(game.terms()).state)
    options = {name: data["options"][name] for name in own["options"]}
    known = own["units"][0].keys()
    units = [{name: unit[name] for name in known if name in unit} for unit in data["units"]]
    less = {**data, "options": options, "units": units}
    yield less
    if data.get("move"):
        yield from under_way(less)


def under_way(data: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The mover at each look of its way, from the one nearest to where it is; if nobody is asked at
    any of them, as one that goes no farther."""
    move = data["move"]
    held = [each if isinstance(each, str) else each["unit"] for each in move.get("held", ())]
    told = {"unit": move["unit"], "from": move["from"], "path": move["path"]}
    places = looks([move["from"], *move["path"]])
    gone = round(1000 * move["gone"])
    order = sorted(range(len(places)), key=lambda at: abs(places[at][0] - gone))
    for asked in dict.fromkeys((tuple(held), ())):
        for look in order:
            way = {**told, "look": look, "asked": list(asked)}
            yield stood(data, way, places[look][1])
    here = next(unit["at"] for unit in data["units"] if unit["id"] == move["unit"])
    yield stood(data, {**told, "from": here, "path": [], "look": 0, "asked": []}, here)


def stood(data: dict[str, Any], way: dict[str, Any], place: Sequence[float]) -> dict[str, Any]:
    units = [{**unit, "at": place} if unit["id"] == way["unit"] else unit for unit in data["units"]]
    return {**data, "units": units, "move": way}


def looks(path: Sequence[Sequence[float]]) -> list[tuple[int, Sequence[float]]]:
    """How far along a path, in thousandths, and where: every half inch, corners and the end."""
    from outrider.table import paths

    points = [tuple(round(1000 * each) for each in point) for point in path]
    found: list[tuple[int, Sequence[float]]] = []
    for _, point, far in paths.looks(points) if hasattr(paths, "looks") else ():
        found.append((far, [each / 1000 for each in point]))
    return found


def question(game: Any, state: Any, seat: str) -> tuple[Any, ...]:
    """What a bot of this checkout is given."""
    asked = getattr(protocol, "Asked", None)
    if asked is not None:
        return (asked.of(game, state, seat),)
    return game.view(state, seat), game.choices(state, seat)


def main() -> None:
    """Answer for a level of a game, in so many seconds."""
    id, level, seconds = sys.argv[1:4]
    threading.Timer = Timer  # type: ignore[misc]
    game: Any = outrider.game(id)
    game.warm()
    bot: Any = bot_of(game, level)
    print(json.dumps({"ready": True}), flush=True)
    for line in sys.stdin:
        asked = json.loads(line)
        state, seat = loaded(game, asked["state"]), asked["seat"]
        # The same question gets the same answer, unless the time cuts it short.
        source = random.Random(json.dumps(asked["state"]))
        action = bot.choose(*question(game, state, seat), Processor(float(seconds)), source)
        print(json.dumps({"id": asked["id"], "action": action.to_json()}), flush=True)
