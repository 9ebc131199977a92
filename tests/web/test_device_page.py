"""Page of this device: what it keeps, what it says in which words, and that no cookie can break a page."""

from __future__ import annotations

import re
from datetime import datetime
from pathlib import Path

import pytest

from companion.decks.catalog import decklists_folder, gentle, title
from companion.engine.words import blanks_of
from companion.web.auth.device_settings import PLAIN, SPINS, DeviceSettings, label_of, settings_of
from companion.web.auth.sessions import Session
from tests.beside import beside
from tests.web.sitting import Sitting

GENTLE = sorted(decklists_folder().glob("*/gentle/*.toml"))


def test_a_cookie_keeps_what_was_chosen() -> None:
    chosen = DeviceSettings("lying", 130, 7, 405, "more", "less", "gentle", "on", "on", "on")
    assert settings_of(chosen.cookie()) == chosen
    assert PLAIN.cookie() == ""
    assert chosen.changed({"card": "0", "distance": "0"}).card == 0, "a measure is taken back, a distance is not"


def test_nonsense_counts_for_nothing() -> None:
    measures = ("distance=101", "distance=1e2", "spin=-1", "spin=٣", "card=5")
    for cookie in (*measures, "facing=sideways", "sound=loud", "x=1", "%%&&=", "a" * 5000):
        assert settings_of(cookie) == PLAIN, cookie


@pytest.mark.parametrize(("agent", "label"), beside(__file__, "agents.toml").items())
def test_a_device_is_called_by_what_it_is(agent: str, label: str) -> None:
    assert label_of(agent if agent.startswith("curl") else f"Mozilla/5.0 {agent}") == label


def test_the_host_reads_since_when_and_when_last(table: Sitting, monkeypatch: pytest.MonkeyPatch) -> None:
    since, seen = (datetime(2020, 1, day, 20, 15).timestamp() for day in (2, 3))
    one = Session("1", "", "seat", table.game, 0, since=since, seen=seen)
    monkeypatch.setattr(table.access.sessions, "all", lambda: (one,))
    assert "desde 2020-01-02 20:15 · visto por última vez 2020-01-03 20:15" in table.get("/devices").text


def test_spinning_never_runs_out() -> None:
    assert settings_of(f"spin={SPINS + 5}").spin == 5
    assert all(SPINS % (4 * seats) == 0 for seats in range(4, 13))


def test_the_device_keeps_its_choice_and_goes_back(table: Sitting) -> None:
    form = {"facing": "standing", "distance": "120", "sound": ["", "on"], "voice": "", "back": f"/games/{table.game}"}
    answer = table.client.post("/device", data=form, headers=table.headers)
    assert answer.status_code == 303 and answer.headers["Location"] == f"/games/{table.game}"
    assert "Max-Age=34560000;" in answer.headers["Set-Cookie"], "as long as browsers keep any"
    page = table.get(f"/games/{table.game}").html
    assert 'data-facing="standing" data-sound="on" data-distance="120"' in page


@pytest.mark.parametrize("back", ["https://elsewhere.example/", "//elsewhere.example", "\\\\elsewhere.example"])
def test_it_never_leads_elsewhere(back: str, sitting: Sitting) -> None:
    answer = sitting.client.post("/device", data={"back": back}, headers=sitting.headers)
    assert answer.headers["Location"] == "/"


def test_the_ring_is_spun_for_this_device_only(table: Sitting) -> None:
    path = f"/games/{table.game}"
    seat = re.compile(r'id="seat-0".*?translate\(([\d. ]+)\)', re.DOTALL)
    before = seat.search(table.get(path).html)
    table.client.post("/device", data={"spin": str(SPINS // 6)}, headers=table.headers)
    after = seat.search(table.get(path).html)
    assert before and after and before[1] != after[1]
    second = re.search(r'id="seat-1".*?translate\(([\d. ]+)\)', Sitting.get(table, path).html, re.DOTALL)
    assert second and second[1] != after[1]


def test_gentle_words_stand_in_for_the_others(table: Sitting) -> None:
    table.say(action="draw", player="Ana", back="away")
    burns = table.say(action="play", player="Ana", card="lanzallamas", target="Beto").html
    assert "Ana quema a Beto" in burns
    table.client.post("/device", data={"words": "gentle"}, headers=table.headers)
    gently = table.get(f"/games/{table.game}").html
    assert "quema" not in gently and "Ana juega Lanzallamas con Beto: ¿se defiende?" in gently


@pytest.mark.parametrize("path", GENTLE, ids=lambda path: f"{path.parents[1].name}-{path.stem}")
def test_gentle_words_fit_where_they_stand(path: Path) -> None:
    found = title(path.parents[1].name)
    soft = gentle(path.parents[1].name, path.stem)
    assert soft
    for key, text in soft.items():
        assert key in found.words[path.stem].sentences, key
        assert blanks_of(text) == blanks_of(found.words[path.stem].sentences[key]), key
    assert [key for key in soft if soft[key] != found.words[path.stem].sentences[key]]


def test_the_check_list_fills_a_row_of_the_table_of_devices() -> None:
    table = (Path(__file__).parents[2] / "docs/devices.md").read_text("utf-8")
    heads = next(line for line in table.splitlines() if line.startswith("| device |")).split("|")[1:-1]
    for lang, said in (("es", "no está demostrado"), ("en", "is unproven")):
        html = Sitting(lang=lang).get("/about/this-device").html
        assert said in html
        assert html.count('name="step"') == sum(head.strip().isdecimal() for head in heads) == 10
        (row,) = re.findall(r"<textarea[^>]*>(.*?)</textarea>", html)
        assert len(row.split("|")[1:-1]) == len(heads)


def test_a_phone_is_shown_the_way_to_the_table(table: Sitting) -> None:
    assert f'src="/games/{table.game}/watch.svg"' in table.look().html
    answer = table.client.get(f"/games/{table.game}/watch.svg", headers=table.headers)
    assert answer.mimetype == "image/svg+xml" and b"<svg" in answer.data
