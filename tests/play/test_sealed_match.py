"""A match with sealed dice: who opens what when, what it costs to be late, and starting anew."""

import random

import pytest

from outrider.core.chain import HOST
from outrider.core.pending import Roll
from outrider.core.record import Anchored, Fell, Opened
from outrider.core.refusal import Refusal
from outrider.core.seals import holders
from outrider.dice import SealedDice
from outrider.games import game as game_by_id
from outrider.play.clock import Control
from outrider.play.match import Match
from outrider.play.waiting import PATIENCE
from outrider_pebbles.game import Pebbles
from play.sealing import NAME, opened, played_out, seal, sealed_match

PEBBLES = Pebbles()
BOTH = ("red", "blue")
MINUTE = Control("total", 60, 0)


def waiting(control: Control | None = None) -> Match:
    """Red has taken something, and the die waits for both."""
    match = sealed_match(PEBBLES, BOTH, control=control)
    opened(match, BOTH)
    match.play("red", PEBBLES.read_action("take 1"), 1_000)
    assert isinstance(match.pending, Roll) and match.awaited() == match.version
    return match


def links(match: Match, *seats: str) -> dict[str, str]:
    seals = match.moments[-1].seals
    assert seals is not None
    return {seat: seal(seat).below(seals[seat]) or "" for seat in seats}


class TestOpening:
    def test_nothing_falls_before_all_links_are_there(self) -> None:
        match = waiting()
        version = match.version
        assert match.own_links().keys() == {HOST}
        for some in ((), ("red",), ("blue",)):
            with pytest.raises(Refusal, match="links are opened by server, red, blue here"):
                match.draft_open(links(match, *some))
        assert match.version == version and match.draft_rolls().moments == ()
        opened(match, BOTH)
        kinds = [type(moment.line) for moment in match.moments[version + 1 :]]
        assert kinds == [Opened, Fell]

    def test_where_the_server_holds_all_chains_they_are_opened_at_once(self) -> None:
        match = sealed_match(PEBBLES)
        match.play("red", PEBBLES.read_action("take 1"))
        assert [type(line) for line in match.record().lines[-2:]] == [Opened, Fell]
        assert match.awaited() is None

    def test_the_line_they_are_opened_for_is_the_choice(self) -> None:
        match = waiting()
        chosen = match.version
        match.note("blue", "draw")
        match.note("red", "no-draw")
        assert match.awaited() == chosen
        opened(match, BOTH)
        line = match.moments[chosen + 3].line
        assert isinstance(line, Opened) and line.hash == match.moments[chosen].hash

    def test_talk_changes_no_die(self) -> None:
        plain, told = waiting(), waiting()
        told.note("blue", "draw")
        told.note("red", "no-draw")
        for match in (plain, told):
            opened(match, BOTH)
        assert plain.moments[-1].line.faces == told.moments[-1].line.faces  # type: ignore[union-attr]

    def test_a_wrong_link(self) -> None:
        match = waiting()
        for bad in ({"red": "0" * 64}, {"red": links(match, "blue")["blue"]}):
            with pytest.raises(Refusal, match="red's link is not the one that comes next"):
                match.draft_open({**links(match, "blue"), **bad})

    def test_one_opening_serves_all_rolls_until_somebody_decides(self) -> None:
        """A shot and the armour against it fall by the same links."""
        match = played_out(sealed_match(game_by_id("skirmish"), BOTH), BOTH, 3, 150)
        lines = match.record().lines
        runs = [
            sum(1 for _ in _until_other(lines[n + 1 :]))
            for n, line in enumerate(lines)
            if isinstance(line, Opened)
        ]
        assert max(runs) >= 2 and min(runs) >= 1

    def test_no_link_where_no_dice_wait(self) -> None:
        match = waiting()
        opened(match, BOTH)
        with pytest.raises(Refusal, match="no dice wait for links"):
            match.draft_open({})

    def test_whoever_has_left_opens_nothing(self) -> None:
        own = ("red", "blue", "green")
        match = sealed_match(game_by_id("skirmish"), own, 3)
        assert holders(match.game, match.moments[-1]) == (HOST, *own)
        while match.state.phase != "movement" or match.awaited() is not None:
            played_out(match, own, 1, match.version + 1)
        match.note("green", "resign")
        assert match.result is None
        assert match.seal_holders() == (HOST, "red", "blue")
        while match.awaited() is None:
            seat = match.deciders()[0]
            match.play(seat, match.choices(seat).sample(random.Random(match.version)))
        with pytest.raises(Refusal, match="links are opened by server, red, blue here"):
            match.draft_open(links(match, *own))
        opened(match, ("red", "blue"))
        assert isinstance(match.moments[-1].line, Fell)


