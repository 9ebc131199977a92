"""What a whole hand proves (R §9, `hand.*`)."""

from __future__ import annotations

from collections import Counter

from companion.games.la_cosa.cards import OFFERS, effect, is_panic
from companion.games.la_cosa.hidden.checks import THING, Shown, all_shown, infected_among, is_thing
from companion.games.la_cosa.hidden.recall import Knowledge
from companion.games.la_cosa.hidden.roles import Case
from companion.games.la_cosa.hidden.weighing import Broken
from companion.referee.actions import Action

NONE: Broken = frozenset()


def certain(known: Knowledge, check: Action) -> Broken:
    """The rules that are broken whatever the unseen cards are: by the cards themselves, and by what eyes have seen."""
    player, cards = check.player, all_shown(known.decklist, known.table, check.names("cards"))
    return frozenset(
        {
            *_shape(known, player, cards),
            *({"hand.duplicate-copy"} if duplicated(known, player, cards) else ()),
            *_thing(known, player, cards),
            *({"hand.thing-with-flamethrower"} if _caught(known, check, cards) else ()),
        }
    )


def _shape(known: Knowledge, player: str, cards: tuple[Shown, ...]) -> set[str]:
    """Rules about the number of cards and about the deck."""
    broken: set[str] = set()
    if len(cards) != known.table.hands[player]:
        broken.add("hand.size")
    players = len(known.table.players)
    playing = {copy.id for copy in known.decklist.in_play(players)}
    for card in cards:
        if is_panic(known.decklist, card.slug):
            broken.add("hand.panic-card")
        if card.id not in playing if card.id else not known.decklist.how_many(card.slug, players):
            broken.add("hand.not-in-deck")
    return broken


def duplicated(known: Knowledge, player: str, cards: tuple[Shown, ...]) -> bool:
    """Whether a copy is there twice, or is known to be elsewhere, or more copies of a card than can be there."""
    ids = Counter(card.id for card in cards if card.id)
    if any(count > 1 for count in ids.values()):
        return True
    if any(known.places.known_elsewhere(copy, player) for copy in ids):
        return True
    playing = Counter(card.slug for card in cards if card.id in known.places.slugs or not card.id)
    return any(count > _most(known, player, slug) for slug, count in playing.items() if slug in _playing(known))


def _playing(known: Knowledge) -> set[str]:
    return set(known.places.slugs.values())


def _most(known: Knowledge, player: str, slug: str) -> int:
    """How many copies of a card this hand can hold: those not seen elsewhere and not lying open on the table."""
    table = known.table
    lying = [
        *table.open,
        *(c for gap in table.gaps for c in gap),
        *(c for cards in table.fronts.values() for c in cards),
    ]
    there = sum(s == slug and not known.places.known_elsewhere(copy, player) for copy, s in known.places.slugs.items())
    return min(there, known.decklist.how_many(slug, len(table.players)) - lying.count(slug))


def _thing(known: Knowledge, player: str, cards: tuple[Shown, ...]) -> set[str]:
    """Rules about La Cosa, by what eyes alone have seen."""
    if any(is_thing(known.decklist, card) for card in cards):
        return set() if known.roles.may_hold_thing(player) else {"hand.thing-moved"}
    return {"hand.thing-missing"} if known.roles.known_thing(known.table.players) == player else set()


def _caught(known: Knowledge, check: Action, cards: tuple[Shown, ...]) -> bool:
    """La Cosa discovered with Lanzallamas when it is not its turn; a private look discovers nothing to anybody."""
    if check.text("occasion") == "private" or known.table.turn == check.player:
        return False
    acts = {effect(known.decklist, card.slug) for card in cards}
    return {THING, "lanzallamas"} <= acts and known.table.options.get("thing_caught_loses") is not False


def fits(known: Knowledge, check: Action) -> bool:
    """Whether some world has this hand, as far as roles, ¡Infectado! and the places of copies go."""
    cards = all_shown(known.decklist, known.table, check.names("cards"))
    count = infected_among(known.decklist, cards)
    if not all(known.places.may_be(card.id, check.player) for card in cards if card.id):
        return False
    return any(
        case.many == count or (not count and case.infected)
        for thing in suspects(known, check)
        for case in known.roles.cases(thing, check.player)
    )


def broken(known: Knowledge, check: Action) -> list[tuple[frozenset[Broken]]]:
    """For each suspect, the rules that the hand may break besides those that are certain."""
    cards = all_shown(known.decklist, known.table, check.names("cards"))
    count = infected_among(known.decklist, cards)
    facing = _faced(known, check.player) if cards and count == len(cards) else None
    worlds = []
    for thing in suspects(known, check):
        cases = _cases(known, thing, check.player, count) or {Case(infected, count) for infected in (False, True)}
        options = {_breaks(case, thing, check.player, count, facing) for case in cases}
        if not count and check.player in known.roles.shaken:
            options.add(NONE)
        worlds.append((frozenset(options),))
    return worlds


def _breaks(case: Case, thing: str, player: str, count: int, facing: str | None) -> Broken:
    if player == thing:
        return NONE
    if facing is not None and not (case.infected and facing == thing):
        return frozenset({"hand.superinfection"})
    return frozenset({"hand.infected-keeps-one"}) if case.infected and not count else NONE


def _faced(known: Knowledge, player: str) -> str | None:
    """With whom an exchange is due or offered to this player."""
    prompt = known.table.prompt
    if prompt is None or effect(known.decklist, prompt.about) not in OFFERS:
        return None
    return {prompt.by: prompt.to, prompt.to: prompt.by}.get(player)


def suspects(known: Knowledge, check: Action) -> list[str]:
    """Who may be La Cosa, now that this hand is seen."""
    holds = any(is_thing(known.decklist, c) for c in all_shown(known.decklist, known.table, check.names("cards")))
    return [thing for thing in known.roles.suspects if (thing == check.player) == holds]


def _cases(known: Knowledge, thing: str, player: str, count: int) -> set[Case]:
    """The cases of this hand: those with as many ¡Infectado!. Where it holds none it is judged against everything
    that its owner may have been: one who was infected may have lost it unlawfully."""
    return {case for case in known.roles.cases(thing, player) if case.many == count or not count}
