"""Who sits where, which strips they have, and the tables that are ready (SKM-S2 to SKM-S5)."""

import itertools
import math
from typing import Any

import pytest

from games.skirmish.patrol import (
    FIRST,
    REVISED,
    all_placed,
    both,
    box,
    deciders,
    get,
    ids_of,
    illegal,
    laid,
    legal,
    minute,
    new,
    offers,
    play,
    shown,
    unit,
)
from outrider import SEATS, Refusal
from outrider.games.skirmish.game import DEFAULT_TABLE, GAMES, Skirmish
from outrider.games.skirmish.seats import LEAST_APART
from outrider.games.skirmish.tables import SHIPPED
from outrider.table.lengths import inches
from outrider.table.terrain import GAP, SIDE

NAMES = sorted(SHIPPED)
CORNERS = {"seating": "corners"}
SIDES = {
    2: {"red": "18,0", "blue": "18,36"},
    3: {"red": "18,0", "blue": "0,18", "green": "18,36"},
    4: {"red": "18,0", "blue": "0,18", "green": "18,36", "amber": "36,18"},
}
"""The middle of each seat's own side of the usual rectangle, clockwise."""


@both
@pytest.mark.parametrize("seats", SIDES)
def test_up_to_four_sit_at_the_sides_of_a_rectangle(game: Skirmish, seats: int) -> None:
    """SKM-S4: two opposite each other; at the corners three and four, clockwise from Red's
    bottom."""
    state = new(game, seats, CORNERS)
    assert shown(state)["table"]["size"] == [36, 36]
    for seat, middle in SIDES[seats].items():
        assert deciders(state) == (seat,)
        capital = seat[0].upper()
        for other in ("18,0", "0,18", "18,36", "36,18"):
            text = f"deploy {capital}1 {other}"
            assert legal(state, text) if other == middle else illegal(state, text) == "SKM-S2"
        state = play(state, offers(state)[0])


@both
@pytest.mark.parametrize("seats", [1, 0, 9, -1, 2.0, "2", True, [2]])
def test_two_to_eight_play(game: Skirmish, seats: object) -> None:
    """SKM-S4: nobody alone, and not nine."""
    with pytest.raises(Refusal) as caught:
        game.terms({}, seats)
    assert caught.value.kind == "malformed"


def middle_of(edge: Any, depth: float) -> tuple[float, float]:
    """The point so deep in the table off the middle of an edge, which runs clockwise."""
    (ax, ay), (bx, by) = edge
    length = math.hypot(bx - ax, by - ay)
    x, y = (ax + bx) / 2, (ay + by) / 2
    return x + (by - ay) / length * depth, y - (bx - ax) / length * depth


@both
@pytest.mark.parametrize("seats", [5, 6, 7, 8])
def test_more_sit_round_a_regular_polygon(game: Skirmish, seats: int) -> None:
    """SKM-S4: at the corners, sides of 24 inches, Red's at the bottom, the others clockwise, the
    corners on whole thousandths in a box from 0,0."""
    table = shown(new(game, seats, CORNERS))["table"]
    corners, edges = table["outline"], table["edges"]
    assert list(edges) == list(SEATS[:seats])
    assert len(corners) == seats
    for edge in edges.values():
        assert math.dist(*edge) == pytest.approx(24, abs=0.002)
        assert all(end in corners for end in edge)
    (ax, ay), (bx, by) = edges["red"]
    assert ay == by == 0 and bx < ax
    for seat, after in itertools.pairwise(SEATS[:seats]):
        assert edges[seat][1] == edges[after][0]
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    assert (min(xs), min(ys)) == (0, 0)
    assert table["size"] == [max(xs), max(ys)]
    assert all(round(value * 1000) / 1000 == value for value in xs + ys)
    middle = (max(xs) / 2, sum(ys) / len(ys))
    radius = 12 / math.sin(math.pi / seats)
    for corner in corners:
        assert math.dist(corner, middle) == pytest.approx(radius, abs=0.005)


