"""The numbers of the rules are data: each is in one table, and the game goes by what it says."""

from typing import Any

import pytest

from games.skirminion.table import GAME, healths, illegal, moves, play, refusal_of, texts
from games.skirminion.varying import variant
from outrider import Refusal
from outrider.games.skirminion.kernel import layout
from outrider.games.skirminion.numbers import FIGURES, numbers_of
from outrider.games.skirminion.state import State

pytestmark = pytest.mark.kernel

BY_NAME = {figure.name: figure for figure in FIGURES}
LONE = "7f/7f/8/8/8/8/8/F7 r - -"


def changes(numbers: dict[str, int]) -> dict[str, Any]:
    """A variant; a dot in a name is written __."""
    return variant({name.replace("__", "."): value for name, value in numbers.items()})


def by(text: str, **numbers: int) -> State:
    """A position by other numbers."""
    state = GAME.read(text, None, changes(numbers))
    assert isinstance(state, State)
    return state


def setting_up(*actions: str, **numbers: int) -> State:
    """A new game by other numbers: Red has the initiative, Blue declares."""
    state: State = GAME.new(GAME.terms(variant=changes(numbers))).state
    for face in (6, 1):
        state = GAME.roll(state, [face]).state
    return play(state, *actions)


def message(state: State, text: str) -> str:
    """Why an action of the deciding seat is refused."""
    return refusal_of(state, GAME.read_action(text), state.decider).message


# -- the table -----------------------------------------------------------------------------------


def test_every_number_has_a_place_a_name_bounds_and_a_sentence() -> None:
    """One row each, and no place without a row."""
    assert [figure.place for figure in FIGURES] == list(range(layout.FIGURES))
    assert len(BY_NAME) == len(FIGURES)
    rules = {rule.id for rule in GAME.rulebook()}
    options = {option.name for option in GAME.options}
    for figure in FIGURES:
        assert figure.low <= figure.default <= figure.high and figure.low < figure.high
        assert figure.rule in rules and figure.name not in options
        assert figure.sentence[0].isupper() and figure.sentence.endswith(".")
        assert figure.scale == 1


def test_the_options_stand_behind_the_numbers() -> None:
    """SKN-V5: in their places, and behind them what follows from the numbers."""
    numbers = numbers_of(GAME.terms({"quiet_limit": 7, "length_limit": 77}).options)
    assert len(numbers) == layout.NUMBERS
    assert numbers[layout.QUIET_LIMIT : layout.LENGTH_LIMIT + 1] == (7, 77)
    assert numbers[layout.RED_ROWS] == 0xFFFF_FFFF
    assert numbers[layout.BLUE_ROWS] == 0xFFFF_FFFF << 32


def test_what_does_not_fit_together_is_refused() -> None:
    """SKN-S3: in whichever of the two it is."""
    for given in ({"forts__least": 3, "forts__most": 2}, {"forts__least": 1, "forts__most": 0}):
        with pytest.raises(Refusal, match=r"set\.forts\.least: \d is more than .* \d") as caught:
            GAME.terms(variant=changes(given))
        assert (caught.value.kind, caught.value.rule) == ("malformed", "SKN-S3")
    assert texts(setting_up(forts__least=3, forts__most=3)) == {"forts 3"}


# -- setting up ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("units", "row"),
    [(8, "FFFFFFFF"), (7, "FFFFFFF1"), (6, "1FFFFFF1"), (5, "1FFFFF2"), (3, "2FFF3"), (2, "3FF3")],
)
def test_so_many_units_begin_in_the_middle(units: int, row: str) -> None:
    """SKN-S1."""
    written = f"{row.lower()}/8/8/8/8/8/8/{row} r - -"
    assert GAME.write(GAME.opening_position(None, changes({"units": units}))) == written
    assert GAME.write(setting_up("forts 0", units=units)) == written


@pytest.mark.parametrize("health", range(1, 7))
def test_units_begin_with_so_much_health(health: int) -> None:
    """SKN-S1: and those that are weak may rest at once."""
    state = setting_up("forts 0", health=health)
    assert set(healths(state).values()) == {health}
    assert ("rest a1" in texts(state)) is (health <= 3)
    assert ("pass" in texts(state)) is (health > 3)


def test_so_many_forts_may_be_declared() -> None:
    """SKN-S3."""
    state = setting_up(forts__least=1, forts__most=3)
    assert texts(state) == {"forts 1", "forts 2", "forts 3"}
    assert illegal(state, "forts 0") == illegal(state, "forts 4") == "SKN-S3"
    assert message(state, "forts 4") == "each side places 1 to 3 forts, not 4"
    assert GAME.question(state).endswith("declare how many forts each side places, 1 to 3.")


