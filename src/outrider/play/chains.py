"""The chains of sealed dice that are kept here: the server's own, bots', and those left with it.

Whose chain is which stands in the record alone: a seed that no line tells of opens nothing.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from outrider.core.conduct import Moment
from outrider.core.game import Game
from outrider.core.pending import Over
from outrider.core.record import Anchored, Line, Noted, Opened
from outrider.core.seals import awaited, holders, openers
from outrider.dice import Dice, SealedDice
from outrider.dice.sealed import LAST, LINKS


@dataclass(slots=True)
class Named:
    """What a record says of the chains. `anchors`: where each holder's ends; `times`: how many
    lines have named some since the header; `epochs`: which of these named a holder's last; `used`:
    how many links of it are opened; `left`: seats whose chain is with the server."""

    anchors: dict[str, str]
    times: int = 0
    epochs: dict[str, int] = field(default_factory=dict)
    used: dict[str, int] = field(default_factory=dict)
    left: set[str] = field(default_factory=set)


def named(moments: Sequence[Moment[Any]]) -> Named:
    found = Named(dict(moments[0].seals or {}))
    for moment in moments:
        line = moment.line
        if isinstance(line, Opened):
            for holder in line.links:
                found.used[holder] = found.used.get(holder, 0) + 1
        elif isinstance(line, Anchored):
            found.times += 1
            found.anchors |= line.anchors
            for holder in line.anchors:
                found.epochs[holder], found.used[holder] = found.times, 0
                found.left.discard(holder)
        elif isinstance(line, Noted) and line.match == "entrust":
            found.left.add(line.seat)
    return found


def _links(
    dice: SealedDice, moments: Sequence[Moment[Any]], asked: Sequence[str]
) -> dict[str, str]:
    seals, known = moments[-1].seals or {}, named(moments)
    found: dict[str, str] = {}
    for holder in asked:
        epoch, left = known.epochs.get(holder, 0), holder in known.left
        chain = dice.chain(holder, known.anchors[holder], epoch, left)
        link = None if chain is None else chain.below(seals[holder])
        if link is not None:
            found[holder] = link
    return found


def own_links(game: Game[Any, Any], dice: Dice, moments: Sequence[Moment[Any]]) -> dict[str, str]:
    """The next links of those whose chains are kept here, for the dice that wait."""
    if not isinstance(dice, SealedDice) or moments[-1].seals is None:
        return {}
    return _links(dice, moments, openers(game, moments))


def opened(game: Game[Any, Any], dice: Dice, moments: Sequence[Moment[Any]]) -> tuple[Line, ...]:
    """What goes on without asking anybody. If all chains are kept here they are opened; if only
    those of people who have left are not, what was opened is void and all others commit anew."""
    n = awaited(moments) if isinstance(dice, SealedDice) else None
    if n is None:
        return ()
    asked, links = openers(game, moments), own_links(game, dice, moments)
    lacking = [holder for holder in asked if holder not in links]
    if not lacking:
        return (Opened(len(moments), links, moments[n].hash or ""),)
    if all(holder in moments[-1].conduct.left for holder in lacking):
        return anew(game, dice, moments, {})
    return ()


def anew(
    game: Game[Any, Any],
    dice: Dice,
    moments: Sequence[Moment[Any]],
    anchors: Mapping[str, str],
) -> tuple[Line, ...]:
    """All who stay commit anew, with these anchors; the server names the chains of the others."""
    return _naming(dice, moments, holders(game, moments[-1]), anchors)


def renewed(game: Game[Any, Any], dice: Dice, moments: Sequence[Moment[Any]]) -> tuple[Line, ...]:
    """Successors for chains kept here that will soon be at their end, once dice have fallen."""
    if not isinstance(dice, SealedDice) or moments[-1].opened is None:
        return ()
    if isinstance(moments[-1].pending, Over):
        return ()
    used = named(moments).used
    asked = holders(game, moments[-1])
    short = [holder for holder in asked if LINKS - used.get(holder, 0) <= LAST]
    kept = _links(dice, moments, short) if short else {}
    return _naming(dice, moments, tuple(kept), {}) if kept else ()


def _naming(
    dice: Dice,
    moments: Sequence[Moment[Any]],
    naming: tuple[str, ...],
    anchors: Mapping[str, str],
) -> tuple[Line, ...]:
    """New chains, and whose the server goes on to keep for a player who has left it to it."""
    assert isinstance(dice, SealedDice)
    chains, n = named(moments), len(moments)
    made = {
        holder: anchors.get(holder) or dice.seal(holder, chains.times + 1).anchor
        for holder in naming
    }
    kept = [holder for holder in naming if holder in chains.left and holder not in anchors]
    notes = (Noted(n + 1 + at, seat, "entrust") for at, seat in enumerate(kept))
    return (Anchored(n, made), *notes)
