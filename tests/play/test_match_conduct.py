"""A match between people, at random: what they play, roll, say and take back, against a model."""

import contextlib
import copy
from dataclasses import dataclass, field, replace
from typing import Any

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from forms import examples
from outrider.core.course import replay
from outrider.core.pending import Decide, Roll
from outrider.core.record import Chose, Fell, Noted, record_from_text
from outrider.core.refusal import Refusal
from outrider.dice import AskedDice, FairDice
from outrider.play import offers
from outrider.play.match import Match
from outrider.play.offers import MOST_BACK, MOST_BACK_IN_ALL, MOST_OFFERS
from play.company import (
    PEBBLES,
    again,
    battle,
    conduct,
    do,
    memory,
    pebbles,
    refused,
    result,
)

FAIR = FairDice("a secret", "table", ("ann", "bob"))


class TestUndo:
    """Undo takes the last word back as if it had never been said, whatever it was."""

    WORDS = (
        "blue e8-e6", "red: draw", "blue: no-draw", "red: takeback", "blue: takeback",
        "red: takeback", "blue: substitute x", "red: resign",
    )  # fmt: skip

    def test_word_by_word(self) -> None:
        match = do(battle(), "red e1-e3")
        memories = []
        for word in self.WORDS:
            with contextlib.suppress(Refusal):
                before = memory(match)
                do(match, word)
                memories.append(before)
        assert len(memories) >= 6
        while memories:
            match.undo()
            assert memory(match) == memories.pop()

    def test_a_takeback(self) -> None:
        match = do(pebbles(2), "red take 1", "red: takeback")
        before = memory(match)
        do(match, "blue: takeback")
        match.undo()
        assert memory(match) == before
        do(match, "blue: takeback", "red take 2")
        again(match)

    def test_rolls_after_a_takeback_are_rewound(self) -> None:
        match = do(pebbles(2), "red take 1", "red: takeback", "blue: takeback")
        before = memory(match)
        do(match, "red take 4")
        match.undo()
        assert memory(match) == before

    def test_of_a_record(self) -> None:
        match = do(
            battle(), "red e1-e3", "blue: draw", "red: takeback", "red d1-d3", "blue: resign"
        )
        read = again(match)
        for version in (4, 3, 2, 1, 0):
            read.undo()
            assert read.version == version
            assert read.state == match.moments[version].state


class TestFairDice:
    def test_lines_go_on_and_other_dice_fall(self) -> None:
        """Who takes back sees new dice: the roll has another number."""
        match = pebbles(2, FAIR)
        faces = []
        for r in range(12):
            do(match, "red take 1")
            line = match.record().lines[-1]
            assert isinstance(line, Fell)
            assert line.faces == FAIR.faces_of(Roll("limit", "blue", 1), r + 1)
            faces.append(line.faces)
            do(match, "red: takeback", "blue: takeback")
            assert match.version == line.n + 2
            assert match.state == match.moments[1].state
        assert len(set(faces)) > 3
        assert [line.n for line in match.record().lines] == list(range(1, match.version + 1))
        again(match)

    def test_talk_does_not_move_the_dice(self) -> None:
        plain, told = pebbles(2, FAIR), pebbles(2, FAIR)
        do(plain, "red take 1")
        do(told, "blue: draw", "red: no-draw", "blue: draw", "red take 1")
        for match, n in ((plain, 3), (told, 6)):
            line = match.record().lines[-1]
            assert line == Fell(n, "limit", "blue", FAIR.faces_of(Roll("limit", "blue", 1), 1))

    def test_talk_moved_the_older_dice(self) -> None:
        older = replace(FAIR, by_line=True)
        for talk, n in (((), 3), (("blue: draw",), 4)):
            match = do(pebbles(2, older), *talk, "red take 1")
            line = match.record().lines[-1]
            assert line == Fell(n, "limit", "blue", older.faces_of(Roll("limit", "blue", 1), n))

    def test_nobody_asks_for_ever(self) -> None:
        match = pebbles(2, FAIR)
        do(match, *["blue: draw", "red: no-draw"] * MOST_OFFERS)
        with pytest.raises(Refusal, match="has asked for that 3 times"):
            match.note("blue", "draw")
        do(match, "red: draw")
        match.note("blue", "draw")  # an answer is no asking
        assert match.result is not None

    def test_what_is_taken_back_begins_no_new_count(self) -> None:
        match = battle()
        for _ in range(MOST_OFFERS):
            do(match, "red: draw", "blue: no-draw", "red e1-e3", "red: takeback")
        with pytest.raises(Refusal, match="has asked for that 3 times"):
            match.note("red", "draw")
        do(match, "red e1-e3", "red: draw")

    def test_nobody_takes_back_for_ever(self) -> None:
        """Alone, one could fill a record to its bound and leave the others no room to play."""
        match = battle()
        do(match, *["red e1-e3", "red: takeback"] * MOST_BACK, "red e1-e3")
        with pytest.raises(Refusal, match="has taken back 20 times here; something has to stand"):
            match.note("red", "takeback")
        do(match, "blue e8-e6", "red e3-e4", "red: takeback")

    def test_nor_over_a_whole_match(self, monkeypatch: pytest.MonkeyPatch) -> None:
        assert MOST_BACK_IN_ALL == 1_000
        monkeypatch.setattr(offers, "MOST_BACK_IN_ALL", 2)
        match = do(battle(), "red e1-e3", "red: takeback", "red e1-e3", "blue e8-e6")
        do(match, "red e3-e4", "red: takeback", "red e3-e4")
        with pytest.raises(Refusal, match="has taken back 2 times in this match"):
            match.note("red", "takeback")

    def test_a_record_goes_on_with_the_same_dice(self) -> None:
        match = do(pebbles(2, FAIR), "red take 1", "red: takeback", "blue: takeback")
        read = Match.from_record(PEBBLES, record_from_text(match.record().to_text()), FAIR)
        do(match, "red take 1", "blue take 1")
        do(read, "red take 1", "blue take 1")
        assert read.record() == match.record()


