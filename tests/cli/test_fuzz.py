"""Requests damaged at random: the referee answers all of them, and a refusal changes nothing.

The fuzzer goes to `Referee.answer`, which lets faults of ours through; `serve` would hide them.
"""

import random
import re
from collections.abc import Callable
from io import BytesIO
from typing import Any

import pytest

from cli.driving import START, Answer, Talk, well_refused
from outrider.cli.referee import Referee, serve
from outrider.core.refusal import Refusal
from outrider.core.wire import dumps, parse

DEEPEST = 3
"""Lines that ask for a deeper perft are left out. The referee answers down to depth 6, but that
takes seconds where it is sound, and says nothing about bad input."""

READING = ("state", "legal", "check", "odds", "games", "record", "perft", "quit")
"""Requests that change nothing even when they are granted."""

NASTY = (
    b"null", b"true", b"false", b"0", b"-0", b"-1", b"1", b"2", b"6", b"7", b"1.0", b"0.5", b"1e3",
    b"1e400", b"-1e400", b"1e-400", b"0." + b"3" * 30, b"9" * 20, b"9" * 4301, b"NaN", b"Infinity",
    b'""', b'"red"', b'"blue"', b'"green"', b'"e1"', b'"e9"', b'"\\u0000"',
    b'"\\ud800"', b'"\\ud83d\\ude00"',
    b'"\xff"', b'"' + b"x" * 5000 + b'"', b"[]", b"[[]]", b"[1]", b"[6,6]", b"{}", b'{"a":1}',
    b'{"seed":7}', b'{"do":"pass"}', b'"pass"', b'"ask"', b"[" * 200 + b"]" * 200, b"[" * 2000,
    b'"skirminion"', b'"battle"', b'{"decide":["red"]}', b'"' + START.encode() + b'"',
)  # fmt: skip

TOKEN = re.compile(rb'"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|true|false|null|[][{}:,]')