def test_blue_sits_to_the_left_of_red() -> None:
    """SKM-S4: clockwise as seen from above."""
    edges = shown(new(REVISED, 5))["table"]["edges"]
    left = min(x for ends in edges.values() for x, _ in ends)
    assert left in [x for x, _ in edges["blue"]]


@both
@pytest.mark.parametrize("seats", [5, 8])
def test_strips_at_a_polygon(game: Skirmish, seats: int) -> None:
    """SKM-S2, SKM-S3: 2 inches from one's own side, measured to the segment; corners are out."""
    state = new(game, seats, CORNERS)
    edges = shown(state)["table"]["edges"]
    for seat in SEATS[:seats]:
        capital = seat[0].upper()
        inside, outside = middle_of(edges[seat], 1.99), middle_of(edges[seat], 2.01)
        assert illegal(state, "deploy {}1 {:.3f},{:.3f}".format(capital, *outside)) == "SKM-S2"
        end = edges[seat][0]
        nearly = [end[n] + (edges[seat][1][n] - end[n]) / 24 for n in (0, 1)]
        found = illegal(state, "deploy {}1 {:.3f},{:.3f}".format(capital, *nearly))
        assert found in ("SKM-S3", "SKM-M2")
        state = play(state, "deploy {}1 {:.3f},{:.3f}".format(capital, *inside))


@both
@pytest.mark.parametrize("seats", range(2, 9))
@pytest.mark.parametrize("seating", ["spaced", "corners"])
def test_everybody_finds_room(game: Skirmish, seating: str, seats: int) -> None:
    """SKM-S3: five figures each, every offer legal, and then the first round."""
    state = all_placed(game, seats, {"seating": seating})
    assert all(each["at"] is not None for each in shown(state)["units"])
    assert game.load(shown(state)) == state


@both
def test_another_size_for_few(game: Skirmish) -> None:
    """SKM-S4: the option moves the far edge; at a polygon sizes are of no effect."""
    state = play(new(game, 2, {"table": "24x30.5"}), "deploy R1 24,2")
    assert legal(state, "deploy B1 0,28.5") and legal(state, "deploy B1 0,30.5")
    assert illegal(state, "deploy B1 0,28.499") == "SKM-S2"
    for seats, seating in ((3, "spaced"), (8, "spaced"), (5, "corners"), (8, "corners")):
        bare = shown(new(game, seats, {"seating": seating}))["table"]
        for size in ("24x30", "6x6", "72x72"):
            state = new(game, seats, {"table": size, "seating": seating})
            assert shown(state)["table"] == bare
            assert game.load(shown(state)) == state


@both
@pytest.mark.parametrize("size", ["6x18", "72x72", "6x72"])
def test_the_smallest_and_the_largest_table(game: Skirmish, size: str) -> None:
    """SKM-S4: playable by two."""
    state = all_placed(game, 2, {"table": size})
    assert all(each["at"] is not None for each in shown(state)["units"])


@both
@pytest.mark.parametrize(
    ("seats", "size", "room"),
    [
        (2, "6x18", True), (2, "6x17.999", False), (2, "36x12", False), (2, "17x36", True),
        (3, "9x18", True), (3, "36x17.999", False), (3, "8.999x36", False),
        (4, "18x18", True), (4, "17.999x36", False), (4, "36x17.999", False),
    ],
)  # fmt: skip
def test_opposite_players_are_18_inches_apart(
    game: Skirmish, seats: int, size: str, room: bool
) -> None:
    """SKM-S4: less is refused, be it an option, a table or a state."""
    width, depth = map(float, size.split("x"))
    table = laid(size=(width, depth))
    if room:
        state = new(game, seats, {**CORNERS, "table": size})
        assert game.load(shown(state)) == state
        return
    bigger = shown(new(game, seats, CORNERS, laid(size=(36, 36))))
    for refused in (
        lambda: game.terms({**CORNERS, "table": size}, seats),
        lambda: game.terms(CORNERS, seats, table),
        lambda: game.load({**bigger, "table": table}),
    ):
        with pytest.raises(Refusal) as caught:
            refused()
        assert (caught.value.kind, caught.value.rule) == ("malformed", "SKM-S4")


# -- sitting spaced ------------------------------------------------------------------------------

