"""What the table is told besides the move itself: what follows, why nothing does, and what everybody sees."""

from __future__ import annotations

from typing import Any

import pytest

from companion.decks.catalog import title
from companion.engine.actions import read
from companion.engine.kit.known_cards import SEEN, known
from companion.engine.view import Question
from tests.games.play import Sitting

HERE = title("la-cosa")
FIVE = ["Ana", "Beto", "Carla", "Dani", "Eva"]
WORDS = HERE.words["es"]

Line = str | dict[str, Any]


def sitting(*lines: Line, players: list[str] = FIVE, **options: Any) -> Sitting:
    game = Sitting(HERE.game, HERE.decklist, {"players": players, "options": options})
    game.do(*lines)
    return game


def log(game: Sitting) -> str:
    """What the log says of the last thing that was said."""
    entry, before = game.course.entries[-1], game.course.standing[-2][1]
    return HERE.game.tell(before, read(HERE.game.verbs, dict(entry.action)), entry.facts, WORDS)


def asked(game: Sitting, said: dict[str, Any] | None = None) -> Question:
    return HERE.game.ask(HERE.decklist, game.course.table, said or {}, WORDS)


@pytest.mark.parametrize(
    ("lines", "wanted"),
    [
        (
            ["draw Ana away", "play Ana sospecha Beto"],
            "Ana juega Sospecha sobre Beto. Ana mira una carta de Beto. Sigue el intercambio con Beto.",
        ),
        (
            ["draw Ana away", "play Ana analisis Eva"],
            "Ana juega Análisis sobre Eva. Ana mira toda la mano de Eva. Sigue el intercambio con Beto.",
        ),
        (
            ["draw Ana away", "play Ana whisky"],
            "Ana juega Whisky. Ana enseña toda su mano a todos. Sigue el intercambio con Beto.",
        ),
        (
            ["draw Ana away", "discard Ana", "respond Beto no-gracias"],
            "Beto responde con ¡No, gracias! Repone la defensa con 1 carta ¡Aléjate! del mazo.",
        ),
        (
            ["draw Ana away", "discard Ana", "respond Beto aterrador"],
            "Beto responde con Aterrador. Repone la defensa con 1 carta ¡Aléjate! del mazo. "
            "Beto mira la carta que le ofrecía Ana, que vuelve a su mano.",
        ),
        (
            ["draw Ana away", "play Ana lanzallamas Beto", "respond Beto nada-de-barbacoas"],
            "Beto responde con ¡Nada de barbacoas! Beto se salva del fuego. "
            "Repone la defensa con 1 carta ¡Aléjate! del mazo. Sigue el intercambio con Beto.",
        ),
        (
            ["draw Ana away", "play Ana cambio-de-lugar Beto", "respond Beto aqui-estoy-bien"],
            "Beto responde con Aquí estoy bien. Nadie cambia de sitio. "
            "Repone la defensa con 1 carta ¡Aléjate! del mazo. Sigue el intercambio con Beto.",
        ),
        (
            ["draw Ana away", "play Ana puerta-atrancada Beto"],
            "Ana juega Puerta atrancada sobre Beto. No hay intercambio: hay una puerta entre Ana y Beto.",
        ),
    ],
)
def test_the_log_says_who_sees_what_and_what_follows(lines: list[Line], wanted: str) -> None:
    assert log(sitting(*lines)) == wanted


@pytest.mark.parametrize("whose", ["Ana", "Beto"])
def test_a_quarantine_that_prevents_the_exchange_is_said_by_its_name(whose: str) -> None:
    correction = {"action": "override", "set": {"quarantine": {whose: 1}, "turn": "Ana", "step": "act"}, "reason": "t"}
    game = sitting(*ONE_TURN, correction, "discard Ana", quarantine_exchange="blocked")
    assert f"No hay intercambio: lo impide la Cuarentena de {whose}." in log(game)


ONE_TURN: list[Line] = ["draw Ana away", "discard Ana", "respond Beto"]
"""After it there are discards, out of which a correction takes the obstacles it lays."""


@pytest.mark.parametrize(
    ("fix", "players", "why"),
    [
        ({"doors": [["Beto", "Carla"]]}, FIVE, "lo impide una puerta."),
        ({"quarantine": {"Carla": 2}}, FIVE, "lo impide una Cuarentena."),
        ({"eliminated": ["Carla", "Dani"]}, FIVE[:4], "la siguiente persona es Ana, quien lo ofrecía."),
    ],
)
def test_a_missed_exchange_that_nobody_takes_on_says_why(fix: dict[str, Any], players: list[str], why: str) -> None:
    correction = {"action": "override", "set": {**fix, "turn": "Ana", "step": "draw"}, "reason": "t"}
    game = sitting(*ONE_TURN, correction, "draw Ana away", "discard Ana", "respond Beto fallaste", players=players)
    assert log(game).endswith(f"Nadie recoge el intercambio: {why}")
    assert game.course.table.turn == "Beto"


