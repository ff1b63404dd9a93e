"""A state from JSON, also from JSON that somebody edited: possible, or refused with the reason."""

from dataclasses import replace
from typing import Any

from outrider.core.initiative import Contest
from outrider.core.options import Options
from outrider.core.refusal import Refusal, malformed
from outrider.core.wire import a_list, a_string, a_whole_number, an_object, known_fields, shown
from outrider.games.skirmish.actions import figure_id
from outrider.games.skirmish.contract import KIND, pending_of
from outrider.games.skirmish.edition import Edition
from outrider.games.skirmish.fraying import read_fray
from outrider.games.skirmish.rounds import can_act, indirect_fire
from outrider.games.skirmish.seats import check_seats
from outrider.games.skirmish.setup import told, why_not_here
from outrider.games.skirmish.squad import (
    ACTIONS,
    FIGURES,
    GRENADES,
    HEALTH,
    IDS,
    NAME_OF,
    SEAT_OF,
)
from outrider.games.skirmish.state import Figure, State, Throw, Volley
from outrider.games.skirmish.victory import (
    destruction,
    ended,
    limit_outcome,
    report_outcome,
    reporters,
    reports_at_once,
)
from outrider.table.points import a_point
from outrider.table.snapping import BASE, Other, fits
from outrider.table.terrain import Table, a_name, ground

PHASES = ("deploy", "movement", "attack", "over")
UNIT_FIELDS = (
    "id", "seat", "kind", "name", "at", "health", "alive", "grenades", "actions", "seen",
    "fresh",
)  # fmt: skip
MOST_ROUNDS = 1_000_000


def impossible(message: str, rule: str | None = None) -> Refusal:
    return malformed(f"the state is impossible: {message}", rule)


def seats_in(data: dict[str, Any], most: tuple[str, ...]) -> tuple[str, ...]:
    """Who sits at the table of a state: up to the last seat that has a unit."""
    last = 2
    for entry in a_list(data["units"], "units"):
        id = figure_id(an_object(entry, "a unit").get("id"))
        last = max(last, most.index(SEAT_OF[id]) + 1)
    return most[:last]


def load(
    edition: Edition,
    data: dict[str, Any],
    options: Options,
    table: Table,
    seats: tuple[str, ...],
) -> State:
    """Only what the contract names is needed; the rest is that of a fresh round."""
    if data["phase"] not in PHASES:
        raise malformed(f"the phase is one of {', '.join(PHASES)}, not {shown(data['phase'])}")
    pending = data["pending"]
    known_fields(pending, ["decide", "roll", "over"], "pending")
    if len(pending) != 1:
        raise malformed("pending is one of decide, roll and over")
    check_seats(table, options, len(seats))
    figures = read_figures(data["units"], table, seats)
    state = State(edition, options, table, seats, figures)
    if data["phase"] == "deploy":
        return load_deploy(state, data)
    return load_round(state, data)


# -- figures -------------------------------------------------------------------------------------


def read_figures(value: object, table: Table, seats: tuple[str, ...]) -> tuple[Figure, ...]:
    """Five a seat. One that is not listed is dead and gone."""
    found: dict[str, Figure] = {}
    for entry in a_list(value, "units"):
        figure = read_figure(entry, table)
        if figure.id in found:
            raise malformed(f"the unit {figure.id} is listed twice")
        found[figure.id] = figure
    figures = tuple(
        found.get(id) or Figure(id, NAME_OF[id], health=0, grenades=0, actions=0)
        for seat in seats
        for id in IDS[seat]
    )
    others: list[Other] = []
    for figure in figures:
        if figure.at is not None:
            reason = fits(figure.at, figure.at, 0, table, others if figure.alive else ())
            if reason is not None:
                raise impossible(f"{figure.id} {told(reason)}", "SKM-M2")
            if figure.alive:
                others.append(Other(figure.at, 2 * BASE, figure.id))
    if sum(figure.grenades for figure in figures) > GRENADES * FIGURES * len(seats):
        raise impossible("there are more grenades than the game began with", "SKM-S1")
    return figures


def read_figure(value: object, table: Table) -> Figure:
    data = an_object(value, "a unit")
    known_fields(data, UNIT_FIELDS, "a unit")
    id = figure_id(data.get("id"))
    if data.get("seat", SEAT_OF[id]) != SEAT_OF[id] or data.get("kind", KIND) != KIND:
        raise malformed(f"{id} is {SEAT_OF[id]}'s, and its kind is {KIND}")
    if "at" not in data:
        raise malformed(f"{id} needs the field `at`, null if it is not on the table")
    at = None if data["at"] is None else a_point(data["at"], f"{id}: `at`")
    health = a_whole_number(data.get("health"), f"{id}: the health", 0, HEALTH)
    for name in ("alive", "seen", "fresh"):
        if not isinstance(data.get(name, False), bool):
            raise malformed(f"{id}: `{name}` is true or false, not {shown(data[name])}")
    if data.get("alive", health > 0) != (health > 0):
        raise impossible(f"{id} has {health} health, so `alive` is wrong", "SKM-H2")
    most = GRENADES * FIGURES * len(IDS)
    fresh = ACTIONS if health else 0
    carried = 0 if not health and at is None else GRENADES
    figure = Figure(
        id,
        a_name(data["name"], f"{id}: the name") if "name" in data else NAME_OF[id],
        at,
        0 if at is None else ground(table, at),
        health,
        a_whole_number(data.get("grenades", carried), f"{id}: the grenades", 0, most),
        a_whole_number(data.get("actions", fresh), f"{id}: the actions", 0, ACTIONS),
        data.get("seen", False),
        data.get("fresh", False),
    )
    if not health and (figure.actions or figure.seen):
        raise impossible(f"{id} is dead: it has no actions and has seen nothing", "SKM-H2")
    if figure.fresh and (not figure.seen or figure.actions == ACTIONS):
        raise impossible(f"{id} has not moved and seen in this minute: it is not fresh", "SKM-O5")
    return figure


