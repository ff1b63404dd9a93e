"""Sealed dice: the chains, the faces they make, and what a record with them proves."""

import copy
import hashlib
import hmac
import math
from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from forms import examples
from outrider.core.chain import HOST
from outrider.core.course import last, replay
from outrider.core.pending import Roll
from outrider.core.record import Fell, Opened, Record, record_from_json
from outrider.core.refusal import Refusal
from outrider.dice import Seal, SealedDice, verified
from outrider.dice.sealed import LINKS, faces_of, key_of
from outrider.games import game as game_by_id
from outrider_pebbles.game import Pebbles
from play.forging import rechained, rows_of
from play.sealing import opened, played_out, sealed_match, sealed_record, signed

PEBBLES = Pebbles()
BOTH = ("red", "blue")
WORD = st.text("0123456789abcdef", min_size=64, max_size=64)


def sha(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


class TestChains:
    def test_by_the_book(self) -> None:
        """Every link, computed as the documentation says and in no other way."""
        seal = Seal("match", "red", "seed")
        link = sha("outrider|match|red|seed")
        for index in range(LINKS + 1):
            assert seal.link(index) == link
            below = seal.below(link)
            assert below == (seal.link(index - 1) if index else None)
            link = sha(link)
        assert seal.anchor == seal.link(LINKS) and LINKS == 1024

    def test_downwards_as_in_a_match(self) -> None:
        seal, standing, opened = Seal("m", "blue", "s"), Seal("m", "blue", "s").anchor, 0
        while (link := seal.below(standing)) is not None:
            assert sha(link) == standing
            standing, opened = link, opened + 1
        assert opened == LINKS and standing == sha("outrider|m|blue|s")

    def test_a_link_of_another_chain(self) -> None:
        seal = Seal("match", "red", "seed")
        for other in (("match", "blue", "seed"), ("other", "red", "seed"), ("match", "red", "x")):
            assert seal.place(Seal(*other).anchor) is None
            assert seal.below(Seal(*other).link(7)) is None

    def test_the_servers_own_chains(self) -> None:
        dice = SealedDice("match", "secret", {"red": "left"})
        anchors = {dice.seal(holder, n).anchor for holder in (HOST, "blue") for n in range(3)}
        assert len(anchors) == 6
        standing = dice.seal("blue", 1).anchor
        assert dice.chain("blue", standing, 1) is dice.seal("blue", 1)
        assert dice.chain("blue", standing, 0) is None, "that chain was not named yet"
        left = Seal("match", "red", "left")
        assert dice.chain("red", left.anchor, 0) is None, "no line says that it was left"
        found = dice.chain("red", left.anchor, 0, left=True)
        assert found is not None and found.below(left.anchor) == left.link(LINKS - 1)
        assert dice.chain("green", Seal("match", "green", "own").anchor, 3) is None


class TestFaces:
    @given(st.dictionaries(st.sampled_from([HOST, "red", "blue", "green"]), WORD, min_size=1))
    def test_by_the_book(self, links: dict[str, str]) -> None:
        order = [links[who] for who in (HOST, "red", "blue", "green") if who in links]
        key = sha("|".join(order))
        assert key_of(links) == key
        for k, face in enumerate(faces_of("m", links, Roll("attack", "red", 3), 5)):
            t = 0
            while True:
                text = f"m|5|{k}|{t}".encode()
                byte = hmac.new(key.encode(), text, "sha256").digest()[0]
                if byte < 252:
                    break
                t += 1
            assert face == byte % 6 + 1

    def test_fair(self) -> None:
        links = {HOST: "0" * 64, "red": "1" * 64}
        faces: Counter[int] = Counter()
        for r in range(2000):
            faces.update(faces_of("m", links, Roll("attack", "red", 3), r))
        chi = sum((faces[face] - 1000) ** 2 / 1000 for face in range(1, 7))
        assert chi < 25, faces  # p = 0.0001 for five degrees

    @examples(30)
    @given(st.sampled_from([HOST, "red", "blue"]), WORD)
    def test_every_link_matters(self, who: str, other: str) -> None:
        """Whoever keeps one link back keeps the dice back: they agree by chance alone."""
        links = {HOST: "a" * 64, "red": "b" * 64, "blue": "c" * 64}
        before = faces_of("m", links, Roll("attack", "red", 60), 0)
        after = faces_of("m", {**links, who: other}, Roll("attack", "red", 60), 0)
        same = sum(a == b for a, b in zip(before, after, strict=True))
        assert same < 10 + 6 * math.sqrt(60 * 5 / 36) or links[who] == other


def games() -> list[Record]:
    return [sealed_record("basic", 1, 150), sealed_record("skirmish", 3, 90)]


@pytest.mark.parametrize("record", games(), ids=lambda record: str(record.header.game))
def test_a_record_holds(record: Record) -> None:
    verdict = verified(record_from_json(rows_of(record.to_text())))
    rolls = [line for line in record.lines if isinstance(line, Fell)]
    assert verdict.wrong is None
    assert verdict.rolls == len(rolls) > 3
    assert verdict.checked == sum(len(roll.faces) for roll in rolls)
    last(replay(game_by_id(record.header.game), record))


class TestTampering:
    """Everything is hashed and signed anew, as a host would who forges a record."""

    RECORD = sealed_record("skirmish", 3, 90)
    ROWS = rows_of(RECORD.to_text())

    def judged(self, rows: list[dict[str, Any]]) -> str:
        try:
            record = record_from_json(rechained(rows))
            wrong = verified(record).wrong
            if wrong is not None:
                return wrong
            last(replay(game_by_id("skirmish"), record))
        except Refusal as refusal:
            return refusal.message
        raise AssertionError("nothing was found to be wrong")

    def openings(self) -> list[int]:
        return [n + 1 for n, line in enumerate(self.RECORD.lines) if isinstance(line, Opened)]

    def test_every_die(self) -> None:
        for at, row in enumerate(self.ROWS):
            for k in range(len(row.get("faces", ()))):
                rows = copy.deepcopy(self.ROWS)
                rows[at]["faces"][k] = rows[at]["faces"][k] % 6 + 1
                assert self.judged(rows).startswith(f"line n={at}, die {k + 1} of ")

    def test_every_link(self) -> None:
        for at in self.openings():
            for holder in self.ROWS[at]["open"]:
                rows = copy.deepcopy(self.ROWS)
                rows[at]["open"][holder] = sha("another")
                assert self.judged(rows)

    def test_an_anchor(self) -> None:
        for holder in self.ROWS[0]["dice"]["anchors"]:
            rows = copy.deepcopy(self.ROWS)
            rows[0]["dice"]["anchors"][holder] = sha("another")
            said = self.judged(rows)
            assert said.startswith(f"line {self.openings()[0] + 1}: {holder}'s link is not"), said

    def test_an_opening_gone_or_where_no_dice_wait(self) -> None:
        at = self.openings()[-1]
        gone = copy.deepcopy(self.ROWS)
        del gone[at]
        for n, row in enumerate(gone[1:-1], 1):
            row["n"] = n
        assert f"line n={at}: dice fell for which nobody opened links" in self.judged(gone)
        at = self.openings()[0]
        more = copy.deepcopy(self.ROWS)
        more.insert(1, {"n": 1, "open": more[at]["open"], "for": more[0]["hash"]})
        for n, row in enumerate(more[1:-1], 1):
            row["n"] = n
        record = rechained(more)
        with pytest.raises(Refusal, match="line 2: no dice wait for links here"):
            last(replay(game_by_id("skirmish"), record_from_json(record)))

    def test_an_opening_for_another_line(self) -> None:
        """The links fit, but they were opened before the choice was on record."""
        at = self.openings()[0]
        rows = copy.deepcopy(self.ROWS)
        rows[at]["for"] = self.ROWS[at - 2]["hash"]
        record = record_from_json(rechained(rows))
        with pytest.raises(Refusal, match=rf"line {at + 1}: links are opened here for line n="):
            last(replay(game_by_id("skirmish"), record))

    def test_two_equal_anchors(self) -> None:
        rows = copy.deepcopy(self.ROWS)
        anchors = rows[0]["dice"]["anchors"]
        anchors["blue"] = anchors["red"]
        record = record_from_json(rechained(rows))
        with pytest.raises(Refusal, match="line 1: two anchors are the same"):
            last(replay(game_by_id("skirmish"), record))


def test_rolls_are_counted_over_all_that_were_on_record() -> None:
    """What is taken back keeps its number, and its link stays used up."""
    match = sealed_match(PEBBLES, BOTH)
    seen = set()
    opened(match, BOTH)
    for _ in range(6):
        match.play("red", PEBBLES.read_action("take 1"))
        opened(match, BOTH)
        links = match.moments[-1].opened
        assert links is not None and links["red"] not in seen
        seen.add(links["red"])
        match.note("red", "takeback")
        match.note("blue", "takeback")
    played_out(match, BOTH, 2)
    record = record_from_json(rows_of(signed(match).to_text()))
    assert verified(record).wrong is None
    last(replay(PEBBLES, record))
