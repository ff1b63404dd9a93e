"""Seen, told, reported, and the fire from the edges (SKM-O1 to SKM-O5, SKM-O7, SKM-R1)."""

import pytest

from games.skirmish.patrol import (
    DEAD,
    FIRST,
    REVISED,
    both,
    decider,
    deciders,
    get,
    happened,
    health,
    illegal,
    is_rolling,
    legal,
    minute,
    offers,
    opened,
    outcome,
    play,
    rolling,
    shown,
    stand,
    unit,
    winners,
)
from outrider.games.skirmish.game import Skirmish
from outrider.games.skirmish.state import State

INSTANT = {"report": "instant"}
SCOUT = {"R1": (10, 31), "R2": (10, 10), "B1": (30, 20)}


def next_round(state: State) -> State:
    """The start of the next round, nobody doing anything before it."""
    number = shown(state)["round"]
    if shown(state)["phase"] == "movement":
        state = play(state, "time")
    while shown(state)["round"] == number and outcome(state) is None:
        state = play(state, 3, 2) if is_rolling(state) else play(state, offers(state, "skip")[0])
    return state


# -- SKM-O1, SKM-O2 ------------------------------------------------------------------------------


@both
@pytest.mark.parametrize(("y", "seen"), [(33.999, False), (34, True), (35, True)])
def test_within_two_inches_of_the_enemys_edge(game: Skirmish, y: float, seen: bool) -> None:
    """SKM-O1: exactly 2 included."""
    state = minute(game, SCOUT)
    told = happened(state, f"move R1 10,{y}")
    assert unit(play(state, f"move R1 10,{y}"), "R1")["seen"] is seen
    assert ({"event": "saw", "unit": "R1", "army": "blue"} in told) == seen


@both
def test_ones_own_edge_shows_nothing(game: Skirmish) -> None:
    """SKM-O1: nor do edges where nobody sits."""
    state = minute(game, {"R1": (3, 3), "B1": (30, 30)})
    assert not unit(play(state, "move R1 3,1"), "R1")["seen"]
    assert not unit(play(state, "move R1 1,3"), "R1")["seen"]


@both
def test_seen_is_gained_where_a_move_ends(game: Skirmish) -> None:
    """SKM-O2: not by standing there already; a move of nothing is a move."""
    state = minute(game, {**SCOUT, "R1": (10, 35)})
    assert not unit(play(state, "time"), "R1")["seen"]
    assert unit(play(state, "move R1 10,35"), "R1")["seen"]
    assert not unit(play(state, "move R1 10,33"), "R1")["seen"]


@both
def test_seen_is_kept_and_dies_with_the_figure(game: Skirmish) -> None:
    """SKM-O2: after leaving and in later rounds; a corpse knows nothing."""
    state = play(minute(game, SCOUT), "move R1 10,34", "move R1 10,30")
    assert unit(state, "R1")["seen"]
    assert unit(next_round(state), "R1")["seen"]
    dying = stand(game, SCOUT, {"R1": {"seen": True, "health": 1}}, to_act="blue")
    assert not unit(play(dying, "shoot B1 R1", 12, 2), "R1")["seen"]


@both
def test_a_scout_who_goes_back_has_nothing_left_to_tell_with(game: Skirmish) -> None:
    """SKM-R4, SKM-O3, SKM-R1: from 5 inches to 1 and back to 5: it has seen, may not tell this
    round, and no army fires at it in the next."""
    state = play(minute(game, SCOUT), "move R1 10,35", "move R1 10,31", "time")
    state = state if game is REVISED else play(state, 6, 1)
    assert illegal(state, "tell R1 R2") == "SKM-R4"
    state = next_round(state)
    assert not is_rolling(state) and deciders(state) == ("red", "blue")
    assert unit(state, "R1")["seen"]


# -- SKM-O3 --------------------------------------------------------------------------------------


@both
def test_telling_costs_an_action_at_any_distance(game: Skirmish) -> None:
    """SKM-O3: any one other figure; who was told may tell on."""
    places = {"R1": (10, 33), "R2": (1, 3), "R3": (35, 3), "B1": (30, 20)}
    state = stand(game, places, {"R1": {"seen": True}})
    told = happened(state, "tell R1 R2")
    assert told[0] == {"event": "told", "unit": "R1", "target": "R2"}
    state = play(state, "tell R1 R2")
    assert get(state, "seen", "R1", "R2", "R3") == [True, True, False]
    assert get(state, "actions", "R1", "R2", "R3") == [1, 2, 2]
    assert decider(state) == "blue"
    state = play(state, "skip B1", "tell R2 R3")
    assert unit(state, "R3")["seen"]


