"""What a GPU runs: one game a thread, the games and all else in its own memory. These are the rules
of `entry`, where the games are taken one after another; nothing is decided here."""

from outrider.compiled.cuda.threads import Flags, thread
from outrider.games.basic.kernel import entry, playing, running
from outrider.games.basic.kernel.entry import Randoms
from outrider.games.basic.kernel.record import Numbers


@thread("I2 I1 I1 I1")
def look(i: int, records: Numbers, kinds: Numbers, seats: Numbers, endings: Numbers) -> None:
    entry.look_at(i, records, kinds, seats, endings)


@thread("I2 I1 I1 I3 I1")
def candidates(
    i: int, records: Numbers, table: Numbers, numbers: Numbers, rows: Numbers, sizes: Numbers
) -> None:
    entry.offer_at(i, records, table, numbers, rows, sizes)


@thread("I2 I1 I1 I2 B1")
def wrong(
    i: int, records: Numbers, table: Numbers, numbers: Numbers, actions: Numbers, found: Flags
) -> None:
    """Whether an action is not legal."""
    found[i] = not entry.is_fine(i, records, table, numbers, actions)


@thread("I2 B1")
def senseless(i: int, actions: Numbers, found: Flags) -> None:
    """Whether numbers are no action at all."""
    found[i] = not entry.makes_sense(i, actions)


@thread("I2 I1 I1 I2")
def play(i: int, records: Numbers, table: Numbers, numbers: Numbers, actions: Numbers) -> None:
    entry.play_at(i, records, numbers, actions)


@thread("I2 I1 I1")
def fall(i: int, records: Numbers, numbers: Numbers, faces: Numbers) -> None:
    playing.fall(records[i], numbers, faces[i])


@thread("I2 I1 U1")
def throw(i: int, records: Numbers, numbers: Numbers, randoms: Randoms) -> None:
    randoms[i] = running.throw(records[i], numbers, randoms[i])


@thread("I2 I1 I1 U1 I2")
def pick(
    i: int, records: Numbers, table: Numbers, numbers: Numbers, randoms: Randoms, actions: Numbers
) -> None:
    entry.pick_at(i, records, table, numbers, randoms, actions)


@thread("I2 I1 I1 I1 U1 I I2", registers=96)
def playouts(
    i: int,
    records: Numbers,
    begins: Numbers,
    table: Numbers,
    numbers: Numbers,
    randoms: Randoms,
    most: int,
    results: Numbers,
) -> None:
    entry.play_out_at(i, records, begins, table, numbers, randoms, most, results)