SPACED = {
    3: [(32, 0), (8, 0), (0, 13.856), (12, 34.641), (28, 34.641), (40, 13.856)],
    4: [(35.314, 0), (11.314, 0), (0, 11.314), (0, 35.314), (11.314, 46.627), (35.314, 46.627),
        (46.627, 35.314), (46.627, 11.314)],
}  # fmt: skip
"""Reckoned by hand: 24 and 16 inches in turn, at 60 and at 45 degrees."""


@both
@pytest.mark.parametrize("seats", range(3, 9))
def test_spaced_everybody_has_every_other_side(game: Skirmish, seats: int) -> None:
    """SKM-S4: a polygon of equal angles with twice as many sides, a player's 24 inches long and
    those between 16, Red's at the bottom, the others clockwise; in a box from 0,0, then rounded."""
    assert shown(new(game, seats)) == shown(new(game, seats, {"seating": "spaced"}))
    table = shown(new(game, seats))["table"]
    corners, edges = table["outline"], table["edges"]
    assert list(edges) == list(SEATS[:seats])
    assert len(corners) == 2 * seats
    assert [end for edge in edges.values() for end in edge] == corners
    (ax, ay), (bx, by) = edges["red"]
    assert ay == by == 0 and bx < ax
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    assert (min(xs), min(ys)) == (0, 0) and table["size"] == [max(xs), max(ys)]
    assert all(round(value * 1000) / 1000 == value for value in xs + ys)
    x, y, angle = ax, 0.0, math.pi
    for number, corner in enumerate(corners):
        assert math.dist(corner, (x, y)) < 0.0015
        x, y = (
            x + (24, 16)[number % 2] * math.cos(angle),
            y + (24, 16)[number % 2] * math.sin(angle),
        )
        angle -= math.pi / seats
    if seats in SPACED:
        assert [tuple(corner) for corner in corners] == SPACED[seats]


@both
@pytest.mark.parametrize("seats", range(3, 9))
def test_spaced_no_strip_touches_another(game: Skirmish, seats: int) -> None:
    """SKM-S2, SKM-S4: one's own strip reaches from corner to corner, and into the side that is
    nobody's; 2 inches of another's edge are never there."""
    state = new(game, seats)
    for (ax, ay), (bx, by) in shown(state)["table"]["edges"].values():
        capital = deciders(state)[0][0].upper()
        x, y = middle_of([[ax, ay], [bx, by]], 1.99)
        assert legal(state, f"deploy {capital}1 {ax},{ay}")
        assert legal(state, f"deploy {capital}1 {bx},{by}")
        far = middle_of([[ax, ay], [bx, by]], 2.01)
        assert illegal(state, "deploy {}1 {:.3f},{:.3f}".format(capital, *far)) == "SKM-S2"
        state = play(state, f"deploy {capital}1 {x:.3f},{y:.3f}")


@both
def test_for_two_seating_is_of_no_effect(game: Skirmish) -> None:
    """SKM-S4: they sit opposite each other, and a polygon is no table for them."""
    for seating in ("spaced", "corners"):
        assert shown(new(game, 2, {"seating": seating}))["table"]["size"] == [36, 36]
    for seats in (3, 6):
        polygon = shown(new(game, seats))["table"]
        with pytest.raises(Refusal) as caught:
            new(game, 2, table=polygon)
        assert caught.value.kind == "malformed"


@both
@pytest.mark.parametrize("seats", range(3, 9))
def test_a_table_is_given_for_its_seating(game: Skirmish, seats: int) -> None:
    """SKM-S4: a rectangle is none for those who sit round a polygon, nor is another's polygon."""
    spaced = shown(new(game, seats))["table"]
    assert shown(new(game, seats, table=spaced))["table"] == spaced
    wrong: list[tuple[Any, Any]] = [(None, laid())]
    wrong += [({"seating": "corners"}, spaced)]
    if seats > 4:
        wrong += [({"seating": "corners"}, laid())]
        wrong += [(None, shown(new(game, seats, CORNERS))["table"])]
    for options, table in wrong:
        with pytest.raises(Refusal) as caught:
            new(game, seats, options, table)
        assert caught.value.kind == "malformed"
    bent = {**spaced, "outline": [[0.001, 0], *spaced["outline"][1:]]}
    for other in (bent, {**spaced, "edges": {}}, {**spaced, "size": [36, 36]}):
        with pytest.raises(Refusal) as caught:
            new(game, seats, table=other)
        assert caught.value.kind == "malformed"