@both
def test_who_cannot_be_told(game: Skirmish) -> None:
    """SKM-O3: oneself, enemies, the dead; and one who has seen nothing tells nothing."""
    places = {"R1": (10, 30), "R2": (10, 10), "R3": (12, 10), "B1": (30, 20)}
    state = stand(game, places, {"R1": {"seen": True}, "R3": DEAD})
    for target in ("R1", "R3", "R5", "B1"):
        assert illegal(state, f"tell R1 {target}") == "SKM-O3"
    assert illegal(state, "tell R2 R1") == "SKM-O3"
    assert illegal(state, "tell R1 V1") == "SKM-S4"
    assert offers(state, "tell") == ["tell R1 R2"]


# -- SKM-O4, SKM-O5 ------------------------------------------------------------------------------


@both
@pytest.mark.parametrize(("y", "home"), [(2, True), (2.001, False)])
@pytest.mark.parametrize("option", ["after_movement", "instant"])
def test_reporting_at_ones_own_edge(game: Skirmish, y: float, home: bool, option: str) -> None:
    """SKM-O4, SKM-O5: within 2 inches; when the minute ends, or at once."""
    places = {"R1": (10, 5), "R2": (20, 1), "B1": (30, 20)}
    state = minute(game, places, {"R1": {"seen": True}}, options={"report": option})
    state = play(state, f"move R1 10,{y}")
    assert (outcome(state) is not None) == (home and option == "instant")
    if outcome(state) is None:
        state = play(state, "blue ready", "red ready")
    if home:
        assert winners(state) == ("red",)
    else:
        assert shown(state)["phase"] == "attack"
    assert game.load(shown(state)) == state


@both
def test_home_without_news_and_news_without_home(game: Skirmish) -> None:
    """SKM-O4: both are needed; the enemy's edge is not home."""
    places = {"R1": (10, 1), "R2": (10, 35), "B1": (30, 20)}
    state = play(minute(game, places, {"R2": {"seen": True}}), "time")
    assert outcome(state) is None


@both
def test_told_at_home_can_still_be_stopped(game: Skirmish) -> None:
    """SKM-O5: it counts when the next minute ends, unless the figure falls before or leaves."""
    places = {"R1": (10, 30), "R2": (10, 1), "B1": (12, 3), "B2": (12, 20)}
    changes = {"R1": {"seen": True, "actions": 1}, "R2": {"health": 1, "actions": 0}}
    state = play(stand(game, places, changes), "tell R1 R2")
    assert outcome(state) is None and unit(state, "R2")["seen"]
    assert winners(play(next_round(state), "time")) == ("red",)
    away = play(next_round(state), "move R2 10,4", "time")
    assert outcome(away) is None
    state = play(state, "shoot B1 R2", 24, 2)
    assert not unit(state, "R2")["alive"]
    assert outcome(play(next_round(state), "time")) is None


@both
def test_told_at_home_reports_at_once_by_the_option(game: Skirmish) -> None:
    """SKM-O5: instant."""
    places = {"R1": (10, 30), "R2": (10, 1), "B1": (12, 3)}
    state = stand(game, places, {"R1": {"seen": True}}, options=INSTANT)
    told = happened(state, "tell R1 R2")
    assert {"event": "reported", "unit": "R2"} in told
    assert winners(play(state, "tell R1 R2")) == ("red",)
    far = stand(game, {**places, "R2": (10, 2.001)}, {"R1": {"seen": True}}, options=INSTANT)
    assert outcome(play(far, "tell R1 R2")) is None


@both
def test_the_first_wins_by_the_instant_option(game: Skirmish) -> None:
    """SKM-O5: nobody else moves any more."""
    places = {"R1": (10, 5), "B1": (20, 31)}
    news = {"R1": {"seen": True}, "B1": {"seen": True}}
    state = minute(game, places, news, options=INSTANT)
    assert winners(play(state, "move B1 20,34")) == ("blue",)
    assert winners(play(state, "move R1 10,2")) == ("red",)


