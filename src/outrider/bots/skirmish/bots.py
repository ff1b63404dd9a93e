"""Bots for Skirmish, in both editions."""

from outrider.bots.measured.family import Family
from outrider.bots.measured.search import Budget
from outrider.bots.skirmish.brain import SkirmishBrain
from outrider.bots.skirmish.kernel.styles import STYLES

BUDGETS = {
    "recruit": Budget(noise=5.0),
    "soldier": Budget(noise=3.0),
    "captain": Budget(),
    "marshal": Budget(width=7, samples=128, horizon=1, generations=1, doubt=3.0),
}
FAMILY = Family(SkirmishBrain, STYLES, BUDGETS)
make = FAMILY.make
