"""The rulebooks' drawings: every rule that has a geometry has one, and it shows what is so."""

import json
import math
from pathlib import Path
from typing import Any

import pytest

import outrider
from outrider.games import __file__ as games

FOLDER = Path(games).parent
SHAPED = {
    "basic": "BSK-S3 BSK-S5 BSK-M1 BSK-M2 BSK-C1 BSK-A2 BSK-A3",
    "skirminion": "SKN-S1 SKN-S5 SKN-R1 SKN-R2 SKN-M2 SKN-M3 SKN-M4 SKN-M6 SKN-A1 SKN-A2 SKN-A4 "
    "SKN-A6",
    "skirmish": "SKM-S2 SKM-S3 SKM-S4 SKM-O1 SKM-O4 SKM-O9 SKM-R1 SKM-R3 SKM-D1 SKM-M1 SKM-M2 "
    "SKM-G1 SKM-G2 SKM-F1 SKM-N1 SKM-N2 SKM-N4 SKM-N5",
    "skirmishers": "SKR-S3 SKR-M1 SKR-M2 SKR-F1 SKR-F2 SKR-F8 SKR-G1 SKR-G4 SKR-G5 SKR-G6 SKR-X3 "
    "SKR-X4",
}
"""The rules that say where something is, or how far."""
TABLED = {
    "basic": {"BSK-U1"},
    "skirminion": {"SKN-M4", "SKN-P1"},
    "skirmish": {"SKM-G1", "SKM-H1", "SKM-N1", "SKM-N2"},
}


def figures_of(id: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads((FOLDER / id / "web" / "figures.json").read_text())
    return found


@pytest.mark.parametrize("id", SHAPED)
def test_every_rule_with_a_geometry_is_drawn(id: str) -> None:
    game = outrider.game(id)
    drawn = [each["rule"] for each in figures_of(id)]
    assert sorted(drawn) == sorted(SHAPED[id].split())
    assert {*drawn} <= {rule.id for rule in game.rulebook()}
    names = {figure.name for figure in game.figures}
    for each in figures_of(id):
        radii = {area.get("radius") for area in each.get("reach", ())}
        assert {name for name in radii if isinstance(name, str)} <= names


@pytest.mark.parametrize("rule", ["SKN-M2", "SKN-M3", "SKN-M4", "SKN-M6"])
def test_marked_squares_are_where_a_unit_may_go(rule: str) -> None:
    """Those of the fort move are some of them: it may walk as well."""
    game = outrider.game("skirminion")
    (figure,) = (each for each in figures_of("skirminion") if each["rule"] == rule)
    # An army of one is nearly over: somebody else stands far away.
    rows = figure["state"]["position"].split("/")
    position = "/".join(["f6f", *rows[1:7], f"F{rows[7][1:].replace('8 ', '')}"])
    state = game.read(position.replace("F r", "F7 r") if "F r" in position else position)
    texts = [game.write_action(each) for each in game.choices(state, "red")]
    found = {text.removeprefix("d4-") for text in texts if text.startswith("d4-")}
    marked = {square(area["at"]) for area in figure["reach"]}
    assert marked == found if rule != "SKN-M6" else marked < found


def square(at: list[float]) -> str:
    return f"{'abcdefgh'[math.floor(at[0])]}{math.floor(at[1]) + 1}"


@pytest.mark.parametrize("id", TABLED)
def test_tables_have_the_numbers_of_the_game(id: str) -> None:
    book = outrider.game(id).rulebook()
    rules = {rule.id: rule for rule in book if rule.table}
    assert {*rules} == TABLED[id]
    for rule in rules.values():
        rows = book.tabled(rule, None)
        assert len({len(row) for row in rows}) == 1 and rule.lead
        for text, changed in (cell for row in rows for cell in row):
            assert "{" not in text and not changed


def test_a_changed_number_is_marked_in_a_table() -> None:
    game = outrider.game("basic")
    changed = game.variant(
        {"outrider_variant": 1, "game": "basic", "name": "far", "set": {"long.range": 12}}
    )
    book = game.rulebook().by(changed)
    (units,) = (rule for rule in book if rule.id == "BSK-U1")
    cells = [cell for row in book.tabled(units, changed) for cell in row]
    (marked,) = (text for text, is_changed in cells if is_changed)
    assert marked.startswith("12 (not ")
