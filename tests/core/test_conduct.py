"""Resigning, leaving, draws and taking back, by what people say and by what records hold."""

import contextlib
import copy
from typing import Any

import pytest

from games.skirmish.patrol import REVISED, scattered
from outrider.core.conduct import Conducted, back_for, own_last_choice
from outrider.core.course import last, outcome_of, replay
from outrider.core.pending import Outcome, Over
from outrider.core.record import CONDUCT, Noted, record_from_text
from outrider.core.refusal import Refusal
from outrider.core.wire import dumps
from outrider.dice import AskedDice
from outrider.play.match import Match
from play.company import PEBBLES, SKIRMINION, again, battle, conduct, do, pebbles, refused, result


def skirmish(dice: Any = None) -> Match:
    """Three in their attack turns, Red to act."""
    return Match.from_state(REVISED, scattered(REVISED, 4, 3, 8, 28), dice)


LEFT = {
    "resign": "red resigned",
    "abandon": "red abandoned the match",
    "flag": "red ran out of time",
}
"""What each way of leaving is called in the result."""


class TestLeavingTwo:
    @pytest.mark.parametrize("kind", LEFT)
    def test_the_other_wins(self, kind: str) -> None:
        match = do(battle(), "red e1-e3", f"red: {kind}")
        assert result(match) == Outcome(("blue",), LEFT[kind])
        assert match.pending == Over(result(match))
        assert match.record().lines[-1] == Noted(2, "red", kind)
        again(match)

    def test_out_of_turn_as_well(self) -> None:
        assert result(do(battle(), "blue: resign")).winners == ("red",)

    def test_a_claim(self) -> None:
        match = do(battle(), "red e1-e3", "red: claim blue")
        assert result(match).winners == ("red",)
        assert "blue has left" in result(match).reason
        assert match.record().to_json()[-2] == {
            "n": 2, "seat": "red", "match": "claim", "against": "blue",
        }  # fmt: skip
        again(match)

    @pytest.mark.parametrize("against", ["red", "green", "nobody", ""])
    def test_a_claim_from_nobody(self, against: str) -> None:
        match = battle()
        before = match.record()
        with pytest.raises(Refusal) as caught:
            match.note("red", "claim", against=against)
        assert caught.value.kind == "malformed"
        assert match.record() == before

    @pytest.mark.parametrize("junk", [None, 5, [], {}, ["blue"], True], ids=str)
    def test_a_claim_of_junk(self, junk: Any) -> None:
        with pytest.raises(Refusal):
            battle().note("red", "claim", against=junk)

    def test_while_dice_have_to_fall(self) -> None:
        match = do(pebbles(2, AskedDice()), "blue: resign")
        assert result(match).winners == ("red",)
        assert match.deciders() == ()
        again(match)


class TestLeavingMore:
    @pytest.mark.parametrize("kind", LEFT)
    def test_all_others_win_where_the_rules_know_no_way_on(self, kind: str) -> None:
        match = do(pebbles(), "red take 1", f"red: {kind}")
        assert result(match) == Outcome(("blue", "green"), LEFT[kind])
        again(match)

    def test_a_claim_ends_it_for_the_absent_alone(self) -> None:
        match = do(pebbles(4), "green: claim red")
        assert result(match).winners == ("blue", "green", "amber")

    @pytest.mark.parametrize(
        "step", ["red: resign", "red: abandon", "red: flag", "blue: claim red"]
    )
    def test_the_others_go_on_where_they_can(self, step: str) -> None:
        match = do(skirmish(), step)
        assert match.result is None
        assert conduct(match).left == ("red",)
        assert match.deciders() == ("blue",)
        assert "red" not in match.game.playing(match.state)
        again(match)

    def test_whoever_has_left_says_and_is_asked_nothing_more(self) -> None:
        match = do(skirmish(), "red: resign")
        for kind in ("resign", "draw", "no-draw", "takeback 0", "no-takeback", "substitute x"):
            assert "has left" in refused(match, f"red: {kind}", "over")
        refused(match, "red: claim blue", "over")
        refused(match, "blue: claim red", "malformed")
        do(match, "blue: draw", "green: draw")
        assert result(match) == Outcome((), "agreed by all")
        again(match)

    def test_the_last_one_wins(self) -> None:
        match = do(skirmish(), "red: resign", "blue: abandon")
        assert result(match) == Outcome(("green",), "blue abandoned the match")
        again(match)

    def test_questions_end_when_somebody_leaves(self) -> None:
        match = do(skirmish(), "red skip R1", "red: takeback", "blue: draw", "green: resign")
        assert conduct(match).back is None
        assert (conduct(match).asked, conduct(match).draw) == ((), ())


