"""What each card may be aimed at, what stops it and what answers it, as its deck says."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import cast

from companion.engine.actions import Action
from companion.engine.deck import Card, Decklist
from companion.engine.kit.steps import Doing, doing, traits
from companion.engine.state import Table
from companion.games.la_cosa import queries
from companion.games.la_cosa.queries import EXCHANGE
from companion.games.la_cosa.steps import BOOK, HANDS_ON, MOVES, OFFERS, PASSES, STEPS

FAR = {"second": 2, "third": 3}
"""How far away those targets sit, to either side."""


NOTHING = Doing()


@dataclass(frozen=True)
class Reach:
    """A card as the rules see it. What follows from its deck is kept: one question asks some hundred times."""

    target: str = ""
    """Whom it is aimed at: `neighbour`, `self-or-neighbour`, `anyone`, `second`, `third`; empty for nobody else."""
    stopped_by: tuple[str, ...] = ()
    """What keeps a target from being chosen: a `door` between exactly the two neighbours (`door-ranged`: unless the
    table decided otherwise), a `quarantine` before the target."""
    kind: str = ""
    done: Doing = NOTHING
    traits: frozenset[str] = frozenset()

    @cached_property
    def draws(self) -> int:
        """¡Aléjate! cards drawn while it is carried out (panics on top are skipped)."""
        return self.done.numbers("draw #", "draw # keep #", "change # with pile")

    @cached_property
    def choices(self) -> int:
        """How many ways there are where it leaves a choice; 0 where it leaves none."""
        return max((len(ways) for ways in self.done.ways if len(ways) > 1), default=0)

    @cached_property
    def not_quarantined(self) -> bool:
        """A target in quarantine cannot be chosen."""
        return "quarantine" in self.stopped_by


NO_REACH = Reach()


def effect(decklist: Decklist, slug: str) -> str:
    """Return the card whose rules a card follows: its own, or a known one for a house card."""
    card = decklist.by_slug.get(slug)
    return card.acts_as if card else slug


def model(decklist: Decklist, slug: str) -> Card | None:
    """Return the card that says what a card does: itself, or the known one whose rules it follows."""
    return decklist.by_slug.get(effect(decklist, slug))


def reach(decklist: Decklist, slug: str) -> Reach:
    """Return what the rules know of a card that is played or drawn."""
    row = decklist.worked_out.get(("reach", slug))
    if row is None:
        card = model(decklist, slug)
        if card is None:
            return NO_REACH
        done = doing(card.does)
        row = decklist.worked_out["reach", slug] = Reach(
            card.target, card.stopped_by, card.kind, done, traits(STEPS, done)
        )
    return cast("Reach", row)


def offers(decklist: Decklist, about: str) -> bool:
    """Return True if two players are to exchange a card by this: the end of a turn, or a card."""
    return about == EXCHANGE or OFFERS in reach(decklist, about).traits


def answers(decklist: Decklist, slug: str, about: str) -> bool:
    """Return True if a card is a defence against what was played or offered."""
    known: bool | None = decklist.worked_out.get(("answers", slug, about))
    if known is None:
        card, against = model(decklist, slug), model(decklist, about)
        if card is None:
            return False
        known = BOOK.fits(card, against) if against else about in card.answers
        decklist.worked_out["answers", slug, about] = known
    return known


def asks(decklist: Decklist, slug: str) -> bool:
    """Return True if whoever it is aimed at is asked for an answer first."""
    row = reach(decklist, slug)
    can_be = any(answers(decklist, card.slug, slug) for card in decklist.cards)
    return OFFERS in row.traits or (bool(row.target) and can_be)


def door_stops(table: Table, row: Reach, a: str, b: str) -> bool:
    """Return True if a door keeps a card from being aimed from one player at another."""
    ranged = "door-ranged" in row.stopped_by and table.options.get("door_stops_ranged") is not False
    return (ranged or "door" in row.stopped_by) and queries.door_between(table, a, b)


def choosable(table: Table, row: Reach, player: str) -> tuple[str, ...]:
    """Return the possible targets of a panic that needs one."""
    if row.target in FAR:
        return tuple(p for p in queries.both_ways(table, player, FAR[row.target]) if p != player)
    near = [p for p in queries.others(table, player) if row.target == "anyone" or table.adjacent(player, p)]
    free = [p for p in near if not (row.not_quarantined and queries.quarantined(table, p))]
    return tuple(p for p in free if not door_stops(table, row, player, p))


def without_effect(table: Table, row: Reach, player: str) -> bool:
    """Return True if a panic that needs a target can do nothing, so that nobody need be named."""
    if OFFERS in row.traits and queries.kept_from_exchanges(table, player):
        return True
    targets = choosable(table, row, player)
    if MOVES not in row.traits:
        return not targets
    return queries.quarantined(table, player) or all(queries.quarantined(table, p) for p in targets)


PLAYED = ("action", "obstacle")
"""The kinds of cards that are played in one's turn."""


def is_panic(decklist: Decklist, slug: str) -> bool:
    """Return True if a card has the pink back."""
    card = decklist.by_slug.get(slug)
    return card is not None and card.back == "panic"


def most_skipped(decklist: Decklist, players: int) -> int:
    """Return how many pink cards can be discarded unseen in one draw.

    The pile may be shuffled anew in the middle of it, so that each is met twice.
    """
    pink = {card.slug for card in decklist.cards if card.back == "panic"}
    return 2 * len([copy for copy in decklist.in_play(players) if copy.slug in pink])


def passes_to(decklist: Decklist, slug: str = "") -> str:
    """Return to which side a card passes everybody's card round: `next` unless it says otherwise."""
    forms = reach(decklist, slug).done.forms()
    return next((form.rpartition(" ")[2] for form in forms if PASSES in STEPS[form].traits), "next")


def spared(decklist: Decklist, action: Action, before: Table, after: Table) -> str:
    """Return whom an answer brings an exchange to that cannot infect them (¡Fallaste!); empty where it does not, or
    where the table decided otherwise."""
    asked, then = before.prompt, after.prompt
    if action.verb != "respond" or asked is None or then is None or before.options.get("missed_protects") is False:
        return ""
    goes_on = HANDS_ON in reach(decklist, action.text("card")).traits
    return then.to if goes_on and (asked.about, asked.by) == (then.about, then.by) else ""


def copies_that(decklist: Decklist, trait: str, players: int) -> int:
    """Count the copies in play that do this."""
    known: int | None = decklist.worked_out.get(("copies", trait, str(players)))
    if known is None:
        those = [card.slug for card in decklist.cards if trait in reach(decklist, card.slug).traits]
        known = sum(decklist.how_many(slug, players) for slug in those)
        decklist.worked_out["copies", trait, str(players)] = known
    return known
