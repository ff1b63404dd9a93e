"""Dice: where their faces come from, and the exact chances of what they show."""

from outrider.dice.asked import Ask, AskedDice, TypedDice
from outrider.dice.checking import verified
from outrider.dice.distribution import Distribution, best_two_of, die, highest_of, sum_of
from outrider.dice.fair import Ceremony, FairDice, commitment
from outrider.dice.listed import ListedDice
from outrider.dice.reading import dice_from_json
from outrider.dice.recorded import RecordedDice
from outrider.dice.scripted import ScriptedDice, ScriptError
from outrider.dice.sealed import Seal, SealedDice
from outrider.dice.seeded import SeededDice
from outrider.dice.source import Dice

__all__ = [
    "Ask",
    "AskedDice",
    "Ceremony",
    "Dice",
    "Distribution",
    "FairDice",
    "ListedDice",
    "RecordedDice",
    "ScriptError",
    "ScriptedDice",
    "Seal",
    "SealedDice",
    "SeededDice",
    "TypedDice",
    "best_two_of",
    "commitment",
    "dice_from_json",
    "die",
    "highest_of",
    "sum_of",
    "verified",
]
