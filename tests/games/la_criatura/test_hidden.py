"""The referee of the hidden cards: three answers, never wrong, and it asks nobody what they are."""

from __future__ import annotations

from typing import Any

from companion.decks.catalog import title
from companion.engine.hidden.referee import Finding
from companion.engine.rules import Violation
from tests.engine.evening import Refereed, table_of

WORDS = title("la-criatura").words["es"]

ASKED = ("chief Ana", "pass Ana,Dora,Ciro,Berto")
FOR_BERTO = (*ASKED, "vote Dora,Ciro Berto", "vote Berto Ciro", "vote Ana Berto,Berto")
BERTO_SLEEPS = (*FOR_BERTO, "declare Berto false")


def seat_four(*said: str) -> Refereed:
    """Four people with a referee beside them."""
    return table_of("la-criatura", *said, players=["Ana", "Berto", "Ciro", "Dora"])


def hand(player: str, *cards: str) -> dict[str, Any]:
    """A hand as it is shown."""
    return {"what": "hand", "player": player, "cards": list(cards)}


def test_a_hand_has_as_many_events_as_the_table_counts() -> None:
    table = seat_four("chief Ana")
    assert table.answer(**hand("Ana", "evento.1", "evento.2", "armado")) == ("legal", ())
    assert table.answer(**hand("Berto", "evento", "evento")) == ("illegal", ("hand.size",))
    assert table.answer(**hand("Berto", "evento", "evento", "evento", "cuchillo")) == ("illegal", ("hand.not-event",))


def test_character_cards_shown_by_mistake_are_not_seen() -> None:
    table = seat_four("chief Ana")
    found = table.look(**hand("Ana", "evento", "evento", "evento", "infectado", "criatura"))
    assert isinstance(found, Finding) and found.verdict == "legal"
    assert "infect" not in str(found.json(WORDS)).lower()


def test_a_single_card_is_in_one_place() -> None:
    table = seat_four("chief Ana", "event Ana armado")
    assert table.answer(**hand("Berto", "armado", "evento", "evento")) == ("illegal", ("hand.duplicate-copy",))
    assert table.answer(**hand("Berto", "despierto", "evento.4", "evento")) == ("legal", ())
    assert table.answer(**hand("Ciro", "despierto", "evento", "evento"))[0] == "illegal"
    assert table.answer(**hand("Ciro", "evento.4", "evento", "evento"))[0] == "illegal"
    assert table.answer(**hand("Ciro", "evento.5", "evento.5", "evento"))[0] == "illegal"
    # Berto plays one of the others: he still has it.
    table.do("pass Dora")
    table.do("event Berto evento")
    assert table.answer(**hand("Ciro", "despierto", "evento", "evento"))[0] == "illegal"


def test_weapons_are_as_many_as_lie_face_down() -> None:
    table = seat_four("chief Ana", "event Ana armado")
    check = {"what": "weapons", "player": "Ana"}
    assert table.answer(**check, cards=["arma"]) == ("legal", ())
    assert table.answer(**check, cards=[]) == ("illegal", ("weapons.size",))
    assert table.answer(**check, cards=["evento"]) == ("illegal", ("weapons.not-weapon",))


def test_the_sedated_discard_nothing_and_nobody_more_than_they_hold() -> None:
    table = seat_four(
        *BERTO_SLEEPS,
        "move 5",
    )
    assert table.answer(what="discard", player="Ana", card="evento") == ("legal", ())
    assert table.answer(what="discard", player="Berto", card="evento") == ("illegal", ("discard.sleeping",))
    assert table.answer(what="discard", player="Ana", card="cuchillo") == ("illegal", ("discard.not-event",))
    assert table.answer(what="discard", player="Ana", cards=["evento"] * 4) == ("illegal", ("hand.size",))


