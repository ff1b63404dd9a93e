"""What a GPU runs: one game a thread, the games and all else in its own memory. These are the rules
of `many`, where the games are taken one after another; nothing is decided here."""

from outrider.compiled.cuda.threads import Flags, thread
from outrider.games.skirminion.kernel import many
from outrider.games.skirminion.kernel.running import Codes, Numbers, Rows, opened
from outrider.games.skirminion.kernel.words import Row


@thread("U2 I1 I1 I1")
def look(i: int, rows: Rows, kinds: Numbers, seats: Numbers, endings: Numbers) -> None:
    many.look_at(i, rows, kinds, seats, endings)


@thread("U2 U1 I3 I1 H2")
def offers(i: int, rows: Rows, numbers: Row, actions: Numbers, sizes: Numbers, room: Codes) -> None:
    many.offer_at(i, rows, opened(numbers), actions, sizes, room)


@thread("U2 U1 I2 H2 B1")
def wrong(i: int, rows: Rows, numbers: Row, actions: Numbers, room: Codes, found: Flags) -> None:
    """Whether an action is not legal."""
    found[i] = not many.is_fine(i, rows, opened(numbers), actions, room)


@thread("I2 B1")
def senseless(i: int, actions: Numbers, found: Flags) -> None:
    """Whether numbers are no action at all."""
    found[i] = not many.is_action(i, actions)


@thread("U2 U1 I2")
def play(i: int, rows: Rows, numbers: Row, actions: Numbers) -> None:
    many.play_at(i, rows, opened(numbers), actions)


@thread("U2 I1")
def fall(i: int, rows: Rows, faces: Numbers) -> None:
    many.fall_at(i, rows, faces)


@thread("U2 U1")
def throw(i: int, rows: Rows, randoms: Row) -> None:
    many.throw_at(i, rows, randoms)


@thread("U2 U1 U1 I2")
def pick(i: int, rows: Rows, numbers: Row, randoms: Row, actions: Numbers) -> None:
    many.pick_at(i, rows, opened(numbers), randoms, actions)


@thread("U2 U1 U1 U1 I I2", registers=80)
def playouts(
    i: int, rows: Rows, begins: Row, numbers: Row, randoms: Row, most: int, results: Numbers
) -> None:
    many.play_out_at(i, rows, begins, opened(numbers), randoms, most, results)
