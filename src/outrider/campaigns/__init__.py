"""Campaigns: battles one after the other, of which survivors go on and winners learn.

    campaign = campaigns.shipped(game, "NAME")       or campaigns.read_campaign(value)
    course = campaigns.Course(campaign)              nothing has been fought
    course.scenario()                                the next battle, as the game plays it
    course = course.ended(outcome, state)            what has become of everybody
    course = course.learn(seat, picks)               and the winner chooses

No game is named here: what a battle is, a game says by `Game.campaigning`.
"""

from outrider.campaigns.campaign import Battle, Campaign, End, Lesson, Side
from outrider.campaigns.course import Course, Fought, Learnt, course_from_json
from outrider.campaigns.reading import examined, read_campaign
from outrider.campaigns.schema import schema_of
from outrider.campaigns.shelf import games_with_campaigns, names, shipped, value_of

__all__ = [
    "Battle",
    "Campaign",
    "Course",
    "End",
    "Fought",
    "Learnt",
    "Lesson",
    "Side",
    "course_from_json",
    "examined",
    "games_with_campaigns",
    "names",
    "read_campaign",
    "schema_of",
    "shipped",
    "value_of",
]