class TestDraws:
    def test_both_agree(self) -> None:
        match = do(battle(), "red: draw")
        assert match.result is None and conduct(match).draw == ("red",)
        do(match, "blue: draw")
        assert result(match) == Outcome((), "agreed by all")
        again(match)

    def test_all_have_to(self) -> None:
        match = do(pebbles(), "blue: draw", "red: draw")
        assert match.result is None
        assert result(do(match, "green: draw")).winners == ()

    def test_not_twice(self) -> None:
        refused(do(battle(), "red: draw"), "red: draw", "malformed")
        refused(do(pebbles(), "red: draw", "blue: draw"), "red: draw", "malformed")

    def test_declined(self) -> None:
        match = do(battle(), "red: draw", "blue: no-draw")
        assert conduct(match).draw == ()
        assert do(match, "blue: draw").result is None
        assert do(match, "red: draw").result is not None

    def test_who_plays_on_declines(self) -> None:
        match = do(battle(), "blue: draw", "red e1-e3")
        assert conduct(match).draw == ()
        assert do(match, "red: draw").result is None

    def test_who_offered_may_play_on(self) -> None:
        match = do(battle(), "red: draw", "red e1-e3")
        assert conduct(match).draw == ("red",)
        assert do(match, "blue: draw").result is not None

    def test_of_three_one_who_plays_on_ends_it_for_all(self) -> None:
        match = do(pebbles(), "blue: draw", "green: draw", "red take 1")
        assert conduct(match).draw == ()

    def test_dice_leave_it_open(self) -> None:
        match = do(pebbles(2, AskedDice()), "red: draw")
        match.roll([3])
        assert do(match, "blue: draw").result is not None

    def test_taking_back_ends_it(self) -> None:
        match = do(battle(), "red e1-e3", "red: draw", "red: takeback")
        assert conduct(match).draw == ()


class TestTakingBackFreely:
    def test_ones_own_last_word(self) -> None:
        match = battle()
        before = match.state
        do(match, "red e1-e3", "red: takeback")
        assert match.state == before
        assert match.record().lines[-1] == Noted(2, "red", "takeback", {"to": 0})
        assert match.version == 2 and match.deciders() == ("red",)
        again(match)

    def test_talk_is_no_action(self) -> None:
        match = do(battle(), "red e1-e3", "blue: draw", "blue: no-draw", "red: draw")
        assert back_for(match.moments, "red") == (0, True)
        do(match, "red: takeback")
        assert conduct(match).at == 0

    def test_twice_in_a_row(self) -> None:
        """Blue's choice is taken back, so Red's is the last again."""
        match = do(battle(), "red e1-e3")
        after = match.state
        do(match, "blue e8-e6", "blue: takeback")
        assert match.state == after
        do(match, "red: takeback")
        assert (conduct(match).at, match.deciders()) == (0, ("red",))
        refused(match, "red: takeback", "unknown")
        again(match)

    def test_across_a_takeback(self) -> None:
        """What was taken back is no longer there to be taken back, nor is it in between."""
        match = do(battle(), "red e1-e3", "blue e8-e6", "blue: takeback", "blue d8-d6")
        first = match.moments[1].state
        assert back_for(match.moments, "blue") == (1, True)
        do(match, "blue: takeback")
        assert match.state == first
        assert [moment.prior for moment in match.moments[1:]] == [0, 1, 2, 1, 4]
        do(match, "blue c8-c6", "red d1-d3")
        assert back_for(match.moments, "blue") == (1, False)
        assert own_last_choice(match.moments, "blue") == 6
        again(match)

    def test_the_same_line_again_and_again(self) -> None:
        match = battle()
        for n in range(1, 11, 2):
            do(match, "red e1-e3", "red: takeback")
            assert match.version == n + 1
            assert conduct(match).at == 0
        again(match)

    def test_there_is_nothing(self) -> None:
        refused(battle(), "red: takeback", "unknown")
        refused(do(battle(), "red e1-e3"), "blue: takeback", "unknown")
        refused(pebbles(), "red: takeback", "unknown")


