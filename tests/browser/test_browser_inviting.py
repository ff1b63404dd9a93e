"""A friend in the same house: a link that works from there, and the same as a code."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, ViewportSize, expect

from browser.browsing import PHONE, Hall, Person, needs_chromium
from browser.browsing import WIDE as SCREEN
from browser.photographs import read
from browser.test_browser_manners import IN_SIGHT
from forms import sparse
from outrider.server.network import own_addresses
from server.driving import WIDE, running

pytestmark = needs_chromium
BASIC = "Basic Skirmish Rules v2"


@pytest.fixture
def house(browser: Browser, tmp_path: Path) -> Iterator[Hall]:
    """A server for everybody in the house; its host is at its own machine."""
    if not own_addresses():
        pytest.skip("this machine is in no network")
    with running(tmp_path, *WIDE, "--host", "0.0.0.0") as server:
        hall = Hall(server, browser, [])
        yield hall
        hall.leave()


def link_of(host: Person) -> str:
    return host.page.get_by_label("Send this link to whoever plays Blue").input_value()


@pytest.mark.parametrize("scheme", sparse(["dark", "light"], 1))
def test_a_phone_reads_the_code_and_sits_down(house: Hall, scheme: str) -> None:
    host = house.person(color_scheme=scheme)
    host.start(BASIC, "link", table="12x12")
    code = host.page.locator("svg.code")
    expect(code).to_be_visible()
    (text,) = read(code)
    assert text == link_of(host), "the code says what the link says"
    assert text.startswith(f"http://{own_addresses()[0]}:"), "and that is where others get here"
    guest = house.person(viewport=PHONE)
    guest.page.goto(text)
    guest.page.get_by_label("What shall we call you?").fill("Bea")
    guest.page.get_by_role("button", name="Sit down").click()
    for person in (host, guest):
        person.page.locator(".felt svg.board").wait_for()
        expect(person.page.locator(".seats")).to_contain_text("Bea")


def test_who_comes_from_elsewhere_sends_the_address_they_came_by(house: Hall) -> None:
    port = house.server.url.rsplit(":", 1)[1]
    origin = f"http://{own_addresses()[0]}:{port}"
    host = Person(house.browser, origin)
    house.people.append(host)
    host.start(BASIC, "link", table="12x12")
    (text,) = read(host.page.locator("svg.code"))
    assert text == link_of(host) and text.startswith(f"{origin}/join/")


def test_a_server_for_one_machine_says_so(hall: Hall) -> None:
    host = hall.person()
    host.start(BASIC, "link", table="12x12")
    expect(host.page.locator(".alone")).to_contain_text("outrider serve --host 0.0.0.0")
    expect(host.page.locator("svg.code")).to_have_count(0)
    assert link_of(host).startswith(hall.server.url)


@pytest.mark.parametrize("view", [SCREEN, PHONE], ids=["wide", "phone"])
def test_a_host_without_a_name_is_asked_for_it_once(hall: Hall, view: ViewportSize) -> None:
    host = hall.person(viewport=view)
    host.open("/")
    host.page.get_by_role("button", name=f"Play {BASIC}", exact=True).click()
    dialog = host.page.locator("dialog[open]")
    dialog.locator("input[name=against][value=link]").check()
    dialog.get_by_role("button", name="Start").click()
    asked = dialog.get_by_role("alert")
    expect(asked).to_contain_text("By what name will your friend know you?")
    expect(asked).to_be_in_viewport(ratio=1)
    name = dialog.locator("#host-name")
    expect(name).to_be_focused()
    assert name.evaluate(IN_SIGHT), "the question lies over the answer"
    host.page.keyboard.type("Magpie")
    dialog.get_by_role("button", name="Start").click()
    expect(host.page.get_by_role("heading", name="Waiting for the others")).to_be_visible()
    expect(host.page.locator(".seats")).to_contain_text("Magpie")
    # Known by now, and nobody is asked twice.
    host.open("/")
    host.page.get_by_role("button", name=f"Play {BASIC}", exact=True).click()
    dialog.locator("input[name=against][value=link]").check()
    expect(dialog.locator("#host-name")).to_have_value("Magpie")
