"""What reads also writes: fields said once, and a sentence for everything that is wrong."""

from dataclasses import dataclass, field
from typing import Annotated, Any, ClassVar

import pytest

from outrider.core.codec import UP_TO, Codec, Form, many, number, sayer
from outrider.core.faults import Faults, readable
from outrider.core.refusal import Refusal
from outrider.core.wire import Action, ActionSet, Event, wire
from outrider.table.points import Point

Height = Annotated[int, number(1, 3, "the height")]


@dataclass(frozen=True, slots=True)
class Tower:
    """With all that a record may have."""

    written: ClassVar[tuple[str, ...]] = ("id", "storeys", "at", "tall", "lit", "near", "name")
    id: str
    at: Point | None
    storeys: int = wire("height", UP_TO, called="the height")
    lit: bool = False
    near: tuple[str, ...] = ()
    name: str = wire(default="", sparse=True)
    guarded: bool = False

    @property
    def tall(self) -> bool:
        return self.storeys > 2


TOWERS = Codec(Tower, "a tower", named="id")
MOST = {"T1": {"height": 3}}


def test_records_say_their_fields_once() -> None:
    data = {"id": "T1", "height": 3, "at": [1, 2.5], "tall": True, "lit": True, "near": ["T2"]}
    tower = Tower("T1", (1000, 2500), 3, True, ("T2",))
    assert TOWERS.write(tower) == data
    assert list(TOWERS.write(tower)) == list(data), "in the order in which they are written"
    assert TOWERS.read(data, MOST) == tower
    named = {**data, "name": "Keep"}
    assert TOWERS.write(TOWERS.read(named, MOST)) == named


def test_what_is_missing_has_its_default_or_is_null() -> None:
    assert TOWERS.read({"id": "T1", "height": 0}, MOST) == Tower("T1", None, 0)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"height": 4}, "T1: the height must be from 0 to 3, not 4"),
        ({"height": None}, "T1: the height must be a whole number, not null"),
        ({"lit": 1}, "T1: `lit` is true or false, not 1"),
        ({"near": "T2"}, 'T1: `near` must be a list, not "T2"'),
        ({"near": [2]}, "T1: `near` must be a string, not 2"),
        ({"at": 3}, "T1: the point must be a pair of numbers [x, y], not 3"),
        ({"id": 3}, "`id` must be a string, not 3"),
        ({"wide": 3}, 'a tower has no field "wide"'),
        ({"guarded": True}, 'a tower has no field "guarded"'),
    ],
    ids=lambda value: next(iter(value)) if isinstance(value, dict) else "",
)
def test_what_is_wrong_is_called_by_its_name(change: dict[str, Any], words: str) -> None:
    with pytest.raises(Refusal) as caught:
        TOWERS.read({"id": "T1", "height": 1, **change}, MOST)
    assert (caught.value.kind, caught.value.message) == ("malformed", words)


@dataclass(frozen=True, slots=True)
class Climb(Action):
    do: ClassVar[str] = "climb"
    height: Height
    past: Annotated[tuple[str, ...], many(Form(lambda value, what: str(value)))]


@dataclass(frozen=True, slots=True)
class Unreadable(Action):
    do: ClassVar[str] = "guess"
    height: int


@dataclass(frozen=True, slots=True)
class HighClimb(Climb):
    """A class that another was made from is written with its own fields."""

    do: ClassVar[str] = "high"
    roped: bool


def test_actions_of_a_kind_that_was_made_from_another() -> None:
    actions: ActionSet[Action] = ActionSet(Climb, HighClimb)
    for action in (Climb(2, ("a", "b")), HighClimb(2, (), True)):
        assert actions.from_json(action.to_json()) == action
    assert HighClimb(2, (), True).to_json() == {
        "do": "high",
        "height": 2,
        "past": [],
        "roped": True,
    }


def test_a_form_that_nobody_knows_is_an_error_of_the_game() -> None:
    with pytest.raises(TypeError, match=r"Unreadable.height needs a reader"):
        ActionSet(Unreadable).from_json({"do": "guess", "height": 1})


def test_what_is_wrong_first_is_told_first() -> None:
    """As it always was: fields nobody knows, then each field in its turn."""
    actions: ActionSet[Action] = ActionSet(Climb)
    for data, words in (
        ({"do": "climb", "height": 9, "paste": []}, "no field"),
        ({"do": "climb", "height": 9}, "from 1 to 3"),
        ({"do": "climb", "height": 1}, "needs the field `past`"),
    ):
        with pytest.raises(Refusal, match=words):
            actions.from_json(data)


def test_words_are_said_field_by_field() -> None:
    @dataclass(frozen=True)
    class Walk(Action):
        do: ClassVar[str] = "walk"
        who: str
        to: Point

    assert sayer(Walk, "walk")(Walk("R1", (1000, 1500))) == "walk R1 1,1.5"


@dataclass(frozen=True)
class Odd(Event):
    """Of a game from elsewhere: types that say nothing, and a list of its own."""

    event: ClassVar[str] = "odd"
    pair: tuple[int, int]
    more: dict[str, int] = field(default_factory=dict)


def test_what_has_no_form_is_written_as_it_is() -> None:
    assert Odd((1, 2), {"a": 1}).to_json() == {"event": "odd", "pair": [1, 2], "more": {"a": 1}}


# -- among others, and within --------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Guard:
    """Whose tower is another record, of which some fields stand in its own object."""

    written: ClassVar[tuple[str, ...]] = ("tower.id", "tower.storeys", "tower.name", "awake")
    tower: Tower
    awake: bool = False


def test_fields_of_a_record_within_are_written_always_and_read_by_whoever_knows_it() -> None:
    guards, tower = Codec(Guard, "a guard"), Tower("T1", None, 2)
    data = {"id": "T1", "height": 2, "name": "", "awake": True}
    assert guards.write(Guard(tower, True)) == data, "also where they have their defaults"
    assert guards.read({"awake": True, "height": 2}, tower=tower) == Guard(tower, True)
    with pytest.raises(Refusal, match="a guard has no field"):
        guards.read({"asleep": True}, tower=tower)


def test_records_are_read_among_other_fields_and_changed_by_some() -> None:
    lights = Codec(Light, "a light")
    assert lights.names == ("height", "on")
    assert lights.read_among({"height": 2, "colour": "red"}) == Light(2)
    lit = Light(2, on=True)
    assert lights.changed(lit, {"height": 3, "on": False}, ("height",)) == Light(3, on=True)
    assert lights.changed(lit, {"height": 2}, ("height",)) is lit
    assert lights.form.read({"height": 1}, "it") == Light(1)


@dataclass(frozen=True, slots=True)
class Light:
    height: Height
    on: bool = False


def test_all_faults_of_a_record_are_told_with_their_places() -> None:
    faults, parts = Faults(), Codec(Light, "a light").parts
    read = faults.record("lights[0]", {"height": 9, "hue": 1}, parts)
    assert read == {"height": None} and readable(read) == {}
    faults.record("lights[1]", {"on": "yes"}, parts, "no such thing")
    assert faults.found == [
        "lights[0].hue: unknown field",
        "lights[0].height: must be from 1 to 3, not 9",
        "lights[1].height: missing",
        'lights[1].on: is true or false, not "yes"',
    ]
