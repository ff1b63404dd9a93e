"""The game against the naive model, step by step through random games, by the public interface.

A position, as it is counted here, is a state that a game begins with or that a step (an action, or
one die) leads to. In each is compared what is pending and of whom, turn, every unit's place, health
and flags, the attack under way, the result; and so are the events of the step. In one of twenty all
of it is compared as the contract's JSON, and now and then loaded from it. In one of three some four
actions are asked about, legal or not; both have to say yes, or no for the same rule. In one of
seven a length is exactly at its limit, or beyond it by less than a thousandth of an inch. Half of
the games begin with the dice for the first turn, half are loaded in the middle of a battle. Places
are drawn by the thousandth, so few positions are met twice, but those before the first unit is
placed are.

`make slow` asks in every position, and compares the JSON of each.
"""

import random
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

import outrider
from forms import sparse
from games.basic import naive, naive_events, probing
from games.rows import Rows
from outrider import Refusal
from outrider.games.basic.kernel import layout

POSITIONS = 100_000
"""At least so many, in all parts together: `make slow` plays all, `make test` one."""
PARTS = 4
ASKED = 3
"""In one of so many positions actions are asked about, unless everything is."""

GAME = outrider.game("basic")
REASONS = {
    "units": "{loser} has no units left [BSK-V1]",
    "turns": "the turn limit is reached [BSK-V2]",
}
GROUND = [
    {"shape": "disc", "at": [8, 8], "radius": 2, "cost": "impassable"},
    {"shape": "polygon", "points": [[4, 6], [7, 6], [7, 9], [4, 9]], "height": 2,
     "blocks_sight": True, "cover": 1, "name": "hut"},
    {"shape": "disc", "at": [12, 2], "radius": 1.5, "cost": 2},
]  # fmt: skip
FIELDS: tuple[tuple[Mapping[str, Any], Mapping[str, Any] | None], ...] = (
    ({}, None),
    ({"table": "12x12", "zone": 2.5, "ability_lasts": "any_turn"}, None),
    ({"turn_limit": 60}, {"name": "Hut", "size": [16, 15.5], "terrain": GROUND}),
    ({"table": "6x6", "turn_limit": 9}, None),
    ({"table": "30.5x14.125", "zone": 1.001, "miss_ends_unit": False}, None),
    (
        {"zone": 1, "miss_ends_unit": False, "ability_lasts": "any_turn", "turn_limit": 2},
        {"size": [10, 6], "terrain": [{"shape": "disc", "at": [5, 1], "radius": 1, "cost": 3}]},
    ),
    ({"table": "72x72", "zone": 6, "turn_limit": 12}, None),
    ({"table": "9.999x20.001", "zone": 4.123}, None),
)
"""Options and tables; small ones, on which many meet, among them."""
LONGEST = 200
"""A game is left after so many steps, for the sake of others."""


def reason(end: tuple[str | None, str]) -> str:
    """The game's sentence for an end."""
    winner, why = end
    return REASONS[why].format(loser="" if winner is None else naive.OTHER[winner].capitalize())


def expected(position: naive.Position) -> dict[str, Any]:
    """The model's state, with the game's sentence for an end."""
    data = naive.state_json(position)
    end = naive.ending(position)
    if end is not None:
        outcome = {**data["result"], "reason": reason(end)}
        data = {**data, "pending": {"over": outcome}, "result": outcome}
    return data


def model_action(action: outrider.Action) -> dict[str, Any]:
    """An action of the game as the model writes it."""
    data = action.to_json()
    for name in ("at", "to"):
        if name in data:
            x, y = data[name]
            data[name] = naive.thousandths(x), naive.thousandths(y)
    return data


def loaded(data: dict[str, Any]) -> Any:
    """A state of the model, which the game has to think possible."""
    try:
        return GAME.load(data)
    except Refusal as refused:
        raise AssertionError(data) from refused


