"""Pebbles: Nim with a die, for two to four. An example of a game for Outrider."""
