"""Every hidden world of a small table: who holds what, who is infected. Brute force, from the rulebook, on its own.

Nothing here is shared with the referee. A `World` is what lies where at one moment; `followers` lists every world
that one public action can lead to if all unseen acts are lawful; a set of worlds, followed action by action, is the
set of all that fit what was seen. Cards are texts; two cards with the same text cannot be told apart.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, product
from typing import NamedTuple

THING, SICK, PANIC = "la-cosa", "infectado", "vuelta-y-vuelta"
Cards = tuple[str, ...]


class World(NamedTuple):
    """World: hands by player, piles, the card lying open, and the infected. Piles are sorted: their order is
    unknown."""

    hands: tuple[tuple[str, Cards], ...]
    draw: Cards
    discard: Cards
    open: Cards
    infected: frozenset[str]
    dead_thing: str = ""

    def hand(self, player: str) -> Cards:
        return next(cards for who, cards in self.hands if who == player)

    @property
    def thing(self) -> str:
        """Player who is La Cosa."""
        return next((player for player, cards in self.hands if THING in cards), self.dead_thing)

    def having(self, **hands: Cards) -> World:
        """Return this world with other hands."""
        changed = tuple((p, tuple(sorted(hands[p])) if p in hands else cards) for p, cards in self.hands)
        return World(changed, *self[1:])


def sick(card: str) -> bool:
    return card.split(".")[0] == SICK


def without(cards: Iterable[str], *gone: str) -> Cards:
    left = sorted(cards)
    for card in gone:
        left.remove(card)
    return tuple(left)


def plus(cards: Iterable[str], *come: str) -> Cards:
    return tuple(sorted((*cards, *come)))


def deals(players: Sequence[str], deck: Sequence[str], hand: int) -> set[World]:
    """Return the worlds of every deal: La Cosa among the dealt cards, ¡Infectado! and panics not."""
    dealable = tuple(sorted(card for card in deck if not sick(card) and card not in (THING, PANIC)))
    rest = tuple(card for card in deck if sick(card) or card == PANIC)
    worlds: set[World] = set()
    for chosen in set(combinations(dealable, hand * len(players) - 1)):
        pile = plus(without(dealable, *chosen), *rest)
        for hands in set(_split(plus(chosen, THING), players, hand)):
            worlds.add(World(hands, pile, (), (), frozenset()))
    return worlds


def _split(cards: Cards, players: Sequence[str], hand: int) -> Iterator[tuple[tuple[str, Cards], ...]]:
    if not players:
        yield ()
        return
    for mine in set(combinations(cards, hand)):
        for others in _split(without(cards, *mine), players[1:], hand):
            yield ((players[0], mine), *others)


# Lawful gifts and discards


def may_discard(world: World, player: str) -> set[str]:
    """Return the cards that a player may discard unseen."""
    cards = world.hand(player)
    last = player in world.infected and sum(map(sick, cards)) < 2
    return {card for card in cards if card != THING and not (sick(card) and last)}


def may_give(world: World, player: str, to: str, unavoidable: bool = False) -> set[str]:
    """Return the cards that `player` may give to `to`."""
    cards = world.hand(player)
    gives = {card for card in cards if card != THING and not sick(card)}
    spare = player in world.infected and to == world.thing and sum(map(sick, cards)) > 1
    if player == world.thing or spare:
        gives |= {card for card in cards if sick(card)}
    if not gives and unavoidable:
        gives = {card for card in cards if card != THING}
    return gives


def superinfected(world: World, player: str, partner: str) -> bool:
    """Return True if an exchange between the two would eliminate `player`."""
    cards = world.hand(player)
    return all(map(sick, cards)) and not (player in world.infected and partner == world.thing)


# Worlds after one action


def drawing(world: World, player: str, panic: bool = False) -> Iterator[World]:
    """Yield the worlds after one card is drawn: an away card, or the panic."""
    if not world.draw:
        world = world._replace(draw=world.discard, discard=())
    for card in sorted(set(world.draw)):
        if (card == PANIC) == panic:
            left = world._replace(draw=without(world.draw, card))
            if panic:
                yield left._replace(open=plus(left.open, card))
            else:
                yield left.having(**{player: plus(left.hand(player), card)})


def parting(world: World, player: str, card: str, lies_open: bool = False) -> World:
    """Return the world after a card leaves a hand for the discards, or to lie open for a while."""
    left = world.having(**{player: without(world.hand(player), card)})
    if lies_open:
        return left._replace(open=plus(left.open, card))
    return left._replace(discard=plus(left.discard, card))


def passing(
    world: World,
    pairs: Sequence[tuple[str, str]],
    seen: Mapping[str, str],
    spared: str = "",
    unavoidable: bool = False,
) -> Iterator[tuple[World, dict[str, str]]]:
    """Yield the worlds after cards change hands, with the card that each gave."""
    options = []
    for giver, taker in pairs:
        if giver in seen:
            options.append({seen[giver]} & set(world.hand(giver)))
        else:
            options.append(may_give(world, giver, taker, unavoidable))
    for gifts in product(*options):
        hands = {player: list(world.hand(player)) for pair in pairs for player in pair}
        infected = set(world.infected)
        for (giver, taker), card in zip(pairs, gifts, strict=True):
            hands[giver].remove(card)
            hands[taker].append(card)
            if giver == world.thing and sick(card) and taker != spared:
                infected.add(taker)
        after = world.having(**{player: tuple(cards) for player, cards in hands.items()})
        yield (
            after._replace(infected=frozenset(infected)),
            {giver: card for (giver, _), card in zip(pairs, gifts, strict=True)},
        )


def leaving(world: World, player: str) -> World:
    """Return the world after a player is eliminated: their cards are discarded unseen."""
    cards = world.hand(player)
    left = world._replace(
        hands=tuple(pair for pair in world.hands if pair[0] != player),
        discard=plus(world.discard, *cards),
        infected=world.infected - {player},
    )
    return left._replace(dead_thing=player) if THING in cards else left


def cleared(world: World) -> World:
    """Return the world after the open cards are discarded."""
    return world._replace(discard=plus(world.discard, *world.open), open=()) if world.open else world
