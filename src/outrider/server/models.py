"""What is said over HTTP, as the OpenAPI description shows it."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

Name = Annotated[str, Field(min_length=1, max_length=40)]
Token = Annotated[str, Field(min_length=1, max_length=64)]
OwnSecret = Annotated[str, Field(pattern="^[A-Za-z0-9_-]{32,64}$")]
"""Made up by the client, of at least 128 random bits."""
Hex = Annotated[str, Field(pattern="^[0-9a-f]{64}$")]


class Strict(BaseModel):
    """Fields nobody knows are refused."""

    model_config = ConfigDict(extra="forbid", strict=True)


class SeatWish(Strict):
    """Who is to have a seat: `me`, somebody `here` at the same screen, whoever opens a `link`, or a
    `bot`."""

    kind: Literal["me", "here", "link", "bot"]
    level: Annotated[str, Field(max_length=40)] | None = None
    name: Name | None = None


class NewMatch(Strict):
    """A match to be made."""

    game: Annotated[str, Field(min_length=1, max_length=60)]
    seats: Annotated[list[SeatWish], Field(min_length=1, max_length=8)]
    options: dict[str, Any] = {}
    table: dict[str, Any] | None = None
    scenario: dict[str, Any] | Annotated[str, Field(max_length=60)] | None = None
    variant: dict[str, Any] | None = None
    """Changed numbers, as `variant` in `/api/games` describes them."""
    clock: dict[str, Any] | None = None
    dice: Literal["sealed", "fair-2", "fair", "typed"] | None = None
    """Where nothing is said: sealed with a clock of minutes, or at one screen; else fair."""
    listed: bool = False
    commitment: Hex | None = None
    seal: bool = False
    """With sealed dice: one's page keeps the chains of one's seats, and brings their anchors."""
    pace: Annotated[int, Field(ge=0, le=5000)] = 0
    """Milliseconds that a bot's choice takes at least, so that people can follow."""
    client: OwnSecret | None = None
    """Sent again with the same, as after a lost answer, the match is made once and told again."""


class Made(BaseModel):
    """A match that was made. Tokens are told here and never again."""

    match: str
    tokens: dict[str, str]
    invites: dict[str, str]
    watch: str


class Join(Strict):
    invite: Token | None = None
    name: Name | None = None
    commitment: Hex | None = None
    seal: bool = False
    """With sealed dice: one's page keeps the seat's chain, and brings its anchor."""
    dice: Literal["typed"] | None = None
    """One agrees to dice that people type in."""
    seat: Annotated[str, Field(max_length=20)] | None = None
    """Which of the free seats of a listed match; any, if nothing is said."""
    token: OwnSecret | None = None
    """What is to speak for the seat, if the client would rather make it up. Sent again, it is
    answered again."""


class Joined(BaseModel):
    seat: str
    token: str


class Addresses(BaseModel):
    """Where others on the network find the server, the likeliest first."""

    addresses: list[str]


class Reveal(Strict):
    token: Token
    entropy: Annotated[str, Field(min_length=16, max_length=128)]


class Nickname(Strict):
    name: Name


class Me(BaseModel):
    name: str | None


class Key(BaseModel):
    """The public key that this server signs records with: Ed25519, in hexadecimal."""

    key: str


class Done(BaseModel):
    ok: bool = True


class MatchInfo(BaseModel):
    """A match without its state."""

    model_config = ConfigDict(extra="allow")
    match: str
    game: str
    stage: Literal["open", "revealing", "running", "over", "archived"]
    version: int


class Matches(BaseModel):
    matches: list[MatchInfo]


class Moments(BaseModel):
    """A page of a match. `from` is the number of its first moment, `total` how many there are."""

    model_config = ConfigDict(extra="allow", populate_by_name=True)
    game: str
    names: dict[str, str]
    result: dict[str, Any] | None
    sentence: str | None
    begin: Annotated[int, Field(alias="from")]
    total: int
    moments: list[dict[str, Any]]


class Kept(BaseModel):
    match: str


class ErrorText(BaseModel):
    model_config = ConfigDict(extra="allow")
    kind: str
    message: str


class Error(BaseModel):
    error: ErrorText


class Progress(BaseModel):
    """How far a review is: how many others come first, and the share that is done. `part` counts
    how often something has been found out, and `found` is that, unless it has been `seen`."""

    ahead: int
    done: float
    part: int = 0
    found: dict[str, Any] | None = None


class Health(BaseModel):
    ok: bool
    version: str
    matches: int
