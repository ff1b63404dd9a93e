"""A slow, literal reference model of Skirminion for differential tests.

Squares are their names ("a1".."h8"), sides are the letters "r" and "b", and a position is a flat
immutable record.  Nothing here is shared with the code under test: every rule is read afresh from
the list whose ids (SKN-...) the docstrings name.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache

Unit = tuple[str, str, int]  # square, owner, health
Fort = tuple[str, str]  # square, owner
Activation = tuple[str, bool, bool]  # present square, has moved, has attacked
Siege = tuple[str, str]  # attacker's square, fort's square

FILES = "abcdefgh"
RANKS = "12345678"
SQUARES = tuple(file + rank for file in FILES for rank in RANKS)
OTHER = {"r": "b", "b": "r"}
WEAK = 3  # at this health or less a unit may rest and takes single steps only
START_TEXT = "ffffffff/8/8/8/8/8/8/FFFFFFFF r - -"


def _reach(square: str, shifts: Iterable[tuple[int, int]]) -> tuple[str, ...]:
    """The squares on the board among the given displacements (files, ranks) of a square."""
    file, rank = FILES.index(square[0]), RANKS.index(square[1])
    spots = ((file + x, rank + y) for x, y in shifts)
    return tuple(FILES[x] + RANKS[y] for x, y in spots if 0 <= x < 8 and 0 <= y < 8)


STRAIGHT = ((1, 0), (-1, 0), (0, 1), (0, -1))
DIAGONAL = ((1, 1), (1, -1), (-1, 1), (-1, -1))
RING = {s: frozenset(_reach(s, STRAIGHT + DIAGONAL)) for s in SQUARES}


def _rays(square: str, directions: Iterable[tuple[int, int]]) -> tuple[tuple[str, ...], ...]:
    """The squares one after the other in each direction, as far as the board goes."""
    return tuple(_reach(square, [(n * x, n * y) for n in range(1, 8)]) for x, y in directions)


ROWS = {square: _rays(square, STRAIGHT) for square in SQUARES}
SLANTS = {square: _rays(square, DIAGONAL) for square in SQUARES}


@dataclass(frozen=True, slots=True)
class Numbers:
    """The numbers of the book that may be changed; a dot in a name is an underscore here."""

    units: int = 8
    health: int = 6
    forts_least: int = 0
    forts_most: int = 4
    forts_rows: int = 4
    forts_apart: int = 2
    rest_gain: int = 1
    move_straight: int = 2
    move_diagonal: int = 1
    slow_straight: int = 1
    slow_diagonal: int = 1
    attack_damage: int = 1
    attack_support: int = 1
    siege_damage: int = 1
    stand_damage: int = 2


BOOK = Numbers()


@dataclass(frozen=True, slots=True)
class Position:
    """A moment of the battle; `side` is the activating side even while a siege is pending."""

    units: tuple[Unit, ...]
    forts: tuple[Fort, ...]
    side: str
    activation: Activation | None = None
    siege: Siege | None = None
    quiet: int = 0
    played: int = 0
    quiet_limit: int = 100
    length_limit: int = 1000
    numbers: Numbers = BOOK


class _View:
    """A position as the activating side sees it, with the squares in contact with its enemies."""

    __slots__ = (
        *("mine", "my_forts", "near_any", "near_units", "numbers"),
        *("taken", "their_forts", "theirs"),
    )

    def __init__(self, position: Position) -> None:
        side = position.side
        self.numbers = position.numbers
        self.mine = {square: health for square, owner, health in position.units if owner == side}
        self.theirs = {square: health for square, owner, health in position.units if owner != side}
        self.my_forts = [square for square, owner in position.forts if owner == side]
        self.their_forts = [square for square, owner in position.forts if owner != side]
        self.taken = {*self.mine, *self.theirs, *self.my_forts, *self.their_forts}
        self.near_units: set[str] = set().union(*[RING[square] for square in self.theirs])
        self.near_any = self.near_units.union(*[RING[square] for square in self.their_forts])


def read(
    text: str, quiet_limit: int = 100, length_limit: int = 1000, numbers: Numbers = BOOK
) -> Position:
    """Parse the one-line notation of SKN-P5; its letter is the side that has to decide."""
    fields = text.split()
    if len(fields) not in (4, 6) or fields[1] not in OTHER:
        raise ValueError(f"not a position: {text!r}")
    units, forts = _read_board(fields[0])
    siege = None if fields[3] == "-" else _read_siege(fields[3])
    side = fields[1] if siege is None else OTHER[fields[1]]
    activation = None if fields[2] == "-" else _read_activation(fields[2])
    owners = {square: owner for square, owner, _ in units}
    if activation is not None and owners.get(activation[0]) != side:
        raise ValueError(f"no unit of the activating side there: {text!r}")
    if siege is not None:
        if activation is None or activation[0] != siege[0] or not activation[2]:
            raise ValueError(f"the siege is not the activated unit's attack: {text!r}")
        if (siege[1], fields[1]) not in forts:
            raise ValueError(f"no fort of the deciding side there: {text!r}")
    quiet, played = (int(fields[4]), int(fields[5])) if len(fields) == 6 else (0, 0)
    limits = quiet_limit, length_limit
    return Position(units, forts, side, activation, siege, quiet, played, *limits, numbers)


def _read_board(text: str) -> tuple[tuple[Unit, ...], tuple[Fort, ...]]:
    """Units and forts from the ranks 8 to 1; capitals are Red (SKN-P5)."""
    units: list[Unit] = []
    forts: list[Fort] = []
    rows = text.split("/")
    if len(rows) != 8:
        raise ValueError(f"not eight ranks: {text!r}")
    for rank, row in zip(reversed(RANKS), rows, strict=True):
        spread = "".join(" " * int(mark) if mark in RANKS else mark for mark in row)
        if len(spread) != 8:
            raise ValueError(f"not eight squares: {row!r}")
        for file, mark in zip(FILES, spread, strict=True):
            owner = "r" if mark.isupper() else "b"
            if mark in "Pp":
                forts.append((file + rank, owner))
            elif mark in "ABCDEFabcdef":
                units.append((file + rank, owner, "abcdef".index(mark.lower()) + 1))
            elif mark != " ":
                raise ValueError(f"unknown mark: {mark!r}")
    return tuple(sorted(units)), tuple(sorted(forts))


def _read_activation(text: str) -> Activation:
    """`e3m`, `e3a` or `e3ma` (SKN-P5)."""
    square, flags = text[:2], text[2:]
    if square not in RING or flags not in ("m", "a", "ma"):
        raise ValueError(f"not an activation: {text!r}")
    return square, "m" in flags, "a" in flags


def _read_siege(text: str) -> Siege:
    """`e3*d4`: attacker and fort (SKN-P5)."""
    attacker, _, fort = text.partition("*")
    if attacker not in RING or fort not in RING[attacker]:
        raise ValueError(f"not a siege: {text!r}")
    return attacker, fort


def write(position: Position) -> str:
    """The one-line notation of SKN-P5, without the counters when both are zero."""
    marks = {square: "abcdef"[health - 1] for square, _, health in position.units}
    marks.update((square, "p") for square, _ in position.forts)
    owners = {unit[0]: unit[1] for unit in (*position.units, *position.forts)}
    rows = []
    for rank in reversed(RANKS):
        row, gap = "", 0
        for file in FILES:
            square = file + rank
            if square not in marks:
                gap += 1
                continue
            mark = marks[square].upper() if owners[square] == "r" else marks[square]
            row, gap = row + (str(gap) if gap else "") + mark, 0
        rows.append(row + (str(gap) if gap else ""))
    fields = ["/".join(rows), position.side if position.siege is None else OTHER[position.side]]
    if position.activation is None:
        fields.append("-")
    else:
        square, moved, attacked = position.activation
        fields.append(square + "m" * moved + "a" * attacked)
    fields.append("-" if position.siege is None else "*".join(position.siege))
    if position.quiet or position.played:
        fields += [str(position.quiet), str(position.played)]
    return " ".join(fields)


def result(position: Position) -> tuple[str, str] | None:
    """Winner and reason if the game is over: SKN-V1, V2 and V3, then the limits of SKN-V5."""
    decided = _decided(position)
    if decided is not None:
        return decided
    if position.quiet_limit and position.quiet >= position.quiet_limit:
        return "-", "quiet"
    if position.length_limit and position.played >= position.length_limit:
        return "-", "length"
    return None


def _decided(position: Position) -> tuple[str, str] | None:
    """SKN-V1 (one side destroyed), SKN-V2 (both), SKN-V3 (last two units, both at 4 or more)."""
    units = position.units
    if not units:
        return "-", "nobody-left"
    owners = {owner for _, owner, _ in units}
    if len(owners) == 1:
        return units[0][1], "destroyed"
    if len(units) == 2:
        (_, first, first_health), (_, second, second_health) = units
        if first_health > WEAK and second_health > WEAK:
            if first_health == second_health:
                return "-", "last-two"
            return (first if first_health > second_health else second), "last-two"
    return None


def _steps(view: _View, square: str, straight: int, diagonal: int) -> set[str]:
    """Where so many steps in one direction lead at most, over squares that nobody is on."""
    targets = set()
    for rays, most in ((ROWS[square], straight), (SLANTS[square], diagonal)):
        for ray in rays:
            for target in ray[:most]:
                if target in view.taken:
                    break
                targets.add(target)
    return targets


def _moves(view: _View, square: str) -> list[str]:
    """Destinations of a move: SKN-M1 to M4 and M6, each of them once (SKN-P4)."""
    numbers = view.numbers
    slow = numbers.slow_straight, numbers.slow_diagonal
    if square in view.near_any:  # M2, M4: retreating, out of every contact
        return sorted(_steps(view, square, *slow) - view.near_any)
    if view.mine[square] <= WEAK:  # M4
        targets = _steps(view, square, *slow)
    else:  # M3
        targets = _steps(view, square, numbers.move_straight, numbers.move_diagonal)
    for fort in view.my_forts:  # M6
        if square in RING[fort]:
            targets |= RING[fort] - view.taken
    return sorted(targets)


def _strikes(view: _View, square: str) -> list[str]:
    """Attacks of a unit: enemy units in contact (SKN-A1), without any the forts (SKN-A4)."""
    ring = RING[square]
    if square in view.near_units:
        return [f"{square}x{target}" for target in view.theirs if target in ring]
    return [f"{square}*{fort}" for fort in view.their_forts if fort in ring]


def _rests(view: _View, square: str, health: int) -> bool:
    """Whether passing with this unit heals it: SKN-R1, unless SKN-R2 forbids it."""
    if health > WEAK or square in view.near_units:
        return False
    return not any(square in RING[fort] and fort in view.near_units for fort in view.my_forts)


def _open_options(view: _View, activation: Activation) -> list[str]:
    """What the activated unit can still do: the other action (SKN-B2), bounded by SKN-M5."""
    square, moved, attacked = activation
    options = [] if attacked else _strikes(view, square)
    if not moved and not (attacked and square in view.near_any):
        options += [f"{square}-{target}" for target in _moves(view, square)]
    return options


def _recipients(view: _View, fort: str) -> list[str]:
    """The owner's units in contact with a besieged fort (SKN-A5)."""
    return [square for square in view.theirs if square in RING[fort]]


