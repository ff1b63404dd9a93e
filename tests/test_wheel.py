"""The wheel, installed where the sources are not in sight."""

import os
import shutil
import subprocess
import sys
import sysconfig
import zipfile
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src" / "outrider"
DATA = (
    *(".toml", ".json", ".jsonl", ".md", ".typed", ".sql", ".html", ".css", ".js", ".svg"),
    *(".endings", ".net"),
)
THREE_PLIES = "34503"


def run(*command: str | Path, cwd: Path) -> str:
    """What a command prints. It sees nothing of this process's Python settings."""
    ours = ("COV_", "COVERAGE_", "NUMBA_", "PYTEST_", "PYTHON", "VIRTUAL_ENV")
    environment = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
    environment |= {"COLUMNS": "120", "NO_COLOR": "1"}
    done = subprocess.run(
        command,
        cwd=cwd,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout


@dataclass(frozen=True)
class Environment:
    """A virtual environment that holds the wheel."""

    home: Path

    @property
    def python(self) -> Path:
        return self.home / "bin" / "python"

    def install(self, what: Path) -> None:
        """Install without dependencies, without an index, with the build tools it has in sight."""
        pip = (sys.executable, "-m", "pip", "--python", self.python, "install", "--quiet")
        run(*pip, "--no-index", "--no-deps", "--no-build-isolation", what, cwd=self.home)

    def borrow(self) -> None:
        """Put the packages of the running environment in sight, behind its own.

        A folder that a .pth file names is searched for modules, but its own .pth files are not
        read: the editable install of Outrider stays out of sight.
        """
        own = run(
            self.python,
            "-c",
            "import sysconfig; print(sysconfig.get_path('purelib'))",
            cwd=self.home,
        )
        folders = {sysconfig.get_path("purelib"), sysconfig.get_path("platlib")}
        (Path(own.strip()) / "borrowed.pth").write_text("".join(f"{path}\n" for path in folders))

    def outrider(self, *words: str) -> str:
        return run(self.home / "bin" / "outrider", *words, cwd=self.home)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-m", "build", "--wheel", "--no-isolation", "-o", folder, ROOT, cwd=folder)
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture
def environment(wheel: Path, tmp_path: Path) -> Environment:
    home = tmp_path / "venv"
    run(sys.executable, "-m", "venv", "--without-pip", home, cwd=tmp_path)
    made = Environment(home)
    # In this order: pip must not take the Outrider of the running environment for an installed one.
    made.install(wheel)
    made.borrow()
    return made


def test_wheel_holds_the_package_and_nothing_else(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    expected = {
        path.relative_to(PACKAGE.parent).as_posix()
        for path in PACKAGE.rglob("*")
        if path.suffix in (".py", *DATA)
    }
    packed = {name for name in names if ".dist-info/" not in name}
    assert packed == expected
    assert "outrider/py.typed" in packed
    assert "outrider/bots/skirminion/marshal.net" in packed
    assert "outrider/endings/skirminion/few.endings" in packed
    assert any(name.endswith(".toml") for name in packed)
    assert any(name.endswith(".dist-info/licenses/LICENSE") for name in names)


def test_wheel_runs_without_the_sources(environment: Environment) -> None:
    home, version = run(
        environment.python,
        "-c",
        "import outrider, outrider._version as v; print(outrider.__file__); print(v.__version__)",
        cwd=environment.home,
    ).splitlines()
    assert Path(home).is_relative_to(environment.home)
    assert version in environment.outrider("--version")
    assert "skirminion" in environment.outrider("games")
    assert THREE_PLIES in environment.outrider("perft", "skirminion", "3")
    loaded = (
        "from outrider.bots.skirminion.net import net_for\n"
        "from outrider.games.skirminion.numbers import limited\n"
        "print(net_for(limited((100, 1000))).any())"
    )
    assert run(environment.python, "-c", loaded, cwd=environment.home) == "True\n"


def test_a_game_from_another_package_is_found(environment: Environment, tmp_path: Path) -> None:
    assert "pebbles" not in environment.outrider("games")
    # From a copy, since some build backends leave files in the folder they build.
    environment.install(Path(shutil.copytree(ROOT / "examples" / "pebbles", tmp_path / "pebbles")))
    games = environment.outrider("games")
    assert "pebbles" in games
    assert "skirminion" in games
