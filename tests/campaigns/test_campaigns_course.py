"""How a campaign goes: nobody comes back from the dead, bounds hold, and every way ends."""

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaigns.marching import after, fought, plain, salt_road
from forms import examples
from outrider.campaigns import Course, Fought, Learnt, course_from_json
from outrider.campaigns.campaign import SEATS
from outrider.core.pending import Outcome
from outrider.core.refusal import Refusal


def came(course: Course) -> set[str]:
    return {each.id for force in course.forces().values() for each in force}


def test_the_first_of_those_called_take_the_posts() -> None:
    course = Course(plain())
    assert came(course) == {"R1", "R2", "R3", "B1", "B2", "B3"}
    pieces = course.scenario()["sides"]["red"]["pieces"]
    assert [(piece["id"], piece["at"]) for piece in pieces] == [
        ("R1", [9, 3]), ("R2", [12, 3]), ("R3", [15, 3]),
    ]  # fmt: skip


def test_the_dead_stay_dead_and_the_next_moves_up() -> None:
    course = fought(Course(plain()), "red", dead=("R1", "B2")).learn("red", ())
    assert course.battle is not None and course.battle.id == "two"
    assert course.fallen == {"R1", "B2"}
    assert came(course) == {"R2", "R3", "R4", "B1", "B3", "B4"}
    assert [each.id for each in course.living("red")] == ["R2", "R3", "R4"]


def test_whoever_has_left_the_table_lives() -> None:
    course = Course(plain())
    course = course.ended(Outcome((), "a draw"), after(course, ("R2",), gone=("R1",)))
    assert course.fought[0].left == ("R1",) and course.fought[0].fallen == ("R2",)
    assert "R1" in came(course)


def test_winners_learn_within_bounds() -> None:
    course = fought(Course(plain()), "red", dead=("R3",))
    assert course.learner == "red" and course.battle is None and course.end is None
    able = course.open_to_learn()
    assert set(able) == {"R1", "R2"}
    assert able["R1"] == {"attack": (1, 2), "range": (12000, 14000)}
    assert able["R2"] == {"attack": (1, 2)}
    for picks, said in (
        ([Learnt("R3", "attack")], "R3 has fallen"),
        ([Learnt("B1", "attack")], "B1 is not one of the winner's"),
        ([Learnt("R4", "attack")], "R4 was not in the battle"),
        ([Learnt("X", "attack")], 'nobody is called "X"'),
        ([Learnt("R2", "range")], 'R2 can learn attack, not "range"'),
        ([Learnt("R1", "attack"), Learnt("R1", "range")], "R1 learns once after a battle"),
        ([Learnt("R1", "attack")] * 3, "a battle teaches 2, not 3"),
    ):
        with pytest.raises(Refusal, match=said):
            course.learn("red", picks)
    with pytest.raises(Refusal, match="Red won the battle, and chooses"):
        course.learn("blue", ())
    after_it = course.learn("red", [Learnt("R1", "range"), Learnt("R2", "attack")])
    assert after_it.member("R1").ratings["range"] == 14000
    pieces = after_it.scenario()["sides"]["red"]["pieces"]
    assert [(each["id"], each["attack"], each.get("range")) for each in pieces] == [
        ("R1", 1, 14), ("R2", 2, None), ("R4", 1, None),
    ]  # fmt: skip
    with pytest.raises(Refusal, match="nothing is to be learnt now"):
        after_it.learn("red", ())


def test_a_draw_teaches_nobody() -> None:
    course = fought(Course(plain()), None)
    assert course.learner is None and course.fought[0].learnt == ()


def test_a_side_with_too_few_left_has_lost_without_a_fight() -> None:
    course = fought(Course(plain()), None, dead=("R1", "R2", "R3"))
    assert course.short() == ("red",)
    with pytest.raises(Refusal, match="too few are left"):
        course.scenario()
    passed = course.passed()
    assert passed.end is not None and passed.end.winner == "blue"
    assert passed.fought[-1].reason == "Red has too few left to fight"
    assert passed.fought[-1].learnt == () and passed.passed() is passed


def test_it_can_be_given_up() -> None:
    course = Course(plain()).give_up("blue")
    assert course.end is not None and course.end.winner == "red" and course.battle is None
    with pytest.raises(Refusal, match="the campaign is over"):
        course.give_up("red")


@pytest.mark.parametrize(
    "rows",
    [
        [{"battle": "two"}],
        [{"winner": "green"}],
        [{"came": ["X1"]}],
        [{"fallen": ["R1"]}, {"battle": "two", "came": ["R1"]}],
        [{"winner": "blue"}, {"battle": "two"}],
    ],
)
def test_a_course_that_cannot_have_been_is_refused(rows: list[dict[str, object]]) -> None:
    whole = Fought("one", "red", "so", ("R1", "B1"), (), (), learnt=())
    course = replace(Course(plain()), fought=(whole,)).to_json()["fought"][0]
    with pytest.raises(Refusal):
        course_from_json(plain(), {"fought": [{**course, **row} for row in rows]})


@examples(60)
@given(st.data())
def test_every_way_through_the_salt_road(data: st.DataObject) -> None:
    """Whatever happens: the dead stay away, ratings stay in bounds, each battle can be set out,
    what is written is read back, and it ends."""
    campaign = salt_road()
    course = Course(campaign)
    most = {lesson.rating.name: lesson.most for lesson in campaign.learning.lessons}
    for _ in range(campaign.longest + 1):
        course = course.passed()
        if course.end is not None:
            break
        there = came(course)
        assert not there & course.fallen
        terms = campaign.game.terms(scenario=course.scenario())
        assert {
            each["id"] for seat in SEATS for each in terms.scenario["sides"][seat]["pieces"]
        } >= there
        dead = data.draw(st.sets(st.sampled_from(sorted(there))))
        before = course.fallen
        course = fought(course, data.draw(st.sampled_from([*SEATS, None])), dead)
        assert course.fallen == before | dead
        if course.learner is not None:
            picks = course.plain_picks()
            assert 0 < len(picks) <= campaign.learning.a_battle
            course = course.learn(course.learner, data.draw(st.sampled_from([(), picks])))
        for id in campaign.members:
            member, plain_one = course.member(id), campaign.members[id]
            assert len(course.lessons.get(id, ())) <= campaign.learning.each
            for name, value in member.ratings.items():
                assert value == plain_one.ratings[name] or value <= most[name]
        again = course_from_json(campaign, json.loads(json.dumps(course.to_json())))
        assert again == course
    assert course.end is not None
