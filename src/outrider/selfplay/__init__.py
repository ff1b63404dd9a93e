"""Games between bots as data to learn from: every position that somebody decided in, what was
chosen there, and what became of it, as Parquet."""
