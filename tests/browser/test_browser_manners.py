"""Small things that make an evening pleasant: the page's own questions, sentences, and what is in
sight."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, ViewportSize, WebSocketRoute, expect

import outrider
from browser.browsing import PHONE, WIDE, Hall, needs_chromium
from browser.setting import asked, basic
from browser.test_browser_keeping import BASIC, given_up
from outrider.games.skirmishers.shipped import value_of

pytestmark = needs_chromium

SCRIPTS = sorted(
    path for path in Path(outrider.__file__).parent.rglob("*.js") if "web" in path.parts
)
OUT_OF_SIGHT = """() => [...document.querySelectorAll(".play button")]
  .filter((each) => each.checkVisibility() && !each.closest("details:not([open])"))
  .filter((each) => {
    const box = each.getBoundingClientRect();
    const at = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    return !at || !(each.contains(at) || at.contains(each));
  })
  .map((each) => each.textContent)"""
"""Buttons of a table that are not where one could press them."""
SAID = """() => {
  window.said = [];
  const banner = document.querySelector("#banner");
  new MutationObserver(() => window.said.push(banner.textContent)).observe(banner, {
    childList: true });
}"""
IN_SIGHT = """(part) => {
  const box = part.getBoundingClientRect();
  return part.contains(document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2));
}"""
"""Whether nothing lies over the middle of something."""
HALVES = """() => [...document.querySelectorAll(".swing")].map((bar) => {
  const [all, part] = [bar, bar.firstElementChild].map((each) => each.getBoundingClientRect());
  const edge = bar.classList.contains("less") ? part.right : part.left;
  return Math.abs(edge - (all.left + all.width / 2));
})"""
"""How far each bar begins from the middle, where nothing is."""


def test_the_browser_itself_is_never_asked() -> None:
    assert len(SCRIPTS) > 30
    asked = [
        f"{path.name}: {found}"
        for path in SCRIPTS
        for found in re.findall(r"\b(?:window\.)?(?:confirm|prompt|alert)\(", path.read_text())
    ]
    assert not asked


def test_escape_is_no_and_the_focus_is_on_what_loses_nothing(hall: Hall) -> None:
    person, _ = basic(hall)
    person.button("Resign").click()
    dialog = person.page.get_by_role("dialog", name="Give the game up?")
    expect(dialog.get_by_role("button", name="Play on")).to_be_focused()
    person.page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    assert not person.over


def test_what_happens_is_said_in_sentences(hall: Hall) -> None:
    person, _ = basic(hall)
    log = person.page.get_by_role("group", name="What has happened")
    expect(log).to_contain_text(re.compile(r"(Red|Blue) wins the initiative\."))
    expect(log).to_contain_text("The battle begins.")
    person.button("End turn").click()
    person.button("End turn").click()
    expect(log).to_contain_text("The game is over.")
    expect(log).not_to_contain_text("Now:")


def test_my_tables_say_whose_turn_it_is_and_who_won_when(hall: Hall) -> None:
    host = hall.person()
    host.start(BASIC, "here", table="12x12")
    host.page.wait_for_selector(".felt svg.board")
    host.open("/mine")
    expect(host.page.locator(".rows .chip").first).to_have_text(re.compile(r"^(Red|Blue)'s turn$"))
    host.page.get_by_role("link", name=f"{BASIC}, go on").click()
    host.page.wait_for_selector(".felt svg.board")
    host.settle()
    given_up(host)
    host.open("/mine")
    expect(host.page.locator(".rows .card")).to_contain_text(
        re.compile(r"(Red|Blue) won · (just now|\d+ minutes? ago)")
    )


def test_at_ones_own_table_it_is_you_who_lost(hall: Hall) -> None:
    host = hall.person()
    host.start(BASIC, "bot", table="12x12")
    host.page.wait_for_selector(".felt svg.board")
    host.open("/mine")
    chip = host.page.locator(".rows .chip").first
    expect(chip).to_have_text(re.compile("^(your turn|waits for .+)$"))
    host.page.get_by_role("link", name=f"{BASIC}, go on").click()
    host.page.wait_for_selector(".felt svg.board")
    host.settle()
    given_up(host)
    host.open("/mine")
    expect(host.page.locator(".rows .card")).to_contain_text("you lost to")


def test_a_silent_line_is_said_within_three_seconds(hall: Hall) -> None:
    """By the page's own clock, which goes as the test says."""
    person = hall.person()
    silent: list[bool] = []

    def through(line: WebSocketRoute) -> None:
        server = line.connect_to_server()
        server.on_message(lambda said: None if silent else line.send(said))

    person.page.route_web_socket(re.compile("/socket$"), through)
    person.page.clock.install()
    person.sit(hall.match("basic"))
    banner, table = person.page.locator("#banner"), person.page.locator(".play")
    expect(banner).to_be_hidden()
    # All it says from now on: a while later it gives the line up, which may be before one looks.
    person.page.evaluate(SAID)
    stood = table.bounding_box()
    silent.append(True)
    person.page.clock.run_for(3000)
    person.page.wait_for_function(
        "() => window.said.some((text) => text.includes('Nothing is heard from the server'))"
    )
    assert table.bounding_box() == stood, "what one is about to press was moved"
    silent.clear()
    expect(banner).to_be_hidden()


@pytest.mark.parametrize("game", ["basic", "skirmish", "skirmishers", "skirminion"])
def test_everything_can_be_pressed_on_a_small_screen(hall: Hall, game: str) -> None:
    person = hall.person(viewport=WIDE)
    person.sit(hall.match(game))
    assert person.page.evaluate(OUT_OF_SIGHT) == []


