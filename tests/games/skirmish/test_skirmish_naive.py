"""The naive model of Skirmish by itself: setting up, the minute, news, turns, ends and leaving,
every ruling once."""

import pytest

from games.skirmish import naive, naive_play
from games.skirmish import naive_table as table
from games.skirmish.naive_patrol import (
    DEAD,
    FAR,
    Changes,
    Places,
    both,
    box,
    health,
    laid,
    minute,
    placed,
    play,
    rule,
    stand,
)

# -- setting up ----------------------------------------------------------------------------------


@both
def test_five_figures_each(game: str) -> None:
    """SKM-S1"""
    figures = naive.start(naive.agree(game, 3, {})).figures.values()
    assert [(f.health, f.grenades, f.actions) for f in figures] == [(10, 2, 2)] * 15


@both
def test_placing(game: str) -> None:
    """SKM-S2, SKM-S3, SKM-M2, SKM-S4: in one's strip, in turn, once, clear of others."""
    position = play(naive.start(naive.agree(game, 2, {})), "deploy R1 10,2")
    assert naive.asked(position)[1] == ("blue",)
    assert rule(position, "deploy B1 10,34") is None
    assert rule(position, "deploy B1 10,33.999") == "SKM-S2"
    assert rule(position, "deploy B1 10,36.001") == "SKM-M2"
    assert rule(position, "deploy R2 10,2") == rule(position, "move B1 9,9") == "SKM-S3"
    assert rule(position, "deploy G1 10,34") == "SKM-S4"
    position = play(position, "deploy B1 10,35")
    assert rule(position, "deploy R1 20,1") == "SKM-S3"
    assert rule(position, "deploy R2 10.8,2") is None
    assert rule(position, "deploy R2 10.799,2") == "SKM-M2"
    corner = naive.start(naive.agree(game, 3, {"seating": "corners"}))
    assert rule(corner, "deploy R1 2,1") == "SKM-S3"
    assert rule(corner, "deploy R1 2.001,1") is None


def test_tables_of_three_and_four() -> None:
    """SKM-S4: reckoned by hand, at 60 and at 45 degrees; neighbours who sit spaced do not touch."""
    three = table.lay(3, "spaced", {"size": [36, 36]})
    assert three.outline == (
        (32_000, 0), (8000, 0), (0, 13_856), (12_000, 34_641), (28_000, 34_641), (40_000, 13_856),
    )  # fmt: skip
    assert three.edges["blue"] == ((0, 13_856), (12_000, 34_641))
    four = table.lay(4, "spaced", {"size": [36, 36]})
    assert four.size == (46_627, 46_627) and four.outline[2] == (0, 11_314)
    square = table.lay(4, "corners", {"size": [36, 30]})
    assert square.edges["amber"] == ((36_000, 30_000), (36_000, 0))


@pytest.mark.parametrize("seats", range(5, 9))
def test_regular_polygons(seats: int) -> None:
    """SKM-S4: sides of 24 inches but for rounding, neighbours touch."""
    ground = table.lay(seats, "corners", {"size": [36, 36]})
    for one, other in ground.edges.values():
        assert abs(table.rounded_root(table.square(one, other)) - 24_000) <= 1
    assert ground.edges["red"][1] == ground.edges["blue"][0]
    assert min(x for x, _ in ground.outline) == min(y for _, y in ground.outline) == 0


def test_who_begins_in_the_revised_edition() -> None:
    """SKM-S6: rolled once when all are placed; leaders who tie roll again."""
    position = placed("skirmish", 3)
    assert (naive.asked(position), position.phase) == (("initiative", ("red",), 1), "deploy")
    tied = play(position, 4, 6, 6)
    assert naive.asked(tied)[1] == ("blue",)
    position = play(tied, 2, 3)
    assert (position.first, position.phase, position.round) == ("green", "movement", 1)
    assert play(position, "time").seat == "green"


