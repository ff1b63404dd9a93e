"""Puzzles: positions with one best answer, made from games and proved by the rules.

puzzle    what a puzzle is, as JSON
shelf     those that come with a game: the file `puzzles/ID.jsonl` in its folder
solving   who solves those of a game: a room of its own here, or exact chances (`chances`)
trying    an answer that somebody gives, judged, with the reason and how it goes on
making    new ones from games that bots play
"""
