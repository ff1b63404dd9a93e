"""Tournaments: the same seed plays the same, results are kept, ratings are what they should be."""

import json
import math
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from outrider.contests.arena import Bout, Played, Replaced, play, played_from_json
from outrider.contests.ratings import Bar, Sprt, elo, expected, intervals, said
from outrider.contests.tournament import Log, Plan, bouts, decided, run
from outrider.core.refusal import Refusal

SHORT = {"turn_limit": 6}


def result(pair: int, winner: int | None, bots: tuple[str, str] = ("a", "b")) -> Played:
    won = () if winner is None else (winner,)
    return Played(pair, bots, won, "", 1, (1, 1), (0.0, 0.0), (0.0, 0.0), (0, 0))


def pairs(first_wins: int, second_wins: int, draws: int = 0) -> list[Played]:
    """So many pairs of two games that one of them wins both of, seats swapped."""
    made = []
    for pair in range(first_wins + second_wins + draws):
        first = pair < first_wins
        even = pair >= first_wins + second_wins
        made.append(result(pair, None if even else 0 if first else 1))
        made.append(result(pair, None if even else 1 if first else 0, ("b", "a")))
    return made


class TestArena:
    def test_a_seed_plays_the_same_game(self) -> None:
        bout = Bout(0, "basic", ("random", "random"), 5, SHORT)
        one, two = play(bout), play(bout)
        assert (one.winners, one.lines, one.choices) == (two.winners, two.lines, two.choices)
        other = play(Bout(0, "basic", ("random", "random"), 6, SHORT))
        assert one.lines != other.lines

    def test_results_survive_json(self) -> None:
        played = play(Bout(3, "basic", ("random", "random"), 5, SHORT))
        assert played_from_json(json.loads(json.dumps(played.to_json()))) == played

    def test_why_choices_were_replaced_is_counted(self, tmp_path: Path) -> None:
        """By reason, but not by endless ones: a bot may say something new every time."""
        file = tmp_path / "bot.py"
        file.write_text(
            "import json, os, sys\n"
            "number = len(json.loads(sys.stdin.readline())['legal'])\n"
            "print(f'I am {os.getpid()}', file=sys.stderr)\n"
            "print(json.dumps({'action': {'do': f'fly {os.getpid()}'}}))\n",
            "utf-8",
        )
        played = play(Bout(0, "basic", (f"{sys.executable} {file}", "random"), 5, SHORT))
        mine, other = played.replaced
        assert played.substitutes[0] == played.choices[0] > 6 and other == ()
        assert len(mine) == 6 and mine[-1].reason == "other reasons"
        assert all(each.wrote.startswith("I am ") and "nonsense" in each.reason
                   for each in mine[:-1])  # fmt: skip
        assert sum(each.times for each in mine) == played.substitutes[0]
        assert played_from_json(json.loads(json.dumps(played.to_json()))) == played

    def test_scores(self) -> None:
        assert [result(0, 0).score(seat) for seat in (0, 1)] == [1.0, 0.0]
        assert [result(0, None).score(seat) for seat in (0, 1)] == [0.5, 0.5]


class TestPlan:
    def test_seats_are_swapped_and_seeds_paired(self) -> None:
        made = list(bouts(Plan("basic", ("a", "b", "c"), 4)))
        assert len(made) == 3 * 4
        for one, two in zip(made[::2], made[1::2], strict=True):
            assert one.seed == two.seed and one.pair == two.pair
            assert one.bots == two.bots[::-1]
        assert len({bout.seed for bout in made}) == len(made) // 2

    @pytest.mark.parametrize(
        ("bots", "why"),
        [
            (("random",), "two bots or more"),
            (("random", "random"), "two bots or more"),
            (("random", "nobody"), "there are random, recruit, soldier, captain, marshal"),
            (("random", "/nonexistent/bot"), "there is no program"),
            (("random", "python 'x"), "No closing quotation"),
            (("random", " "), "names no program"),
        ],
    )
    def test_what_cannot_be(self, bots: tuple[str, ...], why: str) -> None:
        with pytest.raises(Refusal, match=why):
            Plan("basic", bots).check()

    @pytest.mark.parametrize("games", [0, 1, 3])
    def test_games_come_in_pairs(self, games: int) -> None:
        with pytest.raises(Refusal, match="in pairs"):
            Plan("basic", ("random", "recruit"), games).check()

    def test_a_test_is_between_two(self) -> None:
        with pytest.raises(Refusal, match="two bots, not 3"):
            Plan("basic", ("random", "recruit", "soldier"), sprt=Sprt()).check()


