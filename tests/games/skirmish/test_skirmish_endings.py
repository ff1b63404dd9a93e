"""How it ends: the last player, nobody, the round limit (SKM-O6 to SKM-O8)."""

import pytest

import outrider
from games.skirmish.patrol import (
    FIRST,
    alive,
    both,
    decider,
    deciders,
    fields,
    game_of,
    happened,
    impossible,
    is_rolling,
    minute,
    offers,
    opened,
    outcome,
    play,
    refusal,
    shown,
    stand,
    winners,
)
from outrider import Refusal
from outrider.games.skirmish.game import Skirmish
from outrider.games.skirmish.state import State

pytestmark = pytest.mark.kernel

DUEL = {"R1": (10, 10), "B1": (10, 15)}


def skipped(state: State) -> State:
    """The state after everybody gave up all actions of this round, the minute included."""
    number = shown(state)["round"]
    if shown(state)["phase"] == "movement":
        state = play(state, "time")
    while shown(state)["round"] == number and outcome(state) is None:
        state = play(state, 3, 2) if is_rolling(state) else play(state, offers(state, "skip")[0])
    return state


@both
def test_the_last_player_with_figures_wins(game: Skirmish) -> None:
    """SKM-O6: at once, in the middle of the attack turns."""
    state = stand(game, DUEL, {"B1": {"health": 1}})
    told = happened(state, "shoot R1 B1", 24, 2)
    assert [event["event"] for event in told][-4:] == ["died", "out", "phase", "over"]
    state = play(state, "shoot R1 B1", 24, 2)
    assert winners(state) == ("red",)
    assert alive(state) == {"R1"}
    assert deciders(state) == ()


@both
def test_of_three_the_last_one_left(game: Skirmish) -> None:
    """SKM-O6, SKM-O7: when one is out the other two play on, and the last one wins."""
    places = {"R1": (10, 10), "B1": (10, 15), "G1": (14, 10)}
    weak = {"B1": {"health": 1}, "G1": {"health": 1}}
    state = play(stand(game, places, weak, seats=3), "shoot R1 B1", 24, 2)
    assert outcome(state) is None and decider(state) == "green"
    assert game.load(shown(state)) == state
    assert offers(state, "shoot") == ["shoot G1 R1"]
    state = play(state, "skip G1", "shoot R1 G1", 24, 2)
    assert winners(state) == ("red",)


@both
def test_one_is_out_and_two_report(game: Skirmish) -> None:
    """SKM-O5, SKM-O7: at a table of three of whom one is out, those who report share it still."""
    places = {"R1": (10, 1), "G1": (20, 35)}
    news = {id: {"seen": True} for id in places}
    assert winners(play(minute(game, places, news, seats=3), "time")) == ("red", "green")


@both
def test_one_grenade_may_put_two_players_out(game: Skirmish) -> None:
    """SKM-O6: and only the third is left; or nobody."""
    places = {"R1": (10, 10), "B1": (10, 15), "G1": (11, 16)}
    weak = {id: {"health": 1} for id in places}
    state = stand(game, places, weak, seats=3)
    assert winners(play(state, "throw R1 10,20", 5, "land 10,16", 24, 2, 24, 2)) == ("red",)
    everybody = {**places, "B1": (10, 13), "G1": (11, 12)}
    state = stand(game, everybody, weak, seats=3)
    state = play(state, "throw R1 10,20", 1, "land 10,11.5", 24, 2, 24, 2)
    assert outcome(state) is None, "Green has yet to resist"
    assert winners(play(state, 24, 2)) == ()
    assert winners(play(state, 4, 12)) == ("green",)


@both
def test_a_finished_game_goes_on_no_more(game: Skirmish) -> None:
    """SKM-O6: every action is refused, the clock's too, and no dice fall."""
    state = play(stand(game, DUEL, {"B1": {"health": 1}}), "shoot R1 B1", 24, 2)
    for seat, action in (("red", "skip R1"), ("blue", "skip B1"), (None, "time"), ("red", "ready")):
        with pytest.raises(Refusal) as caught:
            game.apply(state, seat, game.read_action(action))
        assert caught.value.kind == "over"
    with pytest.raises(Refusal) as caught:
        game.roll(state, [1])
    assert caught.value.kind == "not-your-turn"
    assert refusal(state, "red skip R1").kind == "over"
    assert game.question(state)


