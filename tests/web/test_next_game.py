"""From one game of an evening to the next: who is offered, who sits down late, who has won; the people of the house."""

from __future__ import annotations

import json
import re
import time
from pathlib import Path

import pytest

from companion.web.pages.games.index import ago
from tests.history.telling import FIVE, abandoned, told
from tests.web.sitting import SIX, Page, Sitting


def ended(sitting: Sitting, thing: str = "Ana", infected: str = "Beto") -> Page:
    """End the game with these roles, and return the table."""
    roles = {**dict.fromkeys(SIX, "human"), thing: "la-cosa", infected: "infected"}
    return sitting.say(action="end", cause="la-cosa-caught", roles=roles)


def listed(page: Page, tag: str, within: str) -> list[str]:
    """Return the words of each element `tag` in a part of a page."""
    part = re.search(rf'<(\w+)[^>]*(?:id|class)="{within}".*?</\1>', page.html, re.DOTALL)
    assert part, within
    found = re.findall(rf"<{tag}\b[^>]*>(.*?)</{tag}>", part[0], re.DOTALL)
    return [" ".join(re.sub(r"<[^>]+>", " ", one).split()) for one in found]


def test_somebody_late_sits_down_before_the_first_turn(sitting: Sitting) -> None:
    setup = {"playthrough": 1, "game": "la-cosa", "players": SIX, "first": "Beto", "house": "Sin atajos"}
    early = sitting.tables.open(setup).id
    page = sitting.get(f"/games/{early}/setup")
    assert "Sin atajos" in page.text
    page = sitting.get(next(href for href in page.links.values() if href.startswith("/new?late=")))
    page = sitting.press(page, "Preparar la mesa", name=[*SIX, "Gala"], do="open")
    assert [one.id for one in sitting.tables.headings() if one.archived] == [early]
    assert "La última vez erais 6, ahora sois 7" in page.text and "Entran 9 cartas de la caja" in page.text
    assert "Gala roba hasta tener 4 cartas" in page.text
    (sitting.game,) = [one.id for one in sitting.tables.headings() if not one.archived]
    said = sitting.tables.playing(sitting.game).entries[0].action
    assert (said["players"], said["first"], said["house"]) == ([*SIX, "Gala"], "Beto", "Sin atajos")
    assert "Sin atajos" in sitting.look().text


def test_only_who_has_played_is_somebody_of_other_evenings(sitting: Sitting) -> None:
    sitting.sit_down(["Ana", "Beto", "Carla", "Dani"])
    sitting.say(action="draw", player="Ana", back="away")
    sitting.sit_down(["Anna", "Betto", "Carla", "Dni"])  # mistyped, and set up again
    html = sitting.get("/new").html
    assert re.findall(r'data-seat="([^"]+)"', html) == ["Ana", "Beto", "Carla", "Dani"]
    seated = sitting.post("/new", {"name": ["ANA", "", "beto"], "do": "seat.Beto"}).html
    assert re.findall(r'data-seat="([^"]+)"', seated) == ["Carla", "Dani"] and 'name="name" value="Beto"' not in seated
    for rows, does, after in (
        (["Ana", "", "beto"], "seat.Carla", ["Ana", "Carla", "beto"]),
        (["Ana", "Beto"], "seat.Carla", ["Ana", "Beto", "Carla"]),
        (["Ana", "", "beto"], "enter", ["Ana", "", "beto"]),
        (["Ana", "Beto"], "enter", ["Ana", "Beto", ""]),
        ([f"P{k}" for k in range(12)], "enter", [f"P{k}" for k in range(12)]),
    ):
        html = sitting.post("/new", {"name": rows, "do": does}).html
        assert re.findall(r'name="name" value="([^"]*)"', html) == after, (rows, does)
    assert re.findall(r'<option value="([^"]+)">', html)[:4] == ["Ana", "Beto", "Carla", "Dani"]


