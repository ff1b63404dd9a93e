"""A state from JSON, also from JSON that somebody edited: possible, or refused with the reason."""

from dataclasses import replace
from functools import partial
from typing import Any

from outrider.core.initiative import Contest
from outrider.core.refusal import malformed
from outrider.core.seats import SEATS
from outrider.core.states import a_face, check_pending, check_phase, fallen, impossible
from outrider.core.wire import a_list, a_string, a_whole_number, an_object, shown
from outrider.games.skirmish.contract import FIGURE, pending_of
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
from outrider.games.skirmish.state import Figure, Setting, State, Throw, Volley
from outrider.games.skirmish.victory import LIMIT
from outrider.table.terrain import a_name, ground
from outrider.table.units import check_said, listed

PHASES = ("deploy", "movement", "attack", "over")
MOST_ROUNDS = 1_000_000


def seats_in(data: dict[str, Any], most: tuple[str, ...]) -> tuple[str, ...]:
    """Who sits at the table of a state: up to the last seat that has a unit."""
    last = 2
    for entry in a_list(data["units"], "units"):
        id = figure_id(an_object(entry, "a unit").get("id"))
        last = max(last, most.index(SEAT_OF[id]) + 1)
    return most[:last]


def names_in(data: dict[str, Any], seats: tuple[str, ...]) -> tuple[str, ...]:
    """What the figures are called: as the units say, or as ever."""
    given = {}
    for entry in a_list(data["units"], "units"):
        unit = an_object(entry, "a unit")
        id = figure_id(unit.get("id"))
        if "name" in unit:
            given[id] = a_name(unit["name"], f"{id}: the name")
    return tuple(given.get(id, NAME_OF[id]) for seat in seats for id in IDS[seat])


def load(data: dict[str, Any], setting: Setting) -> State:
    """Only what the contract names is needed; the rest is that of a fresh round."""
    check_phase(data, PHASES)
    check_pending(data)
    check_seats(setting.table, setting.options, len(setting.seats))
    draft = Draft(setting, read_figures(data["units"], setting))
    if data["phase"] == "deploy":
        return load_deploy(draft, data)
    return load_round(draft, data)


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


def load_deploy(draft: Draft, data: dict[str, Any]) -> State:
    """SKM-S3: everybody has placed as many figures as the others, or one more than those after."""
    if a_whole_number(0 if data.get("round") is None else data["round"], "the round", 0, 0):
        raise AssertionError
    for name in ("attack", "acting", "first"):
        if data.get(name) is not None:
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
        draft = replace(draft, contest=read_contest(data, draft))
    elif data.get("initiative") is not None:
        raise impossible("`initiative` while figures are placed", "SKM-S6")
    return checked(draft, data)


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


def load_round(draft: Draft, data: dict[str, Any]) -> State:
    if any(figure.alive and figure.at is None for figure in draft.figures):
        raise impossible("every live figure stands on the table", "SKM-S2")
    if data["phase"] != "over" and not any(figure.at is not None for figure in draft.figures):
        raise impossible("there is no figure on the table", "SKM-O6")
    given = data.get("round")
    number = 1 if given is None else a_whole_number(given, "the round", 1, MOST_ROUNDS)
    draft = replace(draft, phase=data["phase"], round=number, first=read_first(draft, data))
    if number > draft.setting.options.number("round_limit"):
        raise impossible("the round limit is passed", "SKM-O8")
    check_fresh(draft, data)
    over = read_over(draft, data)
    if over is not None:
        return over
    if data["phase"] == "movement":
        return load_movement(draft, data)
    return load_attack(draft, data)


def check_fresh(draft: Draft, data: dict[str, Any]) -> None:
    """SKM-O5: what was seen in this minute is fresh until it ends, or the game does."""
    found = next((figure for figure in draft.figures if figure.fresh), None)
    if found is None:
        return
    if reports_at_once(draft):
        raise impossible(f"{found.id} is fresh, but news is reported at once", "SKM-O5")
    if data["phase"] == "attack" or "roll" in data["pending"]:
        raise impossible(f"{found.id} is fresh, but nobody moves now", "SKM-O5")


def reports_at_once(draft: Draft) -> bool:
    return draft.setting.numbers[layout.INSTANT] != 0


def read_over(draft: Draft, data: dict[str, Any]) -> State | None:
    """The result is worked out anew, whatever is said of it. What is being resisted is resisted to
    its end first."""
    made = draft.state()
    resisting = "roll" in data["pending"] and data.get("attack") is not None
    ending = layout.GOES_ON if resisting else int(engine().survey(made, layout.ENDS)[0])
    found = int(engine().survey(made, layout.HOME)[0])
    reporters = 0
    if data["phase"] == "over" and ending == layout.GOES_ON:
        limit = draft.round == draft.setting.options.number("round_limit")
        # Told at home in the last attacks of all, a figure never gets to report.
        drawn = limit and data["pending"].get("over") == LIMIT.to_json()
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


