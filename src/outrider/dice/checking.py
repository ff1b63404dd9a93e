"""Computing the dice of a record again."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from outrider.core.chain import SEALED, anchors_of
from outrider.core.pending import Roll
from outrider.core.record import Anchored, Chose, Fell, Opened, Record, at_line
from outrider.core.refusal import Refusal, malformed
from outrider.core.seals import check_link
from outrider.core.wire import a_string, known_fields, shown
from outrider.dice import sealed
from outrider.dice.fair import BY_LINE, KIND, Ceremony, FairDice, a_ceremony, commitment

Falls: TypeAlias = Callable[[Fell, int], tuple[int, ...] | None]
"""What a line's dice have to show, given how many rolls were before it."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What came of checking a record's dice. `wrong` says what is, of the first thing that is."""

    checked: int = 0
    rolls: int = 0
    wrong: str | None = None


def verified(record: Record) -> Verdict:
    """Compute every die of a record again. Raises a Refusal where there is nothing to compute. Of
    sealed dice the links are checked when the record is replayed."""
    dice = record.header.dice
    kind = None if dice is None else dice.get("kind")
    if kind == "typed":
        raise malformed("the dice of this record were typed in by people, which proves nothing")
    if kind == SEALED:
        return _sealed(record)
    if kind not in (KIND, BY_LINE):
        raise malformed("this record does not say where its dice came from")
    ceremony = a_ceremony(dice, record.header.seats)
    secret = secret_of(record, ceremony)
    # By line it stands in the header, else at the end.
    shown_at = f"line {1 if kind == BY_LINE else len(record.lines) + 2}: "
    if secret is None and record.result is not None:
        hidden = "the match is over, but the secret of its dice is not revealed"
        return Verdict(wrong=shown_at + hidden)
    if secret is None:
        raise malformed("the secret is not revealed yet: that happens when the match is over")
    if commitment(secret) != ceremony.commitment:
        return Verdict(wrong=f"{shown_at}the secret is not the one that was committed to")
    for seat, entropy in ceremony.entropies.items():
        if commitment(entropy) != ceremony.commitments[seat]:
            return Verdict(wrong=f"line 1: {seat}'s entropy is not the one that was committed to")
    fair = FairDice(secret, ceremony.match, tuple(ceremony.entropies.values()), kind == BY_LINE)
    return _rolled_again(
        record, lambda line, r: fair.faces_of(_roll(line), line.n if fair.by_line else r)
    )


def check_dice(record: Record) -> None:
    """Refuse a record whose header says of its dice what cannot be."""
    dice = record.header.dice
    if dice is None or dice == {"kind": "typed"}:
        return
    kind = dice.get("kind")
    if kind == SEALED:
        known_fields(dice, ["kind", "match", "anchors", "engine"], "sealed dice")
        a_string(dice.get("match"), "the match's name")
        anchors_of(dice, record.header.seats)
    elif kind in (KIND, BY_LINE):
        secret = secret_of(record, a_ceremony(dice, record.header.seats))
        if secret is None and record.result is None:
            return
    else:
        raise malformed(f"line 1: dice are sealed, fair or typed, not {shown(kind)}")
    wrong = verified(record).wrong
    if wrong is not None:
        raise malformed(wrong)


def secret_of(record: Record, ceremony: Ceremony) -> str | None:
    """The secret of fair dice, wherever it stands."""
    if ceremony.kind == BY_LINE:
        return ceremony.secret
    return None if record.chain is None else record.chain.closing.secret


def _sealed(record: Record) -> Verdict:
    dice = record.header.dice
    assert dice is not None
    match = a_string(dice.get("match"), "the match's name")
    try:
        opened = dict(_openings(record, anchors_of(dice, record.header.seats) or {}))
    except Refusal as refusal:
        return Verdict(wrong=refusal.message)

    def falls(line: Fell, r: int) -> tuple[int, ...] | None:
        links = opened.get(line.n)
        return None if links is None else sealed.faces_of(match, links, _roll(line), r)

    return _rolled_again(record, falls)


def _openings(record: Record, seals: dict[str, str]) -> Iterator[tuple[int, dict[str, str]]]:
    """For every roll the links it fell by: those opened last, if nobody has decided since. Refuses
    a link that is not the next of its chain: a game of older rules is not replayed to its end."""
    links: dict[str, str] | None = None
    for line in record.lines:
        if isinstance(line, Anchored):
            seals = {**seals, **line.anchors}
        elif isinstance(line, Opened):
            links = dict(line.links)
            for holder, link in links.items():
                try:
                    check_link(seals, holder, link)
                except Refusal as refusal:
                    raise at_line(line.n + 1, refusal) from None
            seals = {**seals, **links}
        elif isinstance(line, Chose):
            links = None
        elif isinstance(line, Fell) and links is not None:
            yield line.n, links


def _roll(line: Fell) -> Roll:
    return Roll(line.purpose, line.seat, len(line.faces))


def _rolled_again(record: Record, falls: Falls) -> Verdict:
    dice = rolls = 0
    for line in record.lines:
        if not isinstance(line, Fell):
            continue
        expected = falls(line, rolls)
        if expected is None:
            return Verdict(dice, rolls, f"line n={line.n}: dice fell for which nobody opened links")
        for k, (real, said) in enumerate(zip(expected, line.faces, strict=True)):
            if real != said:
                where = f"line n={line.n}, die {k + 1} of {len(expected)} for {line.purpose}"
                return Verdict(dice, rolls, f"{where}: it says {said}, but {real} fell")
            dice += 1
        rolls += 1
    return Verdict(dice, rolls)
