"""A machine that plays, rolls, takes back and reloads in any order, and looks for what may never
be."""

import random
from itertools import combinations
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
)

import outrider
from forms import examples
from games.basic.battlefield import GAME, IDS, apart, scattered, seat_of
from outrider.core.wire import dumps, parse
from outrider.games.basic.state import State


class Skirmish(RuleBasedStateMachine):
    """One match, from its first roll or from the thick of it. What a unit has done in a turn is
    counted here, not read off the state."""

    def __init__(self) -> None:
        super().__init__()
        self.history: list[tuple[State, dict[str, list[str]]]] = []
        self.deeds: dict[str, list[str]] = {"move": [], "attack": [], "command": []}

    @initialize(
        seed=st.sampled_from([None, *range(9)]),
        weak=st.booleans(),
        miss=st.booleans(),
        lasts=st.sampled_from(["own_turn", "any_turn"]),
    )
    def begin(self, seed: int | None, weak: bool, miss: bool, lasts: str) -> None:
        options = {"miss_ends_unit": miss, "ability_lasts": lasts, "turn_limit": 30}
        if seed is None:
            terms = GAME.terms({**options, "table": "9x9.5", "zone": 2.5})
            self.match = outrider.Match(GAME, terms)
        else:
            fallen = {"health": 0, "alive": False}
            wounds = {id: {"health": 1} if id[1] in "14" else fallen for id in IDS}
            changes = wounds if weak else None
            state = scattered(seed, 9, 13.5, changes=changes, options=options)
            self.match = outrider.Match.from_state(GAME, state)

    @property
    def state(self) -> State:
        state: State = self.match.state
        return state

    def units(self) -> dict[str, dict[str, Any]]:
        return {unit["id"]: unit for unit in GAME.dump(self.state)["units"]}

    def decides(self) -> bool:
        return isinstance(self.match.pending, outrider.Decide)

    def rolls(self) -> bool:
        return isinstance(self.match.pending, outrider.Roll)

    # -- steps -----------------------------------------------------------------------------------

    @precondition(decides)
    @rule(pick=st.floats(0, 1, exclude_max=True), fierce=st.booleans())
    def choose(self, pick: float, fierce: bool) -> None:
        actions: list[Any] = list(GAME.choices(self.state, self.match.deciders()[0]))
        if fierce:
            actions = [one for one in actions if one.do in ("attack", "command")] or actions
        self.play(actions[int(pick * len(actions))])

    @precondition(decides)
    @rule(seed=st.integers(0, 2**30))
    def sample(self, seed: int) -> None:
        choices = GAME.choices(self.state, self.match.deciders()[0])
        self.play(choices.sample(random.Random(seed)))

    @precondition(decides)
    @rule(faces=st.lists(st.integers(1, 6), min_size=10, max_size=10), first=st.booleans())
    def fight(self, faces: list[int], first: bool) -> None:
        """Attacks, as long as the faces last, and the end of the turn."""
        left = iter(faces)
        while self.decides():
            actions: list[Any] = list(GAME.choices(self.state, self.match.deciders()[0]))
            attacks = [one for one in actions if one.do == "attack"]
            face = next(left, None)
            if not attacks or face is None:
                break
            self.play(attacks[0 if first else -1])
            self.let_fall(face)
            if self.rolls():
                self.let_fall(next(left, 1))
        if self.decides() and actions[-1].do == "end":
            self.play(actions[-1])

    def play(self, action: Any) -> None:
        before = self.units()
        kept = {name: list(done) for name, done in self.deeds.items()}
        self.history.append((self.state, kept))
        self.match.play(self.match.deciders()[0], action)
        if action.do == "end":
            self.deeds = {name: [] for name in self.deeds}
        elif action.do == "command":
            self.deeds["command"].append(action.ability)
        elif action.do in self.deeds:
            self.deeds[action.do].append(action.unit)
        self.compare(before, action.do)

    @precondition(rolls)
    @rule(face=st.integers(1, 6))
    def roll(self, face: int) -> None:
        self.let_fall(face)

    def let_fall(self, face: int) -> None:
        before = self.units()
        self.match.roll([face])
        self.compare(before, "roll")

    def compare(self, before: dict[str, dict[str, Any]], step: str) -> None:
        """BSK-C5, BSK-A6: nobody gains health, and a buffer comes from a command only."""
        for id, unit in self.units().items():
            was = before[id]
            assert unit["health"] <= was["health"]
            assert was["alive"] or not unit["alive"]
            if step != "command":
                assert unit["buffer"] <= was["buffer"]
            if step != "roll":
                assert unit["health"] == was["health"]
            if step not in ("move", "deploy"):
                assert unit["at"] == was["at"]

    @precondition(lambda self: self.history)
    @rule()
    def undo(self) -> None:
        self.match.undo()
        state, self.deeds = self.history.pop()
        assert self.state == state

    @rule()
    def reload(self) -> None:
        text = self.match.record().to_text()
        again = outrider.Match.from_record(GAME, outrider.record_from_text(text))
        assert again.state == self.state
        assert again.pending == self.match.pending
        assert again.record().to_text() == text

    # -- what always holds -----------------------------------------------------------------------

    @invariant()
    def nobody_acts_twice(self) -> None:
        """BSK-M1, BSK-C6, BSK-A1: one move, one attack, one command a turn."""
        for done in (self.deeds["move"], self.deeds["attack"]):
            assert len(done) == len(set(done))
        assert len(self.deeds["command"]) <= 1

    @invariant()
    def everybody_has_room(self) -> None:
        """BSK-M2, BSK-S5: on the table, and no two bases overlap."""
        width, height = GAME.dump(self.state)["table"]["size"]
        stood = [unit["at"] for unit in self.units().values() if unit["alive"] and unit["at"]]
        assert all(0 <= x <= width and 0 <= y <= height for x, y in stood)
        assert all(apart(one, other) >= 800**2 for one, other in combinations(stood, 2))

    @invariant()
    def units_are_possible(self) -> None:
        """BSK-A4 to BSK-A6, BSK-C3: buffers, flags and lives fit each other."""
        pending = self.match.pending
        data = GAME.dump(self.state)
        for unit in data["units"]:
            assert unit["alive"] is (unit["health"] > 0)
            assert not (unit["buffer"] and not unit["bolstered"])
            assert not (unit["bolstered"] and unit["rushed"])
            assert unit["alive"] or not (unit["bolstered"] or unit["rushed"] or unit["buffer"])
            assert not unit["done"] or data["options"]["miss_ends_unit"]
            if isinstance(pending, outrider.Decide) and seat_of(unit["id"]) not in pending.seats:
                assert not (unit["moved"] or unit["attacked"] or unit["done"])

    @invariant()
    def it_goes_on_while_both_live(self) -> None:
        """BSK-V1, BSK-V2: it is over when a side is gone or the turns are, and not before."""
        alive = {seat_of(id) for id, unit in self.units().items() if unit["alive"]}
        data = GAME.dump(self.state)
        result = data["result"]
        if len(alive) == 1:
            assert result is not None and result["winners"] == list(alive)
        elif result is not None:
            assert result["winners"] == [] and data["turn"] > 30
        else:
            assert data["turn"] <= 30

    @invariant()
    def it_can_be_written_down(self) -> None:
        """BSK-S1: the JSON gives the same state, byte for byte the same again."""
        line = dumps(GAME.dump(self.state))
        again = GAME.load(parse(line))
        assert again == self.state
        assert dumps(GAME.dump(again)) == line


TestSkirmish = Skirmish.TestCase
TestSkirmish.settings = examples(60, stateful_step_count=60)
