"""A state from JSON, also from JSON that somebody edited: possible, or refused with the reason."""

from dataclasses import replace
from functools import partial
from typing import Any, TypeAlias

from outrider.core.codec import Form, many
from outrider.core.initiative import Contest
from outrider.core.refusal import malformed
from outrider.core.seats import SEATS
from outrider.core.states import check_head, fallen, impossible, winner
from outrider.core.values import a_list, a_string, an_object, shown
from outrider.games.skirmish.contract import FIGURE, SAID, Said, pending_of
from outrider.games.skirmish.draft import Draft
from outrider.games.skirmish.engine import engine
from outrider.games.skirmish.fraying import indirect_fire, read_fray
from outrider.games.skirmish.kernel import layout
from outrider.games.skirmish.reasons import in_all, refusal, told
from outrider.games.skirmish.seats import check_seats
from outrider.games.skirmish.setup import fresh
from outrider.games.skirmish.squad import (
    EVERY,
    FIGURES,
    IDS,
    INDEX_OF,
    NAME_OF,
    SEAT_OF,
    bits_of,
    figure_id,
)
from outrider.games.skirmish.state import Figure, Fray, Setting, State, Throw, Volley
from outrider.games.skirmish.victory import LIMIT
from outrider.table.terrain import a_name, ground
from outrider.table.units import check_said, listed

PHASES = ("deploy", "movement", "attack", "over")
DECIDERS = many(Form(a_string), "a seat")
Pending: TypeAlias = dict[str, Any]


def names_in(data: dict[str, Any]) -> tuple[str, ...]:
    """What the figures are called, as the units say or as ever, of all who sit at the table: up to
    the last seat that has a unit."""
    given = {}
    for entry in a_list(data["units"], "units"):
        unit = an_object(entry, "a unit")
        id = figure_id(unit.get("id"))
        given[id] = a_name(unit["name"], f"{id}: the name") if "name" in unit else NAME_OF[id]
    last = max((SEATS.index(SEAT_OF[id]) for id in given), default=1)
    return tuple(
        given.get(id, NAME_OF[id]) for seat in SEATS[: max(last, 1) + 1] for id in IDS[seat]
    )


def load(data: dict[str, Any], setting: Setting) -> State:
    """Only what the contract names is needed; the rest is that of a fresh round."""
    pending, said = check_head(data, PHASES), SAID.read_among(data)
    check_seats(setting.table, setting.options, len(setting.seats))
    draft = Draft(setting, read_figures(data["units"], setting), data["phase"])
    return (load_deploy if draft.phase == "deploy" else load_round)(draft, said, pending)


# -- figures -------------------------------------------------------------------------------------


def read_figures(value: object, setting: Setting) -> tuple[Figure, ...]:
    """All of each seat. One that is not listed is dead and gone."""
    found = listed(value, partial(read_figure, setting))
    figures = tuple(
        found.get(id) or Figure(id, name, None, 0)
        for id, name in zip(EVERY, setting.names, strict=False)
    )
    unit, reason, other = engine().survey(Draft(setting, figures).state(), layout.STANDING)
    if unit != layout.NONE:
        raise impossible(f"{EVERY[unit]} {told(reason, other)}", "SKM-M2")
    each = setting.numbers[layout.EACH]
    most = setting.numbers[layout.MOST_GRENADES] * each * len(setting.seats)
    if sum(figure.grenades for figure in figures) > most:
        raise impossible("there are more grenades than the game began with", "SKM-S1")
    return figures


def read_figure(setting: Setting, value: object) -> Figure:
    """What is not said is as it is for a figure that has done nothing yet. Ids are looked at."""
    data, most = an_object(value, "a unit"), setting.numbers
    health, at = data.get("health"), data.get("at")
    usual = {
        "name": setting.names[INDEX_OF[data["id"]]],
        "grenades": most[layout.MOST_GRENADES] if health or at is not None else 0,
        "actions": most[layout.MOST_ACTIONS] if health else 0,
    }
    figure = FIGURE.read({**usual, **data}, setting.limits)
    id, health, actions = figure.id, figure.health, most[layout.MOST_ACTIONS]
    if INDEX_OF[id] % FIGURES >= most[layout.EACH]:
        raise impossible(f"{id} is not in this game, {in_all(most[layout.EACH])}", "SKM-S1")
    check_said(data, figure, "SKM-H2")
    if not health and (figure.actions or figure.seen):
        raise impossible(f"{id} is dead: it has no actions and has seen nothing", "SKM-H2")
    if figure.fresh and (not figure.seen or figure.actions == actions):
        raise impossible(f"{id} has not moved and seen in this minute: it is not fresh", "SKM-O5")
    up = 0 if figure.at is None else ground(setting.table, figure.at)
    return replace(figure, up=up) if up else figure


# -- phases --------------------------------------------------------------------------------------


