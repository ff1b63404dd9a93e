"""Matches with changed numbers: made, listed, joined, played, put to sleep, woken, downloaded."""

import asyncio
import json
import random
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from cli.driving import outrider
from cli.packaged import python_path
from outrider.core.course import last, replay
from outrider.core.record import record_from_text
from outrider.games import game as game_by_id
from server.driving import (
    WIDE,
    Json,
    Sat,
    Server,
    asked_for,
    at_table,
    both,
    made,
    play_on,
    running,
    seated,
)

pytest_plugins = ["server.hosting"]
RIFLES: Json = {
    "outrider_variant": 1,
    "game": "basic",
    "name": "long rifles",
    "set": {"long.range": 12, "base": 0.35, "close.health": 1},
}
SHORT = {"turn_limit": 8, "table": "12x12"}
GAME = game_by_id("basic")


def test_games_tell_their_numbers_and_a_schema(host: Server) -> None:
    with host.person() as person:
        known = {each["id"]: each for each in person.get("/api/games").json()["games"]}
    basic = known["basic"]
    assert [each["name"] for each in basic["figures"]] == [each.name for each in GAME.figures]
    jsonschema.Draft202012Validator(basic["variant"]).validate(RIFLES)
    for id, game in known.items():
        assert [each["name"] for each in game["figures"]] == [
            each.name for each in game_by_id(id).figures
        ]


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ({**RIFLES, "set": {"long.range": 80}}, "set.long.range: must be from 0 to 72, not 80"),
        ({**RIFLES, "set": {"x": 1}}, "set.x: there is no such number"),
        ({**RIFLES, "game": "skirmish"}, "game: this is a variant of"),
        ({**RIFLES, "set": {"base": 0.35001}}, "set.base: must be whole in parts of 1/1000"),
        ({}, "outrider_variant: missing"),
        ([], "variant"),
        ("long rifles", "variant"),
    ],
)
def test_what_cannot_be_is_refused_whole(host: Server, value: Any, said: str) -> None:
    with host.person() as person:
        answer = person.post("/api/matches", json=asked_for("basic", variant=value))
        assert answer.status_code == (404 if "no such" in said else 400) and said in answer.text
        assert person.get("/api/matches/mine").json()["matches"] == []


def test_a_game_without_such_numbers_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", python_path(tmp_path))
    with running(tmp_path, *WIDE) as server, server.person() as person:
        known = {each["id"]: each for each in person.get("/api/games").json()["games"]}
        wish = asked_for("pebbles", variant={**RIFLES, "game": "pebbles"})
        answer = person.post("/api/matches", json=wish)
    assert "figures" in known["basic"] and "figures" not in known["pebbles"]
    assert answer.status_code in (400, 404)
    assert "pebbles is not played with changed numbers" in answer.text


def test_everybody_is_told_before_they_sit_down(host: Server) -> None:
    with host.person() as maker, host.person() as guest:
        new = made(maker, "basic", variant=RIFLES, listed=True)
        other = made(maker, "basic", listed=True, variant={**RIFLES, "set": {"long.range": 10}})
        listed = {each["match"]: each for each in guest.get("/api/matches").json()["matches"]}
        assert listed[new["match"]]["variant"] == RIFLES
        assert listed[other["match"]]["variant"] is None
        mine = {each["match"]: each for each in maker.get("/api/matches/mine").json()["matches"]}
        assert mine[new["match"]]["variant"] == RIFLES
        assert guest.get(f"/api/matches/{new['match']}").json()["variant"] == RIFLES


def test_the_same_wish_is_the_same_match_only_with_the_same_numbers(host: Server) -> None:
    client = "c" * 40
    with host.person() as person:
        first = made(person, "basic", variant=RIFLES, client=client)
        assert made(person, "basic", variant=RIFLES, client=client)["match"] == first["match"]
        other = {**RIFLES, "set": {"long.range": 11}}
        answer = person.post("/api/matches", json=asked_for("basic", variant=other, client=client))
        assert answer.status_code == 400 and "another match" in answer.text


async def played(sat: Sat) -> None:
    async with both(sat) as (red, blue):
        assert red.table["variant"] == RIFLES and red.table["state"]["variant"] == RIFLES
        await play_on({"red": red, "blue": blue}, random.Random(3))
        assert red.over and red.table["state"]["variant"] == RIFLES


