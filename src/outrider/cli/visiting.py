"""The command `outrider bot`."""

import sys

from outrider.bots.levels import seconds_of
from outrider.cli.files import data_folder
from outrider.cli.offered import Visit
from outrider.cli.opponents import PROGRAM
from outrider.cli.tournaments import INTERRUPTED, ended_politely
from outrider.cli.wishes import a_bot
from outrider.contests.seating import check_name
from outrider.core.refusal import malformed
from outrider.core.wire import shown
from outrider.visiting.hearing import harmless
from outrider.visiting.links import link_from_text
from outrider.visiting.visit import LOSSES, Stopped, Wish, visit


def play_there(asked: Visit) -> int:
    """Play to the end: 0. 1 if it could not go on, and the same command may later."""
    wish = wish_of(asked)

    def told(text: str) -> None:
        if not asked.quiet:
            print(harmless(text), flush=True)

    try:
        with ended_politely():
            print(harmless(visit(wish, told)))
        return 0
    except Stopped as stopped:
        print(f"outrider: {harmless(stopped)}; {how_to_go_on(wish)}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print(f"outrider: stopped; {how_to_go_on(wish)}", file=sys.stderr)
        return INTERRUPTED


def wish_of(asked: Visit) -> Wish:
    link = link_from_text(asked.url)
    if bool(asked.bot) == bool(asked.program):
        raise malformed("name one bot: a level, a class or a program in quotes")
    bot = a_bot(asked.bot or asked.program)
    check_name(bot)
    if asked.at_a_loss not in LOSSES:
        known = ", ".join(LOSSES)
        raise malformed(f"--at-a-loss is one of {known}, not {shown(asked.at_a_loss)}")
    seat = None if asked.seat is None else asked.seat.lower()
    named = f"{link.match}-{link.seat or seat or (link.invite or 'open')[:8]}.json"
    return Wish(
        link,
        bot,
        asked.keep or data_folder() / "visits" / named,
        seat,
        asked.name,
        seconds_of(bot, PROGRAM) if asked.seconds is None else asked.seconds,
        asked.patience,
        asked.at_a_loss,
        asked.memory,
    )


def how_to_go_on(wish: Wish) -> str:
    return f"the seat is kept in {wish.keep}, and the same command goes on"