def _until_other(lines: tuple[object, ...]) -> list[object]:
    found: list[object] = []
    for line in lines:
        if not isinstance(line, Fell):
            break
        found.append(line)
    return found


class TestTakingBack:
    def test_dice_that_wait_are_as_good_as_fallen(self) -> None:
        """Otherwise a host who has all links but one could have a friend take back bad dice."""
        match = waiting()
        state = match.state
        match.note("red", "takeback")
        assert match.state == state, "red alone cannot"
        match.note("blue", "takeback")
        assert match.deciders() == ("red",) and match.awaited() is None

    def test_before_dice_are_asked_for_it_is_free(self) -> None:
        skirmish = game_by_id("skirmish")
        match = sealed_match(skirmish, BOTH)
        before = match.state
        match.play("red", match.choices("red").sample(random.Random(1)))
        match.note("red", "takeback")
        assert match.state == before


class TestTime:
    def test_nobodys_clock_runs_at_first(self) -> None:
        match = waiting(MINUTE)
        assert match.clock.running == ()
        left = dict(match.clock.left)
        opened(match, BOTH, 1_000 + PATIENCE)
        assert dict(match.clock.left) == left

    def test_who_is_late_pays(self) -> None:
        match = waiting(MINUTE)
        left = dict(match.clock.left)
        n = match.awaited()
        assert n is not None
        match.arrived[n] = {"red": 1_000 + PATIENCE + 2_000}
        opened(match, BOTH, 1_000 + PATIENCE + 5_000)
        assert match.clock.left["red"] == left["red"] - 2_000
        assert match.clock.left["blue"] == left["blue"] - 5_000

    def test_a_time_without_a_server_is_nobodys(self) -> None:
        match = waiting(MINUTE)
        match.pauses = ((2_000, 50_000),)
        left = dict(match.clock.left)
        opened(match, BOTH, 1_000 + PATIENCE + 48_000)
        assert dict(match.clock.left) == left

    def test_who_never_comes_runs_out_of_time(self) -> None:
        match = waiting(MINUTE)
        end = 1_000 + PATIENCE + match.clock.left["blue"]
        assert match.late_for_links(("blue",)) == end
        assert match.late_for_links(()) is None
        assert match.draft_due(end - 1, ("blue",)) is None
        assert match.draft_due(end, ()) is None
        draft = match.draft_due(end, ("blue",))
        assert draft is not None
        match.accept(draft, end)
        assert match.result is not None and match.result.winners == ("red",)


class TestAnew:
    def test_with_everybodys_word(self) -> None:
        match = waiting()
        assert isinstance(match.dice, SealedDice)
        anchors = {who: seal(who, NAME, f"new {who}").anchor for who in BOTH}
        with pytest.raises(Refusal, match="all commit anew or nobody"):
            match.draft_anchors(anchors)
        anchors[HOST] = match.dice.seal(HOST, 1).anchor
        events = match.accept(match.draft_anchors(anchors))
        assert "may have seen" in str(events[0])
        assert match.awaited() == match.version and isinstance(match.moments[-1].line, Anchored)
        with pytest.raises(Refusal, match="not the one that comes next"):
            match.draft_open({who: seal(who).link(1021) for who in BOTH})
        new = {who: seal(who, NAME, f"new {who}").link(1023) for who in BOTH}
        assert isinstance(match.draft_open(new).lines[-1], Fell)

    def test_alone_where_no_dice_wait(self) -> None:
        """As when a chain runs out: its holder names the next one."""
        match = waiting()
        opened(match, BOTH)
        match.accept(match.draft_anchors({"blue": seal("blue", NAME, "next").anchor}))
        match.play("blue", PEBBLES.read_action("take 1"))
        match.accept(
            match.draft_open({**links(match, "red"), "blue": seal("blue", NAME, "next").link(1023)})
        )
        assert isinstance(match.moments[-1].line, Fell)

    @pytest.mark.parametrize(
        ("anchors", "text"),
        [
            ({"green": "0" * 64}, "holds no seal here"),
            ({"blue": "TWIN"}, "two anchors are the same"),
        ],
    )
    def test_refused(self, anchors: dict[str, str], text: str) -> None:
        match = waiting()
        opened(match, BOTH)
        seals = match.moments[-1].seals
        assert seals is not None
        given = {who: seals["red"] if a == "TWIN" else a for who, a in anchors.items()}
        with pytest.raises(Refusal, match=text):
            match.draft_anchors(given)
