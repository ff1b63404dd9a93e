"""Campaigns: a battle is a scenario whose sides have posts, and whoever is left takes them.

What is not said of posts is as in any scenario, and read by the same reader (SKR-S5).
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from outrider.core.campaigning import Campaigning, Fate, Forces, Member, Rating
from outrider.core.faults import Faults, inner
from outrider.core.values import a_list, an_object
from outrider.games.skirmishers.reading import look, read_piece
from outrider.games.skirmishers.scenario import RATING, SEATS, VERSION, WARRIOR, Warrior, other
from outrider.games.skirmishers.schema import SCENARIO_SCHEMA
from outrider.games.skirmishers.state import State
from outrider.games.skirmishers.view import ratings
from outrider.table.points import a_point

NEEDED = "table", "sides"
FURTHER = "first", "turn_limit", "at_limit"
ARMED = "firing", "range"
"""What nobody learns who has no weapon."""
PARTS = {part.name: part for part in WARRIOR.parts}


class Campaigns(Campaigning):
    """Warriors are on a roster without a place: every battle gives them one."""

    ratings = (
        Rating("attack", "attack", RATING),
        Rating("defense", "defense", RATING),
        Rating("firing", "firing", RATING),
        Rating("movement", "movement", PARTS["movement"].form),
        Rating("range", "range", PARTS["range"].form),
    )

    def member(self, faults: Faults, place: str, seat: str, value: object) -> Member | None:
        data = faults.read(place, an_object, value, "it")
        if data is None:
            return None
        if "at" in data:
            faults.add(f"{place}.at", "the battles say where somebody stands, not the roster")
        before = len(faults.all)
        warrior = read_piece(faults, seat, {**data, "at": [0, 0]}, place)
        if len(faults.all) == before and not warrior.movement:
            faults.add(f"{place}.movement", "who goes from battle to battle has to move", "SKR-S1")
        if len(faults.all) > before:
            return None
        able = [rating.name for rating in self.ratings if warrior.range or rating.name not in ARMED]
        known = {name: int(getattr(warrior, name)) for name in able}
        return Member(warrior.id, seat, warrior.name, known, warrior)

    def posts(self, ground: Any, seat: str) -> int:
        return len(_listed(ground, seat, "posts"))

    # -- examining -------------------------------------------------------------------------------

    def examine(self, faults: Faults, place: str, ground: object, forces: Forces) -> None:
        data = faults.fields(place, ground, NEEDED, FURTHER)
        if data is None:
            return
        sides = faults.fields(inner(place, "sides"), data.get("sides", {}), SEATS)
        for seat in SEATS if sides is not None else ():
            self._side(faults, f"{place}.sides.{seat}", ground, forces, seat)
        if faults.all:
            return
        # Whoever may come has room: at every post stands somebody with the largest base.
        widest = {seat: _widest(forces[seat], self.posts(ground, seat)) for seat in SEATS}
        found = Faults()
        look(found, self._scenario("?", "", ground, widest))
        for fault in found.all:
            faults.add(f"{place}.{self._placed(ground, fault.place)}", fault.reason, fault.rule)

    def _side(self, faults: Faults, place: str, ground: object, forces: Forces, seat: str) -> None:
        """What only campaigns say of a side."""
        side = _side_of(ground, seat)
        faults.fields(place, side, ("victory",), ("posts", "pieces"))
        if not isinstance(side, dict):
            return
        for name in ("posts", "pieces"):
            faults.read(f"{place}.{name}", a_list, side.get(name, []), "it")
        for number, at in enumerate(_listed(ground, seat, "posts")):
            faults.read(f"{place}.posts[{number}]", a_point, at, "it")
        ids = {member.id for each in SEATS for member in forces[each]}
        for number, piece in enumerate(_listed(ground, seat, "pieces")):
            if isinstance(piece, dict) and piece.get("id") in ids:
                at = f"{place}.pieces[{number}].id"
                faults.add(at, f"{piece['id']} is on the roster, and comes from there", "SKR-S1")
        theirs = {member.id for member in forces[other(seat)]}
        for number, aim in enumerate(_listed(ground, seat, "victory")):
            named = aim.get("pieces") if isinstance(aim, dict) else None
            for which, id in enumerate(named if isinstance(named, list) else []):
                if isinstance(id, str) and id in theirs:
                    at = f"{place}.victory[{number}].pieces[{which}]"
                    said = f"{id} may have fallen before: name one of the battle's own pieces"
                    faults.add(at, said, "SKR-S5")

    def _placed(self, ground: Any, place: str) -> str:
        """Where in a battle is what the reader calls that in its scenario."""
        for seat in SEATS:
            head = f"sides.{seat}.pieces["
            if place.startswith(head):
                number, _, rest = place.removeprefix(head).partition("]")
                posts = self.posts(ground, seat)
                if int(number) < posts:
                    return f"sides.{seat}.posts[{number}]"
                return f"sides.{seat}.pieces[{int(number) - posts}]{rest}"
        return place

    # -- setting out -----------------------------------------------------------------------------

    def set_out(self, name: str, story: str, ground: Any, forces: Forces) -> dict[str, Any]:
        made = self._scenario(name, story, ground, forces)
        for seat in SEATS:
            if len(forces[seat]) < self.posts(ground, seat):
                side = made["sides"][seat]
                side["victory"] = [_within(aim, side["pieces"]) for aim in side["victory"]]
        return made

    def _scenario(self, name: str, story: str, ground: Any, forces: Forces) -> dict[str, Any]:
        sides = {}
        for seat in SEATS:
            posts = _listed(ground, seat, "posts")
            come = [
                {**WARRIOR.write(_warrior(member)), "at": list(at)}
                for member, at in zip(forces[seat], posts, strict=False)
            ]
            side = ground["sides"][seat]
            sides[seat] = {"pieces": [*come, *side.get("pieces", [])], "victory": side["victory"]}
        rest = {key: ground[key] for key in FURTHER if key in ground}
        head = {"outrider_scenario": VERSION, "name": name, "story": story}
        return {**head, "table": ground["table"], **rest, "sides": sides}

    # -- afterwards ------------------------------------------------------------------------------

    def fates(self, state: State) -> Mapping[str, Fate]:
        return {unit.id: _fate(unit.alive, bool(unit.exit)) for unit in state.units}

    def told(self, member: Member) -> str:
        return ratings(_warrior(member))

    # -- schemas ---------------------------------------------------------------------------------

    def member_schema(self) -> dict[str, Any]:
        pieces = SCENARIO_SCHEMA["properties"]["sides"]["properties"]
        sides = [pieces[seat]["properties"]["pieces"]["items"]["oneOf"] for seat in SEATS]
        return {"anyOf": [_without(one, "at") for side in sides for one in side]}

    def ground_schema(self) -> dict[str, Any]:
        known = SCENARIO_SCHEMA["properties"]
        sides = {seat: _side_schema(known["sides"]["properties"][seat]) for seat in SEATS}
        return {
            "type": "object",
            "additionalProperties": False,
            "required": list(NEEDED),
            "properties": {
                "table": known["table"],
                **{name: known[name] for name in FURTHER},
                "sides": {**known["sides"], "properties": sides},
            },
        }

    def definitions(self) -> dict[str, Any]:
        made: dict[str, Any] = SCENARIO_SCHEMA["$defs"]
        return made


CAMPAIGNS = Campaigns()


def _side_of(ground: Any, seat: str) -> Any:
    sides = ground.get("sides") if isinstance(ground, dict) else None
    return sides.get(seat) if isinstance(sides, dict) else None


def _listed(ground: Any, seat: str, name: str) -> list[Any]:
    """A list of a side's, whatever is in it."""
    side = _side_of(ground, seat)
    found = side.get(name) if isinstance(side, dict) else None
    return found if isinstance(found, list) else []


