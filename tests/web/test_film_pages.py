"""The film, the chronicle, the past and its edits on the pages, without JavaScript; before the end nothing that only
roles would tell."""

from __future__ import annotations

import json
import re
from urllib.parse import quote, urlencode

import pytest

from companion.web.pages.printing import studio
from tests.history.telling import opened, told
from tests.history.test_past import BEGUN, DOOR, FOUR
from tests.web.sitting import Page, Sitting, seated


@pytest.fixture
def ended() -> Sitting:
    return Sitting(*told())


@pytest.fixture
def playing() -> Sitting:
    return Sitting(*told(ended=False))


def declared(names: list[str]) -> Page:
    """Return the chronicle of a game in which everybody was infected by the first."""
    tables, game = opened(players=names)
    tables.say(game, {"action": "declare", "player": names[0]})
    roles = {name: "la-cosa" if name == names[0] else "infected" for name in names}
    tables.say(game, {"action": "end", "cause": "la-cosa-declared", "roles": roles, "infected": names[1:3]})
    return story(Sitting(tables, game))


def story(sitting: Sitting) -> Page:
    return sitting.get(f"/games/{sitting.game}/story")


class TestFilm:
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


class TestChronicle:
    def test_before_the_end_no_role_and_nothing_that_follows_from_one(self, playing: Sitting) -> None:
        page = story(playing)
        assert "La partida no ha terminado" in page.text
        for secret in ('id="tree"', 'id="prizes"', 'id="takeaway"', "Al final", "Gatillo"):
            assert secret not in page.html

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

    def test_the_poster_is_the_hosts_to_make(self, ended: Sitting, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(studio, "PATIENCE", 600.0)  # a busy machine draws for longer than a host should wait
        guest = Sitting(ended.tables, ended.game, host=False)
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
    def test_nobody_is_named_where_names_are_left_out(self, ended: Sitting) -> None:
        sent = ended.client.get(f"/games/{ended.game}/film/scenes?names=no", headers=ended.headers)
        assert sent.json is not None and sent.json["players"] == [f"Alguien {k}" for k in range(1, 6)]
        assert sent.json["roles"]["Alguien 2"][0] == "La Cosa"
        assert not any(name in sent.text for name in ("Ana", "Beto", "Carla", "Dani", "Eva"))
        assert "Ana" in ended.client.get(f"/games/{ended.game}/story", headers=ended.headers).text


NOTE = {"how": "change", "new": json.dumps([DOOR])}


@pytest.fixture
def sitting() -> Sitting:
    return seated(*BEGUN, players=FOUR)


def see(sitting: Sitting, number: int = 3, **more: object) -> Page:
    return sitting.get(f"/games/{sitting.game}/edit/{number}/see?{urlencode({**NOTE, **more}, doseq=True)}")


def led(sitting: Sitting, path: str) -> Page:
    """Return the page at the end of all redirections."""
    return Page(sitting.client.get(path, headers=sitting.headers, follow_redirects=True))


class TestTimeLine:
    @pytest.mark.parametrize(("asked", "shown"), [("4", 4), ("0", 1), ("99", 9), ("x", 9), ("", 9)])
    def test_the_form_leads_to_the_place_it_was_set_to(self, sitting: Sitting, asked: str, shown: int) -> None:
        page = led(sitting, f"/games/{sitting.game}/at?n={asked}")
        assert f"tras la entrada {shown}" in page.text
        assert page.status == 200

    def test_a_part_is_a_frame_without_the_page(self, sitting: Sitting) -> None:
        page = sitting.get(f"/games/{sitting.game}/at/9?part")
        assert page.html.lstrip().startswith('<div class="frame" id="frame" data-number="9"')
        assert "<html" not in page.html

    def test_one_goes_back_only_from_the_moment_that_was_opened(self, sitting: Sitting) -> None:
        form = f'action="/games/{sitting.game}/return"'
        assert sitting.get(f"/games/{sitting.game}/log").html.count(form) == 0
        for number, many in ((3, 1), (9, 0)):
            assert sitting.get(f"/games/{sitting.game}/at/{number}").html.count(form) == many
        page = sitting.get(f"/games/{sitting.game}/at/8")
        assert "Cambios que hacer en la mesa: 1Ana recupera 1 carta de la mesa." in page.text
        assert "Entradas posteriores que se quitarían: 1" in page.text


class TestLog:
    def test_every_line_can_be_looked_at_and_those_that_stand_changed(self, sitting: Sitting) -> None:
        page = sitting.get(f"/games/{sitting.game}/log")
        assert page.html.count(f'href="/games/{sitting.game}/edit/') == 8
        assert f'href="/games/{sitting.game}/edit/1"' not in page.html

    def test_an_edit_is_one_line_with_its_undos_in_it(self, sitting: Sitting) -> None:
        sitting.post(f"/games/{sitting.game}/edit/3/see", {**NOTE, "sure": "yes", "kept": "", "version": "9"})
        page = sitting.get(f"/games/{sitting.game}/log")
        assert "Se cambia la entrada 3." in page.text
        assert "Entradas posteriores que siguen en pie: 5. Entradas que ya no caben: 9." in page.text
        assert "y con ella, deshechas: 6" in page.text
        assert page.text.count("anotada otra vez") == 5
        assert page.html.count("<s>") == 7


class TestEditing:
    def test_the_whole_way_by_the_tables_own_questions(self, sitting: Sitting) -> None:
        page = sitting.get(f"/games/{sitting.game}/edit/3")
        assert page.prompt == "¿Qué pasó en realidad?"
        assert "<s>Ana descarta una carta.</s>" in page.html
        page = sitting.choose(page, "Puerta atrancada")
        page = sitting.choose(page, "Dani")
        assert "Esto es lo que cambiaría" in page.text
        assert "Entre Ana y Dani: Puerta atrancada" in page.text
        assert "Cartas de Ana: 5 (en vez de 4)" in page.text
        assert "Hay una puerta atrancada entre Ana y Dani" in page.text
        assert sitting.state()["version"] == 9
        page = sitting.press(page, "Corregir el pasado")
        assert page.prompt == "El pasado está corregido"
        assert sitting.state()["doors"] == [["Dani", "Ana"]]
        assert sitting.state()["step"] == "act"

    def test_a_later_entry_is_kept_as_the_table_did_it(self, sitting: Sitting) -> None:
        page = see(sitting)
        page = sitting.press(page, "Volver a mirar", keep=["9"])
        assert 'value="9" checked' in page.html
        assert "Cartas de Ana" not in page.text
        page = sitting.press(page, "Corregir el pasado", keep=["9"])
        assert sitting.state()["against"] == "lanzallamas"
        assert "Contra la regla" in sitting.get(f"/games/{sitting.game}/log").text

    def test_nothing_is_accepted_that_was_not_looked_at(self, sitting: Sitting) -> None:
        page = sitting.press(see(sitting), "Corregir el pasado", keep=["9"])
        assert "Esto es lo que cambiaría" in page.text
        assert sitting.state()["version"] == 9

    def test_the_same_again_changes_nothing_and_offers_nothing(self, sitting: Sitting) -> None:
        page = see(sitting, new=json.dumps([BEGUN[1]]))
        assert "Nada: la mesa queda como está." in page.text
        assert "Corregir el pasado" not in page.labels

    def test_what_the_rules_refuse_then_says_why_and_may_be_overruled(self, sitting: Sitting) -> None:
        page = see(sitting, new=json.dumps([{**DOOR, "target": "Carla"}]))
        assert "solo vale para los vecinos de Ana" in page.text or "Carla está más lejos" in page.text
        assert "Corregir el pasado" not in page.labels
        page = sitting.follow(page, "La mesa lo hizo así")
        assert "Corregir el pasado" in page.labels

    def test_fields_are_filled_in_as_at_the_table(self, sitting: Sitting) -> None:
        said = json.dumps({"action": "rename", "player": "Ana"})
        page = sitting.get(f"/games/{sitting.game}/edit/3?how=insert&said={quote(said)}")
        name = next(name for form in page.forms for name in form.fields if name.startswith("f."))
        button = next(label for form in page.forms if "how" in form.fields for _, _, label in form.buttons)
        page = sitting.press(page, button, **{name: "Amaia"})
        assert "Amaia" in page.text
        assert "Esto es lo que cambiaría" in page.text

    def test_a_table_that_moved_on_is_looked_at_again(self, sitting: Sitting) -> None:
        page = see(sitting)
        sitting.say(action="undo")
        page = sitting.press(page, "Corregir el pasado")
        assert page.status == 409
        assert "La mesa ha cambiado mientras tanto" in page.text

    @pytest.mark.parametrize(
        ("path", "status"),
        [
            ("edit/1", 400), ("edit/99", 400), ("edit/3/see", 400), ("edit/3/see?how=odd", 400),
            ("edit/3/see?how=change&new=nonsense", 400), ("edit/3/see?how=change&new=%7B%7D", 400),
            ("edit/3/see?how=change&new=[1]", 400), ("edit/3/see?how=remove&keep=x&keep=99999999999", 200),
            ("edit/3?said=%7B%22action%22%3A%22draw%22%7D", 200), ("edit/3?how=odd", 200), ("edited/1", 200),
            ("edited/99", 200), ("at/0", 400), ("at/99", 400), ("at/99?part", 400),
        ],
    )  # fmt: skip
    def test_garbage_gets_a_sentence(self, sitting: Sitting, path: str, status: int) -> None:
        page = led(sitting, f"/games/{sitting.game}/{path}")
        assert page.status == status
        assert "Traceback" not in page.text

    def test_an_empty_answer_is_asked_again(self, sitting: Sitting) -> None:
        page = sitting.post(f"/games/{sitting.game}/edit/3", {"how": "change", "said": ""})
        assert page.status == 400
        assert page.prompt == "¿Qué pasó en realidad?"


def test_after_the_end_a_moment_shows_whom_somebody_had_turned_by_then() -> None:
    roles = {"Ana": "la-cosa", "Beto": "infected", "Carla": "human", "Dani": "human"}
    turn = ("draw Ana away", "discard Ana", "respond Beto", "draw Beto away", "discard Beto", "respond Carla")
    end: dict[str, object] = {"action": "end", "cause": "la-cosa-caught", "roles": roles}
    table = seated(*turn, end, "tell Beto from=Ana exchange=1", players=[*roles])
    tokens = re.compile(r'<g class="role-token [^>]*data-name="(\w+)".*?#([\w-]+)"', re.DOTALL)
    before, then = (dict(tokens.findall(table.get(f"/games/{table.game}/at/{number}").html)) for number in (3, 4))
    assert before == {"Ana": "la-cosa", "Carla": "human", "Dani": "human"}
    assert then == {**before, "Beto": "infectado"}
