"""Players that are programs: the protocol they follow, and the levels there are."""

from outrider.bots.levels import LEVELS, bot_of, names
from outrider.bots.protocol import Asked, Bot, BotFailed, BusyClock, Clock, Level

__all__ = ["LEVELS", "Asked", "Bot", "BotFailed", "BusyClock", "Clock", "Level", "bot_of", "names"]
