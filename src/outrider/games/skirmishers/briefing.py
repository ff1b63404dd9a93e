"""The shipped scenarios as people choose them: story, aims and forces."""

import re
from collections import defaultdict
from collections.abc import Mapping
from typing import Any

from outrider.core.setting import Aims, Force, Setting
from outrider.games.skirmishers import shipped
from outrider.games.skirmishers.scenario import SEATS, Scenario, Warrior
from outrider.games.skirmishers.view import aim, ratings


def settings() -> tuple[Setting, ...]:
    return tuple(setting_of(name) for name in shipped.names())


def setting_of(name: str) -> Setting:
    return told(shipped.scenario_of(name), name, {"scenario": name})


def told(scenario: Scenario, id: str, terms: Mapping[str, Any]) -> Setting:
    return Setting(
        id,
        scenario.name,
        " ".join(scenario.story.split()),
        tuple(aims_of(scenario, seat) for seat in SEATS),
        (f"{scenario.first.capitalize()} moves first.", limit_of(scenario)),
        terms,
    )


def limit_of(scenario: Scenario) -> str:
    last = f"{scenario.at_limit.capitalize()} has won" if scenario.at_limit else "it is a draw"
    return f"{scenario.turn_limit} turns, both sides counted. When they are over, {last}."


def aims_of(scenario: Scenario, seat: str) -> Aims:
    side = scenario.side(seat)
    names = {warrior.id: warrior.name for warrior in scenario.warriors}
    said = []
    for condition in side.victory:
        text = aim(condition).replace("in the zone", "on the zone")
        text = text.replace("the zone", "the ground marked in your colour")
        if condition.pieces:
            text = re.sub(r"\w+", lambda word: called(names, word[0]), text)
        said.append(f"{text[0].upper()}{text[1:]}.")
    if not said or scenario.at_limit == seat:
        said.append("Last until the turn limit.")
    return Aims(seat, tuple(said), forces_of(side.warriors))


def called(names: Mapping[str, str], word: str) -> str:
    """Whoever a word is the id of, by name where there is one; any other word as it is."""
    return f"{names[word]} ({word})" if names.get(word) else word


def forces_of(warriors: tuple[Warrior, ...]) -> tuple[Force, ...]:
    """Those with the same ratings together; whoever is alone in that is named."""
    alike: dict[str, list[Warrior]] = defaultdict(list)
    for warrior in warriors:
        alike[ratings(warrior)].append(warrior)
    return tuple(
        Force(len(some), f"{some[0].name}: {text}" if len(some) == 1 and some[0].name else text)
        for text, some in alike.items()
    )
