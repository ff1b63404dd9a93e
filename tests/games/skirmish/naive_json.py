"""Positions and actions of the naive model of Skirmish as the contract's JSON."""

from typing import Any

from games.skirmish import naive
from games.skirmish.naive import Attack, Contest, Figure, Position
from games.skirmish.naive_table import INCH, inches


def figure_json(position: Position, figure: Figure) -> dict[str, Any]:
    return {
        "id": figure.id,
        "seat": figure.seat,
        "kind": "figure",
        "name": position.terms.names[figure.id],
        "at": None if figure.at is None else inches(figure.at),
        "health": figure.health,
        "alive": figure.health > 0,
        "grenades": figure.grenades,
        "actions": figure.actions,
        "seen": figure.seen,
        "fresh": figure.fresh,
    }


def reason(end: tuple[tuple[str, ...], str, tuple[str, ...]]) -> str:
    """The game's sentence for an end."""
    winners, why, who = end
    if why == "reported":
        verb = "reports" if len(who) == 1 else "report"
        return f"{' and '.join(who)} {verb} what was seen [SKM-O4]"
    return {
        "figures": f"only {''.join(winners).capitalize()} has figures left [SKM-O6]",
        "nobody": "nobody has a figure left [SKM-O6]",
        "rounds": "the round limit is reached [SKM-O8]",
    }[why]


def pending_json(position: Position) -> dict[str, Any]:
    what, whom, dice = naive.asked(position)
    if position.end is not None:
        return {"over": {"winners": list(position.end[0]), "reason": reason(position.end)}}
    if what == "decide":
        return {"decide": list(whom)}
    return {"roll": {"purpose": what, "seat": whom[0], "dice": dice}}


def contest_json(position: Position, contest: Contest) -> dict[str, int | None]:
    """The faces so far; of those who roll again, also who has yet to."""
    rolled = dict(zip(contest.among, contest.faces, strict=False))
    if list(contest.among) == naive.playing(position):
        return dict(rolled)
    return {seat: rolled.get(seat) for seat in contest.among}


def attack_json(attack: Attack) -> dict[str, Any]:
    made: dict[str, Any] = {"do": attack.do}
    if attack.unit:
        made["unit"] = attack.unit
    if attack.target:
        made["target"] = attack.target
    if attack.toward is not None:
        made["toward"] = inches(attack.toward)
    if attack.far is not None:
        made["within"] = attack.far / INCH
    if attack.at is not None:
        made["at"] = inches(attack.at)
    if attack.against:
        name = "dice" if attack.do == "land" else "seat"
        made["against"] = [{"unit": id, name: what} for id, what in attack.against]
    if attack.total is not None:
        made["total"] = attack.total
    if attack.do == "strike" and attack.hurt is not None:
        made["hurt"] = attack.hurt
    return made


def state_json(position: Position) -> dict[str, Any]:
    pending = pending_json(position)
    contest, attack = position.contest, position.attack
    return {
        "game": position.terms.game,
        "options": dict(position.terms.options),
        "phase": position.phase,
        "pending": pending,
        "result": pending.get("over"),
        "table": position.terms.ground.shown,
        "units": [figure_json(position, figure) for figure in position.figures.values()],
        "round": position.round,
        "first": position.first,
        "initiative": position.first if contest is None else contest_json(position, contest),
        "acting": position.acting,
        "attack": None if attack is None else attack_json(attack),
    }


def action_json(action: naive.Action) -> dict[str, Any]:
    """An action with its points in inches."""
    points = ("at", "to", "toward")
    return {name: inches(value) if name in points else value for name, value in action.items()}
