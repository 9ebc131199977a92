"""Questions and facts besides the move itself: cards given openly, and whether a burned player was La Cosa."""

from __future__ import annotations

import pytest

from companion.engine.kit.known_cards import SEEN, known
from tests.games.la_cosa.test_log import ONE_TURN, table

QUARANTINED = ("draw Ana away", "play Ana cuarentena Beto")
GIVES = {"action": "respond", "player": "Beto", "card": None, "gives": {"Beto": "hacha"}}


def test_an_exchange_with_somebody_in_quarantine_says_that_the_card_is_seen() -> None:
    game = table(*QUARANTINED)
    view = game.game.view(game.decklist, game.course.table, game.words())
    assert view.detail == "Beto está en Cuarentena: todos ven la carta que da."
    done, note = game.ask().groups[0].choices
    assert (done.label, done.done) == ("Intercambio hecho", True), "one tap, as ever"
    assert note.label == "Intercambio hecho: anotar qué da Beto"
    which = game.ask(note.said)
    assert which.text == "¿Qué carta da Beto a la vista?"
    axe = next(choice for choice in which.groups[0].choices if choice.card == "hacha")
    assert axe.done and game.game.assemble(game.decklist, game.course.table, axe.said, {}) == GIVES
    game.do("respond Beto")
    assert game.told().endswith("Beto está en Cuarentena: todos ven la carta que da.")


def test_a_card_given_openly_is_known_where_it_is_now() -> None:
    game = table("show Beto to=all cards=whisky,hacha", *QUARANTINED, 'respond Beto gives={"Beto": "hacha"}')
    assert "Beto está en Cuarentena y da a la vista: «Hacha»." in game.told()
    found = known(game.decklist, SEEN.over(game.course.standing), game.course.table.seats, game.words())
    unseen = "Desde entonces nada ha cambiado a escondidas."
    assert [(row.player, [card.icon for card in row.cards], row.since) for row in found] == [
        ("Ana", ["hacha"], unseen),
        ("Beto", ["whisky"], unseen),
    ]


@pytest.mark.parametrize(
    ("lines", "gives", "rule"),
    [
        (QUARANTINED, {"Ana": "hacha"}, "step.wrong"),
        (QUARANTINED, {"Zoe": "hacha"}, "step.wrong"),
        (QUARANTINED, {"Beto": "mus"}, "card.unknown"),
        (QUARANTINED, {"Beto": "ups"}, "card.panic-only-when-drawn"),
        (("draw Ana away", "discard Ana"), {"Beto": "hacha"}, "step.wrong"),
        (("draw Ana away", "play Ana lanzallamas Beto"), {"Beto": "hacha"}, "step.wrong"),
    ],
)
def test_what_nobody_can_have_seen_given_is_refused(lines: tuple[str, ...], gives: dict[str, str], rule: str) -> None:
    assert table(*lines).say(action="respond", player="Beto", card=None, gives=gives) == rule


BURNED = ("draw Ana away", "play Ana lanzallamas Beto", "respond Beto")
QUESTION = "¿Era Beto La Cosa? Si no, seguid jugando."


def test_of_somebody_burned_it_is_asked_there_and_then_whether_they_were_la_cosa() -> None:
    game = table(*BURNED)
    group = game.ask().groups[0]
    assert group.label == QUESTION and not group.quiet
    (yes,) = group.choices
    assert (yes.label, yes.done, yes.said) == (
        "Sí, era La Cosa", True, {"action": "reveal", "player": "Beto", "role": "la-cosa"},
    )  # fmt: skip
    assert game.say(**yes.said) == "ok" and game.state["status"] == "declared"
    view = game.game.view(game.decklist, game.course.table, game.words())
    assert view.links == () and not any(seat.is_asked for seat in view.seats), "no exchange is waited for"


def test_whoever_goes_on_has_answered_and_a_defence_is_no_question() -> None:
    def labels(*lines: str) -> list[str]:
        return [group.label for group in table(*lines).ask().groups]

    assert QUESTION in labels(*BURNED)
    assert QUESTION not in labels(*BURNED, "respond Carla")
    assert QUESTION not in labels("draw Ana away", "play Ana lanzallamas Beto", "respond Beto nada-de-barbacoas")
    assert QUESTION not in labels(*BURNED, 'override {"eliminated": []}')


def test_it_is_asked_where_no_exchange_follows_too() -> None:
    fix = 'override {"doors": [["Beto", "Carla"]], "turn": "Ana", "step": "draw"}'
    game = table(*ONE_TURN, fix, *BURNED)
    assert game.course.table.turn == "Carla"
    assert game.ask().groups[0].label == QUESTION
    game.do("draw Carla away")
