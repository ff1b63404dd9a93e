"""Skirminion's endings: one or two units a side without forts, and duels among forts."""
