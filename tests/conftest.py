"""What all tests share: which of them run without measuring coverage, and which wait for others."""

import json
import os
import signal
import threading
from collections.abc import Iterable
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


UNMEASURED = (
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
    "games/skirmish/test_skirmish_reach.py",
    "games/skirmishers/test_skirmishers_reach.py",
    "play/test_chains.py",
    # These start other processes, or look at much and run little.
    "bots/test_analysis.py",
    "bots/test_reviewing.py",
    "bots/test_tournament_ends.py",
    "cli/test_bad_records.py",
    "cli/test_commands.py",
    "cli/test_older_records.py",
    "cli/test_referee_memory.py",
    "cli/test_terminal_bots.py",
    "cli/test_terminal_live.py",
    "cli/test_variants.py",
    "compiled/test_lean.py",
    "core/test_once.py",
    "core/test_small_rooms.py",
    "docs/test_adding_a_game.py",
    "docs/test_environments.py",
    "games/skirmish/test_skirmish_leaving.py",
    "games/skirmish/test_skirmish_odds.py",
    "games/skirmishers/test_skirmishers_batch.py",
    "games/skirmishers/test_skirmishers_commands.py",
    "lab/test_lab_commands.py",
    "playthroughs/",
    # Interrupted while its lines are counted, a program waits for whoever counts them.
    "selfplay/test_selfplay.py::test_who_is_interrupted",
    "server/storage/test_storage_restart.py",
    "server/test_server_bots.py",
    "server/test_server_desk.py",
    "server/test_server_openapi.py",
    "server/test_server_security.py",
    "server/test_walls_connections.py",
    "server/test_walls_heavy.py",
    # What measures keeps frames, which are counted as well.
    "server/test_walls_memory.py::test_a_socket_that_is_idle",
    "table/test_sight.py",
    "test_house.py",
    "test_wheel.py",
)
"""Tests that go the same ways thousands of times, or in other processes: measured they take two or
three times as long, and what they reach is reached by others, but for a few lines in a hundred."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    marked(items)
    if "OUTRIDER_SORTED" in os.environ:
        noted = Path(os.environ["OUTRIDER_SORTED"])
        noted.parent.mkdir(exist_ok=True)
        noted.write_text(json.dumps(rooms(items)), "utf-8")


def rooms(items: Iterable[pytest.Item]) -> dict[str, list[str]]:
    """By each mark, the files that have tests with it: whoever runs only those need not read the
    others, which takes seconds for every worker."""
    found: dict[str, set[str]] = {}
    for item in items:
        names = {mark.name for mark in item.iter_markers()}
        for name in () if "slow" in names else names & {"kernel", "plain", "waiting"}:
            found.setdefault(name, set()).add(str(item.path))
    return {name: sorted(files) for name, files in found.items()}


def marked(items: Iterable[pytest.Item]) -> None:
    for item in items:
        where = item.path.relative_to(HERE).as_posix()
        if where.startswith(WAITING):
            item.add_marker(pytest.mark.waiting)
        elif f"{where}::{item.nodeid.partition('::')[2]}".startswith(UNMEASURED):
            item.add_marker(pytest.mark.plain)
