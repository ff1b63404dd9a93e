"""Bots at a match, and against each other: seats, bouts, tournaments on all cores, and what the
results say."""
