"""A game looked at again, one's own or a record's; and hints while one practises."""

import re
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, expect

from browser.browsing import Hall, Json, Person, needs_chromium
from browser.setting import asked, basic
from browser.test_browser_manners import luck_bars_begin_at_zero
from outrider.games import game as game_by_id

pytestmark = needs_chromium

THINKING = 180_000
"""Milliseconds: a whole game is looked at, behind all else that the machine does."""


def finished(hall: Hall) -> tuple[Person, Json]:
    """Three turns of shooting, with rolls that mattered; then somebody gives up."""
    person, made = basic(hall, turn_limit=200)
    for _ in range(3):
        own, other = ("R", "B") if asked(person) == "red" else ("B", "R")
        for shooter, target in ((f"{own}4", f"{other}4"), (f"{own}2", f"{other}2")):
            person.type(f"attack {shooter} {target}")
        person.page.keyboard.press("Escape")
        person.button("End turn").click()
        person.settle()
    person.button("Resign").click()
    person.sure("Resign")
    person.page.get_by_role("link", name="What decided it").wait_for()
    return person, made


def fetched(hall: Hall, made: Json, what: str) -> Any:
    headers = {"outrider-watch": made.get("watch", "")} if "watch" in made else {}
    url = f"{hall.server.url}/api/matches/{made['match']}/{what}"
    answer = httpx.get(url, headers=headers, timeout=60)
    assert answer.status_code == 200, answer.text
    return answer.text if what == "record" else answer.json()


def reviewed(page: Page, found: Json) -> list[int]:
    """Everything that a review shows is what was found out; gives back the moments."""
    graph = page.get_by_role("img", name=re.compile("Winning chances"))
    expect(graph).to_be_visible(timeout=THINKING)
    ends = re.findall(r"(\w+) ends at (\d+) percent", graph.get_attribute("aria-label") or "")
    last = found["chances"][-1]
    assert ends == [(seat.capitalize(), f"{100 * last[seat]:.0f}") for seat in found["seats"]]
    lines = graph.locator("polyline").evaluate_all(
        "(all) => all.map((each) => each.getAttribute('points').trim().split(/\\s+/).length)"
    )
    assert lines == [len(found["chances"])] * len(found["seats"])
    for seat in found["seats"]:
        row = page.get_by_role("row", name=re.compile(f"^{seat.capitalize()}"))
        cells = [
            int(text.replace("\u2212", "-").split()[0])
            for text in row.locator("td").all_inner_texts()
        ]
        by = {kind: sum(each["by"][seat] for each in found["swings"]
                        if each["kind"] == kind and (kind == "dice" or each["seat"] == seat))
              for kind in ("decided", "dice")}  # fmt: skip
        assert cells == pytest.approx([100 * by["decided"], 100 * by["dice"]], abs=0.6)
        assert any(cells), "nothing was decided by anything"
    shown = page.get_by_role("link", name=re.compile(r"^Show moment \d+$"))
    assert 0 < len(found["moments"]) <= 3
    expect(shown).to_have_count(len(found["moments"]))
    expect(page.get_by_text(found["how"])).to_be_visible()
    luck_bars_begin_at_zero(page)
    numbers = [int(str(link.get_attribute("aria-label")).split()[-1]) for link in shown.all()]
    assert numbers == found["moments"]
    return numbers


def jumped(page: Page, moments: list[Json], number: int) -> None:
    """To a moment, and its position lies on the table."""
    page.get_by_role("link", name=f"Show moment {number}", exact=True).click()
    expect(page.get_by_label("Where in the game")).to_have_value(str(number))
    expect(page.get_by_text(f"{number} of {len(moments) - 1}")).to_be_visible()
    table = page.get_by_role("group", name="The table, as it was")
    placed = [unit for unit in moments[number]["state"]["units"] if unit["at"]]
    expect(table.get_by_role("button")).to_have_count(len(placed))
    for unit in placed:
        health = f"health {unit['health']} of" if unit["alive"] else "dead"
        label = table.get_by_role("button", name=re.compile(rf"^{unit['id']}\b.*{health}"))
        expect(label).to_have_count(1)