class Pair:
    """The same game twice: as the game under test plays it, and as the naive model does."""

    def __init__(self, seed: int, number: int, met: Counter[str], thorough: bool) -> None:
        options, table = FIELDS[number % len(FIELDS)]
        self.source = random.Random(seed)
        self.met, self.thorough = met, thorough
        self.rows = Rows(layout.HEADER, layout.FIELDS)
        terms = naive.agree(options, table)
        if number // len(FIELDS) % 2:
            self.model = probing.scattered(self.source, terms)
            self.state: Any = loaded(naive.state_json(self.model))
        else:
            self.model = naive.start(terms)
            self.state = GAME.new(
                GAME.terms(dict(options), table=table, variant=naive.VARIANT)
            ).state

    def now_and_then(self, share: int) -> bool:
        """Once in so many times."""
        return self.source.randrange(share) == 0

    def compare(self) -> None:
        self.compare_record()
        again = self.now_and_then(20)
        if again or self.thorough:
            data, mine = GAME.dump(self.state), expected(self.model)
            assert data == mine
            assert GAME.pending(self.state).to_json() == mine["pending"]
            if again and (self.thorough or self.now_and_then(3)):
                self.state = loaded(data)
                assert GAME.dump(self.state) == mine
        self.met["positions"] += 1
        self.met[f"pending {naive.asked(self.model)[0]}"] += 1

    def compare_record(self) -> None:
        """All that a position holds, without the JSON."""
        state, model = self.state, self.model
        pending, end = naive.pending_json(model), naive.ending(model)
        if end is not None:
            pending["over"]["reason"] = reason(end)
        assert GAME.pending(state).to_json() == pending
        strike = state.strike and (state.strike.unit, state.strike.target, state.strike.hit)
        turn = 0 if state.deploying else state.turns + 1
        told = (turn, state.first, state.rolled, state.commanded, strike)
        assert told == (model.turn, model.first, model.faces, model.commanded, model.attack)
        for number in self.rows.changed(state.record, tuple(model.units.values())):
            mine = model.units[naive.IDS[number]]
            assert fields(state.unit(mine.id)) == fields(mine)

    def ask(self) -> list[naive.Action]:
        """Compare the judgment of some actions; now and then those of the seat that waits."""
        tried = probing.probes(self.source, self.model)
        for action in tried:
            seat = self.model.seat
            if self.now_and_then(25):
                seat = naive.OTHER[seat]
            self.judge(seat, action)
        if self.now_and_then(40):
            self.look_at_the_list()
        if self.now_and_then(10):
            self.dice_that_are_none()
        return tried

    def judge(self, seat: str, action: naive.Action) -> outrider.Action:
        """Both have to say yes, or no for the same rule. Gives the action as the game has it."""
        given: outrider.Action = GAME.action_from_json(naive.action_json(action))
        refused = GAME.choices(self.state, seat).why_not(given)
        mine = naive.refusal(self.model, seat, action)
        told = None if refused is None else (refused.kind, refused.rule)
        wanted = None if mine is None else (mine[0], mine[1][0] if mine[1] else None)
        assert told == wanted, (naive.state_json(self.model), seat, action, mine, refused)
        self.met["asked"] += 1
        verdict = "legal" if wanted is None else wanted[1] or wanted[0]
        self.met[f"{action['do']} {verdict}"] += 1
        if mine is None or mine[0] == "illegal":
            self.met.update(limits(self.model, action))
        if mine is not None and self.now_and_then(30):
            with pytest.raises(Refusal) as caught:
                GAME.apply(self.state, seat, given)
            assert (caught.value.kind, caught.value.rule) == wanted
            assert GAME.dump(self.state) == expected(self.model)
        return given

    def look_at_the_list(self) -> None:
        """What the game lists is legal, each once, and holds all that is no matter of places."""
        seat = self.model.seat
        listed = [model_action(action) for action in GAME.choices(self.state, seat)]
        for action in listed:
            assert naive.refusal(self.model, seat, action) is None, action
        if naive.asked(self.model)[0] != "decide":
            assert listed == []
        elif not naive.placing(self.model):
            found = sorted(str(action) for action in listed if "to" not in action)
            wanted = [*probing.strikes(self.model), {"do": "end"}]
            if not naive.against_command(self.model):
                wanted += [{"do": "command", "ability": name} for name in ("bolster", "rush")]
            assert found == sorted(str(action) for action in wanted)
        self.met["lists"] += 1

    def dice_that_are_none(self) -> None:
        """Faces no die has, too many or too few of them, and dice that nobody asked for."""
        waited = naive.asked(self.model)[0] not in ("decide", "over")
        faces = self.source.choice(([0], [7], [3, 4], [])) if waited else [3]
        with pytest.raises(Refusal) as caught:
            GAME.roll(self.state, faces)
        assert caught.value.kind == ("malformed" if waited else "not-your-turn")

    def step(self, tried: list[naive.Action]) -> None:
        """Go on in both: a die, or an action that one of the two has found."""
        what, seat = naive.asked(self.model)
        if what != "decide":
            face = self.source.randint(1, 6)
            self.follow(GAME.roll(self.state, [face]), face, naive.roll(self.model, face))
            return
        if self.now_and_then(8):
            given = GAME.choices(self.state, seat).sample(self.source)
            action: naive.Action = model_action(given)
            assert naive.refusal(self.model, seat, action) is None, action
            assert GAME.action_from_json(naive.action_json(action)) == given
        else:
            action = probing.choose(self.source, self.model, tried)
            given = self.judge(seat, action)
        if action["do"] == "command":
            self.met.update(reach(self.model, action["ability"]))
        step = GAME.apply(self.state, seat, given)
        self.follow(step, action, naive.play(self.model, action))

    def follow(
        self, step: outrider.Step[Any], made: naive.Action | int, after: naive.Position
    ) -> None:
        """Both are told alike what happened; what came of it is compared next."""
        events = naive_events.told(self.model, made, after)
        end = naive.ending(after)
        if end is not None:
            events[-1] = {**events[-1], "reason": reason(end)}
        assert [event.to_json() for event in step.events] == events
        self.state, self.model = step.state, after


