"""What the bots think of a position: chances to win, and actions in order."""

from outrider.bots.measured.analysis import Judge
from outrider.bots.skirmish.bots import BUDGETS
from outrider.bots.skirmish.brain import SkirmishBrain
from outrider.bots.skirmish.kernel.styles import STYLES

JUDGE = Judge(SkirmishBrain, STYLES, BUDGETS)
ready, onward, sampled = JUDGE.ready, JUDGE.onward, JUDGE.sampled
evaluate, ranked = JUDGE.evaluate, JUDGE.ranked
