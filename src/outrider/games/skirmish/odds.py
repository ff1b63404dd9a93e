"""Exact chances of attacks, grenades and indirect fire, by convolution."""

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from math import lcm, prod
from typing import NamedTuple

from outrider.core.odds import Odds
from outrider.dice import Distribution, sum_of
from outrider.games.skirmish.actions import Action, Land, Lob, Move, Shoot, Strike, Take
from outrider.games.skirmish.engine import engine
from outrider.games.skirmish.kernel import layout
from outrider.games.skirmish.numbers import DEFAULTS
from outrider.games.skirmish.squad import EVERY, HEALTH, INDEX_OF
from outrider.games.skirmish.state import Figure, State, Throw
from outrider.table.lengths import inches
from outrider.table.points import Point

KEPT = 4 * HEALTH * 8
ZERO, ONE = Fraction(0), Fraction(1)


class Dice(NamedTuple):
    """The numbers that chances come from: with so much health or more a figure has all its armour;
    how many dice that is, how many with less, and how many hand to hand and indirect fire have."""

    armoured: int
    armour: int
    weak: int
    melee: int
    indirect: int

    def armour_of(self, health: int) -> int:
        """SKM-H1."""
        return self.armour if health >= self.armoured else self.weak


BOOK = Dice(
    DEFAULTS["armour.health"],
    DEFAULTS["armour.dice"],
    DEFAULTS["armour.weak_dice"],
    DEFAULTS["melee.dice"],
    DEFAULTS["indirect.dice"],
)


def dice_of(numbers: Sequence[int]) -> Dice:
    """Those of a game's numbers."""
    return Dice(
        numbers[layout.ARMOURED],
        numbers[layout.ARMOUR_DICE],
        numbers[layout.WEAK_ARMOUR_DICE],
        numbers[layout.MELEE_DICE],
        numbers[layout.INDIRECT_DICE],
    )


def dice_in(state: State) -> Dice:
    return dice_of(state.setting.numbers)


@lru_cache(KEPT)
def loss(dice: int, health: int, rolled: Dice = BOOK) -> Distribution:
    """What a figure with so much health loses to so many dice (SKM-G1, SKM-H1)."""
    lost = (sum_of(dice) - sum_of(rolled.armour_of(health))).cut(0)
    return lost.map(lambda value: min(value, health))


@lru_cache(KEPT)
def blow(health: int, alternate: bool, rolled: Dice = BOOK) -> Distribution:
    """What the target loses hand to hand; the attacker's loss is the same by his own health, where
    he can be hurt (SKM-F1 to SKM-F3)."""
    margin = (sum_of(rolled.melee) - sum_of(rolled.melee)).cut(0)
    if alternate:
        return margin.map(lambda value: min(value, health))
    lost = (margin - sum_of(rolled.armour_of(health))).cut(0)
    return lost.map(lambda value: min(value, health))


@lru_cache(KEPT)
def left_after_indirect(health: int, armies: int, rolled: Dice) -> Distribution:
    """The health left when so many armies in turn have fired at a figure (SKM-R1)."""
    left = Distribution({health: 1})
    for _ in range(armies):
        chances: dict[int, Fraction] = {}
        for before, chance in left:
            fired = loss(rolled.indirect, before, rolled) if before else Distribution({0: 1})
            for lost, share in fired:
                after = before - lost
                chances[after] = chances.get(after, ZERO) + chance * share
        common = lcm(*(chance.denominator for chance in chances.values()))
        left = Distribution({value: int(chance * common) for value, chance in chances.items()})
    return left


def chances(state: State, action: Action) -> Odds:
    match action:
        case Shoot(unit, target):
            return of_shot(state, state.figure(unit), state.figure(target))
        case Strike(unit, target):
            return of_melee(state, state.figure(unit), state.figure(target))
        case Lob(unit, toward):
            return of_throw(state, state.figure(unit), toward)
        case Land(at):
            fray = state.fray
            assert isinstance(fray, Throw)
            return of_landing(state, state.figure(fray.unit), at)
        case Move(unit, to):
            return of_move(state, state.figure(unit), to)
        case Take(_, corpse):
            return Odds({}, {"grenades": Fraction(state.figure(corpse).grenades)})
    return Odds({})


def is_last(state: State, figure: Figure) -> bool:
    """Whether a figure is all that stands between its enemies' last player and the win."""
    return state.living(figure.seat) == [figure] and len(state.players()) == 2


def of_shot(state: State, figure: Figure, target: Figure) -> Odds:
    _, dice, _ = engine().survey(state, layout.SHOT_AT, INDEX_OF[figure.id], INDEX_OF[target.id])
    lost = loss(int(dice), target.health, dice_in(state))
    kill = lost.at_least(target.health)
    win = kill if is_last(state, target) else ZERO
    return Odds({"wound": lost.more_than(0), "kill": kill, "win": win}, {"damage": lost.expected()})


