"""Frozen dataclasses that are made quickly are what all others are."""

import copy
import inspect
import pickle
from dataclasses import FrozenInstanceError, dataclass, field, fields, replace
from typing import Any, ClassVar, Generic, TypeVar

import pytest

from outrider.core.frozen import frozen

S = TypeVar("S")


class Fact:
    __slots__ = ()
    fact: ClassVar[str]


@frozen
class Came(Fact):
    """Somebody came."""

    fact: ClassVar[str] = "came"
    who: str
    at: tuple[int, int] = (0, 0)
    seen: list[str] = field(default_factory=list, compare=False)

    def __str__(self) -> str:
        return f"{self.who} came"


@frozen
class CameLate(Came):
    by: int = 1


class Undecorated(Came):
    """Has a dictionary, which the others have not."""


@dataclass(frozen=True, slots=True)
class Plain(Fact):
    """The same as `Came`, as it is otherwise written."""

    fact: ClassVar[str] = "came"
    who: str
    at: tuple[int, int] = (0, 0)
    seen: list[str] = field(default_factory=list, compare=False)


@frozen
class Nothing(Fact):
    pass


@frozen
class Holder(Generic[S]):
    held: S


def test_it_is_made_as_any_other() -> None:
    for given, named in ((("R1",), {}), (("R1", (3, 4)), {}), ((), {"who": "R1", "at": (5, 6)})):
        one, other = Came(*given, **named), Plain(*given, **named)  # type: ignore[arg-type]
        assert type(one) is Came
        assert [getattr(one, each.name) for each in fields(one)] == [
            getattr(other, each.name) for each in fields(other)
        ]
        assert repr(one) == repr(other).replace("Plain", "Came")
    assert str(Came("R1")) == "R1 came"
    assert Came("R1").seen is not Came("R1").seen
    assert Holder(3).held == 3 and Nothing() == Nothing()
    assert Came.__doc__ == "Somebody came."


def test_its_constructor_is_its_fields() -> None:
    assert list(inspect.signature(Came).parameters) == ["who", "at", "seen"]
    wrong: list[tuple[tuple[Any, ...], dict[str, Any]]] = [
        ((), {}),
        (("R1", (0, 0), [], 4), {}),
        (("R1",), {"who": "R2"}),
        (("R1",), {"whom": "R2"}),
    ]
    for given, named in wrong:
        with pytest.raises(TypeError):
            Came(*given, **named)


def test_it_cannot_be_changed() -> None:
    for it in (Came("R1"), CameLate("R1"), Undecorated("R1")):
        with pytest.raises(FrozenInstanceError):
            it.who = "B1"  # type: ignore[misc]
        with pytest.raises(FrozenInstanceError):
            del it.who
        assert it.who == "R1"
    assert not hasattr(Came("R1"), "__dict__")


def test_it_is_compared_copied_and_taken_apart_as_any_other() -> None:
    one = Came("R1", (1, 2), ["B1"])
    assert one == Came("R1", (1, 2)) != Came("R1", (1, 3))
    assert hash(one) == hash(Came("R1", (1, 2)))
    assert replace(one, who="R2") == Came("R2", (1, 2))
    for made in (copy.copy(one), copy.deepcopy(one), pickle.loads(pickle.dumps(one))):
        assert type(made) is Came and made == one and made.seen == ["B1"]
    match one:
        case Came(who, at):
            assert (who, at) == ("R1", (1, 2))


def test_others_may_come_of_it() -> None:
    late = CameLate("R1", by=3)
    assert (late.who, late.at, late.by, str(late)) == ("R1", (0, 0), 3, "R1 came")
    assert type(late) is CameLate and late != Came("R1")
    assert pickle.loads(pickle.dumps(late)) == late
    other = Undecorated("R1")
    assert (type(other), other.who, other.at, other.seen) == (Undecorated, "R1", (0, 0), [])


def test_what_is_not_given_by_its_place_is_refused() -> None:
    with pytest.raises(TypeError, match="by its place"):

        @frozen
        class Worked:
            out: int = field(init=False, default=3)
