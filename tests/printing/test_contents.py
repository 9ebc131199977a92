"""The words of the sheets: figures, cards and rules as the rulebook has them, in both languages."""

from __future__ import annotations

import re

import cv2
import numpy as np
import pytest

from companion.decks.catalog import puzzles
from companion.printing.faults import Unprintable
from companion.printing.source import Source
from tests.length import later
from tests.printing import drawing
from tests.printing.drawing import Box
from tests.printing.ordering import NINE, la_cosa, printed

SIZES = dict(zip(range(4, 13), (35, 41, 54, 63, 69, 88, 95, 108, 108), strict=True))
"""Number of cards that play, by the number of players (rulebook, set-up)."""

ANSWERS = {
    "lanzallamas": ["nada-de-barbacoas"],
    "cambio-de-lugar": ["aqui-estoy-bien"],
    "mas-vale-que-corras": ["aqui-estoy-bien"],
    "seduccion": ["aterrador", "no-gracias", "fallaste"],
    "no-podemos-ser-amigos": ["aterrador", "no-gracias", "fallaste"],
}
"""Answers to a card (docs/rules/la-cosa.md); everything else that is played has no answer."""

ENDS_THE_TURN = {"seduccion", "vuelta-y-vuelta", "cita-a-ciegas"}
STOPPED_BY_A_DOOR = {
    "lanzallamas", "analisis", "sospecha", "cambio-de-lugar", "seduccion", "cuarentena", "sal-de-aqui",
    "no-podemos-ser-amigos", "que-quede-entre-nosotros",
}  # fmt: skip
IGNORES_DOORS = {"mas-vale-que-corras", "uno-dos", "vuelta-y-vuelta"}
TOLD_TWICE = {"sospecha", "sal-de-aqui", "que-quede-entre-nosotros"}
"""Cards with two English names (docs/add-a-language.md)."""
LONG = pytest.mark.long


def titled(source: Source, slug: str) -> str:
    """Return a card's name as the aid has it, with a star if the printed one is not known, and its text."""
    name, text = source.words.card(slug), source.words.raw(f"cards.{slug}.text")
    return re.sub(r"\s+", " ", f"{name}{'*' * (source.words.lang == 'en' and slug in TOLD_TWICE)} {text}")


def paragraphs(lang: str) -> dict[str, str]:
    """Return the text in the aid for each card that it shows under its title."""
    source, words = la_cosa(lang), drawing.text(printed("reference", lang=lang))
    out = {}
    for card in source.decklist.cards:
        if titled(source, card.slug) in words:
            out[card.slug] = re.sub(r"\s+", " ", source.words.raw(f"cards.{card.slug}.text"))
    return out


@pytest.mark.parametrize("lang", ["es", "en"])
def test_the_aid_agrees_with_the_rules_card_by_card(lang: str) -> None:
    words = la_cosa(lang).words
    said = paragraphs(lang)
    door, ends = ("puerta", "acaba") if lang == "es" else ("door", "turn ends")
    for card in la_cosa(lang).decklist.cards:
        text = said[card.slug]
        for answer in ANSWERS.get(card.slug, []):
            assert words.card(answer) in text, f"{card.slug} is answered by {answer}"
        if card.kind in ("action", "panic", "obstacle") and card.slug not in ANSWERS and card.slug != "vuelta-y-vuelta":
            assert ("No tiene respuesta" if lang == "es" else "No defence stops it") in text, card.slug
        if card.slug in ENDS_THE_TURN:
            assert ends in text, card.slug
        elif card.kind in ("action", "panic", "obstacle"):
            assert ("intercambi" if lang == "es" else "xchange") in text, f"{card.slug}: the exchange follows"
        if card.slug in STOPPED_BY_A_DOOR | IGNORES_DOORS:
            assert door in text.lower(), card.slug


@pytest.mark.long
@pytest.mark.parametrize(("lang", "players"), [("es", 4), ("en", 7), ("es", 12)])
def test_the_aid_counts_the_copies_that_play(lang: str, players: int) -> None:
    source = la_cosa(lang)
    words = drawing.text(printed("reference", lang=lang, players=players))
    for card in source.decklist.cards:
        copies = source.decklist.how_many(card.slug, players)
        assert (f"{copies} {titled(source, card.slug)}" in words) == (copies > 0), card.slug


OFTEN = {("es", "a4", "page"), ("en", "letter", "half"), ("es", "letter", "booklet")}
EVERY_SIZE = [
    pytest.param(lang, paper, form, marks=() if (lang, paper, form) in OFTEN else LONG)
    for lang in ("es", "en")
    for paper in ("a4", "letter")
    for form in ("page", "half", "booklet")
]


