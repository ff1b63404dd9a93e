"""Skirmishers, through the one interface."""

from functools import cache
from typing import Any, ClassVar

from outrider.core.account import Account
from outrider.core.asked import Asked
from outrider.core.campaigning import Campaigning
from outrider.core.choices import Choices
from outrider.core.dealing import Deals
from outrider.core.figures import Figure
from outrider.core.game import Step, Terms
from outrider.core.making import Examined
from outrider.core.measured import with_odds
from outrider.core.measuring import Range
from outrider.core.mustering import Mustered
from outrider.core.odds import Odds, Sense
from outrider.core.offer import Offer
from outrider.core.options import Option
from outrider.core.pending import Pending
from outrider.core.refusal import malformed
from outrider.core.rulebook import Rulebook
from outrider.core.setting import Setting
from outrider.core.standing import Standing
from outrider.core.wire import Event
from outrider.games.skirmishers import (
    accounts,
    briefing,
    campaigning,
    contract,
    dealing,
    loading,
    making,
    mustering,
    offers,
    shipped,
    telling,
    view,
    watching,
)
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
from outrider.games.skirmishers.reaching import ends_of, way_to
from outrider.games.skirmishers.reading import examined
from outrider.games.skirmishers.scenario import SEATS
from outrider.games.skirmishers.schema import SCENARIO_SCHEMA
from outrider.games.skirmishers.setup import set_up
from outrider.games.skirmishers.showing import sheet_of
from outrider.games.skirmishers.standing import standing
from outrider.games.skirmishers.state import State
from outrider.showing.sheets import Sheet
from outrider.table.game import MeasuredGame
from outrider.table.points import Point
from outrider.table.sight import sight_across
from outrider.table.texts import a_unit


class Skirmishers(MeasuredGame[State, Action]):
    """Two sides of single warriors, as a scenario has them."""

    id = "skirmishers"
    title = "Skirmishers"
    rules_version = "1.2"
    older_rules = ("1.0", "1.1")
    options: ClassVar[tuple[Option, ...]] = OPTIONS
    figures: ClassVar[tuple[Figure, ...]] = FIGURES
    makes: ClassVar[tuple[str, ...]] = ("scenario",)
    musters = True
    deals = Deals("scenario", dealing.LEAST, dealing.MOST, 4)

    # -- scenarios -------------------------------------------------------------------------------

    def scenario_names(self) -> tuple[str, ...]:
        """The scenarios that come with the game, the default first."""
        return shipped.names()

    def scenario_schema(self) -> dict[str, Any]:
        return SCENARIO_SCHEMA

    def further(self) -> dict[str, Any]:
        return {"scenarios": list(shipped.names()), "scenario": SCENARIO_SCHEMA}

    def settings(self) -> tuple[Setting, ...]:
        told = briefing.settings()
        return with_odds(told, __package__, self.id, self.rules_version)

    def examine(self, kind: str, value: object) -> Examined:
        return making.examine(value) if kind == "scenario" else super().examine(kind, value)

    def campaigning(self) -> Campaigning:
        return campaigning.CAMPAIGNS

    def muster(self, value: object) -> Mustered:
        return mustering.muster(self.id, value)

    def deal(self, seed: int, number: int, pieces: int) -> Any:
        return dealing.deal(seed, number, pieces)

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

    def account(self, state: State, seat: str | None, action: Action) -> Account:
        return accounts.account(state, action)

    def asked(self, state: State) -> Asked | None:
        return watching.asked(state)

    def ranges(self, state: State, unit: str) -> tuple[Range, ...]:
        found = state.find(a_unit(unit))
        return watching.ranges(state, found) if found is not None and found.here else ()

    def hidden(self, state: State, a: Point, b: Point) -> tuple[str, Point] | None:
        """SKR-G4."""
        blocked = sight_across(state.table, a, b)
        if blocked is None:
            return None
        return f"the {state.table.terrain[blocked.piece_index].name or 'terrain'}", blocked.at

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
        return way_to(state, action.unit, action.path[-1]) or shortened(state, action)

    def reach(self, state: State, seat: str | None, unit: str) -> tuple[Any, ...]:
        """Ground that the piece can get to and end on, around walls and enemies and at what terrain
        costs: nothing but that, and up to a tenth of an inch all of it."""
        a_unit(unit)
        return ends_of(state, unit) if isinstance(self.choices(state, seat), Turn) else ()

    def threats(self, state: State, seat: str | None, unit: str) -> tuple[Any, ...]:
        """The fields of fire of everybody who may still fire at the piece as it moves."""
        if not isinstance(self.choices(state, seat), Turn) or not may_set_out(state, unit):
            return ()
        return tuple(fields_of_fire(state, state.unit(unit)))

    def offer(self, state: State, action: Action) -> Offer:
        return offers.offer(state, action)

    def sense(self, state: State, seat: str | None, name: str) -> Sense:
        return offers.sense(name)

    def standing(self, state: State, seat: str | None) -> Standing:
        return standing(state)

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
        fields, options = self.opened(data, contract.REQUIRED, contract.FURTHER)
        return loading.load(fields, options, self.variant(fields.get("variant")))

    def batch(self, terms: Terms, games: int, seed: int = 0, device: object = "cpu") -> Any:
        from outrider.games.skirmishers.batch import SkirmishersBatch

        return SkirmishersBatch(self, self.new(terms).state, games, seed, device)

    def get_ready(self) -> None:
        engine().get_ready()

    def action_from_json(self, data: object) -> Action:
        return ACTIONS.from_json(data)

    def write_action(self, action: Action) -> str:
        return ACTIONS.write(action)

    def read_action(self, text: str) -> Action:
        return ACTIONS.read(text)


GAMES = (Skirmishers(),)
