"""Bots for Skirminion: a compiled search, exact endings, and an opening table."""
