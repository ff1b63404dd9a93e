"""A game again, the rules, and the lists."""

import json
import re
from pathlib import Path

from playwright.sync_api import Request, expect

from browser.browsing import Hall, Person, needs_chromium
from browser.setting import asked, basic
from outrider.games import game, games
from server.weighty import lengthened, played

pytestmark = needs_chromium


def finished(hall: Hall) -> Person:
    """A game with a few rolls that is over, and its replay."""
    person, made = basic(hall)
    for _ in range(2):
        shooter, enemy = ("R4", "B2") if asked(person) == "red" else ("B4", "R2")
        person.type(f"attack {shooter} {enemy}")
        person.type("end")
    person.page.locator(".turn a[href^='/replay/']").click()
    person.page.wait_for_selector(".scrub")
    assert made["match"] in person.page.url
    return person


def test_a_replay(hall: Hall) -> None:
    person = finished(hall)
    page = person.page
    place = page.locator(".turn .small")
    scrubber = page.get_by_label("Where in the game")
    last = int(scrubber.get_attribute("max") or 0)
    assert last > 14
    expect(place).to_contain_text(f"0 of {last}")
    page.get_by_role("button", name="One on").click()
    page.keyboard.press("ArrowRight")
    expect(place).to_contain_text(f"2 of {last}")
    scrubber.fill("9")
    expect(place).to_contain_text(f"9 of {last}")
    person.button("Next roll").click()
    expect(page.locator(".turn .die").first).to_be_visible()
    scrubber.fill(str(last - 2))
    person.button("Play").click()
    expect(place).to_contain_text(f"{last} of {last}")
    expect(page.locator(".turn")).to_contain_text("BSK-V2")
    expect(person.button("Play")).to_be_visible()
    # The first choice of the game; before it there are two rolls, or more if they were the same.
    first = page.locator(".log button", has_text="takes its place").first
    number = int(first.inner_text().split(".")[0])
    first.click()
    expect(place).to_contain_text(f"{number} of {last}")
    # In names and plain places, under the turns; as it was written on request.
    expect(page.locator(".moves .mark", has_text="Turn 2")).to_have_count(1)
    shot = page.locator(".moves button", has_text="attacks").first
    expect(shot).to_contain_text(re.compile("misses|loses|saves"))
    expect(shot.locator(".exact")).to_be_hidden()
    page.get_by_role("button", name="x,y: as it was written").click()
    expect(shot.locator(".exact")).to_have_text(re.compile(r"^(Red|Blue): attack [RB]4 [RB]2$"))
    expect(shot.locator(".plain")).to_be_hidden()
    # The arrows do not count twice where the scrubber has the focus.
    scrubber.focus()
    page.keyboard.press("ArrowRight")
    expect(place).to_contain_text(f"{number + 1} of {last}")


def test_a_long_replay_is_loaded_as_it_is_looked_at(hall: Hall) -> None:
    with hall.server.person() as guest:
        text = lengthened(played("basic", 150), 2_500)
        match = guest.post("/api/records", content=text.encode()).json()["match"]
    person = hall.person()
    page = person.page
    asked: list[str] = []

    def note(request: Request) -> None:
        if "/moments" in request.url:
            asked.append(request.url)

    page.on("request", note)
    person.open(f"/replay/{match}")
    place, scrubber = page.locator(".turn .small"), page.get_by_label("Where in the game")
    last = int(scrubber.get_attribute("max") or 0)
    assert last > 2_400
    expect(place).to_contain_text(f"0 of {last}")
    assert len(asked) == 1
    # Over the end of a page, step by step and playing.
    scrubber.fill("98")
    for n in (99, 100, 101):
        page.get_by_role("button", name="One on").click()
        expect(place).to_contain_text(f"{n} of {last}")
    scrubber.fill("198")
    person.button("Play").click()
    expect(place).to_contain_text(f"201 of {last}")
    person.button("Pause").click()
    # Into the middle, back from there, and to the end.
    for n in (1_500, 1_499, 1_400, last):
        scrubber.fill(str(n))
        expect(place).to_contain_text(f"{n} of {last}")
    assert len(asked) < 12, asked
    rows = page.locator(".log button").evaluate_all(
        "(all) => all.map((each) => Number(each.dataset.n))"
    )
    assert rows == sorted(rows) and len(rows) == len(set(rows))
    assert {1_500, last} <= set(rows)
    # The row it stands at, also when those before it came later.
    scrubber.fill("1450")
    expect(page.locator(".moves .now")).to_have_count(1)
    expect(page.locator(".moves .now")).to_have_attribute("data-n", re.compile("^14[45]"))
    scrubber.fill("0")
    person.button("Next roll").click()
    expect(page.locator(".turn .die").first).to_be_visible()


def test_a_record_is_downloaded(hall: Hall, tmp_path: Path) -> None:
    person = finished(hall)
    with person.page.expect_download() as download:
        person.button("Download").click()
    kept = tmp_path / "record.jsonl"
    download.value.save_as(kept)
    lines = [json.loads(line) for line in kept.read_text("utf-8").splitlines()]
    assert lines[0]["game"] == "basic" and any(line.get("do") == "attack" for line in lines)


def test_every_rule_has_an_anchor(hall: Hall) -> None:
    person = hall.person()
    person.open("/rules")
    assert person.page.locator(".list a").count() == len(list(games()))
    person.page.locator(".list a", has_text="Skirmishers").click()
    person.page.wait_for_selector(".rule")
    shown = set(person.page.locator(".rule").evaluate_all("(all) => all.map((each) => each.id)"))
    assert shown == {rule.id for rule in game("skirmishers").rulebook()}
    last = person.page.locator(".rule").last.get_attribute("id")
    person.page.goto(f"/rules/skirmishers#{last}")
    person.page.reload()
    expect(person.page.locator(f"[id='{last}']")).to_be_in_viewport()


def test_lists_of_tables(hall: Hall) -> None:
    host, guest = hall.person(), hall.person()
    host.open("/mine")
    host.page.get_by_text("You have no tables yet").wait_for()
    host.start("Basic Skirmish Rules v2", "link", table="12x12", listed="yes")
    host.page.get_by_role("heading", name="Waiting for the others").wait_for()
    match = host.page.url.rsplit("/", 1)[1]
    guest.open("/open")
    guest.page.locator(f"a[href='/join/{match}']").click()
    guest.button("Sit down").click()
    guest.page.wait_for_selector(".felt svg.board")
    host.page.wait_for_selector(".felt svg.board")
    host.open("/mine")
    host.page.locator(f"a[href='/table/{match}']").click()
    host.page.wait_for_selector(".felt svg.board")


def test_a_page_that_is_not_there(hall: Hall) -> None:
    person = hall.person()
    person.forgive("404")
    person.open("/rules/chess")
    assert person.page.get_by_role("link", name="To the games").count() == 1
