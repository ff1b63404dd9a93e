"""Basic Skirmish Rules v2, through the one interface."""

from functools import cache
from typing import Any, ClassVar

from outrider.core.account import Account
from outrider.core.choices import Choices
from outrider.core.events import PhaseBegan
from outrider.core.figures import Figure
from outrider.core.game import Step, Terms
from outrider.core.measured import with_odds
from outrider.core.measuring import Range
from outrider.core.odds import Odds, Sense
from outrider.core.offer import Offer
from outrider.core.options import Flag, Named, Number, Option
from outrider.core.pending import Pending
from outrider.core.rulebook import Rulebook
from outrider.core.setting import Setting
from outrider.core.standing import Standing
from outrider.games.basic import accounts, briefing, contract, offers, setup, telling, view
from outrider.games.basic.actions import (
    ACTIONS,
    Action,
    Deploy,
    Move,
)
from outrider.games.basic.choices import Deploying, Fighting
from outrider.games.basic.codes import code_of
from outrider.games.basic.engine import engine
from outrider.games.basic.moving import ends_of, nearest_move
from outrider.games.basic.numbers import FIGURES
from outrider.games.basic.odds import chances
from outrider.games.basic.standing import standing
from outrider.games.basic.state import SEATS, State, unit_id
from outrider.table.game import TableGame
from outrider.table.lengths import INCH
from outrider.table.options import Length, TableSize


class Basic(TableGame[State, Action]):
    """Two battalions of five on an open table."""

    id = "basic"
    title = "Basic Skirmish Rules v2"
    rules_version = "2.0"
    options: ClassVar[tuple[Option, ...]] = (
        TableSize("24x24", "BSK-S3", "The table, as width x height in inches."),
        Length("zone", 3, INCH, 6 * INCH, "BSK-S3", "How deep a side's zone is, in inches."),
        Flag("miss_ends_unit", True, "BSK-C3", "A unit that misses is done for the turn."),
        Named("ability_lasts", "own_turn", ("own_turn", "any_turn"), "BSK-A4",
              "Abilities last until the owner's next turn, or until the next turn of all."),
        Number("turn_limit", 200, 1, 10_000, "BSK-V2", "A draw after so many turns in all."),
    )  # fmt: skip
    figures: ClassVar[tuple[Figure, ...]] = FIGURES
    table_rule: ClassVar[str] = "BSK-S3"

    def terms(
        self,
        options: object = None,
        seats: object = None,
        table: Any = None,
        scenario: Any = None,
        variant: object = None,
    ) -> Terms:
        terms = super().terms(options, seats, table, scenario, variant)
        setup.check_zones(terms.options, self.table_of(terms.options, terms.table, len(SEATS)))
        return terms

    def settings(self) -> tuple[Setting, ...]:
        told = briefing.settings(self.terms().options.number("turn_limit"))
        return with_odds(told, __package__, self.id, self.rules_version)

    def new(self, terms: Terms) -> Step[State]:
        table = self.table_of(terms.options, terms.table, len(SEATS))
        setting = setup.setting_of(terms.options, table, terms.variant)
        return Step(setup.before_the_roll(setting), (PhaseBegan("deploy"),))

    def seats_of(self, state: State) -> tuple[str, ...]:
        return SEATS

    def pending(self, state: State) -> Pending:
        return contract.pending_of(state)

    def legal(self, state: State, seat: str | None) -> Choices[Action]:
        return Deploying(state) if state.deploying else Fighting(state)

    def advance(self, state: State, seat: str | None, action: Action) -> Step[State]:
        after = State(state.setting, engine().play(state, code_of(action)))
        return Step(after, telling.acted(state, action, after))

    def fall(self, state: State, faces: tuple[int, ...]) -> Step[State]:
        record, did = engine().fall(state, faces[0])
        after = State(state.setting, record)
        return Step(after, telling.fell(state, faces[0], after, did))

    def chances(self, state: State, seat: str | None, action: Action) -> Odds:
        return chances(state, action)

    def account(self, state: State, seat: str | None, action: Action) -> Account:
        return accounts.account(state, action)

    def ranges(self, state: State, unit: str) -> tuple[Range, ...]:
        found = state.unit(unit_id(unit))
        return accounts.ranges(state, found) if found.alive and found.at else ()

    def suggest(self, state: State, seat: str | None, action: Action) -> Action | None:
        choices = self.choices(state, seat)
        if isinstance(action, Deploy) and isinstance(choices, Deploying):
            return setup.nearest_place(state, action)
        if not isinstance(action, Move) or not isinstance(choices, Fighting):
            return None
        return nearest_move(state, action)

    def reach(self, state: State, seat: str | None, unit: str) -> tuple[Any, ...]:
        """The disc of its movement, on the table and without the bases of others: exactly where
        the unit may end."""
        mover = unit_id(unit)
        if not isinstance(self.choices(state, seat), Fighting):
            return ()
        return ends_of(state, mover)

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

    def dump(self, state: State) -> dict[str, Any]:
        return contract.dump(self.id, state)

    def load(self, data: object) -> State:
        fields, options = self.opened(data, contract.REQUIRED, contract.FURTHER)
        table = self.loaded_table(options, fields["table"], len(SEATS))
        setup.check_zones(options, table)
        variant = self.variant(fields.get("variant"))
        return contract.load(fields, setup.setting_of(options, table, variant))

    def batch(self, terms: Terms, games: int, seed: int = 0, device: object = "cpu") -> Any:
        from outrider.games.basic.batch import BasicBatch

        return BasicBatch(self, self.new(terms).state, games, seed, device)

    def card_kernels(self) -> Any:
        from outrider.games.basic.batch import card_kernels

        return card_kernels()

    def get_ready(self) -> None:
        engine().get_ready()

    def warm(self) -> None:
        engine().warm()

    def action_from_json(self, data: object) -> Action:
        return ACTIONS.from_json(data)

    def write_action(self, action: Action) -> str:
        return ACTIONS.write(action)

    def read_action(self, text: str) -> Action:
        return ACTIONS.read(text)


GAMES = (Basic(),)
