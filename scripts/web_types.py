"""Check the types of the web table with tsc, which is installed when the lock has changed.

The page itself needs none of it: there is no build.
"""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MODULES = ROOT / "node_modules"
LOCK = ROOT / "package-lock.json"
QUIET = ["--no-audit", "--no-fund", "--no-update-notifier", "--loglevel=error"]


def installed() -> bool:
    """Whether node_modules is what the lock asks for."""
    stamp = MODULES / ".outrider-lock"
    return stamp.exists() and stamp.read_bytes() == LOCK.read_bytes()


def main() -> int:
    if not installed():
        done = subprocess.run(["npm", "ci", *QUIET], cwd=ROOT, check=False).returncode
        if done:
            return done
        (MODULES / ".outrider-lock").write_bytes(LOCK.read_bytes())
    compiler = MODULES / "typescript" / "bin" / "tsc"
    return subprocess.run(["node", str(compiler)], cwd=ROOT, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
