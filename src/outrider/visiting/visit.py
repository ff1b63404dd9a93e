"""A bot's visit at a table: it sits down, plays until the match is over, and says how it went."""

import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from outrider.contests.programs import MEMORY
from outrider.contests.seating import called
from outrider.core.record import record_from_text
from outrider.core.refusal import Refusal, malformed, unknown
from outrider.dice import commitment
from outrider.games import game as game_by_id
from outrider.play.proof import Wrong, kept_from_json, proved
from outrider.visiting.choosing import Chooser, Unable
from outrider.visiting.hearing import ABOUT, JOINED, LISTED, TAKEN, plain
from outrider.visiting.links import Link
from outrider.visiting.memory import Keeper, Memory
from outrider.visiting.posting import Denied, Gone, ask, request
from outrider.visiting.table import Line, denied, pauses, shaped
from outrider.visiting.witness import Forged, Json, Witness

STOP, RESIGN, RANDOM = "stop", "resign", "random"
LOSSES = (STOP, RESIGN, RANDOM)
"""What becomes of a match whose bot gives no action."""
LONGEST_NAME = 40
AGAIN = 0.5
"""Seconds until something is sent again that the server could not do just now."""


@dataclass(frozen=True, slots=True)
class Wish:
    """Who is to play where. `patience` is for how many seconds a server may be gone."""

    link: Link
    bot: str
    keep: Path
    seat: str | None = None
    name: str | None = None
    seconds: float = 5.0
    patience: float = 300.0
    at_a_loss: str = STOP
    memory: int = MEMORY


class Stopped(Exception):
    """The visit cannot go on. The seat is kept, and the same command goes on."""


def visit(wish: Wish, told: Callable[[str], None]) -> str:
    """Play to the end, and give the sentence that says how it ended. Raises Refusal for what cannot
    be begun, Stopped for what cannot be gone on with."""
    keeper = Keeper(wish.keep)
    with keeper.held():
        about = patiently(wish, told, lambda: looked_at(wish.link))
        memory = patiently(wish, told, lambda: sat_down(wish, keeper, about))
        seat = memory.seat
        assert seat is not None
        game = game_by_id(about["game"])
        told(f"{seat.capitalize()} at {wish.link.page}: {game.title}, played by {wish.bot}")
        chooser = Chooser(game, seat, wish.bot, wish.seconds, wish.memory)
        try:
            witness = Witness(memory.match, memory, keeper, game.secret)
            return Visit(wish, memory, witness, chooser, told).played()
        except Forged as forged:
            raise Stopped(f"do not trust this host: {forged}") from None
        finally:
            chooser.close()


def patiently(wish: Wish, told: Callable[[str], None], do: Callable[[], Any]) -> Any:
    """Do something that needs the server, again and again while it is gone."""
    reason = ""
    for pause in pauses(wish.patience):
        try:
            return do()
        except Gone as gone:
            if not reason:
                told(f"the server does not answer ({gone}); trying again")
            reason = str(gone)
            time.sleep(pause)
    raise Stopped(f"no server answers at {wish.link.server} ({reason})")


# -- sitting down ----------------------------------------------------------------------------------


def looked_at(link: Link) -> Json:
    """The match a link leads to, before anything is done there."""
    if link.match is None:
        free = ask(link.server, "/api/matches", LISTED).get("matches") or []
        listed = [
            plain(f"{link.server}/table/{each['match']} ({each['game']})") for each in free[:5]
        ]
        there = (
            f"; free seats are at {', '.join(listed)}" if listed else "; no table is open to all"
        )
        raise malformed(f"{link.server} is a server, not a table{there}")
    try:
        about = ask(link.server, f"/api/matches/{link.match}", ABOUT)
    except Denied as said:
        if "not open to all" not in said.message:
            raise unknown(f"{link.page}: {said.message}") from None
        about = {}  # it has begun, and only who sits there sees it
    return about


