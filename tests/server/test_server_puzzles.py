"""Puzzles over HTTP: listed without their answers, judged elsewhere, refused in words."""

import outrider
from outrider.puzzles.shelf import puzzles
from server.driving import Server

pytest_plugins = ["server.hosting"]
SKIRMINION = outrider.game("skirminion")


def test_puzzles_are_listed_and_laid_without_their_answers(host: Server) -> None:
    puzzle = puzzles(SKIRMINION)[0]
    with host.person() as person:
        listed = person.get("/api/puzzles").json()["puzzles"]
        told = person.get(f"/api/puzzles/skirminion/{puzzle.id}").json()
    assert {"skirminion", "basic", "skirmish", "skirmish-2012", "skirmishers"} <= set(listed)
    assert listed["skirminion"][0]["id"] == puzzle.id
    assert told["state"] == puzzle.state and told["say"] == puzzle.aim.sentence(puzzle.seat)
    assert not {"best", "chance", "after"} & set(told)


def test_a_try_is_judged_and_whoever_wants_is_told(host: Server) -> None:
    puzzle = next(each for each in puzzles(SKIRMINION) if each.aim.kind == "hold")
    at = f"/api/puzzles/skirminion/{puzzle.id}"
    with host.person() as person:
        right = person.post(at, json={"actions": [puzzle.best]}).json()
        told = person.post(at, json={"actions": []}).json()
        refused = person.post(at, json={"actions": ["a1-h8"]})
    assert right["right"] and right["solved"]
    assert puzzle.best in told["why"] and not told["solved"]
    assert refused.status_code == 409 and refused.json()["error"]["rule"]


def test_what_is_asked_wrongly_is_refused(host: Server) -> None:
    puzzle = puzzles(SKIRMINION)[0]
    with host.person() as person:
        asked = [
            person.get("/api/puzzles/skirminion/skirminion-0"),
            person.get(f"/api/puzzles/chess/{puzzle.id}"),
            person.post("/api/puzzles/skirminion/nothing", json={"actions": []}),
            person.post(f"/api/puzzles/skirminion/{puzzle.id}", json={"actions": [5]}),
            person.post(f"/api/puzzles/skirminion/{puzzle.id}", json={"actions": ["x" * 300]}),
            person.post(f"/api/puzzles/skirminion/{puzzle.id}", json={"actions": ["dance"]}),
            person.post(f"/api/puzzles/skirminion/{puzzle.id}", json={"actions": ["pass"] * 99}),
            person.post(f"/api/puzzles/skirminion/{puzzle.id}", content=b"{"),
        ]
    assert all(400 <= answer.status_code < 500 for answer in asked)
    assert all(answer.json()["error"]["message"] for answer in asked)
