"""Requests over HTTP: looking at a match, sitting down, fetching its record."""

import http.client
import urllib.error
import urllib.request
from typing import Any

from outrider.core.refusal import Kind, Refusal
from outrider.core.wire import an_object, dumps, parse
from outrider.visiting.hearing import Form, misfit, plain

PATIENCE = 20.0
"""Seconds for an answer."""
LARGEST = 64 * 1024 * 1024
KINDS: dict[str, Kind] = {
    kind: kind for kind in ("malformed", "unknown", "not-your-turn", "illegal", "over")
}
"""Of refusals that have names of their own; the server's further ones count as unknown here."""


class Here(urllib.request.HTTPRedirectHandler):
    """A server that sends a visitor on to another place is not followed there: it could have us ask
    whatever this machine reaches and it does not."""

    def redirect_request(self, *asked: Any) -> None:
        return None


NOWHERE_ELSE = urllib.request.build_opener(Here)


class Gone(Exception):
    """The server does not answer, or says that it cannot now. It may later."""


class Denied(Refusal):
    """The server says no."""


def request(
    server: str, path: str, body: dict[str, Any] | None = None, token: str | None = None
) -> str:
    """The text of an answer; raises Denied, or Gone."""
    headers = {"content-type": "application/json"}
    if token is not None:
        headers["outrider-token"] = token
    given = None if body is None else dumps(body).encode()
    asked = urllib.request.Request(f"{server}{path}", given, headers)
    try:
        with NOWHERE_ELSE.open(asked, timeout=PATIENCE) as answer:
            text: str = answer.read(LARGEST).decode()
            return text
    except urllib.error.HTTPError as error:
        if error.code == 429 or error.code >= 500:
            raise Gone(f"it answers with {error.code}") from None
        raise _denied(error) from None
    except urllib.error.URLError as error:
        raise Gone(str(error.reason)) from None
    except (OSError, http.client.HTTPException, UnicodeDecodeError) as error:
        raise Gone(str(error) or type(error).__name__) from None


def _denied(error: urllib.error.HTTPError) -> Denied:
    """Why, in the server's words."""
    try:
        said = an_object(parse(error.read(65536)), "the answer")["error"]
        kind, message = str(said["kind"]), plain(said["message"])
    except (Refusal, KeyError, TypeError, OSError):
        kind, message = "unknown", f"it answers with {error.code}: it may be no Outrider server"
    return Denied(KINDS.get(kind, "unknown"), message)


def ask(server: str, path: str, form: Form, body: dict[str, Any] | None = None) -> dict[str, Any]:
    """The same, as an object of that form."""
    try:
        said = an_object(parse(request(server, path, body)), "the answer")
    except Denied:
        raise
    except Refusal:
        said = {}
    if not said or misfit(said, form):
        raise Denied("unknown", f"what answers at {server} is no Outrider server")
    return said
