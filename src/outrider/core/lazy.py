"""What is worked out once: kept with its object, or for as long as nobody asks for another's."""

from collections.abc import Callable
from typing import Any, Generic, TypeVar, overload

T = TypeVar("T")


def keep(of: object, name: str, value: object) -> None:
    """Keep something with an object, also with a frozen one. Not by its `__dict__`: an object whose
    dictionary nobody has asked for does without one."""
    object.__setattr__(of, name, value)


class recent(Generic[T]):  # noqa: N801 - it is written like `property`
    """Kept of the object that was asked last and of no other: whoever looks at a state asks for the
    same several times, and thousands of states lie in memory that nobody looks at."""

    def __init__(self, found: Callable[[Any], T]) -> None:
        self._found = found
        self._last: tuple[object, T] | None = None
        self.__doc__ = found.__doc__

    @overload
    def __get__(self, of: None, owner: type) -> "recent[T]": ...

    @overload
    def __get__(self, of: object, owner: type) -> T: ...

    def __get__(self, of: object | None, owner: type) -> "recent[T] | T":
        last = self._last  # both at once: another thread may ask for another's meanwhile
        if last is not None and last[0] is of:
            return last[1]
        if of is None:
            return self
        found = self._found(of)
        self._last = of, found
        return found
