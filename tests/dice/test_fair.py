"""Fair dice: as documented, even, bound by everybody, and checked to the last face."""

import copy
import dataclasses
import hashlib
import hmac
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dice.ceremonies import (
    PEBBLES,
    SECRET,
    ceremony,
    declared,
    dice_of,
    pebbles_record,
    played_out,
    renumbered,
    rolls_of,
    rows_of,
    skirmish_record,
)
from forms import examples
from outrider.core.course import last, replay
from outrider.core.pending import Roll
from outrider.core.record import Chain, Record, record_from_json, record_from_text
from outrider.core.refusal import Refusal
from outrider.dice import Ceremony, FairDice, commitment, verified
from outrider.dice.fair import KIND, a_ceremony, fresh
from outrider.play.match import Match
from play.sealing import HOSTS

DICE = FairDice("key", "match", ("ann", "bob"))


def by_formula(secret: str, words: Sequence[str], n: int, k: int) -> tuple[int, int]:
    """A face and how many tries it took, from the documentation and hmac alone."""
    for attempt in range(256):
        text = "|".join([*words, str(n), str(k), str(attempt)]).encode()
        byte = int(hmac.new(secret.encode(), text, hashlib.sha256).hexdigest()[:2], 16)
        if byte < 252:
            return byte % 6 + 1, attempt + 1
    raise AssertionError("no try gave a face")


def thrown(dice: FairDice, n: int, count: int = 1) -> tuple[int, ...]:
    return dice.faces_of(Roll("attack", "red", count), n)


def long_run(dice: FairDice, lines: int, count: int) -> list[int]:
    return [face for n in range(1, lines + 1) for face in thrown(dice, n, count)]


def off_by(counts: Sequence[int]) -> float:
    """Chi-square of counts that should all be equal."""
    even = sum(counts) / len(counts)
    return sum((count - even) ** 2 for count in counts) / even


class TestFormula:
    @examples(150)
    @given(
        secret=st.text(max_size=80),
        words=st.lists(st.text(max_size=20), min_size=1, max_size=5),
        n=st.integers(1, 10**6),
        count=st.integers(0, 8),
    )
    def test_as_documented(self, secret: str, words: list[str], n: int, count: int) -> None:
        dice = FairDice(secret, words[0], tuple(words[1:]))
        assert thrown(dice, n, count) == tuple(
            by_formula(secret, words, n, k)[0] for k in range(count)
        )

    def test_a_high_byte_is_tried_again(self) -> None:
        tries = {(n, k): by_formula("key", ["match", "ann", "bob"], n, k)
                 for n in range(1, 6000) for k in range(4)}  # fmt: skip
        again = {place: found for place, found in tries.items() if found[1] > 1}
        assert max(count for _, count in again.values()) >= 3, "two tries in vain, too"
        for (n, k), (face, _) in again.items():
            assert thrown(DICE, n, k + 1)[k] == face

    def test_known_answers_never_change(self) -> None:
        assert long_run(DICE, 4, 4) == [5, 4, 3, 1, 3, 4, 2, 3, 6, 5, 3, 1, 5, 6, 3, 1]

    def test_who_rolls_for_what_does_not_matter(self) -> None:
        assert DICE.faces_of(Roll("armour", "blue", 5), 9) == thrown(DICE, 9, 5)

    def test_fewer_dice_are_the_first_of_more(self) -> None:
        assert thrown(DICE, 3, 6)[:4] == thrown(DICE, 3, 4)

    def test_there_is_nothing_to_wind_back(self) -> None:
        before = thrown(DICE, 5, 4)
        DICE.passed()
        DICE.rewind(DICE.mark())
        assert thrown(DICE, 5, 4) == before
        with pytest.raises(TypeError, match="number of the roll"):
            DICE.faces(Roll("attack", "red", 1))


