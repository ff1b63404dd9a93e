"""What comes of an action, of dice and of a player's leaving, in the naive model of Skirmish."""

from dataclasses import replace

from games.skirmish import naive
from games.skirmish import naive_table as table
from games.skirmish.naive import (
    ACTIONS,
    BLAST,
    DICE,
    THROWN,
    Action,
    Attack,
    Contest,
    Figure,
    Position,
    changed,
    living,
    playing,
)


def play(position: Position, seat: str | None, action: Action) -> Position:
    """The position after a legal action."""
    do = action["do"]
    if do == "deploy":
        return after_placing(changed(position, replace(figure(position, action), at=action["at"])))
    if do == "move":
        return after_move(position, figure(position, action), action)
    if do == "ready":
        assert seat is not None
        position = replace(position, ready=position.ready | {seat})
        waited = set(playing(position)) - position.ready
        return position if waited else after_minute(position)
    if do == "time":
        return after_minute(position)
    if do == "land":
        return after_landing(position, action)
    return after_deed(position, figure(position, action), action)


def figure(position: Position, action: Action) -> Figure:
    return position.figures[action["unit"]]


def over(position: Position, winners: tuple[str, ...], why: str, *who: str) -> Position:
    """It ends, whatever was under way."""
    left = replace(position, contest=None, attack=None, acting=None, phase="over")
    return replace(left, end=(winners, why, who))


# -- setting up ----------------------------------------------------------------------------------


def after_placing(position: Position) -> Position:
    """SKM-S6: when all are placed the revised edition rolls for the first turn; the first one
    begins with the minute."""
    if any(each.at is None for each in position.figures.values()):
        return position
    if position.terms.revised:
        return replace(position, contest=Contest(position.terms.seats))
    return next_round(position)


def after_contest(position: Position, contest: Contest) -> Position:
    """SKM-S6: the highest die begins; leaders who tie roll again."""
    if len(contest.faces) < len(contest.among):
        return replace(position, contest=contest)
    rolled = list(zip(contest.among, contest.faces, strict=True))
    tied = tuple(seat for seat, face in rolled if face == max(contest.faces))
    if len(tied) > 1:
        return replace(position, contest=Contest(tied))
    position = replace(position, contest=None, first=tied[0])
    return next_round(position) if position.phase == "deploy" else first_turn(position)


# -- the minute ----------------------------------------------------------------------------------


def next_round(position: Position) -> Position:
    """SKM-R3: everybody has two actions again. SKM-R1: whoever is near the edge of an enemy who is
    still in resists its fire, figure by figure and edge by edge."""
    fresh = [
        replace(each, actions=ACTIONS) for each in position.figures.values() if each.health > 0
    ]
    position = replace(
        changed(position, *fresh),
        phase="movement",
        round=position.round + 1,
        first=position.first if position.terms.revised else None,
        ready=frozenset(),
        acting=None,
    )
    fire = tuple(
        (each.id, seat)
        for owner in playing(position)
        for each in living(position, owner)
        for seat in playing(position)
        if seat != owner and table.near_edge(position.terms.ground, seat, each.place)
    )
    return replace(position, attack=Attack("indirect", against=fire)) if fire else position


def after_move(position: Position, mover: Figure, action: Action) -> Position:
    to, ground = action["to"], position.terms.ground
    mover = replace(mover, at=to, actions=mover.actions - 1)
    home = table.near_edge(ground, mover.seat, to)
    enemies = [seat for seat in playing(position) if seat != mover.seat]
    if not home and any(table.near_edge(ground, seat, to) for seat in enemies):  # SKM-O1, SKM-O9
        late = position.terms.options["report"] == "after_movement"
        mover = replace(mover, seen=True, fresh=mover.fresh or (late and not mover.seen))
    position = changed(position, mover)
    return reported_at_once(position, mover)


def reported_at_once(position: Position, who: Figure) -> Position:
    """SKM-O5, instant: whoever ends a move at home or is told there, having seen."""
    home = table.near_edge(position.terms.ground, who.seat, who.place)
    if position.terms.options["report"] == "instant" and who.seen and home:
        return over(position, (who.seat,), "reported", who.id)
    return position


