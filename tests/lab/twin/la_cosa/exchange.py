"""Offers and their answers, and how a turn ends (docs/rules/la-cosa.md)."""

from __future__ import annotations

from tests.lab.twin.la_cosa.deck import Piece
from tests.lab.twin.la_cosa.targets import shut_in
from tests.lab.twin.la_cosa.world import HUMAN, INFECTED, THING, World


def end_exchange(world: World) -> None:
    """Offer the exchange at the end of the turn, or pass the turn if none is possible."""
    if world.turn not in world.hands or len(world.seats) == 1:
        pass_turn(world)
        return
    other = world.next_after(world.turn)
    if world.door_between(world.turn, other) or shut_in(world, world.turn) or shut_in(world, other):
        world.note("exchange blocked")
        pass_turn(world)
        return
    offer(world, "exchange", other)


def after_panic(world: World) -> None:
    """Offer the exchange after a panic, or let the turn player draw once more if the table plays so."""
    if world.options["after_panic"] == "draw-again":
        world.wait("draw", world.turn)
    else:
        end_exchange(world)


def offer(world: World, cause: str, other: str) -> None:
    """Let the turn player offer a card to `other`, who is asked next."""
    world.wait("respond", other, against=cause, partner=other)


def close_exchange(world: World) -> None:
    """Close the exchange under way, carried out or not, and go on with the turn."""
    cause = world.against
    world.immune = None
    world.clear_card()
    if cause == "no-podemos-ser-amigos":
        after_panic(world)
    else:
        pass_turn(world)


def pass_turn(world: World) -> None:
    """End the turn: count one round of the turn player's quarantine, and let the next player draw."""
    player = world.turn
    if player in world.quarantine and not world.laid_on_self:
        count_round(world, player)
    world.turn = next_player(world)
    world.follower = world.heir = world.immune = None
    world.laid_on_self = False
    world.turns += 1
    world.wait("draw", world.turn)


def count_round(world: World, player: str) -> None:
    """Count one round of a quarantine."""
    piece, rounds = world.quarantine[player]
    if rounds > 1:
        world.quarantine[player] = (piece, rounds - 1)
    else:
        del world.quarantine[player]
        world.put_away(piece)


def next_player(world: World) -> str:
    """Return the next turn player: the player swapped with, if the table plays so and they live, else the neighbour."""
    if world.follower in world.hands and world.follower is not None:
        return world.follower
    if world.turn not in world.hands:
        heir = world.heir
        return heir if heir in world.hands and heir is not None else world.seats[0]
    return world.next_after(world.turn)


# ---------------------------------------------------------------------- superinfection


def is_superinfected(world: World, player: str, facing: str) -> bool:
    """Return True if `player` holds only ¡Infectado! at an exchange and is not an infected player facing La Cosa."""
    if has_plain(world, player):
        return False
    return not (world.roles[player] == INFECTED and world.roles[facing] == THING)


def has_plain(world: World, player: str) -> bool:
    """Return True if `player` holds something besides ¡Infectado!."""
    return any(piece.slug != "infectado" for piece in world.hands[player])


def superinfected(world: World) -> list[str]:
    """Return the players of the offer under way who have to show a hand of only ¡Infectado!."""
    other = world.partner
    if other is None or world.options["full_of_infected"] == "three-at-most":
        return []
    pair = ((world.turn, other), (other, world.turn))
    return [player for player, facing in pair if is_superinfected(world, player, facing)]


def eliminate(world: World, player: str) -> None:
    """Eliminate a superinfected player without the exchange; the turn goes on, or passes if it was theirs."""
    world.kill(player)
    world.note("superinfections")
    if player == world.turn:
        world.clear_card()
        pass_turn(world)
    else:
        close_exchange(world)


# ---------------------------------------------------------------------- giving


def may_give(world: World, giver: str, piece: Piece, taker: str) -> bool:
    """Return True if the hidden rules let `giver` give this card to `taker`."""
    if piece.slug == THING:
        return False
    if piece.slug != "infectado" or world.roles[giver] == THING:
        return True
    return world.roles[giver] == INFECTED and world.roles[taker] == THING and spare(world, giver)


def spare(world: World, player: str) -> bool:
    """Return True if `player` holds more than one ¡Infectado!."""
    return sum(piece.slug == "infectado" for piece in world.hands[player]) > 1


def may_part_with(world: World, player: str, piece: Piece) -> bool:
    """Return True if the hidden rules let `player` discard this card or lay it on the draw pile."""
    if piece.slug == THING:
        return False
    return piece.slug != "infectado" or world.roles[player] != INFECTED or spare(world, player)


def swap_cards(world: World, giver: str, gift: Piece, taker: str, back: Piece) -> None:
    """Exchange a card of each of two players; La Cosa's ¡Infectado! infects a player who is not immune."""
    world.hands[giver].remove(gift)
    world.hands[taker].remove(back)
    world.hands[giver].append(back)
    world.hands[taker].append(gift)
    roles = dict(world.roles)
    for source, piece, target in ((giver, gift, taker), (taker, back, giver)):
        if piece.slug == "infectado" and roles[source] == THING and roles[target] == HUMAN and target != world.immune:
            world.infect(target)


# ---------------------------------------------------------------------- answering


def accept(world: World, gift: Piece, back: Piece) -> None:
    """Carry out the exchange that was not refused."""
    other = world.partner
    assert other is not None
    swap_cards(world, world.turn, gift, other, back)
    world.note("exchanges")
    close_exchange(world)


def refuse(world: World, defence: Piece) -> int:
    """Answer an offer with a defence, and return the number of panics skipped for its replacement."""
    player = world.waiting_for
    assert player is not None
    skipped = spend(world, player, defence)
    if defence.slug != "fallaste":
        close_exchange(world)
        return skipped
    onward = world.next_after(player)
    if onward == world.turn or blocked_onward(world, player, onward):
        close_exchange(world)
    else:
        world.immune = onward if world.options["missed_protects"] else None
        offer(world, str(world.against), onward)
    return skipped


def blocked_onward(world: World, player: str, onward: str) -> bool:
    """Return True if a door or a quarantine keeps `onward` from taking over an exchange from `player`."""
    doors = world.door_between(player, onward) or world.door_between(onward, world.turn)
    return doors or onward in world.quarantine or shut_in(world, world.turn)


def spend(world: World, player: str, defence: Piece) -> int:
    """Discard and replace a defence, and return the number of panics skipped."""
    world.hands[player].remove(defence)
    world.put_away(defence)
    drawn, skipped = world.draw_safe(1)
    world.hands[player].extend(drawn)
    world.note(f"answer {defence.slug}")
    return skipped


def parry(world: World, defence: Piece) -> int:
    """Answer flames or a change of seats with a defence; the exchange follows. Return the number of panics skipped."""
    player = world.waiting_for
    assert player is not None
    skipped = spend(world, player, defence)
    world.clear_card()
    end_exchange(world)
    return skipped


def suffer(world: World) -> None:
    """Carry out flames or a change of seats that was not answered; the exchange follows."""
    player, slug = world.waiting_for, world.against
    assert player is not None
    if slug == "lanzallamas":
        world.kill(player)
        world.note("burned")
    else:
        change_seats(world, player)
    world.clear_card()
    end_exchange(world)


def change_seats(world: World, other: str) -> None:
    """Swap the chairs of the turn player and `other`; by one reading of the rules `other` plays next."""
    world.swap_seats(world.turn, other)
    if world.options["after_seat_swap"] == "swapped-player":
        world.follower = other
