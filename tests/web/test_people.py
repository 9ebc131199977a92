"""The people of the house on the pages: the season's table, one person, the CSV; forgotten is forgotten here too."""

from __future__ import annotations

import json

from tests.history.telling import FIVE, abandoned, told
from tests.web.sitting import Sitting


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
    assert ",la-cosa," in sent.text and ",Beto,la-cosa,other,1" in sent.text
    assert Sitting(told()[0], host=False).get("/people").status == 401


def test_the_games_are_one_file_for_bg_stats_that_adds_nothing_the_second_time() -> None:
    tables, _ = told()
    told(tables)
    abandoned(tables)
    here = Sitting(tables)
    sent, again = (here.client.get("/people/games.bgsplay", headers=here.headers) for _ in range(2))
    assert sent.text == again.text and 'filename="games.bgsplay"' in sent.headers["Content-Disposition"]
    kept = json.loads(sent.text)
    assert [one["name"] for one in kept["games"]] == ["La Cosa"] and len(kept["plays"]) == 2
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
