"""The reference model by itself: it is worth comparing with only if it keeps the rules.

Every worked example and every listed consequence of the rules, and some rules that neither touches.
Its perft numbers are in test_perft.py.
"""

import random

from games.skirminion import naive
from games.skirminion.naive import (
    Position,
    legal,
    perft,
    play,
    read,
    result,
    write,
)
from games.skirminion.naive_setup import Setup, setup_legal, setup_play, setup_start


def place(side: str, red: str, blue: str, forts: str = "") -> Position:
    """A position from lists such as "d4=3 e5" (health 6 unless given) and forts "rd4 be5"."""
    words = [(owner, word) for owner, text in (("r", red), ("b", blue)) for word in text.split()]
    units = [(word[:2], owner, int(word[3:] or 6)) for owner, word in words]
    pawns = sorted((word[1:], word[0]) for word in forts.split())
    position = Position(tuple(sorted(units)), tuple(pawns), side)
    assert read(write(position)) == position
    return position


def squares(text: str) -> set[str]:
    """The squares named in a text."""
    return set(text.split())


def health(position: Position, square: str) -> int:
    """The health on a square, 0 where no unit stands."""
    return {unit[0]: unit[2] for unit in position.units}.get(square, 0)


def after(position: Position, *actions: str) -> Position:
    """Play several actions."""
    for action in actions:
        position = play(position, action)
    return position


def targets(position: Position, square: str, kind: str = "-") -> set[str]:
    """Where the unit may go (or what it may attack or besiege)."""
    found = [action[3:] for action in legal(position) if action[:3] == square + kind]
    assert len(found) == len(set(found))
    return set(found)


def refused(position: Position, action: str) -> bool:
    """Whether an action is illegal, both in the list and when played."""
    try:
        play(position, action)
    except ValueError:
        return action not in legal(position)
    return False


def test_naive_examples() -> None:
    """The four worked examples."""
    red_blue = "d4 e5", "c5 d5"
    one = place("r", *red_blue)
    for attack, own, own_loss, foe, foe_loss in (
        ("d4xc5", "d4", 2, "c5", 1),
        ("d4xd5", "d4", 2, "d5", 2),
        ("e5xd5", "e5", 1, "d5", 2),
    ):
        then = play(one, attack)
        assert (health(then, own), health(then, foe)) == (6 - own_loss, 6 - foe_loss), attack
        assert sum(unit[2] for unit in then.units) == 24 - own_loss - foe_loss
    for attack in ("c5xd4", "d5xd4"):  # the book: C or D takes two from A
        assert health(play(place("b", *red_blue), attack), "d4") == 4
    assert health(play(place("b", *red_blue), "d5xe5"), "e5") == 5

    two = play(place("r", "d4", "d5 h8"), "d4xd5")
    assert (health(two, "d5"), health(two, "d4")) == (4, 5)

    three = place("b", "c3 e3", "d5 h8", "rd4")
    pending = play(three, "d5*d4")
    assert legal(pending) == ["=c3", "=e3"] and pending.side == "b"
    assert write(pending) == "7f/8/8/3f4/3P4/2F1F3/8/8 r d5a d5*d4"
    assert read(write(pending)) == pending
    for chosen, spared in (("c3", "e3"), ("e3", "c3")):
        then = play(pending, "=" + chosen)
        assert [health(then, square) for square in (chosen, spared, "d5")] == [5, 6, 4]
        assert dict(then.forts) == {"d4": "r"} and then.side == "r"
    assert not any("x" in action for action in legal(place("r", "c3 e3", "d5 h8", "rd4")))

    four = place("b", "d3 a1", "d5 e4", "rd4")
    then = play(four, "d5*d4")  # one recipient: nobody is asked
    assert (health(then, "d3"), health(then, "d5")) == (4, 5) and then.siege is None
    assert refused(four, "e4*d4")
    then = play(four, "e4xd3")
    assert (health(then, "d3"), health(then, "e4")) == (5, 5)


