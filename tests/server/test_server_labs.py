"""The lab of a server: off by default, for its own machine alone, one errand at a time."""

import threading
import time
from pathlib import Path
from typing import Any

import pytest

from outrider.core.refusal import Refusal
from outrider.lab.opened import Experiment
from outrider.server import labs
from outrider.server.errors import Busy
from outrider.server.labs import Errands, Wish, plan_of
from server.driving import DEADLINE, inside


def ended(person: Any, id: str) -> dict[str, Any]:
    until = time.monotonic() + DEADLINE * 5
    while time.monotonic() < until:
        said: dict[str, Any] = person.get(f"/api/lab/{id}").json()
        if not said["running"]:
            return said
        time.sleep(0.2)
    raise AssertionError("it does not end")


def test_there_is_no_lab_unless_somebody_says_so(tmp_path: Path) -> None:
    with inside(tmp_path) as server, server.person() as person:
        for answer in (person.get("/api/lab"), person.post("/api/lab", json={"game": "basic"})):
            assert answer.status_code == 403
            assert "outrider serve --lab" in answer.json()["error"]["message"]


@pytest.mark.parametrize("header", ["x-forwarded-for", "forwarded", "x-real-ip", "via"])
def test_nobody_gets_to_the_lab_through_a_proxy_on_its_machine(tmp_path: Path, header: str) -> None:
    """Who is behind it is not known, also where it asks for 127.0.0.1."""
    with inside(tmp_path, lab=str(tmp_path / "lab")) as server, server.person() as person:
        assert person.get("/api/lab").status_code == 200
        answer = person.get("/api/lab", headers={header: "127.0.0.1"})
        assert answer.status_code == 403 and "own machine" in answer.json()["error"]["message"]


def test_of_two_that_are_begun_at_once_one_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    errands = Errands(tmp_path)
    wish = Wish(game="skirminion", bot="soldier", games=20_000)
    refused: list[Busy] = []

    def second() -> None:
        try:
            errands.begin(wish)
        except Busy as busy:
            refused.append(busy)

    other = threading.Thread(target=second)

    def meanwhile(wish: Wish) -> Any:
        if not other.ident:
            other.start()
            other.join(0.5)  # as far as it gets while the first has begun nothing yet
        return plan_of(wish)

    monkeypatch.setattr(labs, "plan_of", meanwhile)
    id = errands.begin(wish)
    try:
        other.join()
        assert len(refused) == 1 and errands.kept() == [id]
    finally:
        errands.stop()


def test_an_experiment_is_played_beside_the_server_told_kept_and_reported(tmp_path: Path) -> None:
    with inside(tmp_path, lab=str(tmp_path / "lab")) as server, server.person() as person:
        wish = {"game": "basic", "bot": "random", "games": 8, "set": {"commander.health": 1}}
        made = person.post("/api/lab", json=wish)
        assert made.status_code == 201, made.text
        id = made.json()["id"]
        busy = person.post("/api/lab", json=wish)
        assert busy.status_code == 429 and "under way" in busy.json()["error"]["message"]
        said = ended(person, id)
        assert said["over"] and "error" not in said, said
        assert [row["name"] for row in said["rows"]] == [
            "variant as printed",
            "variant commander health 1",
        ]
        assert said["played"] == 16 and all(
            row["low"] <= row["mean"] <= row["high"] for row in said["rows"]
        )
        fallen = sum(n for places in said["heat"]["fell"].values() for _, _, n in places)
        events = Experiment(tmp_path / "lab" / id).events()
        assert fallen == len(events.filter(events["kind"] == "fell"))
        assert said["table"]["size"] == [24, 24]
        report = person.get(f"/api/lab/{id}/report")
        assert report.status_code == 200 and "attachment" in report.headers["content-disposition"]
        assert "<h1>" in report.text
        assert person.get("/api/lab").json()["kept"] == [
            {"id": id, "game": "basic", "bot": "random", "scenario": None,
             "changed": "commander health 1"}
        ]  # fmt: skip
        assert person.get("/api/lab/000000000000").status_code == 404
        assert person.get("/api/lab/..%2f..").status_code in (400, 404)


def test_what_ends_while_it_is_looked_at_has_not_been_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its last word is written before it ends: whoever reads the word before has seen it run."""
    errands = Errands(tmp_path)
    id = errands.begin(Wish(game="basic", bot="random", games=8))
    process = errands._process
    assert process is not None
    read = Path.read_text

    def meanwhile(path: Path, *rest: Any) -> str:
        before = read(path, *rest) if path.exists() else "{}"
        process.wait(DEADLINE * 5)
        return before

    monkeypatch.setattr(Path, "read_text", meanwhile)
    said = errands.stands(id)
    assert said["running"] and "stopped" not in said, said
    assert errands.stands(id)["over"]


def test_what_is_stopped_ends_with_all_its_processes_and_keeps_what_it_has(tmp_path: Path) -> None:
    errands = Errands(tmp_path)
    id = errands.begin(Wish(game="skirminion", bot="soldier", games=20_000))
    process = errands._process
    assert process is not None and errands.is_busy() and errands.stands(id)["running"]
    errands.stop()
    assert process.poll() is not None and not errands.is_busy()
    assert errands.stands(id)["stopped"] and errands.kept() == [id]


@pytest.mark.parametrize(
    ("wish", "said"),
    [
        ({"game": "chess"}, "no game is called"),
        ({"game": "basic", "bot": "os:system"}, "there is no bot"),
        ({"game": "basic", "set": {"luck": 3.0}}, "has no number"),
        ({"game": "basic", "set": {"commander.health": 99.0}}, "must be from 1 to 20"),
        ({"game": "skirmishers", "scenario": "nowhere"}, "nowhere"),
    ],
)
def test_what_cannot_be_is_refused_before_anything_is_begun(
    wish: dict[str, Any], said: str, tmp_path: Path
) -> None:
    with pytest.raises(Refusal, match=said):
        Errands(tmp_path).begin(Wish(**wish))
    assert list(tmp_path.iterdir()) == []


def test_without_changes_the_books_numbers_are_played_alone() -> None:
    assert plan_of(Wish(game="basic", set={"commander.health": 5.0})).vary == {}
