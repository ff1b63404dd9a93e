"""Setting up: squads, strips, the order of placing, the roll (SKM-S1 to SKM-S6)."""

import itertools

import pytest

import outrider
from games.skirmish.patrol import (
    FIRST,
    REVISED,
    all_placed,
    both,
    box,
    decider,
    deciders,
    game_of,
    happened,
    ids_of,
    illegal,
    laid,
    legal,
    minute,
    new,
    offers,
    opened,
    play,
    refused,
    rolling,
    shown,
    stand,
    unit,
)
from outrider import SEATS, Refusal
from outrider.games.skirmish.game import Skirmish

pytestmark = pytest.mark.kernel

RED = [f"deploy R{n} {6 * n},1" for n in range(1, 6)]
BLUE = [f"deploy B{n} {6 * n},35" for n in range(1, 6)]
PLACED = [step for pair in zip(RED, BLUE, strict=True) for step in pair]

# -- SKM-S1 --------------------------------------------------------------------------------------


@both
@pytest.mark.parametrize("seats", range(2, 9))
def test_five_named_figures_each(game: Skirmish, seats: int) -> None:
    """SKM-S1: 10 health, 2 grenades, two actions, nothing seen, beside the table."""
    units = shown(new(game, seats))["units"]
    assert [each["id"] for each in units] == [id for s in SEATS[:seats] for id in ids_of(s)]
    for each in units:
        assert (each["health"], each["grenades"], each["actions"]) == (10, 2, 2)
        assert each["alive"] is True and each["seen"] is False and each["at"] is None
    names = [each["name"] for each in units]
    assert all(names) and len(set(names)) == 5 * seats


@both
def test_a_figure_may_be_renamed_in_a_state(game: Skirmish) -> None:
    """SKM-S1: the name is kept."""
    data = shown(new(game))
    data["units"][0]["name"] = "Murry"
    assert unit(game.load(data), "R1")["name"] == "Murry"


# -- SKM-S2 --------------------------------------------------------------------------------------


@both
def test_the_strip_is_two_inches_deep(game: Skirmish) -> None:
    """SKM-S2: up to the line itself, and not a thousandth farther, from rim to rim."""
    state = new(game)
    for point in ("0,0", "36,0", "18,2", "0,2", "36,2"):
        assert legal(state, f"deploy R1 {point}")
    for point in ("18,2.001", "18,18", "18,34", "0,36"):
        assert illegal(state, f"deploy R1 {point}") == "SKM-S2"
    state = play(state, RED[0])
    for point in ("0,36", "36,36", "18,34", "0,34"):
        assert legal(state, f"deploy B1 {point}")
    for point in ("18,33.999", "18,1"):
        assert illegal(state, f"deploy B1 {point}") == "SKM-S2"


@both
def test_nobody_is_placed_off_the_table_or_on_another(game: Skirmish) -> None:
    """SKM-S2, SKM-M2: the centre lies on the table, and bases do not overlap but may touch."""
    state = new(game)
    for point in ("-0.001,1", "18,-0.001", "36.001,1"):
        assert illegal(state, f"deploy R1 {point}") in ("SKM-S2", "SKM-M2")
    state = play(state, "deploy R1 10,1", BLUE[0])
    assert illegal(state, "deploy R2 10.799,1") == "SKM-M2"
    assert illegal(state, "deploy R2 10,1") == "SKM-M2"
    assert legal(state, "deploy R2 10.8,1")
    assert legal(state, "deploy R2 10.48,1.64")


# -- SKM-S3 --------------------------------------------------------------------------------------


@both
@pytest.mark.parametrize("seats", [2, 3, 5, 8])
def test_one_figure_each_in_the_order_of_the_seats(game: Skirmish, seats: int) -> None:
    """SKM-S3: and nobody else in between."""
    state = new(game, seats)
    for _ in range(5):
        for seat in SEATS[:seats]:
            assert deciders(state) == (seat,)
            other = SEATS[(SEATS.index(seat) + 1) % seats]
            assert refused(state, offers(state)[0], other) == ("not-your-turn", "SKM-S3")
            state = play(state, offers(state)[0])


@both
def test_one_places_ones_own_figures_once_in_any_order(game: Skirmish) -> None:
    """SKM-S3: neither another's nor one that stands."""
    state = new(game)
    assert illegal(state, "deploy B1 10,1") == "SKM-S3"
    state = play(state, "deploy R3 10,1", "deploy B5 10,35")
    assert illegal(state, "deploy R3 20,1") == "SKM-S3"
    assert illegal(state, "deploy G1 20,1") == "SKM-S4"
    assert {text.split()[1] for text in offers(state)} == {"R1", "R2", "R4", "R5"}
    assert all(legal(state, text) for text in offers(state))


