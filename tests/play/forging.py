"""Records as a forger would make them: hashed anew, signed with a key of one's own, or stripped."""

from typing import Any

from outrider.core.chain import hash_after, head_of
from outrider.core.record import record_from_json
from outrider.core.wire import dumps, parse
from outrider.play.signing import Signer

FORGER = Signer("07" * 32)
OWN = ("hash", "signature", "key")


def rows_of(text: str) -> list[dict[str, Any]]:
    return [parse(line) for line in text.splitlines()]


def text_of(rows: list[dict[str, Any]]) -> str:
    return "".join(dumps(row) + "\n" for row in rows)


def rechained(rows: list[dict[str, Any]], signer: Signer = FORGER) -> list[dict[str, Any]]:
    """The same lines with hashes that fit them, also where a line names another's."""
    old = {row["hash"]: at for at, row in enumerate(rows) if "hash" in row}
    bare = [{name: value for name, value in row.items() if name not in OWN} for row in rows]
    last = bare[-1]
    head = head_of(bare[0])
    made = [{**bare[0], "hash": head}]
    for row in bare[1:-1]:
        if row.get("for") in old and old[row["for"]] < len(made):
            row["for"] = made[old[row["for"]]]["hash"]
        head = hash_after(head, row)
        made.append({**row, "hash": head})
    closing = signer.closing(head, last["result"], last.get("secret"))
    end = {"result": last["result"], "secret": closing.secret, "key": closing.key}
    made.append({**end, "signature": closing.signature, "hash": closing.hash})
    record_from_json(made)
    return made


def unchained(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The same lines without any hash."""
    bare = [{name: value for name, value in row.items() if name not in OWN} for row in rows]
    return [*bare[:-1], {"result": bare[-1]["result"]}]