@both
def test_the_round_limit_is_a_draw(game: Skirmish) -> None:
    """SKM-O8: when the last round's attacks are done, and not before."""
    state = opened(game, options={"round_limit": 2})
    state = skipped(state)
    assert shown(state)["round"] == 2 and outcome(state) is None
    state = skipped(state)
    assert winners(state) == ()
    found = outcome(state)
    assert found is not None and "limit" in found.reason
    assert game.load(shown(state)) == state


@both
@pytest.mark.parametrize("limit", [1, 50])
def test_the_last_round_is_played_out(game: Skirmish, limit: int) -> None:
    """SKM-O8: a report or a last kill in it still wins."""
    options = {"round_limit": limit}
    home = {"R1": (10, 5), "B1": (20, 20)}
    state = minute(game, home, {"R1": {"seen": True}}, options=options, round=limit)
    assert winners(play(state, "move R1 10,2", "time")) == ("red",)
    changes = {"B1": {"health": 1, "actions": 0}, "R1": {"actions": 1}}
    state = stand(game, DUEL, changes, options=options, round=limit)
    assert winners(play(state, "shoot R1 B1", 24, 2)) == ("red",)
    assert winners(play(state, "shoot R1 B1", 4, 12)) == ()


@both
def test_the_limit_comes_before_the_next_fire(game: Skirmish) -> None:
    """SKM-O8, SKM-R1: there is no next round, so no army fires any more."""
    places = {"R1": (10, 35), "B1": (20, 20)}
    changes = {id: {"actions": 1} for id in places}
    state = stand(game, places, changes, options={"round_limit": 3}, round=3)
    assert winners(play(state, "skip R1", "skip B1")) == ()


@both
def test_news_at_home_at_the_limit_stay_a_draw(game: Skirmish) -> None:
    """SKM-O5, SKM-O8: told at home in the last attacks is too late; written down and read again it
    is the same draw."""
    places = {"R1": (10, 30), "R2": (10, 1), "B1": (20, 20)}
    changes = {"R1": {"seen": True, "actions": 1}, "R2": {"actions": 0}, "B1": {"actions": 0}}
    state = stand(game, places, changes, options={"round_limit": 1})
    over = play(state, "tell R1 R2")
    assert winners(over) == ()
    again = game.load(shown(over))
    assert winners(again) == ()
    assert again == over


# -- finished positions --------------------------------------------------------------------------


@both
@pytest.mark.parametrize("phase", ["movement", "attack", "over"])
def test_a_position_with_one_player_left_loads_as_over(game: Skirmish, phase: str) -> None:
    """SKM-O6: the result is worked out anew, whatever the JSON says."""
    data = fields(game, {"R1": (10, 10)}, phase=phase, to_act="red")
    assert winners(game.load(data)) == ("red",)
    data["result"] = {"winners": ["blue"], "reason": "a lie"}
    assert winners(game.load(data)) == ("red",)
    corpse = {"R1": {"health": 0, "alive": False, "actions": 0}}
    nobody = fields(game, {"R1": (10, 10)}, corpse, phase=phase, to_act="red")
    assert winners(game.load(nobody)) == ()


@both
def test_over_has_to_be_true(game: Skirmish) -> None:
    """SKM-O6, SKM-O8: two players, no report and rounds left are not over; at the limit they may
    be."""
    data = fields(game, DUEL, phase="over")
    data["pending"] = {"over": {"winners": ["red"], "reason": "because"}}
    impossible(game, data)
    data["round"] = 50
    assert winners(game.load(data)) == ()


@both
def test_every_ending_is_kept_by_a_match(game: Skirmish) -> None:
    """SKM-O6: the record's last line says it, and replaying says the same."""
    state = stand(game, DUEL, {"B1": {"health": 1}})
    match = outrider.Match.from_state(game, state)
    match.play("red", game.read_action("shoot R1 B1"))
    match.roll([6, 6, 6, 6])
    match.roll([1, 1])
    text = match.record().to_text()
    again = outrider.Match.from_record(game, outrider.record_from_text(text))
    assert again.result == match.result == outcome(match.state)
    assert game_of(match.state) is game and (game is FIRST) == game.id.endswith("2012")