def test_a_game_of_another_month_was_left_halfway(sitting: Sitting) -> None:
    now = sitting.tables.clock
    sitting.tables.clock = lambda: "2020-01-01T20:00:00.000Z"
    sitting.sit_down()
    sitting.tables.clock = now
    old = listed(sitting.get("/"), "h1", "running")
    sitting.sit_down()
    assert old != listed(sitting.get("/"), "h1", "running")


def test_the_ten_people_of_the_last_evenings_are_offered_first(sitting: Sitting) -> None:
    for k in range(3):
        people = [f"Persona {5 * k + n}" for n in range(5)]
        sitting.sit_down(people)
        sitting.say(action="draw", player=people[0], back="away")
    page = sitting.get("/new")
    first, more = page.html.split("<details><summary", 1)[0], page.html.split("<details><summary", 1)[1]
    assert first.count("data-seat=") == 10 and "más (5)" in page.text
    assert all(f'data-seat="Persona {n}"' in more for n in range(5)), "those of the oldest evening"


def test_sound_and_voice_are_chosen_where_a_game_is_opened_and_stay_with_the_device(sitting: Sitting) -> None:
    form = {"name": SIX, "first": "0", "box": "la-cosa/la-cosa"}
    changed = sitting.post("/new", {**form, "voice": "on", "do": "add"})
    assert 'name="voice" value="on" checked' in changed.html and 'name="sound" value="on" checked' not in changed.html
    sitting.post("/new", {**form, "voice": "on", "do": "open"})
    kept = sitting.client.get_cookie("companion_device")
    assert kept is not None and kept.value == "voice=on"
    assert 'name="voice" value="on" checked' in sitting.get("/new").html
    sitting.post("/new", {**form, "do": "open"})
    assert 'data-voice="on"' not in sitting.get("/").html


