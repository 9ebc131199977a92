"""What everybody has seen of the hands: cards shown to all, and what has happened to the hand since each was seen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from companion.engine import facts as f
from companion.engine.deck import Decklist
from companion.engine.game import Past
from companion.engine.view import Badge, Known
from companion.engine.words import Wording


class _Changes(NamedTuple):
    """How often a hand has changed unseen: cards given away in exchanges, taken in, and put down."""

    exchanged: int = 0
    drawn: int = 0
    discarded: int = 0


class _Sight(NamedTuple):
    """A card everybody saw, and how often the hand had changed by then."""

    card: str
    at: _Changes


@dataclass(slots=True)
class _Hand:
    """The cards everybody has seen of a hand, those seen longest ago first, and how often it has changed unseen."""

    seen: list[_Sight] = field(default_factory=list)
    changes: _Changes = field(default_factory=_Changes)

    def see_all(self, faces: Sequence[str]) -> None:
        """The whole hand is shown: nothing else is in it."""
        self.seen = []
        self.take(faces)

    def see(self, faces: Sequence[str]) -> None:
        """Some cards of the hand are shown. One known already is the same card, and known from now on."""
        for face in faces:
            self.lose(face, newest=False)
        self.take(faces)

    def take(self, faces: Sequence[str]) -> None:
        """Cards come into the hand face up."""
        self.seen += [_Sight(face, self.changes) for face in faces]

    def lose(self, face: str, *, newest: bool = True) -> None:
        """A card leaves the hand face up. Of two alike that seen last goes: of the other less is claimed."""
        found = [place for place, sight in enumerate(self.seen) if sight.card == face]
        if found:
            del self.seen[found[-1 if newest else 0]]

    def change(self, *, exchanged: int = 0, drawn: int = 0, discarded: int = 0) -> None:
        """The hand changes and nobody else sees how."""
        now = self.changes
        self.changes = _Changes(now.exchanged + exchanged, now.drawn + drawn, now.discarded + discarded)

    def by_age(self) -> list[tuple[_Changes, list[str]]]:
        """The cards seen, together those since which the same has happened."""
        groups: dict[_Changes, list[str]] = {}
        for card, at in self.seen:
            since = _Changes(*(now - then for now, then in zip(self.changes, at, strict=True)))
            groups.setdefault(since, []).append(card)
        return list(groups.items())


def known(decklist: Decklist, past: Sequence[Past], words: Wording) -> tuple[Known, ...]:
    """Round the ring, the cards seen of each living player: a row for those since which the same has happened."""
    hands: dict[str, _Hand] = {}
    for entry, table in past:
        openly: dict[str, str] = {}
        for fact in entry.facts:
            if type(fact) not in _OF_HANDS:
                continue
            _fold(hands, fact, table.hands)
            if isinstance(fact, f.CardsShown) and fact.to is None and len(fact.faces) == fact.count == 1:
                openly[fact.owner] = fact.faces[0]
            elif isinstance(fact, f.CardsPassed):
                _passed(hands, fact, openly)
                openly = {}
    seats = past[-1][1].seats if past else ()
    return tuple(
        Known(player, tuple(_badge(decklist, words, card) for card in cards), _since(since, words))
        for player in seats
        if player in hands
        for since, cards in hands[player].by_age()
    )


_OF_HANDS = (f.CardsShown, f.CardsMoved, f.CardsPassed, f.Renamed, f.PlayerOut)


def _fold(hands: dict[str, _Hand], fact: f.Fact, held: Mapping[str, int]) -> None:
    match fact:
        case f.CardsShown(owner, None, faces, count) if faces:
            hand = hands.setdefault(owner, _Hand())
            whole = count is None or len(faces) >= held.get(owner, len(faces) + 1)
            (hand.see_all if whole else hand.see)(faces)
        case f.CardsMoved(source, target, count, faces):
            if source.kind == "hand":
                hand = hands.setdefault(str(source.name), _Hand())
                for face in faces:
                    hand.lose(face)
                if not faces:
                    hand.change(discarded=count)
            if target.kind == "hand":
                hand = hands.setdefault(str(target.name), _Hand())
                if faces:
                    hand.take(faces)
                else:
                    hand.change(drawn=count)
        case f.Renamed(player, to) if player in hands:
            hands[to] = hands.pop(player)
        case f.PlayerOut(player, _):
            hands.pop(player, None)
        case _:
            pass


def _passed(hands: dict[str, _Hand], fact: f.CardsPassed, openly: Mapping[str, str]) -> None:
    """Cards change hands: unseen, but for the one of whoever has just shown the card they give."""
    for giver, _ in fact.pairs:
        hand = hands.setdefault(giver, _Hand())
        if giver in openly:
            hand.lose(openly[giver])
        else:
            hand.change(exchanged=1)
    for giver, receiver in fact.pairs:
        if giver in openly:
            hands.setdefault(receiver, _Hand()).take((openly[giver],))


def _badge(decklist: Decklist, words: Wording, card: str) -> Badge:
    return Badge(card, words.card(card), decklist.by_slug[card].kind if card in decklist.by_slug else "")


def _since(since: _Changes, words: Wording) -> str:
    said = [words.say(f"known.{key}", count=count) for key, count in since._asdict().items() if count]
    return words.say("known.since", what=words.listed(said)) if said else words.raw("known.fresh")
