"""What could have been known, on its page: after the end, and never before it; and the puzzles made of it."""

from __future__ import annotations

import json
import re
from datetime import date, timedelta
from html import unescape

import pytest

from companion.decks.catalog import puzzles
from companion.games.la_cosa import known as la_cosa
from companion.games.la_cosa.game import GAME
from companion.service.live.games import GameService
from companion.web.pages.reference.puzzles import week_of
from tests.history.telling import CLEAN, STORY, abandoned, opened, told
from tests.web.sitting import Page, Sitting


def looking(tables: GameService, game: str, lang: str = "es") -> Sitting:
    return Sitting(tables, game, lang, host=False)


def known(sitting: Sitting, more: str = "") -> Page:
    return sitting.get(f"/games/{sitting.game}/known{more}")


def moments(page: Page) -> dict[str, list[int]]:
    found = re.search(r'data-moments="([^"]*)"', page.html)
    return dict(json.loads(unescape(found[1]))) if found and found[1] else {}


def test_it_tells_each_moment_of_a_game_that_is_over() -> None:
    page = known(looking(*told()), "?n=4")
    assert page.status == 200
    # Five people, nobody infected: five worlds. Ana then shows a hand of neither, and four may be La Cosa.
    assert moments(page)["1"] == [5, *[20] * 5, *[0] * 5]
    assert moments(page)["4"] == [4, 0, *[25] * 4, *[0] * 5]
    assert "Tras la entrada 4. Posibilidades de quién es qué: 4." in page.text
    assert moments(page)["14"][5] > 0 and moments(page)["15"][5] == 0, "Eva burned, and play went on"


def test_a_seat_knows_what_it_was_itself() -> None:
    tables, game = told()
    tables.say(game, {"action": "rename", "player": "Eva", "to": "Eva & B"})
    page = known(looking(tables, game), "?n=3&seat=Eva%20%26%20B")
    assert moments(page)["3"][1:6] == [25, 25, 25, 25, 0]
    assert "Con lo que Eva & B sabía: qué era" in unescape(page.html)
    assert '/known?n=3&amp;seat=Eva%20%26%20B">Eva' in page.html, "and so its link says"


def one_exchange(*more: dict[str, object]) -> tuple[GameService, str]:
    """Play Ana's first turn, at the end of which La Cosa can have infected Beto, and what more there is."""
    tables, game = opened()
    roles = {"Ana": "la-cosa", "Beto": "infected", "Carla": "human", "Dani": "human", "Eva": "human"}
    for action in (
        STORY[0],
        {"action": "discard", "player": "Ana"},
        {"action": "respond", "player": "Beto", "card": None},
        *more,
        {"action": "declare", "player": "Ana"},
        {"action": "end", "cause": "la-cosa-declared", "roles": roles, "last_infected": None},
    ):
        tables.say(game, action)
    return tables, game


def test_who_tells_when_they_were_infected_knew_from_then_on_by_whom() -> None:
    tables, game = one_exchange()
    before = moments(known(looking(tables, game)))
    tables.say(game, {"action": "tell", "player": "Beto", "from": "Ana", "exchange": 1})
    after = moments(known(looking(tables, game)))
    assert {number: after[number] for number in before} == before
    ana, beto = (moments(known(looking(tables, game), f"?seat={seat}")) for seat in ("Ana", "Beto"))
    assert beto["3"] == [4, 25, 0, 25, 25, 25, 0, 0, 0, 0, 0]
    assert beto["4"] == [1, 100, 0, 0, 0, 0, 0, 100, 0, 0, 0]
    assert ana["3"] == [1, 100, 0, 0, 0, 0, 0, 0, 0, 0, 0] and ana["4"] == beto["4"]


def points(page: Page, kind: str) -> list[list[tuple[float, float]]]:
    """Return where the lines of everybody's curve run."""
    lines = re.findall(rf'class="{kind}" d="M([\d. L]+)Z"', page.html)
    numbers = [[float(one) for one in re.findall(r"[\d.]+", line)] for line in lines]
    return [list(zip(line[::2], line[1::2], strict=True)) for line in numbers]


def test_a_curve_has_a_point_for_each_moment_as_high_as_what_is_told_of_it() -> None:
    page = known(looking(*told()))
    rows = [*moments(page).values()]
    assert len(points(page, "root")) == 5 and len(rows) > 10
    across = [round(1000 * k / (len(rows) - 1), 1) for k in range(len(rows))]
    for k, (area, band) in enumerate(zip(points(page, "root"), points(page, "turned"), strict=True)):
        roots, turned = [row[1 + k] for row in rows], [row[6 + k] for row in rows]
        assert [x for x, _ in area] == [0, *across, 1000] and [x for x, _ in band] == [*across, *across[::-1]]
        assert area[0][1] == area[-1][1] == 100
        assert [100 - y for _, y in area[1:-1]] == pytest.approx(roots, abs=0.6)
        over = [one + two for one, two in zip(roots, turned, strict=True)]
        assert [100 - y for _, y in band] == pytest.approx([*over, *roots[::-1]], abs=1.1)
        label = f"{max(roots)} % como mucho y {roots[-1]} % al final."
        assert re.findall(r'aria-label="\w+: probabilidad de ser el origen, ([^"]+)"', page.html)[k] == label


