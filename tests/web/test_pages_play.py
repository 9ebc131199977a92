"""The table page: playing, being refused, going back, from a device that knows no JavaScript; and the room's screen."""

from __future__ import annotations

import json
import re
from html import unescape
from urllib.parse import quote

import pytest

from companion.games import SLUGS
from tests.web.sitting import SIX, Sitting, seated


def test_a_card_with_a_target_is_chosen_in_two_steps(sitting: Sitting) -> None:
    page = sitting.sit_down()
    page = sitting.press(page, "Dorso verde")
    page = sitting.follow(page, "Lanzallamas")
    assert page.prompt == "¿Sobre quién juega Ana «Lanzallamas»?"
    page = sitting.press(page, "Beto")
    assert sitting.state()["waiting_for"] == "Beto"
    page = sitting.press(page, "Beto no se defiende: queda fuera")
    assert sitting.state()["eliminated"] == ["Beto"]
    assert "Fuera" in page.text


def test_a_panic_is_named_and_resolved(sitting: Sitting) -> None:
    page = sitting.follow(sitting.sit_down(), "Dorso rosa: ¡Pánico!")
    page = sitting.press(page, "¿Es aquí la fiesta?")
    for pair in ("Ana con Beto", "Carla con Dani", "Eva con Fede"):
        assert pair in page.text
    page = sitting.press(page, "Hecho")
    assert sitting.state()["seats"] == ["Beto", "Ana", "Dani", "Carla", "Fede", "Eva"]


def test_one_undo_takes_back_what_one_breath_said(table: Sitting) -> None:
    said = [{"action": "draw", "player": "Ana", "back": "away"}, {"action": "discard", "player": "Ana"}]
    table.post(f"/games/{table.game}/act", {"said": json.dumps(said), "version": "1", "action_id": "x"})
    page = table.press(table.look(), "↶ Deshacer Ana roba una carta ¡Aléjate! Ana descarta una carta.")
    assert page.prompt == "Ana roba una carta"
    state = table.state()
    assert (state["draw_pile"], state["discard_pile"], state["version"]) == (30, 0, 5)
    page = table.press(table.press(page, "↷ Rehacer"), "Intercambio hecho")
    assert table.press(page, "↶ Deshacer").prompt == "Ana y Beto intercambian una carta"


def test_what_was_typed_on_an_older_page_is_kept(table: Sitting) -> None:
    old = table.get(table.asked({"action": "rename", "player": "Ana"}))
    table.say(action="draw", player="Ana", back="away")
    page = table.press(old, "Cambiar el nombre", **{"f.to": "Anabel"})
    assert page.status == 409
    assert 'value="Anabel"' in page.html
    table.press(page, "Cambiar el nombre")
    assert "Anabel" in table.state()["seats"]


@pytest.mark.parametrize("said", ["", "{", "[]", "7", '{"action":"fly"}', '{"action":"draw","player":3}', "null"])
def test_what_is_no_action_is_a_clear_sentence(table: Sitting, said: str) -> None:
    page = table.post(f"/games/{table.game}/act", {"version": "1", "said": said})
    assert page.status == 400
    assert "No hay nada." in page.text
    assert page.prompt == "Ana roba una carta"


def test_a_refused_correction_keeps_what_was_typed(table: Sitting) -> None:
    page = table.get(table.asked({"action": "override", "about": "lost"}))
    page = table.press(page, "Dani", **{"f.draw_pile": "90", "f.reason": "contamos mal"})
    assert page.status == 422
    assert "Las cuentas no salen" in page.text
    assert 'value="contamos mal"' in page.html


def test_a_game_is_stopped_without_a_result_in_two_touches(sitting: Sitting) -> None:
    page = sitting.follow(sitting.sit_down(), "Dejar la partida")
    assert sitting.state()["status"] == "playing"
    assert sitting.press(page, "Dejarla así").prompt == "Partida abandonada"
    assert sitting.state()["status"] == "ended"


def test_touching_a_seat_never_says_what_is_kept_apart(sitting: Sitting) -> None:
    """In an exchange either may be out by superinfection: that is said on purpose, not by leaning on the table."""
    sitting.press(sitting.sit_down(), "Dorso verde")
    page = sitting.press(sitting.look(), "Descarta una carta boca abajo")
    assert "Ana solo tiene ¡Infectado!: enseña la mano y queda fuera" in page.labels
    assert "data-press" not in page.html


