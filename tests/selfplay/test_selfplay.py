"""`outrider selfplay`: positions, choices and results as Parquet, the same whoever plays them."""

import json
import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

import outrider
from outrider.cli.offered import Selfplay as Asked
from outrider.cli.selfplaying import play_for_data
from outrider.contests.arena import played_out
from outrider.core.record import Chose
from outrider.core.refusal import Refusal
from outrider.selfplay.plan import PART, Plan
from outrider.selfplay.running import selfplay

OPTIONS: dict[str, dict[str, Any]] = {
    "skirminion": {"length_limit": 30},
    "basic": {"turn_limit": 6},
    "skirmish": {"round_limit": 2},
    "skirmish-2012": {"round_limit": 2},
}


def made(folder: Path, game: str, games: int = 2, **more: Any) -> tuple[Plan, pl.DataFrame]:
    plan = Plan(game, ("random",), games, options=OPTIONS.get(game, {}), **more)
    selfplay(plan, folder / "x.parquet", cores=1)
    return plan, pl.read_parquet(folder / "x.parquet")


def masks_of(frame: pl.DataFrame, actions: int) -> Any:
    packed = frame["mask"].to_numpy()
    return np.unpackbits(packed, axis=1, bitorder="little")[:, :actions]


@pytest.mark.parametrize("id", ["skirminion", "basic", "skirmishers", "skirmish", "skirmish-2012"])
def test_every_choice_of_every_game_is_there_with_what_was_seen_and_legal(
    id: str, tmp_path: Path
) -> None:
    plan, frame = made(tmp_path, id, states=True)
    card = json.loads((tmp_path / "x.card.json").read_text("utf-8"))
    actions = card["actions"][-1]["to"] + 1
    masks = masks_of(frame, actions)
    for number in range(plan.games):
        played, match = played_out(plan.bout(number))
        chosen = [m for m in match.moments if isinstance(m.line, Chose) and m.line.seat]
        rows = frame.filter(pl.col("game") == number)
        assert rows["step"].to_list() == list(range(len(chosen)))
        assert rows["left"].to_list() == list(range(len(chosen)))[::-1]
        seats = [match.terms.seats.index(m.line.seat) for m in chosen]  # type: ignore[union-attr]
        assert rows["seat"].to_list() == seats
        wins = [0 if not played.winners else (1 if s in played.winners else -1) for s in seats]
        assert rows["result"].to_list() == wins
        assert rows["bot"].to_list() == [played.bots[seat] for seat in seats]
        batch = match.game.batch(match.terms, 1)
        assert batch.action(rows["code"].to_numpy()[0]) == match.game.action_from_json(
            chosen[0].line.action  # type: ignore[union-attr]
        )
    numbers = frame["action"].to_numpy()
    there = numbers >= 0
    assert there.mean() > 0.9 and masks[np.arange(len(masks))[there], numbers[there]].all()
    assert frame["exact"].to_numpy()[~there].sum() == 0
    assert [each["name"] for each in card["columns"]] == frame.columns


def test_what_is_seen_is_what_the_environment_shows(tmp_path: Path) -> None:
    """Played again by the numbers alone, the vector environment shows the same bytes."""
    plan, frame = made(tmp_path, "skirminion", games=1)
    assert frame["exact"].all()
    card = json.loads((tmp_path / "x.card.json").read_text("utf-8"))
    masks = masks_of(frame, card["actions"][-1]["to"] + 1)
    _, match = played_out(plan.bout(0))
    envs = outrider.vector("skirminion", games=1, options=plan.options)
    first = next(m for m in match.moments if isinstance(m.line, Chose))
    envs._batch.begin_with(match.moments[first.prior].state)
    seen, infos = envs.reset()
    for row, number in enumerate(frame["action"].to_list()):
        assert (seen[0] == frame["observation"].to_numpy()[row]).all()
        assert (infos["action_mask"][0] == masks[row].astype(bool)).all()
        seen, _, _, _, infos = envs.step([number])


def test_the_same_seed_makes_the_same_file_whatever_the_number_of_workers(tmp_path: Path) -> None:
    plan = Plan("skirminion", ("random", "recruit"), PART + 3, 7, {"length_limit": 16})
    for cores in (1, 2):
        selfplay(plan, tmp_path / f"{cores}.parquet", cores=cores)
    one, two = ((tmp_path / f"{cores}.parquet").read_bytes() for cores in (1, 2))
    assert one == two
    frame = pl.read_parquet(tmp_path / "1.parquet")
    assert frame["game"].n_unique() == PART + 3
    assert set(frame.filter(pl.col("game") == 1, pl.col("seat") == 0)["bot"]) == {"recruit"}


def test_a_table_games_choice_is_told_by_the_nearest_number(tmp_path: Path) -> None:
    """A soldier's move is hardly ever one of the environment's, but the number is of the same
    unit, and leads nearer to where it went than others do."""
    plan = Plan("basic", ("soldier",), 1, options={"turn_limit": 4})
    selfplay(plan, tmp_path / "x.parquet", cores=1)
    frame = pl.read_parquet(tmp_path / "x.parquet")
    moves = frame.filter(pl.col("code").arr.get(0) == 1)
    assert len(moves) and (moves["action"] >= 0).all()
    card = json.loads((tmp_path / "x.card.json").read_text("utf-8"))
    block = next(part for part in card["actions"] if part["name"] == "move")
    ways = (block["to"] - block["from"] + 1) // 5
    units = (moves["action"].to_numpy() - block["from"]) // ways
    assert (units == moves["code"].to_numpy()[:, 1] % 5).all()


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"bots": ()}, "name a bot"),
        ({"bots": ("general",)}, "there is no bot"),
        ({"bots": ("random",) * 3}, "at a table of 2 there is no room for 3 bots"),
        ({"games": 0}, "games are 1 to"),
        ({"game": "chess"}, "no game is called"),
        ({"options": {"colour": 1}}, "there is no option"),
    ],
)
def test_what_cannot_be_is_refused_before_anything_is_played(
    change: dict[str, Any], said: str, tmp_path: Path
) -> None:
    asked: dict[str, Any] = {"game": "basic", "bots": ("random",), "games": 1, **change}
    with pytest.raises(Refusal, match=said):
        selfplay(Plan(**asked), tmp_path / "x.parquet")
    assert list(tmp_path.iterdir()) == []


def test_who_is_interrupted_leaves_nothing_half_written(tmp_path: Path) -> None:
    out = tmp_path / "x.parquet"
    command = [sys.executable, "-m", "outrider", "selfplay", "skirminion", "--bots", "soldier",
               "--games", "100000", "--out", str(out), "--cores", "1"]  # fmt: skip
    started = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env={**os.environ})
    while not any(tmp_path.glob(".x.parquet.*")):
        assert started.poll() is None
        time.sleep(0.05)
    said = ""
    while started.poll() is None:
        # As people do: on a busy machine it may be caught where nobody hears it.
        started.send_signal(signal.SIGINT)
        with suppress(subprocess.TimeoutExpired):
            _, said = started.communicate(timeout=180)
    assert started.returncode == 130 and "nothing was written" in said
    assert list(tmp_path.iterdir()) == []


def test_what_is_there_already_stays(tmp_path: Path) -> None:
    out = tmp_path / "x.parquet"
    out.write_text("mine")
    with pytest.raises(Refusal, match="is there already"):
        play_for_data(Asked("skirminion", ["soldier"], out))
    with pytest.raises(Refusal, match=r"is not called \.parquet"):
        play_for_data(Asked("skirminion", ["soldier"], tmp_path / "x.csv"))
    assert out.read_text() == "mine"
