"""What is on offer: every game as a program needs to know it to set a match up."""

from typing import Any

from outrider.core.game import Game

PROTOCOL = 1
"""The version of the vocabulary: actions, states, records, requests."""


def described(game: Game[Any, Any]) -> dict[str, Any]:
    """One game: its name, its seats, and schemas of all that may be chosen."""
    return {
        "id": game.id,
        "title": game.title,
        "rules": game.rules_version,
        "seats": list(game.seat_counts),
        "makes": list(game.makes),
        "options": game.options_schema(),
        **({"musters": True} if game.musters else {}),
        **({} if game.deals is None else {"deals": game.deals.to_json()}),
        **_variants(game),
        **game.further(),
    }


def _variants(game: Game[Any, Any]) -> dict[str, Any]:
    """The numbers that may change, and a schema of what changes them, where there are some."""
    if not game.figures:
        return {}
    figures = [figure.to_json() for figure in game.figures]
    return {"figures": figures, "variant": game.variant_schema()}