class TestRatings:
    def test_equals_are_even(self) -> None:
        found = elo(pairs(5, 5), ("a", "b"))
        assert abs(found["a"]) < 1 and abs(found["b"]) < 1

    def test_three_to_one(self) -> None:
        """Three quarters of the points are 191 Elo, half a game besides or not."""
        found = elo(pairs(300, 100), ("a", "b"))
        assert found["a"] - found["b"] == pytest.approx(190.8, abs=1)
        assert expected(190.8) == pytest.approx(0.75, abs=0.001)

    def test_draws_are_half(self) -> None:
        assert abs(elo(pairs(0, 0, 10), ("a", "b"))["a"]) < 1

    def test_nobody_is_endless(self) -> None:
        found = elo(pairs(10, 0), ("a", "b"))
        assert found["a"] - found["b"] == pytest.approx(400 * math.log10(20.5 / 0.5), abs=0.1)

    def test_a_clean_sweep_has_one_bound(self) -> None:
        """After 30 wins a loss in twelve games is still possible, one in six hardly is."""
        found = intervals(pairs(15, 0), ("a", "b"))
        (low, high), (lowest, highest) = found["a"], found["b"]
        assert math.isinf(high) and math.isinf(lowest) and highest == pytest.approx(-low, abs=30)
        assert 400 * math.log10(5) < 2 * low < 400 * math.log10(25)
        assert said(low, high) == f"{low:+.0f} or more"
        assert said(lowest, highest) == f"{highest:+.0f} or less"
        assert intervals(pairs(60, 0), ("a", "b"))["a"][0] > low

    def test_the_interval_is_that_of_theory(self) -> None:
        """Of 100 pairs, 60 won: the share has a standard error of 0.049."""
        low, high = (2 * bound for bound in intervals(pairs(60, 40), ("a", "b"))["a"])
        assert expected(low) == pytest.approx(0.6 - 1.96 * 0.049, abs=0.015)
        assert expected(high) == pytest.approx(0.6 + 1.96 * 0.049, abs=0.015)

    def test_who_has_not_met_is_taken_to_be_even(self) -> None:
        assert elo([], ("a", "b", "c")) == {"a": 0.0, "b": 0.0, "c": 0.0}

    def test_intervals_hold_the_rating_and_shrink(self) -> None:
        few, many = pairs(6, 4), pairs(60, 40)
        narrow, wide = intervals(many, ("a", "b")), intervals(few, ("a", "b"))
        for games, spans in ((few, wide), (many, narrow)):
            rating = elo(games, ("a", "b"))
            assert spans["a"][0] <= rating["a"] <= spans["a"][1]
        assert narrow["a"][1] - narrow["a"][0] < wide["a"][1] - wide["a"][0]


class TestSprt:
    def test_it_tells_strong_from_equal(self) -> None:
        test = Sprt(0, 50)
        assert test.verdict(test.ratio(pairs(40, 10), "a")) == "high"
        assert test.verdict(test.ratio(pairs(10, 40), "a")) == "low"
        assert test.verdict(test.ratio(pairs(2, 1), "a")) is None

    def test_it_says_who_is_stronger(self) -> None:
        plan = Plan("basic", ("a", "b"), sprt=Sprt())
        assert decided(plan, pairs(40, 10)) == "first"
        assert decided(plan, pairs(10, 40)) == "second"
        assert decided(plan, pairs(200, 200)) == "even"
        assert decided(plan, pairs(2, 1)) is None

    def test_only_for_two(self) -> None:
        plan = Plan("basic", ("a", "b", "c"), sprt=Sprt())
        assert decided(plan, pairs(50, 0)) is None


