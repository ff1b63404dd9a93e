"""What a game is, and what games are made of. Standard library only."""

from outrider.core.choices import Choices, Listed, Nothing
from outrider.core.course import replay
from outrider.core.events import Ended, PhaseBegan, Rolled
from outrider.core.figures import Figure
from outrider.core.game import FACES, Game, Step, Terms, checked_faces, checked_seat
from outrider.core.odds import Odds, Sense
from outrider.core.offer import Offer
from outrider.core.options import Flag, Named, Number, Option, Options
from outrider.core.patience import patience
from outrider.core.pending import Decide, Outcome, Over, Pending, Roll
from outrider.core.record import Record, record_from_json, record_from_text
from outrider.core.refusal import Refusal, illegal, malformed, not_your_turn, over, unknown
from outrider.core.rulebook import Chapter, Rule, Rulebook
from outrider.core.seats import SEATS
from outrider.core.standing import Goal, Standing, Track
from outrider.core.variant import Variant
from outrider.core.wire import (
    Action,
    ActionSet,
    Event,
    a_list,
    a_string,
    a_whole_number,
    an_object,
    dumps,
    known_fields,
    parse,
    shown,
    wire,
)

__all__ = [
    "FACES",
    "SEATS",
    "Action",
    "ActionSet",
    "Chapter",
    "Choices",
    "Decide",
    "Ended",
    "Event",
    "Figure",
    "Flag",
    "Game",
    "Goal",
    "Listed",
    "Named",
    "Nothing",
    "Number",
    "Odds",
    "Offer",
    "Option",
    "Options",
    "Outcome",
    "Over",
    "Pending",
    "PhaseBegan",
    "Record",
    "Refusal",
    "Roll",
    "Rolled",
    "Rule",
    "Rulebook",
    "Sense",
    "Standing",
    "Step",
    "Terms",
    "Track",
    "Variant",
    "a_list",
    "a_string",
    "a_whole_number",
    "an_object",
    "checked_faces",
    "checked_seat",
    "dumps",
    "illegal",
    "known_fields",
    "malformed",
    "not_your_turn",
    "over",
    "parse",
    "patience",
    "record_from_json",
    "record_from_text",
    "replay",
    "shown",
    "unknown",
    "wire",
]
