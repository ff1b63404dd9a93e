"""The numbers of the rules are data: each is in one table, and the kernel plays by what it says."""

import random
from typing import Any

import pytest

import outrider
from games.skirmish.patrol import REVISED, both, fields, new, play, rolling
from outrider import Refusal
from outrider.core.pending import Decide
from outrider.core.wire import dumps, parse
from outrider.games.skirmish.game import Skirmish
from outrider.games.skirmish.kernel import layout
from outrider.games.skirmish.numbers import FIGURES
from outrider.games.skirmish.state import State
from outrider.table.lengths import INCH
from outrider.testing import finished

pytestmark = pytest.mark.kernel

PAIR = {"R1": (10, 10), "B1": (10, 13)}


def variant(game: Skirmish, changed: dict[str, Any]) -> dict[str, Any]:
    return {"outrider_variant": 1, "game": game.id, "name": "changed", "set": changed}


def stands(changed: dict[str, Any], places: Any = None, **further: Any) -> State:
    """A position by changed numbers, in the attack turns with Red to act."""
    data = fields(REVISED, places or PAIR, **further)
    for unit in data["units"]:
        if unit["alive"] and "actions" in changed and unit["actions"] == 2:
            unit["actions"] = changed["actions"]
    return REVISED.load({**data, "variant": variant(REVISED, changed)})


def legal(state: State, text: str) -> bool:
    action = REVISED.read_action(text)
    return action in REVISED.choices(state, "red")


# -- the table -----------------------------------------------------------------------------------


@both
def test_every_number_has_a_place_a_name_bounds_and_a_sentence(game: Skirmish) -> None:
    """SKM-S1: one row each, and no place without a row; both editions have the same."""
    assert game.figures == FIGURES
    assert sorted(figure.place for figure in FIGURES) == list(range(layout.FIGURES))
    assert len({figure.name for figure in FIGURES}) == len(FIGURES)
    rules = {rule.id for rule in game.rulebook()}
    for figure in FIGURES:
        assert figure.low <= figure.default <= figure.high and figure.low < figure.high
        assert figure.rule in rules and figure.scale in (1, INCH)
        assert figure.sentence[0].isupper() and figure.sentence.endswith(".")


@both
def test_the_edition_and_the_options_stand_behind_the_numbers(game: Skirmish) -> None:
    """SKM-S6, SKM-M1, SKM-O5, SKM-O8, SKM-R6, SKM-R7, SKM-G2, SKM-F3, SKM-N2: in their places."""
    edition = int(game.edition.rolls_each_round), int(game.edition.climbs)
    chosen = {
        "report": "instant", "round_limit": 7, "minute": 9, "attack_turn": "figure",
        "sight": "open", "melee": "alternate", "blast": "diameter",
    }  # fmt: skip
    numbers = new(game, options=chosen).setting.numbers
    assert len(numbers) == layout.NUMBERS
    assert numbers[layout.ROLLS_EACH_ROUND :] == (*edition, 1, 7, 9, 1, 1, 1, 1)
    assert new(game).setting.numbers[layout.ROLLS_EACH_ROUND :] == (*edition, 0, 50, 60, 0, 0, 0, 0)


def test_the_rules_say_every_number_and_mark_the_changed_ones() -> None:
    """SKM-S1: none is typed into the text."""
    book = REVISED.rulebook()
    wordings = " ".join(rule.wording for rule in book)
    for figure in FIGURES:
        assert f"{{{figure.name}}}" in wordings
        # The far blast is not nearer than the near one, so it is changed upwards.
        other = figure.high if figure.name == "blast.far" else figure.low
        low = {figure.name: figure.number(other)}
        marked = [rule for rule in book.by(REVISED.variant(variant(REVISED, low))) if rule.marks]
        assert marked, figure.name


# -- each of them counts -------------------------------------------------------------------------


def test_the_dice_of_attacks_and_of_armour() -> None:
    """SKM-G1, SKM-H1, SKM-F1: as many as the numbers say."""
    for dice in (1, 7):
        assert rolling(play(stands({"shoot.dice": dice}), "shoot R1 B1"))[2] == dice
        far = {"shoot.far_dice": dice, "shoot.near": 2.999}
        assert rolling(play(stands(far), "shoot R1 B1"))[2] == dice
        shot = play(stands({"armour.dice": dice}), "shoot R1 B1", 20)
        assert rolling(shot) == ("armour", "blue", dice)
        weak = {"armour.weak_dice": dice, "armour.health": 11}
        assert rolling(play(stands(weak), "shoot R1 B1", 20)) == ("armour", "blue", dice)
        struck = play(stands({"melee.dice": dice, "melee.reach": 3}), "strike R1 B1")
        assert rolling(struck) == ("melee", "red", dice)


def test_reaches_and_moves_are_exact() -> None:
    """SKM-F1, SKM-N4, SKM-R3: at the number that was given, and a thousandth short of it."""
    assert legal(stands({"melee.reach": 3}), "strike R1 B1")
    assert not legal(stands({"melee.reach": 2.999}), "strike R1 B1")
    dead: Any = {"B1": {"health": 0, "alive": False, "actions": 0}}
    places = {**PAIR, "B2": (30, 30)}
    assert legal(stands({"take.reach": 3}, places, changes=dead), "take R1 B1")
    assert not legal(stands({"take.reach": 2.999}, places, changes=dead), "take R1 B1")
    moving = {"phase": "movement"}
    assert legal(stands({"move": 5.5}, **moving), "move R1 15.5,10")
    assert not legal(stands({"move": 5.499}, **moving), "move R1 15.5,10")
    assert legal(stands({"base": 0.2}, **moving), "move R1 10,12.6")
    assert not legal(stands({"base": 0.201}, **moving), "move R1 10,12.6")