@both
@pytest.mark.parametrize(
    "action", ["move R1 10,2", "ready", "shoot R1 B1", "throw R1 9,9", "land 9,9", "skip R1"]
)
def test_nothing_else_comes_before_all_are_placed(game: Skirmish, action: str) -> None:
    """SKM-S3: whoever asks, and the clock has no say either."""
    state = play(new(game), *PLACED[:4])
    assert illegal(state, action, "red") == "SKM-S3"
    assert illegal(state, "time") == "SKM-R6"


@both
def test_nobody_is_placed_later(game: Skirmish) -> None:
    """SKM-S3: neither in the minute nor in the attack turns."""
    assert illegal(opened(game), "deploy R1 10,1") == "SKM-S3"
    assert illegal(stand(game, {"R1": (9, 9), "B1": (9, 20)}), "deploy R1 10,1") == "SKM-S3"


@both
def test_corners_belong_to_nobody(game: Skirmish) -> None:
    """SKM-S3: with three, within 2 inches of the neighbour's edge is no place; at two there are no
    such corners."""
    state = new(game, 3, {"seating": "corners"})
    assert illegal(state, "deploy R1 2,1") == "SKM-S3"
    assert illegal(state, "deploy R1 0,0") == "SKM-S3"
    assert legal(state, "deploy R1 2.001,1")
    assert legal(state, "deploy R1 36,0")
    four = new(game, 4, {"seating": "corners"})
    assert illegal(four, "deploy R1 34,1") == "SKM-S3"
    assert legal(four, "deploy R1 33.999,1")
    assert legal(new(game), "deploy R1 0,0")


@both
def test_even_where_a_deployment_lies_on_terrain_it_counts(game: Skirmish) -> None:
    """SKM-S2, SKM-M2: a figure placed on a box stands on its top, which costs climbing later."""
    state = new(game, table=laid(box(10, 0, 2, 2, 3)))
    state = play(state, "deploy R1 11,1", *(text.replace("R1", "R2") for text in BLUE[:1]))
    assert unit(state, "R1")["at"] == [11, 1]


# -- SKM-S5 --------------------------------------------------------------------------------------


@both
def test_tables_are_bare_unless_one_is_named(game: Skirmish) -> None:
    """SKM-S5: and terrain that is there stays, whatever happens."""
    assert shown(new(game))["table"]["terrain"] == []
    table = laid(box(10, 10, 4, 4, 2), {"shape": "disc", "at": [20, 20], "radius": 2, "height": 1})
    state = new(game, table=table)
    assert shown(state)["table"]["terrain"] == table["terrain"]
    places = {"R1": (12, 12), "B1": (12, 20)}
    fight = stand(game, places, table=table)
    after = play(fight, "throw R1 12,16", 5, "land 12,16")
    assert shown(after)["table"] == shown(fight)["table"]


# -- SKM-S6 --------------------------------------------------------------------------------------


def test_the_revised_edition_rolls_once_after_the_last_deployment() -> None:
    """SKM-S6: still in the phase of placing, one die a seat in their order; then the minute."""
    state = play(new(REVISED), *PLACED)
    assert shown(state)["phase"] == "deploy"
    assert rolling(state) == ("initiative", "red", 1)
    state = play(state, 3)
    assert rolling(state) == ("initiative", "blue", 1)
    told = happened(state, 5)
    state = play(state, 5)
    assert shown(state)["phase"] == "movement"
    assert (shown(state)["first"], shown(state)["initiative"], shown(state)["round"]) == (
        "blue", "blue", 1,
    )  # fmt: skip
    assert [event["event"] for event in told][:3] == ["rolled", "initiative", "first"]
    state = play(state, "red ready", "blue ready")
    assert (shown(state)["phase"], decider(state)) == ("attack", "blue")


def test_the_first_edition_rolls_each_round_when_the_minute_is_over() -> None:
    """SKM-S6: no roll before the first minute; then one at the start of the attacks."""
    state = play(new(FIRST), *PLACED)
    assert shown(state)["phase"] == "movement"
    assert deciders(state) == ("red", "blue")
    assert shown(state)["first"] is None
    state = play(state, "time")
    assert shown(state)["phase"] == "attack"
    assert rolling(state) == ("initiative", "red", 1)
    state = play(state, 2, 6)
    assert decider(state) == "blue"
    for _ in range(5):
        state = play(state, *(f"skip {offers(state, 'skip')[0].split()[1]}" for _ in "x"))
        state = play(state, offers(state, "skip")[0])
    assert (shown(state)["phase"], shown(state)["round"]) == ("movement", 2)
    assert shown(state)["first"] is None
    state = play(state, "time")
    assert rolling(state) == ("initiative", "red", 1)
    assert decider(play(state, 6, 2)) == "red"


def test_the_revised_order_holds_in_every_round() -> None:
    """SKM-S6: nobody rolls again, and the same seat begins."""
    state = play(all_placed(REVISED, 3), 1, 5, 2)
    for number in (1, 2, 3):
        assert shown(state)["round"] == number
        state = play(state, "time")
        assert decider(state) == "blue"
        order = []
        for _ in range(15):
            order.append(decider(state))
            state = play(state, offers(state, "skip")[0])
        assert order == ["blue", "green", "red"] * 5


