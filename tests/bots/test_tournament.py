"""Tournaments: the same seed plays the same, results are kept, ratings are what they should be."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from outrider.bots.arena import Bout, Played, play, played_from_json
from outrider.bots.ratings import Bar, Sprt, elo, expected, intervals
from outrider.bots.tournament import Log, Plan, bouts, decided, run
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

    @pytest.mark.parametrize("bots", [("random",), ("random", "random"), ("random", "nobody")])
    def test_what_cannot_be(self, bots: tuple[str, ...]) -> None:
        with pytest.raises(Refusal):
            Plan("basic", bots).check()


class TestRatings:
    def test_equals_are_even(self) -> None:
        found = elo(pairs(5, 5), ("a", "b"))
        assert abs(found["a"]) < 1 and abs(found["b"]) < 1

    def test_three_to_one(self) -> None:
        """Three quarters of the points are 191 Elo."""
        found = elo(pairs(30, 10), ("a", "b"))
        assert found["a"] - found["b"] == pytest.approx(190.8, abs=1)
        assert expected(190.8) == pytest.approx(0.75, abs=0.001)

    def test_draws_are_half(self) -> None:
        assert abs(elo(pairs(0, 0, 10), ("a", "b"))["a"]) < 1

    def test_nobody_is_endless(self) -> None:
        found = elo(pairs(10, 0), ("a", "b"))
        assert 400 < found["a"] - found["b"] < 4000

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

    def test_the_command(self) -> None:
        words = ["tournament", "basic", "random", "recruit", "--games", "2", "-o", "turn_limit=4"]
        done = subprocess.run(
            [sys.executable, "-m", "outrider", *words, "--cores", "1"],
            capture_output=True, text=True, timeout=120, check=True,
        )  # fmt: skip
        assert "Elo" in done.stdout and "of the decided ones" in " ".join(done.stdout.split())