def test_eight_at_a_table_push_nothing_off_a_small_screen(hall: Hall) -> None:
    person = hall.person(viewport=WIDE)
    kinds = " ".join(["here"] + ["recruit"] * 7)
    person.sit(hall.match("skirmish", kinds, options={"minute": 0}), "red")
    assert person.page.evaluate(OUT_OF_SIGHT) == []
    aims = person.page.get_by_role("region", name="Aims")
    expect(aims.get_by_text("Slate")).to_be_in_viewport(ratio=1)
    players = person.page.get_by_role("group", name="Players")
    for each in players.locator("> *").all():
        expect(each).to_be_in_viewport(ratio=1)


def test_what_is_to_be_confirmed_is_in_sight(hall: Hall) -> None:
    """With everything unfolded that there is to read."""
    person, _ = basic(hall, turn_limit=40)
    person.page.get_by_text("Dice, links, text").click()
    own = "R" if person.question.startswith("Red") else "B"
    other = "B" if own == "R" else "R"
    person.pick(f"{own}4")
    person.pick(f"{other}4")
    button = person.page.locator(".unit .btn.main")
    expect(button).to_be_in_viewport(ratio=1)
    assert button.inner_text() not in person.page.evaluate(OUT_OF_SIGHT)
    expect(person.button("End turn")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("view", [WIDE, PHONE], ids=["wide", "phone"])
def test_dice_that_fall_come_into_sight(hall: Hall, view: ViewportSize) -> None:
    person, _ = basic(hall, turn_limit=40)
    own, other = ("R", "B") if asked(person) == "red" else ("B", "R")
    person.page.set_viewport_size(view)
    person.pick(f"{own}4")
    if view == PHONE:
        person.pick(f"{other}4")
        person.page.locator(".unit .btn.main").click()
    else:
        person.type(f"attack {own}4 {other}4")
    dice = person.page.get_by_role("region", name="Dice")
    person.settle()
    said = dice.locator("p") if view == WIDE else person.page.locator(".turn .latest")
    for part in (dice.locator(".die").first, said):
        expect(part).to_be_in_viewport(ratio=1)
        assert part.evaluate(IN_SIGHT)


def test_who_picks_a_piece_sees_it_and_no_longer_the_dice(hall: Hall) -> None:
    person, _ = basic(hall, turn_limit=40)
    own, other = ("R", "B") if asked(person) == "red" else ("B", "R")
    person.page.set_viewport_size({"width": 1280, "height": 700})
    person.type(f"attack {own}4 {other}4")
    expect(person.page.locator(".t-dice .die").first).to_be_in_viewport(ratio=1)
    person.pick(f"{own}2")
    name = person.page.locator(".unit h3")
    expect(name).to_be_in_viewport(ratio=1)
    assert name.evaluate(IN_SIGHT)


def test_after_a_refusal_one_can_type_again(hall: Hall) -> None:
    """Nothing lies over the field, and no card is empty, also where a reaction is asked."""
    person = hall.person()
    person.sit(hall.match("skirmishers", scenario=value_of("duel")))
    person.type("move R1 9,10")
    person.page.locator(".asked").wait_for()
    person.type("end")
    refusal = person.page.get_by_role("alert")
    for answer in ("defensive-fire", "wait", "hold"):
        expect(refusal).to_contain_text(answer)
    free_to_type(person.page)
    person.type("hold")
    person.pick("R2")
    person.type("move R2 20,20")
    expect(refusal).to_be_visible()
    free_to_type(person.page)


def test_what_was_typed_and_refused_is_there_to_be_mended(hall: Hall) -> None:
    person, _ = basic(hall)
    own, other = ("Red", "Blue") if asked(person) == "red" else ("Blue", "Red")
    field = person.page.get_by_label("Type an action")
    person.type(f"mvoe {own[0]}1 6,6")
    expect(field).to_have_value(f"mvoe {own[0]}1 6,6")
    expect(field).to_have_attribute("autocapitalize", "none")
    person.type("end TURN")
    expect(person.page.locator(".turn .ask")).to_contain_text(f"{other}:")
    expect(field).to_have_value("")


def free_to_type(page: Page) -> None:
    covered = page.get_by_label("Type an action").evaluate("""(field) => {
      const { left, right, top, bottom } = field.getBoundingClientRect();
      return [[left + 9, top + 9], [right - 9, top + 9], [left + 9, bottom - 9],
        [right - 9, bottom - 9]].filter(([x, y]) => document.elementFromPoint(x, y) !== field);
    }""")
    assert covered == []
    empty = [card for card in page.locator(".panel .card:visible").all() if not card.inner_text()]
    assert not empty


def test_a_page_that_comes_late_does_not_take_the_place_of_the_next(hall: Hall) -> None:
    person = hall.person()
    held: list[Route] = []
    person.page.route("**/app/rules.js", lambda route: held.append(route))
    person.open("/")
    links = person.page.get_by_role("navigation", name="Pages")
    links.get_by_role("link", name="Rules").click()
    links.get_by_role("link", name="My tables").click()
    heading = person.page.locator("#main h1")
    expect(heading).to_have_text("My tables")
    while not held:
        person.page.wait_for_timeout(20)
    with person.page.expect_response("**/app/rules.js"):
        for route in held:
            route.continue_()
    person.page.wait_for_function("() => import('/static/app/rules.js').then(() => true)")
    expect(heading).to_have_text("My tables")
    expect(links.get_by_role("link", name="My tables")).to_have_attribute("aria-current", "")


def luck_bars_begin_at_zero(page: Page) -> None:
    far = page.evaluate(HALVES)
    assert far and max(far) < 1, far
