"""The kinds of pieces, names and words that fights dealt by lot are made of: content, no rules."""

from typing import Any

Kind = dict[str, Any]


def _kind(attack: int, defense: int, movement: int, *shot: Any) -> Kind:
    weapon, firing, reach = shot or ("none", 0, 0)
    made = {"firing": firing, "attack": attack, "defense": defense, "movement": movement}
    return {**made, "weapon": weapon, **({"range": reach} if reach else {})}


KINDS: dict[str, Kind] = {
    "fighter": _kind(1, 1, 6),
    "sword": _kind(2, 1, 6),
    "runner": _kind(1, 1, 9),
    "shield": _kind(1, 3, 5),
    "veteran": _kind(2, 2, 6),
    "brute": _kind(3, 1, 5),
    "captain": _kind(3, 2, 7),
    "knight": _kind(3, 3, 5),
    "scout": _kind(1, 1, 8, "bow", 1, 8),
    "archer": _kind(1, 1, 6, "bow", 1, 12),
    "longbow": _kind(1, 1, 5, "bow", 1, 16),
    "huntsman": _kind(1, 2, 6, "bow", 2, 12),
    "pistol": _kind(2, 1, 6, "firearm", 1, 6),
    "musket": _kind(1, 1, 5, "firearm", 1, 12),
    "rifle": _kind(1, 1, 6, "firearm", 2, 10),
    "marksman": _kind(1, 1, 5, "firearm", 3, 14),
}
FOOT = ("fighter", "sword", "runner", "shield", "veteran", "brute", "captain", "knight")
BOWS = ("scout", "archer", "longbow", "huntsman")
GUNS = ("pistol", "musket", "rifle", "marksman")
COMPANIES: dict[str, tuple[str, ...]] = {
    "swords": FOOT,
    "bows": (*FOOT, *BOWS, *BOWS),
    "guns": (*FOOT, *GUNS, *GUNS),
    "all": (*FOOT, *BOWS, *GUNS),
}
"""Which kinds a force is drawn from."""

NAMES = (
    "Ada", "Alder", "Anselm", "Aldous", "Bertram", "Birk", "Brida", "Cass", "Cedric", "Colm",
    "Dagny", "Dorn", "Edith", "Egon", "Elke", "Fenn", "Finn", "Frida", "Garrick", "Gerda",
    "Gunnar", "Hal", "Hedda", "Hob", "Ida", "Ingram", "Ivo", "Jory", "Judd", "Karin", "Kit",
    "Lars", "Linus", "Lorn", "Mabel", "Marta", "Milo", "Nan", "Ned", "Nils", "Odo", "Olwen",
    "Osric", "Petra", "Piers", "Quill", "Rafe", "Rona", "Rowan", "Sela", "Silas", "Sten",
    "Tamsin", "Tobin", "Ulf", "Una", "Vera", "Wat", "Wilf", "Yrsa",
)  # fmt: skip
PLACES = (
    "Ashby", "Barrow", "Birchholt", "Coldwater", "Crowmere", "Dunmoor", "Elmstead", "Fallow End",
    "Greyford", "Hartsdale", "Hollin", "Kelm", "Larkhill", "Millbrook", "Netherby", "Oakley",
    "Ravenscar", "Saltmarsh", "Stonebridge", "Thornwick", "Undern", "Weir", "Withy", "Yarrow",
)  # fmt: skip
COUNTRY_SAID = {
    "woodland": "the woods by {place}",
    "farmland": "the fields of {place}",
    "moor": "the moor above {place}",
    "village": "the lanes of {place}",
    "ruins": "the ruins of {place}",
    "lakeland": "the meres by {place}",
}