class TestBar:
    def test_it_tells_above_from_below(self) -> None:
        bar = Bar(0.75)
        assert bar.verdict(bar.ratio(pairs(40, 4), "a")) == "high"
        assert bar.verdict(bar.ratio(pairs(25, 20), "a")) == "low"
        assert bar.verdict(bar.ratio(pairs(15, 5), "a")) is None

    def test_draws_count_for_nobody(self) -> None:
        draws = pairs(0, 0, 25)
        bar = Bar(0.65)
        assert bar.ratio(draws, "a") == 0
        assert bar.ratio([*pairs(7, 3), *draws], "a") == bar.ratio(pairs(7, 3), "a")

    def test_a_bar_near_certainty_can_be_taken(self) -> None:
        bar = Bar(0.95, margin=0.05)
        assert bar.verdict(bar.ratio(pairs(40, 0), "a")) == "high"


class TestRunning:
    def test_it_goes_on_where_it_was_stopped(self, tmp_path: Path) -> None:
        plan = Plan("basic", ("random", "recruit"), 4, SHORT)
        file = tmp_path / "log.jsonl"
        whole = run(plan, Log(file, plan), lambda done, of: None, 1)
        assert len(whole) == 4
        lines = file.read_text("utf-8").splitlines()
        file.write_text("\n".join(lines[:3]) + "\n" + lines[3][:20], "utf-8")
        log = Log(file, plan)
        assert len(log.played) == 2
        again = run(plan, log, lambda done, of: None, 1)
        assert {(p.pair, p.bots, p.winners, p.lines) for p in again} == {
            (p.pair, p.bots, p.winners, p.lines) for p in whole
        }
        with pytest.raises(Refusal, match="another tournament"):
            Log(file, Plan("basic", ("random", "recruit"), 4, {}))

    def test_a_verdict_ends_it(self) -> None:
        """What is still being played then is not waited for: 400 games would take minutes."""
        plan = Plan("basic", ("random", "soldier"), 400, sprt=Sprt())
        played = run(plan, Log(None, plan), lambda done, of: None, 2)
        assert decided(plan, played) == "second" and len(played) < 60


class TestLog:
    PLAN = Plan("basic", ("a", "b"), 4, SHORT)

    def header(self) -> str:
        return json.dumps(self.PLAN.to_json(), separators=(",", ":"))

    @pytest.mark.parametrize("kept", [0, 1, 20, None])
    def test_a_header_that_was_cut_is_a_new_log(self, kept: int | None, tmp_path: Path) -> None:
        file = tmp_path / "log"
        file.write_text(self.header()[:kept], "utf-8")
        Log(file, self.PLAN).add(result(0, 0))
        assert [played.pair for played in Log(file, self.PLAN).played] == [0]

    def test_a_line_that_was_cut_is_left_out(self, tmp_path: Path) -> None:
        file = tmp_path / "log"
        line = json.dumps(result(0, 0).to_json())
        file.write_text(f"{self.header()}\n{line}\n{line[:-1]}", "utf-8")
        log = Log(file, self.PLAN)
        log.add(result(1, 0))
        assert [played.pair for played in Log(file, self.PLAN).played] == [0, 1]

    def test_what_a_bot_says_does_not_break_it(self, tmp_path: Path) -> None:
        """Signs that some take for the end of a line."""
        file = tmp_path / "log"
        why = (Replaced("a\u2028b\x0bc\n", 1, "\u0085"),)
        played = Played(0, ("a", "b"), (), "", 1, (1, 1), (0.0, 0.0), (0.0, 0.0), (1, 0), (why, ()))
        Log(file, self.PLAN).add(played)
        assert Log(file, self.PLAN).played == [played]

    @pytest.mark.parametrize("text", ["my notes", "my notes\n", "", "\xff"])
    def test_no_file_of_another_kind_is_touched(self, text: str, tmp_path: Path) -> None:
        file = tmp_path / "log"
        file.write_bytes(text.encode("latin-1") or b"\n")
        before = file.read_bytes()
        with pytest.raises(Refusal, match="is not the log of a tournament"):
            Log(file, self.PLAN)
        assert file.read_bytes() == before

    @pytest.mark.parametrize("name", ["nosuch/log", "."])
    def test_a_place_where_none_can_be(self, name: str, tmp_path: Path) -> None:
        with pytest.raises(Refusal, match="cannot be the log"):
            Log(tmp_path / name, self.PLAN)

    @pytest.mark.parametrize(
        "changed",
        [{"bots": ["a", "c"]}, {"bots": ["a", "a"]}, {"bots": ["a"]}, {"winners": [2]}, {"x": 1},
         {"winners": None}, {"choices": ["x", 1]}, {"pair": "x"}, {"replaced": [[{}], []]},
         {"replaced": [[]]}],
    )  # fmt: skip
    def test_a_line_that_is_no_result(self, changed: dict[str, Any], tmp_path: Path) -> None:
        file = tmp_path / "log"
        line = json.dumps({**result(0, 0).to_json(), **changed})
        file.write_text(f"{self.header()}\n{line}\n", "utf-8")
        with pytest.raises(Refusal, match="line 2: "):
            Log(file, self.PLAN)


