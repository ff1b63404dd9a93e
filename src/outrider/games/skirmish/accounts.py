"""What the odds of shots, blows and grenades rest on, and what may come of them, in words."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

from outrider.core.account import Account, Reason, Result, Tone
from outrider.core.measuring import Range
from outrider.games.skirmish.actions import Action, Land, Lob, Move, Shoot, Strike
from outrider.games.skirmish.engine import engine
from outrider.games.skirmish.kernel import layout
from outrider.games.skirmish.moving import ends_of
from outrider.games.skirmish.odds import chances, loss
from outrider.games.skirmish.squad import EVERY, INDEX_OF
from outrider.games.skirmish.state import Figure, State, Throw, place_of
from outrider.table.lengths import inches, read_off
from outrider.table.points import Point, distance, to_json
from outrider.table.sight import sight_over

FACES_A_THROW = 2
"""SKM-N1: a length of throw goes with so many faces of the die."""


def account(state: State, action: Action) -> Account:
    match action:
        case Shoot(unit, target):
            return of_shot(state, state.figure(unit), state.figure(target))
        case Strike(unit, target):
            return of_blow(state, state.figure(unit), state.figure(target))
        case Lob(unit, toward):
            return of_throw(state, state.figure(unit), toward)
        case Land(at):
            assert isinstance(state.fray, Throw)
            return of_landing(state, state.figure(state.fray.unit).seat, at)
        case Move(unit, to):
            return of_move(state, state.figure(unit), to)
    return Account()


def armour(state: State, figure: Figure) -> Reason:
    """SKM-H1."""
    from outrider.games.skirmish.kernel.resisting import armour_dice

    plain: Any = getattr(armour_dice, "py_func", armour_dice)
    numbers = state.setting.numbers
    bound = numbers[layout.ARMOURED]
    note = f"at {bound} health or more" if figure.health >= bound else f"under {bound} health"
    return Reason(f"{figure.name}'s armour", dice=int(plain(numbers, figure.health)), note=note)


def above(figure: Figure, target: Figure) -> tuple[Reason, ...]:
    """Where one stands higher."""
    if figure.up == target.up:
        return ()
    higher = figure if figure.up > target.up else target
    by = read_off(abs(figure.up - target.up))
    return (Reason("Height", f"{higher.name} {by} above"),)


def hurts(
    figure: Figure, wound: Fraction, kill: Fraction, tone: Tone = "good"
) -> tuple[Result, ...]:
    return (
        Result(f"{figure.name} falls", kill, tone),
        Result(f"{figure.name} is hurt", wound - kill, tone),
    )


def fate(figure: Figure, wound: Fraction, kill: Fraction, seat: str) -> list[Result]:
    """What a blast that somebody throws may do to one figure in it."""
    tone: Tone = "bad" if figure.seat == seat else "good"
    ends = *hurts(figure, wound, kill, tone), Result("No harm", 1 - wound, "plain")
    return [replace(each, group=figure.name) for each in ends]


# -- shots and blows -----------------------------------------------------------------------------


def of_shot(state: State, figure: Figure, target: Figure) -> Account:
    numbers = state.setting.numbers
    _, dice, _ = engine().survey(state, layout.SHOT_AT, INDEX_OF[figure.id], INDEX_OF[target.id])
    far = read_off(distance(place_of(figure), place_of(target)))
    near = inches(numbers[layout.SHOT_RANGE])
    band = f"within {near}″" if dice == numbers[layout.SHOT_DICE] else f"beyond {near}″"
    if numbers[layout.SHOT_DICE] == numbers[layout.LONG_SHOT_DICE]:
        band = "at any distance"
    sight = "terrain hides nobody" if numbers[layout.OPEN_SIGHT] else ""
    reasons = (
        Reason("Distance", far, note=band),
        Reason(f"{figure.name} shoots", dice=int(dice), note="their sum"),
        armour(state, target),
        *above(figure, target),
        Reason("Sight", "clear", note=sight),
    )
    odds = chances(state, Shoot(figure.id, target.id)).chances
    results = (
        *hurts(target, odds["wound"], odds["kill"]),
        Result("No harm", 1 - odds["wound"], "plain", spent(figure)),
    )
    return Account(reasons, results, f"{far}, {band}")


def spent(figure: Figure) -> str:
    """What an action costs that led to nothing."""
    left = figure.actions - 1
    return f"An action is gone: {figure.name} has {left or 'none'} left."


def of_blow(state: State, figure: Figure, target: Figure) -> Account:
    """SKM-F1 to SKM-F3."""
    dice = state.setting.numbers[layout.MELEE_DICE]
    alternate = state.setting.numbers[layout.ALTERNATE] != 0
    reasons = [
        Reason("Distance", read_off(distance(place_of(figure), place_of(target)))),
        Reason(f"{figure.name} strikes", dice=dice, note="the difference hurts"),
        Reason(f"{target.name} strikes back", dice=dice),
    ]
    if not alternate:
        reasons += [armour(state, target), armour(state, figure)]
    odds = chances(state, Strike(figure.id, target.id)).chances
    results = (
        *hurts(target, odds["wound"], odds["kill"]),
        Result("Nobody is hurt", odds["nothing"], "plain", spent(figure)),
        *hurts(figure, odds["wounded"], odds["killed"], "bad"),
    )
    return Account(tuple(reasons), results)


# -- grenades ------------------------------------------------------------------------------------


def rings(state: State, at: Point) -> tuple[dict[str, Any], ...]:
    """SKM-N2: how far a blast there goes, and with how many dice."""
    numbers = state.setting.numbers
    half = 2 if numbers[layout.HALVED] else 1
    found = []
    for far, dice in (
        (layout.BLAST_FAR, layout.FAR_BLAST_DICE),
        (layout.BLAST_NEAR, layout.BLAST_DICE),
    ):
        radius = numbers[far] / half / 1000
        disc = {"shape": "disc", "at": to_json(at), "radius": radius}
        found.append({**disc, "said": f"{numbers[dice]} dice"})
    return tuple(found)


def of_landing(state: State, seat: str, at: Point) -> Account:
    """SKM-N3: everybody in the blast resists on his own."""
    reasons: list[Reason] = []
    results: list[Result] = []
    caught: list[str] = []
    for unit, dice in engine().caught(state, at):
        figure = state.figure(EVERY[unit])
        lost = loss(dice, figure.health, state.setting.numbers)
        results += fate(figure, lost.more_than(0), lost.at_least(figure.health), seat)
        own = ", one's own" if figure.seat == seat else ""
        reasons.append(Reason(f"{figure.name} resists{own}", dice=dice, note="its armour saves"))
        caught.append(figure.id)
    if not caught:
        results.append(Result("Nobody is in the blast", Fraction(1), "plain"))
    return Account(tuple(reasons), tuple(results), "", rings(state, at), tuple(caught))


def of_throw(state: State, figure: Figure, toward: Point) -> Account:
    """SKM-N1: how far it flies by the die, and whom it would catch if it lands as near as it then
    may."""
    numbers = state.setting.numbers
    throws = numbers[layout.SHORT_THROW : layout.LONG_THROW + 1]
    reasons, areas = [], []
    aimed: Point = toward
    for number, reach in enumerate(throws):
        x, y, _ = engine().survey(state, layout.AIMED, INDEX_OF[figure.id], *toward, reach)
        aimed = int(x), int(y)
        names = [state.figure(EVERY[unit]).name for unit, _ in engine().caught(state, aimed)]
        first = 1 + number * FACES_A_THROW
        faces = f"On {first} or {first + 1}"
        whom = f"catches {' and '.join(names)}" if names else "catches nobody"
        reasons.append(Reason(faces, f"up to {inches(reach)}″", note=whom))
        spot = {"shape": "disc", "at": to_json(aimed), "radius": 0.16}
        areas.append({**spot, "said": f"{first} or {first + 1}"})
    far = read_off(distance(place_of(figure), toward))
    told = chances(state, Lob(figure.id, toward)).chances
    results: list[Result] = []
    for other in state.figures:
        wound, kill = told.get(f"wound {other.id}"), told.get(f"kill {other.id}")
        if wound is not None and kill is not None:
            results += fate(other, wound, kill, figure.seat)
    if not results:
        results.append(Result("Nobody can be caught", Fraction(1), "plain"))
    distances = Reason("Distance", far)
    further = rings(state, aimed)
    return Account((distances, *reasons), tuple(results), far, (*further, *areas))


# -- indirect fire -------------------------------------------------------------------------------


def of_move(state: State, figure: Figure, to: Point) -> Account:
    """SKM-R1: whose armies fire at a figure that is still there when the next round starts."""
    _, near, _ = engine().survey(state, layout.ARMIES, INDEX_OF[figure.id], *to)
    if not near:
        return Account()
    odds = chances(state, Move(figure.id, to)).chances
    dice = state.setting.numbers[layout.INDIRECT_DICE]
    seats = [seat for place, seat in enumerate(state.seats) if int(near) >> place & 1]
    fire = [Reason(f"{seat.capitalize()}'s army fires", dice=dice) for seat in seats]
    results = (
        Result("It is not hurt there", 1 - odds["wounded"]),
        *hurts(figure, odds["wounded"], odds["killed"], "bad"),
    )
    return Account((*fire, armour(state, figure)), results)


# -- what is in a figure's power -----------------------------------------------------------------


def ranges(state: State, figure: Figure) -> tuple[Range, ...]:
    """How far it moves with an action, shoots with all dice and throws."""
    numbers, name = state.setting.numbers, figure.name
    move, near = inches(numbers[layout.MOVE]), inches(numbers[layout.SHOT_RANGE])
    said = f"{numbers[layout.SHOT_DICE]} dice within {near}″"
    found = [
        Range(f"{name}'s move, {move}″ an action", "reach", tuple(ends_of(state, figure))),
        Range(f"{name} shoots {said}", "threat", (_disc(figure, numbers[layout.SHOT_RANGE]),)),
    ]
    if figure.grenades:
        longest = max(numbers[layout.SHORT_THROW : layout.LONG_THROW + 1])
        said = f"{name} throws up to {inches(longest)}″"
        found.append(Range(said, "threat", (_disc(figure, longest),)))
    return tuple(found)


def hidden(state: State, a: Point, b: Point) -> tuple[str, Point] | None:
    """SKM-G2: what would hide a figure at one point from one at the other, and where."""
    numbers = state.setting.numbers
    if numbers[layout.OPEN_SIGHT]:
        return None
    eye = numbers[layout.EYE]
    high, other = (int(engine().survey(state, layout.CAUGHT, 0, *at)[1]) for at in (a, b))
    found = sight_over(state.table, a, high + eye, b, other + eye)
    if found is None:
        return None
    return f"the {state.table.terrain[found.piece_index].name or 'terrain'}", found.at


def _disc(figure: Figure, radius: int) -> dict[str, Any]:
    return {"shape": "disc", "at": to_json(place_of(figure)), "radius": inches(radius)}
