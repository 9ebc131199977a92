"""What full games seldom reach: corrections, names, what everybody saw, and what cannot be."""

from __future__ import annotations

from typing import Any

from companion.decks.catalog import title
from companion.engine.actions import Action
from companion.engine.hidden.referee import Finding, Phrase
from tests.engine.case_lines import LAST_FOUR, OTHER, PLAIN, discard, draw, panic, turn
from tests.engine.evening import Refereed
from tests.engine.test_cases import sat, verdict

RULES = title("la-cosa")
FOUR = ("Ana", "Beto", "Carla", "Dani")
ELEVEN = [*FOUR, "Eva", "Fede", "Gema", "Hugo", "Ines", "Juan", "Kika"]


def gives(sitting: Refereed, a: str, b: str, gift: str = "infectado.1", back: str = "determinacion.1") -> str:
    """The verdict on an exchange, which is not shown to anybody else."""
    memory = sitting.memory
    found = sitting.check(what="exchange", **{"from": a, "to": b}, gives=gift, takes=back)
    sitting.memory = memory
    assert isinstance(found, Finding)
    return found.verdict


def override(sitting: Refereed, **said: Any) -> None:
    assert sitting.say(action="override", set=said, reason="counted") == "ok"


def met() -> Refereed:
    """Ana, who is La Cosa, gave Beto an ¡Infectado! before the referee's eyes; then all of them had an unseen turn."""
    sitting = sat(draw("Ana"), discard("Ana"))
    sitting.check(what="hand", player="Ana", cards=["la-cosa.1", "infectado.1", "sospecha.1", "sospecha.2"])
    sitting.check(what="exchange", **{"from": "Ana", "to": "Beto"}, gives="infectado.1", takes="hacha.1")
    sitting.say(action="respond", player="Beto", card=None)
    return sitting


def test_revelations_show_whole_hands() -> None:
    """Who showed no infection has none, so that what they give next is none; the last one showed one."""
    sitting = sat(players=ELEVEN)
    for a, b in zip(ELEVEN, [*ELEVEN[1:], "Ana"], strict=True):
        for line in turn(a, b):
            assert sitting.say(**line) == "ok"
    assert sitting.say(**panic("Ana", "revelaciones")) == "ok"
    shown = ["Ana", "Beto", "Carla"]
    assert sitting.say(action="play", player="Ana", card="revelaciones", shown=shown, infected="Carla") == "ok"
    for player in ("Ana", "Beto"):
        found = sitting.check(what="hand", player=player, cards=["infectado.1", *PLAIN[:3]], occasion="private")
        assert isinstance(found, Finding)
        assert Phrase("check.needs.unfit") in found.private, "no world has it"


def test_what_a_correction_of_hands_leaves() -> None:
    sitting = met()
    assert verdict(sitting, "Dani", LAST_FOUR) == "legal"
    override(sitting, hands={"Carla": 3}, draw_pile=19, discard_pile=1)
    assert gives(sitting, "Beto", "Dani") == "illegal", "Beto stays infected, and Dani is not La Cosa"
    assert gives(sitting, "Ana", "Beto") == "legal", "La Cosa stays who it is"
    assert gives(sitting, "Carla", "Ana") == "undetermined", "Carla may have been infected in what nobody told"
    assert verdict(sitting, "Beto", OTHER) == "undetermined", "Beto's last may have gone"


def test_an_infection_seen_after_a_correction_has_to_be_kept() -> None:
    sitting = met()
    override(sitting, hands={"Carla": 3}, draw_pile=19, discard_pile=1)
    assert verdict(sitting, "Beto", ["infectado.1", *OTHER[:3]]) == "legal"
    memory = sitting.memory
    assert verdict(sitting, "Beto", OTHER) == "illegal"
    sitting.memory = memory
    for line in (draw("Beto"), discard("Beto")):
        assert sitting.say(**line) == "ok"
    assert verdict(sitting, "Beto", OTHER) == "illegal"


def test_a_correction_that_touches_nothing_hidden_leaves_everything() -> None:
    sitting = met()
    piles = sitting.course.table.piles
    for said in ({"direction": "counterclockwise"}, {"draw_pile": piles["draw"], "discard_pile": piles["discard"]}):
        override(sitting, **said)
        assert gives(sitting, "Carla", "Dani") == "illegal", "Carla is human"
        assert verdict(sitting, "Beto", OTHER) == "illegal"


def test_a_correction_of_doors_makes_only_doors_doubtful() -> None:
    sitting = met()
    assert verdict(sitting, "Dani", ["puerta-atrancada.1", *LAST_FOUR[:3]]) == "legal"
    override(sitting, doors=[["Ana", "Beto"]])
    assert gives(sitting, "Carla", "Dani") == "illegal", "Carla is human"
    assert verdict(sitting, "Beto", OTHER) == "illegal"
    assert verdict(sitting, "Dani", ["sospecha.3", *LAST_FOUR[:3]]) == "legal", "the door lies on the table"


def test_the_other_way_round_after_a_correction_of_seats() -> None:
    sitting = met()
    override(sitting, seats=["Ana", "Carla", "Beto", "Dani"])
    assert gives(sitting, "Beto", "Dani") == "illegal"
    assert verdict(sitting, "Dani", ["la-cosa.1", *LAST_FOUR[:3]]) == "illegal"


def test_what_cannot_be_leaves_the_roles() -> None:
    """A card is played that was seen in somebody else's hand: something happened that nobody told."""
    sitting = met()
    assert verdict(sitting, "Carla", ["seduccion.1", "seduccion.2", *LAST_FOUR[:2]]) == "legal"
    for line in (draw("Beto"), {"action": "play", "player": "Beto", "card": "seduccion", "target": "Dani"}):
        assert sitting.say(**line) == "ok"
    assert gives(sitting, "Ana", "Beto") == "legal", "La Cosa stays who it is"
    assert gives(sitting, "Beto", "Dani") == "illegal", "Beto stays infected"
    assert verdict(sitting, "Carla", PLAIN) != "illegal"


def test_la_cosa_shown_to_all() -> None:
    sitting = sat(draw("Ana"), {"action": "show", "player": "Ana", "cards": ["la-cosa", "whisky"]})
    assert verdict(sitting, "Beto", ["la-cosa.1", *OTHER[:3]]) == "illegal"


def test_what_the_table_has_to_do_after_a_check() -> None:
    referee = RULES.game.referee
    assert referee is not None
    check = Action("check", {"what": "hand", "player": "Ana", "cards": []})
    heard = {key: referee.follow(check, Phrase(f"check.rules.hand.{key}.public")) for key in (
        "superinfection", "thing-with-flamethrower", "size")}  # fmt: skip
    assert heard == {
        "superinfection": {"action": "eliminate", "player": "Ana", "cause": "superinfection"},
        "thing-with-flamethrower": {"action": "end", "cause": "la-cosa-caught"},
        "size": None,
    }


def test_after_a_wrong_deal_the_others_are_judged_by_the_rules_alone() -> None:
    sitting = sat()
    for player, cards in (("Ana", ["la-cosa.1", "infectado.1", *PLAIN[:2]]), ("Beto", OTHER), ("Dani", LAST_FOUR)):
        found = sitting.check(what="hand", player=player, cards=cards, occasion="private")
        assert isinstance(found, Finding)
        assert (found.verdict, Phrase("check.needs.unfit") in found.private) == ("legal", True)
    assert sitting.say(**draw("Ana")) == "ok"
    cards = ["la-cosa.1", "infectado.1", "infectado.2", *PLAIN[:2]]
    assert verdict(sitting, "Ana", cards) == "legal"
