"""What an environment tells of the ground is what stands there."""

import json
from typing import Any

import numpy as np
import pytest

import outrider
from outrider import Refusal

TABLE: dict[str, Any] = {
    "size": [24, 16],
    "terrain": [
        {"shape": "polygon", "points": [[0, 0], [8, 0], [8, 8], [0, 8]], "height": 2, "cost": 2},
        {"shape": "disc", "at": [4, 4], "radius": 1, "blocks_sight": True, "height": 4},
        {"shape": "polygon", "points": [[16, 8], [24, 8], [24, 16], [16, 16]],
         "cost": "impassable", "cover": 1},
    ],
}  # fmt: skip


def scenario() -> dict[str, Any]:
    made: dict[str, Any] = outrider.game("skirmishers").terms(scenario="duel").scenario
    sides = json.loads(json.dumps(made["sides"]))
    places = iter(([12, 2], [13, 4], [12, 12], [13, 14]))
    for side in sides.values():
        for piece in side["pieces"]:
            piece["at"] = next(places)
        side["victory"] = [{"kind": "destroy-all"}]
    return {**made, "table": TABLE, "sides": sides}


def test_planes_tell_what_lies_under_the_middle_of_each_cell() -> None:
    envs = outrider.vector("skirmishers", 2, scenario=scenario())
    ground = envs.ground(cells=3)
    assert ground.shape == (5, 3, 3)
    on, height, opaque, cover, cost = ground.tolist()
    assert on == [[1, 1, 1], [1, 1, 1], [0, 0, 0]], "the table is two thirds as deep as wide"
    assert height == [[255 * 4 // 32, 0, 0], [0, 0, 0], [0, 0, 0]]
    assert opaque == [[1, 0, 0], [0, 0, 0], [0, 0, 0]]
    assert cover == [[0, 0, 0], [0, 0, 1], [0, 0, 0]]
    assert cost == [[20, 10, 10], [10, 10, 255], [0, 0, 0]]


@pytest.mark.parametrize("game", ["basic", "skirmish", "skirmish-2012", "skirmishers"])
def test_every_table_has_its_ground(game: str) -> None:
    envs = outrider.vector(game, 1)
    pieces = envs.state(0).table.terrain
    ground = envs.ground()
    assert ground.shape == (5, 32, 32) and ground.dtype == np.uint8 and ground[0].any()
    bare = [0, 0, 0, 10]
    on_it = ground[1:, ground[0] == 1].T
    told = bool((on_it != bare).any())
    assert told == any(each.to_json().keys() - {"shape", "name"} for each in pieces)


def test_what_there_is_not_is_refused() -> None:
    with pytest.raises(Refusal, match="without terrain"):
        outrider.vector("skirminion", 1).ground()
    envs = outrider.vector("basic", 1)
    for cells in (0, 257, 1.5, "32", None, True):
        with pytest.raises(Refusal, match="the number of cells"):
            envs.ground(cells)
