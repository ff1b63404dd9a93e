"""What a step of the naive model is told as, in the contract's JSON.

Everything is read off the positions before and after it, not noted while it is made.
"""

from typing import Any

from games.basic import naive
from games.basic.naive import Position


def told(before: Position, step: naive.Action | int, after: Position) -> list[dict[str, Any]]:
    """The events of an action, or of a die; an end has the model's word for its reason."""
    events = (
        of_die(before, step, after) if isinstance(step, int) else of_action(before, step, after)
    )
    begun = after.turn > before.turn
    if naive.phase(after) != naive.phase(before):
        events.append({"event": "phase", "phase": naive.phase(after)})
    if naive.ending(after) is not None:
        events.append({"event": "over", **naive.pending_json(after)["over"]})
    elif begun:
        events.append({"event": "turn", "seat": after.seat, "turn": after.turn})
    return events


def of_action(before: Position, action: naive.Action, after: Position) -> list[dict[str, Any]]:
    shown = naive.action_json(action)
    match action["do"]:
        case "deploy":
            return [{"event": "deployed", "unit": shown["unit"], "at": shown["at"]}]
        case "move":
            source = naive.inches(before.units[action["unit"]].place)
            return [{"event": "moved", "unit": shown["unit"], "from": source, "to": shown["to"]}]
        case "attack":
            return [{"event": "attacked", "unit": shown["unit"], "target": shown["target"]}]
        case "command":
            own = naive.living(after, after.seat)
            units = [unit.id for unit in own if unit.bolstered or unit.rushed]
            ends = {"ability": action["ability"], "units": units}
            return [{"event": "commanded", "unit": own[0].id, **ends}]
    return []


def of_die(before: Position, face: int, after: Position) -> list[dict[str, Any]]:
    purpose, seat = naive.asked(before)
    events: list[dict[str, Any]] = [
        {"event": "rolled", "purpose": purpose, "seat": seat, "faces": [face]}
    ]
    if before.attack is None:
        won = after.first is not None
        return [*events, {"event": "initiative", "seat": after.first}] if won else events
    attacker, target, was_hit = before.attack
    if not was_hit:
        if after.attack is not None:
            return [*events, {"event": "hit", "unit": attacker, "target": target}]
        done = after.units[attacker].done
        return [*events, {"event": "missed", "unit": attacker, "done": done}]
    old, new = before.units[target], after.units[target]
    if face >= old.numbers.save:
        return [*events, {"event": "saved", "unit": target}]
    buffered = old.buffer - new.buffer
    loss = buffered + old.health - new.health
    hurt = {"loss": loss, "buffered": buffered, "health": new.health}
    events.append({"event": "hurt", "unit": target, **hurt})
    if new.health == 0:
        events.append({"event": "died", "unit": target})
    return events
