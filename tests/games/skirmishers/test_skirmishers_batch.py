"""Many games of Skirmishers at once: each the same as the game alone, whatever the threads."""

import random
from typing import Any

import numpy as np
import pytest

import outrider
from forms import sparse
from games.skirmishers.warband import GAME, SHIPPED, decider
from outrider import Over, Refusal, Roll
from outrider.compiled import COMPILING

pytestmark = pytest.mark.kernel

GAMES = 6 if COMPILING else 2
STEPS = 400 if COMPILING else 20


def begun(name: str, games: int = GAMES, seed: int = 3) -> Any:
    return outrider.batch("skirmishers", games, scenario=name, seed=seed)


def faces_for(batch: Any, source: random.Random) -> Any:
    faces = np.zeros((len(batch), batch.most_dice), np.int64)
    for game, dice in enumerate(batch.dice()):
        faces[game, :dice] = [source.randint(1, 6) for _ in range(dice)]
    return faces


@pytest.mark.kernel
@pytest.mark.parametrize("name", sparse(SHIPPED, 3))
def test_random_games_are_those_of_the_game_alone(name: str) -> None:
    """SKR-T1, SKR-X1, SKR-X4: what is pending, what is listed, what actions and dice do."""
    source = random.Random(name)
    batch = begun(name)
    states = batch.states()
    assert states == [GAME.new(GAME.terms(scenario=name)).state] * GAMES
    for _ in range(STEPS):
        kinds, seats = batch.pending()
        dice, chosen = batch.dice(), batch.sample()
        actions, sizes = batch.actions()
        faces = faces_for(batch, source)
        for game, state in enumerate(states):
            pending = GAME.pending(state)
            if isinstance(pending, Over):
                assert kinds[game] == batch.NOTHING and batch.outcome(game) == pending.outcome
                continue
            if isinstance(pending, Roll):
                assert (kinds[game], dice[game]) == (batch.ROLL, pending.dice)
                assert batch.seats[seats[game]] == pending.seat
                thrown = faces[game, : pending.dice].tolist()
                states[game] = GAME.roll(state, thrown).state
                continue
            assert pending.seats == (batch.seats[seats[game]],)
            listed = [batch.action(code) for code in actions[game, : sizes[game]]]
            assert listed == list(GAME.choices(state, decider(state)))
            action = batch.action(chosen[game])
            assert batch.code(action) == tuple(chosen[game].tolist())
            states[game] = GAME.apply(state, decider(state), action).state
        batch.roll(faces)
        batch.play(chosen)
        assert batch.states() == states


@pytest.mark.kernel
def test_playouts_whatever_the_threads() -> None:
    """SKR-V1: every game comes to its end, the same with one thread and with two."""
    one, two = begun("duel", 40, 5), begun("duel", 40, 5)
    assert one.playout().tolist() == two.playout(threads=2).tolist()
    assert one.states() == two.states() and (one.endings() > 0).all()


@pytest.mark.kernel
def test_what_is_refused() -> None:
    """SKR-M1, SKR-T1: with the game's words and the number of the game; nothing changes."""
    batch = begun("duel", 2)
    before = batch.states()
    seat = decider(before[0])
    mine = next(unit for unit in before[0].units if unit.seat == seat)
    far = GAME.action({"do": "move", "unit": mine.id, "path": [[0, 0]]})
    told = GAME.choices(before[0], seat).why_not(far)
    end = batch.code(GAME.read_action("end"))
    with pytest.raises(Refusal) as caught:
        batch.play([end, batch.code(far)])
    assert told is not None and caught.value.message == f"game 1: {told.message}"
    nobody = [*batch.code(far)]
    nobody[1] = 77
    for wrong in ([[99, *end[1:]], end], [nobody, end], [end]):
        for check in (True, False):
            with pytest.raises(Refusal):
                batch.play(wrong, check=check)
    with pytest.raises(Refusal):
        batch.roll(np.ones((2, batch.most_dice), np.int64))
    with pytest.raises(Refusal):
        batch.roll([1, 1])
    assert batch.states() == before


def archers(defense: int) -> dict[str, Any]:
    """A scenario of one archer a side, in sight of each other."""
    ratings = {"firing": 1, "attack": 1, "defense": defense, "movement": 6}
    sides = {
        seat: {
            "pieces": [{"id": id, "at": at, "weapon": "bow", "range": 12, **ratings}],
            "victory": [{"kind": "destroy-all"}],
        }
        for seat, id, at in (("red", "R1", [2, 2]), ("blue", "B1", [2, 8]))
    }
    table = {"size": [12, 12], "terrain": []}
    return {"outrider_scenario": 1, "name": "two archers", "table": table, "sides": sides}


def test_a_die_more_than_a_piece_can_have_against_a_bow() -> None:
    """SKR-G1: twelve of its own and one for the bow."""
    batch = outrider.batch("skirmishers", 2, scenario=archers(defense=12))
    fire = batch.code(GAME.read_action("fire R1 B1"))
    batch.play([fire, fire])
    batch.roll([[5, *[0] * (batch.most_dice - 1)]] * 2)
    assert batch.dice().tolist() == [13, 13]
    rest = [0] * (batch.most_dice - 13)
    batch.roll([[*[1] * 12, 6, *rest], [*[1] * 13, *rest]])
    assert [state.unit("B1").alive for state in batch.states()] == [True, False]


def test_more_faces_than_any_piece_has() -> None:
    """SKR-G1: a state made by hand says so many that no number holds them."""
    state = GAME.new(GAME.terms(scenario=archers(defense=1))).state
    state = GAME.apply(state, "red", GAME.read_action("fire R1 B1")).state
    data = GAME.dump(GAME.roll(state, [6]).state)
    for count in (0, 2, 17, 100):
        with pytest.raises(Refusal) as raised:
            GAME.load({**data, "shot": {**data["shot"], "faces": [6] * count}})
        assert raised.value.rule == "SKR-G1"


def test_what_nobody_has_asked_for_is_not_played_unchecked() -> None:
    """It would be played for a piece that there is none of."""
    batch = begun("duel", 1)
    before = GAME.dump(batch.state(0))
    for text in ("return-fire", "defensive-fire", "hold", "wait", "choose R1"):
        with pytest.raises(Refusal):
            batch.play([batch.code(GAME.read_action(text))], check=False)
    assert GAME.dump(batch.state(0)) == before
    with pytest.raises(Refusal):
        batch.action([-1] * batch.width)