def load_deploy(draft: Draft, said: Said, pending: Pending) -> State:
    """SKM-S3: everybody has placed as many figures as the others, or one more than those after."""
    if said.round:
        raise malformed(f"while figures are placed the round is 0, not {said.round}")
    for name in ("attack", "acting", "first"):
        if getattr(said, name) is not None:
            raise impossible(f"`{name}` while figures are placed", "SKM-S3")
    for figure in draft.figures:
        begun = fresh(draft.setting, INDEX_OF[figure.id])
        if figure != replace(begun, at=figure.at, up=figure.up):
            raise impossible(f"{figure.id} is not fresh before the first round", "SKM-S1")
    placed = [figure.at is not None for figure in draft.figures]
    counts = [sum(placed[at : at + FIGURES]) for at in range(0, len(placed), FIGURES)]
    turn = counts.index(min(counts))
    if any(count != counts[0] - (n >= turn) * (turn > 0) for n, count in enumerate(counts)):
        raise impossible("figures are placed one by one, in the order of the seats", "SKM-S3")
    draft = replace(draft, turn=draft.setting.seats[turn])
    check_places(draft)
    if counts[-1] == draft.setting.numbers[layout.EACH]:
        if draft.setting.edition.rolls_each_round:
            raise impossible("all figures are placed, so the first round has begun", "SKM-S3")
        draft = replace(draft, contest=read_contest(draft, said))
    elif said.initiative is not None:
        raise impossible("`initiative` while figures are placed", "SKM-S6")
    return checked(draft, pending)


def check_places(draft: Draft) -> None:
    """SKM-S2, SKM-S3: everybody stands where one is placed."""
    made = draft.state()
    for figure in draft.figures:
        if figure.at is not None:
            code = layout.DEPLOY, INDEX_OF[figure.id], *figure.at
            answer = engine().survey(made, layout.HERE, *code[1:])
            if answer[0] != layout.FINE:
                wrong = refusal(made, code, answer)
                raise impossible(f"{figure.id}: {wrong.message}", wrong.rule)


def load_round(draft: Draft, said: Said, pending: Pending) -> State:
    if any(figure.alive and figure.at is None for figure in draft.figures):
        raise impossible("every live figure stands on the table", "SKM-S2")
    if draft.phase != "over" and not any(figure.at is not None for figure in draft.figures):
        raise impossible("there is no figure on the table", "SKM-O6")
    if said.round == 0:
        raise malformed("rounds are counted from 1")
    draft = replace(draft, round=said.round or 1, first=who_begins(draft, said, pending))
    if draft.round > draft.setting.options.number("round_limit"):
        raise impossible("the round limit is passed", "SKM-O8")
    check_fresh(draft, pending)
    over = read_over(draft, said, pending)
    if over is not None:
        return over
    return (load_movement if draft.phase == "movement" else load_attack)(draft, said, pending)


def check_fresh(draft: Draft, pending: Pending) -> None:
    """SKM-O5: what was seen in this minute is fresh until it ends, or the game does."""
    found = next((figure for figure in draft.figures if figure.fresh), None)
    if found is None:
        return
    if reports_at_once(draft):
        raise impossible(f"{found.id} is fresh, but news is reported at once", "SKM-O5")
    if draft.phase == "attack" or "roll" in pending:
        raise impossible(f"{found.id} is fresh, but nobody moves now", "SKM-O5")


def reports_at_once(draft: Draft) -> bool:
    return draft.setting.numbers[layout.INSTANT] != 0


def read_over(draft: Draft, said: Said, pending: Pending) -> State | None:
    """The result is worked out anew, whatever is said of it. What is being resisted is resisted to
    its end first."""
    made = draft.state()
    resisting = "roll" in pending and said.attack is not None
    ending = layout.GOES_ON if resisting else int(engine().survey(made, layout.ENDS)[0])
    found = int(engine().survey(made, layout.HOME)[0])
    reporters = 0
    if draft.phase == "over" and ending == layout.GOES_ON:
        limit = draft.round == draft.setting.options.number("round_limit")
        # Told at home in the last attacks of all, a figure never gets to report.
        drawn = limit and pending.get("over") == LIMIT.to_json()
        if found and not drawn:
            ending, reporters = layout.REPORTED, found
        elif limit:
            ending = layout.LIMIT_REACHED
        else:
            raise impossible("nobody has won, and the round limit is not reached", "SKM-O8")
    if ending == layout.GOES_ON and reports_at_once(draft) and found:
        ending, reporters = layout.REPORTED, found
    if ending == layout.GOES_ON:
        return None
    return replace(draft, phase="over", ending=ending, reporters=reporters).state()


def load_movement(draft: Draft, said: Said, pending: Pending) -> State:
    """SKM-R6: those who are not ready decide."""
    if said.acting is not None:
        raise impossible("nobody has an attack turn in the minute", "SKM-R2")
    if draft.setting.edition.rolls_each_round:
        draft = replace(draft, first=None)
    if "roll" in pending:
        fray = read_fray(said.attack, draft) if said.attack else indirect_fire(draft)
        actions = draft.setting.numbers[layout.MOST_ACTIONS]
        if not isinstance(fray, Volley) or fray.purpose != "indirect":
            raise impossible("in the minute nobody attacks but the armies, before it", "SKM-R2")
        if any(figure.alive and figure.actions != actions for figure in draft.figures):
            raise impossible("armies fire before anybody acts", "SKM-R1")
        return checked(replace(draft, fray=fray), pending)
    if said.attack is not None:
        raise impossible("nobody attacks in the minute", "SKM-R2")
    asked = deciders(draft, pending)
    if not asked:
        raise impossible("if all are ready the minute is over", "SKM-R6")
    ready = tuple(seat for seat in players(draft) if seat not in asked)
    return checked(replace(draft, ready=ready), pending)