def sat_down(wish: Wish, keeper: Keeper, about: Json) -> Memory:
    """What speaks for the seat: from before, from the link, or by sitting down now."""
    link, memory = wish.link, keeper.read()
    assert link.match is not None
    if memory is not None and (memory.match, memory.server) != (link.match, link.server):
        raise malformed(f"{wish.keep} is about another match, {memory.server}/table/{memory.match}")
    if memory is None:
        memory = Memory(link.server, link.match, secrets.token_urlsafe(32), None, _entropy())
        if link.token is not None:
            memory.token, memory.seat = link.token, link.seat
            memory.seeds, memory.moved = list(link.seeds), bool(link.seeds)
        keeper.write(memory)
    if memory.seat is None:
        _check(wish, about)
        memory.seat = joined(wish, memory)
        keeper.write(memory)
    if wish.seat not in (None, memory.seat):
        raise unknown(f"the seat there is {memory.seat}, not {wish.seat}")
    if not about:
        about |= {"game": _game_of(wish, memory)}
    return memory


def _entropy() -> str:
    return secrets.token_hex(16)


def _check(wish: Wish, about: Json) -> None:
    """Refuse what could only fail later."""
    if not about:
        raise Refusal("over", f"{wish.link.page}: the match has begun, and nobody can join it")
    game_by_id(about["game"])
    if (about.get("dice") or {}).get("kind") == "typed":
        raise Refusal(
            "not-your-turn",
            "at this table people type in what their own dice show, and a program has none",
        )
    seats = {each["seat"]: each for each in about.get("seats", ())}
    if wish.seat is not None and wish.seat not in seats:
        raise unknown(f"there is no seat {wish.seat} there, but {', '.join(seats)}")


def joined(wish: Wish, memory: Memory) -> str:
    """Take the seat."""
    said = {
        "invite": wish.link.invite,
        "token": memory.token,
        "commitment": commitment(memory.entropy),
        "seal": True,
        "name": (wish.name or called(wish.bot))[:LONGEST_NAME],
        "seat": wish.seat,
    }
    given = {name: value for name, value in said.items() if value is not None}
    try:
        path = f"/api/matches/{memory.match}/join"
        return str(ask(wish.link.server, path, JOINED, given)["seat"])
    except Denied as no:
        if "no free seat" in no.message:
            why = "the seat is taken, or its invitation is not this one"
            raise Refusal("not-your-turn", f"{wish.link.page}: {why} ({no.message})") from None
        raise Refusal(no.kind, f"{wish.link.page}: {no.message}") from None


def _game_of(wish: Wish, memory: Memory) -> str:
    text = request(wish.link.server, f"/api/matches/{memory.match}/record", None, memory.token)
    return str(record_from_text(text).header.game)


# -- playing ---------------------------------------------------------------------------------------


