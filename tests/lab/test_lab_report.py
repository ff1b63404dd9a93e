"""The report: numbers that are those of the games, words that the data carry, one file that stands
alone."""

import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from outrider import lab
from outrider.core.refusal import Refusal
from outrider.lab.answer import EVEN, LESS, MORE, OPEN
from outrider.lab.intervals import Interval
from outrider.lab.plan import Plan
from outrider.lab.report import findings, write_report
from outrider.lab.report.ink import COLOURS, in_page
from outrider.lab.report.luck import explained, luck_of
from outrider.lab.report.verdicts import Row, of_effect
from outrider.lab.report.words import command_of, headline

SHORT = {"turn_limit": 6}


def played(folder: Path, game: str = "basic", **asked: Any) -> Path:
    for _ in lab.study(
        game, folder=folder, workers=1, **{"bots": ["random"], "games": 24, **asked}
    ):
        pass
    return folder


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    vary = {"miss_ends_unit": [True, False], "commander.health": [5, 9]}
    place = tmp_path_factory.mktemp("experiment")
    long = {"turn_limit": 30}
    return played(place, bots=["soldier"], options=long, vary=vary, events=True, evaluate=1)


def test_numbers_are_those_of_the_games(folder: Path) -> None:
    found = findings(lab.open(folder))
    games, events = lab.open(folder).games(), lab.open(folder).events()
    assert found.games == len(games) == 96
    assert found.draws.mean == pytest.approx(games["draw"].mean())
    wins = games["winners"].list.contains("red").mean()
    assert found.by_seat[0] == pytest.approx(wins)
    assert sum(found.lengths["games"]) == len(games)
    deaths = events.filter(pl.col("kind") == "fell", pl.col("x").is_not_null())
    places = found.doings.places.filter(pl.col("kind") == "fell")
    assert places["times"].sum() == len(deaths)
    aimed = events.filter(pl.col("kind") == "aimed")
    assert found.doings.actions["times"].sum() == len(aimed)
    assert found.doings.deeds["aimed"].sum() == len(aimed)
    alive = sum(len(each) for each in games["alive"].to_list())
    assert found.survival["alive"].sum() == alive and set(found.survival["games"]) == {96}
    rows = {(row.group, row.label): row for row in found.rows}
    some = games.filter(~pl.col("miss_ends_unit"))["score"].list.first().mean()
    assert rows["miss_ends_unit", "no"].found.mean == pytest.approx(some)
    assert {row.group for row in found.effects} == {"miss_ends_unit", "commander.health"}
    # The four cells have the same dice: 96 games say no more than 24 units do.
    assert {row.found.units for row in found.rows} == {24} and found.draws.units == 24
    assert rows["seat", "Red"].found.mean == pytest.approx(games["score"].list.first().mean())


def test_the_lead_and_its_changes_are_counted_by_hand(folder: Path) -> None:
    found = findings(lab.open(folder))
    by_game: dict[Any, list[float]] = {}
    judged = lab.open(folder).events().filter(pl.col("evaluation").is_not_null())
    for row in judged.iter_rows(named=True):
        by_game.setdefault((row["cell"], row["game"]), []).append(row["evaluation"] - 0.5)
    counts = {}
    for game, leads in by_game.items():
        signs = [lead > 0 for lead in leads if abs(lead) >= 0.1]
        if signs:
            counts[game] = sum(one != two for one, two in pairwise(signs))
    told = {(row["cell"], row["game"]): row["changes"]
            for row in found.doings.changes.iter_rows(named=True)}  # fmt: skip
    assert told == counts and sum(counts.values()) > 0


def test_one_file_stands_alone_with_plots_and_tables_beside_it(folder: Path) -> None:
    place = write_report(folder, luck_games=0)
    text = place.read_text("utf-8")
    assert (
        "src=" not in text
        and "@import" not in text
        and "http" not in re.sub(r"xmlns[^ >]*", "", text)
    )
    assert text.count("<svg") > 6 and "prefers-color-scheme:dark" in text
    assert "outrider study basic" in re.sub(r"</?span[^>]*>", "", text)
    assert "`" not in re.sub(r"<style>.*?</style>", "", text)
    for hexadecimal in (COLOURS["ink"], COLOURS["red"]):
        assert text.lower().count(hexadecimal.lower()) == 1  # all else goes by its name
    beside = folder / "report"
    for name in ("scores", "effects", "lengths", "drama", "fell-red", "went-blue"):
        assert (beside / f"{name}.svg").read_text("utf-8").startswith("<svg")
        assert (beside / f"{name}.png").read_bytes().startswith(b"\x89PNG")
    for name in ("scores", "effects", "survival", "places", "actions"):
        assert (
            pl.read_csv(beside / f"{name}.csv").height
            == pl.read_parquet(beside / f"{name}.parquet").height
        )
    assert write_report(folder, luck_games=0).read_text("utf-8") == text