def _generate(position: Position) -> list[str]:
    """Every legal action: SKN-B1, B2, R3, A5 and P1 to P4; none when the game is over."""
    if result(position) is not None:
        return []
    view = _View(position)
    if position.siege is not None:
        return [f"={square}" for square in _recipients(view, position.siege[1])]
    if position.activation is not None:
        return [*_open_options(view, position.activation), "end"]
    actions: list[str] = []
    plain_pass = False
    for square, health in view.mine.items():
        actions += _open_options(view, (square, False, False))
        if _rests(view, square, health):
            actions.append(f"rest {square}")
        else:
            plain_pass = True
    if plain_pass:
        actions.append("pass")
    return actions


_remembered = lru_cache(maxsize=4)(_generate)  # so that legal() then play() generates once


def legal(position: Position) -> list[str]:
    """All legal actions in the text notation of SKN-P1, empty when the game is over."""
    return list(_remembered(position))


def play(position: Position, action: str) -> Position:
    """The position after a legal action; ValueError for any other."""
    if action not in _remembered(position):
        raise ValueError(f"not legal here: {action!r}")
    return _apply(position, action)


def _apply(position: Position, action: str) -> Position:
    """Carry out an action known to be legal (SKN-P1)."""
    if action in ("pass", "end"):
        return _finish(position)
    if action.startswith("rest "):
        return _rest(position, action[5:])
    if action.startswith("=") and position.siege is not None:
        attacker, fort = position.siege
        view = _View(position)
        return _exchange(replace(position, siege=None), view, attacker, action[1:], fort)
    square, kind, target = action[:2], action[2], action[3:]
    _, moved, attacked = position.activation or (square, False, False)
    if kind == "-":
        health = next(unit[2] for unit in position.units if unit[0] == square)
        units = _changed(position.units, square, (target, position.side, health))
        return _settle(replace(position, units=units, activation=(target, True, attacked)))
    position = replace(position, activation=(square, moved, True))
    view = _View(position)
    if kind == "x":
        return _exchange(position, view, square, target, None)
    return _besiege(position, view, square, target)


