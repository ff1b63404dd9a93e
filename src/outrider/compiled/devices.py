"""Where games may be: in the memory of this machine, or in that of a card."""

from outrider.core.refusal import unknown
from outrider.core.wire import shown

HOST, CARD = "cpu", "cuda"


def device_of(given: object) -> str:
    if given not in (HOST, CARD):
        raise unknown(f'a device is "{HOST}" or "{CARD}", not {shown(given)}')
    return str(given)