@both
def test_two_players_in_the_same_minute_draw(game: Skirmish) -> None:
    """SKM-O5: whichever came home first."""
    places = {"R1": (10, 5), "B1": (20, 31)}
    state = minute(game, places, {"R1": {"seen": True}, "B1": {"seen": True}})
    for order in (("move R1 10,2", "move B1 20,34"), ("move B1 20,34", "move R1 10,2")):
        over = play(state, *order, "time")
        assert winners(over) == ()
        assert game.load(shown(over)) == over
    assert winners(play(state, "move B1 20,34", "time")) == ("blue",)


@both
def test_of_three_those_who_reported_share(game: Skirmish) -> None:
    """SKM-O5: two of three win together, and so do all three."""
    places = {"R1": (10, 1), "B1": (1, 18), "G1": (20, 32)}
    news = {id: {"seen": True} for id in places}
    state = minute(game, places, news, seats=3)
    assert winners(play(state, "time")) == ("red", "blue")
    assert winners(play(state, "move G1 20,34", "time")) == ("red", "blue", "green")
    only = minute(game, places, {"B1": {"seen": True}}, seats=3)
    assert winners(play(only, "time")) == ("blue",)


@both
def test_in_a_corner_one_sees_and_reports_at_once(game: Skirmish) -> None:
    """SKM-O1, SKM-O4: within 2 inches of a neighbour's edge and of one's own, with three."""
    places = {"R1": (4, 4), "B1": (20, 18), "G1": (20, 30)}
    state = play(minute(game, places, seats=3), "move R1 2,2")
    assert unit(state, "R1")["seen"]
    assert winners(play(state, "time")) == ("red",)


# -- SKM-O7 --------------------------------------------------------------------------------------


@both
def test_any_one_opponents_army_is_enough(game: Skirmish) -> None:
    """SKM-O7: with four, each of the other three."""
    places = {"R1": (5, 18), "R2": (18, 31), "R3": (31, 18), "B1": (12, 12), "G1": (20, 20),
              "A1": (14, 20)}  # fmt: skip
    state = minute(game, places, seats=4)
    for step in ("move R1 2,18", "move R2 18,34", "move R3 34,18"):
        assert unit(play(state, step), step.split()[1])["seen"]


@both
def test_the_edge_of_a_player_who_is_out(game: Skirmish) -> None:
    """SKM-O7: its army cannot be seen any more and does not fire; what was seen stays."""
    places = {"R1": (5, 18), "R2": (1, 20), "G1": (20, 20)}
    state = minute(game, places, {"R2": {"seen": True}}, seats=3)
    assert not unit(play(state, "move R1 2,18"), "R1")["seen"]
    assert unit(state, "R2")["seen"]
    assert not is_rolling(next_round(state))


@both
@pytest.mark.parametrize("seats", [5, 8])
def test_edges_of_a_polygon(game: Skirmish, seats: int) -> None:
    """SKM-O1, SKM-R1: the distance to the segment; near a corner both neighbours' armies."""
    edges = shown(opened(game, seats))["table"]["edges"]
    x, y = edges["green"][1]
    middle = (shown(opened(game, seats))["table"]["size"][0] / 2, 30)
    length = ((x - middle[0]) ** 2 + (y - middle[1]) ** 2) ** 0.5
    spot = [round(p + (m - p) / length * 2, 3) for p, m in ((x, middle[0]), (y, middle[1]))]
    places = {"R1": (spot[0], spot[1]), "B1": (20, 10), "G1": (22, 10), "A1": (24, 10)}
    last = {5: "V1", 8: "S1"}[seats]
    state = minute(game, {**places, last: (26, 10)}, seats=seats)
    text = f"move R1 {spot[0]},{spot[1]}"
    told = happened(state, text)
    assert [e["army"] for e in told if e["event"] == "saw"] == ["green", "amber"]


# -- SKM-R1 --------------------------------------------------------------------------------------


