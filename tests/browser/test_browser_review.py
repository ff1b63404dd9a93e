"""A game looked at again, one's own or a record's; and hints while one practises."""

import re
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, expect

from browser.browsing import PATIENCE, PHONE, Hall, Json, Person, needs_chromium
from browser.setting import asked, basic
from browser.test_browser_manners import luck_bars_begin_at_zero
from forms import sparse
from outrider.games import game as game_by_id

pytestmark = needs_chromium

THINKING = PATIENCE
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
    answer = httpx.get(url, headers=headers, timeout=180)
    assert answer.status_code == 200, answer.text
    return answer.text if what == "record" else answer.json()


def all_moments(hall: Hall, match: str) -> list[Json]:
    """Of a whole game, a page after the other."""
    told: list[Json] = []
    while True:
        page = fetched(hall, {"match": match}, f"moments?from={len(told)}&count=100")
        told += page["moments"]
        # The beginning is one more than there are lines.
        if len(told) > page["total"] or not page["moments"]:
            return told


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
    assert len(found["moments"]) <= 3
    expect(shown).to_have_count(len(found["moments"]))
    expect(page.get_by_text(found["how"])).to_be_visible()
    luck_bars_begin_at_zero(page)
    numbers = [int(str(link.get_attribute("aria-label")).split()[-1]) for link in shown.all()]
    assert numbers == found["moments"]
    return numbers


def jumped(page: Page, moments: list[Json], number: int) -> None:
    """To a moment, and its position lies on the table."""
    page.get_by_role("link", name=f"Show moment {number}", exact=True).click()
    page.locator(".scrub").wait_for()
    expect(page.get_by_label("Where in the game")).to_have_value(str(number))
    expect(page.get_by_text(f"{number} of {len(moments) - 1}")).to_be_visible()
    table = page.get_by_role("group", name="The table, as it was")
    placed = [unit for unit in moments[number]["state"]["units"] if unit["at"]]
    expect(table.get_by_role("button")).to_have_count(len(placed))
    for unit in placed:
        health = f"health {unit['health']} of" if unit["alive"] else "dead"
        label = table.get_by_role("button", name=re.compile(rf"^{unit['id']}\b.*{health}"))
        expect(label).to_have_count(1)


def test_a_review_shows_what_decided(hall: Hall) -> None:
    person, made = finished(hall)
    page = person.page
    page.get_by_role("link", name="What decided it").click()
    page.get_by_role("img", name=re.compile("Winning chances")).wait_for(timeout=THINKING)
    page.locator(".studying").wait_for(state="detached", timeout=THINKING)
    found = fetched(hall, made, "review")
    assert {each["kind"] for each in found["swings"]} >= {"decided", "dice"}
    # Three turns of true dice: whether any of them stands out is left to them.
    reviewed(page, found)


PLAYED = Path(__file__).parent.parent / "playthroughs" / "basic.jsonl"


def brought_along(hall: Hall, path: Path = PLAYED) -> str:
    answer = httpx.post(f"{hall.server.url}/api/records", content=path.read_bytes(), timeout=180)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["match"])


def test_a_review_is_clicked_through_and_what_was_better_can_be_tried(hall: Hall) -> None:
    match = brought_along(hall)
    person = hall.person()
    page = person.page
    person.open(f"/review/{match}")
    graph = page.get_by_role("img", name=re.compile("Winning chances"))
    graph.wait_for(timeout=THINKING)
    page.locator(".studying").wait_for(state="detached", timeout=THINKING)
    found = fetched(hall, {"match": match}, "review")
    moments = all_moments(hall, match)
    numbers = reviewed(page, found)
    assert numbers, "a game with a winner, and nothing mattered"
    for number in numbers:
        jumped(page, moments, number)
        page.go_back()
        page.get_by_role("heading", name="Moments that mattered").wait_for(timeout=THINKING)
    last = len(found["chances"]) - 1
    place = page.get_by_label("Where in the game")
    expect(place).to_have_value(str(found["moments"][0]))
    box = graph.bounding_box()
    assert box is not None
    # Far from the moment that is shown already, wherever the bots found it.
    across = 0.25 if found["moments"][0] > last / 2 else 0.75
    page.mouse.click(box["x"] + across * box["width"], box["y"] + box["height"] / 2)
    at = int(place.input_value())
    assert at != found["moments"][0] and 0 < at < last
    seen = page.get_by_role("region", name="How it stood")
    expect(seen.get_by_text(f"Line {at} of {last}")).to_be_visible()
    placed = [unit for unit in moments[at]["state"]["units"] if unit["at"]]
    expect(seen.locator(".token")).to_have_count(len(placed))
    place.press("ArrowRight")
    expect(seen.get_by_text(f"Line {at + 1} of {last}")).to_be_visible()
    # Whoever chose badly is told what was better, and may try it there: where the bots have come so
    # far in the time that a review has, which a busy machine may not give them.
    for better in found["better"][:1]:
        assert better["value"] - better["played"] > 2 * better["error"]
        among = page.locator(".moments .card")
        if better["n"] not in found["moments"]:
            # What mattered less stands in a list, and beside the table once it is looked at.
            page.get_by_role("button", name=re.compile(f"^Line {better['n']}, ")).click()
            among = seen
        offered = among.locator(".better").filter(has_text=better["text"])
        expect(offered).to_contain_text(f"{100 * better['value']:.0f}%")
        offered.get_by_text("How it might go on").click()
        expect(offered.locator("ol li")).to_have_count(len(better["line"]))
        offered.get_by_role("link", name="Try it").click()
        expect(page.locator(".hinted")).to_contain_text(better["text"], timeout=THINKING)
        expect(page.get_by_text(f"from line {better['n'] - 1}")).to_be_visible()


