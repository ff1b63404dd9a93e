"""Setting up (SKR-S1): the pieces where the scenario puts them."""

from outrider.core.events import PhaseBegan
from outrider.core.game import Step
from outrider.core.options import Options
from outrider.core.variant import Variant
from outrider.games.skirmishers.scenario import Scenario
from outrider.games.skirmishers.state import State, Unit, recorded, setting_of
from outrider.table.events import TurnBegan


def fresh_units(scenario: Scenario) -> tuple[Unit, ...]:
    return tuple(Unit(warrior, warrior.at, 1) for warrior in scenario.warriors)


def set_up(options: Options, scenario: Scenario, variant: Variant | None = None) -> Step[State]:
    held = (0,) * len(scenario.red.victory), (0,) * len(scenario.blue.victory)
    setting = setting_of(options, scenario, variant)
    state = recorded(setting, fresh_units(scenario), scenario.first, held)
    return Step(state, (PhaseBegan("battle"), TurnBegan(scenario.first, 1)))