def load_attack(draft: Draft, said: Said, pending: Pending) -> State:
    fray, acting = read_fray(said.attack, draft) if said.attack else None, said.acting
    by_figure = draft.setting.options.named("attack_turn") == "figure"
    if acting is not None and (SEAT_OF[acting] not in draft.setting.seats or not by_figure):
        raise impossible(f"{acting} does not keep the turn", "SKM-R7")
    if fray is None and "roll" in pending:
        if not draft.setting.edition.rolls_each_round:
            raise impossible("dice have to fall, but nobody attacks", "SKM-R7")
        if acting is not None:
            raise impossible(f"nobody has the turn yet, so {acting} does not keep it", "SKM-R7")
        return checked(replace(draft, first=None, contest=read_contest(draft, said)), pending)
    seat = attacker(draft, fray, pending)
    if acting is None and fray is not None and by_figure:
        acting = fray.unit
    draft = replace(draft, turn=seat, first=draft.first or seat, acting=acting, fray=fray)
    if fray is None and not can_act(draft, seat):
        raise impossible(f"{seat} has no action left", "SKM-R7")
    if acting is not None and (SEAT_OF[acting] != seat or wrongly_acting(draft, acting)):
        raise impossible(f"{acting} does not keep the turn", "SKM-R7")
    return checked(draft, pending)


def wrongly_acting(draft: Draft, acting: str) -> bool:
    """Whether a figure that is said to keep the turn cannot: with an attack that is under way it
    may be dead or have no action left, and the turn passes after it."""
    if draft.fray is not None:
        return draft.fray.unit != acting
    return not draft.figures[INDEX_OF[acting]].actions


def attacker(draft: Draft, fray: Fray | None, pending: Pending) -> str:
    """Whose attack turn it is: of an attack under way whoever made it, else who decides."""
    if fray is not None:
        if fray.unit is None:
            raise impossible("indirect fire comes before the minute", "SKM-R1")
        return SEAT_OF[fray.unit]
    asked = deciders(draft, pending)
    if len(asked) != 1:
        raise impossible("one seat has the attack turn", "SKM-R7")
    return asked[0]


# -- seats and dice ------------------------------------------------------------------------------


def players(draft: Draft) -> tuple[str, ...]:
    """The seats that are not out (SKM-O7)."""
    left, *_ = engine().survey(draft.state(), layout.ALIVE)
    return tuple(SEATS[seat] for seat in bits_of(int(left)))


def can_act(draft: Draft, seat: str) -> bool:
    """Whether somebody of a seat, whose turn it is, has an action left (SKM-R7)."""
    free = replace(draft, acting=None).state()
    return engine().survey(free, layout.ABLE, 0, SEATS.index(seat))[0] != 0


def deciders(draft: Draft, pending: Pending) -> tuple[str, ...]:
    if "decide" not in pending:
        raise impossible("the game is not over, and no dice have to fall")
    asked, left = DECIDERS.read(pending["decide"], "pending.decide"), players(draft)
    for seat in asked:
        if seat not in left:
            raise impossible(f"{shown(seat)} has no figures in this game", "SKM-O7")
    return asked


def who_begins(draft: Draft, said: Said, pending: Pending) -> str | None:
    """Who begins the attack turns, if it is said."""
    rolling = draft.phase == "attack" and "roll" in pending and said.attack is None
    faces = rolling and isinstance(said.initiative, dict)
    seat = winner("SKM-S6", said.first, None if faces else said.initiative)
    seats = draft.setting.seats
    if seat is not None and seat not in seats:
        raise malformed(f"who begins is one of {', '.join(seats)}, not {shown(seat)}")
    return seat or (None if draft.setting.edition.rolls_each_round else seats[0])


def read_contest(draft: Draft, said: Said) -> Contest:
    """SKM-S6: the faces that have fallen; null for those who have yet to roll again."""
    left = players(draft)
    faces = fallen(said.initiative, left, again=True)
    seats = tuple(seat for seat in left if None not in faces.values() or seat in faces)
    rolled = tuple(face for seat in seats if (face := faces.get(seat)) is not None)
    order = [seat for seat in seats if faces.get(seat) is not None]
    if len(seats) < 2 or len(rolled) >= len(seats) or order != list(seats[: len(rolled)]):
        raise impossible("the dice for the first turn fall in the order of the seats", "SKM-S6")
    return Contest(seats, rolled)


def checked(draft: Draft, pending: Pending) -> State:
    """What is said to be pending has to be what is."""
    if isinstance(draft.fray, Throw) and "decide" in pending:
        deciders(draft, pending)
    made = draft.state()
    waits = pending_of(made).to_json()
    if "over" in pending or pending != waits:
        raise impossible(f"what is pending is {shown(waits)}")
    return made
