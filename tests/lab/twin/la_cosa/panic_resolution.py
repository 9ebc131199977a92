"""A drawn panic is resolved: it happens, and is told."""

from __future__ import annotations

from tests.lab.twin.la_cosa import panics
from tests.lab.twin.la_cosa.context import Stage, named, skipping
from tests.lab.twin.la_cosa.exchange import may_give
from tests.lab.twin.la_cosa.observations import checked
from tests.lab.twin.la_cosa.targets import AIMED
from tests.lab.twin.la_cosa.world import Action


def resolve(stage: Stage) -> Action:
    """Resolve the drawn panic and return the action that tells it."""
    world = stage.world
    player = world.turn
    assert world.card is not None
    slug = world.card.slug
    said: Action = {"action": "play", "player": player, "card": slug}
    if slug in AIMED:
        return said | _aimed_panic(stage, slug, player)
    if slug == "revelaciones":
        return said | _revelations(stage)
    if slug == "olvidadizo":
        thrown = stage.people.throw(world)
        stage.honest_discard(player, thrown, world.hands[player])
        return said | skipping(panics.forget(world, thrown))
    if slug == "cita-a-ciegas":
        given = stage.people.part(world)
        stage.honest_discard(player, [given], world.hands[player])
        return said | skipping(panics.blind_date(world, given))
    if slug == "vuelta-y-vuelta":
        _round(stage)
        return said
    panics.plain(world)
    if slug == "ups":
        stage.show_all(player)
    return said


def _aimed_panic(stage: Stage, slug: str, player: str) -> Action:
    world = stage.world
    target = stage.people.name(world, slug)
    if slug == "no-podemos-ser-amigos":
        panics.befriend(world, target)
    elif slug == "que-quede-entre-nosotros":
        panics.plain(world)
        if target is not None:
            stage.people.saw(world, target, player, world.hands[player])
    else:
        panics.move(world, target)
    return {"target": target}


def _revelations(stage: Stage) -> Action:
    world = stage.world
    shown: list[str] = []
    infected = None
    for k in range(len(world.seats)):
        player = world.next_after(world.turn, k)
        if not stage.people.shows_hand(world, player):
            continue
        shown.append(player)
        if any(piece.slug == "infectado" for piece in world.hands[player]):
            infected = player
            break
    panics.plain(world)
    return {"shown": shown, "infected": infected}


def _round(stage: Stage) -> None:
    world = stage.world
    gifts = {player: stage.people.give(world, player, world.next_after(player)) for player in world.seats}
    for giver, piece in gifts.items():
        if not may_give(world, giver, piece, world.next_after(giver)):
            world.note("forced gifts")
    takers = {player: world.next_after(player) for player in gifts}
    stage.give(gifts, takers, checked("round", gives={player: named(piece) for player, piece in gifts.items()}))
    panics.round_and_round(world, gifts)
