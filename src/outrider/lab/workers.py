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
LOST = 3
"""How often in a row processes may be killed without a block having been played."""


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
    """Processes on this machine. If one of them is killed, all that was under way is played again,
    and comes out the same; only where nothing is ever played to its end it is given up."""

    def __init__(self, plan: Plan, count: int) -> None:
        self._plan = plan
        self._count = count
        self._crew = Crew(count)
        self._running: dict[Block, Future[Done]] = {}
        self._lost = 0
        """How often a process died since a block was played."""
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
        try:
            self._running[block] = self._crew.submit(play_block, self._plan, block)
        except BrokenProcessPool:
            self._again(block)

    def result(self, block: Block) -> Done:
        while True:
            try:
                done = self._running[block].result()
            except BrokenProcessPool:
                self._again(block)
                continue
            del self._running[block]
            self._lost = 0
            return done

    def drop(self, block: Block) -> None:
        if block in self._running:
            self._running.pop(block).cancel()

    def _again(self, block: Block) -> None:
        """Other processes for whatever is not played yet."""
        from outrider.lab.store import Stopped

        self._lost += 1
        if self._lost > LOST:
            raise Stopped("processes that play are killed from outside, again and again")
        self._crew.__exit__(BrokenProcessPool)
        self._crew = Crew(self._count)
        for each, under_way in {block: None, **self._running}.items():
            if under_way is None or not played(under_way):
                self._running[each] = self._crew.submit(play_block, self._plan, each)


def played(under_way: "Future[Done]") -> bool:
    """Whether a block came to its end, well or not, before its process died."""
    if not under_way.done() or under_way.cancelled():
        return False
    return not isinstance(under_way.exception(), BrokenProcessPool)


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
