"""The lessons are played on the real engine: every step of every one of them does what it says, and
what they say of the table is so."""

import re
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

import outrider
from lesson_facts import Player, unproved
from outrider.core.pending import Roll
from own_pages import GAMES, lesson_of
from server.driving import DEADLINE, Server, running

NAMED = re.compile(r"\{([^}]*)\}")
MOST_ACTIONS = 400
"""By which a small fight between two recruits is over."""


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    folder = tmp_path_factory.mktemp("lessons")
    with running(folder, "--asked-per-second", "2000") as server:
        yield from asking(server)


def asking(server: Server) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=server.url, timeout=DEADLINE) as found:
        yield found


@pytest.mark.parametrize("id", GAMES)
def test_the_numbers_are_those_of_the_game(id: str) -> None:
    """They stand by their names, and every game has some to say."""
    lesson = lesson_of(id)
    known = {figure.name for figure in outrider.game(id).figures}
    said = [NAMED.findall(step["say"]) for step in lesson["steps"]]
    named = {name for found in said for names in found for name in names.split("+")}
    assert named and named <= known


@pytest.mark.parametrize("id", GAMES)
def test_every_claim_and_every_step(id: str) -> None:
    """What a step says of the table holds when it is said, and what it wants can be done."""
    lesson, game = lesson_of(id), outrider.game(id)
    assert lesson["game"] == id
    player = Player(game, lesson)
    before: Any = None
    for step in lesson["steps"]:
        player.lay(step)
        for fact in step.get("facts", []):
            player.check(fact)
        assert not unproved(game, step, before), step["say"]
        player.do(step)
        assert not isinstance(game.pending(player.state), Roll), step["say"]
        before = step


@pytest.mark.parametrize("id", GAMES)
def test_every_chapter_is_taught(id: str) -> None:
    """Each chapter of the rules that is the book's is cited somewhere, by rules there are."""
    cited = {rule for step in lesson_of(id)["steps"] for rule in step.get("rules", [])}
    chapters = outrider.game(id).rulebook().chapters
    assert cited <= {rule.id for chapter in chapters for rule in chapter.rules}
    missing = [
        chapter.title
        for chapter in chapters
        if not cited & {rule.id for rule in chapter.rules}
        and any(rule.source != "platform" for rule in chapter.rules)
    ]
    assert not missing


@pytest.mark.parametrize("id", GAMES)
def test_what_is_to_be_done_is_pointed_at(id: str) -> None:
    """Whoever is asked to use a piece is shown it; what is pointed at is on the table."""
    lesson, game = lesson_of(id), outrider.game(id)
    player = Player(game, lesson)
    for step in lesson["steps"]:
        player.lay(step)
        wished = step.get("do", {})
        piece = wished.get("from") or wished.get("unit") or (wished.get("units") or [None])[0]
        names = [each for each in step.get("points", []) if isinstance(each, str)]
        if piece and wished["do"] != "deploy":
            assert piece in names, step["say"]
        aimed = [wished[key] for key in ("target", "corpse", "fort") if key in wished]
        assert set(aimed) <= set(names), step["say"]
        dumped = player.dumped
        if "units" in dumped:
            assert set(names) <= {each["id"] for each in dumped["units"] if each["at"]}
        player.do(step)


@pytest.mark.parametrize("id", GAMES)
def test_its_end_is_a_fight_and_the_level_it_names(id: str) -> None:
    lesson = lesson_of(id)
    fight, end = lesson["steps"][-2:]
    assert fight.get("fight") and "do" not in fight
    assert lesson["level"] in fight["say"] and lesson["level"] in end["say"]


@pytest.mark.parametrize("id", GAMES)
def test_the_fight_is_fought_to_its_end(client: httpx.Client, id: str) -> None:
    """On a server, with a bot for both sides: it ends, and every action was legal."""
    step = lesson_of(id)["steps"][-2]
    state = step.get("position") or step["state"]
    body = {"game": id, "state": state, "do": "state"}
    now = client.post("/api/practice", json=body).json()
    for number in range(MOST_ACTIONS):
        if "over" in now["pending"]:
            break
        seat = now["pending"]["decide"][-1]
        faces = [1 + (number * 7 + k * 5) % 6 for k in range(200)]
        body = {"game": id, "state": now["state"], "do": "reply", "seat": seat, "faces": faces}
        answer = client.post("/api/practice", json=body)
        assert answer.status_code == 200, answer.text
        now = answer.json()
        assert now["action"]["do"]
    assert "over" in now["pending"], now["question"]
    late = client.post("/api/practice", json=body | {"state": now["state"]})
    assert late.status_code == 409 or late.json()["error"]["kind"] == "over", late.text


def test_a_bot_replies_only_for_who_is_asked(client: httpx.Client) -> None:
    state = lesson_of("basic")["steps"][-2]["state"]
    body = {"game": "basic", "state": state, "do": "reply", "seat": "blue"}
    refused = client.post("/api/practice", json=body).json()["error"]
    assert refused["kind"] == "not-your-turn"
    refused = client.post("/api/practice", json=body | {"seat": "green"}).json()["error"]
    assert "green" in refused["message"]
