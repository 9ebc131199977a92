"""Cards are missing from the box: the form, the deck it writes, the table set up again with it."""

from __future__ import annotations

import os
import re
import tomllib
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.decks import catalog
from companion.decks.catalog import Title, read_folder, title
from companion.engine.deck import Decklist
from companion.engine.game import Setup
from companion.engine.rules import Violation
from companion.service.live.games import GameService
from companion.store.memory import MemoryStore
from companion.web.pages.games.missing_cards import slug_for
from tests.web.sitting import SIX, Page, Sitting

GONE = ["lanzallamas.1", "infectado.9", "infectado.3"]
IN_PLAY = [copy.id for copy in title("la-cosa").decklist.in_play(len(SIX))]


class House(Sitting):
    """A host with a data folder, as `companion serve` has one."""

    def __init__(self, data: Path, store: MemoryStore | None = None, **more: object) -> None:
        self.data = data
        self.store = store or MemoryStore()
        folders = (data / "decks",)
        super().__init__(GameService(self.store, partial(title, folders=folders)), **more)  # type: ignore[arg-type]
        self.app.config.update(DECK_FOLDERS=folders, DATA_FOLDER=data)

    @property
    def path(self) -> str:
        """The form of the game before this host."""
        return f"/games/{self.game}/box"

    def lacks(self, *copies: str, path: str = "") -> Page:
        """Send the form with these ticked."""
        return self.post(path or self.path, {"missing": list(copies)})

    def on_disk(self) -> list[str]:
        """Return the paths of everything in the data folder."""
        return sorted(str(path.relative_to(self.data)) for path in self.data.rglob("*"))


@pytest.fixture
def house(tmp_path: Path) -> House:
    made = House(tmp_path)
    chosen = {option.name: option.values[-1] for option in title("la-cosa").decklist.options}
    setup = {"playthrough": 1, "game": "la-cosa", "players": SIX, "first": "Carla", "options": chosen,
             "house": "Sin prisas."}  # fmt: skip
    made.game = made.tables.open(setup, name="La del viernes").id
    return made


def _game_at(page: Page) -> str:
    found = re.search(r'href="/games/(\w+)/box"', page.html)
    assert found
    return found[1]


def test_the_form_shows_every_copy_that_plays_here_and_none_else(house: House) -> None:
    page = house.follow(house.get(f"/games/{house.game}/setup"), "Faltan cartas en la caja")
    assert re.findall(r'name="missing" value="([^"]+)"', page.html) == IN_PLAY
    assert "checked" not in page.html
    assert 'aria-label="Lanzallamas: 6 (copia 3)"' in page.html


def test_the_table_is_set_up_again_with_the_incomplete_box(house: House) -> None:
    old = house.game
    page = house.press(house.get(house.path), "Preparar la mesa sin ellas", missing=GONE)
    assert page.status == 200
    assert "Faltan en esta caja: ¡Infectado! (4, 6), Lanzallamas (4)." in page.text
    game = _game_at(page)
    assert game != old
    was, said = (house.tables.playing(one).entries[0].action for one in (old, game))
    assert {**was, "deck": slug_for("la-cosa", GONE)} == said
    assert house.tables.heading(game).name == "La del viernes"
    assert (house.tables.heading(old).archived, house.tables.heading(game).archived) == (True, False)
    assert f"6 jugadores, {title('la-cosa').decklist.size(6) - 3} cartas" in page.text
    assert house.tables.seen(game).table.piles["draw"] == house.tables.seen(old).table.piles["draw"] - 3


def test_the_deck_is_a_host_s_deck_like_any_other_and_nothing_else_is_left(house: House) -> None:
    house.lacks(*GONE)
    slug = slug_for("la-cosa", GONE)
    assert house.on_disk() == ["decks", f"decks/{slug}", f"decks/{slug}/deck.toml"]
    folder = house.data / "decks" / slug
    assert tomllib.loads((folder / "deck.toml").read_text("utf-8")) == {
        "slug": slug, "base": "la-cosa", "missing": sorted(GONE)}  # fmt: skip
    assert read_folder(folder).findings == ()


