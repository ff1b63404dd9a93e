"""The same experiment on many machines: blocks are tasks of a Ray cluster.

A block depends on the plan and its own units alone, so that whoever plays it finds the same. Where
a worker or a whole node dies, Ray plays the blocks again that it had under way; what was done has
been fetched by then.
"""

import warnings
from typing import Any

from outrider.core.refusal import malformed
from outrider.core.wire import shown
from outrider.lab.plan import Plan
from outrider.lab.playing import Block, Done, play_block
from outrider.lab.store import Stopped

HERE = "ray"
"""The cluster that this machine belongs to, or else one of this machine's cores."""
CLIENT = "ray://"
AHEAD = 4
"""Blocks that are under way for each core."""


def imported() -> Any:
    try:
        import ray
    except ImportError:
        raise malformed("a cluster is run by Ray: pip install 'outrider[cluster]'") from None
    return ray


def connected(on: str) -> Any:
    """Ray, as a part of the cluster that is named."""
    if on != HERE and not on.startswith(CLIENT):
        raise malformed(f"on: {HERE}, or {CLIENT}HOST:PORT, not {shown(on)}")
    ray = imported()
    if ray.is_initialized():
        return ray
    quiet = {"log_to_driver": False, "configure_logging": False}
    try:
        if on != HERE:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # what goes wrong is said once, below
                ray.init(on, **quiet)
        else:
            try:
                ray.init("auto", **quiet)
            except ConnectionError:
                ray.init(include_dashboard=False, **quiet)
    except (ConnectionError, RuntimeError, OSError, ValueError) as error:
        why = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise malformed(f"{on}: there is no cluster that answers: {why}") from None
    return ray


class Cluster:
    """Plays blocks of a plan somewhere."""

    def __init__(self, plan: Plan, on: str) -> None:
        self._theirs = imported().is_initialized()
        self._ray = connected(on)
        # A node that dies is nobody's mistake, however often it happens.
        self._play = self._ray.remote(max_retries=-1, num_cpus=1)(play_block)
        self._plan = self._ray.put(plan)
        self._running: dict[Any, Block] = {}
        self._done: dict[Block, Done] = {}

    @property
    def ahead(self) -> int:
        """By the cores that there are now: nodes come and go."""
        return AHEAD * max(1, int(self._ray.cluster_resources().get("CPU", 1)))

    def __enter__(self) -> "Cluster":
        return self

    def __exit__(self, *_: object) -> None:
        for task in self._running:
            self._ray.cancel(task, force=True)
        self._running.clear()
        if not self._theirs:
            self._ray.shutdown()

    def submit(self, block: Block) -> None:
        self._running[self._play.remote(self._plan, block)] = block

    def result(self, block: Block) -> Done:
        """Whatever is done meanwhile is fetched, too: nothing lies where it might be lost."""
        while block not in self._done:
            ready, _ = self._ray.wait(list(self._running), num_returns=1)
            for task in ready:
                of = self._running.pop(task)
                try:
                    self._done[of] = self._ray.get(task)
                except self._ray.exceptions.RayTaskError as error:
                    raise error.as_instanceof_cause() from None
                except self._ray.exceptions.RayError as error:
                    why = str(error).splitlines()[0]
                    raise Stopped(f"the cluster could not play {of.name}: {why}") from None
        return self._done.pop(block)

    def drop(self, block: Block) -> None:
        self._done.pop(block, None)
        for task, of in list(self._running.items()):
            if of == block:
                self._ray.cancel(task, force=True)
                del self._running[task]