@pytest.mark.parametrize("rows", [2, 3, 4])
def test_forts_are_placed_on_so_many_rows(rows: int) -> None:
    """SKN-S5: of either side."""
    state = setting_up("forts 1", forts__rows=rows)
    assert len(texts(state)) == 8 * (rows - 1)
    assert {text[-1] for text in texts(state)} == set("234"[: rows - 1])
    blue = play(state, "fort a2")
    assert {text[-1] for text in texts(blue)} == set("765"[: rows - 1])
    assert illegal(state, f"fort a{rows + 1}") == "SKN-S5"
    where = "half of the board" if rows == 4 else f"first {rows} rows"
    assert message(state, f"fort a{rows + 1}") == f"a{rows + 1} is not on Red's {where}"
    told = "half" if rows == 4 else f"first {rows} rows"
    assert GAME.question(state) == f"Red: place a fort on your {told} (1 left)."


@pytest.mark.parametrize(
    ("apart", "told"),
    [(2, "adjacent to"), (3, "less than 3 steps from"), (4, "less than 4 steps from")],
)
def test_forts_are_so_far_apart(apart: int, told: str) -> None:
    """SKN-S5: in all directions."""
    state = setting_up("forts 2", "fort d4", forts__apart=apart)
    barred = {f"{file}{rank}" for file in "abcdefgh" for rank in "567"
              if max(abs(ord(file) - ord("d")), int(rank) - 4) < apart}  # fmt: skip
    assert len(texts(state)) == 24 - len(barred)
    for square in barred:
        assert illegal(state, f"fort {square}") == "SKN-S5"
        assert message(state, f"fort {square}") == f"{square} is {told} the fort on d4"


def test_forts_may_be_adjacent_if_the_number_says_so() -> None:
    """SKN-S5: but no two on one square."""
    state = setting_up("forts 2", "fort d4", "fort d5", forts__apart=1)
    assert "fort d3" in texts(state) and illegal(state, "fort d4") == "SKN-S5"
    again = by("8/8/8/3pp3/3P4/8/8/F6f r - -", forts__apart=1)
    assert GAME.write(again).startswith("8/8/8/3pp3/3P4")


# -- rest and moving -----------------------------------------------------------------------------


@pytest.mark.parametrize("gain", [1, 2, 3])
def test_a_rest_gains_so_much(gain: int) -> None:
    """SKN-R1: up to what a die can show, and SKN-V4: a duel may end by it."""
    for health in (1, 2, 3):
        letter = "ABC"[health - 1]
        rested = play(by(f"7f/7f/8/8/8/8/8/{letter}7 r - -", rest__gain=gain), "rest a1")
        assert healths(rested)["a1"] == health + gain
    over = play(by("7d/8/8/8/8/8/8/A7 r - -", rest__gain=gain), "rest a1")
    assert bool(over.ending) is (gain == 3)


def lines(straight: int, diagonal: int) -> set[str]:
    """From a1, with nobody in the way."""
    way = range(1, 8)
    files = "abcdefgh"
    found = {f"a{1 + n}" for n in way if n <= straight} | {files[n] + "1" for n in way[:straight]}
    return found | {f"{files[n]}{1 + n}" for n in way[:diagonal]}


@pytest.mark.parametrize(("straight", "diagonal"), [(1, 1), (2, 0), (1, 3), (3, 1), (5, 4), (7, 0)])
def test_steps_of_the_strong(straight: int, diagonal: int) -> None:
    """SKN-M3: so many straight ones, or so many diagonal ones; the weak are not concerned."""
    numbers = {"move__straight": straight, "move__diagonal": diagonal}
    assert moves(by(LONE, **numbers), "a1") == lines(straight, diagonal) - {"h8"}
    assert moves(by(LONE.replace("F", "C"), **numbers), "a1") == {"a2", "b1", "b2"}


@pytest.mark.parametrize(("straight", "diagonal"), [(1, 0), (2, 1), (1, 3), (4, 4), (7, 0)])
def test_steps_of_the_weak_and_the_retreating(straight: int, diagonal: int) -> None:
    """SKN-M4, SKN-M2: the strong are concerned only where they retreat, and then end in safety."""
    numbers = {"slow__straight": straight, "slow__diagonal": diagonal}
    assert moves(by(LONE.replace("F", "C"), **numbers), "a1") == lines(straight, diagonal)
    assert moves(by(LONE, **numbers), "a1") == {"a2", "a3", "b1", "b2", "c1"}
    touched = by("7f/8/8/8/8/8/1f6/F7 r - -", **numbers)
    near = {"a1", "a2", "a3", "b1", "b3", "c1", "c2", "c3"}
    assert moves(touched, "a1") == lines(straight, 0) - near


def test_nobody_steps_over_anything() -> None:
    """SKN-M3: every square that is entered is empty."""
    state = by("7f/7f/8/8/P2F4/8/1P6/F7 r - -", move__straight=7, move__diagonal=7)
    along = {"a2", "a3", "b1", "c1", "d1", "e1", "f1", "g1", "h1"}
    assert moves(state, "a1") == along | {"b3", "c2", "c3"}, "and round the fort (SKN-M6)"


