"""Whose dice: what a page is told of them, what it keeps, and what it finds out by itself."""

import json
import re
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Locator, Page, Route, WebSocketRoute, expect

from browser.browsing import Hall, Json, Person, needs_chromium
from browser.setting import TINY, asked, deployed, places
from cli.driving import outrider
from outrider.server.bounds import MOST_MISSED
from play.forging import rechained, rows_of, text_of

pytestmark = needs_chromium
CLOCK = "total:600:5"


def status(person: Person) -> Locator:
    return person.page.get_by_role("region", name="Match").get_by_role("status")


def resigned(person: Person) -> None:
    person.button("Resign").click()
    person.sure("Resign")
    person.page.get_by_role("link", name="Replay").wait_for()


def unfolded(person: Person) -> None:
    person.page.get_by_text("Dice, links, text").click()


def name_of(person: Person) -> str:
    return person.page.url.rsplit("/", 1)[1].split("#")[0]


def record_of(hall: Hall, person: Person) -> str:
    token = person.page.evaluate(
        "(match) => Object.values(JSON.parse(localStorage[`outrider:match:${match}`]).tokens)[0]",
        name_of(person),
    )
    url = f"{hall.server.url}/api/matches/{name_of(person)}/record"
    return httpx.get(url, headers={"outrider-token": token}, timeout=180).text


def two(hall: Hall, title: str = "Basic Skirmish Rules v2", **options: str) -> list[Person]:
    """Two people who found each other by a link, from the home page on."""
    red, blue = hall.person(), hall.person()
    red.start(title, "link", **options)
    link = red.page.locator("input[id^=link-]").input_value()
    blue.page.goto(link)
    blue.page.get_by_label("What shall we call you?").fill("Bea")
    blue.page.get_by_role("button", name="Sit down").click()
    return [red, blue]


def on_both(people: list[Person]) -> Person:
    """Whoever is to move, once the board lies before both."""
    for person in people:
        person.page.wait_for_selector(".felt svg.board")
        expect(person.page.locator(".turn")).to_contain_text(re.compile("Your move|Waiting for"))
    return next(p for p in people if p.page.get_by_label("Type an action").count())


def test_two_people_with_a_clock_have_sealed_dice(hall: Hall, tmp_path: Path) -> None:
    """Nobody does anything for it: both pages open their links by themselves, and at the end each
    checks the record with what it kept; the file it saves does the same in the terminal."""
    red, blue = people = two(hall, clock=CLOCK)
    on_both(people)
    resigned(red)
    for person in people:
        unfolded(person)
        expect(status(person)).to_contain_text(
            re.compile(r"All \d+ dice fell by the links .* as this page saw them")
        )
    rows = rows_of(record_of(hall, red))
    assert rows[0]["dice"]["kind"] == "sealed" and rows[0]["dice"]["engine"] == []
    assert {"server", "red", "blue"} == set(next(row["open"] for row in rows if "open" in row))
    with blue.page.expect_download() as caught:
        blue.button("Save what this page saw").click()
    kept = tmp_path / "seen.json"
    caught.value.save_as(kept)
    file = tmp_path / "game.jsonl"
    file.write_text(record_of(hall, blue), "utf-8")
    done = outrider("verify", file, "--seen", kept)
    assert done.returncode == 0 and "It is the match that was seen" in done.stdout, done.stderr


def test_one_page_holds_the_seals_of_all_who_sit_before_it(hall: Hall) -> None:
    person = hall.person()
    person.start("Basic Skirmish Rules v2", "here", table="12x12", turn_limit="2")
    person.page.locator(".turn .ask", has_text="place a").wait_for()
    for _ in range(2):
        for unit, place in places(asked(person)):
            person.type(f"deploy {unit} {place}")
    resigned(person)
    unfolded(person)
    expect(status(person)).to_contain_text("by the links everybody had opened")
    dice = rows_of(record_of(hall, person))[0]["dice"]
    assert dice["kind"] == "sealed" and dice["engine"] == []


def test_without_a_secure_page_all_of_it_works(hall: Hall) -> None:
    """On plain http in a home network the browser has no hashes of its own."""
    person = hall.person()
    person.context.add_init_script("Object.defineProperty(crypto, 'subtle', { value: undefined })")
    person.start("Basic Skirmish Rules v2", "here")
    person.page.locator(".turn .ask", has_text="place a").wait_for()
    resigned(person)
    unfolded(person)
    expect(status(person)).to_contain_text("as this page saw them")
    expect(status(person)).not_to_contain_text("signed")


