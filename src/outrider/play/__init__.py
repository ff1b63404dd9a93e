"""A game being played: who sits where, what has happened, whose dice. No network."""
