"""A game at one terminal, with people who read their lines from a script."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from cli.driving import START
from outrider.cli.files import read_record
from outrider.cli.terminal import Terminal, Wishes, seated
from outrider.core.course import last, replay
from outrider.core.refusal import Refusal
from outrider.dice import AskedDice, ListedDice, SeededDice
from outrider.games import game
from outrider.play.match import Match
from outrider_pebbles.game import Pebbles

SKIRMINION = game("skirminion")
MOVE_AND_STRIKE = "7f/8/3f4/8/3F4/8/8/F7 r - -"
"""Red's d4 may step to d5 and then attack d6."""
LAST_BLOW = "8/8/8/3a4/3D4/8/8/F7 r - -"
SIEGE = "7f/8/8/3f4/3P4/2F1F3/8/8 b - -"


class Table:
    """A terminal, its file, and what it has shown."""

    def __init__(self, match: Match, file: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.match = match
        self.file = file
        self.capsys = capsys

    def hears(self, *lines: str | BaseException | Callable[[], str]) -> str:
        """What is shown when people type these lines, and then hang up."""
        script = iter(lines)

        def ask(prompt: str) -> str:
            line = next(script, EOFError())
            if isinstance(line, BaseException):
                raise line
            return line if isinstance(line, str) else line()

        Terminal(self.match, self.file, ask).run()
        assert next(script, None) is None, "the game ended before the script"
        return self.capsys.readouterr().out

    @property
    def position(self) -> str:
        return SKIRMINION.write(self.match.state)

    def kept(self) -> Match:
        """The match as its file has it."""
        record = read_record(self.file)
        assert last(replay(self.match.game, record)).state == self.match.state
        assert record == self.match.record()
        return Match.from_record(self.match.game, record)


Sit = Callable[[Match | str], Table]


@pytest.fixture
def sit(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Sit:
    """Sits people down at a match, or at a battle from a position."""
    monkeypatch.setenv("COLUMNS", "300")
    monkeypatch.setenv("TERM", "dumb")

    def down(at: Match | str) -> Table:
        if isinstance(at, str):
            at = Match.from_state(SKIRMINION, SKIRMINION.read(at))
        return Table(at, tmp_path / "game.jsonl", capsys)

    return down


class TestPlaying:
    def test_a_short_game(self, sit: Sit) -> None:
        table = sit(LAST_BLOW)
        shown = table.hears("d4xd5")
        assert "Red's d4 attacks d5." in shown
        assert "Blue's d5 is destroyed." in shown
        assert "Red wins" in shown and "SKN-V1" in shown
        assert str(table.file) in shown
        assert table.kept().result is not None

    def test_the_setting_up(self, sit: Sit) -> None:
        table = sit(Match(SKIRMINION, SKIRMINION.terms(), ListedDice([4, 2])))
        shown = table.hears("forts 1", "fort d4", "fort d6", "e1-e3")
        assert "Red rolls 4 for initiative." in shown
        assert "Blue: declare how many forts" in shown
        assert "Red: place a fort" in shown
        assert "Red moves e1 to e3." in shown
        assert table.kept().version == 6

    def test_blanks_do_not_matter(self, sit: Sit) -> None:
        table = sit(START)
        table.hears("", "   ", "  e1-e3  ", "\tpass")
        assert table.match.version == 2

    def test_a_refusal_cites_its_rule_and_changes_nothing(self, sit: Sit) -> None:
        table = sit(START)
        table.hears("e1-e3")
        before = table.file.read_bytes()
        shown = table.hears(
            "e8-e4", "e3-e4", "rest a8", "forts 2", "nonsense", "[bold]x[/bold] [/]"
        )
        for rule in ("SKN-M3", "SKN-B1", "SKN-R1", "SKN-S4", "SKN-P1"):
            assert f"Refused {rule}: " in shown
        assert "[bold]x[/bold] [/]" in shown
        assert table.file.read_bytes() == before
        assert table.match.version == 1

    def test_a_siege_asks_the_other_player(self, sit: Sit) -> None:
        table = sit(SIEGE)
        shown = table.hears("d5*d4", "moves", "=e3")
        assert "Red: choose who takes the blow at d4." in shown
        assert "=c3  =e3" in shown
        assert "Red's e3 takes the blow." in shown


class TestLooking:
    def test_moves(self, sit: Sit) -> None:
        shown = sit(START).hears("moves")
        texts = shown.split()
        for action in SKIRMINION.choices(SKIRMINION.read(START), "red"):
            assert SKIRMINION.write_action(action) in texts

    def test_moves_of_one_unit(self, sit: Sit) -> None:
        shown = sit(START).hears("moves e1")
        assert "e1-d2  e1-e2  e1-f2  e1-e3" in shown
        assert "d1-" not in shown and "pass" not in shown
        assert "none" in sit(START).hears("moves e4")

    def test_moves_when_dice_have_to_fall(self, sit: Sit) -> None:
        table = sit(Match(SKIRMINION, SKIRMINION.terms(), AskedDice()))
        table.hears("moves", "odds forts 2", "resign", "undo")
        assert table.match.version == 0

    def test_odds_rules_board_and_help(self, sit: Sit) -> None:
        table = sit(LAST_BLOW)
        shown = table.hears("odds d4xd5", "odds d4xh8", "odds", "rules skn-m2", "rules x", "board")
        assert "kill 1" in shown and "win 1" in shown
        assert "Refused SKN-A1" in shown
        assert "retreating" in shown
        assert 'no rule "x"' in shown
        assert shown.count("a   b   c   d   e   f   g   h") == 4
        assert "SKN-V5" in table.hears("rules")
        for question in ("?", "help"):
            shown = table.hears(question)
            for word in (
                "moves",
                "odds",
                "hint",
                "board",
                "undo",
                "rules",
                "save",
                "resign",
                "quit",
            ):
                assert f"  {word} " in shown
        assert table.match.version == 0


class TestUndo:
    def test_within_an_activation(self, sit: Sit) -> None:
        table = sit(MOVE_AND_STRIKE)
        shown = table.hears("d4-d5", "undo")
        assert "y/n" not in shown
        assert table.position == MOVE_AND_STRIKE
        assert table.kept().version == 0

    def test_across_the_other_player_if_they_agree(self, sit: Sit) -> None:
        table = sit(START)
        shown = table.hears("e1-e3", "undo", "y")
        assert "Blue: may it be taken back? y/n >" in shown
        assert table.position == START
        assert table.kept().version == 0

    @pytest.mark.parametrize("answer", ["n", "", "no", "what?", "e8-e6", "undo"])
    def test_not_across_the_other_player_if_they_do_not(self, sit: Sit, answer: str) -> None:
        table = sit(START)
        shown = table.hears("e1-e3", "undo", answer)
        assert "It stands." in shown
        assert table.kept().version == 1

    def test_hanging_up_is_no_consent(self, sit: Sit) -> None:
        table = sit(START)
        assert "The game is kept." in table.hears("e1-e3", "undo")
        assert table.kept().version == 1

    def test_the_choice_of_a_recipient(self, sit: Sit) -> None:
        """It was Red's choice, in Blue's activation."""
        table = sit(SIEGE)
        table.hears("d5*d4", "undo", "y")
        assert table.position == SIEGE

    def test_nothing_to_take_back(self, sit: Sit) -> None:
        table = sit(START)
        assert "Refused: there is no choice to take back" in table.hears("undo")

    def test_never_across_dice(self, sit: Sit) -> None:
        table = sit(Match(SKIRMINION, SKIRMINION.terms(), SeededDice(7)))
        before = table.match.version
        assert "Refused: dice have fallen" in table.hears("undo")
        assert table.match.version == before
        pebbles = sit(Match(Pebbles(), Pebbles().terms(), ListedDice([4, 5])))
        assert "Refused: dice have fallen" in pebbles.hears("take 1", "undo")
        assert pebbles.match.version == 3

    def test_while_dice_have_to_fall(self, sit: Sit) -> None:
        """Red has chosen, Blue has not rolled yet: if anybody is asked, they have a name."""
        table = sit(Match(Pebbles(), Pebbles().terms(), AskedDice()))
        shown = table.hears("4", "take 1", "undo", "y")
        assert " > : " not in shown and "\n: " not in shown


class TestKeeping:
    @pytest.mark.parametrize("leaving", ["quit", EOFError(), KeyboardInterrupt()], ids=repr)
    def test_leaving_keeps_the_game(self, sit: Sit, leaving: str | BaseException) -> None:
        table = sit(START)
        shown = table.hears("e1-e3", leaving)
        assert f"outrider play skirminion --resume {table.file}" in shown
        assert table.kept().version == 1

    def test_every_change_is_kept_before_it_is_shown(self, sit: Sit) -> None:
        table = sit(MOVE_AND_STRIKE)

        def versions() -> str:
            assert table.kept().version == table.match.version
            return "board"

        table.hears(versions, "d4-d5", versions, "d5xd6", versions, "h8-h7", versions, "resign",
                    "y")  # fmt: skip
        assert table.kept().version == 4

    def test_saving_a_copy(self, sit: Sit, tmp_path: Path) -> None:
        table = sit(START)
        copy = tmp_path / "new folder" / "copy.jsonl"
        shown = table.hears("e1-e3", f"save {copy}", "e8-e6")
        assert f"Saved in {copy}." in shown
        assert Match.from_record(SKIRMINION, read_record(copy)).version == 1
        assert table.kept().version == 2

    def test_saving_where_nothing_can_be_saved(self, sit: Sit, tmp_path: Path) -> None:
        folder = tmp_path / "folder"
        folder.mkdir()
        table = sit(START)
        shown = table.hears("save", f"save {folder}", f"save {table.file}/x", "save /dev/null/x")
        assert shown.count("Refused: ") == 4
        assert sorted(tmp_path.iterdir()) == [folder, table.file], "something is left behind"

    @pytest.mark.parametrize("failure", [OSError(28, "disk full"), KeyboardInterrupt()], ids=repr)
    def test_a_write_that_breaks_off_leaves_the_old_file_alone(
        self, sit: Sit, monkeypatch: pytest.MonkeyPatch, failure: BaseException
    ) -> None:
        table = sit(START)
        table.hears()
        before = table.file.read_bytes()

        def fail(descriptor: int) -> None:
            raise failure

        def full() -> str:
            monkeypatch.setattr(os, "fsync", fail)
            return "e1-e3"

        table.hears(full)
        assert table.file.read_bytes() == before
        assert list(table.file.parent.iterdir()) == [table.file], "something is left behind"

    def test_a_name_that_no_file_has(self, sit: Sit) -> None:
        table = sit(START)
        assert "Refused: " in table.hears("save a\0b", "e1-e3")
        assert table.kept().version == 1

    def test_what_is_refused_because_it_cannot_be_kept_has_not_happened(
        self, sit: Sit, tmp_path: Path
    ) -> None:
        table = sit(START)
        table.file = tmp_path / "folder" / "game.jsonl"

        def lost() -> str:
            table.file.unlink()
            table.file.parent.rmdir()
            table.file.parent.touch()
            return "e1-e3"

        shown = table.hears(lost)
        assert "Refused: " in shown
        assert table.match.version == 0


class TestResigning:
    def test_yes(self, sit: Sit) -> None:
        table = sit(START)
        shown = table.hears("e1-e3", "resign", "y")
        assert "Blue resigns? y/n >" in shown
        assert "Red wins: blue resigned." in shown
        assert table.kept().result == table.match.result
        assert '{"n":2,"seat":"blue","match":"resign"}\n' in table.file.read_text()
        assert "Red wins: blue resigned." in table.hears()

    @pytest.mark.parametrize("answer", ["n", "", "resign", "e1-e3"])
    def test_no(self, sit: Sit, answer: str) -> None:
        table = sit(START)
        table.hears("resign", answer)
        assert table.kept().result is None
        assert table.match.version == 0


class TestTypedDice:
    def test_a_bad_face_first(self, sit: Sit) -> None:
        table = sit(Match(SKIRMINION, SKIRMINION.terms(), AskedDice()))
        shown = table.hears("7", "0", "x", "4 4", "e1-e3", "4", "2", "forts 0", "5")
        assert "Red: roll a die for the initiative." in shown
        assert "a die shows 1 to 6" in shown
        assert "1 face has to be named, not 2" in shown
        assert "Blue: roll a die for the initiative." in shown
        assert "Blue: declare how many forts" in shown
        assert table.kept().version == 3


class TestSitting:
    @pytest.fixture(autouse=True)
    def data(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
        monkeypatch.setenv("OUTRIDER_DATA", str(tmp_path / "data"))
        return tmp_path / "data"

    def test_a_new_game(self, data: Path) -> None:
        match, file = seated(Wishes("skirminion", seed=7, options=["quiet_limit=9"]))
        assert file.parent == data
        assert match.header.options["quiet_limit"] == 9
        assert match.header.date is not None
        again, _ = seated(Wishes("skirminion", seed=7, options=["quiet_limit=9"]))
        assert again.record().lines == match.record().lines

    def test_a_position_with_names(self) -> None:
        names = ["red=Ann", "blue=Bob=b"]
        match, _ = seated(Wishes("skirminion", position=START, names=names))
        assert SKIRMINION.write(match.state) == START
        assert match.header.names == {"red": "Ann", "blue": "Bob=b"}

    def test_the_last_game_of_this_kind(self, sit: Sit, data: Path) -> None:
        data.mkdir()
        (data / "other-20250101-000000-000000.jsonl").write_text("not ours")
        table = sit(START)
        for number, moves in enumerate((["e1-e3"], ["d1-d3", "pass"])):
            table.match = Match.from_state(SKIRMINION, SKIRMINION.read(START))
            table.file = data / f"skirminion-2025010{number}-000000-000000.jsonl"
            table.hears(*moves)
        match, file = seated(Wishes("skirminion", last=True))
        assert file == table.file
        assert match.record() == table.match.record()

    def test_a_record_of_another_game(self, tmp_path: Path) -> None:
        file = tmp_path / "pebbles.jsonl"
        file.write_text(Match(Pebbles(), Pebbles().terms()).record().to_text())
        with pytest.raises(Refusal):
            seated(Wishes("skirminion", resume=file))
        with pytest.raises(Refusal):
            seated(Wishes("skirminion", last=True))
