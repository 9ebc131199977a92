"""The past on the pages, without JavaScript: the time line, the log, and an edit from its line to the table."""

from __future__ import annotations

import json
import re
from urllib.parse import quote, urlencode

import pytest

from tests.history.test_past import BEGUN, DOOR, FOUR
from tests.web.sitting import Page, Sitting, seated

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
    def test_any_entry_is_shown_with_the_way_to_its_neighbours(self, sitting: Sitting) -> None:
        page = sitting.get(f"/games/{sitting.game}/at/3")
        assert "Así estaba la mesa tras la entrada 3" in page.text
        assert "Ana descarta una carta." in page.text
        assert sitting.follow(page, "▶").prompt == sitting.get(f"/games/{sitting.game}/at/4").prompt
        assert sitting.follow(page, "◀").prompt == sitting.get(f"/games/{sitting.game}/at/2").prompt

    @pytest.mark.parametrize(("asked", "shown"), [("4", 4), ("0", 1), ("99", 9), ("x", 9), ("", 9)])
    def test_the_form_leads_to_the_place_it_was_set_to(self, sitting: Sitting, asked: str, shown: int) -> None:
        page = led(sitting, f"/games/{sitting.game}/at?n={asked}")
        assert f"tras la entrada {shown}" in page.text
        assert page.status == 200

    def test_a_part_is_a_frame_without_the_page(self, sitting: Sitting) -> None:
        page = sitting.get(f"/games/{sitting.game}/at/9?part")
        assert page.html.lstrip().startswith('<div class="frame" id="frame" data-number="9"')
        assert "<html" not in page.html

    def test_what_was_taken_back_is_struck_and_cannot_be_changed(self, sitting: Sitting) -> None:
        sitting.say(action="undo")
        page = sitting.get(f"/games/{sitting.game}/at/9")
        assert "<s>Ana juega «Lanzallamas» sobre Dani.</s>" in page.html
        assert "No pasó así" not in page.text

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

    def test_the_device_of_an_entry_and_of_its_undo_is_told(self, sitting: Sitting) -> None:
        agent = {"User-Agent": "Mozilla/5.0 (iPad; CPU OS 17_0 like Mac OS X) Version/17.0 Safari/604.1"}
        said = {"said": '{"action":"undo"}', "version": "9"}
        sitting.client.post(f"/games/{sitting.game}/act", data=said, headers={**sitting.headers, **agent})
        page = sitting.get(f"/games/{sitting.game}/log")
        assert re.search(r"deshecha en la 10 \([\d:]+ · iPad · Safari\)", page.text)
        assert "Deshacer" not in page.labels

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
        assert "La mesa lo hizo así" in sitting.get(f"/games/{sitting.game}/log").text

    def test_nothing_is_accepted_that_was_not_looked_at(self, sitting: Sitting) -> None:
        page = sitting.press(see(sitting), "Corregir el pasado", keep=["9"])
        assert "Esto es lo que cambiaría" in page.text
        assert sitting.state()["version"] == 9

    def test_what_did_not_happen_goes_and_comes_back(self, sitting: Sitting) -> None:
        page = sitting.follow(sitting.get(f"/games/{sitting.game}/edit/9"), "No pasó")
        assert "Esa entrada se quita." in page.text
        page = sitting.press(page, "Corregir el pasado")
        assert sitting.state()["step"] == "act"
        sitting.press(page, "↶ Dejarlo como estaba antes")
        assert sitting.state()["against"] == "lanzallamas"

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
