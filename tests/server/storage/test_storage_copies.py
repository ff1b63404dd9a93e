"""Copies of the database's files with `cp` while they are in use, one by one in any order."""

import random
import shutil
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from itertools import count
from pathlib import Path

import pytest

from outrider.server.storage import sqlite_log
from outrider.server.storage.base import StorageError
from outrider.server.storage.moving import Movable
from server.storage.keeping import PATIENCE, a_change, a_line, run, with_match
from server.storage.test_storage_kills import MATCHES

GRACE = 1.5
"""Seconds that a copy may take from one file to the next, here."""
TESTS = Path(__file__).resolve().parents[2]


class Writing:
    """A process that writes, and what it has said is kept."""

    def __init__(self, file: Path, *more: str) -> None:
        self.file = file
        self.reached: dict[str, int] = {}
        command = [sys.executable, "-m", "server.storage.copying", f"sqlite:///{file}"]
        self._process = subprocess.Popen(
            [*command, str(MATCHES), str(GRACE), *more],
            stdout=subprocess.PIPE,
            cwd=TESTS,
            text=True,
        )
        self._listening = threading.Thread(target=self._listen)
        self._listening.start()

    def _listen(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            id, n = line.split()
            self.reached[id] = int(n)

    @property
    def total(self) -> int:
        return sum(self.reached.values())

    def wait_for_more(self, count: int) -> None:
        enough, until = self.total + count, time.monotonic() + 60
        while self.total < enough:
            assert self._process.poll() is None and time.monotonic() < until
            time.sleep(0.01)

    def end(self) -> None:
        self._process.kill()
        self._process.wait()
        self._listening.join()
        assert self._process.stdout is not None
        self._process.stdout.close()


@contextmanager
def writing(folder: Path, *more: str) -> Iterator[Writing]:
    made = Writing(folder / "matches.db", *more)
    try:
        made.wait_for_more(2 * MATCHES)
        yield made
    finally:
        made.end()


def copied(file: Path, folder: Path, source: random.Random) -> bool:
    """As somebody does who knows nothing of SQLite. Whether it was quick enough from each file to
    the next, which a busy machine may be too slow for."""
    folder.mkdir()
    names = [f"{file.name}{end}" for end in ("", "-wal", "-shm")]
    source.shuffle(names)
    quick, before = True, time.monotonic()
    for name in names:
        begun = time.monotonic()
        subprocess.run(["cp", str(file.parent / name), str(folder / name)], check=True)
        quick = quick and time.monotonic() - before < GRACE
        before = begun
        time.sleep(source.choice([0.0, 0.0, source.uniform(0, GRACE / 4)]))
    return quick


def wrong_with(file: Path, reached: dict[str, int]) -> str | None:
    """What is wrong with a copy, if anything is: all is there that was said to be, no line lacks
    one before it, and no append is there by half."""
    try:
        run(f"sqlite:///{file}", _opens)
        with closing(sqlite3.connect(file)) as db:
            (found,) = db.execute("PRAGMA integrity_check(1)").fetchone()
            assert found == "ok", found
            rows = db.execute(
                "SELECT m.id, m.touched, count(*), min(n), max(n), count(DISTINCT l.client)"
                " FROM matches m JOIN lines l ON l.match = m.id GROUP BY m.id"
            ).fetchall()
        lines = {id: count for id, _, count, *_ in rows}
        for id, n in reached.items():
            assert lines.get(id, 0) >= n, f"{id} lost lines: {n} were told, {lines.get(id)} kept"
        for id, touched, count, first, last, clients in rows:
            assert (touched, first, last, 2 * clients) == (count, 1, count, count), id
    except (AssertionError, sqlite3.Error, StorageError) as wrong:
        return f"{type(wrong).__name__}: {wrong}"
    return None


async def _opens(storage: Movable) -> None:
    await storage.counts()


def copies(at: Writing, folder: Path, count: int, pause: float) -> tuple[list[str], int]:
    """Make copies at random moments; what was wrong with them, and how many logs were met."""
    source = random.Random(count)
    wrong: list[str] = []
    logs: set[bytes] = set()
    made = slow = 0
    while made < count:
        time.sleep(source.uniform(0, pause))
        at.wait_for_more(1)
        reached, to = dict(at.reached), folder / f"{made} {slow}"
        if copied(at.file, to, source):
            with (to / f"{at.file.name}-wal").open("rb") as log:
                logs.add(log.read(32)[16:24])  # begun anew, it has another salt
            found = wrong_with(to / at.file.name, reached)
            wrong += [] if found is None else [f"copy {made}: {found}"]
            made += 1
        else:
            slow += 1
            assert slow < 5 * count, "this machine is too busy to copy anything"
        shutil.rmtree(to)
    print(
        f"{count} copies of {len(logs)} logs, {len(wrong)} wrong; {slow} took too long and were"
        f" made again; {at.total} lines in the end"
    )
    return wrong, len(logs)


def test_copies_of_the_files_in_use_hold_everything(tmp_path: Path) -> None:
    with writing(tmp_path) as at:
        wrong, logs = copies(at, tmp_path, 6, 2.5 * GRACE)
    assert wrong == []
    assert logs > 1, "the log was never begun anew"


@pytest.mark.slow
def test_two_hundred_copies_of_the_files_in_use(tmp_path: Path) -> None:
    with writing(tmp_path) as at:
        wrong, logs = copies(at, tmp_path, 200, 2.5 * GRACE)
    assert wrong == []
    assert logs > 20, "the log was hardly ever begun anew"


@pytest.mark.slow
def test_without_that_care_copies_are_spoilt(tmp_path: Path) -> None:
    """Otherwise the tests above would prove nothing."""
    with writing(tmp_path, "careless") as at:
        assert any(copies(at, tmp_path, 20, 0.1)[0] for _ in range(15))


def test_a_log_that_grows_too_large_is_carried_over_whoever_looks_on(tmp_path: Path) -> None:
    """Somebody may have left the file open for good."""
    with writing(tmp_path, "crowded") as at, at.file.open("rb"):
        log = Path(f"{at.file}-wal")
        until = time.monotonic() + 60
        salts: set[bytes] = set()
        while len(salts) < 3:
            assert time.monotonic() < until, log.stat().st_size
            with log.open("rb") as found:
                salts.add(found.read(32)[16:24])
            time.sleep(0.05)


def command(file: Path, to: Path) -> subprocess.CompletedProcess[str]:
    words = [sys.executable, "-m", "outrider", "database", "copy", str(to)]
    return subprocess.run(
        [*words, "--database", f"sqlite:///{file}"], capture_output=True, text=True, check=False
    )


def test_the_command_copies_what_is_in_use_into_one_file(tmp_path: Path) -> None:
    with writing(tmp_path) as at:
        for k in range(3):
            at.wait_for_more(100)
            reached, to = dict(at.reached), tmp_path / f"copy {k}"
            done = command(at.file, to)
            assert done.returncode == 0, done.stderr
            assert sorted(found.name for found in tmp_path.glob("copy*")) == [
                f"copy {n}" for n in range(k + 1)
            ]
            assert to.stat().st_mode & 0o777 == 0o600
            shutil.copy(to, tmp_path / "opened")
            assert wrong_with(tmp_path / "opened", reached) is None
            (tmp_path / "opened").unlink()
        refused = command(at.file, tmp_path / "copy 0")
        assert refused.returncode != 0 and "is there already" in refused.stderr
    refused = command(tmp_path / "nothing", tmp_path / "copy 9")
    assert refused.returncode != 0 and "there is no" in refused.stderr
    assert "Traceback" not in refused.stderr


def test_what_is_damaged_or_no_database_is_not_copied(tmp_path: Path) -> None:
    async def test(storage: Movable) -> None:
        await with_match(storage)
        for n in range(1, 400):
            await storage.append("m", [a_line(n)], a_change())

    file, to = tmp_path / "matches.db", tmp_path / "copy"
    run(f"sqlite:///{file}", test)
    data = bytearray(file.read_bytes())
    assert len(data) > 40_000
    data[-12_288:-4_096] = b"\xa5" * 8_192
    (tmp_path / "damaged.db").write_bytes(data)
    (tmp_path / "letter.db").write_text("Dear Sir or Madam, " * 500, "utf-8")
    for name, said in (("damaged.db", "is damaged"), ("letter.db", "not a database")):
        refused = command(tmp_path / name, to)
        assert refused.returncode == 2 and len(refused.stderr.splitlines()) == 1, refused.stderr
        assert name in refused.stderr and said in refused.stderr
        assert not to.exists() and not list(tmp_path.glob("copy*"))


def test_a_path_that_is_mistyped_makes_no_database(tmp_path: Path) -> None:
    place = ["--database", f"sqlite:///{tmp_path}/mistyped.db"]
    for words in (["list"], ["prune"], ["delete", "abcdefghijkl"]):
        words = [sys.executable, "-m", "outrider", "database", *words, *place]
        done = subprocess.run(words, capture_output=True, text=True, check=False)
        assert done.returncode == 2 and "there is no" in done.stderr, done
    assert not list(tmp_path.iterdir())


def test_the_log_is_begun_anew_while_nobody_has_it_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Over the old one, whose file is cut off only if it has become very large."""
    monkeypatch.setattr(sqlite_log, "LOG_BYTES", 200_000)
    monkeypatch.setattr(sqlite_log, "EVERY", 0.0)
    monkeypatch.setattr(sqlite_log, "GRACE", 0.3)
    monkeypatch.setattr(sqlite_log, "WAIT", 10 * PATIENCE)  # nobody is to be waited for here
    file = tmp_path / "matches.db-wal"
    first = sqlite3.connect(tmp_path / "matches.db")
    first.execute("PRAGMA journal_mode = WAL").fetchone()
    first.execute("SELECT count(*) FROM sqlite_master").fetchone()
    log = sqlite_log.Log(file)  # before the server looks who opens it

    async def test(storage: Movable) -> None:
        await with_match(storage)
        numbers = count(1)

        cut = set()
        for enough in (150_000, 600_000, 150_000):
            largest = 0
            while log.used() > 50_000 or largest < 100_000:
                largest = max(largest, log.size())
                await storage.append("m", [a_line(next(numbers))], a_change())
            if abs(largest - 400_000) > 50_000:  # otherwise a few lines may decide
                assert (log.size() < 50_000) == (largest > 400_000)
                cut.add(log.size() < 50_000)
            with file.open("rb") as somebody:
                begun = somebody.read(32)
                while log.used() < enough:
                    await storage.append("m", [a_line(next(numbers))], a_change())
                somebody.seek(0)
                assert somebody.read(32) == begun
        assert cut == {True, False}

    with closing(first):
        run(f"sqlite:///{tmp_path}/matches.db", test)
    log.close()


def test_how_much_of_a_log_is_in_use(tmp_path: Path) -> None:
    """As SQLite says it, whatever stands behind it from logs before it."""
    with closing(sqlite3.connect(tmp_path / "db", isolation_level=None)) as db:
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA wal_autocheckpoint = 0")
        db.execute("SELECT count(*) FROM sqlite_master").fetchone()  # which makes the log
        log = sqlite_log.Log(tmp_path / "db-wal")
        (page,) = db.execute("PRAGMA page_size").fetchone()
        assert log.used() == 0
        db.execute("CREATE TABLE t (x)")
        for rows in (200, 20, 1):
            for _ in range(rows):
                db.execute("INSERT INTO t VALUES (zeroblob(5000))")
            _, there, _ = db.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
            assert log.used() == 32 + there * (24 + page)
        assert there < 20 and log.size() > 200 * 5000
        log.close()