# -- phases --------------------------------------------------------------------------------------


def load_deploy(state: State, data: dict[str, Any]) -> State:
    """SKM-S3: everybody has placed as many figures as the others, or one more than those after."""
    if a_whole_number(0 if data.get("round") is None else data["round"], "the round", 0, 0):
        raise AssertionError
    for name in ("attack", "acting", "first"):
        if data.get(name) is not None:
            raise impossible(f"`{name}` while figures are placed", "SKM-S3")
    for figure in state.figures:
        if figure != replace(Figure(figure.id, figure.name), at=figure.at, up=figure.up):
            raise impossible(f"{figure.id} is not fresh before the first round", "SKM-S1")
    counts = [sum(f.at is not None for f in state.squad(seat)) for seat in state.seats]
    turn = counts.index(min(counts))
    if any(count != counts[0] - (n >= turn) * (turn > 0) for n, count in enumerate(counts)):
        raise impossible("figures are placed one by one, in the order of the seats", "SKM-S3")
    state = replace(state, turn=state.seats[turn])
    for figure in state.figures:
        if figure.at is not None:
            refusal = why_not_here(state, figure, figure.at)
            if refusal is not None:
                raise impossible(f"{figure.id}: {refusal.message}", refusal.rule)
    if counts[-1] == FIGURES:
        if state.edition.rolls_each_round:
            raise impossible("all figures are placed, so the first round has begun", "SKM-S3")
        state = replace(state, contest=read_contest(data, state))
    elif data.get("initiative") is not None:
        raise impossible("`initiative` while figures are placed", "SKM-S6")
    return checked(state, data)


def load_round(state: State, data: dict[str, Any]) -> State:
    if any(figure.alive and figure.at is None for figure in state.figures):
        raise impossible("every live figure stands on the table", "SKM-S2")
    if not any(figure.at is not None for figure in state.figures):
        raise impossible("there is no figure on the table", "SKM-O6")
    given = data.get("round")
    number = 1 if given is None else a_whole_number(given, "the round", 1, MOST_ROUNDS)
    state = replace(state, phase=data["phase"], round=number, first=read_first(state, data))
    if number > state.options.number("round_limit"):
        raise impossible("the round limit is passed", "SKM-O8")
    check_fresh(state, data)
    over = read_over(state, data)
    if over is not None:
        return over
    if data["phase"] == "movement":
        return load_movement(state, data)
    return load_attack(state, data)


def check_fresh(state: State, data: dict[str, Any]) -> None:
    """SKM-O5: what was seen in this minute is fresh until it ends, or the game does."""
    found = next((figure for figure in state.figures if figure.fresh), None)
    if found is None:
        return
    if reports_at_once(state):
        raise impossible(f"{found.id} is fresh, but news is reported at once", "SKM-O5")
    if data["phase"] == "attack" or "roll" in data["pending"]:
        raise impossible(f"{found.id} is fresh, but nobody moves now", "SKM-O5")


def read_over(state: State, data: dict[str, Any]) -> State | None:
    """The result is worked out anew, whatever is said of it. What is being resisted is resisted to
    its end first."""
    resisting = "roll" in data["pending"] and data.get("attack") is not None
    outcome = None if resisting else destruction(state)
    if data["phase"] == "over" and outcome is None:
        found = reporters(state)
        limit = state.round == state.options.number("round_limit")
        # Told at home in the last attacks of all, a figure never gets to report.
        drawn = limit and data["pending"].get("over") == limit_outcome().to_json()
        if found and not drawn:
            outcome = report_outcome(state, found)
        elif limit:
            outcome = limit_outcome()
        else:
            raise impossible("nobody has won, and the round limit is not reached", "SKM-O8")
    if outcome is None and reports_at_once(state) and reporters(state):
        outcome = report_outcome(state, reporters(state))
    return None if outcome is None else ended(state, outcome).state


