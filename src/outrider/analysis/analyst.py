"""Looking at one position: who will win, and what would be best.

One evaluator answers both: an action is worth what the position after it is, so that the chances
above a list of actions never say something else than the list.
"""

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, cast

from outrider.analysis.planned import Planned
from outrider.analysis.roads import Roads
from outrider.analysis.tallies import Estimate, Tally, even, shares, together
from outrider.bots.general import drawn
from outrider.bots.guests import guest_of, guests, is_guest
from outrider.bots.levels import LEVELS
from outrider.bots.protocol import Asked, Clock, Unhurried
from outrider.core.game import FACES, Game
from outrider.core.pending import Decide, Over, Roll
from outrider.core.refusal import unknown
from outrider.core.wire import Action, shown
from outrider.games.rooms import brought

SAMPLES = 256
"""How often a position is played on, if there is time;"""
FEWER = 64
"""and if it is one of many, or only a rough answer is wanted."""
FIRST = 2
"""How often in any case,"""
ROUND = 16
"""and at most between two looks at the clock."""
COUNTED, LEAST_COUNTED = 128, 16
"""How often where no clock says when it is enough, with two seats; with more it takes much longer,
and is done less often, but never fewer than so many times."""
AT_RANDOM, CANDIDATES = 32, 64
"""How often where it is played on at random, which takes long; and how many actions are looked at
then."""
LINE = 4
"""Choices that are told of how it may go on."""
STEPS = 1200
"""Choices after which a game that is played at random is taken for a draw."""
SEARCHING = 0.5
"""The share of the time that goes into finding actions; the rest goes into valuing them."""
ADVISER = "captain"


@dataclass(frozen=True, slots=True)
class Valued:
    """An action and what is known of the position after it. One is `chosen`: it need not have the
    highest value, where several are as good for all that is known."""

    action: Action
    seat: str
    tally: Tally
    chosen: bool = False

    @property
    def estimate(self) -> Estimate:
        return self.tally.estimate(self.seat)

    @property
    def value(self) -> float:
        return self.tally.means[self.seat]


@dataclass(frozen=True, slots=True)
class Look:
    """A position: every seat's chance, and for each that decides the best actions by value."""

    chances: Mapping[str, Estimate]
    best: Mapping[str, tuple[Valued, ...]]

    def to_json(self, game: Game[Any, Any]) -> dict[str, Any]:
        best = {
            seat: [
                {
                    "action": each.action.to_json(),
                    "text": game.write_action(each.action),
                    "chosen": each.chosen,
                    **bounds(each.estimate),
                }
                for each in found
            ]
            for seat, found in self.best.items()
        }
        return {"chances": {seat: bounds(one) for seat, one in self.chances.items()}, "best": best}


def bounds(estimate: Estimate) -> dict[str, float]:
    """A chance in JSON, and between what it lies."""
    found = {"value": estimate.mean, "low": estimate.low, "high": estimate.high}
    return {name: round(value, 4) for name, value in found.items()}


@lru_cache(maxsize=64)
def hook(game: Game[Any, Any], name: str) -> Callable[..., Any] | None:
    """What is known of a game's positions: in the folder here of its name, or by the family of its
    bots; if there is any."""
    family = getattr(brought(game, "outrider.bots", "bots"), "FAMILY", None)
    return getattr(Planned(family) if family else brought(game, __package__), name, None)


def checked_level(level: str) -> str:
    """A level, or a guest, who says what it would choose among what a captain looks at."""
    if level not in LEVELS and not is_guest(level):
        known = ", ".join((*LEVELS, *guests()))
        raise unknown(f"there is no level {shown(level)}; there are {known}")
    return level


@dataclass(frozen=True, slots=True)
class Onward:
    """A step of how it may go on: what a seat would do, or what its dice show."""

    seat: str | None
    action: Action | None = None
    faces: tuple[int, ...] = ()
    purpose: str = ""


