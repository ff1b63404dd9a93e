"""Bots that are programs of their own: any language, JSON Lines on standard input and output.

    said      {"ready":true}, once, if it likes: now its time may count
    sent      {"do":"choose","id":1,"seat":"blue","state":{...},"legal":[...],"seconds":1.0}
    answered  {"id":1,"action":{...}}

The program is started when it is first asked, and asked at once; how long it takes to start is not
its thinking. So no clock runs until it has said that it is ready, or answered, or half a minute is
over. An answer that comes too late is dropped, and the program kept. If it answers with something
else or dies, it is ended, and started anew for the next choice. One that ends after an answer is
started again for the next question. The last line it wrote to standard error stands beside the
reason.
"""

import random
import time
from pathlib import Path
from typing import Any

from outrider.bots.protocol import Asked, BotFailed, Clock
from outrider.contests.programs import MEMORY, Ended, Late, Program, command_of
from outrider.core.choices import Choices
from outrider.core.game import Game
from outrider.core.refusal import Refusal
from outrider.core.wire import Action, an_object, dumps, parse, shown

MOST_LISTED = 500
"""Legal actions that are sent along, of a continuum or of very many."""
STARTING = 30.0
"""Seconds after its start from which a program's clock runs, if nothing is heard of it before."""


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
        self._asked = 0
        self._owes = False
        """Whether the program has yet to answer an earlier question."""
        self.waited = 0.0
        """Seconds of the last choice in which no clock ran, since the program was starting."""

    def choose(self, asked: Asked, clock: Clock, source: random.Random) -> Action:
        choices = asked.choices
        legal = [action.to_json() for _, action in zip(range(MOST_LISTED), choices, strict=False)]
        said = {"do": "choose", "seat": asked.seat, "state": asked.view, "legal": legal}
        reason = "the bot's program failed"
        self.waited = 0.0
        try:
            return self._answer(said, choices, clock.seconds)
        except Late as late:
            self._owes = True
            raise ProgramFailed(str(late), self._last_words()) from None
        except BotFailed as failed:
            reason = str(failed)
        except (OSError, ValueError) as error:
            reason = f"the bot's program failed ({type(error).__name__})"
        program = self._program
        self.close()
        raise ProgramFailed(reason, program.last_words() if program else "") from None

    def _last_words(self) -> str:
        return self._program.last_words() if self._program else ""

    def _answer(self, asked: dict[str, Any], choices: Choices[Any], seconds: float) -> Action:
        """The answer to a question. Whoever ends between two questions is started again, once:
        whether it has ended yet cannot be known before it is asked."""
        if self._program is not None and self._program.has_ended():
            self.close()
        was_there = self._program is not None
        try:
            return self._exchange(self._started(), asked, choices, seconds)
        except Ended:
            if not was_there:
                raise
        assert self._program is not None
        self._program.end(0)
        self._program = None
        return self._exchange(self._started(), asked, choices, seconds)

    def _started(self) -> Program:
        if self._program is None:
            self._program = Program(self._command, self._memory, self._log)
            self._owes = False
        return self._program

    def _exchange(
        self, program: Program, asked: dict[str, Any], choices: Choices[Any], seconds: float
    ) -> Action:
        """Ask, and hear lines until one of them is the answer."""
        self._asked += 1
        begun = time.monotonic()
        # Listing the choices and starting a process is our work, so the time begins here, or when
        # the program has started.
        starts = begun if program.is_ready else max(begun, program.begun + STARTING)
        clock, dropped = Clock(seconds, starts), ""
        question = dumps({**asked, "id": self._asked, "seconds": seconds}).encode()
        sent = False
        while True:
            try:
                if not sent:
                    program.send(question, clock)
                    sent = True
                said = self._read(program.line(clock))
            except Late as late:
                program.is_ready = True
                self.waited = starts - begun
                raise Late(f"{late}{dropped}") from None
            if not program.is_ready:
                # It has said something, so it has started.
                program.is_ready = True
                clock = Clock(seconds)
                self.waited = clock.begun - begun
            if said.get("ready") is True and "action" not in said:
                continue
            if "id" in said and said["id"] != self._asked:
                dropped = f"; what it said answers question {shown(said['id'])}"
                continue
            action = self._action(said)
            if self._owes and "id" not in said and action not in choices:
                self._owes = False  # that was the answer to an earlier question
                continue
            self._owes = False
            return action

    @staticmethod
    def _read(line: bytes) -> dict[str, Any]:
        try:
            return an_object(parse(line), "the answer")
        except Refusal as refusal:
            raise BotFailed(f"the bot answered nonsense: {refusal.message}") from None

    def _action(self, said: dict[str, Any]) -> Action:
        try:
            action: Action = self._game.action(said.get("action"))
        except Refusal as refusal:
            raise BotFailed(f"the bot answered nonsense: {refusal.message}") from None
        return action

    def close(self) -> None:
        """End the program and all it has started; politely first."""
        program, self._program = self._program, None
        if program is not None:
            program.end()
