"""The turn player draws, and plays or discards: it happens, and is told."""

from __future__ import annotations

from tests.lab.twin.la_cosa import turn
from tests.lab.twin.la_cosa.context import Stage
from tests.lab.twin.la_cosa.deck import Piece
from tests.lab.twin.la_cosa.world import HUMAN, THING, Action


def draw(stage: Stage) -> Action:
    """Draw a card for the turn player; a panic, and any card drawn in quarantine, is seen by all."""
    world = stage.world
    player = world.turn
    piece = turn.draw(world)
    action: Action = {"action": "draw", "player": player, "back": "panic" if piece.panic else "away"}
    if piece.panic or player in world.quarantine:
        action["card"] = piece.slug
        stage.people.saw(world, None, player, [piece])
    return action


def act(stage: Stage) -> Action:
    """Let the turn player discard or play a card, and return the action."""
    world = stage.world
    player = world.turn
    shown = player in world.quarantine
    move = stage.people.act(world)
    if not move.plays:
        stage.honest_discard(player, [move.piece], world.hands[player])
        turn.discard(world, move.piece)
        said: Action = {"action": "discard", "player": player}
        return said | ({"card": move.piece.slug} if shown else {})
    said = {"action": "play", "player": player, "card": move.piece.slug}
    if move.piece.slug == "determinacion":
        return said | _determine(stage, move.piece)
    if move.target is not None:
        said["target"] = move.target
    if move.remove is not None:
        said["remove"] = move.remove
    if move.anyway:
        said["anyway"] = "the table did it"
        world.note("anyway")
    turn.play(world, move.piece, move.target, move.remove)
    _look(stage, move.piece.slug, player, move.target)
    return said


def _determine(stage: Stage, piece: Piece) -> Action:
    world = stage.world
    drawn, skipped = turn.determine(world, piece)
    kept = stage.people.keep(world, drawn)
    stage.honest_discard(world.turn, [p for p in drawn if p is not kept], [*world.hands[world.turn], *drawn])
    turn.keep(world, kept, drawn)
    return {"skipped": skipped} if skipped else {}


def _look(stage: Stage, slug: str, player: str, target: str | None) -> None:
    """Show the cards that the played card `slug` reveals."""
    world, rng = stage.world, stage.people.rng
    if slug == "whisky":
        stage.show_all(player)
    elif slug == "analisis" and target:
        _look_at_hand(stage, player, target)
    elif slug == "sospecha" and target:
        stage.people.saw(world, player, target, [rng.choice(world.hands[target])])


def _look_at_hand(stage: Stage, viewer: str, owner: str) -> None:
    """Show a whole hand to one player. A human who finds La Cosa with a flamethrower says so."""
    world = stage.world
    hand = world.hands[owner]
    stage.people.saw(world, viewer, owner, hand)
    stage.shows.append({"action": "show", "player": owner, "to": viewer})
    armed = {"lanzallamas", THING} <= {piece.slug for piece in hand}
    if armed and world.options["thing_caught_loses"] and owner != world.turn and world.roles[viewer] == HUMAN:
        stage.caught = True
