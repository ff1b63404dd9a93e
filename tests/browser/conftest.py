"""What tests in a browser share: a server and a browser for each worker."""

import os
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from browser.axe import AXE
from browser.browsing import PATIENCE, Hall, Person, chromium
from server.driving import WIDE, Server, running

expect.set_options(timeout=PATIENCE)

HERE = Path(__file__).parent
RUNNING: list[tuple[Browser, ExitStack]] = []
"""The browser of this worker, if there is one, and how it is ended."""


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("tables")
    with running(folder, *WIDE, "--asked-per-second", "2000", "--workers", "1") as found:
        yield found


@pytest.fixture
def browser() -> Browser:
    """The same for test after test: each has contexts of its own, which share nothing."""
    if RUNNING and not RUNNING[0][0].is_connected():
        ended()
    if not RUNNING:
        stack = ExitStack()
        RUNNING.append((stack.enter_context(chromium()), stack))
    return RUNNING[0][0]


def ended() -> None:
    while RUNNING:
        RUNNING.pop()[1].close()


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(nextitem: pytest.Item | None) -> None:
    """Where a browser runs, no other test could have an event loop: it ends with the last here."""
    if nextitem is None or not nextitem.path.is_relative_to(HERE):
        ended()


@pytest.fixture
def hall(server: Server, browser: Browser) -> Iterator[Hall]:
    made = Hall(server, browser, [])
    yield made
    made.leave()


@pytest.fixture(params=["light", pytest.param("dark", marks=pytest.mark.slow)])
def viewer(hall: Hall, request: pytest.FixtureRequest) -> Person:
    if {"node", "npm"} & set(os.environ.get("OUTRIDER_MISSING", "").split()):
        pytest.skip("npm is missing, which brings axe-core")
    assert AXE.exists(), "axe-core is not installed: `npm ci` brings it"
    return hall.person(color_scheme=request.param)
