"""`outrider bot URL`: programs and levels at a real server's table."""

import os
import re
import subprocess
import sys
import threading
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from outrider.cli.offered import Visit as Asked
from outrider.cli.visiting import wish_of
from outrider.core.record import Opened
from outrider.core.refusal import Refusal
from outrider.visiting.memory import Keeper
from outrider.visiting.visit import Stopped, visit
from server.driving import WIDE, Json, Sat, Server, kill, made, running
from server.ports import lasting_port

ROOT = Path(__file__).resolve().parents[2]
FIRST = f"{sys.executable} {ROOT / 'examples' / 'bots' / 'first.py'}"
SHORT = {"turn_limit": 4}
DEADLINE = 120.0


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("server"), *WIDE, "--workers", "1") as found:
        yield found


class Visitor(threading.Thread):
    """A visit in a thread: what it said, and how it ended."""

    def __init__(self, folder: Path, url: str, bot: str, **more: Any) -> None:
        super().__init__(daemon=True)
        self.kept = folder / "kept.json"
        self._wish = wish_of(Asked(url, bot, keep=self.kept, **more))
        self.said: list[str] = []
        self.ended = ""
        self._acted = threading.Event()
        self.start()

    def run(self) -> None:
        try:
            self.ended = visit(self._wish, self._told)
        except (Refusal, Stopped) as problem:
            self.ended = f"{type(problem).__name__}: {problem}"
        except Exception:
            self.ended = traceback.format_exc()
        self._acted.set()

    def _told(self, text: str) -> None:
        self.said.append(text)
        if re.match(r" +\d+  ", text):
            self._acted.set()

    def until_acted(self) -> None:
        assert self._acted.wait(DEADLINE)

    def until_over(self) -> str:
        self.join(DEADLINE)
        assert not self.is_alive(), self.said
        return self.ended


def table(server: Server, game: str, kinds: str, **more: Any) -> Json:
    with server.person() as person:
        return made(person, game, kinds, **more)


def link(server: Server, new: Json, seat: str) -> str:
    return f"{server.url}/join/{new['match']}#{new['invites'][seat]}"


def record(server: Server, new: Json) -> Any:
    return Sat(server, new["match"], {}, {}, new["watch"], {}).record()


def test_a_program_and_a_level_play_a_match_with_sealed_dice_to_its_end(
    server: Server, tmp_path: Path
) -> None:
    new = table(server, "basic", "link link", dice="sealed", options=SHORT)
    red = Visitor(tmp_path / "red", link(server, new, "red"), "", program=FIRST)
    blue = Visitor(tmp_path / "blue", link(server, new, "blue"), "soldier", name="Sam")
    for visitor in (red, blue):
        assert visitor.until_over().endswith("every die was computed again."), visitor.ended
    found = record(server, new)
    assert found.header.names == {"red": f"{Path(sys.executable).name} first.py", "blue": "Sam"}
    # Both held their own seals: the server opened its own chain alone.
    assert found.header.dice["engine"] == []
    opened = [line for line in found.lines if isinstance(line, Opened)]
    assert opened and all(set(line.links) == {"server", "red", "blue"} for line in opened)
    assert red.kept.stat().st_mode & 0o077 == 0


@contextmanager
def process(folder: Path, *words: str) -> Iterator[subprocess.Popen[str]]:
    started = subprocess.Popen(
        [sys.executable, "-m", "outrider", "bot", *words],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "OUTRIDER_DATA": str(folder)},
    )
    try:
        yield started
    finally:
        if started.poll() is None:
            started.kill()
        started.communicate()


def test_who_was_killed_goes_on_with_the_same_command_and_the_same_seals(
    server: Server, tmp_path: Path
) -> None:
    new = table(server, "basic", "link link", dice="sealed", options=SHORT)
    words = (link(server, new, "red"), "random")
    blue = Visitor(tmp_path, link(server, new, "blue"), "recruit")
    with process(tmp_path, *words) as red:
        assert red.stdout is not None
        assert any(re.match(r" +\d+  ", line) for line in red.stdout)
        red.kill()
    (file,) = (tmp_path / "visits").glob("*.json")
    before = Keeper(file).read()
    with process(tmp_path, *words) as red:
        said, _ = red.communicate(timeout=DEADLINE)
        assert red.returncode == 0
    after = Keeper(file).read()
    assert before is not None and after is not None
    assert after.seeds[-1] == before.seeds[-1] and after.token == before.token
    assert "every die was computed again" in said
    assert "computed again" in blue.until_over()


