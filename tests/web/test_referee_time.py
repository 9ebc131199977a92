"""Every kind of check takes the same time, the same screens and the same number of bytes, whatever is answered.

Time is the referee's own: a clock that moves only when somebody works or waits (`checks.Pace`). In real time the same
is asked of a running table, in the long run.
"""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from companion.service.referee import checks, judging
from companion.service.referee import private_reveal as service
from companion.service.referee.checks import Pace
from tests.cli.running import apart
from tests.lab.attacks import stalls
from tests.lab.served import table
from tests.web.showing import Showing, secret
from tests.web.sitting import KEY, Page

FOUR = ["Ana", "Beto", "Carla", "Dani"]
WORK = 0.37
"""Seconds that looking takes on this clock where it takes longest; where it takes least, a tenth of it."""


class Clock:
    """A clock that stands still but for work and waiting."""

    def __init__(self) -> None:
        self.time = 1000.0
        self.work = WORK

    def now(self) -> float:
        return self.time

    def wait(self, seconds: float) -> None:
        assert 0 < seconds < 10
        self.time += seconds

    def works(self, *_: object) -> None:
        """Let time pass for a look: the harder the case, the longer."""
        self.work = WORK / 10 if self.work == WORK else WORK
        self.time += self.work


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    one = Clock()
    monkeypatch.setattr(checks, "PACE", Pace(one.now, one.wait))
    monkeypatch.setattr(checks, "TICK", 0.5)
    monkeypatch.setattr(service, "SETTLED", 1.5)
    work = judging.line

    def slow(*of: Any) -> Any:
        one.works()
        return work(*of)

    monkeypatch.setattr(judging, "line", slow)
    return one


Shown = dict[str, Any]
DANI: Shown = {"what": "hand", "player": "Dani", "cards": ["la-cosa.1", "sospecha.2", "sospecha.3", "sospecha.4"]}
"""Dani is La Cosa. Where it has been shown, Ana may have been infected by the exchange with Dani after its draw."""
CARLA: Shown = {"what": "hand", "player": "Carla", "cards": ["fallaste.1", "no-gracias.1", "seduccion.2", "hacha.1"]}
PLAIN = ["sospecha.1", "lanzallamas.1", "whisky.1", "seduccion.1"]


def gift(card: str) -> Shown:
    return {"what": "exchange", "from": "Ana", "to": "Beto", "gives": card, "takes": "sospecha.2"}


def around(card: str) -> Shown:
    return {"what": "round", "gives": {"Ana": card, "Beto": "sospecha.2", "Carla": "hacha.1", "Dani": "sospecha.3"}}


def hand(*cards: str, **more: str) -> Shown:
    return {"what": "hand", "player": "Ana", "cards": [*cards], **more}


def away(card: str) -> Shown:
    return {"what": "discard", "player": "Ana", "card": card}


KINDS: dict[str, dict[str, tuple[bool, Shown]]] = {
    "hand": {
        "legal": (False, hand(*PLAIN)),
        "illegal": (True, hand("la-cosa.1", *PLAIN[:3])),
        "undetermined": (True, hand(*PLAIN, occasion="private")),
    },
    "exchange": {
        "legal": (False, gift("sospecha.1")),
        "illegal": (False, gift("la-cosa.1")),
        "undetermined": (False, gift("infectado.1")),
    },
    "discard": {
        "legal": (True, away("sospecha.1")),
        "illegal": (False, away("la-cosa.1")),
        "undetermined": (True, away("infectado.1")),
    },
    "round": {
        "legal": (False, around("sospecha.1")),
        "illegal": (False, around("la-cosa.1")),
        "undetermined": (False, around("infectado.1")),
    },
}


def prepared(here: Showing, what: str, thing_was_seen: bool) -> None:
    """Play up to the first turn, or through one turn of each; a hand has been shown."""
    here.sitting.sit_down(FOUR)
    say = here.sitting.tables.say
    for player, other in pairwise([*FOUR, "Ana"]):
        if what != "hand" or thing_was_seen:
            say(here.sitting.game, {"action": "draw", "player": player, "back": "away"})
            say(here.sitting.game, {"action": "discard", "player": player})
            say(here.sitting.game, {"action": "respond", "player": other, "card": None})
    assert check(here, DANI if thing_was_seen else CARLA).get_json()["verdict"] != "illegal"


