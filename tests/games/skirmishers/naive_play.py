"""What comes of an action or of dice, in the naive model of Skirmishers."""

from dataclasses import replace

from games.skirmishers import naive, naive_victory
from games.skirmishers import naive_ground as ground
from games.skirmishers.naive import Action, Fight, Move, Offer, Position, Shot, Unit
from games.skirmishers.naive_ground import Point


def play(position: Position, action: Action) -> Position:
    """The position after a legal action of the seat that decides."""
    do = action["do"]
    if do == "move":
        return after_move(position, action["unit"], tuple(action["path"]))
    if do == "fight":
        return after_fight(position, tuple(action["units"]), action["target"])
    if do == "choose":
        return suffer(replace(position, offer=None), action["unit"])
    if do == "fire":
        unit = replace(position.units[action["unit"]], fired=True)
        return fire(naive.changed(position, unit), Shot("fire", unit.id, action["target"]))
    if do == "end":
        return after_end(position)
    assert position.offer is not None
    return after_answer(replace(position, offer=None), position.offer, do)


def after_answer(position: Position, offer: Offer, do: str) -> Position:
    """An offer was taken, or held, or put off."""
    if offer.kind == "return-fire":
        return fire(position, Shot(do, offer.unit, offer.target)) if do == offer.kind else position
    move = position.move
    assert move is not None
    waiting = tuple(id for id in move.waiting if id != offer.unit)
    if do == "wait":
        waiting = (*waiting, offer.unit)
    held = (*move.held, offer.unit) if do == "hold" else move.held
    position = replace(position, move=replace(move, held=held, waiting=waiting))
    if do != "defensive-fire":
        return go_on(position, offer.unit)
    # SKR-X3: once in the opponent's turn.
    position = naive.changed(position, replace(position.units[offer.unit], reacted=True))
    return fire(position, Shot(do, offer.unit, offer.target))


def after_end(position: Position) -> Position:
    """SKR-T1, SKR-V1: the check at the end of a turn; then everybody is fresh."""
    position = naive_victory.counted(position, position.seat)
    position = naive_victory.judged(position, position.turn == position.terms.turn_limit)
    units = [
        replace(unit, moved=False, fired=False, fought=False, reacted=False)
        for unit in position.units.values()
    ]
    return replace(naive.changed(position, *units), turn=position.turn + 1)


def kill(position: Position, id: str) -> Position:
    """The dead have no flags, and every advantage of theirs or over them is gone (SKR-F8). A kill
    is followed by a check (SKR-V1)."""
    units = [without(unit, id) for unit in position.units.values() if unit.id != id]
    dead = replace(
        position.units[id],
        alive=False,
        moved=False,
        fired=False,
        fought=False,
        reacted=False,
        over=(),
    )
    return naive_victory.judged(naive.changed(position, *units, dead))


def without(unit: Unit, id: str) -> Unit:
    """A piece that has no advantage over that one."""
    return replace(unit, over=tuple(other for other in unit.over if other != id))


# -- on the way ----------------------------------------------------------------------------------


def after_move(position: Position, id: str, path: tuple[Point, ...]) -> Position:
    unit = replace(position.units[id], moved=True)
    move = Move(id, unit.place, path)
    return go_on(replace(naive.changed(position, unit), move=move), None)


def go_on(position: Position, last: str | None) -> Position:
    """SKR-X4: from point to point until somebody is asked, or the way is at its end. `last` was
    asked where the mover stands now; those after it in unit order are still to be."""
    move, units = position.move, dict(position.units)
    assert move is not None
    position = replace(position, units=units)
    ids = [unit.id for unit in naive.standing(position, naive.OTHER[units[move.unit].seat])]
    looked = True
    for gone, at, look in ground.points(move.start, move.path):
        if gone < move.gone:
            continue
        if gone > move.gone:
            if looked and idle(position, move, gone):
                break
            step(units, replace(units[move.unit], at=at))
            looked, last = look, None
        for id in ids[ids.index(last) + 1 if last else 0 :]:
            if to_be_asked(position, move, id, look):
                offer = Offer("defensive-fire", id, move.unit)
                return replace(position, move=replace(move, gone=gone), offer=offer)
    return arrived(position)


def idle(position: Position, move: Move, gone: int) -> bool:
    """Whether nothing can happen on the rest of the way: nobody is left who could fire, and no
    advantage that could end. It spares the looking, and changes nothing."""
    mover = position.units[move.unit]
    foes = naive.standing(position, naive.OTHER[mover.seat])
    if mover.over or any(mover.id in foe.over for foe in foes):
        return False
    rest = ground.way_length(move.start, move.path) - gone + 3
    return not any(
        foe.weapon != "none"
        and not foe.reacted
        and foe.id not in move.held
        and ground.within(foe.place, mover.place, foe.range + rest)
        for foe in foes
    )


def step(units: dict[str, Unit], mover: Unit) -> None:
    """The mover at the next point; SKR-F8: of two who no longer touch none has advantage."""
    for foe in list(units.values()):
        if (foe.id in mover.over or mover.id in foe.over) and not naive.touch(mover, foe):
            mover = without(mover, foe.id)
            units[foe.id] = without(foe, mover.id)
    units[mover.id] = mover


