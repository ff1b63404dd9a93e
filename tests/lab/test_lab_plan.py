"""A plan is data: read whole or refused with the place, and written so that it is read the same."""

from pathlib import Path
from typing import Any

import pytest

from outrider import lab
from outrider.core.refusal import Refusal
from outrider.games import game as game_by_id
from outrider.lab.toml import PLAN, plan_files

GRID = b"""
game = "skirmish"
bots = ["soldier"]
games = 100
until = "2%"
[options]
table = "breakfast"
[vary]
figures = [3, 5]
seats = [2, 3]
"""


def test_a_grid_is_every_value_with_every_other() -> None:
    cells = lab.cells_of(lab.plan_from_toml(GRID, "grid.toml"))
    assert [cell.said() for cell in cells] == [
        "figures 3, seats 2",
        "figures 3, seats 3",
        "figures 5, seats 2",
        "figures 5, seats 3",
    ]
    assert cells[1].bots == ("soldier",) * 3
    assert cells[0].terms.variant is not None and cells[2].terms.variant is None


def test_tables_are_varied_by_name_and_laid_ones_among_them() -> None:
    own = game_by_id("skirmish").further()["tables"]["tins"]
    cells = lab.cells_of(lab.Plan("skirmish", vary={"table": ("breakfast", "36x36", own)}))
    assert [cell.terms.options.to_json().get("table") for cell in cells] == [
        "breakfast",
        "36x36",
        None,
    ]
    assert [cell.terms.table is None for cell in cells] == [True, True, False]
    (named,) = lab.cells_of(lab.Plan("skirmish", table="tins"))
    assert named.terms.options.to_json()["table"] == "tins"


def test_everybody_sits_once_in_every_seat() -> None:
    plan = lab.Plan("basic", ("soldier", "recruit"))
    assert lab.cells_of(plan)[0].turns == (("soldier", "recruit"), ("recruit", "soldier"))
    assert lab.cells_of(lab.Plan("basic"))[0].turns == (("soldier", "soldier"),)


@pytest.mark.parametrize(
    "plan",
    [
        lab.plan_from_toml(GRID, "grid.toml"),
        lab.Plan(
            "basic",
            start=game_by_id("basic").dump(
                game_by_id("basic").new(game_by_id("basic").terms()).state
            ),
        ),
        lab.Plan("skirmishers", vary={"scenario": ("duel", {"name": "no scenario"})}),
    ],
    ids=["grid", "start", "files"],
)
def test_a_plan_is_written_as_it_is_read(plan: lab.Plan, tmp_path: Path) -> None:
    for name, data in plan_files(plan).items():
        (tmp_path / name).write_bytes(data)
    text = (tmp_path / PLAN).read_bytes()
    try:
        again = lab.plan_from_toml(text, str(tmp_path / PLAN))
    except Refusal:
        with pytest.raises(Refusal):
            plan.check()
        return
    assert again.to_json() == plan.to_json()


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (b"game = \n", "at line 1, column 8"),
        (b"\xff", "line 1: not UTF-8"),
        (b"bots = ['soldier']", "game: missing"),
        (b"game = 'chess'", "chess"),
        (b"game = 'basic'\nbot = 1", "bot: unknown"),
        (b"game = 'basic'\nbots = ['sldier']", "there is no bot"),
        (b"game = 'basic'\nbots = ['soldier', 'soldier', 'soldier']", "bots: one for all seats"),
        (b"game = 'basic'\ngames = 'many'", "games: must be a whole number"),
        (b"game = 'basic'\ngames = 0", "games: from 1"),
        (b"game = 'basic'\nuntil = 'soon'", "until: a share such as 2%"),
        (b"game = 'basic'\nuntil = '80%'", "until: from 0.01% to 50%"),
        (b"game = 'basic'\n[options]\nzone = 99", "zone"),
        (b"game = 'basic'\n[vary]\nzone = []", "vary.zone: there is no value"),
        (b"game = 'basic'\n[vary]\nzone = 3", "vary.zone: must be a list"),
        (b"game = 'basic'\n[vary]\nzone = [3, 3]", "vary.zone: a value is there twice"),
        (b"game = 'basic'\n[vary]\nzone = [3, 99]", "vary zone=99: "),
        (b"game = 'basic'\n[vary]\nzones = [3]", "vary.zones: basic has no such option or number"),
        (b"game = 'basic'\n[vary]\n'close.health' = [3, 0]", "vary close.health=0: the variant"),
        (b"game = 'skirmish'\n[vary]\nseats = [2, 9]", "vary seats=9: "),
        (b"game = 'basic'\nvariant = 'gone.json'", "variant: gone.json: No such file"),
    ],
)
def test_what_cannot_be_is_refused_with_its_place(text: bytes, says: str) -> None:
    with pytest.raises(Refusal) as caught:
        lab.plan_from_toml(text, "plan.toml")
    assert str(caught.value.message).startswith("plan.toml: ")
    assert says in caught.value.message


def test_a_grid_beyond_all_bounds_is_refused() -> None:
    many: dict[str, Any] = {"seed": 1, "vary": {"a": list(range(50)), "b": list(range(50))}}
    with pytest.raises(Refusal, match="more than 1000 cells"):
        lab.plan_from_json({"game": "basic", **many}).check()


def test_files_are_read_for_plans_that_lie_somewhere_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What somebody sends over a network lies nowhere."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "own.json").write_text('{"secret": 1}', "utf-8")
    told: dict[str, Any] = {"game": "basic", "variant": "own.json", "vary": {"table": ["own.json"]}}
    sent, kept = lab.plan_from_json(told), lab.plan_from_json(told, tmp_path)
    assert (sent.variant, sent.vary["table"]) == ("own.json", ("own.json",))
    assert (kept.variant, kept.vary["table"]) == ({"secret": 1}, ({"secret": 1},))
