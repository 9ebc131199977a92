"""The box of a house: what is missing from it, counting it, cards of one's own; and the deck that is written of it."""

from __future__ import annotations

import html
import os
import re
import tomllib
from dataclasses import replace
from functools import partial
from io import BytesIO
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
from tests.games.la_cosa.own import own_box
from tests.web.showing import picture
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
             "house": "Sin prisas.", "first_evening": True}  # fmt: skip
    made.game = made.tables.open(setup, name="La del viernes").id
    return made


def _game_at(page: Page) -> str:
    found = re.search(r'href="/games/(\w+)/box"', page.html)
    assert found
    return found[1]


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


def test_what_is_noted_already_opens_no_other_game_and_what_is_found_the_complete_box(house: House) -> None:
    house.game = _game_at(house.lacks("whisky.1"))
    assert _game_at(house.lacks("whisky.1")) == house.game
    assert len(house.tables.headings()) == 2
    page = house.lacks()
    assert "Faltan en esta caja" not in page.text
    assert "deck" not in house.tables.playing(_game_at(page)).entries[0].action


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


KEY = "la-cosa/la-cosa"
FIELD = re.compile(r'name="((?:kept|n)\.[\w.-]+|box|tongue|many)" value="([^"]*)"')


def confirmed(home: House, tongue: str, **other: str) -> Page:
    """Return the page of a box of which every kind was confirmed as the Spanish one has it, save these."""
    numbers = {card.slug: " ".join(str(n) for n in card.numbers or [0]) for card in title("la-cosa").decklist.cards}
    numbers |= {"dinamita": "", "lovecraft": "", "necronomicon": "", **other}
    return home.post("/count", {"box": KEY, "tongue": tongue, **{f"kept.{slug}": of for slug, of in numbers.items()}})


def step(home: House, page: Page, **said: str) -> Page:
    """Confirm the kind that is asked, as it stands there save for what is said."""
    slug = re.search(r'value="(yes\.[\w-]+)"', page.html)
    assert slug and page.status == 200
    form = dict(FIELD.findall(page.html.partition('enctype="multipart')[0]))
    return home.post("/count", {**form, **{name.replace("_", "."): n for name, n in said.items()}, "do": slug[1]})


@pytest.fixture
def home(tmp_path: Path) -> House:
    return House(tmp_path)


def test_the_kinds_are_asked_one_by_one_and_numbers_where_they_tell_or_differ(home: House) -> None:
    page = home.get(f"/count?box={KEY}&tongue=es")
    assert "1 de 34 La Cosa" in page.text
    page = step(home, page)
    assert "2 de 34 ¡Infectado!" in page.text and 'name="n.7" value="2"' in page.html
    page = step(home, page, n_6="1", n_7="3")
    assert 'name="kept.infectado" value="4 4 4 4 4 4 4 4 6 7 7 7 8 9 9 10 10 11 11 11"' in page.html
    page = step(home, page, many="6")
    assert "Lanzallamas" in page.text and 'name="n.4" value="2"' in page.html  # not as many as we know: which?
    page = step(home, page, n_5="1")
    assert 'name="kept.lanzallamas" value="4 4 5 6 9 11"' in page.html and "4 de 34 Análisis" in page.text


def test_a_known_box_is_told_by_its_name(home: House) -> None:
    page = confirmed(home, "es")
    assert "la caja que conocemos como «La Cosa»" in page.text and 'href="/new?box=la-cosa/la-cosa"' in page.html
    page = confirmed(home, "ru", infectado=RUSSIAN, lovecraft="6")
    assert "«La Cosa · Rusa (Нечто) · H. P. Lovecraft»" in page.text and home.on_disk() == []


RUSSIAN = "4 4 4 4 4 4 4 4 6 7 7 7 8 9 9 10 10 11 11 11"
OTHER = {"infectado": RUSSIAN, "hacha": "4", "sospecha": "4 4 4 4 7 8 9 10 11", "necronomicon": "10"}


def test_another_box_says_how_it_differs_and_is_played_with(home: House) -> None:
    page = confirmed(home, "en", **OTHER)
    assert "La más parecida es «La Cosa · Necronomicón»" in page.text
    for one in ("¡Infectado!: llevan 7 en vez de 6.", "Hacha: 1 de menos (9).", "Sospecha: 1 de más (11)."):
        assert one in page.text
    assert "una reseña le cuenta 110 cartas" in page.text
    new = home.post("/count", {**dict(FIELD.findall(page.html)), "do": "make"})
    assert "Vuestra caja: La vuestra: 109 cartas" in new.text and not re.search('class="besides"', new.html)
    deck = next((home.data / "decks").iterdir())
    found = read_folder(deck)
    assert found.box and not found.findings
    sizes = [found.box.decklist.size(players) for players in (6, 10, 12)]
    assert sizes == [53, 95, 109]  # by hand: 54 - 1; 95 + 1 - 1; 108 + 1 + 1 - 1
    assert home.press(new, "Preparar la mesa", name=SIX).status == 200
    game = home.tables.headings()[0].id
    assert home.tables.seen(game).title.decklist.slug == deck.name
    assert "6 jugadores, 53 cartas" in home.get(f"/games/{game}/setup").text
    assert "Vuestra caja: La vuestra: 109 cartas" in home.get("/new").text


