"""Firefox and WebKit play, too: some turns of an evening before the table, and the tablet alone.

In the run of every day where they are installed, which takes nothing but `firefox-esr` and `webkit2gtk-driver`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.browser.alone import SETUP, served, site
from tests.browser.conftest import House
from tests.browser.engines import LONG, Engine, Firefox, WebKit, executable
from tests.waiting import soon

__all__ = ["site"]
PYTHON = 240.0
"""Seconds until Python has come up in a browser for the first time, on a machine that does other things too."""
NAMES = ["Marta", "Iñaki", "Begoña", "Santiago"]


def kind(engine: type[Engine]) -> object:
    """Return an engine as a parameter, skipped where it is not installed."""
    missing = pytest.mark.skipif(not executable(engine), reason=f"{engine.__name__} is not installed")
    return pytest.param(engine, id=engine.__name__, marks=missing)


@pytest.fixture(params=[kind(Firefox), kind(WebKit)])
def engine(request: pytest.FixtureRequest) -> Iterator[Engine]:
    opened: Engine = request.param()
    try:
        yield opened
    finally:
        opened.close()


@pytest.mark.short
def test_some_turns_of_an_evening(house: House, engine: Engine) -> None:
    engine.go(house.base + house.door.access.new_link())
    engine.waits_for("document.readyState === 'complete' && !location.pathname.startsWith('/host')")
    engine.run("(document.cookie = 'companion_lang=es; path=/', true)")
    engine.go(f"{house.base}/new?box=la-cosa/la-cosa")
    for place, name in enumerate(NAMES):
        engine.run(f"(document.querySelectorAll('input[list=remembered]')[{place}].focus(), true)")
        engine.type(name)
    engine.tap("Preparar la mesa")
    engine.tap("Abrid la caja")
    engine.tap("Empezar a jugar")
    engine.tap("Roba verde y descarta")
    engine.tap("Intercambio hecho")
    engine.tap("Dorso verde")
    engine.tap("Lanzallamas")
    engine.tap("Begoña")
    engine.tap("Begoña no se defiende")
    engine.tap("Intercambio hecho")
    (heading,) = house.tables.headings()
    soon(lambda: house.tables.playing(heading.id).table.turn == "Santiago", LONG)
    assert house.tables.playing(heading.id).table.players == tuple(NAMES)
    assert house.tables.seen(heading.id).state["eliminated"] == ["Begoña"]
    engine.tap("↶ Deshacer")
    soon(lambda: house.tables.playing(heading.id).table.turn == "Iñaki", LONG)


@pytest.mark.alone
@pytest.mark.short
def test_the_tablet_alone(site: Path, engine: Engine) -> None:
    with served(site) as base:
        engine.go(base)
        if not engine.run("!!navigator.storage?.getDirectory"):  # WebKitGTK keeps no files for a page
            engine.waits_for("/cannot store games|no puede guardar partidas/.test(document.body.innerText)")
            return
        engine.is_within = True
        engine.waits_for("document.querySelector('main') !== null", PYTHON)
        sent = {"method": "POST", "headers": {"Content-Type": "application/json"}, "body": json.dumps(SETUP)}
        asked = f"fetch('/api/games', {json.dumps(sent)}).then((answer) => answer.json())"
        engine.run(f"({asked}.then((made) => {{ window.made = made.id; }}), true)")
        engine.waits_for("window.made")
        game = engine.run("window.made")
        engine.go(f"{base}/games/{game}")
        engine.tap("", "#ask form button")
        engine.tap("", "#ask form button")
        kept = f"fetch('/api/games/{game}/record').then((answer) => answer.json())"
        engine.run(f"({kept}.then((one) => {{ window.many = one.entries.length; }}), true)")
        engine.waits_for("window.many")
        assert engine.run("window.many") >= 3  # the set-up, and what the two touches said
