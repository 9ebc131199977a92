"""Table after another action that is allowed.

The companion does not know the hands, so a player who says that they play a card has it: on a copy of the world the
card is put into the hand, the piles are laid so that exactly the panics said are skipped, and the twin's own rules
carry it out.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, cast

from tests.lab.twin.la_cosa import exchange, panics, turn
from tests.lab.twin.la_cosa.deck import INK, OFFERS, Piece
from tests.lab.twin.la_cosa.ending import ending
from tests.lab.twin.la_cosa.targets import AIMED, Remove, shut_in
from tests.lab.twin.la_cosa.world import HUMAN, Action, World


class _Careful(Random):
    """Shuffler that keeps panics from the top."""

    def shuffle(self, x: Any) -> None:
        cast("list[Piece]", x).sort(key=lambda piece: not piece.panic)


def left_open(world: World, action: Action) -> bool:
    """Return True if no rule settles this overruled action: a door to a player far off, or an exchange that the table
    does not allow."""
    card, target = action.get("card"), action.get("target")
    if "anyway" not in action:
        return False
    if card == "puerta-atrancada" and target in world.seats:
        return not world.are_neighbours(world.turn, str(target))
    if card in ("seduccion", "no-podemos-ser-amigos") and world.options["quarantine_exchange"] == "blocked":
        return target in world.quarantine or shut_in(world, world.turn)
    return False


def carried_out(world: World, action: Action) -> World:
    """Return a copy of the world after this action, which no rule refuses."""
    copy = world.copy()
    copy.rng = _Careful(0)
    _lay_piles(copy, cast(int, action.get("skipped", 0)))
    _DEEDS[str(action["action"])](copy, action)
    return copy


def _lay_piles(world: World, skipped: int) -> None:
    """Make piles of the public sizes, with exactly `skipped` panics on top of the draw pile and no other."""
    draw, discard = len(world.draw) + world.card_offset, len(world.discard) - world.card_offset
    world.card_offset = 0
    world.draw = [_phantom("whisky") for _ in range(draw - skipped)] + [_phantom("ups") for _ in range(skipped)][:draw]
    world.discard = [_phantom("whisky") for _ in range(discard)]


def _phantom(slug: str) -> Piece:
    return Piece(slug, 0, 0, INK[slug])


def _held(world: World, player: str, slug: str) -> Piece:
    """Put the card into the hand, in place of another."""
    piece = _phantom(slug)
    world.hands[player][0] = piece
    return piece


def _draw(world: World, action: Action) -> None:
    world.top()
    world.draw[-1] = _phantom(str(action.get("card") or "whisky"))
    turn.draw(world)


def _discard(world: World, action: Action) -> None:
    turn.discard(world, world.hands[world.turn][0])


def _play(world: World, action: Action) -> None:
    slug = str(action["card"])
    target = cast("str | None", action.get("target")) if slug in AIMED else None
    if world.step == "panic":
        _panic(world, slug, target)
        return
    piece = _held(world, world.turn, slug)
    if slug == "determinacion":
        drawn, _ = turn.determine(world, piece)
        turn.keep(world, drawn[0], drawn)
    else:
        turn.play(world, piece, target, cast("Remove | None", action.get("remove")))


def _panic(world: World, slug: str, target: str | None) -> None:
    hand: Sequence[Piece] = world.hands[world.turn]
    if slug == "no-podemos-ser-amigos":
        panics.befriend(world, target)
    elif slug in ("uno-dos", "sal-de-aqui"):
        panics.move(world, target)
    elif slug == "olvidadizo":
        panics.forget(world, list(hand[:3]))
    elif slug == "cita-a-ciegas":
        panics.blind_date(world, hand[0])
    elif slug == "vuelta-y-vuelta":
        panics.round_and_round(world, {player: cards[0] for player, cards in world.hands.items()})
    else:
        panics.plain(world)


def _respond(world: World, action: Action) -> None:
    player, slug = str(action["player"]), action.get("card")
    offered = world.against in OFFERS
    if slug is not None:
        defence = _held(world, player, str(slug))
        (exchange.refuse if offered else exchange.parry)(world, defence)
    elif offered:
        exchange.accept(world, world.hands[world.turn][0], world.hands[player][0])
    else:
        exchange.suffer(world)


def _eliminate(world: World, action: Action) -> None:
    exchange.eliminate(world, str(action["player"]))


def _declare(world: World, action: Action) -> None:
    world.status, world.declarer = "declared", str(action["player"])


def _reveal(world: World, action: Action) -> None:
    world.status, world.revealed = "declared", True


def _end(world: World, action: Action) -> None:
    world.roles = dict.fromkeys(world.players, HUMAN) | cast("dict[str, str]", action["roles"])
    world.last_infected = cast("str | None", action["last_infected"])
    ending(world, str(action["cause"]))


_DEEDS = {
    "draw": _draw,
    "discard": _discard,
    "play": _play,
    "respond": _respond,
    "eliminate": _eliminate,
    "declare": _declare,
    "reveal": _reveal,
    "end": _end,
}
