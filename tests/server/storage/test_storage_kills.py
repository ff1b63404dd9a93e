"""A killed process loses nothing that was returned from, and nothing is there twice."""

import random
import subprocess
import sys
from pathlib import Path

import pytest

from outrider.server.storage.moving import Movable
from server.postgres import Cluster
from server.storage.keeping import PATIENCE, run

MATCHES = 6
LONGEST = 0.3
"""How many seconds a process writes at the most."""


def killed_in_the_middle(url: str, seconds: float) -> dict[str, int]:
    """Let a process write for a while, kill it, and return how far each match got, as it said."""
    command = [sys.executable, str(Path(__file__).with_name("writing.py")), url, str(MATCHES)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout is not None
    try:
        said = process.stdout.readline()
        assert said, process.communicate()[1].decode()
        try:
            process.wait(seconds)
            raise AssertionError(process.communicate()[1].decode())
        except subprocess.TimeoutExpired:
            process.kill()
        said += process.communicate(timeout=PATIENCE)[0]
    finally:
        process.kill()
        process.wait()
        process.stdout.close()
        if process.stderr is not None:
            process.stderr.close()
    reached: dict[str, int] = {}
    for line in said.splitlines():
        id, n = line.split()
        reached[id.decode()] = int(n)
    return reached


async def sound(found: Movable, reached: dict[str, int]) -> int:
    """Whether all is there; how many lines."""
    total = 0
    for k in range(MATCHES):
        id = f"m{k}"
        lines = await found.lines(id)
        assert len(lines) >= reached.get(id, 0), f"{id} lost lines"
        assert [line.n for line in lines] == [*range(1, len(lines) + 1)]
        assert len(lines) % 2 == 0, "half an append"
        for line in lines:
            assert line.line == {"n": line.n}
            assert line.client == (f"{id} {line.n}" if line.n % 2 else None)
        if lines:
            assert (await found.match(id)).touched == len(lines)
        total += len(lines)
    return total


def all_kept(url: str, kills: int) -> None:
    chance = random.Random(kills)
    before = 0
    for _ in range(kills):
        reached = killed_in_the_middle(url, chance.uniform(0, LONGEST))
        total = run(url, lambda found, reached=reached: sound(found, reached))  # type: ignore[misc]
        assert total > before
        before = total


def test_a_killed_process_with_sqlite(tmp_path: Path) -> None:
    all_kept(f"sqlite:///{tmp_path}/matches.db", 10)


def test_a_killed_process_with_postgresql(database: str) -> None:
    all_kept(database, 5)


def test_a_crash_of_postgresql_itself() -> None:
    """Every process of it killed at once; what it has confirmed, it has."""
    cluster = Cluster(durable=True)
    try:
        url = cluster.database()
        reached = killed_in_the_middle(url, 0.2)
        cluster.crash()
        cluster.start()
        assert run(url, lambda found: sound(found, reached)) > 0
    finally:
        cluster.close()


@pytest.mark.slow
def test_many_more_kills(url: str) -> None:
    all_kept(url, 60)