def test_naive_setup() -> None:
    """Fort placing, forfeits and the beginning of the battle."""
    start = setup_start("r")
    assert start.to_act == "b" and setup_legal(start) == [f"forts {n}" for n in range(5)]
    assert setup_play(start, "forts 0") == read(naive.START_TEXT)
    setup = setup_play(start, "forts 4")
    assert isinstance(setup, Setup) and setup.to_act == "r" and len(setup_legal(setup)) == 24
    second = setup_play(setup, "fort d4")
    assert isinstance(second, Setup) and second.to_act == "b"
    assert len(setup_legal(second)) == 21 and "fort e5" not in setup_legal(second)
    begun: Setup | Position = setup
    for square in ("b3", "a7", "e3", "c7", "h3"):
        assert isinstance(begun, Setup)
        begun = setup_play(begun, "fort " + square)
    assert isinstance(begun, Setup) and begun.left == (1, 2) and begun.to_act == "b"
    begun = setup_play(begun, "fort e7")  # Red's fourth is forfeited, Blue goes on
    assert isinstance(begun, Setup) and begun.left == (0, 1) and begun.to_act == "b"
    begun = setup_play(begun, "fort g7")
    assert isinstance(begun, Position) and begun.side == "r" and len(begun.forts) == 7


def test_naive_consequences() -> None:
    """The items of "Consequences worth a test" that belong to the battle."""
    rest = place("r", "a1=3 c1=1", "g8 h8")
    assert [action for action in legal(rest) if "-" not in action] == ["rest a1", "rest c1"]
    assert health(play(rest, "rest a1"), "a1") == 4
    assert health(play(rest, "rest c1"), "c1") == 2

    for foe, expected in ((4, ("-", "last-two")), (5, ("b", "last-two")), (3, None)):
        duel = place("r", "a1=3", f"h8={foe}")
        assert result(duel) is None and "pass" not in legal(duel)
        duel = play(duel, "rest a1")
        assert result(duel) == expected and (health(duel, "a1"), health(duel, "h8")) == (4, foe)

    retreat = place("r", "d4", "g8 h8", "be5")
    assert targets(retreat, "d4") == squares("c3 c4 c5 d3 e3")

    strike = play(place("r", "d4=4 a1", "d5=1 h8"), "d4xd5")
    assert health(strike, "d4") == 3 and write(strike).endswith(" r d4a -")
    assert targets(strike, "d4") == squares("c3 c4 c5 d3 d5 e3 e4 e5")
    assert set(legal(strike)) == {"end"} | {f"d4-{s}" for s in targets(strike, "d4")}

    opening = place("r", "a1 b1 c1 d1 e1 f1 g1 h1", "a8 b8 c8 d8 e8 f8 g8 h8", "rc2")
    assert targets(opening, "b1") == squares("a2 b2 b3 c3 d2 d3")

    last = play(place("r", "d4=2 e4=5", "d5"), "d4xd5")
    assert health(last, "d4") == 0 and health(last, "d5") == 4
    assert result(last) == ("r", "last-two") and legal(last) == []


