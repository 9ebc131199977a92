"""The twelve panics (docs/rules/la-cosa.md). Each is resolved in one action, then its card is discarded."""

from __future__ import annotations

from tests.lab.twin.la_cosa.deck import Piece
from tests.lab.twin.la_cosa.exchange import after_panic, change_seats, offer, pass_turn
from tests.lab.twin.la_cosa.targets import comes_to_nothing, thirds
from tests.lab.twin.la_cosa.world import HUMAN, THING, World


def _done(world: World) -> None:
    world.clear_card()
    after_panic(world)


def drop_quarantines(world: World) -> None:
    """Discard every quarantine in play."""
    for piece, _ in world.quarantine.values():
        world.put_away(piece)
    world.quarantine.clear()


def drop_doors(world: World) -> None:
    """Discard every door."""
    for gap in world.gaps:
        world.discard.extend(gap)
        gap.clear()


def party(world: World) -> None:
    """Discard all obstacles, and swap chairs two by two, clockwise from the turn player."""
    drop_quarantines(world)
    drop_doors(world)
    start = world.seats.index(world.turn)
    ring = world.seats[start:] + world.seats[:start]
    for k in range(0, len(ring) - 1, 2):
        world.swap_seats(ring[k], ring[k + 1])


def plain(world: World) -> None:
    """Resolve a panic that names no player."""
    assert world.card is not None
    slug = world.card.slug
    if slug == "cuerdas-podridas":
        drop_quarantines(world)
    elif slug == "tres-cuatro":
        drop_doors(world)
    elif slug == "es-aqui-la-fiesta":
        party(world)
    _done(world)


def move(world: World, target: str | None) -> None:
    """Resolve Uno, dos… or ¡Sal de aquí!: the two change chairs, unless no player is named or a quarantine hinders it.

    ¡Sal de aquí! is refused against a player in quarantine; a table that does it anyway changes their chairs.
    """
    assert world.card is not None
    hindered = world.turn in world.quarantine or (world.card.slug == "uno-dos" and target in world.quarantine)
    if target is not None and target != world.turn and not hindered:
        change_seats(world, target)
    _done(world)


def is_void(world: World, slug: str) -> bool:
    """Return True if `slug` is a drawn ¿No podemos ser amigos? that can do nothing, with any player named."""
    return slug == "no-podemos-ser-amigos" and world.step == "panic" and comes_to_nothing(world, slug, world.turn)


def befriend(world: World, target: str | None) -> None:
    """Resolve ¿No podemos ser amigos?: offer an exchange, before the usual one. A card that can do nothing is
    discarded."""
    if target is None or is_void(world, "no-podemos-ser-amigos"):
        _done(world)
    else:
        offer(world, "no-podemos-ser-amigos", target)


def forget(world: World, thrown: list[Piece]) -> int:
    """Resolve Olvidadizo: three cards out, three in. Return how many panics were skipped."""
    hand = world.hands[world.turn]
    for piece in thrown:
        hand.remove(piece)
        world.put_away(piece)
    drawn, skipped = world.draw_safe(len(thrown))
    hand.extend(drawn)
    _done(world)
    return skipped


def blind_date(world: World, given: Piece) -> int:
    """Resolve Cita a ciegas: one card for the first green one of the pile, on which it comes to lie; the turn ends.
    Return how many panics were skipped."""
    hand = world.hands[world.turn]
    drawn, skipped = world.draw_safe(1)
    hand.remove(given)
    hand.extend(drawn)
    world.draw.append(given)
    world.clear_card()
    pass_turn(world)
    return skipped


def round_and_round(world: World, gifts: dict[str, Piece]) -> None:
    """Resolve Vuelta y vuelta: all give a card on at once, past all obstacles; the turn ends."""
    roles = dict(world.roles)
    for giver, piece in gifts.items():
        taker = world.next_after(giver)
        world.hands[giver].remove(piece)
        world.hands[taker].append(piece)
    for giver, piece in gifts.items():
        taker = world.next_after(giver)
        if piece.slug == "infectado" and roles[giver] == THING and roles[taker] == HUMAN:
            world.infect(taker)
    world.clear_card()
    pass_turn(world)


def third_players(world: World) -> list[str]:
    """Return the players who may be named for Uno, dos…, in the order of the ring."""
    found = thirds(world, world.turn)
    return [player for player in world.seats if player in found and player != world.turn]
