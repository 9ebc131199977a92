"""The exact verdict of a check: what it breaks in each of the worlds that fit (a second time and plainly)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

from tests.lab.small.worlds import THING, Cards, World, sick


class Truth(NamedTuple):
    """Verdict, the rules broken in every world and those broken in some.

    `whole`: some world has just these cards. `fits`: some world can be asked. If none can, a player broke a rule
    unseen, and no verdict follows from the facts seen.
    """

    verdict: str
    always: frozenset[str]
    ever: frozenset[str]
    fits: bool
    whole: bool


class Public(NamedTuple):
    """Public facts at the moment of a check."""

    sizes: Mapping[str, int]
    turn: str
    offer: frozenset[str]
    """Players of an exchange that is offered, or none."""
    order: tuple[str, ...]
    """The living in the direction of play."""
    deck: Cards
    crowded: bool = False
    """By ruling, nobody goes out by a hand of nothing but ¡Infectado!."""

    def next(self, player: str) -> str:
        return self.order[(self.order.index(player) + 1) % len(self.order)]


def truth(
    worlds: Collection[World], check: Mapping[str, Any], public: Public, unsaid: Mapping[str, Collection[World]]
) -> Truth:
    """Return the exact verdict; `unsaid`: the worlds but for what a player's hands without ¡Infectado! have shown."""
    what = check["what"]
    if what == "hand":
        return _hand(worlds, check, public, unsaid[check["player"]])
    if what == "discard":
        return _discard(worlds, check)
    if what == "round":
        gives = [(giver, public.next(giver), card) for giver, card in check["gives"].items()]
        return _giving(worlds, gives, unavoidable=True)
    a, b = check["from"], check["to"]
    return _giving(worlds, [(a, b, check["gives"]), (b, a, check["takes"])], public.crowded)


def summed(broken: list[frozenset[str]], fits: bool, whole: bool) -> Truth:
    verdict = "illegal" if all(broken) else "undetermined" if any(broken) else "legal"
    return Truth(verdict, frozenset.intersection(*broken), frozenset().union(*broken), fits, whole)


def holds(world: World, player: str, cards: Cards) -> bool:
    hand = world.hand(player)
    return all(hand.count(card) >= cards.count(card) for card in cards)


def _hand(worlds: Collection[World], check: Mapping[str, Any], public: Public, unsaid: Collection[World]) -> Truth:
    player, cards = check["player"], tuple(check["cards"])
    certain = _shape(worlds, player, cards, public)
    thing_held = THING in cards
    if thing_held and "lanzallamas" in cards and public.turn != player and check.get("occasion") != "private":
        certain.add("hand.thing-with-flamethrower")
    fit = [world for world in worlds if (world.thing == player) == thing_held]
    if not fit:
        certain.add("hand.thing-moved" if thing_held else "hand.thing-missing")
        return Truth("illegal", frozenset(certain), frozenset(certain), False, False)
    # A hand without ¡Infectado! is judged against all that its owner may have been (docs/rules/la-cosa.md, Refusals),
    # whatever others like it were shown before.
    plain = not any(map(sick, cards))
    whole = [world for world in fit if sorted(world.hand(player)) == sorted(cards)]
    asked = [world for world in unsaid if (world.thing == player) == thing_held] if plain else whole or fit
    broken = []
    for world in asked:
        rules = set(certain)
        if cards and all(map(sick, cards)) and player in public.offer and not public.crowded:
            (partner,) = public.offer - {player}
            if not (player in world.infected and partner == world.thing):
                rules.add("hand.superinfection")
        if plain and player in world.infected:
            rules.add("hand.infected-keeps-one")
        broken.append(frozenset(rules))
    return summed(broken, bool(whole) or (plain and "hand.duplicate-copy" not in certain), bool(whole))


def _shape(worlds: Collection[World], player: str, cards: Cards, public: Public) -> set[str]:
    rules: set[str] = set()
    if len(cards) != public.sizes[player]:
        rules.add("hand.size")
    copies, deck = Counter(cards), Counter(public.deck)
    if copies - deck:
        rules.add("hand.duplicate-copy")
    most = {card: max(world.hand(player).count(card) for world in worlds) for card in copies if card != THING}
    if any(copies[card] > many for card, many in most.items()):
        rules.add("hand.duplicate-copy")
    return rules


def _giving(worlds: Collection[World], pairs: list[tuple[str, str, str]], unavoidable: bool = False) -> Truth:
    fit = [world for world in worlds if all(holds(world, giver, (card,)) for giver, _, card in pairs)]
    broken = []
    for world in fit or worlds:
        rules: set[str] = set()
        for giver, taker, card in pairs:
            if not (unavoidable and sick(card) and all(map(sick, world.hand(giver)))):
                rules |= _given(world, giver, taker, card)
        broken.append(frozenset(rules))
    return summed(broken, bool(fit), bool(fit))


def _given(world: World, giver: str, taker: str, card: str) -> set[str]:
    if card == THING:
        return {"exchange.thing"}
    if not sick(card) or giver == world.thing:
        return set()
    if giver not in world.infected:
        return {"exchange.human-gives-infected"}
    rules = set() if taker == world.thing else {"exchange.infected-to-non-thing"}
    if sum(map(sick, world.hand(giver))) == 1:
        rules.add("exchange.last-infected")
    return rules


def _discard(worlds: Collection[World], check: Mapping[str, Any]) -> Truth:
    player, card, hand = check["player"], check["card"], check.get("hand")
    if hand is not None:
        fit = [world for world in worlds if sorted(world.hand(player)) == sorted(hand)]
    else:
        fit = [world for world in worlds if holds(world, player, (card,))]
    broken = []
    for world in fit or worlds:
        last = sick(card) and player in world.infected and sum(map(sick, world.hand(player))) == 1
        rules = ["discard.thing"] * (card == THING) + ["discard.last-infected"] * last
        broken.append(frozenset(rules))
    return summed(broken, bool(fit), bool(fit))
