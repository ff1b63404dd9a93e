"""An experiment is kept in parts that are whole, gone on with, and the same whoever plays it."""

import contextlib
import multiprocessing
import sys
from pathlib import Path
from typing import Any

import pytest

from outrider import lab
from outrider.core.course import last, replay
from outrider.core.refusal import Refusal
from outrider.games import game as game_by_id
from outrider.lab.playing import Block, play_block
from outrider.lab.running import looks
from outrider.lab.store import GROUNDS
from outrider.lab.tally import Tally
from outrider.lab.workers import Local

ASKED: dict[str, Any] = {
    "bots": ["recruit", "random"],
    "games": 20,
    "vary": {"pinned": [True, False]},
}


def test_moves_are_made_a_record_when_somebody_asks(kept: Path, tmp_path: Path) -> None:
    """Without events nothing is written out, and the records are the same."""
    ended(tmp_path, workers=1)
    assert [*lab.open(tmp_path).records()] == [*lab.open(kept).records()]
    assert lab.open(tmp_path).games().equals(lab.open(kept).games())


def test_moves_that_do_not_replay_are_refused_with_their_place(tmp_path: Path) -> None:
    import polars

    ended(tmp_path, workers=1, games=2)
    part = next((tmp_path / "records").glob("c000-*.parquet"))
    told = polars.read_parquet(part)
    moves = [told["moves"][0][:-4] + b"\x09\0\0\0", *told["moves"][1:]]
    told.with_columns(polars.Series("moves", moves)).write_parquet(part)
    with pytest.raises(Refusal, match="game 0 of cell 0 does not replay: line "):
        lab.open(tmp_path).record(0)


def test_to_look_at_a_folder_runs_nobodys_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A plan of somebody else's may name a class of his, which lies beside it."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    touched = tmp_path / "touched"
    code = f"from pathlib import Path\nPath({str(touched)!r}).touch()\nclass Bot: pass\n"
    (tmp_path / "brought_along.py").write_text(code, "utf-8")
    (tmp_path / "plan.toml").write_text('game = "basic"\nbots = ["brought_along:Bot"]\n', "utf-8")
    found = lab.open(tmp_path)
    assert found.plan.bots == ("brought_along:Bot",) and not touched.exists()
    with contextlib.suppress(Refusal):
        found.plan.check()  # before it is played
    assert touched.exists()


