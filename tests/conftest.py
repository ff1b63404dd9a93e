"""What all tests share: which of them run without measuring coverage."""

from pathlib import Path

import pytest

HERE = Path(__file__).parent
PLAIN = ("browser", "server/test_lasting_", "server/storage/test_storage_kills")
"""Tests that drive other processes hard: measuring would slow them down several times over and tell
nothing that others do not."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        where = item.path.relative_to(HERE).as_posix()
        if where.startswith(PLAIN):
            item.add_marker(pytest.mark.plain)
