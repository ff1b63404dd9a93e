"""A campaign from its JSON: every fault with its place and the reason."""

import re
from collections.abc import Mapping
from functools import partial
from typing import Any

from outrider.campaigns.campaign import (
    LONGEST_ID,
    MOST_BATTLES,
    MOST_BYTES,
    MOST_ENDS,
    MOST_LESSONS,
    MOST_MEMBERS,
    NAME,
    RESULTS,
    SEATS,
    STORY,
    VERSION,
    Battle,
    Campaign,
    End,
    Learning,
    Lesson,
    Side,
)
from outrider.core.campaigning import Campaigning, Member
from outrider.core.codec import Codec
from outrider.core.faults import Fault, Faults, inner
from outrider.core.game import Game
from outrider.core.refusal import malformed
from outrider.core.values import a_list, a_string, a_whole_number, an_object, dumps, shown
from outrider.games import game as game_by_id

FIELDS = (
    "outrider_campaign", "game", "name", "sides", "learning", "battles", "ends", "first",
)  # fmt: skip
FURTHER = "author", "story"
IN_A_BATTLE = "name", "muster", "scenario", "next"
FURTHER_IN_A_BATTLE = "story", "least"
IN_A_LESSON = "rating", "by", "most"
ID = re.compile(r"[a-z][a-z0-9-]*")
END = Codec(End, "an end")
LEARNING = Codec(Learning, "the learning")


def read_campaign(value: object) -> Campaign:
    """The campaign, or a refusal with the first fault."""
    campaign, faults = examined(value)
    if campaign is None:
        more = f" (and {len(faults) - 1} more)" if len(faults) > 1 else ""
        raise malformed(f"the campaign: {faults[0]}{more}", faults[0].rule or None)
    return campaign


def examined(value: object) -> tuple[Campaign | None, tuple[Fault, ...]]:
    """The campaign, or everything that is wrong with it."""
    faults = Faults()
    campaign = _Reader(faults).look(value)
    return (None if faults.all else campaign), tuple(faults.all)


