"""Reasons that prove a breach: sets read by hand, none larger than it must be, and nothing of other players' cards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from companion.decks.catalog import title
from companion.engine.hidden import reasons
from companion.engine.hidden.line import line
from companion.engine.hidden.reasons import with_reasons
from companion.engine.hidden.referee import CHECK, Finding, Phrase, Told
from companion.service.messages import spoken
from tests.engine.evening import OTHER, PLAIN, Refereed

SEVEN = ["Ana", "Beto", "Carla", "Dani", "Eva", "Fede", "Gema"]
HAND = {"what": "hand", "occasion": "private"}
ALONE, TOGETHER, TABLE = "check.why.shown", "check.why.others", "check.why.table"


class Evening(Refereed):
    """A game with a referee who says what proves it."""

    def __init__(self, game: str = "la-cosa") -> None:
        self.box = title(game)
        super().__init__(
            self.box.game, self.box.decklist, {"players": SEVEN if game == "la-cosa" else SEVEN[:4], "options": {}}
        )

    def saw(self, player: str, *cards: str, what: str = "hand") -> None:
        """Show a hand, and assert that it breaks nothing."""
        found = self.check(what=what, player=player, cards=list(cards))
        assert isinstance(found, Finding) and found.verdict != "illegal", found

    def asked(self, **thing: Any) -> tuple[Finding, dict[str, Told]]:
        """Return the finding with its reasons, of cards that are not remembered."""
        referee = self.game.referee
        assert referee is not None
        here, check = line(self.course, self.memory, referee), referee.read({"action": CHECK, **thing})
        found = referee.judge(self.decklist, here, check)
        told = referee.tell(self.decklist, here, check, found)
        found, told = with_reasons(referee, self.decklist, here, check, found, told)
        return found, dict(told)

    def why(self, told_to: str, **thing: Any) -> Phrase:
        """Return the only proof in what `told_to` is told."""
        phrases = [one for one in self.asked(**thing)[1][told_to].why if one.key.startswith("check.why.")]
        assert len(phrases) == 1
        return phrases[0]

    def of_hand(self, player: str, *cards: str) -> Phrase:
        """Return the only proof about a hand, as its player is told."""
        return self.why(player, **HAND, player=player, cards=list(cards))

    def said(self, phrase: Phrase, lang: str = "es") -> str:
        return phrase.said(spoken(self.box.words[lang]))


def infected() -> Evening:
    """Return a game in which Ana can only have infected Beto: he seduces her, takes a card unseen, and then has an
    ¡Infectado!.

    His hand before was seen, and that he drew no ¡Infectado!.
    """
    evening = Evening()
    evening.saw("Beto", *PLAIN[:3], "no-gracias.1")  # after entry 1
    evening.do("draw Ana away", "discard Ana", "respond Beto no-gracias")
    evening.saw("Dani", *OTHER)
    evening.saw("Beto", *PLAIN[:3], "seduccion.1")  # after entry 4, with what he drew for his defence
    evening.do("draw Beto away")
    evening.saw("Beto", *PLAIN[:3], "seduccion.1", "seduccion.2")  # after entry 5
    evening.do("play Beto seduccion Ana", "respond Ana")
    evening.saw("Beto", *PLAIN[:3], "infectado.1")  # after entry 7
    evening.saw("Dani", *OTHER)
    return evening


LAST = {"what": "discard", "player": "Beto", "card": "infectado.1"}
"""Beto discards it."""
LOST = ("draw Carla away", "play Carla seduccion Beto", "respond Beto")
WITHOUT = (*PLAIN[:3], "lanzallamas.1")
"""Or he is seduced in his turn, and has none any more."""


def numbers(phrase: Phrase) -> list[object]:
    """Return the entries after which the cards named by a reason were shown."""
    shown = phrase.blanks["shown"]
    assert isinstance(shown, tuple)
    return [one.blanks["number"] for one in shown]


def test_of_five_hands_two_prove_that_somebody_was_infected() -> None:
    """The hand before the exchange has no ¡Infectado!, the one after it has: both are needed, no other hand is. A shown
    ¡Infectado! is enough by itself."""
    evening = infected()
    assert numbers(evening.why("Beto", **LAST)) == [5]
    evening.do(*LOST)
    why = evening.of_hand("Beto", *WITHOUT)
    assert (why.key, numbers(why)) == (ALONE, [5, 7])
    assert evening.said(why) == (
        "Lo prueba, con lo que ha visto toda la mesa, lo que ya enseñaste: tu mano (entrada 5) y tu mano (entrada 7)."
    )
    assert evening.said(why, "en").endswith("from what you showed: your hand (entry 5) and your hand (entry 7).")


def test_the_reason_stands_in_the_answer_of_whoever_shows_cards_alone() -> None:
    found, told = infected().asked(**LAST)
    assert found.private[-1] == told["Beto"].why[-1]
    assert [*told] == ["Beto"]


def test_without_making_it_small_more_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reasons, "smallest", lambda given, is_enough: list(given))
    assert infected().why("Beto", **LAST).key == "check.why.own"


def test_an_exchange_is_named_by_the_other_and_by_the_name_of_today() -> None:
    """Ana gave Beto the hatchet, as both showed: she cannot have it, unless he has given it on."""
    evening = Evening()
    evening.do("draw Ana away", "discard Ana")
    evening.check(what="exchange", gives="hacha.1", takes="whisky.1", **{"from": "Ana", "to": "Beto"})
    evening.do("respond Beto", "rename Beto to=Berta")
    why = evening.of_hand("Ana", "hacha.1", *OTHER[:3])
    assert (why.key, numbers(why)) == (ALONE, [3])
    assert "tu intercambio con Berta (entrada 3)" in evening.said(why)


def test_of_an_exchange_that_has_not_come_about_nothing_is_named() -> None:
    """Before an exchange comes about, the reason for one player's hand never names the cards the other has shown for
    it."""
    evening = Evening()
    evening.do("draw Ana away", "discard Ana")
    evening.check(what="exchange", gives="hacha.1", takes="whisky.1", **{"from": "Ana", "to": "Beto"})
    assert evening.of_hand("Beto", "hacha.1", "whisky.1", *OTHER[:2]).key == TOGETHER


def give_by_a_human(others: Sequence[str], mine: bool) -> tuple[Evening, Phrase]:
    """Let the human Carla hold out an ¡Infectado!: she was seen to be human, or it is known from the hands of
    `others`."""
    evening = Evening()
    if mine:
        evening.saw("Carla", *OTHER[:3], "no-gracias.1")
    for player in others:
        evening.saw(player, "la-cosa.1", *PLAIN[:2], "no-gracias.2" if player == "Beto" else "hacha.1")
    evening.do("draw Ana away", "discard Ana", "respond Beto no-gracias")
    evening.do("draw Beto away", "discard Beto", "respond Carla no-gracias")
    evening.do("draw Carla away", "discard Carla")
    check = {"what": "exchange", "gives": "infectado.1", "takes": "lanzallamas.1"}
    return evening, evening.why("Carla", **check, **{"from": "Carla", "to": "Dani"})


def test_what_others_showed_is_never_named_and_not_asked_where_ones_own_is_enough() -> None:
    """A player's reason never depends on who La Cosa is: it rests on her own hand where that is enough, and says that
    it is not enough else."""
    heard = [give_by_a_human(others, True)[1] for others in ([], ["Ana"], ["Beto"])]
    assert [numbers(why) for why in heard] == [[1]] * 3
    assert heard[0] == heard[1] == heard[2]
    others = [give_by_a_human(others, False) for others in (["Ana"], ["Beto"], ["Dani"])]
    assert {why.key for _, why in others} == {TOGETHER}
    assert len({evening.said(why) for evening, why in others}) == 1


def test_cards_that_break_a_rule_by_themselves_have_no_other_reason() -> None:
    evening = Evening()
    evening.saw("Ana", *OTHER)
    for cards in (PLAIN[:2], [*PLAIN[:3], "revelaciones.1"]):
        _, told = evening.asked(**HAND, player="Beto", cards=cards)
        assert told["Beto"].verdict == "illegal"
        assert not [one for one in told["Beto"].why if one.key.startswith("check.why.")]


def test_what_is_right_or_open_has_no_reason() -> None:
    evening = infected()
    for player, cards in (
        ("Beto", [*PLAIN[:3], "infectado.1"]),
        ("Eva", ["no-gracias.2", "seduccion.3", "aterrador.1", "analisis.1"]),
    ):
        found, told = evening.asked(**HAND, player=player, cards=cards)
        assert found.verdict != "illegal"
        assert not [one for one in told[player].why if one.key.startswith("check.why.")]


def test_the_longer_a_game_the_less_often_it_is_told_once_more() -> None:
    assert reasons.tellings(13, 4) == reasons.MOST
    assert 0 < reasons.tellings(400, 12) < reasons.tellings(100, 12) < reasons.MOST
    assert reasons.tellings(1100, 12) == 0


def test_with_little_time_less_is_said_and_nothing_wrong() -> None:
    evening = infected()
    evening.do(*LOST)
    referee = evening.box.game.referee
    assert referee is not None
    check = referee.read({"action": CHECK, **HAND, "player": "Beto", "cards": list(WITHOUT)})
    here = line(evening.course, evening.memory, referee)
    said = [reasons.reason(referee, evening.decklist, here, check, "Beto", times) for times in range(12)]
    keys = [one and one.key for one in said]
    assert keys == sorted(keys, key=[None, "check.why.own", ALONE].index)
    assert keys[:2] == [None, "check.why.own"] and keys[-1] == ALONE


# The two other card games


def test_which_of_ones_hands_proves_that_an_event_is_elsewhere() -> None:
    """Of La Criatura: Beto has drawn nothing, so that what he did not have lies elsewhere; one of his hands says so."""
    evening = Evening("la-criatura")
    evening.saw("Beto", "despierto", "evento.1", "evento.2")
    evening.do("chief Ana")
    evening.saw("Beto", "despierto", "evento.1", "evento.2")
    evening.saw("Carla", "evento.3", "evento.4", "evento.5")
    why = evening.of_hand("Beto", "evento.1", "evento.2", "armado")
    assert (why.key, numbers(why)) == (ALONE, [2])
    assert evening.of_hand("Dani", "evento.1", "evento", "evento").key == TOGETHER


def test_which_of_ones_hands_proves_that_one_is_human() -> None:
    """Of two decks: with the knave of coins beside it the hand after the deal says it; the one before says nothing."""
    evening = Evening("dos-barajas")
    evening.saw("Beto", "dos-de-oros", "tres-de-copas", "siete-de-espadas", "as-de-copas")
    evening.do("skip")
    cards = ["dos-de-oros", "tres-de-copas", "siete-de-espadas", "as-de-copas"]
    evening.check(what="hand", player="Beto", cards=cards, figure="sota-de-oros")
    why = evening.of_hand("Beto", *cards[:3], "cinco-de-bastos")
    assert (why.key, numbers(why)) == (ALONE, [2])