def corpus() -> list[bytes]:
    """Valid requests of every kind, at several moments of a game."""
    talk = Talk()
    found: list[Answer] = [
        {"do": "new", "game": "skirminion"},
        {"do": "new", "game": "skirminion", "dice": [4, 2], "seats": 2, "options": {}},
        {"do": "new", "game": "skirminion", "dice": {"seed": 7}, "names": {"red": "Ann"}},
        {"do": "new", "game": "skirminion", "options": {"quiet_limit": 9, "length_limit": 30}},
        {"do": "new", "game": "skirminion", "date": "2025-01-01", "table": None, "scenario": None},
        *({"do": do} for do in ("state", "games", "undo", "record", "quit")),
        *({"do": "roll", "faces": [face]} for face in (2, 5)),
        *({"do": "perft", "depth": depth} for depth in range(3)),
        *({"do": "legal", "seat": seat} for seat in ("red", "blue")),
    ]
    positions = (
        START,
        "7f/8/8/3f4/3P4/2F1F3/8/8 b - -",
        "7f/8/8/3f4/3P4/2F1F3/8/8 r d5a d5*d4",
        "7f/7f/8/3p4/3F4/8/8/F7 r - - 3 44",
        "8/8/8/3a4/3D4/8/8/F7 r - -",
        "7f/8/8/3f4/3F4/8/8/F7 r d4m -",
        "6ff/8/8/8/8/8/8/C1A5 r - -",
    )
    for position in positions:
        request: Answer = {"do": "load", "game": "skirminion", "position": position}
        state = talk.raw(dumps(request))["state"]
        found += [request, {"do": "load", "game": "skirminion", "state": state}]
        (seat,) = state["pending"]["decide"]
        actions = talk.done("legal", seat=seat)["actions"]
        for action in actions[:: 1 + len(actions) // 6]:
            found += [{"do": do, "seat": seat, "action": action} for do in ("play", "check")]
        match = talk.referee.match
        assert match is not None
        for choice in list(match.game.choices(match.state, seat))[::5]:
            found.append({"do": "play", "seat": seat, "action": match.game.write_action(choice)})
        found.append({"do": "odds", "seat": seat, "action": actions[-1]})
    talk.done("new", game="skirminion", dice=[3, 3, 4, 2])
    found.append({"do": "load", "state": talk.done("state")["state"]})
    for seat, action in (("blue", "forts 1"), ("red", "fort d4"), ("blue", "fort d6")):
        found.append({"do": "play", "seat": seat, "action": action})
        talk.play(seat, action)
        found.append({"do": "load", "state": talk.done("state")["state"]})
        found.append({"do": "load", "record": talk.done("record")["record"], "dice": {"seed": 1}})
    return [dumps({"id": n, **request}).encode() for n, request in enumerate(found)]


def flip_bits(line: bytes, source: random.Random, lines: list[bytes]) -> bytes:
    damaged = bytearray(line)
    for _ in range(source.choice((1, 1, 1, 2, 8))):
        damaged[source.randrange(len(line))] ^= 1 << source.randrange(8)
    return bytes(damaged)


def insert_bytes(line: bytes, source: random.Random, lines: list[bytes]) -> bytes:
    at = source.randrange(len(line) + 1)
    pieces = (source.randbytes(source.randrange(1, 4)), b'"', b"{", b"}", b"[", b"]", b",", b"\\")
    return line[:at] + source.choice(pieces) + line[at:]


def delete_bytes(line: bytes, source: random.Random, lines: list[bytes]) -> bytes:
    at = source.randrange(len(line))
    return line[:at] + line[at + source.choice((1, 1, 2, 5, 20)) :]


def swap_tokens(line: bytes, source: random.Random, lines: list[bytes]) -> bytes:
    tokens = [*TOKEN.finditer(line)]
    if len(tokens) < 2:
        return line + line
    first, second = sorted(source.sample(tokens, k=2), key=lambda token: token.start())
    middle = line[first.end() : second.start()]
    return line[: first.start()] + second[0] + middle + first[0] + line[second.end() :]


def values_in(line: bytes) -> list[re.Match[bytes]]:
    return [token for token in TOKEN.finditer(line) if token[0] not in b"[]{}:,"]


def put_value(line: bytes, value: bytes, source: random.Random) -> bytes:
    """Another value, or name, in the place of one."""
    found = values_in(line)
    if not found:
        return line + value
    token = source.choice(found)
    return line[: token.start()] + value + line[token.end() :]


def put_nasty_value(line: bytes, source: random.Random, lines: list[bytes]) -> bytes:
    return put_value(line, source.choice(NASTY), source)


def put_value_of_another(line: bytes, source: random.Random, lines: list[bytes]) -> bytes:
    return put_value(line, source.choice(values_in(source.choice(lines)))[0], source)


def edit_fields(line: bytes, source: random.Random, lines: list[bytes]) -> bytes:
    """Still JSON: a field dropped, renamed, added or given a value from another request."""
    request = request_of(line)
    if not isinstance(request, dict) or not request:
        return line[::-1]
    place: Any = request
    while True:
        inner = [value for value in place.values() if isinstance(value, dict) and value]
        if not inner or source.random() < 0.5:
            break
        place = source.choice(inner)
    name = source.choice([*place])
    other = parse(source.choice(lines))
    borrowed = source.choice([*other])
    match source.randrange(4):
        case 0:
            del place[name]
        case 1:
            place[borrowed] = place.pop(name)
        case 2:
            place[borrowed] = other[borrowed]
        case _:
            place[name] = other[borrowed]
    return dumps(request).encode()


def truncate(line: bytes, source: random.Random, lines: list[bytes]) -> bytes:
    return line[: source.randrange(len(line))]


def splice(line: bytes, source: random.Random, lines: list[bytes]) -> bytes:
    other = source.choice(lines)
    return line[: source.randrange(len(line))] + other[source.randrange(len(other)) :]


Mutator = Callable[[bytes, random.Random, list[bytes]], bytes]
MUTATORS: tuple[Mutator, ...] = (
    flip_bits, insert_bytes, delete_bytes, truncate, splice, swap_tokens,
    # What is still JSON gets further, so it comes more often.
    put_nasty_value, put_nasty_value, put_nasty_value, put_value_of_another, put_value_of_another,
    edit_fields, edit_fields, edit_fields,
)  # fmt: skip


def request_of(line: bytes) -> Any:
    try:
        return parse(line)
    except Refusal:
        return None


def mutated(lines: list[bytes], source: random.Random) -> bytes:
    """One line more: sometimes sound, so that the game goes on, mostly damaged."""
    while True:
        line = source.choice(lines)
        for _ in range(source.choice((0, 0, 0, 1, 1, 1, 1, 1, 2, 3))):
            if len(line) > 1:
                line = source.choice(MUTATORS)(line, source, lines)
        request = request_of(line)
        if isinstance(request, dict) and request.get("do") == "perft":
            depth = request.get("depth")
            if isinstance(depth, int) and depth > DEEPEST:
                continue
        return line.replace(b"\n", b" ")


def fingerprint(referee: Referee) -> tuple[Any, ...]:
    """All that a request could change, without writing it out."""
    match = referee.match
    if match is None:
        return (None,)
    return id(match), match.state, match.version, match.dice.mark(), match.result, match.header


def fuzz(seed: int, count: int) -> dict[str, int]:
    """How many lines were granted, and how many refused by kind."""
    source = random.Random(seed)
    lines = corpus()
    referee = Referee()
    met: dict[str, int] = {}
    for _ in range(count):
        line = mutated(lines, source)
        before = fingerprint(referee)
        try:
            answer = parse(dumps(referee.answer(line)))
        except Exception as error:
            raise AssertionError(f"{line!r} is answered with {error!r}") from error
        assert isinstance(answer, dict), line
        kind = "granted"
        if answer["ok"] is not True:
            kind = well_refused(answer)["kind"]
        if kind != "granted" or parse(line)["do"] in READING:
            assert fingerprint(referee) == before, line
        met[kind] = met.get(kind, 0) + 1
    return met


def test_damaged_requests_do_no_harm() -> None:
    met = fuzz(1, 5_000)
    # A fuzzer that only meets one answer would prove nothing.
    assert met.keys() >= {"granted", "malformed", "unknown", "not-your-turn", "illegal"}
    assert min(met.values()) > 5, met
    assert met["granted"] > 500, met


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 7))
def test_many_damaged_requests_do_no_harm(seed: int) -> None:
    assert sum(fuzz(seed, 30_000).values()) == 30_000


def test_one_answer_for_every_damaged_line() -> None:
    source = random.Random(8)
    valid = [line for line in corpus() if b"quit" not in line]
    made = [mutated(valid, source) for _ in range(1000)]
    damaged = [line for line in made if b"quit" not in line]
    target = BytesIO()
    serve(BytesIO(b"\n".join([*damaged, b'{"do":"quit","id":"last"}']) + b"\n"), target)
    answers = [parse(line) for line in target.getvalue().splitlines()]
    assert len(answers) == len(damaged) + 1
    assert answers[-1] == {"id": "last", "ok": True}
    for answer in answers:
        assert answer["ok"] is True or well_refused(answer)
