"""Many games of Skirmish at once are single games side by side."""

import random
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import outrider
from games.skirmish.patrol import both, play, scattered, stand
from outrider import Decide, Over, Refusal, Roll
from outrider.compiled import COMPILING
from outrider.compiled.batch import Batch
from outrider.games.skirmish.actions import Move, Ready, Time
from outrider.games.skirmish.game import Skirmish
from outrider.games.skirmish.state import State

pytestmark = pytest.mark.kernel

Numbers = npt.NDArray[np.int64]
GAMES = 6 if COMPILING else 2
STEPS = 160 if COMPILING else 20
"""As plain Python the same rules take a thousand times as long."""
TERMS: tuple[tuple[int, dict[str, Any]], ...] = (
    (2, {"table": "breakfast", "round_limit": 6}),
    (3, {"seating": "corners", "table": "24x24", "attack_turn": "figure", "round_limit": 4}),
    (5, {"table": "tins", "report": "instant", "melee": "alternate", "round_limit": 3}),
)
each = pytest.mark.parametrize(("seats", "options"), TERMS, ids=lambda value: str(value)[:1])


def batch_of(
    game: Skirmish, seats: int, options: dict[str, Any], games: int = GAMES, seed: int = 0
) -> Batch[Any, Any]:
    return outrider.batch(game.id, games, options=options, seats=seats, seed=seed)


def rolled(batch: Batch[Any, Any], source: random.Random) -> Numbers:
    """Faces for the dice that have to fall, else 0."""
    faces = np.zeros((len(batch), batch.most_dice), np.int64)
    for row, dice in zip(faces, batch.dice(), strict=True):
        row[:dice] = [source.randint(1, 6) for _ in range(dice)]
    return faces


def check_against(game: Skirmish, batch: Batch[Any, Any], states: list[State]) -> None:
    """What is pending and who has won, game by game."""
    assert batch.states() == states
    kinds, seats = batch.pending()
    dice, winners, wins = batch.dice(), batch.winners(), batch.wins()
    for at, state in enumerate(states):
        pending = game.pending(state)
        if isinstance(pending, Decide):
            assert (kinds[at], batch.seats[seats[at]]) == (batch.DECIDE, pending.seats[0])
        elif isinstance(pending, Roll):
            assert (kinds[at], batch.seats[seats[at]]) == (batch.ROLL, pending.seat)
            assert dice[at] == pending.dice
        else:
            assert (kinds[at], seats[at]) == (batch.NOTHING, batch.NOBODY)
            assert batch.outcome(at) == pending.outcome
            won = [batch.seats[seat] for seat in np.flatnonzero(wins[at])]
            assert tuple(won) == pending.outcome.winners
            assert winners[at] == (batch.seats.index(won[0]) if len(won) == 1 else batch.NOBODY)
        if not isinstance(pending, Over):
            assert batch.outcome(at) is None and not wins[at].any()


@both
@each
def test_random_games_are_those_of_the_game_alone(
    game: Skirmish, seats: int, options: dict[str, Any]
) -> None:
    """SKM-R2, SKM-R7: what is pending, what is listed, what an action and dice do."""
    source = random.Random(seats)
    batch = batch_of(game, seats, options)
    states = batch.states()
    assert states == [game.new(game.terms(options, seats)).state] * GAMES
    for step in range(STEPS):
        check_against(game, batch, states)
        actions, sizes = batch.actions()
        faces, chosen = rolled(batch, source), batch.sample()
        for at, state in enumerate(states):
            listed = [batch.action(code) for code in actions[at, : sizes[at]]]
            assert (actions[at, sizes[at] :] == batch.NONE).all()
            pending = game.pending(state)
            if not isinstance(pending, Decide):
                assert listed == [] and chosen[at, 0] == batch.NONE
                if isinstance(pending, Roll):
                    states[at] = game.roll(state, faces[at, : pending.dice].tolist()).state
                continue
            seat = pending.seats[0]
            assert listed == list(game.choices(state, seat))
            if step % 3 == 2:
                chosen[at] = actions[at, int(source.random() * sizes[at])]
            action = batch.action(chosen[at])
            assert batch.code(action) == tuple(chosen[at])
            states[at] = game.apply(state, seat, action).state
        batch.roll(faces)
        assert batch.check(chosen) is None
        batch.play(chosen)


@both
def test_in_the_minute_anybody_may_act(game: Skirmish) -> None:
    """SKM-R6: Blue moves and is ready before Red; then the clock runs out."""
    state = scattered(game, 1, 2, 10, 20, phase="movement")
    batch = batch_of(game, 2, state.options.to_json(), 1)
    batch.put([state])
    move = next(iter(game.choices(state, "blue")))
    for seat, action in (("blue", move), ("blue", Ready()), (None, Time())):
        state = game.apply(state, seat, action).state
        batch.play([batch.code(action, seat)])  # type: ignore[call-arg]
        assert batch.states() == [state]


@both
def test_who_is_ready_hears_so(game: Skirmish) -> None:
    """SKM-R6: also in a batch, where a move says whose it is; and nobody is ready who is absent."""
    state = scattered(game, 1, 2, 10, 20, phase="movement")
    move = next(iter(game.choices(state, "blue")))
    state = game.apply(state, "blue", Ready()).state
    batch = batch_of(game, 2, state.options.to_json(), 1)
    batch.put([state])
    told = game.choices(state, "blue").why_not(move)
    found = batch.check([batch.code(move)])
    assert told is not None and found is not None and "you are ready" in told.message
    assert (found.kind, found.rule) == (told.kind, told.rule)
    assert found.message == f"game 0: {told.message}"
    for seat in ("teal", "nobody", 7):
        with pytest.raises(Refusal, match="nobody sits at") as raised:
            batch.code(Ready(), seat)  # type: ignore[call-arg]
        assert raised.value.kind == "unknown"


