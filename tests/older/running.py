"""A server with a match that was begun before the rules were changed."""

import json
import sqlite3
from contextlib import AbstractContextManager, closing
from pathlib import Path

from older.kept import record
from outrider.core.chain import hash_after, head_of
from server.driving import WIDE, Sat, Server, running, seated

KEPT = "skirmishers-struck"


def made_older(database: Path, sat: Sat, lines: int) -> None:
    """As if the match had been begun, and played so far, before the rules were changed."""
    kept = record(KEPT)
    with closing(sqlite3.connect(database)) as db, db:
        row = db.execute("SELECT header FROM terms WHERE match = ?", (sat.match,)).fetchone()
        header = {**json.loads(row[0]), "rules": kept.header.rules}
        changed = (json.dumps(header), sat.match)
        db.execute("UPDATE terms SET header = ? WHERE match = ?", changed)
        db.execute("UPDATE matches SET rules = ? WHERE id = ?", (kept.header.rules, sat.match))
        head = head_of(header)
        for line in kept.lines[:lines]:
            head = hash_after(head, line.to_json())
            db.execute(
                "INSERT INTO lines (match, n, line, at) VALUES (?, ?, ?, 1)",
                (sat.match, line.n, json.dumps({**line.to_json(), "hash": head})),
            )


def with_older(
    folder: Path, lines: int, kinds: str = "me link"
) -> tuple[AbstractContextManager[Server], Sat]:
    """A server that finds such a match when it starts, and the match."""
    scenario = record(KEPT).header.scenario
    with running(folder, *WIDE) as server:
        sat = seated(server, "skirmishers", kinds, scenario=scenario, dice="typed", listed=True)
        database = server.database
    made_older(database, sat, lines)
    return running(folder, *WIDE), sat
