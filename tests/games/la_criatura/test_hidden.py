"""The referee of the hidden cards: three answers, never wrong, and it asks nobody what they are."""

from __future__ import annotations

from typing import Any

from companion.games.la_criatura.hidden import WITNESS
from companion.referee.hidden import Finding, Memory
from companion.referee.hidden_line import line
from companion.referee.ruling import Violation
from tests.games.la_criatura.cases import say, sitting
from tests.games.play import Sitting

SETUP: dict[str, Any] = {"players": ["Ana", "Berto", "Ciro", "Dora"], "options": {}, "deck": ""}


class Table:
    """A sitting with a referee beside it."""

    def __init__(self, *said: str) -> None:
        self.at: Sitting = sitting(SETUP)
        self.memory = Memory()
        for text in said:
            assert say(self.at, text) == "ok", text

    def look(self, **said: Any) -> Finding | Violation:
        """What a check finds."""
        check = WITNESS.read({"action": "check", **said})
        refused = WITNESS.refuse(self.at.decklist, self.at.course.table, check)
        if refused is not None:
            return refused
        finding = WITNESS.judge(self.at.decklist, line(self.at.course, self.memory, WITNESS), check)
        self.memory = self.memory.with_sight(check, self.at.course.version, finding)
        return finding

    def answer(self, **said: Any) -> tuple[str, tuple[str, ...]]:
        """The verdict and the rules broken."""
        found = self.look(**said)
        assert isinstance(found, Finding)
        words = self.at.game and found.json(_words())
        assert words
        return found.verdict, found.rules


def _words() -> Any:
    from tests.games.la_criatura.walking import here

    return here().words["es"]


def hand(player: str, *cards: str) -> dict[str, Any]:
    """A hand as it is shown."""
    return {"what": "hand", "player": player, "cards": list(cards)}


def test_a_hand_has_as_many_events_as_the_table_counts() -> None:
    table = Table("chief Ana")
    assert table.answer(**hand("Ana", "evento.1", "evento.2", "armado")) == ("legal", ())
    assert table.answer(**hand("Berto", "evento", "evento")) == ("illegal", ("hand.size",))
    assert table.answer(**hand("Berto", "evento", "evento", "evento", "cuchillo")) == ("illegal", ("hand.not-event",))


def test_character_cards_shown_by_mistake_are_not_seen() -> None:
    table = Table("chief Ana")
    found = table.look(**hand("Ana", "evento", "evento", "evento", "infectado", "criatura"))
    assert isinstance(found, Finding) and found.verdict == "legal"
    assert "infect" not in str(found.json(_words())).lower()


def test_a_single_card_is_in_one_place() -> None:
    table = Table("chief Ana", "event Ana armado")
    assert table.answer(**hand("Berto", "armado", "evento", "evento")) == ("illegal", ("hand.duplicate-copy",))
    assert table.answer(**hand("Berto", "despierto", "evento.4", "evento")) == ("legal", ())
    assert table.answer(**hand("Ciro", "despierto", "evento", "evento"))[0] == "illegal"
    assert table.answer(**hand("Ciro", "evento.4", "evento", "evento"))[0] == "illegal"
    assert table.answer(**hand("Ciro", "evento.5", "evento.5", "evento"))[0] == "illegal"
    # Berto plays something unseen to us: what he holds is not known any more, and nobody is accused of it.
    assert say(table.at, "pass Dora") == "ok"
    assert say(table.at, "event Berto evento") == "ok"
    assert table.answer(**hand("Ciro", "despierto", "evento", "evento")) == ("legal", ())


def test_weapons_are_as_many_as_lie_face_down() -> None:
    table = Table("chief Ana", "event Ana armado")
    check = {"what": "weapons", "player": "Ana"}
    assert table.answer(**check, cards=["arma"]) == ("legal", ())
    assert table.answer(**check, cards=[]) == ("illegal", ("weapons.size",))
    assert table.answer(**check, cards=["evento"]) == ("illegal", ("weapons.not-weapon",))


def test_the_sedated_discard_nothing_and_nobody_more_than_they_hold() -> None:
    table = Table("chief Ana", "pass *", "vote * Berto Ciro", "declare Berto no", "move 5")
    assert table.answer(what="discard", player="Ana", card="evento") == ("legal", ())
    assert table.answer(what="discard", player="Berto", card="evento") == ("illegal", ("discard.sleeping",))
    assert table.answer(what="discard", player="Ana", card="cuchillo") == ("illegal", ("discard.not-event",))
    assert table.answer(what="discard", player="Ana", cards=["evento"] * 4) == ("illegal", ("hand.size",))


def test_cards_handed_in_are_characters_of_people_awake() -> None:
    table = Table("chief Ana", "pass *", "vote * Berto Ciro", "declare Berto no")
    fair = {"Ana": "cientifico.1", "Ciro": "cientifico.2", "Dora": "criatura"}
    assert table.answer(what="round", gives=fair) == ("legal", ())
    assert table.answer(what="round", gives={**fair, "Dora": "cientifico.3"}) == ("legal", ())
    assert table.answer(what="round", gives={**fair, "Dora": "infectado"}) == ("illegal", ("round.infected",))
    assert table.answer(what="round", gives={**fair, "Berto": "cientifico.3"}) == ("illegal", ("round.sleeping",))
    assert table.answer(what="round", gives={**fair, "Ana": "criatura"}) == ("illegal", ("round.too-many",))
    assert table.answer(what="round", gives={**fair, "Ana": "evento"}) == ("illegal", ("round.not-character",))
    assert table.answer(what="round", gives={"Ana": "cientifico"})[0] == "undetermined"
    twice = {"Ana": "cientifico.1", "Ciro": "cientifico.1", "Dora": "criatura"}
    assert table.answer(what="round", gives=twice) == ("illegal", ("round.too-many",))


def test_once_the_creature_is_gone_an_infected_card_proves_nothing() -> None:
    table = Table("chief Ana", "pass *", "vote * Berto Ciro", 'set {"found": 2}', "declare Berto no")
    gives = {"Ana": "cientifico", "Ciro": "cientifico", "Dora": "infectado"}
    assert table.answer(what="round", gives=gives)[0] == "undetermined"
    assert table.answer(what="round", gives={**gives, "Dora": "criatura"})[0] == "illegal"


def test_what_cannot_be_looked_at() -> None:
    table = Table("chief Ana")
    refused = table.look(what="round", gives={"Ana": "cientifico"})
    assert isinstance(refused, Violation) and refused.rule == "check.when"
    for said, rule in (
        (hand("Zoe", "evento"), "player.unknown"),
        (hand("Ana", "nada"), "card.unknown"),
    ):
        refused = table.look(**said)
        assert isinstance(refused, Violation) and refused.rule == rule
    assert say(table.at, '{"action": "end", "cause": "abandoned"}') == "ok"
    refused = table.look(**hand("Ana", "evento"))
    assert isinstance(refused, Violation) and refused.rule == "game.over"


def test_the_table_hears_the_same_of_any_cards_handed_in() -> None:
    table = Table("chief Ana", "pass *", "vote * Berto Ciro", "declare Berto no")
    fair = {"Ana": "cientifico", "Ciro": "cientifico", "Dora": "criatura"}
    found = [table.look(what="round", gives=gives) for gives in (fair, {**fair, "Ana": "infectado"})]
    assert len({str(one.public) for one in found if isinstance(one, Finding)}) == 1
    discards = [table.look(what="discard", player="Ana", card=card) for card in ("evento", "cuchillo")]
    assert len({str(one.public) for one in discards if isinstance(one, Finding)}) == 1
