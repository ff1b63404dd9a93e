"""A fair fight dealt by lot, worked on as what people make is measured: in a process of its own, a
few seconds at a time for as long as somebody waits for it."""

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from outrider.server.examining import Examine, examined
from outrider.server.measuring import SLICE

if TYPE_CHECKING:
    from outrider.lab.dealing import Trial, Wish
    from outrider.server.thinking import Told, Work


@dataclass(frozen=True, slots=True)
class Deal:
    """A fight to be dealt by this seed, on from what was `kept` of it the last time."""

    game: str
    seed: int
    pieces: int
    kept: dict[str, Any] | None = None
    seconds: float = SLICE
    level: str = "study"

    @property
    def key(self) -> list[Any]:
        """What is the same wherever it is asked for."""
        return ["deal", self.game, self.seed, self.pieces]


def dealt(asked: Deal, told: "Told") -> "Work":
    """The work of a worker: fights are tried until one is fair, or out of time."""
    from outrider.bots import bot_of
    from outrider.games import game as game_by_id
    from outrider.lab.dealing import LEVEL, Wish

    game = game_by_id(asked.game)
    game.warm()
    bot_of(game, LEVEL)  # compiles what it needs, which takes nothing of the time for playing
    wish = Wish(asked.game, asked.seed, asked.pieces).check()
    return lambda: dealt_on(asked, wish, told)


def dealt_on(asked: Deal, wish: "Wish", told: "Told") -> dict[str, Any]:
    """So many seconds of it: how far it is, whether that is all, what to go on from, and how long
    it took without what had to be got ready before."""
    from outrider.lab.dealing import KEPT, MOST_TRIED, OPEN, Trial

    kept = asked.kept or {"number": 0, "games": 0, "trial": None}
    number, games = kept["number"], kept["games"]
    begun = time.monotonic()
    trial = Trial(wish, number, kept["trial"])

    def answer(found: dict[str, Any], over: bool, left: dict[str, Any] | None) -> dict[str, Any]:
        return {"found": found, "over": over, "kept": left, "spent": time.monotonic() - begun}

    while True:
        trial.look()
        now = {"tried": number + 1, "games": games + trial.tally.games}
        if trial.verdict == KEPT:
            return answer({**now, **told_of(wish, trial)}, True, None)
        told("part", now)
        if trial.verdict != OPEN:
            number, games = number + 1, games + trial.tally.games
            if number >= MOST_TRIED:
                return answer(now, True, None)
        if time.monotonic() > begun + asked.seconds:
            state = trial.state() if trial.verdict == OPEN else None
            left = {"number": number, "games": games, "trial": state}
            return answer(now, False, left)
        if trial.verdict != OPEN:
            trial = Trial(wish, number)


def told_of(wish: "Wish", trial: "Trial") -> dict[str, Any]:
    """The fight itself, as settings are told, with what was measured of it."""
    from outrider.lab.dealing import measured

    said = examined(Examine(wish.game, wish.kind, trial.value, pictured=True))["setting"]
    setting = {**said, "measured": measured(trial.tally).to_json()}
    return {"kind": wish.kind, "value": trial.value, "setting": setting}
