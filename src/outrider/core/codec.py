"""What reads also writes: a dataclass says its fields once, and by that it goes to JSON and back.

What the value of a field looks like is its form. A type may bring it along (`Annotated[int, form]`)
or a field may name it (`wire("from", form)`); strings and booleans, a list of something and
something or null need none. What a class needs is made into functions at its first use: they are
written out field by field, as one would by hand, so that nothing is looked up afterwards.
"""

from collections.abc import Callable, Collection, Container, Mapping
from dataclasses import MISSING, Field, dataclass, field, fields, replace
from functools import cached_property, partial
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Generic,
    TypeVar,
    Union,
    cast,
    get_args,
    get_origin,
    get_type_hints,
)

from outrider.core.refusal import Refusal, malformed
from outrider.core.values import (
    a_flag,
    a_list,
    a_string,
    a_whole_number,
    an_object,
    known_fields,
    shown,
)

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Form(Generic[T]):
    """One kind of value. `read` takes JSON and what it is called in a refusal; `called` is that
    where a field says nothing else. What has no `write` is the same in JSON. In a line of text it
    is one word, or all the `rest`: `say` writes it, `hear` reads it, and what has none is read like
    JSON. What may be `null` is not written by `write` where it is None. `schema` is its JSON
    Schema, as far as one is asked for."""

    read: Callable[[Any, str], T]
    write: Callable[[T], Any] | None = None
    called: str = ""
    say: Callable[[T], str] | None = None
    hear: Callable[[str], T] | None = None
    rest: bool = False
    null: bool = False
    schema: Mapping[str, Any] | None = field(default=None, compare=False)


def number(low: int, high: int, called: str = "") -> Form[int]:
    """A whole number between two bounds."""
    schema = {"type": "integer", "minimum": low, "maximum": high}
    return Form(partial(_between, low, high), called=called, schema=schema)


def _between(low: int, high: int, value: object, what: str) -> int:
    return a_whole_number(value, what, low, high)


def one_of(
    names: Collection[object], refusal: Callable[[str], str], rule: str | None = None
) -> Form[str]:
    """One of a few names; the refusal gets what was said instead."""

    def read(value: object, what: str) -> str:
        if isinstance(value, str) and value in names:
            return value
        raise malformed(refusal(shown(value)), rule)

    return Form(read, schema={"enum": list(names)})


def many(form: Form[T], each: str = "") -> Form[tuple[T, ...]]:
    """A list of values, each of which is called something of its own in a refusal."""
    one, called = form.read, each or form.called

    def read(value: object, what: str) -> tuple[T, ...]:
        return tuple([one(part, called or what) for part in a_list(value, what)])

    put = form.write
    if put is None:
        return Form(read, list)
    written = put
    return Form(read, lambda values: [written(value) for value in values])


def or_null(form: Form[T]) -> Form[T | None]:
    one = form.read

    def read(value: object, what: str) -> T | None:
        return None if value is None else one(value, what)

    return Form(read, cast(Any, form.write), form.called, null=True)


def _unread(value: object, what: str) -> Any:
    raise TypeError(f"{what} has no form, so it cannot be read")


