"""Studies run again, and the odds that settings tell were measured on what is played today."""

import runpy
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from outrider.core.game import Game
from outrider.core.measured import kept, with_odds
from outrider.core.wire import dumps
from outrider.games import built_in, game
from outrider.lab import cells_of, plan_from_toml

STUDIES = sorted((Path(__file__).parent.parent / "docs" / "studies").glob("*.toml"))


@pytest.mark.parametrize("file", STUDIES, ids=lambda file: file.stem)
def test_a_study_can_be_run_and_has_its_page(file: Path) -> None:
    plan = plan_from_toml(file.read_bytes(), file.name)
    page = file.with_suffix(".md").read_text("utf-8")
    known = game(plan.game)
    assert f"outrider lab run docs/studies/{file.name}" in page
    assert f"{known.title}, rules {known.rules_version}; " in page
    rows = [line for line in page.splitlines() if line.startswith("| ")]
    assert len(rows) == 1 + len(cells_of(plan))
    assert f"]({file.stem}.md)" in (file.parent / "README.md").read_text("utf-8")


@pytest.mark.parametrize("known", built_in(), ids=lambda known: known.id)
def test_every_setting_tells_odds_of_today(known: Game[Any, Any]) -> None:
    """By today's rules, and from the very state that a match on it begins with."""
    told = kept(type(known).__module__.rpartition(".")[0])[known.id]
    assert told["rules"] == known.rules_version
    settings = known.settings()
    assert [*told["settings"]] == [each.id for each in settings]
    for each in settings:
        begun = known.dump(known.new(known.terms(**each.terms)).state)
        digest = sha256(dumps(begun).encode()).hexdigest()[:16]
        assert told["settings"][each.id]["begun"] == digest, f"{each.id}: to be measured again"
        found = each.measured
        assert found is not None and found.games >= 400
        shares = [*found.won.values(), found.drawn]
        assert sum(share.mean for share in shares) == pytest.approx(1, abs=0.001)
        assert all(0 <= share.low <= share.mean <= share.high <= 1 for share in shares)


def test_printing_again_forgets_no_odds_of_what_was_not_played_again() -> None:
    path = Path(__file__).parent.parent / "scripts" / "studies.py"
    measured = runpy.run_path(str(path))["measured"]
    known = game("basic")
    told = kept(type(known).__module__.rpartition(".")[0])["basic"]
    assert told["settings"] and measured(known, [], told) == told
    assert measured(known, [], {**told, "rules": "0.1"})["settings"] == {}


def test_odds_by_other_rules_are_not_told() -> None:
    known = game("basic")
    package = type(known).__module__.rpartition(".")[0]
    (told,) = with_odds(known.settings(), package, known.id, known.rules_version)
    assert told.measured is not None
    plain = [type(told)(told.id, told.title, told.story, told.sides)]
    (other,) = with_odds(plain, package, known.id, "0.1")
    assert other.measured is None
    assert other.to_json()["measured"] is None


def test_a_table_of_ones_own_has_no_odds() -> None:
    known = game("skirmish")
    own = known.further()["tables"]["breakfast"]
    setting = known.examine("table", own).setting
    assert setting is not None
    assert setting.measured is None and known.settings()[0].measured is not None
