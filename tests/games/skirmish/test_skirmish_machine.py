"""A machine that moves for everybody at once, attacks, rolls, takes back and reloads, and looks for
what may never be."""

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
from games.skirmish.patrol import apart, scattered, shown, thousandths
from outrider.core.wire import dumps, parse
from outrider.games.skirmish.game import GAMES
from outrider.games.skirmish.state import State

SPENDING = ("shoot", "strike", "throw", "tell", "take")


def on_inner_side(place: Any, corners: list[Any]) -> bool:
    """Whether a place lies to the right of every side of an outline that runs clockwise."""
    x, y = thousandths(place)
    ends = [thousandths(corner) for corner in corners]
    return all(
        (bx - ax) * (y - ay) <= (by - ay) * (x - ax)
        for (ax, ay), (bx, by) in zip(ends, ends[1:] + ends[:1], strict=True)
    )


class Patrol(RuleBasedStateMachine):
    """One match. Moves, attacks and thrown grenades of the round are counted here, not read off the
    state."""

    def __init__(self) -> None:
        super().__init__()
        self.thrown = 0
        self.moves: dict[str, int] = {}
        self.attacks: dict[str, int] = {}
        self.round = 0
        self.history: list[Any] = []

    @initialize(
        game=st.sampled_from(GAMES),
        seats=st.sampled_from([2, 3, 4]),
        seed=st.sampled_from([None, 1, 2, 3]),
        turn=st.sampled_from(["action", "figure"]),
        report=st.sampled_from(["after_movement", "instant"]),
        melee=st.sampled_from(["standard", "alternate"]),
        weak=st.booleans(),
        seating=st.sampled_from(["spaced", "corners"]),
    )
    def begin(
        self,
        game: Any,
        seats: int,
        seed: int | None,
        turn: str,
        report: str,
        melee: str,
        weak: bool,
        seating: str,
    ) -> None:
        options = {"attack_turn": turn, "report": report, "melee": melee, "round_limit": 4}
        options["table"] = "18x18"
        if seed is None:
            options["seating"] = seating
        self.game, self.seats = game, seats
        if seed is None:
            self.match = outrider.Match(game, game.terms(options, seats))
        else:
            ids = [f"{seat}{n}" for seat in "RBGA"[:seats] for n in range(1, 6)]
            changes = {id: {"health": 1 if id[1] in "13" else 5} for id in ids} if weak else {}
            asked = list(outrider.SEATS[:seats])
            state = scattered(
                game, seed, seats, 1, 11, changes=changes, options=options, phase="movement",
                to_act=asked,
            )  # fmt: skip
            self.match = outrider.Match.from_state(game, state)
            self.round = 1

    @property
    def state(self) -> State:
        state: State = self.match.state
        return state

    def units(self) -> dict[str, dict[str, Any]]:
        return {unit["id"]: unit for unit in shown(self.state)["units"]}

    def decides(self) -> bool:
        return isinstance(self.match.pending, outrider.Decide)

    def rolls(self) -> bool:
        return isinstance(self.match.pending, outrider.Roll)

    # -- steps -----------------------------------------------------------------------------------

    @precondition(decides)
    @rule(seed=st.integers(0, 2**30), who=st.integers(0, 3))
    def sample(self, seed: int, who: int) -> None:
        asked = self.match.deciders()
        seat = asked[who % len(asked)]
        self.play(seat, self.match.choices(seat).sample(random.Random(seed)))

    @precondition(decides)
    @rule(seed=st.integers(0, 2**30), steps=st.integers(1, 25))
    def hurry(self, seed: int, steps: int) -> None:
        """Many steps at once, dice included, so that rounds and deaths come about."""
        source = random.Random(seed)
        for _ in range(steps):
            if self.rolls():
                self.let_fall(source)
            elif self.decides():
                seat = source.choice(self.match.deciders())
                self.play(seat, self.match.choices(seat).sample(source))

    @precondition(decides)
    @rule(pick=st.floats(0, 1, exclude_max=True), who=st.integers(0, 3))
    def choose(self, pick: float, who: int) -> None:
        asked = self.match.deciders()
        seat = asked[who % len(asked)]
        actions = list(self.match.choices(seat))
        self.play(seat, actions[int(pick * len(actions))])

    @precondition(lambda self: self.decides() and shown(self.state)["phase"] == "movement")
    @rule()
    def time(self) -> None:
        self.play(None, self.game.read_action("time"))

    @precondition(rolls)
    @rule(seed=st.integers(0, 2**30))
    def roll(self, seed: int) -> None:
        self.let_fall(random.Random(seed))

    def let_fall(self, source: random.Random) -> None:
        pending: Any = self.match.pending
        before = self.units()
        self.match.roll([source.randint(1, 6) for _ in range(pending.dice)])
        self.compare(before, "roll")

    def play(self, seat: str | None, action: Any) -> None:
        before = self.units()
        kept = (self.thrown, dict(self.moves), dict(self.attacks), self.round)
        self.history.append((self.state, kept))
        if action.do == "move":
            self.moves[action.unit] = self.moves.get(action.unit, 0) + 1
        if action.do in SPENDING:
            self.attacks[action.unit] = self.attacks.get(action.unit, 0) + 1
        self.match.play(seat, action)
        self.thrown += action.do == "throw"
        self.compare(before, action.do)

    def compare(self, before: dict[str, dict[str, Any]], step: str) -> None:
        """SKM-H2, SKM-R3, SKM-R5, SKM-O2: who was dead stays so, places change by moves only, and
        a round's end alone brings actions back."""
        self.nobody_overdoes_it()
        fresh = shown(self.state)["round"] != self.round
        for id, unit in self.units().items():
            was = before[id]
            assert unit["health"] <= was["health"]
            assert step == "roll" or unit["health"] == was["health"]
            assert step in ("move", "deploy") or unit["at"] == was["at"]
            assert fresh or unit["actions"] <= was["actions"]
            assert step in ("move", "tell") or unit["seen"] <= was["seen"]
            assert step == "move" or unit["fresh"] <= was["fresh"]
        if fresh:
            self.round, self.moves, self.attacks = shown(self.state)["round"], {}, {}

    @precondition(lambda self: self.history)
    @rule()
    def undo(self) -> None:
        self.match.undo()
        state, kept = self.history.pop()
        self.thrown, self.moves, self.attacks, self.round = kept
        assert self.state == state

    @rule()
    def reload(self) -> None:
        text = self.match.record().to_text()
        again = outrider.Match.from_record(self.game, outrider.record_from_text(text))
        assert again.state == self.state
        assert again.pending == self.match.pending
        assert again.record().to_text() == text

    # -- what always holds -----------------------------------------------------------------------

    def nobody_overdoes_it(self) -> None:
        """SKM-R3, SKM-R4: two actions a round, and no figure both moves twice and attacks."""
        for id in {*self.moves, *self.attacks}:
            moved, attacked = self.moves.get(id, 0), self.attacks.get(id, 0)
            assert moved + attacked <= 2
            assert not (moved == 2 and attacked)

    @invariant()
    def no_grenade_is_lost(self) -> None:
        """SKM-S1, SKM-N1, SKM-N4: thrown, carried and on corpses are ten a player."""
        left = sum(unit["grenades"] for unit in self.units().values())
        assert left + self.thrown == 10 * self.seats

    @invariant()
    def figures_are_possible(self) -> None:
        """SKM-H2, SKM-O2, SKM-O5: the dead have neither actions nor news, and news is fresh in the
        minute only."""
        if shown(self.state)["phase"] == "attack":
            assert not any(unit["fresh"] for unit in self.units().values())
        for unit in self.units().values():
            assert unit["alive"] is (unit["health"] > 0)
            assert 0 <= unit["health"] <= 10 and 0 <= unit["actions"] <= 2
            assert unit["alive"] or not (unit["actions"] or unit["seen"])
            assert unit["seen"] or not unit["fresh"]

    @invariant()
    def everybody_has_room(self) -> None:
        """SKM-M2: on the table, and no two of the living overlap."""
        stood = [unit["at"] for unit in self.units().values() if unit["alive"] and unit["at"]]
        table = shown(self.state)["table"]
        width, depth = table["size"]
        assert all(0 <= x <= width and 0 <= y <= depth for x, y in stood)
        assert all(on_inner_side(place, table.get("outline", [])) for place in stood)
        assert all(apart(one, other) >= 800**2 for one, other in combinations(stood, 2))

    @invariant()
    def it_goes_on_while_two_are_in(self) -> None:
        """SKM-O6: it is over when one player is left, once all have resisted."""
        alive = {unit["seat"] for unit in self.units().values() if unit["alive"]}
        result = shown(self.state)["result"]
        if len(alive) <= 1 and not self.rolls():
            assert result is not None and set(result["winners"]) == alive
        if result is None and self.decides():
            assert set(self.match.deciders()) <= alive

    @invariant()
    def it_can_be_written_down(self) -> None:
        """SKM-S1: the JSON gives the same state, byte for byte the same again."""
        line = dumps(shown(self.state))
        again = self.game.load(parse(line))
        assert again == self.state
        assert dumps(shown(again)) == line


TestPatrol = Patrol.TestCase
TestPatrol.settings = examples(30, stateful_step_count=40)
