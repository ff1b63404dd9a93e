"""Actions as the kernel's numbers, and back."""

from outrider.games.basic.actions import Action, Attack, Command, Deploy, End, Move
from outrider.games.basic.battalion import ABILITIES
from outrider.games.basic.engine import Code
from outrider.games.basic.kernel import layout
from outrider.games.basic.state import IDS, INDEX_OF
from outrider.table.points import bounded

END = End()


def code_of(action: Action) -> Code:
    if isinstance(action, Move):
        return layout.MOVE, INDEX_OF[action.unit], *bounded(action.to)
    if isinstance(action, Attack):
        return layout.ATTACK, INDEX_OF[action.unit], INDEX_OF[action.target], 0
    if isinstance(action, Command):
        return layout.COMMAND, 0, ABILITIES.index(action.ability), 0
    if isinstance(action, Deploy):
        return layout.DEPLOY, INDEX_OF[action.unit], *bounded(action.at)
    return layout.END, 0, 0, 0


def action_of(kind: int, unit: int, third: int, fourth: int) -> Action:
    if kind == layout.MOVE:
        return Move(IDS[unit], (int(third), int(fourth)))
    if kind == layout.ATTACK:
        return Attack(IDS[unit], IDS[third])
    if kind == layout.COMMAND:
        return Command(ABILITIES[third])
    if kind == layout.DEPLOY:
        return Deploy(IDS[unit], (int(third), int(fourth)))
    return END
