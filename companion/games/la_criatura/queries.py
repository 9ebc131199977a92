"""What is printed on cards, and questions about the table that several rules ask: who is chief, who is
sedated, whose move it is in which order."""

from __future__ import annotations

from collections.abc import Mapping

from companion.engine import facts as f
from companion.engine.actions import Action
from companion.engine.deck import Card, Decklist
from companion.engine.kit.setup import option
from companion.engine.places import Place
from companion.engine.state import Table

CHARACTER, EVENT, WEAPON = "character", "event", "weapon"
"""The backs: character and infected cards share one, so that they cannot be told apart."""

CREATURE, INFECTED, SCIENTIST = "criatura", "infectado", "cientifico"
ARMED, ARMED_TO_THE_TEETH, AWAKE = "armado", "armado-hasta-los-dientes", "despierto"


def effect(decklist: Decklist, slug: str) -> str:
    """Return the card whose rules a card follows: its own, or a known one for a house card."""
    card = decklist.by_slug.get(slug)
    return card.acts_as if card else slug


def marks(decklist: Decklist, slug: str, name: str) -> tuple[str, ...]:
    """Return what is printed on a card under this heading; empty if it is not known."""
    card = decklist.by_slug.get(slug)
    return card.mark(name) if card else ()


def with_back(decklist: Decklist, back: str) -> tuple[Card, ...]:
    """Return the cards with this back of which the box holds a copy."""
    there = {copy.slug for copy in decklist.copies}
    return tuple(card for card in decklist.cards if card.back == back and card.slug in there)


def how_many(decklist: Decklist, back: str) -> int:
    """Count the copies with this back in the box."""
    return sum(decklist.by_slug[copy.slug].back == back for copy in decklist.copies)


def bonus(decklist: Decklist, slug: str, said: int) -> int:
    """Return what a weapon adds to the die; for an unknown one what was read from the card."""
    printed = marks(decklist, slug, "bonus")
    return int(printed[0]) if printed else said if is_unknown(decklist, slug) else 0


def guards(decklist: Decklist, slug: str, said: int) -> frozenset[int]:
    """Return the eyes with which an object parries; for an unknown one from the lowest number read from the card."""
    printed = marks(decklist, slug, "guard")
    if printed:
        return frozenset(map(int, printed))
    return frozenset(range(said, 7)) if said and is_unknown(decklist, slug) else frozenset()


def is_unknown(decklist: Decklist, slug: str) -> bool:
    """Return True if nothing is known of what a weapon does."""
    return not marks(decklist, slug, "bonus") and not marks(decklist, slug, "guard")


CLOCK, TURN = ("clock", ""), ("turn", "")
"""Turns still to go until the helicopter; which turn it is."""
FOUND = ("found", "")
"""How often the Creature was found by a vote: 2 and it is gone."""
CHIEF, ACCUSED, BEREFT = "chief", "accused", "bereft"
"""Notes: who is chief; whom the vote has hit, until they have declared; who had the Creature's card when it went."""
SEDATED, TOKENS, WEAPONS, VOTES = "sedated", "tokens", "weapons", "votes"
"""What lies before a player: since which turn sedated, triumph tokens, weapons face down, votes got."""
PLAYED, DONE, TIED = "played", "done", "tied"
"""Events played without a token this turn; who has had their move in this phase; who rolls for a tie."""
TWO_WEAPONS, HONOURED, ORDER, GUARDED, DECLARED = "two-weapons", "honoured", "order", "guarded", "declared"
"""May carry two; has had the chief's triumph; place in the combat; has tried to parry; was found as the Creature."""

CREATURE_ROLE, INFECTED_ROLE, HUMAN_ROLE = "creature", "infected", "human"
ARMOURY, CHARACTERS = Place("pile", "weapons"), Place("pile", "characters")
HAND = 3
MOST_TOKENS = 2
BLOW, SHIELD = "blow", "shield"
"""What somebody is asked: whether they can save themselves; which infected takes the Creature's blow."""

IN_FLIGHT = ("helicopter", "combat")
"""The steps of the helicopter phase in which people act of themselves."""
STRUGGLE = ("combat", "respond", "landed")
"""The steps from the first attack on."""
PRINTED: Mapping[str, str] = {
    "events": "events",
    "vote": "vote",
    "tie": "vote",
    "verdict": "vote",
    "move": "movement",
    "helicopter": "helicopter",
}
"""The phase printed on event cards in which a step lies; in the others no event can be played."""

MOVING = range(1, 5)
"""The eyes with which the character cards are dealt anew."""
HIT, HIT_SEDATED = 5, 6
"""The least with which an attack strikes."""


def number(table: Table, key: tuple[str, str]) -> int:
    """Return a number kept for a player or the table; 0 if none is."""
    return table.tracks.get(key, 0)


def tokens(table: Table, player: str) -> int:
    """Triumph tokens before a player."""
    return number(table, (TOKENS, player))


def with_tokens(table: Table) -> tuple[str, ...]:
    """Return the players who have a triumph token."""
    return tuple(player for player in table.seats if tokens(table, player))


def is_sedated(table: Table, player: str) -> bool:
    """Return True if a sedated token lies before a player."""
    return (SEDATED, player) in table.tracks


def sedated(table: Table) -> tuple[str, ...]:
    """Return the sedated players."""
    return tuple(player for player in table.seats if is_sedated(table, player))


def chief(table: Table) -> str:
    """Return the chief; empty before the first."""
    return table.notes.get(CHIEF, "")