def test_the_same_copies_in_another_order_are_the_same_deck(house: House) -> None:
    house.lacks(*GONE)
    house.sit_down(["Gala", "Hugo", "Ines", "Jon", "Kiko", "Lola"])
    page = house.lacks(*reversed(GONE), GONE[0])
    assert page.status == 200
    assert len(list((house.data / "decks").iterdir())) == 1
    assert slug_for("la-cosa", GONE) != slug_for("la-cosa", GONE[:2])


def test_after_a_restart_the_game_and_its_deck_are_found_again(house: House) -> None:
    game = _game_at(house.lacks(*GONE))
    catalog._title.cache_clear()
    later = House(house.data, house.store)
    assert "Faltan en esta caja: ¡Infectado! (4, 6), Lanzallamas (4)." in later.get(f"/games/{game}/setup").text
    assert f"la-cosa/{slug_for('la-cosa', GONE)}" in later.get("/new").html


def test_a_copy_that_does_not_play_here_stays_missing_and_a_found_one_comes_back(house: House) -> None:
    house.sit_down([f"Persona {k}" for k in range(12)])
    page = house.lacks("lanzallamas.5", "whisky.1")
    assert "No vuelve ninguna carta a la caja." in page.text
    slug = house.tables.playing(_game_at(page)).entries[0].action["deck"]
    house.game = house.tables.open({"playthrough": 1, "game": "la-cosa", "deck": slug, "players": SIX}).id
    form = house.get(house.path)
    assert re.findall(r'value="([^"]+)" checked', form.html) == ["whisky.1"]
    assert "Faltan en esta caja: Lanzallamas (11)." in house.press(form, "Preparar la mesa", missing=[]).text


def test_with_everything_found_the_complete_box_is_played_again(house: House) -> None:
    house.game = _game_at(house.lacks("whisky.1"))
    page = house.lacks()
    assert "Faltan en esta caja" not in page.text
    assert "deck" not in house.tables.playing(_game_at(page)).entries[0].action


def test_what_is_noted_already_opens_no_other_game(house: House) -> None:
    house.game = _game_at(house.lacks("whisky.1"))
    assert _game_at(house.lacks("whisky.1")) == house.game
    assert len(house.tables.headings()) == 2


def test_once_the_game_has_begun_the_deck_waits_for_the_next_one(house: House) -> None:
    house.say(action="draw", player="Carla", back="away")
    page = house.press(house.get(house.path), "Guardar", missing=["whisky.1"])
    assert page.status == 200
    assert "Para la próxima queda guardada la caja en la que falta: Whisky (4)." in page.text
    assert [heading.id for heading in house.tables.headings()] == [house.game]
    assert not house.tables.heading(house.game).archived
    form = house.follow(page, "Otra con los mismos")
    assert f'value="la-cosa/{slug_for("la-cosa", ["whisky.1"])}" selected' in form.html
    opened = house.press(form, "Preparar la mesa")
    assert "Faltan en esta caja: Whisky (4)." in opened.text


def _unchanged(house: House, page: Page, status: int, *sentences: str) -> None:
    assert page.status == status
    for sentence in sentences:
        assert sentence in page.text
    assert [heading.id for heading in house.tables.headings()] == [house.game]
    assert not house.tables.heading(house.game).archived
    assert [path for path in house.on_disk() if path != "decks"] == []


@pytest.mark.parametrize(
    ("copies", "said"),
    [
        ([], "No se ha marcado ninguna carta"),
        (["la-cosa.1", "whisky.1"], "«La Cosa» no puede faltar"),
        (["whisky.1", "whisky.99", 'x"]\nslug = "y', "🂡" * 200], 'En esta caja no hay ninguna copia «whisky.99», «x"]'),
        (IN_PLAY[1:], "Sin esas cartas no se puede jugar: con 4 jugadores solo hay"),
    ],
    ids=["nothing", "the only one", "nobody knows them", "too few to deal"],
)
def test_what_cannot_be_missing_is_refused_and_stays_ticked(house: House, copies: list[str], said: str) -> None:
    page = house.lacks(*copies)
    _unchanged(house, page, 422, said)
    assert re.findall(r'value="([^"]+)" checked', page.html) == [one for one in IN_PLAY if one in copies]


