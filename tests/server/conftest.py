"""What tests of the server share: a PostgreSQL, started when the first test asks for it."""

from collections.abc import Iterator

import pytest

from server.postgres import Cluster


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    """One for each worker, for as long as the tests run."""
    running = Cluster()
    yield running
    running.close()


@pytest.fixture
def database(cluster: Cluster) -> str:
    """The address of an empty database, for one test."""
    return cluster.database()
