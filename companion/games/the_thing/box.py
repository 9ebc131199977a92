"""The set-up for N players: what lies where before the first round (RB, preparación 1–21), as figures and as steps."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from companion.engine import facts as f
from companion.engine.deck import Card, Decklist
from companion.engine.game import Setup
from companion.engine.kit.setup import answers, laid_out, plan_in_words
from companion.engine.places import room
from companion.engine.view import Plan
from companion.engine.words import Wording
from companion.games.the_thing import base as b
from companion.games.the_thing.base import DAMAGE_SUPPLY, FOOD, FUEL_SUPPLY

HAND = 2
"""Action cards dealt to everybody (RB, preparación 14)."""
BURNER, SHED_DAMAGE, RESCUE_FUEL = 4, 1, 1
"""Fuel of the boiler and of the generator; damage of the shed; fuel on the track of the rescue helicopter."""
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
    """Fuel tokens and damage counters in the rooms when play begins."""

    players: int
    fuel_tokens: int = FUEL_SUPPLY
    damage_counters: int = DAMAGE_SUPPLY

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
    """Return the strength of the first exposed Alien (RB, exponerte como Alienígena)."""
    return players // 2


def weather_side(players: int) -> str:
    """Return which side of the weather table lies up."""
    return "1-6" if players <= FIRST_TABLE else "7-8"


def stores(decklist: Decklist, players: int) -> Stores:
    """Return what lies in the rooms with this number of players, from the tokens of this box."""
    box = decklist.setup
    return Stores(players, box.get("fuel_tokens", FUEL_SUPPLY), box.get("damage_counters", DAMAGE_SUPPLY))


def _deck(decklist: Decklist, players: int, back: str) -> Iterator[Card]:
    """Yield the cards with this back that play, copy by copy."""
    cards = (decklist.by_slug[copy.slug] for copy in decklist.in_play(players))
    return (card for card in cards if card.back == back)


def deck_size(decklist: Decklist, players: int, back: str) -> int:
    """Count the cards with this back that play."""
    return sum(1 for _ in _deck(decklist, players, back))


def figures_of(decklist: Decklist, players: int) -> dict[str, object]:
    """Return the quantities of the set-up, as `companion deck --json` gives them under `figures`."""
    here = stores(decklist, players)
    green, black = (_by_tone(decklist, players, tone) for tone in ("green", "black"))
    return {
        "weather_side": weather_side(players),
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
    return sum(tone in token.mark("tone") for token in _deck(decklist, players, "lab"))


def plan(decklist: Decklist, players: int, words: Wording) -> Plan:
    """Return the set-up as figures and as steps that a host works through."""
    verify = {**verified(decklist, players), "actions": left_of_actions(decklist, players)}
    return told(decklist, players, words, figures_of(decklist, players), verify, blanks_of(decklist, players, words))


def told(
    decklist: Decklist, players: int, words: Wording, figures: Mapping[str, object], verify: Mapping[str, int],
    blanks: Mapping[str, object], together: Sequence[str] = TOGETHER, advice: Sequence[str] = ADVICE,
    pictures: Mapping[str, str] = PICTURES,
) -> Plan:  # fmt: skip
    """Return the plan of such a base, of this game or of another of its modes. `together`: the steps after those
    apart."""
    laid = {**laid_out(decklist, players, decklist.in_play(players)), "figures": figures}
    made = plan_in_words(words, laid, (*APART, *together), verify, advice, pictures, players=players, **blanks)
    return replace(made, apart=len(APART))


def left_of_actions(decklist: Decklist, players: int) -> int:
    """Count the action cards in their deck once the hands are dealt."""
    return deck_size(decklist, players, "action") - HAND * players


def verified(decklist: Decklist, players: int) -> dict[str, int]:
    """Return what is counted afterwards."""
    here = stores(decklist, players)
    return {
        "fuel": here.fuel_tokens,
        "damage": here.damage_counters,
        "weapons": deck_size(decklist, players, "weapon"),
        "objects": deck_size(decklist, players, "object"),
        "lab": deck_size(decklist, players, "lab"),
    }


def blanks_of(decklist: Decklist, players: int, words: Wording) -> dict[str, object]:
    """Return the figures as the sentences of the steps name them."""
    here = stores(decklist, players)
    return {
        **{f"{back}s": deck_size(decklist, players, back) for back in ("weapon", "object", "action", "role")},
        "side": weather_side(players),
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


def _in_words(decklist: Decklist, players: int, back: str, words: Wording) -> str:
    """Return a deck by its cards: "2 Llaves, 3 Linternas…"."""
    counts = Counter(card.slug for card in _deck(decklist, players, back))
    return ", ".join(f"{count} × {words.card(slug)}" for slug, count in counts.items())


# The set-up for N players: what is refused, how the table opens (RB, preparación)


def open_table(decklist: Decklist, setup: Setup) -> tuple[f.Fact, ...]:
    """Return the table when the first round begins; where the leader token lies is said at the table."""
    players, options = setup.players, answers(decklist, setup)
    n, box = len(players), decklist.answered(options)
    here = stores(box, n)
    fuel = {b.GENERATOR: BURNER, b.BOILER: BURNER, b.WAREHOUSE: here.warehouse, b.RESERVE: here.reserve}
    damage = {b.SHED: SHED_DAMAGE, b.HELICOPTER: here.helicopter, b.RADIO: here.radio}
    decks = {
        pile: deck_size(box, n, back) for pile, back in (("weapons", "weapon"), ("objects", "object"), ("lab", "lab"))
    }
    piles = {"active": 0, **decks, "waste": 0}
    return (
        f.TableOpened(decklist.game, players, setup.first, options, HAND, b.ACTIONS - HAND * n, "sheets"),
        f.CountsSet(piles, {}),
        *(f.TrackSet(b.FUEL, "", value, room(slug)) for slug, value in fuel.items()),
        *(f.TrackSet(b.DAMAGE, "", value, room(slug)) for slug, value in damage.items()),
        f.TrackSet(b.FOOD_HERE, "", b.FOOD, room(b.PANTRY)),
        f.TrackSet(b.DOG, "", b.DOGS, room(b.KENNEL)),
        *([f.TrackSet(b.PACK, "", 1, room(b.KENNEL))] if options.get("pack_leader") == "yes" else []),
        f.TrackSet(b.RESCUE_FUEL, "", 1),
        *(f.TrackSet(b.SUSPICION, player, 1) for player in players),
        *(f.TrackSet("room", player, b.ROOMS.index(b.REC_ROOM) + 1) for player in players),
        f.Noted(b.LEADER, setup.first),
    )
