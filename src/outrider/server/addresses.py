"""Whom an address stands for, wherever something is counted by addresses.

Whoever has one IPv6 address has all that share its first half, so these count as one. An IPv4
address is the same however it is written.
"""

from functools import lru_cache
from ipaddress import IPv6Address, ip_address

NOBODY = "?"
"""Where a connection does not say where it comes from."""


def address_of(client: tuple[str, int] | None) -> str:
    """What stands for whoever is at the other end."""
    return NOBODY if not client else judged(client[0])


@lru_cache(4096)
def judged(address: str) -> str:
    """What stands for an address. It is kept with matches as a hash, so it must not change."""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if not isinstance(found, IPv6Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return f"{int(found) >> 64:x}"
