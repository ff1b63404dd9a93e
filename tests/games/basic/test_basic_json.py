"""The state as JSON: the contract's fields, round trips, and edits by hand that are possible."""

import json
import random
from typing import Any

import pytest

from games.basic.battlefield import (
    BLUE_DEPLOYS,
    FLAGS,
    GAME,
    HEALTHS,
    IDS,
    RED_DEPLOYS,
    Changes,
    alive,
    battle,
    decider,
    fields,
    health,
    illegal,
    kind_of,
    legal,
    load,
    marked,
    new,
    offers,
    opened,
    outcome,
    play,
    scattered,
    seat_of,
    unit,
)
from outrider import Match, Outcome, Refusal
from outrider.core.wire import parse
from outrider.games.basic.state import State

REQUIRED = ("game", "options", "phase", "pending", "result", "table", "units")
UNIT = {"id", "seat", "kind", "at", "health", "alive", "buffer", *FLAGS}
DROP = object()

LINES = {
    "R1": (12, 10),
    "R2": (11, 10),
    "R4": (9, 8),
    "B1": (12, 11),
    "B2": (11, 11),
    "B4": (9, 16),
}
BATTLE = battle(LINES, {"R2": {"health": 2}}, turn=7)
BUSY = play(BATTLE, "command bolster", "move R2 11,9.9", "attack R4 B4", 1)
WON = play(battle({"R2": (1, 1), "B2": (1, 2)}, {"B2": {"health": 1}}), "attack R2 B2", 6, 1)
STAGES = {
    "first roll": new(),
    "second roll": play(new(), 4),
    "rolled again": play(new(), 4, 4),
    "red places": play(new(), 6, 1),
    "blue places": play(new(), 1, 6),
    "half placed": play(new(), 6, 1, *RED_DEPLOYS[2:]),
    "red has placed": play(new(), 6, 1, *RED_DEPLOYS),
    "second half placed": play(new(), 1, 6, *BLUE_DEPLOYS, *RED_DEPLOYS[:3]),
    "first turn": opened(),
    "first turn, Blue": opened("blue"),
    "second turn": play(opened(), "end"),
    "battle": BATTLE,
    "busy": BUSY,
    "rushed": play(BATTLE, "command rush", "move R2 11,4.5"),
    "attack": play(BUSY, "attack R1 B1"),
    "save": play(BUSY, "attack R1 B1", 3),
    "saved": play(BUSY, "attack R1 B1", 3, 3),
    "enemy's turn": play(BUSY, "end", "attack B1 R1", 6, 1),
    "won": WON,
    "drawn": play(battle(LINES, turn=200), "end"),
}
stages = pytest.mark.parametrize("state", STAGES.values(), ids=STAGES)


def edited(state: State, **changes: Any) -> dict[str, Any]:
    """The state's JSON with some fields changed, or left out."""
    data = {**GAME.dump(state), **changes}
    return {name: value for name, value in data.items() if value is not DROP}


# -- what is in it -------------------------------------------------------------------------------


@stages
def test_a_state_says_what_it_is(state: State) -> None:
    """BSK-S1: every field of the contract is there."""
    data = GAME.dump(state)
    assert set(REQUIRED) <= set(data)
    assert data["game"] == "basic"
    assert data["table"] == {"size": [24, 24], "terrain": []}
    assert data["pending"] == GAME.pending(state).to_json()
    assert data["result"] == data["pending"].get("over")


def test_the_options_are_written_with_their_defaults() -> None:
    """BSK-S3, BSK-C3, BSK-A4, BSK-V2: names, values and types as the rules have them."""
    assert GAME.dump(new())["options"] == {
        "table": "24x24",
        "zone": 3,
        "miss_ends_unit": True,
        "ability_lasts": "own_turn",
        "turn_limit": 200,
    }


@stages
def test_every_unit_says_what_it_is(state: State) -> None:
    """BSK-S1, BSK-U1, BSK-C5: ten of them, each with all its fields, the dead included."""
    units = GAME.dump(state)["units"]
    assert [unit["id"] for unit in units] == list(IDS)
    for entry in units:
        assert set(entry) == UNIT
        assert (entry["seat"], entry["kind"]) == (seat_of(entry["id"]), kind_of(entry["id"]))
        assert 0 <= entry["health"] <= HEALTHS[entry["kind"]]
        assert entry["alive"] is (entry["health"] > 0)
        assert all(isinstance(entry[flag], bool) for flag in FLAGS)
        assert entry["buffer"] in (0, 1)