class Visit:
    """A seat that is played, over as many connections as it takes."""

    def __init__(
        self,
        wish: Wish,
        memory: Memory,
        witness: Witness,
        chooser: Chooser,
        told: Callable[[str], None],
    ) -> None:
        self._wish, self._memory = wish, memory
        self._chooser, self._told = chooser, told
        self._witness = witness
        self._table: Json = {}
        self._doing: Json | None = None
        """What was said and not answered yet; it is said again on the next connection."""
        self._reached = 0
        """The version that the last answer named: nothing is chosen before it is there."""
        self._waited = False

    def played(self) -> str:
        """To the end of the match: what came of it."""
        while self._table.get("result") is None:
            line = patiently(self._wish, self._told, self._connected)
            try:
                if self._doing is not None:
                    line.say(self._doing)
                self._at_table(line)
            except Gone as gone:
                self._told(f"the connection is lost ({gone}); connecting anew")
            finally:
                line.close()
        return self._ended()

    def _connected(self) -> Line:
        return Line(self._wish.link.socket, self._memory.token, self._witness, self._table)

    def _at_table(self, line: Line) -> None:
        while self._table.get("result") is None:
            if not line.is_behind:
                for said in self._witness.to_say(self._table):
                    line.say(said)
                self._act(line)
            line.hear(self._answered)

    def _act(self, line: Line) -> None:
        """Answer what is asked of this seat, if something is."""
        table, seat = self._table, self._memory.seat
        if table.get("stuck"):
            raise Stopped(str(table["stuck"]))
        if table.get("stage") in ("open", "revealing") and not self._waited:
            self._waited = True
            self._told("waiting for the others to sit down")
        ready = self._doing is None and self._witness.version >= self._reached
        if table.get("stage") != "running" or not ready:
            return
        conduct = table.get("conduct") or {}
        if conduct.get("draw") and seat not in conduct["draw"]:
            self._do(line, {"do": "no-draw"})
        elif conduct.get("back") is not None and seat not in conduct.get("asked", ()):
            self._do(line, {"do": "no-takeback"})
        elif seat in (table.get("pending") or {}).get("decide", ()):
            self._do(line, self._choice())

    def _choice(self) -> Json:
        try:
            action = self._chooser.choose(self._table)
        except Unable as unable:
            if self._wish.at_a_loss == STOP:
                raise Stopped(f"{self._wish.bot} cannot go on: {unable}") from None
            self._told(f"{self._wish.bot} gave no action ({unable}): {self._wish.at_a_loss}")
            if self._wish.at_a_loss == RESIGN:
                return {"do": "resign"}
            action = self._chooser.at_random(self._table)
        return {"do": "play", "action": action.to_json()}

    def _do(self, line: Line, said: Json) -> None:
        client = secrets.token_hex(12)
        self._doing = {**said, "version": self._table.get("version", 0), "client": client}
        line.say({**self._doing, "seat": self._memory.seat})

    def _answered(self, asked: Json, said: Json) -> None:
        """The answer to something that was said."""
        if asked.get("client") != (self._doing or {}).get("client") or "client" not in asked:
            if not said.get("ok"):
                self._seals_refused(asked, said["error"])
            return
        doing, self._doing = self._doing, None
        if said.get("ok"):
            self._reached = int(shaped(said, TAKEN)["version"])
            if doing and doing["do"] == "play":
                self._told(f"{said['version']:>5}  {_written(doing['action'])}")
            return
        error = said["error"]
        if error["kind"] in ("unavailable", "too-many", "broken"):
            time.sleep(AGAIN)
            raise Gone(str(error["message"]))
        if error["kind"] not in ("stale", "not-your-turn", "over", "malformed"):
            raise Stopped(f"the server refuses what the rules allow: {denied(error)}")
        # The match has gone on since; what is to be done now is seen from how it stands.

    def _seals_refused(self, asked: Json, error: Json) -> None:
        if asked.get("do") in ("anchor", "open", "reveal"):
            self._told(f"the server did not take what dice need: {error['message']}")
            time.sleep(AGAIN)
            self._witness.anew()

    # -- the end -----------------------------------------------------------------------------------

    def _ended(self) -> str:
        """How it ended, and whether the record is what was seen."""
        result, seat = self._table["result"], self._memory.seat
        winners = result["winners"]
        how = "Drawn" if not winners else ("Won" if seat in winners else "Lost")
        return f"{how}. {self._table.get('question') or result['reason']} {self._checked()}"

    def _checked(self) -> str:
        path = f"/api/matches/{self._memory.match}/record"
        try:
            record = record_from_text(
                request(self._wish.link.server, path, None, self._memory.token)
            )
            game = game_by_id(record.header.game)
            proved(game, record, kept_from_json(self._memory.kept()))
        except Wrong as found:
            raise Stopped(f"the record is not the match that was played: {found}") from None
        except (Gone, Refusal) as error:
            return f"(The record could not be checked: {error})"
        return "The record is what was seen, and every die was computed again."


def _written(action: Any) -> str:
    """An action in a line, whatever game it is of."""
    return " ".join(_text(value) for value in action.values())


def _text(value: Any) -> str:
    if isinstance(value, list):
        return ",".join(map(_text, value))
    return f"{value:g}" if isinstance(value, float) else str(value)
