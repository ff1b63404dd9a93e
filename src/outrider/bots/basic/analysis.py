"""What the bots think of a position: chances to win, and actions in order."""

from outrider.bots.basic.bots import BUDGETS
from outrider.bots.basic.brain import BasicBrain
from outrider.bots.basic.kernel.styles import STYLES
from outrider.bots.measured.analysis import Judge

JUDGE = Judge(BasicBrain, STYLES, BUDGETS)
ready, onward, sampled = JUDGE.ready, JUDGE.onward, JUDGE.sampled
evaluate, ranked = JUDGE.evaluate, JUDGE.ranked