@pytest.mark.parametrize(
    ("at", "told"),
    [
        ("2026-11-27T21:00:20.000Z", "ahora mismo"),
        ("2026-11-27T20:58:00.000Z", "hoy, hace 2 min"),
        ("2026-11-27T20:00:20.000Z", "hoy, 20:00"),
        ("2026-11-27T18:30:00.000Z", "hoy, 18:30"),
        ("2026-11-26T23:10:00.000Z", "ayer, 23:10"),
        ("2026-11-20T23:10:00.000Z", "2026-11-20 23:10"),
        ("2026-11-27T23:10:00.000Z", "hoy, 23:10"),
        ("whenever", ""),
    ],
)
def test_when_a_game_was_played_is_said_as_people_say_it(
    sitting: Sitting, at: str, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TZ", "UTC")
    time.tzset()
    with sitting.app.test_request_context("/", headers={"Accept-Language": "es"}):
        assert ago(at, "2026-11-27T21:00:59.000Z") == told
    monkeypatch.undo()
    time.tzset()


def test_only_what_changes_in_the_box_is_said(sitting: Sitting) -> None:
    """From seven to six the nine cards with a 7 go back; for as many as before nothing is said."""
    nine = "Vuelven 9 cartas a la cajaContagio 2 2× ¡Infectado! n.º 7 7 Acción 4 1× Sospecha n.º 7"
    for people, said in (([*SIX, "Gala"], ""), (SIX, nine), (SIX[::-1], "")):
        game = sitting.tables.open({"playthrough": 1, "game": "la-cosa", "players": people}).id
        page = sitting.get(f"/games/{game}/setup")
        assert ("La última vez erais" in page.text) is bool(said)
        assert said in page.text


def test_each_of_the_table_has_a_page() -> None:
    tables, _ = told()
    abandoned(tables)
    here = Sitting(tables)
    page = here.get("/people")
    assert all(f"name={name}" in page.html for name in FIVE)
    assert "(partidas: 1)" in page.html and "bgstats://" in page.html
    eva = here.get("/people/person?name=eva")
    assert "Dani: 1" in eva.html and "Nadie aún: hacen falta 10 partidas" in eva.html
    assert here.get("/people/person?name=Zoe").status == 404
    assert "2020" not in here.get("/people?season=2020").prompt


def test_the_games_are_a_table_for_a_spreadsheet() -> None:
    here = Sitting(told()[0])
    sent = here.client.get("/people/games.csv", headers=here.headers)
    assert sent.mimetype == "text/csv" and "attachment" in sent.headers["Content-Disposition"]


def test_the_games_are_one_file_for_bg_stats_that_adds_nothing_the_second_time() -> None:
    tables, _ = told()
    told(tables)
    abandoned(tables)
    here = Sitting(tables)
    sent, again = (here.client.get("/people/games.bgsplay", headers=here.headers) for _ in range(2))
    assert sent.text == again.text and 'filename="games.bgsplay"' in sent.headers["Content-Disposition"]
    kept = json.loads(sent.text)
    kind = {"highestWins": True, "noPoints": True, "cooperative": False, "usesTeams": False, "bggId": 0}
    (game,) = kept["games"]
    assert game == {"id": 1, "uuid": game["uuid"], "name": "La Cosa", **kind} and len(kept["plays"]) == 2
    names = {one["id"]: one["name"] for one in kept["players"]}
    assert sorted(names.values()) == FIVE
    for play in kept["plays"]:
        assert play["gameRefId"] == kept["games"][0]["id"] and play["playDate"]
        scores = {names[one["playerRefId"]]: one for one in play["playerScores"]}
        assert {name for name, one in scores.items() if one["winner"]} == {"Ana", "Beto", "Dani"}
        assert scores["Beto"]["role"] == "La Cosa" and scores["Ana"]["startPlayer"]
    ids = [one["uuid"] for part in ("games", "players", "plays") for one in kept[part]]
    assert len(set(ids)) == len(ids)


def test_who_is_forgotten_is_gone_from_every_page_and_file() -> None:
    here = Sitting(told()[0])
    here.post("/forget", {"person": "Dani", "sure": "yes"})
    for path in ("/people", "/people/person?name=Eva", "/people/games.csv", "/people/games.bgsplay"):
        sent = here.client.get(path, headers=here.headers)
        assert sent.status_code == 200 and "Dani" not in sent.text and "Alguien" in sent.text
    assert here.get("/people/person?name=Dani").status == 404


def test_a_person_and_a_game_are_forgotten_once_somebody_is_sure(table: Sitting, tmp_path: Path) -> None:
    first = table.game
    table.sit_down(["Ana", "Beto", "Carla", "Zoe"])
    table.app.config["DATA_FOLDER"] = tmp_path
    damaged = [tmp_path / f"companion.db.damaged-{k}" for k in (1, 2)]
    for file in damaged:
        file.write_bytes(b"")
    page = table.get("/kept")
    assert re.findall(r'<li class="path">(.*?)</li>', page.html) == [str(file) for file in damaged]
    assert "(Ana, Beto, Carla, Zoe)" in table.post("/forget", {"game": table.game}).text
    page = table.post("/forget", {"person": "Carla"})
    assert "Carla" in page.text and "partidas (2)" in page.text
    assert table.state()["seats"][2] == "Carla"
    (form,) = [one for one in page.forms if one.buttons[0][0] == "sure"]
    page = table.post(form.action, {**form.fields, "sure": "yes"})
    assert "Carla" not in page.text
    assert [table.tables.seen(one).table.players[2] for one in (first, table.game)] == ["Alguien 1"] * 2
    assert table.post("/forget", {"game": first, "sure": "yes"}).status == 200
    assert [one.id for one in table.tables.headings()] == [table.game]


@pytest.mark.parametrize("form", [{}, {"game": "nobody"}, {"person": "Nobody"}, {"sure": "no"}])
def test_nothing_is_forgotten_without_being_sure(table: Sitting, form: dict[str, str]) -> None:
    assert table.post("/forget", form).status == 200
    assert table.state()["version"] == 1
