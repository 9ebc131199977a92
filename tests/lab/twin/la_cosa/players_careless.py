"""Careless people: they break rules that a table may overrule, and set right by hand what was told wrongly.

They test what fair play never reaches: `anyway`, `override`, and the odd tables both leave behind.
"""

from __future__ import annotations

from random import Random

from tests.lab.twin.la_cosa.deck import QUESTIONS, Piece
from tests.lab.twin.la_cosa.exchange import may_part_with
from tests.lab.twin.la_cosa.players import Fair, Move
from tests.lab.twin.la_cosa.refusals import OVERRULABLE, refusal
from tests.lab.twin.la_cosa.targets import AIMED, axe_finds, obstacles_of
from tests.lab.twin.la_cosa.world import THING, Action, World

LIBERTY = 0.08
"""Rate at which a turn player tries a forbidden move."""

CORRECTION = 0.02
"""Rate of corrections by hand between two actions."""


class Careless(Fair):
    """Fair about hidden cards, careless about everything that can be seen."""

    def act(self, world: World) -> Move:
        """Play or discard, sometimes what the rules refuse."""
        if self.rng.random() < LIBERTY:
            found = [move for piece in world.hands[world.turn] for move in _liberties(world, piece)]
            if found:
                return self.rng.choice(found)
        return super().act(world)

    def answer(self, world: World, player: str) -> Piece | None:
        """Return a defence to play or None; now and then a card that is no answer."""
        if self.rng.random() < LIBERTY / 4:
            odd = [p for p in world.hands[player] if p.ink in ("action", "defence")]
            return self.rng.choice(odd) if odd else None
        return super().answer(world, player)

    def corrects(self, world: World) -> Action | None:
        """Correct the table by hand, and return the correction; the world has changed when this returns."""
        if self.rng.random() >= CORRECTION or world.laid_on_self:
            return None
        fields = set_right(world, self.rng)
        return {"action": "override", "set": fields, "reason": "the table says otherwise"} if fields else None


# ---------------------------------------------------------------------- done anyway


def _liberties(world: World, piece: Piece) -> list[Move]:
    """Return every way to play this card that only rules refuse which a table may overrule."""
    if piece.slug not in AIMED or piece.slug == "puerta-atrancada":
        return []
    if piece.slug == "seduccion" and world.options["quarantine_exchange"] == "blocked":
        return []
    found = []
    for target in world.seats:
        said: Action = {"action": "play", "player": world.turn, "card": piece.slug, "target": target}
        for remove in obstacles_of(world, target) if piece.slug == "hacha" else [None]:
            if remove is not None:
                said["remove"] = remove
            if refusal(world, said) in OVERRULABLE and refusal(world, said | {"anyway": "yes"}) is None:
                found.append(Move(piece, True, target, remove, anyway=True))
    return [move for move in found if piece.slug != "hacha" or axe_finds(world, str(move.target), move.remove)]


# ---------------------------------------------------------------------- set right by hand


def set_right(world: World, rng: Random) -> Action:
    """Set something right by hand; return what is then told of it, nothing where there was nothing."""
    return rng.choice(_FIXES)(world, rng)


def _drop(world: World, rng: Random) -> None:
    """Drop what is under way: discard its card and let the turn player draw again with four cards."""
    world.clear_card()
    hand = world.hands[world.turn]
    if len(hand) > 4:
        piece = rng.choice([p for p in hand if may_part_with(world, world.turn, p)])
        hand.remove(piece)
        world.put_away(piece)
    world.follower = world.heir = world.immune = None
    world.wait("draw", world.turn)


def _direction(world: World, rng: Random) -> Action:
    world.clockwise = not world.clockwise
    return {"direction": "clockwise" if world.clockwise else "counterclockwise"}


def _turn(world: World, rng: Random) -> Action:
    _drop(world, rng)
    world.turn = rng.choice(world.seats)
    world.wait("draw", world.turn)
    return {"turn": world.turn}


def _seats(world: World, rng: Random) -> Action:
    """Seat the players otherwise; doors stay in their gaps, counted from the chair of the first one named."""
    _drop(world, rng)
    order = list(world.seats)
    rng.shuffle(order)
    start = world.seats.index(order[0])
    world.gaps = world.gaps[start:] + world.gaps[:start]
    world.seats = order
    return {"seats": list(order)}


