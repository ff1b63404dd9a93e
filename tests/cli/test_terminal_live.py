"""The real thing: `outrider play` at a pseudo-terminal, and once inside tmux."""

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from cli.driving import DEADLINE, START, Screen, environment, outrider
from outrider.cli.files import read_record
from outrider.games import game
from outrider.play.match import Match

SKIRMINION = game("skirminion")
FILES_ROW = "a   b   c   d   e   f   g   h"

needs_tmux = pytest.mark.skipif(
    "tmux" in os.environ.get("OUTRIDER_MISSING", "").split(), reason="tmux is missing"
)


def boards(shown: str) -> list[list[str]]:
    """Every board on the screen, as its eight rows."""
    rows = re.findall(r"^ ([1-8]) (.{32}) \1\s*$", shown, re.M)
    return [[row for _, row in rows[at : at + 8]] for at in range(0, len(rows), 8)]


def only_game(data: Path) -> Path:
    """The one file that is kept; drafts of it may not be left over."""
    (file,) = data.iterdir()
    return file


def match_in(file: Path) -> Match:
    return Match.from_record(SKIRMINION, read_record(file))


def test_a_game_is_played_left_and_resumed(tmp_path: Path) -> None:
    data, copy = tmp_path / "data", tmp_path / "copy.jsonl"
    with Screen("play", "skirminion", "--seed", "7", data=data, width=300) as screen:
        opening = screen.until(" > ")
        assert "Skirminion" in opening and "type ? for help" in opening
        assert "Red rolls 4 for initiative." in opening
        assert "Blue: declare how many forts each side places, 0 to 4. > " in opening
        assert "forts 0  forts 1  forts 2  forts 3  forts 4" in screen.answer("moves")
        assert "Refused SKN-S3: " in screen.answer("forts 9")
        assert "Red: place a fort" in screen.answer("forts 1")
        assert "Blue: place a fort" in screen.answer("fort d4")
        assert "Refused SKN-S5: e5 is adjacent" in screen.answer("fort e5")
        assert "The battle begins." in screen.answer("fort d6")
        assert "e1-d2  e1-e2  e1-f2  e1-e3" in screen.answer("moves e1")
        assert "Red moves e1 to e3." in screen.answer("e1-e3")
        # Across the other player: refused, then granted.
        assert "Blue: may it be taken back? y/n > " in screen.answer("undo")
        assert "It stands." in screen.answer("n")
        screen.answer("undo")
        assert "Red: activate a unit. > " in screen.answer("y")
        # Beside the fort d4, c3-c5 is a move; then the unit may still besiege d6, or not.
        screen.answer("c1-c3")
        screen.answer("pass")
        assert "Red: c5 may still attack, or end. > " in screen.answer("c3-c5")
        assert "y/n" not in screen.answer("undo")
        assert "Red: c5 may still attack, or end. > " in screen.answer("c3-c5")
        assert f"Saved in {copy}." in screen.answer(f"save {copy}")
        assert "Blue: activate a unit. > " in screen.answer("end")
        drawn = boards(screen.answer("board"))[-1]
        screen.type("quit")
        screen.until(f"--resume {only_game(data)}")
        assert screen.ended() == 0
        assert "Traceback" not in screen.seen
    kept = match_in(only_game(data))
    assert match_in(copy).version == kept.version - 1
    for how in (["--resume", str(only_game(data))], ["--last"]):
        with Screen("play", "skirminion", *how, data=data) as screen:
            assert boards(screen.until("Blue: activate a unit. > ")) == [drawn]
            screen.answer("quit", "--resume")
            assert screen.ended() == 0
        assert match_in(only_game(data)).record() == kept.record()
    with Screen("play", "skirminion", "--last", data=data) as screen:
        screen.until(" > ")
        assert "Blue resigns? y/n > " in screen.answer("resign")
        assert "Red wins: blue resigned." in screen.answer("y", "replay ")
        assert screen.ended() == 0
    replayed = outrider("replay", only_game(data), "--no-board")
    assert replayed.returncode == 0
    assert "Red wins: blue resigned." in replayed.stdout


def test_typed_dice_with_a_bad_face_first(tmp_path: Path) -> None:
    with Screen("play", "skirminion", "--typed", data=tmp_path) as screen:
        screen.until("Red: roll a die for the initiative. > ")
        assert "Refused: a die shows 1 to 6" in screen.answer("7")
        assert "Blue: roll a die for the initiative. > " in screen.answer("2")
        assert "Red: declare how many forts" in screen.answer("6")
        screen.type("quit")
        assert screen.ended() == 0
    (red, blue) = match_in(only_game(tmp_path)).record().lines
    assert (red.to_json()["faces"], blue.to_json()["faces"]) == ([2], [6])