def test_any_position_is_opened_to_try_things_on(hall: Hall) -> None:
    """A position before dice fall: they are rolled, moves are made for both sides, the bots say
    what they think of it, and any of it can be undone."""
    match = brought_along(hall)
    moments = fetched(hall, {"match": match}, "moments")["moments"]
    at = next(
        n for n, each in enumerate(moments) if n > 40 and each["state"]["pending"].get("roll")
    )
    person = hall.person(viewport=PHONE)
    page = person.page
    page.goto(f"/replay/{match}#at={at}")
    page.get_by_text(re.compile(f"^{at} of ")).wait_for()
    page.get_by_role("link", name="Analyse from here").click()
    bench = page.get_by_role("region", name="Analysis")
    chances = bench.get_by_role("group", name="Winning chances")
    expect(chances).to_contain_text("%", timeout=THINKING)
    tried = bench.get_by_role("list", name="What was tried").get_by_role("listitem")
    for number in range(1, 5):
        if bench.get_by_role("button", name="Roll the dice").count() == 0:
            break
        bench.get_by_role("button", name="Roll the dice").click()
        expect(tried).to_have_count(number)
        person.settle()
    before = tried.count()
    assert before >= 1
    expect(bench.locator(".good button").first).to_be_visible(timeout=THINKING)
    person.button("End turn").click()
    expect(tried).to_have_count(before + 1)
    expect(chances).to_contain_text("%", timeout=THINKING)
    person.settle()
    first = chances.inner_text()
    bench.get_by_role("button", name="From the beginning").click()
    expect(tried).to_have_count(0)
    bench.get_by_role("link", name="To the replay").click()
    expect(page.get_by_label("Where in the game")).to_have_value(str(at))
    assert "%" in first


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
    page.locator(".studying").wait_for(state="detached", timeout=THINKING)
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


@pytest.mark.parametrize("title", sparse(["Skirmishers", "Skirminion"], 1))
def test_a_hint_marks_something_that_is_allowed(hall: Hall, title: str) -> None:
    person = hall.person()
    page = person.page
    person.start(title, "bot")
    # Until it is one's turn there is none to be had.
    person.button("Hint").click(timeout=THINKING)
    hint = page.get_by_role("region", name="What is asked").get_by_text(re.compile("^Perhaps: "))
    hint.wait_for(timeout=THINKING)
    while "rough" in hint.inner_text():  # until the bots are compiled
        page.wait_for_timeout(1000)
        person.button("Hint").click()
        expect(page.get_by_text("Thinking…")).to_have_count(0)
    said = re.fullmatch(r"Perhaps: (.+) \((\d+)% to win\)\.", hint.inner_text())
    assert said is not None
    now = page.evaluate("window.told")
    game: Any = game_by_id(now["game"])
    action = game.read_action(said[1])
    assert action in game.choices(game.load(now["state"]), "red")
    expect(page.get_by_role("log").filter(has_text=said[0])).not_to_have_count(0)
    # It is marked and not done; whoever follows it, does it.
    card = page.get_by_role("region", name="The chosen unit")
    card.get_by_role("button", name="Not this").wait_for()
    assert page.evaluate("window.told.version") == now["version"]
    # On the table; or at its button, where it is nowhere on the table.
    drawn = page.locator(".board .advice .tag, .btn.advised")
    expect(drawn).to_be_visible()
    # It stays, in words and on the table, whatever else one looks at meanwhile; and asked again it
    # is the same.
    page.keyboard.press("Escape")
    person.settle()
    expect(card.get_by_role("button", name="Not this")).to_have_count(0)
    expect(drawn).to_be_visible()
    expect(hint).to_be_visible()
    person.button("Hint").click()
    card.get_by_role("button", name="Not this").wait_for(timeout=THINKING)
    assert hint.inner_text() == said[0]
    card.get_by_role("button", name="Not this").locator("xpath=../button[1]").click()
    expect(drawn).to_have_count(0)
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


