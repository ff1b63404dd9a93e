"""Ports for servers that are ended and started again at the same place."""

import random
import socket
from pathlib import Path

RANGE = Path("/proc/sys/net/ipv4/ip_local_port_range")
LOWEST = 10_000


def lasting_port() -> int:
    """A free one that nobody is given by chance while its server is away.

    The system hands out the others to whoever connects anywhere. On one machine that may be the
    very player who tries to reach the server again and again, and then meets himself there."""
    first = int(RANGE.read_text("ascii").split()[0]) if RANGE.exists() else 32_768
    source = random.SystemRandom()
    while True:
        port = source.randrange(LOWEST, max(LOWEST + 1_000, first))
        with socket.socket() as tried:
            try:
                tried.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
