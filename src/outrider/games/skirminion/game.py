"""Skirminion, through the one interface."""

import random
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from typing import Any, ClassVar

from outrider.core.choices import Choices
from outrider.core.events import PhaseBegan
from outrider.core.figures import Figure
from outrider.core.game import Game, Step, Terms
from outrider.core.measured import with_odds
from outrider.core.odds import Odds, Sense
from outrider.core.offer import Offer
from outrider.core.options import Number, Option, Options
from outrider.core.pending import Pending
from outrider.core.refusal import Refusal
from outrider.core.rulebook import Rulebook
from outrider.core.setting import Setting
from outrider.core.standing import Standing
from outrider.games.skirminion import briefing, contract, offers, reasons, setup
from outrider.games.skirminion.actions import (
    ACTIONS,
    Action,
    Declare,
    Move,
    action_of,
    code_of,
    read_action,
    write_action,
)
from outrider.games.skirminion.board import square
from outrider.games.skirminion.engine import engine
from outrider.games.skirminion.kernel.layout import BATTLE
from outrider.games.skirminion.narrate import narrate
from outrider.games.skirminion.numbers import FIGURES, fit
from outrider.games.skirminion.odds import chances
from outrider.games.skirminion.position import read_position, write_position
from outrider.games.skirminion.standing import standing
from outrider.games.skirminion.state import SEATS, State, setting_of, setup_words
from outrider.games.skirminion.view import picture, question

MOST_ACTIVATIONS = 1_000_000
"""Below what the kernel's counters hold."""


class Offered(Choices[Action]):
    """The kernel's list of actions, with reasons for all others."""

    def __init__(self, state: State) -> None:
        self._state = state
        self.codes = engine().codes(state.words, state.numbers)

    def why_not(self, action: Action) -> Refusal | None:
        if code_of(action) in self.codes:
            return None
        return reasons.why_not(self._state, action)

    def __iter__(self) -> Iterator[Action]:
        return map(action_of, self.codes)

    def __len__(self) -> int:
        return len(self.codes)

    def sample(self, source: random.Random) -> Action:
        return action_of(self.codes[int(source.random() * len(self.codes))])


class Skirminion(Game[State, Action]):
    """A war of attrition for two on a chess board, by Yannis Lytis Gravezas."""

    id = "skirminion"
    title = "Skirminion"
    rules_version = "1.0"
    options: ClassVar[tuple[Option, ...]] = (
        Number(
            "quiet_limit", 100, 0, MOST_ACTIVATIONS, "SKN-V5",
            "A draw after so many activations in a row without an attack; 0: never.",
        ),
        Number(
            "length_limit", 1000, 0, MOST_ACTIVATIONS, "SKN-V5",
            "A draw after so many activations in all; 0: never.",
        ),
    )  # fmt: skip

    figures: ClassVar[tuple[Figure, ...]] = FIGURES

    def fit(self, numbers: Mapping[str, int]) -> None:
        fit(numbers)

    def settings(self) -> tuple[Setting, ...]:
        told = briefing.settings(self.terms().options.number("quiet_limit"))
        return with_odds(told, __package__, self.id, self.rules_version)

    def new(self, terms: Terms) -> Step[State]:
        setting = setting_of(terms.options, terms.variant)
        return Step(setup.before_the_roll(setting), (PhaseBegan("setup"),))

    def seats_of(self, state: State) -> tuple[str, ...]:
        return SEATS

    def pending(self, state: State) -> Pending:
        return contract.pending_of(state)

    def legal(self, state: State, seat: str | None) -> Choices[Action]:
        return Offered(state)

    def advance(self, state: State, seat: str | None, action: Action) -> Step[State]:
        words = engine().play(state.words, code_of(action), state.numbers)
        declared = action.forts if isinstance(action, Declare) else state.declared
        after = replace(state, words=words, declared=declared)
        return Step(after, narrate(state, action, after))

    def fall(self, state: State, faces: tuple[int, ...]) -> Step[State]:
        return setup.roll_initiative(state, faces[0])

    def chances(self, state: State, seat: str | None, action: Action) -> Odds:
        return chances(self, state, action)

    def reach(self, state: State, seat: str | None, unit: str) -> tuple[str, ...]:
        source = square(unit)
        moves = (action for action in self.choices(state, seat) if isinstance(action, Move))
        return tuple(move.target for move in moves if move.source == source)

    def offer(self, state: State, action: Action) -> Offer:
        return offers.offer(action)

    def sense(self, state: State, seat: str | None, name: str) -> Sense:
        return offers.sense(name)

    def standing(self, state: State, seat: str | None) -> Standing:
        return standing(state)

    def question(self, state: State) -> str:
        return question(state)

    def picture(self, state: State) -> str:
        return picture(state)

    @cache  # noqa: B019 - there is one Skirminion, and it lives as long as the program
    def rulebook(self) -> Rulebook:
        return Rulebook.of_package(__package__, figures=FIGURES, options=self.options)

    def dump(self, state: State) -> dict[str, Any]:
        return contract.dump(self.id, state)

    def load(self, data: object) -> State:
        fields, options = self.opened(data, contract.REQUIRED, contract.FURTHER)
        variant = self.variant(fields.get("variant"))
        return contract.load(fields, setting_of(options, variant))

    def write(self, state: State) -> str:
        return write_position(state)

    def read(self, text: str, options: object = None, variant: object = None) -> State:
        chosen = Options(self.options, options)
        return read_position(text, setting_of(chosen, self.variant(variant)))

    def action_from_json(self, data: object) -> Action:
        return ACTIONS.from_json(data)

    def write_action(self, action: Action) -> str:
        return write_action(action)

    def read_action(self, text: str) -> Action:
        return read_action(text)

    def opening_position(self, options: object = None, variant: object = None) -> State:
        """A battle without forts, Red to begin."""
        setting = setting_of(Options(self.options, options), self.variant(variant))
        return State(setting, setup_words("red", BATTLE, "red", setup.NO_FORTS, setting.numbers))

    def perft(self, state: State, depth: int) -> int:
        if state.stage != BATTLE and state.initiative is None:
            return super().perft(state, depth)
        return engine().perft(state.words, depth, state.numbers)

    def batch(self, terms: Terms, games: int, seed: int = 0, device: object = "cpu") -> Any:
        from outrider.games.skirminion.batch import SkirminionBatch

        return SkirminionBatch(self, self.new(terms).state, games, seed, device)

    def card_kernels(self) -> Any:
        from outrider.games.skirminion.batch import card_kernels

        return card_kernels()

    def get_ready(self) -> None:
        engine()

    def warm(self) -> None:
        engine().warm()


GAMES = (Skirminion(),)
