"""Bots at a match, ours and programs that come from outside, and against each other: bouts,
tournaments on all cores, and what the results say."""
