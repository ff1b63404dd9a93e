"""What a state says is under way: a move, a shot, a melee, an offer. Checked against the rules."""

from dataclasses import replace
from typing import Any

from outrider.core.refusal import malformed
from outrider.core.wire import a_list, a_whole_number, an_object, known_fields, shown
from outrider.games.skirmishers.actions import MOST_CORNERS
from outrider.games.skirmishers.fire import dice_of, may_fire_back, why_not_at, why_not_ready
from outrider.games.skirmishers.march import points_of, stops
from outrider.games.skirmishers.melee import dice_of as melee_dice
from outrider.games.skirmishers.melee import highest
from outrider.games.skirmishers.moving import why_not_end, why_not_path
from outrider.games.skirmishers.scenario import other
from outrider.games.skirmishers.state import (
    Fight,
    March,
    Offer,
    Shot,
    State,
    Unit,
    pinned,
    touches_at,
    touching,
)
from outrider.games.skirmishers.units import impossible
from outrider.table.points import a_point
from outrider.table.texts import a_unit

KINDS = ("fire", "return-fire", "defensive-fire")


def read_under_way(state: State, data: dict[str, Any]) -> State:
    """The state with what is under way, and with the side whose turn that makes it; the very same
    state if nothing is."""
    pending = data["pending"]
    march = _march(data.get("move"))
    shot = _shot(data.get("shot"))
    fight = _fight(data.get("fight"))
    offer = _offer(pending.get("offer"))
    if march is None and shot is None and fight is None and offer is None:
        if "roll" in pending:
            raise impossible("dice have to fall, but nothing is under way", "SKR-F3")
        return state
    known = [march.unit, *march.asked] if march else []
    known += [*fight.units, fight.target] if fight else []
    known += [part for each in (shot, offer) if each for part in (each.unit, each.target)]
    for id in known:
        if state.find(id) is None:
            raise malformed(f"the scenario has no piece {id}")
    if fight is not None:
        if march or shot or offer:
            raise impossible("a melee and something else are under way at once", "SKR-T1")
        return _with_fight(state, fight)
    if shot is not None and offer is not None:
        raise impossible("a shot and an offer are under way at once", "SKR-X1")
    if march is None and offer is not None and offer.kind == "defensive-fire":
        # Nothing is said about the rest of the way: then it ends where the mover stands.
        mover = state.unit(offer.target)
        march = March(mover.id, mover.at or (0, 0), ())
    made = replace(state, march=march, shot=shot, offer=offer)
    return _checked(made)


def _faces(value: object, what: str) -> tuple[int, ...] | None:
    if value is None:
        return None
    return tuple(a_whole_number(face, what, 1, 6) for face in a_list(value, what))


def _march(value: object) -> March | None:
    if value is None:
        return None
    data = an_object(value, "the move")
    known_fields(data, ["unit", "from", "path", "look", "asked"], "the move")
    path = a_list(data.get("path"), "the path")
    if len(path) > MOST_CORNERS:
        raise malformed(f"a path has at most {MOST_CORNERS} points", "SKR-M1")
    return March(
        a_unit(data.get("unit")),
        a_point(data.get("from"), "where the move began"),
        tuple(a_point(point, "a point of the path") for point in path),
        a_whole_number(data.get("look", 0), "the look", 0, 10_000),
        tuple(a_unit(unit) for unit in a_list(data.get("asked", []), "who was asked")),
    )


def _shot(value: object) -> Shot | None:
    if value is None:
        return None
    data = an_object(value, "the shot")
    known_fields(data, ["kind", "unit", "target", "faces"], "the shot")
    if data.get("kind") not in KINDS:
        raise malformed(f"a shot is one of {', '.join(KINDS)}, not {shown(data.get('kind'))}")
    faces = _faces(data.get("faces"), "a face of the shot")
    return Shot(data["kind"], a_unit(data.get("unit")), a_unit(data.get("target")), faces)


def _fight(value: object) -> Fight | None:
    if value is None:
        return None
    data = an_object(value, "the melee")
    known_fields(data, ["units", "target", "faces", "answer"], "the melee")
    units = tuple(a_unit(unit) for unit in a_list(data.get("units"), "who strikes"))
    if not units or len(set(units)) < len(units):
        raise malformed("in a melee somebody strikes, each once")
    faces = _faces(data.get("faces"), "a face of the strikers")
    answer = _faces(data.get("answer"), "a face of the target")
    return Fight(units, a_unit(data.get("target")), faces, answer)


def _offer(value: object) -> Offer | None:
    """An offer of fire; who is to choose among the beaten follows from the melee."""
    if value is None:
        return None
    data = an_object(value, "the offer")
    if data.get("kind") == "choose":
        return None
    known_fields(data, ["kind", "unit", "target"], "the offer")
    if data.get("kind") not in KINDS[1:]:
        raise malformed(f"nobody is offered {shown(data.get('kind'))}")
    return Offer(data["kind"], a_unit(data.get("unit")), a_unit(data.get("target")))


def _with_fight(state: State, fight: Fight) -> State:
    target = state.unit(fight.target)
    for id in fight.units:
        unit = state.unit(id)
        if not (unit.here and target.here and unit.seat != target.seat and unit.fought):
            raise impossible("the melee that waits is none", "SKR-F1")
        if not touching(unit, target):
            raise impossible(f"{id} does not touch {target.id}", "SKR-F1")
    mine, yours = melee_dice(state, fight)
    faces, answer = fight.faces, fight.answer
    waits = (
        (faces is None and answer is None and mine > 0)
        or (faces is not None and len(faces) == mine and answer is None and yours > 0)
        or (faces is not None and len(faces) == mine and answer is not None)
    )
    if not waits:
        raise impossible("the dice are not those of the melee", "SKR-F3")
    if faces is not None and answer is not None:
        beaten = len(answer) == yours and highest(answer) > highest(faces)
        if not beaten or len(fight.units) < 2:
            raise impossible("there is nobody to choose from", "SKR-F9")
    return replace(state, active=other(target.seat), fight=fight)


