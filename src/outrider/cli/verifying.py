"""The command `outrider verify`."""

from pathlib import Path

from outrider.cli.files import game_of, read_record
from outrider.core.course import last, replay
from outrider.dice import verified


def verify_record(file: Path) -> int:
    """Replay a record by its rules and compute its dice anew; 0 if all is as it says."""
    record = read_record(file)
    verdict = verified(record)
    if verdict.wrong is not None:
        print(f"WRONG: {verdict.wrong}")
        return 1
    last(replay(game_of(record), record))
    print(f"All {verdict.checked} dice in {verdict.rolls} rolls fell as committed to.")
    print("The game was played by the rules, and the result is right.")
    return 0
