"""Doors for those who teach programs to play: games as environments, arrays in and arrays out.

`outrider.vector` makes many games at once (`vector`); `outrider.rl.aec`, `parallel` and `against`
are PettingZoo's and Gymnasium's interfaces. docs/environments.md tells how they are used. Nothing
is imported before somebody asks for an environment.
"""

from outrider.rl.doors import aec, against, parallel, vector

__all__ = ["aec", "against", "parallel", "vector"]