def check(here: Showing, thing: Shown) -> Any:
    """Ask over the API; the whole answer."""
    path = f"/api/games/{here.sitting.game}/actions"
    headers = {"Authorization": f"Bearer {KEY}"}
    return here.sitting.client.post(path, json={"action": "check", **thing}, headers=headers)


@pytest.mark.parametrize("what", KINDS)
def test_over_the_wire(here: Showing, clock: Clock, what: str) -> None:
    took, bytes_sent, said = [], [], []
    for thing_was_seen, thing in KINDS[what].values():
        prepared(here, what, thing_was_seen)
        began = clock.time
        answer = check(here, thing)
        took.append(clock.time - began)
        bytes_sent.append(len(answer.data))
        said.append(answer.get_json())
    assert [one["verdict"] for one in said] == [*KINDS[what]]
    assert took == pytest.approx([0.5] * 3)
    assert len({*bytes_sent}) == 1
    if what != "hand":
        assert len({one["public"] for one in said}) == 1


@pytest.mark.parametrize("what", KINDS)
def test_on_the_screens(here: Showing, clock: Clock, what: str) -> None:
    walks, took = [], []
    for verdict, (thing_was_seen, thing) in KINDS[what].items():
        prepared(here, what, thing_was_seen)
        began = clock.time
        pages = walked(here, thing)
        took.append(clock.time - began)
        walks.append(pages)
        words = {"legal": "Está permitido", "illegal": "No está permitido", "undetermined": "No se puede saber"}
        assert any(secret(page).startswith(words[verdict]) for page in pages), [secret(page) for page in pages]
    assert took == pytest.approx([1.5] * 3)
    for pages in zip(*walks, strict=True):
        assert len({len(page.html.encode()) for page in pages}) == 1
        if 'id="public"' not in pages[0].html:
            assert len({elements(page) for page in pages}) == 1
    if what != "hand":
        assert len({walk[-1].text for walk in walks}) == 1


def walked(here: Showing, thing: Shown) -> list[Page]:
    """Return every screen of a showing, from the first to the table."""
    shown = {thing.get("player", ""): thing.get("cards") or [thing.get("card")]}
    if thing["what"] == "exchange":
        shown = {"Ana": [thing["gives"]], "Beto": [thing["takes"]]}
    elif thing["what"] == "round":
        shown = {player: [card] for player, card in thing["gives"].items()}
    fields = {f"{thing['what']}-{key}": thing[key] for key in ("player", "from", "to") if key in thing}
    pages = [here.begin(thing["what"], **fields, occasion=thing.get("occasion", "dispute"))]
    for cards in shown.values():
        pages.append(here.hand(pages[-1], *cards))
    while 'id="public"' not in pages[-1].html:
        pages.append(here.go_on(pages[-1]))
    return pages


def elements(page: Page) -> tuple[str, ...]:
    return tuple(re.findall(r"<(/?\w+)", page.html))


def test_a_referee_that_fails_takes_as_long(here: Showing, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    def stumbles(*_: object) -> None:
        raise judging.Stumbled

    prepared(here, "discard", thing_was_seen=True)
    one = service.Showing(here.sitting.game, here.sitting.state()["version"], "discard", ("Ana",))
    one.at, one.shown = 1, {"Ana": ("infectado.1",)}
    began = clock.time
    monkeypatch.setattr(checks, "judged", stumbles)
    with pytest.raises(judging.Stumbled):
        service.judge(here.sitting.tables, one)
    assert clock.time - began == pytest.approx(1.5)


@pytest.mark.long
def test_a_second_client_s_stalls_tell_nothing(tmp_path: Path) -> None:
    def found() -> stalls.Found:
        with table(tmp_path) as one:
            return stalls.tell(one)

    told = apart(found)
    assert told.is_good, told


def test_the_measure_of_separation() -> None:
    assert stalls.separation([1.0, 2.0], [1.0, 2.0]) == 0.5
    assert stalls.separation([3.0, 4.0], [1.0, 2.0]) == stalls.separation([1.0, 2.0], [3.0, 4.0]) == 1.0
