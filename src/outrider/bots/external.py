"""Bots that are programs of their own: any language, JSON Lines on standard input and output.

    sent      {"do":"choose","seat":"blue","state":{...},"legal":[...],"seconds":1.0}
    answered  {"action":{...}}

The program is started when it is first asked. If it is too slow, answers with something else or
dies, it is ended, and started anew for the next choice. One that ends after an answer is started
again for the next question. The last line it wrote to standard error stands beside the reason.
"""

import random
from pathlib import Path
from typing import Any

from outrider.bots.programs import MEMORY, Ended, Program, command_of
from outrider.bots.protocol import BotFailed, Clock
from outrider.core.choices import Choices
from outrider.core.game import Game
from outrider.core.refusal import Refusal
from outrider.core.wire import Action, an_object, dumps, parse

MOST_LISTED = 500
"""Legal actions that are sent along, of a continuum or of very many."""


class ProgramFailed(BotFailed):
    """A program gave no answer; `wrote` is what it last said about itself."""

    def __init__(self, reason: str, wrote: str) -> None:
        super().__init__(reason)
        self.wrote = wrote


class ExternalBot:
    """A program at a table. `close` ends it."""

    def __init__(
        self,
        game: Game[Any, Any],
        seat: str,
        command: str,
        memory: int = MEMORY,
        log: Path | None = None,
    ) -> None:
        self._game = game
        self._seat = seat
        self._command = command_of(command)
        self._memory = memory
        self._log = log
        self._program: Program | None = None

    def choose(
        self, view: dict[str, Any], choices: Choices[Any], clock: Clock, source: random.Random
    ) -> Action:
        legal = [action.to_json() for _, action in zip(range(MOST_LISTED), choices, strict=False)]
        asked = {"do": "choose", "seat": self._seat, "state": view, "legal": legal}
        reason = "the bot's program failed"
        try:
            return self._read(self._answer(asked, clock.seconds))
        except BotFailed as failed:
            reason = str(failed)
        except (OSError, ValueError) as error:
            reason = f"the bot's program failed ({type(error).__name__})"
        program = self._program
        self.close()
        raise ProgramFailed(reason, program.last_words() if program else "") from None

    def _answer(self, asked: dict[str, Any], seconds: float) -> bytes:
        """The line that answers a question. Whoever ends between two questions is started again,
        once: whether it has ended yet cannot be known before it is asked."""
        if self._program is not None and self._program.has_ended():
            self.close()
        was_there = self._program is not None
        program = self._started()
        # Listing the choices and starting a process is our work, so the time begins here.
        clock = Clock(seconds)
        try:
            return self._exchange(program, asked, clock)
        except Ended:
            if not was_there:
                raise
        program.end(0)
        self._program = None
        return self._exchange(self._started(), asked, clock)

    def _started(self) -> Program:
        if self._program is None:
            self._program = Program(self._command, self._memory, self._log)
        return self._program

    def _exchange(self, program: Program, asked: dict[str, Any], clock: Clock) -> bytes:
        message = {**asked, "seconds": max(0.0, clock.left())}
        program.send(dumps(message).encode(), clock)
        return program.line(clock)

    def _read(self, line: bytes) -> Action:
        try:
            answer = an_object(parse(line), "the answer")
            action: Action = self._game.action(answer.get("action"))
        except Refusal as refusal:
            raise BotFailed(f"the bot answered nonsense: {refusal.message}") from None
        return action

    def close(self) -> None:
        """End the program and all it has started; politely first."""
        program, self._program = self._program, None
        if program is not None:
            program.end()