def _changed(units: tuple[Unit, ...], old: str, new: Unit) -> tuple[Unit, ...]:
    """The units with the one on `old` replaced by `new`, or gone at zero or less (SKN-B3)."""
    kept = [unit for unit in units if unit[0] != old]
    if new[2] > 0:
        kept.append(new)
    return tuple(sorted(kept))


def _rest(position: Position, square: str) -> Position:
    """Passing with a unit that qualifies heals it (SKN-R1); V3 is checked (SKN-V4)."""
    health = next(unit[2] for unit in position.units if unit[0] == square)
    units = _changed(
        position.units, square, (square, position.side, health + position.numbers.rest_gain)
    )
    position = replace(position, units=units)
    return position if _decided(position) is not None else _finish(position)


def _besiege(position: Position, view: _View, square: str, fort: str) -> Position:
    """Attack a fort: capture (SKN-A7), a single recipient (SKN-P3), or a choice (SKN-A5)."""
    recipients = _recipients(view, fort)
    if len(recipients) > 1:
        return replace(position, siege=(square, fort))
    if recipients:
        return _exchange(position, view, square, recipients[0], fort)
    forts = [(at, position.side if at == fort else owner) for at, owner in position.forts]
    return _settle(replace(position, forts=tuple(forts)))


def _exchange(
    position: Position, view: _View, attacker: str, opponent: str, fort: str | None
) -> Position:
    """Both losses at once, from the position before the attack.

    Each loses one per enemy unit in contact with it (SKN-A2, A3), in a siege with the fort instead
    (SKN-A6); an enemy that stands alone deals two (SKN-A8).
    """
    dealt = _harm(view.numbers, view.mine, opponent, fort)
    suffered = _harm(view.numbers, view.theirs, attacker, fort)
    side = position.side
    units = _changed(
        position.units, opponent, (opponent, OTHER[side], view.theirs[opponent] - dealt)
    )
    units = _changed(units, attacker, (attacker, side, view.mine[attacker] - suffered))
    return _settle(replace(position, units=units))


