"""Making and sharing over HTTP: examined as one edits, shared for good, bounded, and only text."""

import copy
import time
from pathlib import Path
from typing import Any

import httpx
import pytest

from cli.driving import outrider
from outrider.cli.serving import Serving, settings_of
from outrider.core.wire import dumps
from outrider.games import game as game_by_id
from outrider.games import games
from outrider.server import designing, measuring
from server.driving import Json, Server, inside

pytest_plugins = ["server.hosting"]
JSON = {"content-type": "application/json"}


def table(**more: Any) -> Json:
    mug = {"shape": "disc", "at": [12, 12], "radius": 1.5, "name": "mug", "height": 3.5}
    return {"name": "Elevenses", "size": [36, 36], "terrain": [mug], **more}


def scenario() -> Json:
    game: Any = game_by_id("skirmishers")
    made: Json = copy.deepcopy(game.terms(scenario="duel").scenario)
    return made


def post(person: httpx.Client, path: str, **body: Any) -> httpx.Response:
    return person.post(path, content=dumps(body), headers=JSON)


def checked(person: httpx.Client, game: str, kind: str, value: Any) -> Json:
    answer = post(person, "/api/making/check", game=game, kind=kind, value=value)
    assert answer.status_code == 200, answer.text
    found: Json = answer.json()
    return found


def shared(person: httpx.Client, value: Json, **more: Any) -> Json:
    kind = "scenario" if "sides" in value else "table"
    game = "skirmishers" if kind == "scenario" else "skirmish"
    wish = {"game": game, "kind": kind, "value": value, "author": "Anna", **more}
    answer = post(person, "/api/designs", **wish)
    assert answer.status_code == 201, answer.text
    found: Json = answer.json()
    return found


def test_everything_that_games_let_people_make_is_examined(host: Server) -> None:
    with host.person() as person:
        for game in games():
            for kind in game.makes:
                good = table() if kind == "table" else scenario()
                said = checked(person, game.id, kind, good)
                assert said["ok"] and said["setting"]["terms"] == {kind: good}
                bad = copy.deepcopy(good)
                bad.get("table", bad)["terrain"].append(
                    {"shape": "disc", "at": [0, 0], "radius": 9}
                )
                said = checked(person, game.id, kind, bad)
                (finding,) = said["findings"]
                assert not said["ok"] and said["setting"] is None and finding["grave"]
                assert finding["rule"] and finding["at"] == [0, 0] and finding["mend"]["label"]


def test_junk_is_refused_in_a_sentence(host: Server) -> None:
    with host.person() as person:
        junk: tuple[Any, ...] = (None, 5, "x", [], {}, {"size": [1, 2], "terrain": 7})
        for value in (*junk, {"outrider": 1}):
            said = checked(person, "skirmish", "table", value)
            assert not said["ok"] and said["findings"]
        many = {"shape": "polygon", "points": [[n / 100, n % 7] for n in range(1600)]}
        for body in (
            {"game": "nothing", "kind": "table", "value": {}},
            {"game": "skirminion", "kind": "table", "value": {}},
            {"game": "basic", "kind": "<b>", "value": {}},
            {"game": "basic", "kind": "table", "value": {"terrain": [many]}},
            {"game": "basic"},
        ):
            answer = post(person, "/api/making/check", **body)
            assert answer.status_code in (400, 404) and answer.json()["error"]["message"]