def _doors(world: World, rng: Random) -> Action:
    """Remove a door."""
    gaps = [gap for gap in world.gaps if gap]
    if not gaps:
        return {}
    world.put_away(rng.choice(gaps).pop())
    return {"doors": world.doors()}


def _door_untold(world: World, rng: Random) -> Action:
    """Stand a door from the discards on the table again."""
    lying = [piece for piece in world.discard if piece.slug == "puerta-atrancada"]
    if not lying or len(world.seats) < 2:
        return {}
    world.discard.remove(lying[0])
    rng.choice(world.gaps).append(lying[0])
    return {"doors": world.doors()}


def _quarantine_untold(world: World, rng: Random) -> Action:
    """Lay a quarantine from the discards before a player."""
    lying = [piece for piece in world.discard if piece.slug == "cuarentena"]
    free = [player for player in world.seats if player not in world.quarantine]
    if not lying or not free:
        return {}
    world.discard.remove(lying[0])
    world.quarantine[rng.choice(free)] = (lying[0], rng.choice((1, 2, 3)))
    return {"quarantine": {p: rounds for p, (_, rounds) in world.quarantine.items()}}


def _quarantine(world: World, rng: Random) -> Action:
    """End a quarantine, or change its rounds."""
    if not world.quarantine:
        return {}
    player = rng.choice(sorted(world.quarantine))
    piece, _ = world.quarantine.pop(player)
    if rng.random() < 0.5:
        world.put_away(piece)
    else:
        world.quarantine[player] = (piece, rng.choice((1, 2, 3)))
    return {"quarantine": {p: rounds for p, (_, rounds) in world.quarantine.items()}}


def _eliminated(world: World, rng: Random) -> Action:
    """Remove a player from the table; never La Cosa nor the turn player."""
    free = [p for p in world.seats if p != world.turn and world.roles[p] != THING]
    if len(world.seats) < 4 or not free:
        return {}
    _drop(world, rng)
    world.kill(rng.choice(free), by_hand=True)
    return {"eliminated": list(world.eliminated)}


def _back(world: World, rng: Random) -> Action:
    """Seat the last eliminated player again with their cards, if nothing has changed around them."""
    if world.last_out is None:
        return {}
    player, ring, hand = world.last_out
    if [p for p in ring if p != player] != world.seats or any(world.gaps) or not set(hand) <= set(world.discard):
        return {}
    _drop(world, rng)
    for piece in hand:
        world.discard.remove(piece)
    world.hands[player] = hand
    world.gaps.append([])
    world.seats = list(ring)
    world.eliminated.remove(player)
    world.last_out = None
    return {"eliminated": list(world.eliminated)}


def _draw_untold(world: World, rng: Random) -> Action:
    """Draw a card that is not told, and correct the step and the piles."""
    if world.step != "draw" or not world.draw or world.draw[-1].panic:
        return {}
    world.hands[world.turn].append(world.draw.pop())
    world.wait("act", world.turn)
    return {"step": "act", "draw_pile": len(world.draw), "discard_pile": len(world.discard)}


def _drawn_untold(world: World, rng: Random) -> Action:
    """Draw a card that is not told, and correct the step alone; the companion has to infer the pile."""
    lying = world.draw or world.discard
    if world.step != "draw" or all(piece.panic for piece in lying) or len(world.hands[world.turn]) != 4:
        return {}
    world.top()
    while world.draw[-1].panic:
        world.draw.insert(0, world.draw.pop())
    world.hands[world.turn].append(world.draw.pop())
    world.follower = world.heir = world.immune = None
    world.wait("act", world.turn)
    return {"step": "act"}


def _drawn_long_ago(world: World, rng: Random) -> Action:
    """Correct the step to "act" when it is so already: a hand of five stays as it is."""
    if world.step != "act" or len(world.hands[world.turn]) != 5:
        return {}
    world.follower = world.heir = world.immune = None
    return {"step": "act"}


def _options(world: World, rng: Random) -> Action:
    """Change one option of the table."""
    name = rng.choice(sorted(QUESTIONS))
    value = rng.choice(QUESTIONS[name])
    world.options[name] = value
    return {"options": {name: value}}


def _step(world: World, rng: Random) -> Action:
    """Let the turn player begin the turn again."""
    _drop(world, rng)
    return {"step": "draw"}


_FIXES = (
    _direction, _turn, _seats, _doors, _door_untold, _quarantine, _quarantine_untold, _eliminated, _back, _draw_untold,
    _drawn_untold, _drawn_long_ago, _step, _options,
)  # fmt: skip
