"""Records that were played by older rules, as those rules wrote them.

`skirmish-home`: Red saw Blue's army from its own edge and reported at once. `skirmish-told`: it saw
it from there, told it later, and reported. `skirmish-small`: two at a table of twelve inches.
`skirmishers-struck`: a piece moved after it had struck. `skirmishers-whole`: nothing of all that.
"""

from pathlib import Path

from outrider.core.record import Record, record_from_text

HERE = Path(__file__).parent
NAMES = sorted(path.stem for path in HERE.glob("*.jsonl"))
PARTED = {"skirmish-home": 23, "skirmish-told": 41, "skirmish-small": 0, "skirmishers-struck": 5}
"""The line at which each parts from today's rules: 0 is the beginning."""


def file(name: str) -> Path:
    return HERE / f"{name}.jsonl"


def text(name: str) -> str:
    return file(name).read_text("utf-8")


def record(name: str) -> Record:
    return record_from_text(text(name))
