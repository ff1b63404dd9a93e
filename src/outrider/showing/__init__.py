"""A table shown: in characters, as a picture, as a sheet before the game, and as the schema of its
JSON. No rules, and no geometry of its own."""