def test_a_review_shows_what_decided_and_jumps_to_it(hall: Hall) -> None:
    person, made = finished(hall)
    page = person.page
    page.get_by_role("link", name="What decided it").click()
    page.get_by_role("img", name=re.compile("Winning chances")).wait_for(timeout=THINKING)
    found = fetched(hall, made, "review")
    assert {each["kind"] for each in found["swings"]} >= {"decided", "dice"}
    moments = fetched(hall, made, "moments")["moments"]
    for number in reviewed(page, found):
        jumped(page, moments, number)
        page.go_back()
        page.get_by_role("heading", name="Moments that mattered").wait_for(timeout=THINKING)


@pytest.mark.slow
def test_a_record_that_is_brought_along_is_reviewed_too(hall: Hall) -> None:
    _, made = finished(hall)
    text = fetched(hall, made, "record")
    stranger = hall.person()
    page = stranger.page
    stranger.open("/mine")
    page.get_by_label(re.compile("record you have as a file")).set_input_files(
        {"name": "game.jsonl", "mimeType": "application/jsonl", "buffer": text.encode()}
    )
    page.get_by_label("Where in the game").wait_for()
    brought = {"match": page.url.rsplit("/", 1)[1]}
    assert brought["match"] != made["match"]
    page.get_by_role("link", name="What decided it").click()
    page.get_by_role("img", name=re.compile("Winning chances")).wait_for(timeout=THINKING)
    numbers = reviewed(page, fetched(hall, brought, "review"))
    jumped(page, fetched(hall, brought, "moments")["moments"], numbers[0])


def test_a_file_that_is_no_record_is_refused_in_words(hall: Hall) -> None:
    person = hall.person()
    person.forgive("status of 400")
    person.open("/mine")
    person.page.get_by_label(re.compile("record you have as a file")).set_input_files(
        {"name": "cake.jsonl", "mimeType": "application/jsonl", "buffer": b"flour, butter, eggs"}
    )
    expect(person.page.get_by_role("alert")).to_contain_text("Line 1: not JSON")


def test_a_link_to_a_replay_shows_it_to_whoever_has_it(hall: Hall) -> None:
    player, made = finished(hall)
    player.context.grant_permissions(["clipboard-read", "clipboard-write"])
    player.page.get_by_role("link", name="Replay").click()
    player.button("Copy a link to it").click()
    player.page.get_by_role("log").filter(has_text="Copied").wait_for()
    link = player.page.evaluate("navigator.clipboard.readText()")
    guest = hall.person()
    guest.page.goto(link)
    guest.page.get_by_label("Where in the game").wait_for()
    assert made["watch"] not in guest.page.url


@pytest.mark.parametrize("title", ["Skirminion", "Skirmishers"])
def test_a_hint_marks_something_that_is_allowed(hall: Hall, title: str) -> None:
    person = hall.person()
    page = person.page
    person.start(title, "bot")
    # Until it is one's turn there is none to be had.
    person.button("Hint").click(timeout=THINKING)
    hint = page.get_by_role("region", name="What is asked").get_by_text(re.compile("^Perhaps: "))
    hint.wait_for(timeout=THINKING)
    said = re.fullmatch(r"Perhaps: (.+) \((\d+)% to win\)\.", hint.inner_text())
    assert said is not None
    now = page.evaluate("window.told")
    game: Any = game_by_id(now["game"])
    action = game.read_action(said[1])
    assert action in game.choices(game.load(now["state"]), "red")
    expect(page.get_by_role("log").filter(has_text=said[0])).to_have_count(1)
    # It is marked and not done; whoever follows it, does it.
    card = page.get_by_role("region", name="The chosen unit")
    card.get_by_role("button", name="Not this").wait_for()
    assert page.evaluate("window.told.version") == now["version"]
    card.get_by_role("button", name="Not this").locator("xpath=../button[1]").click()
    page.wait_for_function("(version) => window.told.version > version", arg=now["version"])
    lines = fetched(hall, {"match": now["match"], "watch": watch(person)}, "moments")["moments"]
    assert lines[now["version"] + 1]["line"]["text"] == said[1]


def watch(person: Person) -> str:
    code = "JSON.parse(localStorage.getItem('outrider:match:' + window.told.match)).watch"
    return str(person.page.evaluate(code))


def test_against_people_there_are_no_hints(hall: Hall) -> None:
    made = hall.match("basic", "here here")
    red, both = hall.person(), hall.person()
    red.sit(made, "red")
    both.sit(made)
    expect(both.button("Hint")).to_be_visible()
    expect(red.button("Resign")).to_be_visible()
    expect(red.button("Hint")).to_have_count(0)
