"""What can be proved of a record: that it is whole, the host's, by the rules, and its dice fair."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from outrider.core.chain import HOST, SEALED, a_hash, some_hashes
from outrider.core.course import last, replay
from outrider.core.game import Game
from outrider.core.older import retold
from outrider.core.record import Anchored, Chain, Noted, Record
from outrider.core.refusal import malformed
from outrider.core.wire import a_list, a_string, a_whole_number, an_object, known_fields
from outrider.dice import verified
from outrider.dice.fair import KIND
from outrider.play.signing import is_signed

MOST_LINES = 10**9


@dataclass(frozen=True, slots=True)
class Kept:
    """What a page kept of a match while it was played: its own memory against the host's."""

    match: str
    anchors: Mapping[str, str] = field(default_factory=dict)
    commitment: str | None = None
    entropy: Mapping[str, str] = field(default_factory=dict)
    heads: tuple[tuple[int, str], ...] = ()


def kept_from_json(value: object) -> Kept:
    """What a page kept, from its file."""
    data = an_object(value, "what was kept")
    known_fields(data, ["match", "anchors", "commitment", "entropy", "heads"], "what was kept")
    heads = []
    for pair in a_list(data.get("heads"), "the heads"):
        if len(a_list(pair, "a head")) != 2:
            raise malformed("a head is the number of a line and its hash")
        n = a_whole_number(pair[0], "a head's line", 0, MOST_LINES)
        heads.append((n, a_hash(pair[1], "a head")))
    said = data.get("commitment")
    entropy = an_object(data.get("entropy") or {}, "the entropy")
    return Kept(
        a_string(data.get("match"), "the match's name"),
        some_hashes(data.get("anchors") or {}, "the anchors"),
        None if said is None else a_hash(said, "the commitment"),
        {seat: a_string(text, "entropy") for seat, text in entropy.items()},
        tuple(heads),
    )


class Wrong(Exception):
    """The record is not what it says, or not what was seen. The message has the line."""


def wrong(number: int, problem: str) -> Wrong:
    return Wrong(f"line {number}: {problem}")


def proved(
    game: Game[Any, Any], record: Record, kept: Kept | None = None, key: str | None = None
) -> list[str]:
    """What is proved, in sentences. Raises Wrong; or a Refusal where nothing can be proved, or the
    game does not replay."""
    said = [*_whole(record, key), *_as_seen(record, kept), _dice(record)]
    return [*said, _by_the_rules(game, record)]


def _by_the_rules(game: Game[Any, Any], record: Record) -> str:
    parting = None
    if record.header.rules in game.older_rules:
        parting = retold(game, record).parting
    if parting is not None:
        return f"The game was {parting}. Its result is as recorded."
    last(replay(game, record))
    return "The game was played by the rules, and the result is right."


def _whole(record: Record, key: str | None) -> list[str]:
    kind = _kind(record)
    if record.chain is None:
        if kind in (SEALED, KIND) or key is not None:
            raise wrong(1, "the record of such a match is chained, but its hashes are gone")
        return ["The record is unchained: nothing here shows whether its lines were changed."]
    closing = record.chain.closing
    if not is_signed(closing):
        raise _at_end(record, "the signature is not that of the key beside it")
    if key is not None and key != closing.key:
        raise _at_end(record, f"it is signed with the key {closing.key}, not with yours")
    return [
        f"The chain of {len(record.lines)} lines is whole, and signed with the key {closing.key}."
    ]


def _at_end(record: Record, problem: str) -> Wrong:
    return wrong(len(record.lines) + 2, problem)


def _kind(record: Record) -> object:
    return None if record.header.dice is None else record.header.dice.get("kind")


def _as_seen(record: Record, kept: Kept | None) -> list[str]:
    """Compare a record with what a page kept."""
    if kept is None:
        return []
    if record.chain is None:
        raise wrong(1, "this record has no hashes, but the one that was seen had")
    dice = record.header.dice or {}
    if dice.get("match", kept.match) != kept.match:
        raise wrong(1, "this is the record of another match than the one seen")
    if kept.commitment is not None and dice.get("commitment") != kept.commitment:
        raise wrong(1, "the host's secret was committed to otherwise when it was seen")
    for name, seen in (("anchors", kept.anchors), ("entropies", kept.entropy)):
        for holder, text in seen.items():
            if (dice.get(name) or {}).get(holder) != text:
                raise wrong(1, f"of the {name}, {holder}'s is not the one seen")
    for n, text in kept.heads:
        _check_head(record, record.chain, n, text)
    _check_seals(record, kept)
    furthest = max((n for n, _ in kept.heads), default=0)
    return [f"It is the match that was seen, up to line n={furthest}."]


def _check_head(record: Record, chain: Chain, n: int, text: str) -> None:
    if n > len(record.lines):
        raise _at_end(record, f"line n={n} was seen, but the record is cut before it")
    if text != (chain.hashes[n - 1] if n else chain.head):
        raise wrong(n + 1, "this line, or one before it, is not the one that was seen")


def _check_seals(record: Record, kept: Kept) -> None:
    """Refuse new chains of seats whose seals the page held, if it did not see to them itself: the
    lines where it did are among its heads. Pages used to keep all anchors they were told, the
    host's among them; of those it is not known whose seals they held."""
    if HOST in kept.anchors:
        return
    seen = {n for n, _ in kept.heads}
    left: set[str] = set()
    for line in record.lines:
        if isinstance(line, Noted) and line.match == "entrust" and line.seat in kept.anchors:
            if line.n not in seen and line.seat not in left:
                raise wrong(line.n + 1, f"{line.seat} did not leave the seal with the server here")
            left.add(line.seat)
        elif isinstance(line, Anchored):
            for seat in sorted(set(line.anchors) & set(kept.anchors)):
                if line.n not in seen and seat not in left:
                    raise wrong(line.n + 1, f"{seat} did not commit to the new seal that is here")
                if line.n in seen:
                    left.discard(seat)


def _dice(record: Record) -> str:
    kind = _kind(record)
    if record.header.dice is None:
        return "Where its dice came from is not said: nothing here shows whether they were chosen."
    if kind == "typed":
        return "The dice were typed in by people: that proves nothing about them."
    hidden = record.chain is not None and record.chain.closing.secret is None
    if kind == KIND and hidden and record.result is None:
        return "The dice cannot be checked yet: their secret is revealed when the match is over."
    verdict = verified(record)
    if verdict.wrong is not None:
        raise Wrong(verdict.wrong)
    how = "by the links all had opened" if kind == SEALED else "as committed to"
    return f"All {verdict.checked} dice in {verdict.rolls} rolls fell {how}."
