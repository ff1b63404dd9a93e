"""Servers where Pebbles is installed, as anybody's package would be."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from server.driving import WIDE, Server, running

PEBBLES = Path(__file__).resolve().parents[2] / "examples" / "pebbles" / "outrider_pebbles"
POINTS = """[outrider.games]
pebbles = outrider_pebbles.game:GAMES
[outrider.bots]
pebbles = outrider_pebbles.bots:make
"""


@contextmanager
def with_pebbles(folder: Path, skin: bool) -> Iterator[Server]:
    """A server with Pebbles, with its own page or without."""
    left_out = [] if skin else ["web"]
    ignored = shutil.ignore_patterns("__pycache__", *left_out)
    shutil.copytree(PEBBLES, folder / "outrider_pebbles", ignore=ignored)
    told = folder / "outrider_pebbles-1.dist-info"
    told.mkdir()
    (told / "METADATA").write_text("Metadata-Version: 2.1\nName: outrider-pebbles\nVersion: 1\n")
    (told / "entry_points.txt").write_text(POINTS)
    given = os.environ.get("PYTHONPATH", "")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", os.pathsep.join([str(folder), *filter(None, [given])]))
        with running(folder, *WIDE, "--asked-per-second", "2000", "--workers", "1") as found:
            yield found
