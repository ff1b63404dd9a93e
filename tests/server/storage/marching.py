"""Campaigns under way for tests of storages."""

from dataclasses import replace

from outrider.server.storage.campaigns import CampaignRow, SeatKept


def a_campaign(id: str = "aaaaaaaaaaaa", match: str | None = None, **more: object) -> CampaignRow:
    seats = (
        SeatKept("red", "me", name="Änne", who="anna", token="h" * 64),
        SeatKept("blue", "link", who="bert", invite="i" * 64),
    )
    course = {"fought": [{"battle": "one", "match": "m-old"}], "match": match, "tries": 0}
    made = CampaignRow(
        id, "skirmishers", "A <b>march</b>", "anna", "here", 12, "running", 1, 5, 5,
        '{"name":"Ä"}', {"clock": None}, seats, course,
    )  # fmt: skip
    return replace(made, **more)  # type: ignore[arg-type]
