"""Parts of the editor by themselves: where things catch, what is kept, what a store refuses."""

import json
import math
from typing import Any

from playwright.sync_api import expect

from browser.browsing import PHONE, Hall, needs_chromium
from browser.making import Maker

pytestmark = needs_chromium
SNAP = """async ([box, others, how]) => {
  const { snapped } = await import("/static/making/snapping.js");
  return snapped(box, others, [30, 24], how);
}"""
CHANGE = """async ([whole, place, value]) => {
  const { changed } = await import("/static/making/values.js");
  return changed(whole, place, value ?? undefined);
}"""


def box(left: float, bottom: float, right: float, top: float) -> dict[str, float]:
    return {"left": left, "bottom": bottom, "right": right, "top": top}


def test_things_catch_on_edges_equal_gaps_and_inches(hall: Hall) -> None:
    page = hall.person().page
    page.goto("/make")
    how = {"step": 0.5, "near": 0.3}

    def caught(moved: dict[str, float], *others: dict[str, float]) -> Any:
        return page.evaluate(SNAP, [moved, list(others), how])

    walls = box(2, 10, 6, 11), box(20, 10, 24, 11)
    between = caught(box(11.2, 10.2, 15.1, 11.1), *walls)
    assert round(between["dx"], 3) == -0.15, "as far from the one as from the other"
    gaps = [guide for guide in between["guides"] if guide.get("word")]
    assert [gap["word"] for gap in gaps] == ["5.05″", "5.05″"]
    assert round(between["dy"], 3) in (-0.2, -0.1), "level with them"
    aside = caught(box(9.1, 3.1, 10.1, 4.1))
    assert (round(aside["dx"], 3), round(aside["dy"], 3)) == (-0.1, -0.1), "on half inches"
    rim = caught(box(0.2, 3.1, 1.2, 4.1))
    assert round(rim["dx"], 3) == -0.2 and rim["guides"], "at the edge of the table"
    free = page.evaluate(SNAP, [box(9.13, 3.1, 10, 4), [], {"step": 0, "near": 0}])
    assert (free["dx"], free["dy"]) == (0, 0), "snap is off"


def test_values_are_changed_as_the_server_changes_them(hall: Hall) -> None:
    """A mend is worked out there and carried out here."""
    from outrider.core.making import Change, changed

    page = hall.person().page
    page.goto("/make")
    whole = {"a": [{"b": 1}, {"b": 2}], "c": {"d": [1, 2, 3]}}
    for place, value in (
        ("a[1].b", 5), ("a[0]", None), ("c.d[1]", None), ("c.e", {"f": 1}), ("c.d[3]", 4),
        ("a[0].b", None), ("g", [1]),
    ):  # fmt: skip
        assert page.evaluate(CHANGE, [whole, place, value]) == changed(
            whole, [Change(place, value)]
        ), place


def test_a_half_drawn_shape_and_a_full_store_are_not_lost_in_silence(hall: Hall) -> None:
    person = hall.person()
    maker = Maker(person)
    maker.begin("table for Skirmish")
    maker.tile("own shape").click()
    for corner in ((10, 10), (14, 10), (12, 14)):
        person.page.mouse.click(*maker.at(*corner))
    person.page.reload()
    maker.ready()
    expect(person.page.get_by_text("3 corners")).to_be_visible()
    person.page.get_by_role("button", name="Close the shape").click()
    maker.fine()
    assert len(maker.value()["terrain"]) == 1  # type: ignore[arg-type]
    person.page.evaluate("() => { Storage.prototype.setItem = () => { throw new Error(); }; }")
    person.page.get_by_role("button", name="Copy").click()
    expect(person.page.locator(".panel .error")).to_contain_text("keeps nothing more")
    assert maker.item("terrain:1").count() == 1, "it is still on the table"


BENT = [[1, 1], ["x", None], [1e300, 2]]
LARGE = {"shape": "disc", "at": [5, 5], "radius": 1e12, "name": {"a": 1}}
ODD = [{"id": {}, "at": [3, 3], "base": "wide"}, {"at": "here"}]
JUNK: tuple[Any, ...] = (
    {"size": "wide", "terrain": {"a": 1}},
    {"size": [1e9, -4], "terrain": [None, 5, {"shape": "disc"}, {"shape": "polygon", "points": 3}]},
    {"size": [30, 24], "terrain": [{"shape": "polygon", "points": BENT}]},
    {"outrider_scenario": 2, "name": 7, "table": None, "sides": {"red": 5, "blue": {"pieces": 1}}},
    {"outrider_scenario": 1, "name": {}, "table": {"size": [30, 24], "terrain": [LARGE]},
     "sides": {"red": {"pieces": ODD, "victory": [{"kind": "dance"}, None]}}},
)  # fmt: skip


def test_whatever_a_file_holds_the_editor_says_what_is_wrong(hall: Hall) -> None:
    """Nothing of it is lost, and no page breaks: `Person` notes every error."""
    person = hall.person()
    for value in JUNK:
        person.open("/make")
        file: Any = {"name": "x.json", "mimeType": "application/json"}
        file["buffer"] = json.dumps(value).encode()
        person.page.locator("#bring").set_input_files([file])
        if "sides" not in value:
            person.page.locator("dialog").get_by_role("button", name="Skirmish", exact=True).click()
        maker = Maker(person)
        expect(person.page.locator(".wrong.grave")).to_be_visible()
        assert maker.value() == json.loads(json.dumps(value))
        person.page.goto(person.page.url.replace("/make/", "/print/"))
        expect(person.page.locator(".paper h1")).to_be_visible()