def test_grenades_fly_and_burst_by_the_numbers() -> None:
    """SKM-N1, SKM-N2: each third of the die, and both rings of the blast."""
    throws = {"throw.short": 1.5, "throw.middle": 3, "throw.long": 12}
    for face, far in ((1, 1.5), (2, 1.5), (3, 3), (4, 3), (5, 12), (6, 12)):
        state = play(stands(throws), "throw R1 10,13", face)
        assert REVISED.dump(state)["attack"]["within"] == far
    for near, dice in ((3, 5), (2.999, 6)):
        blast = {"blast.near": near, "blast.far": 3.5, "blast.dice": 5, "blast.far_dice": 6}
        state = play(stands({**blast, **throws}), "throw R1 10,13", 6, "land 10,16")
        assert REVISED.dump(state)["attack"]["against"] == [{"unit": "B1", "dice": dice}]


@pytest.mark.parametrize(("far", "caught"), [(2.001, True), (2, False)])
def test_half_a_thousandth_of_a_diameter_counts(far: float, caught: bool) -> None:
    """SKM-N2: 1.00048 inches are less than half of 2.001, and more than half of 2."""
    numbers = {"blast.far": far, "blast.near": 0, "throw.long": 12}
    places = {"R1": (10, 10), "B1": (11, 16.031)}
    state = stands(numbers, places, options={"blast": "diameter"})
    state = play(state, "throw R1 10,20", 6, "land 10,16")
    assert (REVISED.dump(state)["attack"] is not None) == caught


def test_figures_begin_with_what_the_numbers_say() -> None:
    """SKM-S1, SKM-R3."""
    changed = {"health": 17, "grenades": 5, "actions": 3}
    terms = REVISED.terms(variant=variant(REVISED, changed))
    first = REVISED.dump(REVISED.new(terms).state)["units"][0]
    assert (first["health"], first["grenades"], first["actions"]) == (17, 5, 3)


@both
def test_fewer_figures_are_placed_and_the_others_are_not_in_the_game(game: Skirmish) -> None:
    """SKM-S1, SKM-S3: the example of the contract, rifles that are shorter and three a side."""
    long_rifles = variant(game, {"shoot.near": 10, "figures": 3})
    state = game.new(game.terms(variant=long_rifles)).state
    assert [unit["id"] for unit in game.dump(state)["units"]] == [
        "R1",
        "R2",
        "R3",
        "B1",
        "B2",
        "B3",
    ]
    assert "(3 left)" in game.question(state)
    fourth = game.read_action("deploy R4 18,1")
    with pytest.raises(Refusal, match="R4 is not in this game, in which a player has 3") as caught:
        game.apply(state, "red", fourth)
    assert caught.value.rule == "SKM-S1"
    assert all(getattr(each, "unit", "")[-1] in "123" for each in game.choices(state, "red"))
    for at in range(3):
        x = 10 + 2 * at
        for text in (f"deploy R{at + 1} {x},1", f"deploy B{at + 1} {x},35"):
            assert game.dump(state)["phase"] == "deploy"
            assert game.load(game.dump(state)) == state
            seat = "red" if text[7] == "R" else "blue"
            state = game.apply(state, seat, game.read_action(text)).state
    assert not isinstance(game.pending(state), Decide) or game.dump(state)["phase"] == "movement"
    data = game.dump(state)
    assert game.load(data) == state
    listed = [*data["units"], {**data["units"][0], "id": "R4", "at": [20, 1]}]
    with pytest.raises(Refusal, match="R4 is not in this game") as caught:
        game.load({**data, "units": listed})
    assert caught.value.rule == "SKM-S1"


def test_a_blast_does_not_end_before_it_begins() -> None:
    """SKM-N2."""
    with pytest.raises(Refusal, match=r"set\.blast\.far: must be no less") as caught:
        REVISED.terms(variant=variant(REVISED, {"blast.far": 1}))
    assert caught.value.rule == "SKM-N2"


# -- whole games ---------------------------------------------------------------------------------


@both
@pytest.mark.parametrize("seed", range(4))
def test_whole_games_play_and_their_states_and_records_hold(game: Skirmish, seed: int) -> None:
    """Any numbers within their bounds: a random game ends, and every way there and back holds."""
    source = random.Random(seed)
    changed = {}
    for figure in source.sample(FIGURES, 8):
        if not figure.name.startswith("blast."):
            changed[figure.name] = figure.number(source.randint(figure.low, figure.high))
    options = {"round_limit": 2, "table": source.choice(("breakfast", "24x18"))}
    terms = game.terms(options, variant=variant(game, changed))
    match = finished(game, terms, seed)
    assert match.result is not None
    for entry in match.entries[:: max(1, len(match.entries) // 12)]:
        data = parse(dumps(game.dump(entry.state)))
        again = game.load(data)
        assert again == entry.state and hash(again) == hash(entry.state)
        assert game.terms_of(again) == terms
        assert ("variant" in data) == (terms.variant is not None)
    text = match.record().to_text()
    record = outrider.record_from_text(text)
    states = [moment.state for moment in outrider.replay(game, record)]
    assert states[1:] == [entry.state for entry in match.entries]
