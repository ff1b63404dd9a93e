"""What a state says is under way: a move, a shot, a melee, an offer. Checked against the rules."""

from dataclasses import replace
from typing import Any

from outrider.core.pending import Roll
from outrider.core.refusal import malformed
from outrider.core.states import impossible
from outrider.games.skirmishers.actions import (
    MOST_CORNERS,
    DefensiveFire,
    Fire,
    Hold,
    Move,
    Wait,
)
from outrider.games.skirmishers.afoot import OFFER, Fight, March, Offer, Shot
from outrider.games.skirmishers.codes import code_of
from outrider.games.skirmishers.contract import Said, pending_of
from outrider.games.skirmishers.engine import Answer, engine
from outrider.games.skirmishers.kernel import layout
from outrider.games.skirmishers.moving import why_not_way
from outrider.games.skirmishers.reasons import refusal
from outrider.games.skirmishers.scenario import other
from outrider.games.skirmishers.state import State, Unit, recorded, under_way
from outrider.games.skirmishers.units import check_places


def read_under_way(state: State, said: Said, pending: dict[str, Any]) -> State:
    """The state with what is under way, and with the side whose turn that makes it; the very same
    state if nothing is."""
    march, shot, fight, offer = said.move, said.shot, said.fight, _offer(pending.get("offer"))
    if march is not None and len(march.path) > MOST_CORNERS:
        raise malformed(f"a path has at most {MOST_CORNERS} points", "SKR-M1")
    if fight is not None and (not fight.units or len(set(fight.units)) < len(fight.units)):
        raise malformed("in a melee somebody strikes, each once")
    if march is None and shot is None and fight is None and offer is None:
        if "roll" in pending:
            raise impossible("dice have to fall, but nothing is under way", "SKR-F3")
        return state
    known = [march.unit, *march.held, *march.waiting] if march else []
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
    return _checked(state, march, shot, offer)


def _offer(value: object) -> Offer | None:
    """An offer of fire; who is to choose among the beaten follows from the melee."""
    if isinstance(value, dict) and value.get("kind") == "choose":
        return None
    return OFFER.read_or_null(value)


def _touch(state: State, one: Unit, two: Unit) -> bool:
    index = state.scenario.index
    return engine().survey(state, layout.TOUCHING, index[one.id], index[two.id])[1] != 0


def _with_fight(state: State, fight: Fight) -> State:
    target = state.unit(fight.target)
    for id in fight.units:
        unit = state.unit(id)
        if not (unit.here and target.here and unit.seat != target.seat and unit.fought):
            raise impossible("the melee that waits is none", "SKR-F1")
        if not _touch(state, unit, target):
            raise impossible(f"{id} does not touch {target.id}", "SKR-F1")
    mine = sum(state.unit(id).warrior.attack for id in fight.units)
    yours = target.warrior.attack
    faces, answer = fight.faces, fight.answer
    waits = (
        (faces is None and answer is None and mine > 0)
        or (faces is not None and len(faces) == mine and answer is None and yours > 0)
        or (faces is not None and len(faces) == mine and answer is not None)
    )
    if not waits:
        raise impossible("the dice are not those of the melee", "SKR-F3")
    if faces is not None and answer is not None:
        beaten = len(answer) == yours and max(answer, default=0) > max(faces, default=0)
        if not beaten or len(fight.units) < 2:
            raise impossible("there is nobody to choose from", "SKR-F9")
    return under_way(state, other(target.seat), fight=fight)


def _checked(state: State, march: March | None, shot: Shot | None, offer: Offer | None) -> State:
    if march is None and shot is not None and shot.kind == "defensive-fire":
        march = March(shot.target, state.unit(shot.target).at or (0, 0), ())
    if march is not None:
        return _check_march(state, march, shot, offer)
    reacting = shot if shot is not None and shot.kind == "return-fire" else offer
    active = shot.unit if shot is not None and reacting is not shot else None
    if reacting is not None:
        active = reacting.target
    assert active is not None
    seat = state.unit(active).seat
    if not state.unit(active).fired:
        raise impossible(f"{active} has not fired", "SKR-T2")
    if shot is not None:
        _check_shot(state, shot)
    elif offer is not None and _why_not_fire(state, offer.unit, offer.target) is not None:
        raise impossible(f"{offer.unit} cannot fire back", "SKR-X1")
    return under_way(state, seat, shot=shot, offer=offer)


def _why_not_fire(state: State, id: str, target: str) -> Answer | None:
    """The kernel's reason why a piece cannot fire at another, whosever turn it is."""
    made, index = engine(), state.scenario.index
    if not state.unit(id).here:
        return layout.NO_PIECE, index[id], 0
    answer = made.survey(state, layout.READY, index[id])
    if answer[0] == layout.FINE:
        answer = made.survey(state, layout.SIGHTED, index[id], index[target])
    return None if answer[0] == layout.FINE else answer


def _check_shot(state: State, shot: Shot) -> None:
    """SKR-G1: one that may be made, with dice that fit."""
    answer = _why_not_fire(state, shot.unit, shot.target)
    if answer is not None:
        if answer[0] == layout.NO_PIECE:
            raise impossible(f"{shot.unit} is not there to fire", "SKR-G1")
        why = refusal(state, Fire(shot.unit, shot.target), answer)
        raise impossible(why.message, why.rule)
    unit = state.unit(shot.unit)
    # Before they are packed: of too many there is no number.
    fits = shot.faces is None or len(shot.faces) == unit.warrior.firing
    roll = pending_of(under_way(state, unit.seat, shot=shot)) if fits else None
    if not isinstance(roll, Roll) or roll.dice == 0:
        raise impossible("the dice are not those of the shot", "SKR-G1")


# -- moves ---------------------------------------------------------------------------------------


