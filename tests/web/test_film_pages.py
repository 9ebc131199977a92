"""The film and the chronicle on the pages, without JavaScript; before the end nothing that only roles would tell."""

from __future__ import annotations

import re

import pytest

from companion.service.live.games import GameService
from companion.store.memory import MemoryStore
from tests.history.telling import STORY, abandoned, opened, told
from tests.service.toy import SETUP
from tests.service.toy import find as toy
from tests.web.sitting import Page, Sitting


def before(tables: GameService, game: str, lang: str = "es", host: bool = True) -> Sitting:
    """Return a device that looks at the pages of a game."""
    made = Sitting(tables, lang, host)
    made.game = game
    return made


@pytest.fixture
def ended() -> Sitting:
    return before(*told())


@pytest.fixture
def playing() -> Sitting:
    return before(*told(ended=False))


def declared(names: list[str]) -> Page:
    """Return the chronicle of a game in which everybody was infected by the first."""
    tables, game = opened(players=names)
    tables.say(game, {"action": "declare", "player": names[0]})
    roles = {name: "la-cosa" if name == names[0] else "infected" for name in names}
    tables.say(game, {"action": "end", "cause": "la-cosa-declared", "roles": roles, "infected": names[1:3]})
    return story(before(tables, game))


def story(sitting: Sitting) -> Page:
    return sitting.get(f"/games/{sitting.game}/story")


class TestFilm:
    def test_it_is_gone_through_by_its_links(self, ended: Sitting) -> None:
        page = ended.get(f"/games/{ended.game}/film")
        seen = 1
        while (following := ended.follow(page, "▶")).html != page.html:
            page, seen = following, seen + 1
        assert seen == len(STORY) + 3
        assert page.prompt == ended.look().prompt
        assert ended.follow(page, "Crónica").status == 200

    def test_a_frame_tells_what_happened_and_what_could_be_known(self, ended: Sitting) -> None:
        page = ended.get(f"/games/{ended.game}/film/4")
        assert "Todos ven cartas de Ana" in page.text
        assert "Ana enseñó toda la mano, sin ¡Infectado! y sin La Cosa." in page.text
        assert "Encaja con: Humano. No encaja con: La Cosa, Infectado." in page.text
        assert "Whisky" in page.text
        earlier = ended.get(f"/games/{ended.game}/film/3")
        assert "Encaja con" not in earlier.text

    @pytest.mark.parametrize(("asked", "frame"), [("3", 3), ("0", 1), ("999", 18), ("x", 1), ("", 1)])
    def test_the_form_leads_to_its_place(self, ended: Sitting, asked: str, frame: int) -> None:
        path = f"/games/{ended.game}/film?n={asked}"
        page = Page(ended.client.get(path, headers=ended.headers, follow_redirects=True))
        assert f"{frame} / 18" in page.text

    def test_frames_that_are_not_there(self, ended: Sitting) -> None:
        for number in (0, 19, 999999):
            assert ended.get(f"/games/{ended.game}/film/{number}").status == 400
        assert ended.get("/games/none/film").status == 404
        assert ended.get(f"/games/{ended.game}/film/x").status == 404

    def test_it_shows_what_everybody_turned_out_to_be_once_that_is_known(
        self, ended: Sitting, playing: Sitting
    ) -> None:
        page = ended.get(f"/games/{ended.game}/film/2")
        assert page.html.count('class="role-token') == 5
        assert "role-token" not in playing.get(f"/games/{playing.game}/film/2").html

    def test_what_was_taken_back_is_no_scene(self, playing: Sitting) -> None:
        last = playing.state()["version"]
        playing.say(action="undo")
        page = playing.get(f"/games/{playing.game}/film")
        assert f'data-passed="{last} {last + 1}"' in page.html
        assert playing.get(f"/games/{playing.game}/film/{last}").status == 400

    def test_a_game_that_tells_nothing_has_its_film_too(self) -> None:
        tables = GameService(MemoryStore(), toy)
        sitting = before(tables, tables.open(SETUP).id)
        sitting.tables.say(sitting.game, {"action": "draw", "player": "Ana"})
        assert sitting.get(f"/games/{sitting.game}/film/2").status == 200
        sitting.tables.say(sitting.game, {"action": "stop"})
        page = story(sitting)
        assert page.status == 200
        assert 'id="tree"' not in page.html


