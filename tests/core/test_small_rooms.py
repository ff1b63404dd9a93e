"""Outcomes, odds, refusals, rulebooks, patience and the compiler's cache stamp."""

import copy
import gc
import pickle
import subprocess
import sys
import time
from fractions import Fraction
from pathlib import Path
from weakref import ref

import pytest

import outrider
from outrider.core.events import Ended, PhaseBegan, Rolled
from outrider.core.lazy import recent
from outrider.core.odds import Odds
from outrider.core.patience import patience
from outrider.core.pending import Decide, Outcome, Over, Roll
from outrider.core.refusal import Refusal, illegal, malformed, not_your_turn, over, unknown


def test_outcomes_say_who_won_and_why() -> None:
    assert Outcome((), "nobody is left").sentence() == "A draw: nobody is left."
    assert Outcome(("red",), "so it is").sentence() == "Red wins: so it is."
    assert (
        Outcome(("red", "blue"), "both reported").sentence() == "Red and Blue win: both reported."
    )
    assert str(Ended.by(Outcome(("red",), "so it is"))) == "Red wins: so it is."


def test_what_is_pending_travels() -> None:
    offer = {"kind": "return-fire", "unit": "B1"}
    assert Decide(("red",)).to_json() == {"decide": ["red"]}
    assert Decide(("red",), offer).to_json() == {"decide": ["red"], "offer": offer}
    roll = {"purpose": "attack", "seat": "red", "dice": 2}
    assert Roll("attack", "red", 2).to_json() == {"roll": roll}
    ended = {"winners": ["red"], "reason": "x"}
    assert Over(Outcome(("red",), "x")).to_json() == {"over": ended}


def test_events_tell_themselves() -> None:
    assert str(Rolled("attack", "red", (4, 3))) == "Red rolls 4, 3 for attack."
    assert str(PhaseBegan("battle")) == "The battle begins."


def test_refusals_carry_kind_rule_and_sentence() -> None:
    refusal = illegal("SKN-M2", "it would touch the enemy")
    assert refusal.to_json() == {
        "kind": "illegal",
        "rule": "SKN-M2",
        "message": "it would touch the enemy",
    }
    assert str(refusal) == "it would touch the enemy [SKN-M2]"
    kinds = [make("x").kind for make in (malformed, unknown, not_your_turn, over)]
    assert kinds == ["malformed", "unknown", "not-your-turn", "over"]
    assert malformed("x").to_json() == {"kind": "malformed", "message": "x"}


@pytest.mark.parametrize("refusal", [illegal("SKN-M2", "it would touch"), malformed("no number")])
def test_refusals_go_from_process_to_process(refusal: Refusal) -> None:
    for again in (pickle.loads(pickle.dumps(refusal)), copy.deepcopy(refusal)):
        assert type(again) is Refusal
        assert again.to_json() == refusal.to_json() and str(again) == str(refusal)


def test_odds_are_fractions_in_words() -> None:
    odds = Odds({"kill": Fraction(1, 4), "sure": Fraction(1)}, {"damage": Fraction(1, 2)})
    assert odds.to_json() == {"odds": {"kill": "1/4", "sure": "1"}, "expected": {"damage": "1/2"}}


@pytest.mark.parametrize("game", outrider.installed_games(), ids=lambda game: game.id)
def test_rulebooks_can_be_read(game: outrider.Game[object, outrider.Action]) -> None:
    book = game.rulebook()
    ids = [rule.id for rule in book]
    assert len(ids) == len(set(ids)) > 10
    sources = ("book", "ruling", "book + ruling", "platform")
    assert all(rule.source in sources and rule.text for rule in book)
    assert book.find(ids[0].lower()) == next(iter(book))
    assert book.find("XXX-1") is None
    assert book.credits and book.summary and book.title == game.title


def test_patience_speaks_only_when_it_takes_long(capsys: pytest.CaptureFixture[str]) -> None:
    with patience("wait a little", after=5):
        pass
    assert capsys.readouterr().err == ""
    with patience("wait a little", after=0.01):
        deadline = time.monotonic() + 60
        while not (heard := capsys.readouterr().err) and time.monotonic() < deadline:
            time.sleep(0.01)
    assert heard == "wait a little\n"


COMPILED = """
import sys
sys.path.insert(0, {place!r})
from outrider.core.patience import patience
from slow import answer
with patience("Outrider: compiling this", after=0.0):
    answer(1)
"""


def test_compiling_is_told_only_if_something_is_compiled(tmp_path: Path) -> None:
    (tmp_path / "slow.py").write_text(
        "from outrider.compiled import entry\n\n\n@entry()\ndef answer(x):\n    return x + 1\n"
    )
    command = [sys.executable, "-B", "-c", COMPILED.format(place=str(tmp_path))]
    told = [subprocess.run(command, capture_output=True, text=True, check=True) for _ in range(2)]
    assert [done.stderr for done in told] == ["Outrider: compiling this\n", ""]


def test_seats_are_checked() -> None:
    game = outrider.game("skirminion")
    for wrong in (0, 1, 3, 9, "2", True, 2.0):
        with pytest.raises(Refusal):
            game.terms(seats=wrong)
    with pytest.raises(Refusal, match="table"):
        game.terms(table={})
    with pytest.raises(Refusal, match="scenario"):
        game.terms(scenario="duel")


KERNEL_SCRIPT = """
import sys
sys.path.insert(0, {place!r})
from small.entry import answer
print(answer(1), sum(answer.stats.cache_hits.values()))
"""


def test_a_change_in_a_called_file_compiles_anew(tmp_path: Path) -> None:
    """Numba stamps a cached function with its own file alone; ours with its whole folder."""
    folder = tmp_path / "small"
    folder.mkdir()
    (folder / "__init__.py").write_text("")
    (folder / "entry.py").write_text(
        "from outrider.compiled import entry\n"
        "from small.called import called\n\n\n"
        "@entry()\ndef answer(x):\n    return called(x)\n"
    )
    called = "from outrider.compiled import rule\n\n\n@rule\ndef called(x):\n    return x + {}\n"

    def run() -> str:
        script = KERNEL_SCRIPT.format(place=str(tmp_path))
        command = [sys.executable, "-B", "-c", script]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        return done.stdout.strip()

    (folder / "called.py").write_text(called.format(1))
    assert run() == "2 0"
    assert run() == "2 1"
    (folder / "called.py").write_text(called.format(41))
    assert run() == "42 0"


def test_what_was_asked_last_is_kept_and_nothing_else() -> None:
    counted: list[object] = []

    class Asked:
        @recent
        def found(self) -> list[int]:
            """Something that takes long."""
            counted.append(self)
            return [len(counted)]

    one, two = Asked(), Asked()
    assert one.found is one.found and counted == [one]
    assert two.found == [2] and two.found == [2]
    assert one.found == [3], "another was asked meanwhile"
    assert Asked.found.__doc__ == "Something that takes long."
    gone = ref(two)
    del two
    counted.clear()
    gc.collect()
    assert gone() is None, "whoever was not asked last is not held"