def _harm(numbers: Numbers, dealers: dict[str, int], victim: str, fort: str | None) -> int:
    """What one of the two loses: to a side's last unit (SKN-A8), to units in contact with the fort
    (SKN-A6), or to its opponent and those who support it (SKN-A2)."""
    if len(dealers) == 1:
        return numbers.stand_damage
    touching = [dealer for dealer in dealers if dealer in RING[fort or victim]]
    if fort is not None:
        return numbers.siege_damage * len(touching)
    _, *supporters = touching
    return numbers.attack_damage + numbers.attack_support * len(supporters)


def _settle(position: Position) -> Position:
    """After a move or attack: the game may be over at once (SKN-V4), or the activation (SKN-P2)."""
    if _decided(position) is not None:
        return replace(position, activation=None, siege=None)
    assert position.activation is not None
    square, moved, attacked = position.activation
    if moved and attacked:
        return _finish(position)
    view = _View(position)
    if square not in view.mine or not _open_options(view, position.activation):
        return _finish(position)
    return position


def _finish(position: Position) -> Position:
    """Hand over to the other side (SKN-B1) and count the activation (SKN-V5)."""
    attacked = position.activation is not None and position.activation[2]
    return replace(
        position,
        side=OTHER[position.side],
        activation=None,
        siege=None,
        quiet=0 if attacked else position.quiet + 1,
        played=position.played + 1,
    )


def perft(position: Position, depth: int) -> int:
    """How many action sequences of exactly this length there are."""
    clear = (not position.quiet_limit or position.quiet + depth < position.quiet_limit) and (
        not position.length_limit or position.played + depth < position.length_limit
    )
    return _perft(position, depth, clear, {})


def _perft(position: Position, depth: int, clear: bool, known: dict[object, int]) -> int:
    """Count with transpositions; the counters are left out of the key when no limit is near."""
    if depth == 0:
        return 1
    p = position
    key = (depth, p.units, p.forts, p.side, p.activation, p.siege) if clear else (depth, p)
    count = known.get(key)
    if count is None:
        actions = _generate(p)
        if depth == 1:
            count = len(actions)
        else:
            count = sum(_perft(_apply(p, a), depth - 1, clear, known) for a in actions)
        known[key] = count
    return count