def test_a_large_table_is_examined_elsewhere(host: Server) -> None:
    pieces = [{"shape": "disc", "at": [1 + n % 34, 1 + n // 34], "radius": 0.4} for n in range(150)]
    with host.person() as person:
        assert checked(person, "skirmish", "table", table(terrain=pieces))["ok"]


def test_much_that_is_wrong_is_examined_elsewhere(
    host: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Fields that nobody knows, by the thousand: corners and pieces are not all that costs."""

    def here(asked: object) -> Json:
        raise AssertionError("this holds up everybody who plays")

    monkeypatch.setattr("outrider.server.designs.examined", here)
    strange = {f"x{number}": number for number in range(7_000)}
    with host.person() as person:
        said = checked(person, "skirmishers", "scenario", {**scenario(), **strange})
    assert not said["ok"] and said["more"] == 7_000 - 40


def test_a_large_one_that_was_shared_is_examined_elsewhere_each_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def here(row: object) -> Json:
        raise AssertionError("this holds up everybody who plays")

    monkeypatch.setattr(designing, "told", here)
    pieces = [{"shape": "disc", "at": [1 + n % 34, 1 + n // 34], "radius": 0.4} for n in range(150)]
    with inside(tmp_path) as server, server.person() as maker:
        made = shared(maker, table(terrain=pieces))
        seen = maker.get(f"/api/designs/{made['id']}").json()
        assert seen["ok"] and len(seen["setting"]["state"]["table"]["terrain"]) == 150


@pytest.mark.parametrize(
    ("asked", "measures"),
    [
        ({}, None),
        ({"proxied": True}, False),
        ({"public": True}, False),
        ({"proxied": True, "public": True, "measures": True}, True),
    ],
)
def test_where_strangers_come_nothing_is_measured_unless_somebody_says_so(
    asked: dict[str, bool], measures: bool | None
) -> None:
    """Behind a proxy a server listens on its own machine alone, too."""
    plain: dict[str, Any] = {"host": "127.0.0.1", "port": 8000, "database": None, "origins": ()}
    serving = Serving(**{**plain, "secure": False, "proxied": False, "workers": None, **asked})
    assert settings_of(serving, "sqlite:///x").measures is measures


def test_what_is_shared_is_there_for_others_and_never_changes(host: Server) -> None:
    with host.person() as maker, host.person() as guest:
        value = table(name="<script>alert(1)</script>")
        made = shared(maker, value, author="<i>Anna</i>")
        assert made["own"] and made["title"] == value["name"] and made["author"] == "<i>Anna</i>"
        seen = guest.get(f"/api/designs/{made['id']}").json()
        assert not seen["own"] and seen["value"] == value and seen["ok"]
        assert seen["setting"]["state"]["table"]["terrain"] == value["terrain"]
        follows = shared(maker, table(name="Better"), follows=made["id"])
        assert follows["id"] != made["id"] and follows["follows"] == made["id"]
        assert guest.get(f"/api/designs/{made['id']}").json()["value"] == value
        assert guest.put(f"/api/designs/{made['id']}", json={}).status_code == 405
        found = guest.get("/api/designs?game=skirmish").json()["designs"]
        assert [each["id"] for each in found[:2]] == [follows["id"], made["id"]]
        assert guest.get("/api/designs/mine").json()["designs"] == []
        assert len(maker.get("/api/designs/mine").json()["designs"]) == 2


def test_sharing_again_with_the_same_secret_shares_once(host: Server) -> None:
    with host.person() as maker:
        client = "s" * 40
        one, two = (shared(maker, scenario(), client=client) for _ in range(2))
        assert one["id"] == two["id"]


def test_what_has_faults_or_no_author_is_not_shared(host: Server) -> None:
    with host.person() as maker:
        wish = {"game": "skirmish", "kind": "table", "author": "Anna"}
        answer = post(maker, "/api/designs", **wish, value=table(size=[3, 3]))
        assert answer.status_code == 400 and "cannot be shared yet" in answer.text
        answer = post(maker, "/api/designs", **{**wish, "author": None}, value=table())
        assert answer.status_code == 400 and "a name has" in answer.text
        assert maker.get("/api/designs/mine").json()["designs"] == []


def test_links_to_what_was_deleted_say_so(host: Server) -> None:
    with host.person() as maker, host.person() as guest:
        made = shared(maker, table())
        address = f"/api/designs/{made['id']}"
        assert guest.delete(address).status_code == 403
        assert maker.delete(address).status_code == 200
        answer = guest.get(address)
        assert answer.status_code == 404 and "has deleted it" in answer.json()["error"]["message"]
        assert maker.delete(address).status_code == 404
        answer = guest.get("/api/designs/aaaaaaaaaaaa")
        assert answer.status_code == 404 and "nothing is shared" in answer.text


def test_one_found_by_its_link_alone_is_in_no_list(host: Server) -> None:
    with host.person() as maker, host.person() as guest:
        made = shared(maker, table(), listed=False)
        assert guest.get(f"/api/designs/{made['id']}").status_code == 200
        found = guest.get("/api/designs?limit=1000").json()["designs"]
        assert made["id"] not in [each["id"] for each in found]


def test_a_match_is_played_on_what_is_shared(host: Server) -> None:
    with host.person() as maker, host.person() as guest:
        for value in (table(), scenario()):
            made = shared(maker, value)
            seen = guest.get(f"/api/designs/{made['id']}").json()
            seats = [{"kind": "me"}, {"kind": "bot", "level": "recruit"}]
            wish = {"game": seen["game"], "seats": seats, **seen["setting"]["terms"]}
            answer = guest.post("/api/matches", json=wish)
            assert answer.status_code == 201, answer.text


@pytest.mark.parametrize("bound", ["shared_per_address", "shared_in_all"])
def test_there_is_an_end_to_sharing(tmp_path: Path, bound: str) -> None:
    with inside(tmp_path, **{bound: 2}) as server, server.person() as maker:
        one = shared(maker, table())
        shared(maker, scenario())
        wish = {"game": "skirmish", "kind": "table", "value": table(), "author": "Anna"}
        answer = post(maker, "/api/designs", **wish)
        assert answer.status_code == 429 and answer.json()["error"]["kind"] == "full"
        assert maker.delete(f"/api/designs/{one['id']}").status_code == 200
        shared(maker, table())


def test_the_host_hides_shows_and_deletes(tmp_path: Path) -> None:
    with inside(tmp_path) as server, server.person() as maker, server.person() as guest:
        made = shared(maker, table(name="Rudeness"))
        database = ("--database", f"sqlite:///{server.database}")
        assert made["id"] in outrider("database", "shared", "list", *database).stdout
        address = f"/api/designs/{made['id']}"
        outrider("database", "shared", "hide", made["id"], *database)
        assert "put this away" in guest.get(address).text
        assert maker.get(address).json()["hidden"]
        assert guest.get("/api/designs").json()["designs"] == []
        outrider("database", "shared", "show", made["id"], *database)
        assert guest.get(address).status_code == 200
        outrider("database", "shared", "delete", made["id"], *database)
        assert "the host of this server has deleted" in guest.get(address).text
        assert (
            "nothing is shared"
            in outrider("database", "shared", "delete", "nobody", *database).stderr
        )


def test_measuring_goes_on_while_somebody_asks_and_not_for_strangers(tmp_path: Path) -> None:
    with inside(tmp_path, studies=2) as server, server.person() as maker:
        wish = {"game": "skirmishers", "kind": "scenario", "value": scenario()}
        found: Json = {}
        while len(found.get("looks", [])) < 3:
            answer = post(maker, "/api/making/measure", **wish)
            assert answer.status_code == 200, answer.text
            found = answer.json()["found"] or found
        assert [each["games"] for each in found["looks"]][:3] == [8, 16, 24]
        assert found["first"] == "red" and found["second"] == "blue"
        for name in ("score", "drawn"):
            assert 0 <= found[name]["low"] <= found[name]["mean"] <= found[name]["high"] <= 1
        length = found["length"]
        assert 0 < length["low"] <= length["middle"] <= length["high"] and length["unit"] == "turns"
        assert sum(way["games"] for way in found["ways"]) <= found["games"]
        other = {**wish, "value": {**scenario(), "name": "Another"}}
        found = {}
        while not found:  # does not wait for the first, which nobody asks for any more
            found = post(maker, "/api/making/measure", **other).json()["found"] or {}
        bad = {**wish, "value": {**scenario(), "turn_limit": 0}}
        assert post(maker, "/api/making/measure", **bad).status_code == 400
    with inside(tmp_path, measures=False) as server, server.person() as maker:
        answer = post(maker, "/api/making/measure", **wish)
        assert answer.status_code == 403 and "your own machine" in answer.text


class Slow:
    """A clock by which between any two looks at it as much time passes as compiling takes."""

    looks = 0

    def monotonic(self) -> float:
        Slow.looks += 1
        return time.monotonic() + Slow.looks * measuring.SECONDS


def test_what_has_to_be_compiled_first_takes_nothing_of_the_time_for_playing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(measuring, "time", Slow())
    with inside(tmp_path, studies=2) as server, server.person() as maker:
        wish = {"game": "skirmishers", "kind": "scenario", "value": scenario()}
        courses = server.app.state.measures._courses
        while not any(course.kept for course in courses.values()):
            assert post(maker, "/api/making/measure", **wish).status_code == 200
        (course,) = courses.values()
        assert 0 < course.spent < measuring.SECONDS and not course.done
