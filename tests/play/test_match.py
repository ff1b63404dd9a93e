"""A match: everything happens at once or not at all, and can be taken back."""

import random
from collections.abc import Iterator
from typing import Any

import pytest

from outrider.core.conduct import Moment
from outrider.core.pending import Decide, Over, Roll
from outrider.core.record import Chose, Fell, Noted, Record, record_from_text
from outrider.core.refusal import Refusal
from outrider.core.wire import dumps
from outrider.dice import AskedDice, Dice, ListedDice, ScriptedDice, ScriptError, SeededDice
from outrider.games import game
from outrider.play.ahead import Ahead
from outrider.play.match import Match
from outrider_pebbles.game import Pebbles

SKIRMINION = game("skirminion")
PEBBLES = Pebbles()
START = "ffffffff/8/8/8/8/8/8/FFFFFFFF r - -"
MOVE_AND_STRIKE = "7f/8/3f4/8/3F4/8/8/F7 r - -"
LAST_BLOW = "8/8/8/3a4/3D4/8/8/F7 r - -"


def battle(position: str = START, dice: Dice | None = None) -> Match:
    return Match.from_state(SKIRMINION, SKIRMINION.read(position), dice)


def pebbles(dice: Dice | None = None, seats: int = 2) -> Match:
    return Match(PEBBLES, PEBBLES.terms(seats=seats), dice)


def play(match: Match, *choices: str) -> Match:
    """Choices such as "red e1-e3"."""
    for choice in choices:
        seat, _, action = choice.partition(" ")
        match.play(seat, match.game.read_action(action))
    return match


def memory(match: Match) -> tuple[Any, ...]:
    """All there is to know of a match."""
    text = match.record().to_text()
    return match.state, match.version, match.pending, match.result, match.dice.mark(), text


def refused(match: Match, kind: str, call: Any, *arguments: Any) -> None:
    before = memory(match)
    with pytest.raises(Refusal) as caught:
        call(*arguments)
    assert caught.value.kind == kind
    assert memory(match) == before


class TestBeginning:
    def test_people_are_asked_for_dice_unless_told_otherwise(self) -> None:
        match = Match(SKIRMINION, SKIRMINION.terms())
        assert match.pending == Roll("initiative", "red", 1)
        assert match.version == 0
        assert [event.event for event in match.opening_events] == ["phase"]
        assert match.record().lines == ()

    def test_the_dice_fall_at_once(self) -> None:
        match = Match(SKIRMINION, SKIRMINION.terms(), ListedDice([3, 3, 4, 2]))
        assert match.pending == Decide(("blue",))
        assert match.version == 4
        rolled = [event.event for event in match.opening_events]
        assert rolled == ["phase", *["rolled"] * 4, "initiative"]
        assert match.record().lines[-1] == Fell(4, "initiative", "blue", (2,))

    def test_a_state(self) -> None:
        match = battle(MOVE_AND_STRIKE)
        assert SKIRMINION.write(match.state) == MOVE_AND_STRIKE
        assert match.version == 0
        assert match.opening_events == ()
        assert match.record().header.start == SKIRMINION.dump(match.state)

    def test_a_state_that_waits_for_dice(self) -> None:
        state = Match(SKIRMINION, SKIRMINION.terms(), ListedDice([4])).state
        match = Match.from_state(SKIRMINION, state, ListedDice([6]))
        assert match.pending == Decide(("red",))
        assert [event.event for event in match.opening_events] == ["rolled", "initiative"]

    def test_a_state_of_three(self) -> None:
        match = Match.from_state(PEBBLES, pebbles(seats=3).state, ListedDice([1, 2, 3]))
        play(match, "red take 1", "blue take 1", "green take 1")
        assert match.record().header.seats == ("red", "blue", "green")

    def test_names(self) -> None:
        terms = SKIRMINION.terms()
        match = Match(SKIRMINION, terms, names={"blue": "Zoë"}, date="2025-01-01")
        assert (match.name("red"), match.name("blue")) == ("Red", "Zoë")
        header = match.record().header
        assert (header.names, header.date) == ({"blue": "Zoë"}, "2025-01-01")
        again = Match.from_record(SKIRMINION, record_from_text(match.record().to_text()))
        assert again.name("blue") == "Zoë"

    @pytest.mark.parametrize(
        "names",
        [[], "Ann", {"green": "Eve"}, {"red": ""}, {"red": 5}, {"red": "a\nb"}, {"red": "x" * 41}],
        ids=str,
    )
    def test_names_nobody_has(self, names: object) -> None:
        with pytest.raises(Refusal):
            Match(SKIRMINION, SKIRMINION.terms(), names=names)


