"""Answers of the asked player: carried out in the world, and told."""

from __future__ import annotations

from tests.lab.twin.la_cosa import exchange
from tests.lab.twin.la_cosa.context import Stage, named, skipping
from tests.lab.twin.la_cosa.deck import ANSWERS, OFFERS, Piece
from tests.lab.twin.la_cosa.observations import checked
from tests.lab.twin.la_cosa.world import Action


def respond(stage: Stage) -> Action:
    """Let the player who is asked answer; before an exchange, a hand of only ¡Infectado! is shown instead."""
    world = stage.world
    if world.against in OFFERS:
        doomed = exchange.superinfected(world)
        if doomed:
            player = stage.people.rng.choice(doomed)
            exchange.eliminate(world, player)
            return {"action": "eliminate", "player": player, "cause": "superinfection"}
    if _still_decided(stage):
        return _exchange(stage)
    player = str(world.waiting_for)
    defence = stage.people.answer(world, player)
    if defence is None and world.against in OFFERS:
        return _agree(stage, player)
    said: Action = {"action": "respond", "player": player, "card": defence.slug if defence else None}
    if defence and defence.slug not in ANSWERS[str(world.against)]:
        said["anyway"] = "the table let it pass"
        world.note("anyway")
    if defence is None:
        exchange.suffer(world)
        return said
    if world.against in OFFERS:
        return said | _refuse_offer(stage, player, defence)
    return said | skipping(exchange.parry(world, defence))


def _refuse_offer(stage: Stage, player: str, defence: Piece) -> Action:
    world = stage.world
    gift = stage.people.give(world, world.turn, player)
    if defence.slug == "aterrador":
        stage.people.saw(world, player, world.turn, [gift])
    return skipping(exchange.refuse(world, defence))


def _agree(stage: Stage, player: str) -> Action:
    """Answer without a defence. A quarantined player first shows all others the card they give."""
    world = stage.world
    gift, back = stage.people.give(world, world.turn, player), stage.people.give(world, player, world.turn)
    stage.decided = (player, gift, back)
    for giver, piece in ((world.turn, gift), (player, back)):
        if giver in world.quarantine:
            stage.people.saw(world, None, giver, [piece])
            stage.shows.append({"action": "show", "player": giver, "cards": [piece.slug], "to": "all"})
    return stage.shows.pop(0) if stage.shows else _exchange(stage)


def _still_decided(stage: Stage) -> bool:
    """Return True if the two players whose cards were shown still hold them and still face each other."""
    world = stage.world
    if stage.decided is None:
        return False
    player, gift, back = stage.decided
    held = gift in world.hands[world.turn] and back in world.hands.get(player, ())
    return world.against in OFFERS and world.partner == player and held


def _exchange(stage: Stage) -> Action:
    """Carry out the exchange that was decided, and return the action."""
    world = stage.world
    assert stage.decided is not None
    player, gift, back = stage.decided
    stage.decided = None
    offerer = world.turn
    gives = {"from": offerer, "to": player, "gives": named(gift), "takes": named(back)}
    stage.give({offerer: gift, player: back}, {offerer: player, player: offerer}, checked("exchange", **gives))
    exchange.accept(world, gift, back)
    stage.people.got(world, offerer, player, gift)
    stage.people.got(world, player, offerer, back)
    return {"action": "respond", "player": player, "card": None}
