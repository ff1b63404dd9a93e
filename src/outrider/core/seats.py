"""The seats round a table, clockwise."""

SEATS = ("red", "blue", "green", "amber", "violet", "teal", "pink", "slate")
