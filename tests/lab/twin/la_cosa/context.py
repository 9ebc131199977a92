"""Context of a game in play: the world, the people, and the actions still to be told."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tests.lab.twin.la_cosa.deck import Piece
from tests.lab.twin.la_cosa.exchange import may_give
from tests.lab.twin.la_cosa.observations import checked
from tests.lab.twin.la_cosa.players import Fair
from tests.lab.twin.la_cosa.world import Action, World


class Stage:
    """A game in progress, as `acting`, `panic_resolution` and `answering` carry it on."""

    def __init__(self, world: World, people: Fair) -> None:
        self.world = world
        self.people = people
        self.caught = False
        """La Cosa was found with a flamethrower when it was not its turn."""
        self.shows: list[Action] = []
        """Cards everybody saw, to be told next."""
        self.decided: tuple[str, Piece, Piece] | None = None
        """Player who answers an offer without a defence, and both cards; they are shown before they change hands."""
        self.honest: list[Action] = []
        """Checks that would have shown the referee the last step, just before it."""
        self.instead: dict[str, list[Piece]] = {}
        """The other cards that each giver could lawfully have given in it."""

    def give(self, gifts: Mapping[str, Piece], takers: Mapping[str, str], check: Action) -> None:
        """Note what the referee would have been shown of these gifts; they have not changed hands yet."""
        world = self.world
        self.honest = [check]
        self.instead = {
            giver: [p for p in world.hands[giver] if p is not gift and may_give(world, giver, p, takers[giver])]
            for giver, gift in gifts.items()
        }

    def show_all(self, player: str) -> None:
        """Show a whole hand to all players."""
        hand = self.world.hands[player]
        self.people.saw(self.world, None, player, hand)
        self.shows.append({"action": "show", "player": player, "cards": [p.slug for p in hand], "to": "all"})

    def honest_discard(self, player: str, pieces: Sequence[Piece], hand: Sequence[Piece]) -> None:
        """Record the check that shows the referee the discarded `pieces` and the hand they come from."""
        cards = {"cards": [named(p) for p in pieces]} if len(pieces) > 1 else {"card": named(pieces[0])}
        self.honest = [checked("discard", player=player, hand=[named(p) for p in hand], **cards)]


def named(piece: Piece) -> str:
    """Return the copy of a card as the camera reads it."""
    return f"{piece.slug}.{piece.k}"


def skipping(skipped: int) -> Action:
    return {"skipped": skipped} if skipped else {}