def is_gone(table: Table) -> bool:
    """Return True if the Creature was found twice and no longer exists."""
    return number(table, FOUND) >= 2


def bereft(table: Table) -> str:
    """Return the player without a character card, since theirs was the Creature's when it went.

    Empty if there is none, or if only a correction said that it went.
    """
    return table.notes.get(BEREFT, "")


def handing_in(table: Table) -> tuple[str, ...]:
    """Return who hands in a character card for a movement and gets one back, from the chief on."""
    return tuple(p for p in from_the_chief(table) if not is_sedated(table, p) and p != bereft(table))


def is_revealed(table: Table) -> bool:
    """Return True if the Creature has shown its card in the last phase, and the infected theirs."""
    return CREATURE_ROLE in table.roles.values()


def role(table: Table, player: str) -> str:
    """Return a player's public role, once the Creature has shown itself."""
    return table.roles.get(player, HUMAN_ROLE)


def on_creatures_side(table: Table, player: str) -> bool:
    """Return True if a player has shown the Creature's or an infected card."""
    return role(table, player) != HUMAN_ROLE


def eyes(action: Action) -> tuple[int, ...]:
    """Return the dice of an action."""
    found = action.said.get("dice")
    return tuple(found) if isinstance(found, list | tuple) else ()


def hits(decklist: Decklist, table: Table, action: Action) -> bool:
    """Return True if an attack strikes: a token, or the best die with the weapon's bonus (RB, atacar)."""
    if action.said.get("triumph") is True:
        return True
    best = max(eyes(action), default=0)
    sedated = is_sedated(table, action.player)
    if sedated and option(decklist, table, "sedated_bonus") == "only-six":
        return best == HIT_SEDATED
    weapon = action.text("weapon")
    more = bonus(decklist, weapon, action.number("bonus")) if weapon else 0
    return best + more >= (HIT_SEDATED if sedated else HIT)


def shields(table: Table) -> tuple[str, ...]:
    """Return the infected still standing who have shown themselves."""
    return tuple(p for p in table.seats if role(table, p) == INFECTED_ROLE)


def from_the_chief(table: Table) -> tuple[str, ...]:
    """Return the standing from the chief on, to the right (RB: «a la derecha»); also if the chief is down."""
    first = chief(table)
    order = table.seats if first in table.seats else table.players
    start = order.index(first) if first in order else 0
    return tuple(p for p in (*order[start::-1], *order[:start:-1]) if p in table.seats)


def sedated_last(table: Table) -> tuple[str, ...]:
    """From the chief on to the right, whoever is sedated after all others."""
    order = from_the_chief(table)
    return (*(p for p in order if not is_sedated(table, p)), *(p for p in order if is_sedated(table, p)))


def event_order(table: Table) -> tuple[str, ...]:
    """Return who is still asked for an event: has cards, has not played yet and, if sedated, has a token to spend."""
    return tuple(
        p
        for p in sedated_last(table)
        if (DONE, p) not in table.tracks
        and table.hands[p]
        and not number(table, (PLAYED, p))
        and (not is_sedated(table, p) or tokens(table, p))
    )


def _able(table: Table, order: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(p for p in order if (DONE, p) not in table.tracks and not is_sedated(table, p))


def discard_order(table: Table) -> tuple[str, ...]:
    """Return who may still discard: the chief first, then to the right, nobody who is sedated or has no cards."""
    return tuple(p for p in _able(table, from_the_chief(table)) if table.hands[p])


def vote_order(table: Table) -> tuple[str, ...]:
    """Return who has still to vote: the chief's right neighbour first, the chief last, nobody who is sedated."""
    first, *others = from_the_chief(table)
    return _able(table, (*others, first))


def counted(table: Table, eyes: int) -> str:
    """Return whom the chief's die makes the new chief, counting `eyes` not sedated players from the right neighbour
    on."""
    first, *others = from_the_chief(table)
    able = [p for p in (*others, first) if not is_sedated(table, p)] or [first]
    return able[(eyes - 1) % len(able)]


def combat_order(table: Table, decklist: Decklist) -> tuple[str, ...]:
    """Return the order of the attacks: as set when the phase began, or sorted anew by who is sedated now."""
    order = tuple(sorted(table.seats, key=lambda p: number(table, (ORDER, p))))
    if option(decklist, table, "combat_order") == "fixed":
        return order
    return sedated_last(table)


def weapon_limit(table: Table, player: str) -> int:
    """Return how many weapons a player may carry."""
    return 2 if (TWO_WEAPONS, player) in table.tracks else 1


def carried(table: Table, player: str) -> int:
    """Weapons before a player, face down and face up."""
    return number(table, (WEAPONS, player)) + len(table.fronts.get(player, ()))


def tied(table: Table) -> tuple[str, ...]:
    """Return who rolls for a tie, clockwise."""
    return tuple(p for p in table.seats if (TIED, p) in table.tracks)


def dice_wanted(table: Table, attacker: str, by_token: bool) -> int:
    """Return how many dice an attack takes: none for a token, two for a human once the Creature has shown itself."""
    if by_token:
        return 0
    return 2 if is_revealed(table) and not on_creatures_side(table, attacker) else 1


def start_of_clock(ten_turns: f.Setting, players: int) -> int:
    """Return the turns before the helicopter: one fewer than players; with ten players the table may play ten."""
    return int(ten_turns) if players == 10 else players - 1