def test_a_position_played_to_its_end_in_colour(tmp_path: Path) -> None:
    arguments = ("play", "skirminion", "--position", "8/8/8/3a4/3D4/8/8/F7 r - -", "--name")
    file = tmp_path / "mine.jsonl"
    with Screen(*arguments, "red=Ann", "--save", file, data=tmp_path) as screen:
        assert "R4" in boards(screen.until("Red: activate a unit. > "))[0][4]
        assert "Red wins" in screen.answer("d4xd5", "outrider replay ")
        assert screen.ended() == 0
        assert b"\x1b[" in screen.shown
    assert match_in(file).result is not None
    assert match_in(file).header.names == {"red": "Ann"}


@pytest.mark.parametrize("way", ["end of input", "interrupt"])
def test_hanging_up_keeps_the_game(tmp_path: Path, way: str) -> None:
    with Screen("play", "skirminion", "--position", START, data=tmp_path) as screen:
        screen.until(" > ")
        screen.answer("e1-e3")
        if way == "interrupt":
            screen.interrupt()
        else:
            os.write(screen.fd, b"\x04")
        screen.until("The game is kept.")
        screen.until(f"--resume {only_game(tmp_path)}")
        assert screen.ended() in (0, 130)
        assert "Traceback" not in screen.seen
    assert match_in(only_game(tmp_path)).version == 1


def test_a_kill_loses_nothing_that_was_shown(tmp_path: Path) -> None:
    """Many moves are typed at once, and the process is killed in the midst of them."""
    with Screen("play", "skirminion", "--position", START, data=tmp_path) as screen:
        screen.until(" > ")
        for _ in range(40):
            screen.type("pass")
        for _ in range(9):
            screen.until(" passes.")
        screen.process.kill()
        screen.process.wait(DEADLINE)
        assert screen.ended() == -signal.SIGKILL
        shown = screen.seen.count(" passes.")
    (file,) = [file for file in tmp_path.iterdir() if not file.name.startswith(".")]
    match = match_in(file)
    assert 9 <= shown <= match.version <= 40
    assert file.read_bytes().endswith(b'{"result":null}\n')
    done = outrider("play", "skirminion", "--last", stdin="", OUTRIDER_DATA=str(tmp_path))
    assert done.returncode == 0
    assert match_in(file).record() == match.record()


def test_bytes_that_are_no_characters(tmp_path: Path) -> None:
    with Screen("play", "skirminion", "--position", START, data=tmp_path) as screen:
        screen.until(" > ")
        os.write(screen.fd, b"\xff\xfe\n")
        screen.until(" > ")
        assert "Red moves e1 to e3." in screen.answer("e1-e3")
        assert "Traceback" not in screen.seen


@needs_tmux
def test_inside_tmux(tmp_path: Path) -> None:
    """As people have it: a window of 80 by 24, colours, and a status line below."""
    data = tmp_path / "data"
    tmux = ("tmux", "-S", str(tmp_path / "socket"), "-f", "/dev/null")
    settings = environment(OUTRIDER_DATA=str(data))
    del settings["COLUMNS"], settings["TERM"]
    command = f"{sys.executable} -m outrider play skirminion --seed 7; echo status $?; cat"

    def run(*arguments: str) -> str:
        done = subprocess.run(
            [*tmux, *arguments], capture_output=True, text=True, env=settings, timeout=DEADLINE
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    def wait_for(last: str, above: str = "") -> str:
        """The screen, once its last line begins like this and waits for an answer."""
        limit = time.monotonic() + DEADLINE
        while True:
            shown = run("capture-pane", "-p")
            lines = shown.rstrip().splitlines() or [""]
            if above in shown and lines[-1].startswith(last) and lines[-1].endswith((">", "0")):
                return shown
            assert time.monotonic() < limit, shown
            time.sleep(0.05)

    def answer(line: str, last: str, above: str = "") -> str:
        run("send-keys", "-l", line)
        run("send-keys", "Enter")
        return wait_for(last, above)

    run("new-session", "-d", "-x", "80", "-y", "24", command)
    try:
        wait_for("Blue: declare how many forts")
        answer("forts 0", "Red: activate")
        shown = answer("e1-e3", "Blue: activate")
        assert FILES_ROW in shown
        assert "R6" in boards(shown)[-1][5]
        assert "\x1b[" in run("capture-pane", "-p", "-e")
        answer("e3-e4", "Blue: activate", "Refused SKN-B1: ")
        answer("undo", "Blue: may it be taken back?")
        answer("y", "Red: activate")
        run("send-keys", "C-c")
        shown = wait_for("status 0")
        assert "The game is kept." in shown
        assert "Traceback" not in shown
    finally:
        run("kill-server")
    assert match_in(only_game(data)).record().lines[-1].to_json()["do"] == "declare"
