"""A position field by field, as loading comes by it, and how it is written as a record."""

from array import array
from collections.abc import Iterable
from dataclasses import dataclass

from outrider.core.initiative import Contest
from outrider.core.seats import SEATS
from outrider.games.skirmish.kernel import layout
from outrider.games.skirmish.squad import INDEX_OF
from outrider.games.skirmish.state import PURPOSES, Figure, Fray, Melee, Setting, State, Throw


@dataclass(frozen=True, slots=True)
class Draft:
    """`turn` places or attacks; `first` begins the attack turns; `ready` are done with the minute;
    `contest` is a roll for the first turn; `acting` is the figure that keeps the turn (SKM-R7);
    `fray` waits for dice or for a landing. An `ending` is the kernel's number, with the figures
    that have reported."""

    setting: Setting
    figures: tuple[Figure, ...]
    phase: str = "deploy"
    round: int = 0
    turn: str = "red"
    first: str | None = None
    ready: tuple[str, ...] = ()
    contest: Contest | None = None
    acting: str | None = None
    fray: Fray | None = None
    ending: int = layout.GOES_ON
    reporters: int = 0

    def state(self) -> State:
        rows = [part for figure in self.figures for part in _row(figure)]
        return State(self.setting, array("q", [*self._header(), *rows]).tobytes())

    def _header(self) -> list[int]:
        header = [0] * layout.HEADER
        header[layout.STAGE] = self._stage()
        header[layout.ENDING] = self.ending
        header[layout.SEATS] = len(self.setting.seats)
        header[layout.SEAT] = SEATS.index(self.turn)
        header[layout.FIRST] = layout.NONE if self.first is None else SEATS.index(self.first)
        header[layout.ROUND] = self.round
        header[layout.READY] = _word(SEATS.index(seat) for seat in self.ready)
        header[layout.ACTING] = _unit(self.acting)
        header[layout.REPORTERS] = self.reporters
        if self.contest is not None:
            seats = [SEATS.index(seat) for seat in self.contest.seats]
            header[layout.ROLLERS] = _word(seats)
            fallen = zip(seats, self.contest.faces, strict=False)
            header[layout.FACES] = sum(face << layout.FACE_BITS * seat for seat, face in fallen)
        _write_fray(header, self.fray)
        return header

    def _stage(self) -> int:
        if self.contest is not None:
            return layout.ROLLING
        fray = self.fray
        if isinstance(fray, Melee):
            return layout.SWINGING if fray.total is None else layout.ANSWERING
        if isinstance(fray, Throw):
            return layout.FLYING if fray.within is None else layout.LANDING
        if fray is not None:
            return layout.FIRING if fray.total is None else layout.RESISTING
        return STAGES[self.phase]


STAGES = {
    "deploy": layout.PLACING,
    "movement": layout.MINUTE,
    "attack": layout.ATTACKING,
    "over": layout.OVER,
}


def _unit(id: str | None) -> int:
    return layout.NONE if id is None else INDEX_OF[id]


def _word(places: Iterable[int]) -> int:
    return sum(1 << place for place in places)


def _write_fray(header: list[int], fray: Fray | None) -> None:
    for field in (layout.PURPOSE, layout.STRIKER, layout.TARGET, layout.HIT, layout.ARMY):
        header[field] = layout.NONE
    header[layout.WITHIN] = header[layout.TOTAL] = layout.NONE
    if fray is None:
        return
    header[layout.STRIKER] = _unit(fray.unit)
    if isinstance(fray, Throw):
        header[layout.SPOT_X], header[layout.SPOT_Y] = fray.toward
        header[layout.WITHIN] = layout.NONE if fray.within is None else fray.within
        return
    header[layout.TARGET] = _unit(fray.target)
    header[layout.TOTAL] = layout.NONE if fray.total is None else fray.total
    if isinstance(fray, Melee):
        return
    header[layout.PURPOSE] = PURPOSES.index(fray.purpose)
    header[layout.HIT] = _unit(fray.hit)
    header[layout.ARMY] = layout.NONE if fray.army is None else SEATS.index(fray.army)
    header[layout.SPOT_X], header[layout.SPOT_Y] = fray.at or (0, 0)


def _row(figure: Figure) -> tuple[int, ...]:
    flags = layout.PLACED * (figure.at is not None)
    flags += layout.SEEN * figure.seen + layout.FRESH * figure.fresh
    x, y = figure.at or (0, 0)
    return x, y, figure.up, figure.health, figure.grenades, figure.actions, flags
