"""Every script of ours on the bench: what is pressed, what comes, and what is seen, asked, heard and kept then."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import pytest
from playwright.sync_api import Browser

from tests.browser.bench import Bench
from tests.browser.tablet import TABLET
from tests.houses import Line
from tests.web.sitting import SIX

pytestmark = pytest.mark.short


@pytest.fixture(scope="module")
def bench(browser: Browser) -> Iterator[Bench]:
    bench = Bench(browser)
    yield bench
    bench.context.close()


HOST, GUEST = -1, -2
"""Who looks: the host, somebody, or the phone of a seat by its number."""


class Scene(NamedTuple):
    """A page, and what was said at its table before it is opened."""

    path: str
    game: str = "la-cosa"
    lines: Sequence[Line] = ()
    size: tuple[int, int] = TABLET
    who: int = HOST
    players: Sequence[str] = SIX


SOME: Sequence[Line] = (
    {"action": "draw", "player": "Ana", "back": "away"}, {"action": "discard", "player": "Ana"},
    {"action": "respond", "player": "Beto", "card": None}, {"action": "draw", "player": "Beto", "back": "away"},
    {"action": "discard", "player": "Beto"},
)  # fmt: skip
DOOR = {"action": "play", "player": "Ana", "card": "puerta-atrancada", "target": "Beto"}
END = {"action": "end", "cause": "la-cosa-caught", "roles": {**dict.fromkeys(SIX, "human"), "Beto": "la-cosa"}}
SCENES = {
    "device": Scene("/device"),
    "live": Scene("/games/{}"),
    "photos": Scene("/games/{}/scan/deck"),
    "seats": Scene("/new"),
    "print": Scene("/print?what=cards"),
    "sheet": Scene("/puzzles?sheet"),
    "about": Scene("/about/this-device"),
    "help": Scene("/games/{}", who=GUEST),
    "past": Scene("/games/{}/at/2", lines=SOME),
    "known": Scene("/games/{}/at/2", lines=[*SOME, END]),
    "keep": Scene("/games/{}/story", lines=[*SOME, END]),
    "touched": Scene("/games/{}/stage"),
    "mine": Scene("/games/{}", who=0),
    "elsewhere": Scene("/bench/blank"),
    "over": Scene("/games/{}", lines=SOME[:1]),
    "evening": Scene("/games/{}", lines=SOME[:1]),
    "locked": Scene("/games/{}/locked"),
    "facing": Scene("/games/{}"),
    "choose": Scene("/games/{}"),
    "fields": Scene('/games/{}?v=1&said={{"action":"end","cause":"la-cosa-caught"}}'),
    "senses": Scene("/bench/blank"),
    "motion": Scene("/games/{}"),
    "hand": Scene("/games/{}/fix", lines=[*SOME[:1], DOOR]),
    "record": Scene("/games/{}", lines=SOME[:1]),
    "kept": Scene("/bench/blank"),
    "news": Scene("/bench/blank"),
    **dict.fromkeys(("near", "sw", "shell", "home", "ahead", "pictures", "eyes"), Scene("/bench/blank")),
    "practice": Scene("practice"),
    "lens": Scene("/games/{}/scan/seen"),
    "scan": Scene("/games/{}/scan/play", lines=SOME[:1]),
    "count": Scene("/games/{}/scan/deck"),
    "take-in": Scene("/take-in"),
    "choices": Scene("/games/{}", lines=SOME[:2], players=[*SIX, "Gus", "Hugo", "Inés", "Juan"]),
    "typed": Scene('/games/{}?v=2&said={{"action":"rename","player":"Ana"}}', lines=SOME[:1]),
    "fitting": Scene("/games/{}", lines=SOME[:1]),
    "pair": Scene("/join?from=x", who=GUEST),
}


def played(bench: Bench, name: str) -> list[str]:
    scene = SCENES[name]
    game = bench.table(scene.game, *scene.lines, players=scene.players) if "{}" in scene.path else ""
    path = bench.practice() if scene.path == "practice" else scene.path.format(game)
    if scene.path.endswith("/stage"):
        path = bench.stage(game)
    who = {} if scene.who == GUEST else bench.seat(game, scene.who) if scene.who >= 0 else None
    bench.open(path, scene.size, who)
    return bench.play(name, game=game)


@pytest.mark.parametrize("scene", SCENES)
def test_a_script_does_what_it_is_for(bench: Bench, scene: str) -> None:
    assert played(bench, scene) == []
