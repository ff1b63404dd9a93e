"""Where PTX is kept: compiled once, found by the stamp of what it was compiled from, and possibly
made on another machine: the folder that OUTRIDER_PTX names is looked into, and no other."""

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

from outrider.compiled.cuda.threads import Thread, threads_of
from outrider.compiled.stamps import stamp
from outrider.core.refusal import unknown

ELSEWHERE = "OUTRIDER_PTX"
HERE = Path(__file__).parent


class Kernels(NamedTuple):
    """A game's, and the packages besides its own folder that they are built on."""

    game: str
    module: ModuleType
    packages: tuple[ModuleType, ...] = ()

    @property
    def threads(self) -> dict[str, Thread]:
        return threads_of(self.module)

    @property
    def home(self) -> Path:
        return Path(str(self.module.__file__)).parent

    def file(self, name: str) -> str:
        """What the PTX of one of them is called."""
        others = (Path(package.__path__[0]) for package in self.packages)
        mark = stamp([HERE.parent, HERE, self.home, *others])
        return f"{self.game}-{name}-{mark[:16]}.ptx"


def path_of(kernels: Kernels, name: str) -> Path:
    """Where the PTX of one kernel lies; compiled now, if it was never before."""
    file = kernels.file(name)
    given = os.environ.get(ELSEWHERE)
    if given is not None:
        there = Path(given) / file
        if there.is_file():
            return there
        others = sorted(Path(given).glob(f"{kernels.game}-{name}-*.ptx"))
        found = f"there is {others[0].name}, made from other sources" if others else "it is missing"
        raise unknown(f"{ELSEWHERE} names {given}, and of {file} {found}")
    for folder in _folders(kernels):
        if (folder / file).is_file():
            return folder / file
    return kept(kernels, name, _writable(kernels))


def kept(kernels: Kernels, name: str, folder: Path) -> Path:
    """Compile one kernel into a folder."""
    from outrider.compiled.cuda.making import made

    text = made(kernels.threads[name])
    with tempfile.NamedTemporaryFile("w", dir=folder, suffix=".part", delete=False) as part:
        part.write(text)
    # Whole or not at all, whoever else is at it.
    return Path(part.name).replace(folder / kernels.file(name))


def _folders(kernels: Kernels) -> Iterator[Path]:
    """Beside the source, as Python keeps what it compiles, or the user's own."""
    yield kernels.home / "__pycache__"
    home = os.environ.get("XDG_CACHE_HOME")
    yield (Path(home) if home else Path.home() / ".cache") / "outrider"


def _writable(kernels: Kernels) -> Path:
    for folder in _folders(kernels):
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError:
            continue
        if os.access(folder, os.W_OK):
            return folder
    raise unknown("there is no folder to keep compiled kernels in")
