"""Players who hold their own seals, as a page does."""

from contextlib import AbstractAsyncContextManager
from typing import Any

from outrider.core.chain import hash_after
from outrider.dice import Seal
from server.driving import Json, Player, Sat, Server, at_table, made


def seated_with_seals(
    server: Server, game: str, kinds: str = "me link", **more: Any
) -> tuple[Sat, dict[str, str]]:
    """A match in which every person holds a seal, before any anchor is given: and their seeds."""
    host = server.person()
    people = {"red": host}
    new = made(host, game, kinds, dice="sealed", seal=True, **more)
    tokens = dict(new["tokens"])
    for seat, invite in new["invites"].items():
        people[seat] = server.person()
        wish = {"invite": invite, "seal": True}
        answer = people[seat].post(f"/api/matches/{new['match']}/join", json=wish)
        assert answer.status_code == 200, answer.text
        tokens[seat] = answer.json()["token"]
    for person in people.values():
        person.close()
    sat = Sat(server, new["match"], tokens, new["invites"], new["watch"], people)
    return sat, {seat: f"seed of {seat}" for seat in tokens}


class Holder:
    """Somebody at a table with the seals of some seats, who opens what is asked for."""

    def __init__(self, player: Player, match: str, seeds: dict[str, str]) -> None:
        self.player = player
        self.seals = {seat: Seal(match, seat, seed) for seat, seed in seeds.items()}
        self.done: str | None = None
        """The line for which links were last opened."""

    @property
    def wanted(self) -> Json | None:
        """What is waited for, as it was last told."""
        said: Json | None = self.player.table.get("seals")
        return said

    async def anchors(self) -> None:
        for seat, seal in self.seals.items():
            await self.player.ask("anchor", seat=seat, anchor=seal.anchor)

    def links(self) -> dict[str, str]:
        """The next link of each seat that is waited for."""
        standing = standings(self.player)
        wanted = self.wanted
        assert wanted is not None
        return {
            seat: seal.below(standing[seat]) or ""
            for seat, seal in self.seals.items()
            if seat in wanted["missing"]
        }

    async def open(self) -> None:
        wanted = self.wanted
        assert wanted is not None
        await self.player.ask("open", links=self.links(), **{"for": wanted["for"]})

    async def serve(self) -> None:
        """Open whatever is asked for, for as long as it goes on."""
        while True:
            await self.player.until(self._is_asked, 600)
            assert self.wanted is not None
            self.done = self.wanted["for"]
            await self.open()

    def _is_asked(self) -> bool:
        wanted = self.wanted
        return wanted is not None and wanted["for"] != self.done and bool(self.links())


def standings(player: Player) -> dict[str, str]:
    """What each holder's next link has to hash to, from the lines that were told."""
    found: dict[str, str] = dict(player.table["dice"]["anchors"])
    for line in told(player):
        found |= line.get("open", {}) | line.get("anchors", {})
    return found


def told(player: Player) -> list[Json]:
    """All lines of the match that a player was told, once each and in order."""
    lines: dict[int, Json] = {}
    for message in (player.table.get("missed") or {"lines": []}, *player.news):
        lines |= {line["n"]: line for line in message["lines"]}
    return [lines[n] for n in sorted(lines)]


def check_chain(player: Player) -> str:
    """The last hash, after all were computed again."""
    head: str = player.table["head"]
    for n, line in enumerate(told(player), 1):
        assert line["n"] == n
        head = hash_after(head, line)
        assert line["hash"] == head
    return head


def watching(sat: Sat, *seats: str) -> AbstractAsyncContextManager[Player]:
    return at_table(sat.server, sat.match, *(sat.tokens[seat] for seat in seats), version=0)
