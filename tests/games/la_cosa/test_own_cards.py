"""Three cards that exist in no box, from the page that says how to make them: played, refused, told, judged."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.decks.catalog import Title, title
from companion.engine import facts as f
from companion.engine.actions import read
from companion.engine.places import DISCARD, DRAW, PLAY, hand
from tests.engine.evening import FOUR, OTHER, PLAIN, Refereed
from tests.games.la_cosa.own import own_box
from tests.games.la_cosa.peculiar import holds
from tests.games.screens import missed, texts_of
from tests.games.walk import walk
from tests.length import examples


@pytest.fixture(scope="module")
def box(tmp_path_factory: pytest.TempPathFactory) -> Title:
    return own_box(tmp_path_factory.mktemp("own"))


def table_of(box: Title, *lines: str | dict[str, Any]) -> Refereed:
    table = Refereed(box.game, box.decklist, {"players": [*FOUR], "options": {}})
    table.do(*lines)
    return table


def facts(table: Refereed) -> list[f.Fact]:
    return list(table.course.entries[-1].facts)


def told(table: Refereed, box: Title) -> str:
    (_, before), (entry, _) = table.course.standing[-2:]
    return box.game.tell(box.decklist, before, read(box.game.verbs, dict(entry.action)), entry.facts, box.words["en"])


OFFER = [f.StepBegan("respond"), f.Asked("exchange", "Ana", "Beto")]


def laid(card: str) -> f.Fact:
    return f.CardsMoved(hand("Ana"), PLAY, 1, (card,))


def cleared(card: str) -> f.Fact:
    return f.CardsMoved(PLAY, DISCARD, 1, (card,))


# Played


def test_a_card_that_looks_draws_and_discards(box: Title) -> None:
    table = table_of(box, "draw Ana away", "play Ana linterna Carla")
    drawn = [f.CardsMoved(DRAW, hand("Ana"), 1), f.CardsMoved(hand("Ana"), DISCARD, 1)]
    assert facts(table) == [laid("linterna"), f.CardsShown("Carla", "Ana", (), 2), *drawn, cleared("linterna"), *OFFER]
    assert table.state["hands"] == dict.fromkeys(FOUR, 4)


def test_a_card_that_leaves_a_choice_and_can_be_answered(box: Title) -> None:
    bribes = {"action": "play", "player": "Ana", "card": "soborno", "target": "Beto"}
    passed = f.CardsPassed((("Ana", "Beto"), ("Beto", "Ana")))
    for choice, does in ((1, passed), (2, f.CardsShown("Beto"))):
        table = table_of(box, "draw Ana away", {**bribes, "choice": choice})
        assert (table.state["waiting_for"], table.state["against"]) == ("Beto", "soborno")
        table.do("respond Beto")
        assert does in facts(table), choice
        assert facts(table)[-1] == OFFER[-1]
    table = table_of(box, "draw Ana away", {**bribes, "choice": 2}, "respond Beto no-gracias")
    assert not [one for one in facts(table) if isinstance(one, f.CardsShown | f.CardsPassed)]
    assert table.state["against"] == "exchange"
    table = table_of(box, "draw Ana away", bribes)
    assert table.say(action="respond", player="Beto", card="fallaste") == "respond.wrong-card"


def test_a_panic_of_ones_own(box: Title) -> None:
    table = table_of(box, "draw Ana away", "play Ana puerta-atrancada Beto", "draw Beto panic ventisca")
    assert table.state["step"] == "panic"
    table.do("play Beto ventisca")
    assert table.state["doors"] == []
    assert f.CardsPassed((("Ana", "Beto"), ("Beto", "Carla"), ("Carla", "Dani"), ("Dani", "Ana"))) in facts(table)
    table.do("respond Carla")
    assert table.state["turn"] == "Dani", "Carla misses her turn"


@pytest.mark.parametrize(
    ("does", "target", "what"),
    [
        ("swap with target", "Carla", f.PlayersMoved(("Carla", "Beto", "Ana", "Dani"))),
        ("show 1 of player to target", "Carla", f.CardsShown("Ana", "Carla", (), 1)),
        ("show target to all", "Carla", f.CardsShown("Carla")),
        ("discard 1 of target", "Carla", f.CardsMoved(hand("Carla"), DISCARD, 1)),
        ("burn target", "Carla", f.PlayerOut("Carla", "lanzallamas")),
        ("pass to right", None, f.CardsPassed(tuple(zip(FOUR, (FOUR[-1], *FOUR), strict=False)))),
    ],
)
def test_a_step_of_a_card(tmp_path: Path, does: str, target: str | None, what: f.Fact) -> None:
    more = ', "draw 1 for target"' if "discard" in does else ""
    aim = '\ntarget = "anyone"' if target else ""
    card = f'[[card]]\nslug = "una"\nkind = "action"\nnumbers = [4]{aim}\ndoes = ["{does}"{more}]'
    (tmp_path / "deck.toml").write_text(f'slug = "mi-caja"\nbase = "la-cosa"\n{card}', encoding="utf-8")
    table = table_of(title("la-cosa", "mi-caja", (tmp_path,)), "draw Ana away")
    assert table.say(action="play", player="Ana", card="una", target=target) == "ok"
    assert what in facts(table)


# Refused


@pytest.mark.parametrize(
    ("lines", "play", "rule"),
    [
        ((), "linterna", "target.missing"),
        ((), "linterna Ana", "target.self"),
        ((), "soborno Carla", "target.not-adjacent"),
        ((), "ventisca", "card.panic-only-when-drawn"),
        ((), "soplete Beto", "card.not-in-deck"),
    ],
)
def test_it_is_refused_for_its_reasons(box: Title, lines: tuple[str, ...], play: str, rule: str) -> None:
    card, _, target = play.partition(" ")
    table = table_of(box, *lines, "draw Ana away")
    assert table.say(action="play", player="Ana", card=card, target=target or None) == rule


def test_a_door_stops_what_says_so(box: Title) -> None:
    table = table_of(box, "draw Ana away", "play Ana puerta-atrancada Beto", "draw Beto away")
    assert table.say(action="play", player="Beto", card="soborno", target="Ana") == "target.door"
    assert table.say(action="play", player="Beto", card="linterna", target="Ana") == "ok"


# Asked and told


def test_the_page_says_what_it_does(box: Title) -> None:
    text = box.words["en"].raw("cards.soborno.text")
    assert text == (
        "On a neighbour. A door between you stops it. Choose: You exchange a card with them, and nobody can refuse. "
        "Or: They show their whole hand to everyone. Answered by No, Thanks! The exchange follows."
    )
    assert box.words["es"].raw("cards.ventisca.text") == (
        "Se descartan todas las Puertas atrancadas. Todos a la vez dais una carta a quien tenéis a la izquierda. El "
        "siguiente jugador pierde su turno. No tiene respuesta. Después, el intercambio."
    )


def test_it_is_asked_for_and_told(box: Title) -> None:
    table = table_of(box, "draw Ana away")
    said: dict[str, object] = {"action": "play", "player": "Ana", "card": "soborno"}
    ask = lambda: box.game.ask(box.decklist, table.course.table, said, box.words["en"])  # noqa: E731
    whom = ask().groups[0].choices
    assert [one.player for one in whom if one.refusal is None] == ["Beto", "Dani"]
    assert not any(one.done for one in whom)
    said = dict(whom[0].said)
    assert [one.label for one in ask().groups[0].choices] == [
        "You exchange a card with them, and nobody can refuse.",
        "They show their whole hand to everyone.",
    ]
    table.do(dict(ask().groups[0].choices[1].said))
    assert told(table, box) == "Ana plays Soborno on Beto."
    said = {}
    answers = [one.label for group in ask().groups[:2] for one in group.choices]
    assert answers == ["No defence from Beto: Soborno takes effect", "No, Thanks!"]
    assert ask().text == "Ana plays Soborno on Beto. Any defence?"
    view = box.game.view(box.decklist, table.course.table, box.words["en"])
    assert view.heading == "Ana plays Soborno on Beto"
    table.do("respond Beto")
    assert "Beto shows everyone their whole hand" in told(table, box)


# Generated games


@settings(max_examples=examples(40))
@given(seed=st.integers(0, 10**6))
def test_a_game_with_them_is_conserved_and_has_all_its_words(box: Title, seed: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        missing = missed(patch)
        table = walk(box, seed, 120, quiet=0.1)
        for (entry, here), (_, before) in zip(table.course.standing[1:], table.course.standing, strict=False):
            holds(box.decklist, here)
            for lang in ("es", "en"):
                list(texts_of(box.game.ask(box.decklist, here, {}, box.words[lang])))
                action = read(box.game.verbs, dict(entry.action))
                assert box.game.tell(box.decklist, before, action, entry.facts, box.words[lang])
    assert not missing


def test_generated_games_play_them_all(box: Title) -> None:
    left = {"linterna", "soborno", "ventisca", "soplete"}
    for seed in range(60):
        left -= {str(e.action.get("card")) for e in walk(box, seed, 120).course.entries} if left else set()
    assert not left


# Judged

KEPT = ["lanzallamas.1", "seduccion.1", "seduccion.2"]


def test_the_referee_knows_that_a_card_was_traded(box: Title) -> None:
    """One card of Ana's hand may be Beto's now, but not two; by Linterna none."""
    trade = {"action": "play", "player": "Ana", "card": "soborno", "target": "Beto", "choice": 1}
    one, two = ["sospecha.1", *OTHER[:3]], ["sospecha.1", "sospecha.2", *OTHER[:2]]
    for played, cards, rules in (
        ((trade, "respond Beto"), one, ()),
        ((trade, "respond Beto"), two, ("hand.duplicate-copy",)),
        (("play Ana linterna Beto",), one, ("hand.duplicate-copy",)),
    ):
        table = table_of(box)
        table.verdict("Ana", PLAIN)
        table.do("draw Ana away", *played)
        assert table.answer(what="hand", player="Beto", cards=cards)[1] == rules


@pytest.mark.parametrize(
    ("player", "cards", "rules"),
    [("Beto", ["cambio-de-lugar.1", *OTHER[1:]], ("hand.infected-keeps-one",)), ("Dani", ["whisky.1", *KEPT], ())],
)
def test_the_referee_knows_to_whom_a_round_goes(
    box: Title, player: str, cards: list[str], rules: tuple[str, ...]
) -> None:
    """To the left, also when play goes to the right: who got La Cosa's ¡Infectado! keeps one."""
    table = table_of(box)
    table.verdict("Ana", ["la-cosa.1", "infectado.1", "sospecha.2", "hacha.1"])
    table.verdict("Beto", OTHER)
    table.verdict("Dani", ["sospecha.1", *KEPT])
    table.do({"action": "override", "set": {"direction": "counterclockwise"}, "reason": "so"})
    table.do("draw Ana panic ventisca")
    gives = {"Ana": "infectado.1", "Beto": OTHER[0], "Carla": "whisky.1", "Dani": "sospecha.1"}
    assert table.answer(what="round", gives=gives)[0] == "legal"
    table.do("play Ana ventisca")
    assert table.answer(what="hand", player=player, cards=cards)[1] == rules
