"""At the doors: wrong codes, links that are only looked at, and what guests read in sentences about faults."""

from __future__ import annotations

import re
import sys
from pathlib import Path

from tests.lab.attacks.found import Found
from tests.lab.attacks.routes import routes
from tests.lab.attacks.visitor import Answer, Visitor
from tests.lab.served import HOST, Served

GUESSES = 48
OTHER_ADDRESS = "127.0.0.2"
"""Another device, as the table sees it; where a system has but one address of its own, the same device."""
ODD = ("", "?lang=%00", "?page=-1&players=%FF&what=x&art=../../x&sheet=..%2f..&run=none", "?at=99999999999999999999")
"""Oddities in the requests of guests."""
_CODE = re.compile(r'id="code">([^<]+)<')


def wrong_codes(table: Served) -> Found:
    """Count how many of four valid codes and links are lost after many wrong codes of one length."""
    host, guest, tablet = Visitor(table, table.key), Visitor(table), Visitor(table)
    offered = host.say("/api/host-links", None)
    more = host.say("/api/host-links", None)
    game = host.open_game()
    host.send(f"/games/{game}/seats", seat="1")
    typed = [more["code"], _code(host.ask("GET", f"/games/{game}/seats?code=1"))]
    tablet.ask("GET", _path(host.say("/api/host-links", None)["url"]))
    tablet.send("/screens")
    short = _code(tablet.ask("GET", "/screens"))
    for k in range(GUESSES):
        wrong = guest.send("/join", code="WR" + "".join("ABCDEFGH"[int(digit)] for digit in f"{k:06o}"))
        guest.send("/join", code=f"not-the-token-of-a-link-{k}")
        if wrong.status != 403:
            raise RuntimeError(f"a code nobody gave out: {wrong.status}")
    lost = {
        "link": not _is_let_in(Visitor(table).ask("GET", _path(offered["url"]))),
        "scanned": not _is_let_in(Visitor(table).send("/join", code=more["token"])),
        "6 letters": not _is_let_in(Visitor(table).send("/join", code=short)),
    }
    guessed = sum(_is_let_in(Visitor(table).send("/join", code=code)) for code in typed)
    return Found("codes", {}, sum(lost.values()) + guessed, 0, "", {**lost, "guessed at": guessed})


def only_looked_at(table: Served) -> Found:
    """Count how many of three links are used up, or give rights, when a preview asks for their head alone."""
    host, used = Visitor(table, table.key), 0
    for _ in range(3):
        path = _path(host.say("/api/host-links", None)["url"])
        looked = Visitor(table).ask("HEAD", path)
        opened = Visitor(table, address=OTHER_ADDRESS if sys.platform == "linux" else HOST).ask("GET", path)
        used += looked.status != 200 or "set-cookie" in looked.headers or not _is_let_in(opened)
    return Found("head", {}, used, 0)


def folders_told(table: Served, folder: Path) -> Found:
    """Count answers to guests that name the folder of the games. The table has a damaged file to report."""
    guest, host, tells, fails = Visitor(table), Visitor(table, table.key), 0, 0
    game = host.open_game()
    asked = [path + odd for path in routes(game) for odd in ODD]
    for path in asked:
        answer = guest.ask("GET", path)
        tells += str(folder) in answer.text or any(str(folder) in value for value in answer.headers.values())
        fails += answer.status >= 500 and answer.status != 503
    for path in routes(game):
        answer = guest.ask("POST", path, b'{"action": "\xff', Accept="application/json")
        tells += str(folder) in answer.text
        fails += answer.status >= 500 and answer.status != 503
    if str(folder) not in host.ask("GET", "/api/health").text:
        raise RuntimeError("there was nothing to be told: the host hears of no damaged file")
    return Found("paths", {}, tells + fails, 0, "", {"asked": len(asked) + len(routes(game))})


def _is_let_in(answer: Answer) -> bool:
    return answer.status == 303 and "set-cookie" in answer.headers


def _code(answer: Answer) -> str:
    found = _CODE.search(answer.text)
    if found is None:
        raise RuntimeError(f"no code is shown: {answer.status}")
    return found[1]


def _path(url: str) -> str:
    return "/" + url.split("/", 3)[3]