class TestChronicle:
    def test_the_tree_is_drawn_and_told(self, ended: Sitting) -> None:
        page = story(ended)
        tree = re.search(r'id="tree"><h2>A quién infectó La Cosa</h2>(.*?)</section>', page.html, re.DOTALL)
        assert tree is not None
        shape = re.sub(r" +", " ", re.sub(r"<(/?[uo]l)[^>]*>", r"[\1]", tree[1]))
        said = " ".join(re.sub(r"<[^>]+>", " ", shape).split())
        assert said == ("[ul] Beto La Cosa [ul] Ana Infectado Carla Infectado (la última) Dani Infectado [/ul] [/ul]")

    def test_prizes_and_what_was_known_in_the_end(self, ended: Sitting) -> None:
        page = story(ended)
        assert "Gatillo caliente" in page.text
        assert "Dani" in page.text
        assert "Al final: Infectado; no encaja" in page.text
        assert "Al final: Humano; encaja." in page.text

    def test_before_the_end_no_role_and_nothing_that_follows_from_one(self, playing: Sitting) -> None:
        page = story(playing)
        assert "La partida no ha terminado" in page.text
        for secret in ('id="tree"', 'id="prizes"', 'id="takeaway"', "Al final", "Gatillo"):
            assert secret not in page.html

    def test_the_group_appears_with_its_second_game(self, ended: Sitting) -> None:
        assert "Esta noche" not in story(ended).text
        told(ended.tables)
        abandoned(ended.tables)
        page = story(ended)
        assert "Esta noche (partidas: 2)" in page.text
        assert re.search(r'<th scope="row">Beto</th><td>2</td><td>2</td>', page.html)
        assert "2/2" in page.text

    def test_the_code_reads_as_the_link(self, ended: Sitting) -> None:
        import numpy as np
        import zxingcpp

        page = story(ended)
        found = re.search(r'viewBox="0 0 (\d+) \d+"[^>]*><path d="([^"]+)" stroke="#000"', page.html)
        assert found is not None
        size = int(found[1])
        picture = np.full((size, size), 255, np.uint8)
        for x, y, run in re.findall(r"M(\d+) (\d+)\.5h(\d+)", found[2]):
            picture[int(y), int(x) : int(x) + int(run)] = 0
        read = zxingcpp.read_barcodes(np.kron(picture, np.ones((4, 4), np.uint8)))
        link = re.search(r'href="(bgstats://[^"]+)"', page.html)
        assert link is not None
        assert [one.text for one in read] == [link[1].replace("&amp;", "&").replace("&#39;", "'")]

    def test_too_many_letters_leave_the_link_alone(self) -> None:
        names = [f"{'Ñandú Wolfgang Amadeus Íñigo de la Peña'[:38]}{k:x}" for k in range(12)]
        page = declared(names)
        assert "Con tantos nombres el código no se leería" in page.text
        assert 'id="qr"' not in page.html
        assert "bgstats://" in page.html

    def test_the_poster_is_the_hosts_to_make(self, ended: Sitting) -> None:
        guest = before(ended.tables, ended.game, host=False)
        assert "Hacer el cartel" not in story(guest).labels
        form = next(form for form in story(ended).forms if form.action == "/print/pdf")
        fields = {name: values[-1] for name, values in form.fields.items()}
        answer = ended.client.post("/print/pdf", data=fields, headers=ended.headers)
        assert answer.status_code == 200
        assert answer.data.startswith(b"%PDF")
        assert "poster" in answer.headers["Content-Disposition"]

    def test_names_are_never_markup(self) -> None:
        names = ["<b>A</b>", '"><script>', "C&D", "'quote'", "{{ 7 }}"]
        page = declared(names)
        assert page.status == 200
        assert "<b>A</b>" not in page.html
        assert '"><script>' not in page.html


class TestScenes:
    def test_they_tell_the_film_to_the_script_that_draws_it(self, ended: Sitting) -> None:
        told = ended.client.get(f"/games/{ended.game}/film/scenes", headers=ended.headers).json
        assert told is not None and len(told["scenes"]) == len(STORY) + 3
        assert told["roles"]["Beto"] == ["La Cosa", "contagion", True]
        assert told["scenes"][-1]["out"] == ["Eva"]
        assert "Beto" in told["scenes"][0]["text"] or "Beto" in told["scenes"][0]["seats"]

    def test_nobody_is_named_where_names_are_left_out(self, ended: Sitting) -> None:
        sent = ended.client.get(f"/games/{ended.game}/film/scenes?names=no", headers=ended.headers)
        assert sent.json is not None and sent.json["players"] == [f"Alguien {k}" for k in range(1, 6)]
        assert sent.json["roles"]["Alguien 2"][0] == "La Cosa"
        assert not any(name in sent.text for name in ("Ana", "Beto", "Carla", "Dani", "Eva"))
        assert "Ana" in ended.client.get(f"/games/{ended.game}/story", headers=ended.headers).text
