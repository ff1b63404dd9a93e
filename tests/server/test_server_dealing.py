"""Rosters are priced and fights dealt over HTTP: bounded, by the same permission as measuring."""

from pathlib import Path
from typing import Any

import pytest

from server.driving import inside
from server.test_server_designs import post

Json = dict[str, Any]
FIGHTER: Json = {"firing": 0, "attack": 1, "defense": 1, "movement": 6}
WISH: Json = {"game": "skirmishers", "seed": 1, "pieces": 2}


def test_a_fair_fight_is_dealt_in_slices_and_not_for_strangers(tmp_path: Path) -> None:
    with inside(tmp_path, studies=2) as server, server.person() as maker:
        (game,) = (
            each for each in maker.get("/api/games").json()["games"] if each["id"] == "skirmishers"
        )
        assert game["deals"] == {"kind": "scenario", "least": 2, "most": 12, "usual": 4}
        said: Json = {"done": False}
        while not said["done"]:
            answer = post(maker, "/api/making/deal", **WISH)
            assert answer.status_code == 200, answer.text
            said = answer.json()
        found = said["found"]
        assert found["tried"] == 2 and found["games"] == 1072, "as the terminal deals it"
        setting = found["setting"]
        assert setting["terms"] == {"scenario": found["value"]}
        shares = setting["measured"]["won"]
        assert abs(shares["red"]["mean"] - shares["blue"]["mean"]) <= 0.1
        # Asked for again it is there, and it can be played.
        assert post(maker, "/api/making/deal", **WISH).json()["found"] == found
        seats = [{"kind": "me"}, {"kind": "bot", "level": "recruit"}]
        made = post(maker, "/api/matches", game="skirmishers", seats=seats, **setting["terms"])
        assert made.status_code == 201, made.text
        wrong: tuple[tuple[Json, str], ...] = (
            ({"game": "skirminion"}, "no fights are dealt"),
            ({"seed": -1}, "the seed"),
            ({"seed": "7"}, "seed"),
            ({"pieces": 99}, "from 2 to 12, not 99"),
            ({"more": 1}, "more"),
        )
        for bad, reason in wrong:
            answer = post(maker, "/api/making/deal", **{**WISH, **bad})
            assert answer.status_code in (400, 422) and reason in answer.text, answer.text
    with inside(tmp_path, measures=False) as server, server.person() as maker:
        answer = post(maker, "/api/making/deal", **WISH)
        assert answer.status_code == 403 and "your own machine" in answer.text
        roster = {"outrider_roster": 1, "name": "Some", "budget": 15, "pieces": [FIGHTER, FIGHTER]}
        said = post(maker, "/api/making/muster", game="skirmishers", value=roster).json()
        assert said["ok"] and said["bill"]["total"] == 20 and said["over"] == 5
        bad = {**roster, "pieces": [{**FIGHTER, "attack": 99}, 3]}
        said = post(maker, "/api/making/muster", game="skirmishers", value=bad).json()
        assert [each["place"] for each in said["findings"]] == ["pieces[0].attack", "pieces[1]"]
        many = {**roster, "pieces": [{**FIGHTER, "id": "R1", "at": [1, 1]}] * 101}
        for game, value in (("skirmishers", many), ("skirminion", roster)):
            answer = post(maker, "/api/making/muster", game=game, value=value)
            assert answer.status_code in (400, 404), answer.text
        # Whoever makes a scenario is told what both sides cost.
        side = {"pieces": [{"id": "R1", "at": [5, 5], **FIGHTER}], "victory": []}
        value = {"sides": {"red": side}}
        said = post(
            maker, "/api/making/check", game="skirmishers", kind="scenario", value=value
        ).json()
        assert not said["ok"] and said["bills"]["red"]["total"] == 10


def test_a_roster_with_much_wrong_is_looked_at_elsewhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def here(*given: object) -> Json:
        raise AssertionError("this holds up everybody who plays")

    monkeypatch.setattr("outrider.games.skirmishers.mustering.muster", here)
    roster = {"outrider_roster": 1, "name": "Some", "pieces": [FIGHTER]}
    strange = {f"x{number}": number for number in range(7_000)}
    with inside(tmp_path) as server, server.person() as maker:
        value = {**roster, **strange}
        said = post(maker, "/api/making/muster", game="skirmishers", value=value).json()
    assert not said["ok"] and said["more"] == 7_000 - 40