@pytest.mark.parametrize(
    ("name", "phase", "pending"),
    [
        ("first roll", "deploy", {"roll": {"purpose": "initiative", "seat": "red", "dice": 1}}),
        ("second roll", "deploy", {"roll": {"purpose": "initiative", "seat": "blue", "dice": 1}}),
        ("red places", "deploy", {"decide": ["red"]}),
        ("red has placed", "deploy", {"decide": ["blue"]}),
        ("first turn", "battle", {"decide": ["red"]}),
        ("first turn, Blue", "battle", {"decide": ["blue"]}),
        ("attack", "battle", {"roll": {"purpose": "attack", "seat": "red", "dice": 1}}),
        ("save", "battle", {"roll": {"purpose": "save", "seat": "blue", "dice": 1}}),
        ("saved", "battle", {"decide": ["red"]}),
    ],
)
def test_phase_and_pending(name: str, phase: str, pending: object) -> None:
    """BSK-S2, BSK-S4, BSK-C2, BSK-C4: dice and decisions, and whose they are."""
    data = GAME.dump(STAGES[name])
    assert (data["phase"], data["pending"], data["result"]) == (phase, pending, None)


def test_the_end_in_json() -> None:
    """BSK-V1, BSK-V2: winners and a reason; a draw has no winners."""
    won, drawn = GAME.dump(WON), GAME.dump(STAGES["drawn"])
    assert (won["phase"], drawn["phase"]) == ("over", "over")
    assert won["result"]["winners"] == ["red"] and won["result"]["reason"]
    assert drawn["result"]["winners"] == [] and drawn["result"]["reason"]


def test_bolster_is_left_out_of_the_health() -> None:
    """BSK-A6: it is the buffer."""
    bolstered = unit(BUSY, "R2")
    assert (bolstered["health"], bolstered["buffer"], bolstered["bolstered"]) == (2, 1, True)


# -- round trips ---------------------------------------------------------------------------------


@stages
def test_every_stage_round_trips(state: State) -> None:
    """BSK-S1: through JSON as text, the same state with the same choices comes back."""
    again = load(parse(json.dumps(GAME.dump(state))))
    assert again == state
    assert GAME.dump(again) == GAME.dump(state)
    if decider(state) is not None:
        assert offers(again) == offers(state)


@stages
def test_every_stage_is_one_line_of_text(state: State) -> None:
    """BSK-S1: written and read."""
    line = GAME.write(state)
    assert "\n" not in line
    assert GAME.read(line) == state


def test_a_position_brings_its_options_along() -> None:
    """BSK-S3: it may be read with no options of one's own chosen, or with the same ones."""
    line = GAME.write(BATTLE)
    assert GAME.read(line, GAME.dump(BATTLE)["options"]) == BATTLE
    assert GAME.read(line, {}) == BATTLE


@stages
def test_a_match_goes_on_from_every_stage(state: State) -> None:
    """BSK-T2: and its record begins with that state."""
    match = Match.from_state(GAME, state)
    assert match.state == state
    assert Match.from_record(GAME, match.record()).state == state


def test_a_random_game_round_trips() -> None:
    """BSK-T2: state by state, from the first roll to the end."""
    source = random.Random(11)
    state = new({"table": "8x8", "turn_limit": 40})
    met = 0
    while outcome(state) is None:
        assert load(parse(json.dumps(GAME.dump(state)))) == state
        met += 1
        seat = decider(state)
        if seat is None:
            state = play(state, source.randint(1, 6))
        else:
            state = GAME.apply(state, seat, GAME.choices(state, seat).sample(source)).state
    assert load(GAME.dump(state)) == state
    assert met > 100


def test_loading_does_not_change_what_is_loaded() -> None:
    """BSK-S1: neither when it is accepted nor when it is refused."""
    good, bad = GAME.dump(BUSY), edited(BUSY, units="many")
    before = json.dumps([good, bad])
    load(good)
    with pytest.raises(Refusal):
        GAME.load(bad)
    assert json.dumps([good, bad]) == before


