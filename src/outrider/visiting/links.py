"""The links of a server's tables, as people copy them out of a page."""

import re
from dataclasses import dataclass
from urllib.parse import parse_qs, urlsplit

from outrider.core.refusal import malformed
from outrider.core.wire import shown

PAGE = re.compile(r"/(join|table|watch)/([a-z0-9]{12})/?")
SEAT = re.compile("[A-Za-z0-9_-]{1,20}")
INVITE = re.compile("[A-Za-z0-9_-]{1,200}")
"""What names a file, too: a link is somebody else's, and no way to other folders."""
FORM = "a link is http://SERVER/join/TABLE#INVITATION or http://SERVER/table/TABLE"


@dataclass(frozen=True, slots=True)
class Link:
    """Where a table is, and what the link brings along: an invitation; or a seat with its token,
    and the seeds of its seal, as a page gives them to another device. What follows the # is never
    sent in an address."""

    server: str
    match: str | None = None
    invite: str | None = None
    seat: str | None = None
    token: str | None = None
    seeds: tuple[str, ...] = ()

    @property
    def page(self) -> str:
        """What may be said and shown: the table, without whatever opens it."""
        return f"{self.server}/table/{self.match}"

    @property
    def socket(self) -> str:
        scheme, _, rest = self.server.partition("://")
        return f"{'wss' if scheme == 'https' else 'ws'}://{rest}/api/matches/{self.match}/socket"


def link_from_text(text: str) -> Link:
    """A link, or the sentence that says what is wrong with it."""
    try:
        parts = urlsplit(text.strip())
        there = parts.hostname and parts.port != 0
    except ValueError:
        there = False
    if not there or parts.scheme not in ("http", "https") or parts.username or parts.query:
        raise malformed(f"{shown(text[:80])} is no link to a table: {FORM}")
    server = f"{parts.scheme}://{parts.netloc}"
    if parts.path in ("", "/"):
        return Link(server)
    found = PAGE.fullmatch(parts.path)
    if found is None:
        raise malformed(f"{shown(parts.path[:80])} is no table: {FORM}")
    kind, match = found[1], found[2]
    if kind == "join":
        if parts.fragment and not INVITE.fullmatch(parts.fragment):
            raise malformed(f"{shown(parts.fragment[:80])} is no invitation: {FORM}")
        return Link(server, match, parts.fragment or None)
    carried = {name: values[0] for name, values in parse_qs(parts.fragment).items()}
    seat = carried.get("seat")
    if seat is not None and not SEAT.fullmatch(seat):
        raise malformed(f"{shown(seat[:80])} is no seat: {FORM}")
    seeds = tuple(filter(None, carried.get("seal", "").split(".")))
    return Link(server, match, None, seat, carried.get("token"), seeds)