def test_dice_wait_for_who_is_away(hall: Hall) -> None:
    """Blue's page is closed when the dice are asked for. Red is told, and when Blue is back they
    fall without anybody doing anything."""
    red, blue = two(hall, clock=CLOCK, table="12x12")
    match = name_of(red)
    on_both([red, blue])
    first = red if red.page.get_by_label("Type an action").count() else blue
    other = blue if first is red else red
    seat = "red" if first is red else "blue"
    for unit, place in places(seat):
        first.type(f"deploy {unit} {place}")
    for unit, place in places("blue" if seat == "red" else "red"):
        other.type(f"deploy {unit} {place}")
    other.page.goto("/rules")
    first.settle()
    # The dice of an attack need both: all stand within reach of each other on so small a table.
    token = "R" if seat == "red" else "B"
    enemy = "B" if seat == "red" else "R"
    for number in range(1, 6):
        for target in range(1, 6):
            if not first.page.locator(".wait").count():
                first.type(f"attack {token}{number} {enemy}{target}")
    first.until("to open a seal")
    other.page.goto(f"/table/{match}")
    first.page.locator(".wait").wait_for(state="detached")
    resigned(first)
    unfolded(first)
    expect(status(first)).to_contain_text("by the links everybody had opened")


@pytest.mark.slow
def test_a_lost_seal_and_everybodys_word(hall: Hall) -> None:
    red, blue = two(hall, clock=CLOCK, table="12x12")
    on_both([red, blue])
    match = name_of(red)
    first = red if red.page.get_by_label("Type an action").count() else blue
    other = blue if first is red else red
    seat = "red" if first is red else "blue"
    for unit, place in places(seat):
        first.type(f"deploy {unit} {place}")
    for unit, place in places("blue" if seat == "red" else "red"):
        other.type(f"deploy {unit} {place}")
    forget = """(key) => localStorage.setItem(key,
      JSON.stringify({ ...JSON.parse(localStorage[key]), seals: {} }))"""
    other.page.evaluate(forget, f"outrider:match:{match}")
    other.page.reload()
    other.page.wait_for_selector(".felt svg.board")
    token, enemy = ("R", "B") if seat == "red" else ("B", "R")
    for number in range(1, 6):
        for target in range(1, 6):
            if not first.page.locator(".wait").count():
                first.type(f"attack {token}{number} {enemy}{target}")
    other.until("This page does not have your seal")
    other.button("Agree to new seals").click()
    first.button("Agree to new seals").click()
    for person in (first, other):
        person.until("may have seen how they would have fallen")
        person.page.locator(".wait").wait_for(state="detached")
    resigned(first)
    unfolded(first)
    expect(status(first)).to_contain_text("by the links everybody had opened")
    assert any("anchors" in row for row in rows_of(record_of(hall, first))[1:])


def lost(hall: Hall, dice: str) -> tuple[Person, Json]:
    """A game that is over, with its dice revealed."""
    made = hall.match("basic", options=TINY, dice=dice)
    red = hall.person()
    red.sit(made)
    resigned(red)
    unfolded(red)
    expect(status(red)).to_contain_text(re.compile(r"All \d+ dice fell"))
    return red, made


def test_the_panel_of_the_dice_says_what_was_committed_to(hall: Hall) -> None:
    red, _ = lost(hall, "fair-2")
    header = rows_of(record_of(hall, red))[0]
    match = red.page.get_by_role("region", name="Match")
    expect(match).to_contain_text("whoever runs this server could know them before they fall")
    expect(match).to_contain_text(header["dice"]["commitment"][:16])
    for seat, entropy in header["dice"]["entropies"].items():
        expect(match).to_contain_text(f"{seat}: {entropy[:16]}")
    expect(status(red)).to_contain_text(re.compile(r"All \d+ dice fell as"))


def tampered(page: Page, change: object) -> None:
    def answer(route: Route) -> None:
        rows = rows_of(route.fetch().text())
        assert callable(change)
        route.fulfill(body=text_of(change(rows)), content_type="text/plain")

    page.route("**/record", answer)


def another_face(rows: list[Json]) -> list[Json]:
    roll = next(row for row in rows if row.get("faces"))
    roll["faces"] = [roll["faces"][0] % 6 + 1, *roll["faces"][1:]]
    return rows


@pytest.mark.parametrize("dice", ["sealed", "fair-2"])
def test_a_record_that_was_changed_is_found(hall: Hall, dice: str) -> None:
    """The record is changed on its way to the page: clumsily; hashed anew by a host who forgets
    what the page has kept; and for a page that has kept nothing."""
    red, made = lost(hall, dice)
    tampered(red.page, another_face)
    red.button("Check the record").click()
    expect(status(red)).to_contain_text(re.compile(r"^WRONG: line \d+, or one before it"))
    expect(red.page.locator("#banner")).to_contain_text("Do not trust this record")
    red.page.unroute("**/record")
    tampered(red.page, lambda rows: rechained(another_face(rows)))
    red.button("Check the record").click()
    expect(status(red)).to_contain_text(re.compile(r"^WRONG: line \d+ is not the one this page"))
    stranger = hall.person()
    tampered(stranger.page, lambda rows: rechained(another_face(rows)))
    stranger.sit(made, "red")
    stranger.page.evaluate(
        """(key) => { const held = JSON.parse(localStorage[key]);
        localStorage.setItem(key, JSON.stringify({ ...held, heads: [], kept: undefined })); }""",
        f"outrider:match:{made['match']}",
    )
    unfolded(stranger)
    stranger.button("Check the record").click()
    expect(status(stranger)).to_contain_text(re.compile(r"^WRONG: line \d+, die 1"))