def wild(source: random.Random) -> list[int]:
    """Numbers that may be an action."""
    far = source.random() < 0.6
    third = source.randrange(-500, 36_000) if far else source.randrange(-1, 16)
    return [
        source.randrange(0, 12),
        source.randrange(-1, 16),
        third,
        source.randrange(-500, 36_000),
    ]


@both
def test_what_the_game_refuses_the_batch_refuses_with_the_same_words(game: Skirmish) -> None:
    source = random.Random(5)
    batch = batch_of(game, *TERMS[0], games=4 * GAMES, seed=8)
    for part in range(0, len(batch), 4):
        chosen = batch.copy()
        chosen.playout(3 + 5 * part)
        batch.put(chosen.states([part, part + 1, part + 2, part + 3]), range(part, part + 4))
    before = batch.states()
    seen: set[str] = set()
    for _ in range(40 if COMPILING else 4):
        for at, state in enumerate(before):
            alone = np.full((len(batch), batch.width), batch.NONE)
            alone[at] = wild(source)
            found = batch.check(alone)
            if found is not None and found.kind == "malformed":
                with pytest.raises(Refusal) as raised:
                    batch.action(alone[at])
                assert found.message == f"game {at}: {raised.value.message}"
                continue
            action = batch.action(alone[at])
            pending = game.pending(state)
            seats = pending.seats if isinstance(pending, Decide) else (None,)
            own = [*seats, None] if isinstance(action, Time) else [*seats]
            own += state.ready if isinstance(action, Move) else ()
            said = [game.choices(state, seat).why_not(action) for seat in own]
            seen.update(refused.kind if refused else "fine" for refused in said)
            if found is None:
                assert None in said
                continue
            words = [refused.message for refused in said if refused is not None]
            assert found.message.removeprefix(f"game {at}: ") in words or action == Ready()
            with pytest.raises(Refusal, match=f"^game {at}: "):
                batch.play(alone)
    assert batch.states() == before
    assert seen >= {"fine", "illegal"}


@both
def test_playouts_depend_on_the_seed_and_not_on_threads(game: Skirmish) -> None:
    """SKM-O4 to SKM-O8: whole games, all of which end."""
    seats, options = TERMS[1]
    runs = set()
    for threads in (1, 2, GAMES):
        batch = batch_of(game, seats, options, seed=5)
        played = batch.playout(threads=threads)
        assert (batch.endings() > 0).all() and (played > 15).all()
        runs.add((batch._rows.tobytes(), tuple(played.tolist())))
    assert len(runs) == 1
    other = batch_of(game, seats, options, seed=6)
    other.playout()
    assert other._rows.tobytes() not in {rows for rows, _ in runs}


@both
def test_faces_of_a_wrong_kind(game: Skirmish) -> None:
    """SKM-G1: four dice are four, and each has six faces."""
    state = scattered(game, 3, 2, 10, 14, options={"sight": "open"})
    shot = game.apply(state, "red", game.read_action("shoot R1 B1")).state
    batch = batch_of(game, 2, state.options.to_json(), 2)
    batch.put([shot, state])
    assert batch.most_dice == 4 and batch.dice().tolist() == [4, 0]
    none = [0, 0, 0, 0]
    for faces, words in (
        ([[1, 2, 3, 7], none], "a face is 1 to 6, not 7"),
        ([[1, 2, 3, 0], none], "a face is 1 to 6, not 0"),
        ([[1, 2, 3, 4], [1, 0, 0, 0]], "game 1: no die has to fall there"),
        ([1, 2], "the faces have the shape"),
    ):
        with pytest.raises(Refusal, match=words):
            batch.roll(faces)
    batch.roll([[1, 2, 3, 4], none])
    assert batch.states() == [game.roll(shot, [1, 2, 3, 4]).state, state]
    weak = stand(
        game,
        {"R1": (10, 10), "B1": (12, 12)},
        {"B1": {"health": 5}},
        options=state.options.to_json(),
    )
    batch.put([play(weak, "shoot R1 B1", 12)] * 2)
    with pytest.raises(Refusal, match="only 2 dice have to fall there"):
        batch.roll([[1, 2, 3, 0], [1, 2, 0, 0]])


@both
def test_one_die_at_a_time(game: Skirmish) -> None:
    """A variant in which nobody rolls more than one: a face a game, and no row of them."""
    dice = ("shoot.dice", "shoot.far_dice", "melee.dice", "indirect.dice", "armour.dice",
            "armour.weak_dice", "blast.dice", "blast.far_dice")  # fmt: skip
    variant = {"outrider_variant": 1, "game": game.id, "name": "one die", "set": {}}
    variant["set"] = dict.fromkeys(dice, 1)
    batch = outrider.batch(game.id, 2, variant=variant)
    assert batch.most_dice == 1
    for _ in range(3000):
        if batch.dice().any():
            break
        batch.play(batch.sample())
    due, before = batch.dice().tolist(), batch.states()
    batch.roll(due)
    changed = [state != was for state, was in zip(batch.states(), before, strict=True)]
    assert any(due) and changed == [dice == 1 for dice in due]


def test_nobody_can_do_anything_after_what_was_not_legal() -> None:
    """What was played unchecked may lead nowhere; that is told, and does not take for ever."""
    batch = outrider.batch("skirmish", 1, options={"table": "24x24"}, seed=1)
    batch.roll()
    for _ in range(4):
        code = batch.sample()
        batch.play(code)
    for unit in range(10):
        batch.play([[10, unit, 1000 + 2000 * unit, 1000]], check=False)
    assert batch.playout(50).tolist()[0] <= 50
