"""Joining twice is joining once, and a match is made once, however often an answer is lost."""

import asyncio
import secrets
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest

from outrider.dice import commitment
from server.driving import ENTROPY, Json, Server, asked_for, at_table, made

pytest_plugins = ["server.hosting"]


def works(host: Server, match: str, token: str, seat: str) -> bool:
    """Whether a token speaks for a seat."""

    async def run() -> bool:
        async with at_table(host, match, token) as player:
            return bool(player.table["you"] == [seat])

    return asyncio.run(run())


def joined(person: httpx.Client, match: str, **wish: str) -> Json:
    answer = person.post(f"/api/matches/{match}/join", json=wish)
    assert answer.status_code == 200, answer.text
    found: Json = answer.json()
    return found


# -- joining ---------------------------------------------------------------------------------------


def test_the_same_invitation_gives_its_person_the_same_seat_again(host: Server) -> None:
    with host.person() as maker, host.person() as guest, host.person() as other:
        new = made(maker, "basic")
        invite = new["invites"]["blue"]
        first = joined(guest, new["match"], invite=invite)
        assert joined(guest, new["match"], invite=invite) == first, "also when it has begun"
        assert works(host, new["match"], first["token"], "blue")
        refused = other.post(f"/api/matches/{new['match']}/join", json={"invite": invite})
        assert refused.status_code in (403, 409), "it is used up for everybody else"
        seats = maker.get("/api/matches/mine").json()["matches"][0]["seats"]
        assert [seat["taken"] for seat in seats] == [True, True]


def test_a_lost_answer_loses_no_seat(host: Server) -> None:
    """The cookie was in the answer, too: the second request is a stranger's with the same token."""
    token = secrets.token_urlsafe(24)
    with host.person() as maker, host.person() as lost, host.person() as again:
        new = made(maker, "skirmish", "me link link")
        wish = {"invite": new["invites"]["blue"], "token": token}
        wish["commitment"] = commitment(ENTROPY["blue"])
        first = joined(lost, new["match"], **wish)
        assert first == {"seat": "blue", "token": token}
        assert joined(again, new["match"], **wish) == first
        assert works(host, new["match"], token, "blue")
        mine = again.get("/api/matches/mine").json()["matches"]
        assert [match["match"] for match in mine] == [new["match"]], "they are the same person"
        # In an open list too, where there is no invitation.
        listed = made(maker, "skirmish", "me link link", listed=True)
        own = secrets.token_urlsafe(24)
        assert joined(again, listed["match"], token=own) == joined(
            again, listed["match"], token=own
        )
        seats = again.get(f"/api/matches/{listed['match']}").json()["seats"]
        assert sum(seat["taken"] for seat in seats) == 2


def test_a_browser_that_forgot_its_token_is_given_another(host: Server) -> None:
    with host.person() as maker, host.person() as guest:
        new = made(maker, "basic")
        invite = new["invites"]["blue"]
        old, fresh = secrets.token_urlsafe(24), secrets.token_urlsafe(24)
        joined(guest, new["match"], invite=invite, token=old)
        assert joined(guest, new["match"], invite=invite, token=fresh)["token"] == fresh
        assert works(host, new["match"], fresh, "blue")
        with pytest.raises(Exception, match="opens no seat"):
            works(host, new["match"], old, "blue")


def test_the_same_join_sent_at_once_is_one(host: Server) -> None:
    with host.person() as maker, host.person() as guest:
        new = made(maker, "skirmish", "me link link")
        guest.get("/api/me")
        wish = {"invite": new["invites"]["green"]}

        def join(_: int) -> Json:
            return joined(guest, new["match"], **wish)

        with ThreadPoolExecutor(8) as pool:
            answers = list(pool.map(join, range(8)))
        assert all(answer == answers[0] for answer in answers)
        assert works(host, new["match"], answers[0]["token"], "green")


@pytest.mark.parametrize("token", ["", "short", "x" * 31, "x" * 65, "ä" * 40, "a b" * 12, 5])
def test_a_token_that_could_be_guessed_is_refused(host: Server, token: object) -> None:
    with host.person() as maker, host.person() as guest:
        new = made(maker, "basic")
        wish = {"invite": new["invites"]["blue"], "token": token}
        answer = guest.post(f"/api/matches/{new['match']}/join", json=wish)
        assert answer.status_code == 400, answer.text
        assert answer.json()["error"]["kind"] == "malformed"


# -- making ----------------------------------------------------------------------------------------


def test_a_match_wished_for_twice_is_made_once(host: Server) -> None:
    client = secrets.token_urlsafe(24)
    with host.person() as lost, host.person() as again, host.person() as guest:
        first = made(lost, "skirmish", "me link here", client=client)
        second = made(again, "skirmish", "me link here", client=client)
        assert second == first
        for seat, token in first["tokens"].items():
            assert works(host, first["match"], token, seat)
        joined(guest, first["match"], invite=second["invites"]["blue"])
        mine = again.get("/api/matches/mine").json()["matches"]
        assert [match["match"] for match in mine] == [first["match"]]
        other = again.post("/api/matches", json=asked_for("basic", client=client))
        assert other.status_code == 400 and "another match" in other.text
        assert made(again, "basic", client=secrets.token_urlsafe(24))["match"] != first["match"]


def test_the_same_wish_sent_at_once_is_one_match(host: Server) -> None:
    client = secrets.token_urlsafe(24)
    with host.person() as maker:
        maker.get("/api/me")

        def make(_: int) -> Json:
            return made(maker, "basic", client=client)

        with ThreadPoolExecutor(8) as pool:
            answers = list(pool.map(make, range(8)))
        assert all(answer == answers[0] for answer in answers)
        assert len(maker.get("/api/matches/mine").json()["matches"]) == 1


def test_without_a_client_every_wish_is_a_match(host: Server) -> None:
    with host.person() as maker:
        assert made(maker, "basic")["match"] != made(maker, "basic")["match"]
        assert len(maker.get("/api/matches/mine").json()["matches"]) == 2