def to_be_asked(position: Position, move: Move, id: str, look: bool) -> bool:
    """Who has not been asked yet, wherever he may fire; who waits, at the next look."""
    unit = position.units[id]
    if unit.reacted or id in move.held or (id in move.waiting and not look):
        return False
    return naive.may_fire(position, unit, position.units[move.unit])


def arrived(position: Position) -> Position:
    """At the end of its way; by its own side's exit edge it leaves the table, alive."""
    move = position.move
    assert move is not None
    mover = replace(position.units[move.unit], at=move.path[-1])
    if (edge := naive.exit_edge(position, mover, mover.place)) is not None:
        others = [without(unit, mover.id) for unit in position.units.values()]
        position = naive.changed(position, *others)  # SKR-F8: it touches nobody any more
        mover = replace(mover, at=None, exit=edge, over=())
    return replace(naive.changed(position, mover), move=None)


# -- fire ----------------------------------------------------------------------------------------


def fire(position: Position, shot: Shot) -> Position:
    return without_dice(replace(position, shot=shot))


def without_dice(position: Position) -> Position:
    """A roll of no dice is not asked."""
    while naive.asked(position)[0] in ("melee", "fire", "defense") and naive.dice(position) == 0:
        position = fallen(position, ())
    return position


def roll(position: Position, faces: tuple[int, ...]) -> Position:
    """The position after the dice that are waited for."""
    return without_dice(fallen(position, faces))


def fallen(position: Position, faces: tuple[int, ...]) -> Position:
    fight, shot = position.fight, position.shot
    if fight is not None:
        if fight.faces is None:
            return replace(position, fight=replace(fight, faces=faces))
        return beaten(replace(position, fight=replace(fight, answer=faces)))
    assert shot is not None
    if shot.faces is None:
        return replace(position, shot=replace(shot, faces=faces))
    return after_shot(replace(position, shot=None), shot, faces)


def after_shot(position: Position, shot: Shot, faces: tuple[int, ...]) -> Position:
    """SKR-G2, SKR-G3: the target is killed if the highest die beats its own with its cover."""
    assert shot.faces is not None
    unit, target = position.units[shot.unit], position.units[shot.target]
    defended = max(faces, default=0) + naive.cover(position, unit, target)
    if max(shot.faces, default=0) > defended:
        return kill(replace(position, move=None), target.id)  # SKR-X6
    if shot.kind == "defensive-fire":
        return go_on(position, shot.unit)
    if shot.kind == "fire" and naive.may_fire(position, target, unit):  # SKR-X1, SKR-X2
        return replace(position, offer=Offer("return-fire", target.id, unit.id))
    return position


# -- melee ---------------------------------------------------------------------------------------


def after_fight(position: Position, ids: tuple[str, ...], target: str) -> Position:
    units = [replace(position.units[id], fought=True) for id in ids]
    return without_dice(replace(naive.changed(position, *units), fight=Fight(ids, target)))


def beaten(position: Position) -> Position:
    """SKR-F3: the higher highest die wins. SKR-F4: with equal ones nothing changes."""
    fight = position.fight
    assert fight is not None and fight.faces is not None and fight.answer is not None
    best, answer = max(fight.faces, default=0), max(fight.answer, default=0)
    if best == answer:
        return replace(position, fight=None)
    if best > answer:
        return struck(replace(position, fight=None), fight)
    if len(fight.units) == 1:
        return suffer(position, fight.units[0])
    return replace(position, offer=Offer("choose", fight.target))  # SKR-F9


def outright(winner: tuple[int, ...], loser: tuple[int, ...]) -> bool:
    """SKR-F7: the two highest dice each beat the other side's highest."""
    return len(winner) >= 2 and sorted(winner)[-2] > max(loser, default=0)


def struck(position: Position, fight: Fight) -> Position:
    """SKR-F10: the target has lost to one or several."""
    assert fight.faces is not None and fight.answer is not None
    target = fight.target
    units = [position.units[id] for id in fight.units]
    if outright(fight.faces, fight.answer) or any(target in unit.over for unit in units):
        return kill(position, target)
    # A pool's faces follow the order of the units.
    owners = [unit for unit in units for _ in range(unit.attack)]
    highest = owners[fight.faces.index(max(fight.faces))]
    return take_advantage(position, highest, position.units[target])


def suffer(position: Position, id: str) -> Position:
    """SKR-F9: the target has won, and this one suffers."""
    fight = position.fight
    assert fight is not None and fight.faces is not None and fight.answer is not None
    position = replace(position, fight=None)
    winner = position.units[fight.target]
    if outright(fight.answer, fight.faces) or id in winner.over:
        return kill(position, id)
    return take_advantage(position, winner, position.units[id])


def take_advantage(position: Position, winner: Unit, loser: Unit) -> Position:
    """SKR-F5, SKR-F6: of two only one has advantage over the other."""
    return naive.changed(
        position,
        replace(winner, over=(*winner.over, loser.id)),
        without(loser, winner.id),
    )