class TestPlaying:
    def test_a_line_more_with_everything_that_happens(self) -> None:
        match = pebbles()
        for version in range(1, 7):
            pending = match.pending
            if isinstance(pending, Roll):
                match.roll([3])
            else:
                play(match, f"{match.deciders()[0]} take 1")
            assert match.version == version
            assert [line.n for line in match.record().lines] == list(range(1, version + 1))

    def test_rolls_have_lines_of_their_own(self) -> None:
        match = pebbles(ListedDice([4, 5, 6]))
        events = match.play("red", PEBBLES.read_action("take 1"))
        assert [event.event for event in events] == ["taken", "rolled"]
        assert match.record().lines == (
            Fell(1, "limit", "red", (4,)),
            Chose(2, "red", {"do": "take", "pebbles": 1}),
            Fell(3, "limit", "blue", (5,)),
        )

    def test_refusals_change_nothing(self) -> None:
        match = play(battle(), "red e1-e3")
        move = SKIRMINION.read_action
        refused(match, "not-your-turn", match.play, "red", move("e3-e4"))
        refused(match, "not-your-turn", match.play, None, move("e8-e6"))
        refused(match, "illegal", match.play, "blue", move("e8-e5"))
        refused(match, "not-your-turn", match.roll, [3])
        refused(match, "unknown", match.resign, "green")
        refused(match, "malformed", match.resign, None)
        rolling = Match(SKIRMINION, SKIRMINION.terms())
        refused(rolling, "not-your-turn", rolling.play, "red", move("forts 2"))
        for faces in ([], [0], [7], [1, 2], ["1"], [True], [1.0], "1", None, 1):
            refused(rolling, "malformed", rolling.roll, faces)
        over = play(battle(LAST_BLOW), "red d4xd5")
        refused(over, "over", over.play, "red", move("pass"))
        refused(over, "over", over.resign, "blue")

    def test_who_decides(self) -> None:
        assert battle().deciders() == ("red",)
        assert Match(SKIRMINION, SKIRMINION.terms()).deciders() == ()
        assert play(battle(LAST_BLOW), "red d4xd5").deciders() == ()

    def test_the_end(self) -> None:
        match = play(battle(LAST_BLOW), "red d4xd5")
        assert isinstance(match.pending, Over)
        assert match.result == match.pending.outcome
        assert match.result.winners == ("red",)
        assert match.record().result == match.result


class TestUndo:
    def test_choice_by_choice(self) -> None:
        match = battle(MOVE_AND_STRIKE)
        memories = []
        for choice in ("red d4-d5", "red d5xd6", "blue h8-h7", "red pass"):
            memories.append(memory(match))
            play(match, choice)
        while memories:
            match.undo()
            assert memory(match) == memories.pop()
        refused(match, "unknown", match.undo)

    def test_there_is_nothing_to_take_back_but_dice(self) -> None:
        match = Match(SKIRMINION, SKIRMINION.terms(), SeededDice(7))
        refused(match, "unknown", match.undo)

    @pytest.mark.parametrize(
        "make",
        [lambda: SeededDice(5), lambda: ListedDice([4, 1, 6, 2, 3, 5, 5])],
        ids=["seeded", "listed"],
    )
    def test_its_rolls_included_and_the_dice_rewound(self, make: Any) -> None:
        match = pebbles(make())
        memories = []
        for seat in ("red", "blue", "red"):
            memories.append(memory(match))
            play(match, f"{seat} take 1")
        end = memory(match)
        while memories:
            match.undo()
            assert memory(match) == memories.pop()
        play(match, "red take 1", "blue take 1", "red take 1")
        assert memory(match) == end

    def test_rolls_that_people_made(self) -> None:
        match = pebbles()
        match.roll([4])
        before = memory(match)
        play(match, "red take 2")
        match.roll([6])
        match.undo()
        assert memory(match) == before

    def test_the_end_is_taken_back(self) -> None:
        match = battle(LAST_BLOW)
        before = memory(match)
        play(match, "red d4xd5")
        match.undo()
        assert memory(match) == before