@pytest.mark.parametrize("dice", ["fair-2", "sealed"])
def test_a_whole_match_its_record_and_its_moments(host: Server, tmp_path: Path, dice: str) -> None:
    kinds = "me link" if dice == "fair-2" else "here here"
    sat = seated(host, "basic", kinds, dice == "fair-2", options=SHORT, variant=RIFLES, dice=dice)
    if dice == "fair-2":
        asyncio.run(played(sat))
    else:
        asyncio.run(resigned(sat))
    text = sat.fetch()
    record = record_from_text(text)
    assert record.header.variant == RIFLES and record.result is not None
    assert GAME.terms_of(last(replay(GAME, record)).state).variant is not None
    file = tmp_path / "match.jsonl"
    file.write_text(text, "utf-8")
    assert outrider("verify", file).returncode == 0
    # The header is part of the chain: other numbers are seen at once.
    forged = text.replace('"long.range":12', '"long.range":13')
    assert forged != text
    file.write_text(forged, "utf-8")
    refused = outrider("verify", file)
    assert refused.returncode != 0 and "line 1" in refused.stdout + refused.stderr
    with host.person() as person:
        headers = {"outrider-watch": sat.watch}
        told = person.get(f"/api/matches/{sat.match}/moments", headers=headers).json()
        assert told["variant"] == RIFLES and told["moments"][0]["state"]["variant"] == RIFLES
        # Brought back, it is replayed by its own numbers and kept.
        kept = person.post("/api/records", content=text)
        assert kept.status_code == 201, kept.text
        again = person.get(f"/api/matches/{kept.json()['match']}/record")
        assert record_from_text(again.text).header.variant == RIFLES
        assert person.post("/api/records", content=forged).status_code == 400


async def resigned(sat: Sat) -> None:
    async with at_table(sat.server, sat.match, *sat.tokens.values()) as player:
        assert player.table["state"]["variant"] == RIFLES
        await player.change("resign", seat="red")
        await player.until(lambda: player.over)


def test_asleep_and_awake_it_keeps_its_numbers(tmp_path: Path) -> None:
    """Before anybody joins, in the middle, after something is taken back: the server ends, another
    one begins with what is stored."""

    with running(tmp_path, *WIDE) as server, server.person() as maker:
        open_one = made(maker, "basic", variant=RIFLES, listed=True)
        sat = seated(server, "basic", options=SHORT, variant=RIFLES)
        before = asyncio.run(deployed_some(sat))
        text = sat.fetch()
    with running(tmp_path, *WIDE) as server:
        sat.server = server
        assert sat.fetch().splitlines()[:-1] == text.splitlines()[:-1]
        with server.person() as guest:
            about = guest.get(f"/api/matches/{open_one['match']}").json()
            assert about["variant"] == RIFLES
            wish = {"invite": open_one["invites"]["blue"]}
            assert guest.post(f"/api/matches/{open_one['match']}/join", json=wish).is_success
        assert asyncio.run(seen(sat))["state"] == before["state"]
        asyncio.run(played(sat))
        assert sat.record().header.variant == RIFLES


async def deployed_some(sat: Sat) -> Json:
    """Two placed, the second taken back by both."""
    async with both(sat) as (red, blue):
        seats = {"red": red, "blue": blue}
        await play_on(seats, random.Random(1), 2)
        placed = [unit["id"] for unit in red.table["state"]["units"] if unit["at"]]
        asking, other = ("red", "blue") if placed[0][0] == "R" else ("blue", "red")
        asked = await seats[asking].change("takeback", seat=asking)
        for player in seats.values():
            await player.reached(asked["version"])
        if red.table["conduct"]["back"] is not None:
            agreed = await seats[other].change("takeback", seat=other)
            await red.reached(agreed["version"])
        found: Json = red.table
        assert sum(unit["at"] is not None for unit in found["state"]["units"]) == 1
        assert found["state"]["variant"] == RIFLES
        return found


async def seen(sat: Sat) -> Json:
    async with at_table(sat.server, sat.match, watch=sat.watch) as player:
        found: Json = player.table
        return found


def test_rules_with_these_numbers(host: Server) -> None:
    with host.person() as person:
        plain = person.get("/api/games/basic/rules").json()
        told = person.get("/api/games/basic/rules", params={"variant": json.dumps(RIFLES)}).json()
        assert plain["variant"] is None and told["variant"] == RIFLES
        rules = {rule["id"]: rule for chapter in told["chapters"] for rule in chapter["rules"]}
        marked = [text for text, changed in rules["BSK-U1"]["parts"] if changed]
        assert marked == ["1 (not 3)", "12 (not 10)"]
        assert "".join(text for text, _ in rules["BSK-U1"]["parts"]) == rules["BSK-U1"]["text"]
        assert "parts" not in rules["BSK-A2"]
        for wrong in ("{", "[]", json.dumps({**RIFLES, "set": {"base": 7}}), "x" * 5000):
            answer = person.get("/api/games/basic/rules", params={"variant": wrong})
            assert answer.status_code == 400, wrong


def test_practice_goes_by_the_numbers_of_its_state(host: Server) -> None:
    """What lessons and positions are tried with: the state says its numbers."""
    state = GAME.dump(GAME.opening_position(variant=RIFLES))
    units = [{"id": "R4", "at": [12, 2], "health": 2}, {"id": "B2", "at": [12, 14], "health": 1}]
    battle = {**state, "phase": "battle", "pending": {"decide": ["red"]}, "units": units,
              "turn": 1, "initiative": None}  # fmt: skip
    trial = {"game": "basic", "do": "check", "state": battle, "action": "attack R4 B2"}
    with host.person() as person:
        assert person.post("/api/practice", json=trial).json()["legal"] is True
        units[1]["at"] = [12, 14.001]
        found = person.post("/api/practice", json=trial).json()
    assert found["legal"] is False and found["refusal"]["rule"] == "BSK-C1"
