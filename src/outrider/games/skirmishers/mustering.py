"""What pieces cost, and rosters of them. The points were fitted to fights between bots: the study
is docs/studies/points.md, and `scripts/points.py` prints `points.json`."""

import json
from functools import cache
from importlib.resources import files
from typing import Any

from outrider.core.faults import Fault, Faults
from outrider.core.making import Bill, Change, Finding, Mend, Price, value_at
from outrider.core.mustering import FIELD, VERSION, Mustered
from outrider.core.values import a_list, a_whole_number
from outrider.core.wire import shown
from outrider.games.skirmishers.reading import read_piece
from outrider.games.skirmishers.scenario import MOST_PIECES, SEATS, Warrior
from outrider.games.skirmishers.view import ratings
from outrider.table.lengths import INCH
from outrider.table.terrain import a_name

FILE = "points.json"
FIELDS = (FIELD, "name", "pieces")
FURTHER = ("game", "budget")
LARGEST_BUDGET = 9999
PLACED = ("id", "at")
"""What a piece gets when it is put on a table."""


@cache
def table() -> dict[str, Any]:
    """The points as they were fitted."""
    found: dict[str, Any] = json.loads(files(__package__).joinpath(FILE).read_bytes())
    return found


def price(warrior: Warrior) -> Price:
    """The points of a piece: what it can do, times how long it lives to do it. A rating outside of
    what was measured counts as the nearest."""
    known = table()
    beyond = False

    def near(value: int, low: int, high: int) -> int:
        nonlocal beyond
        beyond = beyond or not low <= value <= high
        return min(max(value, low), high) - low

    melee, tough = known["melee"], known["toughness"]
    pace = near(round(warrior.movement / INCH), *known["movement"])
    doing = known["base"] + melee[near(warrior.attack, 0, len(melee) - 1)][pace]
    if warrior.weapon != "none" and warrior.firing:
        fire = known["fire"][warrior.weapon]
        dice = fire[near(warrior.firing, 1, len(fire))]
        doing += dice[near(round(warrior.range / INCH), *known["range"])]
    defense = near(warrior.defense, 0, len(tough) - 1)
    return Price(max(1, (doing * tough[defense] + 50) // 100), beyond)


def billed(value: Any) -> dict[str, Bill]:
    """What both sides of a scenario cost as far as it is made."""
    return {seat: bill(value_at(value, f"sides.{seat}.pieces"), seat) for seat in SEATS}


def bill(pieces: Any, seat: str) -> Bill:
    found = []
    for piece in pieces[:MOST_PIECES] if isinstance(pieces, list) else []:
        faults = Faults()
        warrior = read_piece(faults, seat, piece, "")
        # Where it stands and what it is called costs nothing.
        whole = all(fault.place.lstrip(".") in PLACED for fault in faults.all)
        found.append(price(warrior) if whole else None)
    return Bill(tuple(found))


# -- rosters -------------------------------------------------------------------------------------


def muster(game: str, value: object) -> Mustered:
    """A roster: every fault of it with its place, and what it costs as far as it is one."""
    faults = Faults()
    data = faults.fields("", value, FIELDS, FURTHER)
    if data is None:
        return Mustered(tuple(_finding(value, fault) for fault in faults.all), Bill())
    version = data.get(FIELD, VERSION)
    if version != VERSION or isinstance(version, bool):
        faults.add(FIELD, f"must be {VERSION}, not {shown(version)}")
    if data.get("game", game) != game:
        faults.add("game", f"this is a roster of {shown(data['game'])}, not of {game}")
    faults.read("name", a_name, data.get("name", "?"), "it")
    budget = data.get("budget")
    if budget is not None:
        budget = faults.read("budget", a_whole_number, budget, "it", 1, LARGEST_BUDGET)
    warriors = _warriors(faults, data.get("pieces", []))
    return Mustered(
        tuple(_finding(value, fault) for fault in faults.all),
        Bill(tuple(None if each is None else price(each) for each in warriors)),
        budget,
        tuple("" if each is None else ratings(each) for each in warriors),
    )


def _warriors(faults: Faults, value: Any) -> list[Warrior | None]:
    pieces = faults.read("pieces", a_list, value, "it") or []
    if len(pieces) > MOST_PIECES:
        faults.add("pieces", f"a force has at most {MOST_PIECES} pieces, not {len(pieces)}")
        return []
    found: list[Warrior | None] = []
    for number, piece in enumerate(pieces):
        place, before = f"pieces[{number}]", len(faults.all)
        for name in PLACED:
            if isinstance(piece, dict) and name in piece:
                faults.add(f"{place}.{name}", "a roster says nothing of where its pieces stand")
        stood = {**piece, "id": "R1", "at": [0, 0]} if isinstance(piece, dict) else piece
        warrior = read_piece(faults, SEATS[0], stood, place)
        found.append(warrior if len(faults.all) == before else None)
    return found


def _finding(value: Any, fault: Fault) -> Finding:
    """A fault as it is told: which piece, what of it, why, and what would mend it."""
    number = fault.place.partition("[")[2].partition("]")[0]
    field = fault.place.rpartition(".")[2] if "." in fault.place else ""
    said = f"Piece {int(number) + 1}" if number else fault.place.replace("_", " ").capitalize()
    message = ": ".join(part for part in (f"{said}, {field}" if field else said, fault.reason))
    strange = fault.reason == "unknown field" or field in PLACED
    mend = Mend("Leave it out", (Change(fault.place),)) if strange else None
    return Finding(
        fault.place, message.removeprefix(": "), fault.rule or "SKR-S5", True, None, mend
    )