def test_ids_in_plots_do_not_meet() -> None:
    made = '<svg width="1pt" height="2pt"><g id="a"/><use href="#a" fill="#1f2430"/></svg>'
    told = in_page(made, "one", 'what "it" is')
    assert 'id="one-a"' in told and 'href="#one-a"' in told and "var(--ink)" in told
    assert 'aria-label="what &quot;it&quot; is"' in told and "width=" not in told


@pytest.mark.parametrize("game", ["skirminion", "skirmishers"])
def test_every_kind_of_game_has_a_report(game: str, tmp_path: Path) -> None:
    options = {"skirminion": {"length_limit": 24}}.get(game, {})
    played(tmp_path / "x", game, options=options, games=6, events=True)
    text = write_report(tmp_path / "x", luck_games=0).read_text("utf-8")
    assert "no verdict yet" in text and "Where they go" in text


def test_games_without_events_or_records_are_told_as_far_as_they_go(tmp_path: Path) -> None:
    played(tmp_path / "x", options=SHORT, games=4, records="none")
    text = write_report(tmp_path / "x").read_text("utf-8")
    assert "ask for it with <code" in text and "--events</code>" in text and "Not known" in text
    # What has only a word to say stands in one column beside what has a plot.
    _, _, beside = text.partition('"><h2>How long it takes</h2>')
    assert re.search(r'</section><div class="c6 stack"><section class="card c4 short"><h2>Drama<',
                     beside)  # fmt: skip
    assert text.count('short"><h2>') == 4, "drama and luck; where they fall and go"
    with pytest.raises(Refusal, match="No such file"):
        write_report(tmp_path / "nowhere")


def test_a_verdict_is_only_what_the_interval_carries() -> None:
    assert of_effect(Interval(0.1, 0.02, 0.2, 9)) == MORE
    assert of_effect(Interval(-0.1, -0.2, -0.01, 9)) == LESS
    assert of_effect(Interval(0.0, -0.01, 0.01, 9)) == EVEN
    assert of_effect(Interval(0.05, -0.01, 0.1, 9)) == OPEN


def test_the_headline_says_what_is_known_and_no_more(folder: Path) -> None:
    found = findings(lab.open(folder))

    def said(mean: float, low: float, high: float, verdict: str) -> str:
        found.answer = Row("", "", Interval(mean, low, high, 9), verdict, 9)
        return headline(found)

    title = found.game.title
    assert said(0.5, 0.48, 0.52, EVEN).startswith(
        f"{title} is fair: between soldiers Red scores 50"
    )
    assert said(0.4, 0.38, 0.42, LESS).startswith(f"{title} leans to Blue")
    assert "no verdict yet" in said(0.45, 0.3, 0.6, OPEN)


def test_the_dices_share_is_what_goes_with_the_result() -> None:
    luck = [
        (score - 0.5 + (0.25 if at % 2 else -0.25), score)
        for at, score in enumerate([0.0, 0, 1, 1] * 8)
    ]
    share, error = explained(luck)
    assert share == pytest.approx(1.0) and error < 0.3
    assert explained([(0.3, score) for score in (0.0, 1.0) * 8])[0] == 0.0


def test_luck_is_judged_from_records(tmp_path: Path) -> None:
    """Who throws for everything is lucky and nothing else; too few games tell nothing."""
    played(tmp_path / "x", options=SHORT, games=12)
    experiment = lab.open(tmp_path / "x")
    found = luck_of(experiment, 12)
    assert found is not None and found.games == 12 and 0 <= found.biggest <= 1
    assert luck_of(experiment, 5) is None


def test_the_command_makes_the_same_plan_again() -> None:
    plan = Plan("basic", options={"zone": 4}, vary={"miss_ends_unit": (True, False)}, games=50,
                until=0.02, events=True)  # fmt: skip
    assert command_of(plan, "my folder").startswith(
        "outrider study basic --bots soldier -o zone=4 --vary miss_ends_unit=yes,no --games 50 "
        "--until 2% --events --keep 'my folder' && outrider lab report 'my folder'"
    )
    own = Plan("skirmishers", scenario={"name": "mine"})
    assert command_of(own, "x") == "outrider lab run x/plan.toml && outrider lab report x"
