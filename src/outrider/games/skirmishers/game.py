"""Skirmishers, through the one interface."""

from functools import cache
from typing import Any, ClassVar

from outrider.core.choices import Choices
from outrider.core.figures import Figure
from outrider.core.game import Game, Step, Terms
from outrider.core.odds import Odds
from outrider.core.options import Option
from outrider.core.pending import Pending
from outrider.core.refusal import malformed
from outrider.core.rulebook import Rulebook
from outrider.core.wire import Event, an_object, dumps, parse
from outrider.games.skirmishers import contract, loading, shipped, telling, view
from outrider.games.skirmishers.actions import (
    ACTIONS,
    Action,
    Move,
)
from outrider.games.skirmishers.choices import Turn, choices_of
from outrider.games.skirmishers.codes import code_of
from outrider.games.skirmishers.engine import engine
from outrider.games.skirmishers.fields import fields_of_fire
from outrider.games.skirmishers.moving import may_set_out, shortened
from outrider.games.skirmishers.numbers import FIGURES, OPTIONS
from outrider.games.skirmishers.odds import chances
from outrider.games.skirmishers.reading import examined
from outrider.games.skirmishers.scenario import SEATS
from outrider.games.skirmishers.schema import SCENARIO_SCHEMA
from outrider.games.skirmishers.setup import set_up
from outrider.games.skirmishers.showing import sheet_of
from outrider.games.skirmishers.state import State, place_of
from outrider.showing.sheets import Sheet
from outrider.table.lengths import inches
from outrider.table.points import to_json
from outrider.table.texts import a_unit


class Skirmishers(Game[State, Action]):
    """Two sides of single warriors, as a scenario has them."""

    id = "skirmishers"
    title = "Skirmishers"
    rules_version = "1.2"
    older_rules = ("1.0", "1.1")
    options: ClassVar[tuple[Option, ...]] = OPTIONS
    figures: ClassVar[tuple[Figure, ...]] = FIGURES

    # -- scenarios -------------------------------------------------------------------------------

    def scenario_names(self) -> tuple[str, ...]:
        """The scenarios that come with the game, the default first."""
        return shipped.names()

    def scenario_schema(self) -> dict[str, Any]:
        return SCENARIO_SCHEMA

    def further(self) -> dict[str, Any]:
        return {"scenarios": list(shipped.names()), "scenario": SCENARIO_SCHEMA}

    def scenario_faults(self, value: object) -> list[str]:
        """Everything that is wrong with a scenario, each with its place; empty if nothing is."""
        return examined(value)[1]

    def scenario_sheet(self, given: object) -> Sheet:
        """A scenario, by its name or as JSON, ready to be shown."""
        return sheet_of(shipped.scenario_of(given))

    def terms(
        self,
        options: object = None,
        seats: object = None,
        table: Any = None,
        scenario: Any = None,
        variant: object = None,
    ) -> Terms:
        plain = super().terms(options, seats, variant=variant)
        if table is not None:
            raise malformed("the table is part of the scenario", "SKR-S2")
        played = shipped.scenario_of(scenario).to_json()
        return Terms(plain.options, plain.seats, None, played, plain.variant)

    def terms_of(self, state: State) -> Terms:
        return Terms(state.options, SEATS, None, state.scenario.to_json(), state.setting.variant)

    # -- playing ---------------------------------------------------------------------------------

    def new(self, terms: Terms) -> Step[State]:
        return set_up(terms.options, shipped.scenario_of(terms.scenario), terms.variant)

    def seats_of(self, state: State) -> tuple[str, ...]:
        return SEATS

    def pending(self, state: State) -> Pending:
        return contract.pending_of(state)

    def legal(self, state: State, seat: str | None) -> Choices[Action]:
        return choices_of(state)

    def advance(self, state: State, seat: str | None, action: Action) -> Step[State]:
        done = engine().play(state, code_of(state.setting, action))
        return Step(done[0], telling.acted(state, action, done))

    def fall(self, state: State, faces: tuple[int, ...]) -> Step[State]:
        done = engine().fall(state, faces)
        return Step(done[0], telling.fell(state, faces, done))

    # -- looking ---------------------------------------------------------------------------------

    def chances(self, state: State, seat: str | None, action: Action) -> Odds:
        return chances(state, action)

    def preview(self, state: State, seat: str | None, action: Action) -> tuple[Event, ...]:
        """Of a move: every offer of defensive fire on its way, and where, as if all missed."""
        refusal = self.choices(state, seat).why_not(action)
        if refusal is not None:
            raise refusal
        if isinstance(action, Move):
            return telling.preview(state, action)
        return self.advance(state, seat, action).events

    def suggest(self, state: State, seat: str | None, action: Action) -> Action | None:
        if not isinstance(action, Move) or not isinstance(self.choices(state, seat), Turn):
            return None
        return shortened(state, action)

    def reach(self, state: State, seat: str | None, unit: str) -> tuple[Any, ...]:
        """The disc within which the piece may end; terrain, enemies, bases and the rim cut it."""
        a_unit(unit)
        if not isinstance(self.choices(state, seat), Turn):
            return ()
        if not may_set_out(state, unit):
            return ()
        mover = state.unit(unit)
        at = to_json(place_of(mover))
        return ({"shape": "disc", "at": at, "radius": inches(mover.warrior.movement)},)

    def threats(self, state: State, seat: str | None, unit: str) -> tuple[Any, ...]:
        """The fields of fire of everybody who may still fire at the piece as it moves."""
        if not self.reach(state, seat, unit):
            return ()
        return tuple(fields_of_fire(state, state.unit(unit)))

    def question(self, state: State) -> str:
        return view.question(state)

    def picture(self, state: State) -> str:
        return view.picture(state)

    @cache  # noqa: B019 - there is one of it, and it lives as long as the program
    def rulebook(self) -> Rulebook:
        return Rulebook.of_package(__package__, figures=FIGURES, options=self.options)

    # -- writing and reading ---------------------------------------------------------------------

    def dump(self, state: State) -> dict[str, Any]:
        return contract.dump(self.id, state)

    def load(self, data: object) -> State:
        fields, options = self.opened(data, loading.REQUIRED, loading.FURTHER)
        return loading.load(fields, options, self.variant(fields.get("variant")))

    def write(self, state: State) -> str:
        return dumps(self.dump(state))

    def read(self, text: str, options: object = None, variant: object = None) -> State:
        """The position of a table game is its state as one line of JSON."""
        state = self.load(parse(text))
        given = an_object({} if options is None else options, "options")
        if self.chosen({**state.options.to_json(), **given}) != state.options:
            raise malformed("the position brings other options along")
        if variant is not None and self.variant(variant) != state.setting.variant:
            raise malformed("the position brings other numbers along")
        return state

    def batch(self, terms: Terms, games: int, seed: int = 0) -> Any:
        from outrider.games.skirmishers.batch import SkirmishersBatch

        return SkirmishersBatch(self, self.new(terms).state, games, seed)

    def get_ready(self) -> None:
        engine().get_ready()

    def action_from_json(self, data: object) -> Action:
        return ACTIONS.from_json(data)

    def write_action(self, action: Action) -> str:
        return ACTIONS.write(action)

    def read_action(self, text: str) -> Action:
        return ACTIONS.read(text)


GAMES = (Skirmishers(),)
