"""Questions on the page of the table: asked by itself, asked further, of several at once, or shared out."""

from __future__ import annotations

import json
import re
from urllib.parse import quote, unquote

import pytest

from companion.decks.catalog import title
from tests.houses import Line
from tests.web.sitting import SIX, Page, Sitting, seated
from tests.web.test_seats import Phone

LOT = "Echar a suertes"
FIVE = ["Ana", "Beto", "Carla", "Dani", "Eva"]


def criatura(*lines: str) -> Sitting:
    """Return a table at which the chief is drawn by lot and dice are asked for without a choice before."""
    return seated(*lines, game="la-criatura", players=FIVE)


def leads_back(page: Page) -> bool:
    return 'class="step-back"' in page.html


def test_where_the_rulebook_draws_lots_one_touch_draws_them() -> None:
    sitting = criatura()
    drawn = set[str]()
    while len(drawn) < 2:  # of five
        (lot,) = [value for form in sitting.look().forms for _, value, label in form.buttons if label == LOT]
        drawn.add(json.loads(lot)["player"])
    assert drawn <= {*FIVE}
    page = sitting.press(sitting.look(), LOT)
    assert page.version() == 2 and LOT not in page.labels


def test_back_stands_only_where_something_was_opened() -> None:
    voted = ("pass Ana,Eva,Dani,Carla,Beto", "vote Eva,Dani,Carla,Beto votes=Ana", "vote Ana votes=Beto,Beto")
    sitting = criatura("chief Ana", *voted, "declare Ana creature=false")
    rolls = sitting.look()
    assert 'name="d.dice:0"' in rolls.html
    assert not leads_back(rolls), "there is nothing to go back to"
    half = quote(json.dumps({"action": "rename"}))
    assert leads_back(sitting.get(f"/games/{sitting.game}?v={rolls.version()}&said={half}"))


def test_nobody_s_plate_is_lit_before_there_is_a_chief() -> None:
    assert 'class="seat turn' not in criatura().look().html
    assert criatura("chief Carla").look().html.count('class="seat turn') == 1


def test_who_begins_is_asked_where_it_is_said_and_not_where_the_first_turn_settles_it(sitting: Sitting) -> None:
    assert "★: quién empieza" in sitting.get("/new?box=la-cosa/la-cosa").text
    settled = sitting.get("/new?box=la-criatura/la-criatura")
    assert "★: quién empieza" not in settled.text
    assert 'class="new in-play"' in settled.html and "editions" not in settled.html
    assert 'name="first" value="lot" checked' in settled.html, "the program draws who begins"


def sitting() -> Sitting:
    in_the_armoury = {"step": "actions", "rooms": {"MacReady": "armoury"}}
    return seated(
        "take-sheets",
        {"action": "override", "set": in_the_armoury, "reason": "t"},
        "roll-dice 1,4,3",
        game="the-thing-coop",
        players=["Ana"],
    )


def asked(page: Sitting, card: str) -> str:
    said = json.dumps({"action": "carry-out", "card": card, "player": "MacReady"})
    return page.get(f"/games/{page.game}?v=4&said={quote(said)}").html


def test_what_is_drawn_in_the_armoury_is_asked_although_no_card_is_played() -> None:
    page = sitting()
    assert "flamethrower" in asked(page, "usar")
    assert "flamethrower" not in asked(page, "nada")
    assert "6 jugadores" not in page.get(f"/games/{page.game}/setup").text, "the box is for people, not figures"


EIGHT = ["Ana", "Beto", "Carla", "Dani", "Eva", "Fede", "Gala", "Hugo"]


def test_a_room_of_the_map_stands_for_the_choice_that_names_it() -> None:
    dogs = {"action": "override", "set": {"step": "dogs"}, "reason": "t"}
    page = seated("take-sheets", dogs, game="the-thing", players=EIGHT, first="Ana").look().html
    lit = re.findall(r'<a class="room tile[^"]* can" id="room-(\w+)" href="#(choice-\d+)" data-press="\2"', page)
    assert [room for room, _ in lit][:2] == ["armoury", "helicopter"] and len(lit) == 10
    assert all(f'id="{choice}"' in page for _, choice in lit) and "by-map" in page


NOTE = re.compile(r'id="to-note">(.*?)</p>', re.DOTALL)
WHISKY = ("draw Ana away", "play Ana whisky")


def to_note(*lines: Line, players: list[str] = SIX) -> list[str]:
    """Return the actions that the page offers to note."""
    found = NOTE.search(seated(*lines, players=players).look().html)
    return [unquote(one) for one in re.findall(r"said=([^\"]*)", found[1])] if found else []


@pytest.mark.parametrize(
    "after", ["show Ana cards=whisky,hacha,sospecha,aterrador to=all", "respond Beto", "undo"]
)  # noted, changed, undone
def test_it_is_offered_no_longer_than_it_is_true(after: str) -> None:
    assert to_note(*WHISKY, after) == []


def test_of_many_hands_it_is_asked_whose() -> None:
    nine = [*SIX, "Gala", "Hugo", "Inés"]
    shown = {"action": "play", "player": "Ana", "card": "revelaciones", "shown": ["Ana", "Beto", "Carla"]}
    assert to_note("draw Ana panic revelaciones", {**shown, "infected": None}, players=nine) == ['{"action":"show"}']


def tablet() -> Sitting:
    return seated(game="the-thing", players=FIVE, first="Ana")


def shares(page: Page) -> list[str]:
    return re.findall(r'<b class="whose">([^<]*)</b>', page.html)


def test_the_steps_that_can_be_done_at_once_are_shared_out_and_the_others_are_everybodys() -> None:
    here = tablet()
    box = title("the-thing")
    plan = box.game.plan(box.decklist, 5, box.words["es"])
    page = here.get(f"/games/{here.game}/setup")
    assert shares(page) == [*FIVE, "Ana", "Beto", "Carla"] and plan.apart == 8
    assert page.html.count('type="checkbox"') == len(plan.steps)


def test_a_phone_finds_its_own_part_and_only_that_is_called_its_own() -> None:
    here = tablet()
    access = here.access
    phone = Phone(here)
    phone.client.set_cookie(access.cookie_name, access.sessions.claim(here.game, 1), domain="localhost")
    page = phone.get(f"/games/{here.game}/setup")
    assert shares(page) == ["Tu parte", "Tu parte", "Ana", "Carla", "Dani", "Eva", "Ana", "Carla"]
    first, last = page.html.index("Bolsa de Contagio"), page.html.rindex("Bolsa de Laboratorio:")
    assert first < last  # what all do together stands before what others do
    assert page.html.count('<li class="own">') == 2 and page.html.count('<li class="other">') == 6
