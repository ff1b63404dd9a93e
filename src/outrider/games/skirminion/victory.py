"""The kernel's endings as outcomes with a reason (SKN-V1 to SKN-V5)."""

from outrider.core.pending import Outcome
from outrider.games.skirminion.kernel import layout

OUTCOMES = {
    layout.RED_DESTROYED_ALL: Outcome(("red",), "all Blue units are destroyed [SKN-V1]"),
    layout.BLUE_DESTROYED_ALL: Outcome(("blue",), "all Red units are destroyed [SKN-V1]"),
    layout.NOBODY_LEFT: Outcome((), "no unit is left on the board [SKN-V2]"),
    layout.RED_STRONGER: Outcome(("red",), "of the last two units Red's is stronger [SKN-V3]"),
    layout.BLUE_STRONGER: Outcome(("blue",), "of the last two units Blue's is stronger [SKN-V3]"),
    layout.EQUALS: Outcome((), "the last two units are equally strong [SKN-V3]"),
    layout.QUIET: Outcome((), "too many activations without an attack [SKN-V5]"),
    layout.LENGTH: Outcome((), "the game has reached its longest length [SKN-V5]"),
}
