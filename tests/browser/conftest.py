"""What tests in a browser share: a server for each worker, a browser for each module."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from browser.browsing import Hall, chromium
from server.driving import WIDE, Server, running


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
