"""An experiment as a file that people write and commit: read, faults with their place; written."""

import json
import tomllib
from pathlib import Path
from typing import Any

from outrider.core.refusal import Refusal, malformed
from outrider.core.wire import shown
from outrider.lab.plan import DECIDED, VERSION, Plan, fields_of_a_plan

WHOLE = ("games", "seed", "seats", "evaluate")
FILES = ("table", "scenario", "variant", "start")
"""What may stand in a file of its own, named beside the plan."""
PLAN = "plan.toml"
LARGEST = 4 * 1024 * 1024


def plan_from_toml(data: bytes, name: str, played: bool = True) -> Plan:
    """A plan from the text of a file by that name, to be played or only looked at; every refusal
    begins with the place."""
    try:
        told = tomllib.loads(data.decode("utf-8"))
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise malformed(f"{name}: line {line}: not UTF-8") from None
    except tomllib.TOMLDecodeError as error:
        raise malformed(f"{name}: {error}") from None
    try:
        plan = plan_from_json(told, Path(name).parent)
        plan.check(played)
    except Refusal as refusal:
        raise Refusal(refusal.kind, f"{name}: {refusal.message}", refusal.rule) from None
    return plan


def plan_from_json(told: dict[str, Any], beside: Path | None = None) -> Plan:
    """A plan from what a file says. Files that it names are read where it lies `beside` them; of a
    plan that lies nowhere no file is read."""
    version = told.get("outrider_lab", VERSION)
    if version != VERSION or isinstance(version, bool):
        raise malformed(f"outrider_lab: must be {VERSION}, not {shown(version)}")
    known = ("outrider_lab", *fields_of_a_plan())
    for key in told:
        if key not in known:
            raise malformed(f"{key}: unknown; there are {', '.join(known)}")
    if not isinstance(told.get("game"), str):
        raise malformed("game: missing" if "game" not in told else "game: must be a game's id")
    made = {key: value for key, value in told.items() if key != "outrider_lab"}
    for key in WHOLE:
        value = made.get(key)
        if value is not None and (isinstance(value, bool) or not isinstance(value, int)):
            raise malformed(f"{key}: must be a whole number, not {shown(value)}")
    for key in FILES:
        if key in made:
            made[key] = from_file(made[key], beside, key)
    for key in ("options", "vary"):
        if not isinstance(made.get(key, {}), dict):
            raise malformed(f"{key}: must be a table, not {shown(made[key])}")
    made["bots"] = _names(made.get("bots", ["soldier"]))
    made["vary"] = {
        name: _values(name, each, beside) for name, each in made.get("vary", {}).items()
    }
    made["until"] = until_of(made.get("until"))
    if not isinstance(made.get("events", False), bool):
        raise malformed(f"events: must be true or false, not {shown(made['events'])}")
    if not isinstance(made.get("records", "text"), str):
        raise malformed(f"records: must be a word, not {shown(made['records'])}")
    return Plan(**made)


def _names(value: Any) -> tuple[str, ...]:
    names = [value] if isinstance(value, str) else value
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise malformed(f"bots: must be a list of names, not {shown(value)}")
    return tuple(names)


def _values(name: str, given: Any, beside: Path | None) -> tuple[Any, ...]:
    if not isinstance(given, list):
        raise malformed(f"vary.{name}: must be a list of values, not {shown(given)}")
    if name in FILES:
        return tuple(from_file(each, beside, f"vary.{name}") for each in given)
    return tuple(given)


def until_of(value: Any) -> float | str | None:
    """How sharp an answer has to be: `2%`, 0.02, or `decided`."""
    if value is None or value == DECIDED:
        return value  # type: ignore[no-any-return]
    text = str(value).strip()
    try:
        return float(text.removesuffix("%")) / 100 if text.endswith("%") else float(text)
    except ValueError:
        raise malformed(f"until: a share such as 2%, or {DECIDED}, not {shown(value)}") from None


def from_file(value: Any, beside: Path | None, place: str) -> Any:
    """What a file has, where a value names one: JSON. Anything else is the value itself."""
    if beside is None or not isinstance(value, str) or not value.endswith(".json"):
        return value
    file = beside / value
    try:
        if file.stat().st_size > LARGEST:
            raise malformed(f"{place}: {file} is too large")
        return json.loads(file.read_bytes())
    except OSError as error:
        raise malformed(f"{place}: {file}: {error.strerror}") from None
    except ValueError as error:
        raise malformed(f"{place}: {file}: {error}") from None


# -- writing -------------------------------------------------------------------------------------


def plan_files(plan: Plan) -> dict[str, bytes]:
    """A plan as files that are read as the same plan: one of TOML, and one of JSON for each table,
    scenario, variant and state that is not known by a name."""
    beside: dict[str, bytes] = {}

    def named(name: str, value: Any) -> Any:
        if not isinstance(value, dict | list):
            return value
        beside[f"{name}.json"] = json.dumps(value, indent=1).encode() + b"\n"
        return f"{name}.json"

    told = plan.to_json()
    for key in FILES:
        told[key] = named(key, told[key])
        if key in told["vary"]:
            values = enumerate(told["vary"][key], 1)
            told["vary"][key] = [named(f"{key}-{number}", value) for number, value in values]
    return {**beside, PLAN: _text(told).encode()}


def _text(told: dict[str, Any]) -> str:
    lines, tables = [], []
    for key, value in told.items():
        if value is None or value in ({}, []):
            continue
        if key in ("options", "vary"):
            tables.append(f"\n[{key}]")
            tables += [f"{_key(name)} = {_said(each)}" for name, each in value.items()]
        else:
            lines.append(f"{key} = {_said(value)}")
    return "\n".join([*lines, *tables]) + "\n"


def _key(name: str) -> str:
    return name if name.replace("_", "").replace("-", "").isalnum() else json.dumps(name)


def _said(value: Any) -> str:
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_said, value))}]"
    # JSON's escapes are TOML's.
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
