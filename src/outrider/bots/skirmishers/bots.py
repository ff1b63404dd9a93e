"""Bots for Skirmishers."""

from outrider.bots.measured.family import Family
from outrider.bots.measured.search import Budget
from outrider.bots.skirmishers.brain import SkirmishersBrain
from outrider.bots.skirmishers.kernel.styles import STYLES

BUDGETS = {
    "recruit": Budget(noise=5.0, careless=0.35),
    "soldier": Budget(width=2, samples=4, horizon=0),
    "captain": Budget(width=3, samples=8, horizon=1, doubt=2.0),
    "marshal": Budget(width=8, samples=256, horizon=1),
}
# Who is patient waits for the other to begin: those who look for a fight bring it to an end.
FAMILY = Family(SkirmishersBrain, STYLES, BUDGETS, "captain")
make = FAMILY.make
