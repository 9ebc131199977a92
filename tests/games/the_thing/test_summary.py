"""Recap of a finished evening: figures, stories, prizes and clues, counted by hand from the golden one."""

from __future__ import annotations

from pathlib import Path

from companion.decks.catalog import title
from companion.games.the_thing.summary import chronicle, recap
from tests.games.play import Sitting, lines_of, seated

HERE = title("the-thing")
FOLDER = Path(__file__).parents[2] / "playthroughs" / "the-thing"


def _played(name: str) -> Sitting:
    setup, *actions = lines_of(FOLDER / f"{name}.jsonl")
    sitting = Sitting(HERE.game, HERE.decklist, setup)
    for action in actions:
        sitting.say(**action)
    sitting.say(action="rename", player="Dora", to="Dorotea")
    return sitting


def test_the_prizes_of_the_golden_evening() -> None:
    told = chronicle(HERE.decklist, _played("four-people-rescue").course.standing, HERE.words["es"])
    assert told.counts
    assert {(feat.key, feat.player): feat.count for feat in told.feats} == {
        ("mended", "Berto"): 1,
        ("mended", "Ana"): 1,
        ("voted", "Dorotea"): 2,
        ("voted", "Ana"): 1,
        ("led", "Ana"): 1,  # the first one, by the set-up
        ("led", "Berto"): 1,
        ("led", "Dorotea"): 1,
        ("survived", "Ana"): 1,
        ("survived", "Berto"): 1,
        ("survived", "Ciro"): 1,
    }
    assert all(HERE.words[lang].has(f"awards.{feat.key}.name") for feat in told.feats for lang in ("es", "en"))


def test_the_tale_of_the_golden_evening() -> None:
    sitting = _played("four-people-rescue")
    told = {one.label: one for one in recap(HERE.decklist, sitting.course.standing, HERE.words["es"])}
    assert {label: one.number for label, one in told.items() if one.number is not None} == {
        "Rondas": 3,
        "Cartas de Acción volteadas": 5,
        "Encuentros": 4,
    }
    assert told["Quién fue Líder"].lines == ("Ana: 1", "Berto: 1", "Dorotea: 1")
    assert told["Votos recibidos"].lines == ("Dorotea: 2", "Ana: 1")


def test_what_everybody_saw_of_whom() -> None:
    """A player who got aboard showed a role; a test is evidence of that moment and that player alone."""
    clues = chronicle(HERE.decklist, _played("four-people-rescue").course.standing, HERE.words["es"]).clues
    assert [(clue.player, clue.fits, clue.excludes) for clue in clues] == [
        ("Berto", ("Humano",), ("Alienígena",)),
        ("Ciro", ("Humano",), ("Alienígena",)),
    ]
    sitting = seated("the-thing", "take-sheets", players=["Ana", "Berto", "Ciro", "Dora"])
    sitting.do({"action": "override", "set": {"step": "tests", "lab": {"Ana": 2}, "charges": {"Ana": 1},
                                              "objects": {"Ana": 1}}, "reason": "t"})  # fmt: skip
    sitting.do({"action": "test", "player": "Ana", "target": "Berto", "kind": "a", "alien": False})
    sitting.do({"action": "test", "player": "Ana", "target": "Dora", "kind": "b", "alien": True})
    told = chronicle(HERE.decklist, sitting.course.standing, HERE.words["en"])
    assert [(clue.player, clue.text, clue.fits) for clue in told.clues] == [
        ("Berto", "Berto was tested and showed the Human Role card.", ("Human",)),
        ("Dora", "Dora's role became known.", ("Alien",)),
    ]
    assert [(feat.key, feat.player) for feat in told.feats] == [("found", "Ana"), ("led", "Ana")]
    assert not told.counts
    lines = {one.label: one.lines for one in recap(HERE.decklist, sitting.course.standing, HERE.words["en"])}
    assert lines["Tests"] == ("Ana tested Berto: Human", "Ana tested Dora: Alien")


def test_the_pack_leader_is_told_of() -> None:
    """It moves to three people who wait for it, and is shut in."""
    sitting = seated("the-thing", players=["Ana", "Berto", "Ciro", "Dora"], pack_leader="yes")
    about = {"step": "pack", "dogs": {"kennel": 3, "shed": 1}, "pack": {"shed": 1}}
    people = {"rooms": {"Ana": "kitchen", "Berto": "kitchen", "Ciro": "kitchen"}}
    sitting.do("take-sheets", {"action": "override", "set": {"step": "food"}, "reason": "t"}, "food")
    sitting.do({"action": "override", "set": {**about, **people}, "reason": "t"})
    sitting.do({"action": "locate", "at": "kitchen"}, {"action": "meet", "at": "kitchen"})
    assert sitting.state["pack"] == {"kennel": 1}
    told = {one.label: one for one in recap(HERE.decklist, sitting.course.standing, HERE.words["es"])}
    assert told["Saltos del Líder de Manada"].number == 1
    assert told["Quién encerró al Líder de Manada"].lines == ("Ana, Berto y Ciro",)
