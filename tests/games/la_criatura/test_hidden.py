"""Words about hidden cards: the table hears the same of any; and what a movement is."""

from __future__ import annotations

from companion.decks.catalog import title
from companion.engine import facts as f
from companion.engine.hidden.referee import Finding
from tests.engine.evening import table_of

SLEEPING = ("chief Ana", "pass Ana,Dora,Ciro,Berto", "vote Dora,Ciro Berto", "vote Berto Ciro", "vote Ana Berto,Berto",
            "declare Berto false")  # fmt: skip


def test_character_cards_shown_by_mistake_are_not_seen() -> None:
    table = table_of("la-criatura", "chief Ana", players=["Ana", "Berto", "Ciro", "Dora"])
    found = table.look(what="hand", player="Ana", cards=["evento", "evento", "evento", "infectado", "criatura"])
    assert isinstance(found, Finding) and found.verdict == "legal"
    assert "infect" not in str(found.json(title("la-criatura").words["es"])).lower()


def test_the_table_hears_the_same_of_any_cards_handed_in() -> None:
    table = table_of("la-criatura", *SLEEPING, players=["Ana", "Berto", "Ciro", "Dora"])
    fair = {"Ana": "cientifico", "Ciro": "cientifico", "Dora": "criatura"}
    found = [table.look(what="round", gives=gives) for gives in (fair, {**fair, "Ana": "infectado"})]
    assert len({str(one.public) for one in found if isinstance(one, Finding)}) == 1
    discards = [table.look(what="discard", player="Ana", card=card) for card in ("evento", "cuchillo")]
    assert len({str(one.public) for one in discards if isinstance(one, Finding)}) == 1


def test_a_movement_is_cards_handed_in_shuffled_and_handed_back() -> None:
    table = table_of("la-criatura", "chief Ana", players=["Ana", "Berto", "Ciro"])
    moved = [fact for fact in table.course.entries[-1].facts if isinstance(fact, f.CardsMoved | f.StackShuffled)]
    assert [type(fact).__name__ for fact in moved] == ["CardsMoved"] * 3 + ["StackShuffled"] + ["CardsMoved"] * 3
    assert table.course.table.piles["characters"] == 0
