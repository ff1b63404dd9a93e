"""Parts of the editor by themselves: where things catch, what is kept, what a store refuses."""

import json
from typing import Any

from playwright.sync_api import expect

from browser.browsing import Hall, needs_chromium
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
