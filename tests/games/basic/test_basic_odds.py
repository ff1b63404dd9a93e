"""Exact chances, each checked by playing the attack with every face of every die."""

import itertools
from fractions import Fraction

import pytest

import outrider
from games.basic.battlefield import (
    GAME,
    HEALTHS,
    Changes,
    alive,
    battle,
    health,
    kind_of,
    outcome,
    play,
    refused,
    unit,
)
from outrider import Odds, Refusal
from outrider.games.basic.state import State

ATTACKERS, TARGETS = ("R1", "R2", "R4"), ("B1", "B2", "B4")
duels = pytest.mark.parametrize(("attacker", "target"), list(itertools.product(ATTACKERS, TARGETS)))
SIXTH = Fraction(1, 6)


def said(state: State, action: str) -> Odds:
    return GAME.odds(state, "red", GAME.read_action(action))


def lasts(state: State, id: str) -> int:
    """How much a unit can lose: its health and its buffer."""
    return health(state, id) + int(unit(state, id)["buffer"])


def played(state: State, attacker: str, target: str) -> tuple[dict[str, Fraction], Fraction]:
    """Chances and the expected loss, counted over all faces that may fall."""
    found = dict.fromkeys(("hit", "saved", "wound", "kill", "win"), Fraction(0))
    loss = Fraction(0)
    begun = play(state, f"attack {attacker} {target}")
    for face in range(1, 7):
        first = play(begun, face)
        if not isinstance(GAME.pending(first), outrider.Roll):
            continue
        found["hit"] += SIXTH
        for other in range(1, 7):
            last = play(first, other)
            lost = lasts(state, target) - lasts(last, target)
            weight = SIXTH * SIXTH
            found["wound" if lost else "saved"] += weight
            found["kill"] += weight * (target not in alive(last))
            found["win"] += weight * (outcome(last) is not None)
            loss += weight * lost
    return found, loss


def agree(state: State, attacker: str, target: str) -> Odds:
    """The odds of an attack, after they were found to be those of the dice."""
    odds = said(state, f"attack {attacker} {target}")
    counted, loss = played(state, attacker, target)
    assert {"hit", "wound", "kill"} <= set(odds.chances)
    assert dict(odds.chances) == {name: counted[name] for name in odds.chances}
    assert odds.expected["damage"] == loss
    assert all(isinstance(chance, Fraction) for chance in odds.chances.values())
    return odds


@duels
@pytest.mark.parametrize("bolster", [(), ("red",), ("blue",), ("red", "blue")], ids="+".join)
def test_every_attack_with_and_without_bolster(
    attacker: str, target: str, bolster: tuple[str, ...]
) -> None:
    """BSK-C2, BSK-C4, BSK-C5, BSK-A2, BSK-A6: at every health the target may have."""
    places = {"R1": (10, 12), "B1": (14, 13), attacker: (12, 12), target: (12, 13)}
    for left in range(1, HEALTHS[kind_of(target)] + 1):
        state = battle(places, {target: {"health": left}}, to_act="blue")
        state = play(state, *(["command bolster"] if "blue" in bolster else []), "end")
        state = play(state, *(["command bolster"] if "red" in bolster else []))
        odds = agree(state, attacker, target)
        damage = (3 if attacker == "R1" else 1) + ("red" in bolster)
        fatal = damage >= left + ("blue" in bolster)
        assert odds.chances["kill"] == (odds.chances["wound"] if fatal else 0)


@duels
def test_the_last_unit(attacker: str, target: str) -> None:
    """BSK-V1, BSK-A7: to kill it is to win, with its buffer and without."""
    shields: list[Changes] = [{}, {target: {"bolstered": True, "buffer": 1}}]
    for shield in shields:
        state = battle({attacker: (12, 12), target: (12, 13)}, shield)
        odds = agree(state, attacker, target)
        assert odds.chances.get("win", odds.chances["kill"]) == odds.chances["kill"]


@pytest.mark.parametrize(
    ("attacker", "target", "chance"),
    [
        ("R2", "B2", Fraction(1, 4)),
        ("R2", "B4", Fraction(1, 4)),
        ("R4", "B2", Fraction(1, 4)),
        ("R4", "B4", Fraction(1, 4)),
        ("R2", "B1", Fraction(1, 6)),
        ("R4", "B1", Fraction(1, 6)),
        ("R1", "B2", Fraction(1, 3)),
        ("R1", "B4", Fraction(1, 3)),
        ("R1", "B1", Fraction(2, 9)),
    ],
)
def test_the_four_chances_to_damage(attacker: str, target: str, chance: Fraction) -> None:
    """BSK-U1: reckoned by hand."""
    odds = agree(battle({attacker: (12, 12), target: (12, 13)}), attacker, target)
    assert odds.chances["wound"] == chance
    full = 3 if attacker == "R1" else 1
    assert odds.expected["damage"] == chance * min(full, HEALTHS[kind_of(target)])


def test_a_spent_buffer_protects_nobody() -> None:
    """BSK-A6: bolstered, but the buffer is gone."""
    places = {"R2": (12, 12), "R4": (12, 11), "B1": (15, 13), "B2": (12, 13)}
    state = battle(places, {"B2": {"health": 1}}, to_act="blue")
    state = play(state, "command bolster", "end")
    assert agree(state, "R4", "B2").chances["kill"] == 0
    state = play(state, "attack R2 B2", 4, 3)
    assert unit(state, "B2")["bolstered"] and not unit(state, "B2")["buffer"]
    assert agree(state, "R4", "B2").chances["kill"] == Fraction(1, 4)


@pytest.mark.parametrize("option", [True, False])
def test_the_odds_do_not_depend_on_what_a_miss_costs(option: bool) -> None:
    """BSK-C3: only the unit's move does."""
    places = {"R2": (12, 12), "B2": (12, 13)}
    state = battle(places, options={"miss_ends_unit": option})
    assert agree(state, "R2", "B2").chances["hit"] == Fraction(1, 2)


def test_odds_in_json_are_fractions_as_strings() -> None:
    """BSK-C2: as the contract writes them."""
    places = {"R1": (12, 12), "B2": (12, 13), "B1": (1, 1)}
    made = said(battle(places), "attack R1 B2").to_json()
    assert made["odds"]["kill"] == "1/3"
    assert made["expected"]["damage"] == "1"


@pytest.mark.parametrize("action", ["move R1 12,11", "command bolster", "command rush", "end"])
def test_what_needs_no_dice_has_no_chances(action: str) -> None:
    """BSK-T1: it simply happens."""
    state = battle({"R1": (12, 12), "B2": (12, 13)})
    assert dict(said(state, action).chances) == {}


def test_a_command_tells_how_many_it_reaches() -> None:
    """BSK-A5: counted before it is used."""
    state = battle({"R1": (12, 12), "R2": (12, 17), "R3": (12, 17.9), "B2": (12, 13)})
    assert said(state, "command bolster").expected == {"units": 2}


def test_an_illegal_attack_has_no_odds() -> None:
    """BSK-C1: it is refused in the same words as when it is played."""
    state = battle({"R1": (12, 12), "B2": (12, 13.5)})
    with pytest.raises(Refusal) as caught:
        said(state, "attack R1 B2")
    assert (caught.value.kind, caught.value.rule) == refused(state, "attack R1 B2")


def test_asking_for_odds_changes_nothing() -> None:
    """BSK-C1: measuring and reckoning are free."""
    state = battle({"R1": (12, 12), "B2": (12, 13)})
    before = GAME.dump(state)
    said(state, "attack R1 B2")
    assert GAME.dump(state) == before
