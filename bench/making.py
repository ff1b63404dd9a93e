"""How quickly what people make is looked at, measured and listed: `python -m bench.making`.

A server of its own is asked over HTTP: for checks of a table and of a scenario with many things on
them, where one of them is another each time, for the first interval that bots find, once they have
sat down, and for the shelf with many on it.
"""

import argparse
import copy
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from time import process_time
from typing import Any

from bench.asking import parsed
from bench.load_servers import Asking, Server
from bench.progress import Count
from outrider.games import games
from outrider.server import measuring
from outrider.server.measuring import Measure

PIECES = 60
SHORT = 0.2
"""Seconds in which there is a first interval."""
Json = dict[str, Any]
Found = dict[str, tuple[list[float], float]]
"""How long each answer took, and for how long the server was busy with all of them."""


def table(pieces: int = PIECES) -> Json:
    """A full table."""
    places = [(2 + 3.5 * (n % 10), 2 + 3.5 * (n // 10)) for n in range(pieces)]
    terrain = [
        {"shape": "polygon", "points": [[x, y], [x + 2, y], [x + 2.5, y + 1], [x, y + 2]]}
        for x, y in places
    ]
    return {"name": "Full", "size": [40, 40], "terrain": terrain}


def full_scenario(pieces: int = PIECES) -> tuple[str, Json] | None:
    """The largest scenario that ships, with as many walls in its empty corners as make it full."""
    for game in games():
        if "scenario" not in game.makes:
            continue
        found: list[Json] = [
            copy.deepcopy(game.terms(scenario=name).scenario)
            for name in game.further()["scenarios"]
        ]
        made = max(found, key=lambda each: len(str(each)))
        terrain = made["table"]["terrain"]
        count = 0
        while len(terrain) < pieces:
            at = [1 + count % 3, round(1 + count // 3 * 0.3, 3)]
            terrain.append({"shape": "disc", "at": at, "radius": 0.2, "cost": 2})
            count += 1
        return game.id, made
    return None


def checks(asking: Asking, game: str, kind: str, value: Json, count: int) -> Iterator[float]:
    """Seconds that an answer takes, each to another question."""
    place = value.get("table", value)
    for n in range(count):
        place["terrain"][0] = {"shape": "disc", "at": [1, 1], "radius": round(0.2 + n / 1000, 3)}
        begun = time.perf_counter()
        said = asking.ask("POST", "/api/making/check", {"game": game, "kind": kind, "value": value})
        assert said["ok"], said
        yield time.perf_counter() - begun


def first_intervals(asking: Asking, game: str, value: Json, count: int) -> Iterator[float]:
    """Seconds until something is known of a scenario that was not measured before; the bots sit
    down to one that is not counted."""
    for n in range(count + 1):
        wish = {"game": game, "kind": "scenario", "value": {**value, "name": f"Scenario {n}"}}
        begun = time.perf_counter()
        while not (asking.ask("POST", "/api/making/measure", wish)["found"] or {}).get("looks"):
            time.sleep(0.05)
        if n:
            yield time.perf_counter() - begun


def first_games(game: str, value: Json, count: int) -> Iterator[float]:
    """Seconds of the processor that the bots' games take until the first interval, by themselves:
    on a busy machine whoever measures gives way to all others."""
    heard: list[float] = []

    def told(kind: str, said: Any) -> None:
        heard.append(process_time())

    for n in range(count + 1):
        asked = Measure(game, "scenario", {**value, "name": f"Scenario {n}"}, None, SHORT)
        work = measuring.measured(asked, told)
        heard.clear()
        begun = process_time()
        work()
        if n:
            yield heard[0] - begun


def measured(server: Server, asked: argparse.Namespace, progress: Count) -> Found:
    found: Found = {}
    asking = Asking(server.port)
    laid = next(game.id for game in games() if "table" in game.makes)
    wishes = [(laid, "table", table())]
    staged = full_scenario()
    if staged is not None:
        wishes.append((staged[0], "scenario", staged[1]))
    for game, kind, value in wishes:
        name = f"a check of a {kind} with {PIECES} things"
        before, times = server.cpu(), []
        for took in checks(asking, game, kind, value, asked.checks):
            times.append(took)
            progress.add(what=name)
        found[name] = times, server.cpu() - before
    if staged is not None:
        name = f"the first interval of a scenario with {PIECES} things"
        before, times = server.cpu(), []
        for took in first_intervals(asking, *staged, asked.measured):
            times.append(took)
            progress.add(what=name)
        found[name] = times, server.cpu() - before
    for n in range(asked.shared):
        value = {**table(4), "name": f"Table {n}"}
        wish = {"game": laid, "kind": "table", "value": value, "author": "Bench"}
        asking.ask("POST", "/api/designs", wish)
        progress.add(what="shared")
    name = f"a list of {asked.shared:,} shared ones"
    before, times = server.cpu(), []
    for _ in range(asked.lists):
        begun = time.perf_counter()
        said = asking.ask("GET", f"/api/designs?limit={min(1000, asked.shared)}")
        times.append(time.perf_counter() - begun)
        assert len(said["designs"]) == asked.shared
        progress.add(what=name)
    found[name] = times, server.cpu() - before
    if staged is not None:
        times = list(first_games(*staged, asked.measured))
        found["games up to a first interval, by the processor"] = times, sum(times)
    return found


def rows(found: Found) -> Iterator[str]:
    yield "| what | times | median ms | 95% ms | processor ms |"
    yield "|---|---|---|---|---|"
    for name, (times, busy) in found.items():
        ordered = sorted(times)
        middle, most = (ordered[int(share * (len(times) - 1))] for share in (0.5, 0.95))
        each = 1000 * busy / len(times)
        yield f"| {name} | {len(times)} | {1000 * middle:.1f} | {1000 * most:.1f} | {each:.1f} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--checks", type=int, default=200, help="checks of each kind")
    parser.add_argument("--measured", type=int, default=10, help="scenarios that bots play")
    parser.add_argument("--shared", type=int, default=1000, help="what is on the shelf")
    parser.add_argument("--lists", type=int, default=40, help="lists of it")
    asked = parsed(parser, {"checks": 3, "measured": 1, "shared": 3, "lists": 2})
    steps = 2 * asked.checks + asked.measured + asked.shared + asked.lists
    progress = Count(steps, "checks")
    with tempfile.TemporaryDirectory() as folder:
        options = ["--made-per-minute", "1000000", "--asked-per-second", "100000"]
        options += ["--most", "shared-per-address=100000"]
        server = Server(f"sqlite:///{folder}/bench.db", Path(folder) / "log", options)
        try:
            found = measured(server, asked, progress)
        finally:
            server.stop()
    print("\n".join(rows(found)))


if __name__ == "__main__":
    main()
