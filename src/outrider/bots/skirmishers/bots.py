"""Bots for Skirmishers."""

from outrider.bots.measured.family import Family
from outrider.bots.measured.search import Budget
from outrider.bots.skirmishers.brain import SkirmishersBrain
from outrider.bots.skirmishers.manners import STYLES

BUDGETS = {
    "recruit": Budget(noise=5.0, careless=0.35),
    "soldier": Budget(),
    "captain": Budget(width=6, samples=64, horizon=3),
    "marshal": Budget(width=12, samples=512, horizon=3),
}
# Who is patient waits for the other to begin: those who look for a fight bring it to an end.
FAMILY = Family(SkirmishersBrain, STYLES, BUDGETS, "captain")
make = FAMILY.make
