"""The kernel by itself: many games at once, whole games with dice inside, reasons as numbers."""

import random
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from games.basic.battlefield import GAME, battle, decider, new, play, scattered
from outrider import Refusal
from outrider.compiled import COMPILING, streams
from outrider.games.basic.actions import Attack
from outrider.games.basic.codes import action_of, code_of
from outrider.games.basic.engine import engine
from outrider.games.basic.kernel import entry, layout
from outrider.games.basic.reasons import refusal
from outrider.games.basic.state import State
from outrider.table.kernel.layout import LEAST, MOST

pytestmark = pytest.mark.kernel

Numbers = npt.NDArray[np.int64]
GAMES = 120 if COMPILING else 9
STEPS = 8000 if COMPILING else 800
"""As plain Python the same rules take a thousand times as long."""


def array(*states: State) -> Numbers:
    """A record a row."""
    return np.array([np.frombuffer(state.record, np.int64) for state in states])


def ground(state: State) -> tuple[Numbers, Numbers]:
    table, numbers = state.setting.arrays
    return table, numbers


def in_state(like: State, record: Numbers) -> State:
    return State(like.setting, record.tobytes())


def positions(count: int, seed: int) -> Iterator[State]:
    """Positions of random games, with somebody to decide, dice to fall, or over."""
    source = random.Random(seed)
    for number in range(count):
        state = new({"table": "10x9", "zone": 2.5, "turn_limit": 12})
        for _ in range(source.randrange(1, 90)):
            seat = decider(state)
            if seat is not None:
                action = GAME.choices(state, seat).sample(source)
                state = GAME.apply(state, seat, action).state
            elif state.header[layout.STAGE] != layout.OVER:
                state = play(state, source.randint(1, 6))
        yield state
        yield scattered(number, 4, 9, to_act=source.choice(("red", "blue")))


def wild(source: random.Random) -> tuple[int, int, int, int]:
    """Four numbers that may be an action."""
    kind = source.randrange(-1, 7)
    unit, third = source.randrange(-1, 11), source.randrange(-1, 11)
    if kind in (layout.MOVE, layout.DEPLOY):
        return kind, unit, source.randrange(-500, 12_000), source.randrange(-500, 12_000)
    return kind, unit, third, 0


# -- many games are single games -----------------------------------------------------------------


def test_many_games_answer_as_single_ones_do() -> None:
    """BSK-M1, BSK-C1, BSK-A1, BSK-S5: legality and play, action by action."""
    source = random.Random(4)
    states = list(positions(GAMES, 1))
    for like in {state.setting.numbers: state for state in states}.values():
        same = [state for state in states if state.setting == like.setting]
        table, numbers = ground(like)
        records = array(*same)
        actions = np.array([wild(source) for _ in same])
        fine = []
        for at, state in enumerate(same):
            kind, unit, third, fourth = (int(each) for each in actions[at])
            reason, *_ = engine().check(state, (kind, unit, third, fourth))
            is_fine = kind == layout.NONE or reason == layout.FINE
            one = records[at : at + 1].copy()
            first = entry.turn(one, table, numbers, actions[at : at + 1], True, False)
            assert first == is_fine and one.tobytes() == state.record
            if is_fine:
                fine.append(at)
        wrong = [at for at in range(len(same)) if at not in fine]
        assert entry.turn(records, table, numbers, actions, True, True) == (
            wrong[0] if wrong else len(same)
        )
        assert records.tobytes() == array(*same).tobytes() or not wrong
        played = array(*same)[fine]
        assert entry.turn(played, table, numbers, actions[fine], True, True) == len(fine)
        for row, at in zip(played, fine, strict=True):
            kind, unit, third, fourth = (int(each) for each in actions[at])
            after = same[at]
            if kind != layout.NONE:
                action = action_of(kind, unit, third, fourth)
                after = GAME.apply(same[at], decider(same[at]), action).state
            assert row.tobytes() == after.record


def test_many_dice_fall_as_single_ones_do() -> None:
    """BSK-S2, BSK-C2, BSK-C4: and where none has to fall nothing happens."""
    rolling = [new(), play(new(), 4)]
    places = {"R1": (12, 12), "R2": (9, 9), "B1": (12, 13), "B4": (20, 20)}
    struck = play(battle(places), "attack R1 B1")
    for state in (*rolling, struck, play(struck, 6), battle(places)):
        _, numbers = ground(state)
        for face in range(1, 7):
            records = array(state)
            entry.fall(records, numbers, np.array([face]))
            if decider(state) is not None:
                assert records.tobytes() == state.record
            else:
                assert records.tobytes() == play(state, face).record


