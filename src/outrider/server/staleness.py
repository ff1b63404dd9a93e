"""Whether what a client saw is too old to act on."""

from outrider.core.pending import Decide
from outrider.core.record import Chose
from outrider.play.match import Match
from outrider.server.bounds import MOST_MISSED

WHENEVER = ("resign",)
"""What is said of the match, not of the table, and means the same whatever has happened on it: dice
that fell while somebody made up his mind to give up do not make him say it twice."""


def is_stale(match: Match, seat: str | None, version: int, whenever: bool = False) -> bool:
    """Whether the match has gone on since. Where several seats may act at once, others' choices do
    not make it so. What may be said `whenever` is never too late, but nobody has seen what is still
    to come."""
    if version == match.version or (whenever and version < match.version):
        return False
    if not 0 < match.version - version <= min(match.version, MOST_MISSED):
        return True  # also who has not looked for so long: to go through all of it takes time
    changed = False
    for n in range(version, match.version):
        line = match.moments[n + 1].line
        if match.moments[n + 1].state is match.moments[n].state:
            continue  # somebody asked something; the table is as it was
        changed = True
        pending = match.moments[n].pending
        both = isinstance(pending, Decide) and seat in pending.seats
        if not (both and isinstance(line, Chose) and line.seat not in (seat, None)):
            return True
    return changed and seat not in match.deciders()
