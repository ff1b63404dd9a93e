"""What the games on a measuring table share: positions, and how they come by their table."""

from dataclasses import replace
from typing import Any, ClassVar, TypeVar

from outrider.core.faults import Faults
from outrider.core.game import Game, Terms
from outrider.core.making import Examined, faulty
from outrider.core.measuring import Measured
from outrider.core.options import Options
from outrider.core.refusal import malformed
from outrider.core.seats import SEATS
from outrider.core.wire import Action, an_object, dumps, parse
from outrider.table.examining import found, read_table
from outrider.table.lengths import read_off, said
from outrider.table.options import SMALLEST_TABLE, size_of
from outrider.table.points import Point, a_point, distance, to_json
from outrider.table.terrain import Table, a_table

S = TypeVar("S")
A = TypeVar("A", bound=Action)


class MeasuredGame(Game[S, A]):
    """A game whose position is its state as one line of JSON."""

    def hidden(self, state: S, a: Point, b: Point) -> tuple[str, Point] | None:
        """What hides one point of the table from another, and where the line meets it; nothing
        where everybody sees everything."""
        return None

    def measured(self, state: S, start: object, end: object) -> Measured:
        """Measuring is free."""
        a, b = a_point(start, "`from`"), a_point(end, "`to`")
        length = read_off(distance(a, b))
        found = self.hidden(state, a, b)
        if found is None:
            return Measured(f"{length} · clear sight")
        return Measured(f"{length} · {found[0]} is in the way", to_json(found[1]))

    def write(self, state: S) -> str:
        return dumps(self.dump(state))

    def read(self, text: str, options: object = None, variant: object = None) -> S:
        state = self.load(parse(text))
        terms = self.terms_of(state)
        given = an_object({} if options is None else options, "options")
        if self.chosen({**terms.options.to_json(), **given}) != terms.options:
            raise malformed("the position brings other options along")
        if variant is not None and self.variant(variant) != terms.variant:
            raise malformed("the position brings other numbers along")
        return state


class TableGame(MeasuredGame[S, A]):
    """A game whose option `table` is a size or a shipped table's name. A whole table may be given
    instead; then the options have no `table`."""

    shipped: ClassVar[dict[str, Table]] = {}
    makes: ClassVar[tuple[str, ...]] = ("table",)
    table_rule: ClassVar[str] = ""
    """The rule that says what it is played on."""

    def terms(
        self,
        options: object = None,
        seats: object = None,
        table: Any = None,
        scenario: Any = None,
        variant: object = None,
    ) -> Terms:
        if table is None:
            return super().terms(options, seats, None, scenario, variant)
        if isinstance(options, dict) and "table" in options:
            raise malformed("the option table and a table of one's own do not go together")
        plain = super().terms({}, seats, None, scenario, variant)
        laid = _checked(a_table(table), len(plain.seats))
        chosen = Options(self._without_table(), options)
        return Terms(chosen, plain.seats, laid.to_json(), scenario, plain.variant)

    def further(self) -> dict[str, Any]:
        tables = {name: table.to_json() for name, table in self.shipped.items()}
        return {"tables": tables} if tables else {}

    def examine(self, kind: str, value: object) -> Examined:
        if kind != "table":
            return super().examine(kind, value)
        faults = Faults()
        table = read_table(faults, value)
        if table is not None:
            seats = len(table.edges) or None
            faults.read("size", self.terms, None, seats, value)
        if table is None or faults.all:
            return faulty(faults.all, lambda each: found(value, each, self.table_rule))
        first = self.settings()[0]
        title = table.name or "A table without a name"
        own = replace(first, id="", title=title, story="", terms={"table": value}, measured=None)
        return Examined((), own)

    def _without_table(self) -> tuple[Any, ...]:
        return tuple(spec for spec in self.options if spec.name != "table")

    def chosen(self, options: object) -> Options:
        if isinstance(options, dict) and "table" not in options:
            return Options(self._without_table(), options)
        return super().chosen(options)

    def table_of(self, options: Options, table: Any, seats: int) -> Table:
        """The table these terms ask for."""
        if "table" not in options:
            return a_table(table)
        chosen = options.named("table")
        return self.shipped.get(chosen) or self.empty_table(chosen, seats)

    def empty_table(self, size: str, seats: int) -> Table:
        """A table of that size without terrain."""
        return Table(size_of(size))

    def loaded_table(self, options: Options, data: Any, seats: int) -> Table:
        """The table of a state; it has to be the one its options name, if they name one."""
        if "table" in options and data is None:
            return self.table_of(options, None, seats)
        table = _checked(a_table(data), seats)
        if "table" in options and table != self.table_of(options, None, seats):
            raise malformed("the table is not the one that the options name")
        return table

    def terms_of(self, state: S) -> Terms:
        data = self.dump(state)
        seats = self.seats_of(state)
        own = None if "table" in data["options"] else data["table"]
        assert seats == SEATS[: len(seats)]
        return self.terms(data["options"], len(seats), own, variant=data.get("variant"))


def _checked(table: Table, seats: int) -> Table:
    """A table with room for so many players."""
    if min(table.size) < SMALLEST_TABLE:
        raise malformed(f"a table measures {said(SMALLEST_TABLE)} at least each way")
    if table.outline and len(table.edges) != seats:
        raise malformed(f"{len(table.edges)} sit at that table, not {seats}")
    return table
