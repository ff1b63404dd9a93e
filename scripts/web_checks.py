#!/usr/bin/env python3
"""What the web table is checked with, all of it from npm: `types`, `format`, `check`.

The programs are installed when the lock has changed. The page itself needs none of it: there is no
build.
"""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MODULES = ROOT / "node_modules"
LOCK = ROOT / "package-lock.json"
QUIET = ["--no-audit", "--no-fund", "--no-update-notifier", "--loglevel=error"]
FORMATTED = [
    "src/outrider/web/**/*.{js,css,html,json}",
    "src/outrider/games/*/web/**/*.{js,css,json}",
    "examples/**/web/**/*.{js,css,json}",
]
FORMATTER = [str(MODULES / "prettier" / "bin" / "prettier.cjs"), "--log-level=warn"]

COMMANDS = {
    "types": [str(MODULES / "typescript" / "bin" / "tsc")],
    "format": [*FORMATTER, "--write", *FORMATTED],
    "check": [*FORMATTER, "--check", *FORMATTED],
}


def installed() -> bool:
    """Whether node_modules is what the lock asks for."""
    stamp = MODULES / ".outrider-lock"
    return stamp.exists() and stamp.read_bytes() == LOCK.read_bytes()


def main(words: list[str]) -> int:
    if len(words) != 1 or words[0] not in COMMANDS:
        print(f"usage: scripts/web_checks.py {'|'.join(COMMANDS)}", file=sys.stderr)
        return 2
    if not installed():
        done = subprocess.run(["npm", "ci", *QUIET], cwd=ROOT, check=False).returncode
        if done:
            return done
        (MODULES / ".outrider-lock").write_bytes(LOCK.read_bytes())
    return subprocess.run(["node", *COMMANDS[words[0]]], cwd=ROOT, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
