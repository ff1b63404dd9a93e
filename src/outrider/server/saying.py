"""JSON as it is said on sockets: the same as `core.wire.dumps` writes, in a tenth of the time.

To write what everybody is told took a twelfth of the time of an action. The core does without: it
needs the standard library only, and whoever replays records writes little.
"""

import orjson

from outrider.core.wire import dumps


def said(value: object) -> bytes:
    """A message, in UTF-8. What has digits that no float has, or more than 64 bits, is written as
    everywhere else."""
    try:
        return orjson.dumps(value)
    except TypeError:
        return dumps(value).encode()
