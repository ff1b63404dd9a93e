"""Campaigns on the command line: listed, shown, checked, and played in a folder."""

import json
from pathlib import Path

from campaigns.marching import small
from cli.driving import outrider
from outrider.cli.marching import COURSE


def test_those_that_ship_are_listed_shown_and_sound(tmp_path: Path) -> None:
    assert "salt-road" in outrider("campaign", "list").stdout
    shown = outrider("campaign", "show", "salt-road").stdout
    assert "The top of the pass" in shown and "Isolde Venn" in shown
    file = tmp_path / "mine.json"
    file.write_text(json.dumps(small()), "utf-8")
    assert outrider("campaign", "check", str(file)).stdout == "ok\n"
    schema = json.loads(outrider("campaign", "schema", "skirmishers").stdout)
    assert schema["title"] == "A campaign of Skirmishers"


def test_faults_are_told_by_place(tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    file.write_text(json.dumps(small(first="x")), "utf-8")
    done = outrider("campaign", "check", str(file))
    assert done.returncode == 2 and 'first: there is no battle "x"' in done.stdout
    done = outrider("campaign", "show", "nothing")
    assert done.returncode == 2 and 'no campaign is called "nothing"' in done.stderr


def test_a_campaign_is_played_in_a_folder_and_gone_on_with(tmp_path: Path) -> None:
    file, folder = tmp_path / "mine.json", tmp_path / "march"
    value = small()
    value["battles"]["one"]["next"]["blue"] = "two"
    file.write_text(json.dumps(value), "utf-8")
    play = ("campaign", "play", str(folder))
    first = outrider(*play, "--campaign", str(file), stdin="quit\n")
    assert first.returncode == 0 and "The battle goes on with the same command." in first.stdout
    again = outrider(*play, "--campaign", str(file))
    assert again.returncode == 2 and "has a campaign already" in again.stderr
    second = outrider(*play, stdin="resign\ny\n")
    assert "Blue won. Who has learnt what? 2 at most." in second.stdout
    third = outrider(*play, stdin="B9 attack\nB1\nB1 attack, B2 attack\nquit\n")
    assert 'picks[0].id: nobody is called "B9"' in third.stdout
    assert "a lesson is a piece and what it learns" in third.stdout
    assert "B1: attack 2" in third.stdout.replace("B1 :", "B1:")
    last = outrider(*play, stdin="resign\ny\n")
    course = json.loads((folder / COURSE).read_text("utf-8"))
    assert [row["winner"] for row in course["fought"]] == ["blue", "blue"]
    assert course["fought"][0]["learnt"] == [
        {"id": "B1", "rating": "attack"},
        {"id": "B2", "rating": "attack"},
    ]
    assert "Lost" in last.stdout and "It is." in outrider(*play).stdout