def ended(folder: Path, **asked: Any) -> lab.Progress:
    return list(lab.study("skirmishers", folder=folder, **{**ASKED, **asked}))[-1]


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The experiment, played by one worker, with everything that can be kept."""
    folder = tmp_path_factory.mktemp("kept")
    assert ended(folder, workers=1, events=True).over
    return folder


def test_one_row_is_kept_of_every_game(kept: Path) -> None:
    games = lab.open(kept).games()
    assert games["game"].to_list() == [*range(20)] * 2
    assert games["unit"].to_list() == [at // 2 for at in range(20)] * 2
    assert games["pinned"].to_list() == [True] * 20 + [False] * 20
    assert games["bots"][0].to_list() == ["recruit", "random"]
    assert games["bots"][1].to_list() == ["random", "recruit"]
    assert all(sum(score) == 1 for score in games["score"].to_list())
    assert games.filter(games["seed"] != games["unit"] + 1_000_003).is_empty()


def test_every_record_replays_to_what_is_kept_of_its_game(kept: Path) -> None:
    opened = lab.open(kept)
    game = game_by_id("skirmishers")
    for row in opened.games().iter_rows(named=True):
        record = opened.record(row["game"], row["cell"])
        assert last(replay(game, record)).state is not None
        assert record.result is not None and list(record.result.winners) == row["winners"]
        assert len(record.lines) == row["lines"]


def test_events_say_who_where_and_what_came_of_it(kept: Path) -> None:
    events = lab.open(kept).events()
    games = lab.open(kept).games()
    fell = events.filter(events["kind"] == "fell")
    assert len(fell) == sum(len(dead) for dead in games["dead"].to_list())
    assert fell["x"].null_count() == 0 and fell["seat"].null_count() == 0
    went = events.filter(events["kind"] == "went")
    assert went["from_x"].null_count() == 0
    assert went["x"].min() >= 0 and went["x"].max() <= 48  # type: ignore[operator]


def test_two_workers_find_what_one_does(kept: Path, tmp_path: Path) -> None:
    ended(tmp_path, workers=2, events=True)
    assert lab.open(tmp_path).games().equals(lab.open(kept).games())
    assert [*lab.open(tmp_path).records()] == [*lab.open(kept).records()]


def test_what_is_interrupted_goes_on(kept: Path, tmp_path: Path) -> None:
    """Somebody stops asking after the first look, and asks again, for more."""
    running = lab.study("skirmishers", folder=tmp_path, workers=1, **ASKED)
    for progress in running:
        if progress.played:
            break
    running.close()
    played = sum(1 for _ in (tmp_path / "games").glob("*.parquet"))
    assert played >= 1
    again = ended(tmp_path, workers=1)
    assert again.over and again.now < again.played == 40
    assert lab.open(tmp_path).games().equals(lab.open(kept).games())


def test_another_experiment_has_no_place_in_the_folder(kept: Path) -> None:
    with pytest.raises(Refusal, match="another experiment in it: seed is 1 there, and not 2"):
        ended(kept, seed=2, events=True)


def test_one_record_is_read_from_its_own_part(kept: Path, tmp_path: Path) -> None:
    """Of a large experiment sixty records are looked at: what is in other parts is not read."""
    found = lab.open(kept)
    last_of_all = max(found.games().filter(cell=1)["game"])
    record = found.record(last_of_all, cell=1)
    assert [cell for cell, game, each in found.records() if each == record] == [1]
    ended(tmp_path)
    parts = sorted((tmp_path / "records").glob("*.parquet"))
    for part in parts[:-1]:
        part.write_bytes(b"cut")
    assert lab.open(tmp_path).record(last_of_all, cell=1) == record
    for game, cell in ((last_of_all + 1, 1), (0, 2)):
        with pytest.raises(Refusal, match=f"no record of game {game} in cell {cell}"):
            found.record(game, cell)


def test_a_part_that_was_cut_is_told_and_played_again(kept: Path, tmp_path: Path) -> None:
    ended(tmp_path, workers=1, events=True)
    part = sorted((tmp_path / "games").glob("*.parquet"))[1]
    part.write_bytes(part.read_bytes()[:100])
    (tmp_path / "games" / "c000-0000000000-0000000099.half").write_bytes(b"cut")
    with pytest.raises(Refusal, match=f"{part.name} is no part of an experiment"):
        lab.open(tmp_path).games()
    again = ended(tmp_path, workers=1, events=True)
    assert 0 < again.now < again.played
    assert lab.open(tmp_path).games().equals(lab.open(kept).games())


def test_a_part_that_is_spoiled_or_gone_is_played_again(kept: Path, tmp_path: Path) -> None:
    """A bad sector in the middle of one part; of another the records were taken away."""
    ended(tmp_path, workers=1)
    spoiled, bare = sorted((tmp_path / "games").glob("*.parquet"))[:2]
    data = bytearray(spoiled.read_bytes())
    data[4:200] = bytes(196)
    spoiled.write_bytes(data)
    (tmp_path / "records" / bare.name).unlink()
    again = ended(tmp_path, workers=1)
    assert 0 < again.now < again.played
    assert lab.open(tmp_path).games().equals(lab.open(kept).games())
    assert [*lab.open(tmp_path).records()] == [*lab.open(kept).records()]
    assert spoiled.with_suffix(".broken").exists()


def test_no_game_is_there_twice_or_lost_between_a_shorter_plan_and_a_longer_one(
    tmp_path: Path,
) -> None:
    """It goes on for more games, and the plug is pulled before the shorter block is taken away."""
    ended(tmp_path, workers=1)
    last = sorted((tmp_path / "games").glob("c000-*"))[-1]
    data, records = last.read_bytes(), (tmp_path / "records" / last.name).read_bytes()
    ended(tmp_path, workers=1, games=40)
    assert not last.exists()
    whole = lab.open(tmp_path).games()
    last.write_bytes(data)
    (tmp_path / "records" / last.name).write_bytes(records)
    with pytest.raises(Refusal, match="does not go on where the part before it ends"):
        lab.open(tmp_path).games()
    with pytest.raises(Refusal, match="asks for 40 games: ask for as many, or for more"):
        ended(tmp_path, workers=1)
    assert ended(tmp_path, workers=1, games=40).now == 0
    assert lab.open(tmp_path).games().equals(whole)


def test_games_on_other_ground_by_the_same_name_are_not_gone_on_with(tmp_path: Path) -> None:
    ended(tmp_path, workers=1, games=2)
    ground = tmp_path / GROUNDS
    ground.write_bytes(ground.read_bytes().replace(b'"rules":"', b'"rules":"0.'))
    with pytest.raises(Refusal, match="other ground that went by the same name"):
        ended(tmp_path, workers=1, games=4)


def test_a_process_that_is_killed_costs_what_it_had_under_way() -> None:
    plan = lab.plan_from_json({"game": "skirmishers", **ASKED})
    blocks = [Block(0, 0, 2), Block(1, 0, 2)]
    with Local(plan, 1) as crew:
        for block in blocks:
            crew.submit(block)
        processes = multiprocessing.active_children()
        assert processes
        for process in processes:
            process.kill()
        told = [crew.result(block) for block in blocks]
    assert told == [play_block(plan, block) for block in blocks]


def test_games_with_the_same_dice_are_one_piece_of_news(kept: Path) -> None:
    """Bots that differ play twice with the same dice: draws and the first move are told by units,
    and whoever goes on from units that were kept says the same."""
    (first, _) = lab.open(kept).tallies()
    assert first.games == 20 and len(first.units) == 10
    assert first.interval.units == first.draw_rate.units == 10
    assert first.draw_rate.mean == pytest.approx(first.draws / 20)
    kept_units = Tally(first.cell, first.planned, units=first.units)
    assert kept_units.interval == first.interval


def test_looks_are_the_same_however_far_it_goes() -> None:
    few, many = looks(100), looks(100_000)
    assert few[:-1] == many[: len(few) - 1]
    assert many[0] == 8 and many[-1] == 100_000 and len(many) < 120


def test_who_is_ahead_is_judged_at_the_first_event_of_every_turn(tmp_path: Path) -> None:
    [*_, _] = lab.study("basic", folder=tmp_path, workers=1, games=3, events=True, evaluate=8)
    experiment = lab.open(tmp_path)
    events = experiment.events()
    judged = events.filter(events["evaluation"].is_not_null())
    assert judged["evaluation"].is_between(0, 1).all()
    assert judged["evaluation"].n_unique() > 2
    firsts = events.group_by("game", "turn", maintain_order=True).first()
    firsts = firsts.filter(firsts["turn"].is_not_null())
    assert firsts.select("game", "turn", "line").equals(judged.select("game", "turn", "line"))
    turns = judged.group_by("game", maintain_order=True).len()["len"]
    assert turns.to_list() == experiment.games()["turns"].to_list()
