"""Seen, told, reported, and the fire from the edges (SKM-O1 to SKM-O5, SKM-O7, SKM-O9, SKM-R1)."""

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

pytestmark = pytest.mark.kernel

INSTANT = {"report": "instant"}
FACES = {"red": 5, "blue": 4, "green": 3, "amber": 2}
SCOUT = {"R1": (10, 31), "R2": (10, 10), "B1": (30, 20)}


def next_round(state: State) -> State:
    """The start of the next round, nobody doing anything before it."""
    number = shown(state)["round"]
    if shown(state)["phase"] == "movement":
        state = play(state, "time")
    while shown(state)["round"] == number and outcome(state) is None:
        if is_rolling(state):
            state = play(state, FACES[rolling(state)[1]])
        else:
            state = play(state, offers(state, "skip")[0])
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


# -- SKM-O9, and what is fresh (SKM-O5) ----------------------------------------------------------

CORNER = {"R1": (4, 4), "R2": (4, 6), "B1": (20, 18), "G1": (20, 30)}


@both
@pytest.mark.parametrize("option", ["after_movement", "instant"])
@pytest.mark.parametrize(
    ("place", "seen"),
    [("2,2", False), ("1,2", False), ("1.5,1.5", False), ("1,2.001", True), ("2.001,2", False)],
)
def test_nobody_sees_from_home(game: Skirmish, place: str, seen: bool, option: str) -> None:
    """SKM-O9: exactly 2 inches from one's own edge is home; a thousandth farther is not."""
    state = minute(game, CORNER, seats=3, options={"report": option})
    told = happened(state, f"move R1 {place}")
    state = play(state, f"move R1 {place}")
    assert unit(state, "R1")["seen"] is seen
    assert ({"event": "saw", "unit": "R1", "army": "blue"} in told) == seen
    assert outcome(state) is None and outcome(play(state, "time")) is None


@both
def test_at_home_one_is_told_and_fired_at(game: Skirmish) -> None:
    """SKM-O9: only seeing is not done there."""
    changes = {"R2": {"seen": True}}
    state = play(stand(game, {**CORNER, "R1": (1, 1)}, changes, seats=3), "tell R2 R1")
    assert unit(state, "R1")["seen"]
    state = next_round(state)
    assert rolling(state) == ("indirect", "blue", 2)
    assert winners(play(state, 2, 12, "time")) == ("red",)


@both
def test_what_was_seen_in_this_minute_is_reported_in_the_next(game: Skirmish) -> None:
    """SKM-O5: it has seen and is at home: that is no report yet. In the next minute it is, also if
    the figure stays where it is."""
    state = minute(game, CORNER, seats=3)
    state = play(state, "move R1 1,4")
    assert (unit(state, "R1")["seen"], unit(state, "R1")["fresh"]) == (True, True)
    assert game.load(shown(state)) == state
    state = play(state, "move R1 3,1.5")
    assert unit(state, "R1")["fresh"]
    state = play(state, "time")
    assert outcome(state) is None and shown(state)["phase"] == "attack"
    assert (unit(state, "R1")["seen"], unit(state, "R1")["fresh"]) == (True, False)
    state = next_round(state)
    assert winners(play(state, "time")) == ("red",)


@both
def test_by_the_instant_option_nothing_is_fresh(game: Skirmish) -> None:
    """SKM-O5: whoever brings news home reports, be it of this minute."""
    state = play(minute(game, CORNER, seats=3, options=INSTANT), "move R1 1,4")
    assert (unit(state, "R1")["seen"], unit(state, "R1")["fresh"]) == (True, False)
    assert winners(play(state, "move R1 3,1.5")) == ("red",)


@both
def test_old_news_does_not_become_fresh(game: Skirmish) -> None:
    """SKM-O5: who had seen before reports, whatever it sees on its way home."""
    state = minute(game, CORNER, {"R1": {"seen": True}}, seats=3)
    state = play(state, "move R1 1,4", "move R1 3,1.5")
    assert not unit(state, "R1")["fresh"]
    assert winners(play(state, "time")) == ("red",)


@both
def test_a_report_leaves_the_fresh_out(game: Skirmish) -> None:
    """SKM-O5: one player reports what is old; another came home in the same minute with what is
    fresh, and shares in nothing. The state that is left says so, and loads as it is."""
    places = {**CORNER, "G1": (4, 33), "R2": (20, 5)}
    state = minute(game, places, {"R2": {"seen": True}}, seats=3)
    state = play(state, "move R2 20,2", "move G1 1,32", "move G1 3,34.5", "time")
    assert winners(state) == ("red",)
    assert unit(state, "G1")["fresh"]
    assert game.load(shown(state)) == state


@both
def test_a_figure_that_dies_is_not_fresh(game: Skirmish) -> None:
    """SKM-O5, SKM-H2: what it saw dies with it; leaving the table ends it, too."""
    state = play(minute(game, CORNER, seats=3), "move R1 1,4")
    step = game.withdraw(state, "red")
    assert step is not None
    assert get(step.state, "fresh", "R1") == [False]
    assert game.load(shown(step.state)) == step.state


@pytest.mark.parametrize("seats", range(3, 9))
def test_nobody_sees_or_reports_in_the_first_minute(seats: int) -> None:
    """SKM-S4, SKM-O9, SKM-O5: spaced, no figure comes as far as a neighbour's strip; at the corners
    it does, and still nobody wins with it."""
    for seating in ("spaced", "corners"):
        state = opened(REVISED, seats, {"seating": seating})
        edges = shown(state)["table"].get("edges") or {"blue": [[0, 0], [0, 36]]}
        for id in ("R1", "R2", "R3", "R4", "R5"):
            for _ in range(2):
                moves = [text for text in offers(state, "move") if text.split()[1] == id]
                state = play(state, min(moves, key=lambda text: toward(text, edges["blue"][0])))
        assert any(unit(state, id)["seen"] for id in ("R1", "R2")) <= (seating == "corners")
        assert outcome(play(state, "time")) is None


def toward(text: str, place: list[float]) -> float:
    """How far from a place a move ends."""
    x, y = map(float, text.split()[2].split(","))
    return (x - place[0]) ** 2 + (y - place[1]) ** 2


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
    table = shown(opened(game, seats, {"seating": "corners"}))["table"]
    x, y = table["edges"]["green"][1]
    middle = (table["size"][0] / 2, 30)
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
