"""The referee: JSON Lines in, JSON Lines out, one answer a request.

Bad input is answered with a typed refusal. It never ends the program and never changes the game.
"""

import sys
from collections.abc import Callable
from typing import Any, BinaryIO

from outrider.cli.files import game_of
from outrider.core.game import Game
from outrider.core.record import record_from_json
from outrider.core.refusal import Refusal, malformed, unknown
from outrider.core.wire import (
    Event,
    a_list,
    a_string,
    a_whole_number,
    an_object,
    dumps,
    known_fields,
    parse,
    shown,
)
from outrider.dice import dice_from_json
from outrider.games import game as game_by_id
from outrider.games import games
from outrider.play.catalogue import PROTOCOL, described
from outrider.play.desk import MatchDesk
from outrider.play.match import Match
from outrider.play.questions import ASKED, Check, Play

LONGEST_LINE = 8 * 1024 * 1024
DEEPEST_PERFT = 6

NEW_FIELDS = (
    "id", "do", "game", "options", "seats", "dice", "scenario", "table", "variant", "names", "date",
)  # fmt: skip
LOAD_FIELDS = ("id", "do", "game", "position", "state", "record", "options", "variant", "dice")

Answer = dict[str, Any]


class Referee:
    """One game at a time, and somebody who knows its rules."""

    def __init__(self) -> None:
        self.match: Match | None = None
        self.done = False
        self._requests: dict[str, Callable[[dict[str, Any]], Answer]] = {
            "new": self._new,
            "load": self._load,
            "state": lambda request: self._state(()),
            **dict.fromkeys(ASKED, self._asked),
            "check": self._check,
            "play": self._play,
            "roll": self._roll,
            "games": self._games,
            "undo": self._undo,
            "record": self._record,
            "perft": self._perft,
            "quit": self._quit,
        }

    def answer(self, line: bytes) -> Answer:
        """The answer to one line, whatever is in it."""
        named: Answer = {"id": None}
        try:
            request = an_object(parse(line), "a request")
            named = _identity(request)
            do = a_string(request.get("do"), "`do`")
            if do not in self._requests:
                names = ", ".join(self._requests)
                raise unknown(f"no request is called {shown(do)}; there are {names}")
            return {**named, "ok": True, **self._requests[do](request)}
        except Refusal as refusal:
            return {**named, "ok": False, "error": refusal.to_json()}

    # -- beginning -------------------------------------------------------------------------------

    def _new(self, request: dict[str, Any]) -> Answer:
        known_fields(request, NEW_FIELDS, "`new`")
        game = game_by_id(request.get("game"))
        terms = game.terms(
            request.get("options"),
            request.get("seats"),
            request.get("table"),
            request.get("scenario"),
            request.get("variant"),
        )
        date = request.get("date")
        if date is not None:
            a_string(date, "the date")
        dice = dice_from_json(request.get("dice", "ask"))
        self.match = Match(game, terms, dice, names=request.get("names"), date=date)
        return self._state(self.match.opening_events)

    def _load(self, request: dict[str, Any]) -> Answer:
        known_fields(request, LOAD_FIELDS, "`load`")
        given = [name for name in ("position", "state", "record") if name in request]
        if len(given) != 1:
            raise malformed("`load` needs one of `position`, `state` and `record`")
        dice = dice_from_json(request.get("dice", "ask"))
        for name in ("options", "variant"):
            if given != ["position"] and name in request:
                raise malformed(f"`{name}` is part of the {given[0]} already")
        if given == ["record"]:
            record = record_from_json(request["record"])
            named = request.get("game", record.header.game)
            if named != record.header.game:
                raise malformed(f"this is a record of {record.header.game}, not of {shown(named)}")
            self.match = Match.from_record(game_of(record), record, dice)
            return self._state(self.match.opening_events)
        game = game_by_id(request.get("game", _game_of(request.get("state"))))
        state = (
            self._placed(game, request) if given == ["position"] else game.load(request["state"])
        )
        self.match = Match.from_state(game, state, dice)
        return self._state(self.match.opening_events)

    def _placed(self, game: Game[Any, Any], request: dict[str, Any]) -> Any:
        text = a_string(request["position"], "the position")
        return game.read(text, request.get("options"), request.get("variant"))

    # -- playing ---------------------------------------------------------------------------------

    def _table(self) -> Match:
        if self.match is None:
            raise unknown("there is no game yet; begin with `new` or `load`")
        return self.match

    def _state(self, events: tuple[Event, ...]) -> Answer:
        match = self._table()
        return {
            "state": match.game.dump(match.state),
            "events": [event.to_json() for event in events],
        }

    def _asked(self, request: dict[str, Any]) -> Answer:
        desk = MatchDesk(self._table())
        return desk.answer(desk.question(request)).to_json()

    def _check(self, request: dict[str, Any]) -> Answer:
        """Yes, or the refusal; what would be close to it is not looked for."""
        desk = MatchDesk(self._table())
        asked = desk.question(request)
        assert isinstance(asked, Check)
        refusal = desk.why_not(asked.seat, asked.action)
        if refusal is not None:
            raise refusal
        return {}

    def _play(self, request: dict[str, Any]) -> Answer:
        desk = MatchDesk(self._table())
        asked = desk.question(request)
        assert isinstance(asked, Play)
        return self._state(desk.play(asked.seat, asked.action).events)

    def _roll(self, request: dict[str, Any]) -> Answer:
        match = self._table()
        faces = a_list(request.get("faces"), "faces")
        return self._state(match.roll(faces))

    def _undo(self, request: dict[str, Any]) -> Answer:
        self._table().undo()
        return self._state(())

    def _record(self, request: dict[str, Any]) -> Answer:
        return {"record": self._table().record().to_json()}

    def _perft(self, request: dict[str, Any]) -> Answer:
        match = self._table()
        depth = a_whole_number(request.get("depth"), "depth", 0, DEEPEST_PERFT)
        return {"nodes": match.game.perft(match.state, depth)}

    def _games(self, request: dict[str, Any]) -> Answer:
        return {"protocol": PROTOCOL, "games": [described(game) for game in games()]}

    def _quit(self, request: dict[str, Any]) -> Answer:
        self.done = True
        return {}


