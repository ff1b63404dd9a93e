"""A process that writes until it is killed, and says what has been kept.

    python writing.py ADDRESS MATCHES

On every match two lines at a time are appended as fast as they are kept; `ID N` on the standard
output says that an append returned after which the match has N lines.
"""

import asyncio
import os
import sys

from outrider.server.storage import opened
from outrider.server.storage.base import Change, Conflict, LineRow, MatchRow, Missing, SeatRow
from outrider.server.storage.moving import Movable

MOST = 100_000


async def going_on(storage: Movable, id: str, pause: float) -> None:
    try:
        await storage.match(id)
    except Missing:
        match = MatchRow(id, "g", "1", {}, {}, "h", "w", True, 1)
        await storage.create(match, [SeatRow(id, "white", "me")])
    for n in range(len(await storage.lines(id)) + 1, MOST, 2):
        lines = [LineRow(n, {"n": n}, n, f"{id} {n}"), LineRow(n + 1, {"n": n + 1}, n)]
        await storage.append(id, lines, Change(n + 1))
        os.write(1, f"{id} {n + 1}\n".encode())
        await asyncio.sleep(pause)
        if n % 20 == 1:
            # Sent again, as by a client that has not heard the answer.
            try:
                await storage.append(id, lines, Change(n + 1))
            except Conflict:
                continue
            raise AssertionError("the same line twice")


async def main(url: str, matches: int, pause: float = 0.0) -> None:
    storage = opened(url)
    await storage.open()
    await asyncio.gather(*(going_on(storage, f"m{k}", pause) for k in range(matches)))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], int(sys.argv[2])))
