"""Pebbles: the contract of all games, then a test for every rule."""

import random
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from outrider import Match, Odds, Over, Refusal, record_from_text, replay
from outrider.bots import LEVELS, Asked, Clock
from outrider.bots.protocol import RandomPlayer
from outrider.dice import ScriptedDice
from outrider.testing import CONTRACT, Check
from outrider_pebbles.actions import Choice, Pass, Take
from outrider_pebbles.bots import make
from outrider_pebbles.game import Pebbles
from outrider_pebbles.state import State

GAME = Pebbles()
RECORD = Path(__file__).parent / "playthrough.jsonl"


@pytest.mark.parametrize("check", CONTRACT, ids=lambda check: check.__name__)
def test_contract(check: Check) -> None:
    check(GAME)


def at(position: str, **options: object) -> State:
    return GAME.read(position, options)


def played(position: str, action: Choice, **options: object) -> State:
    state = at(position, **options)
    return GAME.apply(state, state.turn, action).state


def refusal(position: str, action: Choice) -> tuple[str, str | None]:
    with pytest.raises(Refusal) as caught:
        played(position, action)
    return caught.value.kind, caught.value.rule


def test_s1_heap_and_seats() -> None:
    """PEB-S1."""
    for seats, line in ((2, "21 rb r - -"), (3, "21 rbg r - -"), (4, "21 rbga r - -")):
        assert GAME.write(GAME.new(GAME.terms(seats=seats)).state) == line
    assert GAME.new(GAME.terms({"heap": 99})).state.heap == 99
    wrong: Any
    for wrong in ({"heap": 0}, {"heap": 100}, {"heap": True}, {"misere": 1}):
        with pytest.raises(Refusal):
            GAME.terms(wrong)
    for wrong in (1, 5):
        with pytest.raises(Refusal):
            GAME.terms(seats=wrong)


def test_s2_the_turn_goes_round() -> None:
    """PEB-S2."""
    for seats in (2, 3, 4):
        state = GAME.new(GAME.terms(seats=seats)).state
        turns = []
        for _ in range(seats + 1):
            turns.append(state.turn)
            state = GAME.apply(GAME.roll(state, [1]).state, state.turn, Take(1)).state
        assert turns == [*state.seats, "red"]


def test_t1_a_turn_begins_with_the_die() -> None:
    """PEB-T1: nothing is decided before the die, and no die falls twice."""
    state = at("9 rb b - -")
    assert GAME.pending(state).to_json() == {
        "roll": {"purpose": "limit", "seat": "blue", "dice": 1}
    }
    assert refusal("9 rb b - -", Take(1)) == ("not-your-turn", None)
    step = GAME.roll(state, [4])
    assert GAME.write(step.state) == "9 rb b 4 -"
    assert [str(event) for event in step.events] == ["Blue rolls 4 for limit."]
    with pytest.raises(Refusal):
        GAME.roll(step.state, [4])


@pytest.mark.parametrize("face", range(1, 7))
def test_t2_one_to_what_the_die_shows(face: int) -> None:
    """PEB-T2."""
    position = f"9 rb r {face} -"
    assert list(GAME.choices(at(position), "red")) == [*map(Take, range(1, face + 1)), Pass()]
    assert refusal(position, Take(0)) == ("illegal", "PEB-T2")
    assert refusal(position, Take(face + 1)) == ("illegal", "PEB-T2")


def test_t3_no_more_than_there_are() -> None:
    """PEB-T3."""
    assert list(GAME.choices(at("2 rb r 5 r"), "red")) == [Take(1), Take(2)]
    assert refusal("2 rb r 5 r", Take(3)) == ("illegal", "PEB-T3")
    assert refusal("2 rb r 5 r", Take(6)) == ("illegal", "PEB-T2")


def test_t4_one_pass_each() -> None:
    """PEB-T4."""
    assert GAME.write(played("9 rbg b 4 -", Pass())) == "9 rbg g - b"
    assert GAME.write(played("9 rbg r 4 b", Pass())) == "9 rbg b - rb"
    assert refusal("9 rbg b 4 rb", Pass()) == ("illegal", "PEB-T4")


def result(state: State) -> dict[str, Any]:
    pending = GAME.pending(state)
    assert isinstance(pending, Over)
    return pending.outcome.to_json()


def test_v1_the_last_pebble_wins() -> None:
    """PEB-V1."""
    end = played("2 rbg g 3 -", Take(2))
    assert result(end) == {"winners": ["green"], "reason": "green took the last pebble [PEB-V1]"}