class TestDrafts:
    def test_a_draft_of_a_word_changes_nothing(self) -> None:
        match = do(battle(), "red e1-e3")
        before = memory(match)
        draft = match.draft_note("red", "takeback")
        assert draft.lines == (Noted(2, "red", "takeback", {"to": 0}),)
        assert match.result_after(match.draft_note("blue", "resign")) is not None
        assert memory(match) == before

    def test_a_draft_that_came_too_late(self) -> None:
        match = battle()
        draft = match.draft_note("blue", "draw")
        do(match, "red e1-e3")
        with pytest.raises(ValueError, match="version 0"):
            match.accept(draft)
        assert match.version == 1

    @pytest.mark.parametrize("seat", ["green", "nobody", "", "Red"])
    def test_nobody_sits_there(self, seat: str) -> None:
        refused(battle(), f"{seat}: resign", "unknown")

    @pytest.mark.parametrize("seat", [None, 5, ["red"]], ids=str)
    def test_no_seat_at_all(self, seat: Any) -> None:
        with pytest.raises(Refusal):
            battle().note(seat, "resign")

    def test_followed_line_by_line(self) -> None:
        match = do(pebbles(2), "red take 1", "red: takeback", "blue: draw", "blue: takeback")
        same = pebbles(2, AskedDice())
        for line in match.record().lines:
            same.follow(line)
        assert same.moments == match.moments


# -- at random -------------------------------------------------------------------------------------


@dataclass
class Model:
    """A match as a child would keep it: the lines that stand, who wants what."""

    seats: tuple[str, ...]
    standing: list[tuple[int, str | None]] = field(default_factory=list)
    """Lines that count, each with who chose it; dice have nobody."""
    draw: set[str] = field(default_factory=set)
    to: int | None = None
    agreed: set[str] = field(default_factory=set)
    over: tuple[str, ...] | None = None

    @property
    def at(self) -> int:
        return self.standing[-1][0] if self.standing else 0

    def chose(self, n: int, seat: str) -> None:
        self.standing.append((n, seat))
        self.to, self.agreed = None, set()
        if seat not in self.draw:
            self.draw = set()

    def place(self, seat: str) -> int | None:
        """Where a seat's last choice stands among the lines that count."""
        found = [index for index, (_, who) in enumerate(self.standing) if who == seat]
        return found[-1] if found else None

    def repeats(self, seat: str) -> bool:
        """Whether a seat would ask once more for what it has asked for."""
        place = self.place(seat)
        if seat not in self.agreed or place is None:
            return False
        return self.to == (self.standing[place - 1][0] if place else 0)

    def takeback(self, seat: str) -> bool:
        """Whether it was possible at all."""
        if self.to is not None and seat not in self.agreed:
            self.agreed.add(seat)
        else:
            place = self.place(seat)
            if place is None:
                return False
            self.to = self.standing[place - 1][0] if place else 0
            self.agreed = set(self.seats) if place == len(self.standing) - 1 else {seat}
        if self.agreed == set(self.seats):
            self.standing = [entry for entry in self.standing if entry[0] <= self.to]
            self.to, self.agreed, self.draw = None, set(), set()
        return True

    def says(self, seat: str, kind: str) -> bool:
        if kind == "takeback":
            return self.takeback(seat)
        if kind == "no-takeback":
            if self.to is None:
                return False
            self.to, self.agreed = None, set()
        elif kind == "no-draw":
            if not self.draw:
                return False
            self.draw = set()
        elif kind == "draw":
            if seat in self.draw:
                return False
            self.draw.add(seat)
            self.over = () if self.draw == set(self.seats) else None
        elif kind in ("resign", "flag", "abandon"):
            self.over = tuple(other for other in self.seats if other != seat)
            self.to, self.agreed, self.draw = None, set(), set()
        return True


