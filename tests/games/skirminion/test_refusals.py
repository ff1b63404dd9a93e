"""Why not: an action is on offer, or there is a rule against it, whatever the action.

The positions come from seeded random games with forts. In each of them the listed choices and the
reasons have to agree about every action there can be.
"""

import random
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from itertools import product

import pytest

from games.skirminion.table import (
    GAME,
    SQUARES,
    activation,
    around,
    board,
    decider,
    play,
    rolled,
)
from outrider.games.skirminion.actions import (
    Action,
    Attack,
    Declare,
    End,
    Move,
    Pass,
    Place,
    Receive,
    Rest,
    Siege,
)
from outrider.games.skirminion.state import State

RULES = {rule.id for rule in GAME.rulebook()}
PLAIN: tuple[Action, ...] = (
    Pass(),
    End(),
    *(Declare(number) for number in range(-1, 7)),
    *(kind(square) for kind in (Place, Receive, Rest) for square in SQUARES),
)
PAIRS: tuple[Action, ...] = tuple(
    kind(source, target)
    for kind in (Move, Attack, Siege)
    for source, target in product(SQUARES, repeat=2)
)
NEAR = {square: frozenset(around(square)) for square in SQUARES}
FAR_SAMPLES = 250


@cache
def positions() -> tuple[State, ...]:
    """Decisions in random games: the beginning, every siege, and now and then one of the rest."""
    met = []
    for seed in range(40):
        source = random.Random(seed)
        state = rolled(*source.sample(range(1, 7), 2))
        met.append(state)
        state = play(state, f"forts {source.randrange(1, 5)}")
        number = 0
        while (seat := decider(state)) is not None:
            number += 1
            besieged = GAME.write(state).split()[3] != "-"
            if number < 5 or number % 29 == 0 or besieged:
                met.append(state)
            state = GAME.apply(state, seat, GAME.choices(state, seat).sample(source)).state
    return tuple(met)


def close(state: State) -> Iterator[Action]:
    """Every pair that begins on a piece and goes no further than two squares."""
    for source in board(state):
        reach = NEAR[source].union(*(NEAR[square] for square in NEAR[source]))
        for kind, target in product((Move, Attack, Siege), reach):
            yield kind(source, target)


def agree(state: State, actions: Iterable[Action]) -> None:
    """Legal exactly when listed; otherwise illegal by a rule of the book, with a sentence."""
    choices = GAME.choices(state, decider(state))
    listed = set(choices)
    for action in actions:
        refusal = choices.why_not(action)
        if action in listed:
            assert refusal is None, (GAME.write(state), action)
        else:
            assert refusal is not None, (GAME.write(state), action)
            assert refusal.kind == "illegal", (GAME.write(state), action, refusal)
            assert refusal.rule in RULES, (GAME.write(state), action, refusal)
            assert refusal.message


def test_there_are_enough_positions_of_every_sort() -> None:
    """SKN-S3, SKN-S4, SKN-A5, SKN-P2: all decisions there are, 300 positions at least."""
    kinds: dict[str, int] = {}
    for state in positions():
        for name in {action.do for action in GAME.choices(state, decider(state))}:
            kinds[name] = kinds.get(name, 0) + 1
    assert len(positions()) >= 300
    assert set(kinds) == {
        "declare", "place", "move", "attack", "siege", "receive", "rest", "pass", "end",
    }  # fmt: skip
    assert min(kinds.values()) >= 10


def test_choices_and_reasons_agree() -> None:
    """SKN-P1: every action of one square or none, every near pair, and a sample of far ones; in one
    of four positions, but every siege. `make slow` asks everything in all of them."""
    source = random.Random(11)
    for number, state in enumerate(positions()):
        if number % 4 and GAME.write(state).split()[3] == "-":
            continue
        agree(state, PLAIN)
        agree(state, close(state))
        agree(state, source.sample(PAIRS, FAR_SAMPLES))