def test_who_begins_in_the_first_edition() -> None:
    """SKM-S6: rolled in every round when the minute is over."""
    position = placed("skirmish-2012")
    assert (position.phase, position.first) == ("movement", None)
    position = play(position, "time")
    assert naive.asked(position) == ("initiative", ("red",), 1)
    position = play(position, 2, 5)
    assert naive.asked(position) == ("decide", ("blue",), 0)
    for number in range(1, 6):
        position = play(position, f"skip B{number}", f"skip R{number}")
    assert (position.phase, position.round, position.first) == ("movement", 2, None)


# -- the minute ----------------------------------------------------------------------------------


@both
def test_moving(game: str) -> None:
    """SKM-R3, SKM-M2, SKM-R6, SKM-H2: 4 inches exactly, twice, of one's own who live."""
    position = minute(game, {**FAR, "R3": (20, 20)}, {"R3": DEAD})
    assert rule(position, "move R1 4,14") is None
    assert rule(position, "move R1 4,14.001") == "SKM-R3"
    assert rule(position, "move R1 7.201,10") == "SKM-M2"
    assert rule(position, "move R3 20,21") == "SKM-H2"
    assert rule(position, "red move B1 4,25") == "SKM-R6"
    assert rule(position, "move R1 -0.001,10") == "SKM-R3"
    assert rule(position, "red shoot R1 B1") == "SKM-R2"
    twice = play(position, "move R1 4,14", "move R1 4,10")
    assert rule(twice, "move R1 4,11") == "SKM-R3"
    assert rule(play(position, "red ready"), "move R1 4,11") == "SKM-R6"


def test_climbing() -> None:
    """SKM-M1: 3 over and 2 up is 3.606, 3.464 over the most; in the first edition it is flat."""
    ground = laid(box(12, 9, 6, 2, 2))
    places = {"R1": (10, 10), "B1": (30, 30)}
    for game, far in (("skirmish", "SKM-M1"), ("skirmish-2012", None)):
        position = minute(game, places, ground=ground)
        assert rule(position, "move R1 13,10") is None
        assert rule(position, "move R1 13.464,10") is None
        assert rule(position, "move R1 13.465,10") == far
        assert rule(position, "move R1 14.001,10") == "SKM-R3"


@both
def test_the_end_of_the_minute(game: str) -> None:
    """SKM-R6, SKM-R5: when all are ready or by the clock, where there is one."""
    position = minute(game, FAR)
    assert naive.asked(position)[1] == ("red", "blue")
    assert play(position, "blue ready", "red ready").phase == "attack"
    assert rule(position, "red time") == "SKM-R6"
    assert rule(minute(game, FAR, minute=0), "time") == "SKM-R6"
    over = play(position, "time", *((6, 1) if game != "skirmish" else ()))
    assert rule(over, "move R1 4,11") == "SKM-R5"
    assert rule(over, "time") == rule(over, "ready") == "SKM-R6"


# -- seeing, telling, reporting ------------------------------------------------------------------


@both
def test_seeing(game: str) -> None:
    """SKM-O1, SKM-O2, SKM-O9, SKM-O7: where a move ends, within 2 inches of an enemy who is in, not
    from home."""
    position = minute(game, {"R1": (10, 31), "R2": (10, 35), "B1": (30, 20)})
    assert not position.figures["R2"].seen
    assert play(position, "move R1 10,34").figures["R1"].seen
    assert not play(position, "move R1 10,33.999").figures["R1"].seen
    three = {"R1": (4, 4), "R2": (4, 18), "B1": (20, 20), "G1": (20, 30)}
    position = minute(game, three, seats=3)
    assert not play(position, "move R1 1,2").figures["R1"].seen
    assert play(position, "move R1 1,2.001").figures["R1"].seen
    alone = minute(game, {"R2": (4, 18), "G1": (20, 30)}, seats=3)
    assert not play(alone, "move R2 1,18").figures["R2"].seen


@both
def test_telling(game: str) -> None:
    """SKM-O3, SKM-R4: by one who has seen and has an action, to another of its side who lives."""
    changes: Changes = {"R1": {"seen": True}, "R3": DEAD}
    position = stand(game, {**FAR, "R3": (20, 20)}, changes)
    told = play(position, "tell R1 R2")
    assert told.figures["R2"].seen and told.figures["R1"].actions == 1 and told.seat == "blue"
    for text in ("tell R1 R1", "tell R1 R3", "tell R1 B1", "tell R2 R1"):
        assert rule(position, text) == "SKM-O3"
    spent = stand(game, FAR, {"R1": {"seen": True, "actions": 0}})
    assert rule(spent, "tell R1 R2") == "SKM-R4"


