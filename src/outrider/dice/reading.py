"""Dice as the contract's JSON names them."""

from outrider.core.refusal import malformed
from outrider.core.wire import a_whole_number, known_fields, shown
from outrider.dice.asked import AskedDice
from outrider.dice.listed import ListedDice
from outrider.dice.seeded import SeededDice
from outrider.dice.source import Dice

MOST_FACES = 100_000
LONGEST_SEED = 200
LARGEST_SEED = 2**63 - 1


def dice_from_json(value: object) -> Dice:
    """The source that `"ask"`, `{"seed": ...}` or a list of faces stands for."""
    if value == "ask":
        return AskedDice()
    if isinstance(value, list):
        if len(value) > MOST_FACES:
            raise malformed(f"a list of dice has at most {MOST_FACES} faces, not {len(value)}")
        return ListedDice(value)
    if isinstance(value, dict):
        known_fields(value, ["seed"], "dice")
        if "seed" not in value:
            raise malformed("dice given as an object need the field `seed`")
        return SeededDice(_seed(value["seed"]))
    raise malformed(f'dice must be "ask", {{"seed": ...}} or a list of faces, not {shown(value)}')


def _seed(value: object) -> int | str:
    if isinstance(value, str):
        if len(value) > LONGEST_SEED:
            raise malformed(f"a seed has at most {LONGEST_SEED} characters, not {len(value)}")
        return value
    if isinstance(value, int) and not isinstance(value, bool):
        return a_whole_number(value, "a seed", -LARGEST_SEED - 1, LARGEST_SEED)
    raise malformed(f"a seed must be a whole number or a string, not {shown(value)}")