def after_minute(position: Position) -> Position:
    """SKM-O4, SKM-O5: now those report who are at home and have not seen it just now. Two players:
    it is a draw; of three or more they share the win."""
    who = [
        each
        for seat in playing(position)
        for each in living(position, seat)
        if each.seen and not each.fresh
        and table.near_edge(position.terms.ground, seat, each.place)
    ]  # fmt: skip
    if who and position.terms.options["report"] == "after_movement":
        seats = tuple(dict.fromkeys(each.seat for each in who))
        draw = len(position.terms.seats) == 2 and len(seats) == 2
        return over(position, () if draw else seats, "reported", *(each.id for each in who))
    stale = [replace(each, fresh=False) for each in position.figures.values()]
    position = replace(changed(position, *stale), phase="attack", ready=frozenset())
    if not position.terms.revised:  # SKM-S6
        return replace(position, contest=Contest(tuple(playing(position))))
    return first_turn(position)


# -- the attack turns ----------------------------------------------------------------------------


def first_turn(position: Position) -> Position:
    """SKM-R7: whoever starts, or the next who has actions."""
    assert position.first is not None
    return turn_of(position, position.first, 0)


def turn_of(position: Position, seat: str, step: int) -> Position:
    """The turn of the next seat that has actions, clockwise; when nobody has any, the next round,
    or SKM-O8 the end."""
    seats = position.terms.seats
    for number in range(step, step + len(seats)):
        turn = seats[(seats.index(seat) + number) % len(seats)]
        if any(each.actions for each in living(position, turn)):
            return replace(position, seat=turn, acting=None)
    if position.round >= position.terms.options["round_limit"]:
        return over(position, (), "rounds")
    return next_round(position)


def after_deed(position: Position, who: Figure, action: Action) -> Position:
    """One action of one figure; what needs dice waits for them."""
    do = action["do"]
    spent = 0 if do == "skip" else who.actions - 1
    who = replace(who, actions=spent, grenades=who.grenades - (do == "throw"))
    keeps = position.terms.options["attack_turn"] == "figure"
    position = replace(changed(position, who), acting=who.id if keeps else None)
    if do in ("shoot", "strike"):
        return replace(position, attack=Attack(do, who.id, action["target"]))
    if do == "throw":
        return replace(position, attack=Attack(do, who.id, toward=action["toward"]))
    if do == "tell":
        told = replace(position.figures[action["target"]], seen=True)
        position = reported_at_once(changed(position, told), told)
    if do == "take":
        corpse = position.figures[action["corpse"]]
        richer = replace(who, grenades=who.grenades + corpse.grenades)
        position = changed(position, richer, replace(corpse, grenades=0))
    return position if position.end else deed_done(position)


def deed_done(position: Position) -> Position:
    """SKM-O6: one player left, or nobody. SKM-R7: then the turn passes, unless the figure keeps
    it."""
    position = replace(position, attack=None)
    left = playing(position)
    if len(left) < 2:
        return over(position, tuple(left), "figures" if left else "nobody")
    if position.phase == "movement":
        return position
    if position.acting is not None and position.figures[position.acting].actions:
        return position
    return turn_of(position, position.seat, 1)


def after_landing(position: Position, action: Action) -> Position:
    """SKM-N2, SKM-N3: everybody who lives in the blast, in seat order, by his distance."""
    assert position.attack is not None
    ground, at = position.terms.ground, action["at"]
    inner, outer = BLAST[position.terms.options["blast"]]
    here = table.spot(ground, at)
    hit = []
    for seat in playing(position):
        for each in living(position, seat):
            there = position.spot(each.id)
            if table.within(here, there, outer):
                near = table.within(here, there, inner)
                hit.append((each.id, DICE["inner" if near else "outer"]))
    if not hit:
        return deed_done(position)
    return replace(position, attack=Attack("land", position.attack.unit, at=at, against=tuple(hit)))


# -- dice ----------------------------------------------------------------------------------------