def _identity(request: dict[str, Any]) -> Answer:
    """The request's own name, to be sent back; nothing if it has none."""
    if "id" not in request:
        return {}
    name = request["id"]
    if isinstance(name, dict | list):
        raise malformed("an `id` is a number or a string")
    return {"id": name}


def _game_of(state: object) -> object:
    """A state says itself what it is a state of."""
    return state.get("game") if isinstance(state, dict) else None


def serve(source: BinaryIO, target: BinaryIO) -> None:
    """Answer every line of `source` on `target` until one says quit, or there are no more."""
    referee = Referee()
    while not referee.done:
        line = source.readline(LONGEST_LINE + 1)
        if not line:
            return
        if len(line) > LONGEST_LINE:
            _skip_line(source, line)
            refusal = malformed(f"a line has at most {LONGEST_LINE} bytes")
            answer = dumps({"id": None, "ok": False, "error": refusal.to_json()})
        else:
            answer = _guarded(referee, line)
        target.write(answer.encode("utf-8") + b"\n")
        target.flush()


def _skip_line(source: BinaryIO, line: bytes) -> None:
    while line and not line.endswith(b"\n"):
        line = source.readline(LONGEST_LINE)


def _guarded(referee: Referee, line: bytes) -> str:
    """A fault of ours may not end somebody's game: it is answered, and told on standard error."""
    before = referee.match
    try:
        return dumps(referee.answer(line))
    except Exception as error:
        referee.match = before
        print(f"outrider: internal error: {type(error).__name__}: {error}", file=sys.stderr)
        refusal = unknown("an error inside the referee; the game is as it was")
        return dumps({"id": None, "ok": False, "error": refusal.to_json()})
