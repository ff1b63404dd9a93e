"""Who plays blocks: this machine's cores, or a cluster."""

import os
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from contextlib import AbstractContextManager
from typing import Any, Protocol

from outrider.contests.crew import Crew
from outrider.lab.plan import Plan
from outrider.lab.playing import Block, Done, play_block

AHEAD = 4
"""Blocks that are under way for each worker: they are taken in order, and not equally long."""


class Workers(Protocol):
    """Whoever plays blocks of one plan."""

    @property
    def ahead(self) -> int:
        """How many are under way at most."""

    def submit(self, block: Block) -> None: ...

    def result(self, block: Block) -> Done:
        """What came of a block that was submitted, once it is played."""

    def drop(self, block: Block) -> None:
        """Nobody will ask for that one."""


class Local:
    """Processes on this machine."""

    def __init__(self, plan: Plan, count: int) -> None:
        self._plan = plan
        self._crew = Crew(count)
        self._running: dict[Block, Future[Done]] = {}
        self.ahead = AHEAD * count

    def __enter__(self) -> "Local":
        self._crew.__enter__()
        return self

    def __exit__(self, kind: type[BaseException] | None, *rest: Any) -> None:
        # What nobody will ask for any more need not be played to its end.
        if self._running:
            self._crew.stop()
        self._crew.__exit__(kind, *rest)

    def submit(self, block: Block) -> None:
        self._running[block] = self._crew.submit(play_block, self._plan, block)

    def result(self, block: Block) -> Done:
        from outrider.lab.store import Stopped

        try:
            return self._running.pop(block).result()
        except BrokenProcessPool:
            raise Stopped("a process that played was killed from outside") from None

    def drop(self, block: Block) -> None:
        if block in self._running:
            self._running.pop(block).cancel()


class Here:
    """This very process: nothing is played before it is asked for."""

    ahead = 1

    def __init__(self, plan: Plan) -> None:
        self._plan = plan

    def __enter__(self) -> "Here":
        return self

    def __exit__(self, *_: object) -> None:
        return

    def submit(self, block: Block) -> None:
        return

    def result(self, block: Block) -> Done:
        return play_block(self._plan, block)

    def drop(self, block: Block) -> None:
        return


def workers_for(
    plan: Plan, count: int | None, on: str | None = None
) -> AbstractContextManager[Workers]:
    """A cluster's, or so many on this machine; all its cores if nobody says otherwise."""
    if on is not None:
        from outrider.lab.cluster import Cluster

        return Cluster(plan, on)
    count = count or os.cpu_count() or 1
    return Here(plan) if count == 1 else Local(plan, count)
