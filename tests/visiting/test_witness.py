"""What a visitor holds a host to: lines that continue, links opened once, seals of its own."""

from pathlib import Path
from typing import Any

import pytest

from outrider.core.chain import hash_after, sha256
from outrider.dice import Seal
from outrider.visiting.memory import Keeper, Memory
from outrider.visiting.witness import Forged, Witness

MATCH, HEAD = "abcdefabcdef", sha256("head")
SERVER = Seal(MATCH, "server", "s")


class Host:
    """A match with sealed dice between the visitor and nobody."""

    def __init__(self, folder: Path) -> None:
        self.keeper = Keeper(folder / "kept.json")
        self.memory = Memory("http://there", MATCH, "token", "red")
        self.witness = Witness(MATCH, self.memory, self.keeper)
        dice: dict[str, Any] = {"kind": "sealed", "engine": [], "anchors": {}}
        (said,) = self.witness.to_say({"stage": "open", "dice": dice})
        self.own = said["anchor"]
        dice["anchors"] = {"server": SERVER.anchor, "red": self.own}
        self.about = {
            "dice": dice,
            "head": HEAD,
            "stage": "running",
            "pending": {"roll": {"dice": 1}},
        }
        self.witness.begin(self.about)
        self.last = HEAD
        self.count = 0

    def line(self, **said: Any) -> dict[str, Any]:
        made = {"n": self.count + 1, **said}
        return {**made, "hash": hash_after(self.last, made)}

    def tell(self, line: dict[str, Any]) -> None:
        self.witness.follow([line])
        self.last, self.count = line["hash"], line["n"]

    def asked(self, n: int, line: str, **more: Any) -> list[dict[str, Any]]:
        wanted = {"n": n, "for": line, "missing": ["red"], "anew": [], "void": [], **more}
        return self.witness.to_say({**self.about, "seals": wanted})


@pytest.fixture
def host(tmp_path: Path) -> Host:
    return Host(tmp_path)


def test_a_link_is_opened_for_what_was_seen_and_its_opening_is_known_again(host: Host) -> None:
    host.tell(host.line(seat="red", do="attack"))
    (said,) = host.asked(1, host.last)
    assert said["do"] == "open" and sha256(said["links"]["red"]) == host.own
    assert host.keeper.read() == host.memory and host.memory.given["for"] == host.last
    assert host.asked(1, host.last) == []  # once on one connection
    opened = {"server": SERVER.link(1023), "red": said["links"]["red"]}
    host.tell(host.line(open=opened, **{"for": host.last}))
    host.witness.anew()
    (further,) = host.asked(2, host.last)
    assert sha256(further["links"]["red"]) == said["links"]["red"]


def test_a_link_that_was_given_for_one_line_is_not_given_for_another(host: Host) -> None:
    host.tell(host.line(seat="red", do="attack"))
    host.asked(1, host.last)
    host.tell(host.line(seat="red", match="takeback", to=0))
    host.tell(host.line(seat="red", do="attack", unit="R2"))
    (said,) = host.asked(3, host.last)
    assert said["do"] == "anchor" and said["for"] == host.last and said["anchor"] != host.own


def test_what_does_not_continue_ends_the_visit(host: Host) -> None:
    good = host.line(seat="red", do="attack")
    with pytest.raises(Forged, match="line 1 does not continue"):
        host.witness.follow([{**good, "do": "move"}])
    host.tell(good)
    with pytest.raises(Forged, match="a line that was not seen"):
        host.asked(1, sha256("another"))


def test_a_host_makes_up_neither_links_nor_seals_nor_beginnings(host: Host) -> None:
    host.tell(host.line(seat="red", do="attack"))
    wrong = host.line(open={"server": sha256("x"), "red": sha256("y")}, **{"for": host.last})
    with pytest.raises(Forged, match="not the next one"):
        host.witness.follow([wrong])
    seal = Seal(MATCH, "red", host.memory.seeds[0])
    right = {"server": SERVER.link(1023), "red": seal.link(1023)}
    with pytest.raises(Forged, match="was not opened here"):
        host.witness.follow([host.line(open=right, **{"for": host.last})])
    with pytest.raises(Forged, match="was not made here"):
        host.witness.follow([host.line(anchors={"red": sha256("z")})])
    with pytest.raises(Forged, match="left its seal"):
        host.witness.follow([host.line(seat="red", match="entrust")])
    again = Witness(MATCH, host.memory, host.keeper)
    with pytest.raises(Forged, match="another beginning"):
        again.begin({**host.about, "head": sha256("other")})


def test_who_left_makes_the_dice_void_and_all_commit_anew(host: Host) -> None:
    host.tell(host.line(seat="red", do="attack"))
    (said,) = host.asked(1, host.last, void=["blue"])
    assert said["do"] == "anchor" and said["for"] == host.last
    host.tell(host.line(anchors={"red": said["anchor"]}))
    assert host.memory.own == [2]