@pytest.mark.long
@pytest.mark.parametrize(("lang", "paper", "form"), EVERY_SIZE)
def test_the_longest_texts_fit_every_size_of_the_aid(lang: str, paper: str, form: str) -> None:
    pdf = printed("reference", lang=lang, paper=paper, form=form)
    words = drawing.text(pdf)
    assert drawing.page_count(pdf) == 2
    for slug in ("fallaste", "infectado", "que-quede-entre-nosotros"):
        assert re.sub(r"\s+", " ", la_cosa(lang).words.raw(f"cards.{slug}.text")) in words


def test_a_booklet_reads_in_order_when_it_is_folded() -> None:
    pdf = printed("reference", form="booklet")
    first = drawing.text_in(pdf, 0, Box(148.5, 0, 297, 210))
    second, third = drawing.text_in(pdf, 1, Box(0, 0, 148.5, 210)), drawing.text_in(pdf, 1, Box(148.5, 0, 297, 210))
    fourth = drawing.text_in(pdf, 0, Box(0, 0, 148.5, 210))
    assert "Tu turno" in first
    places = [page.find("Revelaciones") >= 0 for page in (first, second, third, fourth)]
    assert places == [False, False, False, True], "the last card of the list stands on the last page"
    assert "Contagio" in second + first and "Cuarentena" in second + third


def test_half_pages_are_the_same_twice() -> None:
    pdf = printed("reference", form="half")
    for page in (0, 1):
        left = drawing.text_in(pdf, page, Box(0, 0, 148, 210))
        assert left == drawing.text_in(pdf, page, Box(149, 0, 297, 210))


@pytest.mark.parametrize(("lang", "players"), [("es", 4), ("en", 6), ("es", 12)])
def test_the_set_up_says_the_figures_of_the_rules(lang: str, players: int) -> None:
    words = drawing.text(printed("setup", lang=lang, players=players))
    total, dealt = SIZES[players], 4 * players
    figures = (total, 108 - total, 4, total - dealt)
    heads = (("CARTAS JUEGAN", "A LA CAJA", "A CADA MANO", "EN EL MAZO DE ROBO") if lang == "es"
             else ("CARDS IN PLAY", "BACK TO THE BOX", "TO EACH HAND", "IN THE DRAW PILE"))  # fmt: skip
    for figure, head in zip(figures, heads, strict=True):
        assert f"{figure} {head}" in words
    plan = la_cosa(lang).plan
    assert plan is not None
    for step in plan(la_cosa(lang).decklist, players).steps:
        assert re.sub(r"\s+", " ", step) in words
    assert str(dealt - 1) in words


def test_one_page_of_set_up_for_each_number_of_players() -> None:
    pdf = printed("setup")
    assert drawing.page_count(pdf) == 9
    for page, players in enumerate(range(4, 13)):
        assert f"{players} jugadores" in drawing.page_text(pdf, page)


@pytest.mark.parametrize("lang", ["es", "en"])
def test_the_roles_say_what_each_wants_and_may_not_do(lang: str) -> None:
    words = drawing.text(printed("roles", lang=lang))
    for name in ("la-cosa", "infected", "human"):
        for part in ("name", "who", "wants", "may", "must", "wins"):
            assert re.sub(r"\s+", " ", la_cosa(lang).about("roles")[f"{name}.{part}"]) in words


@pytest.mark.parametrize("players", [4, 12])
def test_tokens_for_the_obstacles_that_play_and_every_seat(players: int) -> None:
    words = drawing.text(printed("tokens", players=players))
    deck = la_cosa().decklist
    assert words.count("Puerta atrancada") == deck.how_many("puerta-atrancada", players)
    assert words.count("Cuarentena") == deck.how_many("cuarentena", players)
    assert len(re.findall(r"ASIENTO \d+", words)) == players
    clock = (
        [drawing.text_in(printed("tokens", players=players), 0, Box(12, 95, 60, 150))] if "Cuarentena" in words else []
    )
    assert all(set("43210") <= set(text) for text in clock)
    assert "horario" in words and "antihorario" in words


def test_calibration_rulers_and_bank_card_measure_what_they_say() -> None:
    pdf = printed("calibration")
    strokes = list(drawing.lines(pdf, 0))
    ruler = max((b for b in strokes if b.y1 - b.y0 < 0.05), key=lambda b: b.x1 - b.x0)
    assert ruler.x1 - ruler.x0 == pytest.approx(150, abs=0.01)
    down = max((b for b in strokes if b.x1 - b.x0 < 0.05), key=lambda b: b.y1 - b.y0)
    assert down.y1 - down.y0 == pytest.approx(200, abs=0.01)
    card = min(strokes, key=lambda b: abs(b.x1 - b.x0 - 85.6) + abs(b.y1 - b.y0 - 53.98))
    assert (card.x1 - card.x0, card.y1 - card.y0) == pytest.approx((85.6, 53.98), abs=0.01)