@both
def test_a_state_sits_as_its_options_say(game: Skirmish) -> None:
    """SKM-S4: a table of the other seating is refused."""
    data = shown(new(game, 4))
    other = shown(new(game, 4, CORNERS))
    for options, table in ((data["options"], other["table"]), (other["options"], data["table"])):
        with pytest.raises(Refusal) as caught:
            game.load({**data, "options": options, "table": table})
        assert caught.value.kind == "malformed"


# -- tables of one's own -------------------------------------------------------------------------


@both
def test_a_table_of_ones_own(game: Skirmish) -> None:
    """SKM-S5, SKM-S4: with a name and terrain, not beside the option, and with room."""
    table = {**laid(box(4, 8, 3, 3, 1.5), size=(30, 24)), "name": "Desk"}
    state = new(game, 3, CORNERS, table)
    assert shown(state)["table"] == table
    assert "table" not in shown(state)["options"]
    assert game.load(shown(state)) == state
    assert game.terms_of(state).table == table
    with pytest.raises(Refusal) as caught:
        new(game, 2, {"table": "30x24"}, table)
    assert caught.value.kind == "malformed"


@both
def test_a_polygon_with_terrain_of_ones_own(game: Skirmish) -> None:
    """SKM-S4, SKM-S5: for as many as it has sides."""
    bare = shown(new(game, 6))["table"]
    table = {**bare, "terrain": [{"shape": "disc", "at": [70, 40], "radius": 3, "height": 2}]}
    assert shown(new(game, 6, table=table))["table"] == table
    for seats in (2, 5, 7):
        with pytest.raises(Refusal) as caught:
            new(game, seats, table=table)
        assert caught.value.kind == "malformed"


@both
@pytest.mark.parametrize(
    "table",
    [
        [], 5, "breakfast", {}, {"size": [36]}, {"size": [5.999, 36]}, {"size": [36, 72.001]},
        {"size": [36, 36], "terrain": {}}, {"size": [36, 36], "colour": "red"},
        {"size": [36, 36], "terrain": [{"shape": "disc", "at": [0.5, 5], "radius": 1}]},
        {"size": [36, 36], "terrain": [{"shape": "disc", "at": [5, 5], "radius": 1, "height": -1}]},
        {"size": [36, 36], "terrain": [{"shape": "disc", "at": [5, 5], "radius": 1.0001}]},
        {"size": [36, 36], "terrain": [{"shape": "star", "at": [5, 5]}]},
        {"size": [36, 36], "outline": [[0, 0], [36, 0], [0, 36]]},
    ],
    ids=str,
)  # fmt: skip
def test_tables_that_are_none(game: Skirmish, table: Any) -> None:
    """SKM-S5: refused when the game is set up."""
    with pytest.raises(Refusal) as caught:
        new(game, 2, table=table)
    assert caught.value.kind == "malformed"


# -- shipped tables ------------------------------------------------------------------------------


def test_at_least_four_tables_are_ready() -> None:
    """SKM-S5: each with a name of its own, at least ten things with names and heights between them
    somewhere, and low and high ones."""
    assert len(NAMES) >= 4
    titles = {shown(new(REVISED, 2, {"table": name}))["table"]["name"] for name in NAMES}
    assert len(titles) == len(NAMES)
    for name in NAMES:
        pieces = shown(new(REVISED, 2, {"table": name}))["table"]["terrain"]
        assert all(piece.get("name") and piece["height"] > 0 for piece in pieces)
        heights = {piece["height"] for piece in pieces}
        assert min(heights) < 2 < max(heights)
    assert max(len(SHIPPED[name].terrain) for name in NAMES) >= 10