def _as_it_is(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


UP_TO: Form[int] = Form(_unread)
"""A whole number from 0 up to the limit that the rules' numbers give: whoever reads a record has
them by its name and the field's."""
UNKNOWN: Form[Any] = Form(_unread, _as_it_is)
_PLAIN: dict[object, Form[Any]] = {
    str: Form(a_string),
    bool: Form(a_flag),
    int: Form(_unread),
}


def form_of(hint: object) -> Form[Any]:
    """The form that a type brings along."""
    found = _PLAIN.get(hint)
    if found is not None:
        return found
    origin, parts = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return next((part for part in parts if isinstance(part, Form)), UNKNOWN)
    if origin is tuple and len(parts) == 2 and parts[1] is Ellipsis:
        return many(form_of(parts[0]))
    if origin in (Union, UnionType) and len(parts) == 2 and NoneType in parts:
        return or_null(form_of(next(part for part in parts if part is not NoneType)))
    return UNKNOWN


@dataclass(frozen=True, slots=True)
class Part:
    """A field of a class: its names in Python and in JSON, its form, and what it is called. With
    `sparse` its default is not written."""

    attribute: str
    name: str
    form: Form[Any]
    called: str
    default: Any = MISSING
    sparse: bool = False

    @property
    def needs_a_reader(self) -> bool:
        return self.form.read is _unread


def parts_of(kind: type) -> list[Part]:
    """The fields of a dataclass, in order."""
    known: tuple[Field[Any], ...] = fields(kind)
    hints = {spec.name: spec.type for spec in known}
    if any(isinstance(hint, str) for hint in hints.values()):
        hints = get_type_hints(kind, include_extras=True)
    return [_part(spec, hints[spec.name]) for spec in known]


def _part(spec: Field[Any], hint: Any) -> Part:
    told = spec.metadata
    name = told.get("name") or spec.name
    given = told.get("read")
    if given is None:
        form = form_of(hint)
    elif isinstance(given, Form):
        form = given
    else:
        alone: Callable[[Any], Any] = given
        form = Form(lambda value, what: alone(value), form_of(hint).write)
    called = told.get("called") or form.called or f"`{name}`"
    return Part(spec.name, name, form, called, spec.default, told.get("sparse", False))


# -- functions written out -----------------------------------------------------------------------


class _Source:
    """Lines of a function, and the things they name."""

    def __init__(self, head: str, **known: Any) -> None:
        self.lines = [head]
        self.known = known

    def name(self, stem: str, thing: Any) -> str:
        """A name for a thing, of which there is no other."""
        name = f"{stem}_{len(self.known)}"
        self.known[name] = thing
        return name

    def made(self) -> Any:
        """The function; its head says what it is called."""
        exec("\n    ".join(self.lines), self.known)
        return self.known["made"]


def writer(kind: type, head: Mapping[str, Any] | None = None) -> Callable[[Any], dict[str, Any]]:
    """Writes objects of a class as JSON objects, which begin with what `head` has. A class may list
    in `written` what stands in its JSON and in which order: then also what is no field of it, or is
    one of a record that it has (`warrior.range`), whether it has its default or not."""
    source = _Source("def made(it):")
    parts = {part.attribute: part for part in parts_of(kind)}
    for path in getattr(kind, "written", ()):
        if "." in path:
            parts[path] = _part_within(kind, *path.split("."))
    entries = [f"{name!r}: {source.name('head', value)}" for name, value in (head or {}).items()]
    begun = False

    def put(entries: list[str]) -> None:
        nonlocal begun
        if begun and not entries:
            return
        given = "{" + ", ".join(entries) + "}"
        source.lines.append(f"made.update({given})" if begun else f"made = {given}")
        begun = True

    for attribute in getattr(kind, "written", parts):
        part = parts.get(attribute)
        if part is None:
            entries.append(f"{attribute!r}: it.{attribute}")
            continue
        if not part.sparse:
            entries.append(f"{part.name!r}: {_written(source, part)}")
            continue
        put(entries)
        entries = []
        default = source.name("default", part.default)
        source.lines.append(f"if it.{attribute} != {default}:")
        source.lines.append(f"    made[{part.name!r}] = {_written(source, part)}")
    if begun:
        put(entries)
        source.lines.append("return made")
    else:
        source.lines.append("return {" + ", ".join(entries) + "}")
    made: Callable[[Any], dict[str, Any]] = source.made()
    return made


def _part_within(kind: type, holder: str, attribute: str) -> Part:
    """A field of a record that is a field itself."""
    inner = get_type_hints(kind)[holder]
    (found,) = [part for part in parts_of(inner) if part.attribute == attribute]
    return replace(found, attribute=f"{holder}.{attribute}", sparse=False)


def _name_of(kind: type, path: str) -> str:
    """What JSON calls something that is written, but no field."""
    return _part_within(kind, *path.split(".")).name if "." in path else path


def _written(source: _Source, part: Part) -> str:
    put = part.form.write
    value = f"it.{part.attribute}"
    if put is None:
        return value
    made = f"{source.name('write', put)}({value})"
    return f"None if {value} is None else {made}" if part.form.null else made


def action_reader(kind: type, do: str) -> Callable[[dict[str, Any]], Any]:
    """Reads an action from an object whose `do` has been looked at. All of its fields are needed,
    and no others are known."""
    parts = parts_of(kind)
    for part in parts:
        if part.needs_a_reader:
            raise TypeError(f"{kind.__name__}.{part.attribute} needs a reader")
    names = {"do", *(part.name for part in parts)}
    source = _Source("def made(data):", kind=kind, names=names)

    def wrong(data: dict[str, Any]) -> None:
        known_fields(data, names, f"the action {do}")
        for part in parts:
            if part.name not in data:
                raise malformed(f"the action {do} needs the field `{part.name}`")
            part.form.read(data[part.name], part.called)

    source.known["wrong"] = wrong
    read = [
        f"{source.name('read', part.form.read)}(data[{part.name!r}], {part.called!r})"
        for part in parts
    ]
    source.lines += [
        "if data.keys() != names:",
        "    wrong(data)",
        f"return kind({', '.join(read)})",
    ]
    made: Callable[[dict[str, Any]], Any] = source.made()
    return made


def sayer(kind: type, do: str) -> Callable[[Any], str]:
    """Writes an action as words: what is done, then each field."""
    source = _Source("def made(it):")
    words = [do]
    for part in parts_of(kind):
        say = part.form.say
        value = f"it.{part.attribute}"
        words.append("{" + (f"{source.name('say', say)}({value})" if say else value) + "}")
    source.lines.append(f"return f{' '.join(words)!r}")
    made: Callable[[Any], str] = source.made()
    return made


def record_reader(
    kind: type[T], called: str, named: str = "", alone: bool = True
) -> Callable[..., T]:
    """Reads an object as one of a class, within limits. What is missing and has no default is read
    as null; what is `named` by a field, such as its id, is called by that in refusals. Fields that
    do not stand in JSON are given by their names. If not `alone`, others stand in its object."""
    parts = parts_of(kind)
    listed: tuple[str, ...] | None = getattr(kind, "written", None)
    if listed is not None:
        parts = [part for part in parts if part.attribute in listed]
    names = {part.name for part in parts}
    further = set(listed or ()) - {part.attribute for part in parts}
    names |= {_name_of(kind, path) for path in further}
    source = _Source(
        "def made(value, limits=None, **given):",
        kind=kind,
        names=names,
        an_object=an_object,
        known_fields=known_fields,
        a_whole_number=a_whole_number,
        Refusal=Refusal,
        prefixed=prefixed,
    )
    source.lines.append(f"data = an_object(value, {called!r})")
    if alone:
        source.lines.append("if not data.keys() <= names:")
        source.lines.append(f"    known_fields(data, names, {called!r})")
    source.lines.append("get = data.get")
    read = []
    for part in parts:
        if part.attribute == named:
            source.lines.append(f"name = {_read(source, part)}")
            source.lines.append("most = limits and limits[name]")
            read.append(f"{part.attribute}=name")
        else:
            read.append(f"{part.attribute}={_read(source, part)}")
    made = f"kind({', '.join([*read, '**given'])})"
    if named:
        source.lines += ["try:", f"    return {made}", "except Refusal as refusal:"]
        source.lines += ["    raise prefixed(name, refusal) from None"]
    else:
        source.lines.append(f"return {made}")
    found: Callable[..., T] = source.made()
    return found


def _read(source: _Source, part: Part) -> str:
    value = f"get({part.name!r})"
    if part.form is UP_TO:
        read = f"a_whole_number({value}, {part.called!r}, 0, most[{part.name!r}])"
    else:
        read = f"{source.name('read', part.form.read)}({value}, {part.called!r})"
    if part.default is MISSING:
        return read
    return f"{read} if {part.name!r} in data else {source.name('default', part.default)}"


class Codec(Generic[T]):
    """A class of records, what one is called, and by which field it is named. What reads and what
    writes them is made when it is asked for."""

    def __init__(self, kind: type[T], called: str, named: str = "") -> None:
        self._kind, self._called, self._named = kind, called, named

    @cached_property
    def parts(self) -> tuple[Part, ...]:
        return tuple(parts_of(self._kind))

    @cached_property
    def names(self) -> tuple[str, ...]:
        """What is read, as JSON calls it."""
        return tuple(part.name for part in self.parts)

    @cached_property
    def form(self) -> Form[T]:
        """Such a record as the value of a field."""
        return Form(lambda value, what: self.read(value), self._write, self._called)

    @cached_property
    def read(self) -> Callable[..., T]:
        return record_reader(self._kind, self._called, self._named)

    def changed(self, it: T, data: Mapping[str, Any], names: Container[str]) -> T:
        """A record in which some fields are as an object has them; the same one if they were."""
        read = {
            part.attribute: part.form.read(data[part.name], part.called)
            for part in self.parts
            if part.name in data and part.name in names
        }
        made = replace(cast(Any, it), **read)
        return it if made == it else cast(T, made)

    @cached_property
    def read_among(self) -> Callable[..., T]:
        """Reads a record whose fields stand in an object among others."""
        return record_reader(self._kind, self._called, self._named, alone=False)

    def _write(self, it: T) -> dict[str, Any]:
        return self.write(it)

    @cached_property
    def write(self) -> Callable[[T], dict[str, Any]]:
        return writer(self._kind)

    def read_or_null(self, value: object) -> T | None:
        return None if value is None else self.read(value)


def prefixed(name: str, refusal: Refusal) -> Refusal:
    """The same refusal, of something that has a name."""
    return Refusal(refusal.kind, f"{name}: {refusal.message}", refusal.rule)