def test_what_a_script_does_better_leads_somewhere_without_one(sitting: Sitting) -> None:
    """The corners of the ring, a phone's help, the lids of the boxes, and the key Enter in the form of a new game."""
    page, table = sitting.sit_down(), f"/games/{sitting.game}"
    corners = {"look": f"{table}/rules", "log": f"{table}/log", "fix": f"{table}/fix"}
    assert dict(re.findall(r'id="corner-(\w+)" href="([^"]+)"', page.html)) == corners
    guest = Sitting(sitting.tables, host=False).get(table)
    assert {*re.findall(r'href="([^"]+)" data-help', guest.html)} == {f"{table}/help"}
    sitting.say(action="draw", player="Ana", back="away")
    lids = re.findall(r'class="lid" href="([^"]+)"', sitting.get("/").html)
    assert len(lids) == len({*lids}) == len(SLUGS)
    form = next(one for one in sitting.get("/new").forms if one.action == "/new")
    assert form.buttons[0][:2] == ("do", "enter")
    named = sitting.post("/new", {"name": SIX[:3], "do": "enter"})
    assert named.html.count(" autofocus") == 1 and "fault" not in named.html
    other = sitting.get(unescape(next(one for one in lids if "dos-barajas" in one)))
    (again,) = re.findall(r'class="choice same" href="([^"]+)"', other.html)
    sitting.press(sitting.get(unescape(again)), "Preparar la mesa")
    (opened,) = [one for one in sitting.tables.headings() if one.id != sitting.game]
    assert (opened.game, opened.players) == ("dos-barajas", tuple(SIX))


class TestWhoOnlyLooks:
    """A device without the host's cookie sees everything and changes nothing."""

    @pytest.fixture
    def guest(self, sitting: Sitting) -> Sitting:
        sitting.sit_down()
        return Sitting(sitting.tables, sitting.game, host=False)

    def test_cannot_act(self, guest: Sitting) -> None:
        page = guest.post(f"/games/{guest.game}/act", {"said": '{"action":"draw","player":"Ana","back":"away"}'})
        assert page.status == 401 and "enlace que muestra el terminal" in page.text
        assert guest.state()["version"] == 1


def test_what_is_not_there(table: Sitting) -> None:
    for path in ("/games/none", "/games/none/log", "/games/none/setup", "/nothing"):
        page = table.get(path)
        assert page.status == 404
        assert "<h1>Eso no se puede hacer</h1>" in page.html
    assert table.get(f"/games/{table.game}/at/99").status == 400
    assert table.post("/games/none/act", {"said": '{"action":"undo"}'}).status == 404


def test_names_are_never_markup(sitting: Sitting) -> None:
    page = sitting.sit_down(["<b>A</b>", '"><script>', "C&D", "'quote'"])
    assert "<b>A</b>" not in page.html
    assert "<script>" not in page.html
    page = sitting.press(page, "Dorso verde")
    page = sitting.follow(page, "Sospecha")
    page = sitting.press(page, '"><script>')
    assert page.status == 200
    assert "<script>" not in page.html


def test_the_order_of_the_infections_is_asked_and_a_number_given_twice_is_refused(table: Sitting) -> None:
    table.tables.say(table.game, {"action": "declare", "player": "Dani"})
    said = json.dumps({"action": "end", "cause": "la-cosa-declared"})
    page = table.get(f"/games/{table.game}?v=2&said={quote(said)}")
    assert "En qué orden infectó La Cosa" in page.text and "Quién infectó a" not in page.text
    roles = {f"f.role.{k}": "la-cosa" if p == "Dani" else "infected" for k, p in enumerate(SIX)}
    roles["f.last_infected"] = ""
    data = {"said": said, "version": "2", **roles, "o.infected:Eva": "2", "o.infected:Ana": "1", "o.infected:Beto": "2"}
    refused = table.post(f"/games/{table.game}/act", data)
    assert refused.status == 400
    assert "Tienen el mismo número: Beto, Eva." in refused.text or "Tienen el mismo número: Eva, Beto." in refused.text
    assert table.tables.seen(table.game).version == 2
    assert table.post(f"/games/{table.game}/act", {**data, "o.infected:Beto": "3"}).status in (200, 303)
    assert table.tables.playing(table.game).entries[-1].action["infected"] == ["Ana", "Eva", "Beto"]


def test_a_field_that_was_left_empty_is_called_as_on_the_page() -> None:
    """Unmarked dice are called as on the page."""
    at_work = {"action": "override", "set": {"step": "actions"}, "reason": "t"}
    host = seated({"action": "take-sheets"}, at_work, game="the-thing-coop", players=["Ana", "Berto"])
    empty = host.press(host.look(), "Hecho")
    assert empty.status == 400 and "Falta «3 dados»." in empty.text and "dice" not in empty.text


