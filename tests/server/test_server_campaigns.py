"""Campaigns over HTTP: begun once, led on from battle to battle over days, and never lost."""

import asyncio
import threading
from pathlib import Path
from typing import Any

import httpx
import pytest

from campaigns.marching import small
from outrider.core.wire import dumps
from outrider.server.storage import opened
from server.driving import WIDE, Json, Server, at_table, inside, kill, running

pytest_plugins = ["server.hosting"]
JSON = {"content-type": "application/json"}
SECRET = "s" * 40


def post(person: httpx.Client, path: str, **body: Any) -> httpx.Response:
    return person.post(path, content=dumps(body), headers=JSON)


def said(answer: httpx.Response, status: int = 200) -> Json:
    assert answer.status_code == status, answer.text
    found: Json = answer.json()
    return found


def begun(person: httpx.Client, kinds: str = "me link", **more: Any) -> Json:
    seats = [
        {"kind": kind} if kind != "bot" else {"kind": "bot", "level": "recruit"}
        for kind in kinds.split()
    ]
    wish = {"game": "skirmishers", "campaign": small(), "seats": seats, **more}
    return said(post(person, "/api/campaigns", **wish), 201)


class Two:
    """A campaign with both people sitting, for as long as a block lasts."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.red, self.blue = server.person(), server.person()
        made = begun(self.red)
        self.id, self.path = made["campaign"], f"/api/campaigns/{made['campaign']}"
        self.invite = made["invites"]["blue"]
        wish = {"invite": self.invite, "name": "Berta"}
        sat = said(post(self.blue, f"{self.path}/join", **wish))
        assert sat["seat"] == "blue"
        self.tokens = {**made["tokens"], "blue": sat["token"]}

    def __enter__(self) -> "Two":
        return self

    def __exit__(self, *why: object) -> None:
        self.red.close()
        self.blue.close()

    def person(self, seat: str) -> httpx.Client:
        return self.red if seat == "red" else self.blue

    def look(self, seat: str = "red") -> Json:
        headers = {"outrider-token": self.tokens[seat]}
        return said(self.person(seat).get(self.path, headers=headers))

    def enter(self, seat: str) -> str:
        body = {"token": self.tokens[seat]}
        match: str = said(post(self.person(seat), f"{self.path}/battle", **body))["match"]
        return match

    def fight(self, loser: str | None) -> str:
        """A battle that somebody resigns, or that both call a draw."""
        match = self.enter("red")
        assert self.enter("blue") == match
        asyncio.run(ended(self.server, match, self.tokens, loser))
        return match

    def learn(self, seat: str, picks: list[Json], battle: int) -> httpx.Response:
        body = {"token": self.tokens[seat], "picks": picks, "battle": battle}
        return post(self.person(seat), f"{self.path}/learn", **body)


async def ended(server: Server, match: str, tokens: Json, loser: str | None) -> None:
    """Over for a reason of people's own: there is nothing to be lucky in."""
    async with at_table(server, match, *tokens.values()) as table:
        if loser is None:
            await table.change("draw", seat="red")
            await table.change("draw", seat="blue")
        else:
            await table.change("resign", seat=loser)


def test_a_campaign_from_its_first_battle_to_its_end(host: Server) -> None:
    with Two(host) as two:
        told = two.look()
        assert told["stage"] == "running" and told["now"]["do"] == "battle"
        assert told["now"]["match"] is None and told["seats"][1]["name"] == "Berta"
        first = two.fight("blue")
        told = two.look("blue")
        assert told["fought"][0]["winner"] == "red" and told["fought"][0]["match"] == first
        now = told["now"]
        assert (now["do"], now["seat"], now["battle"], now["most"]) == ("learn", "red", 1, 2)
        assert {each["id"] for each in now["choices"]} == {"R1", "R2", "R3"}
        picks = [{"id": "R1", "rating": "range"}, {"id": "R3", "rating": "attack"}]
        answer = two.learn("blue", picks, 1)
        assert answer.status_code == 409 and "Red won" in answer.json()["error"]["message"]
        bad = two.learn("red", [{"id": "B1", "rating": "attack"}], 1)
        assert bad.status_code == 400 and "picks[0].id: B1 is not" in bad.json()["error"]["message"]
        told = said(two.learn("red", picks, 1))
        assert said(two.learn("red", picks, 1))["version"] == told["version"]  # said again, no harm
        assert told["now"]["battle"] == "two"
        ned = told["sides"]["red"]["members"][0]
        assert ned["learnt"] == ["range"] and 'bow 14"' in ned["about"]
        second = two.fight(None)
        assert second != first
        told = two.look()
        assert told["stage"] == "over" and told["now"]["name"] == "Lost"
        assert told["now"]["winner"] == "blue" and told["fought"][1]["winner"] == "draw"
        answer = post(two.red, f"{two.path}/battle", token=two.tokens["red"])
        assert answer.status_code == 409 and answer.json()["error"]["kind"] == "over"
        headers = {"outrider-token": two.tokens["red"]}
        record = two.red.get(f"/api/matches/{second}/record", headers=headers)
        assert record.status_code == 200 and '"range":14' in record.text.replace(" ", "")


