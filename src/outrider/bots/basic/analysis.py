"""What the bots think of a position: chances to win, and actions in order."""

from outrider.bots.basic.bots import FAMILY

ready, onward, sampled, ranked = FAMILY.ready, FAMILY.onward, FAMILY.sampled, FAMILY.ranked
plain = FAMILY.plain
