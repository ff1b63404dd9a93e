"""What all tests share: which of them run without measuring coverage, and which wait for others."""

import signal
import threading
from pathlib import Path

import pytest

import forms  # noqa: F401 - how many examples Hypothesis tries

# Whoever is started in the background may have been told to ignore Control-C, and so would the
# processes be that tests start and interrupt.
if threading.current_thread() is threading.main_thread():
    signal.signal(signal.SIGINT, signal.default_int_handler)

HERE = Path(__file__).parent
WAITING = (
    *("browser", "measuring/", "server/test_lasting_", "server/storage/test_storage_kills"),
    *("server/test_walls_assault", "server/test_soak", "server/test_server_pressed"),
)
"""Tests that drive other processes and wait for them most of the time: measuring would slow them
down several times over and tell nothing that others do not. There are more of them at a time than
there are cores."""


LONG = (
    "contract/test_games.py::test_contract[junk_is_refused",
    "contract/test_games.py::test_contract[legal_actions_are_legal",
    "contract/test_games.py::test_contract[records_replay",
    "contract/test_games.py::test_contract[states_say_what_they_are",
    "games/skirmishers/test_skirmishers_contract.py::test_contract[legal_actions_are_legal",
    "games/skirminion/test_refusals.py",
    "games/skirminion/test_machine.py",
    "games/basic/test_basic_machine.py",
    "games/skirmish/test_skirmish_machine.py",
    "games/skirmishers/test_skirmishers_machine.py",
    "play/test_chains.py",
)
"""Tests that go the same ways thousands of times: measured they take three times as long, and each
way is also gone by a short test."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        where = item.path.relative_to(HERE).as_posix()
        if where.startswith(WAITING):
            item.add_marker(pytest.mark.waiting)
        elif f"{where}::{item.nodeid.partition('::')[2]}".startswith(LONG):
            item.add_marker(pytest.mark.plain)
