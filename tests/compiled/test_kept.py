"""A kernel from the cache does not make the whole compiler ready, and whoever compiles after that
finds it ready all the same."""

from pathlib import Path

import pytest

from compiled.test_entry import SOURCE, python
from outrider.compiled import COMPILING

pytestmark = pytest.mark.skipif(not COMPILING, reason="nothing is compiled")

KERNELS = """
import numpy as np
from outrider.compiled import entry, part

@part
def total(numbers):
    found = 0
    for each in numbers:
        found += each
    return found

@entry()
def twice(numbers):
    return 2 * total(numbers)

@entry()
def grown(numbers):
    more = np.zeros(len(numbers) + 1, np.int64)
    more[:-1] = numbers
    more[-1] = twice(numbers)
    return more
"""
ASKED = """
import sys
import numpy as np
import kernels
three = np.arange(1, 4)
print(kernels.twice(three))
print("numba.np.linalg" in sys.modules)
"""
AND_ANOTHER = (
    ASKED
    + """
print(kernels.grown(three).tolist())
print(sum(kernels.twice.stats.cache_hits.values()), sys.getrefcount(three))
"""
)


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where a kernel has been compiled, by another process."""
    home = tmp_path_factory.mktemp("kept")
    (home / "kernels.py").write_text(KERNELS, "utf-8")
    (home / "outrider").symlink_to(SOURCE)
    assert python(ASKED, home, home / "cache") == ["12", "True"]
    return home


def test_a_kernel_from_the_cache_needs_no_compiler(home: Path) -> None:
    assert python(ASKED, home, home / "cache") == ["12", "False"]


def test_one_that_calls_it_is_compiled_after_it(home: Path) -> None:
    cache = home / "cache"
    compiled = python(AND_ANOTHER, home, cache)
    assert compiled == ["12", "False", "[1, 2, 3, 12]", "1 2"]
    # And from then on that one is there, too, with what counts the references of a new array.
    assert python(AND_ANOTHER, home, cache)[:3] == compiled[:3]


def test_a_file_that_cannot_be_read_is_compiled_anew(home: Path) -> None:
    files = list((home / "cache").rglob("kernels.twice*.nbc"))
    assert files
    for file in files:
        file.unlink()
    assert python(ASKED, home, home / "cache") == ["12", "True"]


def test_with_a_numba_that_nobody_has_tried_it_goes_its_own_way(home: Path) -> None:
    unknown = "import outrider.compiled.quick as quick\nquick.TRIED = ('0.1.',)\n"
    assert python(unknown + ASKED, home, home / "cache") == ["12", "True"]