def of_melee(state: State, figure: Figure, target: Figure) -> Odds:
    """The target's chances, and the attacker's own: `wounded` and `killed`."""
    alternate = state.options.named("melee") == "alternate"
    rolled = dice_in(state)
    given = blow(target.health, alternate, rolled)
    taken = Distribution({0: 1}) if alternate else blow(figure.health, False, rolled)
    wound, wounded = given.more_than(0), taken.more_than(0)
    kill, killed = given.at_least(target.health), taken.at_least(figure.health)
    return Odds(
        {
            "wound": wound,
            "kill": kill,
            "wounded": wounded,
            "killed": killed,
            "nothing": 1 - wound - wounded,
            "win": kill if is_last(state, target) else ZERO,
            "lose": killed if is_last(state, figure) else ZERO,
        },
        {"damage": given.expected(), "suffered": taken.expected()},
    )


def of_move(state: State, figure: Figure, to: Point) -> Odds:
    """SKM-R1: the indirect fire on a figure that is still there when the next round starts."""
    _, near, _ = engine().survey(state, layout.ARMIES, INDEX_OF[figure.id], *to)
    armies = int(near).bit_count()
    if not armies:
        return Odds({})
    left = left_after_indirect(figure.health, armies, dice_in(state))
    return Odds(
        {"wounded": 1 - left.chance(figure.health), "killed": left.chance(0)},
        {"suffered": figure.health - left.expected()},
    )


# -- grenades ------------------------------------------------------------------------------------


def of_landing(state: State, thrower: Figure, at: Point) -> Odds:
    """For each figure in the blast, since each resists on its own (SKM-N3); and all together."""
    chances: dict[str, Fraction] = {}
    expected = {"damage": ZERO, "suffered": ZERO}
    dies: dict[str, Fraction] = {}
    for unit, dice in engine().caught(state, at):
        figure = state.figure(EVERY[unit])
        lost = loss(dice, figure.health, dice_in(state))
        dies[figure.id] = lost.at_least(figure.health)
        chances[f"wound {figure.id}"] = lost.more_than(0)
        chances[f"kill {figure.id}"] = dies[figure.id]
        expected[f"damage {figure.id}"] = lost.expected()
        expected["suffered" if figure.seat == thrower.seat else "damage"] += lost.expected()
    return Odds({**together(state, thrower.seat, dies), **chances}, expected)


def together(state: State, seat: str, dies: dict[str, Fraction]) -> dict[str, Fraction]:
    """`kill`: an enemy at least dies; `killed`: one of one's own. `win`: all enemies do, and not
    all of one's own; `draw`: everybody does; `lose`: all of one's own do, and one other player is
    left (SKM-O6)."""
    foes, own = ONE, ONE
    no_foe, no_own = ONE, ONE
    for figure in state.figures:
        if figure.health:
            chance = dies.get(figure.id, ZERO)
            if figure.seat == seat:
                own, no_own = own * chance, no_own * (1 - chance)
            else:
                foes, no_foe = foes * chance, no_foe * (1 - chance)
    return {
        "kill": 1 - no_foe,
        "killed": 1 - no_own,
        "win": foes * (1 - own),
        "draw": foes * own,
        "lose": own * _one_left(state, seat, dies),
    }


def _one_left(state: State, seat: str, dies: dict[str, Fraction]) -> Fraction:
    """The chance that of all other players just one still has a figure."""
    gone = {
        other: prod((dies.get(figure.id, ZERO) for figure in state.living(other)), start=ONE)
        for other in state.players()
        if other != seat
    }
    return sum(
        (
            (1 - chance) * prod((each for name, each in gone.items() if name != other), start=ONE)
            for other, chance in gone.items()
        ),
        ZERO,
    )


def of_throw(state: State, figure: Figure, toward: Point) -> Odds:
    """Over the die, the grenade landing as near to the point as it then may."""
    chances: dict[str, Fraction] = {}
    expected: dict[str, Fraction] = {}
    numbers = state.setting.numbers
    throws = numbers[layout.SHORT_THROW : layout.LONG_THROW + 1]
    unit = INDEX_OF[figure.id]
    for reach in sorted(set(throws)):
        share = Fraction(throws.count(reach), len(throws))
        chances[f'up to {inches(reach)}"'] = share
        x, y, _ = engine().survey(state, layout.AIMED, unit, *toward, reach)
        odds = of_landing(state, figure, (int(x), int(y)))
        for name, chance in odds.chances.items():
            chances[name] = chances.get(name, ZERO) + share * chance
        for name, value in odds.expected.items():
            expected[name] = expected.get(name, ZERO) + share * value
    return Odds(chances, expected)