def test_a_battle_is_begun_once_however_often_it_is_asked_for(host: Server) -> None:
    with Two(host) as two:
        found: list[str] = []
        threads = [
            threading.Thread(target=lambda seat=seat: found.append(two.enter(seat)))
            for seat in ("red", "blue") * 4
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(found) == 8 and len(set(found)) == 1
        assert two.look()["now"]["match"] == found[0]
        mine = two.red.get("/api/matches/mine").json()["matches"]
        assert [match["campaign"] for match in mine] == [two.id]


def test_foreign_tokens_open_nothing(host: Server) -> None:
    with Two(host) as two, Two(host) as others:
        with host.person() as stranger:
            assert stranger.get(two.path).status_code == 403
            for token in (others.tokens["red"], "x" * 32, two.invite):
                headers = {"outrider-token": token}
                assert stranger.get(two.path, headers=headers).status_code == 403
                for path, more in (
                    ("battle", {}),
                    ("learn", {"picks": [], "battle": 1}),
                    ("give-up", {}),
                ):
                    answer = post(stranger, f"{two.path}/{path}", token=token, **more)
                    assert answer.status_code == 403, path
            wish = {"invite": two.invite}
            answer = post(stranger, f"{two.path}/join", **wish)
            assert (
                answer.status_code == 403 and "somebody else" in answer.json()["error"]["message"]
            )
            assert post(stranger, f"{two.path}/join", invite="x" * 32).status_code == 403
            assert stranger.delete(two.path).status_code == 403
            assert stranger.get("/api/campaigns/aaaaaaaaaaaa").status_code == 404
        again = said(post(two.blue, f"{two.path}/join", invite=two.invite))
        assert again == {"seat": "blue", "token": two.tokens["blue"]}
        forgot = said(post(two.blue, f"{two.path}/join", invite=two.invite, token=SECRET))
        assert forgot == {"seat": "blue", "token": SECRET}
        assert two.blue.get(two.path, headers={"outrider-token": SECRET}).status_code == 200
        assert two.red.delete(two.path).status_code == 409


def test_until_all_have_sat_down_nothing_is_fought(host: Server) -> None:
    with host.person() as red, host.person() as friend:
        made = begun(red)
        path = f"/api/campaigns/{made['campaign']}"
        told = said(friend.get(path))
        assert told["stage"] == "open" and told["now"] == {"do": "wait", "seats": ["blue"]}
        answer = post(red, f"{path}/battle", token=made["tokens"]["red"])
        assert answer.status_code == 409 and "sat down" in answer.json()["error"]["message"]
        assert [
            each["campaign"] for each in red.get("/api/campaigns/mine").json()["campaigns"]
        ] == [made["campaign"]]
        assert said(red.delete(path)) == {"ok": True}
        assert red.get(path).status_code == 404


def test_begun_again_with_the_same_secret_it_is_the_same(host: Server) -> None:
    with host.person() as red:
        made = begun(red, client=SECRET)
        assert begun(red, client=SECRET) == made
        wish = {"game": "skirmishers", "campaign": "salt-road", "client": SECRET}
        seats = [{"kind": "here"}, {"kind": "here"}]
        answer = post(red, "/api/campaigns", **wish, seats=seats)
        assert answer.status_code == 400 and "`client`" in answer.json()["error"]["message"]


def test_giving_up_loses_the_campaign_and_ends_the_battle(host: Server) -> None:
    with Two(host) as two:
        match = two.enter("red")
        two.enter("blue")
        answer = two.red.delete(f"/api/matches/{match}")
        assert answer.status_code == 409, answer.text
        told = said(post(two.blue, f"{two.path}/give-up", token=two.tokens["blue"]))
        assert told["stage"] == "over" and told["now"]["winner"] == "red"
        found = two.red.get(
            f"/api/matches/{match}", headers={"outrider-token": two.tokens["red"]}
        ).json()
        assert found["stage"] == "over" and found["result"]["winners"] == ["red"]
        answer = post(two.red, f"{two.path}/give-up", token=two.tokens["red"])
        assert answer.status_code == 409


def test_against_a_bot_that_learns_by_itself(host: Server) -> None:
    with host.person() as red:
        made = begun(red, "me bot", campaign="salt-road")
        path, token = f"/api/campaigns/{made['campaign']}", made["tokens"]["red"]
        match = said(post(red, f"{path}/battle", token=token))["match"]
        asyncio.run(ended(host, match, {"red": token}, "red"))
        told = said(red.get(path, headers={"outrider-token": token}))
        assert told["fought"][0]["learnt"] == [["B1", "movement"], ["B2", "attack"]]
        assert told["now"]["battle"] == "mill" and told["seats"][1]["level"] == "recruit"


def test_a_server_that_was_killed_in_mid_campaign_has_lost_nothing(tmp_path: Path) -> None:
    with running(tmp_path, *WIDE) as server:
        two = Two(server)
        two.fight("blue")
        said(two.learn("red", [{"id": "R2", "rating": "attack"}], 1))
        match = two.enter("red")
        before = two.look()
        port = server.address.rpartition(":")[2]
        kill(server)
    assert before["now"]["match"] == match
    with running(tmp_path, *WIDE, "--port", port) as server, two:
        assert two.look() == before
        assert two.enter("red") == two.enter("blue") == match
        asyncio.run(ended(server, match, two.tokens, "blue"))
        assert two.look()["now"]["name"] == "Won"


@pytest.mark.slow
def test_at_two_servers_a_battle_is_begun_once_and_told_at_both(
    tmp_path: Path, database: str
) -> None:
    """PostgreSQL between them: whoever comes second finds it done."""
    folders = [tmp_path / name for name in ("a", "b")]
    for folder in folders:
        folder.mkdir()
    one, other = (running(folder, *WIDE, "--database", database) for folder in folders)
    with one as here, other as there, Two(here) as two, there.person() as far:
        two.blue.close()
        two.blue = far
        found: list[str] = []
        threads = [
            threading.Thread(target=lambda seat=seat: found.append(two.enter(seat)))
            for seat in ("red", "blue") * 3
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(found) == 6 and len(set(found)) == 1
        asyncio.run(ended(here, found[0], two.tokens, "blue"))
        assert two.look("blue")["fought"] == two.look("red")["fought"]
        assert two.look("blue")["now"]["do"] == "learn"


def test_who_does_not_choose_in_time_has_it_chosen(tmp_path: Path) -> None:
    with inside(tmp_path, claim_after=0) as server, Two(server) as two:
        two.fight("blue")
        assert two.look()["now"]["do"] == "learn"
        two.enter("blue")
        assert two.look()["fought"][0]["learnt"] == [["R1", "attack"], ["R2", "attack"]]


def test_a_match_that_was_taken_away_is_fought_again(tmp_path: Path) -> None:
    with inside(tmp_path) as server, Two(server) as two:
        match = two.enter("red")
        hall = server.app.state.hall
        asyncio.run(_deleted(server, match))
        hall.live.pop(match, None)
        again = two.enter("red")
        assert again != match and two.look()["now"]["match"] == again


async def _deleted(server: Server, match: str) -> None:
    """As `outrider database delete` does it."""
    storage = opened(f"sqlite:///{server.database}")
    await storage.open()
    await storage.delete(match)
    await storage.close()


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"campaign": small(first="x")}, 'first: there is no battle "x"'),
        ({"campaign": "nothing"}, 'is called "nothing"'),
        ({"campaign": small(), "seats": [{"kind": "me"}]}, "seats"),
        ({"campaign": small(), "clock": {"kind": "x"}}, "clock"),
        ({"campaign": {}}, "another game"),
        ({"campaign": small(), "game": "basic"}, "another game"),
    ],
)
def test_what_cannot_be_played_is_refused(host: Server, more: Json, words: str) -> None:
    with host.person() as person:
        wish = {"game": "skirmishers", "seats": [{"kind": "me"}, {"kind": "link"}], **more}
        answer = post(person, "/api/campaigns", **wish)
        assert answer.status_code in (400, 404), answer.text
        assert words in answer.json()["error"]["message"]


