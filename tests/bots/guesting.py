"""A bot that somebody has installed, as pip would have left it."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from outrider.bots import guests, levels

TORTOISE = Path(__file__).resolve().parents[2] / "examples" / "tortoise"
POINTS = """[outrider.bots]
tortoise = outrider_tortoise:Tortoise
captain = outrider_tortoise:Tortoise
skirminion = outrider_tortoise:Tortoise
broken = outrider_nowhere:Nobody
"""
"""One that is fine; one that would take a level's name, one a game's; one that is not there."""


def install(folder: Path, points: str = POINTS) -> None:
    told = folder / "outrider_tortoise-1.dist-info"
    told.mkdir(parents=True)
    (told / "METADATA").write_text("Metadata-Version: 2.1\nName: outrider-tortoise\nVersion: 1\n")
    (told / "entry_points.txt").write_text(points)


def forget() -> None:
    guests.guests.cache_clear()
    guests.factory_of.cache_clear()
    levels.maker.cache_clear()


@contextmanager
def installed(folder: Path, points: str = POINTS) -> Iterator[None]:
    """In this process."""
    install(folder, points)
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(folder))
        forget()
        try:
            yield
        finally:
            patch.undo()
            forget()
