"""Slips and cheats with hidden cards: what the referee's camera is shown, and the rules that are truly broken by it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from tests.lab.twin.la_cosa import exchange
from tests.lab.twin.la_cosa.context import named
from tests.lab.twin.la_cosa.deck import OFFERS, Piece, copies_for, pieces_for
from tests.lab.twin.la_cosa.observations import Sight, broken_by_discard, broken_by_gift, broken_by_holding, checked
from tests.lab.twin.la_cosa.world import HUMAN, INFECTED, THING, World

ELSEWHERE = "hand.duplicate-copy"
"""A card that is held out in place of another truly lies elsewhere; the referee may know."""


# ---------------------------------------------------------------------- discarded and given


def discards_la_cosa(world: World, rng: Random) -> Sight | None:
    """Let La Cosa discard the card La Cosa."""
    return _discarded(world, world.turn, THING) if world.turn == world.thing() else None


def discards_the_last_infection(world: World, rng: Random) -> Sight | None:
    """Let an infected player discard the only ¡Infectado!."""
    if world.roles[world.turn] != INFECTED or exchange.spare(world, world.turn):
        return None
    return _discarded(world, world.turn, "infectado")


def _discarded(world: World, player: str, slug: str) -> Sight | None:
    hand = world.hands.get(player, [])
    piece = next((piece for piece in hand if piece.slug == slug), None)
    if piece is None or world.step != "act":
        return None
    check = checked("discard", player=player, card=named(piece), hand=[named(p) for p in hand])
    return Sight(check, frozenset(broken_by_discard(world, player, [piece])))


def gives_la_cosa(world: World, rng: Random) -> Sight | None:
    """Let La Cosa give away the card La Cosa."""
    return _given(world, rng, THING, lambda giver, taker: world.roles[giver] == THING)


def gives_an_infection_without_right(world: World, rng: Random) -> Sight | None:
    """Let a human give an ¡Infectado!."""
    return _given(world, rng, "infectado", lambda giver, taker: world.roles[giver] == HUMAN)


def gives_an_infection_to_another(world: World, rng: Random) -> Sight | None:
    """Let an infected player give an ¡Infectado! to a player who is not La Cosa."""
    return _given(
        world, rng, "infectado", lambda giver, taker: world.roles[giver] == INFECTED and world.roles[taker] != THING
    )


def gives_the_last_infection(world: World, rng: Random) -> Sight | None:
    """Let an infected player give away the only ¡Infectado!."""
    return _given(
        world,
        rng,
        "infectado",
        lambda giver, taker: world.roles[giver] == INFECTED and not exchange.spare(world, giver),
    )


def _given(world: World, rng: Random, slug: str, applies: Callable[[str, str], bool]) -> Sight | None:
    """Let one of the two of an exchange under way give this card."""
    if world.step != "respond" or world.against not in OFFERS or world.partner is None:
        return None
    pair = [world.turn, world.partner]
    rng.shuffle(pair)
    for giver, taker in (pair, pair[::-1]):
        piece = next((piece for piece in world.hands[giver] if piece.slug == slug), None)
        back = [p for p in world.hands[taker] if not broken_by_gift(world, taker, p, giver)]
        if piece is not None and back and applies(giver, taker):
            other = rng.choice(back)
            fields = {"from": giver, "to": taker, "gives": named(piece), "takes": named(other)}
            return Sight(checked("exchange", **fields), frozenset(broken_by_gift(world, giver, piece, taker)))
    return None


# ---------------------------------------------------------------------- hands


def shows_a_card_too_few(world: World, rng: Random) -> Sight | None:
    """Keep one card back from a hand that is shown."""
    player = rng.choice(world.seats)
    hand = [p for p in world.hands[player] if p.slug not in (THING, "infectado")]
    return _hand(world, player, rng.choice(hand), [], "hand.size") if hand else None


def shows_a_card_twice(world: World, rng: Random) -> Sight | None:
    """Show one card twice, in the place of another."""
    player = rng.choice(world.seats)
    plain = [p for p in world.hands[player] if p.slug not in (THING, "infectado")]
    return _hand(world, player, plain[0], [plain[1]], ELSEWHERE) if len(plain) > 1 else None


def shows_a_card_of_the_table(world: World, rng: Random) -> Sight | None:
    """Show a copy of an obstacle in a hand while every copy lies on the table.

    While a copy is out of sight the table cannot tell: it sees a door, not which of them it is.
    """
    lying = [piece for gap in world.gaps for piece in gap] + [piece for piece, _ in world.quarantine.values()]
    copies = copies_for(len(world.players))
    whole = [piece for piece in lying if sum(p.slug == piece.slug for p in lying) == copies[piece.slug]]
    player = rng.choice(world.seats)
    plain = [p for p in world.hands[player] if p.slug not in (THING, "infectado")]
    if not whole or not plain:
        return None
    return _hand(world, player, rng.choice(plain), [rng.choice(whole)], ELSEWHERE)


def keeps_a_panic(world: World, rng: Random) -> Sight | None:
    """Hold a panic card in the hand instead of playing it."""
    player = rng.choice(world.seats)
    plain = [p for p in world.hands[player] if p.slug not in (THING, "infectado")]
    panics = [piece for piece in pieces_for(len(world.players)) if piece.panic]
    return _hand(world, player, rng.choice(plain), [rng.choice(panics)], "hand.panic-card") if plain else None


def keeps_lanzallamas(world: World, rng: Random) -> Sight | None:
    """Show La Cosa's hand with a flamethrower when it is not its turn."""
    thing = world.thing()
    if thing not in world.hands or thing == world.turn or not world.options["thing_caught_loses"]:
        return None
    plain = [p for p in world.hands[thing] if p.slug not in (THING, "infectado", "lanzallamas")]
    flames = [p for p in world.draw if p.slug == "lanzallamas"]
    return _hand(world, thing, plain[0], flames[:1], "hand.thing-with-flamethrower") if plain and flames else None


def loses_the_last_infection(world: World, rng: Random) -> Sight | None:
    """Replace the last ¡Infectado! of an infected player by another card."""
    infected = [p for p in world.living(INFECTED) if not exchange.spare(world, p)]
    if not infected or world.step == "respond":
        return None
    player = rng.choice(infected)
    piece = next(p for p in world.hands[player] if p.slug == "infectado")
    other = [p for p in world.draw if not p.panic and p.slug != "infectado"]
    return _hand(world, player, piece, other[:1], "hand.infected-keeps-one") if other else None


def hides_a_superinfection(world: World, rng: Random) -> Sight | None:
    """Let a player with only ¡Infectado! accept the exchange."""
    if world.step != "respond" or world.against not in OFFERS or world.partner is None:
        return None
    doomed = exchange.superinfected(world)
    return _hand(world, rng.choice(doomed), None, [], "hand.superinfection") if doomed else None


def _hand(world: World, player: str, away: Piece | None, instead: Sequence[Piece], rule: str) -> Sight:
    """Return the check of `player`'s hand without `away` and with the cards `instead`."""
    cards = [named(piece) for piece in world.hands[player] if piece is not away] + [named(piece) for piece in instead]
    broken = broken_by_holding(world, player, "dispute") | {rule} | ({ELSEWHERE} if instead else set())
    return Sight(checked("hand", player=player, cards=cards, occasion="dispute"), frozenset(broken))
