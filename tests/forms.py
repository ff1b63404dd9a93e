"""How much is tried where one could try for ever: `make test` takes the short form of a test, and
`make slow` the long one."""

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from _pytest.mark import ParameterSet
from hypothesis import HealthCheck, settings

from outrider import testing

LONG = os.environ.get("OUTRIDER_LONG") == "1"
SHORTER = 4
"""A short form tries one of so many examples."""
FEWEST = 12


def examples(most: int = 100, **more: Any) -> settings:
    """So many of Hypothesis's examples in the long form. A busy machine is no failure: nothing
    goes by the clock."""
    return settings(
        max_examples=most if LONG else max(FEWEST, most // SHORTER),
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow],
        **more,
    )


settings.register_profile("outrider", examples())
settings.load_profile("outrider")


def sparse(values: Iterable[Any], few: int) -> list[ParameterSet]:
    """Parameters of which `make test` takes a few, from the first to the last, and `make slow` the
    others. A tuple is several at once."""
    every = [value if isinstance(value, tuple) else (value,) for value in values]
    kept = {n * (len(every) - 1) // max(1, few - 1) for n in range(few)}
    return [
        pytest.param(*value, marks=() if n in kept else pytest.mark.slow)
        for n, value in enumerate(every)
    ]


@contextmanager
def looking_at(positions: int) -> Iterator[None]:
    """The contract's checks look at so many positions of a game for a while."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(testing, "LOOKED_AT", positions)
        testing.passages.cache_clear()
        yield
    testing.passages.cache_clear()
