"""The game against the naive model, step by step through random games, by the public interface.

A position, as it is counted here, is a state that a game begins with or that a step (an action, or
the dice of a roll) leads to. In each is compared what is pending and of whom, turn, every piece's
place, flags and advantages, what is under way, the result; and so are the events of the step. In
one of twenty all of it is compared as the contract's JSON, and now and then loaded from it. In one
of four some four actions are asked about, legal or not; both have to say yes, or no for the same
rule. A quarter of the games are of the scenarios that come with the game, the others of scenarios
made up; five of eight are loaded in the middle of a battle, with pieces at the limits from each
other and from the ground. Long ways past those who could fire are left to another test, since the
naive model looks at every thousandth of them.

`make slow` asks in every position, and compares the JSON of each.
"""

import random
from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest

import outrider
from forms import sparse
from games.rows import Rows
from games.skirmishers import battleground, naive, naive_events, naive_play, probing
from games.skirmishers import naive_json as contract
from games.skirmishers.limits import limits
from outrider import Refusal
from outrider.games.skirmishers.kernel import layout

POSITIONS = 100_000
"""At least so many, in all parts together: `make slow` plays all, `make test` one."""
PARTS = 4
ASKED = 4
"""In one of so many positions actions are asked about, unless everything is."""
LONGEST = 45
"""A game is left after so many steps, for the sake of others; three times as many where less is
asked."""

GAME = outrider.game("skirmishers")
SHIPPED = ("duel", "window", "bridge", "ambush", "archers", "raid", "crossroads")


# -- a sentence for an end -----------------------------------------------------------------------


def reason(position: naive.Position) -> str:
    """The game's sentence for an end."""
    assert position.end is not None
    won = position.end[1]
    if not won:
        return "the turn limit is reached [SKR-S4]"
    told = [sentence(seat, position.terms.victory[seat][number]) for seat, number in won.items()]
    return f"{', and at the same time '.join(told)} [SKR-V1]"


def sentence(seat: str, way: naive.Condition) -> str:
    side, foe = seat.capitalize(), naive.OTHER[seat].capitalize()
    dead = f"{' and '.join(way.pieces)} {'is' if len(way.pieces) == 1 else 'are'} dead"
    return {
        "destroy-all": f"all of {foe}'s pieces are dead",
        "destroy": dead,
        "reach": f"{side} has reached its goal",
        "hold": f"{side} has held its ground",
        "exit": f"{side} has left by the {way.edge} edge",
        "survive": f"{side} has lived to see the last turn",
    }[way.kind]


# -- side by side --------------------------------------------------------------------------------


def possible(source: random.Random) -> dict[str, Any]:
    """A scenario made up whose conditions can be met, as the game wants it (SKR-S5)."""
    while True:
        scenario = battleground.made_up(source)
        try:
            GAME.terms(scenario=scenario)
        except Refusal:
            continue
        return scenario


def loaded(data: dict[str, Any]) -> Any:
    """A state of the model, which the game has to think possible."""
    try:
        return GAME.load(data)
    except Refusal as refused:
        raise AssertionError(refused.message, data) from refused


