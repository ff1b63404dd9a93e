"""States as JSON: complete, the same again, and only what is needed (SKM-S1 to SKM-R7)."""

from typing import Any

import pytest

from games.skirmish.patrol import (
    DEAD,
    FAR,
    FIRST,
    REVISED,
    Changes,
    all_placed,
    both,
    deciders,
    fields,
    get,
    is_rolling,
    minute,
    new,
    offers,
    play,
    rolling,
    shown,
    stand,
    unit,
)
from outrider import Match, Refusal
from outrider.core.wire import dumps, parse
from outrider.games.skirmish.game import Skirmish

NEEDED = ("game", "options", "phase", "pending", "result", "table", "units")
UNIT_NEEDED = ("id", "seat", "kind", "at", "health", "alive")


@both
def test_the_fields_of_a_state(game: Skirmish) -> None:
    """SKM-S1: those of the contract, and a unit's."""
    data = shown(stand(game, FAR))
    assert set(NEEDED) <= set(data)
    assert {"round", "first", "initiative"} <= set(data)
    assert set(data["units"][0]) == {*UNIT_NEEDED, "name", "grenades", "actions", "seen", "fresh"}
    assert (data["game"], data["phase"], data["result"]) == (game.id, "attack", None)


@both
@pytest.mark.parametrize("seats", [2, 3, 5, 8])
def test_every_state_of_a_game_loads_as_it_is(game: Skirmish, seats: int) -> None:
    """SKM-S3, SKM-S6: while figures are placed and the dice fall for the first turn."""
    state = new(game, seats)
    while not is_rolling(state) and shown(state)["phase"] == "deploy":
        assert game.load(parse(dumps(shown(state)))) == state
        state = play(state, offers(state)[0])
    while is_rolling(state):
        assert game.load(parse(game.write(state))) == state
        state = play(state, 3)
        if rolling(state)[1] == "red":
            break
    assert game.read(game.write(state)) == state


@both
@pytest.mark.parametrize("phase", ["movement", "attack"])
def test_only_the_needed_fields(game: Skirmish, phase: str) -> None:
    """SKM-R3, SKM-S1: the rest is that of a fresh round; those who are dead may lie nowhere. The
    game can be played on from there."""
    full = fields(game, FAR, phase=phase)
    data: dict[str, Any] = {name: full[name] for name in NEEDED}
    data["units"] = [{name: each[name] for name in UNIT_NEEDED} for each in full["units"]]
    state = game.load(data)
    assert shown(state)["round"] == 1
    assert get(state, "actions", *FAR) == [2, 2, 2, 2]
    assert get(state, "grenades", *FAR) == [2, 2, 2, 2]
    assert get(state, "seen", *FAR) == [False] * 4
    assert unit(state, "R1")["name"]
    assert offers(state)
    assert game.load(shown(state)) == state


@both
def test_the_dead_who_lie_nowhere_are_no_stumbling_block(game: Skirmish) -> None:
    """SKM-N4, SKM-H2: a dead figure off the table is not looted, and asking for choices works."""
    gone = {"at": None, **DEAD, "grenades": 2}
    state = stand(game, FAR, {"B3": gone, "R3": gone})
    assert offers(state, "take") == []
    assert list(Match.from_state(game, state).choices("red"))


@both
def test_units_that_are_not_listed_are_dead_and_gone(game: Skirmish) -> None:
    """SKM-O6, SKM-N4: the engine's choice; they can be neither shot nor looted."""
    data = fields(game, FAR)
    data["units"] = [each for each in data["units"] if each["alive"]]
    state = game.load(data)
    assert len(shown(state)["units"]) == 10
    assert offers(state, "shoot", "take") == [
        "shoot R1 B1", "shoot R1 B2", "shoot R2 B1", "shoot R2 B2",
    ]  # fmt: skip


