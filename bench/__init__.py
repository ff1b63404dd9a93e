"""How fast it is, measured beside other engines: `make bench`.

These are measurements, not tests: nothing here fails because a number is small.
"""