class _Reader:
    """One look at one file."""

    campaigning: Campaigning

    def __init__(self, faults: Faults) -> None:
        self.faults = faults

    def look(self, value: object) -> Campaign | None:
        faults = self.faults
        version = value.get("outrider_campaign", VERSION) if isinstance(value, dict) else VERSION
        if version != VERSION or isinstance(version, bool):
            said = f"only version {VERSION} is known, not {shown(version)}"
            faults.add("outrider_campaign", said)
            return None
        data = faults.fields("", value, FIELDS, FURTHER)
        if data is None:
            faults.all[:] = [Fault("", "a campaign is an object")]
            return None
        size = faults.read("", _size, data)
        game = faults.read("game", _game, data["game"]) if "game" in data else None
        if size is None or game is None:
            return None
        self.campaigning = campaigning_of(game)
        name = faults.read("name", NAME.read, data.get("name", "?"), "it") or "?"
        author = faults.read("author", STORY.read, data.get("author", ""), "it") or ""
        story = faults.read("story", STORY.read, data.get("story", ""), "it") or ""
        # Of what is missing nothing more is said than that.
        sides = self._sides(data.get("sides"), "sides" in data)
        learning = self._learning(data["learning"], sides) if "learning" in data else None
        ends = self._ends(data["ends"]) if "ends" in data else {}
        battles = self._battles(data["battles"], sides) if "battles" in data else {}
        first = self._ways(data.get("first"), battles, ends)
        if learning is None or faults.all:
            return None
        self._called(battles, sides)
        return Campaign(
            game, self.campaigning, name, author, story, sides, learning, battles, ends, first, data
        )

    # -- sides -----------------------------------------------------------------------------------

    def _sides(self, value: object, given: bool) -> dict[str, Side]:
        data = (self.faults.fields("sides", value, SEATS) or {}) if given else {}
        return {
            seat: self._side(seat, data[seat]) if seat in data else Side("?", ()) for seat in SEATS
        }

    def _side(self, seat: str, value: object) -> Side:
        place = f"sides.{seat}"
        data = self.faults.fields(place, value, ("name", "roster")) or {}
        name = self.faults.read(f"{place}.name", NAME.read, data.get("name", "?"), "it") or "?"
        listed = self.faults.read(f"{place}.roster", a_list, data.get("roster", []), "it") or []
        if not 1 <= len(listed) <= MOST_MEMBERS:
            said = f"a roster has 1 to {MOST_MEMBERS} pieces, not {len(listed)}"
            self.faults.add(f"{place}.roster", said)
            return Side(name, ())
        found: list[Member] = []
        for number, entry in enumerate(listed):
            here = f"{place}.roster[{number}]"
            member = self.campaigning.member(self.faults, here, seat, entry)
            if member is None:
                continue
            if any(member.id == each.id for each in found):
                self.faults.add(f"{here}.id", f"{member.id} is there twice")
            found.append(member)
        return Side(name, tuple(found))

    # -- learning --------------------------------------------------------------------------------

    def _learning(self, value: object, sides: Mapping[str, Side]) -> Learning | None:
        faults = self.faults
        parts = [part for part in LEARNING.parts if part.name != "lessons"]
        data = faults.fields("learning", value, (*(part.name for part in parts), "lessons"))
        if data is None:
            return None
        numbers = {
            part.name: faults.read(f"learning.{part.name}", part.form.read, data[part.name], "it")
            for part in parts
            if part.name in data
        }
        listed = faults.read("learning.lessons", a_list, data.get("lessons", []), "it") or []
        if len(listed) > MOST_LESSONS:
            faults.add("learning.lessons", f"there are at most {MOST_LESSONS}, not {len(listed)}")
            return None
        lessons: list[Lesson] = []
        for number, entry in enumerate(listed):
            lesson = self._lesson(f"learning.lessons[{number}]", entry, sides)
            if lesson is None:
                continue
            if any(lesson.rating == each.rating for each in lessons):
                said = f"there is another lesson in {lesson.rating.name}"
                faults.add(f"learning.lessons[{number}].rating", said)
            lessons.append(lesson)
        return Learning(numbers.get("a_battle") or 0, numbers.get("each") or 0, tuple(lessons))

    def _lesson(self, place: str, value: object, sides: Mapping[str, Side]) -> Lesson | None:
        faults = self.faults
        data = faults.fields(place, value, IN_A_LESSON) or {}
        if any(name not in data for name in IN_A_LESSON):
            return None
        known = {rating.name: rating for rating in self.campaigning.ratings}
        rating = known.get(data["rating"]) if isinstance(data["rating"], str) else None
        if rating is None:
            said = f"it is one of {', '.join(known)}, not {shown(data['rating'])}"
            faults.add(f"{place}.rating", said)
            return None
        by = faults.read(f"{place}.by", rating.form.read, data["by"], "it")
        most = faults.read(f"{place}.most", rating.form.read, data["most"], "it")
        if by is None or most is None:
            return None
        if by < 1:
            faults.add(f"{place}.by", "nothing is learnt by that")
        held = [
            member.ratings[rating.name]
            for side in sides.values()
            for member in side.roster
            if rating.name in member.ratings
        ]
        if by >= 1 and held and min(held) + by > most:
            said = f"nobody can learn it: the lowest there is is {rating.said(min(held))}"
            faults.add(f"{place}.most", said)
        return Lesson(rating, by, most)

    # -- battles and ends ------------------------------------------------------------------------

    def _named(self, place: str, value: object, most: int) -> dict[str, Any]:
        """An object whose names are ids."""
        data = self.faults.read(place, an_object, value, "it") or {}
        if not 1 <= len(data) <= most:
            self.faults.add(place, f"there are 1 to {most}, not {len(data)}")
            return {}
        known = {}
        for id, each in data.items():
            if ID.fullmatch(id) and len(id) <= LONGEST_ID:
                known[id] = each
            else:
                said = f"an id has small letters, digits and hyphens, {LONGEST_ID} at most"
                self.faults.add(inner(place, shown(id)), said)
        return known

    def _ends(self, value: object) -> dict[str, End]:
        made = {}
        for id, each in self._named("ends", value, MOST_ENDS).items():
            read = self.faults.record(f"ends.{id}", each, END.parts)
            made[id] = End(
                read.get("name") or "?", read.get("story") or "", read.get("winner") or ""
            )
        return made

    def _battles(self, value: object, sides: Mapping[str, Side]) -> dict[str, Battle]:
        found = self._named("battles", value, MOST_BATTLES)
        return {id: self._battle(id, each, sides) for id, each in found.items()}

    def _battle(self, id: str, value: object, sides: Mapping[str, Side]) -> Battle:
        faults, place = self.faults, f"battles.{id}"
        data = faults.fields(place, value, IN_A_BATTLE, FURTHER_IN_A_BATTLE) or {}
        name = faults.read(f"{place}.name", NAME.read, data.get("name", "?"), "it") or "?"
        story = faults.read(f"{place}.story", STORY.read, data.get("story", ""), "it") or ""
        muster = self._muster(f"{place}.muster", data.get("muster", {}), sides)
        ground = data.get("scenario")
        by_id = {seat: {each.id: each for each in sides[seat].roster} for seat in SEATS}
        forces = {seat: [by_id[seat][each] for each in muster[seat]] for seat in SEATS}
        if "scenario" in data:
            before = len(faults.all)
            aside = Faults()
            self.campaigning.examine(aside, f"{place}.scenario", ground, forces)
            faults.all += aside.all
            if len(faults.all) == before:
                self._posts(place, ground, muster)
        least = self._least(f"{place}.least", data.get("least", {}), ground, muster)
        ways = faults.fields(f"{place}.next", data.get("next", {}), RESULTS) or {}
        read = {
            result: faults.read(f"{place}.next.{result}", a_string, ways[result], "it") or ""
            for result in RESULTS
            if result in ways
        }
        return Battle(id, name, story, muster, least, ground, read)

    def _muster(
        self, place: str, value: object, sides: Mapping[str, Side]
    ) -> dict[str, tuple[str, ...]]:
        data = self.faults.fields(place, value, SEATS) or {}
        made = {}
        for seat in SEATS:
            here = f"{place}.{seat}"
            named = self.faults.read(here, a_list, data.get(seat, []), "it") or []
            known = {member.id for member in sides[seat].roster}
            found: list[str] = []
            for number, id in enumerate(named):
                if not isinstance(id, str) or id not in known:
                    said = f"{shown(id)} is not on {seat}'s roster"
                    self.faults.add(f"{here}[{number}]", said)
                elif id in found:
                    self.faults.add(f"{here}[{number}]", f"{id} is called twice")
                else:
                    found.append(id)
            made[seat] = tuple(found)
        return made

    def _posts(self, place: str, ground: Any, muster: Mapping[str, tuple[str, ...]]) -> None:
        for seat in SEATS:
            posts, come = self.campaigning.posts(ground, seat), len(muster[seat])
            if posts > come:
                said = f"there are {posts} posts, and only {come} are called"
                self.faults.add(f"{place}.scenario.sides.{seat}.posts", said)
            if come and not posts:
                self.faults.add(f"{place}.muster.{seat}", "who is called has no post there")

    def _least(
        self, place: str, value: object, ground: Any, muster: Mapping[str, tuple[str, ...]]
    ) -> dict[str, int]:
        """How many have to be left. Of a side without posts nobody has to be."""
        data = self.faults.fields(place, value, (), SEATS) or {}
        made = {}
        for seat in SEATS:
            posts = min(self.campaigning.posts(ground, seat), len(muster[seat]))
            low = min(posts, 1)
            read = partial(a_whole_number, data.get(seat, low), "it", low, posts)
            made[seat] = self.faults.read(f"{place}.{seat}", read) or low
        return made

    # -- ways ------------------------------------------------------------------------------------

    def _ways(self, first: object, battles: Mapping[str, Battle], ends: Mapping[str, End]) -> str:
        """Every way leads on to its end: no name that nobody has, no circle, nothing beside it."""
        for id in set(battles) & set(ends):
            self.faults.add(f"ends.{id}", "a battle is called that, too")
        if not isinstance(first, str) or first not in battles:
            if first is not None:
                self.faults.add("first", f"there is no battle {shown(first)}")
            return ""
        for battle in battles.values():
            for result, to in battle.next.items():
                if to not in battles and to not in ends:
                    place = f"battles.{battle.id}.next.{result}"
                    self.faults.add(place, f"there is no battle and no end {shown(to)}")
        reached: set[str] = set()
        self._walk(first, battles, (), reached)
        for place, known in (("battles", battles), ("ends", ends)):
            for id in known:
                if id not in reached:
                    self.faults.add(f"{place}.{id}", "no way leads there")
        return first

    def _walk(
        self, id: str, battles: Mapping[str, Battle], way: tuple[str, ...], reached: set[str]
    ) -> None:
        if id in reached or id not in battles:
            reached.add(id)
            return
        reached.add(id)
        for result, to in battles[id].next.items():
            if to in (*way, id):
                said = f"this leads back to {to}: a campaign comes to an end"
                self.faults.add(f"battles.{id}.next.{result}", said)
            else:
                self._walk(to, battles, (*way, id), reached)

    def _called(self, battles: Mapping[str, Battle], sides: Mapping[str, Side]) -> None:
        """Whoever is on a roster is called at some time."""
        for seat, side in sides.items():
            every = {id for battle in battles.values() for id in battle.muster[seat]}
            for number, member in enumerate(side.roster):
                if member.id not in every:
                    place = f"sides.{seat}.roster[{number}]"
                    self.faults.add(place, f"{member.id} is called to no battle")


def _size(data: dict[str, Any]) -> int:
    size = len(dumps(data).encode())
    if size > MOST_BYTES:
        raise malformed(f"a campaign has at most {MOST_BYTES:,} bytes, not {size:,}")
    return size


def _game(value: object) -> Game[Any, Any]:
    game = game_by_id(a_string(value, "it"))
    campaigning_of(game)
    return game


def campaigning_of(game: Game[Any, Any]) -> Campaigning:
    """What a game does for campaigns; refused where it has none."""
    found = game.campaigning()
    if found is None:
        raise malformed(f"{game.title} has no campaigns")
    return found
