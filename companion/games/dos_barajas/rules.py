"""Why something is refused: each rule a named check that looks at one thing. Their order stands with the moves.

A check takes what the checks before it ask for granted: that the one who acts is living, that a target is at the table.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import cast

from companion.engine.actions import Action, Malformed
from companion.engine.deck import Decklist
from companion.engine.kit import common_rules
from companion.engine.kit.common_rules import refused_if, slug_of
from companion.engine.kit.setup import option
from companion.engine.rules import Moment, Violation, refuse, refuse_as, rule
from companion.games.dos_barajas import queries
from companion.games.dos_barajas.queries import (
    CLUBS,
    COINS,
    COMMANDER_KING,
    CUPS,
    HUMAN,
    SWORDS,
    THING,
    TRIO,
    clubs_there,
    main_deck,
    spent,
    suit,
    units,
)

# Who may act now


@rule("player.unknown")
def answerer_unknown(m: Moment) -> Violation | None:
    """Whoever says whether there are others need not be named, and may be dead; but plays, or played."""
    return common_rules.actor_unknown(m) if m.action.player else None


@rule("count.awaited")
def count_awaited(m: Moment) -> Violation | None:
    """With three left or fewer after a combat the game is over: only the roles are missing (R15)."""
    return refuse(left=len(m.table.seats)) if m.table.step == queries.COUNT else None


answer_awaited = refused_if("answer.awaited", lambda m: m.table.step == queries.ANSWER)
"""After the humans' victory it is said first whether there are other Things (R14)."""


@rule("combat.goes-on")
def combat_goes_on(m: Moment) -> Violation | None:
    """Refuse to stop a combat before one side is wiped out (R13)."""
    if m.table.step != queries.COMBAT:
        return None
    return refuse(things=len(queries.revealed(m.table)), turn=m.table.turn)


not_invasion = refused_if("invade.phase", lambda m: m.table.step != queries.INVADE, named=True)
"""Things call to the last combat in the invasion phase only (R11)."""


@rule("turn.not-yours")
def turn_has_passed(m: Moment) -> Violation | None:
    """Accusations go round once: who was passed over has let it go by."""
    line = queries.order(m.table)
    who, turn = m.action.player, m.table.turn
    if turn in line and line.index(who) < line.index(turn):
        return refuse("passed", player=who, turn=turn)
    return None


commander_already = refused_if(
    "commander.same", lambda m: m.action.player == m.table.notes.get(queries.COMMANDER), named=True
)
"""The Rey de espadas is where it was said to be (R3)."""


revealed_already = refused_if("reveal.known", lambda m: m.action.player in queries.revealed(m.table), named=True)
"""Who is known to be a Thing cannot reveal it again."""


# Trios, clubs, and how many cards somebody has to have

MOST_DRAWN = 8
"""Cards drawn in one supply before clubs are replaced, at most."""

_SUITS = {"accuse": COINS, "supply": CUPS, "attack": SWORDS}


def trios(m: Moment) -> int:
    """Return how many trios are spent: one to accuse, one of cups for supplies if it is said, of swords as many as
    said."""
    if m.action.verb == "attack":
        return m.action.number("trios")
    return 1 if m.action.verb == "accuse" or m.action.said.get("cups") else 0


def _slugs(m: Moment, field: str = "cards") -> tuple[str, ...]:
    return tuple(slug_of(m.decklist, card) or "" for card in m.action.names(field))


@rule("card.not-in-deck")
def not_in_deck(m: Moment) -> Violation | None:
    """Court cards, aces of clubs, and eights and nines where decks of 40 are played lie in no hand (R2)."""
    there = Counter(copy.slug for copy in main_deck(m.decklist, m.table.options))
    for card, count in Counter(_slugs(m)).items():
        if count > there[card]:
            return refuse("copies" if there[card] else "text", card=card, copies=there[card])
    return None


@rule("trio.suit")
def wrong_suit(m: Moment) -> Violation | None:
    """Coins to accuse, cups for supplies, swords in combat (R5, R7, R12); never clubs (R16)."""
    wanted = _SUITS.get(m.action.verb, "")
    odd = next((card for card in _slugs(m) if suit(card) != wanted), None) if trios(m) else None
    return refuse(m.action.verb, card=odd) if odd else None


@rule("trio.short")
def too_little(m: Moment) -> Violation | None:
    """Refuse a trio that is not three cards of a suit, an ace counting as two."""
    cards = _slugs(m)
    if not trios(m) or not cards or units(cards) >= TRIO * trios(m):
        return None
    return refuse(m.action.verb, count=units(cards), wanted=TRIO * trios(m))


@rule("trio.surplus")
def too_much(m: Moment) -> Violation | None:
    """No card of a trio is spent in vain: an ace counts as two (R16)."""
    cards, wanted = _slugs(m), TRIO * trios(m)
    if not trios(m) or not cards:
        return None
    together = units(cards)
    if all(together - units((card,)) < wanted for card in cards):
        return None
    with_ace = any(card.startswith("as-de-") for card in cards)
    return refuse("ace" if with_ace else "text", count=together, wanted=wanted)


@rule("hand.too-few")
def hand_too_small(m: Moment) -> Violation | None:
    """Refuse to spend more cards than the hand holds."""
    who = m.action.player
    cards = m.action.names("cards")
    need = (len(cards) if cards else spent(trios(m), m.action.number("aces"))) if trios(m) else 0
    held = m.table.hands[who]
    return refuse(m.action.verb, player=who, held=held, need=need) if need > held else None


@rule("hand.too-few")
def fewer_held_than_thrown(m: Moment) -> Violation | None:
    """Clubs are thrown from the first hand: four cards, five for the commander (R3)."""
    who, count = m.action.player, m.action.number("count")
    held = m.table.hands[who]
    return refuse("clubs", player=who, held=held, need=count) if count > held else None


