"""What tests in a browser share: a server for each worker, a browser for each module."""

import os
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from browser.axe import AXE
from browser.browsing import PATIENCE, Hall, Person, chromium
from server.driving import WIDE, Server, running

expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("tables")
    with running(folder, *WIDE, "--asked-per-second", "2000", "--workers", "1") as found:
        yield found


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Not for longer than a module: where it runs, no other test could have an event loop."""
    with chromium() as found:
        yield found


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
