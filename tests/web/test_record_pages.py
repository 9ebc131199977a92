"""The record handed over and taken in: pages without JavaScript, pictures in any order, bad files."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from io import BytesIO

import cv2
import numpy as np
import pytest
import segno
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.service.transfer.qr_pieces import Carried, carried, pieces, text_of
from companion.service.transfer.verify import of_record
from companion.store.base import Unwritable
from tests.houses import new_house
from tests.web.sitting import Sitting, seated


@pytest.fixture(scope="module")
def house() -> Sitting:
    here = seated(players=["Ana", "Íñigo <b>", "Carla", "Dani"])
    for _ in range(40):
        here.do("draw Ana away", "undo")
    return here


@pytest.fixture
def new_host() -> Sitting:
    return Sitting()


def chain(house: Sitting) -> list[str]:
    return pieces(text_of(carried(house.tables.playing(house.game), house.tables.heading(house.game))))


def picture(text: str) -> bytes:
    """Return a code as a photograph of a screen would show it: turned a little, grey, blurred."""
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
    first = post(new_host, "/take-in", picture=[picture(piece) for piece in (*reversed(cut[1:]), "https://elsewhere")])
    assert first.status_code == 200 and "picture" in first.text
    assert "No ha llegado ningún archivo." not in post(new_host, "/take-in", picture=[picture(cut[-1])]).text
    assert "No ha llegado ningún archivo." in post(new_host, "/take-in", picture=[]).text
    assert re.findall(r"<li>(\d+)</li>", first.text) == ["1"]
    assert new_host.tables.headings() == []
    done = post(new_host, "/take-in", picture=[picture(cut[0])])
    assert done.status_code == 303
    game = done.location.rpartition("/")[2]
    assert new_host.tables.seen(game).state == house.tables.seen(house.game).state
    assert new_host.tables.playing(game).rows() == house.tables.playing(house.game).rows()
    page = new_host.get(f"/games/{game}/record")
    assert "Vino de otro sitio. Entradas al llegar: 81" in page.text


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


class TestADeviceKnowsMore:
    """A computer that came back with an older copy of its file, and a phone before it that has seen the rest."""

    @pytest.fixture
    def older(self) -> Sitting:
        here = seated(players=["Ana", "Beto", "Carla", "Dani"])
        here.say(action="draw", player="Ana", back="away")
        return here

    @pytest.fixture
    def copy(self, older: Sitting) -> str:
        """Return the copy on the phone: three entries more, one of them sent under an id. The computer has lost
        them."""
        elsewhere = new_house()
        elsewhere.admit(
            older.tables.playing(older.game).title, older.tables.playing(older.game).rows(), older.game, "", ""
        )
        elsewhere.say(older.game, {"action": "undo"})
        elsewhere.say(older.game, {"action": "draw", "player": "Ana", "back": "away"}, action_id="tap-7")
        elsewhere.say(older.game, {"action": "discard", "player": "Ana"})
        return text_of(carried(elsewhere.playing(older.game), elsewhere.heading(older.game)))

    def test_it_is_taken_from_there_and_every_seal_holds(self, older: Sitting, copy: str) -> None:
        done = more(older, copy)
        assert done.get_json() == {"done": f"/games/{older.game}", "version": 5}
        assert older.tables.playing(older.game).rows()[3].action_id == "tap-7"
        record = older.client.get(f"/api/games/{older.game}/record").get_json()
        assert of_record(record).holds and record["entries"][-1]["seal"] == json.loads(copy)["seal"]
        assert [heading.id for heading in older.tables.headings()] == [older.game]
        assert more(older, copy).get_json() == done.get_json(), "a second time it changes nothing"
        older.say(action="undo")
        assert more(older, copy).get_json()["version"] == 6

    def test_a_game_that_went_on_otherwise_keeps_both(self, older: Sitting, copy: str) -> None:
        older.say(action="discard", player="Ana")
        before = older.tables.playing(older.game).rows()
        done = more(older, copy).get_json()
        other = done["done"].rpartition("/")[2]
        assert other != older.game and done["version"] == 5
        assert older.tables.playing(older.game).rows() == before
        assert len(older.tables.headings()) == 2

    @pytest.mark.parametrize(
        ("forged", "sentence"),
        [
            (lambda copy: copy.replace('"undo"', '"redo"'), "no encaja con su sello"),
            (lambda copy: copy.replace("Carla", "Clara"), "no encaja con su sello"),
            (lambda copy: copy[: len(copy) // 2], "No es una partida guardada"),
            (lambda copy: "[]", "No es una partida guardada"),
            (lambda copy: "{}", "No es una partida guardada"),
            (lambda copy: text_of(another(["Eva", "Fede", "Gus", "Hugo"])), "es de otra partida"),
        ],
    )
    def test_a_forged_copy_or_that_of_another_game_changes_nothing(
        self, older: Sitting, copy: str, forged: Callable[[str], str], sentence: str
    ) -> None:
        refused = more(older, forged(copy))
        assert refused.status_code == 400
        assert sentence in refused.get_json()["said"]
        assert older.tables.seen(older.game).version == 2
        assert len(older.tables.headings()) == 1

    def test_a_copy_that_gives_itself_out_for_this_game(self, older: Sitting) -> None:
        other = json.loads(text_of(another(["Eva", "Fede", "Gus", "Hugo"])))
        refused = more(older, json.dumps({**other, "id": older.game}))
        assert refused.status_code == 400 and "es de otra partida" in refused.get_json()["said"]

    def test_a_disk_that_is_full_loses_nothing(
        self, older: Sitting, copy: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def full(*_: object) -> None:
            raise Unwritable("store.full", path="games", fault="no room")

        with monkeypatch.context() as patched:
            patched.setattr(older.tables.store, "append", full)
            refused = more(older, copy)
        assert refused.status_code == 503 and refused.get_json()["said"]
        assert older.tables.seen(older.game).version == 2
        assert more(older, copy).get_json()["version"] == 5

    def test_only_the_host_decides_and_a_game_that_is_not_here_is_said(self, older: Sitting, copy: str) -> None:
        data = {"game": older.game, "copy": (BytesIO(copy.encode()), "copy.json")}
        assert older.client.post("/take-in/more", data=data).status_code == 401
        assert more(older, copy, "nothere").status_code == 404
        assert older.client.post("/take-in/more", data={}, headers=older.headers).status_code == 400


def another(people: list[str]) -> Carried:
    elsewhere = new_house()
    game = elsewhere.open({"playthrough": 1, "game": "la-cosa", "players": people, "options": {}}).id
    return carried(elsewhere.playing(game), elsewhere.heading(game))


def more(sitting: Sitting, copy: str, game: str = "") -> TestResponse:
    data = {"game": game or sitting.game, "copy": (BytesIO(copy.encode()), "copy.json")}
    return sitting.client.post("/take-in/more", data=data, headers=sitting.headers)