@rule("clubs.too-many")
def too_many_clubs(m: Moment) -> Violation | None:
    """No more clubs come up than play, unless discards are shuffled in meanwhile: then the same ones may come again."""
    there = clubs_there(m.decklist, m.table.options)
    count = m.action.number("count") or m.action.number("clubs")
    if count <= there or count + MOST_DRAWN > m.table.piles["draw"]:
        return None
    return refuse(count=count, there=there)


@rule("human.clubs")
def human_shows_clubs(m: Moment) -> Violation | None:
    """Only Things hold clubs: who shows one is a Thing (R4)."""
    role = m.action.text("result") or m.action.text("role")
    if role != HUMAN or not any(suit(card) == CLUBS for card in _slugs(m, "shown")):
        return None
    return refuse(player=m.action.text("target") or m.action.player)


@rule("leave.starving")
def must_starve(m: Moment) -> Violation | None:
    """Three cards are left in the infection phase, or one is dead (R8)."""
    who = m.action.player
    held = m.table.hands[who]
    return refuse(player=who, held=held) if held < queries.NEEDED else None


@rule("starve.enough")
def need_not_starve(m: Moment) -> Violation | None:
    """With three cards nobody starves (R8)."""
    who = m.action.player
    held = m.table.hands[who]
    return refuse(player=who, held=held) if held >= queries.NEEDED else None


@rule("take.count", overrulable=True)
def one_or_two(m: Moment) -> Violation | None:
    """One card from the middle has to be taken, two may be (R9)."""
    count, there = m.action.number("count"), queries.middle(m.table)
    if count > there:
        return refuse("nothing", there=there)
    if count < 1:
        return refuse("none", player=m.action.player)
    return refuse("many", player=m.action.player) if count > queries.TO_MIDDLE else None


@rule("figure.commander")
def not_the_commander(m: Moment) -> Violation | None:
    """Refuse the Rey de espadas of a player who does not begin (R3)."""
    commander = m.table.notes.get(queries.COMMANDER, "")
    if COMMANDER_KING not in _slugs(m) or m.action.player == commander:
        return None
    return refuse(player=m.action.player, commander=commander)


def says_whether_others(decklist: Decklist, players: int, action: Action) -> None:
    """Raise `Malformed` if a starving Thing does not say if there are others."""
    if action.text("role") == THING and action.said.get("others") is None:
        raise Malformed("malformed.missing", field="others")


# The combat: one roll a round, whom somebody may aim at


@rule("attack.rolled")
def rolled_already(m: Moment) -> Violation | None:
    """Refuse a second roll in a round of the combat (R12)."""
    if not queries.has_rolled(m.table, m.action.player):
        return None
    return refuse(player=m.action.player, turn=m.table.turn)


@rule("attack.hidden", overrulable=True)
def hidden(m: Moment) -> Violation | None:
    """Refuse a hidden Thing's own roll before it reveals itself, unless the house says otherwise."""
    as_thing = m.action.text("as") == THING and m.action.player not in queries.revealed(m.table)
    if not as_thing or option(m.decklist, m.table, "hidden_thing") == "as-thing":
        return None
    return refuse(player=m.action.player)


@rule("attack.own-side", overrulable=True)
def own_side(m: Moment) -> Violation | None:
    """Revealed Things do not fight each other."""
    seen, target = queries.revealed(m.table), m.action.text("target")
    if m.action.player in seen and target in seen:
        return refuse(player=m.action.player, target=target)
    return None


@rule("attack.human", overrulable=True)
def human_against_human(m: Moment) -> Violation | None:
    """Refuse an attack of a supposed human on anybody but revealed Things, unless the house says otherwise."""
    seen = queries.revealed(m.table)
    is_thing = m.action.player in seen or m.action.text("as") == THING
    if is_thing or m.action.text("target") in seen or option(m.decklist, m.table, "humans_fight"):
        return None
    return refuse(player=m.action.player, target=m.action.text("target"))


# The end


@rule("step.wrong")
def at_wrong_moment(m: Moment) -> Violation | None:
    """Refuse a majority before play has stopped for it, and the claim that no human is left after it has."""
    cause, counting = m.action.text("cause"), m.table.step == queries.COUNT
    if cause == queries.MAJORITY and not counting:
        return refuse("no-count")
    if cause == queries.NO_HUMANS and (counting or m.table.step in (queries.COMBAT, queries.ANSWER, queries.DEAL)):
        return refuse("no-claim")
    return None


@rule("end.roles")
def roles_fault(m: Moment) -> Violation | None:
    """Refuse roles that do not cover the living once, or contradict what is known."""
    if m.action.text("cause") == queries.ABANDONED:
        return None
    roles = cast("Mapping[str, str]", m.action.table("roles"))
    missing = next((p for p in m.table.seats if p not in roles), None)
    if missing:
        return refuse("missing", player=missing)
    unknown = next((p for p in roles if p not in m.table.players), None)
    if unknown is not None:
        return refuse_as("player.unknown", player=unknown)
    known = next((p for p, role in roles.items() if m.table.roles.get(p) == THING != role), None)
    if known is not None:
        return refuse("known", player=known)
    human = next((p for p in m.table.seats if roles[p] == HUMAN), None)
    if m.action.text("cause") == queries.NO_HUMANS and human:
        return refuse("human", player=human)
    # There was a Thing in the deal; of those who are out it need not be said who it was.
    is_whole = all(p in roles or p in m.table.roles for p in m.table.players)
    return refuse("no-thing") if is_whole and THING not in (*m.table.roles.values(), *roles.values()) else None
