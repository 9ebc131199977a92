"""The home without a server: imported where there is none, it plays, keeps, and says what takes a computer."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from html import unescape
from pathlib import Path
from urllib.parse import urlencode

import pytest

from companion.decks.catalog import title, titles
from companion.printing import sheets
from companion.printing.order import Order
from companion.printing.source import source_of
from companion.site.home import ELSEWHERE, Answer, Home, warm
from companion.store.base import Unwritable
from companion.store.sqlite import SQLiteStore
from tests.scan.scenery import tag_of
from tests.site.conftest import AT, DRAW, SETUP, asked, opened
from tests.site.test_eyes import code, told

PLAYING = """
import sys, threading
BLOCKED = {"uvicorn", "cryptography", "a2wsgi", "multiprocessing", "psycopg"}
BLOCKED |= {"typst", "cv2", "zxingcpp", "numpy", "pysat"}
class Nothing:
    def find_spec(self, name, *rest):
        if name.partition(".")[0] in BLOCKED:
            raise ModuleNotFoundError(name)
sys.meta_path.insert(0, Nothing())
def never(*given, **more): raise RuntimeError("not here")
threading.Thread.start = never
import socket
socket.socket.__init__ = never
from pathlib import Path
from companion.site.home import Home
import json
home = Home(Path(sys.argv[1]), "mesa.example")
said = {"content-type": "application/json", "sec-fetch-site": "same-origin"}
made = home.answer("POST", "https://mesa.example/api/games", said, sys.argv[2].encode())
game = json.loads(made.body)["id"]
page = home.answer("GET", f"https://mesa.example/games/{game}", {}, b"")
turn = home.answer("POST", f"https://mesa.example/api/games/{game}/actions", said,
                   json.dumps({"action": "draw", "player": "Ana", "back": "away"}).encode())
picture = b'companion-codes\\n{"width": 9, "height": 9, "light": 9, "src": "", "codes": []}'
form = b'--e\\r\\nContent-Disposition: form-data; name="picture"; filename="p"\\r\\n\\r\\n' + picture
form += b'\\r\\n--e--\\r\\n'
said["content-type"] = "multipart/form-data; boundary=e"
look = home.answer("POST", f"https://mesa.example/games/{game}/scan/deck", said, form)
assert look.status == 200, look.body
sheet = home.answer("GET", "https://mesa.example/print", {}, b"")
assert sheet.status == 200, sheet.body
print(made.status, page.status, turn.status, turn.changed)
assert not BLOCKED & set(sys.modules), BLOCKED & set(sys.modules)
"""


def test_a_turn_is_played_where_there_is_no_server_and_nothing_of_one(tmp_path: Path) -> None:
    made = subprocess.run(
        [sys.executable, "-c", PLAYING, str(tmp_path), json.dumps(SETUP)], capture_output=True, text=True, timeout=120
    )
    assert made.returncode == 0, made.stderr
    assert made.stdout.startswith("201 200 200 {"), made.stdout


def test_what_was_acknowledged_is_there_in_the_next_home(home: Home, tmp_path: Path, game: str) -> None:
    said = asked(home, "POST", f"/api/games/{game}/actions", DRAW)
    assert json.loads(said.changed) == {"game": game, "version": 2}
    record = asked(home, "GET", f"/api/games/{game}/record").body
    # The first is not closed: a tab that is gone closes nothing.
    later = Home(tmp_path, "mesa.example")
    assert asked(later, "GET", f"/api/games/{game}/record").body == record
    assert record


def test_what_somebody_chose_is_still_chosen_in_the_next_home(home: Home, tmp_path: Path) -> None:
    form = urlencode({"lang": "en", "back": "/"}).encode()
    assert asked(home, "POST", "/language", form, "application/x-www-form-urlencoded").status == 303
    assert b'<html lang="en"' in asked(Home(tmp_path, "mesa.example"), "GET", "/").body


def sent(home: Home, data: bytes) -> Answer:
    """Return the home's answer to a file brought on the page for it."""
    kind = "multipart/form-data; boundary=edge"
    head = b'--edge\r\nContent-Disposition: form-data; name="file"; filename="it"\r\n\r\n'
    return asked(home, "POST", "/take-in", head + data + b"\r\n--edge--\r\n", kind)


def test_what_is_no_game_is_refused_in_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home = Home(tmp_path, "mesa.example", camera=False)
    monkeypatch.setattr("companion.scan.zxing.find_spec", lambda name: None)
    for data, said in ((b"{", "it"), (b"", "No ha llegado"), (b"\x89PNG\r\n\x1a\n", "no se pueden leer códigos")):
        refused = sent(home, data)
        assert refused.status == 400
        assert said in refused.body.decode()
    assert home.tables.count() == 0