WORDS = st.sampled_from(["takeback"] * 6 + ["no-takeback", "draw", "draw", "no-draw", "substitute"])
ENDS = st.sampled_from(["resign", "flag", "abandon"])


class Company(RuleBasedStateMachine):
    """Two to four at Pebbles. The model says which earlier state is the present one."""

    @initialize(seats=st.integers(2, 4), heap=st.sampled_from([9, 40, 99]), fair=st.booleans())
    def sit_down(self, seats: int, heap: int, fair: bool) -> None:
        dice = FairDice("key", "m", ("a",) * seats) if fair else None
        self.match = Match(PEBBLES, PEBBLES.terms({"heap": heap}, seats), dice)
        self.model = Model(self.match.terms.seats)
        self.states: list[Any] = [self.match.moments[0].state]
        self.models = [copy.deepcopy(self.model)]
        self.note_down()

    def note_down(self, seat: str | None = None) -> None:
        """Bring the model up to the lines that were written; the first may be a choice."""
        for line in self.match.record().lines[len(self.states) - 1 :]:
            if isinstance(line, Chose):
                assert seat is not None
                self.model.chose(line.n, seat)
            elif isinstance(line, Fell):
                self.model.standing.append((line.n, None))
            self.states.append(self.match.moments[line.n].state)
            self.models.append(copy.deepcopy(self.model))

    def goes_on(self) -> bool:
        return self.match.result is None

    @precondition(goes_on)
    @rule(pick=st.integers(0, 6), face=st.integers(1, 6))
    def play_or_roll(self, pick: int, face: int) -> None:
        if isinstance(self.match.pending, Decide):
            (seat,) = self.match.deciders()
            actions = list(self.match.choices(seat))
            self.match.play(seat, actions[pick % len(actions)])
            self.note_down(seat)
        else:
            self.match.roll([face])
            self.note_down()

    @precondition(goes_on)
    @rule(kind=WORDS, who=st.integers(0, 3))
    def speak(self, kind: str, who: int) -> None:
        seat = self.match.terms.seats[who % len(self.match.terms.seats)]
        if kind == "takeback" and self.model.repeats(seat):
            return
        details: dict[str, Any] = {"reason": "x"} if kind == "substitute" else {}
        expected = copy.deepcopy(self.model)
        if expected.says(seat, kind):
            try:
                self.match.note(seat, kind, **details)
            except Refusal as refusal:
                self.has_pestered(seat, kind, refusal)
                return
            self.model = expected
            # What follows a word is dice, and those only where a state asks for them.
            self.states.append(self.match.moments[len(self.states)].state)
            self.models.append(copy.deepcopy(self.model))
            self.note_down()
        else:
            before = memory(self.match)
            with pytest.raises(Refusal):
                self.match.note(seat, kind, **details)
            assert memory(self.match) == before

    def has_pestered(self, seat: str, kind: str, refusal: Refusal) -> None:
        """Whoever is refused what is possible has said it often since the last choice."""
        assert "times" in refusal.message and kind in ("draw", "takeback"), refusal
        last = max((n for n, who in self.model.standing if who is not None), default=0)
        words = [line for line in self.match.record().lines[last:] if isinstance(line, Noted)]
        assert sum((word.seat, word.match) == (seat, kind) for word in words) >= MOST_OFFERS

    @precondition(lambda self: self.goes_on() and self.match.version > 15)
    @rule(kind=ENDS, who=st.integers(0, 3))
    def leave(self, kind: str, who: int) -> None:
        self.speak(kind, who)

    @precondition(lambda self: any(isinstance(m.line, Noted | Chose) for m in self.match.moments))
    @rule()
    def undo(self) -> None:
        lines = self.match.record().lines
        kept = max(line.n for line in lines if not isinstance(line, Fell)) - 1
        self.match.undo()
        assert self.match.version == kept
        del self.states[kept + 1 :], self.models[kept + 1 :]
        self.model = copy.deepcopy(self.models[-1])

    @rule()
    def read_again(self) -> None:
        read = again(self.match)
        moments = list(replay(PEBBLES, read.record()))
        assert [moment.state for moment in moments] == self.states

    @invariant()
    def as_the_model_says(self) -> None:
        assert self.match.state == self.states[self.model.at]
        said = conduct(self.match)
        assert said.at == self.model.at
        assert set(said.draw) == (self.model.draw if self.model.over is None else set())
        assert (said.back, set(said.asked)) == (self.model.to, self.model.agreed)
        if self.model.over is not None:
            assert result(self.match).winners == self.model.over

    @invariant()
    def lines_are_counted_on(self) -> None:
        lines = self.match.record().lines
        assert [line.n for line in lines] == list(range(1, self.match.version + 1))
        assert self.match.version == len(self.states) - 1


TestCompany = Company.TestCase
TestCompany.settings = examples(60, stateful_step_count=50)