def roll(position: Position, faces: tuple[int, ...]) -> Position:
    """The position when the dice that it waits for have fallen."""
    if position.contest is not None:
        contest = position.contest
        return after_contest(position, replace(contest, faces=(*contest.faces, *faces)))
    attack, total = position.attack, sum(faces)
    assert attack is not None
    if attack.hurt is not None:
        assert attack.total is not None
        return resisted(hurt(position, attack.hurt, attack.total - total), attack)
    if attack.do == "throw":
        return replace(position, attack=replace(attack, far=THROWN[total]))
    if attack.do == "strike":
        return after_blow(position, attack, total)
    victim = attack.target if attack.do == "shoot" else attack.against[0][0]
    return replace(position, attack=replace(attack, total=total, hurt=victim))


def after_blow(position: Position, attack: Attack, total: int) -> Position:
    """SKM-F1: the higher total hurts the other, who then has armour. SKM-F3: by the alternate rule
    only the target can be hurt, and has none."""
    if attack.total is None:
        return replace(position, attack=replace(attack, total=total))
    more = attack.total - total
    if position.terms.options["melee"] == "alternate":
        return deed_done(hurt(position, attack.target, more))
    if more == 0:
        return deed_done(position)
    loser = attack.target if more > 0 else attack.unit
    return replace(position, attack=replace(attack, total=abs(more), hurt=loser))


def hurt(position: Position, id: str, loss: int) -> Position:
    """SKM-H2: at 0 it is a corpse with nothing but its grenades; what it saw is gone (SKM-O2)."""
    who = position.figures[id]
    health = max(0, who.health - max(0, loss))
    who = replace(who, health=health)
    if health == 0:
        who = replace(who, actions=0, seen=False, fresh=False)
    return changed(position, who)


def resisted(position: Position, attack: Attack) -> Position:
    """The next one resists. SKM-N3: all of a blast, before anybody has won. SKM-R1, SKM-O7: the
    dead are not fired at, and the army of a player who is out does not fire."""
    against = attack.against[1:]
    if attack.do == "indirect":
        against = tuple(
            (id, seat)
            for id, seat in against
            if position.figures[id].health and living(position, seat)
        )
    if not against:
        return deed_done(position)
    return replace(position, attack=replace(attack, against=against, total=None, hurt=None))


# -- leaving -------------------------------------------------------------------------------------


def withdraw(position: Position, seat: str) -> Position | None:
    """A player has left: the figures are gone with all they had, corpses too. While figures are
    placed nobody can be done without."""
    if position.phase == "deploy":
        return None
    gone = [
        Figure(id, None, health=0, grenades=0, actions=0)
        for id in naive.ids_of(seat)
    ]  # fmt: skip
    position = replace(changed(position, *gone), ready=position.ready - {seat})
    if position.attack is not None:
        return without_target(position, position.attack, seat)
    if len(playing(position)) < 2:
        return deed_done(position)
    if position.contest is not None:
        return without_roller(position, position.contest, seat)
    if position.phase == "movement":
        waited = set(playing(position)) - position.ready
        return position if waited else after_minute(position)
    return turn_of(position, seat, 1) if position.seat == seat else position


def without_roller(position: Position, contest: Contest, seat: str) -> Position:
    """Those who have yet to win the first turn roll anew; who alone is left of them has it."""
    among = tuple(other for other in contest.among if other != seat)
    if len(among) == 1:
        return first_turn(replace(position, contest=None, first=among[0]))
    return replace(position, contest=Contest(among))


def without_target(position: Position, attack: Attack, seat: str) -> Position:
    """What was done by whoever left, or to him alone, is not done; a blast and the fire of armies
    go on for the others, even if only one is left."""
    if attack.unit and naive.SEAT_OF[attack.unit[0]] == seat:
        return deed_done(position)
    if attack.target and naive.SEAT_OF[attack.target[0]] == seat:
        return deed_done(position)
    if not attack.against:
        return position if len(playing(position)) > 1 else deed_done(position)
    against = tuple(
        (id, what)
        for id, what in attack.against
        if naive.SEAT_OF[id[0]] != seat and what != seat
    )  # fmt: skip
    if not against:
        return deed_done(position)
    if against[0] != attack.against[0]:
        attack = replace(attack, total=None, hurt=None)
    return replace(position, attack=replace(attack, against=against))
