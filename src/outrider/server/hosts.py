"""What the server is called: requests for other names are not meant for it.

A page from elsewhere can give its own name this server's address and then ask as if it were a page
of ours. Its name betrays it. Addresses written as numbers cannot be used for that, nor can names
that only a home's own network knows; any other name has to be told to the server.
"""

import ipaddress
import socket

HOME = (".localhost", ".local", ".lan", ".internal", ".home.arpa")
"""Ends of names that nobody can register."""


class Names:
    """The names a server answers to."""

    def __init__(self, *given: str) -> None:
        self._given = {name.lower().rstrip(".") for name in (socket.gethostname(), *given)}

    def answers_to(self, header: str | None) -> bool:
        """Whether a request with this `Host` is meant for us. One without is no browser's."""
        if header is None:
            return True
        name = name_of(header)
        if not name:
            return False
        if name in self._given or name.endswith(HOME) or _is_address(name):
            return True
        return "." not in name  # such as localhost, or a computer's name at home


def name_of(header: str) -> str:
    """The name alone, without a port; empty if it is none."""
    text = header.strip().lower()
    if text.startswith("["):
        inside, bracket, rest = text[1:].partition("]")
        return inside if bracket and (not rest or rest.startswith(":")) else ""
    name, colon, port = text.rpartition(":")
    if not colon:
        return text.rstrip(".")
    return name.rstrip(".") if port.isdigit() or not port else ""


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