def test_v2_misere() -> None:
    """PEB-V2."""
    end = played("2 rbg b 3 -", Take(2), misere=True)
    reason = "blue took the last pebble [PEB-V2]"
    assert result(end) == {"winners": ["red", "green"], "reason": reason}
    assert GAME.question(end) == f"Red and Green win: {reason}."


def test_p1_actions_as_text() -> None:
    """PEB-P1. Well-formed is not yet legal, and JSON is read as strictly as text."""
    assert GAME.read_action(" take  3 ") == Take(3)
    assert GAME.read_action("pass") == Pass()
    assert GAME.action_from_json({"do": "take", "pebbles": 0}) == Take(0)
    for text in ("", "take", "take -1", "take 1000", "take 3 4", "take three", "takes 3", "Pass!"):
        with pytest.raises(Refusal) as caught:
            GAME.read_action(text)
        assert (caught.value.kind, caught.value.rule) == ("malformed", "PEB-P1")
    wrong: Any
    for wrong in (None, 3, {}, {"do": "take"}, {"do": "eat"}, {"do": "pass", "pebbles": 1}):
        with pytest.raises(Refusal):
            GAME.action_from_json(wrong)
    for wrong in (-1, 1000, True, 1.0, "1", None):
        with pytest.raises(Refusal):
            GAME.action_from_json({"do": "take", "pebbles": wrong})


def test_p2_positions_as_text() -> None:
    """PEB-P2: the line says all there is, but for the options."""
    for line in ("21 rb r - -", "7 rbg g 6 rb", "1 rbga a 1 rbga", "0 rb b - r"):
        assert GAME.write(at(line)) == line
    assert GAME.write(at(" 7  rbg g 6 br ")) == "7 rbg g 6 rb"
    for line in ("", "21", "22 rb r - -", "9 br r - -", "9 rb g - -", "9 rb r 7 -", "9 rb r - rr"):
        with pytest.raises(Refusal) as caught:
            at(line)
        assert caught.value.kind in ("malformed", "unknown")


def test_edited_states_are_loaded_or_refused() -> None:
    """What follows from other fields may be stale; what contradicts them may not."""
    data = GAME.dump(at("9 rbg g 4 b"))
    assert GAME.load({**data, "heap": 3}) == at("3 rbg g 4 b")
    assert GAME.load({**data, "heap": 0}) == at("0 rbg g - b")
    assert GAME.load({**data, "passed": ["green", "red"]}) == at("9 rbg g 4 rg")
    for field in ("seats", "die", "passed"):
        del data[field]
    data |= {"turn": "blue", "pending": {"roll": {"purpose": "limit", "seat": "blue", "dice": 1}}}
    assert GAME.load(data) == at("9 rb b - -")
    missing = [{k: v for k, v in data.items() if k != name} for name in data]
    edits: tuple[dict[str, Any], ...] = (
        {"game": "nim"}, {"options": {"heap": 8}}, {"options": []}, {"phase": "tea"}, {"heap": -1},
        {"heap": "9"}, {"turn": "green"}, {"turn": []}, {"die": 4}, {"die": 0}, {"passed": [[]]},
        {"passed": ["red", "red"]}, {"seats": ["blue", "red"]}, {"seats": ["red"]}, {"seats": [[]]},
        {"seats": None}, {"pending": {"decide": ["blue"]}}, {"pending": None}, {"colour": 1},
    )  # fmt: skip
    wrong: Any
    for wrong in (None, [], "9 rb b - -", *missing, *({**data, **edit} for edit in edits)):
        with pytest.raises(Refusal) as caught:
            GAME.load(wrong)
        assert caught.value.kind in ("malformed", "unknown"), wrong


@pytest.mark.parametrize("misere", [False, True])
def test_every_option_ends(misere: bool) -> None:
    """The contract plays by the defaults; this does not. A turn costs a pebble or a pass."""
    for seed in range(20):
        source = random.Random(seed)
        state = GAME.new(GAME.terms({"heap": 30, "misere": misere}, 4)).state
        turns = 0
        while not isinstance(GAME.pending(state), Over):
            state = GAME.roll(state, [source.randint(1, 6)]).state
            assert GAME.read(GAME.write(state), state.options.to_json()) == state
            assert GAME.load(GAME.dump(state)) == state
            action = GAME.choices(state, state.turn).sample(source)
            state = GAME.apply(state, state.turn, action).state
            turns += 1
        assert turns <= 30 + 4


