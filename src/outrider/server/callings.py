"""What bots are called: names of their own, drawn by the match, so that a table keeps them."""

from zlib import crc32

from outrider.core.seats import SEATS

NAMES = (
    "Old Bracken", "Dame Thistle", "Captain Sorrel", "Little Yarrow", "Gaffer Teasel",
    "Aunt Bramble", "Quick Fennel", "Grey Hawthorn", "Lady Tansy", "Young Burdock",
    "Master Rowan", "Widow Sedge", "Long Alder", "Merry Campion", "Stout Medlar",
    "Cousin Clover", "Brother Comfrey", "Black Juniper", "Sister Vetch", "Patient Elder",
    "Uncle Mallow", "Red Sumac", "Quiet Borage", "Bold Dogwood", "Goody Nettle",
    "Tall Spindle", "Wry Mugwort", "Fair Myrtle", "Hob Hazel",
)  # fmt: skip
"""As many as no seats of a table share one: their number has no divisor in common with a step."""


def calling(match: str, seat: str, level: str) -> str:
    """A bot's name at a table. Everybody who sees it knows that it is a bot, and how good."""
    first = crc32(match.encode())
    step = 1 + first // len(NAMES) % (len(NAMES) - 1)
    name = NAMES[(first + step * SEATS.index(seat)) % len(NAMES)]
    return f"{name}, a bot ({level})"