def test_a_table_that_could_not_begin_with_that_box_is_not_set_up_again(house: House) -> None:
    def picky(game: str, deck: str) -> Title:
        return _refusing_what_lacks(title(game, deck, (house.data / "decks",)))

    house.tables.find = picky
    house.sit_down()
    house.tables.forget({one.id: None for one in house.tables.headings() if one.id != house.game})
    _unchanged(house, house.lacks("whisky.1"), 422, "jugadores")
    house.tables.say(house.game, {"action": "draw", "player": "Ana", "back": "away"})
    assert house.lacks("whisky.1").status == 200


def _refusing_what_lacks(known: Title) -> Title:
    def refuse(decklist: Decklist, setup: Setup) -> Violation | None:
        blanks = {"count": len(setup.players), "fewest": 0, "most": 0}
        return Violation("setup.player-count", blanks) if decklist.missing else None

    return replace(known, other_rules=replace(known.game, refuse_setup=refuse))


def test_only_the_host_does_it(house: House) -> None:
    house.host = False
    assert "Faltan cartas en la caja" not in house.get(f"/games/{house.game}/setup").links
    assert house.get(house.path).status == 401
    _unchanged(house, house.lacks("whisky.1"), 401, "dirige")


def test_without_a_data_folder_a_sentence_says_so(house: House) -> None:
    house.app.config.update(DATA_FOLDER=None)
    _unchanged(house, house.lacks("whisky.1"), 503, "sin carpeta de datos")
    house.app.config.update(DATA_FOLDER=house.data, DECK_FOLDERS=())
    _unchanged(house, house.lacks("whisky.1"), 503, "sin carpeta de datos")


def test_a_folder_nobody_may_write_in_leaves_nothing_behind(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    def denied(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    with monkeypatch.context() as patched:
        patched.setattr(Path, "rename", denied)
        _unchanged(house, house.lacks("whisky.1"), 503, "No se puede escribir en", "Permission denied")
    with monkeypatch.context() as patched:
        patched.setattr(Path, "mkdir", denied)
        _unchanged(house, house.lacks("whisky.1"), 503, "No se puede escribir en")
    if os.geteuid():
        house.data.chmod(0o500)
        _unchanged(house, house.lacks("whisky.1"), 503, "No se puede escribir en")
        house.data.chmod(0o700)
    assert house.lacks("whisky.1").status == 200


def test_something_else_in_its_place_is_left_alone(house: House) -> None:
    folder = house.data / "decks" / slug_for("la-cosa", ["whisky.1"])
    folder.mkdir(parents=True)
    (folder / "deck.toml").write_text('base = "la-cosa"\nmissing = ["whisky.2"]\n', "utf-8")
    page = house.lacks("whisky.1")
    assert page.status == 503
    assert "hay otra cosa" in page.text
    assert "whisky.2" in (folder / "deck.toml").read_text("utf-8")
    assert len(house.tables.headings()) == 1


def test_a_deck_with_cards_of_the_house_is_not_written_over(house: House) -> None:
    folder = house.data / "decks" / "de-casa"
    folder.mkdir(parents=True)
    (folder / "deck.toml").write_text('slug = "de-casa"\nbase = "la-cosa"\nplayers = [4, 8]\n', "utf-8")
    house.game = house.tables.open({"playthrough": 1, "game": "la-cosa", "deck": "de-casa", "players": SIX}).id
    page = house.lacks("whisky.1")
    assert page.status == 422
    assert "anotad lo que falta en su archivo deck.toml" in page.text
    assert [path.name for path in folder.parent.iterdir()] == ["de-casa"]


KNOWN = sorted(copy.id for copy in title("la-cosa").decklist.copies)
said = st.lists(
    st.sampled_from(KNOWN) | st.sampled_from(["", "\x00", "..", "whisky.0", "9" * 40]) | st.text(max_size=8)
)


@settings(max_examples=25)
@given(ticked=said)
def test_whatever_is_sent_a_page_answers(house: House, ticked: list[str]) -> None:
    page = house.lacks(*ticked)
    assert page.status in (200, 422)
    good = bool(ticked) and set(ticked) <= set(KNOWN) - {"la-cosa.1"}
    assert page.status == (200 if good else 422)
