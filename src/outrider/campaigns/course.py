"""How a campaign goes: which battles were fought, who has fallen in them, what the winners learnt.

A course is frozen data; all else about it is worked out from that. Whoever has fallen never comes
again, and nobody has more of a rating than the file's bounds allow: there is no other way to it
than these functions.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Annotated, Any

from outrider.campaigns.campaign import DRAW, SEATS, Battle, Campaign, End
from outrider.core.campaigning import Member
from outrider.core.codec import Codec, Form
from outrider.core.pending import Outcome
from outrider.core.refusal import malformed, not_your_turn, over
from outrider.core.values import a_list, a_string, an_object, known_fields, shown
from outrider.core.wire import wire


def _a_few(value: object, what: str) -> tuple[str, ...]:
    return tuple(a_string(each, what) for each in a_list(value, what))


Ids = Annotated[tuple[str, ...], Form(_a_few, list)]


@dataclass(frozen=True, slots=True)
class Learnt:
    """A piece has had one lesson in a rating."""

    id: str
    rating: str


LEARNT = Codec(Learnt, "a lesson")


def _lessons(value: object, what: str) -> tuple[Learnt, ...] | None:
    if value is None:
        return None
    return tuple(LEARNT.read(each) for each in a_list(value, what))


def _told(learnt: tuple[Learnt, ...] | None) -> Any:
    return None if learnt is None else [LEARNT.write(each) for each in learnt]


@dataclass(frozen=True, slots=True)
class Fought:
    """A battle that is over. `match` is the one it was played in, none where a side had too few to
    come; `learnt` is None as long as the winner has not chosen."""

    battle: str
    winner: str
    """A seat, or `draw`."""
    reason: str
    came: Ids
    fallen: Ids
    left: Ids
    """Those who went off the table, and live."""
    match: str = ""
    learnt: tuple[Learnt, ...] | None = wire(read=Form(_lessons, _told), default=None)


FOUGHT = Codec(Fought, "a battle that was fought")


@dataclass(frozen=True)
class Course:
    """A campaign as far as it has gone."""

    campaign: Campaign
    fought: tuple[Fought, ...] = ()
    given_up: str = ""
    """The seat that has given the whole of it up."""

    # -- where it is -----------------------------------------------------------------------------

    @cached_property
    def at(self) -> str:
        """The battle, or the end, that has been come to."""
        at = self.campaign.first
        for each in self.fought:
            at = self.campaign.battles[at].next[each.winner]
        return at

    @property
    def end(self) -> End | None:
        """How it ended, if it has."""
        if self.given_up:
            (winner,) = (seat for seat in SEATS if seat != self.given_up)
            name = self.campaign.sides[self.given_up].name
            return End("Given up", f"{name} ({self.given_up.capitalize()}) gave it up.", winner)
        return None if self.learner else self.campaign.ends.get(self.at)

    @property
    def learner(self) -> str | None:
        """The seat that has to choose what is learnt, before anything else."""
        last = self.fought[-1] if self.fought and not self.given_up else None
        return last.winner if last is not None and last.learnt is None else None

    @property
    def battle(self) -> Battle | None:
        """The battle that comes next, or is being fought."""
        if self.given_up or self.learner:
            return None
        return self.campaign.battles.get(self.at)

    # -- who is there ----------------------------------------------------------------------------

    @cached_property
    def fallen(self) -> frozenset[str]:
        return frozenset(id for each in self.fought for id in each.fallen)

    @cached_property
    def lessons(self) -> Mapping[str, tuple[str, ...]]:
        """What everybody has learnt so far, lesson by lesson."""
        made: dict[str, tuple[str, ...]] = {}
        for each in self.fought:
            for one in each.learnt or ():
                made[one.id] = (*made.get(one.id, ()), one.rating)
        return made

    def member(self, id: str) -> Member:
        """Somebody, as good as they are by now."""
        by = {each.rating.name: each.by for each in self.campaign.learning.lessons}
        had = self.lessons.get(id, ())
        more = {name: by[name] * had.count(name) for name in had}
        return self.campaign.members[id].trained(more)

    def living(self, seat: str) -> tuple[Member, ...]:
        roster = self.campaign.sides[seat].roster
        return tuple(self.member(each.id) for each in roster if each.id not in self.fallen)

    def forces(self) -> dict[str, tuple[Member, ...]]:
        """Who comes to the battle that is next: of those called the first who live."""
        battle = self._next()
        made = {}
        for seat in SEATS:
            posts = self.campaign.campaigning.posts(battle.ground, seat)
            able = [id for id in battle.muster[seat] if id not in self.fallen]
            made[seat] = tuple(self.member(id) for id in able[:posts])
        return made

    def short(self) -> tuple[str, ...]:
        """The sides that have too few left to fight the battle that is next."""
        battle = self._next()
        forces = self.forces()
        return tuple(seat for seat in SEATS if len(forces[seat]) < battle.least[seat])

    def scenario(self) -> dict[str, Any]:
        """The battle that is next, as the game plays it."""
        battle = self._next()
        if self.short():
            raise not_your_turn("too few are left to fight this battle")
        campaigning = self.campaign.campaigning
        return campaigning.set_out(battle.name, battle.story, battle.ground, self.forces())

    def _next(self) -> Battle:
        if self.learner is not None:
            raise not_your_turn(f"{self.learner.capitalize()} has to choose what is learnt first")
        if self.battle is None:
            raise over("the campaign is over")
        return self.battle

    # -- going on --------------------------------------------------------------------------------

    def passed(self) -> "Course":
        """Past every battle to which a side cannot come: the other has won it, and nobody has
        learnt anything."""
        course = self
        while course.battle is not None and course.short():
            course = course._passed_one(course.short())
        return course

    def _passed_one(self, short: Collection[str]) -> "Course":
        able = [seat for seat in SEATS if seat not in short]
        names = " and ".join(seat.capitalize() for seat in short)
        verb = "has" if len(short) == 1 else "have"
        reason = f"{names} {verb} too few left to fight"
        winner = able[0] if able else DRAW
        row = Fought(self.at, winner, reason, (), (), (), learnt=())
        return replace(self, fought=(*self.fought, row))

    def ended(self, outcome: Outcome, state: Any, match: str = "") -> "Course":
        """After the battle, however it ended: by the rules, by a resignation, a draw that was
        agreed or a claim. Who has fallen by then is dead; all the others live."""
        battle = self._next()
        fates = self.campaign.campaigning.fates(state)
        came = [member.id for force in self.forces().values() for member in force]
        fallen = tuple(id for id in came if fates.get(id) == "fallen")
        left = tuple(id for id in came if fates.get(id) == "left")
        winner = outcome.winners[0] if len(outcome.winners) == 1 else DRAW
        row = Fought(battle.id, winner, outcome.reason, tuple(came), fallen, left, match)
        course = replace(self, fought=(*self.fought, row))
        # Where it is over, or nobody can learn, there is nothing to choose.
        chooses = course.at in self.campaign.battles and course.open_to_learn()
        return course if chooses else course._learnt(())

    def learn(self, seat: str, picks: Sequence[Learnt]) -> "Course":
        """The winner of the last battle says who learns what; nobody is a choice, too."""
        if self.learner != seat:
            if self.learner is None:
                raise not_your_turn("nothing is to be learnt now")
            name = self.learner.capitalize()
            raise not_your_turn(f"{name} won the battle, and chooses what is learnt")
        most = self.campaign.learning.a_battle
        if len(picks) > most:
            raise malformed(f"a battle teaches {most}, not {len(picks)}")
        able = self.open_to_learn()
        for number, pick in enumerate(picks):
            if pick.id not in able:
                raise malformed(f"picks[{number}].id: {self._why_not(pick.id)}")
            if pick.id in (each.id for each in picks[:number]):
                raise malformed(f"picks[{number}].id: {pick.id} learns once after a battle")
            if pick.rating not in able[pick.id]:
                there = ", ".join(able[pick.id])
                said = f"{pick.id} can learn {there}, not {shown(pick.rating)}"
                raise malformed(f"picks[{number}].rating: {said}")
        return self._learnt(tuple(picks))

    def _learnt(self, picks: tuple[Learnt, ...]) -> "Course":
        last = replace(self.fought[-1], learnt=picks)
        return replace(self, fought=(*self.fought[:-1], last))

    def open_to_learn(self) -> dict[str, dict[str, tuple[int, int]]]:
        """What those of the winner's can learn who were there and live: from what to what."""
        last, learning = self.fought[-1], self.campaign.learning
        made: dict[str, dict[str, tuple[int, int]]] = {}
        for id in last.came if learning.a_battle else ():
            member = self.member(id)
            had = len(self.lessons.get(id, ()))
            if member.seat != last.winner or id in self.fallen or had >= learning.each:
                continue
            able = {
                lesson.rating.name: (now, now + lesson.by)
                for lesson in learning.lessons
                if (now := member.ratings.get(lesson.rating.name)) is not None
                and now + lesson.by <= lesson.most
            }
            if able:
                made[id] = able
        return made

    def _why_not(self, id: str) -> str:
        member = self.campaign.members.get(id)
        if member is None:
            return f"nobody is called {shown(id)}"
        if member.seat != self.learner:
            return f"{id} is not one of the winner's"
        if id in self.fallen:
            return f"{id} has fallen"
        if id not in self.fought[-1].came:
            return f"{id} was not in the battle"
        return f"{id} can learn no more"

    def plain_picks(self) -> tuple[Learnt, ...]:
        """What a bot chooses: whoever has learnt least, in the order of the posts, what the file
        names first."""
        able = self.open_to_learn()
        order = {id: place for place, id in enumerate(self.fought[-1].came)}
        first = sorted(able, key=lambda id: (len(self.lessons.get(id, ())), order[id]))
        some = first[: self.campaign.learning.a_battle]
        return tuple(Learnt(id, next(iter(able[id]))) for id in some)

    def give_up(self, seat: str) -> "Course":
        if self.end is not None:
            raise over("the campaign is over")
        return replace(self, given_up=seat)

    # -- writing and reading ---------------------------------------------------------------------

    def to_json(self) -> dict[str, Any]:
        rows = [FOUGHT.write(row) for row in self.fought]
        return {"fought": rows, "given_up": self.given_up or None}


def course_from_json(campaign: Campaign, value: object) -> Course:
    """A course that was written. Refused where it is not one of this campaign."""
    data = an_object(value, "a course")
    known_fields(data, ["fought", "given_up"], "a course")
    course = Course(campaign)
    for entry in a_list(data.get("fought", []), "fought"):
        row = FOUGHT.read(entry)
        if course.at not in campaign.battles or row.battle != course.at:
            raise malformed(f"a course does not come to {shown(row.battle)} there")
        if row.winner not in (*SEATS, DRAW):
            raise malformed(f"a battle is not won by {shown(row.winner)}")
        ids = {*row.came, *row.fallen, *row.left, *(each.id for each in row.learnt or ())}
        strange = sorted(ids - set(campaign.members))
        if strange or course.fallen & set(row.came):
            raise malformed("a course has somebody in a battle who cannot have been there")
        course = replace(course, fought=(*course.fought, row))
    given_up = data.get("given_up")
    if given_up is not None and given_up not in SEATS:
        raise malformed("a course is given up by a seat")
    return replace(course, given_up=given_up or "")
