"""Where cards lie that were seen: discards turned face up, hands shown to the referee as long as nothing left them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from companion.engine import facts as f
from companion.engine.deck import Decklist
from companion.engine.hidden.referee import Line
from companion.engine.places import DISCARD


def slug(decklist: Decklist, card: str) -> str:
    """Return the slug of an existing card named by slug or copy."""
    return card if card in decklist.by_slug else card.rpartition(".")[0]


def elsewhere(decklist: Decklist, line: Line, player: str) -> tuple[Counter[str], frozenset[str]]:
    """Count the cards that certainly lie outside this player's hand: how many of each, and which copies."""
    discards: Counter[str] = Counter()
    hands: dict[str, Sequence[str]] = {}
    for step in line:
        for fact in step.entry.facts:
            match fact:
                case f.CardsMoved(_, target, _, faces) if target == DISCARD:
                    discards.update(faces)
                case f.StackShuffled(source, _) if source == DISCARD:
                    discards.clear()
                case f.CountsSet(piles, _) if str(DISCARD.name) in piles:
                    discards.clear()
                case _:
                    pass
            _forget(hands, fact)
        for check in [sight.check for sight in step.sights if not sight.faded and sight.check.text("what") == "hand"]:
            hands[check.player] = check.names("cards")
    others = [card for owner, cards in hands.items() if owner != player for card in cards]
    found = discards + Counter(slug(decklist, card) for card in others)
    return found, frozenset(card for card in others if card not in decklist.by_slug)


def _forget(hands: dict[str, Sequence[str]], fact: f.Fact) -> None:
    """Forget a hand that lost a card; a hand that only drew still holds what was seen."""
    match fact:
        case f.CardsMoved(source, _, _, _) if source.kind == "hand":
            hands.pop(str(source.name), None)
        case f.PlayerOut(player, _):
            hands.pop(player, None)
        case f.CountsSet():
            hands.clear()
        case f.Renamed(player, to) if player in hands:
            hands[to] = hands.pop(player)
        case _:
            pass


def too_many(decklist: Decklist, players: int, cards: Sequence[str], lying: Mapping[str, int]) -> bool:
    """Return True if more copies of a card would be in play than the box holds, or one copy twice."""
    copies = [card for card in cards if card not in decklist.by_slug]
    if len(set(copies)) != len(copies):
        return True
    shown = Counter(slug(decklist, card) for card in cards)
    return any(count + lying.get(name, 0) > decklist.how_many(name, players) for name, count in shown.items())
