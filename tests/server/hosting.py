"""A server for all tests of a worker. Modules that need it name this one in `pytest_plugins`."""

from collections.abc import Iterator

import pytest

from server.driving import WIDE, Server, running


@pytest.fixture(scope="session")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """`outrider serve`, from the first test that asks for it to the last."""
    with running(tmp_path_factory.mktemp("host"), *WIDE) as server:
        yield server