@pytest.mark.parametrize(
    "path",
    ["/devices", "/print/pdf", "/games/abc/seats", "/games/abc/scan/camera", "/games/abc/scan/mine", "/take-in/more"],
)
def test_what_takes_a_computer_is_said_plainly(home: Home, path: str) -> None:
    answer = asked(home, "GET", path)
    assert answer.status == 501
    assert "companion serve" in answer.body.decode()


# -- sheets that the browser prints ---------------------------------------------------------------------------------


def printed(home: Home, language: str = "es", **asked_for: str) -> str:
    """Return the page with a sheet, as text."""
    answer = asked(home, "GET", f"/print?{urlencode(asked_for)}", **{"accept-language": language})
    assert answer.status == 200, answer.body
    return unescape(answer.body.decode())


@pytest.mark.parametrize("box", [one.decklist.slug for one in titles(())])
@pytest.mark.parametrize("language", ["es", "en"])
def test_every_sheet_says_all_that_its_pdf_says(tmp_path: Path, box: str, language: str) -> None:
    title = next(one for one in titles(()) if one.decklist.slug == box)
    home, source = Home(tmp_path, "mesa.example"), source_of(title, language)
    aid = sheets.data(Order(what="reference", lang=language), source)
    page = printed(home, language, what="reference", box=box)
    cards = [card for kind in aid["kinds"] for card in kind["cards"]]
    said = [text for card in cards for text in (card["title"], card["text"])]
    said += [text for step in aid["turn"]["steps"] for text in (step["name"], step["text"])]
    said += [text for part in ("goal", "notes", "end") for text in aid[part].values()]
    said += [text for role in aid["roles"] for key, text in role.items() if key not in ("icon", "kind")]
    assert len(cards) > 5
    assert [text for text in said if text not in page] == []
    plan = sheets.data(Order(what="setup", lang=language), source)
    page = printed(home, language, what="setup", box=box)
    said = [text for one in plan["pages"] for text in (*one["steps"], *(what for what, _ in one["verify"]))]
    said += [card["name"] for one in plan["pages"] for card in one["cards"]]
    assert [text for text in said if text not in page] == []
    assert page.count('class="paper ') == len(plan["pages"])
    roles = sheets.data(Order(what="roles", lang=language), source)["pages"][0]["roles"]
    page = printed(home, language, what="roles", box=box)
    assert [role["wins"] for role in roles if role["wins"] not in page] == []


def test_a_sheet_says_what_the_table_decided_for_as_many_as_sit_there(home: Home) -> None:
    usual, other = opened(home), json.dumps({**SETUP, "options": {"quarantine_rounds": 3}}).encode()
    changed = str(json.loads(asked(home, "POST", "/api/games", other).body)["id"])
    assert f'href="/print?table={usual}"' in asked(home, "GET", f"/games/{usual}").body.decode()
    assert "dos rondas" in printed(home, table=usual, players="6")
    sheet = printed(home, table=changed, players="6")
    assert "tres rondas" in sheet and "dos rondas" not in sheet
    assert printed(home, what="setup", table=changed).count('class="paper ') == 1
    assert printed(home, what="setup", table=changed, players="").count('class="paper ') == 9


def test_what_the_browser_does_not_print_is_said_with_the_way_to_a_computer(home: Home) -> None:
    assert "companion serve" in printed(home)
    for fields in ({"players": "30"}, {"table": "gone"}, {"box": "no-box"}):
        refused = asked(home, "GET", f"/print?{urlencode(fields)}")
        assert refused.status == 422, fields
        assert 'class="notice error"' in refused.body.decode()
        assert 'id="sheet"' not in refused.body.decode()


# -- the camera ---------------------------------------------------------------------------------------------------


def pictured(home: Home, path: str, picture: bytes, field: str = "picture", **more: str) -> Answer:
    """Return the home's answer to a form with a picture, in whose place stands what the browser read."""
    fields = [f'name="{name}"\r\n\r\n{value}'.encode() for name, value in more.items()]
    fields.append(f'name="{field}"; filename="mesa.jpg"\r\n\r\n'.encode() + picture)
    body = b"".join(b"--edge\r\nContent-Disposition: form-data; " + one + b"\r\n" for one in fields)
    return asked(home, "POST", path, body + b"--edge--\r\n", "multipart/form-data; boundary=edge")


