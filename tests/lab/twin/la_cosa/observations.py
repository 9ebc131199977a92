"""Sights of the referee's camera, and what is true of them (docs/rules/la-cosa.md).

Honest checks go before what is then done; probes show what a player might do, lawful or not. The referee may always
shrug. It must never call unlawful what is lawful, nor lawful what is not. Where it proves that one of several rules is
broken, without knowing which, it may name them all.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from tests.lab.twin.la_cosa import exchange
from tests.lab.twin.la_cosa.deck import OFFERS, Piece
from tests.lab.twin.la_cosa.world import HUMAN, INFECTED, THING, Action, World


@dataclass(frozen=True, slots=True)
class Sight:
    """A check and the rules that are truly broken by what it shows."""

    check: Action
    broken: frozenset[str] = frozenset()


def named(piece: Piece, rng: Random) -> str:
    """Return a card as the camera reads it: by its copy, or by its name alone."""
    return piece.slug if rng.random() < 0.3 else f"{piece.slug}.{piece.k}"


def checked(what: str, **fields: object) -> Action:
    return {"action": "check", "what": what, **fields}


# ---------------------------------------------------------------------- what is true


def broken_by_gift(world: World, giver: str, piece: Piece, taker: str) -> set[str]:
    """Return the rules broken when `giver` gives this card to `taker`."""
    if piece.slug == THING:
        return {"exchange.thing"}
    if piece.slug != "infectado" or world.roles[giver] == THING:
        return set()
    if world.options["full_of_infected"] == "three-at-most" and not exchange.has_plain(world, giver):
        return set()  # who has nothing else has no choice, and does not go out by it
    if world.roles[giver] == HUMAN:
        return {"exchange.human-gives-infected"}
    broken = set() if world.roles[taker] == THING else {"exchange.infected-to-non-thing"}
    return broken if exchange.spare(world, giver) else broken | {"exchange.last-infected"}


def broken_by_discard(world: World, player: str, pieces: Sequence[Piece]) -> set[str]:
    """Return the rules broken when `player` puts `pieces` from the hand on a pile."""
    broken = {"discard.thing"} if any(piece.slug == THING for piece in pieces) else set()
    left = [piece for piece in world.hands[player] if piece not in pieces]
    goes = any(piece.slug == "infectado" for piece in pieces)
    if goes and world.roles[player] == INFECTED and not any(piece.slug == "infectado" for piece in left):
        broken.add("discard.last-infected")
    return broken


def broken_by_holding(world: World, player: str, occasion: str) -> set[str]:
    """Return the rules broken by the present hand of `player`, if all players acted lawfully."""
    broken = set()
    armed = world.roles[player] == THING and any(piece.slug == "lanzallamas" for piece in world.hands[player])
    if armed and occasion == "dispute" and player != world.turn and world.options["thing_caught_loses"]:
        broken.add("hand.thing-with-flamethrower")
    if world.step == "respond" and world.against in OFFERS and player in exchange.superinfected(world):
        broken.add("hand.superinfection")
    return broken


# ---------------------------------------------------------------------- what is shown


def a_hand(world: World, rng: Random) -> Sight:
    """Return a check of any hand."""
    return hand_of(world, rng.choice(world.seats), rng)


def hand_of(world: World, player: str, rng: Random) -> Sight:
    """Return a check of this player's hand."""
    occasion = rng.choice(("dispute", "private"))
    cards = [named(piece, rng) for piece in world.hands[player]]
    rng.shuffle(cards)
    check = checked("hand", player=player, cards=cards, occasion=occasion)
    return Sight(check, frozenset(broken_by_holding(world, player, occasion)))


def bystander(world: World, givers: Collection[str], rng: Random) -> Sight | None:
    """Return a check of a hand that takes no part in an offer; None where all take part.

    The world has moved on already, so that only what no moment changes is shown: the hand, in private.
    """
    others = [player for player in world.seats if player not in givers]
    if not others:
        return None
    player = rng.choice(others)
    cards = [named(piece, rng) for piece in world.hands[player]]
    return Sight(checked("hand", player=player, cards=cards, occasion="private"))


def withdrawn(check: Action, instead: Mapping[str, Sequence[Piece]], rng: Random) -> Action | None:
    """Return the check of an exchange or a round as it may have been shown before, with other cards of some givers.

    `instead`: the cards that each could lawfully have given besides. None where no giver had another.
    """
    able = [giver for giver, pieces in instead.items() if pieces]
    if not able:
        return None
    shown = {giver: named(rng.choice(instead[giver]), rng) for giver in rng.sample(able, rng.randint(1, len(able)))}
    if check["what"] == "round":
        gives = check["gives"]
        assert isinstance(gives, dict)
        return {**check, "gives": {**gives, **shown}}
    fields = {"from": "gives", "to": "takes"}
    return {**check, **{card: shown[str(check[who])] for who, card in fields.items() if check[who] in shown}}


def probe(world: World, rng: Random) -> Sight | None:
    """Return a check of an action that could be taken now, lawful or not; None where none of its kind is due."""
    if world.step == "act":
        return _discarding(world, rng)
    if world.step == "respond" and world.against in OFFERS and world.partner:
        return _exchanging(world, rng, world.partner)
    if world.card is not None and world.card.slug == "vuelta-y-vuelta":
        return _passing_round(world, rng)
    return None


def _discarding(world: World, rng: Random) -> Sight:
    player = world.turn
    hand = world.hands[player]
    piece = rng.choice([p for p in hand if p.slug in ("infectado", THING)] or hand)
    check = checked("discard", player=player, card=named(piece, rng))
    if rng.random() < 0.5:
        check["hand"] = [f"{p.slug}.{p.k}" for p in hand]
        check["card"] = f"{piece.slug}.{piece.k}"
    return Sight(check, frozenset(broken_by_discard(world, player, [piece])))


def _gift(world: World, giver: str, rng: Random) -> Piece:
    """Return any card of the hand; half the time an ¡Infectado! or La Cosa if it has one."""
    hand = world.hands[giver]
    risky = [piece for piece in hand if piece.slug in ("infectado", THING)]
    return rng.choice(risky if risky and rng.random() < 0.5 else hand)


def _exchanging(world: World, rng: Random, partner: str) -> Sight:
    giver = world.turn
    gift, back = _gift(world, giver, rng), _gift(world, partner, rng)
    check = checked("exchange", **{"from": giver, "to": partner, "gives": named(gift, rng), "takes": named(back, rng)})
    broken = broken_by_gift(world, giver, gift, partner) | broken_by_gift(world, partner, back, giver)
    return Sight(check, frozenset(broken))


def _passing_round(world: World, rng: Random) -> Sight:
    gifts = {player: _gift(world, player, rng) for player in world.seats}
    broken: set[str] = set()
    for giver, piece in gifts.items():
        if not all(held.slug == "infectado" for held in world.hands[giver]):  # who has nothing else has no choice
            broken |= broken_by_gift(world, giver, piece, world.next_after(giver))
    return Sight(
        checked("round", gives={player: named(piece, rng) for player, piece in gifts.items()}), frozenset(broken)
    )
