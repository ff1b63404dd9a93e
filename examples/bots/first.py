"""A bot in a dozen lines: it takes the first action that is offered, unless one attacks.

outrider play basic --bot "blue=python examples/bots/first.py"
"""

import json
import sys

print(json.dumps({"ready": True}), flush=True)
for line in sys.stdin:
    asked = json.loads(line)
    legal = asked["legal"]
    attacks = [action for action in legal if action["do"] in ("attack", "shoot", "fight", "fire")]
    print(json.dumps({"id": asked["id"], "action": (attacks or legal)[0]}), flush=True)
