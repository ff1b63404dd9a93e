"""A level of bots of any checkout as a program that sits at a table (docs/bots.md). `bench.duel`
runs it with that checkout's modules, so it asks them for no more than they have had for long."""

import json
import random
import sys
import time
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


def loaded(game: Any, data: dict[str, Any]) -> Any:
    """A position, less the options and the fields of units that have come since this checkout."""
    try:
        return game.load(data)
    except outrider.Refusal:
        own = game.dump(game.new(game.terms()).state)
        options = {name: data["options"][name] for name in own["options"]}
        known = own["units"][0].keys()
        units = [{name: unit[name] for name in known} for unit in data["units"]]
        return game.load({**data, "options": options, "units": units})


def question(game: Any, state: Any, seat: str) -> tuple[Any, ...]:
    """What a bot of this checkout is given."""
    asked = getattr(protocol, "Asked", None)
    if asked is not None:
        return (asked.of(game, state, seat),)
    return game.view(state, seat), game.choices(state, seat)


def main() -> None:
    """Answer for a level of a game, in so many seconds."""
    id, level, seconds = sys.argv[1:4]
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
