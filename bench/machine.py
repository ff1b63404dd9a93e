"""What the numbers were measured on, and what else went on there meanwhile."""

import os
import platform
import time
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from bench.progress import duration
from bench.skirminion import CORES

PACKAGES = ("outrider", "numba", "numpy", "chess", "open_spiel")
IDLE = (3, 4)
"""Where /proc/stat has the time in which a core did nothing or waited for a disk."""


def processor() -> str:
    """The name of the processor, as Linux has it."""
    try:
        lines = Path("/proc/cpuinfo").read_text("utf-8").splitlines()
    except OSError:
        lines = []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()


def package(name: str) -> str:
    try:
        return f"{name} {version(name)}"
    except PackageNotFoundError:
        return f"{name} not installed"


def machine() -> dict[str, str]:
    cores = "1 core" if CORES == 1 else f"{CORES} cores"
    return {
        "processor": f"{processor()}, {cores}",
        "system": f"{platform.system()} {platform.machine()}",
        "Python": f"{platform.python_implementation()} {platform.python_version()}",
        "packages": ", ".join(map(package, PACKAGES)),
    }


def busy() -> float:
    """Core-seconds that all processes have used since the machine was started."""
    first = Path("/proc/stat").read_text("utf-8").splitlines()[0]
    ticks = [int(word) for word in first.split()[1:9]]
    spent = sum(each for at, each in enumerate(ticks) if at not in IDLE)
    return spent / os.sysconf("SC_CLK_TCK")


def load() -> str:
    """How many processes wanted a core, on average over the last minute."""
    try:
        return f"{os.getloadavg()[0]:.2f}"
    except OSError:
        return "unknown"


class Watch:
    """How busy the machine is with what is not ours: that spoils numbers, most of all those of all
    cores."""

    def __init__(self) -> None:
        self._start = time.monotonic()
        self._before = self._others()
        self._load = load()

    def _others(self) -> float | None:
        """Core-seconds that other processes have used since the machine was started."""
        try:
            return busy() - sum(os.times()[:4])
        except OSError:
            return None

    def others(self) -> float | None:
        """The share of the machine that others had so far."""
        after = self._others()
        if self._before is None or after is None:
            return None
        most = (time.monotonic() - self._start) * (os.cpu_count() or 1)
        return max(0.0, after - self._before) / most

    def told(self) -> dict[str, str]:
        """What the run shared the machine with, and how long it took."""
        others = self.others()
        share = "unknown" if others is None else f"{others:.0%} of all cores"
        return {
            "load average": f"{self._load} before, {load()} at the end",
            "other processes": f"had {share} during the run",
            "the run took": duration(time.monotonic() - self._start),
        }
