"""The game against the naive model, step by step through random games, by the public interface.

A position, as it is counted here, is a state that a game begins with or that a step (an action, one
roll of dice, or that somebody leaves) leads to. In each is compared what is pending and of whom,
how many dice, phase, round, every figure's place, health, grenades, actions and news, the attack
under way, the result; and so are the events of the step. In one of twenty all of it is compared as
the contract's JSON, and now and then loaded from it. In one of three some four actions are asked
about, legal or not; both have to say yes, or no for the same rule. Often a length is exactly at its
limit, or beyond it by less than a thousandth of an inch. Of three games one begins with placing,
two are loaded in the middle of a round.

`make slow` asks in every position, and compares the JSON of each.
"""

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from forms import sparse
from games.skirmish import naive, naive_json, naive_play
from games.skirmish.pairing import FIELDS, GAMES, agreed, loaded, run

POSITIONS = 100_000
"""At least so many, in all parts together: `make slow` plays all, `make test` one."""
PARTS = 4

MET = (
    *("move exactly", "move beyond", "climb beyond", "contact exactly", "contact beyond", "rim"),
    *("shoot exactly", "shoot beyond", "strike exactly", "strike beyond"),
    *("take exactly", "take beyond", "throw exactly", "throw beyond"),
    *("inner exactly", "inner beyond", "outer exactly", "outer beyond"),
    *("own edge exactly", "own edge beyond", "other edge exactly", "other edge beyond"),
    *("deploy legal", "deploy SKM-S2", "deploy SKM-S3", "deploy SKM-M2", "deploy SKM-N1"),
    *("move legal", "move SKM-R3", "move SKM-M1", "move SKM-M2", "move SKM-H2", "move SKM-R5"),
    *("move SKM-R6", "ready legal", "time legal", "time SKM-R6", "shoot SKM-R2"),
    *("shoot legal", "shoot SKM-G2", "shoot SKM-G3", "shoot SKM-R4", "shoot SKM-R7"),
    *("strike legal", "strike SKM-F1", "throw legal", "throw SKM-N1", "land legal", "land SKM-N1"),
    *("tell legal", "tell SKM-O3", "tell SKM-H2", "take legal", "take SKM-N4", "skip legal"),
    *(f"pending {what}" for what in ("initiative", "decide", "attack", "armour", "melee")),
    *(f"pending {what}" for what in ("throw", "blast", "indirect", "over")),
    *("ended figures", "ended reported", "ended rounds", "left", "lists"),
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
    assert met["asked"] > 2.5 * met["positions"]
    enough(met)


def enough(met: Counter[str]) -> None:
    rare = {name for name in MET if not met[name]}
    assert not rare, "the games met too little of the rules"


def test_everything_is_played() -> None:
    """SKM-S4, SKM-S5: either edition by two to eight, however they sit, every table that is ready
    and every value of every option."""
    assert {(id, seats) for id, seats, _, _ in FIELDS} == {
        (i, n) for i in GAMES for n in range(2, 9)
    }
    sat = {(seats, terms.options["seating"]) for seats, terms in laid() if seats > 2}
    assert sat == {(seats, way) for seats in range(3, 9) for way in ("spaced", "corners")}
    for id, game in GAMES.items():
        ready = {options.get("table") for other, _, options, _ in FIELDS if other == id}
        assert set(game.further()["tables"]) <= ready
        for name, schema in game.options_schema()["properties"].items():
            for value in schema.get("enum", ()):
                chosen = [agreed(n)[1] for n in range(len(FIELDS)) if FIELDS[n][0] == id]
                assert any(terms.options.get(name) == value for terms in chosen), (id, name, value)


def laid() -> list[tuple[int, naive.Terms]]:
    return [(field[1], agreed(number)[1]) for number, field in enumerate(FIELDS)]


@pytest.mark.kernel
def test_a_few_games_agree() -> None:
    """Some hundred positions under the measuring of coverage, and with the compiler off."""
    assert run(77, 500)["games"] > 1


# -- where they once did not agree ---------------------------------------------------------------


def standing(id: str, seats: int, *, at: tuple[int, int]) -> naive.Position:
    """Red's first figure there and Blue's in the middle of a bare table, in Red's attack turn."""
    game = GAMES[id]
    names = {
        unit["id"]: unit["name"]
        for unit in game.dump(game.new(game.terms({}, seats)).state)["units"]
    }
    position = naive.start(naive.agree(id, seats, {}, None, names))
    gone = [naive.Figure(other, None, 0, 0, 0) for other in position.figures]
    width, depth = position.terms.ground.size
    placed = naive.Figure("R1", at), naive.Figure("B1", (width // 2, depth // 2))
    return replace(naive.changed(position, *gone, *placed), phase="attack", round=1, first="red")


@pytest.mark.parametrize("id", GAMES)
def test_a_throw_that_can_land_at_the_limit_of_its_line(id: str) -> None:
    """SKM-N1: at the right end of Red's side, thrown along the bottom to the right: one place is a
    thousandth ahead of the thrower, two beside the line, and on the table. Every limit is
    inclusive, so the grenade may land there, and may be thrown."""
    model = standing(id, 3, at=(32_000, 0))
    action = {"do": "throw", "unit": "R1", "toward": (38_000, 0)}
    assert naive.landing(model, (32_000, 0), (38_000, 0)) == (32_001, 2)
    assert naive.refusal(model, "red", action) is None
    game: Any = GAMES[id]
    state = game.load(naive_json.state_json(model))
    assert game.action_from_json(naive_json.action_json(action)) in game.choices(state, "red")


@pytest.mark.parametrize("id", GAMES)
def test_fire_is_told_once_when_somebody_leaves(id: str) -> None:
    """SKM-R1, SKM-O7: Blue's army fires at R1; when Green, who has nothing to do with it, leaves,
    that fire is not told again."""
    model = standing(id, 3, at=(3000, 18_000))
    green = naive.Figure("G1", (20_000, 10_000))
    model = naive_play.next_round(naive.changed(model, green))
    assert model.attack is not None and model.attack.against == (("R1", "blue"),)
    game: Any = GAMES[id]
    step = game.withdraw(loaded(game, naive_json.state_json(model)), "green")
    assert [event.to_json() for event in step.events] == [{"event": "out", "seat": "green"}]


def grenade(id: str) -> tuple[Any, Any]:
    """Red's only figure has thrown a grenade, which has to land within 2 inches."""
    game: Any = GAMES[id]
    state = loaded(game, naive_json.state_json(standing(id, 2, at=(10_000, 10_000))))
    state = game.apply(state, "red", game.read_action("throw R1 10,20")).state
    return game, game.roll(state, [1]).state


@pytest.mark.parametrize("id", GAMES)
def test_the_last_one_has_a_grenade_in_the_air(id: str) -> None:
    """SKM-O6, SKM-N3: Blue leaves before it has landed. Be it over or not: what is written down
    loads as it is."""
    game, state = grenade(id)
    state = game.withdraw(state, "blue").state
    assert game.dump(game.load(game.dump(state))) == game.dump(state)


@pytest.mark.parametrize("id", GAMES)
def test_a_table_that_all_have_left(id: str) -> None:
    """SKM-O6: Blue leaves, then Red does who has yet to resist the blast. It is a draw, and loads
    as one."""
    game, state = grenade(id)
    state = game.apply(state, "red", game.read_action("land 10,11")).state
    state = game.withdraw(game.withdraw(state, "blue").state, "red").state
    assert game.dump(state)["result"]["winners"] == []
    assert game.dump(game.load(game.dump(state))) == game.dump(state)
