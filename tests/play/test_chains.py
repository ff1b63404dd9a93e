"""Chains that are kept here: who opens when somebody leaves, and what comes after the last link."""

import pytest

from outrider.core.chain import HOST
from outrider.core.course import last, replay
from outrider.core.pending import Roll
from outrider.core.record import Anchored, Fell, Noted, Opened, record_from_json
from outrider.core.refusal import Refusal
from outrider.dice import SealedDice, verified
from outrider.dice.sealed import LAST, LINKS
from outrider.games import game as game_by_id
from outrider.play import chains
from outrider.play.clock import Control
from outrider.play.match import Match
from outrider.play.waiting import PATIENCE
from outrider_pebbles.game import Pebbles
from play.forging import rows_of
from play.sealing import NAME, opened, played_out, seal, sealed_match, signed

PEBBLES = Pebbles()
THREE = ("red", "blue", "green")
OPENED = ("red", "blue")
HOUR = Control("total", 3600, 0)


def waiting(own: tuple[str, ...] = THREE, control: Control | None = None) -> Match:
    """Three are about to find out who begins, and the dice wait for all of them."""
    match = sealed_match(game_by_id("skirmish-2012"), own, 3, control=control)
    while match.awaited() is None:
        played_out(match, own, 1, match.version + 1)
    return match


def links(match: Match, *seats: str, seed: str | None = None) -> dict[str, str]:
    seals = match.moments[-1].seals
    assert seals is not None
    return {who: seal(who, NAME, seed and f"{seed} {who}").below(seals[who]) or "" for who in seats}


class TestLeaving:
    """Host and Green know all links before anybody else: Green's leaving must not be a choice
    between the dice with Green's link and those without."""

    @pytest.mark.parametrize("how", ["resign", "abandon", "flag"])
    def test_who_opens_is_settled_when_the_dice_are_asked_for(self, how: str) -> None:
        match, before = waiting(), waiting()
        n = match.awaited()
        match.note("green", how)
        assert isinstance(match.pending, Roll) and match.awaited() == n
        assert match.seal_holders() == (HOST, *THREE) and match.staying() == (HOST, *OPENED)
        with pytest.raises(Refusal, match="green left while these dice waited"):
            match.draft_open(links(match, *OPENED))
        opened(match, THREE)
        opened(before, THREE)
        assert match.moments[-1].opened == before.moments[-1].opened

    def test_a_claim_is_no_way_round_it(self) -> None:
        match = waiting()
        match.note("red", "claim", against="green")
        with pytest.raises(Refusal, match="green left while these dice waited"):
            match.draft_open(links(match, *OPENED))

    def test_without_the_link_all_who_stay_commit_anew(self) -> None:
        match = waiting()
        old = links(match, *OPENED)
        match.note("green", "resign")
        anchors = {who: seal(who, NAME, f"new {who}").anchor for who in OPENED}
        with pytest.raises(Refusal, match="all commit anew or nobody"):
            match.draft_anchors(anchors)
        match.accept(match.draft_anew(anchors))
        assert "may have seen" in str(match.moments[-1].events[0])
        assert match.awaited() == match.version and match.seal_holders() == (HOST, *OPENED)
        with pytest.raises(Refusal, match="not the one that comes next"):
            match.draft_open(old)
        match.accept(match.draft_open(links(match, *OPENED, seed="new")))
        assert isinstance(match.moments[-1].line, Fell)
        record = record_from_json(rows_of(signed(match).to_text()))
        assert verified(record).wrong is None
        last(replay(match.game, record))

    def test_if_all_others_are_here_they_do_so_at_once(self) -> None:
        """Two bots go on without the person who has left."""
        match = waiting(("green",))
        match.note("green", "resign")
        kinds = [type(moment.line) for moment in match.moments[-5:]]
        assert kinds[:3] == [Noted, Anchored, Opened] and set(kinds[3:]) == {Fell}
        assert match.awaited() is None

    def test_a_seal_that_is_left_with_the_server_stays_there(self) -> None:
        """Blue is away. The record says whose the new chain is."""
        match = waiting(("blue", "green"))
        assert isinstance(match.dice, SealedDice)
        match.note("blue", "entrust")
        match.dice.entrusted["blue"] = "seed of blue"
        match.note("green", "resign")
        notes = [m.line for m in match.moments if isinstance(m.line, Noted)]
        assert [line.match for line in notes] == ["entrust", "resign", "entrust"]
        assert notes[-1].seat == "blue" and match.is_left("blue") and match.awaited() is None

    def test_nobody_leaves_while_opened_dice_fall(self) -> None:
        """Nor does anybody commit anew: the links are known by then."""
        match = waiting()
        match.follow(match.draft_open(links(match, *THREE)).lines[0])
        for kind, more in (("resign", {}), ("flag", {}), ("claim", {"against": "red"})):
            with pytest.raises(Refusal, match="the dice that are opened fall first"):
                match.draft_note("green", kind, **more)
        assert isinstance(match.dice, SealedDice)
        with pytest.raises(Refusal, match="the dice that are opened fall first"):
            match.draft_anchors({HOST: match.dice.seal(HOST, 1).anchor})

    def test_nobody_pays_for_the_time_of_who_has_left(self) -> None:
        match = waiting(control=HOUR)
        left = dict(match.clock.left)
        gone = 3_600_000 + PATIENCE
        match.note("green", "flag", gone)
        assert match.began_waiting() == gone
        assert match.draft_due(gone + PATIENCE, OPENED) is None
        opened(match, THREE, gone + PATIENCE + 2_000)
        assert match.clock.left["red"] == left["red"] - 2_000


