"""Lists of one's own: what was played with others is hidden, what was played alone is deleted; and
answers that are lost on the way."""

import httpx
import pytest
from playwright.sync_api import Route, expect

from browser.browsing import Hall, Person

BASIC = "Basic Skirmish Rules v2"


def given_up(host: Person) -> str:
    """The match at whose table somebody sits; they resign."""
    host.button("Resign").click()
    host.sure("Resign")
    host.page.get_by_role("link", name="What decided it").wait_for()
    match: str = host.page.url.rsplit("/", 1)[1]
    return match


def test_a_table_of_several_is_hidden_and_one_of_ones_own_deleted(hall: Hall) -> None:
    host, guest = hall.person(), hall.person()
    host.start(BASIC, "link", table="12x12", listed="yes")
    host.page.get_by_role("heading", name="Waiting for the others").wait_for()
    match = host.page.url.rsplit("/", 1)[1]
    guest.open(f"/join/{match}")
    guest.button("Sit down").click()
    guest.page.wait_for_selector(".felt svg.board")
    host.page.wait_for_selector(".felt svg.board")
    given_up(host)
    host.start(BASIC, "here", table="12x12")
    host.page.wait_for_selector(".felt svg.board")
    alone = given_up(host)
    host.open("/mine")
    expect(host.page.locator(".rows .card")).to_have_count(2)
    host.page.get_by_role("button", name=f"Hide {BASIC}").click()
    host.page.get_by_role("button", name=f"Show {BASIC} again").click()
    host.page.get_by_role("button", name=f"Hide {BASIC}").click()
    host.page.get_by_role("button", name=f"Show {BASIC} again").wait_for()
    host.page.get_by_role("button", name=f"Delete {BASIC}").click()
    host.sure("Delete it")
    expect(host.page.locator(".rows .card")).to_have_count(1)
    host.open("/mine")
    host.page.get_by_text("You have no tables yet").wait_for()
    assert httpx.get(f"{hall.server.url}/api/matches/{alone}").status_code == 404
    guest.open("/mine")
    expect(guest.page.locator(".rows .card")).to_have_count(1)


@pytest.mark.parametrize("asks", ["/api/matches", "/join"])
def test_a_lost_answer_is_asked_for_again(hall: Hall, asks: str) -> None:
    """The server does it and the line breaks: pressed again, it is done once."""
    host, guest = hall.person(), hall.person()
    losing = host if asks == "/api/matches" else guest
    losing.forgive("net::ERR")
    lost: list[str] = []

    def lose(route: Route) -> None:
        if route.request.method == "POST" and not lost:
            lost.append(route.fetch().text())
            route.abort("connectionreset")
        else:
            route.continue_()

    losing.page.route(f"**{asks}", lose)
    host.open("/")
    host.page.get_by_role("button", name=f"Play {BASIC}", exact=True).click()
    host.page.locator("input[name=against][value=link]").check()
    host.page.locator("#host-name").fill("Host")
    host.button("Start").click()
    if losing is host:
        expect(host.page.locator("dialog form > .btns > .error")).not_to_be_empty()
        host.button("Start").click()
    host.page.get_by_role("heading", name="Waiting for the others").wait_for()
    match = host.page.url.rsplit("/", 1)[1]
    kept = f"JSON.parse(localStorage.getItem('outrider:match:{match}')).invites"
    mine = host.page.evaluate("fetch('/api/matches/mine').then((said) => said.json())")
    assert len(mine["matches"]) == 1, "made once"
    invite = host.page.evaluate(f"Object.values({kept})[0]")
    guest.open(f"/join/{match}#{invite}")
    guest.button("Sit down").click()
    if losing is guest:
        expect(guest.page.locator("form .error")).not_to_be_empty()
        guest.button("Sit down").click()
    guest.page.wait_for_selector(".felt svg.board")
    host.page.wait_for_selector(".felt svg.board")
    assert lost
