"""How to win (SKM-O4 to SKM-O8)."""

from dataclasses import replace

from outrider.core.events import Ended, PhaseBegan
from outrider.core.game import Step
from outrider.core.pending import Outcome
from outrider.games.skirmish.events import Reported
from outrider.games.skirmish.state import Figure, State, at_edge, place_of


def ended(state: State, outcome: Outcome) -> Step[State]:
    after = replace(
        state,
        phase="over",
        outcome=outcome,
        turn=state.seats[0],
        ready=(),
        contest=None,
        acting=None,
        fray=None,
    )
    return Step(after, (PhaseBegan("over"), Ended.by(outcome)))


def is_home(state: State, figure: Figure) -> bool:
    """SKM-O4: it has seen, and is within 2" of its own edge. SKM-O5: not what it saw in this very
    minute."""
    news = figure.health and figure.seen and not figure.fresh
    return bool(news and at_edge(state, figure.seat, place_of(figure)))


def reporters(state: State) -> list[Figure]:
    return [figure for figure in state.figures if figure.seen and is_home(state, figure)]


def report_outcome(state: State, figures: list[Figure]) -> Outcome:
    """SKM-O5: two players who both report draw; at a larger table those who reported win."""
    seats = tuple(dict.fromkeys(figure.seat for figure in figures))
    names = " and ".join(figure.id for figure in figures)
    verb = "reports" if len(figures) == 1 else "report"
    winners = () if len(seats) == len(state.seats) == 2 else seats
    return Outcome(winners, f"{names} {verb} what was seen [SKM-O4]")


def report(state: State, figures: list[Figure]) -> Step[State]:
    step = ended(state, report_outcome(state, figures))
    return Step(step.state, (*(Reported(figure.id) for figure in figures), *step.events))


def report_after_movement(state: State) -> Step[State] | None:
    """SKM-O5: the minute is over, and who is home with news wins."""
    found = reporters(state)
    return report(state, found) if found else None


def reports_at_once(state: State) -> bool:
    return state.options.named("report") == "instant"


def report_at_once(state: State, figure: Figure) -> Step[State] | None:
    """SKM-O5, where the option says so: the moment news comes home."""
    if reports_at_once(state) and is_home(state, figure):
        return report(state, [figure])
    return None


def destruction(state: State) -> Outcome | None:
    """SKM-O6: one player is left, or nobody."""
    left = state.players()
    if len(left) > 1:
        return None
    if not left:
        return Outcome((), "nobody has a figure left [SKM-O6]")
    return Outcome(left, f"only {left[0].capitalize()} has figures left [SKM-O6]")


def limit_reached(state: State) -> Step[State]:
    return ended(state, limit_outcome())


def limit_outcome() -> Outcome:
    """SKM-O8."""
    return Outcome((), "the round limit is reached [SKM-O8]")