class Pair:
    """The same game twice: as the game under test plays it, and as the naive model does."""

    def __init__(
        self,
        source: random.Random,
        met: Counter[str],
        scenario: Any,
        options: Mapping[str, bool],
        thorough: bool = True,
    ) -> None:
        """A game of a scenario, or of one that comes with the game, by name; with other numbers
        where the model has others."""
        self.source, self.met, self.thorough = source, met, thorough
        self.rows = Rows(layout.HEADER, layout.FIELDS)
        terms = GAME.terms(dict(options), scenario=scenario, variant=naive.VARIANT)
        self.state: Any = GAME.new(terms).state
        data = GAME.dump(self.state)
        self.written = {name: data[name] for name in ("scenario", "table")}
        if naive.VARIANT is not None:
            self.written["variant"] = naive.VARIANT
        given = data["scenario"] if isinstance(scenario, str) else scenario
        self.model = contract.start(contract.agree(given, options))
        self.counted: naive.Position | None = None

    def put(self, model: naive.Position) -> None:
        """Load a position of the same scenario."""
        self.model = model
        self.state = loaded(self.expected())

    def expected(self) -> dict[str, Any]:
        """The model's state, with the game's way of writing the scenario and of telling an end."""
        data = {**contract.state_json(self.model), **self.written}
        if self.model.end is not None:
            outcome = {**data["result"], "reason": reason(self.model)}
            data = {**data, "pending": {"over": outcome}, "result": outcome}
        return data

    def now_and_then(self, share: int) -> bool:
        """Once in so many times."""
        return self.source.randrange(share) == 0

    def compare(self) -> None:
        self.compare_record()
        again = self.now_and_then(20)
        if again or self.thorough:
            data, mine = GAME.dump(self.state), self.expected()
            assert data == mine, differing(data, mine)
            assert GAME.pending(self.state).to_json() == mine["pending"]
            if again and (self.thorough or self.now_and_then(3)):
                self.state = loaded(data)
                read = GAME.dump(self.state)
                assert read == mine, differing(read, mine)
        if self.counted is not self.model:  # not every action that is asked about is made
            self.met["positions"] += 1
            self.met[f"pending {naive.asked(self.model)[0]}"] += 1
        self.counted = self.model

    def compare_record(self) -> None:
        """All that a position holds, without the JSON."""
        state, model = self.state, self.model
        pending = contract.pending_json(model)
        if model.end is not None:
            pending["over"]["reason"] = reason(model)
        assert GAME.pending(state).to_json() == pending
        held = dict(zip(naive.SEATS, map(tuple, state.held), strict=True))
        assert (state.turns + 1, held) == (model.turn, model.held)
        told = (state.march, state.shot, state.fight)
        for one, another in zip(told, (model.move, model.shot, model.fight), strict=True):
            assert one is another or (one and another and values(one) == values(another))
        units = tuple(model.units.values())
        for number in self.rows.changed(state.record, units):
            unit = units[number]
            assert fields(state.unit(unit.id)) == fields(unit)

    def ask(self) -> list[naive.Action]:
        """Compare the judgment of some actions; now and then those of the seat that waits."""
        tried = probing.probes(self.source, self.model)
        what, whose = naive.asked(self.model)
        for action in tried:
            seat = whose if what == "decide" else self.model.seat
            if self.now_and_then(25):
                seat = naive.OTHER[seat]
            self.judge(seat, action)
        if self.now_and_then(300):
            self.look_at_the_list()
        if self.now_and_then(20):
            self.dice_that_are_none()
        return tried

    def judge(self, seat: str, action: naive.Action) -> outrider.Action:
        """Both have to say yes, or no for the same rule. Gives the action as the game has it."""
        given: outrider.Action = GAME.action_from_json(contract.action_json(action))
        refused = GAME.choices(self.state, seat).why_not(given)
        mine = naive.refusal(self.model, seat, action)
        told = None if refused is None else (refused.kind, refused.rule)
        wanted = None if mine is None else (mine[0], mine[1][0] if mine[1] else None)
        assert told == wanted, (action, mine, refused, self.expected())
        self.met["asked"] += 1
        verdict = "legal" if wanted is None else wanted[1] or wanted[0]
        self.met[f"{action['do']} {verdict}"] += 1
        if mine is None or mine[0] == "illegal":
            self.met.update(limits(self.model, action))
        if mine is not None and self.now_and_then(40):
            with pytest.raises(Refusal) as caught:
                GAME.apply(self.state, seat, given)
            assert (caught.value.kind, caught.value.rule) == wanted
            assert GAME.dump(self.state) == self.expected()
        return given

    def look_at_the_list(self) -> None:
        """What the game lists is legal, and holds all that is no matter of places or pools."""
        what, whose = naive.asked(self.model)
        seat = whose if what == "decide" else self.model.seat
        choices = GAME.choices(self.state, seat)
        listed = [contract.model_action(action.to_json()) for action in choices]
        for one in listed:
            assert naive.refusal(self.model, seat, one) is None, one
        found = {str(action) for action in listed}
        for action in probing.finite(self.model):
            legal = naive.refusal(self.model, seat, action) is None
            assert (str(action) in found) == legal, action
        self.met["lists"] += 1

    def dice_that_are_none(self) -> None:
        """Faces no die has, too many or too few of them, and dice that nobody asked for."""
        waited = naive.asked(self.model)[0] not in ("decide", "over")
        most = naive.dice(self.model) if waited else 1
        wrong = ([0] * most, [7] * most, [3] * (most + 1), [3] * (most - 1))
        with pytest.raises(Refusal) as caught:
            GAME.roll(self.state, self.source.choice(wrong) if waited else [3])
        assert caught.value.kind == ("malformed" if waited else "not-your-turn")

    def step(self, tried: list[naive.Action]) -> None:
        """Go on in both: dice, or an action that one of the two has found."""
        what, seat = naive.asked(self.model)
        if what != "decide":
            self.roll()
            return
        action: naive.Action | None = None
        if self.thorough or self.model.offer is not None or self.now_and_then(3):
            action = probing.choose(self.source, self.model, tried)
        if action is None or (self.model.offer is None and self.now_and_then(8)):
            sampled = GAME.choices(self.state, seat).sample(self.source)
            action = contract.model_action(sampled.to_json())
        given = self.judge(seat, action)
        if probing.work(self.model, action) > probing.WORK:
            return
        self.play(action, naive_play.play(self.model, action), given)

    def play(
        self, action: naive.Action, after: naive.Position, given: outrider.Action | None = None
    ) -> None:
        """The action in both; the model's position after it is known."""
        given = given or GAME.action_from_json(contract.action_json(action))
        seat = naive.asked(self.model)[1]
        self.follow(GAME.apply(self.state, seat, given), action, after)

    def roll(self) -> None:
        faces = tuple(self.source.randint(1, 6) for _ in range(naive.dice(self.model)))
        after = naive_play.roll(self.model, faces)
        self.follow(GAME.roll(self.state, list(faces)), faces, after)

    def follow(
        self,
        step: outrider.Step[Any],
        made: naive.Action | tuple[int, ...],
        after: naive.Position,
    ) -> None:
        """Both are told alike what happened, but for stops on a way; what came of it is compared
        next."""
        if self.model.move is None and after.move is None:
            events = naive_events.told(self.model, made, after)
            if after.end is not None:
                events[-1] = {**events[-1], "reason": reason(after)}
            told = [event.to_json() for event in step.events]
            assert told == events, differing(told, events)
        self.state, self.model = step.state, after