def fields(unit: Any) -> tuple[Any, ...]:
    """What changes of a unit, which both call by the same names."""
    return (
        *(unit.id, unit.at, unit.health, unit.buffer, unit.moved),
        *(unit.attacked, unit.done, unit.bolstered, unit.rushed),
    )


def limits(position: naive.Position, action: naive.Action) -> list[str]:
    """Which lengths are exactly at their limit here, and which less than a thousandth beyond."""
    names: list[str] = []
    if action["do"] in ("move", "deploy"):
        unit, to = position.units[action["unit"]], action.get("to") or action["at"]
        if action["do"] == "deploy":
            depth = to[1] if unit.seat == "red" else position.terms.height - to[1]
            names += limit("zone", depth**2, position.terms.zone)
        elif unit.at is not None:
            names += limit("move", naive.square(unit.at, to), unit.movement)
        for other in position.units.values():
            if other.id != unit.id and other.health and other.at is not None:
                names += limit("contact", naive.square(other.at, to), 2 * naive.BASE, -1)
    if action["do"] == "attack":
        unit, target = position.units[action["unit"]], position.units[action["target"]]
        if unit.at is not None and target.at is not None:
            names += limit("range", naive.square(unit.at, target.at), unit.numbers.range)
    return names


def reach(position: naive.Position, ability: str) -> list[str]:
    """The same for the units that a command reaches."""
    own, near = naive.living(position, position.seat), naive.NEAR[ability]
    return [
        name for u in own for name in limit("command", naive.square(own[0].place, u.place), near)
    ]


