"""`outrider verify`: 0 if all dice are right, 1 if one is not, 2 where nothing can be said."""

import copy
import dataclasses
from pathlib import Path
from typing import Any

import pytest

from cli.driving import outrider
from dice.ceremonies import ceremony, rolls_of, rows_of, skirmish_record
from outrider.cli.files import write_record
from outrider.cli.verifying import verify_record
from outrider.core.record import Record
from outrider.core.refusal import Refusal
from outrider.core.wire import dumps
from outrider.dice import commitment

FIGHT = skirmish_record()
ROWS = rows_of(FIGHT)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "fight.jsonl"


def verify(file: Path, rows: list[dict[str, Any]]) -> tuple[int, str, str]:
    """Exit status and what was said, of a record with these lines."""
    file.write_text("".join(dumps(row) + "\n" for row in rows), "utf-8")
    done = outrider("verify", file)
    assert "Traceback" not in done.stderr + done.stdout
    return done.returncode, done.stdout, done.stderr


def here(
    file: Path, rows: list[dict[str, Any]], capsys: pytest.CaptureFixture[str]
) -> tuple[int, str]:
    """The same in this process, which is quicker."""
    file.write_text("".join(dumps(row) + "\n" for row in rows), "utf-8")
    status = verify_record(file)
    return status, capsys.readouterr().out


def first_roll() -> int:
    return next(n for n, row in enumerate(ROWS) if "roll" in row)


def with_dice(dice: object) -> list[dict[str, Any]]:
    return [{**ROWS[0], "dice": dice}, *ROWS[1:]]


def test_all_is_right(file: Path) -> None:
    dice = sum(len(roll.faces) for roll in rolls_of(FIGHT))
    assert verify(file, ROWS) == (
        0,
        "The record is unchained: nothing here shows whether its lines were changed.\n"
        f"All {dice} dice in {len(rolls_of(FIGHT))} rolls fell as committed to.\n"
        "The game was played by the rules, and the result is right.\n",
        "",
    )


def test_a_face_was_changed(file: Path) -> None:
    rows, n = copy.deepcopy(ROWS), first_roll()
    real = rows[n]["faces"][-1]
    said = rows[n]["faces"][-1] = real % 6 + 1
    count = len(rows[n]["faces"])
    status, out, err = verify(file, rows)
    where = f"line n={n}, die {count} of {count} for {rows[n]['roll']}"
    assert (status, err) == (1, "")
    assert out == f"WRONG: {where}: it says {said}, but {real} fell\n"


def test_another_secret(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = with_dice({**ROWS[0]["dice"], "secret": "another"})
    assert here(file, rows, capsys) == (
        1,
        "WRONG: line 1: the secret is not the one that was committed to\n",
    )


def test_another_secret_with_its_commitment(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    other = {"secret": "another", "commitment": commitment("another")}
    status, out = here(file, with_dice({**ROWS[0]["dice"], **other}), capsys)
    assert status == 1
    assert out.startswith("WRONG: line n=")


def test_an_entropy_was_changed(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    dice = copy.deepcopy(ROWS[0]["dice"])
    dice["entropies"]["blue"] += "!"
    status, out = here(file, with_dice(dice), capsys)
    assert (status, out) == (
        1,
        "WRONG: line 1: blue's entropy is not the one that was committed to\n",
    )


def test_right_dice_and_a_wrong_result(file: Path) -> None:
    """Dice alone prove nothing: the game is played through, too."""
    rows = [*ROWS[:-1], {"result": {"winners": ["blue"], "reason": "so there"}}]
    status, out, err = verify(file, rows)
    assert (status, out) == (2, "")
    assert err.startswith(f"outrider: line {len(rows)}: the game played here gives ")


def test_right_dice_and_a_move_against_the_rules(file: Path) -> None:
    rows = copy.deepcopy(ROWS)
    n = next(n for n, row in enumerate(rows) if "do" in row)
    rows[n] = {"n": n, "seat": rows[n]["seat"], "do": "skip", "unit": "G1"}
    file.write_text("".join(dumps(row) + "\n" for row in rows), "utf-8")
    with pytest.raises(Refusal, match=f"line {n + 1}: "):
        verify_record(file)


@pytest.mark.parametrize(
    ("dice", "text"),
    [
        ({"kind": "fair"}, "must be an object"),
        ([], "line 1: the dice must be an object"),
    ],
    ids=["empty", "junk"],
)
def test_nothing_to_check(file: Path, dice: object, text: str) -> None:
    status, out, err = verify(file, with_dice(dice))
    assert (status, out) == (2, "")
    assert err.startswith("outrider: ") and text in err
    assert len(err.splitlines()) == 1


def test_a_secret_that_is_kept_back(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """While the match goes on it has to be; afterwards it hides dice of the host's choice."""
    rows = with_dice(dataclasses.replace(ceremony(), secret=None).to_json())
    status, out = here(file, rows, capsys)
    assert status == 1
    said = "the match is over, but the secret of its dice is not revealed"
    assert out == f"WRONG: line 1: {said}\n"
    going_on = [*rows[:-2], {"result": None}]
    file.write_text("".join(dumps(row) + "\n" for row in going_on), "utf-8")
    with pytest.raises(Refusal, match="the secret is not revealed yet"):
        verify_record(file)


@pytest.mark.parametrize(
    ("origin", "said"),
    [(None, "Where its dice came from is not said"), ({"kind": "typed"}, "The dice were typed in")],
    ids=["referee", "typed"],
)
def test_a_record_without_hashes(file: Path, origin: dict[str, str] | None, said: str) -> None:
    """It is no less a record: its game was played by the rules, and that is all that is proved."""
    plain = Record(dataclasses.replace(FIGHT.header, dice=origin), FIGHT.lines, FIGHT.result)
    write_record(file, plain)
    done = outrider("verify", file)
    assert done.returncode == 0, done.stderr
    unchained, dice, rules = done.stdout.splitlines()
    assert unchained.startswith("The record is unchained")
    assert dice.startswith(said)
    assert rules == "The game was played by the rules, and the result is right."


def test_a_record_that_is_cut_short(file: Path) -> None:
    file.write_text(dumps(ROWS[0]) + "\n", "utf-8")
    with pytest.raises(Refusal, match="cut short"):
        verify_record(file)


def test_no_such_file(tmp_path: Path) -> None:
    done = outrider("verify", tmp_path / "nowhere.jsonl")
    assert done.returncode == 2
    assert done.stdout == "" and "nowhere.jsonl" in done.stderr
