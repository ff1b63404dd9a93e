"""The chain of a record: what is hashed, and what is noticed when a line is changed."""

import copy
import json
import random
from typing import Any

import pytest

from outrider.core.chain import canonical, hash_after, head_of, plain, sha256
from outrider.core.record import Record, record_from_json, record_from_text
from outrider.core.refusal import Refusal
from outrider.core.wire import parse
from play.forging import rechained, rows_of, text_of, unchained
from play.sealing import sealed_record

ROWS = rows_of(sealed_record().to_text())


def refused(rows: list[dict[str, Any]]) -> str:
    with pytest.raises(Refusal) as caught:
        record_from_json(rows)
    assert caught.value.kind == "malformed"
    return caught.value.message


def test_the_canonical_line() -> None:
    line = {"n": 3, "seat": "red", "at": [4, 0.5], "name": 'J\u00fcrg "\\\u2028', "hash": "x"}
    text = '{"at":[4,0.5],"n":3,"name":"J\u00fcrg \\"\\\\\u2028","seat":"red"}'
    assert canonical(line) == text
    assert head_of(line) == sha256(text)
    assert hash_after("ab", line) == sha256("ab" + text)


def test_digits_that_no_float_has_are_hashed_as_they_are_written() -> None:
    odd = parse('{"b":{"z":0.1234567890123456789012345,"a":1}}')
    assert canonical(odd) == '{"b":{"a":1,"z":0.1234567890123456789012345}}'


def test_whole_numbers_are_written_in_one_way() -> None:
    made = plain({"a": 2.0, "b": [1.5, (3.0,)], "c": True, "d": None, "e": "2.0"})
    assert json.dumps(made) == '{"a": 2, "b": [1.5, [3]], "c": true, "d": null, "e": "2.0"}'


def test_anybody_can_compute_it() -> None:
    """With nothing but a JSON library and SHA-256, as the documentation says."""
    before = ""
    for row in ROWS:
        bare = {key: value for key, value in row.items() if key not in ("hash", "signature")}
        text = json.dumps(bare, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
        before = sha256(before + text)
        assert row["hash"] == before


def test_there_and_back() -> None:
    record = record_from_json(ROWS)
    assert record.chain is not None
    assert rows_of(record.to_text()) == ROWS
    assert record_from_text(text_of(ROWS)) == record


def changed(value: Any, source: random.Random) -> Any:
    """Another value of the same kind."""
    if isinstance(value, bool) or value is None:
        return 1
    if isinstance(value, int):
        return value + 1
    if isinstance(value, str):
        return ("1" if value[:1] == "0" else "0") + value[1:]
    if isinstance(value, list):
        return [*value[:-1], changed(value[-1], source)] if value else ["x"]
    return {**value, "x": 1} if isinstance(value, dict) else 0


def test_every_field_of_every_line_is_covered() -> None:
    source = random.Random(1)
    for at, row in enumerate(ROWS):
        for name, value in row.items():
            if name == "signature":
                continue  # that is for whoever has the key
            rows = copy.deepcopy(ROWS)
            rows[at][name] = changed(value, source)
            assert refused(rows).startswith(f"line {at + 1}: "), (at, name)


def test_lines_that_go_come_or_change_places() -> None:
    for at in range(1, len(ROWS) - 1):
        assert refused([*ROWS[:at], *ROWS[at + 1 :]]).startswith(f"line {at + 1}: ")
        assert refused([*ROWS[: at + 1], *ROWS[at:]]).startswith(f"line {at + 2}: ")
        swapped = [*ROWS[:at], ROWS[at + 1], ROWS[at], *ROWS[at + 2 :]]
        assert refused(swapped).startswith(f"line {at + 1}: ")


def test_a_cut_end() -> None:
    for keep in range(1, len(ROWS) - 1):
        assert "cut short" in refused(ROWS[:keep])
        unfinished = [*ROWS[:keep], {**ROWS[-1], "result": None}]
        assert refused(unfinished).startswith(f"line {keep + 1}: ")
        assert "has no hash" in refused([*ROWS[:keep], {"result": None}])


def test_hashes_are_there_for_all_lines_or_for_none() -> None:
    bare = unchained(ROWS)
    assert "a hash, but its header none" in refused([bare[0], *ROWS[1:]])
    assert refused([ROWS[0], *bare[1:]]).startswith("line 2: this line has no hash")


def test_junk_in_place_of_hashes() -> None:
    for junk in (None, 5, "", "x" * 64, ROWS[0]["hash"].upper(), ROWS[0]["hash"] + "0"):
        rows = [{**ROWS[0], "hash": junk}, *ROWS[1:]]
        assert refused(rows).startswith("line 1: ")


def test_a_forger_who_hashes_anew_has_another_chain() -> None:
    rows = copy.deepcopy(ROWS)
    rows[0]["names"] = {"red": "Eve"}
    forged = rechained(rows)
    record: Record = record_from_json(forged)
    assert record.chain is not None
    assert record.chain.head != ROWS[0]["hash"]
    assert all(new["hash"] != old["hash"] for new, old in zip(forged, ROWS, strict=True))