def test_a_frame_says_where_tags_lie_and_never_which(home: Home, game: str) -> None:
    asked(home, "POST", f"/api/games/{game}/actions", DRAW)
    two = told(code(tag_of("hacha.1")), code(tag_of("whisky.1"), 300))
    said = pictured(home, f"/games/{game}/scan/play/frame", two, "image", film="1")
    assert len(json.loads(said.body)["outlines"]) == 2
    assert json.loads(said.body)["card"] == ""
    assert b"hacha" not in said.body and b"whisky" not in said.body


def test_a_card_held_out_is_played(home: Home, game: str) -> None:
    asked(home, "POST", f"/api/games/{game}/actions", DRAW)
    assert "Whisky" not in asked(home, "GET", f"/games/{game}/log").body.decode()
    said = pictured(home, f"/games/{game}/scan/play", told(code(tag_of("whisky.1"))))
    assert said.status in (200, 303), said.body
    log = asked(home, "GET", f"/games/{game}/log").body.decode()
    assert "Whisky" in log


def test_a_site_without_a_decoder_offers_no_camera(tmp_path: Path) -> None:
    home = Home(tmp_path, "mesa.example", camera=False)
    game = opened(home)
    for at in ("", "/setup"):
        page = asked(home, "GET", f"/games/{game}{at}").body.decode()
        assert not re.search(rf"/games/{game}/scan(?!/judge)", page)
    assert "preparó sin ella" in asked(home, "GET", "/").body.decode()
    for path in (f"/games/{game}/scan", f"/games/{game}/scan/deck", f"/games/{game}/scan/play/frame", "/take-in/frame"):
        assert asked(home, "GET", path).status == 501, path


def test_another_site_changes_nothing(home: Home) -> None:
    more = {"sec-fetch-site": "cross-site"}
    answer = home.answer(
        "POST", f"{AT}/api/games", {"content-type": "application/json", **more}, json.dumps(SETUP).encode()
    )
    assert answer.status == 403
    assert home.tables.count() == 0


def test_a_page_may_lie_in_the_frame_of_our_own_start_page_only(tmp_path: Path) -> None:
    headers = dict(asked(Home(tmp_path, "mesa.example"), "GET", "/").headers)
    assert "frame-ancestors 'self'" in headers["Content-Security-Policy"]


LEADS = re.compile(r'\s(?:href|src|action|formaction)="([^"#]*)')
UNLED = re.compile(r'\s([a-z-]+)="/(?!mesa/)')
"""Attributes with an address that is not one of the folder."""


def test_in_a_folder_of_a_host_no_page_leads_out_of_it(tmp_path: Path) -> None:
    home = Home(tmp_path, "mesa.example", "/mesa/")
    game = opened(home)
    asked(home, "POST", f"/mesa/api/games/{game}/actions", DRAW)
    asked(home, "POST", f"/mesa/api/games/{game}/actions", b'{"action": "discard", "player": "Ana"}')
    form = urlencode({"to": 1}).encode()
    asked(home, "POST", f"/mesa/games/{game}/return", form, "application/x-www-form-urlencoded")  # what Redo restores
    seen, to_see, leads, outside, inside = set(), ["/mesa/"], set(), set(), set()
    while to_see and len(seen) < 60:
        at = to_see.pop(0)
        seen.add(at)
        answer = asked(home, "GET", at)
        if answer.status == 501 or b"<!doctype html>" not in answer.body[:40]:
            continue
        found = {one.replace("&amp;", "&") for one in LEADS.findall(answer.body.decode())}
        leads |= found
        outside |= set(UNLED.findall(answer.body.decode()))
        inside |= set(re.findall(r'\s([a-z-]+)="/mesa/', answer.body.decode()))
        new = {one for one in found if one.startswith("/") and "/static/" not in one} - seen - set(to_see)
        to_see += sorted(new, key=lambda one: (len(one), one))
    assert len(seen) > 20
    assert "/mesa/rules" in leads
    assert {"href", "src", "action", "formaction"} <= inside
    assert outside <= {"value"}  # where a form leads back to: the home itself puts the folder before it


def test_what_a_page_of_a_folder_asks_of_the_root_is_answered_too(tmp_path: Path) -> None:
    home = Home(tmp_path, "mesa.example", "/mesa")
    game = opened(home)
    assert (
        asked(home, "GET", f"/api/games/{game}/record").body
        == asked(home, "GET", f"/mesa/api/games/{game}/record").body
    )
    said = asked(home, "POST", f"/mesa/api/games/{game}/actions", DRAW)
    assert json.loads(said.changed) == {"game": game, "version": 2}


