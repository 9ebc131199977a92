"""A whole referee's evening, twice, alike in public and with other cards in hand: the two cannot be told
apart, and no card that was shown in private is found anywhere."""

from __future__ import annotations

import json
import logging
import re
from itertools import count
from pathlib import Path

import pytest

from companion.decks.catalog import title
from companion.service.live.games import GameService
from companion.store.sqlite import SQLiteStore
from tests.web.serving import Stream, served
from tests.web.showing import Showing, aloud, picture, secret
from tests.web.sitting import Page, Sitting

pytestmark = pytest.mark.usefixtures("quick")

FOUR = ["Ana", "Beto", "Carla", "Dani"]
PLANTED = ("nada-de-barbacoas", "aqui-estoy-bien", "fallaste", "Nada de barbacoas", "Aquí estoy bien", "Has fallado")
"""Cards that lie in hands of the first evening and are never seen by the table."""

ONE = {
    "Ana": ["la-cosa.1", "nada-de-barbacoas.1", "whisky.1", "infectado.1"],
    "Beto": ["aqui-estoy-bien.1", "sospecha.1", "hacha.1", "sospecha.2"],
    "Carla": ["fallaste.1", "sospecha.3", "seduccion.1", "lanzallamas.1"],
    "Dani": ["cambio-de-lugar.1", "mas-vale-que-corras.1", "sospecha.4", "puerta-atrancada.1"],
}
OTHER = {
    "Ana": ["seduccion.2", "hacha.1", "cambio-de-lugar.2", "sospecha.1"],
    "Beto": ["la-cosa.1", "lanzallamas.2", "sospecha.2", "infectado.1"],
    "Carla": ["whisky.1", "sospecha.3", "seduccion.1", "lanzallamas.1"],
    "Dani": ["mas-vale-que-corras.2", "mas-vale-que-corras.1", "sospecha.4", "vigila-tus-espaldas.1"],
}


class Evening:
    """Four people, a host who shows everything, a spectator, and a stream over the wire."""

    def __init__(self, folder: Path, hands: dict[str, list[str]]) -> None:
        moments = count()
        self.folder = folder
        self.hands = {player: [*cards] for player, cards in hands.items()}
        self.tables = GameService(
            SQLiteStore(folder / "companion.db"), title, lambda: f"2026-01-01T00:00:{next(moments):02}Z"
        )
        self.tables.sealed.folder = folder / "referee"
        self.host = Sitting(self.tables)
        self.guest = Sitting(self.tables, host=False)
        self.seen: list[str] = []
        self.tables_seen: list[str] = []
        self.sizes: list[int] = []
        self.read: list[str] = []

    def played(self) -> None:
        """Play the whole evening, and note all that other devices can see after every step."""
        with served(self.tables) as port:
            self.host.sit_down(FOUR)
            self.guest.game = self.host.game
            stream = Stream(port, self.host.game)
            self._course()
            self.host.say(action="end", cause="abandoned")
            self.look_around("/scan", "/scan/judge", "/scan/play", "/scan/seen")
            self.seen += [json.dumps(stream.event()) for _ in range(self.host.state()["version"])]

    def _course(self) -> None:
        host, here = self.host, Showing(self.host)
        host.press(host.get(here.at("/judge")), "Enseñarlo todo")
        self.shown(here, host.press(host.look(), "Empezar por Ana"), *(self.hands[player] for player in FOUR))
        host.say(action="draw", player="Ana", back="away")
        self.hands["Ana"].append("infectado.2")
        self.shown(here, host.press(host.look(), "Ana: a solas"), self.hands["Ana"])
        begun = here.begin("discard", **{"discard-player": "Ana"})
        self.shown(here, begun, self.hands["Ana"][1:2])
        host.say(action="discard", player="Ana")
        self.shown(
            here, host.press(host.look(), "Enseñar las dos cartas"), self.hands["Ana"][3:4], self.hands["Beto"][:1]
        )
        host.do("respond Beto", "draw Beto panic vuelta-y-vuelta")
        begun = host.press(host.look(), "Empezar por Beto")
        self.shown(here, begun, *([self.hands[player][2]] for player in ("Beto", "Carla", "Dani", "Ana")))
        host.do("play Beto vuelta-y-vuelta", "draw Carla away")
        host.press(host.look(), "Seguir sin enseñar")

    def shown(self, here: Showing, page: Page, *cards: list[str]) -> None:
        """Show cards in one round, to its end."""
        waiting = [*cards]
        while 'id="public"' not in page.html:
            self.sizes.append(len(page.html.encode()))
            if 'id="pictures"' in page.html:
                page = here.go_on(page, picture(*waiting.pop(0)), do="done")
            else:
                self.read += [secret(page)] if secret(page) else []
                page = here.go_on(page)
            if not waiting and 'id="secret"' in page.html:
                self.look_around()
        self.seen.append(aloud(page))
        here.go_on(page)
        self.look_around()

    def look_around(self, *more: str) -> None:
        """Note all that a device without the tablet can look at now, and the table as the host sees it."""
        game = self.host.game
        for path in ("", "/log", "/playthrough", "/markdown", "/record"):
            self.seen.append(self.guest.get(f"/api/games/{game}{path}").html)
        for path in ("", "/log", *more):
            self.seen.append(self.guest.get(f"/games/{game}{path}").html)
        self.tables_seen.append(self.host.look().html)

    def kept(self) -> bytes:
        """Return every byte on the disk."""
        return b"".join(file.read_bytes() for file in sorted(self.folder.rglob("*")) if file.is_file())


def evening(folder: Path, hands: dict[str, list[str]]) -> Evening:
    """Return an evening that was played."""
    folder.mkdir()
    one = Evening(folder, hands)
    one.played()
    return one


def test_a_whole_evening_tells_nothing(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    one, other = evening(tmp_path / "one", ONE), evening(tmp_path / "other", OTHER)
    verdicts = [word[:12] for word in one.read], [word[:12] for word in other.read]
    assert verdicts[0] != verdicts[1], "in private they are told apart"
    assert len(one.seen) == len(other.seen) > 80
    for ours, theirs in zip(one.seen + one.tables_seen, other.seen + other.tables_seen, strict=True):
        assert alike(ours, one) == alike(theirs, other)
    assert one.sizes == other.sizes
    kept, seen = one.kept(), "".join(one.seen)
    logged = caplog.text + "".join(repr(vars(line)) for line in caplog.records)
    assert FOUR[0].encode() in kept and "vuelta-y-vuelta" in seen, "these are the right places to look"
    for card in PLANTED:
        assert card.encode() not in kept
        assert card not in logged
        assert card not in seen


def alike(text: str, of: Evening) -> str:
    """Return a page without its game's id and the numbers made up for its forms, which differ between any two games."""
    return re.sub(r'name="action_id" value="[^"]*"', "", text.replace(of.host.game, "GAME"))