THINGS = "svg.making [data-key^='terrain:']"
PLACES = """(things) => [...document.querySelectorAll(things)].map((each) => {
  const { left, right, top, bottom } = each.getBoundingClientRect();
  return [left, right, top, bottom];
})"""
SPILT = """() => {
  const wide = (node) => { const box = node.getBoundingClientRect(); return box.right - box.left; };
  const tiles = [...document.querySelectorAll(".tile")]
    .filter((tile) => wide(tile.querySelector("span")) > tile.clientWidth - 1)
    .map((tile) => tile.textContent);
  const table = document.querySelector(".sides table");
  const over = table.scrollWidth > table.parentElement.clientWidth;
  const middle = ({ top, bottom }) => (top + bottom) / 2;
  const middles = [...document.querySelectorAll(".tools .btn")].filter((each) => wide(each))
    .map((each) => middle(each.getBoundingClientRect()));
  return { tiles, over, crooked: Math.max(...middles) - Math.min(...middles) > 1 };
}"""
PIECE = {"attack": 1, "defense": 1, "movement": 6, "weapon": "none"}


def test_with_enter_a_long_thing_is_put_where_there_is_room(hall: Hall) -> None:
    """A river is three inches high, and there is room for it beside a house."""
    maker = Maker(hall.person())
    maker.begin("scenario for Skirmishers")
    for name in ("house", "river, ford"):
        maker.tile(name).focus()
        maker.person.page.keyboard.press("Enter")
    expect(maker.person.page.locator(THINGS)).to_have_count(12)
    boxes = maker.person.page.evaluate(PLACES, THINGS)
    for a in boxes[:9]:
        for b in boxes[9:]:
            assert a[1] <= b[0] or b[1] <= a[0] or a[3] <= b[2] or b[3] <= a[2], (a, b)


def test_keys_are_heard_when_what_was_focused_is_gone(hall: Hall) -> None:
    """Undo, and undo again: what the first takes away had the focus. And there is room for many."""
    maker = Maker(hall.person())
    maker.begin("scenario for Skirmishers")
    keys = maker.person.page.keyboard
    things = maker.person.page.locator(THINGS)
    for _ in range(12):
        maker.tile("mug").focus()
        keys.press("Enter")
    expect(things).to_have_count(12)
    made: Any = maker.value()
    discs = [(each["at"], each["radius"]) for each in made["table"]["terrain"]]
    for number, (at, radius) in enumerate(discs):
        assert all(math.dist(at, other) >= radius + more for other, more in discs[:number])
    keys.press("Delete")
    expect(things).to_have_count(11)
    for left in (12, 11, 10, 9):
        keys.press("Control+z")
        expect(things).to_have_count(left)


def test_words_stay_in_their_places(hall: Hall) -> None:
    """Tiles, the list of pieces with long names and many dice, the row of tools."""
    maker = Maker(hall.person())
    maker.person.open("/make")
    page = maker.person.page
    kit = page.request.get(f"{maker.person.url}/games/skirmishers/making.json").json()
    made = kit["makes"][0]["new"]
    long = {"id": "R1", "name": "<img src=x onerror=alert(1)>", "at": [3, 3], "firing": 99}
    made["sides"]["red"]["pieces"] = [{**PIECE, **long, "attack": 9, "weapon": "bow", "range": 12}]
    buffer = json.dumps(made).encode()
    file: Any = {"name": "a.json", "mimeType": "application/json", "buffer": buffer}
    page.locator("#bring").set_input_files([file])
    maker.ready()
    assert page.evaluate(SPILT) == {"tiles": [], "over": False, "crooked": False}


MANY = """async (count) => {
  const { drafts, newDraft } = await import("/static/making/drafts.js");
  for (let n = 0; n < count; n++)
    newDraft("basic", "table", { name: `Table ${n}`, size: [24, 24], terrain: [] });
  return drafts().length;
}"""


def test_no_draft_is_put_away_for_a_newer_one(hall: Hall) -> None:
    person = hall.person()
    person.open("/")
    assert person.page.evaluate(MANY, 230) == 230


BOXES = """() => [...document.querySelectorAll("svg.making .zone-word")].map((each) => {
  const { left, right, top, bottom } = each.getBoundingClientRect();
  return { left, right, top, bottom };
})"""
HIDDEN = """() => [...document.querySelectorAll("svg.making .zone-word")].filter((each) => {
  const place = document.querySelector("svg.making .item.terrain");
  return !(place.compareDocumentPosition(each) & Node.DOCUMENT_POSITION_FOLLOWING);
}).length"""
ACROSS = """() =>
  document.querySelector("svg.making .item.piece > g > g").getBoundingClientRect().width"""


def test_words_at_zones_are_seen_and_pieces_on_a_phone_too(hall: Hall) -> None:
    """Both sides hold the same ground, on which a wood lies."""
    person = hall.person()
    maker = Maker(person)
    maker.begin("scenario for Skirmishers")
    maker.drag_tile("Red", 6, 4)
    maker.drag_tile("Blue", 24, 20)
    maker.drag_tile("Red's zone", 15, 12)
    maker.drag_tile("Blue's zone", 15, 12)
    maker.drag_tile("wood", 15, 12)
    words = person.page.locator("svg.making .zone-word")
    expect(words).to_have_text(["RED · 1 to get here", "BLUE · 1 to get here"])
    one, other = person.page.evaluate(BOXES)
    apart = one["bottom"] <= other["top"] or other["bottom"] <= one["top"]
    assert apart or one["right"] <= other["left"] or other["right"] <= one["left"]
    assert person.page.evaluate(HIDDEN) == 0, "over all that lies there"
    person.page.set_viewport_size(PHONE)
    person.page.wait_for_function(f"() => ({ACROSS})() >= 17")
