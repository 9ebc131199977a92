"""The set-up of the cooperative mode: the board game for six, but for what its rulebook says otherwise (RC,
preparación)."""

from __future__ import annotations

from typing import cast

from companion.engine.deck import Decklist
from companion.engine.view import Plan
from companion.engine.words import Wording
from companion.games.the_thing import box
from companion.games.the_thing_coop.base import CHARACTERS, DICE, FIRST_STRENGTH, FIRST_THREAT

TOGETHER = ("people", "sheets", "roles", "threat", "bag")
ADVICE = ("marks", "figures", "alien")
PICTURES = {
    **box.PICTURES,
    "people": "suspicion human",
    "sheets": "human leader",
    "roles": "kind-role shuffle",
    "threat": "alien suspicion",
    "bag": "dog shuffle",
}


def helicopter(decklist: Decklist) -> int:
    """Damage of the helicopter of the base: its rulebook does not say, the table does."""
    said = decklist.option("helicopter")
    return int(said.default) if said else box.stores(decklist, CHARACTERS).helicopter


def figures_of(decklist: Decklist, players: int) -> dict[str, object]:
    """Return the quantities of the set-up, as `companion deck --json` gives them under `figures`."""
    figures, broken = box.figures_of(decklist, CHARACTERS), helicopter(decklist)
    damage = cast("dict[str, int]", figures["damage"])
    spare = damage["operations"] + damage["helicopter"] - broken
    return {
        **figures,
        "damage": {**damage, "helicopter": broken, "operations": spare},
        "hand": 0,
        "characters": CHARACTERS,
        "sheets": CHARACTERS // players,
        "action_dice": DICE,
        "dog_tokens": {"dealt": 0, "alien": 2, "bag": decklist.setup.get("dog_tokens", 9)},
        "first_strength": FIRST_STRENGTH,
        "first_threat": FIRST_THREAT,
        "most_suspicion": CHARACTERS,
    }


def plan(decklist: Decklist, players: int, words: Wording) -> Plan:
    """Return the set-up as figures and as steps that a host works through."""
    figures = figures_of(decklist, players)
    damage = cast("dict[str, int]", figures["damage"])
    blanks = {
        **box.blanks_of(decklist, CHARACTERS, words),
        "helicopter": damage["helicopter"],
        "damage_left": damage["operations"],
        "each": figures["sheets"],
        "threat": FIRST_THREAT,
    }
    verify = {**box.verified(decklist, CHARACTERS), "roles": box.deck_size(decklist, CHARACTERS, "role")}
    return box.told(decklist, players, words, figures, verify, blanks, TOGETHER, ADVICE, PICTURES)
