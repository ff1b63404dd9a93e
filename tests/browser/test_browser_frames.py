"""What a frame costs while somebody drags: script and layout, in time on the processor."""

import pytest

from browser.browsing import Hall, needs_chromium
from browser.test_browser_house import CLEAR, crowded

pytestmark = needs_chromium
FRAMES = 120
MOST = 0.010
"""Seconds of a frame, in 95 of 100."""
COUNTED = ("ScriptDuration", "LayoutDuration", "RecalcStyleDuration")
FRAME = "() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))"


@pytest.mark.slow
def test_a_frame_of_a_drag_costs_little(hall: Hall) -> None:
    """Forty figures and twenty pieces of terrain, and the pointer moves with every frame."""
    seats = " ".join(["here"] * 8)
    person = hall.person()
    person.sit(hall.match("skirmish", seats, options={"minute": 0}, table=crowded()))
    for _ in range(40):
        if "be ready" in person.question:
            break
        person.page.locator(".unit > .btns .btn:not(.main)").first.click()
        person.settle(20)
        person.page.mouse.click(*person.page.evaluate(CLEAR))
        person.settle(20)
    assert person.page.locator(".token").count() == 40
    box = person.page.locator(".token.mine").first.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    session = person.context.new_cdp_session(person.page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})

    def spent() -> float:
        told = {each["name"]: each["value"] for each in
                session.send("Performance.getMetrics")["metrics"]}  # fmt: skip
        return sum(float(told[name]) for name in COUNTED)

    person.page.mouse.move(x, y)
    person.page.mouse.down()
    person.page.mouse.move(x + 12, y + 12, steps=3)
    took = []
    for n in range(FRAMES):
        before = spent()
        person.page.mouse.move(x + 20 + n % 40, y + 20 + (7 * n) % 40)
        person.page.evaluate(FRAME)
        took.append(spent() - before)
    assert person.page.locator(".board g[transform*=rotate] rect").count(), "no tape was drawn"
    person.page.keyboard.press("Escape")
    person.page.mouse.up()
    took.sort()
    middle, most = took[FRAMES // 2], took[int(0.95 * FRAMES)]
    print(f"{1000 * middle:.1f} ms a frame, {1000 * most:.1f} in 95 of 100")
    assert most < MOST
