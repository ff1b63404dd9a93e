"""Skirmish, in both editions, through the one interface."""

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Any, ClassVar

from outrider.core.account import Account
from outrider.core.figures import Figure
from outrider.core.game import Limit, Step, Terms, checked_seat
from outrider.core.measured import with_odds
from outrider.core.measuring import Range
from outrider.core.odds import Odds, Sense
from outrider.core.offer import Offer
from outrider.core.options import Named, Number, Option, Options
from outrider.core.pending import Decide, Pending
from outrider.core.refusal import Refusal, malformed, not_your_turn
from outrider.core.rulebook import Rulebook
from outrider.core.seats import SEATS
from outrider.core.setting import Setting
from outrider.core.standing import Standing
from outrider.games.skirmish import accounts, briefing, offers, setup, telling, view
from outrider.games.skirmish.actions import (
    ACTIONS,
    Action,
    Deploy,
    Move,
)
from outrider.games.skirmish.choices import Attacking, Clock, Deploying, Landing, Minute, Offered
from outrider.games.skirmish.codes import TIME
from outrider.games.skirmish.contract import FURTHER, REQUIRED, dump, pending_of
from outrider.games.skirmish.edition import FIRST, REVISED, Edition
from outrider.games.skirmish.engine import engine
from outrider.games.skirmish.kernel import layout
from outrider.games.skirmish.loading import load, names_in
from outrider.games.skirmish.moving import ends_of, nearest_move, sets_out
from outrider.games.skirmish.numbers import FIGURES
from outrider.games.skirmish.odds import chances
from outrider.games.skirmish.seats import CORNERS, SPACED, check_seats, named_table
from outrider.games.skirmish.squad import SEAT_OF, figure_id
from outrider.games.skirmish.standing import standing
from outrider.games.skirmish.state import State
from outrider.games.skirmish.tables import SHIPPED
from outrider.table.game import TableGame
from outrider.table.options import TableSize
from outrider.table.points import Point
from outrider.table.seating import seated
from outrider.table.terrain import Table

DEFAULT_TABLE = "36x36"


CHOICES: dict[int, type[Deploying | Minute | Attacking | Landing]] = {
    layout.PLACING: Deploying,
    layout.MINUTE: Minute,
    layout.ATTACKING: Attacking,
    layout.LANDING: Landing,
}
"""What a seat that decides may choose from, by the kernel's stage."""


