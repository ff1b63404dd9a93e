"""Puzzles in the browser: dealt, tried badly and well, kept, and not told beforehand."""

from typing import Any

from playwright.sync_api import expect

import outrider
from browser.browsing import PATIENCE as JUDGED
from browser.browsing import Hall, needs_chromium
from outrider.puzzles.puzzle import Puzzle
from outrider.puzzles.shelf import puzzles

pytestmark = needs_chromium


def first(id: str, kind: str, activations: int = 0) -> Puzzle:
    return next(
        each
        for each in puzzles(outrider.game(id))
        if each.aim.kind == kind and each.aim.activations == activations
    )


def typed(page: Any, text: str) -> None:
    field = page.get_by_placeholder("Or type an action")
    field.fill(text)
    field.press("Enter")


def test_a_puzzle_is_dealt_tried_solved_and_kept(hall: Hall) -> None:
    game = outrider.game("skirminion")
    puzzle = first("skirminion", "win", 3)
    person = hall.person()
    page = person.page
    page.goto(f"{hall.server.url}/puzzles")
    expect(page.get_by_text(f"0 of {len(puzzles(game))} solved")).to_be_visible()
    page.goto(f"{hall.server.url}/puzzles/skirminion/{puzzle.id}")
    card = page.get_by_role("region", name="The puzzle")
    expect(card).to_contain_text(puzzle.aim.sentence(puzzle.seat))
    state = game.load(puzzle.state)
    texts = [game.write_action(each) for each in game.choices(state, puzzle.seat)]
    typed(page, next(text for text in texts if text != puzzle.best))
    expect(card).to_contain_text("Not that", timeout=JUDGED)
    page.get_by_role("button", name="Start again").click()
    expect(card).not_to_contain_text("Not that")
    *first_ones, last_one = line(puzzle)
    for count, action in enumerate(first_ones, 1):
        typed(page, action)
        expect(card).to_have_attribute("data-found", str(count), timeout=JUDGED)
        expect(card).to_contain_text("Right. Go on.")
    typed(page, last_one)
    expect(card.get_by_role("status")).to_contain_text("wins", timeout=JUDGED)
    page.goto(f"{hall.server.url}/puzzles")
    expect(page.get_by_text(f"1 of {len(puzzles(game))} solved")).to_be_visible()


def line(puzzle: Puzzle) -> list[str]:
    """One's own actions to the win, against the answers that are given."""
    from outrider.puzzles.solving import solver_of
    from outrider.puzzles.trying import tried

    game = outrider.game(puzzle.game)
    solver, state, aim = solver_of(game), game.load(puzzle.state), puzzle.aim
    done: list[str] = []
    while True:
        action = solver.answers(state, puzzle.seat, aim)[0].action
        done.append(game.write_action(action))
        verdict = tried(game, puzzle, done)
        if verdict.solved:
            return done
        steps = [(puzzle.seat, action), *((each.seat, each.action) for each in verdict.replies)]
        for seat, step in steps:
            after = game.apply(state, seat, step).state
            aim, state = solver.left(state, aim, after), after


def test_chances_are_not_told_before_they_are_found(hall: Hall) -> None:
    puzzle = first("skirmish", "strike")
    person = hall.person()
    page = person.page
    page.goto(f"{hall.server.url}/puzzles/skirmish/{puzzle.id}")
    card = page.get_by_role("region", name="The puzzle")
    expect(card).to_contain_text(puzzle.aim.sentence(puzzle.seat))
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.post_data or ""))
    state = outrider.game("skirmish").load(puzzle.state)
    shot = outrider.game("skirmish").read_action(puzzle.best)
    page.locator(f".token[data-id='{shot.to_json()['unit']}']").first.click()
    page.locator(f".token[data-id='{shot.to_json()['target']}']").first.click()
    expect(page.get_by_role("region", name="The chosen unit")).to_be_visible()
    assert state and not any('"consider"' in each or '"weigh"' in each for each in asked)
    typed(page, puzzle.best)
    expect(card).to_contain_text("That is the best", timeout=JUDGED)
    expect(card.get_by_role("row")).not_to_have_count(0)
    page.get_by_role("link", name="Next puzzle").click()
    expect(card).not_to_contain_text("That is the best")
