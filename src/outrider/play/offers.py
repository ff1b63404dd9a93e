"""Nobody asks for the same for ever, or takes back for ever: a record has only so many lines.

What counts is what has happened since the last choice that stands. One that was taken back is as if
it had not been made, so that playing and taking back by turns begins nothing anew."""

from collections.abc import Sequence
from typing import Any

from outrider.core.conduct import Moment, back_for, is_done_takeback, own_last_choice
from outrider.core.record import Chose, Noted
from outrider.core.refusal import not_your_turn

OFFERS = ("draw", "takeback")
MOST_OFFERS = 3
"""In a row, of one seat."""
MOST_BACK = 20
"""Choices that one seat takes back at the same place of a game."""
MOST_BACK_IN_ALL = 1_000
"""Choices that one seat takes back in a match."""


def refuse_pestering(moments: Sequence[Moment[Any]], seat: str, kind: str) -> None:
    """Refuse an offer too many. An answer to what others ask is no asking."""
    conduct = moments[-1].conduct
    answers = conduct.draw if kind == "draw" else conduct.asked
    if kind not in OFFERS or any(other != seat for other in answers):
        return
    who = seat.capitalize()
    since = moments[_standing(moments, conduct.at) + 1 :]
    asked = sum(_by(moment, seat, kind) and not is_done_takeback(moment) for moment in since)
    if asked >= MOST_OFFERS:
        raise not_your_turn(f"{who} has asked for that {asked} times; somebody has to play first")
    if kind != "takeback" or own_last_choice(moments, seat) is None:
        return
    left = _standing(moments, back_for(moments, seat)[0])
    if _taken_back(moments[left + 1 :], seat) >= MOST_BACK:
        raise not_your_turn(
            f"{who} has taken back {MOST_BACK} times here; something has to stand first"
        )
    if _taken_back(moments, seat) >= MOST_BACK_IN_ALL:
        raise not_your_turn(f"{who} has taken back {MOST_BACK_IN_ALL:,} times in this match")


def _standing(moments: Sequence[Moment[Any]], at: int) -> int:
    """The last choice in the game as it stood at a line; 0 if there was none."""
    while at and not isinstance(moments[at].line, Chose):
        at = moments[at].prior
    return at


def _by(moment: Moment[Any], seat: str, kind: str) -> bool:
    line = moment.line
    return isinstance(line, Noted) and line.seat == seat and line.match == kind


def _taken_back(moments: Sequence[Moment[Any]], seat: str) -> int:
    return sum(_by(moment, seat, "takeback") and is_done_takeback(moment) for moment in moments)
