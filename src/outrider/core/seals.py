"""Sealed dice as a match's record has them: who opens a link when, and for which line.

The server and every seat hold a chain of hashes, of which everybody knows the end. When dice have
to fall, each holder opens one link more; the faces are made of all of them together.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, TypeVar

from outrider.core.chain import HOST, hash_after, refuse_twins, sha256
from outrider.core.conduct import Moment
from outrider.core.game import Game
from outrider.core.pending import Roll
from outrider.core.record import Anchored, Fell, Noted, Opened
from outrider.core.refusal import malformed, not_your_turn
from outrider.core.wire import Event, shown

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Resealed(Event):
    """Holders have committed anew. `pending`: while dice had to fall."""

    event: ClassVar[str] = "sealed"
    holders: tuple[str, ...]
    pending: bool

    def __str__(self) -> str:
        if self.pending:
            return (
                "The dice are sealed anew, as all agreed: "
                "whoever held a link back may have seen how they would have fallen."
            )
        return f"New seals: {', '.join(self.holders)}."


def holders(game: Game[S, Any], last: Moment[S]) -> tuple[str, ...]:
    """Whose links dice are made of that are asked for here: the server's and those of all who are
    still in the game."""
    playing = game.playing(last.state)
    return (HOST, *(seat for seat in playing if seat not in last.conduct.left))


def openers(game: Game[S, Any], moments: Sequence[Moment[S]]) -> tuple[str, ...]:
    """Who has to open a link for the dice that wait. That is settled when they are asked for:
    otherwise whoever leaves could choose between the dice with their link and those without."""
    n = awaited(moments)
    return holders(game, moments[-1 if n is None else n])


def awaited(moments: Sequence[Moment[Any]]) -> int | None:
    """The line for which links have to be opened: the one that led to the dice that wait, or with
    which all have committed anew since. None if no dice wait for links."""
    last = moments[-1]
    if last.seals is None or last.opened is not None or last.conduct.outcome is not None:
        return None
    if not isinstance(last.pending, Roll):
        return None
    n = len(moments) - 1
    while n and isinstance(moments[n].line, Noted):
        before = moments[n - 1]
        same = moments[n].state is before.state
        if not same and not isinstance(before.pending, Roll):
            break
        n -= 1
    return n


def linked(game: Game[S, Any], last: Moment[S], made: Moment[S]) -> Moment[S]:
    """A moment with what it takes over from the one before it."""
    assert made.line is not None
    same = made.state is last.state
    fell = isinstance(made.line, Fell)
    keeps = fell or (same and isinstance(made.line, Noted))
    after = None if last.hash is None else hash_after(last.hash, made.line.to_json())
    return Moment(
        made.line,
        made.state,
        made.events,
        made.prior,
        made.conduct,
        rolls=last.rolls + fell,
        hash=after,
        seals=made.seals or last.seals,
        opened=made.opened or (last.opened if keeps else None),
        pending=last.pending if same else game.pending(made.state),
    )


def sealed(game: Game[S, Any], moments: Sequence[Moment[S]], line: Opened | Anchored) -> Moment[S]:
    """The moment that a line of the seals makes; the state stays as it is."""
    last = moments[-1]
    if last.seals is None or last.hash is None:
        raise malformed("these dice have no seals")
    if isinstance(line, Anchored):
        return _anchored(game, moments, last, line)
    n = awaited(moments)
    if n is None:
        raise not_your_turn("no dice wait for links here")
    if line.hash != moments[n].hash:
        raise malformed(f"links are opened here for line n={n}, whose hash is another")
    asked = openers(game, moments)
    for seat in asked:
        if seat in last.conduct.left and seat not in line.links:
            problem = f"{seat} left while these dice waited"
            raise malformed(f"{problem}: without its link all have to commit anew")
    _check_links(asked, last.seals, line.links)
    seals = {**last.seals, **line.links}
    return Moment(
        line, last.state, (), last.conduct.at, last.conduct, seals=seals, opened=line.links
    )


def _check_links(
    asked: tuple[str, ...], seals: Mapping[str, str], links: Mapping[str, str]
) -> None:
    if set(links) != set(asked):
        raise malformed(f"links are opened by {', '.join(asked)} here")
    for holder, link in links.items():
        check_link(seals, holder, link)


def check_link(seals: Mapping[str, str], holder: str, link: str) -> None:
    """Refuse a link that is not the next one of its chain."""
    if sha256(link) != seals.get(holder):
        raise malformed(f"{holder}'s link is not the one that comes next in its chain")


def _anchored(
    game: Game[S, Any], moments: Sequence[Moment[S]], last: Moment[S], line: Anchored
) -> Moment[S]:
    assert last.seals is not None
    strange = sorted(set(line.anchors) - set(last.seals))
    if strange:
        raise malformed(f"{shown(strange[0])} holds no seal here")
    waits = awaited(moments) is not None
    if last.opened is not None and isinstance(last.pending, Roll):
        raise not_your_turn("the dice that are opened fall first")
    if waits and set(line.anchors) != set(holders(game, last)):
        raise malformed("while dice wait for links, all commit anew or nobody")
    seals = {**last.seals, **line.anchors}
    refuse_twins(seals)
    event = Resealed(tuple(line.anchors), waits)
    return Moment(line, last.state, (event,), last.conduct.at, last.conduct, seals=seals)