def values(under_way: Any) -> tuple[Any, ...]:
    """A move, a shot or a melee as both have it, name by name. Those who have held, or wait, are in
    no order."""
    names = under_way.__slots__
    return tuple(
        {*getattr(under_way, name)} if name in ("held", "waiting") else getattr(under_way, name)
        for name in names
    )


def fields(unit: Any) -> tuple[Any, ...]:
    """What changes of a piece. The game says where it left with an empty word if it has not."""
    left = unit.exit or None
    return (
        *(unit.id, unit.at, unit.alive, unit.moved, unit.fired),
        *(unit.fought, unit.reacted, unit.over, left),
    )


def differing(one: Any, another: Any, where: str = "") -> list[tuple[str, Any, Any]]:
    """The places in which two values of JSON differ."""
    if isinstance(one, dict) and isinstance(another, dict):
        names = {**one, **another}
        found = [differing(one.get(name), another.get(name), f"{where}.{name}") for name in names]
        return [place for places in found for place in places]
    if isinstance(one, list) and isinstance(another, list) and len(one) == len(another):
        both = enumerate(zip(one, another, strict=True))
        return [place for i, (a, b) in both for place in differing(a, b, f"{where}[{i}]")]
    return [] if one == another else [(where, one, another)]


def pair(seed: int, number: int, met: Counter[str], thorough: bool) -> Pair:
    """The game of that number: every fourth of a scenario that comes with the game."""
    source = random.Random(seed)
    options = {"pinned": source.random() < 0.6, "fire_into_melee": source.random() < 0.4}
    shipped = SHIPPED[number // 4 % len(SHIPPED)]
    scenario = shipped if number % 4 == 0 else possible(source)
    made = Pair(source, met, scenario, options, thorough)
    if number % 8 > 2:
        made.put(battleground.scattered(source, made.model))
    return made


def run(seed: int, positions: int, thorough: bool = True) -> Counter[str]:
    """Games side by side until so many positions were compared; what was met on the way."""
    met: Counter[str] = Counter()
    while met["positions"] < positions:
        both = pair(seed * 10_000 + met["games"], met["games"], met, thorough)
        met["games"] += 1
        for number in range(LONGEST if thorough else 3 * LONGEST):
            both.compare()
            asking = thorough or number % ASKED == 0 or both.model.offer is not None
            tried = both.ask() if asking else []
            if both.model.end is not None:
                met.update(endings(both.model))
                break
            both.step(tried)
    return met


def endings(position: naive.Position) -> list[str]:
    """How a game has ended, by kinds of conditions."""
    assert position.end is not None
    winner, won = position.end
    kinds = [position.terms.victory[seat][number].kind for seat, number in won.items()]
    names = [f"ended {kind}" for kind in kinds] or [f"ended limit {winner}"]
    return [*names, "ended both"] if len(kinds) == 2 else names


MET = (
    *("way exactly", "way beyond", "costly way exactly", "costly way beyond"),
    *("contact exactly", "contact beyond", "touch exactly", "touch beyond"),
    *("range exactly", "range beyond"),
    *("move legal", "move SKR-T1", "move SKR-T2", "move SKR-T3", "move SKR-F11", "move SKR-M1"),
    *("move SKR-M2", "fight legal", "fight SKR-T1", "fight SKR-T3", "fight SKR-F1"),
    *("fire legal", "fire SKR-T1", "fire SKR-T2", "fire SKR-T3", "fire SKR-T4", "fire SKR-F11"),
    *("fire SKR-G1", "fire SKR-G4", "fire SKR-G6", "end legal", "choose legal", "choose SKR-F9"),
    *("return-fire legal", "return-fire SKR-X1", "hold legal", "hold SKR-X3"),
    *("defensive-fire SKR-X3", "pending decide", "pending melee", "pending fire"),
    *("pending defense", "pending over", "lists", "ended destroy-all", "ended destroy"),
    *("ended reach", "ended hold", "ended exit", "ended survive", "ended both"),
    *("ended limit None", "ended limit red", "ended limit blue"),
    *("defensive-fire legal", "wait legal", "wait SKR-X4"),
)
"""What every part has to have seen, lest it prove nothing."""


@pytest.mark.plain
@pytest.mark.parametrize("part", sparse(range(PARTS), 1))
def test_the_game_and_the_naive_model_agree(part: int) -> None:
    met = run(1 + part, POSITIONS // PARTS, thorough=False)
    assert met["positions"] >= POSITIONS // PARTS
    assert met["asked"] > met["positions"]
    enough(met)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(10))
def test_they_agree_on_everything_in_every_position(part: int) -> None:
    met = run(1 + part, POSITIONS // 10)
    assert met["asked"] > 3 * met["positions"]
    enough(met)


def enough(met: Counter[str]) -> None:
    rare = [name for name in MET if not met[name]]
    assert not rare, "the games met too little of the rules"


def test_everything_that_comes_with_the_game_is_played() -> None:
    assert set(SHIPPED) == set(GAME.further()["scenarios"])


@pytest.mark.kernel
def test_a_few_games_agree() -> None:
    """Some hundred positions under the measuring of coverage, and with the compiler off."""
    assert run(77, 300)["games"] > 1


@pytest.mark.parametrize("over", [{"cover": 1}, {"cost": 1}])
def test_of_overlapping_ground_the_dearest_charges(over: dict[str, Any]) -> None:
    """SKR-M2, SKR-S3: a cost is 1 where none is named, which is dearer than a half."""
    terrain = [
        {"shape": "polygon", "points": [[2, 2], [14, 2], [14, 4], [2, 4]], "cost": 0.5},
        {"shape": "polygon", "points": [[4, 1], [6, 1], [6, 5], [4, 5]], **over},
    ]
    both = Pair(random.Random(1), Counter(), road(terrain), {})
    # Two inches of twelve at 1, the others at a half, are seven; of ten they are six.
    both.judge("red", {"do": "move", "unit": "R1", "path": ((12_000, 3000),)})
    both.judge("red", {"do": "move", "unit": "R1", "path": ((14_000, 3000),)})


def test_each_stretch_inside_ground_is_rounded() -> None:
    """SKR-M2: on a way that goes through both prongs of a fork, 0.001667 inches are 0.002 twice."""
    corners = [[3, 0], [3.001, 0], [3.001, 19], [4, 19], [4, 0], [4.001, 0], [4.001, 20], [3, 20]]
    fork = {"shape": "polygon", "points": corners, "cost": 20}
    both = Pair(random.Random(1), Counter(), road([fork], movement=10.075), {})
    # Ten inches, and four thousandths of them at twenty.
    both.judge("red", {"do": "move", "unit": "R1", "path": ((8000, 11_000),)})


def road(terrain: list[dict[str, Any]], movement: float = 6) -> dict[str, Any]:
    """A scenario in which R1 stands at the beginning of a road."""
    numbers = {"firing": 1, "attack": 1, "defense": 1, "movement": movement}
    places = {"R1": [2, 3], "B1": [20, 20]}
    pieces = {id: {"id": id, "at": at, **numbers} for id, at in places.items()}
    victory = [{"kind": "destroy-all"}]
    sides = {
        "red": {"pieces": [pieces["R1"]], "victory": victory},
        "blue": {"pieces": [pieces["B1"]], "victory": victory},
    }
    table = {"size": [24, 24], "terrain": terrain}
    return {"outrider_scenario": 1, "name": "a road", "table": table, "sides": sides}