# -- edited by hand ------------------------------------------------------------------------------


def test_the_required_fields_are_enough() -> None:
    """BSK-T1: all others are those of a fresh turn."""
    for name in ("first roll", "red places", "blue places", "first turn", "battle", "won"):
        data = {field: GAME.dump(STAGES[name])[field] for field in REQUIRED}
        again = load(data)
        assert GAME.pending(again) == GAME.pending(STAGES[name])
        assert GAME.dump(again)["units"] == GAME.dump(STAGES[name])["units"]


def test_abilities_need_no_more_fields() -> None:
    """BSK-A1: units under an ability in their own turn say that a command was given."""
    for name in ("busy", "rushed", "enemy's turn"):
        data = {field: GAME.dump(STAGES[name])[field] for field in REQUIRED}
        again = load({**data, "turn": 7 + (name == "enemy's turn")})
        assert GAME.dump(again) == GAME.dump(STAGES[name])


def test_a_victory_needs_no_more_fields() -> None:
    """BSK-V1: neither Red's nor Blue's, whose last attack shows on its unit."""
    for seat, enemy in (("red", "B2"), ("blue", "R2")):
        own = f"{seat[0].upper()}2"
        state = battle({own: (1, 1), enemy: (1, 2)}, {enemy: {"health": 1}}, to_act=seat)
        state = play(state, f"attack {own} {enemy}", 6, 1)
        again = load({field: GAME.dump(state)[field] for field in REQUIRED})
        assert outcome(again) == outcome(state)
        assert GAME.dump(again)["units"] == GAME.dump(state)["units"]


def test_a_half_placed_battalion_needs_no_more_fields() -> None:
    """BSK-S2: who was first follows from who has been placed."""
    for name in ("half placed", "red has placed", "second half placed"):
        data = {field: GAME.dump(STAGES[name])[field] for field in REQUIRED}
        assert load(data) == STAGES[name]


def test_flags_default_to_those_of_a_fresh_turn() -> None:
    """BSK-T1: a unit without flags has done nothing yet."""
    data = GAME.dump(BUSY)
    for entry in data["units"]:
        for flag in (*FLAGS, "buffer"):
            del entry[flag]
    state = load({field: data[field] for field in REQUIRED})
    assert not any(marked(state, flag) for flag in (*FLAGS, "buffer"))
    assert legal(state, "attack R4 B4") and legal(state, "command rush")


def test_units_may_be_listed_in_any_order() -> None:
    """BSK-S1: the id says which is which."""
    data = GAME.dump(BATTLE)
    assert load({**data, "units": data["units"][::-1]}) == BATTLE


def test_pending_decide_says_who_acts() -> None:
    """BSK-T2: the other side, if that is what somebody writes."""
    state = load(edited(BATTLE, pending={"decide": ["blue"]}))
    assert decider(state) == "blue"
    assert legal(state, "attack B1 R1")


def test_what_is_played_on_from_an_edited_side_can_be_saved() -> None:
    """BSK-T2, BSK-V1: every later state loads, the finished one too."""
    places, weak = {"R2": (1, 1), "B2": (1, 2)}, {"R2": {"health": 1}}
    state = load(edited(battle(places, weak, turn=1), pending={"decide": ["blue"]}))
    for step in ("move B2 1,1.9", "attack B2 R2", 6, 1):
        state = play(state, step)
        assert load(GAME.dump(state)) == state
    assert outcome(state) is not None


@pytest.mark.parametrize("at", [[0, 0], [24, 24], [3, 1.5], [0.001, 23.999], [12.8, 10]])
def test_units_stand_anywhere_in_a_battle(at: list[float]) -> None:
    """BSK-M2: to the rim, and as near as touching."""
    state = battle({"R1": (12, 10), "B1": (20, 20)}, {"R5": {"at": at, "health": 2, "alive": True}})
    assert unit(state, "R5")["at"] == at


@pytest.mark.parametrize("left", range(1, 6))
def test_healths_may_be_edited(left: int) -> None:
    """BSK-U1: up to what the unit begins with."""
    assert health(battle(LINES, {"B1": {"health": left}}), "B1") == left


