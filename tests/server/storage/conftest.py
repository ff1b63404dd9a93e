"""Both kinds of storage."""

from pathlib import Path

import pytest


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty storage of either kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/matches.db"
    address: str = request.getfixturevalue("database")
    return address