def test_news_that_do_not_continue_what_was_seen(hall: Hall) -> None:
    """A host who shows one table to Red and another to Blue is found out at once, and no link is
    opened for it."""
    made = hall.match("basic", options=TINY, seal=True)
    person = hall.person()

    def between(route: WebSocketRoute) -> None:
        server = route.connect_to_server()

        def told(text: str | bytes) -> None:
            said = json.loads(text)
            for line in said.get("lines", []):
                if line.get("do") == "deploy":
                    line["at"] = [line["at"][0] + 0.001, line["at"][1]]
            route.send(json.dumps(said))

        server.on_message(told)

    person.page.route_web_socket(re.compile("/socket$"), between)
    person.sit(made)
    person.page.locator(".turn .ask", has_text="place a").wait_for()
    unit, place = places(asked(person))[0]
    person.type(f"deploy {unit} {place}")
    expect(person.page.locator("#banner")).to_contain_text("does not continue what this page")


def test_typed_dice_are_announced_and_agreed_to(hall: Hall) -> None:
    red, blue = hall.person(), hall.person()
    red.start("Basic Skirmish Rules v2", "link", dice="typed", listed="yes")
    blue.open("/open")
    row = blue.page.locator(".rows .card", has_text="own dice, typed in").first
    row.get_by_role("link").click()
    blue.page.get_by_label("What shall we call you?").fill("Bea")
    agree = blue.page.get_by_label(re.compile("types in what they show"))
    blue.page.get_by_role("button", name="Sit down").click()
    expect(agree).to_be_visible()  # the browser asks for it, and nobody has sat down
    agree.check()
    blue.page.get_by_role("button", name="Sit down").click()
    blue.page.wait_for_selector(".felt svg.board")


def test_a_seal_goes_to_another_device_and_to_the_server(hall: Hall) -> None:
    red, blue = people = two(hall, clock=CLOCK)
    on_both(people)
    unfolded(red)
    link = red.page.get_by_label("Red's seat on another device").input_value()
    assert "seal=" in link.split("#")[1]
    other = hall.person()
    other.page.goto(link)
    other.page.wait_for_selector(".felt svg.board")
    assert "#" not in other.page.url
    unfolded(other)
    other.button("Roll for me while I am away").click()
    other.sure("Leave it")
    blue.until("Red leaves the seal with the server")


ENDS = """([match, until]) => new Promise((done, failed) => {
  const { tokens } = JSON.parse(localStorage[`outrider:match:${match}`]);
  const socket = new WebSocket(`ws://${location.host}/api/matches/${match}/socket`);
  const say = (request) => socket.send(JSON.stringify(request));
  socket.onopen = () => say({ do: "hello", tokens: Object.values(tokens) });
  socket.onmessage = (event) => {
    const { type, ok, error, version, pending } = JSON.parse(event.data);
    if (type === "answer" && !ok) failed(new Error(error.message));
    if (type !== "table" && type !== "news") return;
    if (version >= until) { socket.close(); done(version); return; }
    const seat = pending.decide[0], action = { do: "end" };
    say({ do: "play", id: version, client: `e${version}`, version, seat, action });
  };
})"""
"""Somebody who ends one turn after the other."""


@pytest.mark.slow
def test_after_more_lines_than_are_told_at_once_links_are_opened_still(hall: Hall) -> None:
    """A page that is loaded again is shown the table; the lines it has to have seen before it opens
    anything it asks for."""
    options = {"table": "12x12", "turn_limit": 5000}
    made = hall.match("basic", options=options, seal=True)
    person = hall.person()
    person.sit(made)
    deployed(person)
    assert person.page.evaluate(ENDS, [made["match"], MOST_MISSED + 100]) > MOST_MISSED
    person.page.reload()
    person.page.wait_for_selector(".felt svg.board")
    person.settle()
    token, enemy = ("R", "B") if asked(person) == "red" else ("B", "R")
    for number in range(1, 6):
        for target in range(1, 6):
            if not any(row.get("roll") == "attack" for row in rows_of(record_of(hall, person))):
                person.type(f"attack {token}{number} {enemy}{target}")
    resigned(person)
    unfolded(person)
    expect(status(person)).to_contain_text("by the links everybody had opened")
    rows = rows_of(record_of(hall, person))
    assert any(row["n"] > MOST_MISSED for row in rows if row.get("roll") == "attack")


def withheld(rows: list[Json]) -> list[Json]:
    return rechained([*rows[:-1], {**rows[-1], "secret": None}])


def unreadable(rows: list[Json]) -> list[Json]:
    return [*rows[:-1], {**rows[-1], "signature": "none of your business"}]


@pytest.mark.parametrize(
    ("change", "said"),
    [(withheld, "the secret of its dice is not revealed"), (unreadable, "signature is not")],
    ids=["secret", "signature"],
)
def test_what_a_host_leaves_out_at_the_end(hall: Hall, change: object, said: str) -> None:
    """After the end nothing has to be hidden any more: what cannot be checked is wrong."""
    red, _ = lost(hall, "fair-2")
    tampered(red.page, change)
    red.button("Check the record").click()
    expect(status(red)).to_contain_text(re.compile(f"^WRONG: .*{said}"))