def test_an_edited_battle_is_played_by_its_flags() -> None:
    """BSK-M1, BSK-C6, BSK-C3: as if it had come that way."""
    changes: Changes = {
        "R1": {"moved": True},
        "R2": {"attacked": True},
        "R4": {"attacked": True, "done": True},
    }
    state = battle(LINES, changes)
    assert illegal(state, "move R1 12,9") == "BSK-M1" and legal(state, "attack R1 B1")
    assert illegal(state, "attack R2 B2") == "BSK-C6" and legal(state, "move R2 11,9")
    assert illegal(state, "move R4 9,9") == "BSK-C3"


def test_an_edited_bolster_is_played() -> None:
    """BSK-A2, BSK-A6: the enemy's buffers, and one that is spent."""
    shield = {"bolstered": True, "buffer": 1}
    spent, weak = {"bolstered": True}, {**shield, "health": 1}
    changes: Changes = {"B1": spent, "B2": weak, "B4": shield}
    state = play(battle(LINES, changes), "attack R2 B2", 6, 1)
    assert health(state, "B2") == 1 and unit(state, "B2")["buffer"] == 0
    assert health(play(state, "attack R1 B1", 6, 1), "B1") == 2


def test_the_result_is_worked_out_anew() -> None:
    """BSK-V1: whatever the fields claim, the units say."""
    claim = {"winners": ["blue"], "reason": "because"}
    going = load(edited(BATTLE, result=claim))
    assert outcome(going) is None and GAME.dump(going)["result"] is None
    over = load(edited(WON, result=claim, pending={"over": claim}))
    assert outcome(over) == outcome(WON)
    assert outcome(load(edited(WON, result=None))) == outcome(WON)


@pytest.mark.parametrize(
    ("places", "winner"), [({"R4": (1, 1)}, "red"), ({"B1": (1, 1), "B2": (2, 2)}, "blue")]
)
@pytest.mark.parametrize("to_act", ["red", "blue"])
def test_a_finished_position_loads_as_over(
    places: dict[str, tuple[float, float]], winner: str, to_act: str
) -> None:
    """BSK-V1: even if it claims that somebody has to decide."""
    state = battle(places, to_act=to_act)
    ended = outcome(state)
    assert isinstance(ended, Outcome) and ended.winners == (winner,)
    assert GAME.dump(state)["phase"] == "over"
    assert load(GAME.dump(state)) == state


@pytest.mark.parametrize(("turn", "over"), [(200, False), (201, True)])
def test_a_position_beyond_the_limit_loads_as_drawn(turn: int, over: bool) -> None:
    """BSK-V2: the limit counts whole turns."""
    ended = outcome(load(edited(BATTLE, turn=turn)))
    assert (ended is not None) is over
    if ended is not None:
        assert ended.winners == ()


def test_edited_options_are_played() -> None:
    """BSK-V2, BSK-C3: those that are left out have their defaults."""
    state = load(edited(BATTLE, options={"table": "24x24", "turn_limit": 7}))
    assert GAME.dump(state)["options"]["miss_ends_unit"] is True
    assert outcome(play(state, "end")) is not None
    chosen = {"table": "24x24", "miss_ends_unit": False}
    state = play(load(edited(BATTLE, options=chosen)), "attack R4 B4", 1)
    assert legal(state, "move R4 9,9")


def test_whole_numbers_may_be_written_with_a_point() -> None:
    """BSK-M2: 12.000 inches are 12, however many zeros stand there."""
    for text in ("12", "12.0", "12.000", "1.2e1", "1200e-2", "12." + "0" * 100):
        data = parse(json.dumps(fields(LINES)).replace("[12, 10]", f"[{text}, 10]"))
        assert load(data) == battle(LINES)


def test_a_list_without_some_units_is_one_without_the_dead() -> None:
    """BSK-C5: who is not there any more need not be named."""
    data = fields(LINES)
    data["units"] = [unit for unit in data["units"] if unit["alive"]]
    assert alive(load(data)) == set(LINES)


def test_scattered_positions_round_trip() -> None:
    """BSK-M2: with three decimals everywhere."""
    for seed in range(20):
        state = scattered(seed)
        assert load(parse(json.dumps(GAME.dump(state)))) == state
