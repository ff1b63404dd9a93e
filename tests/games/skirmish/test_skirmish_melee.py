"""Hand to hand (SKM-F1 to SKM-F3)."""

import itertools

import pytest

from games.skirmish.patrol import (
    both,
    box,
    decider,
    get,
    happened,
    health,
    illegal,
    is_rolling,
    laid,
    legal,
    offers,
    play,
    refusal,
    rolling,
    shown,
    stand,
    unit,
    winners,
)
from outrider.games.skirmish.game import Skirmish

pytestmark = pytest.mark.kernel

TOUCHING = {"R1": (10, 10), "R2": (30, 5), "B1": (10, 11), "B2": (30, 30)}
ALTERNATE = {"melee": "alternate"}


@both
@pytest.mark.parametrize(
    ("at", "near"),
    [((10, 11), True), ((10, 11.001), False), ((10.8, 10), True), ((10.6, 10.8), True),
     ((10.6, 10.801), False), ((30, 30), False)],
)  # fmt: skip
def test_at_most_one_inch_apart(game: Skirmish, at: tuple[float, float], near: bool) -> None:
    """SKM-F1: centre to centre, exactly 1 included."""
    state = stand(game, {"R1": (10, 10), "B1": at})
    assert legal(state, "strike R1 B1") == near
    assert ("strike R1 B1" in offers(state)) == near
    if not near:
        assert illegal(state, "strike R1 B1") == "SKM-F1"
        assert "too far by" in refusal(state, "strike R1 B1").message


@both
def test_height_counts_hand_to_hand(game: Skirmish) -> None:
    """SKM-F1: 0.8 over and 0.6 up is 1, and 0.601 up is more; the engine's choice in both
    editions."""
    places = {"R1": (10, 10), "B1": (10.8, 10)}
    for height, near in ((0.6, True), (0.601, False)):
        state = stand(game, places, table=laid(box(10.5, 9, 2, 2, height)))
        assert legal(state, "strike R1 B1") == near


@both
def test_terrain_does_not_hinder_hand_to_hand(game: Skirmish) -> None:
    """SKM-F1, SKM-G2: shelter is from fire only."""
    state = stand(game, {"R1": (10, 10), "B1": (10, 11)}, table=laid(box(9, 10.4, 2, 0.2, 9)))
    assert illegal(state, "shoot R1 B1") == "SKM-G2"
    assert legal(state, "strike R1 B1")


@both
@pytest.mark.parametrize("option", ["standard", "alternate"])
def test_both_roll_three_dice_whatever_their_health(game: Skirmish, option: str) -> None:
    """SKM-F1: the attacker first; 1 action of his."""
    for mine, theirs in itertools.product((1, 5, 10), repeat=2):
        changes = {"R1": {"health": mine}, "B1": {"health": theirs}}
        state = stand(game, TOUCHING, changes, options={"melee": option})
        state = play(state, "strike R1 B1")
        assert rolling(state) == ("melee", "red", 3)
        assert get(state, "actions", "R1", "B1") == [1, 2]
        assert rolling(play(state, 10)) == ("melee", "blue", 3)


@both
def test_the_higher_total_deals_the_difference(game: Skirmish) -> None:
    """SKM-F1, SKM-F2: to the other, who then has armour by his health."""
    state = stand(game, TOUCHING, {"B1": {"health": 5}})
    state = play(state, "strike R1 B1", 15, 9)
    assert rolling(state) == ("armour", "blue", 2)
    assert health(play(state, 2), "B1") == 1
    assert health(play(state, 6), "B1") == 5
    assert health(play(state, 12), "B1") == 5
    back = play(stand(game, TOUCHING), "strike R1 B1", 9, 15)
    assert rolling(back) == ("armour", "red", 4)
    after = play(back, 4)
    assert get(after, "health", "R1", "B1") == [8, 10]
    assert decider(after) == "blue"


@both
@pytest.mark.parametrize("option", ["standard", "alternate"])
@pytest.mark.parametrize("total", [3, 10, 18])
def test_equal_totals_do_nothing(game: Skirmish, option: str, total: int) -> None:
    """SKM-F1: no armour is rolled, and the turn passes."""
    state = stand(game, TOUCHING, options={"melee": option})
    state = play(state, "strike R1 B1", total, total)
    assert get(state, "health", "R1", "B1") == [10, 10]
    assert decider(state) == "blue"


@both
def test_the_attacker_can_die_of_his_own_attack(game: Skirmish) -> None:
    """SKM-F1: and with him the game can be lost."""
    state = stand(game, TOUCHING, {"R1": {"health": 2}})
    state = play(state, "strike R1 B1", 3, 18, 2)
    assert unit(state, "R1") == {**unit(state, "R1"), "health": 0, "actions": 0, "grenades": 2}
    assert decider(state) == "blue"
    lonely = {"R1": (10, 10), "B1": (10, 11)}
    assert winners(play(stand(game, lonely, {"R1": {"health": 2}}), "strike R1 B1", 3, 18, 2)) == (
        "blue",
    )


@both
def test_what_a_blow_tells(game: Skirmish) -> None:
    """SKM-F1, SKM-F2: three rolls and who deals how much."""
    told = happened(stand(game, TOUCHING), "strike R1 B1", 12, 6, 4)
    purposes = [e["purpose"] for e in told if e["event"] == "rolled"]
    assert purposes == ["melee", "melee", "armour"]
    assert {"event": "dealt", "unit": "R1", "target": "B1", "damage": 6} in told
    assert {"event": "hurt", "unit": "B1", "loss": 2, "health": 8} in told


# -- SKM-F3 --------------------------------------------------------------------------------------


@both
@pytest.mark.parametrize(("attack", "defence", "left"), [(12, 9, 7), (18, 3, 0), (9, 12, 10)])
def test_the_alternate_rule(game: Skirmish, attack: int, defence: int, left: int) -> None:
    """SKM-F3: only the target can be hurt, by attack minus defence, and has no armour."""
    state = stand(game, TOUCHING, options=ALTERNATE)
    state = play(state, "strike R1 B1", attack, defence)
    assert not is_rolling(state)
    assert get(state, "health", "R1", "B1") == [10, left]
    assert decider(state) == "blue"


@both
def test_the_alternate_rule_can_end_the_game(game: Skirmish) -> None:
    """SKM-F3, SKM-O6: with the last enemy."""
    state = stand(game, {"R1": (10, 10), "B1": (10, 11)}, {"B1": {"health": 4}}, options=ALTERNATE)
    assert winners(play(state, "strike R1 B1", 10, 6)) == ("red",)


@both
def test_a_fight_can_be_written_down_at_every_step(game: Skirmish) -> None:
    """SKM-F1, SKM-F2: before the first roll, after it, and before the armour."""
    state = play(stand(game, TOUCHING), "strike R1 B1")
    for total in (4, 9, 8):
        again = game.load(shown(state))
        assert again == state and shown(again) == shown(state)
        state = play(state, total)
    assert shown(state)["attack"] is None