def of_two_decks(*said: dict[str, object]) -> Sitting:
    """Return a table of the two decks after these actions."""
    return seated({"action": "skip"}, *said, game="dos-barajas", first="Ana")


def test_the_tablet_rolls_if_asked() -> None:
    host = of_two_decks({"action": "accuse", "player": "Ana", "target": "Beto", "result": "thing", "aces": 1})
    page = host.get(host.look().links["Beto"])
    (form,) = [one for one in page.forms if one.elsewhere]
    (roll,) = [label for label, where in form.elsewhere.items() if where.endswith("roll=1")]
    page = host.press(page, roll, **{"f.trios": "0"})
    dice = host.tables.playing(host.game).entries[-1].action["dice"]
    assert isinstance(dice, list) and len(dice) == 2 and all(1 <= eyes <= 6 for eyes in dice)
    assert f"Ana ataca a Beto: {dice[0]} y {dice[1]}" in page.text


def test_everybody_draws_in_one_touch() -> None:
    host = of_two_decks({"action": "skip"})
    host.press(host.look(), "Roban 2 todos los que faltan (6)")
    assert (host.state()["phase"], host.state()["draw_pile"]) == ("leave", 17)


GLASS = re.compile(r'id="glass-(\d+)" data-here data-limit="(\d+)" data-gone="(\d+)"')
DRAW, DROP = {"action": "draw", "player": "Ana", "back": "away"}, {"action": "discard", "player": "Ana"}


def test_each_turn_has_a_glass_of_its_own_that_runs_on() -> None:
    sitting, now = Sitting(), 0
    sitting.tables.clock = lambda: f"2026-11-27T20:00:{now:02}+00:00"
    assert "sandglass" not in sitting.sit_down(SIX).html
    sitting.sit_down(SIX, turn_limit=60)
    assert GLASS.findall(sitting.look().html) == [("1", "60", "0")]
    now = 20
    assert GLASS.findall(sitting.say(**DRAW).html) == [("1", "60", "20")]
    sitting.say(**DROP)
    now = 59
    passed = sitting.say(action="respond", player="Beto", card=None)
    assert GLASS.findall(passed.html) == [("4", "60", "0")] and "60 s" in passed.text
    back = sitting.say(action="undo")
    assert GLASS.findall(back.html) == [("1", "60", "59")]
    over = sitting.say(action="end", cause="abandoned")
    assert not GLASS.findall(over.html)


PRESSED = re.compile(r"<(?:button|input|select|textarea|form|summary|details)\b")


def played() -> Sitting:
    sitting = seated()
    sitting.do("draw Ana away", "play Ana lanzallamas Beto")
    return sitting


def test_the_screen_of_the_room_follows_the_table_for_all_alike_with_nothing_to_press() -> None:
    sitting = played()
    address = f"/games/{sitting.game}/room"
    page = sitting.get(address)
    assert page.status == 200 and not PRESSED.search(page.html)
    assert "Ana quema a Beto" in page.text
    assert "Ana juega «Lanzallamas» sobre Beto." in page.text
    anybody, host = (
        sitting.client.get(address, headers={**who, "Accept-Language": "es"})
        for who in ({"Host": "localhost:8000"}, sitting.headers)
    )
    assert (anybody.status_code, anybody.data) == (200, host.data)
    page = sitting.get(f"{address}?clear=1")
    assert f'data-home="{address}?clear=1"' in page.html and "data-live" in page.html
    assert 'class="room clear"' in page.html


def test_in_the_end_it_tells_what_everybody_was() -> None:
    sitting = played()
    sitting.do("respond Beto", "reveal Beto la-cosa")
    roles = {**dict.fromkeys(SIX, "human"), "Beto": "la-cosa"}
    sitting.say(action="end", cause="la-cosa-eliminated", roles=roles)
    assert "Beto La Cosa" in sitting.get(f"/games/{sitting.game}/room").text


def test_a_device_that_has_heard_enough_is_taught_no_more_of_this_game(sitting: Sitting) -> None:
    def is_taught(one: Sitting) -> bool:
        html = one.get(f"/games/{sitting.game}").html
        return 'id="lesson" open' in html and f'action="/games/{sitting.game}/taught"' in html

    setup = {"playthrough": 1, "game": "la-cosa", "players": SIX, "first_evening": True}
    first, second = (sitting.tables.open(setup).id for _ in range(2))
    other, guest = Sitting(sitting.tables), Sitting(sitting.tables, host=False)
    sitting.game = first
    assert [is_taught(one) for one in (sitting, other, guest)] == [True, True, False]
    sitting.post(f"/games/{first}/taught", {})
    assert [is_taught(one) for one in (sitting, other)] == [False, True]
    sitting.game = second
    assert is_taught(sitting)
