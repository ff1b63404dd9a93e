"""Whose goal is what while a game is played, and how near it is."""

from typing import Any

import pytest

from outrider.core.game import Game
from outrider.core.pending import Over
from outrider.core.standing import Goal, Standing
from outrider.games import game
from outrider.testing import walk

Json = dict[str, Any]
SKIRMISHERS = game("skirmishers")


def stands(known: Game[Any, Any], state: Any) -> Standing:
    standing = known.standing(state, None)
    assert standing is not None
    return standing


def scenario(name: str, moved: Json | None = None, **more: Any) -> Standing:
    """How a scenario stands at its beginning, with some pieces elsewhere."""
    data = SKIRMISHERS.dump(SKIRMISHERS.new(SKIRMISHERS.terms(scenario=name)).state)
    units = [{**unit, **(moved or {}).get(unit["id"], {})} for unit in data["units"]]
    return stands(SKIRMISHERS, SKIRMISHERS.load({**data, "units": units, **more}))


def goal(standing: Standing, seat: str, sign: str) -> Goal:
    (found,) = (each for each in standing.goals if (each.seat, each.sign) == (seat, sign))
    return found


DEAD = {"health": 0, "alive": False}


def test_the_bridge_is_counted() -> None:
    """SKR-S4: who is across, who stands on it, who is dead; and what the last turn brings."""
    fresh = scenario("bridge")
    assert fresh.track is not None
    assert (fresh.track.now, fresh.track.most, fresh.track.then) == (1, 24, "then Blue wins")
    assert fresh.left == {"red": (10, 10), "blue": (4, 4)}
    across = goal(fresh, "red", "reach")
    assert (across.done, across.most, across.said, across.alert) == (0, 3, "0 of 3", "")
    assert across.area is not None and across.area["shape"] == "polygon"
    held = goal(fresh, "blue", "hold")
    assert (held.done, held.most, held.said, held.alert) == (0, 10, "0 of 10 turns", "")

    later = scenario(
        "bridge",
        {"R4": {"at": [5, 24]}, "R5": {"at": [8, 22]}, "R6": {"at": [15, 15]}, "B4": DEAD},
    )
    across = goal(later, "red", "reach")
    names = {each.id: each.name for each in shipped("bridge")}
    assert across.said == f"2 of 3: {names['R4']}, {names['R5']}", "also on its very border"
    assert across.alert == "one more is enough"
    assert goal(later, "blue", "hold").alert == "Red stands on it"
    assert goal(later, "red", "kill").said == "1 of 4"
    assert later.left["blue"] == (3, 4)


def shipped(name: str) -> Any:
    return SKIRMISHERS.new(SKIRMISHERS.terms(scenario=name)).state.scenario.warriors


def test_who_has_left_and_whom_to_kill() -> None:
    """SKR-S4: an edge to leave by, and pieces by name, which are marked as long as they stand."""
    fresh = scenario("ambush")
    leaves = goal(fresh, "red", "leave")
    assert leaves.area == {"shape": "line", "points": [[0, 36], [24, 36]]}
    kills = next(each for each in fresh.goals if each.seat == "blue")
    assert kills.units == ("R1", "R2") and (kills.done, kills.most) == (0, 2)
    gone = {"at": None, "exited": True, "exit": "top"}
    later = scenario("ambush", {"R1": DEAD, "R3": gone})
    assert next(each for each in later.goals if each.seat == "blue").units == ("R2",)
    assert goal(later, "red", "leave").done == 1
    assert later.left["red"] == (5, 6), "who has left is alive"


def test_lasting_is_said_with_the_turns() -> None:
    raid = scenario("raid")
    assert raid.track is not None and raid.track.then == "then Blue wins, if anybody lives"
    duel = scenario("duel")
    assert duel.track is not None and duel.track.then == "then it is a draw"


@pytest.mark.parametrize("id", ["skirmish", "skirmish-2012"])
def test_who_has_seen_and_who_is_home_with_it(id: str) -> None:
    """SKM-O1, SKM-O4, SKM-O5: what is fresh is not reported; at home it is about to be."""
    known = game(id)
    data = known.dump(known.new(known.terms({"table": "36x36"})).state)
    row = {"red": 10.0, "blue": 26.0}

    def position(**changed: Json) -> Standing:
        units = [
            {**unit, "at": [4 + 4 * n % 20, row[unit["seat"]]], "actions": 2}
            | changed.get(unit["id"], {})
            for n, unit in enumerate(data["units"])
        ]
        pending = {"decide": ["red", "blue"]}
        more = {"phase": "movement", "round": 3, "initiative": "red", "first": "red"}
        return stands(known, known.load({**data, **more, "units": units, "pending": pending}))

    plain = position()
    assert plain.track is not None and (plain.track.name, plain.track.now) == ("Round", 3)
    assert [each.said for each in plain.goals] == ["nobody has seen yet"] * 2
    names = {unit["id"]: unit["name"] for unit in data["units"]}
    afield = goal(position(R2={"seen": True}), "red", "see")
    assert (afield.done, afield.said, afield.alert) == (1, f"seen by {names['R2']} (R2)", "")
    at_home = goal(position(R2={"seen": True, "at": [8, 1]}), "red", "see")
    assert at_home.alert == f"{names['R2']} (R2) is home with it"
    assert plain.left == {"red": (5, 5), "blue": (5, 5)}


@pytest.mark.parametrize(
    ("id", "options"), [("basic", {"table": "12x12", "turn_limit": 2000}), ("skirminion", {})]
)
def test_whoever_destroys_all_has_come_to_the_end_of_the_count(id: str, options: Json) -> None:
    """BSK-V1, SKN-V1: in random games, the count is full if and only if nobody is left."""
    known = game(id)
    full = 0
    for seed in range(4):
        *_, last = walk(known, known.terms(options), seed)
        step = (
            known.apply(last.state, last.seat, last.action)
            if last.action is not None
            else next(
                end
                for face in range(1, 7)
                if isinstance(known.pending((end := known.roll(last.state, [face])).state), Over)
            )
        )
        standing, outcome = stands(known, step.state), known.pending(step.state)
        assert isinstance(outcome, Over)
        for each in standing.goals:
            foe = next(seat for seat in standing.left if seat != each.seat)
            assert (each.done == each.most) == (standing.left[foe][0] == 0)
            full += each.done == each.most and outcome.outcome.winners == (each.seat,)
    assert full, "in some of them somebody has won so"
