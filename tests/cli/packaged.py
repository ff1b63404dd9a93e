"""A game of another package, the example Pebbles, for a process of its own. It has no numbers that
a variant may change."""

import os
from pathlib import Path

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples" / "pebbles"


def python_path(folder: Path) -> str:
    """What PYTHONPATH has to be for the example to be installed: its code, and in this folder what
    an installer would write down."""
    told = folder / "outrider_pebbles-1.dist-info"
    told.mkdir()
    (told / "METADATA").write_text("Metadata-Version: 2.1\nName: outrider-pebbles\nVersion: 1\n")
    points = "[outrider.games]\npebbles = outrider_pebbles.game:GAMES\n"
    (told / "entry_points.txt").write_text(points)
    given = os.environ.get("PYTHONPATH", "")
    return os.pathsep.join([str(folder), str(EXAMPLE), *filter(None, [given])])