def load_movement(state: State, data: dict[str, Any]) -> State:
    """SKM-R6: those who are not ready decide."""
    if data.get("acting") is not None:
        raise impossible("nobody has an attack turn in the minute", "SKM-R2")
    if state.edition.rolls_each_round:
        state = replace(state, first=None)
    if "roll" in data["pending"]:
        given = data.get("attack")
        fray = indirect_fire(state) if given is None else read_fray(given, state)
        if not isinstance(fray, Volley) or fray.purpose != "indirect":
            raise impossible("in the minute nobody attacks but the armies, before it", "SKM-R2")
        if any(figure.alive and figure.actions != ACTIONS for figure in state.figures):
            raise impossible("armies fire before anybody acts", "SKM-R1")
        return checked(replace(state, fray=fray), data)
    if data.get("attack") is not None:
        raise impossible("nobody attacks in the minute", "SKM-R2")
    asked = read_seats(data["pending"], state)
    if not asked:
        raise impossible("if all are ready the minute is over", "SKM-R6")
    return checked(replace(state, ready=tuple(s for s in state.players() if s not in asked)), data)


def load_attack(state: State, data: dict[str, Any]) -> State:
    given = data.get("attack")
    fray = None if given is None else read_fray(given, state)
    acting = data.get("acting")
    if acting is not None:
        acting = figure_id(acting)
        if SEAT_OF[acting] not in state.seats or state.options.named("attack_turn") != "figure":
            raise impossible(f"{acting} does not keep the turn", "SKM-R7")
    if fray is None and "roll" in data["pending"]:
        if not state.edition.rolls_each_round:
            raise impossible("dice have to fall, but nobody attacks", "SKM-R7")
        if acting is not None:
            raise impossible(f"nobody has the turn yet, so {acting} does not keep it", "SKM-R7")
        return checked(replace(state, first=None, contest=read_contest(data, state)), data)
    seat = attacker(state, fray, data)
    if acting is None and fray is not None and state.options.named("attack_turn") == "figure":
        acting = fray.unit
    state = replace(state, turn=seat, first=state.first or seat, acting=acting, fray=fray)
    if fray is None and not can_act(state, seat):
        raise impossible(f"{seat} has no action left", "SKM-R7")
    if acting is not None and (SEAT_OF[acting] != seat or wrongly_acting(state, acting)):
        raise impossible(f"{acting} does not keep the turn", "SKM-R7")
    return checked(state, data)


def wrongly_acting(state: State, acting: str) -> bool:
    """Whether a figure that is said to keep the turn cannot: with an attack that is under way it
    may be dead or have no action left, and the turn passes after it."""
    if state.fray is not None:
        return getattr(state.fray, "unit", acting) != acting
    return not state.figure(acting).actions


def attacker(state: State, fray: Any, data: dict[str, Any]) -> str:
    """Whose attack turn it is: of an attack under way whoever made it, else who decides."""
    if fray is not None:
        if fray.unit is None:
            raise impossible("indirect fire comes before the minute", "SKM-R1")
        return SEAT_OF[fray.unit]
    asked = read_seats(data["pending"], state)
    if len(asked) != 1:
        raise impossible("one seat has the attack turn", "SKM-R7")
    return asked[0]


# -- seats and dice ------------------------------------------------------------------------------


def read_seats(pending: dict[str, Any], state: State) -> list[str]:
    if "decide" not in pending:
        raise impossible("the game is not over, and no dice have to fall")
    asked = [a_string(seat, "a seat") for seat in a_list(pending["decide"], "pending.decide")]
    for seat in asked:
        if seat not in state.players():
            raise impossible(f"{shown(seat)} has no figures in this game", "SKM-O7")
    return asked


def read_first(state: State, data: dict[str, Any]) -> str | None:
    """Who begins the attack turns, if it is said: `first` and `initiative` say the same."""
    given = [data[name] for name in ("first", "initiative") if isinstance(data.get(name), str)]
    for seat in given:
        if seat not in state.seats:
            raise malformed(f"who begins is one of {', '.join(state.seats)}, not {shown(seat)}")
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
    return None if state.edition.rolls_each_round else state.seats[0]


def read_contest(data: dict[str, Any], state: State) -> Contest:
    """SKM-S6: the faces that have fallen; null for those who have yet to roll again."""
    given = data.get("initiative")
    faces = an_object({} if given is None else given, "the initiative, while the dice fall,")
    known_fields(faces, state.players(), "the initiative")
    again = any(face is None for face in faces.values())
    seats = tuple(seat for seat in state.players() if not again or seat in faces)
    fallen = [faces[seat] for seat in seats if faces.get(seat) is not None]
    rolled = tuple(a_whole_number(face, "a face", 1, 6) for face in fallen)
    order = [seat for seat in seats if faces.get(seat) is not None]
    if len(seats) < 2 or len(rolled) >= len(seats) or order != list(seats[: len(rolled)]):
        raise impossible("the dice for the first turn fall in the order of the seats", "SKM-S6")
    return Contest(seats, rolled)


def checked(state: State, data: dict[str, Any]) -> State:
    """What is said to be pending has to be what is."""
    if isinstance(state.fray, Throw) and "decide" in data["pending"]:
        read_seats(data["pending"], state)
    if "over" in data["pending"] or data["pending"] != pending_of(state).to_json():
        found = shown(pending_of(state).to_json())
        raise impossible(f"what is pending is {found}")
    return state
