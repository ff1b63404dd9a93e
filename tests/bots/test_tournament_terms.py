"""Tournaments on any ground: mirrors, files, positions, more seats; and every record kept."""

from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from outrider.cli.tournaments import Contest, tournament
from outrider.contests.arena import told_apart
from outrider.contests.ratings import points_of, score_of
from outrider.contests.tournament import Log, Plan, bouts, run
from outrider.core.course import last, replay
from outrider.core.record import record_from_text
from outrider.core.refusal import Refusal
from outrider.games import game as game_by_id


def contest(game: str, *bots: str, **more: Any) -> Contest:
    asked: dict[str, Any] = {
        "options": [],
        "scenario": None,
        "seconds": None,
        "seed": 1,
        "sprt": False,
    }
    asked |= {"cores": 1, "log": None, "memory": 1024, "bot_log": None, **more}
    return Contest(game, bots, asked.pop("games", 2), **asked)


def test_a_bot_plays_itself_with_other_dice_in_each_game() -> None:
    plan = Plan("basic", told_apart(("soldier", "soldier")), 4)
    plan.check()
    assert plan.bots == ("soldier", "soldier #2")
    played = list(bouts(plan))
    assert len({bout.seed for bout in played}) == 4
    assert [bout.bots[0] for bout in played] == ["soldier", "soldier #2"] * 2


def test_more_than_two_sit_at_a_table() -> None:
    plan = Plan("skirmish", ("random", "recruit"), 2, seats=3)
    plan.check()
    one, two = bouts(plan)
    assert one.bots == ("random", "recruit", "random")
    assert two.bots == ("recruit", "random", "recruit") and one.seed == two.seed
    games = run(plan, Log(None, plan), lambda done, of: None, 1)
    points = points_of(games)
    assert points["random", "recruit"] + points["recruit", "random"] == pytest.approx(2)
    assert all(0 <= score_of(game, "recruit") <= 1 for game in games)


@pytest.mark.parametrize(
    ("plan", "says"),
    [
        (Plan("basic", ("random", "recruit"), seats=3), "2 to 2|from 2"),
        (Plan("basic", ("random", "recruit"), start={"game": "basic"}), "needs the field"),
        (Plan("basic", ("random", "recruit"), table={"size": [1]}), "table"),
    ],
)
def test_ground_that_is_none_is_refused(plan: Plan, says: str) -> None:
    with pytest.raises(Refusal, match=says):
        plan.check()


def test_files_are_read_and_every_record_is_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = game_by_id("skirmishers")
    shipped = files("outrider.games.skirmishers") / "scenarios" / "duel.json"
    written = tmp_path / "mine.json"
    written.write_text(shipped.read_text())
    records = tmp_path / "records"
    tournament(contest("skirmishers", "random", "random", scenario=str(written), records=records))
    assert "random #2" in capsys.readouterr().out
    found = sorted(records.iterdir())
    assert [file.name for file in found] == ["000000-random-2.jsonl", "000000-random.jsonl"]
    for file in found:
        record = record_from_text(file.read_text())
        assert record.header.scenario["name"]
        assert last(replay(game, record)).state is not None


def test_a_position_is_begun_with(tmp_path: Path) -> None:
    records = tmp_path / "records"
    position = "8/8/8/3f4/3F4/8/8/8 r - -"
    tournament(contest("skirminion", "random", "recruit", position=position, records=records))
    first = record_from_text((records / "000000-random.jsonl").read_text())
    assert first.header.start is not None and first.header.start["position"].startswith(position)


def test_records_that_cannot_be_kept_end_it(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(Refusal, match="cannot be made"):
        tournament(contest("basic", "random", "recruit", records=tmp_path / "file"))
