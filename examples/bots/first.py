"""A bot in ten lines: it takes the first action that is offered, unless one attacks.

outrider play basic --bot "blue=python examples/bots/first.py"
"""

import json
import sys

for line in sys.stdin:
    legal = json.loads(line)["legal"]
    attacks = [action for action in legal if action["do"] in ("attack", "shoot", "fight", "fire")]
    print(json.dumps({"action": (attacks or legal)[0]}), flush=True)
