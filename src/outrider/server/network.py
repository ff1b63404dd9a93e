"""Where this machine is to be found by others on its network."""

import socket
import sys
from contextlib import suppress
from ipaddress import ip_address

ANY = ("0.0.0.0", "::", "")
"""What a server listens on that takes connections from everywhere."""
ELSEWHERE = ("203.0.113.1", "2001:db8::1")
"""Nobody has these; where they would be sent from is where this machine speaks to others from."""
ADDRESS_OF_INTERFACE = 0x8915
"""What Linux is asked for an interface's address by (SIOCGIFADDR)."""


def url(host: str, port: int) -> str:
    """An address to type in."""
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def reached_at(host: str, port: int) -> tuple[str, ...]:
    """What others on the network type in to get to a server that listens there, the likeliest
    first; nothing if only this machine gets there."""
    if host not in ANY:
        return () if is_loopback(host) else (url(host, port),)
    return tuple(url(each, port) for each in own_addresses(six=host == "::"))


def own_addresses(six: bool = False) -> list[str]:
    """This machine's addresses: the one it speaks to others from, then those of its other
    interfaces. Those of version 6 are told only if they are asked for: they are long to type."""
    families = (socket.AF_INET, socket.AF_INET6) if six else (socket.AF_INET,)
    found = [_speaking(family) for family in families]
    found += [_of_interface(name) for _, name in socket.if_nameindex()]
    return [each for each in dict.fromkeys(found) if each is not None and not is_loopback(each)]


def _speaking(family: socket.AddressFamily) -> str | None:
    """Nothing is sent: a socket of this kind is only told whom it would send to."""
    with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as asking:
        asking.connect((ELSEWHERE[family == socket.AF_INET6], 9))
        return str(asking.getsockname()[0])
    return None


def _of_interface(name: str) -> str | None:
    if sys.platform != "linux":
        return None
    import fcntl

    # An interface that is down, or has no address of version 4, is no mistake.
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        asked = name.encode()[:15].ljust(40, b"\0")
        return socket.inet_ntoa(fcntl.ioctl(asking, ADDRESS_OF_INTERFACE, asked)[20:24])
    return None


def is_loopback(name: str) -> bool:
    """Whether a name or an address means the machine it is said on."""
    if name == "localhost" or name.endswith(".localhost"):
        return True
    with suppress(ValueError):
        return ip_address(name.strip("[]")).is_loopback
    return False
