"""How actions are offered, and how odds are to be taken."""

from outrider.core.odds import Sense
from outrider.core.offer import Offer
from outrider.games.basic.actions import Action, Attack, Command, Deploy, End, Move
from outrider.games.basic.battalion import ABILITIES
from outrider.games.basic.engine import engine
from outrider.games.basic.kernel import layout
from outrider.games.basic.state import State
from outrider.table.lengths import inches
from outrider.table.points import to_json

PLAIN = ("saved",)


def offer(state: State, action: Action) -> Offer:
    match action:
        case Deploy(unit, at):
            return Offer("Place here", unit, to_json(at), goes=True)
        case Move(unit):
            return Offer("Move here", unit, goes=True)
        case Attack(unit, target):
            label = f"Attack {target}"
            return Offer(label, unit, target, brief="Attack", whom=target, at_once=False)
        case Command(ability):
            return _command(state, ability)
    assert isinstance(action, End)
    return Offer("End turn", ends=True)


def _command(state: State, ability: str) -> Offer:
    """BSK-A2, BSK-A3: what it does, and how many would have it now."""
    numbers = state.setting.numbers
    if ability == "bolster":
        reach = inches(numbers[layout.BOLSTER_REACH])
        more = f"{numbers[layout.BOLSTER_DAMAGE]} more damage"
        gain = f"{more} and {numbers[layout.BOLSTER_HEALTH]} more health"
    else:
        reach = inches(numbers[layout.RUSH_REACH])
        gain = f"{inches(numbers[layout.RUSH_MOVEMENT])}″ more movement"
    count = int(engine().survey(state, layout.HEARD, 0, ABILITIES.index(ability))[0])
    units = "1 unit" if count == 1 else f"{count} units"
    does = f"Units within {reach}″ of the commander have {gain}: {units} now. Once a turn."
    label, brief = f"Command: {ability}", ability.capitalize()
    return Offer(label, brief=brief, does=does, note=f"{units}: {gain}")


def sense(name: str) -> Sense:
    return Sense("plain" if name in PLAIN else "good")
