"""Saying no: always typed, always with a sentence, with the rule's id where a rule says so."""

from typing import Any, Literal, TypeAlias

Kind: TypeAlias = Literal["malformed", "unknown", "not-your-turn", "illegal", "over"]


class Refusal(Exception):
    """Something asked for is not to be had. The state it was asked of is unchanged."""

    def __init__(
        self, kind: Kind, message: str, rule: str | None = None, at: tuple[float, ...] | None = None
    ) -> None:
        super().__init__(message)
        self.kind: Kind = kind
        self.message = message
        self.rule = rule
        self.at = at
        """Where on the table it cannot be done, in inches, where that is some one place."""

    def __reduce__(self) -> tuple[type["Refusal"], tuple[Any, ...]]:
        """Between processes: an exception is made anew from what it was made of."""
        return Refusal, (self.kind, self.message, self.rule, self.at)

    def to_json(self) -> dict[str, Any]:
        error: dict[str, Any] = {"kind": self.kind}
        if self.rule is not None:
            error["rule"] = self.rule
        said = {**error, "message": self.message}
        return said if self.at is None else {**said, "at": list(self.at)}

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


def illegal(rule: str, message: str, at: tuple[float, ...] | None = None) -> Refusal:
    """Well-formed, in turn, and against a rule."""
    return Refusal("illegal", message, rule, at)


def over(message: str) -> Refusal:
    """The game has ended."""
    return Refusal("over", message)
