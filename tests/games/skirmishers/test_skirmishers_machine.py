"""A machine that plays, rolls, errs and reloads in any order, and looks for what may never be."""

import itertools
import math
import random
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from forms import examples
from games.skirmishers.warband import BOW, GAME, GUN, Json, at, box, disc, opened, staged
from outrider import Decide, Refusal, Roll
from outrider.core.wire import dumps, parse
from outrider.games.skirmishers.state import State

CROWD = {
    "R1": at(4, 4, attack=2, **GUN), "R2": at(6, 4, **BOW), "R3": at(8, 4), "R4": at(6, 2),
    "B1": at(4, 9, **GUN), "B2": at(6, 9, attack=2), "B3": at(8, 9, **BOW), "B4": at(6, 11),
}  # fmt: skip
"""Eight close together: everything happens soon."""
GROUND = (
    box(1, 6, 3, 7, cost="impassable", blocks_sight=True),
    disc(9, 7, 1, cost=2, cover=1, blocks_sight=True),
)
AIMS: list[Json] = [{"kind": "destroy-all"}, {"kind": "exit", "edge": "top", "count": 3}]
SMALL = staged(CROWD, *GROUND, red=AIMS, size=(12, 12), turn_limit=30)
TEXTS = [
    "end", "hold", "return-fire", "defensive-fire", "choose R1", "choose B2", "fire R1 B1",
    "fire B1 R1", "fight R3 B2", "fight R1+R2 B1", "fight B1+B2 R1", "move R1 4,5", "move B2 6,8",
    "move R2 6,40", "move R1 2,6.5", "fire R9 B1",
]  # fmt: skip


def touch(one: Json, other: Json) -> bool:
    reach: float = one["base"] + other["base"] + 0.05
    return math.dist(one["at"], other["at"]) <= reach + 1e-9


class Fray(RuleBasedStateMachine):
    """One game. What a piece has done in a turn is counted here, not read off the state."""

    @initialize(
        name=st.sampled_from(["small", "small", "duel", "bridge", "ambush"]),
        pinned=st.booleans(),
        into=st.booleans(),
    )
    def begin(self, name: str, pinned: bool, into: bool) -> None:
        given: Any = SMALL if name == "small" else name
        self.state = opened(given, pinned=pinned, fire_into_melee=into)
        self.deeds: list[tuple[str, str]] = []
        self.dead: set[str] = set()

    def decides(self) -> bool:
        return isinstance(GAME.pending(self.state), Decide)

    def rolls(self) -> bool:
        return isinstance(GAME.pending(self.state), Roll)

    def units(self) -> dict[str, Json]:
        return {unit["id"]: unit for unit in GAME.dump(self.state)["units"]}

    # -- steps -----------------------------------------------------------------------------------

    @precondition(decides)
    @rule(seed=st.integers(0, 2**30))
    def sample(self, seed: int) -> None:
        self.play(GAME.choices(self.state, self.decider()).sample(random.Random(seed)))

    @precondition(decides)
    @rule(pick=st.floats(0, 1, exclude_max=True), kinds=st.sampled_from(["fight", "fire", "move"]))
    def listed(self, pick: float, kinds: str) -> None:
        actions: list[Any] = list(GAME.choices(self.state, self.decider()))
        wanted = [one for one in actions if one.do == kinds] or actions
        self.play(wanted[int(pick * len(wanted))])

    @precondition(decides)
    @rule(faces=st.lists(st.integers(1, 6), min_size=4, max_size=4))
    def charge(self, faces: list[int]) -> None:
        """The first move that ends in touch with an enemy, if there is one, and what follows."""
        actions: list[Any] = list(GAME.choices(self.state, self.decider()))
        self.play(next((one for one in actions if one.do == "move"), actions[0]))
        for face in faces:
            if self.rolls():
                self.fall(face)

    @precondition(rolls)
    @rule(face=st.integers(1, 6))
    def fall(self, face: int) -> None:
        pending = GAME.pending(self.state)
        assert isinstance(pending, Roll)
        faces = [(face + number) % 6 + 1 for number in range(pending.dice)]
        self.state = GAME.roll(self.state, faces).state

    @rule(text=st.sampled_from(TEXTS), seat=st.sampled_from(["red", "blue"]))
    def err(self, text: str, seat: str) -> None:
        """What is refused changes nothing; what is not, is played."""
        before = GAME.write(self.state)
        action = GAME.read_action(text)
        try:
            GAME.apply(self.state, seat, action)
        except Refusal:
            assert GAME.write(self.state) == before
            assert action not in GAME.choices(self.state, seat)
        else:
            self.play(action)

    @rule()
    def reload(self) -> None:
        self.state = GAME.load(parse(dumps(GAME.dump(self.state))))

    def decider(self) -> str:
        pending = GAME.pending(self.state)
        assert isinstance(pending, Decide)
        return pending.seats[0]

    def play(self, action: Any) -> None:
        pending = GAME.pending(self.state)
        assert isinstance(pending, Decide)
        if action.do in ("move", "fire"):
            self.deeds.append((action.unit, action.do))
        elif action.do == "fight":
            self.deeds += [(id, "fight") for id in action.units]
        elif action.do == "defensive-fire":
            assert pending.offer is not None
            self.deeds.append((pending.offer["unit"], "defensive-fire"))
        elif action.do == "end":
            self.deeds = []
        self.state = GAME.apply(self.state, pending.seats[0], action).state

    # -- what always holds -----------------------------------------------------------------------

    @invariant()
    def everything_once(self) -> None:
        """SKR-T2, SKR-T3, SKR-X3: no piece both fires and moves, or does anything twice."""
        assert len(self.deeds) == len(set(self.deeds))
        for id in {id for id, _ in self.deeds}:
            done = {do for one, do in self.deeds if one == id}
            assert not {"fire", "move"} <= done and not {"fire", "fight"} <= done

    @invariant()
    def advantage_is_between_two(self) -> None:
        """SKR-F8: between live enemies that touch, one over the other."""
        units = self.units()
        for unit in units.values():
            assert len(unit["advantage_over"]) == len(set(unit["advantage_over"]))
            for id in unit["advantage_over"]:
                below = units[id]
                assert unit["alive"] and below["alive"] and unit["seat"] != below["seat"]
                assert unit["id"] not in below["advantage_over"]
                assert touch(unit, below)

    @invariant()
    def everybody_has_room(self) -> None:
        """SKR-M2: no two bases of the living overlap, those on their way left out."""
        data = GAME.dump(self.state)
        mover = data["move"] and data["move"]["unit"]
        width, depth = data["table"]["size"]
        stood = [
            unit
            for unit in data["units"]
            if unit["alive"] and not unit["exited"] and unit["id"] != mover
        ]
        for one, other in itertools.combinations(stood, 2):
            assert math.dist(one["at"], other["at"]) >= one["base"] + other["base"] - 1e-9
        assert all(0 <= u["at"][0] <= width and 0 <= u["at"][1] <= depth for u in stood)

    @invariant()
    def the_dead_stay_dead(self) -> None:
        """SKR-F5, SKR-G2: and lie where they fell."""
        units = self.units()
        dead = {id for id, unit in units.items() if not unit["alive"]}
        assert self.dead <= dead
        self.dead = dead
        for id in dead:
            assert units[id]["at"] is not None and not units[id]["advantage_over"]

    @invariant()
    def it_can_be_written_down(self) -> None:
        """SKR-S5: the JSON gives the same state back."""
        again: State = GAME.load(GAME.dump(self.state))
        assert again == self.state


TestFray = Fray.TestCase
TestFray.settings = examples(30, stateful_step_count=40)
