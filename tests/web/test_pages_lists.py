"""The list of games, a new game, the set-up, the log, the cards; languages; records taken along and brought back."""

from __future__ import annotations

import io
import re

import pytest

from companion.store.base import Salvage, Unwritable
from companion.store.memory import MemoryStore
from tests.length import later
from tests.web.sitting import SIX, Sitting


def test_a_game_is_opened_by_form(sitting: Sitting) -> None:
    page = sitting.get("/new")
    page = sitting.press(page, "Preparar la mesa", name=SIX, first="2", label="Viernes")
    page = sitting.follow(page, "Abrid la caja")  # the first game of this house
    assert "6 jugadores, 54 cartas" in page.text
    assert "Empieza Carla." in page.text
    page = sitting.follow(page, "Empezar a jugar")
    assert page.prompt == "Carla roba una carta"
    assert "Viernes" in sitting.get("/").text


def test_an_option_nobody_offered_is_refused_beside_its_question(sitting: Sitting) -> None:
    page = sitting.press(sitting.get("/new"), "Preparar la mesa", name=SIX, **{"option.self_quarantine": "perhaps"})
    assert page.status == 422
    assert 'id="fault-self_quarantine"' in page.html


@pytest.mark.parametrize("game", ["the-thing", *later("the-thing-coop", "the-thing-outpost")])
def test_how_much_the_tablet_keeps_is_asked_in_pictures_before_the_people(sitting: Sitting, game: str) -> None:
    page = sitting.get(f"/new?box={game}/{game}")
    asked = [page.html.index(f'name="option.depth" value="{one}"') for one in ("phases", "sums", "complete")]
    assert asked == sorted(asked) and asked[-1] < page.html.index('name="name"')
    assert page.html.count('name="option.depth"') == 3
    page = sitting.press(page, "Preparar la mesa", name=SIX[:2])
    assert page.status == 422 and "tocad una de las tres" in page.text and not sitting.tables.headings()
    assert not re.search('name="option.depth" value="[a-z]+" checked', page.html), "and nothing is chosen for anybody"
    page = sitting.press(page, "+ Añadir a alguien", name=["Ana"], **{"option.depth": "sums"})
    assert 'name="option.depth" value="sums" checked' in page.html
    sitting.press(
        page, "Preparar la mesa", name=SIX[: 4 if game != "the-thing-coop" else 3], **{"option.depth": "sums"}
    )
    assert sitting.tables.seen(sitting.tables.headings()[0].id).table.options["depth"] == "sums"


def test_people_are_added_moved_and_removed(sitting: Sitting) -> None:
    page = sitting.press(sitting.get("/new"), "+ Añadir a alguien", name=["Ana", "Beto", "Carla", "Dani"], first="3")
    assert page.html.count('<input name="name"') == 5
    page = sitting.press(page, "↑", name=["Ana", "Beto", "Carla", "Dani", ""])
    assert page.html.index('value="Ana"') < page.html.index('value="Beto"')
    form = {"name": ["Ana", "Beto", "Carla", "Dani"], "first": "3", "do": "up.3"}
    for do, rows in (("add.2", 6), ("add.999", 24), ("add.x", 5), ("add.0", 5)):
        assert sitting.post("/new", {**form, "do": do}).html.count('<input name="name"') == rows
    page = sitting.post("/new", form)
    assert page.html.index('value="Dani"') < page.html.index('value="Carla"')
    assert 'name="first" value="2" checked' in page.html
    assert 'name="first" value="3" checked' in sitting.post("/new", {**form, "first": "2"}).html
    twelve = {"name": [*SIX, *map(str, range(6))], "do": "enter"}
    assert sitting.post("/new", twelve).html.count('<input name="name"') == 12
    page = sitting.post("/new", {**form, "do": "remove.1"})
    assert 'value="Beto"' not in page.html
    assert 'name="first" value="2" checked' in page.html
    for do in ("up.99", "remove.x", "fly", "up.0"):
        assert sitting.post("/new", {**form, "do": do}).status == 200


@pytest.mark.parametrize(
    ("names", "wrong"),
    [(["Ana", "ana", "Ana María", "Beto"], 2), (["Ana", "x" * 40, "x" * 41, "Beto"], 1)],
    ids=["twice", "long"],
)
def test_only_the_name_at_fault_is_marked(sitting: Sitting, names: list[str], wrong: int) -> None:
    page = sitting.post("/new", {"name": names, "first": "0", "do": "open"})
    assert (page.status, page.html.count(' wrong">')) == (422, wrong)


def test_a_game_is_named_put_away_and_brought_back(table: Sitting) -> None:
    page = table.press(table.get("/"), "Guardar", name="La noche larga")
    assert "La noche larga" in page.text
    page = table.press(page, "Archivar")
    assert "Archivadas (1)" in page.text
    page = table.press(page, "Recuperar")
    assert "Archivadas" not in page.text
    assert "n" * 80 in table.press(page, "Guardar", name="n" * 80).text
    page = table.press(page, "Guardar", name="n" * 81)
    assert page.status == 400
    assert "El nombre tiene más de 80 letras." in page.text
    assert "n" * 81 in page.html