def test_lists_are_those_of_single_games_and_all_legal() -> None:
    """BSK-T1: the useful actions, every one of them accepted."""
    for like in positions(GAMES // 3, 2):
        table, numbers = ground(like)
        rows = np.zeros((1, layout.MOST_CANDIDATES, layout.ACTION), np.int64)
        sizes = np.zeros(1, np.int64)
        entry.candidates(array(like), table, numbers, rows, sizes)
        listed = [tuple(row) for row in rows[0, : sizes[0]].tolist()]
        seat = decider(like)
        if seat is None:
            assert listed == []
            continue
        assert [action_of(*code) for code in listed] == list(GAME.choices(like, seat))
        assert len(listed) == len(set(listed))
        assert all(engine().check(like, code)[0] == layout.FINE for code in listed)


# -- chance inside -------------------------------------------------------------------------------


def check_standing(state: State) -> None:
    """What holds in every position (BSK-M2, BSK-U1, BSK-A6)."""
    assert engine().survey(state, layout.STANDING)[0] == layout.NONE
    for unit in state.units:
        assert 0 <= unit.health <= state.setting.health_of(unit.id)
        assert unit.buffer in (0, 1) and unit.bolstered >= unit.buffer
    assert GAME.load(GAME.dump(state)) == state


def test_random_games_are_legal_action_by_action() -> None:
    """BSK-T1, BSK-T2: what is picked is legal, and what comes of it is possible."""
    like = new({"table": "8x8", "zone": 2, "turn_limit": 30})
    table, numbers = ground(like)
    records, randoms = np.repeat(array(like), 4, axis=0), streams(5, 4)
    actions = np.zeros((4, layout.ACTION), np.int64)
    kinds: set[int] = set()
    for step in range(STEPS // 4):
        entry.throw(records, numbers, randoms)
        entry.pick(records, table, numbers, randoms, actions)
        over = records[:, layout.STAGE] == layout.OVER
        assert ((actions[:, layout.KIND] == layout.NONE) == over).all()
        kinds.update(actions[~over, layout.KIND].tolist())
        assert entry.turn(records, table, numbers, actions, True, True) == 4
        records[over] = array(like)
        if step % 40 == 0:
            for record in records:
                check_standing(in_state(like, record))
    assert kinds == {layout.DEPLOY, layout.MOVE, layout.ATTACK, layout.COMMAND, layout.END}


def playouts(seed: int, parts: int) -> tuple[Numbers, Numbers]:
    """Games to the end, in so many parts; the records and how many actions each took."""
    like = new({"table": "8x8", "zone": 2, "turn_limit": 40})
    table, numbers = ground(like)
    records, randoms = np.repeat(array(like), GAMES, axis=0), streams(seed, GAMES)
    results = np.zeros((GAMES, 1), np.int64)
    for part in np.array_split(np.arange(GAMES), parts):
        span = slice(part[0], part[-1] + 1)
        some, found = records[span], results[span]
        entry.playouts(some, array(like)[0], table, numbers, randoms[span], 10_000, found)
    return records, results[:, 0]


def test_whole_games_end_and_depend_on_the_seed_alone() -> None:
    """BSK-V1, BSK-V2: not on how they are shared between threads."""
    records, played = playouts(1, 1)
    again, took = playouts(1, 3)
    assert (records == again).all() and (played == took).all()
    others, _ = playouts(2, 1)
    assert (records != others).any()
    assert (records[:, layout.STAGE] == layout.OVER).all()
    assert (records[:, layout.ENDING] != layout.GOES_ON).all() and (played > 10).all()


def test_a_playout_may_stop_before_the_end() -> None:
    like = new()
    table, numbers = ground(like)
    records, results = array(like), np.zeros((1, 1), np.int64)
    entry.playouts(records, array(like)[0], table, numbers, streams(3, 1), 7, results)
    assert results.tolist() == [[7]]
    assert records[0, layout.STAGE] == layout.PLACING


def test_samples_are_drawn_as_ever() -> None:
    """BSK-S2, BSK-T1: the same numbers of the source make the same actions, so old seeds hold."""
    source = random.Random(11)
    fight = GAME.choices(scattered(3, 8, 14), "red")
    assert [GAME.write_action(fight.sample(source)) for _ in range(8)] == [
        "attack R5 B4", "command bolster", "move R4 7.804,13.088", "command bolster",
        "attack R4 B4", "attack R5 B5", "command rush", "move R2 7.784,10.444",
    ]  # fmt: skip
    assert source.random() == 0.0906705374918394
    source = random.Random(11)
    place = GAME.choices(play(new(), 6, 1), "red")
    assert [GAME.write_action(place.sample(source)) for _ in range(4)] == [
        "deploy R3 13.435,2.773", "deploy R3 12.188,1.762", "deploy R1 12.286,1.89",
        "deploy R4 2.259,0.91",
    ]  # fmt: skip


class Stubborn(random.Random):
    """Always says the same."""

    def __init__(self, said: float) -> None:
        super().__init__(0)
        self._said = said

    def random(self) -> float:
        return self._said


CROWDED = (
    "deploy R1 0.7,0.5", "deploy R2 2.2,0.5", "deploy R3 3.7,0.5", "deploy R4 5.2,0.5",
)  # fmt: skip


def crowded(base: int) -> State:
    """Four bases in a narrow zone that leave hardly any room to a fifth, or none."""
    state = play(new({"table": "6x6", "zone": 1}), 6, 1, *CROWDED)
    numbers = list(state.setting.numbers)
    numbers[layout.BASE] = base
    return State(replace(state.setting, numbers=tuple(numbers)), state.record)


def test_where_no_random_point_will_do_one_is_looked_for() -> None:
    """BSK-S5, BSK-M2: the first free place in order, or the mover stays."""
    state = crowded(450)
    for source in (random.Random(1), Stubborn(0.5)):
        assert GAME.write_action(GAME.choices(state, "red").sample(source)) == "deploy R5 6,1"
    table, numbers = ground(state)
    actions = np.zeros((1, layout.ACTION), np.int64)
    entry.pick(array(state), table, numbers, streams(1, 1), actions)
    assert actions.tolist() == [[layout.DEPLOY, 4, 6000, 1000]]
    lonely = battle({"R2": (12, 12), "B1": (2, 2)})
    staying = GAME.choices(lonely, "red").sample(Stubborn(0.999))
    assert GAME.write_action(staying) == "move R2 12,12"


def test_where_there_is_no_room_at_all_nothing_is_picked() -> None:
    """BSK-S5: neither in the kernel nor by the facade, and a playout stands still."""
    state = crowded(3000)
    table, numbers = ground(state)
    records, actions = array(state), np.zeros((1, layout.ACTION), np.int64)
    entry.pick(records, table, numbers, streams(1, 1), actions)
    assert actions[0, layout.KIND] == layout.NONE
    for columns in (1, 4):
        results = np.zeros((1, columns), np.int64)
        entry.playouts(records, array(state)[0], table, numbers, streams(1, 1), 100, results)
        assert (results == 0).all()
    assert records.tobytes() == state.record
    with pytest.raises(Refusal, match="no room"):
        GAME.choices(state, "red").sample(random.Random(1))


# -- reasons -------------------------------------------------------------------------------------


def why(state: State, *code: int) -> Refusal:
    kind, unit, third, fourth = code
    answer = engine().check(state, (kind, unit, third, fourth))
    assert answer[0] != layout.FINE
    return refusal(state.header[layout.SEAT], (kind, unit, third, fourth), answer)


@pytest.mark.parametrize(
    "code",
    [
        (-1, 0, 0, 0),
        (5, 0, 0, 0),
        (layout.MOVE, -1, 0, 0),
        (layout.MOVE, 10, 0, 0),
        (layout.MOVE, 0, LEAST - 1, 0),
        (layout.MOVE, 0, 0, MOST + 1),
        (layout.ATTACK, 0, -1, 0),
        (layout.ATTACK, 0, 10, 0),
        (layout.COMMAND, 0, 2, 0),
        (layout.DEPLOY, 11, 0, 0),
    ],
)
def test_numbers_that_are_no_action_are_refused(code: tuple[int, int, int, int]) -> None:
    """BSK-T1: nothing is looked up out of bounds and nothing overflows."""
    state = battle({"R1": (12, 12), "B1": (2, 2)})
    assert engine().check(state, code)[0] == layout.NO_ACTION
    assert why(state, *code).kind == "malformed"


def test_nothing_is_legal_while_dice_fall_and_after_the_end() -> None:
    """BSK-C2, BSK-V1: the kernel says so itself."""
    state = battle({"R1": (12, 12), "B4": (12, 13)})
    struck = play(state, "attack R1 B4")
    won = play(struck, 6, 1)
    for waiting in (struck, play(struck, 6), new()):
        assert why(waiting, *code_of(GAME.read_action("end"))).kind == "not-your-turn"
    assert won.header[layout.ENDING] == layout.RED_WON
    assert why(won, *code_of(GAME.read_action("end"))).kind == "over"


def test_every_reason_is_a_refusal_with_its_rule() -> None:
    """BSK-S2 to BSK-A7: none goes without a sentence."""
    for reason in range(layout.PLACE_FIRST, layout.HAS_COMMANDED + 1):
        made = refusal(0, (layout.ATTACK, 0, 5, 0), (reason, 3, 4))
        assert made.kind == "illegal" and made.rule is not None and made.message, reason


@pytest.mark.parametrize(
    ("code", "answer"),
    [
        ((layout.END, 0, 0, 0), (layout.PLACE_FIRST, 0, 0)),
        ((layout.DEPLOY, 5, 3000, 1000), (layout.NOT_OWN, 0, 0)),
        ((layout.DEPLOY, 0, 3000, 1000), (layout.HAS_PLACE, 0, 0)),
        ((layout.DEPLOY, 1, 24_001, 1000), (layout.OFF_TABLE, 0, 0)),
        ((layout.DEPLOY, 1, 5799, 1000), (layout.OVERLAPS, 0, 0)),
        ((layout.DEPLOY, 1, 5800, 1000), (layout.FINE, 0, 0)),
        ((layout.DEPLOY, 1, 3000, 3002), (layout.OUT_OF_ZONE, 2, 0)),
        ((layout.DEPLOY, 1, 3000, 3000), (layout.FINE, 0, 0)),
    ],
)
def test_placing_is_answered_with_a_reason_and_its_figures(
    code: tuple[int, int, int, int], answer: tuple[int, int, int]
) -> None:
    """BSK-S2, BSK-S3, BSK-S5."""
    assert engine().check(play(new(), 6, 1, "deploy R1 5,1"), code) == answer


def test_odds_are_what_the_dice_do() -> None:
    """BSK-C2, BSK-C4, BSK-C5, BSK-V1: every throw of both dice, played out."""
    places = {"R1": (12, 12), "R4": (12, 14), "B4": (12, 13)}
    for state in (battle(places), play(battle(places), "command bolster"),
                  battle({**places, "B1": (11, 12)}),
                  battle({**places, "B1": (13, 12)}, {"B4": {"health": 1}})):  # fmt: skip
        for attack in GAME.choices(state, "red"):
            if not isinstance(attack, Attack):
                continue
            counts = dict.fromkeys(("hit", "saved", "wound", "kill", "win", "loss"), 0)
            struck = GAME.apply(state, "red", attack).state
            for face in range(1, 7):
                rolled = play(struck, face)
                if rolled.header[layout.STAGE] != layout.SAVING:
                    continue
                for answer in range(1, 7):
                    target = play(rolled, answer).unit(attack.target)
                    lost = state.unit(attack.target).health - target.health
                    over = play(rolled, answer).header[layout.STAGE] == layout.OVER
                    for name, happened in (("hit", 1), ("saved", lost == 0), ("wound", lost > 0),
                                           ("kill", not target.alive), ("win", over),
                                           ("loss", lost)):  # fmt: skip
                        counts[name] += int(happened)
            odds = GAME.odds(state, "red", attack)
            assert odds.expected["damage"] == Fraction(counts.pop("loss"), 36)
            assert odds.chances == {name: Fraction(count, 36) for name, count in counts.items()}


def test_what_python_keeps_of_a_record_is_what_the_kernel_reads() -> None:
    """BSK-S1: the same places, written by one and read by the other."""
    assert len(new().record) == layout.RECORD * 8
    state = play(battle({"R1": (12, 12), "R4": (20, 3), "B1": (12, 13)}), "command bolster")
    (record,) = array(state)
    first = layout.HEADER
    assert record[first : first + layout.FIELDS].tolist() == [
        12_000, 12_000, 5, 1, layout.PLACED | layout.BOLSTERED,
    ]  # fmt: skip
    assert record[layout.COMMANDED] == 1 and record[layout.SEAT] == 0
    fallen: Any = state.unit("R2")
    assert fallen.at is None and fallen.health == 0
