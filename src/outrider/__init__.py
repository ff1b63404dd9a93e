"""Outrider: five tabletop skirmish games, refereed.

    import outrider

    game = outrider.game("skirminion")
    state = game.read("ffffffff/8/8/8/8/8/8/FFFFFFFF r - -")
    step = game.apply(state, "red", game.read_action("e1-e3"))
    batch = outrider.batch("skirminion", games=1000)
    environment = outrider.vector("skirminion", games=1000)

The public API is what `__all__` names here, in `outrider.core` (for those who write games), in
`outrider.dice` in `outrider.testing`, and the class of batches, `outrider.compiled.batch.Batch`.
Everything else may change without notice.
"""

from outrider._version import __version__
from outrider.core.choices import Choices, Listed
from outrider.core.course import replay
from outrider.core.figures import Figure
from outrider.core.game import Game, Step, Terms
from outrider.core.odds import Odds, Sense
from outrider.core.offer import Offer
from outrider.core.options import Flag, Named, Number, Option, Options
from outrider.core.pending import Decide, Outcome, Over, Pending, Roll
from outrider.core.record import Record, record_from_json, record_from_text
from outrider.core.refusal import Refusal, illegal, malformed
from outrider.core.rulebook import Chapter, Rule, Rulebook
from outrider.core.seats import SEATS
from outrider.core.standing import Goal, Standing, Track
from outrider.core.variant import Variant
from outrider.core.wire import Action, ActionSet, Event, wire
from outrider.games import game
from outrider.games import games as installed_games
from outrider.play.many import batch
from outrider.play.match import Match
from outrider.rl.doors import vector

__all__ = [
    "SEATS",
    "Action",
    "ActionSet",
    "Chapter",
    "Choices",
    "Decide",
    "Event",
    "Figure",
    "Flag",
    "Game",
    "Goal",
    "Listed",
    "Match",
    "Named",
    "Number",
    "Odds",
    "Offer",
    "Option",
    "Options",
    "Outcome",
    "Over",
    "Pending",
    "Record",
    "Refusal",
    "Roll",
    "Rule",
    "Rulebook",
    "Sense",
    "Standing",
    "Step",
    "Terms",
    "Track",
    "Variant",
    "__version__",
    "batch",
    "game",
    "illegal",
    "installed_games",
    "malformed",
    "record_from_json",
    "record_from_text",
    "replay",
    "vector",
    "wire",
]
