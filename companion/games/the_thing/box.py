"""The set-up for N players: what lies where before the first round (RB, preparación 1–21), as figures and as steps."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from companion.engine.deck import Decklist
from companion.engine.kit.setup import listed, plan_in_words
from companion.engine.view import Plan
from companion.engine.words import Wording

HAND = 2
"""Action cards dealt to everybody (RB, preparación 14)."""
BURNER, SHED_DAMAGE, RESCUE_FUEL = 4, 1, 1
"""Fuel of the boiler and of the generator; damage of the shed; fuel on the track of the rescue helicopter."""
FOOD = 16
FIRST_TABLE = 6
"""Up to so many people the weather table lies with the side 1–6 up, from there on with 7–8 (RB, componentes)."""

_WAREHOUSE: Mapping[int, int] = {4: 10, 5: 10, 6: 14, 7: 18, 8: 18}

ADVICE = ("marks", "wires", "figures", "alien")
"""What goes wrong before the first round."""

PICTURES = {
    "board": "snow", "fuel": "fuel", "damage": "kind-damage", "supply": "food helicopter dice",
    "weapons": "kind-weapon shuffle", "objects": "kind-object shuffle", "locations": "kind-location dog",
    "lab": "kind-lab", "people": "suspicion kind-action", "sheets": "human leader", "roles": "kind-role deal",
    "bag": "dog shuffle",
}  # fmt: skip
"""What is drawn beside each step of the set-up."""

APART = ("board", "fuel", "damage", "supply", "weapons", "objects", "locations", "lab")
TOGETHER = ("people", "sheets", "roles", "bag")
"""What different people can lay out at the same time, and what is dealt afterwards, roles last."""


@dataclass(frozen=True, slots=True)
class Stores:
    """What lies in the rooms when play begins: fuel tokens and damage counters, for so many players."""

    players: int
    fuel_tokens: int = 34
    damage_counters: int = 20

    @property
    def warehouse(self) -> int:
        """Fuel in the warehouse (RB, preparación 9)."""
        return _WAREHOUSE[self.players]

    @property
    def reserve(self) -> int:
        """Fuel outside, for the vehicles (RB, preparación 10)."""
        return self.players - 1

    @property
    def fuel_left(self) -> int:
        """Fuel that stays in the box: none with eight. Less than none would be a box that lacks some."""
        return self.fuel_tokens - 2 * BURNER - RESCUE_FUEL - self.warehouse - self.reserve

    @property
    def helicopter(self) -> int:
        """Damage of the helicopter of the base (RB, preparación 6)."""
        return self.players - 2

    @property
    def radio(self) -> int:
        """Damage of the radio room (RB, preparación 11)."""
        return self.players

    @property
    def damage_left(self) -> int:
        """Damage counters that go to the operations room: with eight just enough for boiler and generator."""
        return self.damage_counters - SHED_DAMAGE - self.helicopter - self.radio


def first_strength(players: int) -> int:
    """The strength of the first exposed Alien (RB, exponerte como Alienígena)."""
    return players // 2


def stores(decklist: Decklist, players: int) -> Stores:
    """What lies in the rooms with so many players, from the tokens of this box."""
    box = decklist.setup
    return Stores(players, box.get("fuel_tokens", 34), box.get("damage_counters", 20))


def deck_size(decklist: Decklist, players: int, back: str) -> int:
    """How many cards with this back play."""
    return sum(decklist.by_slug[copy.slug].back == back for copy in decklist.in_play(players))


def figures_of(decklist: Decklist, players: int) -> dict[str, object]:
    """The quantities of the set-up, as `companion deck --json` gives them under `figures`."""
    here = stores(decklist, players)
    green, black = (_by_tone(decklist, players, tone) for tone in ("green", "black"))
    return {
        "weather_side": "1-6" if players <= FIRST_TABLE else "7-8",
        "weapon_deck": deck_size(decklist, players, "weapon"),
        "object_deck": deck_size(decklist, players, "object"),
        "action_deck": deck_size(decklist, players, "action"),
        "location_deck": deck_size(decklist, players, "location") - 1,
        "role_cards": deck_size(decklist, players, "role"),
        "lab_bag": {"green": green, "black": black},
        "fuel": {
            "generator": BURNER,
            "boiler": BURNER,
            "warehouse": here.warehouse,
            "reserve": here.reserve,
            "rescue": RESCUE_FUEL,
            "box": here.fuel_left,
        },
        "damage": {
            "shed": SHED_DAMAGE,
            "helicopter": here.helicopter,
            "radio": here.radio,
            "operations": here.damage_left,
        },
        "food": FOOD,
        "hand": HAND,
        "dog_tokens": {"dealt": players, "alien": 1, "bag": decklist.setup.get("dog_tokens", 9)},
        "first_strength": first_strength(players),
        "most_suspicion": players,
    }


def _by_tone(decklist: Decklist, players: int, tone: str) -> int:
    """Tokens of the laboratory bag that look so."""
    cards = decklist.by_slug
    return sum(cards[c.slug].back == "lab" and tone in cards[c.slug].mark("tone") for c in decklist.in_play(players))


def plan(decklist: Decklist, players: int, words: Wording) -> Plan:
    """The figures and the steps as a host works through them."""
    figures, here = figures_of(decklist, players), stores(decklist, players)
    playing = decklist.in_play(players)
    told: dict[str, object] = {
        "game": decklist.game,
        "players": players,
        "total": len(playing),
        "cards": listed(decklist, playing),
        "box": listed(decklist, (copy for copy in decklist.copies if copy not in playing)),
        "figures": figures,
    }
    blanks: dict[str, object] = {
        **{f"{back}s": deck_size(decklist, players, back) for back in ("weapon", "object", "action", "role")},
        "side": figures["weather_side"],
        "weapon_cards": _in_words(decklist, players, "weapon", words),
        "object_cards": _in_words(decklist, players, "object", words),
        "green": _by_tone(decklist, players, "green"),
        "black": _by_tone(decklist, players, "black"),
        "burner": BURNER,
        "warehouse": here.warehouse,
        "reserve": here.reserve,
        "fuel_left": here.fuel_left,
        "shed": SHED_DAMAGE,
        "helicopter": here.helicopter,
        "radio": here.radio,
        "damage_left": here.damage_left,
        "food": FOOD,
        "each": HAND,
        "dogs": decklist.setup.get("dog_tokens", 9),
    }
    verify = {
        "fuel": decklist.setup.get("fuel_tokens", 34),
        "damage": decklist.setup.get("damage_counters", 20),
        "weapons": deck_size(decklist, players, "weapon"),
        "objects": deck_size(decklist, players, "object"),
        "lab": deck_size(decklist, players, "lab"),
        "actions": deck_size(decklist, players, "action") - HAND * players,
    }
    made = plan_in_words(words, told, (*APART, *TOGETHER), verify, ADVICE, PICTURES, players=players, **blanks)
    return replace(made, apart=len(APART))


def _in_words(decklist: Decklist, players: int, back: str, words: Wording) -> str:
    """A deck by its cards: "2 Llaves, 3 Linternas…"."""
    counts: dict[str, int] = {}
    for copy in decklist.in_play(players):
        if decklist.by_slug[copy.slug].back == back:
            counts[copy.slug] = counts.get(copy.slug, 0) + 1
    return ", ".join(f"{count} × {words.card(slug)}" for slug, count in counts.items())