def test_choices_and_reasons_agree_on_everything_there_is() -> None:
    """SKN-P1: all 12,490 actions, in a few positions of every sort."""
    everything = {*PLAIN, *PAIRS}
    assert len(everything) == 3 * 64 * 64 + 3 * 64 + 8 + 2
    for state in positions()[:: len(positions()) // 6]:
        choices = list(GAME.choices(state, decider(state)))
        assert everything.issuperset(choices)
        agree(state, everything)


@pytest.mark.slow
def test_choices_and_reasons_agree_on_everything_everywhere() -> None:
    """SKN-P1: all actions in all positions."""
    for state in positions():
        agree(state, PLAIN)
        agree(state, PAIRS)


def test_refusing_changes_nothing() -> None:
    """SKN-P1: the state is the same before and after any number of refusals."""
    for state in positions()[::25]:
        before = GAME.dump(state)
        agree(state, PLAIN)
        assert GAME.dump(state) == before


def test_the_other_seat_is_told_to_wait() -> None:
    """SKN-B1: whatever it wants, it is not its turn."""
    for state in positions()[::10]:
        other = {"red": "blue", "blue": "red"}[str(decider(state))]
        choices = GAME.choices(state, other)
        assert list(choices) == []
        for action in (*PLAIN[:12], *GAME.choices(state, decider(state))):
            refusal = choices.why_not(action)
            assert refusal is not None and refusal.kind == "not-your-turn"


class Table:
    """A position read off its line by hand, as the deciding side sees it."""

    def __init__(self, state: State) -> None:
        own, enemy = ("P", "p") if decider(state) == "red" else ("p", "P")
        self.seen = board(state)
        self.activation = activation(state)
        forts = {square for square, letter in self.seen.items() if letter in "Pp"}
        self.own_forts = {square for square in forts if self.seen[square] == own}
        self.enemy_forts = forts - self.own_forts
        units = set(self.seen) - forts
        self.enemies = {
            square for square in units if self.seen[square].islower() == enemy.islower()
        }
        self.mine = units - self.enemies
        self.troubled_forts = {fort for fort in self.own_forts if NEAR[fort] & self.enemies}


class Scene:
    """What matters for one action."""

    def __init__(self, table: Table, source: str, target: str) -> None:
        near, enemy_pieces = NEAR[source], table.enemies | table.enemy_forts
        self.mine = source in table.mine
        self.health = "abcdef".find(table.seen.get(source, ".").lower()) + 1
        self.elsewhere = table.activation[:2] not in ("-", source)
        self.done = table.activation[2:]
        self.taken = target in table.seen
        self.one_step = target in near
        self.touches_unit = bool(near & table.enemies)
        self.touches = bool(near & enemy_pieces)
        self.would_touch = bool(NEAR[target] & enemy_pieces)
        self.beside_own_fort = bool(near & table.own_forts)
        self.fort_in_trouble = bool(near & table.troubled_forts)
        self.enemy_unit_there = target in table.enemies
        self.enemy_fort_there = target in table.enemy_forts


TRUE: Mapping[type[Action], Mapping[str, Callable[[Scene], bool]]] = {
    Move: {
        "SKN-B1": lambda scene: not scene.mine or scene.elsewhere,
        "SKN-B2": lambda scene: "m" in scene.done,
        "SKN-M1": lambda scene: scene.taken,
        "SKN-M2": lambda scene: scene.touches and scene.one_step and scene.would_touch,
        "SKN-M3": lambda scene: not scene.touches and scene.health >= 4 and not scene.one_step,
        "SKN-M4": lambda scene: not scene.one_step and (scene.touches or scene.health <= 3),
        "SKN-M6": lambda scene: not scene.touches and scene.beside_own_fort and not scene.one_step,
    },
    Attack: {
        "SKN-B1": lambda scene: not scene.mine or scene.elsewhere,
        "SKN-B2": lambda scene: "a" in scene.done,
        "SKN-A1": lambda scene: not scene.enemy_unit_there or not scene.one_step,
        "SKN-A4": lambda scene: scene.enemy_fort_there,
    },
    Siege: {
        "SKN-B1": lambda scene: not scene.mine or scene.elsewhere,
        "SKN-B2": lambda scene: "a" in scene.done,
        "SKN-A4": lambda scene: (
            not scene.enemy_fort_there or not scene.one_step or scene.touches_unit
        ),
    },
    Rest: {
        "SKN-B1": lambda scene: not scene.mine,
        "SKN-R1": lambda scene: bool(scene.done) or scene.health >= 4 or scene.touches_unit,
        "SKN-R2": lambda scene: not scene.touches_unit and scene.fort_in_trouble,
    },
}


@pytest.mark.parametrize("kind", TRUE, ids=lambda kind: kind.do)
def test_the_rule_that_is_named_is_the_rule_that_is_broken(kind: type[Action]) -> None:
    """SKN-M1 to SKN-M6, SKN-A1, SKN-A4, SKN-R1, SKN-R2, SKN-B1, SKN-B2: the reason is true."""
    named = set()
    for state in positions()[::4]:
        data = GAME.dump(state)
        if data["phase"] == "setup" or data["position"].split()[3] != "-":
            continue
        table = Table(state)
        choices = GAME.choices(state, decider(state))
        for action in (*close(state), *PLAIN):
            refusal = choices.why_not(action) if isinstance(action, kind) else None
            if refusal is not None and refusal.rule is not None:
                squares = list(action.to_json().values())[1:]
                named.add(refusal.rule)
                scene = Scene(table, squares[0], squares[-1])
                assert TRUE[kind][refusal.rule](scene), (GAME.write(state), action, refusal)
    assert named == set(TRUE[kind])