@both
@pytest.mark.parametrize(
    "steps",
    [
        ("shoot R1 B1",), ("shoot R1 B1", 9), ("strike R2 B2",), ("strike R2 B2", 9),
        ("strike R2 B2", 9, 12), ("strike R2 B2", 12, 9), ("throw R1 10,20",),
        ("throw R1 10,20", 1), ("throw R1 10,20", 1, "land 10,11"),
        ("throw R1 10,20", 1, "land 10,11", 14), ("throw R1 10,20", 1, "land 10,11", 14, 10),
        ("throw R1 10,20", 1, "land 10,11", 24, 4, 13), ("take R1 R3",), ("tell R1 R2",),
        ("skip R1",), ("skip R1", "shoot B1 R2", 9),
    ],
    ids=str,
)  # fmt: skip
@pytest.mark.parametrize("turn", ["action", "figure"])
def test_every_moment_of_an_attack_loads_as_it_is(
    game: Skirmish, steps: tuple[Any, ...], turn: str
) -> None:
    """SKM-G1, SKM-F1, SKM-N1, SKM-N3, SKM-R7: with what waits for dice or a landing."""
    places = {"R1": (10, 10), "R2": (11, 11), "B1": (10, 12), "B2": (11, 12), "R3": (10, 10.5)}
    changes: Changes = {"R1": {"seen": True}, "R3": DEAD}
    state = play(stand(game, places, changes, options={"attack_turn": turn}), *steps)
    again = game.load(parse(dumps(shown(state))))
    assert again == state
    assert dumps(shown(again)) == dumps(shown(state))
    assert game.pending(again) == game.pending(state)


def test_the_first_editions_contest_loads_as_it_is() -> None:
    """SKM-S6: at the start of the attacks, with faces and with ties."""
    places = {"R1": (10, 10), "B1": (20, 10), "G1": (20, 20)}
    state = play(minute(FIRST, places, seats=3), "time")
    for faces in ((), (4,), (4, 4), (4, 4, 1), (4, 4, 1, 2), (4, 4, 4), (2, 4, 4, 3)):
        moment = play(state, *faces)
        assert FIRST.load(shown(moment)) == moment


@both
def test_editions_do_not_mix(game: Skirmish) -> None:
    """SKM-S6: a state says whose it is."""
    other = FIRST if game is REVISED else REVISED
    with pytest.raises(Refusal) as caught:
        other.load(shown(stand(game, FAR)))
    assert caught.value.kind == "malformed"


@both
def test_a_match_begins_in_the_middle(game: Skirmish) -> None:
    """SKM-R6: from a hand-made position, with the same terms."""
    state = minute(game, FAR, options={"melee": "alternate", "round_limit": 9}, round=4)
    match = Match.from_state(game, state)
    assert match.state == state
    assert match.terms.options["melee"] == "alternate"
    match.play("blue", game.read_action("ready"))
    assert deciders(match.state) == ("red",)
    match.undo()
    assert match.state == state


@both
def test_the_revised_edition_says_who_begins(game: Skirmish) -> None:
    """SKM-S6: `first` and `initiative` name the same seat, or nobody while it is open."""
    data = shown(stand(game, FAR, first="blue"))
    assert data["first"] == data["initiative"] == "blue"
    waiting = shown(all_placed(game))
    assert waiting["first"] is None
    if game is REVISED:
        assert waiting["initiative"] == {}
        assert shown(play(all_placed(game), 4))["initiative"] == {"red": 4}


@both
def test_reading_with_other_options_is_refused(game: Skirmish) -> None:
    """SKM-O5: a position brings its own along."""
    text = game.write(stand(game, FAR))
    assert game.read(text, {"melee": "standard"}) == stand(game, FAR)
    with pytest.raises(Refusal):
        game.read(text, {"melee": "alternate"})
    for junk in ("", "{", "[]", "R1", "null", '{"game":"skirmish"}'):
        with pytest.raises(Refusal):
            game.read(junk)