def _check_march(state: State, march: March, shot: Shot | None, offer: Offer | None) -> State:
    """SKR-X4: a mover on its way, stopped where it may be fired at."""
    mover = state.unit(march.unit)
    if not (mover.here and mover.moved):
        raise impossible(f"{mover.id} is not on its way", "SKR-X4")
    if mover.fought:
        raise impossible(f"{mover.id} moves, but has struck before", "SKR-T3")
    _check_way(state, march, mover)
    watcher = shot or offer
    if watcher is None or watcher.kind != "defensive-fire" or watcher.target != mover.id:
        raise impossible("nothing stops the move", "SKR-X4")
    unit = state.unit(watcher.unit)
    if shot is not None:
        if not unit.reacted:
            raise impossible(f"{unit.id} has not been asked", "SKR-X3")
        _check_shot(state, shot)
    elif unit.id in march.held or unit.reacted:
        raise impossible(f"{unit.id} has been asked", "SKR-X4")
    if unit.seat == mover.seat or not _is_asked(state, march, unit, shot):
        raise impossible(f"{unit.id} is not asked now, or somebody else has yet to be", "SKR-X4")
    return under_way(state, mover.seat, march, shot, None, offer)


def _with(state: State, *changed: Unit) -> State:
    """The same position with some pieces changed."""
    known = {unit.id: unit for unit in changed}
    units = [known.get(unit.id, unit) for unit in state.units]
    return recorded(state.setting, units, state.active, state.held, state.turns)


def _is_asked(state: State, march: March, unit: Unit, shot: Shot | None) -> bool:
    """SKR-X4: whether the move, played once more, comes to this piece as it is said to: those who
    hold hold, those who wait wait, and so does this one until it is asked where the mover is now.
    Of a mover without a path nothing is known but where it stands."""
    mover, index, made = state.unit(march.unit), state.scenario.index, engine()
    begun = _with(state, replace(unit, reacted=False))
    if not march.path:
        fires = [_why_not_fire(begun, id, mover.id) is None for id in (*march.held, unit.id)]
        first = all(index[id] < index[unit.id] for id in march.held)
        return first and all(fires) and march.waiting in ((), (unit.id,))
    code = code_of(state.setting, Move(mover.id, march.path))
    start = replace(_as_it_set_out(state, march, mover), moved=False)
    after, *_ = made.play(under_way(_with(begun, start), mover.seat), code)
    asked = after.offer
    while asked and (after.header[layout.GONE], index[asked.unit]) < (march.gone, index[unit.id]):
        if asked.unit not in (*march.held, *march.waiting, unit.id):
            return False
        word = code_of(state.setting, Hold() if asked.unit in march.held else Wait())
        if made.check(after, word)[0] != layout.FINE:
            return False
        after, *_ = made.play(after, word)
        asked = after.offer
    offer = Offer("defensive-fire", unit.id, mover.id)
    if shot is not None:
        if asked != offer:
            return False
        after, *_ = made.play(after, code_of(state.setting, DefensiveFire()))
        # Its dice have yet to fall there, unless it has none.
        shot = replace(shot, faces=after.shot.faces if after.shot else None)
    said = under_way(state, mover.seat, march, shot, None, None if shot else offer)
    return after.record == said.record


def _as_it_set_out(state: State, march: March, mover: Unit) -> Unit:
    """The mover at the start of its path. The enemies that it touched there, and has left since, it
    may have pinned, so that they could not fire (SKR-F11)."""
    start = replace(mover, at=march.start)
    begun = _with(state, start)
    on_way = under_way(begun, mover.seat, replace(march, gone=0))
    index = state.scenario.index
    left = tuple(
        foe.id
        for foe in state.present(other(mover.seat))
        if foe.id not in mover.over
        and _touch(begun, start, foe)
        and engine().survey(on_way, layout.APART, index[foe.id])[1] <= march.gone
    )
    return replace(start, over=(*mover.over, *left))


def _check_way(state: State, march: March, mover: Unit) -> None:
    """The path is one that may be walked, and the mover is at one of its points."""
    for id in (*march.held, *march.waiting):
        if state.unit(id).seat == mover.seat:
            raise impossible(f"{id} is no enemy of {mover.id}", "SKR-X4")
        if id in march.held and id in march.waiting:
            raise impossible(f"{id} has held and does not wait", "SKR-X4")
    made, number = engine(), state.scenario.index[mover.id]
    rested = replace(mover, moved=False, at=march.start)
    begun = _with(state, rested)
    check_places(list(begun.units), state.table)
    move = Move(mover.id, march.path)
    answer = made.survey(begun, layout.SETTING_OUT, number)
    if answer[0] == layout.FINE and not march.path:
        if march.gone or march.start != mover.at:
            raise impossible("the move leads nowhere", "SKR-M1")
        answer = made.survey(begun, layout.END_OF_WAY, number, *march.start)
        move = Move(mover.id, (march.start,))
    elif answer[0] == layout.FINE:
        answer = why_not_way(begun, move)
        if answer[0] == layout.FINE:
            answer = made.survey_way(begun, layout.PAID, code_of(state.setting, move))
    if answer[0] == layout.IS_PINNED:
        over = state.setting.ids[answer[2]]
        raise impossible(f"{mover.id} moves, but is pinned by {over}", "SKR-F11")
    if answer[0] != layout.FINE:
        why = refusal(begun, move, answer)
        raise impossible(why.message, why.rule)
    if march.path:
        on_way = under_way(begun, mover.seat, march)
        whole, *place = made.survey(on_way, layout.PLACE, march.gone)
        if not 0 < march.gone <= whole or tuple(place) != mover.at:
            raise impossible(f"{mover.id} is not where its path has led it", "SKR-X4")
