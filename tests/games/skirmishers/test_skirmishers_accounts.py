"""What odds rest on, how a reaction is asked, what is in a piece's power (SKR-G1 to SKR-X5)."""

from fractions import Fraction

import pytest

from games.skirmishers.warband import (
    BOW,
    GAME,
    GUN,
    at,
    disc,
    field,
    play,
    refusal,
    wall,
)
from outrider.core.account import Account
from outrider.games.skirmishers.state import State

FAR = {"R9": at(1, 1), "B9": at(29, 29)}


def account(state: State, action: str, seat: str = "red") -> Account:
    return GAME.account(state, seat, GAME.read_action(action))


def shares(found: Account) -> dict[str, Fraction]:
    return {result.said: result.share for result in found.results}


def test_a_shot_gives_its_reasons_and_all_that_may_come_of_it() -> None:
    """SKR-G1, SKR-G3, SKR-X1: range, the dice of both, cover; and what is fired back."""
    copse = disc(10, 15, 1, name="copse", cover=1)
    state = field({"R1": at(10, 5, **BOW), "B1": at(10, 15, **BOW), **FAR}, copse)
    found = account(state, "fire R1 B1")
    said = {reason.label: (reason.value, reason.dice) for reason in found.reasons}
    assert said == {
        "Distance": ("10.0 of 12″", None),
        "R1 fires": ("", 1),
        "B1 defends": ("", 2),
        "Cover": ("+1", None),
    }
    odds = GAME.odds(state, "red", GAME.read_action("fire R1 B1")).chances
    assert shares(found) == {
        "B1 falls": odds["kill"],
        "A miss": odds["nothing"],
        "R1 falls to the answer": odds["killed"],
    }
    assert sum(shares(found).values()) == 1 and odds["killed"] > 0
    assert found.along == "10.0 of 12″"


def test_a_melee_tells_five_ends() -> None:
    """SKR-F3 to SKR-F7."""
    state = field({"R1": at(10, 10, attack=2), "B1": at(10, 10.8), **FAR})
    found = account(state, "fight R1 B1")
    assert [reason.dice for reason in found.reasons] == [2, 1]
    assert sum(shares(found).values()) == 1
    # With one die nobody is killed outright.
    assert len([share for share in shares(found).values() if share]) == 4


def test_a_reaction_is_asked_with_the_line_the_odds_and_the_way() -> None:
    """SKR-X4: open as long as the mover can be fired at, closed once a wall hides it."""
    state = field({"B1": at(15, 5, **GUN), "R1": at(11, 15), **FAR}, wall(16, 10, 20, 11))
    assert GAME.asked(state) is None
    state = play(state, "move R1 17,15")
    asked = GAME.asked(state)
    assert asked is not None
    assert (asked.unit, asked.about, asked.title) == ("B1", "R1", "B1 may fire at R1")
    assert [way.open for way in asked.ways] == [True, False]
    first, second = asked.ways
    assert first.points[-1] == second.points[0] and second.points[-1] == [17, 15]
    # The line to (16.6, 15) meets the wall's corner (16, 10) at five inches and a bit.
    assert 15.5 <= second.points[0][0] <= 17
    assert {result.said for result in asked.account.results} == {"R1 falls", "A miss"}
    assert asked.fields[0]["unit"] == "B1"


def test_waiting_says_what_it_would_come_to() -> None:
    """SKR-X4: at the next look, or never again."""
    state = field({"B1": at(15, 5, **GUN), "R1": at(11, 15), **FAR}, wall(16, 10, 20, 11))
    state = play(state, "move R1 17,15")
    offers = {offer.do: GAME.offer(state, offer) for offer in GAME.choices(state, "blue")}
    assert offers["wait"].note == "then 42%" and offers["wait"].key == "W"
    assert offers["defensive-fire"].note == "42% it falls"
    while "wait" in {each.do for each in GAME.choices(state, "blue")}:
        last = GAME.offer(state, GAME.read_action("wait")).note
        after = play(state, "wait")
        if GAME.asked(after) is None:
            break
        state = after
    assert last == "then out of sight"


def test_what_else_is_typed_is_told_all_the_answers() -> None:
    """SKR-X4: fire, wait or hold; at the end of the way nobody waits."""
    state = field({"B1": at(15, 5, **GUN), "R1": at(11, 15), **FAR})
    asked = play(state, "move R1 17,15")
    assert refusal(asked, "end", "blue").message == (
        "B1 is asked for defensive-fire at R1, to wait, or to hold"
    )
    while "wait" in {each.do for each in GAME.choices(asked, "blue")}:
        asked = play(asked, "wait")
    assert (
        refusal(asked, "end", "blue").message == "B1 is asked for defensive-fire at R1, or to hold"
    )


def test_no_sentence_tells_coordinates_where_a_reaction_is_asked() -> None:
    state = field({"B1": at(15, 5, **GUN), "R1": at(11, 15), **FAR})
    step = GAME.apply(state, "red", GAME.read_action("move R1 17,15"))
    assert str(step.events[-1]) == "R1 comes into B1's field of fire."


def test_a_bent_way_is_told_with_its_corners() -> None:
    """SKR-M2; and of a way that is stopped only those that were passed."""
    state = field({"R1": at(5, 5), **FAR})
    step = GAME.apply(state, "red", GAME.read_action("move R1 7,5 7,7 8,7"))
    assert step.events[0].to_json()["by"] == [[7, 5], [7, 7]]
    straight = GAME.apply(state, "red", GAME.read_action("move R1 7,5"))
    assert "by" not in straight.events[0].to_json()
    watched = field({"R1": at(5, 5), "B1": at(7, 17.5, **GUN), **FAR})
    parts = GAME.apply(watched, "red", GAME.read_action("move R1 7,5 7,7 8,7"))
    assert parts.events[0].to_json().get("by") == [[7, 5]]
    held = GAME.apply(parts.state, "blue", GAME.read_action("hold"))
    rest = next(each.to_json() for each in held.events if each.event == "moved")
    assert rest["by"] == [[7, 7]] and rest["to"] == [8, 7]


def test_ranges_are_told_of_any_piece_in_anybodys_turn() -> None:
    """SKR-M1, SKR-X3: also of one that has moved, and of an enemy's."""
    state = play(field({"R1": at(10, 10), "B1": at(20, 20, **GUN), **FAR}), "move R1 11,10")
    own = GAME.ranges(state, "R1")
    assert [each.kind for each in own] == ["reach"] and "6″" in own[0].said
    theirs = GAME.ranges(state, "B1")
    assert [each.kind for each in theirs] == ["reach", "threat"]
    assert theirs[1].areas == ({"shape": "disc", "at": [20, 20], "radius": 12, "unit": "B1"},)
    assert GAME.ranges(state, "B8") == ()


@pytest.mark.parametrize(
    ("end", "said", "blocked"),
    [
        ([20, 10], "10.0″ · clear sight", None),
        ([10, 20], "10.0″ · the wall is in the way", [10, 14]),
    ],
)
def test_a_ruler_tells_length_and_sight(
    end: list[float], said: str, blocked: list[float] | None
) -> None:
    """SKR-G4: between any two points."""
    state = field(FAR, wall(8, 14, 12, 15))
    found = GAME.measured(state, [10, 10], end)
    assert found.to_json() == {"said": said, "blocked": blocked}