def lies_inside(piece: Any, corners: list[Any]) -> bool:
    """By hand: every corner, or the whole disc, on the inner side of every side."""
    for (ax, ay), (bx, by) in zip(corners, corners[1:] + corners[:1], strict=True):
        length = math.hypot(bx - ax, by - ay)

        points = [piece["at"]] if piece["shape"] == "disc" else piece["points"]
        for x, y in points:
            inward = ((x - ax) * (by - ay) - (y - ay) * (bx - ax)) / length
            if inward < piece.get("radius", 0) - 1e-9:
                return False
    return True


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("seats", range(2, 9))
@pytest.mark.parametrize("seating", ["spaced", "corners"])
def test_all_things_lie_on_every_table(name: str, seats: int, seating: str) -> None:
    """SKM-S5, SKM-S4: for two to eight, however they sit, and the state loads as it was."""
    state = new(REVISED, seats, {"table": name, "seating": seating})
    table = shown(state)["table"]
    width, depth = table["size"]
    corners = table.get("outline") or [[0, 0], [0, depth], [width, depth], [width, 0]]
    assert all(lies_inside(piece, corners) for piece in table["terrain"])
    assert len(table["terrain"]) == len(SHIPPED[name].terrain)
    assert REVISED.load(shown(state)) == state
    assert REVISED.load({**shown(state), "table": None}) == state
    assert all(each["at"] for each in shown(all_placed(FIRST, seats, {"table": name}))["units"])


@both
@pytest.mark.parametrize("name", NAMES)
def test_pictures_in_characters(game: Skirmish, name: str) -> None:
    """SKM-S5: every figure and the terrain can be seen, and each figure has a line."""
    state = all_placed(game, 2, {"table": name})
    picture = game.picture(state)
    assert all(each in picture for each in ("R1", "R5", "B1", "B5"))
    bare = game.picture(all_placed(game, 2))
    assert picture.splitlines()[:20] != bare.splitlines()[:20]


@pytest.mark.parametrize("name", NAMES)
def test_a_top_can_be_stood_on(name: str) -> None:
    """SKM-M2, SKM-M1: in the first edition a thing next to one is climbed at no cost, in the
    revised one its height counts."""
    for game in GAMES:
        table = shown(new(game, 2, {"table": name}))["table"]
        discs = [piece for piece in table["terrain"] if piece["shape"] == "disc"]
        high = max(discs, key=lambda piece: piece["height"])
        x, y = high["at"]
        places = {"R1": (x, y - 3.5), "B1": (30, 30)}
        state = minute(game, places, options={"table": name})
        ground = max(
            (p["height"] for p in discs if math.dist(p["at"], places["R1"]) <= p["radius"]),
            default=0,
        )
        up = math.hypot(3.5, high["height"] - ground) <= 4
        assert legal(state, f"move R1 {x},{y}") == (up or game is FIRST)


def test_a_state_names_the_table_it_is_on() -> None:
    """SKM-S5: another table than the options say is refused."""
    data = shown(new(REVISED, 2, {"table": "tins"}))
    with pytest.raises(Refusal) as caught:
        REVISED.load({**data, "table": laid()})
    assert caught.value.kind == "malformed"


@both
def test_eight_players_move_in_one_minute(game: Skirmish) -> None:
    """SKM-S4, SKM-R6: all may act, from their own sides."""
    state = all_placed(game, 8)
    if not deciders(state):
        state = play(state, 6, *[1] * 7)
    assert deciders(state) == SEATS
    for seat in reversed(SEATS):
        move = next(text for text in offers(state, "move", seat=seat))
        state = play(state, f"{seat} {move}")
    assert sum(get(state, "actions", *(id for seat in SEATS for id in ids_of(seat)))) == 72
    assert unit(state, "S1")["seat"] == "slate"


@both
def test_the_rules_say_what_is_built(game: Skirmish) -> None:
    """SKM-S4: the sizes of tables, which no variant changes."""
    rule = game.rulebook().find("SKM-S4")
    assert rule is not None
    for length in (LEAST_APART, SIDE, GAP):
        assert f" {inches(length)} inches" in rule.text
    assert DEFAULT_TABLE in rule.text
