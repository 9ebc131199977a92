"""Rare cases of full games: cards shown to all, a wrong deal, and the table's duties after a check."""

from __future__ import annotations

from companion.decks.catalog import title
from companion.engine.actions import Action
from companion.engine.hidden.referee import Finding, Phrase
from tests.engine.evening import FOUR, LAST_FOUR, OTHER, PLAIN, Refereed, table_of

ELEVEN = [*FOUR, "Eva", "Fede", "Gema", "Hugo", "Ines", "Juan", "Kika"]
UNFIT = Phrase("check.needs.unfit")


def privately(sitting: Refereed, player: str, cards: list[str]) -> Finding:
    """Return the finding for a hand that is shown in private."""
    found = sitting.check(what="hand", player=player, cards=cards, occasion="private")
    assert isinstance(found, Finding)
    return found


def test_revelations_show_whole_hands() -> None:
    """A player who showed no infection at Revelaciones has none; the last one showed one."""
    sitting = table_of("la-cosa", players=ELEVEN)
    for a, b in zip(ELEVEN, [*ELEVEN[1:], "Ana"], strict=True):
        sitting.do(f"draw {a} away", f"discard {a}", f"respond {b}")
    sitting.do("draw Ana panic revelaciones", "play Ana revelaciones shown=Ana,Beto,Carla infected=Carla")
    for player in ("Ana", "Beto"):
        assert UNFIT in privately(sitting, player, ["infectado.1", *PLAIN[:3]]).private, "no world has it"


def test_after_a_wrong_deal_it_is_said_that_the_cards_fit_nothing() -> None:
    sitting = table_of("la-cosa")
    for player, cards in (("Ana", ["la-cosa.1", "infectado.1", *PLAIN[:2]]), ("Beto", OTHER), ("Dani", LAST_FOUR)):
        assert UNFIT in privately(sitting, player, cards).private


def test_what_the_table_has_to_do_after_a_check() -> None:
    referee = title("la-cosa").game.referee
    assert referee is not None
    check = Action("check", {"what": "hand", "player": "Ana", "cards": []})
    heard = {key: referee.follow(check, Phrase(f"check.rules.hand.{key}.public")) for key in (
        "superinfection", "thing-with-flamethrower", "size")}  # fmt: skip
    assert heard == {
        "superinfection": {"action": "eliminate", "player": "Ana", "cause": "superinfection"},
        "thing-with-flamethrower": {"action": "end", "cause": "la-cosa-caught"},
        "size": None,
    }
