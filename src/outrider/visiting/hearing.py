"""What a server may say, as far as a visitor looks at it: its shape, before anything is done by it.

Whoever gives a link away runs the server behind it. What is not of this shape comes from no server
of ours, and nothing of it is believed; further fields are let be. Whether it is true is for the
witness and the rules to say.
"""

from collections.abc import Mapping
from typing import Any, TypeAlias

Form: TypeAlias = "type | tuple[type, ...] | Mapping[str, Form] | list[Form]"
NEEDED = "!"
"""Ends the name of a field that has to be there; others may be missing, or null."""
LONGEST = 400
NUMBER = (int, float)
HOLDERS: Form = {"*": str}

LINES: Form = [{"n!": int, "hash": str, "open": HOLDERS, "anchors": HOLDERS}]
MESSAGE: Form = {
    "type!": str,
    "id": str,
    "ok": bool,
    "error": {"kind!": str, "message!": str},
    "client": str,
    "head": str,
    "version": int,
    "stage": str,
    "question": str,
    "stuck": str,
    "lines": LINES,
    "missed": {"lines": LINES},
    "dice": {"kind": str, "anchors": HOLDERS, "engine": [str]},
    "seals": {"n!": int, "for!": str, "missing!": [str]},
    "pending": {"decide": [str], "roll": dict},
    "conduct": {"draw": [str], "asked": [str]},
    "result": {"winners!": [str], "reason!": str},
    "clock": {
        "left": {"*": NUMBER},
        "control": {"kind!": str, "increment": NUMBER},
        "limit": NUMBER,
    },
}
BEAT: Form = {"version!": int, "stage!": str}
REFUSED: Form = {"error!": dict}
TAKEN: Form = {"version!": int}
ABOUT: Form = {"game!": str, "dice": {"kind": str}, "seats": [{"seat!": str}]}
LISTED: Form = {"matches": [{"match!": str, "game!": str}]}
JOINED: Form = {"seat!": str}


def misfit(value: Any, form: Form, place: str = "it") -> str | None:
    """Where something is not of a form, if it is not."""
    if isinstance(form, list):
        if not isinstance(value, list):
            return place
        found = (misfit(each, form[0], f"{place}[{at}]") for at, each in enumerate(value))
        return next(filter(None, found), None)
    if isinstance(form, Mapping):
        return _misfit(value, form, place) if isinstance(value, dict) else place
    strange = isinstance(value, bool) and form is not bool
    return place if strange or not isinstance(value, form) else None


def _misfit(value: dict[str, Any], form: Mapping[str, Form], place: str) -> str | None:
    if "*" in form:
        parts = [(name, each, form["*"]) for name, each in value.items()]
    else:
        names = [(name.removesuffix(NEEDED), each) for name, each in form.items()]
        missing = [name for name in form if name.endswith(NEEDED) and name[:-1] not in value]
        if missing:
            return f"{place}.{missing[0][:-1]}"
        parts = [(name, value[name], each) for name, each in names if name in value]
    found = (
        misfit(each, inner, f"{place}.{name}")
        for name, each, inner in parts
        if each is not None or f"{name}{NEEDED}" in form
    )
    return next(filter(None, found), None)


def plain(text: object) -> str:
    """A sentence of a server's: one line, and not too long."""
    return harmless(" ".join(str(text).split())[:LONGEST])


def harmless(text: object) -> str:
    """Text for a terminal, without whatever moves its cursor or changes its colours."""
    return "".join(each if each.isprintable() or each == "\n" else "?" for each in str(text))
