"""How the levels weigh things, and what tells them who will win."""

import numpy as np

PLAIN = np.array([0, 2.5, 0.05, 0.6, 0.5, 1.6, 8, 2, 1.2, 0, 0, 1, 0])
CAREFUL = np.array([0, 2.5, 0.035, 2.3, 0.12, 1.4, 8, 2, 2.5, 1.1, 1.2, 1.7, 0.42])
KEEN = np.array([0, 1.3, 0.07, 1.2, 0.7, 1.27, 8, 2, 1.0, 0.5, 0, 1, 0])
BOLD = np.array([0, 1.25, 0.084, 1.52, 0.37, 0.88, 8, 2, 0.84, 0.38, 0.01, 1.8, 0.01])
"""Styles, as `kernel.styles` has their numbers: one that waits and sees, one that spares its own,
seeks cover in time and hunts when it is ahead, and two that look for a fight. Chosen among some
hundreds, by duels with each other and with a random player; the last by an evolution of sixteen
generations, against those before it."""
ENEMIES = KEEN, CAREFUL
"""How the enemy may play."""
STYLES = {"recruit": PLAIN, "soldier": CAREFUL, "captain": KEEN, "marshal": BOLD}

TELLING = np.array([4.7, 0.65, 2.7, -3.1, 0.3, 0.1])
"""How much each of these says about the end, fitted to games of the policy with itself: the lead in
strength, and its cube; what one's own shots, blows and fights, and the enemy's, are worth; who is
on top of whom; and that it is one's turn."""
