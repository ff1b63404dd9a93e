"""Skirmish with three, five and eight seats, bots and people mixed, to its end."""

import pytest

from browser.browsing import Hall, needs_chromium
from browser.clicking import Clicker

pytestmark = needs_chromium
SEATS = {
    3: "me random link",
    5: "me random recruit link random",
    8: "me random random link random recruit random random",
}


@pytest.mark.slow
@pytest.mark.parametrize("count", SEATS)
def test_bots_and_people_at_one_table_to_its_end(hall: Hall, count: int) -> None:
    made = hall.match("skirmish", SEATS[count], options={"minute": 0, "round_limit": 1})
    host, guest = hall.person(), hall.person()
    guest.page.goto(f"/join/{made['match']}#{next(iter(made['invites'].values()))}")
    guest.page.get_by_label("What shall we call you?").fill("Ann")
    guest.button("Sit down").click()
    host.sit(made, "red")
    guest.page.wait_for_selector(".felt svg.board")
    clickers = [Clicker(host, 1, 0.3), Clicker(guest, 2, 0.3)]
    for _ in range(4000):
        going = [clicker.step() for clicker in clickers]
        if not any(going):
            break
    assert host.over and guest.over, (host.question, guest.question)
    assert host.question == guest.question
    assert host.page.locator(".seats .seat, .seats li, .seats > *").count() >= count
