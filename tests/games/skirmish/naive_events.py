"""What a step of the naive model of Skirmish is told as, in the contract's JSON.

Everything is read off the positions before and after it, not noted while it is made.
"""

from typing import Any

from games.skirmish import naive, naive_json
from games.skirmish import naive_table as table
from games.skirmish.naive import Action, Position

Told = list[dict[str, Any]]


def of_action(before: Position, seat: str | None, action: Action, after: Position) -> Told:
    """The events of an action."""
    made = {**naive_json.action_json(action), "event": WORDS[action["do"]]}
    do = made.pop("do")
    events = [made]
    if do == "move":
        made["from"] = table.inches(before.figures[action["unit"]].place)
        events += saw(before, action)
    elif do == "ready":
        made["seat"] = seat
    elif do == "shoot":
        ends = before.spot(action["unit"]), before.spot(action["target"])
        made["distance"] = table.rounded_root(table.square(*ends)) / table.INCH
    elif do == "take":
        made["grenades"] = before.figures[action["corpse"]].grenades
    elif do == "land":
        assert before.attack is not None
        attack = after.attack
        made["unit"] = before.attack.unit
        hit = () if attack is None or attack.do != "land" else attack.against
        made["units"] = [id for id, _ in hit]
    return events + consequences(before, after, do in ("ready", "time"))


WORDS = {
    "deploy": "deployed",
    "move": "moved",
    "ready": "ready",
    "time": "time",
    "shoot": "shot",
    "strike": "struck",
    "throw": "thrown",
    "land": "landed",
    "tell": "told",
    "take": "took",
    "skip": "skipped",
}


def saw(before: Position, action: Action) -> Told:
    """SKM-O1, SKM-O9: every army that is seen from there, by one who had seen none; from home none
    is."""
    ground, to, id = before.terms.ground, action["to"], action["unit"]
    own = before.figures[id].seat
    if before.figures[id].seen or table.near_edge(ground, own, to):
        return []
    return [
        {"event": "saw", "unit": id, "army": seat}
        for seat in naive.playing(before)
        if seat != own and table.near_edge(ground, seat, to)
    ]


def of_dice(before: Position, faces: tuple[int, ...], after: Position) -> Told:
    purpose, whom, _ = naive.asked(before)
    rolled = {"purpose": purpose, "seat": whom[0], "faces": list(faces)}
    events: Told = [{"event": "rolled", **rolled}]
    if before.contest is not None:
        if after.contest is None:
            won = leader(before.contest, faces[0])
            if after.first is not None:  # else the round is over already
                events.append({"event": "initiative", "seat": won})
            events.append({"event": "first", "seat": won})
        return events + consequences(before, after)
    attack = before.attack
    assert attack is not None
    if purpose == "throw":
        assert after.attack is not None and after.attack.far is not None
        far = after.attack.far / table.INCH
        events.append({"event": "carried", "unit": attack.unit, "within": far})
    if purpose == "melee" and attack.total is not None:
        events += of_blow(before, attack, sum(faces))
    elif purpose == "armour":
        assert attack.hurt is not None and attack.total is not None
        events += of_loss(before, attack.hurt, attack.total - sum(faces), after)
    events += outs(before, after)
    return events + consequences(before, after)


def leader(contest: naive.Contest, face: int) -> str:
    faces = (*contest.faces, face)
    return contest.among[faces.index(max(faces))]


def of_blow(before: Position, attack: naive.Attack, answer: int) -> Told:
    assert attack.total is not None
    more = attack.total - answer
    alternate = before.terms.options["melee"] == "alternate"
    if more == 0 or (alternate and more < 0):
        return [{"event": "parried", "unit": attack.unit, "target": attack.target}]
    by, to = (attack.unit, attack.target) if more > 0 else (attack.target, attack.unit)
    dealt = {"event": "dealt", "unit": by, "target": to, "damage": abs(more)}
    return [dealt, *(of_loss(before, to, more, None) if alternate else [])]


def of_loss(before: Position, id: str, damage: int, after: Position | None) -> Told:
    """What somebody lost, which is no more than there was."""
    who = before.figures[id]
    loss = max(0, min(damage, who.health))
    if loss == 0:
        return [{"event": "resisted", "unit": id}]
    left = who.health - loss
    events: Told = [{"event": "hurt", "unit": id, "loss": loss, "health": left}]
    assert after is None or after.figures[id].health == left
    return events if left else [*events, {"event": "died", "unit": id, "grenades": who.grenades}]


def outs(before: Position, after: Position) -> Told:
    still = naive.playing(after)
    return [
        {"event": "out", "seat": seat} for seat in naive.playing(before) if seat not in still
    ]  # fmt: skip


def of_leaving(before: Position, seat: str, after: Position) -> Told:
    """Those who are left may be ready all of them, or one alone of those who rolled."""
    minute = before.phase == "movement" and after.phase == "attack"
    events: Told = [{"event": "out", "seat": seat}]
    if before.contest is not None and after.contest is None and after.end is None:
        (winner,) = [other for other in before.contest.among if other != seat]
        events.append({"event": "first", "seat": winner})
    return events + consequences(before, after, minute)


def consequences(before: Position, after: Position, minute_ends: bool = False) -> Told:
    """What a step leads to by itself: reports, phases, rounds, the fire of armies, the end."""
    events: Told = []
    if after.end is not None and after.end[1] == "reported":
        events += [{"event": "reported", "unit": id} for id in after.end[2]]
    elif minute_ends and (after.phase != "movement" or after.round > before.round):
        events.append({"event": "phase", "phase": "attack"})
    if after.round > before.round:
        events.append({"event": "round", "round": after.round})
        events.append({"event": "phase", "phase": "movement"})
    if after.end is not None:
        events.append({"event": "phase", "phase": "over"})
        return [*events, {"event": "over", **naive_json.pending_json(after)["over"]}]
    fire = after.attack
    if fire is not None and fire.do == "indirect" and fire.total is None:
        id, army = fire.against[0]
        if before.attack is None or before.attack.against[:1] != fire.against[:1]:
            events.append({"event": "indirect", "unit": id, "army": army})
    return events