class TestEvenness:
    def test_each_face(self) -> None:
        """Chi-square of 5 degrees of freedom is above 35.9 once in a million."""
        faces = long_run(DICE, 15_000, 4)
        counts = Counter(faces)
        assert len(faces) == 60_000 and set(counts) == set(range(1, 7))
        assert off_by(list(counts.values())) < 35.9

    @pytest.mark.parametrize("count", [1, 4])
    def test_neighbours_know_nothing_of_each_other(self, count: int) -> None:
        """35 degrees of freedom: above 97 once in a million or less."""
        faces = long_run(DICE, 40_000 // count, count)
        pairs = Counter(pairwise(faces))
        assert len(pairs) == 36
        assert off_by(list(pairs.values())) < 97

    def test_the_same_die_of_neighbouring_lines(self) -> None:
        rows = [thrown(DICE, n, 2) for n in range(1, 15_000)]
        for k in (0, 1):
            pairs = Counter((one[k], other[k]) for one, other in pairwise(rows))
            assert off_by(list(pairs.values())) < 97

    @pytest.mark.parametrize(
        "other",
        [
            FairDice("kez", "match", ("ann", "bob")),
            FairDice("key", "natch", ("ann", "bob")),
            FairDice("key", "match", ("ann", "bod")),
            FairDice("key", "match", ("anm", "bob")),
            FairDice("key", "match", ("bob", "ann")),
            FairDice("key", "match", ("ann", "bob", "")),
        ],
        ids=["secret", "match", "last", "first", "order", "another"],
    )
    def test_whatever_changes_changes_all(self, other: FairDice) -> None:
        """Two unrelated runs agree in a sixth of their faces: of 6000 in 1000, give or take 145 at
        five standard deviations."""
        ours, theirs = long_run(DICE, 1500, 4), long_run(other, 1500, 4)
        same = sum(one == another for one, another in zip(ours, theirs, strict=True))
        assert 855 < same < 1145

    def test_lines_and_dice_are_not_the_same_count(self) -> None:
        """Line 1 die 11 and line 11 die 1 differ, and so on."""
        turned = [(thrown(DICE, n, 40)[k], thrown(DICE, k, 40)[n])
                  for n in range(40) for k in range(n)]  # fmt: skip
        assert 70 < sum(one == another for one, another in turned) < 190


class TestCommitting:
    def test_what_binds(self) -> None:
        assert commitment("a") == hashlib.sha256(b"a").hexdigest()
        assert commitment("Würfel") == hashlib.sha256("Würfel".encode()).hexdigest()

    def test_fresh_secrets(self) -> None:
        made = {fresh() for _ in range(50)}
        assert len(made) == 50
        assert all(len(bytes.fromhex(secret)) == 32 for secret in made)

    def test_a_ceremony_through_json(self) -> None:
        held = ceremony(3)
        seats = tuple(held.entropies)
        assert a_ceremony(held.to_json(), seats) == held
        silent = dataclasses.replace(held, secret=None)
        assert a_ceremony(silent.to_json(), seats) == silent

    @pytest.mark.parametrize(
        "change",
        [
            {"match": None}, {"match": 5}, {"commitment": None}, {"commitments": []},
            {"commitments": {"red": "x"}}, {"commitments": {"blue": "x", "red": "y"}},
            {"commitments": {"red": "x", "blue": 5}}, {"entropies": None},
            {"entropies": {"red": "x", "blue": None}}, {"engine": "red"}, {"engine": ["green"]},
            {"engine": [["red"]]}, {"secret": 5}, {"colour": "red"},
        ],
        ids=str,
    )  # fmt: skip
    def test_junk(self, change: dict[str, Any]) -> None:
        with pytest.raises(Refusal) as caught:
            a_ceremony({**ceremony().to_json(), **change}, ("red", "blue"))
        assert caught.value.kind == "malformed"


# -- checking a record -----------------------------------------------------------------------------

PEBBLE_ROWS = rows_of(pebbles_record())
FIGHT = skirmish_record()


def judged(rows: list[dict[str, Any]]) -> str:
    """What is found to be wrong with a record, by whoever finds it."""
    try:
        record = record_from_json(rows)
        wrong = verified(record).wrong
        if wrong is not None:
            return wrong
        last(replay(PEBBLES, record))
    except Refusal as refusal:
        return refusal.message
    raise AssertionError("nothing was found to be wrong")


def spoilt(**changes: Any) -> list[dict[str, Any]]:
    """The record with other things said of its dice."""
    rows = copy.deepcopy(PEBBLE_ROWS)
    rows[0]["dice"].update(changes)
    return rows


class TestGoodRecords:
    @pytest.mark.parametrize("seats", [2, 3, 4])
    def test_a_whole_game(self, seats: int) -> None:
        record = record_from_text(pebbles_record(seats, seed=5).to_text())
        verdict = verified(record)
        rolls = rolls_of(record)
        assert verdict.wrong is None
        assert (verdict.checked, verdict.rolls) == (len(rolls), len(rolls))
        last(replay(PEBBLES, record))

    def test_rolls_of_several_dice(self) -> None:
        rolls = rolls_of(FIGHT)
        assert {len(roll.faces) for roll in rolls} >= {2, 4}
        verdict = verified(record_from_text(FIGHT.to_text()))
        assert verdict.wrong is None
        assert verdict.checked == sum(len(roll.faces) for roll in rolls)

    def test_what_was_taken_back_is_checked_as_well(self) -> None:
        held = ceremony()
        match = Match(PEBBLES, PEBBLES.terms(), dice_of(held))
        match.play("red", PEBBLES.read_action("take 1"))
        fallen = match.state.die
        match.note("red", "takeback")
        match.note("blue", "takeback")
        played_out(match, 4)
        record = declared(match.record(), held)
        assert verified(record).wrong is None
        rows = rows_of(record)
        assert rows[3]["faces"] == [fallen]
        rows[3]["faces"] = [fallen % 6 + 1]
        assert judged(rows).startswith("line n=3, die 1 of 1 for limit")


class TestTampering:
    def test_every_single_die(self) -> None:
        """One face is changed, every other is right: that one is named, and what was before it is
        counted."""
        before = 0
        for roll in rolls_of(FIGHT):
            for k, face in enumerate(roll.faces):
                rows = rows_of(FIGHT)
                said = face % 6 + 1
                faces = [said if at == k else old for at, old in enumerate(roll.faces)]
                rows[roll.n] = {**rows[roll.n], "faces": faces}
                verdict = verified(record_from_json(rows))
                where = f"line n={roll.n}, die {k + 1} of {len(faces)} for {roll.purpose}"
                assert verdict.wrong == f"{where}: it says {said}, but {face} fell"
                assert verdict.checked == before
                before += 1

    def test_the_first_of_several(self) -> None:
        rows = copy.deepcopy(PEBBLE_ROWS)
        places = [n for n, row in enumerate(rows) if "roll" in row][2:5]
        for n in places:
            rows[n]["faces"] = [rows[n]["faces"][0] % 6 + 1]
        assert judged(rows).startswith(f"line n={places[0]}, die 1 of 1")

    def test_the_secret(self) -> None:
        rows = spoilt(secret="another")
        assert judged(rows) == "line 1: the secret is not the one that was committed to"
        both = spoilt(secret="another", commitment=commitment("another"))
        assert judged(both).startswith("line n=")

    @pytest.mark.parametrize(
        ("secret", "said"), [("another", "is not the one"), (None, "is not revealed")]
    )
    def test_a_secret_at_the_end(self, secret: str | None, said: str) -> None:
        """Where rolls are counted it stands in the last line, and that is the one that is wrong."""
        held = dataclasses.replace(ceremony(3), secret=None, kind=KIND)
        record = declared(pebbles_record(), held)
        closing = HOSTS.closing("0" * 64, None, secret)
        chain = Chain(record.header.to_json(), "0" * 64, (), closing)
        wrong = verified(dataclasses.replace(record, chain=chain)).wrong or ""
        assert wrong.startswith(f"line {len(record.lines) + 2}: ") and said in wrong

    def test_the_commitment(self) -> None:
        rows = spoilt(commitment=commitment("another"))
        assert judged(rows) == "line 1: the secret is not the one that was committed to"
        upper = spoilt(commitment=commitment(SECRET).upper())
        assert "committed" in judged(upper)

    @pytest.mark.parametrize("seat", ["red", "blue", "green"])
    def test_an_entropy(self, seat: str) -> None:
        dice = PEBBLE_ROWS[0]["dice"]
        wrong = f"line 1: {seat}'s entropy is not the one that was committed to"
        assert judged(spoilt(entropies={**dice["entropies"], seat: "bent"})) == wrong
        bent = {**dice["commitments"], seat: commitment("bent")}
        assert judged(spoilt(commitments=bent)) == wrong
        both = spoilt(commitments=bent, entropies={**dice["entropies"], seat: "bent"})
        assert judged(both).startswith("line n=")

    def test_two_entropies_exchanged(self) -> None:
        dice = copy.deepcopy(PEBBLE_ROWS[0]["dice"])
        for name in ("entropies", "commitments"):
            red, blue = dice[name]["red"], dice[name]["blue"]
            dice[name].update(red=blue, blue=red)
        assert judged(spoilt(**dice)).startswith("line n=")

    def test_the_match(self) -> None:
        assert judged(spoilt(match="table-8")).startswith("line n=")

    @pytest.mark.parametrize("number", range(1, len(PEBBLE_ROWS) - 1))
    def test_a_line_is_left_out(self, number: int) -> None:
        rows = copy.deepcopy(PEBBLE_ROWS)
        del rows[number]
        assert judged(rows).startswith(f"line {number + 1}: ")
        assert judged(renumbered(rows)).startswith("line ")

    @pytest.mark.parametrize("number", range(1, len(PEBBLE_ROWS) - 1))
    def test_a_line_is_put_in(self, number: int) -> None:
        rows = copy.deepcopy(PEBBLE_ROWS)
        rows.insert(number, dict(rows[number]))
        assert judged(rows).startswith("line ")
        assert judged(renumbered(rows)).startswith("line ")

    def test_a_harmless_line_is_put_in(self) -> None:
        """Even a line that changes nothing of the game moves the dice after it."""
        rows = copy.deepcopy(PEBBLE_ROWS)
        rows.insert(2, {"n": 2, "seat": "red", "match": "draw"})
        assert judged(renumbered(rows)).startswith("line n=")

    def test_two_rolls_exchanged(self) -> None:
        places = [n for n, row in enumerate(PEBBLE_ROWS) if "roll" in row]
        for one, another in pairwise(places):
            rows = copy.deepcopy(PEBBLE_ROWS)
            if rows[one]["faces"] == rows[another]["faces"]:
                continue
            rows[one]["faces"], rows[another]["faces"] = rows[another]["faces"], rows[one]["faces"]
            assert judged(rows).startswith(f"line n={one}, die 1 of 1 for limit")

    @pytest.mark.parametrize("faces", [[], [3, 3], ["3"], [0], [7], [None]], ids=str)
    def test_faces_that_are_none(self, faces: list[Any]) -> None:
        rows = copy.deepcopy(PEBBLE_ROWS)
        rows[1]["faces"] = faces
        assert judged(rows).startswith("line ")

    @pytest.mark.parametrize("kind", [bool, float])
    def test_faces_that_only_look_right(self, kind: Any) -> None:
        """JSON's true is no 1, and 1.0 is none either."""
        rows = copy.deepcopy(PEBBLE_ROWS)
        one = next(row for row in rows if row.get("faces") == [1])
        one["faces"] = [kind(1)]
        assert judged(rows).startswith("line ")


class TestNothingToCheck:
    def refused(self, record: Record, text: str) -> None:
        with pytest.raises(Refusal, match=text) as caught:
            verified(record)
        assert caught.value.kind == "malformed"

    def with_dice(self, dice: dict[str, Any] | None) -> Record:
        record = pebbles_record()
        return dataclasses.replace(record, header=dataclasses.replace(record.header, dice=dice))

    def test_the_secret_is_still_one(self) -> None:
        held: Ceremony = dataclasses.replace(ceremony(3), secret=None)
        over = self.with_dice(held.to_json())
        self.refused(dataclasses.replace(over, result=None), "not revealed yet")
        said = "the match is over, but the secret of its dice is not revealed"
        assert verified(over).wrong == f"line 1: {said}"

    def test_typed_dice(self) -> None:
        self.refused(self.with_dice({"kind": "typed"}), "typed in by people")

    @pytest.mark.parametrize("dice", [None, {}, {"kind": "loaded"}, {"kind": None}], ids=str)
    def test_no_word_of_the_dice(self, dice: dict[str, Any] | None) -> None:
        self.refused(self.with_dice(dice), "does not say where its dice came from")

    def test_half_a_ceremony(self) -> None:
        self.refused(self.with_dice({"kind": "fair", "secret": SECRET}), "commitments")