class TestTakingBackByConsent:
    def test_not_freely_across_a_die(self) -> None:
        match = pebbles(2)
        before = match.state
        do(match, "red take 1")
        after = match.state
        do(match, "red: takeback")
        assert match.state == after
        assert (conduct(match).back, conduct(match).asked) == (1, ("red",))
        do(match, "blue: takeback")
        assert match.state == before
        assert (conduct(match).back, conduct(match).asked, conduct(match).at) == (None, (), 1)
        again(match)

    def test_not_freely_across_another_players_action(self) -> None:
        match = battle()
        before = match.state
        do(match, "red e1-e3", "blue e8-e6", "red: takeback")
        assert match.state == match.moments[2].state
        do(match, "blue: takeback 0")
        assert match.state == before
        again(match)

    def test_not_freely_in_a_time_for_all(self) -> None:
        """Others have moved since, though nobody answered."""
        state = scattered(REVISED, 4, 3, 8, 28, phase="movement", to_act=["red", "blue", "green"])
        match = Match.from_state(REVISED, state)
        for seat in ("red", "blue"):
            moves = [action for action in match.choices(seat) if action.do == "move"]
            match.play(seat, moves[0])
        assert back_for(match.moments, "red") == (0, False)
        assert back_for(match.moments, "blue") == (1, True)
        do(match, "red: takeback", "green: takeback")
        assert match.state != state
        do(match, "blue: takeback")
        assert match.state == state

    def test_all_are_asked(self) -> None:
        match = do(pebbles(), "red take 1", "red: takeback", "green: takeback")
        assert conduct(match).asked == ("red", "green")
        assert match.state == match.moments[3].state
        do(match, "blue: takeback")
        assert match.state == match.moments[1].state

    def test_declined(self) -> None:
        match = do(pebbles(), "red take 1", "red: takeback", "green: takeback", "blue: no-takeback")
        assert (conduct(match).back, conduct(match).asked) == (None, ())
        assert match.state == match.moments[3].state
        refused(match, "green: takeback 1", "unknown")
        again(match)

    def test_playing_on_ends_the_question(self) -> None:
        match = do(pebbles(), "red take 1", "red: takeback", "blue take 1")
        assert (conduct(match).back, conduct(match).asked) == (None, ())

    def test_a_die_leaves_it_open(self) -> None:
        match = pebbles(2, AskedDice())
        match.roll([3])
        do(match, "red take 1")
        match.roll([5])
        do(match, "blue take 1", "red: takeback")
        match.roll([2])
        do(match, "blue: takeback")
        assert match.state == match.moments[1].state
        again(match)

    def test_another_question_takes_its_place(self) -> None:
        match = do(battle(), "red e1-e3", "blue e8-e6", "red d1-d3", "blue: takeback")
        assert (conduct(match).back, conduct(match).asked) == (1, ("blue",))
        do(match, "red: takeback 2")
        assert match.state == match.moments[2].state, "Red's own last word needs nobody"
        assert conduct(match).back is None

    def test_asking_twice_loses_nobodys_consent(self) -> None:
        """Refused or without effect; but who agreed has agreed."""
        match = do(pebbles(), "red take 1", "red: takeback", "blue: takeback")
        with contextlib.suppress(Refusal):
            do(match, "red: takeback 1")
        assert set(conduct(match).asked) == {"red", "blue"}

    @pytest.mark.parametrize("to", [1, 2, -1, 99, True, 0.0, "0", None, [0]], ids=str)
    def test_to_where_it_is_not(self, to: Any) -> None:
        match = do(battle(), "red e1-e3", "blue e8-e6")
        text = match.record().to_text()
        with pytest.raises(Refusal) as caught:
            match.note("red", "takeback", to=to)
        assert caught.value.kind == "malformed"
        assert match.record().to_text() == text

    def test_not_to_before_somebody_left(self) -> None:
        """Who has left is not brought back; nobody is asked for who is not there."""
        match = skirmish()
        do(match, "red skip R1", "blue skip B1", "red: resign")
        with contextlib.suppress(Refusal):
            do(match, "blue: takeback", "green: takeback")
        assert "red" not in match.game.playing(match.state)
        assert not set(match.deciders()) & set(conduct(match).left)


