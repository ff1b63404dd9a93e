"""Exact chances by the rules alone: every face of every die, every answer of the other side.

Only what is chosen from a list is looked at: attacks and commands, from where everybody stands.
Places are chosen from a continuum, of which no list is the whole.
"""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, product
from math import factorial, prod
from typing import Any, TypeAlias, cast

from outrider.core.game import FACES, Game, Step
from outrider.core.offer import Offer
from outrider.core.pending import Decide, Over, Roll
from outrider.core.refusal import malformed
from outrider.core.wire import Action
from outrider.puzzles.puzzle import STRIKE, TAKE, Aim
from outrider.puzzles.solving import Answer, Unsolved

BUDGET = 60_000
"""Steps of the rules for one puzzle."""
NONE, SURE = Fraction(0), Fraction(1)
NOBODY: frozenset[str] = frozenset()
DIED = "died"
"""The event that says so, in every game (docs/protocol.md)."""


def is_listed(offer: Offer) -> bool:
    """Whether an action is one of a list: no place has to be picked for it."""
    return not offer.goes and (offer.at_once or isinstance(offer.place, str))


class Chances:
    """For any game whose state has `units`."""

    alike = False
    """Whether it does not matter which of several dice shows what: then each set of faces need be
    looked at once."""

    def __init__(self, game: Game[Any, Any], budget: int = BUDGET) -> None:
        self._game = game
        self._budget = budget

    def look(self, state: Any, seat: str, aim: Aim) -> "Look":
        made = Look(self._game, seat, reached(self._game, state, seat, aim), self._budget)
        made.faces = sets_of_faces if self.alike else all_faces
        return made

    def answers(self, state: Any, seat: str, aim: Aim) -> list[Answer]:
        if aim.kind not in (TAKE, STRIKE):
            raise malformed(f"{self._game.title} has no puzzles of the kind {aim.kind}")
        look = self.look(state, seat, aim)
        actions = look.listed(state)
        found = [Answer(each, self._chance(look, state, aim, each)) for each in actions]
        return sorted(found, key=lambda answer: -answer.chance)

    def _chance(self, look: "Look", state: Any, aim: Aim, action: Action) -> Fraction:
        if aim.kind == TAKE:
            return look.after(state, look.seat, action)
        chances = self._game.odds(state, look.seat, action).chances
        return chances.get(aim.to, NONE)

    def reply(self, state: Any, seat: str, aim: Aim) -> Action:
        pending = cast(Decide, self._game.pending(state))
        asked = pending.seats[0]
        look = self.look(state, seat, aim)
        return min(look.all_of(state, asked), key=lambda action: look.after(state, asked, action))

    def left(self, state: Any, aim: Aim, after: Any) -> Aim:
        return aim

    def get_ready(self) -> None:
        self._game.get_ready()


Fallen: TypeAlias = frozenset[str]
Ways: TypeAlias = tuple[tuple[tuple[int, ...], int], ...]
"""Faces, and in how many ways they fall."""


def reached(game: Game[Any, Any], state: Any, seat: str, aim: Aim) -> Callable[[Fallen], bool]:
    """Whether the aim is reached when these units have fallen since the state it was set in."""
    if aim.kind == STRIKE:
        return lambda fallen: False
    units = game.dump(state).get("units", [])
    enemies = {unit["id"] for unit in units if unit["seat"] != seat and unit["alive"]}
    if aim.unit is not None and aim.unit not in enemies:
        raise malformed(f"aim.unit: {aim.unit} is no enemy on the table")
    if aim.unit is not None:
        return lambda fallen: aim.unit in fallen
    return lambda fallen: len(fallen & enemies) >= aim.units


class Look:
    """One look from one position; what was met is remembered."""

    def __init__(
        self, game: Game[Any, Any], seat: str, aim: Callable[[Fallen], bool], budget: int
    ) -> None:
        self._game, self.seat, self._aim = game, seat, aim
        self._left = budget
        self.faces: Callable[[int], Ways] = all_faces
        self._met: dict[tuple[Any, Fallen], Fraction] = {}

    def listed(self, state: Any) -> list[Action]:
        """What a seat may choose from without picking a place."""
        choices = self._game.choices(state, self.seat)
        return [each for each in choices if is_listed(self._game.offer(state, each))]

    def all_of(self, state: Any, seat: str) -> list[Action]:
        """All answers of another seat; where there is no list of them, nothing can be proved."""
        choices = self._game.choices(state, seat)
        if not choices.complete:
            raise Unsolved
        return list(choices)

    def after(self, state: Any, seat: str, action: Action, fallen: Fallen = NOBODY) -> Fraction:
        return self.chance(*_and_fallen(self._game.advance(state, seat, action), fallen))

    def spend(self, steps: int) -> None:
        self._left -= steps
        if self._left < 0:
            raise Unsolved

    def chance(self, state: Any, fallen: Fallen) -> Fraction:
        """The chance to reach the aim from here, before one's turn is over."""
        known = self._met.get((state, fallen))
        if known is None:
            self.spend(1)
            known = self._met[state, fallen] = self._worked_out(state, fallen)
        return known

    def _worked_out(self, state: Any, fallen: Fallen) -> Fraction:
        if self._aim(fallen):
            return SURE
        pending = self._game.pending(state)
        if isinstance(pending, Over):
            return NONE
        if isinstance(pending, Roll):
            return self._rolled(state, pending, fallen)
        if self.seat in pending.seats:
            own = (self.after(state, self.seat, each, fallen) for each in self.listed(state))
            return max(own, default=NONE)
        if pending.offer is None:
            return NONE
        asked = pending.seats[0]
        return min(self.after(state, asked, each, fallen) for each in self.all_of(state, asked))

    def _rolled(self, state: Any, pending: Roll, fallen: Fallen) -> Fraction:
        ways = self.faces(pending.dice)
        self.spend(len(ways))
        falls: Counter[tuple[Any, Fallen]] = Counter()
        for faces, count in ways:
            falls[_and_fallen(self._game.fall(state, faces), fallen)] += count
        total = sum((count * self.chance(*each) for each, count in falls.items()), NONE)
        return Fraction(total, FACES**pending.dice)


@cache
def all_faces(dice: int) -> Ways:
    return tuple((faces, 1) for faces in product(range(1, FACES + 1), repeat=dice))


@cache
def sets_of_faces(dice: int) -> Ways:
    """Faces in rising order only, each with the number of orders they may come in."""

    def orders(faces: tuple[int, ...]) -> int:
        return factorial(dice) // prod(factorial(faces.count(face)) for face in set(faces))

    sets = combinations_with_replacement(range(1, FACES + 1), dice)
    return tuple((faces, orders(faces)) for faces in sets)


def _and_fallen(step: Step[Any], fallen: Fallen) -> tuple[Any, Fallen]:
    """The state after a step, and who has fallen until then."""
    died = {getattr(event, "unit", "") for event in step.events if event.event == DIED}
    return step.state, fallen | died if died else fallen
