"""A table never stands still: news that are lost, doubled, late, or cut off with the line; a tab
that was in the background; a page that is still being laid."""

import json
from collections import Counter
from collections.abc import Callable

import pytest
from playwright.sync_api import Route, expect

from browser.browsing import PATIENCE, Hall, Json, Person, needs_chromium
from browser.lines import judged
from browser.setting import SOON, TINY
from browser.test_browser_away import SLOWLY, deploying, log, placed
from forms import sparse
from server.wires import Fate

pytestmark = needs_chromium


class Plan:
    """What becomes of the next messages of a kind, one after the other; all others pass."""

    def __init__(self) -> None:
        self.next: dict[str, list[Fate]] = {}
        self.met: Counter[str] = Counter()
        self.asked: list[Json] = []

    def __call__(self, up: bool, text: str) -> Fate:
        said = json.loads(text)
        kind = said["do"] if up else said["type"]
        if up:
            self.asked.append(said)
        elif kind == "answer" and self.asked:
            kind = "answer to " + next(
                (each["do"] for each in self.asked if each.get("id") == said["id"]), "nothing"
            )
        self.met[kind] += 1
        fates = self.next.get(kind)
        return fates.pop(0) if fates else Fate.PASS

    def done(self) -> bool:
        return not any(self.next.values())


def submit(person: Person, action: str) -> None:
    """Type an action, without waiting for what comes of it."""
    field = person.page.get_by_label("Type an action")
    field.fill(action)
    field.press("Enter")


def same(red: Person, blue: Person, count: int) -> None:
    """Both have read the same, each line of it once."""
    until(red, lambda: log(red) == log(blue) and len(log(red)) >= count)
    placings = [text for text in log(red) if "takes its place" in text]
    assert len(placings) == len(set(placings)), placings


@pytest.mark.parametrize(
    "fate", sparse([Fate.LOSE, Fate.TWICE, Fate.HOLD], 1), ids=lambda fate: fate.name
)
def test_news_that_are_lost_doubled_or_late_leave_no_mark(hall: Hall, fate: Fate) -> None:
    plan = Plan()
    with judged(hall, plan) as (red, wire):
        blue = hall.person()
        _, words = deploying(hall, red, blue)
        for one, seat in ((red, "red"), (blue, "blue")):
            for n, text in enumerate(words[seat]):
                plan.next = {"news": [fate]} if n < 2 else {}
                submit(one, text)
                for person in (red, blue):
                    placed(person, f"{seat[0].upper()}{n + 1}")
                assert plan.done()
        assert plan.done() and wire.cuts == 0 and plan.met["hello"] == 1
        same(red, blue, 10)


@pytest.mark.parametrize("lost", sparse(["play", "answer to play", "look", "answer to table"], 2))
def test_a_question_or_an_answer_that_is_lost_is_asked_for_again(hall: Hall, lost: str) -> None:
    plan = Plan()
    with judged(hall, plan) as (red, wire):
        blue = hall.person()
        _, words = deploying(hall, red, blue)
        plan.next = {lost: [Fate.LOSE]}
        if lost == "answer to table":
            plan.next["news"] = [Fate.LOSE]
        submit(red, words["red"][0])
        for person in (red, blue):
            placed(person, "R1")
        until(red, plan.done)
        if lost == "look":
            # What may be done was to come by itself, and is asked for.
            until(red, lambda: plan.met["answer to look"] == 1)
            expect(red.page.locator(".board .legal, .card .btn").first).to_be_visible()
        # It has been asked again, and what came of it is there: one can go on.
        submit(red, words["red"][1])
        for person in (red, blue):
            placed(person, "R1", "R2")
        until(red, lambda: plan.met[lost] >= 2)
        assert wire.cuts == 0 and plan.met["hello"] == 1
        same(red, blue, 2)


