"""Bots for Skirmish, in both editions."""

from outrider.bots.measured.family import Family
from outrider.bots.measured.search import Budget
from outrider.bots.skirmish.brain import SkirmishBrain
from outrider.bots.skirmish.kernel.styles import STYLES

BUDGETS = {
    "recruit": Budget(noise=5.0),
    "soldier": Budget(),
    "captain": Budget(width=3, samples=8, horizon=1, doubt=3.0),
    "marshal": Budget(width=6, samples=32, horizon=1, doubt=4.0),
}
FAMILY = Family(SkirmishBrain, STYLES, BUDGETS)
make = FAMILY.make
