"""Bots at the terminal: their seats, taking back, hints, going on, and what they do wrong."""

import json
import random
import re
import shlex
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from cli.driving import START, outrider
from outrider.cli.files import read_record
from outrider.cli.opponents import Opponents, missing, sit_down, title
from outrider.cli.terminal import Terminal
from outrider.cli.wishes import bots_from_words, names_from_words
from outrider.core.record import LONGEST_NAME, Chose, Noted, checked_names
from outrider.core.refusal import Refusal
from outrider.dice import ListedDice, SeededDice
from outrider.games import game
from outrider.play.match import Match
from outrider_pebbles.game import Pebbles

SKIRMINION = game("skirminion")
LAST_BLOW = "8/8/8/3a4/3D4/8/8/F7 r - -"
HINT = re.compile(r"^  (\S.*?)  +(\d+)%(?:  a captain's choice)?$", re.M)

Hears = Callable[..., str]


@pytest.fixture
def hears(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Hears:
    """What is shown when bots sit at a match and people type these lines, and then hang up."""
    monkeypatch.setenv("COLUMNS", "300")
    monkeypatch.setenv("TERM", "dumb")

    def heard(match: Match, bots: dict[str, str], *lines: str, seconds: float | None = None) -> str:
        script = iter(lines)

        def ask(prompt: str) -> str:
            line = next(script, None)
            if line is None:
                raise EOFError
            return line

        opponents = Opponents(match, bots, seconds=seconds, seed=1)
        try:
            Terminal(match, tmp_path / "game.jsonl", ask, bots=opponents).run()
        finally:
            opponents.close()
        assert next(script, None) is None, "the game ended before the script"
        return capsys.readouterr().out

    return heard


def battle(position: str = START) -> Match:
    return Match.from_state(SKIRMINION, SKIRMINION.read(position))


def played(match: Match) -> list[tuple[str | None, str]]:
    lines = [moment.line for moment in match.entries]
    return [(line.seat, line.action["do"]) for line in lines if isinstance(line, Chose)]


class TestTheSame:
    def record(self, folder: Path, seed: int) -> list[object]:
        file = folder / f"{len(list(folder.iterdir()))}.jsonl"
        done = outrider(
            "play", "basic", "--seed", str(seed), "--bot", "blue=soldier", "--bot", "red=soldier",
            "--pace", "0", "-o", "turn_limit=8", "--save", file,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        header, *lines = file.read_text("utf-8").splitlines()
        return [{**json.loads(header), "date": None}, *lines]

    def test_a_seed_plays_the_same_game(self, tmp_path: Path) -> None:
        first = self.record(tmp_path, 3)
        assert len(first) > 20
        assert self.record(tmp_path, 3) == first
        assert self.record(tmp_path, 4) != first


class TestSeats:
    TWO = ("red", "blue")

    @pytest.mark.parametrize(
        ("words", "bots"),
        [
            (["blue=captain"], {"blue": "captain"}),
            (["Blue=Captain"], {"blue": "captain"}),
            (["captain"], {"blue": "captain"}),
            (["python mybot.py"], {"blue": "python mybot.py"}),
            (["python mybot.py --depth=3"], {"blue": "python mybot.py --depth=3"}),
            (["red=./bot --depth=3"], {"red": "./bot --depth=3"}),
            (["soldier", "blue=captain"], {"blue": "captain", "red": "soldier"}),
            (["soldier", "captain"], {"blue": "soldier", "red": "captain"}),
        ],
        ids=str,
    )
    def test_who_sits_where(self, words: list[str], bots: dict[str, str]) -> None:
        assert bots_from_words(words, self.TWO) == bots

    def test_at_a_larger_table(self) -> None:
        seats = ("red", "blue", "green")
        assert bots_from_words(["soldier"], seats) == {"green": "soldier"}
        assert bots_from_words(["soldier", "Green=captain"], seats)["blue"] == "soldier"

    @pytest.mark.parametrize(
        ("words", "reason"),
        [
            (["blue=python 'x"], "no closing quotation"),
            (["blue= "], "a level, or the command of a program"),
            ([""], "a level, or the command of a program"),
            (["=captain"], "SEAT=BOT"),
            (["blue=captain", "Blue=soldier"], "SEAT=BOT"),
            (["green=captain"], "nobody sits at"),
            (["captain", "captain", "captain"], "no seat is left"),
        ],
        ids=str,
    )
    def test_refused(self, words: list[str], reason: str) -> None:
        with pytest.raises(Refusal, match=reason):
            bots_from_words(words, self.TWO)

    def test_names_in_capitals(self) -> None:
        assert names_from_words(["Red=Ann=a"]) == {"red": "Ann=a"}
        with pytest.raises(Refusal, match="SEAT=NAME"):
            names_from_words(["Red=Ann", "red=Bob"])


class TestUndo:
    def test_ones_own_choice_and_the_answer_to_it(self, hears: Hears) -> None:
        match = battle()
        shown = hears(match, {"blue": "random"}, "e1-e3", "d1-d3", "undo")
        assert "y/n" not in shown
        assert "taken back: d1-d3" in shown
        assert [seat for seat, _ in played(match)] == ["red", "blue"]
        assert match.deciders() == ("red",)

    def test_again_and_again(self, hears: Hears) -> None:
        match = battle()
        shown = hears(match, {"blue": "random"}, "e1-e3", "d1-d3", "undo", "undo", "undo")
        assert SKIRMINION.write(match.state) == START
        assert "Refused: there is no choice to take back" in shown

    def test_the_bot_answers_the_same_again(self, hears: Hears) -> None:
        match = battle()
        hears(match, {"blue": "random"}, "e1-e3", "undo", "e1-e3")
        once = match.record().lines
        again = battle()
        hears(again, {"blue": "random"}, "e1-e3")
        assert again.record().lines == once and len(once) > 1

    def test_never_across_dice(self, hears: Hears) -> None:
        match = Match(Pebbles(), Pebbles().terms(), ListedDice([4, 5, 3]))
        shown = hears(match, {"blue": "random"}, "take 1", "undo")
        assert "Refused: dice have fallen" in shown
        assert len(played(match)) == 2

    def test_other_people_are_asked(self, hears: Hears) -> None:
        skirmish = game("skirmish")
        for answer, left in (("n", 2), ("y", 0)):
            match = Match(skirmish, skirmish.terms(seats=3))
            shown = hears(match, {"blue": "random"}, "deploy R1 9,1", "undo", answer)
            assert "Green: may it be taken back? y/n >" in shown
            assert len(played(match)) == left


class TestAllAtOnce:
    """Skirmish's minute: nobody waits for anybody, but questions are no moves."""

    def minute(self) -> Match:
        skirmish = game("skirmish")
        match = Match(skirmish, skirmish.terms(), SeededDice(1))
        source = random.Random(1)
        while len(match.deciders()) == 1:
            (seat,) = match.deciders()
            match.play(seat, match.choices(seat).sample(source))
        return match

    def test_bots_answer_moves_and_not_questions(self, hears: Hears) -> None:
        match = self.minute()
        begun = len(played(match))
        hears(match, {"blue": "random"}, "?", "moves", "odds ready", "nonsense", "", "board")
        assert [seat for seat, _ in played(match)[begun:]] == ["blue"]

    def test_a_move_is_answered_and_taken_back(self, hears: Hears) -> None:
        match = self.minute()
        begun = len(played(match))
        own = next(a for a in match.choices("red") if a.to_json()["do"] == "move")
        text = match.game.write_action(own)
        hears(match, {"blue": "random"}, text, "board", "undo", "board")
        assert [seat for seat, _ in played(match)[begun:]] == ["blue"]
        hears(match, {"blue": "random"}, "red ready")
        assert match.game.dump(match.state)["phase"] != "movement"

    def test_nobody_plays_for_a_bot(self, hears: Hears) -> None:
        """Red may be ready, too, but what is typed is Blue's."""
        match = self.minute()
        shown = hears(match, {"red": "random"}, "red ready", "resign", "n", "ready")
        assert shown.count("Refused") == 1
        assert "Blue resigns? y/n" in shown
        own = [do for seat, do in played(match) if seat == "blue" and do != "deploy"]
        assert own[0] == "ready"


class TestHints:
    def test_the_winning_blow(self, hears: Hears) -> None:
        shown = hears(battle(LAST_BLOW), {}, "hint")
        assert shown.index("thinking...") < shown.index("Red's winning chance")
        assert HINT.findall(shown)[0] == ("d4xd5", "100")
        assert shown.count("a captain's choice") == 1

    def test_no_more_than_three_that_may_all_be_played(self, hears: Hears) -> None:
        basic = game("basic")
        match = Match(basic, basic.terms(), ListedDice([5, 2, 5, 2]))
        seat = match.deciders()[0]
        found = HINT.findall(hears(match, {}, "hint"))
        assert 1 <= len(found) <= 3
        for text, chance in found:
            assert match.choices(seat).why_not(basic.read_action(text)) is None
            assert 0 <= int(chance) <= 100
        assert played(match) == []

    def test_nobody_is_to_decide(self, hears: Hears) -> None:
        assert "Refused: nobody is to decide" in hears(Match(Pebbles(), Pebbles().terms()), {},
                                                       "hint")  # fmt: skip


class TestSubstitutes:
    @pytest.mark.parametrize(
        ("body", "seconds", "reason"),
        [("print('}{', flush=True)", 30.0, "nonsense"), ("time.sleep(60)", 0.5, "too long")],
        ids=["garbage", "slow"],
    )
    def test_what_is_played_instead_is_told(
        self, hears: Hears, tmp_path: Path, body: str, seconds: float, reason: str
    ) -> None:
        program = tmp_path / "bot.py"
        program.write_text(f"import sys, time\nfor line in sys.stdin:\n    {body}\n")
        match = battle()
        shown = hears(match, {"blue": f"{sys.executable} {program}"}, "e1-e3", seconds=seconds)
        _, noted, chose = match.record().lines[:3]
        assert isinstance(noted, Noted) and isinstance(chose, Chose)
        assert re.search(rf"^  Blue is stood in for: .*{reason}", shown, re.M)
        text = SKIRMINION.write_action(SKIRMINION.action_from_json(chose.action))
        assert f"  blue: {text} (at random, in the bot's place)\n" in shown


class TestGoingOn:
    def left(self, data: Path, *arguments: str, typed: str = "") -> tuple[list[str], Path]:
        """Play and hang up: the command that is printed, and the file."""
        done = outrider("play", *arguments, stdin=typed, OUTRIDER_DATA=str(data))
        assert done.returncode == 0, done.stderr
        words = shlex.split(done.stdout.splitlines()[-1])
        assert words[:2] == ["outrider", "play"]
        return words[2:], Path(words[words.index("--resume") + 1])

    def test_the_printed_command_goes_on_with_everybody(self, tmp_path: Path) -> None:
        start = ("skirminion", "--position", START, "--seed", "7", "--bot", "random", "--pace", "0")
        again, file = self.left(tmp_path, *start, typed="e1-e3\n")
        assert again[2:] == [str(file), "--bot", "blue=random", "--seed", "7", "--pace", "0.0"]
        before = read_record(file)
        assert before.header.names == {"blue": "random (bot)"}
        self.left(tmp_path, *again, typed="d1-d3\n")
        after = read_record(file)
        assert after.header == before.header
        new = [line.seat for line in after.lines[len(before.lines) :]]
        assert new == ["red", "blue"]
        # Whoever types all of it at once plays the same game.
        whole = self.left(tmp_path, *start, typed="e1-e3\nd1-d3\n")[1]
        assert read_record(whole).lines == after.lines

    def test_a_level_comes_back_by_itself(self, tmp_path: Path) -> None:
        _, file = self.left(tmp_path, "skirminion", "--position", START, "--bot", "random")
        self.left(tmp_path, "skirminion", "--last", typed="e1-e3\n")
        assert [line.seat for line in read_record(file).lines[:2]] == ["red", "blue"]
        lines = len(read_record(file).lines)
        words, _ = self.left(
            tmp_path, "skirminion", "--last", "--bot", "blue=person", typed="d1-d3\n"
        )
        assert "--bot" not in words
        assert len(read_record(file).lines) == lines + 1
        assert read_record(file).header.names == {}

    def test_no_program_is_run_because_a_file_says_so(self, tmp_path: Path) -> None:
        match = battle()
        assert sit_down(match, {"blue": "python my/bot.py --key=secret"}, False) != {}
        assert match.header.names == {"blue": "python bot.py (bot)"}
        assert sit_down(match, {}, True) == {}
        (said,) = missing(match, {})
        assert "Blue was python bot.py (bot)" in said and "--bot blue=" in said

    def test_a_name_that_was_given_stays(self) -> None:
        match = Match.from_state(SKIRMINION, SKIRMINION.read(START), None, {"blue": "Hal"})
        assert sit_down(match, {"blue": "captain"}, False) == {"blue": "captain"}
        assert match.header.names == {"blue": "Hal"}

    @pytest.mark.parametrize("bot", ["captain", "python " + "x" * 99, "./a\tb c", "/ /"])
    def test_every_bot_has_a_name_that_a_record_may_have(self, bot: str) -> None:
        assert len(title(bot)) <= LONGEST_NAME
        assert checked_names({"blue": title(bot)}, ("red", "blue"))