class TestTheEnd:
    ENDS = (["red: resign"], ["red: draw", "blue: draw"], ["blue: claim red"])

    @pytest.mark.parametrize("steps", ENDS, ids=str)
    def test_nothing_more_is_said(self, steps: list[str]) -> None:
        match = do(battle(), "red e1-e3", *steps)
        for kind in CONDUCT:
            detail = {"claim": " red", "substitute": " x", "takeback": " 0"}.get(kind, "")
            refused(match, f"blue: {kind}{detail}", "over")
        refused(match, "blue e8-e6", "over")
        with pytest.raises(Refusal, match="over"):
            match.roll([3])
        assert list(match.choices("blue")) == []

    def test_nor_after_the_rules_have_ended_it(self) -> None:
        start = SKIRMINION.dump(SKIRMINION.read("8/8/8/3a4/3D4/8/8/F7 r - -"))
        match = do(Match(SKIRMINION, SKIRMINION.terms(), start=start), "red d4xd5")
        for kind in ("resign", "draw", "takeback 0", "no-draw", "flag"):
            refused(match, f"blue: {kind}", "over")


class TestWords:
    @pytest.mark.parametrize(
        ("event", "text"),
        [
            (Conducted("red", "resign", (), True), "Red resigns."),
            (Conducted("red", "claim", (("against", "blue"),), True),
             "Red claims the game: Blue has left."),
            (Conducted("red", "takeback", (("to", 3),)), "Red wants to take back the last choice."),
            (Conducted("red", "takeback", (("to", 3),), False, ("Red's e1-e3",)),
             "Red wants to take back Red's e1-e3."),
            (Conducted("red", "takeback", (("to", 3),), True, ("Red's e1-e3", "Blue's pass", "x")),
             "Taken back for Red: Red's e1-e3 and 2 choices since."),
            (Conducted("red", "substitute", (("reason", "it hung"),)),
             "Red is stood in for: it hung."),
        ],
        ids=lambda value: getattr(value, "match", ""),
    )  # fmt: skip
    def test_sentences(self, event: Conducted, text: str) -> None:
        assert str(event) == text

    def test_every_kind_has_one(self) -> None:
        for kind, fields in CONDUCT.items():
            assert str(Conducted("red", kind, tuple((name, "x") for name in fields))).endswith(".")

    def test_events(self) -> None:
        match = do(battle(), "red e1-e3")
        (event,) = match.note("red", "takeback")
        assert event.to_json() == {
            "event": "match", "seat": "red", "match": "takeback", "to": 0, "done": True,
            "undone": ["Red's e1-e3"],
        }  # fmt: skip

    def test_a_substitute_changes_nothing_but_is_told(self) -> None:
        match = battle()
        (event,) = match.note("red", "substitute", reason="it hung")
        assert event.to_json()["reason"] == "it hung"
        assert match.deciders() == ("red",)
        again(match)

    def test_nobody_says_what_no_record_knows(self) -> None:
        """What a match takes has to be what its record can be read from."""
        for step in ("dance", "Resign", ""):
            match = battle()
            with pytest.raises(Refusal):
                match.note("red", step)
        with pytest.raises(Refusal):
            battle().note("red", "resign", loudly=True)
        with pytest.raises(Refusal):
            battle().note("red", "substitute")


