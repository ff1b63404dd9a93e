"""Who will win, what would be best, and what a game was decided by.

A game's bots may bring a module `analysis` with

    ready(game)                          compiles what the others need
    plain(game) -> bool                  whether that runs as plain Python for now, and is slow
    ranked(game, state, seat, level, clock, source) -> [(action, value)]
                                         actions worth a look, the one to choose first
    sampled(game, state, seats, seeds) -> {seat: mean}
                                         how it ends, played on once with each seed
    onward(game, state, seat, source) -> action | None
                                         what to do first where a position cannot be played on as it
                                         is, because pieces are still being placed

or, where a search sees more than playing on does, instead of the last three

    searched(game, state, level, seconds) -> [(action, {seat: chance}, doubt)]
                                         the actions of a position, the best first

Where there is none, positions are played on at random. A draw counts half.
"""

from outrider.analysis.analyst import Analyst, Look, Valued
from outrider.analysis.bettering import Better
from outrider.analysis.reviewing import Review, Swing, review
from outrider.analysis.tallies import Estimate, Tally, shares

__all__ = [
    "Analyst",
    "Better",
    "Estimate",
    "Look",
    "Review",
    "Swing",
    "Tally",
    "Valued",
    "review",
    "shares",
]
