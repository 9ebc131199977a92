"""The record handed over and taken in: pages without JavaScript, pictures in any order, bad files, words."""

from __future__ import annotations

import json
import re
import tomllib
from io import BytesIO
from pathlib import Path

import cv2
import numpy as np
import pytest
import segno
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

import companion.web
from companion.cards.wording import blanks_of, flatten
from companion.scan.codes import texts_in
from companion.service.carrying import carried, pieces, text_of
from tests.web.sitting import Sitting

WEB = Path(companion.web.__file__).parent


@pytest.fixture(scope="module")
def house() -> Sitting:
    here = Sitting()
    here.sit_down(["Ana", "Íñigo <b>", "Carla", "Dani"])
    for _ in range(40):
        here.say(action="draw", player="Ana", back="away")
        here.say(action="undo")
    return here


@pytest.fixture
def new_host() -> Sitting:
    return Sitting()


def chain(house: Sitting) -> list[str]:
    return pieces(text_of(carried(house.tables.playing(house.game), house.tables.heading(house.game))))


def picture(text: str) -> bytes:
    """A code as a photograph of a screen would show it: turned a little, grey, blurred."""
    code = segno.make(text, version=17, error="l", mask=0, boost_error=False)
    grid = np.array([[255 * (1 - bit) for bit in row] for row in code.matrix_iter(scale=8, border=6)], np.uint8)
    turn = cv2.getRotationMatrix2D((grid.shape[1] / 2, grid.shape[0] / 2), 7, 0.8)
    seen = cv2.GaussianBlur(cv2.warpAffine(grid, turn, grid.shape[::-1], borderValue=120), (5, 5), 1.2)
    return bytes(cv2.imencode(".jpg", seen, [cv2.IMWRITE_JPEG_QUALITY, 70])[1])


def post(sitting: Sitting, path: str, **files: list[bytes] | bytes) -> TestResponse:
    client: FlaskClient = sitting.client
    data = {
        field: [(BytesIO(one), f"{field}{k}") for k, one in enumerate(given if isinstance(given, list) else [given])]
        for field, given in files.items()
    }
    return client.post(path, data=data, headers=sitting.headers)


def test_pictures_in_any_order_and_in_several_goes_open_the_game(house: Sitting, new_host: Sitting) -> None:
    cut = chain(house)
    assert len(cut) >= 2
    first = post(new_host, "/take-in", picture=[picture(piece) for piece in reversed(cut[1:])])
    assert first.status_code == 200
    assert re.findall(r"<li>(\d+)</li>", first.text) == ["1"]
    assert new_host.tables.headings() == []
    done = post(new_host, "/take-in", picture=[picture(cut[0])])
    assert done.status_code == 303
    game = done.location.rpartition("/")[2]
    assert new_host.tables.seen(game).state == house.tables.seen(house.game).state
    assert new_host.tables.playing(game).rows() == house.tables.playing(house.game).rows()
    page = new_host.get(f"/games/{game}/record")
    assert "Vino de otro ordenador con 81 entradas" in page.text


def test_a_live_camera_is_told_what_is_missing_and_where_the_game_is(house: Sitting, new_host: Sitting) -> None:
    cut = chain(house)
    said = [post(new_host, "/take-in/frame", picture=picture(piece)).get_json() for piece in cut]
    assert said[0]["said"].startswith(f"1 de {len(cut)}. Faltan: 2")
    assert [bool(one["done"]) for one in said] == [False] * (len(cut) - 1) + [True]
    nothing = post(new_host, "/take-in/frame", picture=picture("https://elsewhere")).get_json()
    assert nothing == {"said": "", "done": ""}


def test_a_file_that_a_phone_kept(house: Sitting, new_host: Sitting) -> None:
    rows = house.client.get(f"/games/{house.game}/record/rows").get_json()
    text = f'{rows["head"][:-1]},"seal":"{rows["seal"]}","rows":[{",".join(rows["rows"])}]}}'
    done = post(new_host, "/take-in", file=text.encode())
    assert done.status_code == 303
    again = post(new_host, "/take-in", file=text.encode())
    assert again.location == done.location
    assert post(new_host, "/take-in", file=text.replace("Carla", "Clara").encode()).status_code == 400


def test_a_device_is_given_only_what_it_has_not_kept(house: Sitting) -> None:
    ask = house.client.get
    whole = ask(f"/games/{house.game}/record/rows").get_json()
    seals = [entry["seal"] for entry in ask(f"/api/games/{house.game}/record").get_json()["entries"]]
    rest = ask(f"/games/{house.game}/record/rows?after=80&seal={seals[79]}").get_json()
    assert (rest["after"], rest["rows"]) == (80, whole["rows"][80:])
    assert rest["seal"] == whole["seal"] == seals[-1]
    for other in ("after=80&seal=x", "after=900&seal=", "after=-1", "after=x", "after=0"):
        assert ask(f"/games/{house.game}/record/rows?{other}").get_json() == whole


def test_the_codes_by_hand_are_the_chain(house: Sitting) -> None:
    cut = chain(house)
    page = house.get(f"/games/{house.game}/record/codes/1")
    assert f"1 / {len(cut)}" in page.text
    assert "svg" in page.html
    assert house.get(f"/games/{house.game}/record/codes/{len(cut) + 1}").status == 404
    assert house.get(f"/games/{house.game}/record/codes/0").status == 404


def test_bad_files_get_a_sentence(new_host: Sitting) -> None:
    jpeg = bytes(cv2.imencode(".jpg", np.full((60, 60), 200, np.uint8))[1])
    for files in ({"picture": jpeg}, {"picture": jpeg[:40]}, {"file": b"{}"}, {"file": b"\x00\xff"}, {}):
        refused = post(new_host, "/take-in", **files)
        assert refused.status_code in (400, 422)
        assert 'class="notice error"' in refused.text
    assert new_host.tables.headings() == []


def test_a_chain_whose_whole_is_no_game_is_refused(new_host: Sitting) -> None:
    cut = pieces(json.dumps({"record": 1, "rows": [], "seal": ""}))
    refused = post(new_host, "/take-in", picture=[picture(piece) for piece in cut])
    assert refused.status_code == 400
    assert 'class="notice error"' in refused.text


def test_only_the_host_brings_games(house: Sitting) -> None:
    for path in ("/take-in", "/take-in/frame"):
        assert house.client.post(path, data={}).status_code == 401
    assert "quien lleva la mesa" in house.client.get("/take-in").get_data(as_text=True)
    assert house.client.get(f"/games/{house.game}/record").status_code == 200


def test_a_picture_of_a_large_code_is_read() -> None:
    text = "CMP1Z/" + "A1 $" * 200
    assert texts_in(picture(text)) == [text]


# -- words ---------------------------------------------------------------------------------------------------------


def _words(lang: str) -> dict[str, str]:
    return dict(flatten(tomllib.loads((WEB / "words" / "record" / f"{lang}.toml").read_text("utf-8"))))


def test_both_languages_say_the_same_things() -> None:
    es, en = _words("es"), _words("en")
    assert set(es) == set(en)
    assert {key: blanks_of(text) for key, text in es.items()} == {key: blanks_of(text) for key, text in en.items()}


def test_every_sentence_is_there_and_used() -> None:
    text = "".join(path.read_text("utf-8") for path in (WEB / "templates").rglob("*.html"))
    asked = set(re.findall(r"""\br\(\s*["']([\w.-]+)["']""", text))
    asked |= set(re.findall(r"""spoken\(\s*["']([\w.-]+)["']""", (WEB / "pages_record.py").read_text("utf-8")))
    assert asked == set(_words("es"))