@both
@pytest.mark.parametrize("faces", list(itertools.product((1, 3, 6), repeat=3)))
def test_only_tied_leaders_roll_again(game: Skirmish, faces: tuple[int, ...]) -> None:
    """SKM-S6: the highest begins; those who tie for it roll again, in the order of the seats."""
    state = all_placed(game, 3)
    if game is FIRST:
        state = play(state, "time")
    for seat, face in zip(SEATS, faces, strict=False):
        assert rolling(state) == ("initiative", seat, 1)
        state = play(state, face)
    tied = [seat for seat, face in zip(SEATS, faces, strict=False) if face == max(faces)]
    if len(tied) > 1:
        for number, seat in enumerate(tied):
            assert rolling(state) == ("initiative", seat, 1)
            assert game.load(shown(state)) == state
            state = play(state, 1 if number else 2)
    assert shown(state)["first"] == tied[0]


def test_players_who_are_out_roll_for_nothing() -> None:
    """SKM-S6, SKM-O7: in the first edition only those who have figures."""
    places = {"R1": (10, 10), "G1": (10, 20), "A1": (20, 20)}
    state = play(minute(FIRST, places, seats=4), "time")
    assert rolling(state) == ("initiative", "red", 1)
    state = play(state, 2)
    assert rolling(state) == ("initiative", "green", 1)
    state = play(state, 6)
    assert rolling(state) == ("initiative", "amber", 1)
    assert decider(play(state, 6, 1, 2)) == "amber"


@both
def test_wrong_faces_are_no_roll(game: Skirmish) -> None:
    """SKM-S6: one die from 1 to 6."""
    state = all_placed(game)
    state = state if game is REVISED else play(state, "time")
    for faces in ([], [0], [7], [3, 4], [True], ["3"], [2.0], [None]):
        with pytest.raises(Refusal) as caught:
            game_of(state).roll(state, faces)  # type: ignore[arg-type]
        assert caught.value.kind == "malformed"
    with pytest.raises(Refusal) as caught:
        game.roll(new(game), [3])
    assert caught.value.kind == "not-your-turn"
    assert refused(state, "move R1 10,2", "red")[0] == "not-your-turn"


@both
def test_the_options_are_those_of_the_rules(game: Skirmish) -> None:
    """SKM-O5, SKM-O8, SKM-R6, SKM-R7, SKM-G2, SKM-F3, SKM-N2, SKM-S4: names and defaults."""
    assert game.terms().options.to_json() == {
        "table": "36x36",
        "seating": "spaced",
        "report": "after_movement",
        "round_limit": 50,
        "minute": 60,
        "attack_turn": "action",
        "sight": "terrain",
        "melee": "standard",
        "blast": "radius",
    }
    assert game.id == ("skirmish" if game is REVISED else "skirmish-2012")


@both
@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("report", ["now", "", None, True, 1]),
        ("round_limit", [0, -1, 1.5, "50", None, True]),
        ("minute", [-1, "60", None, 0.5]),
        ("attack_turn", ["unit", None]),
        ("sight", ["closed", False]),
        ("melee", ["none", 1]),
        ("blast", ["2", 2]),
        ("table", ["36", "36x", "x", "36x36x36", "100x100", "72.001x72", "0x0", "kitchen", 36]),
        ("edition", ["2012"]),
    ],
)
def test_no_other_options_exist(game: Skirmish, name: str, values: list[object]) -> None:
    """SKM-S4, SKM-O5: an unknown name or value is refused."""
    for value in values:
        with pytest.raises(Refusal) as caught:
            game.terms({name: value})
        assert caught.value.kind == ("unknown" if name == "edition" else "malformed")


@both
def test_a_new_game_begins_with_placing(game: Skirmish) -> None:
    """SKM-S3: Red is asked first, in words too."""
    step = game.new(game.terms())
    assert [event.to_json() for event in step.events] == [{"event": "phase", "phase": "deploy"}]
    assert game.pending(step.state) == outrider.Decide(("red",))
    assert "Red" in game.question(step.state)


@both
@pytest.mark.parametrize("seats", [2, 5])
def test_a_refused_place_has_a_suggestion(game: Skirmish, seats: int) -> None:
    """SKM-S2, SKM-S3, SKM-M2: a legal place close to the wish, for a figure that has none."""
    state = new(game, seats)
    for wish in ("5,12", "18,18", "-3,1", "5,-3"):
        made = game.suggest(state, "red", game.read_action(f"deploy R1 {wish}"))
        assert made is not None and made in game.choices(state, "red"), wish
    assert game.suggest(state, "red", game.read_action("deploy B1 5,12")) is None
    if seats == 2:
        best = game.suggest(state, "red", game.read_action("deploy R1 5,12"))
        assert best is not None and game.write_action(best) == "deploy R1 5,2"