def test_a_takeback_says_what_it_undoes_and_marks_it(hall: Hall) -> None:
    person, _ = basic(hall, turn_limit=200)
    own = "R" if asked(person) == "red" else "B"
    seat = "Red" if own == "R" else "Blue"
    ahead = "4.2" if own == "R" else "7.8"
    person.type(f"move {own}2 4,{ahead}")
    back = person.button("Take back")
    expect(person.page.locator(".menu .undoes")).to_have_text(f"Take back: move {own}2 4,{ahead}")
    expect(back).to_have_accessible_description(f"move {own}2 4,{ahead}")
    back.click()
    log = person.page.get_by_role("group", name="What has happened")
    said = f"Taken back for {seat}: {seat}'s move {own}2 4,{ahead}."
    expect(log.get_by_text(said)).to_be_visible()
    undone = log.locator(".entry.undone")
    expect(undone).to_have_count(1)
    expect(undone).to_contain_text(f"Taken back: {own}2")
    assert undone.evaluate("(e) => getComputedStyle(e).textDecorationLine") == "line-through"


def test_on_one_screen_the_last_choice_is_taken_back_whosever_it_was(hall: Hall) -> None:
    person, _ = basic(hall, turn_limit=200)
    own = asked(person)
    person.button("End turn").click()
    ask = person.page.locator(".turn .ask")
    expect(ask).not_to_contain_text(re.compile(f"^{own}:", re.IGNORECASE))
    back = person.button("Take back")
    expect(back).to_have_accessible_description("end")
    back.click()
    expect(ask).to_contain_text(re.compile(f"^{own}:", re.IGNORECASE))


LABELLED = """async () => {
  const { graph } = await import("/static/app/chances.js");
  const even = { red: 0.5, blue: 0.5 }, won = { red: 1, blue: 0 };
  const found = { seats: ["red", "blue"], chances: [even, won], swings: [], moments: [] };
  const made = graph(found, () => "Captain Sorrel, a bot (soldier)", "red");
  document.querySelector("#main").append(made);
  const { right } = made.getBoundingClientRect();
  return [...made.querySelectorAll("text")]
    .filter((each) => each.textContent.startsWith("Captain"))
    .map((each) => [each.textContent, each.getBoundingClientRect().right <= right]);
}"""


def test_names_at_the_end_of_a_graph_have_room(hall: Hall) -> None:
    wide, phone = hall.person(), hall.person(viewport=PHONE)
    for person in (wide, phone):
        person.open("/")
    assert wide.page.evaluate(LABELLED) == [["Captain Sorrel", True]] * 2
    assert phone.page.evaluate(LABELLED) == [["Captain…", True]] * 2


EVENED = """async () => {
  const { evened } = await import("/static/app/chances.js");
  const both = (red) => ({ red, blue: 1 - red });
  const known = (error) => ({ red: error, blue: error });
  const seats = ["red", "blue"];
  // Four playouts of each of a hundred even positions, and two that were counted out.
  const chances = Array.from({ length: 100 }, (_, n) => both(n % 2 ? 0.75 : 0.25));
  chances.push(both(0.9), both(0.1));
  const errors = [...Array.from({ length: 100 }, () => known(0.25)), known(0), known(0)];
  const rough = evened({ chances, errors, seats }), exact = evened({ chances, seats });
  return [rough.slice(10, 80).map((each) => each.red), rough.slice(-2), exact.slice(-2), chances[1],
          exact[1]];
}"""


def test_a_graph_is_evened_out_only_where_little_is_known(hall: Hall) -> None:
    person = hall.person()
    person.open("/")
    rough, last, exact, told, shown = person.page.evaluate(EVENED)
    assert all(0.4 < each < 0.6 for each in rough)
    assert last == exact == [{"red": 0.9, "blue": 1 - 0.9}, {"red": 0.1, "blue": 0.9}]
    assert shown == told