@both
@pytest.mark.parametrize(("y", "home"), [(2, True), (2.001, False)])
def test_reporting(game: str, y: float, home: bool) -> None:
    """SKM-O4, SKM-O5: when the minute is over; instant: when the move ends."""
    places, seen = {"R1": (10, 5), "B1": (30, 20)}, {"R1": {"seen": True}}
    moved = play(minute(game, places, seen), f"move R1 10,{y}")
    assert moved.end is None
    assert (play(moved, "time").end is not None) == home
    at_once = play(minute(game, places, seen, report="instant"), f"move R1 10,{y}")
    assert (at_once.end == (("red",), "reported", ("R1",))) == home


@both
def test_news_of_this_minute(game: str) -> None:
    """SKM-O5: reported at the end of the next one at the earliest; instant knows no such thing."""
    places = {"R1": (4, 4), "B1": (20, 20), "G1": (20, 30)}
    position = play(minute(game, places, seats=3), "move R1 1,4", "move R1 3,1.5")
    assert position.figures["R1"].fresh
    position = play(position, "time")
    assert position.phase == "attack" and not position.figures["R1"].fresh
    instant = play(minute(game, places, seats=3, report="instant"), "move R1 1,4")
    assert not instant.figures["R1"].fresh
    assert play(instant, "move R1 3,1.5").end is not None


@both
def test_two_report_in_the_same_minute(game: str) -> None:
    """SKM-O5: two players draw, two of three share the win."""
    places, seen = {"R1": (10, 1), "B1": (20, 35)}, {id: {"seen": True} for id in ("R1", "B1")}
    assert play(minute(game, places, seen), "time").end == ((), "reported", ("R1", "B1"))
    three = {"R1": (10, 1), "B1": (1, 20), "G1": (20, 20)}
    end = play(minute(game, three, seen, seats=3), "time").end
    assert end == (("red", "blue"), "reported", ("R1", "B1"))


@both
def test_told_at_home(game: str) -> None:
    """SKM-O5: counts at once by the option, else when the next minute is over."""
    places, seen = {"R1": (10, 30), "R2": (10, 1), "B1": (12, 3)}, {"R1": {"seen": True}}
    assert play(stand(game, places, seen), "tell R1 R2").end is None
    end = play(stand(game, places, seen, report="instant"), "tell R1 R2").end
    assert end == (("red",), "reported", ("R2",))


@both
def test_indirect_fire(game: str) -> None:
    """SKM-R1, SKM-O7: two dice of every enemy edge one is near, before the minute; not at the dead,
    and not by the army of one who is out."""
    places = {"R1": (1, 35), "R2": (18, 5), "B1": (18, 18), "G1": (20, 1)}
    spent = {id: {"actions": 0} for id in places if id != "R2"}
    position = play(stand(game, places, spent, seats=3), "skip R2")
    assert position.attack is not None and position.phase == "movement"
    assert position.attack.against == (("R1", "blue"), ("R1", "green"), ("G1", "red"))
    assert naive.asked(position) == ("indirect", ("blue",), 2)
    position = play(position, 12, 4)
    assert health(position, "R1") == [2]
    assert naive.asked(play(position, 12)) == ("armour", ("red",), 2)
    dead = play(position, 12, 2)
    assert naive.asked(dead) == ("indirect", ("red",), 2)
    lonely = stand(game, {"R1": (1, 35), "B1": (18, 18), "G1": (20, 1)},
                   {"R1": {"health": 1, "actions": 1}, "B1": DEAD, "G1": {"actions": 0}},
                   seats=3)  # fmt: skip
    position = play(lonely, "skip R1")
    assert naive.asked(position) == ("indirect", ("green",), 2)
    assert play(position, 12, 2).end == (("green",), "figures", ())


# -- turns, rounds and ends ----------------------------------------------------------------------