def test_campaigns_are_examined_and_those_that_ship_are_listed(host: Server) -> None:
    with host.person() as person:
        (shipped,) = said(person.get("/api/campaigns/shipped"))["campaigns"]
        assert (shipped["id"], shipped["battles"], shipped["longest"]) == ("salt-road", 5, 4)
        found = said(post(person, "/api/campaigns/check", campaign=small()))
        assert found["ok"] and found["campaign"]["title"] == "Two fields"
        found = said(post(person, "/api/campaigns/check", campaign=small(name="")))
        assert not found["ok"] and found["faults"][0]["place"] == "name"
        schema = said(person.get("/api/campaigns/schema?game=skirmishers"))
        assert schema["required"][0] == "outrider_campaign"


def test_what_could_not_be_read_in_a_moment_is_refused_at_once(host: Server) -> None:
    points = [[n / 100, n % 7] for n in range(700)]
    value = small()
    terrain = [{"shape": "polygon", "points": points}]
    value["battles"]["two"]["scenario"]["table"]["terrain"] = terrain
    with host.person() as person:
        answer = post(person, "/api/campaigns/check", campaign=value)
        assert answer.status_code == 400
        assert 'battles."two": a battle may have at most 600' in answer.json()["error"]["message"]
        value["battles"] = dict.fromkeys((f"b{n}" for n in range(3)), value["battles"]["two"])
        answer = post(person, "/api/campaigns/check", campaign=value)
        assert answer.status_code == 400 and "1,500 corners" in answer.json()["error"]["message"]


def test_an_address_has_room_for_so_many(tmp_path: Path) -> None:
    with inside(tmp_path, campaigns_per_address=2) as server, server.person() as person:
        for _ in range(2):
            begun(person)
        seats = [{"kind": "me"}, {"kind": "link"}]
        wish = {"game": "skirmishers", "campaign": "salt-road", "seats": seats}
        answer = post(person, "/api/campaigns", **wish)
        assert answer.status_code == 429 and answer.json()["error"]["bound"] == 2