class Analyst:
    """Looks at positions of one game. The same seed sees the same, unless time cuts it short; where
    no `seconds` are given, counts alone say when it is enough. What has to be compiled is compiled
    here, before any clock runs."""

    def __init__(self, game: Game[Any, Any], seed: int = 1) -> None:
        self._game = game
        self._seed = seed
        self._searched = hook(game, "searched")
        self._sampled = hook(game, "sampled")
        self._roads = Roads(game, hook(game, "onward"))
        ready = hook(game, "ready")
        if ready is not None:
            ready(game)

    @property
    def is_slow(self) -> bool:
        """Whether what judges is not compiled yet: then nothing can be looked at by count."""
        plain = hook(self._game, "plain")
        return plain is not None and bool(plain(self._game))

    # -- chances -----------------------------------------------------------------------------------

    def chances(self, state: Any, seconds: float = 1.0) -> dict[str, float]:
        """Everybody's winning chance, dice to come taken as they may fall."""
        found = self.estimates(state, FEWER, seconds)
        return {seat: estimate.mean for seat, estimate in found.items()}

    def estimates(
        self, state: Any, samples: int = SAMPLES, seconds: float | None = 20.0
    ) -> dict[str, Estimate]:
        """Winning chances with their bounds."""
        clock = Clock(seconds) if seconds is not None else Unhurried()
        samples = min(samples, self._most(state, clock))
        found = self.tally(state, 0, min(FIRST, samples))
        while 0 < found.samples < samples and not clock.is_over():
            found = found.plus(self.tally(state, found.samples, self._next(found, samples)))
        return {seat: found.estimate(seat) for seat in self._game.seats_of(state)}

    def _most(self, state: Any, clock: Clock) -> int:
        """How often a position is played on at most: by the game alone, where there is no clock."""
        if not isinstance(clock, Unhurried):
            return SAMPLES
        if self._sampled is None:
            return AT_RANDOM
        return max(LEAST_COUNTED, COUNTED * 4 // len(self._game.seats_of(state)) ** 2)

    @staticmethod
    def _next(found: Tally, most: int) -> int:
        """How many samples to take before the next look at the clock; none, if there are enough."""
        return min(ROUND, found.samples, max(0, most - found.samples))

    def tally(self, state: Any, first: int, count: int, salt: int = 0) -> Tally:
        """What the samples from number `first` on show of a position, or what a search does. The
        same `salt` means the same dice: good to compare actions, but where the swings of a game are
        added up, luck that is the same in all of them would add up, too."""
        pending = self._game.pending(state)
        seats = self._game.seats_of(state)
        if isinstance(pending, Over):
            return Tally(shares(pending.outcome, seats))
        seed = f"{self._seed}|{salt}"
        source = random.Random(f"{seed}|{first}")
        if self._searched is not None:
            return together(
                [
                    (self._found(road.state), len(road.seeds))
                    for road in self._roads.taken(state, 0, FEWER, seed, source)
                ]
            )
        sums = dict.fromkeys(seats, 0.0)
        for road in self._roads.taken(state, first, count, seed, source):
            for seat, mean in self._judged(road.state, road.seeds).items():
                sums[seat] += mean * len(road.seeds)
        return Tally({seat: value / count for seat, value in sums.items()}, count)

    def _found(self, state: Any) -> Tally:
        """What a search finds: the position is worth what the best action is."""
        assert self._searched is not None
        _, chances, doubt = self._searched(self._game, state, ADVISER, None)[0]
        return Tally(chances, 0, doubt)

    def _judged(self, state: Any, seeds: Sequence[int]) -> Mapping[str, float]:
        """The means over playouts from a position in which somebody decides, or all is over."""
        pending, seats = self._game.pending(state), self._game.seats_of(state)
        if isinstance(pending, Over):
            return shares(pending.outcome, seats)
        if self._sampled is not None:
            return cast(Mapping[str, float], self._sampled(self._game, state, seats, seeds))
        ends = [self._played_on(state, random.Random(seed)) for seed in seeds]
        return {seat: sum(end[seat] for end in ends) / len(ends) for seat in seats}

    def _played_on(self, state: Any, source: random.Random) -> dict[str, float]:
        """At random to the end, for games whose bots bring nothing better."""
        game = self._game
        for _ in range(STEPS):
            state = self._roads.end(state, source)
            pending = game.pending(state)
            if isinstance(pending, Over):
                return shares(pending.outcome, game.seats_of(state))
            assert isinstance(pending, Decide)
            seat = pending.seats[int(source.random() * len(pending.seats))]
            state = game.apply(state, seat, game.choices(state, seat).sample(source)).state
        return even(game.seats_of(state))

    # -- what to do --------------------------------------------------------------------------------

    def look(
        self, state: Any, most: int = 5, level: str = ADVISER, seconds: float | None = 10.0
    ) -> Look:
        """Chances and actions together. Where one seat decides, the chances are those after what it
        would do."""
        pending = self._game.pending(state)
        seats = pending.seats if isinstance(pending, Decide) else ()
        part = seconds and seconds / (1 if len(seats) == 1 else 1 + len(seats))
        best = {seat: self.valued(state, seat, most, level, part) for seat in seats}
        chosen = [each for each in best[seats[0]] if each.chosen] if len(seats) == 1 else []
        if chosen:
            tally, all_seats = chosen[0].tally, self._game.seats_of(state)
            return Look({seat: tally.estimate(seat) for seat in all_seats}, best)
        return Look(self.estimates(state, seconds=part), best)

    def best(
        self,
        state: Any,
        seat: str,
        most: int = 5,
        level: str = ADVISER,
        seconds: float | None = None,
    ) -> list[tuple[Action, float]]:
        """Actions with what each is worth to the seat: the one to choose, then the best."""
        found = self.valued(state, seat, most, level, seconds)
        return [
            (each.action, each.value) for each in sorted(found, key=lambda each: not each.chosen)
        ]

    def valued(
        self,
        state: Any,
        seat: str,
        most: int = 5,
        level: str = ADVISER,
        seconds: float | None = None,
        also: Action | None = None,
    ) -> tuple[Valued, ...]:
        """The best actions by value, one of them marked as the one to choose; and `also` another,
        whatever it is worth."""
        if is_guest(checked_level(level)):
            return self._with_guest(state, seat, most, level, seconds)
        if self._searched is not None:
            found = self._searched(self._game, state, level, seconds)
            kept = [each for at, each in enumerate(found) if at < most or each[0] == also]
            return tuple(
                Valued(action, seat, Tally(chances, 0, doubt), at == 0)
                for at, (action, chances, doubt) in enumerate(kept)
            )
        clock = Clock(seconds) if seconds is not None else Unhurried()
        actions, chosen = self._candidates(state, seat, level, seconds)
        actions = actions[:most] if chosen is not None else actions
        if also is not None and also not in actions:
            actions.append(also)
        kept = self._weighed(state, seat, actions, most, clock, tuple(filter(None, (chosen, also))))
        first = kept[0].action if chosen is None else chosen
        return tuple(replace(each, chosen=each.action == first) for each in kept)

    def _with_guest(
        self, state: Any, seat: str, most: int, name: str, seconds: float | None
    ) -> tuple[Valued, ...]:
        """The adviser's best, and among them what a guest would choose, which is valued as they
        are."""
        asked = Asked.of(self._game, state, seat)
        clock = Clock(SEARCHING * seconds) if seconds is not None else Unhurried()
        try:
            liked = guest_of(self._game, name).choose(asked, clock, random.Random(self._seed))
        except Exception as error:
            raise unknown(f"the bot {shown(name)} gave no answer: {error}") from None
        if liked not in asked.choices:
            raise unknown(f"the bot {shown(name)} wants what is not allowed")
        found = self.valued(state, seat, most, ADVISER, seconds, liked)
        return tuple(replace(each, chosen=each.action == liked) for each in found)

    def _candidates(
        self, state: Any, seat: str, level: str, seconds: float | None
    ) -> tuple[list[Action], Action | None]:
        """Actions worth a look, and which of them a bot would choose, if there is one."""
        source = random.Random(self._seed)
        ranked = hook(self._game, "ranked")
        if ranked is None:
            return drawn(self._game.choices(state, seat), CANDIDATES, source), None
        clock = Clock(SEARCHING * seconds) if seconds is not None else Unhurried()
        found = [each for each, _ in ranked(self._game, state, seat, level, clock, source)]
        return found, found[0]

    def line(self, state: Any, seat: str, first: Action, most: int = LINE) -> list[Onward]:
        """How it may go on with an action: what a bot would do after it for either side, and dice
        as they may fall."""
        source = random.Random(f"{self._seed}|line")
        told = [Onward(seat, first)]
        state = self._game.apply(state, seat, first).state
        while True:
            pending = self._game.pending(state)
            if isinstance(pending, Roll):
                faces = tuple(1 + int(FACES * source.random()) for _ in range(pending.dice))
                told.append(Onward(pending.seat, None, faces, pending.purpose))
                state = self._game.roll(state, faces).state
                continue
            chosen = sum(each.action is not None for each in told)
            if isinstance(pending, Over) or chosen >= most:
                return told
            who = pending.seats[0]
            action = self._choice(state, who)
            if action is None:
                return told
            told.append(Onward(who, action))
            state = self._game.apply(state, who, action).state

    def _choice(self, state: Any, seat: str) -> Action | None:
        """What a bot would do; nobody knows where a game has none of its own."""
        if self._searched is not None:
            found: Action = self._searched(self._game, state, ADVISER, None)[0][0]
            return found
        return self._candidates(state, seat, ADVISER, None)[1]

    def _weighed(
        self,
        state: Any,
        seat: str,
        actions: Sequence[Action],
        most: int,
        clock: Clock,
        kept_anyway: Sequence[Action] = (),
    ) -> list[Valued]:
        """Play on after each action, with the same dice after all of them. An action that there was
        no time for is not listed: nothing is known of it."""
        known: dict[Action, tuple[Any, Tally]] = {}
        for action in actions:
            if known and clock.is_over():
                break
            after = self._game.apply(state, seat, action).state
            known[action] = after, self.tally(after, 0, FIRST)
        kept = sorted(known, key=lambda each: -known[each][1].means[seat])[:most]
        for action in kept_anyway:
            if action not in kept and action in known:
                kept = [*(kept[:-1] if len(kept) == most else kept), action]
        often = self._most(state, clock)
        while not clock.is_over() and any(self._next(known[each][1], often) for each in kept):
            for action in kept:
                after, tally = known[action]
                if not clock.is_over() and (more := self._next(tally, often)):
                    known[action] = after, tally.plus(self.tally(after, tally.samples, more))
        kept.sort(key=lambda each: -known[each][1].means[seat])
        return [Valued(each, seat, known[each][1]) for each in kept]
