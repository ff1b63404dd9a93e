"""An answer to a puzzle, judged: whether it is right, why, and how it goes on."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from outrider.core.game import Game
from outrider.core.pending import Decide, Over
from outrider.puzzles.puzzle import FORCED, WIN, Aim, Puzzle
from outrider.puzzles.solving import Answer, Solver, solver_of

MOST_ACTIONS = 60
"""So many of one's own are looked at; no puzzle is so long."""
LISTED = 6


@dataclass(frozen=True, slots=True)
class Reply:
    """What the other side does."""

    seat: str
    action: Any
    text: str

    def to_json(self) -> dict[str, Any]:
        return {"seat": self.seat, "action": self.action.to_json(), "text": self.text}


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is to be said of the last of somebody's actions. `replies` come after it; where it was
    wrong, they show why. `answers` are choices with their chances, once there is nothing more to
    find."""

    right: bool
    solved: bool
    why: str
    replies: tuple[Reply, ...] = ()
    answers: tuple[tuple[str, Fraction], ...] = field(default=())

    def to_json(self) -> dict[str, Any]:
        return {
            "right": self.right,
            "solved": self.solved,
            "why": self.why,
            "replies": [reply.to_json() for reply in self.replies],
            "answers": [{"text": text, "chance": str(chance)} for text, chance in self.answers],
        }


def tried(game: Game[Any, Any], puzzle: Puzzle, actions: Sequence[object]) -> Verdict:
    """Judge somebody's actions in a puzzle, each of them right but perhaps the last. What is not
    allowed raises the Refusal that says why."""
    solver, state = solver_of(game), game.load(puzzle.state)
    if puzzle.aim.kind not in FORCED:
        return _weighed(game, puzzle, solver, state, game.action(actions[0]))
    return Play(game, puzzle, solver, state).through(actions[:MOST_ACTIONS])


def given_up(game: Game[Any, Any], puzzle: Puzzle) -> Verdict:
    """The answer, for whoever wants to be told."""
    if puzzle.aim.kind in FORCED:
        return Verdict(False, False, f"It is {puzzle.best}.", (), ((puzzle.best, Fraction(1)),))
    found = solver_of(game).answers(game.load(puzzle.state), puzzle.seat, puzzle.aim)
    why = f"It is {puzzle.best}, with a chance of {said(puzzle.chance)}."
    return Verdict(False, False, why, (), _listed(game, found))


def said(chance: Fraction) -> str:
    return f"{chance} ({float(chance):.1%})" if 0 < chance < 1 else f"{int(chance):.0%}"


def _listed(game: Game[Any, Any], found: Sequence[Answer]) -> tuple[tuple[str, Fraction], ...]:
    return tuple((game.write_action(each.action), each.chance) for each in found[:LISTED])


def _weighed(
    game: Game[Any, Any], puzzle: Puzzle, solver: Solver, state: Any, action: Any
) -> Verdict:
    refusal = game.choices(state, puzzle.seat).why_not(action)
    if refusal is not None:
        raise refusal
    found = solver.answers(state, puzzle.seat, puzzle.aim)
    mine = next((each.chance for each in found if each.action == action), None)
    if mine is None:
        why = "Nobody moves or throws in this puzzle: choose among the attacks and commands."
        return Verdict(False, False, why)
    if mine == found[0].chance:
        why = f"That is the best: {said(mine)}. The next best comes to {said(puzzle.after)}."
        return Verdict(True, True, why, (), _listed(game, found))
    return Verdict(False, False, f"That comes to {said(mine)}. There is better.")


@dataclass
class Play:
    """A puzzle of force, played out: somebody's actions, and the other side's best answers."""

    game: Game[Any, Any]
    puzzle: Puzzle
    solver: Solver
    state: Any
    aim: Aim = field(init=False)

    def __post_init__(self) -> None:
        self.aim = self.puzzle.aim

    def through(self, actions: Sequence[object]) -> Verdict:
        verdict = Verdict(True, False, "")
        for given in actions:
            verdict = self._one(self.game.action(given))
            if not verdict.right or verdict.solved:
                break
        return verdict

    def _one(self, action: Any) -> Verdict:
        seat = self.puzzle.seat
        before = self.game.choices(self.state, seat).why_not(action)
        if before is not None:
            raise before
        answers = self.solver.answers(self.state, seat, self.aim)
        good = any(each.action == action and each.chance for each in answers)
        self._go(seat, action)
        if good and self.aim.kind != WIN:
            return Verdict(
                True, True, f"That holds: every other choice loses by force. {self._at()}"
            )
        replies = self._replies()
        if not good:
            return Verdict(False, False, self._failed(replies), replies)
        pending = self.game.pending(self.state)
        if isinstance(pending, Over):
            return Verdict(True, True, pending.outcome.sentence(), replies)
        return Verdict(True, False, "Right. Go on.", replies)

    def _go(self, seat: str, action: Any) -> None:
        after = self.game.apply(self.state, seat, action).state
        self.aim = self.solver.left(self.state, self.aim, after)
        self.state = after

    def _replies(self) -> tuple[Reply, ...]:
        """What the other side does until one is asked again, or it is over."""
        found = []
        while isinstance(pending := self.game.pending(self.state), Decide):
            asked = pending.seats[0]
            if asked == self.puzzle.seat:
                break
            action = self.solver.reply(self.state, self.puzzle.seat, self.aim)
            found.append(Reply(asked, action, self.game.write_action(action)))
            self._go(asked, action)
        return tuple(found)

    def _failed(self, replies: Sequence[Reply]) -> str:
        pending = self.game.pending(self.state)
        if isinstance(pending, Over):
            return f"Not that. {pending.outcome.sentence()}"
        line = ", ".join(reply.text for reply in replies)
        what = "gets away" if self.aim.kind == WIN else "wins by force"
        other = replies[0].seat.capitalize() if replies else "The other side"
        return f"Not that. {other} {what} with {line}." if line else "Not that: too slow."

    def _at(self) -> str:
        left = self.aim.activations
        return f"For {left} activations nobody can break it."
