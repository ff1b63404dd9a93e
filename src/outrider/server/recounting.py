"""A campaign told: who lives, what was fought and what it led to, what may come, what is now."""

from typing import Any

from outrider.campaigns import Campaign, Course
from outrider.campaigns.campaign import SEATS, Battle
from outrider.core.campaigning import Member
from outrider.server.campaigning import Kept, wait_for
from outrider.server.hall import Hall
from outrider.server.storage.campaigns import CampaignRow


def brief(campaign: Campaign, name: str | None) -> dict[str, Any]:
    """One to choose: what it is about, and how long it is."""
    return {
        "id": name,
        "game": campaign.game.id,
        "title": campaign.name,
        "author": campaign.author,
        "story": " ".join(campaign.story.split()),
        "sides": {
            seat: {"name": side.name, "members": len(side.roster)}
            for seat, side in campaign.sides.items()
        },
        "battles": len(campaign.battles),
        "longest": campaign.longest,
    }


def line(row: CampaignRow) -> dict[str, Any]:
    """A line in a list of one's own."""
    return {
        "campaign": row.id,
        "game": row.game,
        "title": row.title,
        "stage": row.stage,
        "version": row.version,
        "created": row.created,
        "touched": row.touched,
        "fought": len(row.course.get("fought", ())),
        "match": row.course.get("match"),
        "seats": seats(row),
    }


def seats(row: CampaignRow) -> list[dict[str, Any]]:
    return [
        {
            "seat": seat.seat,
            "kind": seat.kind,
            "level": seat.level,
            "name": seat.name,
            "taken": seat.taken,
        }
        for seat in row.seats
    ]


async def whole(hall: Hall, kept: Kept) -> dict[str, Any]:
    """All of it, with the match that is being played."""
    course, campaign = kept.course, kept.campaign
    return {
        **line(kept.row),
        "author": campaign.author,
        "story": " ".join(campaign.story.split()),
        "longest": campaign.longest,
        "sides": {seat: _side(course, seat) for seat in SEATS},
        "learning": _learning(campaign),
        "battles": [_battle(course, battle) for battle in _ordered(campaign)],
        "ends": {
            id: {"name": end.name, "winner": end.winner or None}
            for id, end in campaign.ends.items()
        },
        "fought": [_fought(course, number) for number in range(len(course.fought))],
        "now": await _now(hall, kept),
    }


def _ordered(campaign: Campaign) -> list[Battle]:
    depths = campaign.depths
    return sorted(campaign.battles.values(), key=lambda battle: depths[battle.id])


def _learning(campaign: Campaign) -> dict[str, Any]:
    learning = campaign.learning
    lessons = [
        {
            "rating": lesson.rating.name,
            "label": lesson.rating.label,
            "by": lesson.rating.said(lesson.by),
            "most": lesson.rating.said(lesson.most),
        }
        for lesson in learning.lessons
    ]
    return {"a_battle": learning.a_battle, "each": learning.each, "lessons": lessons}


def _side(course: Course, seat: str) -> dict[str, Any]:
    side = course.campaign.sides[seat]
    return {"name": side.name, "members": [_member(course, each) for each in side.roster]}


def _member(course: Course, plain: Member) -> dict[str, Any]:
    member = course.member(plain.id)
    fell = next((row.battle for row in course.fought if plain.id in row.fallen), None)
    return {
        "id": member.id,
        "name": member.name,
        "about": course.campaign.campaigning.told(member),
        "fell": None if fell is None else course.campaign.battles[fell].name,
        "battles": sum(member.id in row.came for row in course.fought),
        "learnt": list(course.lessons.get(member.id, ())),
    }


def _battle(course: Course, battle: Battle) -> dict[str, Any]:
    """A place on the map. `open` says whether one may still come there."""
    fought = [row.battle for row in course.fought]
    return {
        "id": battle.id,
        "name": battle.name,
        "story": " ".join(battle.story.split()),
        "depth": course.campaign.depths[battle.id],
        "next": dict(battle.next),
        "fought": battle.id in fought,
        "open": course.end is None and battle.id in _ahead(course),
    }


def _ahead(course: Course) -> set[str]:
    """All places that may still be come to."""
    found: set[str] = set()
    waiting = [course.at]
    while waiting:
        id = waiting.pop()
        battle = course.campaign.battles.get(id)
        if id in found or battle is None:
            continue
        found.add(id)
        waiting += battle.next.values()
    return found


def _fought(course: Course, number: int) -> dict[str, Any]:
    row = course.fought[number]
    learnt = None if row.learnt is None else [[each.id, each.rating] for each in row.learnt]
    return {
        "battle": row.battle,
        "name": course.campaign.battles[row.battle].name,
        "winner": row.winner,
        "reason": row.reason,
        "came": list(row.came),
        "fallen": list(row.fallen),
        "left": list(row.left),
        "learnt": learnt,
        "match": row.match or None,
    }


async def _now(hall: Hall, kept: Kept) -> dict[str, Any]:
    """What is to be done, and by whom."""
    course = kept.course
    if kept.row.stage == "open":
        free = [seat.seat for seat in kept.row.seats if not seat.taken]
        return {"do": "wait", "seats": free}
    end = course.end
    if end is not None:
        return {"do": "over", "name": end.name, "story": end.story, "winner": end.winner or None}
    learner = course.learner
    if learner is not None:
        return {
            "do": "learn",
            "seat": learner,
            "battle": len(course.fought),
            "most": course.campaign.learning.a_battle,
            "choices": _choices(course),
            "wait": wait_for(hall, kept.row),
        }
    battle = course.battle
    assert battle is not None
    forces = {seat: [each.id for each in some] for seat, some in course.forces().items()}
    return {
        "do": "battle",
        "battle": battle.id,
        "name": battle.name,
        "story": " ".join(battle.story.split()),
        "forces": forces,
        "match": kept.match,
        **(await _match(hall, kept.match)),
    }


def _choices(course: Course) -> list[dict[str, Any]]:
    """Who of the winner's can learn what."""
    named = {each.rating.name: each.rating for each in course.campaign.learning.lessons}
    return [
        {
            "id": id,
            "name": course.campaign.members[id].name,
            "about": course.campaign.campaigning.told(course.member(id)),
            "ratings": [
                {
                    "rating": name,
                    "label": named[name].label,
                    "from": named[name].said(before),
                    "to": named[name].said(after),
                }
                for name, (before, after) in able.items()
            ],
        }
        for id, able in course.open_to_learn().items()
    ]


async def _match(hall: Hall, match: str | None) -> dict[str, Any]:
    """How far the battle is, and for whom it waits."""
    if match is None:
        return {"stage": None, "waits": []}
    live = await hall.get(match)
    waits = sorted(live.waited_for(live.match)) if live.match is not None else []
    missing = [
        seat.seat for seat in live.seats.values() if seat.token is None and seat.kind == "link"
    ]
    return {"stage": live.row.stage, "waits": waits or missing}
