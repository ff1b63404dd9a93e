"""What a GPU runs of an environment: a step of one game a thread (see `entry`). Of what is seen and
of masks the bytes of all games for one place lie side by side, then those for the next: threads
that go together write together."""

from outrider.compiled.cuda.threads import thread
from outrider.games.basic.kernel.record import Numbers
from outrider.rl.basic.kernel import entry
from outrider.rl.basic.kernel.entry import Randoms, Shared
from outrider.rl.kernel.out import Out
from outrider.rl.kernel.threads import drawn, refused

__all__ = ["drawn", "refused", "step"]


@thread("I2 (I1 I1) U1 I1 I1 (b2 b2 I1 s2 F1 b1 b2) I")
def step(
    i: int, records: Numbers, shared: Shared, randoms: Randoms, begins: Numbers, actions: Numbers,
    out: Out, what: int,
) -> None:  # fmt: skip
    seen, marked, seats, rewards, earned, become, last = out
    told = seen[:, i], marked[:, i], seats, rewards, earned, become, last[:, i]
    entry.step_at(i, records[i], shared, randoms, begins, actions, told, what)
