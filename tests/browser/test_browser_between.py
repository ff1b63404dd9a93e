"""What two people settle between them, each with a browser; those who watch; and whose dice."""

import re

from playwright.sync_api import Locator, expect

from browser.browsing import Hall, Json, Person, needs_chromium
from browser.setting import TINY, places

pytestmark = needs_chromium


def asked(person: Person) -> Locator:
    return person.page.get_by_role("region", name="What is asked")


def token(person: Person, unit: str) -> Locator:
    return person.page.get_by_role("button", name=re.compile(rf"^{unit}\b.*, at "))


def table(hall: Hall, **more: str) -> tuple[Json, Person, Person]:
    """The two seats of a small table in two browsers, whoever begins first."""
    made = hall.match("basic", options=TINY, **more)
    red, blue = hall.person(), hall.person()
    red.sit(made, "red")
    blue.sit(made, "blue")
    return made, red, blue


def begun(hall: Hall) -> tuple[Person, Person, str]:
    """Somebody has placed the first unit, which is told too: it cannot be taken back alone."""
    _, red, blue = table(hall)
    for person in (red, blue):
        expect(asked(person)).to_contain_text(re.compile("Your move|Waiting for"))
    first, other, seat = (red, blue, "red")
    if red.page.get_by_label("Type an action").count() == 0:
        first, other, seat = (blue, red, "blue")
    for unit, place in places(seat):
        first.type(f"deploy {unit} {place}")
    unit, place = places("blue" if seat == "red" else "red")[0]
    other.type(f"deploy {unit} {place}")
    token(first, unit).wait_for()
    return first, other, unit


def test_a_takeback_needs_the_other(hall: Hall) -> None:
    first, other, unit = begun(hall)
    # What the other has answered since is not taken back without asking.
    first.button("Take back").click()
    match = other.page.get_by_role("region", name="Match")
    wish = match.get_by_text(re.compile(r"wants to take back .*\bdeploy .* and 1 choice since"))
    wish.wait_for()
    other.button("Decline").click()
    other.button("Agree").wait_for(state="detached")
    wish.wait_for(state="detached")
    expect(token(first, unit)).to_have_count(1)
    first.button("Take back").click()
    wish.wait_for()
    other.button("Agree").click()
    for person in (first, other):
        token(person, unit).wait_for(state="detached")
    assert first.page.get_by_label("Type an action").count() == 1


def test_who_resigns_has_lost_on_both_screens(hall: Hall) -> None:
    made, red, blue = table(hall)
    watcher = hall.person()
    watcher.page.goto(f"/watch/{made['match']}#watch={made['watch']}")
    red.button("Resign").click()
    red.sure("Resign")
    for person in (red, blue, watcher):
        expect(asked(person)).to_contain_text("Blue wins")
        expect(person.button("Resign")).to_have_count(0)


def test_each_types_what_their_own_dice_show(hall: Hall) -> None:
    made, red, blue = table(hall, dice="typed")
    watcher = hall.person()
    watcher.page.goto(f"/watch/{made['match']}#watch={made['watch']}")
    watcher.page.get_by_role("group", name=re.compile("^The table")).wait_for()
    rolls = {"red": (red, "2"), "blue": (blue, "5")}
    for seat, (person, face) in rolls.items():
        field = person.page.get_by_label("What your 1 dice show")
        field.wait_for()
        for each in (*(other for name, (other, _) in rolls.items() if name != seat), watcher):
            expect(each.page.get_by_label(re.compile("dice show"))).to_have_count(0)
            expect(each.button("Rolled")).to_have_count(0)
        # Eight is no die's face: the question stays until there is one.
        field.fill("8")
        person.button("Rolled").click()
        expect(asked(person)).to_contain_text(re.compile("1 to 6|from 1"))
        field.fill(face)
        person.button("Rolled").click()
        for each in (red, blue, watcher):
            log = each.page.get_by_role("region", name="Log")
            log.get_by_text(f"{seat.capitalize()} rolls {face}").wait_for()
    expect(asked(blue)).to_contain_text("Your move")


def test_who_watches_has_nothing_to_press(hall: Hall) -> None:
    made, red, _ = table(hall)
    watcher = hall.person()
    watcher.page.goto(f"/watch/{made['match']}#watch={made['watch']}")
    expect(asked(watcher)).to_contain_text("Waiting for")
    names = set(watcher.page.get_by_role("main").get_by_role("button").all_inner_texts())
    offered = {"End turn", "Take back", "Offer a draw", "Resign", "Hint", "Do it", "Rolled"}
    assert not names & offered, names
    assert red.button("Resign").count() == 1
    # The page is no lock: whoever only watches is turned away by the server, too.
    said = watcher.page.evaluate(
        """([match, watch]) => new Promise((done) => {
      const socket = new WebSocket(`ws://${location.host}/api/matches/${match}/socket`);
      socket.onopen = () => socket.send(JSON.stringify({ do: "hello", tokens: [], watch }));
      socket.onmessage = (event) => {
        const said = JSON.parse(event.data);
        if (said.type === "table")
          socket.send(JSON.stringify({ do: "resign", seat: "red", version: 0, client: "w" }));
        if (said.type === "answer") { socket.close(); done(said); }
      };
    })""",
        [made["match"], made["watch"]],
    )
    assert said["ok"] is False and said["error"]["kind"] == "forbidden"
