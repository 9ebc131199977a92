"""The referee of the hidden cards: three answers, never wrong, and it asks nobody what they are."""

from __future__ import annotations

from typing import Any

import pytest

from companion.decks.catalog import title
from companion.engine.hidden.referee import Finding
from companion.engine.rules import Violation
from tests.engine.evening import Refereed

WORDS = title("the-thing").words


class Table(Refereed):
    """Four people with a referee beside them; two action cards each, and what a correction gives them."""

    def __init__(self, *said: str, step: str = "actions", depth: str = "complete", **counts: Any) -> None:
        here, setup = title("the-thing"), {"players": ["Ana", "Berto", "Ciro", "Dora"], "options": {"depth": depth}}
        super().__init__(here.game, here.decklist, setup)
        self.do("take-sheets", {"action": "override", "set": {"step": step, **counts}, "reason": "t"}, *said)

    def hand(self, player: str, *cards: str) -> tuple[str, tuple[str, ...]]:
        """What a hand proves."""
        return self.answer(what="hand", player=player, cards=list(cards))

    def proof(self, use: str, *cards: str, player: str = "Ana") -> tuple[str, tuple[str, ...]]:
        """What is shown for something."""
        return self.answer(what="proof", player=player, use=use, cards=list(cards))


LEGAL: tuple[str, tuple[str, ...]] = ("legal", ())


def test_a_hand_has_as_many_action_cards_as_the_table_counts() -> None:
    table = Table()
    assert table.hand("Ana", "usar.1", "sabotaje") == LEGAL
    assert table.hand("Berto", "usar") == ("illegal", ("hand.size",))
    assert table.hand("Berto", "usar", "usar", "reparar") == ("illegal", ("hand.size",))
    assert table.hand("Ciro", "usar", "usar", "cocina") == ("illegal", ("hand.not-held",))


def test_of_what_else_is_held_all_of_a_kind_is_shown_or_none() -> None:
    table = Table(weapons={"Ana": 1}, objects={"Ana": 2})
    assert table.hand("Ana", "usar", "usar") == LEGAL
    assert table.hand("Ana", "usar", "usar", "pistola", "llaves", "linterna") == LEGAL
    assert table.hand("Ana", "usar", "usar", "llaves") == ("illegal", ("held.size",))
    assert table.hand("Ana", "usar", "usar", "bolsa-de-sangre") == ("illegal", ("held.size",))


def test_role_cards_shown_by_mistake_are_not_seen() -> None:
    """The answer is the very same, whichever it was."""
    table = Table()
    found = [table.look(what="hand", player="Ana", cards=["usar", "usar", role]) for role in ("humano", "alienigena")]
    assert found[0] == found[1] and isinstance(found[0], Finding) and found[0].verdict == "legal"


def test_a_single_card_is_in_one_place() -> None:
    table = Table()
    assert table.hand("Ana", "usar.1", "usar.2") == LEGAL
    assert table.hand("Berto", "usar.1", "usar.3") == ("illegal", ("hand.duplicate-copy",))
    assert table.hand("Berto", "usar.4", "usar.4") == ("illegal", ("hand.duplicate-copy",))
    # Ana has handed in one of hers: what she holds is not known any more, and nobody is accused of it.
    table.do({"action": "override", "set": {"step": "plan"}, "reason": "t"}, "place Ana at=radio anyway=t")
    assert table.hand("Berto", "usar.1", "usar.3") == LEGAL


def test_no_more_of_a_kind_than_the_box_of_this_table_holds() -> None:
    """Four people play with one pistol (rulebook, set-up 7); with one wire where the table says so."""
    table = Table(weapons={"Ana": 2})
    assert table.hand("Ana", "usar", "usar", "pistola", "pistola") == ("illegal", ("hand.duplicate-copy",))
    assert table.hand("Ana", "usar", "usar", "pistola", "dinamita") == LEGAL


def test_what_nobody_counts_cannot_be_known() -> None:
    table = Table(depth="sums")
    found = table.look(what="hand", player="Ana", cards=["usar"])
    assert isinstance(found, Finding) and found.verdict == "undetermined" and found.needs
    assert table.proof("fire", "lanzallamas")[0] == "undetermined"
    assert table.proof("fire", "dinamita") == LEGAL


@pytest.mark.parametrize(
    ("use", "right", "wrong"),
    [
        ("evade", ["pistola"], ["dinamita"]),
        ("evade", ["arma-cuerpo-a-cuerpo"], ["llaves"]),
        ("fire", ["dinamita"], ["pistola"]),
        ("test-a", ["bolsa-de-sangre"], ["fracaso"]),
        ("test-b", ["cable", "lanzallamas"], ["cable"]),
        ("escape", ["llaves"], ["linterna"]),
        ("light", ["linterna"], ["llaves"]),
        ("tools", ["herramientas"], ["combustible"]),
        ("fuel", ["combustible"], ["herramientas"]),
        ("watched", ["sabotaje"], ["humano"]),
    ],
)
def test_what_a_rule_has_somebody_show(use: str, right: list[str], wrong: list[str]) -> None:
    table = Table(charges={"Ana": 1})
    assert table.proof(use, *right) == LEGAL
    assert table.proof(use, *wrong) == ("illegal", ("proof.wrong",))
    assert table.proof(use, *right, "jaula") == ("illegal", ("proof.wrong",))


def test_a_flamethrower_without_charges_does_nothing() -> None:
    table = Table(charges={"Ana": 1})
    for use, cards in (("evade", ["lanzallamas"]), ("fire", ["lanzallamas"]), ("test-b", ["cable", "lanzallamas"])):
        assert table.proof(use, *cards) == LEGAL
        assert table.proof(use, *cards, player="Berto") == ("illegal", ("proof.charge",))


def test_a_role_card_is_checked_only_where_a_rule_has_it_shown() -> None:
    role = {"what": "role", "player": "Ana", "card": "humano", "alien": False}
    early = Table(step="actions").look(**role)
    assert isinstance(early, Violation) and early.rule == "check.when"
    table = Table(step="tests")
    assert table.answer(**role) == LEGAL
    assert table.answer(**{**role, "alien": True}) == ("illegal", ("role.other",))
    assert table.answer(**{**role, "card": "usar"}) == ("illegal", ("role.not-role",))
    unknown = table.look(**{**role, "card": "perro"})
    assert isinstance(unknown, Violation) and unknown.rule == "card.unknown"


def test_whoever_was_exposed_is_no_human_any_more() -> None:
    table = Table("expose Dora", step="rec-room")
    role = {"what": "role", "player": "Dora", "card": "humano", "alien": False}
    assert table.answer(**role) == ("illegal", ("role.other",))
    assert table.answer(**{**role, "card": "alienigena", "alien": True}) == LEGAL


def test_who_cannot_show_cards() -> None:
    table = Table(out=["Dora"])
    for player, rule in (("Zoe", "player.unknown"), ("Dora", "player.eliminated")):
        found = table.look(what="hand", player=player, cards=["usar"])
        assert isinstance(found, Violation) and found.rule == rule
