"""The game that is kept beside the others shows all that can happen."""

from pathlib import Path

import outrider
from games.basic.battlefield import GAME

KEPT = Path(__file__).parents[2] / "playthroughs" / "basic.jsonl"


def test_the_kept_game_shows_everything() -> None:
    """BSK-S2, BSK-T1, BSK-M1, BSK-C2 to BSK-C5, BSK-A1, BSK-A6, BSK-V1: every kind of action, both
    abilities, hits, misses, saves, a buffer that is spent, deaths on both sides, a winner."""
    record = outrider.record_from_text(KEPT.read_text("utf-8"))
    moments = list(outrider.replay(GAME, record))
    events = [event.to_json() for moment in moments for event in moment.events]
    lines = [line.to_json() for line in record.lines]
    done = {line.get("do") for line in lines}
    assert done >= {"deploy", "move", "attack", "command", "end"}
    assert {line.get("ability") for line in lines} >= {"bolster", "rush"}
    names = {event["event"] for event in events}
    assert names >= {"rolled", "moved", "missed", "saved", "hurt", "died", "phase", "over"}
    assert {event["unit"][0] for event in events if event["event"] == "died"} == {"R", "B"}
    assert any(event.get("buffered") for event in events)
    assert record.result is not None and len(record.result.winners) == 1
    assert len(lines) <= 120