def _warrior(member: Member) -> Warrior:
    """A piece with what it has learnt."""
    learnt: dict[str, Any] = dict(member.ratings)
    warrior: Warrior = replace(member.plain, **learnt)
    return warrior


def _widest(members: Sequence[Member], posts: int) -> list[Member]:
    base = max((member.plain.base for member in members), default=0)
    return [replace(member, plain=replace(member.plain, base=base)) for member in members[:posts]]


def _within(aim: dict[str, Any], pieces: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """An aim of fewer than were thought of: as many have to get there as there are to go."""
    if "count" not in aim:
        return aim
    able = sum(bool(piece["movement"]) for piece in pieces)
    return {**aim, "count": min(aim["count"], max(able, 1))}


def _fate(alive: bool, left: bool) -> Fate:
    return "fallen" if not alive else "left" if left else "stands"


def _without(schema: dict[str, Any], name: str) -> dict[str, Any]:
    known = {key: value for key, value in schema["properties"].items() if key != name}
    needed = [key for key in schema["required"] if key != name]
    return {**schema, "properties": known, "required": needed}


def _side_schema(side: dict[str, Any]) -> dict[str, Any]:
    """A scenario's side whose pieces may be none, and which has posts."""
    pieces = {
        key: value for key, value in side["properties"]["pieces"].items() if key != "minItems"
    }
    posts = {"type": "array", "items": {"$ref": "#/$defs/point"}, "maxItems": pieces["maxItems"]}
    known = {"posts": posts, "pieces": pieces, "victory": side["properties"]["victory"]}
    return {**side, "properties": known, "required": ["victory"]}
