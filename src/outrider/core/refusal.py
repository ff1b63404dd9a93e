"""Saying no: always typed, always with a sentence, with the rule's id where a rule says so."""

from typing import Any, Literal, TypeAlias

Kind: TypeAlias = Literal["malformed", "unknown", "not-your-turn", "illegal", "over"]


class Refusal(Exception):
    """Something asked for is not to be had. The state it was asked of is unchanged."""

    def __init__(self, kind: Kind, message: str, rule: str | None = None) -> None:
        super().__init__(message)
        self.kind: Kind = kind
        self.message = message
        self.rule = rule

    def __reduce__(self) -> tuple[type["Refusal"], tuple[Kind, str, str | None]]:
        """Between processes: an exception is made anew from what it was made of."""
        return Refusal, (self.kind, self.message, self.rule)

    def to_json(self) -> dict[str, Any]:
        error: dict[str, Any] = {"kind": self.kind}
        if self.rule is not None:
            error["rule"] = self.rule
        return {**error, "message": self.message}

    def __str__(self) -> str:
        return f"{self.message} [{self.rule}]" if self.rule else self.message


def malformed(message: str, rule: str | None = None) -> Refusal:
    """Not in the form the contract asks for, or not possible at all."""
    return Refusal("malformed", message, rule)


def unknown(message: str) -> Refusal:
    """A name that nothing here answers to, or something asked for before it exists."""
    return Refusal("unknown", message)


def not_your_turn(message: str, rule: str | None = None) -> Refusal:
    """Possible perhaps, but not now or not for this seat."""
    return Refusal("not-your-turn", message, rule)


def illegal(rule: str, message: str) -> Refusal:
    """Well-formed, in turn, and against a rule."""
    return Refusal("illegal", message, rule)


def over(message: str) -> Refusal:
    """The game has ended."""
    return Refusal("over", message)