def test_fair_dice_and_a_seat_of_choice_at_a_table_open_to_all(
    server: Server, tmp_path: Path
) -> None:
    options = {"length_limit": 10}
    new = table(server, "skirminion", "link link", dice="fair-2", listed=True, options=options)
    address = f"{server.url}/table/{new['match']}"
    blue = Visitor(tmp_path / "one", address, "random", seat="Blue")
    red = Visitor(tmp_path / "two", address, "outrider_tortoise:Tortoise", seat="red")
    assert red.until_over().startswith("Drawn.") and blue.until_over().startswith("Drawn.")
    assert red.said[0].startswith("Red at") and blue.said[0].startswith("Blue at")
    assert record(server, new).header.names == {"red": "Tortoise", "blue": "random"}


def refused(folder: Path, *words: str, **more: Any) -> str:
    """Why a visit is not begun, in one line."""
    url, bot = (*words, "")[:2]
    asked = Asked(url, bot, keep=folder / "kept.json", **more)
    with pytest.raises(Refusal) as found:
        visit(wish_of(asked), lambda text: None)
    assert "\n" not in found.value.message
    return found.value.message


def test_what_is_wrong_is_said_in_one_line(server: Server, tmp_path: Path) -> None:
    new = table(server, "basic", "me link")
    typed = table(server, "basic", "me link", dice="typed")
    here = server.url
    seat = link(server, new, "blue")
    for words, said in (
        ((f"{here}/table/abcdefabcdef", "random"), "there is no match"),
        ((f"{here}/join/{new['match']}#wrong", "random"), "the seat is taken, or"),
        ((f"{here}/nowhere", "random"), "is no table"),
        (("nonsense", "random"), "is no link to a table"),
        ((f"ftp://{here[7:]}/table/abcdefabcdef", "random"), "is no link to a table"),
        ((here, "random"), "is a server, not a table"),
        ((link(server, typed, "blue"), "random"), "a program has none"),
        ((seat, "general"), "there is no bot"),
        ((seat, "no-such-program --now"), "there is no program"),
        ((seat,), "name one bot"),
    ):
        assert said in refused(tmp_path, *words), words
        (tmp_path / "kept.json").unlink(missing_ok=True)
    assert "there is no seat green" in refused(tmp_path, seat, "random", seat="green")
    assert "--at-a-loss is one of" in refused(tmp_path, seat, "random", at_a_loss="cry")
    (tmp_path / "kept.json").write_text("{}")
    assert "is not what a bot keeps" in refused(tmp_path, seat, "random")
    with Keeper(tmp_path / "kept.json").held():
        assert "another process plays this seat" in refused(tmp_path, seat, "random")
    gone = Visitor(tmp_path / "gone", "http://127.0.0.1:9/table/abcdefabcdef", "random",
                   patience=0.2)  # fmt: skip
    assert gone.until_over().startswith("Stopped: no server answers at http://127.0.0.1:9")


def test_a_program_that_dies_is_told_of_and_costs_nobody_the_match(
    server: Server, tmp_path: Path
) -> None:
    bad = tmp_path / "bad.py"
    bad.write_text("import sys\nsys.stdin.readline()\nsys.exit('out of ideas')\n", "utf-8")
    new = table(server, "basic", "link bot", options=SHORT)
    command = f"{sys.executable} {bad}"
    first = Visitor(tmp_path, link(server, new, "red"), command)
    assert "out of ideas" in first.until_over() and first.ended.startswith("Stopped")
    second = Visitor(tmp_path, link(server, new, "red"), command, at_a_loss="resign")
    assert second.until_over().startswith("Lost.")


def test_a_server_that_comes_back_is_played_on_with(tmp_path: Path) -> None:
    options = ("--port", str(lasting_port()), "--workers", "1")
    with running(tmp_path, *options) as server:
        new = table(server, "basic", "link link", options={"turn_limit": 30}, dice="sealed")
        red, blue = (
            Visitor(tmp_path / seat, link(server, new, seat), "random") for seat in ("red", "blue")
        )
        red.until_acted()
        kill(server)
    with running(tmp_path, *options):
        assert "computed again" in red.until_over(), red.ended
        assert "computed again" in blue.until_over()
    assert any("connecting anew" in text for text in red.said)


@pytest.mark.parametrize(
    "rest", ["table/abcdefabcdef#seat=/../../x&token=t", "join/abcdefabcdef#/../../x"]
)
def test_a_link_is_no_way_to_other_folders(rest: str) -> None:
    """What is kept of a seat is named after it, and a link is somebody else's."""
    with pytest.raises(Refusal, match=r"is no (seat|invitation): a link is"):
        wish_of(Asked(f"http://127.0.0.1:8000/{rest}", "random"))
