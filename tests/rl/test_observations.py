"""What is seen is what stands there, as the game itself tells it."""

import numpy as np
import pytest

import outrider
from outrider.rl.layout import place
from outrider.rl.many import Vector
from rl.arenas import BASIC, SKIRMINION, SKIRMISH, SKIRMISHERS, Kind

SQUARES = [file + rank for rank in "12345678" for file in "abcdefgh"]


def columns(vector: Vector, game: int) -> dict[str, list[int]]:
    """An observation by its fields."""
    found, first = {}, 0
    row = vector._now.observations[game]
    for field in vector.arena.fields:
        found[field.name] = row[first : first + field.size].tolist()
        first += field.size
    assert first == len(row)
    return found


def middle(kind: Kind, steps: int) -> Vector:
    """Games some way on."""
    vector = kind.vector(8, seed=9)
    for _ in range(steps):
        vector.step(vector.sample())
    return vector


@pytest.mark.parametrize("steps", [0, 3, 25, 60])
def test_skirminion(steps: int) -> None:
    """Every unit and fort, for Blue with the rows turned over."""
    vector = middle(SKIRMINION, steps)
    for number in range(vector.num_envs):
        state, seen = vector.state(number), columns(vector, number)
        me = vector.seats[vector._now.seats[number]]
        wanted: dict[str, list[int]] = {
            name: [0] * 64 for name in ("own health", "enemy health", "own forts", "enemy forts")
        }
        for at in SQUARES:
            for seat, what, value in (
                (state.unit_at(at), "health", state.health(at) if state.unit_at(at) else 0),
                (state.fort_at(at), "forts", 1),
            ):
                if seat is not None:
                    wanted[f"{'own' if seat == me else 'enemy'} {what}"][square(at, me)] = value
        for name, values in wanted.items():
            assert seen[name] == values, name
        assert seen["seat"] == [vector.seats.index(me)]
        acting = [square(state.activated, me)] if state.activated else []
        assert [at for at, value in enumerate(seen["under way"]) if value == 1] == acting


def square(name: str, me: str) -> int:
    row = int(name[1]) - 1
    return 8 * (row if me == "red" else 7 - row) + "abcdefgh".index(name[0])


@pytest.mark.parametrize("kind", [BASIC, SKIRMISH, SKIRMISHERS], ids=lambda kind: kind.id)
def test_own_things_come_first(kind: Kind) -> None:
    """Health, or who is there, of one's own units and then of the others'."""
    vector = middle(kind, 40)
    name = "here" if kind is SKIRMISHERS else "health"
    for number in range(vector.num_envs):
        seen = columns(vector, number)[name]
        me = vector._now.seats[number]
        game = outrider.game(kind.id)
        units = game.dump(vector.state(number))["units"]
        order = [vector.seats[(me + turn) % 2] for turn in range(2)]
        wanted = [
            unit["health"] if name == "health" else int(unit["alive"])
            for seat in order
            for unit in units
            if unit["seat"] == seat
        ]
        assert seen == wanted


def test_a_number_is_found_in_its_block() -> None:
    blocks = outrider.vector("basic", 1).arena.blocks
    block, number = place(blocks, 3 + 7)
    assert (block.name, number) == ("attack", 7)
    with pytest.raises(IndexError):
        place(blocks, 10_000)


@pytest.mark.kernel
@pytest.mark.parametrize(
    "kind", [SKIRMINION, BASIC, SKIRMISH, SKIRMISHERS], ids=lambda kind: kind.id
)
def test_a_few_steps(kind: Kind) -> None:
    """Also with the compiler off."""
    vector = kind.vector(2, seed=2)
    for _ in range(12):
        chosen = vector.sample()
        beside = vector._batch.copy()
        beside.play(vector.codes(chosen))
        beside.roll()
        _, _, ended, _, _ = vector.step(chosen)
        assert ended.any() or (beside.rows == vector._batch.rows).all()
        assert (vector._now.observations <= vector.arena.highest()).all()
        view = np.zeros_like(vector._now.observations)
        for seat in range(2):
            vector.arena.view(seat, view)
            mine = vector._now.seats == seat
            assert (view[mine] == vector._now.observations[mine]).all()
