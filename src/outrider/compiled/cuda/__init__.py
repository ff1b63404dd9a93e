"""The same rules on a GPU: `threads` says what one thread does, `making` compiles it to PTX, `kept`
finds what was compiled, and `card` runs it. Only `making` needs Numba, and only `card` CuPy."""