@both
@pytest.mark.parametrize(("y", "fire"), [(34, True), (33.999, False), (36, True)])
def test_indirect_fire_at_the_start_of_a_round(game: Skirmish, y: float, fire: bool) -> None:
    """SKM-R1: two dice of the edge's owner, then armour, before anybody moves."""
    state = stand(game, {"R1": (10, y), "R2": (10, 10), "B1": (30, 20)})
    state = next_round(state)
    assert shown(state)["phase"] == "movement"
    assert is_rolling(state) == fire
    if fire:
        assert rolling(state) == ("indirect", "blue", 2)
        assert game.load(shown(state)) == state
        state = play(state, 12)
        assert rolling(state) == ("armour", "red", 4)
        assert game.load(shown(state)) == state
        assert health(play(state, 4), "R1") == 2
        assert health(play(state, 12), "R1") == 10
    assert deciders(play(state, 12) if fire else state) == ("red", "blue")


@both
def test_weak_armour_against_indirect_fire(game: Skirmish) -> None:
    """SKM-R1, SKM-H1: two dice at 5 or less, and it can kill: what he saw dies with him."""
    changes = {"R1": {"health": 5, "seen": True}}
    state = stand(game, {"R1": (10, 35), "R2": (10, 10), "B1": (30, 20)}, changes)
    state = play(next_round(state), 12)
    assert rolling(state) == ("armour", "red", 2)
    state = play(state, 2)
    assert unit(state, "R1") == {**unit(state, "R1"), "health": 0, "alive": False, "seen": False}
    assert outcome(state) is None and shown(state)["phase"] == "movement"


@both
def test_fire_from_every_such_edge_figure_by_figure(game: Skirmish) -> None:
    """SKM-R1: in a corner two armies fire, edges in the order of the seats; seats, then numbers."""
    places = {"R2": (1, 35), "R4": (1, 18), "B1": (18, 1), "G3": (18, 18)}
    state = next_round(stand(game, places, seats=3))
    seen = []
    while is_rolling(state):
        seen.append(rolling(state)[:2])
        state = play(state, rolling(state)[2])
    fired = [seat for purpose, seat in seen if purpose == "indirect"]
    assert fired == ["blue", "green", "blue", "red"]
    assert [seat for purpose, seat in seen if purpose == "armour"] == ["red", "red", "red", "blue"]


@both
def test_armour_of_the_second_fire_is_that_of_the_wounded(game: Skirmish) -> None:
    """SKM-R1, SKM-H1: 12 against 4 leaves 2, and the next edge's fire meets two dice; a dead one
    is not fired at again."""
    places = {"R1": (1, 35), "R2": (18, 5), "B1": (18, 18), "G1": (20, 20)}
    state = next_round(stand(game, places, seats=3))
    state = play(state, 12, 4)
    assert rolling(state) == ("indirect", "green", 2)
    assert rolling(play(state, 7)) == ("armour", "red", 2)
    weak = next_round(stand(game, places, {"R1": {"health": 1}}, seats=3))
    weak = play(weak, 12, 2)
    assert not is_rolling(weak) and not unit(weak, "R1")["alive"]


@both
def test_indirect_fire_may_end_the_game(game: Skirmish) -> None:
    """SKM-O6, SKM-R1: with the last figure of one of two players."""
    state = stand(game, {"R1": (10, 35), "B1": (30, 20)}, {"R1": {"health": 1}})
    assert winners(play(next_round(state), 12, 2)) == ("blue",)


@both
def test_an_army_whose_player_goes_out_stops_firing_at_once(game: Skirmish) -> None:
    """SKM-O7, SKM-R1: also within the same fire; the engine's choice."""
    places = {"R1": (10, 35), "B1": (10, 1), "B2": (20, 20)}
    state = next_round(stand(game, places, {"R1": {"health": 1}}))
    assert winners(play(state, 12, 2)) == ("blue",)
    three = {**places, "G1": (20, 18)}
    state = next_round(stand(game, three, {"R1": {"health": 1}}, seats=3))
    assert rolling(state) == ("indirect", "green", 2)
    state = play(state, 12, 2)
    assert not is_rolling(state)
    assert deciders(state) == ("blue", "green")
    assert health(state, "B1") == 10


@both
def test_no_fire_before_the_first_round(game: Skirmish) -> None:
    """SKM-R1, SKM-S3: nobody is placed at an enemy's edge, so the first round begins quietly."""
    for seats in (2, 3, 4, 5):
        assert deciders(opened(game, seats))
    assert legal(opened(FIRST), "time")
