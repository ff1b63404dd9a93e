"""Bots have names of their own."""

from outrider.core.record import LONGEST_NAME
from outrider.core.seats import SEATS
from outrider.server.callings import NAMES, calling


def test_no_two_bots_of_a_table_share_a_name_and_a_table_keeps_them() -> None:
    for n in range(200):
        match = f"m{n}"
        found = [calling(match, seat, "captain") for seat in SEATS]
        assert len(set(found)) == len(SEATS)
        assert found == [calling(match, seat, "captain") for seat in SEATS]
        assert all(len(name) <= LONGEST_NAME and "a bot (captain)" in name for name in found)


def test_tables_differ() -> None:
    assert len({calling(f"m{n}", "red", "random") for n in range(400)}) == len(NAMES)
