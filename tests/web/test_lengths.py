"""Length of an answer on the wire: the same for every card, verdict and language, in any script; what is no secret is
made small."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Iterator
from io import BytesIO
from itertools import product

import pytest
from flask import Response
from markupsafe import escape

from companion.i18n.catalog import languages
from companion.service.referee import checks as referee_checks
from companion.service.referee import private_reveal as service
from companion.web.auth.private_inbox import BLOCK as NOTE_BLOCK
from companion.web.auth.private_inbox import LONGEST_NOTE, PrivateInbox
from companion.web.server.lengths import BLOCK, filled_up, missing
from companion.web.server.outgoing import SECRET
from companion.web.server.settings import Settings
from tests.houses import toy_house
from tests.length import is_long, later
from tests.web.showing import Showing, picture, secret
from tests.web.sitting import KEY, Page, Sitting, quick_app, seated
from tests.web.test_seats import handed

TABLES = {
    "short names": ["Ana", "Beto", "Carla", "Dani"],
    "accents": ["Zoë Ñandú", "Iñigo Ço", "Łukasz", "Жанна"],
    "as long as can be": [f"{k:02} " + "🧟" * 37 for k in range(12)],
    "marks": [f"{k:02}<\"&'>" + "'" * 31 for k in range(12)],
}
SOME = TABLES if is_long() else {name: TABLES[name] for name in ("short names", "as long as can be")}
GZIP = {"Accept-Encoding": "gzip, deflate, br"}
HANDS = {
    "legal": ["whisky", "hacha", "sospecha", "analisis"],
    "illegal": ["la-cosa", "lanzallamas", "whisky", "hacha"],
    "broken": ["infectado"] * 4,
    "odd": ["la-cosa", "la-cosa", "olvidadizo", "infectado", "infectado"],
}


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(service, "SETTLED", 0.0005)
    monkeypatch.setattr(referee_checks, "TICK", 0.0005)


def checks(people: list[str]) -> Iterator[dict[str, object]]:
    """Yield every kind of check with cards of every sort: harmless ones, La Cosa, ¡Infectado!."""
    first, second = people[:2]
    for cards in HANDS.values():
        yield {"what": "hand", "player": second, "cards": cards}
    for one, other in product(("whisky", "infectado", "la-cosa"), repeat=2):
        yield {"what": "exchange", "from": first, "to": second, "gives": one, "takes": other}
        yield {"what": "round", "gives": {**dict.fromkeys(people, other), first: one}}
    for card in ("whisky", "infectado", "la-cosa"):
        yield {"what": "discard", "player": first, "card": card}
        yield {"what": "discard", "player": first, "card": card, "hand": [card, "infectado", "infectado", "hacha"]}


def asked(host: Sitting, check: dict[str, object], lang: str) -> tuple[int, str]:
    """Return the bytes of an answer, and its verdict."""
    path = f"/api/games/{host.game}/actions?lang={lang}"
    answer = host.client.post(path, json={"action": "check", **check}, headers={**host.headers, **GZIP})
    assert answer.status_code == 200, (check, answer.get_json())
    assert "Content-Encoding" not in answer.headers
    assert answer.headers["Content-Length"] == str(len(answer.data))
    return len(answer.data), str(answer.get_json()["verdict"])


def test_every_answer_of_a_check_is_as_long(host: Sitting) -> None:
    spoken = languages() if is_long() else ("es", "ru")  # one byte a letter, and two
    lengths: dict[str, set[int]] = {}
    verdicts: dict[str, set[str]] = {}
    for people in SOME.values():
        host.sit_down(people)
        for moment in range(2):
            if moment:  # the first draws, discards and exchanges with the second, who draws
                one, other = map(json.dumps, people[:2])
                host.do(f"draw {one} away", f"discard {one}", f"respond {other}", f"draw {other} away")
            for check, lang in product(checks(people[moment:] + people[:moment]), spoken):
                host.tables.sealed.forget([host.game])
                length, verdict = asked(host, check, lang)
                lengths.setdefault(str(check["what"]), set()).add(length)
                verdicts.setdefault(str(check["what"]), set()).add(verdict)
    assert {kind: len(found) for kind, found in lengths.items()} == dict.fromkeys(lengths, 1), lengths
    assert set().union(*lengths.values()) == {BLOCK}
    assert {len(found) for found in verdicts.values()} == {3}


def walk(host: Sitting, people: list[str], what: str, cards: dict[str, tuple[str, ...]]) -> list[Page]:
    """Return the screens on which cards are shown and answers are read."""
    here, pages = Showing(host), []
    page = here.begin(what, **{f"{what}-player": people[0], f"{what}-from": people[0], f"{what}-to": people[1]})
    for _ in range(5 * len(people)):
        pages.append(page)
        if "stage-public" in page.html:
            return pages
        shows = "stage-show" in page.html
        player = next((name for name in people if f'aria-current="step">{escape(name)}<' in page.html), people[0])
        shown = {f"card.{k}": card for k, card in enumerate(cards.get(player, ()))} if shows else {}
        sure = {"sure": str(len(shown))} if shows else {}
        page = here.go_on(page, do="done" if shows else "on", **shown, **sure)
    raise AssertionError("it never ends")


@pytest.mark.parametrize("lang", [languages()[0], *later(*languages()[1:])])
@pytest.mark.parametrize("people", SOME.values(), ids=SOME.keys())
def test_every_screen_of_a_showing_is_as_long(host: Sitting, people: list[str], lang: str) -> None:
    host.lang = lang
    try:
        host.sit_down(people)
        host.say(action="draw", player=people[0], back="away")
        words = set()
        for what, options in {
            "hand": [{people[0]: tuple(cards)} for cards in HANDS.values()],
            "discard": [{people[0]: (card,)} for card in ("whisky", "infectado", "la-cosa")],
            "exchange": [
                {people[0]: (one,), people[1]: (other,)}
                for one, other in product(("whisky", "infectado", "la-cosa"), repeat=2)
            ],
        }.items():
            walks = [walk(host, people, what, cards) for cards in options]
            assert len({len(pages) for pages in walks}) == 1
            for pages in zip(*walks, strict=True):
                assert len({len(page.html.encode()) for page in pages}) == 1, what
                words |= {secret(page) for page in pages}
        assert len(words) > 4, "the answers differ"
    finally:
        host.lang = "es"


def test_a_note_of_any_words_is_as_long_on_its_stream() -> None:
    boxes = PrivateInbox()
    texts = ["", "a", "ñ", "Está bien", "¡Infectado! " * 60, "🧟" * LONGEST_NOTE, "'\"\\" * 600, "línea\nlínea"]
    for text in texts:
        boxes.put("game", 0, {"es": text, "en": text[:3]})
        note = boxes.notes("game", 0)[-1]
        events = [note.event(lang) for lang in ("es", "en")]
        assert {len(event) for event in events} == {len(b"event: private\ndata: \n\n") + NOTE_BLOCK}, text[:20]
        assert all(event.count(b"\n") == 3 for event in events)


@pytest.mark.parametrize("lang", ["es", "ru", *later(*(one for one in languages() if one not in ("es", "ru")))])
def test_the_page_of_a_seat_is_as_long_whatever_it_was_told(lang: str, table: Sitting) -> None:
    phone = handed(table, 0)
    phone.lang = lang
    access = table.access
    lengths = []
    for text in ("a", "ñ", "'" * 700, "🧟" * 600, "<&>" * 300):
        access.private_inbox.empty(table.game, 0)
        for k in range(8):
            access.private_inbox.put(table.game, 0, {lang: f"{k}{text}"})
        answer = phone.client.get(f"/games/{table.game}/seat", headers={**phone.headers, **GZIP})
        assert answer.status_code == 200 and "Content-Encoding" not in answer.headers
        lengths.append(len(answer.data))
    assert len(set(lengths)) == 1, lengths


def test_what_a_live_camera_sees_is_as_long_whatever_it_is(host: Sitting) -> None:
    host.sit_down()
    here, lengths = Showing(host), set()
    page = here.go_on(here.begin("hand", **{"hand-player": "Beto"}))
    path = re.findall(r'data-frames="([^"]*/judge/[^"]*)"', page.html)[0]
    for shown in ("", "infectado.1", "la-cosa.1 whisky.1", "analisis.1 hacha.1 infectado.9 sospecha.3"):
        copies = shown.split()
        data = {"image": (BytesIO(picture(*copies)), "f.png"), "film": re.sub(r"\W", "", shown)}
        answer = host.client.post(path, data=data, headers={**host.headers, **GZIP}, content_type="multipart/form-data")
        assert sorted(answer.get_json()["copies"]) == copies
        assert "Content-Encoding" not in answer.headers
        lengths.add(len(answer.data))
    assert len(lengths) == 1, lengths


@pytest.mark.parametrize("text", ["", "a", "ñ", "¡Infectado!", "🧟" * 5000])
def test_filling_up_counts_bytes(text: str) -> None:
    data = text.encode()
    assert len(filled_up(data)) % BLOCK == 0
    assert len(filled_up(data)) - len(data) == missing(data) < BLOCK
    assert filled_up(data).rstrip(b" ") == data


FIRST = ("app.css", "facing.css", "live.js", "seats.js", "motion.js", "senses.js")
"""Some of what a table is seen with."""
TAKES = {"Accept-Encoding": "gzip, deflate", "Sec-Fetch-Site": "same-origin"}


@pytest.fixture(scope="module")
def sitting() -> Sitting:
    """Return a table of twelve people, and a log as long as the page shows."""
    sitting = seated(players=[f"Persona número {k} de la mesa" for k in range(12)])
    for _ in range(8):
        sitting.tables.say(sitting.game, {"action": "draw", "player": sitting.state()["turn"], "back": "away"})
        sitting.tables.say(sitting.game, {"action": "undo"})
    return sitting


def _bytes_of(sitting: Sitting, path: str) -> int:
    """Return the bytes of one answer on the wire, headers left out."""
    answer = sitting.client.get(path, headers={**sitting.headers, **TAKES})
    assert answer.status_code == 200, path
    return len(answer.data)


def _fetched(sitting: Sitting, html: str) -> set[str]:
    """Return every file a page names, the modules those import, and the letters."""
    waiting = {re.sub(r"/v-\w+", "", path) for path in re.findall(r'(?:href|src)="(/(?:static/|icons)[^"#]*)', html)}
    style = sitting.client.get("/static/app.css").get_data(as_text=True)
    faces = re.findall(r"@font-face \{[^}]*\}", style)
    always = "".join(face for face in faces if "unicode-range" not in face)  # others wait for a name that needs them
    found = {f"/static/{name}" for name in re.findall(r'url\("([^"]+woff2)"\)', always)}
    while waiting:
        path = waiting.pop()
        found.add(path)
        text = sitting.client.get(path).get_data(as_text=True) if path.endswith(".js") else ""
        waiting |= {f"/static/{name}" for name in re.findall(r'(?:import|from)\s+"\./([\w.-]+)"', text)} - found
    return found


def test_the_first_load_and_a_change_are_small_on_the_air(sitting: Sitting) -> None:
    page = sitting.client.get(f"/games/{sitting.game}", headers={**sitting.headers, **TAKES})
    assert page.headers["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in sitting.client.get("/static/app.css", headers=TAKES).headers["Vary"]
    files = _fetched(sitting, gzip.decompress(page.data).decode())
    assert {f"/static/{name}" for name in FIRST} <= files and any(path.startswith("/icons") for path in files)
    assert any(path.endswith("woff2") for path in files)
    assert len(page.data) <= 15_000, len(page.data)
    assert len(page.data) + sum(_bytes_of(sitting, path) for path in files) <= 150_000, files


@pytest.mark.parametrize(
    ("bytes_", "kind", "packed"), [(599, "text/plain", ""), (600, "text/plain", "gzip"), (600, "image/png", "")]
)
def test_a_text_is_compressed_where_it_pays(bytes_: int, kind: str, packed: str) -> None:
    app = quick_app(toy_house(), Settings(KEY))
    with app.test_request_context("/x", headers=TAKES):
        answer = app.process_response(Response("x" * bytes_, mimetype=kind, headers={"ETag": '"1"'}))
    assert answer.headers.get("Content-Encoding", "") == packed
    assert answer.headers["ETag"] == ('W/"1"' if packed else '"1"')


def test_who_takes_no_compression_gets_none(sitting: Sitting) -> None:
    for taken in ({}, {"Accept-Encoding": "br, zstd"}, {"Accept-Encoding": "gzip;q=0, br"}):
        answer = sitting.client.get(f"/games/{sitting.game}", headers={**sitting.headers, **taken})
        assert "Content-Encoding" not in answer.headers
    state = sitting.client.get(f"/api/games/{sitting.game}", headers={**sitting.headers, **TAKES})
    again = {**sitting.headers, **TAKES, "If-None-Match": state.headers["ETag"]}
    assert sitting.client.get(f"/api/games/{sitting.game}", headers=again).status_code == 304


def test_nothing_secret_is_compressed(sitting: Sitting) -> None:
    game = sitting.game
    secret = [f"/games/{game}/scan/judge", f"/games/{game}/seats", "/devices", "/screens", "/join"]
    for path in secret:
        headers = sitting.client.get(path, headers={**sitting.headers, **TAKES}).headers
        assert "Content-Encoding" not in headers, path
        assert "no-transform" in headers["Cache-Control"], path
    thing = {"action": "check", "what": "hand", "player": sitting.state()["turn"], "cards": ["sospecha"] * 4}
    found = sitting.client.post(f"/api/games/{game}/actions", json=thing, headers={**sitting.headers, **TAKES})
    assert found.status_code == 200 and "private" in found.get_json()
    assert "Content-Encoding" not in found.headers
    assert "no-transform" in found.headers["Cache-Control"], "nor does a proxy compress it"


def test_a_seats_phone_gets_nothing_compressed(sitting: Sitting) -> None:
    phone = handed(sitting, 0)
    for path in (f"/games/{sitting.game}", f"/games/{sitting.game}/seat"):
        assert "Content-Encoding" not in phone.client.get(path, headers={**phone.headers, **TAKES}).headers


SECRETS = "judge/x evening evening/x mine mine/x play seen"
PATHS = "/games/a/seat /games/a/seats /devices /screens /screens/x /join /host/x /api/scan /api/host-links /api/metrics"


@pytest.mark.parametrize(
    "path", [*PATHS.split(), *(f"/games/a/scan/{one}" for one in SECRETS.split()), "/api/games/a/seats/1/private"]
)
def test_paths_with_secrets(path: str) -> None:
    assert SECRET.fullmatch(path)
    assert not SECRET.fullmatch("/games/a") and not SECRET.fullmatch("/games/a/log")
