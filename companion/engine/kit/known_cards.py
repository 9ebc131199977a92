"""What everybody has seen of the hands: cards shown to all, and what has happened to the hand since each was seen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from companion.engine import facts as f
from companion.engine.deck import Decklist
from companion.engine.game import Running
from companion.engine.hidden.referee import Line
from companion.engine.history import Entry
from companion.engine.places import DISCARD
from companion.engine.state import Table
from companion.engine.view import Badge, Known
from companion.engine.words import Wording


class _Changes(NamedTuple):
    """Counts of unseen changes of a hand: cards given in exchanges, taken in, and put down."""

    exchanged: int = 0
    drawn: int = 0
    discarded: int = 0


class _Sight(NamedTuple):
    """A card everybody saw, and how often the hand had changed by then."""

    card: str
    at: _Changes


class Hand(NamedTuple):
    """The cards everybody has seen of a hand, those seen longest ago first, and how often it has changed unseen."""

    seen: tuple[_Sight, ...] = ()
    changes: _Changes = _Changes()

    def see_all(self, faces: Sequence[str]) -> Hand:
        """Return the hand after all of it was shown: nothing else is in it."""
        return self._replace(seen=()).take(faces)

    def see(self, faces: Sequence[str]) -> Hand:
        """Return the hand after some of it was shown. A card known already is the same, and known from now on."""
        hand = self
        for face in faces:
            hand = hand.lose(face, newest=False)
        return hand.take(faces)

    def take(self, faces: Sequence[str]) -> Hand:
        """Return the hand with these cards, which came into it face up."""
        return self._replace(seen=(*self.seen, *(_Sight(face, self.changes) for face in faces)))

    def lose(self, face: str, *, newest: bool = True) -> Hand:
        """Return the hand without a card that left it face up. Of two alike that seen last goes: of the other less is
        claimed."""
        found = [place for place, sight in enumerate(self.seen) if sight.card == face]
        if not found:
            return self
        gone = found[-1 if newest else 0]
        return self._replace(seen=self.seen[:gone] + self.seen[gone + 1 :])

    def change(self, *, exchanged: int = 0, drawn: int = 0, discarded: int = 0) -> Hand:
        """Return the hand after nobody else has seen how it changed."""
        now = self.changes
        return self._replace(changes=_Changes(now.exchanged + exchanged, now.drawn + drawn, now.discarded + discarded))

    def by_age(self) -> list[tuple[_Changes, list[str]]]:
        """Group the seen cards by the changes since."""
        groups: dict[_Changes, list[str]] = {}
        for card, at in self.seen:
            since = _Changes(*(now - then for now, then in zip(self.changes, at, strict=True)))
            groups.setdefault(since, []).append(card)
        return list(groups.items())


Hands = Mapping[str, Hand]


def known(decklist: Decklist, hands: Hands, seats: Sequence[str], words: Wording) -> tuple[Known, ...]:
    """Return the cards seen of each living player round the ring: a row for those since which the same has happened."""
    rows: list[Known] = []
    for player in seats:
        for changes, cards in hands[player].by_age() if player in hands else ():
            kinds = {card: decklist.by_slug[card].kind for card in cards if card in decklist.by_slug}
            badges = tuple(Badge(card, words.card(card), kinds.get(card, "")) for card in cards)
            said = [words.say(f"known.{key}", count=count) for key, count in changes._asdict().items() if count]
            since = words.say("known.since", what=words.listed(said)) if said else words.raw("known.fresh")
            rows.append(Known(player, badges, since))
    return tuple(rows)


def _seen_after(hands: Hands, entry: Entry, table: Table) -> Hands:
    """Return what is known of the hands after one more entry; the very same where it concerns none."""
    facts = [fact for fact in entry.facts if type(fact) in _OF_HANDS]
    if not facts:
        return hands
    now, openly = dict(hands), dict[str, str]()
    for fact in facts:
        _happened(now, fact, table.hands)
        if isinstance(fact, f.CardsShown) and fact.to is None and len(fact.faces) == fact.count == 1:
            openly[fact.owner] = fact.faces[0]
        elif isinstance(fact, f.CardsPassed):
            for giver, _ in fact.pairs:
                hand = now.get(giver, Hand())
                now[giver] = hand.lose(openly[giver]) if giver in openly else hand.change(exchanged=1)
            for giver, receiver in fact.pairs:
                if giver in openly:
                    now[receiver] = now.get(receiver, Hand()).take((openly[giver],))
            openly = {}
    return now


SEEN: Running[Hands] = Running({}, _seen_after)
"""What everybody has seen of each hand, from the entries that stand."""

_OF_HANDS = (f.CardsShown, f.CardsMoved, f.CardsPassed, f.Renamed, f.PlayerOut)


def _happened(hands: dict[str, Hand], fact: f.Fact, held: Mapping[str, int]) -> None:
    match fact:
        case f.CardsShown(owner, None, faces, count) if faces:
            hand = hands.get(owner, Hand())
            whole = count is None or len(faces) >= held.get(owner, len(faces) + 1)
            hands[owner] = (hand.see_all if whole else hand.see)(faces)
        case f.CardsMoved(source, target, count, faces):
            if source.kind == "hand":
                hand = hands.get(str(source.name), Hand())
                for face in faces:
                    hand = hand.lose(face)
                hands[str(source.name)] = hand if faces else hand.change(discarded=count)
            if target.kind == "hand":
                hand = hands.get(str(target.name), Hand())
                hands[str(target.name)] = hand.take(faces) if faces else hand.change(drawn=count)
        case f.Renamed(player, to) if player in hands:
            hands[to] = hands.pop(player)
        case f.PlayerOut(player, _):
            hands.pop(player, None)
        case _:
            pass


# Where cards lie that were seen: discards turned face up, hands shown to the referee as long as nothing left them


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