def test_naive_moves_and_sieges() -> None:
    """Further readings of the movement, rest and siege rules."""
    free = place("r", "d4", "a8 h8")
    assert targets(free, "d4") == squares("c3 c4 c5 d3 d5 e3 e4 e5 b4 f4 d2 d6")
    blocked = place("r", "d4 d5", "a8 h8", "re4")
    assert {"d6", "f4"}.isdisjoint(targets(blocked, "d4") - naive.RING["e4"])
    weak = place("r", "d4=3 a1", "h8 g8", "rd5")  # a fort move whatever the health
    assert targets(weak, "d4") == (naive.RING["d4"] | naive.RING["d5"]) - {"d4", "d5"}
    into = place("r", "d4 a1", "d7 h8", "rd5")  # it may end in contact and then attack
    then = play(into, "d4-d6")
    assert legal(then) == ["d6xd7", "end"] and write(then).split()[1:] == ["r", "d6m", "-"]
    held = place("r", "d4 a1", "h8 g8", "rd5 bb4 bf4")  # enemy forts, but none in contact
    assert "d6" in targets(held, "d4")
    held = place("r", "d4 a1", "h8 g8", "rd5 bc3")  # contact with an enemy fort: a retreat
    assert targets(held, "d4") == {"c5", "e3", "e4", "e5"}

    capture = play(place("r", "d4 a1", "h8 g8", "be5"), "d4*e5")
    assert dict(capture.forts) == {"e5": "r"} and capture.quiet == 0
    assert {"f6", "d2", "b4"} <= targets(capture, "d4") and "end" in legal(capture)
    stuck = play(place("r", "d4 a1", "h8 g8", "be5 bc3"), "d4*e5")  # still touches c3
    assert stuck.side == "b" and stuck.activation is None
    hold = play(place("r", "d4 a1", "f6=1 h8", "be5"), "d4*e5")  # the recipient dies
    assert dict(hold.forts) == {"e5": "b"} and health(hold, "f6") == 0 and hold.side == "b"
    lone = play(place("r", "d4=5 a1", "f6=5", "be5"), "d4*e5")
    assert (health(lone, "d4"), health(lone, "f6")) == (3, 4)
    assert refused(place("r", "d4 a1", "d3 h8", "be5"), "d4*e5")

    guard = place("r", "d4=2 a1", "d6 h8", "rd5")  # R2
    assert "rest d4" not in legal(guard) and "pass" in legal(guard)
    assert "rest d4" in legal(place("r", "d4=2 a1", "d6 h8", "bd5"))  # R1: forts do not matter
    assert "rest d4" not in legal(place("r", "d4=2 a1", "e5 h8"))


def test_naive_endings() -> None:
    """Wins in either activation, draws, counters and limits."""
    both = play(place("r", "d4=2", "d5=2"), "d4xd5")
    assert result(both) == ("-", "nobody-left") and both.side == "r"
    lost = play(place("r", "d4=1", "d5 h8"), "d4xd5")
    assert result(lost) == ("b", "destroyed") and lost.side == "r" and lost.activation is None
    won = play(place("r", "d4 a1", "d5=1"), "d4xd5")
    assert result(won) == ("r", "destroyed") and (won.quiet, won.played) == (0, 0)
    start = naive.START_TEXT + " 98 7"
    almost = after(read(start), "pass")
    assert result(almost) is None and write(almost).endswith("b - - 99 8")
    over = play(almost, "a8-a6")
    assert result(over) == ("-", "quiet") and over.side == "r" and legal(over) == []
    assert result(after(read(start, length_limit=9), "pass", "pass")) == ("-", "quiet")
    assert result(after(read(start, 0, 9), "pass", "pass")) == ("-", "length")
    assert result(after(read(start, 0, 0), "pass", "pass")) is None
    fight = place("r", "d4 a1", "d6 h8")
    fight = Position(fight.units, (), "r", quiet=99, played=50)
    fight = after(fight, "d4-d5", "d5xd6")
    assert (fight.quiet, fight.played, fight.side) == (0, 51, "b")
    assert perft(read(start), 3) == 0 and perft(read(start), 2) == 961


def test_naive_random_play() -> None:
    """Round trips and invariants in random games."""
    rng = random.Random(7)
    for _ in range(40):
        state: Setup | Position = setup_start(rng.choice("rb"))
        while isinstance(state, Setup):
            state = setup_play(state, rng.choice(setup_legal(state)))
        while result(state) is None:
            choices = legal(state)
            state = play(state, rng.choice(choices))
            assert len(choices) == len(set(choices)) and choices
            assert read(write(state)) == state and hash(read(write(state))) == hash(state)
            assert all(1 <= unit[2] <= 6 for unit in state.units)
            if state.activation is not None:
                assert len(legal(state)) >= 2
