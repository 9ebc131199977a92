"""What everybody has seen of the hands: cards shown to all, and what has happened to each hand since."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from companion.cards.decklist import Decklist
from companion.cards.wording import Wording
from companion.referee.game import Past
from companion.referee.view import Badge, Known
from companion.table import facts as f


@dataclass(slots=True)
class _Hand:
    """The cards everybody knows of a hand, and how often it has changed unseen since the last of them was seen."""

    cards: list[str] = field(default_factory=list)
    exchanged: int = 0
    drawn: int = 0
    discarded: int = 0

    def see(self, faces: Sequence[str]) -> None:
        """A whole hand, or part of it, is shown: what is seen now holds from now."""
        self.cards = list(faces)
        self.exchanged = self.drawn = self.discarded = 0

    def lose(self, face: str) -> None:
        """A card leaves the hand face up."""
        if face in self.cards:
            self.cards.remove(face)


def known(decklist: Decklist, past: Sequence[Past], words: Wording) -> tuple[Known, ...]:
    """For each living player of whom something is known, the cards and what happened since."""
    hands: dict[str, _Hand] = {}
    for entry, _ in past:
        for fact in entry.facts:
            _fold(hands, fact)
    seats = past[-1][1].seats if past else ()
    return tuple(
        Known(
            player, tuple(_badge(decklist, words, card) for card in hands[player].cards), _since(hands[player], words)
        )
        for player in seats
        if player in hands and hands[player].cards
    )


def _fold(hands: dict[str, _Hand], fact: f.Fact) -> None:
    match fact:
        case f.CardsShown(owner, None, faces, _) if faces:
            hands.setdefault(owner, _Hand()).see(faces)
        case f.CardsMoved(source, target, count, faces):
            if target.kind == "hand":
                hand = hands.setdefault(str(target.name), _Hand())
                hand.cards.extend(faces)
                hand.drawn += 0 if faces else count
            if source.kind == "hand":
                hand = hands.setdefault(str(source.name), _Hand())
                for face in faces:
                    hand.lose(face)
                hand.discarded += 0 if faces else count
        case f.CardsPassed(pairs):
            for giver, _ in pairs:
                hands.setdefault(giver, _Hand()).exchanged += 1
        case f.Renamed(player, to) if player in hands:
            hands[to] = hands.pop(player)
        case f.PlayerOut(player, _):
            hands.pop(player, None)
        case _:
            pass


def _badge(decklist: Decklist, words: Wording, card: str) -> Badge:
    return Badge(card, words.card(card), decklist.by_slug[card].kind if card in decklist.by_slug else "")


def _since(hand: _Hand, words: Wording) -> str:
    counts = {"exchanged": hand.exchanged, "drawn": hand.drawn, "discarded": hand.discarded}
    said = [
        words.say(f"known.{key}" if count == 1 else f"known.{key}-many", count=count)
        for key, count in counts.items()
        if count
    ]
    return words.say("known.since", what=words.listed(said)) if said else words.raw("known.fresh")
