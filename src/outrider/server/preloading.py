"""What a page will need, named in its head: its modules, and whatever those import.

There is no build. A browser that reads one module after the other asks for the next only when it
has read the last; named beforehand they come at once.
"""

import re
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from urllib.parse import urljoin

from outrider.server.skins import Pages

WEB = Path(str(files("outrider.web")))
STATIC = "/static/"
FIRST = f"{STATIC}app/main.js"
PAGES = {
    "/": "home",
    "/table/{id}": "playing",
    "/watch/{id}": "playing",
    "/join/{id}": "home",
    "/replay/{id}": "replay",
    "/rules": "rules",
    "/rules/{game}": "rules",
    "/mine": "lists",
    "/open": "lists",
    "/make": "../making/shelf",
    "/make/{draft}": "../making/editor",
    "/force/{roster}": "../making/force",
    "/made/{design}": "../making/made",
    "/print/{design}": "../making/printing",
    "/learn/{game}": "lesson",
    "/review/{id}": "review",
    "/analyse/{id}": "analysing",
    "/puzzles": "puzzles",
    "/puzzles/{game}": "puzzles",
    "/puzzles/{game}/{puzzle}": "puzzles",
    "/lab": "lab",
    "/campaigns": "campaigns",
    "/campaign/{campaign}": "campaign",
}
"""The module of every page by its address."""
IMPORTED = re.compile(
    r'^(?:import|export)\b[^"\';]*?from "([^"]+)"|^import "([^"]+)"', re.MULTILINE
)
END = "</head>"


def page(module: str | None, pages: Pages, games: list[str]) -> str:
    """The document of a page, with the modules it begins with and the skins of some games."""
    wanted = [FIRST] if module is None else [FIRST, urljoin(FIRST, f"{module}.js")]
    skins = [pages.told.get(game, {}).get("skin") for game in games]
    named = modules([*wanted, *(skin for skin in skins if skin)], pages)
    links = "".join(f'    <link rel="modulepreload" href="{each}" />\n' for each in named)
    text = (WEB / "index.html").read_text("utf-8")
    return text.replace(f"  {END}", f"{links}  {END}", 1)


def modules(wanted: list[str], pages: Pages) -> list[str]:
    """These and all that come with them, each once, nearest first."""
    found = list(dict.fromkeys(wanted))
    for address in found:
        place = _place(address, pages)
        if place is None:
            continue
        for name in _imports(place, place.stat().st_mtime_ns):
            other = urljoin(address, name)
            if other not in found and _place(other, pages) is not None:
                found.append(other)
    return found


@lru_cache(maxsize=512)
def _imports(path: Path, changed: int) -> tuple[str, ...]:
    """What a module imports when it is read, not what it asks for later."""
    return tuple(one or other for one, other in IMPORTED.findall(path.read_text("utf-8")))


def _place(address: str, pages: Pages) -> Path | None:
    """The file behind an address, if it is one of ours."""
    folders = {STATIC: WEB, **{f"{at}/": folder for at, folder in pages.folders.items()}}
    for at, folder in folders.items():
        if address.startswith(at):
            path = (folder / address.removeprefix(at)).resolve()
            return path if path.is_relative_to(folder.resolve()) and path.is_file() else None
    return None
