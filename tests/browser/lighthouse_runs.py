"""What Lighthouse says of a page on a phone: npm brings it, pinned in the folder beside this."""

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from browser.browsing import BROWSERS

FOLDER = Path(__file__).resolve().parent / "lighthouse"
PROGRAM = FOLDER / "node_modules" / "lighthouse" / "cli" / "index.js"
CATEGORIES = ("performance", "accessibility", "best-practices", "seo")
FLAGS = "--headless=new --disable-dev-shm-usage --disable-background-networking"
PATIENCE = 300
"""Seconds, for installing it or for one look."""


def installed() -> None:
    """Install it, the first time, into its own folder."""
    lock = (FOLDER / "package-lock.json").read_bytes()
    stamp = FOLDER / "node_modules" / ".outrider-lock"
    if stamp.exists() and stamp.read_bytes() == lock:
        return
    command = ["npm", "ci", "--omit=dev", "--ignore-scripts", "--loglevel=error"]
    subprocess.run(command, cwd=FOLDER, timeout=PATIENCE, check=True)
    stamp.write_bytes(lock)


def lighthouse(url: str, report: Path) -> dict[str, int]:
    """Its marks of 100 for a page, with the phone and the line that it takes for usual."""
    # With windows, as people have it, where there is such a one.
    names = (*BROWSERS[1:], BROWSERS[0])
    chrome = next((path for name in names if (path := shutil.which(name))), "")
    flags = FLAGS + (" --no-sandbox" if os.geteuid() == 0 else "")
    done = subprocess.run(
        ["node", str(PROGRAM), url, "--quiet", "--output=json", f"--output-path={report}",
         f"--only-categories={','.join(CATEGORIES)}", f"--chrome-flags={flags}",
         "--no-enable-error-reporting"],
        env={**os.environ, "CHROME_PATH": chrome}, capture_output=True, text=True,
        timeout=PATIENCE, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-2000:]
    found = json.loads(report.read_text("utf-8"))
    if "runtimeError" in found:
        pytest.fail(found["runtimeError"]["message"])
    return {name: round(100 * (found["categories"][name]["score"] or 0)) for name in CATEGORIES}


def machine(report: Path) -> float:
    """How quick the machine was meanwhile, by Lighthouse's own measure."""
    return float(json.loads(report.read_text("utf-8"))["environment"]["benchmarkIndex"])


def shortcomings(report: Path) -> list[str]:
    """What marks were lost for, the dearest first."""
    found = json.loads(report.read_text("utf-8"))
    lost = []
    for category in found["categories"].values():
        for each in category["auditRefs"]:
            audit = found["audits"][each["id"]]
            if each["weight"] and audit["score"] is not None and audit["score"] < 1:
                dear = each["weight"] * (1 - audit["score"])
                lost.append((-dear, f"{audit['id']}: {audit.get('displayValue', '')}"))
    return [text for _, text in sorted(lost)]
