"""Recap of what no whole evening has (those: `test_golden.py`)."""

from __future__ import annotations

from tests.games.play import seated


def test_the_pack_leader_is_told_of() -> None:
    """It moves to three people who wait for it, and is shut in."""
    sitting = seated("the-thing", players=["Ana", "Berto", "Ciro", "Dora"], pack_leader="yes")
    about = {"step": "pack", "dogs": {"kennel": 3, "shed": 1}, "pack": {"shed": 1}}
    people = {"rooms": {"Ana": "kitchen", "Berto": "kitchen", "Ciro": "kitchen"}}
    sitting.do("take-sheets", {"action": "override", "set": {"step": "food"}, "reason": "t"}, "food")
    sitting.do({"action": "override", "set": {**about, **people}, "reason": "t"})
    sitting.do({"action": "locate", "at": "kitchen"}, {"action": "meet", "at": "kitchen"})
    assert sitting.state["pack"] == {"kennel": 1}
    assert sitting.game.recap is not None
    told = {one.label: one for one in sitting.game.recap(sitting.decklist, sitting.course.standing, sitting.words())}
    assert told["Saltos del Líder de Manada"].number == 1
    assert told["Quién encerró al Líder de Manada"].lines == ("Ana, Berto y Ciro",)