def odds(position: str, action: Choice, **options: object) -> Odds:
    state = at(position, **options)
    return GAME.odds(state, state.turn, action)


def test_odds_are_exact() -> None:
    """Counted by hand: of six faces, three reach a heap of four."""
    assert odds("6 rb r 4 -", Take(2)) == Odds(
        {"win": Fraction(0), "lose": Fraction(0), "last": Fraction(3, 6)},
        {"most": Fraction(1 + 2 + 3 + 4 + 4 + 4, 6)},
    )
    assert odds("9 rb r 4 -", Pass()).chances["last"] == 0
    assert odds("4 rb r 4 -", Take(4)).chances == {"win": 1, "lose": 0, "last": 0}
    assert odds("4 rb r 4 -", Take(4), misere=True).chances == {"win": 0, "lose": 1, "last": 0}
    with pytest.raises(Refusal):
        odds("4 rb r 3 -", Take(4))


def test_perft() -> None:
    """Counted by hand: each die has six faces; after it, of one pebble, take it or pass."""
    counts = [GAME.perft(at("1 rb r - -"), depth) for depth in range(8)]
    assert counts == [1, 6, 6 * 2, 6 * 6, 36 * 2, 36 * 6, 216 * 1, 0]


def test_what_people_see() -> None:
    assert GAME.question(at("9 rb b - -")) == "Blue: roll a die for the most you may take."
    assert GAME.question(at("9 rb b 4 -")) == "Blue: take 1 to 4 pebbles, or pass."
    assert GAME.question(at("1 rb b 4 b")) == "Blue: take 1 pebble."
    assert GAME.picture(at("12 rb b 4 r")).splitlines() == [
        "o o o o o o o o o o",
        "o o",
        "heap: 12   Red (has passed)   [bold]Blue[/]   die: 4",
    ]


def test_playthrough() -> None:
    """A whole game that people can read: every line is legal and tells what it should."""
    text = RECORD.read_text("utf-8")
    told = [
        str(event) for moment in replay(GAME, record_from_text(text)) for event in moment.events
    ]
    assert told == [
        "Play begins.",
        "Red rolls 6 for limit.",
        "Red takes 4 and leaves 8.",
        "Blue rolls 2 for limit.",
        "Blue takes 2 and leaves 6.",
        "Red rolls 3 for limit.",
        "Red passes.",
        "Blue rolls 5 for limit.",
        "Blue takes 5 and leaves 1.",
        "Red rolls 1 for limit.",
        "Red takes 1 and leaves 0.",
        "The game is over.",
        "Red wins: red took the last pebble [PEB-V1].",
    ]


def test_the_same_game_makes_the_same_record() -> None:
    with ScriptedDice([6], [2], [3], [5], [1]) as dice:
        match = Match(GAME, GAME.terms({"heap": 12}), dice)
        for action in ("take 4", "take 2", "pass", "take 5", "take 1"):
            match.play(match.state.turn, GAME.read_action(action))
    assert match.record().to_text() == RECORD.read_text("utf-8")


def test_the_bot_counts() -> None:
    """With a free choice it wins at once if it can, and beats somebody who plays at random."""
    best = make(GAME, LEVELS["marshal"])
    source = random.Random(7)
    last = Asked.of(GAME, at("5 rb r 6 -"), "red")
    assert best.choose(last, Clock(1.0), source) == Take(5)
    won = 0
    for _ in range(100):
        state = GAME.new(GAME.terms()).state
        while not isinstance(pending := GAME.pending(state), Over):
            if state.die is None:
                state = GAME.roll(state, [source.randint(1, 6)]).state
                continue
            player = best if state.turn == "red" else RandomPlayer()
            chosen: Any = player.choose(Asked.of(GAME, state, state.turn), Clock(1.0), source)
            state = GAME.apply(state, state.turn, chosen).state
        won += "red" in pending.outcome.winners
    assert won > 60


def test_actions_are_offered_at_the_pebble_that_goes_first() -> None:
    state = at("9 rb r 3 -")
    offers = [GAME.offer(state, action) for action in GAME.choices(state, "red")]
    assert [(offer.label, offer.place) for offer in offers] == [
        ("Take 1", "9"),
        ("Take 2", "8"),
        ("Take 3", "7"),
        ("Pass", None),
    ]
