"""Who sits where, and on what: from the dialogue to the table, and the same again."""

import re

from playwright.sync_api import expect

from browser.browsing import Hall, Json, Person, needs_chromium

pytestmark = needs_chromium


def asking(person: Person, title: str) -> None:
    """The dialogue of a game."""
    person.open("/")
    person.page.get_by_role("button", name=f"Play {title}", exact=True).click()
    person.page.locator("dialog[open]").wait_for()


def check(person: Person, name: str, value: str) -> None:
    person.page.locator(f"dialog input[name={name}][value='{value}']").check()


def begun(person: Person) -> Json:
    """What the server says about the match that was begun."""
    with person.page.expect_response("**/api/matches") as made:
        person.button("Start").click()
    id = made.value.json()["match"]
    person.page.wait_for_url(f"**/table/{id}")
    return told(person, id)


TOLD = """async (match) => {
  const { tokens } = JSON.parse(localStorage.getItem(`outrider:match:${match}`));
  const headers = { "outrider-token": Object.values(tokens)[0] };
  return (await fetch(`/api/matches/${match}`, { headers })).json();
}"""


def told(person: Person, id: str) -> Json:
    """A match as somebody with a seat is told of it: once it has begun nobody else is."""
    found: Json = person.page.evaluate(TOLD, id)
    return found


def seats(match: Json) -> list[tuple[str, str | None]]:
    return [(seat["kind"], seat["level"]) for seat in match["seats"]]


RESIGN = """async (match) => {
  const { tokens } = JSON.parse(localStorage.getItem(`outrider:match:${match}`));
  const socket = new WebSocket(`${location.origin}/api/matches/${match}/socket`);
  const send = (said) => socket.send(JSON.stringify(said));
  await new Promise((go) => { socket.onopen = go; });
  await new Promise((go) => {
    socket.onmessage = ({ data }) => {
      const said = JSON.parse(data);
      if (said.type === "table") send({ do: "resign", id: 1, version: said.version, client: "r" });
      if (said.type === "answer" && said.ok) go();
    };
    send({ do: "hello", tokens: Object.values(tokens) });
  });
  socket.close();
}"""


def test_a_mixed_table_of_four(hall: Hall) -> None:
    """People here, somebody with a link and bots of two levels; the host is named and is Green."""
    person = hall.person()
    page = person.page
    asking(person, "Skirmish")
    expect(page.locator("dialog .seat-row")).to_have_count(0)
    check(person, "seats", "4")
    check(person, "side", "green")
    rows = page.locator("dialog .seat-row")
    expect(rows.locator("b")).to_have_text(["Red", "Blue", "Amber"])
    for row, kind in enumerate(("bot:recruit", "link", "bot:captain")):
        rows.nth(row).locator("select").select_option(kind)
    expect(page.locator("dialog input[name=against]:checked")).to_have_value("mix")
    expect(page.locator("dialog .so")).to_have_text(
        "Green, against 2 bots and a friend with a link."
    )
    page.locator("#host-name").fill("Magpie")
    match = begun(person)
    assert seats(match) == [("bot", "recruit"), ("link", None), ("me", None), ("bot", "captain")]
    assert match["seats"][2]["name"] == "Magpie"
    assert match["options"]["table"] == "breakfast", "a laid table, unless somebody says otherwise"
    expect(page.get_by_label("Send this link to whoever plays Blue")).to_be_visible()
    assert page.evaluate("fetch('/api/me').then((said) => said.json())") == {"name": "Magpie"}
    page.get_by_role("button", name="Cancel this table").click()
    page.wait_for_url(person.url + "/")
    person.forgive("404")
    gone = page.evaluate(f"fetch('/api/matches/{match['match']}').then((said) => said.status)")
    assert gone == 404


def test_a_fight_by_its_picture(hall: Hall) -> None:
    """The story, both sides' aims and the forces are told; what is chosen is played."""
    person = hall.person()
    page = person.page
    asking(person, "Skirmishers")
    expect(page.locator(".settings .thumb svg")).to_have_count(7)
    check(person, "setting", "bridge")
    told = page.locator("dialog .briefing")
    expect(told.get_by_role("heading", name="The bridge")).to_be_visible()
    expect(told.locator(".facts")).to_contain_text("24 turns, both sides counted")
    expect(told.locator(".odds-told")).to_have_text(
        re.compile(r"[\d,]+ games between soldiers endedRed \d+% \(\d+ to \d+\)Blue .*drawn \d+%")
    )
    expect(told.locator(".side", has_text="Ensign Thorne")).to_contain_text("10 own turns in a row")
    expect(told.locator(".map .token")).to_have_count(14)
    # Whose ground is what stands on the map.
    for claim in ("S TO REACH", "S TO HOLD"):
        expect(told.locator(".map .claim", has_text=claim)).to_have_count(1)
    check(person, "against", "here")
    expect(page.locator("dialog .sides")).to_be_hidden()
    begun(person)
    person.page.locator(".felt .token").nth(13).wait_for()


def test_the_same_again_with_sides_swapped(hall: Hall) -> None:
    person = hall.person()
    page = person.page
    asking(person, "Basic Skirmish Rules v2")
    check(person, "against", "bot")
    check(person, "level", "recruit")
    check(person, "side", "blue")
    first = begun(person)
    assert seats(first) == [("bot", "recruit"), ("me", None)]
    page.wait_for_selector(".felt svg.board")
    page.evaluate(RESIGN, first["match"])
    page.get_by_role("button", name="Again, sides swapped").click()
    page.wait_for_url(lambda url: "/table/" in url and first["match"] not in url)
    id = page.url.rsplit("/", 1)[1]
    second = told(person, id)
    assert seats(second) == [("me", None), ("bot", "recruit")]


def test_lots_give_every_side(hall: Hall) -> None:
    """Drawn a dozen times, both sides come up; to fail by chance is one in two thousand."""
    person = hall.person()
    found = person.page
    asking(person, "Basic Skirmish Rules v2")
    drawn = found.evaluate(
        """async () => {
          const { Seating } = await import("/static/app/seating.js");
          const game = { id: "lots", seats: [2] };
          const seating = new Seating(game);
          seating.choose("side", "drawn");
          return Array.from({ length: 12 }, () =>
            seating.seats().findIndex((seat) => seat.kind === "me"));
        }"""
    )
    assert set(drawn) == {0, 1}