# -- records ---------------------------------------------------------------------------------------

STORY = (
    "red take 1", "blue: draw", "green: no-draw", "red: takeback", "blue: takeback",
    "green: takeback", "red pass", "blue take 2", "green: substitute it slept", "green take 1",
    "blue: takeback", "red: no-takeback", "red take 3", "green: claim red",
)  # fmt: skip


def story() -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = do(pebbles(), *STORY).record().to_json()
    return rows


def line_of(rows: list[dict[str, Any]], kind: str) -> int:
    return next(n for n, row in enumerate(rows) if row.get("match") == kind)


class TestRecords:
    def test_a_story_byte_for_byte(self) -> None:
        match = again(do(pebbles(), *STORY))
        assert result(match).winners == ("blue", "green")
        moment = last(replay(PEBBLES, match.record()))
        assert outcome_of(moment) == match.result

    @pytest.mark.parametrize("cut", range(len(STORY)))
    def test_every_beginning_of_it(self, cut: int) -> None:
        match = again(do(pebbles(), *STORY[:cut]))
        assert match.version >= cut

    @pytest.mark.parametrize(
        ("kind", "change"),
        [
            ("draw", {"seat": "amber"}), ("draw", {"seat": "nobody"}), ("draw", {"seat": None}),
            ("draw", {"seat": 5}), ("draw", {"match": "dance"}), ("draw", {"match": 5}),
            ("draw", {"match": None}), ("draw", {"to": 3}), ("draw", {"n": 1}),
            ("draw", {"faces": [1]}), ("takeback", {"to": 0}), ("takeback", {"to": 99}),
            ("takeback", {"to": "1"}), ("takeback", {"to": None}), ("takeback", {"to": True}),
            ("takeback", {"seat": "green"}), ("takeback", {"against": "red"}),
            ("claim", {"against": "green"}), ("claim", {"against": "amber"}),
            ("claim", {"against": None}), ("claim", {"against": ["red"]}),
        ],
        ids=str,
    )  # fmt: skip
    def test_a_damaged_line(self, kind: str, change: dict[str, Any]) -> None:
        rows = copy.deepcopy(story())
        number = line_of(rows, kind)
        rows[number].update(change)
        self.refused_at(rows, number + 1)

    @pytest.mark.parametrize(("kind", "name"), [("takeback", "to"), ("claim", "against"),
                                                ("substitute", "reason")])  # fmt: skip
    def test_a_line_without_what_it_needs(self, kind: str, name: str) -> None:
        rows = copy.deepcopy(story())
        number = line_of(rows, kind)
        del rows[number][name]
        self.refused_at(rows, number + 1)

    @pytest.mark.parametrize("reason", [None, 5, {}], ids=str)
    def test_a_reason_is_text(self, reason: Any) -> None:
        rows = copy.deepcopy(story())
        number = line_of(rows, "substitute")
        rows[number]["reason"] = reason
        self.refused_at(rows, number + 1)

    def test_a_line_after_the_end(self) -> None:
        rows = story()
        rows.insert(-1, {"n": len(rows) - 1, "seat": "blue", "match": "no-draw"})
        self.refused_at(rows, len(rows) - 1)

    def test_a_result_nobody_agreed_to(self) -> None:
        rows = do(battle(), "red: draw").record().to_json()
        rows[-1] = {"result": {"winners": [], "reason": "agreed by all"}}
        self.refused_at(rows, 3)

    def refused_at(self, rows: list[dict[str, Any]], number: int) -> None:
        """Refused by the reader or by the rules, and always with the line."""
        text = "".join(dumps(row) + "\n" for row in rows)
        games = {"pebbles": PEBBLES, "skirminion": SKIRMINION}
        with pytest.raises(Refusal, match=f"^line {number}: ") as caught:
            last(replay(games[rows[0]["game"]], record_from_text(text)))
        assert caught.value.kind == "malformed"
