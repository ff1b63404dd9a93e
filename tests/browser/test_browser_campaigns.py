"""A campaign in the browser: begun, fought, learnt from, found again; by a friend's link, too."""

from playwright.sync_api import Locator, Page, expect

from browser.axe import faults
from browser.browsing import PHONE, Hall, Person, needs_chromium

pytestmark = needs_chromium


def begin(person: Person, against: str) -> None:
    page = person.page
    page.goto("/campaigns")
    card = page.locator("article", has_text="The salt road")
    expect(card).to_contain_text("5 battles, at most 4")
    card.get_by_role("radio", name=against).check()
    card.get_by_role("button", name="Begin the campaign").click()
    expect(page.get_by_role("heading", name="The salt road")).to_be_visible()


def now(page: Page) -> Locator:
    return page.get_by_role("region", name="What is to be done")


def resign(page: Page) -> None:
    """Whoever's turn it is gives the battle up, and everybody goes back to the campaign."""
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    page.get_by_role("link", name="The campaign").click()


def fits(page: Page) -> bool:
    found: bool = page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    return found


def seen(person: Person) -> None:
    """At both widths nothing sticks out, and axe finds nothing serious."""
    page = person.page
    for size in (PHONE, {"width": 1280, "height": 800}):
        page.set_viewport_size(size)  # type: ignore[arg-type]
        assert fits(page) and not faults(person)


def test_two_battles_beside_each_other_and_what_is_learnt(hall: Hall) -> None:
    person = hall.person()
    page = person.page
    begin(person, "A friend beside you")
    seen(person)
    expect(now(page)).to_contain_text("The next battle: The ford.")
    now(page).get_by_role("button", name="To the battle").click()
    expect(page.get_by_role("button", name="Resign")).to_be_visible()
    resign(page)  # Red begins there
    expect(now(page)).to_contain_text("Blue won. Choose what your people have learnt")
    seen(person)
    rows = now(page).get_by_role("combobox")
    expect(rows).to_have_count(5)
    now(page).get_by_label("Bannister learns").select_option(label="movement 6 → 7")
    now(page).get_by_label("Big Loom learns").select_option(label="attack 2 → 3")
    expect(now(page).get_by_label("Crake learns")).to_be_disabled()
    now(page).get_by_role("button", name="They have learnt it").click()
    expect(now(page)).to_contain_text("The next battle: Withy mill.")
    expect(page.get_by_text("Learnt: Bannister (movement), Big Loom (attack).")).to_be_visible()
    seen(person)
    now(page).get_by_role("button", name="To the battle").click()
    expect(page.get_by_role("button", name="Resign")).to_be_visible()
    loom: int = page.evaluate("() => window.told.state.units.find((u) => u.id === 'B2').attack")
    assert loom == 3
    resign(page)  # Blue begins there
    expect(now(page)).to_contain_text("Red won. Choose")
    page.get_by_role("link", name="My tables").click()
    mine = page.get_by_role("region", name="My campaigns")
    expect(mine).to_contain_text("2 fought")
    expect(page.get_by_role("link", name="a campaign's battle").first).to_be_visible()
    seen(person)
    mine.get_by_role("link", name="The salt road, go on").click()
    expect(now(page)).to_contain_text("Red won. Choose")


def test_a_friend_comes_by_a_link_and_goes_on_where_it_was(hall: Hall) -> None:
    red, blue = hall.person(), hall.person(viewport=PHONE)
    begin(red, "A friend with a link")
    expect(now(red.page)).to_contain_text("when your friend has taken the other side")
    link = red.page.get_by_label("Send this link to whoever plays Blue").input_value()
    blue.page.goto(link)
    expect(blue.page.get_by_text("Your side: The toll (Blue).")).to_be_visible()
    assert fits(blue.page) and not faults(blue)
    blue.page.get_by_label("What shall we call you?").fill("Berta")
    blue.page.get_by_role("button", name="Take the side").click()
    now(blue.page).get_by_role("button", name="To the battle").click()
    expect(now(red.page)).to_contain_text("The ford is waiting for you.")
    now(red.page).get_by_role("button", name="To the table").click()
    expect(red.page.get_by_role("button", name="Resign")).to_be_visible()
    resign(red.page)
    expect(now(red.page)).to_contain_text("Berta (Blue) won, and chooses")
    blue.page.goto("/mine")
    blue.page.get_by_role("link", name="The salt road, go on").click()
    expect(now(blue.page)).to_contain_text("Blue won. Choose")
    now(blue.page).get_by_role("button", name="They have learnt it").click()
    expect(now(red.page)).to_contain_text("The next battle: Withy mill.")
    now(red.page).get_by_role("button", name="Give it up").click()
    red.page.get_by_role("dialog").get_by_role("button", name="Give it up").click()
    expect(now(blue.page)).to_contain_text("Blue has won the campaign: Given up.")
    red.page.get_by_role("link", name="Another campaign").click()
    expect(red.page.get_by_role("heading", name="Campaigns")).to_be_visible()


def test_a_file_with_faults_says_what_is_to_be_mended(hall: Hall) -> None:
    person = hall.person()
    page = person.page
    page.goto("/campaigns")
    field = page.get_by_label("Play a campaign you have as a file")
    bad = b'{"outrider_campaign": 1, "game": "skirmishers", "name": "<b>x</b>"}'
    field.set_input_files({"name": "x.json", "mimeType": "application/json", "buffer": bad})
    expect(page.get_by_text("to mend:")).to_be_visible()
    expect(page.get_by_role("listitem").filter(has_text="battles")).to_contain_text("missing")
    field.set_input_files({"name": "x.json", "mimeType": "application/json", "buffer": b"{"})
    expect(page.locator(".faults .error")).to_contain_text("JSON")
