"""Who is connected to which match, at this process and at the others of the same database.

Every beat a process tells what has changed with it, and looks whether the others live and who is
there. Their clocks need not agree: one that has not gone on for some looks is gone.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from outrider.server.storage.base import Place, Storage

GONE = 6
"""After so many looks at which a process has not gone on, whoever was there is gone."""
FORGOTTEN = 240
"""After so many it is forgotten. Should it live after all, it tells everything anew."""
WATCHING = ""
"""The seat of those who have none."""


@dataclass(slots=True)
class Other:
    """Another process, as it was last seen."""

    beats: int
    changes: int
    places: Mapping[Place, int]
    still: int = 0
    """At how many looks it had not gone on."""


def differing(told: Mapping[Place, int], here: Mapping[Place, int]) -> dict[Place, int]:
    """How many there are now where that is not what was told; 0 where nobody is left."""
    changed = {place: count for place, count in here.items() if told.get(place) != count}
    return changed | {place: 0 for place in told if place not in here}


@dataclass(slots=True)
class Presence:
    """`elsewhere` has for each match how many sockets its seats have at other processes."""

    storage: Storage
    process: str
    elsewhere: dict[str, dict[str, int]] = field(default_factory=dict)
    moved: bool = True
    """Whether somebody has come or gone here since those who are here were last counted."""
    _told: Mapping[Place, int] | None = None
    _others: dict[str, Other] = field(default_factory=dict)

    def move(self) -> None:
        """Somebody has come or gone here."""
        self.moved = True

    async def beat(self, counted: Callable[[], Mapping[Place, int]]) -> set[str]:
        """Tell who is here, and look who is elsewhere; the matches where that has changed. They are
        counted only where it may be: they are thousands, twice a second."""
        told = self._told
        if self.moved or told is None:
            self.moved = False
            told = counted()
        await self._tell(told)
        return await self.look()

    async def _tell(self, here: Mapping[Place, int]) -> None:
        told = self._told
        self._told = None  # until it is known to be written
        if told is not None:
            changed = {} if told is here else differing(told, here)
            if await self.storage.attend(self.process, changed, whole=False):
                self._told = here
                return
        await self.storage.attend(self.process, here, whole=True)
        self._told = here

    async def look(self, ageing: bool = True) -> set[str]:
        """The matches where somebody has come or gone at another process. A look between two beats
        makes nobody older."""
        known = await self.storage.processes()
        known.pop(self.process, None)
        for process, (beats, changes) in known.items():
            seen = self._others.get(process)
            if seen is None or seen.changes != changes:
                places = await self.storage.present(process)
                self._others[process] = Other(beats, changes, places)
            elif seen.beats == beats:
                seen.still += int(ageing)
            else:
                seen.beats, seen.still = beats, 0
        for process in [*self._others]:
            if process not in known:
                del self._others[process]
            elif self._others[process].still >= FORGOTTEN:
                await self.storage.leave(process)
        return self._counted()

    def _counted(self) -> set[str]:
        found: dict[str, Counter[str]] = {}
        for other in self._others.values():
            if other.still < GONE:
                for (match, seat), count in other.places.items():
                    found.setdefault(match, Counter())[seat] += count
        before, self.elsewhere = self.elsewhere, {id: dict(each) for id, each in found.items()}
        both = before.keys() | self.elsewhere.keys()
        return {id for id in both if before.get(id) != self.elsewhere.get(id)}

    async def leave(self) -> None:
        await self.storage.leave(self.process)