def test_a_missed_exchange_that_somebody_takes_on_says_who() -> None:
    game = sitting("draw Ana away", "discard Ana", "respond Beto fallaste")
    assert log(game).endswith("El intercambio pasa a Carla.") and "Nadie recoge" not in log(game)


QUARANTINED: list[Line] = ["draw Ana away", "play Ana cuarentena Beto"]
GIVES = {"action": "respond", "player": "Beto", "card": None, "gives": {"Beto": "hacha"}}


def test_an_exchange_with_somebody_in_quarantine_says_that_the_card_is_seen() -> None:
    game = sitting(*QUARANTINED)
    view = HERE.game.view(HERE.decklist, game.course.table, WORDS)
    assert view.detail == "Beto está en Cuarentena: todos ven la carta que da."
    done, note = asked(game).groups[0].choices
    assert (done.label, done.done) == ("Intercambio hecho", True), "one tap, as ever"
    assert note.label == "Intercambio hecho; apuntar qué da Beto"
    which = asked(game, dict(note.said))
    assert which.text == "Beto da una carta a la vista: ¿cuál?"
    axe = next(choice for choice in which.groups[0].choices if choice.card == "hacha")
    assert axe.done and HERE.game.assemble(HERE.decklist, game.course.table, axe.said, {}) == GIVES
    assert game.say(action="respond", player="Beto", card=None) == "ok"
    assert log(game).endswith("Beto está en Cuarentena: todos ven la carta que da.")


def test_a_card_given_openly_is_known_where_it_is_now() -> None:
    game = sitting({"action": "show", "player": "Beto", "to": "all", "cards": ["whisky", "hacha"]}, *QUARANTINED, GIVES)
    assert "Beto está en Cuarentena y da a la vista: Hacha." in log(game)
    found = known(HERE.decklist, SEEN.over(game.course.standing), game.course.table.seats, WORDS)
    unseen = "Desde entonces nada ha cambiado a escondidas."
    assert [(row.player, [card.icon for card in row.cards], row.since) for row in found] == [
        ("Ana", ["hacha"], unseen),
        ("Beto", ["whisky"], unseen),
    ]


@pytest.mark.parametrize(
    ("options", "lines", "gives", "rule"),
    [
        ({}, [*QUARANTINED], {"Ana": "hacha"}, "step.wrong"),
        ({}, [*QUARANTINED], {"Zoe": "hacha"}, "step.wrong"),
        ({}, [*QUARANTINED], {"Beto": "mus"}, "card.unknown"),
        ({}, [*QUARANTINED], {"Beto": "ups"}, "card.panic-only-when-drawn"),
        ({}, ["draw Ana away", "discard Ana"], {"Beto": "hacha"}, "step.wrong"),
        ({}, ["draw Ana away", "play Ana lanzallamas Beto"], {"Beto": "hacha"}, "step.wrong"),
    ],
)
def test_what_nobody_can_have_seen_given_is_refused(
    options: dict[str, Any], lines: list[Line], gives: dict[str, str], rule: str
) -> None:
    game = sitting(*lines, **options)
    assert game.say(action="respond", player="Beto", card=None, gives=gives) == rule


BURNED: list[Line] = ["draw Ana away", "play Ana lanzallamas Beto", "respond Beto"]


def test_of_somebody_burned_it_is_asked_there_and_then_whether_they_were_la_cosa() -> None:
    game = sitting(*BURNED)
    group = asked(game).groups[0]
    assert group.label == "¿Beto era La Cosa? Si no, seguid." and not group.quiet
    (yes,) = group.choices
    assert (yes.label, yes.done, yes.said) == (
        "Sí, era La Cosa", True, {"action": "reveal", "player": "Beto", "role": "la-cosa"},
    )  # fmt: skip
    assert game.say(**yes.said) == "ok" and game.state["status"] == "declared"


def test_whoever_goes_on_has_answered_and_a_defence_is_no_question() -> None:
    def labels(*lines: Line) -> list[str]:
        return [group.label for group in asked(sitting(*lines)).groups]

    question = "¿Beto era La Cosa? Si no, seguid."
    assert question in labels(*BURNED)
    assert question not in labels(*BURNED, "respond Carla")
    assert question not in labels("draw Ana away", "play Ana lanzallamas Beto", "respond Beto nada-de-barbacoas")
    back = {"action": "override", "set": {"eliminated": []}, "reason": "t"}
    assert question not in labels(*BURNED, back)


def test_it_is_asked_where_no_exchange_follows_too() -> None:
    fix = {"doors": [["Beto", "Carla"]], "turn": "Ana", "step": "draw"}
    game = sitting(*ONE_TURN, {"action": "override", "set": fix, "reason": "t"}, *BURNED)
    assert game.course.table.turn == "Carla"
    assert asked(game).groups[0].label == "¿Beto era La Cosa? Si no, seguid."
    assert game.say(action="draw", player="Carla", back="away") == "ok"
