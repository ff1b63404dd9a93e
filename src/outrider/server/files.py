"""Open files: as many as the system lets us have, and some always kept back."""

import resource
from contextlib import suppress

RESERVE = 128
"""For storage, bots' processes, pages that are being read, and whatever else has to go on."""
LARGEST = 65_536
"""More is not asked for: where there is no limit, lists of files would have no end."""
LEAST = 16


def raise_limit() -> int:
    """Take as many as we may; how many there are then."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = LARGEST if hard == resource.RLIM_INFINITY else min(hard, LARGEST)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return LARGEST if soft == resource.RLIM_INFINITY else soft


def most_connections() -> int:
    """How many of them may be connections."""
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    files = LARGEST if soft == resource.RLIM_INFINITY else min(soft, LARGEST)
    return max(LEAST, files - min(RESERVE, files // 2))