@both
def test_whose_turn_it_is(game: str) -> None:
    """SKM-R7, SKM-R4: clockwise, those without actions are passed over."""
    places = {"R1": (10, 10), "B1": (10, 20), "G1": (20, 15)}
    position = stand(game, places, {"B1": {"actions": 0}}, seats=3)
    position = play(position, "skip R1")
    assert position.seat == "green"
    assert rule(position, "skip R1") == "SKM-R7"
    assert naive.refusal(position, "red", {"do": "skip", "unit": "R1"}) == (
        "not-your-turn",
        ["SKM-R7"],
    )
    position = play(position, "skip G1")
    assert (position.round, position.phase) == (2, "movement")


@both
def test_a_figure_may_keep_the_turn(game: str) -> None:
    """SKM-R7: by the option, while it has actions."""
    position = play(stand(game, FAR, attack_turn="figure"), "shoot R1 B1", 4, 24)
    assert (position.seat, position.acting) == ("red", "R1")
    assert rule(position, "skip R2") == "SKM-R7"
    position = play(position, "shoot R1 B1", 4, 24)
    assert (position.seat, position.acting) == ("blue", None)


@both
def test_how_it_ends(game: str) -> None:
    """SKM-O6, SKM-O8, SKM-N3: one left, nobody left, or the rounds are over; a blast is resisted to
    its end."""
    weak = {id: {"health": 1} for id in ("R1", "B1")}
    position = stand(game, {"R1": (10, 10), "B1": (10, 12)}, weak)
    assert play(position, "shoot R1 B1", 24, 2).end == (("red",), "figures", ())
    blast = play(position, "throw R1 10,20", 1, "land 10,11", 24, 2)
    assert blast.end is None
    assert play(blast, 24, 2).end == ((), "nobody", ())
    assert rule(play(blast, 24, 2), "time") == "over"
    last = stand(game, FAR, {id: {"actions": 0} for id in FAR if id != "R1"}, number=50)
    assert play(last, "skip R1").end == ((), "rounds", ())


# -- leaving -------------------------------------------------------------------------------------

THREE: Places = {"R1": (10, 10), "B1": (10, 15), "G1": (14, 10)}


@both
def test_leaving(game: str) -> None:
    """SKM-O7: the figures go with all they had; what was done to them or by them is not done."""
    position = stand(game, THREE, seats=3)
    assert naive_play.withdraw(naive.start(position.terms), "red") is None
    left = naive_play.withdraw(position, "red")
    assert left is not None and left.seat == "blue" and left.figures["R1"].at is None
    shot = naive_play.withdraw(play(position, "shoot R1 B1"), "blue")
    assert shot is not None and shot.attack is None and shot.seat == "green"
    other = naive_play.withdraw(play(position, "shoot R1 B1", 9), "green")
    assert other is not None and naive.asked(other) == ("armour", ("blue",), 4)
    two = naive_play.withdraw(left, "green")
    assert two is not None and two.end == (("blue",), "figures", ())


@both
def test_leaving_in_the_minute_and_in_a_blast(game: str) -> None:
    """SKM-O7, SKM-R6, SKM-N3: nobody waits for who is gone, and the others resist."""
    position = play(minute(game, THREE, seats=3), "red ready", "green ready")
    left = naive_play.withdraw(position, "blue")
    assert left is not None and left.phase == "attack"
    close = stand(game, {"R1": (10, 10), "B1": (10, 12), "G1": (12, 10)}, seats=3)
    blast = play(close, "throw R1 11,20", 1, "land 10.1,11", 24)
    went = naive_play.withdraw(naive_play.roll(blast, (6, 6, 6, 6)), "blue")
    assert went is not None and went.attack is not None and went.attack.against == (("G1", 2),)


def test_leaving_while_the_first_turn_is_rolled_for() -> None:
    """SKM-S6: those who have yet to win roll anew; who alone is left of them has it."""
    position = play(minute("skirmish-2012", THREE, seats=3), "time", 5)
    left = naive_play.withdraw(position, "green")
    assert left is not None and left.contest == naive.Contest(("red", "blue"))
    tied = naive_play.withdraw(play(position, 5, 1), "red")
    assert tied is not None and (tied.first, tied.seat) == ("blue", "blue")
