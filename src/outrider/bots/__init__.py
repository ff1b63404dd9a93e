"""Players that are programs: the protocol they follow, and the levels there are."""

from outrider.bots.levels import LEVELS, Bot, Clock, bot_of

__all__ = ["LEVELS", "Bot", "Clock", "bot_of"]