def test_what_was_taken_back_and_restored_is_one_line(table: Sitting) -> None:
    table.say(action="draw", player="Ana", back="away")
    for action in ("undo", "redo", "undo", "redo"):
        table.say(action=action)
    page = table.get(f"/games/{table.game}/log")
    assert page.html.count("<li id=") == 2
    assert "quitada y devuelta: 2" in page.text
    assert "<s>" not in page.html


def test_everything_taken_back_is_restored_at_once(table: Sitting) -> None:
    table.do("draw Ana away", "discard Ana")
    before = {key: value for key, value in table.state().items() if key not in ("version", "can_undo", "can_redo")}
    table.say(action="undo")
    assert "Rehacer todo" not in table.look().text, "one Redo is enough"
    table.say(action="undo")
    page = table.look()
    assert "Rehacer todo: 2" in page.text
    way = re.search(r'formaction="([^"]+)" name="to" value="(\d+)" class="redo-all"', page.html)
    assert way is not None
    page = table.post(way[1], {"to": way[2], "version": str(table.state()["version"]), "action_id": "all"})
    after = table.state()
    assert {key: after[key] for key in before} == before
    assert "Rehacer" not in page.text


class TestRecords:
    """A game is taken along and brought back."""

    @pytest.fixture
    def played(self, sitting: Sitting) -> Sitting:
        sitting.sit_down()
        sitting.do("draw Ana away", "discard Ana")
        return sitting

    def bring(self, sitting: Sitting, data: bytes, name: str = "game.json") -> int:
        page = sitting.post("/take-in", {"file": (io.BytesIO(data), name)}, content_type="multipart/form-data")
        self.page = page
        return page.status

    def test_a_file_named_with_markup(self, sitting: Sitting) -> None:
        assert self.bring(sitting, b"{", "<script>alert(1)</script>.jsonl") == 400
        assert "<script>alert" not in self.page.html


class TestLanguages:
    """Spanish first; English complete; the choice belongs to the device."""

    def test_the_browser_says(self, table: Sitting) -> None:
        table.lang = "en-GB,es;q=0.5"
        assert table.look().prompt == "Ana draws a card"
        table.lang = "sv"
        assert table.look().prompt == "Ana roba una carta"

    def test_the_device_remembers(self, table: Sitting) -> None:
        page = table.press(table.look(), "English")
        assert page.prompt == "Ana draws a card"
        assert '<html lang="en"' in table.look().html
        kept = table.client.get_cookie("companion_lang")
        assert kept is not None and kept.max_age == 400 * 24 * 3600

    def test_the_cards_for_another_number_are_of_the_same_box(self, sitting: Sitting) -> None:
        html = sitting.client.get("/rules?box=la-criatura/la-criatura", headers=sitting.headers).text
        found = re.findall(r'href="/rules\?([^"]*players=\d+)"', html)
        assert len(found) >= 8 and all(one.startswith("box=la-criatura") for one in found)

    @pytest.mark.parametrize("what", ["lang", "look"])
    def test_nothing_else_is_kept(self, sitting: Sitting, what: str) -> None:
        path = {"lang": "/language", "look": "/look"}[what]
        answer = sitting.client.post(path, data={what: "xx", "back": "/rules?players=5"}, headers=sitting.headers)
        assert (answer.headers["Location"], answer.headers.get("Set-Cookie")) == ("/rules?players=5", None)

    @pytest.mark.parametrize(
        "back", ["//evil.example", "https://evil.example/", "\\\\evil.example", "javascript:1", ""]
    )
    def test_never_leads_elsewhere(self, sitting: Sitting, back: str) -> None:
        answer = sitting.client.post("/language", data={"lang": "en", "back": back}, headers=sitting.headers)
        assert answer.headers["Location"] == "/"


def test_a_damaged_file_is_told_on_the_list(sitting: Sitting, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = Salvage("companion.damaged.db", "malformed", ("a",), (), ())
    monkeypatch.setattr(MemoryStore, "salvages", (kept,))
    assert "companion.damaged.db" in sitting.get("/").text


def test_a_full_disk_is_said_on_the_table(sitting: Sitting, monkeypatch: pytest.MonkeyPatch) -> None:
    page = sitting.sit_down()

    def full(*_: object) -> None:
        raise Unwritable("store.full", path="/disk")

    monkeypatch.setattr(sitting.tables.store, "append", full)
    page = sitting.press(page, "Dorso verde")
    assert page.status == 503
    assert "El disco está lleno: no se ha anotado nada." in page.text
    assert page.prompt == "Ana roba una carta"


def test_house_rules_too_long_are_told_and_kept_in_the_form(table: Sitting) -> None:
    form = {"name": ["Ana", "Beto", "Carla", "Dani"], "house": "y" * 501, "do": "open"}
    answer = table.post("/new", form)
    assert answer.status == 400
    assert "y" * 501 in answer.html and "500" in answer.text
