"""The ceremony of fair dice over the wire, and dice that people type in."""

import asyncio
import random
from pathlib import Path

from cli.driving import outrider
from outrider.core.record import Fell
from outrider.dice import commitment
from server.driving import (
    ENTROPY,
    Json,
    Sat,
    Server,
    asked_for,
    at_table,
    both,
    made,
    play_on,
    seated,
)

pytest_plugins = ["server.hosting"]

SMALL = {"round_limit": 2, "table": "20x20"}


def info(host: Server, match: str, token: str | None = None) -> Json:
    headers = {} if token is None else {"outrider-token": token}
    with host.person() as person:
        found: Json = person.get(f"/api/matches/{match}", headers=headers).json()
    return found


def test_the_stages_of_the_ceremony(host: Server) -> None:
    """Everybody sees the commitments before any entropy, and every entropy before any die."""
    with host.person() as maker, host.person() as guest:
        new = made(maker, "skirmish", "me link", commitment=commitment(ENTROPY["red"]))
        match, red = new["match"], new["tokens"]["red"]
        reveal = f"/api/matches/{match}/reveal"
        first = info(host, match)
        assert first["stage"] == "open" and first["version"] == 0
        assert len(first["dice"]["commitment"]) == 64
        assert first["dice"]["commitments"] == {"red": commitment(ENTROPY["red"]), "blue": ""}
        assert first["dice"]["entropies"] == {} and first["dice"]["secret"] is None
        early = maker.post(reveal, json={"token": red, "entropy": ENTROPY["red"]})
        assert early.status_code == 409 and early.json()["error"]["kind"] == "not-your-turn"

        wish = {"invite": new["invites"]["blue"], "commitment": commitment(ENTROPY["blue"])}
        blue = guest.post(f"/api/matches/{match}/join", json=wish).json()["token"]
        second = info(host, match)
        assert second["stage"] == "revealing"
        assert second["dice"]["commitments"]["blue"] == commitment(ENTROPY["blue"])
        assert second["dice"]["entropies"] == {}
        for wrong in ("f" * 32, ENTROPY["blue"], ENTROPY["red"] + "0", "a1 " * 16, "\u00e9" * 20):
            answer = maker.post(reveal, json={"token": red, "entropy": wrong})
            assert answer.status_code == 400, wrong
        nobody = maker.post(reveal, json={"token": "wrong", "entropy": ENTROPY["red"]})
        assert nobody.status_code == 403
        for _ in range(2):  # again is no harm
            shown = maker.post(reveal, json={"token": red, "entropy": ENTROPY["red"]})
            assert shown.status_code == 200
        third = info(host, match)
        assert third["stage"] == "revealing"
        assert ENTROPY["red"] not in str(third), "blue could still walk away from bad dice"

        assert guest.post(reveal, json={"token": blue, "entropy": ENTROPY["blue"]}).is_success
        last = info(host, match, red)
        assert last["stage"] == "running"
        assert last["dice"]["entropies"] == {"red": ENTROPY["red"], "blue": ENTROPY["blue"]}
        assert last["dice"]["engine"] == [] and last["dice"]["secret"] is None
        assert last["dice"]["commitment"] == first["dice"]["commitment"]
        late = maker.post(reveal, json={"token": red, "entropy": "f" * 32})
        assert late.status_code == 400


def test_entropy_is_revealed_over_the_socket_and_all_hear_of_the_start(host: Server) -> None:
    with host.person() as maker, host.person() as guest:
        new = made(maker, "skirmish", "me link", commitment=commitment(ENTROPY["red"]))
        match, red = new["match"], new["tokens"]["red"]

        async def run() -> None:
            async with at_table(host, match, red) as player:
                before = player.table
                assert before["stage"] == "open" and before["state"] is None
                refused = await player.refused("reveal", entropy=ENTROPY["red"])
                assert refused["error"]["kind"] == "not-your-turn"
                refused = await player.refused("play", action={"do": "ready"})
                assert refused["error"]["kind"] == "not-your-turn"
                for question in ("legal", "check", "odds", "preview", "reach"):
                    refused = await player.refused(question, action="ready", unit="R1")
                    assert refused["error"]["kind"] == "not-your-turn"
                joined = guest.post(
                    f"/api/matches/{match}/join", json={"invite": new["invites"]["blue"]}
                )
                assert joined.status_code == 200
                await player.until(lambda: player.table["stage"] == "revealing")
                await player.ask("reveal", entropy=ENTROPY["red"])
                await player.until(lambda: player.table["stage"] == "running")
                assert player.table["state"]["phase"] == "deploy"
                assert player.table["dice"]["engine"] == ["blue"]

        asyncio.run(run())


