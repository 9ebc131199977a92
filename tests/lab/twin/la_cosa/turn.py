"""Drawing, discarding and playing a card (docs/rules/la-cosa.md). Refusals stand elsewhere."""

from __future__ import annotations

from tests.lab.twin.la_cosa.deck import Piece
from tests.lab.twin.la_cosa.exchange import end_exchange, offer, pass_turn
from tests.lab.twin.la_cosa.targets import Remove, door_named, shut_in
from tests.lab.twin.la_cosa.world import World

KEPT_FROM_QUARANTINED = {
    "lanzallamas": "quarantine.no-elimination",
    "cambio-de-lugar": "quarantine.no-seat-change",
    "mas-vale-que-corras": "quarantine.no-seat-change",
}
"""Cards that a quarantined player may not play, and the rule that refuses each."""


def draw(world: World) -> Piece:
    """Draw for the turn player; a panic waits to be resolved at once."""
    piece = world.top()
    world.draw.pop()
    if piece.panic:
        world.card = piece
        world.wait("panic", world.turn)
        world.note("panics")
        world.note(f"panic {piece.slug}")
    else:
        world.hands[world.turn].append(piece)
        world.wait("act", world.turn)
    return piece


def discard(world: World, piece: Piece) -> None:
    """Discard one card instead of playing."""
    world.hands[world.turn].remove(piece)
    world.put_away(piece)
    world.note("discards")
    end_exchange(world)


def lay(world: World, piece: Piece) -> None:
    """Lay a card from the turn player's hand on the table."""
    world.hands[world.turn].remove(piece)
    world.card = piece
    world.note(f"play {piece.slug}")


def play(world: World, piece: Piece, target: str | None, remove: Remove | None = None) -> None:
    """Play a card of the turn player; ¡Determinación! has its own function."""
    lay(world, piece)
    slug = piece.slug
    if slug in ("lanzallamas", "cambio-de-lugar", "mas-vale-que-corras"):
        world.wait("respond", target, against=slug)
    elif slug == "seduccion":
        _seduce(world, str(target))
    else:
        _at_once(world, slug, target, remove)
        world.clear_card()
        end_exchange(world)


def _seduce(world: World, target: str) -> None:
    if shut_in(world, world.turn):
        world.clear_card()
        pass_turn(world)
    else:
        offer(world, "seduccion", target)


def _at_once(world: World, slug: str, target: str | None, remove: Remove | None) -> None:
    """Apply a card that cannot be answered; looking at cards changes nothing here."""
    if slug == "vigila-tus-espaldas":
        world.clockwise = not world.clockwise
    elif slug == "cuarentena":
        lay_quarantine(world, str(target))
    elif slug == "puerta-atrancada":
        bar(world, str(target))
    elif slug == "hacha":
        chop(world, remove or {})


def lay_quarantine(world: World, target: str) -> None:
    """Lay the quarantine card before `target`; an older one is discarded for it."""
    assert world.card is not None
    older = world.quarantine.get(target)
    if older is not None:
        world.put_away(older[0])
    rounds = world.options["quarantine_rounds"]
    assert isinstance(rounds, int)
    world.quarantine[target] = (world.card, rounds)
    world.laid_on_self = target == world.turn
    world.card = None


def bar(world: World, target: str) -> None:
    """Stand the door in the gap between the turn player and `target`."""
    assert world.card is not None
    world.gaps_between(world.turn, target)[0].append(world.card)
    world.card = None


def chop(world: World, remove: Remove) -> None:
    """Discard one door or one quarantine."""
    pair = door_named(remove)
    if pair is None:
        world.put_away(world.quarantine.pop(str(remove["quarantine"]))[0])
    else:
        gap = next(gap for gap in world.gaps_between(*pair) if gap)
        world.put_away(gap.pop())


def determine(world: World, piece: Piece) -> tuple[list[Piece], int]:
    """Play Determinación and draw three cards, which `keep` resolves; return them with the number of panics skipped."""
    lay(world, piece)
    return world.draw_safe(3)


def keep(world: World, kept: Piece, drawn: list[Piece]) -> None:
    """Keep one of the three, discard the other two and the card itself; the player acts again."""
    world.hands[world.turn].append(kept)
    for piece in drawn:
        if piece is not kept:
            world.put_away(piece)
    world.clear_card()
    world.wait("act", world.turn)