def load_movement(draft: Draft, data: dict[str, Any]) -> State:
    """SKM-R6: those who are not ready decide."""
    if data.get("acting") is not None:
        raise impossible("nobody has an attack turn in the minute", "SKM-R2")
    if draft.setting.edition.rolls_each_round:
        draft = replace(draft, first=None)
    if "roll" in data["pending"]:
        given = data.get("attack")
        fray = indirect_fire(draft) if given is None else read_fray(given, draft)
        actions = draft.setting.numbers[layout.MOST_ACTIONS]
        if not isinstance(fray, Volley) or fray.purpose != "indirect":
            raise impossible("in the minute nobody attacks but the armies, before it", "SKM-R2")
        if any(figure.alive and figure.actions != actions for figure in draft.figures):
            raise impossible("armies fire before anybody acts", "SKM-R1")
        return checked(replace(draft, fray=fray), data)
    if data.get("attack") is not None:
        raise impossible("nobody attacks in the minute", "SKM-R2")
    asked = read_seats(data["pending"], draft)
    if not asked:
        raise impossible("if all are ready the minute is over", "SKM-R6")
    ready = tuple(seat for seat in players(draft) if seat not in asked)
    return checked(replace(draft, ready=ready), data)


def load_attack(draft: Draft, data: dict[str, Any]) -> State:
    given = data.get("attack")
    fray = None if given is None else read_fray(given, draft)
    acting = data.get("acting")
    by_figure = draft.setting.options.named("attack_turn") == "figure"
    if acting is not None:
        acting = figure_id(acting)
        if SEAT_OF[acting] not in draft.setting.seats or not by_figure:
            raise impossible(f"{acting} does not keep the turn", "SKM-R7")
    if fray is None and "roll" in data["pending"]:
        if not draft.setting.edition.rolls_each_round:
            raise impossible("dice have to fall, but nobody attacks", "SKM-R7")
        if acting is not None:
            raise impossible(f"nobody has the turn yet, so {acting} does not keep it", "SKM-R7")
        return checked(replace(draft, first=None, contest=read_contest(data, draft)), data)
    seat = attacker(draft, fray, data)
    if acting is None and fray is not None and by_figure:
        acting = fray.unit
    draft = replace(draft, turn=seat, first=draft.first or seat, acting=acting, fray=fray)
    if fray is None and not can_act(draft, seat):
        raise impossible(f"{seat} has no action left", "SKM-R7")
    if acting is not None and (SEAT_OF[acting] != seat or wrongly_acting(draft, acting)):
        raise impossible(f"{acting} does not keep the turn", "SKM-R7")
    return checked(draft, data)


def wrongly_acting(draft: Draft, acting: str) -> bool:
    """Whether a figure that is said to keep the turn cannot: with an attack that is under way it
    may be dead or have no action left, and the turn passes after it."""
    if draft.fray is not None:
        return getattr(draft.fray, "unit", acting) != acting
    return not draft.figures[INDEX_OF[acting]].actions


def attacker(draft: Draft, fray: Any, data: dict[str, Any]) -> str:
    """Whose attack turn it is: of an attack under way whoever made it, else who decides."""
    if fray is not None:
        if fray.unit is None:
            raise impossible("indirect fire comes before the minute", "SKM-R1")
        return SEAT_OF[fray.unit]
    asked = read_seats(data["pending"], draft)
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


def read_seats(pending: dict[str, Any], draft: Draft) -> list[str]:
    if "decide" not in pending:
        raise impossible("the game is not over, and no dice have to fall")
    asked = [a_string(seat, "a seat") for seat in a_list(pending["decide"], "pending.decide")]
    left = players(draft)
    for seat in asked:
        if seat not in left:
            raise impossible(f"{shown(seat)} has no figures in this game", "SKM-O7")
    return asked


def read_first(draft: Draft, data: dict[str, Any]) -> str | None:
    """Who begins the attack turns, if it is said: `first` and `initiative` say the same."""
    given = [data[name] for name in ("first", "initiative") if isinstance(data.get(name), str)]
    for seat in given:
        if seat not in draft.setting.seats:
            everybody = ", ".join(draft.setting.seats)
            raise malformed(f"who begins is one of {everybody}, not {shown(seat)}")
    fighting = data.get("attack") is not None
    rolling = data["phase"] == "attack" and "roll" in data["pending"] and not fighting
    for name in ("first", "initiative"):
        wrong = data.get(name)
        faces = name == "initiative" and rolling and isinstance(wrong, dict)
        if wrong is not None and not isinstance(wrong, str) and not faces:
            raise malformed(f"`{name}` is a seat or null, not {shown(wrong)}")
    if len(set(given)) > 1:
        raise impossible("`first` and `initiative` do not agree", "SKM-S6")
    if given:
        return str(given[0])
    return None if draft.setting.edition.rolls_each_round else draft.setting.seats[0]


def read_contest(data: dict[str, Any], draft: Draft) -> Contest:
    """SKM-S6: the faces that have fallen; null for those who have yet to roll again."""
    left = players(draft)
    faces = fallen(data, left)
    again = None in faces.values()
    seats = tuple(seat for seat in left if not again or seat in faces)
    order = [seat for seat in seats if faces.get(seat) is not None]
    rolled = tuple(a_face(faces[seat]) for seat in order)
    if len(seats) < 2 or len(rolled) >= len(seats) or order != list(seats[: len(rolled)]):
        raise impossible("the dice for the first turn fall in the order of the seats", "SKM-S6")
    return Contest(seats, rolled)


def checked(draft: Draft, data: dict[str, Any]) -> State:
    """What is said to be pending has to be what is."""
    if isinstance(draft.fray, Throw) and "decide" in data["pending"]:
        read_seats(data["pending"], draft)
    made = draft.state()
    pending = pending_of(made).to_json()
    if "over" in data["pending"] or data["pending"] != pending:
        raise impossible(f"what is pending is {shown(pending)}")
    return made
