"""What a step of the naive model is told as, in the contract's JSON.

Everything is read off the positions before and after it, not noted while it is made. An end has no
sentence for its reason.
"""

from dataclasses import replace
from typing import Any

from games.skirmishers import naive
from games.skirmishers import naive_json as contract
from games.skirmishers.naive import Fight, Position, Shot

Events = list[dict[str, Any]]


def told(before: Position, made: naive.Action | tuple[int, ...], after: Position) -> Events:
    """The events of an action, or of dice."""
    if isinstance(made, tuple):
        purpose, seat = naive.asked(before)
        rolled = {"event": "rolled", "purpose": purpose, "seat": seat, "faces": list(made)}
        events = [rolled, *outcome(before, before.shot, before.fight, after)]
    else:
        events = of_action(before, made, after)
    if after.offer is not None and after.offer.kind != "choose":
        offer = after.offer
        shown = {"kind": offer.kind, "unit": offer.unit, "target": offer.target}
        at = contract.inches(after.units[offer.target].place)
        events.append({"event": "offered", **shown, "at": at})
    if after.end is not None:
        events.append({"event": "phase", "phase": "over"})
        events.append({"event": "over", **contract.pending_json(after)["over"]})
    elif after.turn > before.turn:
        events.append({"event": "turn", "seat": after.seat, "turn": after.turn})
    return events


def of_action(before: Position, action: naive.Action, after: Position) -> Events:
    do = action["do"]
    if do == "move":
        return of_move(before, action["unit"], action["path"], after)
    if do == "fight":
        ids, target = tuple(action["units"]), action["target"]
        fought = {"event": "fought", "units": list(ids), "target": target}
        return [fought, *outcome(before, None, Fight(ids, target), after)]
    if do == "choose":
        return outcome(before, None, before.fight, after)
    if do == "end":
        return []
    if do == "fire":
        shot = Shot(do, action["unit"], action["target"])
    else:
        assert before.offer is not None
        if do == "hold":
            return [{"event": "held", "unit": before.offer.unit}]
        shot = Shot(do, before.offer.unit, before.offer.target)
    cover = naive.cover(before, before.units[shot.unit], before.units[shot.target])
    shown = {"kind": shot.kind, "unit": shot.unit, "target": shot.target, "cover": cover}
    return [{"event": "fired", **shown}, *outcome(before, shot, None, after)]


def of_move(before: Position, id: str, path: Any, after: Position) -> Events:
    """A way without a stop. Who leaves the table parts from those whom it touched to the end, but
    that it has left says so."""
    source, end = contract.inches(before.units[id].place), contract.inches(path[-1])
    events: Events = [{"event": "moved", "unit": id, "from": source, "to": end}]
    bent = [contract.inches(corner) for corner in path]
    while bent and bent[-1] == end:
        bent.pop()
    while bent and bent[0] == source:
        bent.pop(0)
    if bent:
        events[0]["by"] = bent
    left, edge = replace(before.units[id], at=path[-1]), after.units[id].exit
    for other, unit in before.units.items():
        if not linked(before, id, other) or linked(after, id, other):
            continue
        if edge is None or not naive.touch(left, unit):
            events.append({"event": "parted", "unit": id, "other": other})
    return events if edge is None else [*events, {"event": "exited", "unit": id, "edge": edge}]


def linked(position: Position, one: str, another: str) -> bool:
    """Whether one of two has advantage over the other."""
    return another in position.units[one].over or one in position.units[another].over


def outcome(before: Position, shot: Shot | None, fight: Fight | None, after: Position) -> Events:
    """How a shot or a fight has ended, if it has."""
    if after.shot is not None or after.fight is not None:
        return []
    dead = [id for id, unit in after.units.items() if before.units[id].alive and not unit.alive]
    if dead:
        return [{"event": "died", "unit": dead[0]}]
    if shot is not None:
        return [{"event": "missed", "unit": shot.unit, "target": shot.target}]
    assert fight is not None
    for id, unit in after.units.items():
        for other in unit.over:
            if other not in before.units[id].over:
                reversal = id in before.units[other].over
                return [{"event": "advantage", "unit": id, "over": other, "reversal": reversal}]
    return [{"event": "undecided", "units": list(fight.units), "target": fight.target}]
