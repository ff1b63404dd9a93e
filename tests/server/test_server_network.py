"""Where others find the server: it says so when it starts, and to its host's page."""

import socket
from pathlib import Path

import httpx
import pytest

from outrider.cli.serving import announce
from outrider.server import network
from outrider.server.network import is_loopback, own_addresses, reached_at, url
from server.driving import running

HOME = "192.168.7.5"


@pytest.fixture
def at_home(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine in a network at home."""
    monkeypatch.setattr(network, "own_addresses", lambda six=False: [HOME, "fd00::5"][: 1 + six])


def test_an_address_can_be_typed_in() -> None:
    assert url(HOME, 8000) == "http://192.168.7.5:8000"
    assert url("fd00::5", 8000) == "http://[fd00::5]:8000"


@pytest.mark.parametrize("name", ["localhost", "table.localhost", "127.0.0.1", "127.8.0.1", "::1"])
def test_names_that_mean_this_machine(name: str) -> None:
    assert is_loopback(name) and reached_at(name, 1) == ()


@pytest.mark.parametrize("name", [HOME, "mypc", "localhost.example.org", "fd00::5", ""])
def test_names_that_do_not(name: str) -> None:
    assert not is_loopback(name)


def test_who_listens_everywhere_is_found_at_every_address(at_home: None) -> None:
    assert reached_at("0.0.0.0", 80) == ("http://192.168.7.5:80",)
    assert reached_at("::", 80) == ("http://192.168.7.5:80", "http://[fd00::5]:80")
    assert reached_at(HOME, 80) == ("http://192.168.7.5:80",)


def test_own_addresses_are_ours() -> None:
    """Each can be listened on, which no address of another machine can."""
    for address in own_addresses(six=True):
        family = socket.AF_INET6 if ":" in address else socket.AF_INET
        with socket.socket(family) as listening:
            listening.bind((address, 0))


def test_it_is_said_when_the_server_starts(
    at_home: None, capsys: pytest.CaptureFixture[str]
) -> None:
    assert announce("0.0.0.0", 8000) == "http://127.0.0.1:8000"
    assert capsys.readouterr().out == (
        "Outrider is at http://127.0.0.1:8000 (Control-C stops it)\n"
        "On your network it is at http://192.168.7.5:8000\n"
    )
    announce("127.0.0.1", 8000)
    announce(HOME, 8000)
    assert "network" not in capsys.readouterr().out, "there is nothing to add"


def told(base: str, **headers: str) -> list[str]:
    answer = httpx.get(f"{base}/api/addresses", headers=headers)
    assert answer.status_code == 200, answer.text
    found: list[str] = answer.json()["addresses"]
    return found


def test_the_host_is_told_and_nobody_else(tmp_path: Path) -> None:
    with running(tmp_path, "--host", "0.0.0.0") as server:
        port = server.url.rsplit(":", 1)[1]
        own = [url(each, int(port)) for each in own_addresses()]
        assert told(server.url) == own
        for each in own:
            assert each in server.said()
            assert told(each) == [], "whoever comes by that address knows it"
        assert told(server.url, host="play.local") == [], "as behind a proxy"


def test_a_server_for_this_machine_alone_has_no_other_address(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        assert told(server.url) == []


def test_a_browser_in_the_house_is_sent_nothing_it_would_complain_of(tmp_path: Path) -> None:
    """It heeds that header over https and on its own machine, and elsewhere calls it a mistake."""
    header = "cross-origin-opener-policy"
    with running(tmp_path, "--host", "0.0.0.0") as server:
        assert httpx.get(f"{server.url}/").headers[header] == "same-origin"
        for each in own_addresses():
            port = server.url.rsplit(":", 1)[1]
            assert header not in httpx.get(f"{url(each, int(port))}/").headers
    with running(tmp_path, "--host", "0.0.0.0", "--secure") as server:
        said = httpx.get(f"{server.url}/", headers={"host": "play.local"})
        assert said.headers[header] == "same-origin", "a proxy does TLS"