def limit(name: str, square: int, bound: int, beyond: int = 1) -> list[str]:
    """`beyond` is -1 where a distance may not be less than the bound."""
    if square == bound**2:
        return [f"{name} exactly"]
    low, high = sorted((bound**2, (bound + beyond) ** 2))
    return [f"{name} beyond"] if low <= square <= high else []


def run(seed: int, positions: int, thorough: bool = True) -> Counter[str]:
    """Games side by side until so many positions were compared; what was met on the way."""
    met: Counter[str] = Counter()
    while met["positions"] < positions:
        pair = Pair(seed * 10_000 + met["games"], met["games"], met, thorough)
        met["games"] += 1
        for number in range(LONGEST):
            pair.compare()
            asking = thorough or number % ASKED == 0
            tried = pair.ask() if asking else []
            end = naive.ending(pair.model)
            if end is not None:
                met[f"ended {end[1]}"] += 1
                break
            pair.step(tried)
    return met


MET = (
    *("move exactly", "move beyond", "contact exactly", "contact beyond"),
    *("range exactly", "range beyond", "command exactly", "command beyond"),
    *("zone exactly", "zone beyond"),
    *("deploy legal", "deploy BSK-S2", "deploy BSK-S3", "deploy BSK-S5", "deploy not-your-turn"),
    *("move legal", "move BSK-T1", "move BSK-C3", "move BSK-M1", "move BSK-M2", "move BSK-S2"),
    *("attack legal", "attack BSK-T1", "attack BSK-C3", "attack BSK-C6", "attack BSK-C1"),
    *("command legal", "command BSK-A1", "command BSK-A7", "end legal"),
    *("pending initiative", "pending decide", "pending attack", "pending save", "pending over"),
    *("ended units", "ended turns", "lists"),
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
    rare = {name: met[name] for name in MET if met[name] < 2}
    assert not rare, "the games met too little of the rules"


LENGTHS = ("movement", "range")
NUMBERS = [
    (kind, name) for kind in naive.STATISTICS for name in naive.Statistics.__dataclass_fields__
]


def noticed() -> None:
    """The comparison fails, and in a few thousand positions at most."""
    with pytest.raises(AssertionError):
        run(1, 6000)


@pytest.mark.plain
@pytest.mark.parametrize(("kind", "name"), sparse(NUMBERS, 3))
def test_every_number_of_a_unit_is_noticed(
    kind: str, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """BSK-U1: a thousandth of an inch more, or one of anything else less, and they disagree."""
    numbers = naive.STATISTICS[kind]
    wrong = getattr(numbers, name) + (1 if name in LENGTHS else -1)
    monkeypatch.setitem(naive.STATISTICS, kind, replace(numbers, **{name: wrong}))
    noticed()


@pytest.mark.plain
@pytest.mark.parametrize("by", [1, -1])
@pytest.mark.parametrize("name", sparse(["base", "bolster", "rush", "movement"], 1))
def test_every_other_length_is_noticed(name: str, by: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """BSK-M2, BSK-A2, BSK-A3: by the thousandth."""
    if name == "base":
        monkeypatch.setattr(naive, "BASE", naive.BASE + by)
    else:
        lengths = naive.MORE if name == "movement" else naive.NEAR
        monkeypatch.setitem(lengths, name, lengths[name] + by)
    noticed()


@pytest.mark.plain
@pytest.mark.parametrize("name", ["within", "overlap"])
def test_a_limit_that_leaves_itself_out_is_noticed(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """BSK-M1, BSK-C1, BSK-M2: exactly the limit is within it, and who only touches does not
    overlap."""
    wrong = {
        "within": lambda one, another, most: naive.square(one, another) < most**2,
        "overlap": lambda one, another: naive.square(one, another) <= (2 * naive.BASE) ** 2,
    }
    monkeypatch.setattr(naive, name, wrong[name])
    noticed()


@pytest.mark.kernel
def test_a_few_games_agree() -> None:
    """Some hundred positions under the measuring of coverage, and with the compiler off."""
    assert run(77, 500)["games"] > 1
