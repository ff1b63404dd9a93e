"""What is the bots' own: what units are worth to them, how they weigh a place, and plans of a turn.
What anybody may do, and what it does, are the rules'; their numbers come from the game."""

import numpy as np

from outrider.bots.measured.chance import Reals
from outrider.games.basic.kernel.layout import KINDS, SIDE


def _by_unit(*worth: float) -> Reals:
    """The same for each unit of a kind."""
    return np.array([worth[kind] for kind in KINDS])


WORTH = _by_unit(1.3, 0.75, 1.5)
"""What a point of health is worth."""
LIFE = _by_unit(3.5, 1.2, 1.8)
"""What it is worth to be alive at all."""

TELLS_HEALTH = _by_unit(0.52, 0.08, 0.16)
TELLS_LIFE = _by_unit(2.43, 0.38, 0.43)
"""How surely each point of health, and each unit alive, wins the battle in the end: fitted to the
ends of 24,000 battles between many styles. The commander decides most of them."""

NOISE, EXPOSED, APPROACH, TOGETHER, REGICIDE = range(5)
"""Of a style: how blurred its judgement is, and how it weighs fire, ground and company, both by the
inch, and the enemy's commander."""
PLAIN = np.array([0.0, 1.0, 0.3, 0.0, 1.0])
STEADY = np.array([0.0, 0.8, 0.3, 0.5, 1.0])
EAGER = np.array([0.0, 0.11, 3.8, 2.4, 1.0])
CLOSED = np.array([0.0, 0.82, 0.15, 3.9, 1.5])
STYLE = np.array([0.0, 0.33, 0.16, 3.2, 2.4])
STYLES = {"recruit": PLAIN, "soldier": PLAIN, "captain": STEADY, "marshal": STYLE}
"""What each level plays by, from the plainest to the one that did best against all others."""
ENEMIES = (STYLE, EAGER, CLOSED)
"""How the enemy may play."""
WAYS = np.array(
    [
        [0.0, 0.75, 0.3, 2.9, 2.0],
        [0.0, 1.0, 0.1, 4.2, 2.1],
        [0.0, 0.94, 3.8, 3.6, 1.8],
        [0.0, 0.1, 6.0, 0.6, 3.9],
        [0.0, 0.11, 3.8, 2.4, 1.0],
        [0.0, 0.8, 0.3, 0.5, 1.0],
        [0.0, 1.7, 2.6, 9.3, 2.8],
        [0.0, 0.0, 0.5, 0.5, 1.5],
    ]
)
"""Other styles: to charge, to wait, to keep out of fire, to stay together or not."""

MODE, GOAL_X, GOAL_Y = range(3)
OPEN, GO, STAY = range(3)
"""Of a plan of a turn: a row for each unit of the side, whether it goes before the attacks, and
where; in the last row whether the commander has them rush. What is open the policy decides."""
PLANNED = SIDE + 1, 3