def test_warming_keeps_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    warm()
    assert list(tmp_path.iterdir()) == []


def test_a_home_begins_in_the_application_that_was_warmed(tmp_path: Path) -> None:
    app = warm()
    home = Home(tmp_path, "mesa.example", camera=False, app=app)
    assert home.app is app
    assert json.loads(asked(home, "GET", "/api/games").body) == []
    game = opened(home)
    assert asked(home, "POST", f"/api/games/{game}/actions", DRAW).status == 200
    assert asked(home, "GET", f"/games/{game}").status == 200
    assert asked(home, "GET", f"/games/{game}/scan/play").status == 501  # it has no camera, whatever was warmed
    later = Home(tmp_path, "mesa.example", camera=False)
    assert [one["id"] for one in json.loads(asked(later, "GET", "/api/games").body)] == [game]


def test_nothing_is_offered_that_takes_a_computer(home: Home, game: str) -> None:
    for at in (
        "/",
        "/new",
        "/rules",
        "/print",
        "/puzzles",
        "/puzzles/1",
        "/take-in",
        *(f"/games/{game}{more}" for more in ("", "/setup", "/story", "/record", "/scan", "/scan/deck", "/scan/play")),
    ):
        page = asked(home, "GET", at)
        assert page.status == 200, at
        leads = {one.partition("?")[0] for one in LEADS.findall(page.body.decode())}
        assert [one for one in leads if ELSEWHERE.fullmatch(one)] == [], at


def test_a_page_knows_that_no_other_screen_can_take_its_game(home: Home) -> None:
    assert b" data-alone" in asked(home, "GET", f"/games/{opened(home)}").body  # it does not ask every five seconds


def test_what_takes_a_computer_is_told_with_the_way_there(home: Home, game: str) -> None:
    for at in ("/", f"/games/{game}"):
        assert "companion serve" in asked(home, "GET", at).body.decode()


def test_whether_the_browser_keeps_it_is_told_once_known(home: Home) -> None:
    opened(home)

    def page() -> str:
        return asked(home, "GET", "/", **{"accept-language": "en"}).body.decode()

    assert 'id="keeps"' not in page()
    home.keeping.keeps = False
    assert "may delete" in page()
    home.keeping.keeps = True
    assert "may delete" not in page() and 'id="keeps"' in page()


def test_what_the_browser_deletes_is_said_and_still_had_from_memory(
    home: Home, other: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, second = opened(home), opened(home)
    asked(home, "POST", f"/api/games/{game}/actions", DRAW)
    asked(home, "GET", f"/games/{second}")

    def away(*given: object) -> None:
        raise Unwritable("store.disk", path="", fault="disk I/O error")

    monkeypatch.setattr(SQLiteStore, "_read", away)
    home.keeping.is_deleted = True
    for method, path in (("POST", f"/api/games/{game}/actions"), ("GET", "/api/games")):
        refused = asked(home, method, path, b'{"action": "undo"}')
        assert refused.status == 503
        assert "El navegador ha borrado" in json.loads(refused.body)["message"]
    monkeypatch.undo()
    files = json.loads(home.files(game))
    assert [name for name, _ in files] == [f"{game}.json"]
    assert dict(json.loads(home.files(""))).keys() == {f"{game}.json", f"{second}.json"}
    assert sent(other, files[0][1].encode()).status == 303
    (taken,) = json.loads(asked(other, "GET", "/api/games").body)
    assert taken["version"] == 2


def test_a_tablet_alone_has_it_too_and_keeps_no_file_of_it(home: Home, tmp_path: Path) -> None:
    opened(home)
    kept = {path.name: path.stat().st_size for path in tmp_path.iterdir()}
    kind = "application/x-www-form-urlencoded"
    begun = asked(home, "POST", "/practice", kind=kind)
    assert begun.status == 303 and begun.changed == ""
    address = dict(begun.headers)["Location"]
    form = b'said={"action":"draw","player":"Ada","back":"away"}&version=1'
    ahead = home.ahead("POST", f"{AT}{address}/act", {"content-type": kind}, form)
    assert ahead.status == 204, "it is not guessed ahead"
    played = asked(home, "POST", f"{address}/act", form, kind, **{"x-live": "1"})
    sentence = title("la-cosa").words["es"].raw("practice.door")
    assert played.status == 200 and sentence in unescape(played.body.decode())
    assert home.tables.count() == 1
    assert {path.name: path.stat().st_size for path in tmp_path.iterdir()} == kept