class TestResigning:
    def test_the_line_and_the_result(self) -> None:
        match = play(battle(), "red e1-e3")
        outcome = match.resign("red")
        assert outcome is not None
        assert outcome.winners == ("blue",)
        assert match.result == outcome
        assert match.pending == Over(outcome)
        assert match.version == 2
        line = match.record().lines[-1]
        assert line == Noted(2, "red", "resign")
        assert dumps(line.to_json()) == '{"n":2,"seat":"red","match":"resign"}'
        assert match.record().to_json()[-1] == {"result": outcome.to_json()}

    def test_the_others_win(self) -> None:
        outcome = pebbles(seats=3).resign("blue")
        assert outcome is not None and outcome.winners == ("red", "green")

    def test_nothing_can_be_played_after_it(self) -> None:
        match = battle()
        match.resign("blue")
        refused(match, "over", match.play, "red", SKIRMINION.read_action("pass"))
        refused(match, "over", match.resign, "red")
        assert match.deciders() == ()
        rolling = Match(SKIRMINION, SKIRMINION.terms())
        rolling.resign("blue")
        refused(rolling, "over", rolling.roll, [3])

    def test_it_can_be_taken_back(self) -> None:
        match = play(battle(), "red e1-e3")
        before = memory(match)
        match.resign("blue")
        match.undo()
        assert memory(match) == before
        play(match, "blue e8-e6")

    def test_it_can_be_taken_back_while_dice_have_to_fall(self) -> None:
        match = pebbles()
        match.roll([4])
        play(match, "red take 1")
        before = memory(match)
        match.resign("red")
        match.undo()
        assert memory(match) == before

    @pytest.mark.parametrize("dice", [None, SeededDice(7)], ids=["asked", "seeded"])
    @pytest.mark.parametrize("rolling", [False, True], ids=["deciding", "rolling"])
    def test_its_record_is_the_end_as_well(self, dice: Dice | None, rolling: bool) -> None:
        match = Match(SKIRMINION, SKIRMINION.terms()) if rolling else battle()
        match.resign("red")
        again = Match.from_record(SKIRMINION, match.record(), dice)
        assert again.record() == match.record()
        assert again.result == match.result
        refused(again, "over", again.resign, "blue")


class TestRecord:
    def record(self) -> Record:
        match = pebbles(ListedDice([4, 1, 6, 2]))
        return play(match, "red take 1", "blue take 1", "red take 1").record()

    def test_the_same_again(self) -> None:
        record = self.record()
        text = record.to_text()
        match = Match.from_record(PEBBLES, record_from_text(text))
        assert match.record() == record
        assert match.record().to_text() == text
        assert match.version == len(record.lines)

    def test_every_choice_can_be_taken_back(self) -> None:
        match = Match.from_record(PEBBLES, self.record())
        for version in (5, 3, 1):
            match.undo()
            assert match.version == version
        refused(match, "unknown", match.undo)

    def test_it_goes_on_with_the_dice_given(self) -> None:
        match = Match.from_record(PEBBLES, self.record(), ListedDice([3]))
        play(match, "blue take 1")
        assert match.record().lines[-1] == Fell(9, "limit", "red", (3,))
        play(match, "red take 1")
        assert isinstance(match.pending, Roll)

    def test_dice_that_had_to_fall_fall_now(self) -> None:
        record = Match(SKIRMINION, SKIRMINION.terms(), ListedDice([4])).record()
        match = Match.from_record(SKIRMINION, record, ListedDice([2]))
        assert match.pending == Decide(("blue",))
        assert match.version == 2

    def test_a_false_record_is_refused(self) -> None:
        record = self.record()
        lines = (*record.lines[:-1], Fell(7, "limit", "blue", (7,)))
        with pytest.raises(Refusal, match="line 8"):
            Match.from_record(PEBBLES, Record(record.header, lines, None))


