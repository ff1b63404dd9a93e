"""Text is compressed on the wire, and a page names its modules before it needs them."""

import gzip
import re
from pathlib import Path

import httpx
import pytest

import outrider
from server.driving import DEADLINE, Server

pytest_plugins = ["server.hosting"]
WEB = Path(outrider.__file__).parent / "web"
PRELOADED = re.compile(r'<link rel="modulepreload" href="([^"]+)" />')
TEXTS = ["/", "/static/app/table.js", "/static/css/table.css", "/api/games",
         "/api/games/basic/rules", "/games/basic/lesson.json", "/openapi.json"]  # fmt: skip


def asked(host: Server, path: str, **headers: str) -> tuple[httpx.Response, bytes]:
    """The answer, and its bytes as they came."""
    with httpx.Client(base_url=host.url, timeout=DEADLINE) as person:
        person.headers.pop("accept-encoding")
        with person.stream("GET", path, headers=headers) as answer:
            return answer, b"".join(answer.iter_raw())


@pytest.mark.parametrize("path", TEXTS)
def test_text_is_compressed_for_whoever_can_read_that(host: Server, path: str) -> None:
    plain, whole = asked(host, path)
    packed, few = asked(host, path, **{"accept-encoding": "gzip, br"})
    assert "content-encoding" not in plain.headers
    assert packed.headers["content-encoding"] == "gzip"
    assert int(packed.headers["content-length"]) == len(few) < 0.6 * len(whole)
    assert gzip.decompress(few) == whole
    assert packed.headers["content-type"] == plain.headers["content-type"]
    for answer in (plain, packed):
        assert "accept-encoding" in answer.headers["vary"].lower()


def test_what_is_small_or_unwanted_or_no_text_stays_as_it_is(host: Server) -> None:
    for path, wish in [("/api/key", "gzip"), ("/static/app/table.js", "gzip;q=0, br"),
                       ("/static/app/table.js", "identity")]:  # fmt: skip
        answer, _ = asked(host, path, **{"accept-encoding": wish})
        assert answer.status_code == 200 and "content-encoding" not in answer.headers


def test_who_has_it_still_is_not_told_it_again(host: Server) -> None:
    for wish in ("gzip", "identity"):
        first, _ = asked(host, "/static/app/table.js", **{"accept-encoding": wish})
        known = {"accept-encoding": wish, "if-none-match": first.headers["etag"]}
        again, body = asked(host, "/static/app/table.js", **known)
        assert again.status_code == 304 and not body


def test_a_part_of_a_file_is_a_part_of_the_file(host: Server) -> None:
    wish = {"accept-encoding": "gzip", "range": "bytes=0-11"}
    answer, body = asked(host, "/static/app/table.js", **wish)
    assert answer.status_code == 206 and body == b"// @ts-check"
    assert "content-encoding" not in answer.headers


@pytest.mark.parametrize("path", ["/", "/table/aaaaaaaaaaaa", "/replay/aaaaaaaaaaaa",
                                  "/rules/basic", "/learn/basic", "/mine"])  # fmt: skip
def test_a_page_names_all_its_modules(host: Server, path: str) -> None:
    """All that is imported, by whatever is imported; and each of them is there."""
    _, page = asked(host, path)
    named = PRELOADED.findall(page.decode())
    assert len(named) == len(set(named)) > 5
    assert "/static/app/main.js" in named
    with host.person() as person:
        for each in named:
            script = person.get(each)
            assert script.status_code == 200, each
            for other in re.findall(r'^(?:import|export)\b[^"]*from "([^"]+)"', script.text, re.M):
                assert str(httpx.URL(f"http://here{each}").join(other).path) in named, (each, other)


def test_the_home_page_names_the_skins_it_draws_with(host: Server) -> None:
    _, page = asked(host, "/")
    named = PRELOADED.findall(page.decode())
    assert {"/games/basic/skin.js", "/games/skirminion/skin.js"} <= set(named)
    assert "/static/skins/measured.js" in named
