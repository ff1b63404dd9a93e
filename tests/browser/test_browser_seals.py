"""A page and its own seals: what a host makes up about them is found out at once."""

import asyncio
import json
import random
import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack

import httpx
import pytest
from playwright.sync_api import WebSocketRoute, expect

from browser.browsing import Hall, Json, Person, needs_chromium
from browser.setting import TINY, asked, places
from outrider.core.chain import hash_after, sha256
from outrider.core.record import Anchored, Opened
from server.driving import Sat, act
from server.seals import Holder, watching

pytestmark = needs_chromium


class Liar:
    """Between a page and its server: a host that tells what it likes, with hashes that fit."""

    def __init__(self, person: Person, lie: Callable[["Liar", Json], None]) -> None:
        self.lie = lie
        self.head = ""
        """The hash of the last line that the page was told."""
        self.asked: list[Json] = []
        self.lines: list[WebSocketRoute] = []
        """Between the page and this host, the latest last."""
        person.page.route_web_socket(re.compile("/socket$"), self.between)

    def between(self, route: WebSocketRoute) -> None:
        server = route.connect_to_server()
        self.lines.append(route)

        def told(text: str | bytes) -> None:
            said = json.loads(text)
            self.lie(self, said)
            self.rechain(said)
            route.send(json.dumps(said))

        def wished(text: str | bytes) -> None:
            self.asked.append(json.loads(text))
            server.send(text)

        server.on_message(told)
        route.on_message(wished)

    def rechain(self, said: Json) -> None:
        if said.get("type") == "table" and said.get("head"):
            self.head = said["head"]
        for line in (said.get("missed") or said).get("lines", []):
            self.head = line["hash"] = hash_after(self.head, line)

    def opened(self) -> int:
        return sum(request.get("do") == "open" for request in self.asked)


def another_anchor(liar: Liar, said: Json) -> None:
    if said.get("head"):
        said["dice"]["anchors"]["red"] = sha256("the host's own")


def another_chain(liar: Liar, said: Json) -> None:
    """In place of the first choice on record."""
    for line in said.get("lines", []):
        if "do" in line:
            for name in [name for name in line if name != "n"]:
                del line[name]
            line["anchors"] = {"red": sha256("the host's own")}


def without_the_link(liar: Liar, said: Json) -> None:
    for line in (said.get("missed") or said).get("lines", []):
        line.get("open", {}).pop("red", None)


def left_with_the_server(liar: Liar, said: Json) -> None:
    for line in said.get("lines", []):
        if "do" in line:
            for name in [name for name in line if name != "n"]:
                del line[name]
            line |= {"seat": "red", "match": "entrust"}


LIES: dict[Callable[[Liar, Json], None], str] = {
    another_anchor: "begins with a seal for red, your seat, that this page did not make",
    another_chain: "has a new seal for red, your seat, that this page did not make",
    without_the_link: "leaves out the link of red, who has to open one",
    left_with_the_server: "says that you left the seal of red with the server. This page did not",
}


@pytest.mark.parametrize("lie", LIES, ids=lambda lie: str(lie.__name__))
def test_what_a_host_makes_up(hall: Hall, lie: Callable[[Liar, Json], None]) -> None:
    made = hall.match("basic", options=TINY, seal=True)
    person = hall.person()
    liar = Liar(person, lie)
    person.sit(made)
    banner = person.page.locator("#banner")
    if lie in (another_chain, left_with_the_server):
        person.page.locator(".turn .ask", has_text="place a").wait_for()
        expect(banner).to_be_hidden()
        unit, place = places(asked(person))[0]
        person.type(f"deploy {unit} {place}")
    expect(banner).to_contain_text(LIES[lie])
    assert liar.opened() == (0 if lie is another_anchor else 1), "no further link is opened"
    liar.lines[-1].close()
    expect(banner).to_contain_text("The connection is lost")
    expect(banner).not_to_contain_text("The connection is lost")
    expect(banner).to_contain_text(LIES[lie])


def test_the_truth_raises_no_alarm_and_survives_a_reload(hall: Hall) -> None:
    """What was seen before is still held against the host when the page is opened again."""
    made = hall.match("basic", options=TINY, seal=True)
    person = hall.person()
    person.sit(made)
    person.page.locator(".turn .ask", has_text="place a").wait_for()
    unit, place = places(asked(person))[0]
    person.type(f"deploy {unit} {place}")
    heads = "(match) => JSON.parse(localStorage[`outrider:match:${match}`]).heads.length"
    person.page.wait_for_function(f"({heads})('{made['match']}') > 2")
    before = person.page.evaluate(heads, made["match"])
    person.page.reload()
    person.page.locator(".turn .ask", has_text="place a").wait_for()
    assert person.page.evaluate(heads, made["match"]) >= before
    expect(person.page.locator("#banner")).to_be_hidden()


def test_two_go_on_without_a_third_who_left(hall: Hall) -> None:
    """Red and Blue sit before one page; Green leaves while the dice wait for Green's link. The page
    commits anew by itself, and alarms nobody."""
    made = hall.match("skirmish-2012", "me here link", seal=True, dice="sealed")
    wish = {"invite": made["invites"]["green"], "seal": True}
    url = f"{hall.server.url}/api/matches/{made['match']}/join"
    tokens = {**made["tokens"], "green": httpx.post(url, json=wish, timeout=180).json()["token"]}
    person = hall.person()
    person.page.goto("/")
    held = json.dumps({"tokens": made["tokens"], "watch": made["watch"]})
    key = f"outrider:match:{made['match']}"
    person.page.evaluate("([key, held]) => localStorage.setItem(key, held)", [key, held])
    person.page.goto(f"/table/{made['match']}")
    sat = Sat(hall.server, made["match"], tokens, made["invites"], made["watch"], {})

    async def run() -> None:
        async with AsyncExitStack() as stack:
            people = {seat: await stack.enter_async_context(watching(sat, seat)) for seat in tokens}
            green = Holder(people["green"], sat.match, {"green": "seed of green"})
            await green.anchors()
            for player in people.values():
                await player.until(lambda player=player: player.table["stage"] == "running")  # type: ignore[misc]
            source = random.Random(3)
            while green.wanted is None:
                await act(people, source)
            await green.player.change("resign", seat="green")
            await green.player.until(lambda: green.wanted is None)

    with ThreadPoolExecutor() as beside:  # in this thread the browser has its own loop
        beside.submit(asyncio.run, run()).result()
    kinds = [type(line) for line in sat.record().lines]
    assert Anchored in kinds and kinds.index(Opened) == kinds.index(Anchored) + 1
    person.page.wait_for_selector(".felt svg.board")
    expect(person.page.locator("#banner")).to_be_hidden()