def test_verniers_meet_in_the_middle_and_read_a_tenth_of_a_millimetre() -> None:
    """Turn the back over its long edge: the k-th pair of ticks is k tenths apart."""
    pdf = printed("calibration")
    front = sorted(b.middle[0] for b in drawing.lines(pdf, 0) if b.x1 - b.x0 < 0.05 and abs(b.y1 - 137) < 0.05)
    back = sorted(210 - b.middle[0] for b in drawing.lines(pdf, 1) if b.x1 - b.x0 < 0.05 and abs(b.y0 - 137) < 0.05)
    assert len(front) == len(back) == 31
    apart = [f - b for f, b in zip(front, back, strict=True)]
    assert apart == pytest.approx([k * 0.1 for k in range(-15, 16)], abs=0.02)


def test_the_ladder_of_tags_is_read_down_to_eight_millimetres() -> None:
    image = drawing.grey(printed("calibration"), 0, 150)
    read = drawing.tags_zxing(image, 150)
    assert sorted(round(tag.box.x1 - tag.box.x0) for tag in read) == [8, 10, 12, 14, 16, 18, 20]


def dark(image: drawing.Grey) -> float:
    """Return the part of a page that is darker than a middle grey."""
    return float((image < 128).mean())


@pytest.mark.long
@pytest.mark.parametrize(("what", "asked"), [("reference", {}), ("setup", {"players": 12}), ("roles", {})])
def test_eco_sheets_use_little_ink(what: str, asked: dict[str, int]) -> None:
    for lang in ("es", "en"):
        pdf = printed(what, ink="eco", lang=lang, **asked)
        for page in range(drawing.page_count(pdf)):
            assert dark(drawing.grey(pdf, page, 150)) < 0.08


@pytest.mark.parametrize("names", [NINE, pytest.param((), marks=LONG)])
def test_eco_cards_use_little_ink_beside_their_tags(names: tuple[str, ...]) -> None:
    pdf, dpi = printed("cards", ink="eco", only=names), 150
    for page in range(drawing.page_count(pdf)):
        image = drawing.grey(pdf, page, dpi).copy()
        if page % 2 == 0:
            for tag in drawing.tags_zxing(image, dpi):
                k = dpi / 25.4
                image[
                    round(tag.box.y0 * k) : round(tag.box.y1 * k) + 1, round(tag.box.x0 * k) : round(tag.box.x1 * k) + 1
                ] = 255
        cards = drawing.part(image, Box(10.5, 16.5, 199.5, 280.5), dpi)
        assert dark(cards) < 0.08


def test_kinds_tell_each_other_apart_without_colour() -> None:
    """In grey, the head of every kind still shows its own sign and its word."""
    pdf = printed("cards", only=("infectado.1", "hacha.1", "aterrador.1", "cuarentena.1", "ups.1"))
    words = drawing.text(pdf)
    for word in ("CONTAGIO", "ACCIÓN", "DEFENSA", "OBSTÁCULO", "¡PÁNICO!"):
        assert word in words
    dpi, signs = 200, []
    for page, place in ((0, 0), (0, 1), (0, 2), (0, 3), (2, 0)):
        image = drawing.grey(pdf, page, dpi)
        x, y = 10.5 + place % 3 * 63 + 20.9, 16.5 + place // 3 * 88 + 3.6
        sign = drawing.part(image, Box(x, y, x + 5.2, y + 5.2), dpi)
        # white on colour or dark on yellow: what differs from the ground is the sign
        signs.append((np.abs(sign.astype(int) - int(np.median(sign))) > 40).astype(np.float32))
    for i, one in enumerate(signs):
        for other in signs[i + 1 :]:
            same = cv2.matchTemplate(one[2:-2, 2:-2], other[4:-4, 4:-4], cv2.TM_CCOEFF_NORMED).max()
            assert same < 0.8


def _pages(pdf: bytes) -> list[str]:
    return [drawing.page_text(pdf, k) for k in range(drawing.page_count(pdf))]


@pytest.mark.parametrize("lang", ["es", *later("en", "de", "ru")])
def test_puzzles_are_asked_two_a_page_and_answered_on_the_last(lang: str) -> None:
    *asked, answers = _pages(printed("puzzles", lang=lang))
    kept, player = puzzles("la-cosa"), {"es": "Tú eres {}", "en": "You are {}"}.get(lang, "{}")
    assert len(asked) == len(kept) / 2
    for number, one in enumerate(kept, 1):
        page = asked[(number - 1) // 2]
        assert f"{number}. " in page and player.format(one["seat"]) in page
        assert f"{number}. {one['answer']}" in answers and f"{number}. {one['answer']}" not in page


def test_one_puzzle_may_be_asked_for_and_one_that_is_not_there_is_refused() -> None:
    asked, answers = _pages(printed("puzzles", only=("3",)))
    assert all("3. ¿" in page or "3. Beto" in page for page in (asked, answers)) and "4. ¿" not in asked
    for wrong in ("0", "13", "x"):
        with pytest.raises(Unprintable, match="puzzle"):
            printed("puzzles", only=(wrong,))