class TestCommand:
    def told(self, *words: str, columns: int = 80) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "outrider", "tournament", "basic", *words, "--cores", "1"],
            capture_output=True, text=True, timeout=120,
            env={**os.environ, "COLUMNS": str(columns)},
        )  # fmt: skip

    @pytest.mark.parametrize("columns", [80, 120])
    def test_names_are_never_cut(self, columns: int, tmp_path: Path) -> None:
        """Nor taken for markup; and a number is where its heading is, whatever is long."""
        bot = tmp_path / "a bot in a folder whose name is quite long, and goes on.py"
        bot.write_text("import sys\nsys.exit('I [b]will[/b] not play [/i]')\n", "utf-8")
        name = f"{sys.executable} '{bot}' [/b]"
        done = self.told(name, "random", "--games", "2", "-o", "turn_limit=4", columns=columns)
        assert done.returncode == 0 and "Error" not in done.stderr
        lines = done.stdout.splitlines()
        assert all(len(line) <= columns for line in lines) and "…" not in done.stdout
        width = lines[0].index("Elo") - 2
        folded = "".join(line[:width].strip() for line in lines[1:])
        assert "".join(name.split()) in "".join(folded.split())
        shown = " ".join(done.stdout.split())
        assert "times: the bot's program has ended it wrote: I [b]will[/b] not play [/i]" in shown
        assert "0 of 2 games against random, 2 drawn." in shown and "decided" not in shown

    def test_who_is_stronger_is_said(self) -> None:
        done = self.told("random", "soldier", "--sprt", "--games", "40")
        assert done.returncode == 0
        shown = " ".join(done.stdout.split())
        assert (
            "soldier is stronger than random (sequential test, Elo 0 against 50, 5% error)" in shown
        )
        assert " or more " in shown and "0.0% of the decided ones" in shown

    @pytest.mark.parametrize(
        "words",
        [("random", "nobody"), ("random", "/nonexistent/bot"), ("random", "python 'x"),
         ("random", "recruit", "--games", "3"), ("random", "recruit", "--log", "/nosuch/dir/x"),
         ("random", "recruit", "--bot-log", "/nosuch/dir/x"),
         ("random", "recruit", "soldier", "--sprt")],
    )  # fmt: skip
    def test_what_is_refused_is_one_line(self, words: tuple[str, ...]) -> None:
        done = self.told(*words)
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr.startswith("outrider: ") and done.stderr.count("\n") == 1