def test_entropy_of_the_engine_is_marked_so(host: Server) -> None:
    sat = seated(host, "skirmish", "me here bot link", own=False)
    dice = sat.record().header.dice
    assert dice is not None and dice["engine"] == ["red", "blue", "green", "amber"]
    assert len(set(dice["entropies"].values())) == 4
    for seat, entropy in dice["entropies"].items():
        assert commitment(entropy) == dice["commitments"][seat]


def test_two_matches_have_different_dice(host: Server) -> None:
    sats = [seated(host, "skirmish") for _ in range(2)]
    told = [sat.record().header.dice for sat in sats]
    assert all(dice is not None for dice in told)
    assert len({dice["commitment"] for dice in told if dice}) == 2


def test_nobody_types_fair_dice(host: Server) -> None:
    sat = seated(host, "skirmishers")

    async def run() -> None:
        async with both(sat) as (red, _):
            refused = await red.refused("roll", faces=[6])
            assert refused["error"]["kind"] == "not-your-turn"

    asyncio.run(run())


def test_a_commitment_is_a_hash(host: Server) -> None:
    with host.person() as maker:
        for wrong in ("", "f" * 63, "F" * 64, "g" * 64, 5, "f" * 64 + "\n"):
            answer = maker.post("/api/matches", json=asked_for("basic", commitment=wrong))
            assert answer.status_code == 400, wrong


# -- typed dice ------------------------------------------------------------------------------------


async def typed_game(sat: Sat) -> None:
    async with both(sat) as (red, blue):
        players, source = {"red": red, "blue": blue}, random.Random(6)
        rolled = 0
        while not red.over and rolled < 6:
            while "roll" in red.pending:
                roll = red.pending["roll"]
                mine = players[roll["seat"]]
                other = players["blue" if roll["seat"] == "red" else "red"]
                faces = [source.randint(1, 6) for _ in range(roll["dice"])]
                refused = await other.refused("roll", faces=faces)
                assert refused["error"]["kind"] == "forbidden"
                for wrong in ([], [7], [0], [*faces, 1], ["1"], [1.0], [True] * len(faces)):
                    refused = await mine.refused("roll", faces=wrong)
                    assert refused["error"]["kind"] == "malformed", wrong
                said = {"faces": faces, "client": f"r{rolled}", "version": red.version}
                answer = await mine.ask("roll", **said)
                again = await mine.ask("roll", **said)
                assert {**again, "id": 0} == {**answer, "id": 0}
                rolled += 1
                for player in players.values():
                    await player.reached(answer["version"])
            if not red.over:
                await play_on(players, source, 1)
        await red.change("resign")


def test_the_seat_that_rolls_types_its_dice_in(host: Server, tmp_path: Path) -> None:
    sat = seated(host, "skirmish", dice="typed", options=SMALL)
    asyncio.run(typed_game(sat))
    record = sat.record()
    assert record.header.dice == {"kind": "typed"}
    assert sum(isinstance(line, Fell) for line in record.lines) >= 6
    file = tmp_path / "typed.jsonl"
    file.write_text(sat.fetch(), "utf-8")
    done = outrider("verify", file)
    assert done.returncode == 0 and "typed in by people" in done.stdout, done.stderr


def test_for_a_bot_somebody_else_types(host: Server) -> None:
    sat = seated(host, "skirmish", "bot me", own=False, dice="typed")

    async def run() -> None:
        async with at_table(host, sat.match, sat.tokens["blue"]) as blue:
            played = 0
            while played < 3:
                if "roll" in blue.pending:
                    dice = blue.pending["roll"]["dice"]
                    await blue.change("roll", faces=[3] * dice)
                    played += 1
                elif "blue" in blue.pending["decide"]:
                    await play_on({"blue": blue}, random.Random(1), 1)
                else:
                    await blue.reached(blue.version + 1)

    asyncio.run(run())
