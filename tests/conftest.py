"""What all tests share: which of them run without measuring coverage, and which alone."""

import signal
import threading
from pathlib import Path

import pytest

# Whoever is started in the background may have been told to ignore Control-C, and so would the
# processes be that tests start and interrupt.
if threading.current_thread() is threading.main_thread():
    signal.signal(signal.SIGINT, signal.default_int_handler)

HERE = Path(__file__).parent
PLAIN = ("browser", "measuring/", "server/test_lasting_", "server/storage/test_storage_kills")
"""Tests that drive other processes hard: measuring would slow them down several times over and tell
nothing that others do not."""


ALONE = ("server/test_walls_assault", "server/test_soak", "server/test_server_pressed")
"""Tests that ask how something does on a machine that has nothing else to do, or load it so much
that others beside them would starve: they run one after the other, after all others."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        where = item.path.relative_to(HERE).as_posix()
        if where.startswith(PLAIN):
            item.add_marker(pytest.mark.plain)
        if where.startswith(ALONE):
            item.add_marker(pytest.mark.alone)