def until(person: Person, holds: Callable[[], bool]) -> None:
    for _ in range(PATIENCE // SOON):
        if holds():
            return
        person.page.wait_for_timeout(SOON)
    raise AssertionError(person.page.locator(".log").inner_text())


class Everywhere:
    """Cuts before each message when it first comes, and behind it when it comes again."""

    def __init__(self) -> None:
        self.met: Counter[str] = Counter()

    def __call__(self, up: bool, text: str) -> Fate:
        said = json.loads(text)
        kind = said["do"] if up else said["type"]
        if kind not in ("hello", "table", "play", "news") and not said.get("client"):
            return Fate.PASS
        key = f"{up} {kind} {said.get('client')} {said.get('version')}"
        self.met[key] += 1
        return {1: Fate.CUT, 2: Fate.LAST}.get(self.met[key], Fate.PASS)

    def kinds(self) -> set[str]:
        """What was cut before and behind."""
        return {key.split()[1] for key, met in self.met.items() if met >= 2}


def cut_everywhere(hall: Hall, count: int) -> None:
    judge = Everywhere()
    with judged(hall, judge) as (red, wire):
        blue = hall.person()
        _, words = deploying(hall, red, blue)
        for n, text in enumerate(words["red"][:count]):
            submit(red, text)
            for person in (red, blue):
                person.token(f"R{n + 1}").wait_for(timeout=3 * SLOWLY)
        same(red, blue, count)
        until(red, lambda: judge.kinds() >= {"hello", "table", "play", "answer"})
        print(f"{wire.cuts} cuts at {len(judge.met)} messages")


@pytest.mark.slow
def test_a_line_that_is_cut_at_every_message_of_a_page(hall: Hall) -> None:
    cut_everywhere(hall, 1)


@pytest.mark.slow
def test_a_line_that_is_cut_at_every_message_of_a_page_for_long(hall: Hall) -> None:
    cut_everywhere(hall, 5)


def test_a_tab_that_was_asleep_sees_everything(hall: Hall) -> None:
    red, blue = hall.person(), hall.person()
    _, words = deploying(hall, red, blue)
    for text in words["red"]:
        red.type(text)
    tab = red.context.new_cdp_session(red.page)
    tab.send("Page.setWebLifecycleState", {"state": "frozen"})
    for text in words["blue"]:
        blue.type(text)
    placed(blue, "B1", "B5")
    blue.page.wait_for_timeout(4_000)
    tab.send("Page.setWebLifecycleState", {"state": "active"})
    placed(red, "B1", "B2", "B3", "B4", "B5")
    same(red, blue, 10)
    turn = red if red.button("End turn").count() else blue
    turn.button("End turn").click()
    for person in (red, blue):
        person.page.get_by_role("region", name="Log").get_by_text("Turn 2").wait_for()


def test_a_page_that_is_still_being_laid_knows_whose_move_it_is(hall: Hall) -> None:
    """What was told meanwhile is shown in its order; once a page stood at "Waiting for Red" for Red
    until it was loaded again."""
    red, blue = hall.person(), hall.person()
    made, words = deploying(hall, red, blue)
    held: list[Route] = []
    slow = hall.person()
    slow.page.route("**/games/basic/skin.js", lambda route: held.append(route))
    token = json.dumps({"tokens": {"blue": made["tokens"]["blue"]}, "watch": made["watch"]})
    key = f"outrider:match:{made['match']}"
    slow.context.add_init_script(f"localStorage.setItem({key!r}, {token!r});")
    slow.page.goto(f"/table/{made['match']}")
    slow.page.wait_for_function("() => window.told?.version !== undefined")
    for text in words["red"]:
        red.type(text)
    slow.page.wait_for_timeout(5_000)  # longer than one thing may hold up the next
    assert held
    for route in held:
        route.continue_()
    placed(slow, "R1", "R5")
    asked = slow.page.get_by_role("region", name="What is asked")
    expect(asked).to_contain_text("Your move")
    same(slow, blue, 5)
    slow.settle()
    submit(slow, words["blue"][0])
    placed(red, "B1")


# -- the inbox itself ------------------------------------------------------------------------------

ORDER = """async () => {
  const { Inbox } = await import("/static/app/inbox.js");
  const done = [], found = [];
  let inside = 0, most = 0;
  const inbox = new Inbox(async (news) => {
    most = Math.max(most, ++inside);
    await new Promise((go) => setTimeout(go, news.slow ?? 0));
    done.push([news.version, inbox.shown]);
    inside--;
  });
  const take = (said) => found.push(inbox.take(said));
  const news = (from, version, more = {}) => ({ type: "news", from, version, ...more });
  take({ type: "table", version: 0, you: [], missed: { from: 0 } });
  take(news(0, 2, { slow: 40 }));
  take(news(2, 3));
  take(news(2, 3));
  take(news(4, 5));
  take({ type: "table", version: 5 });
  take({ type: "table", version: 5, missed: { from: 2 } });
  take({ type: "table", version: 5, missed: { from: 3 }, slow: 20 });
  take(news(4, 5));
  take({ type: "table", version: 4, missed: { from: 3 } });
  take({ type: "table", version: 5, missed: { from: 3 } });
  take(news(5, 6));
  take({ type: "table", version: 1, you: [], missed: { from: 0 } });
  while (inbox.busy) await new Promise((go) => setTimeout(go, 5));
  return { done, found, most };
}"""


def test_the_inbox_keeps_the_order_drops_what_is_old_and_notices_gaps(hall: Hall) -> None:
    person = hall.person()
    person.open("/")
    said = person.page.evaluate(ORDER)
    taken, old, gap = "taken", "old", "gap"
    assert said["found"] == [taken, taken, taken, old, gap, gap, gap, taken, old, old, taken, taken,
                             taken]  # fmt: skip
    assert said["done"] == [[n, n] for n in (0, 2, 3, 5, 5, 6, 1)]
    assert said["most"] == 1


HANGS = """async () => {
  const { Inbox } = await import("/static/app/inbox.js");
  const done = [];
  let failures = 0;
  const inbox = new Inbox((news) => {
    done.push(news.version);
    if (news.version === 1) return new Promise(() => {});
    if (news.version === 2) throw new Error("on purpose, at once");
    if (news.version === 3) return Promise.reject(new Error("on purpose, later"));
  }, 50);
  inbox.failed = () => { failures++; inbox.push({ type: "table", version: inbox.version }); };
  for (const version of [1, 2, 3, 4]) inbox.push({ type: "news", version });
  while (inbox.busy) await new Promise((go) => setTimeout(go, 5));
  return { done, failures };
}"""


def test_nothing_that_hangs_or_fails_stops_the_inbox(hall: Hall) -> None:
    person = hall.person()
    person.open("/")
    person.forgive("on purpose")
    said = person.page.evaluate(HANGS)
    assert said == {"done": [1, 2, 3, 4, 4, 4], "failures": 2}
    assert sum("on purpose" in fault for fault in person.faults) == 2


@pytest.mark.slow
def test_a_beat_is_enough_to_learn_that_the_game_has_begun(hall: Hall) -> None:
    """The stages before the first move are no versions; a page that misses one would wait for ever
    in front of an empty table."""
    plan = Plan()
    with judged(hall, plan) as (red, _):
        made = hall.match("basic", "me link", options=TINY)
        red.context.add_init_script(kept(made))
        red.page.goto(f"/table/{made['match']}")
        red.page.get_by_text("Waiting for the others").first.wait_for()
        plan.next = {"table": [Fate.LOSE] * 9, "news": [Fate.LOSE] * 9}
        joined = hall.person()
        joined.page.goto(f"/join/{made['match']}#{made['invites']['blue']}")
        joined.page.get_by_role("button", name="Sit down").click()
        joined.page.wait_for_selector(".felt svg.board")
        red.page.wait_for_selector(".felt svg.board", timeout=SLOWLY)


def kept(made: Json) -> str:
    """A script by which a browser remembers the match it made."""
    held = json.dumps({"tokens": made["tokens"], "watch": made["watch"]})
    key = f"outrider:match:{made['match']}"
    return f"if (!localStorage.getItem({key!r})) localStorage.setItem({key!r}, {held!r});"