def _checked(state: State) -> State:
    march, shot, offer = state.march, state.shot, state.offer
    if march is None and shot is not None and shot.kind == "defensive-fire":
        march = March(shot.target, state.unit(shot.target).at or (0, 0), (), 0, (shot.unit,))
        state = replace(state, march=march)
    if march is not None:
        return _check_march(state, march)
    reacting = shot if shot is not None and shot.kind == "return-fire" else offer
    active = shot.unit if shot is not None and reacting is not shot else None
    if reacting is not None:
        active = reacting.target
    assert active is not None
    made = replace(state, active=state.unit(active).seat)
    if not made.unit(active).fired:
        raise impossible(f"{active} has not fired", "SKR-T2")
    if shot is not None:
        _check_shot(made, shot)
    elif offer is not None and not _may_return(made, offer):
        raise impossible(f"{offer.unit} cannot fire back", "SKR-X1")
    return made


def _may_return(state: State, offer: Offer) -> bool:
    unit, target = state.unit(offer.unit), state.unit(offer.target)
    return unit.here and target.here and may_fire_back(state, unit, target)


def _check_shot(state: State, shot: Shot) -> None:
    """SKR-G1: one that may be made, with dice that fit."""
    unit, target = state.unit(shot.unit), state.unit(shot.target)
    if not unit.here:
        raise impossible(f"{unit.id} is not there to fire", "SKR-G1")
    refusal = why_not_ready(state, unit) or why_not_at(state, unit, target, target.id)
    if refusal is not None:
        raise impossible(refusal.message, refusal.rule)
    firing, defense = dice_of(unit, target)
    waits = firing > 0 if shot.faces is None else len(shot.faces) == firing and defense > 0
    if not waits:
        raise impossible("the dice are not those of the shot", "SKR-G1")


def _check_march(state: State, march: March) -> State:
    """SKR-X4: a mover on its way, stopped where it may be fired at."""
    mover = state.unit(march.unit)
    if not (mover.here and mover.moved):
        raise impossible(f"{mover.id} is not on its way", "SKR-X4")
    if mover.fought:
        raise impossible(f"{mover.id} moves, but has struck before", "SKR-T3")
    over = pinned(state, mover)
    if over is not None:
        raise impossible(f"{mover.id} moves, but is pinned by {over.id}", "SKR-F11")
    made = replace(state, active=mover.seat)
    _check_way(made, march, mover)
    shot, offer = state.shot, state.offer
    watcher = shot or offer
    if watcher is None or watcher.kind != "defensive-fire" or watcher.target != mover.id:
        raise impossible("nothing stops the move", "SKR-X4")
    unit = state.unit(watcher.unit)
    if shot is not None:
        if not unit.reacted or unit.id not in march.asked:
            raise impossible(f"{unit.id} has not been asked", "SKR-X3")
        _check_shot(made, shot)
    elif unit.id in march.asked:
        raise impossible(f"{unit.id} has been asked", "SKR-X4")
    if not _is_asked(made, march, unit):
        raise impossible(f"{unit.id} is not asked now", "SKR-X4")
    return made


def _is_asked(state: State, march: March, unit: Unit) -> bool:
    """SKR-X4: whether a piece is the first, of those not asked before, that may fire at a mover on
    its way from the start. A mover without a path stands where it may be fired at."""
    mover = state.unit(march.unit)
    ready = replace(unit, reacted=False) if unit.id in march.asked else unit
    if not march.path:
        return _may_watch(state.with_units(ready), ready, mover)
    before = state.with_units(ready, _as_it_set_out(state, march, mover))
    asked = tuple(id for id in march.asked if id != unit.id)
    stop = next(stops(before, replace(march, look=0, asked=asked)))
    return stop.watcher == unit.id and stop.look == march.look


def _as_it_set_out(state: State, march: March, mover: Unit) -> Unit:
    """The mover at the start of its path. The enemies that it touched there, and has left since, it
    may have pinned, so that they could not fire (SKR-F11)."""
    passed = points_of(march)[: march.look + 1]
    left = tuple(
        foe.id
        for foe in state.present(other(mover.seat))
        if touches_at(mover, march.start, foe)
        and not all(touches_at(mover, point, foe) for point in passed)
    )
    return replace(mover, at=march.start, over=(*mover.over, *left))


def _may_watch(state: State, unit: Unit, mover: Unit) -> bool:
    ready = unit.here and not unit.reacted and why_not_ready(state, unit) is None
    return ready and why_not_at(state, unit, mover, mover.id) is None


def _check_way(state: State, march: March, mover: Unit) -> None:
    """The path is one that may be walked, and the mover is at a place where it is looked at."""
    for id in march.asked:
        if state.unit(id).seat == mover.seat:
            raise impossible(f"{id} is no enemy of {mover.id}", "SKR-X4")
    if not march.path:
        if march.look or march.start != mover.at:
            raise impossible("the move leads nowhere", "SKR-M1")
        refusal = why_not_end(state, mover, march.start)
        if refusal is not None:
            raise impossible(refusal.message, refusal.rule)
        return
    started = replace(mover, at=march.start)
    refusal = why_not_path(state.with_units(started), started, march.path)
    if refusal is not None:
        raise impossible(refusal.message, refusal.rule)
    points = points_of(march)
    if march.look >= len(points) or points[march.look] != mover.at:
        raise impossible(f"{mover.id} is not where its path is looked at", "SKR-X4")