class Failing(AskedDice):
    """Dice that people throw; after some throws the table falls over."""

    def __init__(self, *faces: int) -> None:
        self.left = list(faces)
        self.fallen = 0

    def faces(self, roll: Roll) -> tuple[int, ...] | None:
        if self.fallen == len(self.left):
            raise OSError("the table fell over")
        self.fallen += 1
        return (self.left[self.fallen - 1],)

    def mark(self) -> int:
        return self.fallen

    def rewind(self, mark: int) -> None:
        self.fallen = mark


class TestFailingDice:
    def test_after_a_choice(self) -> None:
        dice = Failing(4)
        match = pebbles(dice)
        before = memory(match)
        for _ in range(2):
            with pytest.raises(OSError, match="fell over"):
                play(match, "red take 1")
            assert memory(match) == before
        dice.left.append(6)
        play(match, "red take 1")
        assert match.record().lines[-1] == Fell(3, "limit", "blue", (6,))

    def test_in_the_middle_of_several_rolls(self) -> None:
        """The first of two rolls has fallen, the second fails: neither has."""
        match = Match(SKIRMINION, SKIRMINION.terms())
        dice = Failing(3, 5)
        match.dice = dice
        before = memory(match)
        with pytest.raises(OSError, match="fell over"):
            match.roll([3])  # a tie with the die that follows, so the third and the fourth fall
        assert memory(match) == before
        dice.left.append(1)
        match.roll([3])
        assert match.pending == Decide(("blue",))
        assert match.version == 4

    def test_at_the_beginning(self) -> None:
        dice = Failing(3)
        with pytest.raises(OSError, match="fell over"):
            Match(SKIRMINION, SKIRMINION.terms(), dice)
        assert dice.mark() == 0

    def test_a_script_that_does_not_agree(self) -> None:
        dice = ScriptedDice([4], ("attack", [6]))
        match = pebbles(dice)
        before = memory(match)
        with pytest.raises(ScriptError, match="for attack"):
            play(match, "red take 1")
        assert memory(match) == before

    def test_somebody_hangs_up(self) -> None:
        class HangingUp(AskedDice):
            def faces(self, roll: Roll) -> tuple[int, ...] | None:
                raise KeyboardInterrupt

        match = pebbles(ListedDice([4]))
        match.dice = HangingUp()
        before = memory(match)
        with pytest.raises(KeyboardInterrupt):
            play(match, "red take 1")
        assert memory(match) == before


class TestDrafting:
    def test_moments_with_drafted_ones_are_as_one_list(self) -> None:
        match, source = battle(), random.Random(2)
        for _ in range(3):
            seat = match.deciders()[0]
            match.play(seat, match.choices(seat).sample(source))
        moments = match.moments
        for split in range(1, len(moments) + 1):
            ahead = Ahead(moments[:split])
            ahead.drafted += moments[split:]
            assert [*ahead] == moments and len(ahead) == len(moments)
            for n in range(-len(moments), len(moments)):
                assert ahead[n] is moments[n]
            assert ahead[1:-1] == moments[1:-1] and ahead[::-1] == moments[::-1]
            for n in (len(moments), -len(moments) - 1):
                with pytest.raises(IndexError):
                    ahead[n]

    def test_an_action_looks_at_no_moment_but_the_last(self) -> None:
        """Whatever is done is done as soon after thousands of lines as after ten."""

        class Watched(list[Moment[Any]]):
            def __iter__(self) -> Iterator[Moment[Any]]:
                raise AssertionError("all of them are looked at")

            def __getitem__(self, at: Any) -> Any:
                assert at in (-1, len(self) - 1), at
                return super().__getitem__(at)

        match = Match(SKIRMINION, SKIRMINION.terms(), SeededDice(3))
        while not isinstance(match.pending, Decide):
            match.accept(match.draft_rolls())
        match.moments = Watched(match.moments)
        source = random.Random(5)
        for _ in range(12):
            seat = match.deciders()[0]
            match.play(seat, match.choices(seat).sample(source))
        assert match.version >= 12
