"""The record of a match as text, for whoever asks for it."""

import asyncio
from dataclasses import replace

from outrider.core.chain import head_of
from outrider.core.record import (
    Chain,
    Closing,
    Record,
    header_from_json,
    outcome_from_json,
)
from outrider.server import dicing
from outrider.server.bounds import SHORT
from outrider.server.hall import Hall
from outrider.server.lines import kept_line
from outrider.server.live import Live
from outrider.server.storage.base import LineRow, MatchRow


async def text_of(hall: Hall, live: Live) -> str:
    """As JSON Lines. A long one is written in a thread: nobody should wait for it. One that was
    brought along is read back, since it is not in memory."""
    if live.row.stage == "archived":
        async with hall.shelving:
            rows = await hall.storage.lines(live.row.id)
            return await asyncio.to_thread(lambda: brought(live, rows).to_text())
    if live.row.stage == "over" and live.playing().version > SHORT:
        return await asyncio.to_thread(lambda: live.record().to_text())
    record = live.record()  # here, where no line comes between
    short = len(record.lines) <= SHORT
    return record.to_text() if short else await asyncio.to_thread(record.to_text)


def brought(live: Live, rows: tuple[LineRow, ...]) -> Record:
    """The record that somebody brought along. It was replayed then, and is not again."""
    row: MatchRow = live.row
    header = header_from_json(row.header)
    lines = tuple(kept_line(each)[0] for each in rows)
    result = None if row.result is None else outcome_from_json(row.result)
    if not live.is_chained:
        dice = dicing.told(row, live.seats, over=False)
        return Record(replace(header, dice=dice), lines, result)
    hashes = tuple(each.line["hash"] for each in rows)
    chain = Chain(row.header, head_of(row.header), hashes, Closing(**row.setup["closing"]))
    return Record(header, lines, result, chain)