def test_cards_handed_in_are_characters_of_people_awake() -> None:
    table = seat_four(
        *BERTO_SLEEPS,
    )
    fair = {"Ana": "cientifico.1", "Ciro": "cientifico.2", "Dora": "criatura"}
    assert table.answer(what="round", gives=fair) == ("legal", ())
    # Berto sleeps on the third scientist: somebody holds the Creature back.
    assert table.answer(what="round", gives={**fair, "Dora": "cientifico.3"}) == ("illegal", ("round.too-many",))
    assert table.answer(what="round", gives={**fair, "Dora": "infectado"}) == ("illegal", ("round.infected",))
    assert table.answer(what="round", gives={**fair, "Berto": "cientifico.3"}) == ("illegal", ("round.sleeping",))
    assert table.answer(what="round", gives={**fair, "Ana": "criatura"}) == ("illegal", ("round.too-many",))
    assert table.answer(what="round", gives={**fair, "Ana": "evento"}) == ("illegal", ("round.not-character",))
    assert table.answer(what="round", gives={"Ana": "cientifico"})[0] == "undetermined"
    twice = {"Ana": "cientifico.1", "Ciro": "cientifico.1", "Dora": "criatura"}
    assert table.answer(what="round", gives=twice) == ("illegal", ("round.too-many",))


def test_once_the_creature_is_gone_an_infected_card_proves_nothing() -> None:
    table = seat_four(
        *FOR_BERTO,
        'override {"found": 2}',
        "declare Berto false",
    )
    gives = {"Ana": "cientifico", "Ciro": "cientifico", "Dora": "infectado"}
    assert table.answer(what="round", gives=gives)[0] == "undetermined"
    assert table.answer(what="round", gives={**gives, "Dora": "criatura"})[0] == "illegal"


def test_whoever_had_the_creature_when_it_went_has_no_card() -> None:
    table = seat_four(
        "chief Ana",
        'override {"options": {"second_find": "awake"}, "found": 1}',
        "pass Ana,Dora,Ciro,Berto",
        "vote Dora Ana",
        "vote Ciro,Berto Dora",
        "vote Ana Dora,Dora",
        "declare Dora true",
    )
    left = {"Ana": "cientifico", "Berto": "cientifico", "Ciro": "cientifico"}
    assert table.answer(what="round", gives=left) == ("legal", ())
    assert table.answer(what="round", gives={**left, "Ana": "infectado"}) == ("illegal", ("round.infected",))
    four = {**left, "Dora": "cientifico"}
    assert table.answer(what="round", gives=four) == ("illegal", ("round.bereft", "round.too-many"))


def test_one_whom_a_correction_put_to_sleep_may_have_the_creature() -> None:
    table = seat_four(
        *BERTO_SLEEPS,
        'override {"sedated": ["Ciro", "Berto"]}',
    )
    two = {"Ana": "cientifico", "Dora": "cientifico"}
    assert table.answer(what="round", gives=two) == ("legal", ())
    table.do('override {"sedated": ["Berto"]}')
    three = {**two, "Ciro": "cientifico"}
    assert table.answer(what="round", gives=three) == ("illegal", ("round.too-many",))


def test_what_cannot_be_looked_at() -> None:
    table = seat_four("chief Ana")
    refused = table.look(what="round", gives={"Ana": "cientifico"})
    assert isinstance(refused, Violation) and refused.rule == "check.when"
    for said, rule in (
        (hand("Zoe", "evento"), "player.unknown"),
        (hand("Ana", "nada"), "card.unknown"),
    ):
        refused = table.look(**said)
        assert isinstance(refused, Violation) and refused.rule == rule
    table.do("end abandoned")
    refused = table.look(**hand("Ana", "evento"))
    assert isinstance(refused, Violation) and refused.rule == "game.over"


def test_the_table_hears_the_same_of_any_cards_handed_in() -> None:
    table = seat_four(
        *BERTO_SLEEPS,
    )
    fair = {"Ana": "cientifico", "Ciro": "cientifico", "Dora": "criatura"}
    found = [table.look(what="round", gives=gives) for gives in (fair, {**fair, "Ana": "infectado"})]
    assert len({str(one.public) for one in found if isinstance(one, Finding)}) == 1
    discards = [table.look(what="discard", player="Ana", card=card) for card in ("evento", "cuchillo")]
    assert len({str(one.public) for one in discards if isinstance(one, Finding)}) == 1
