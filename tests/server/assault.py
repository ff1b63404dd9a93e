"""Somebody at another address who does their worst, in a process of their own.

`python assault.py ADDRESS MATCH`, until its standard input ends: sockets that always ask, half-open
requests, records whose moments are large, questions about large tables.
"""

import asyncio
import json
import sys
import time
from collections import Counter
from collections.abc import Callable, Coroutine
from contextlib import suppress
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import httpx
import websockets

from server.weighty import lengthened, played, table

FROM = "127.0.0.2"
HALVES = 1_100
SOCKETS = 400
LONGEST = 600.0
LARGE = table(30, 48)
LOST = (OSError, TimeoutError, httpx.HTTPError, websockets.WebSocketException, EOFError)


class Assault:
    def __init__(self, address: str, match: str) -> None:
        self.address, self.match = address, match
        self.until = time.monotonic() + LONGEST
        self.counts: Counter[str] = Counter()

    async def run(self) -> Counter[str]:
        works = [self.socket() for _ in range(SOCKETS)]
        works += [self.half() for _ in range(HALVES)]
        for work in (self.uploads, self.uploads, self.practice, self.tables, self.reading):
            works.append(self.again(work))
        tasks = [asyncio.ensure_future(work) for work in works]
        await asyncio.to_thread(sys.stdin.read)  # until it is enough
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        return self.counts

    async def again(self, work: Callable[[httpx.AsyncClient], Coroutine[Any, Any, None]]) -> None:
        ways = httpx.AsyncHTTPTransport(local_address=FROM)
        async with httpx.AsyncClient(
            base_url=f"http://{self.address}",
            transport=ways,
            timeout=60,
            headers={"content-type": "application/json"},
        ) as person:
            while time.monotonic() < self.until:
                with suppress(*LOST):
                    await work(person)
                await asyncio.sleep(0.01)

    def note(self, what: str, answer: httpx.Response) -> None:
        self.counts[f"{what} {answer.status_code}"] += 1

    async def half(self) -> None:
        """Half a request, and when it is ended, another."""
        where, port = self.address.split(":")
        await asyncio.sleep(2)  # the sockets come first, or they would find no room
        while time.monotonic() < self.until:
            with suppress(*LOST):
                reader, writer = await asyncio.open_connection(
                    where, int(port), local_addr=(FROM, 0)
                )
                self.counts["halves"] += 1
                writer.write(b"POST /api/matches HTTP/1.1\r\nhost: 127.0.0.1\r\nx-slow: ")
                with suppress(TimeoutError):
                    async with asyncio.timeout(15):
                        await reader.read()
                writer.close()
            await asyncio.sleep(2)

    async def socket(self) -> None:
        """A seat of a match of one's own, asking for all that may be done."""
        where = f"ws://{self.address}/api/matches/{self.match}/socket"
        while time.monotonic() < self.until:
            with suppress(*LOST):
                async with websockets.connect(
                    where, local_addr=(FROM, 0), max_size=2**24, close_timeout=0.2
                ) as to:
                    self.counts["sockets"] += 1
                    await to.send(json.dumps({"do": "hello", "tokens": []}))
                    while time.monotonic() < self.until:
                        await to.send('{"do":"table"}')
                        await to.recv()
                        self.counts["tables seen"] += 1
            await asyncio.sleep(0.5)

    async def uploads(self, person: httpx.AsyncClient) -> None:
        text = RECORDS[self.counts["records"] % len(RECORDS)]
        self.counts["records"] += 1
        answer = await person.post("/api/records", content=text)
        self.note("upload", answer)
        if answer.status_code == 201:
            match = answer.json()["match"]
            for place in range(0, 3_000, 400):
                found = await person.get(f"/api/matches/{match}/moments?from={place}")
                self.note("moments", found)
            self.note("info", await person.get(f"/api/matches/{match}"))
            self.note("record", await person.get(f"/api/matches/{match}/record"))

    async def practice(self, person: httpx.AsyncClient) -> None:
        self.note("practice", await person.post("/api/practice", content=QUESTION))

    async def tables(self, person: httpx.AsyncClient) -> None:
        self.note("made", await person.post("/api/matches", content=WISH))

    async def reading(self, person: httpx.AsyncClient) -> None:
        for path in ("/api/games", "/openapi.json", "/api/matches", f"/api/matches/{self.match}"):
            self.note(path[:12], await person.get(path))


def question() -> bytes:
    match = played("skirmish", 40, LARGE)
    state, seat = match.game.dump(match.state), match.deciders()[0]
    asked = {"game": "skirmish", "state": state, "seat": seat, "do": "legal"}
    return json.dumps(asked).encode()


RECORDS = [lengthened(played("basic", 100, LARGE, seed), 4_000).encode() for seed in (1, 2)]
RECORDS.append(lengthened(played("skirminion", 300), 20_000).encode())
QUESTION = question()
WISH = json.dumps(
    {"game": "skirmish", "seats": [{"kind": "here"}, {"kind": "here"}], "table": LARGE}
).encode()

if __name__ == "__main__":
    print("ready", flush=True)
    done = asyncio.run(Assault(sys.argv[1], sys.argv[2]).run())
    print(json.dumps(done), flush=True)