class Skirmish(TableGame[State, Action]):
    """Outriders of two to eight armies, five figures each."""

    edition: ClassVar[Edition]
    seat_counts = (2, 3, 4, 5, 6, 7, 8)
    shipped: ClassVar[dict[str, Table]] = SHIPPED
    options: ClassVar[tuple[Option, ...]] = (
        TableSize(DEFAULT_TABLE, "SKM-S4", "The table: width x height in inches, or a name.",
                  tuple(SHIPPED)),
        Named("seating", SPACED, (SPACED, CORNERS), "SKM-S4",
              "Three and more sit with a side between them that is nobody's, or touch."),
        Named("report", "after_movement", ("after_movement", "instant"), "SKM-O5",
              "When a figure that brings news home wins."),
        Number("round_limit", 50, 1, 500, "SKM-O8", "A draw after so many rounds."),
        Number("minute", 60, 0, 3600, "SKM-R6", "Seconds to move in a live match; 0: no clock."),
        Named("attack_turn", "action", ("action", "figure"), "SKM-R7",
              "An attack turn is one action, or all that one figure has left."),
        Named("sight", "terrain", ("terrain", "open"), "SKM-G2",
              "Terrain shelters from shots, or it does not."),
        Named("melee", "standard", ("standard", "alternate"), "SKM-F3",
              "Hand to hand either can be hurt and has armour, or the target only, without."),
        Named("blast", "radius", ("radius", "diameter"), "SKM-N2",
              "Whether 2 and 3 inches are the blast's radius or its diameter."),
    )  # fmt: skip

    figures: ClassVar[tuple[Figure, ...]] = FIGURES
    table_rule: ClassVar[str] = "SKM-S5"

    # -- setting up ------------------------------------------------------------------------------

    def fit(self, numbers: Mapping[str, int]) -> None:
        """SKM-N2: the far blast is not nearer than the near one."""
        if numbers["blast.far"] < numbers["blast.near"]:
            raise malformed("set.blast.far: must be no less than blast.near", "SKM-N2")

    def terms(
        self,
        options: object = None,
        seats: object = None,
        table: Any = None,
        scenario: Any = None,
        variant: object = None,
    ) -> Terms:
        terms = super().terms(options, seats, table, scenario, variant)
        number = len(terms.seats)
        check_seats(self.table_of(terms.options, terms.table, number), terms.options, number)
        return terms

    def settings(self) -> tuple[Setting, ...]:
        told = briefing.settings(self.terms().options.number("round_limit"))
        return with_odds(told, __package__, self.id, self.rules_version)

    def older_options(self, options: dict[str, Any]) -> dict[str, Any]:
        """SKM-S4: before there was a choice, neighbours touched."""
        return {"seating": CORNERS, **options}

    def table_of(self, options: Options, table: Any, seats: int) -> Table:
        """SKM-S4: two sit at a rectangle, and more as `seating` has it."""
        if "table" in options:
            return named_table(options, seats)
        return super().table_of(options, table, seats)

    def new(self, terms: Terms) -> Step[State]:
        number = len(terms.seats)
        table = seated(self.table_of(terms.options, terms.table, number), number)
        names = setup.names_for(terms.seats)
        setting = setup.setting_of(self.edition, terms.options, table, names, terms.variant)
        return setup.before_the_game(setting)

    def seats_of(self, state: State) -> tuple[str, ...]:
        return state.seats

    def playing(self, state: State) -> tuple[str, ...]:
        return state.players()

    # -- playing ---------------------------------------------------------------------------------

    def pending(self, state: State) -> Pending:
        return pending_of(state)

    def is_asked(self, pending: Decide, seat: str | None) -> bool:
        return seat is None or seat in pending.seats

    def not_asked(self, state: State, pending: Decide, seat: str | None) -> Refusal:
        plain = super().not_asked(state, pending, seat)
        if seat in state.ready:
            return not_your_turn("you are ready, so your minute is over", "SKM-R6")
        rule = {"deploy": "SKM-S3", "movement": "SKM-R6"}.get(state.phase, "SKM-R7")
        return not_your_turn(plain.message, rule)

    def legal(self, state: State, seat: str | None) -> Offered:
        if seat is None:
            return Clock(state)
        return CHOICES[state.header[layout.STAGE]](state, SEATS.index(seat))

    def apply(self, state: State, seat: str | None, action: Action) -> Step[State]:
        choices = self.choices(state, seat)
        if not isinstance(choices, Offered):
            return super().apply(state, seat, action)  # which says why nobody is asked
        after = choices.after(action)
        return Step(after, telling.acted(state, seat, action, after))

    def advance(self, state: State, seat: str | None, action: Action) -> Step[State]:
        after = self.legal(state, seat).after(action)
        return Step(after, telling.acted(state, seat, action, after))

    def fall(self, state: State, faces: tuple[int, ...]) -> Step[State]:
        after, done = engine().fall(state, sum(faces))
        return Step(after, telling.fell(state, faces, after, done))

    def withdraw(self, state: State, seat: str) -> Step[State] | None:
        """SKM-O7. While figures are still being placed nobody can be spared, so the match ends
        instead."""
        if state.phase == "deploy":
            return None
        after, first = engine().leave(state, SEATS.index(checked_seat(seat, state.seats)))
        return Step(after, telling.left(state, seat, after, first))

    def limit(self, state: State) -> Limit[Action] | None:
        """SKM-R6: the minute."""
        seconds = state.options.number("minute")
        if state.header[layout.STAGE] != layout.MINUTE or not seconds:
            return None
        return Limit(f"the minute of round {state.round}", seconds, TIME)

    # -- looking ---------------------------------------------------------------------------------

    def chances(self, state: State, seat: str | None, action: Action) -> Odds:
        return chances(state, action)

    def account(self, state: State, seat: str | None, action: Action) -> Account:
        return accounts.account(state, action)

    def ranges(self, state: State, unit: str) -> tuple[Range, ...]:
        id = figure_id(unit)
        figure = state.figure(id) if SEAT_OF[id] in state.seats else None
        return accounts.ranges(state, figure) if figure and figure.alive and figure.at else ()

    def hidden(self, state: State, a: Point, b: Point) -> tuple[str, Point] | None:
        """SKM-G2: from eye to eye of figures that stood there."""
        return accounts.hidden(state, a, b)

    def suggest(self, state: State, seat: str | None, action: Action) -> Action | None:
        if not isinstance(action, Move | Deploy) or seat is None:
            return None
        if SEAT_OF[action.unit] not in state.seats:
            return None
        choices = self.choices(state, seat)
        if isinstance(action, Deploy):
            return setup.nearest_place(state, action) if isinstance(choices, Deploying) else None
        return nearest_move(state, seat, action) if isinstance(choices, Minute) else None

    def reach(self, state: State, seat: str | None, unit: str) -> tuple[Any, ...]:
        """Exactly where the figure may end: an area for the table itself and one for the top of
        each piece of terrain that it can stand on, which has its `height`."""
        id = figure_id(unit)
        if SEAT_OF[id] not in state.seats or seat is None:
            return ()
        if not isinstance(self.choices(state, seat), Minute):
            return ()
        figure = state.figure(id)
        return tuple(ends_of(state, figure)) if sets_out(state, seat, figure) else ()

    def offer(self, state: State, action: Action) -> Offer:
        return offers.offer(state, action)

    def sense(self, state: State, seat: str | None, name: str) -> Sense:
        return offers.sense(state, seat, name)

    def standing(self, state: State, seat: str | None) -> Standing:
        return standing(state)

    def question(self, state: State) -> str:
        return view.question(state)

    def picture(self, state: State) -> str:
        return view.picture(state)

    @cache  # noqa: B019 - there is one for each edition, and they live as long as the program
    def rulebook(self) -> Rulebook:
        book = Rulebook.of_package(__package__, figures=FIGURES, options=self.options)
        return replace(book, title=self.title)

    # -- writing and reading ---------------------------------------------------------------------

    def dump(self, state: State) -> dict[str, Any]:
        return dump(state)

    def load(self, data: object) -> State:
        fields, options = self.opened(data, REQUIRED, FURTHER)
        names = names_in(fields)
        seats = len(names) // layout.SIDE
        table = seated(self.loaded_table(options, fields["table"], seats), seats)
        variant = self.variant(fields.get("variant"))
        return load(fields, setup.setting_of(self.edition, options, table, names, variant))

    def batch(self, terms: Terms, games: int, seed: int = 0, device: object = "cpu") -> Any:
        from outrider.games.skirmish.batch import SkirmishBatch

        return SkirmishBatch(self, self.new(terms).state, games, seed, device)

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


class Revised(Skirmish):
    """The revised edition."""

    id = REVISED.game
    title = "Skirmish"
    rules_version = "2.1"
    older_rules = ("2.0",)
    edition = REVISED


class First(Skirmish):
    """The first edition, of 2012."""

    id = FIRST.game
    title = "Skirmish (2012)"
    rules_version = "1.1"
    older_rules = ("1.0",)
    edition = FIRST


GAMES = (Revised(), First())
