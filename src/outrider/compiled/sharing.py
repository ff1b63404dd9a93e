"""Work that threads share between them."""

from collections.abc import Callable, Sequence
from threading import Thread


def in_threads(run: Callable[[slice], None], spans: Sequence[slice], threads: int) -> None:
    """Each span once, by so many threads with this one among them. Whoever is done takes the next:
    games are not equally long."""
    left = iter(spans)
    failed: list[BaseException] = []

    def work() -> None:
        try:
            for span in left:
                run(span)
        except BaseException as error:
            failed.append(error)
            list(left)  # nothing more is begun

    others = [Thread(target=work) for _ in range(threads - 1)]
    for other in others:
        other.start()
    work()
    for other in others:
        other.join()
    if failed:
        raise failed[0]