class TestTheEndOfAChain:
    @pytest.mark.parametrize("left", [False, True], ids=["held", "left with the server"])
    def test_more_dice_than_a_chain_has_links(self, left: bool) -> None:
        """The server names its own successor and the bot's, Red its own, all before the last. If
        Red's is left with the server, it sees to that, too, and the record says so."""
        match = sealed_match(PEBBLES, ("red",))
        assert isinstance(match.dice, SealedDice)
        opened(match, ("red",))
        if left:
            match.note("red", "entrust")
            match.dice.entrusted["red"] = "seed of red"
        held, count = seal("red"), 1
        while count < LINKS + 80:
            match.play("red", PEBBLES.read_action("take 1"))
            if not left:
                standing = (match.moments[-1].seals or {})["red"]
                match.accept(match.draft_open({"red": held.below(standing) or ""}))
            count += 1
            match.note("red", "takeback")
            match.note("blue", "takeback")
            if not left and chains.named(match.moments).used["red"] >= LINKS - LAST:
                held = seal("red", NAME, "next of red")
                match.accept(match.draft_anchors({"red": held.anchor}))
        openings = [m.line for m in match.moments if isinstance(m.line, Opened)]
        assert len(openings) == count
        assert all(set(line.links) == {HOST, "red", "blue"} for line in openings)
        named = [set(m.line.anchors) for m in match.moments if isinstance(m.line, Anchored)]
        assert named == ([{HOST, "red", "blue"}] if left else [{HOST, "blue"}, {"red"}])
        told = [m.line.match for m in match.moments if isinstance(m.line, Noted)]
        assert told.count("entrust") == 2 * left
        record = record_from_json(rows_of(signed(match).to_text()))
        assert verified(record).wrong is None and verified(record).rolls == count
        last(replay(PEBBLES, record))

    def test_a_seed_that_no_line_tells_of_opens_nothing(self) -> None:
        match = sealed_match(PEBBLES, ("red", "blue"))
        assert isinstance(match.dice, SealedDice)
        match.dice.entrusted["blue"] = "seed of blue"
        assert match.own_links().keys() == {HOST}
        match.note("blue", "entrust")
        assert match.own_links().keys() == {HOST, "blue"} and match.is_left("blue")
        opened(match, ("red", "blue"))
        match.accept(match.draft_anchors({"blue": seal("blue", NAME, "mine again").anchor}))
        assert not match.is_left("blue")
