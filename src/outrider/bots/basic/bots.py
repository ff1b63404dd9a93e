"""Bots for Basic Skirmish Rules."""

from outrider.bots.basic.brain import BasicBrain
from outrider.bots.basic.kernel.styles import STYLES
from outrider.bots.measured.family import Family
from outrider.bots.measured.search import Budget

BUDGETS = {
    "recruit": Budget(noise=24.0),
    "soldier": Budget(),
    "captain": Budget(width=3, samples=8, horizon=1, doubt=1.5),
    "marshal": Budget(width=8, samples=384, horizon=2, generations=2),
}
FAMILY = Family(BasicBrain, STYLES, BUDGETS)
make = FAMILY.make
