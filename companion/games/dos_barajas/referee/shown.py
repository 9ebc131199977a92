"""What can be shown to the referee, and what cards break by themselves: a trio, the court cards, the main deck."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from companion.engine.actions import Action, ActionType, FieldType, list_of, one_of, text
from companion.engine.deck import Decklist
from companion.engine.hidden.referee import CHECK, Phrase
from companion.engine.kit.card_checks import read_by
from companion.engine.kit.common_rules import slug_of
from companion.engine.rules import Violation
from companion.engine.state import Table
from companion.games.dos_barajas import queries

SUITS = (queries.COINS, queries.CUPS, queries.SWORDS)
"""The suits of a trio."""

_WHAT: Mapping[str, FieldType] = {"what": one_of("hand", "trio", "figures", "deck"), "cards": list_of(text)}

FORMS: Mapping[str, ActionType] = {
    "hand": ActionType(
        CHECK,
        {**_WHAT, "player": text, "figure": text, "occasion": one_of("dispute", "private")},
        ("what", "player", "cards"),
    ),
    "trio": ActionType(CHECK, {**_WHAT, "player": text, "suit": one_of(*SUITS)}, ("what", "player", "suit", "cards")),
    "figures": ActionType(CHECK, _WHAT, ("what", "cards")),
    "deck": ActionType(CHECK, _WHAT, ("what", "cards")),
}
"""The fields of each kind of check, with their shapes."""

PERSONALITIES = (queries.FIRST_THING, queries.COMMANDER_KING, *queries.FILLERS)
"""Court cards that are dealt."""


def read_check(thing: object) -> Action:
    """Parse a JSON value as a check. Raise `Malformed`."""
    return read_by(FORMS, _WHAT, thing)


def refuse(decklist: Decklist, table: Table, check: Action) -> Violation | None:
    """Return the reason why a check cannot be made: game over, a player who does not play, an unknown card."""
    if table.ended:
        return Violation("game.over")
    if "player" in check.said and check.player not in table.seats:
        known = check.player in table.players
        return Violation("player.eliminated" if known else "player.unknown", {"player": check.player})
    figure = check.text("figure")
    for card in (*check.names("cards"), *([figure] if figure else [])):
        if slug_of(decklist, card) is None:
            return Violation("card.unknown", {"name": card})
    return None


def hands(check: Action) -> frozenset[str]:
    """Return whose hand is shown."""
    return frozenset({check.player}) if check.text("what") == "hand" else frozenset()


# What cards break by themselves

Broken = set[str]
Open = tuple[Phrase, ...]


def figure_of(check: Action) -> str:
    """Return the court card shown beside a hand; empty for none."""
    return check.text("figure").partition(".")[0]


def of_the_hand(decklist: Decklist, table: Table, check: Action, slugs: Sequence[str]) -> Broken:
    """Return what a hand breaks wherever the other cards lie."""
    there = {copy.slug for copy in queries.main_deck(decklist, table.options)}
    broken = {
        "hand.duplicate-copy": bool(copies(check, slugs)),
        "hand.size": len(slugs) != table.hands[check.player],
        "hand.not-in-deck": any(slug not in there for slug in slugs),
    }
    return {rule for rule, is_broken in broken.items() if is_broken}


def copies(check: Action, slugs: Sequence[str]) -> Broken:
    """Return the fault of the same copy twice, or of a third card of which there are two."""
    twice = any(count > 1 for card, count in Counter(check.names("cards")).items() if "." in card)
    return {"hand.duplicate-copy"} if twice or any(count > 2 for count in Counter(slugs).values()) else set()


def trio(decklist: Decklist, table: Table, check: Action, slugs: Sequence[str]) -> tuple[Broken, Open]:
    """Three cards of a suit, an ace for two of them, and none too many."""
    broken = copies(check, slugs)
    there = {copy.slug for copy in queries.main_deck(decklist, table.options)}
    if any(slug not in there for slug in slugs):
        broken.add("hand.not-in-deck")
    if any(queries.suit(slug) != check.text("suit") for slug in slugs):
        broken.add("trio.suit")
    together = queries.units(slugs)
    if together < queries.TRIO:
        broken.add("trio.short")
    elif any(together - queries.units((slug,)) >= queries.TRIO for slug in slugs):
        broken.add("trio.surplus")
    return broken, ()


def figures(decklist: Decklist, table: Table, check: Action, slugs: Sequence[str]) -> tuple[Broken, Open]:
    """Check the court cards before they are dealt: one for each player, exactly one of either king."""
    counts, broken = Counter(slugs), copies(check, slugs)
    if len(slugs) != len(table.players):
        broken.add("figures.count")
    if counts[queries.FIRST_THING] != 1:
        broken.add("figures.thing")
    if counts[queries.COMMANDER_KING] != 1:
        broken.add("figures.commander")
    if any(slug not in PERSONALITIES for slug in slugs):
        broken.add("figures.others")
    return broken, ()


def deck(decklist: Decklist, table: Table, check: Action, slugs: Sequence[str]) -> tuple[Broken, Open]:
    """Check the main deck before it is dealt: cards that should not be in it, and if all of it was seen."""
    mine = queries.main_deck(decklist, table.options)
    broken = copies(check, slugs)
    there = {copy.slug for copy in mine}
    for slug in slugs:
        if decklist.by_slug[slug].kind == queries.FIGURES:
            broken.add("deck.figures")
        elif slug == queries.UNUSED:
            broken.add("deck.clubs-aces")
        elif slug not in there:
            broken.add("deck.not-in-deck")
    left = len(mine) - len(slugs)
    return broken, (Phrase("check.needs.deck", {"left": left}),) if left > 0 else ()


BY_THEMSELVES = {"trio": trio, "figures": figures, "deck": deck}
"""The checks that hang on nothing hidden."""