def test_one_kind_is_counted_again_and_a_guest_counts_nothing(home: House) -> None:
    page = confirmed(home, "es", whisky="")
    assert "Whisky: 3 de menos (4, 6, 10)." in page.text
    form = dict(FIELD.findall(page.html))
    assert 'value="yes.whisky"' in home.post("/count", {"box": KEY, "tongue": "es", "do": "ask.whisky"}).html
    again = home.post("/count", {**form, "do": "ask.whisky"})
    assert 'value="yes.whisky"' in again.html
    page = home.post("/count", {**dict(FIELD.findall(again.html)), "many": "3", "do": "yes.whisky"})
    assert "la caja que conocemos como «La Cosa»" in page.text
    page = home.post("/count", {**form, "kept.la-cosa": "0 0", "do": "make"})
    assert page.status == 422 and "hay una sola" in page.text and home.on_disk() == ["decks"]
    assert home.get("/count?box=la-criatura/la-criatura").status == 404


def test_what_the_camera_sees_whole_is_not_asked(home: House) -> None:
    seen = picture("whisky.1", "whisky.2", "whisky.3", "hacha.1")
    form = {"box": KEY, "tongue": "es"}
    page = home.post("/count", {**form, "do": "look", "picture": (BytesIO(seen), "table.png")})
    assert "4 de 108" in page.text
    so_far = html.unescape(re.search(r'name="so-far" value="([^"]*)"', page.html)[1])  # type: ignore[index]
    more = {"image": (BytesIO(picture("whisky.2", "infectado.1")), "frame.png"), "so-far": so_far, "film": "7"}
    answer = home.client.post(f"/count/frame?box={KEY}", data=more, headers=home.headers)
    assert answer.status_code == 200 and "5 de 108" in answer.json["said"]  # type: ignore[index]
    page = home.post("/count", {**form, "so-far": so_far, "do": "seen"})
    kept = {name for name, _ in FIELD.findall(page.html) if name.startswith("kept.")}
    assert kept == {"kept.whisky"}  # one axe was not seen, and numbers tell Infectado


PEOPLE = ["Ana", "Beto", "Carla", "Dani"]
GREEN, PINK = "Dorso verde: ¡Aléjate!", "Dorso rosa: ¡Pánico!"


def touch(house: House, page: Page, label: str) -> Page:
    """Touch a choice of the page, called exactly so."""
    return house.get(page.links[label]) if label in page.links else house.press(page, label)


def touched(house: House, *labels: str) -> Page:
    """Touch one thing after the other, as the pages offer them, and return the table after them."""
    page = house.look()
    for label in labels:
        page = touch(house, page, label)
        assert page.status == 200, label
    return house.look()


def test_an_evening_with_cards_of_ones_own(tmp_path: Path) -> None:
    folder = tmp_path / "decks" / "mi-caja"
    folder.mkdir(parents=True)
    own_box(folder)
    house = House(tmp_path)
    house.press(house.get("/new?box=la-cosa/mi-caja"), "Preparar la mesa", name=PEOPLE)
    house.game = house.tables.headings()[0].id
    # Ana looks at two of Carla's cards, draws and discards; then the ordinary exchange.
    page = touched(house, GREEN, "Linterna", "Carla", "Hecho")
    assert "Ana juega «Linterna» sobre Carla. Ana mira 2 cartas de Carla." in page.text
    touched(house, "Intercambio hecho")
    # Beto bribes Carla, who cannot say no: of the two ways he chooses the second.
    page = touch(house, touched(house, GREEN), "Soborno")
    page = touch(house, page, "Carla")
    assert "Beto juega «Soborno». ¿Qué elige?" in page.text
    touch(house, page, "Enseña toda su mano a todos.")
    page = house.look()
    assert "Beto juega «Soborno» sobre Carla" in page.text and "¡No, gracias!" in page.text
    page = touched(house, "Carla no se defiende: «Soborno» tiene efecto")
    assert "Carla enseña toda su mano a todos." in page.text
    touched(house, "Intercambio hecho")
    # Carla draws the blizzard; the page says what it does, and who gives to whom.
    page = touched(house, PINK, "Ventisca")
    assert "Todos a la vez dais una carta a quien tenéis a la izquierda." in page.text
    assert "Carla da a Dani" in page.text
    page = touched(house, "Hecho", "Intercambio hecho")
    seen = house.tables.seen(house.game)
    assert (seen.table.turn, seen.table.piles["discard"]) == ("Ana", 4), "Dani misses the turn"
    assert seen.table.hands == dict.fromkeys(PEOPLE, 4)
    # What the cards do stands among the cards of the table.
    assert "Miras, solo tú, 2 cartas al azar de su mano." in house.get(f"/games/{house.game}/help").text