def test_a_hand_shown_later_was_known_to_its_seat_before() -> None:
    tables, game = one_exchange({"action": "show", "player": "Beto", "to": "all", "cards": CLEAN})
    everybody, beto = (moments(known(looking(tables, game), more)) for more in ("", "?seat=Beto"))
    assert [everybody[number][7] > 0 for number in "345"] == [False, True, False]
    assert [beto[number][7] for number in "345"] == [0, 0, 0]
    tables.say(game, {"action": "tell", "player": "Beto", "from": "Ana", "exchange": 1})
    told = moments(known(looking(tables, game), "?seat=Beto"))  # against the hand that was shown
    assert all(99 <= sum(row[1:6]) <= 101 for row in told.values())


@pytest.mark.parametrize("more", ["", "?part", "?n=4", "?part&n=4&seat=Ana"])
def test_before_the_end_it_is_not_even_worked_out(monkeypatch: pytest.MonkeyPatch, more: str) -> None:
    def must_not(*_: object) -> None:
        raise AssertionError

    monkeypatch.setattr(la_cosa, "hindsight", must_not)
    tables, game = told(ended=False)
    for act in (None, {"action": "declare", "player": "Beto"}):
        if act:
            tables.say(game, act)
        page = known(looking(tables, game), more)
        assert "La partida no ha terminado" in page.text
        assert "%" not in page.text and not moments(page)
        assert f"{game}/known" not in looking(tables, game).get(f"/games/{game}/at/4").html


def test_an_end_taken_back_shuts_it_again_and_one_without_roles_never_opens_it() -> None:
    tables, game = told()
    assert moments(known(looking(tables, game)))
    tables.say(game, {"action": "undo"})
    assert not moments(known(looking(tables, game)))
    tables, _ = opened()
    page = known(looking(tables, abandoned(tables)))
    assert not moments(page) and "De esta partida no se puede decir." in page.text


def test_nothing_of_it_stands_in_the_log_or_the_state() -> None:
    assert "hindsight" not in {one if isinstance(one, str) else one.name for one in GAME.public}
    tables, game = told()
    known(looking(tables, game))
    before = tables.playing(game).version
    known(looking(tables, game), "?seat=Ana")
    assert tables.playing(game).version == before


def test_in_english_and_with_a_link_from_the_film() -> None:
    tables, game = told()
    assert f'href="/games/{game}/known?n=4"' in looking(tables, game).get(f"/games/{game}/at/4").html
    page = known(looking(tables, game, "en"))
    assert page.prompt or "What could be known" in page.text
    assert "turning point" in page.text


def test_where_la_cosa_lay_in_the_pile_the_page_says_why_nothing_is_told(sitting: Sitting) -> None:
    sitting.sit_down(["Ana", "Beto", "Carla", "Dani"], thing_starts="in-the-pile")
    sitting.say(action="declare", player="Ana")
    roles = {"Ana": "la-cosa", "Beto": "infected", "Carla": "infected", "Dani": "infected"}
    sitting.say(action="end", cause="la-cosa-declared", roles=roles)
    page = known(sitting)
    assert page.status == 200 and not moments(page) and "La Cosa estaba en el mazo" in page.text


KEPT = puzzles("la-cosa")


@pytest.mark.parametrize("lang", ["es", "en"])
@pytest.mark.parametrize("number", range(1, len(KEPT) + 1))
def test_each_is_read_answered_and_explained(number: int, lang: str) -> None:
    sitting, kept = Sitting(lang=lang), KEPT[number - 1]
    page = sitting.get(f"/puzzles/{number}")
    assert page.status == 200
    others = [player for player in kept["setup"]["players"] if player != kept["seat"]]
    assert all(f'value="{player}"' in page.html for player in others)
    assert 'class="because"' not in page.html
    wrong = next(player for player in others if player != kept["answer"])
    assert 'class="because"' not in sitting.get(f"/puzzles/{number}?say={wrong}").html
    for asked in (f"say={kept['answer']}", "why"):
        told = sitting.get(f"/puzzles/{number}?{asked}").html
        because = told.split('class="because"')[1]
        assert because.split("</ol>")[0].count("<li>") == len(kept["setup"]["players"]) - 1
    assert "{" not in page.text


def test_each_week_has_its_own_and_they_go_round() -> None:
    monday = date(2026, 11, 23)
    weeks = [week_of(monday + timedelta(weeks=k), 12) for k in range(5)]
    assert weeks == [weeks[0] + k for k in range(5)] or len(set(weeks)) == 5
    assert len({week_of(monday + timedelta(days=k), 12) for k in range(7)}) == 1
    assert {week_of(monday + timedelta(weeks=k), 12) for k in range(30)} == set(range(1, 13))
    assert week_of(monday, 0) == 0


def test_all_of_them_lie_on_paper_with_their_answers_last() -> None:
    html = Sitting().get("/puzzles?sheet").html
    assert html.count('class="paper of-puzzle"') == len(KEPT) + 1
    *sheets, answers = html.split('class="paper of-puzzle"')[1:]
    for kept, sheet in zip(KEPT, sheets, strict=True):
        assert f"Tú eres {kept['seat']}" in sheet
        assert "no tienes La Cosa" not in sheet and "no tienes La Cosa" in answers


def test_one_that_is_not_there_is_refused() -> None:
    assert Sitting().get("/puzzles/0").status == 400
    assert Sitting().get(f"/puzzles/{len(KEPT) + 1}").status == 400