def test_refusals_say_the_numbers() -> None:
    """SKN-M3, SKN-M4: in the words that the book's numbers have, too."""
    far = by(LONE, move__straight=3, move__diagonal=2)
    assert message(far, "a1-e1") == (
        "e1 is not up to two diagonal or up to three straight, empty steps from a1"
    )
    plain = by(LONE)
    assert message(plain, "a1-e1") == (
        "e1 is not one diagonal or up to two straight, empty steps from a1"
    )
    slow = by(LONE.replace("F", "C"), slow__straight=2, slow__diagonal=0)
    assert message(slow, "a1-d1") == "a1 has 3 health: up to two straight steps only"
    held = by("7f/8/8/8/8/8/1f6/F7 r - -", slow__straight=3)
    assert message(held, "a1-e1") == (
        "a1 is retreating: one diagonal or up to three straight steps only"
    )
    assert illegal(held, "a1-e1") == "SKN-M4"


def test_a_retreat_that_still_touches_is_refused_as_such() -> None:
    """SKN-M2: however far the steps would lead."""
    held = by("7f/8/8/8/8/2f5/1p6/F7 r - -", slow__straight=4)
    assert illegal(held, "a1-c1") == "SKN-M2" and "a1-e1" in texts(held)


def test_what_is_left_after_an_attack_goes_by_the_numbers() -> None:
    """SKN-M5: d4 kills d5, drops to 3, and moves as the weak do."""
    state = by("7f/8/8/3a4/3D4/8/8/F7 r - -", slow__straight=2, slow__diagonal=0)
    struck = play(state, "d4xd5")
    assert moves(struck, "d4") == {"d2", "d3", "d5", "d6", "b4", "c4", "e4", "f4"}


# -- attack --------------------------------------------------------------------------------------


@pytest.mark.parametrize("damage", range(1, 7))
@pytest.mark.parametrize("support", [0, 1, 2, 6])
def test_an_attack_takes_so_much(damage: int, support: int) -> None:
    """SKN-A2: of d5, which c4 supports d4 against; of d4, which nobody does."""
    state = by("7f/8/8/3f4/2FF4/8/8/8 r - -", attack__damage=damage, attack__support=support)
    left = healths(play(state, "d4xd5"))
    assert left.get("d5", 0) == max(0, 6 - damage - support)
    assert left.get("d4", 0) == 6 - damage


@pytest.mark.parametrize("damage", range(1, 7))
def test_a_siege_takes_so_much(damage: int) -> None:
    """SKN-A6: of the recipient for both besiegers, of the attacker for one unit."""
    state = by("F6f/8/2f5/3p4/2F1F3/8/8/8 r - -", siege__damage=damage)
    left = healths(play(state, "c4*d5"))
    assert left.get("c6", 0) == max(0, 6 - 2 * damage)
    assert left.get("c4", 0) == 6 - damage


@pytest.mark.parametrize("damage", range(1, 7))
def test_a_last_stand_takes_so_much(damage: int) -> None:
    """SKN-A8: instead of what others take, in an attack and in a siege."""
    struck = play(by("7f/8/8/3f4/3F4/8/8/8 r - -", stand__damage=damage), "d4xd5")
    left = healths(struck)
    assert (left.get("d5", 0), left["d4"]) == (6 - damage, 5)
    siege = by("7f/8/2f5/3p4/4F3/8/8/8 r - -", stand__damage=damage, siege__damage=2)
    left = healths(play(siege, "e4*d5"))
    assert (left.get("c6", 0), left["e4"]) == (6 - damage, 4)


# -- positions -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "numbers", "told", "rule"),
    [
        ("FFFF4/8/8/8/8/8/8/7f r - -", {"units": 3}, "red has 4 units, but 3 at most", "SKN-P5"),
        ("F6f/8/8/8/1P1P4/8/8/8 r - -", {"forts__apart": 3},
         "the forts on b4 and d4 are less than 3 steps apart", "SKN-S5"),
        ("F6f/8/8/8/1P1P4/8/8/8 r - -", {"forts__most": 1},
         "there are more than 1 forts on one half", "SKN-P5"),
        ("F6f/8/8/8/1P6/8/8/8 r - -", {"forts__rows": 3},
         "the fort on b4 is on nobody's first 3 rows", "SKN-S5"),
    ],
)  # fmt: skip
def test_positions_are_possible_by_the_numbers(
    text: str, numbers: dict[str, int], told: str, rule: str
) -> None:
    with pytest.raises(Refusal) as caught:
        by(text, **numbers)
    assert caught.value.message == f"the position is impossible: {told}"
    assert caught.value.rule == rule
    assert GAME.read(text)


def test_a_set_up_begins_by_the_numbers() -> None:
    """SKN-S1, SKN-S3: a state that says otherwise is refused."""
    data = GAME.dump(setting_up(units=5, health=4, forts__least=1))
    with pytest.raises(Refusal, match="begins with five units of health 4 a side") as caught:
        GAME.load({**data, "position": "1fffff2/8/8/8/8/8/8/1FFFFF2 b - -"})
    assert caught.value.rule == "SKN-S1"
    placing = GAME.dump(setting_up("forts 2", forts__most=2))
    assert GAME.load(placing)
    with pytest.raises(Refusal, match="number of forts"):
        GAME.load({**placing, "forts": 3, "forts_left": {"red": 3, "blue": 3}})
