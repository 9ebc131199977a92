"""Every world of a tiny game of La Criatura, and the verdicts read off the list."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tests.lab.judge import piles_listing
from tests.lab.judge.la_criatura.table import Gone, Holds, Redealt, Table
from tests.lab.judge.la_criatura.worlds import HandedIn
from tests.lab.judge.piles import Pack, Seen
from tests.lab.judge.piles_listing import One
from tests.lab.judge.public import Verdict

EVENT_KINDS = {"armado", "armado-hasta-los-dientes", "despierto", "estimulante", "evento"}
WEAPON_KINDS = {"cuchillo", "tapa-de-basura", "arma"}


class Listing(piles_listing.Listing):
    """All worlds; what else is so: `creature:Ana`, or nothing when it is gone."""

    def __init__(self, packs: Sequence[Pack], players: Sequence[str]) -> None:
        super().__init__(packs)
        self.players = tuple(players)

    def firsts(self) -> Iterator[frozenset[str]]:
        """Deal the Creature to each."""
        for player in self.players:
            yield frozenset({"creature:" + player})

    def otherwise(self, world: One, event: Any, but: str | None) -> Iterator[One]:
        """List what a world becomes."""
        if isinstance(event, Gone):
            yield world._replace(marks=frozenset())
        elif isinstance(event, Holds):
            if ("creature:" + event.player in world.marks) == event.creature:
                yield world
        else:
            assert isinstance(event, Redealt)
            if any("creature:" + one in world.marks for one in event.players):
                for one in event.players:
                    yield world._replace(marks=frozenset({"creature:" + one}))
            else:
                yield world

    def is_so(self, world: One, seen: Any) -> bool:
        """Tell whether cards handed in are so."""
        assert isinstance(seen, HandedIn)
        return all(("creature:" + player in world.marks) == creature for player, creature in seen.cards)


class Lister:
    """The rules read off a list of worlds."""

    def __init__(self, listing: Listing, table: Table) -> None:
        self.all, self.table = listing, table
        self.worlds = listing.worlds()

    def _bad(self, cards: Sequence[str], size: int, kinds: set[str], names: tuple[str, str]) -> set[str]:
        found = set[str]()
        proper = [card for card in cards if card.split(".")[0] in kinds]
        if size not in (len(cards), len(proper)):
            found.add(names[0])
        if len(proper) < len(cards):
            found.add(names[1])
        there = Counter(copy.split(".")[0] for copy in self.all.copies)
        wanted = Counter(card.split(".")[0] for card in cards)
        twice = any(many > 1 and "." in card for card, many in Counter(cards).items())
        if twice or any(kind in there and many > there[kind] for kind, many in wanted.items()):
            found.add("hand.duplicate-copy")
        return found

    def _lies(self, seen: Seen, sure: set[str], what: str = "hand") -> Verdict:
        fits = not sure and any(self.all.shows(world, seen) for world in self.worlds)
        open_ = set[str]() if fits else {"hand.duplicate-copy"}
        if not fits and not sure and self.all.lie_elsewhere(self.worlds, seen.place, seen.cards):
            sure.add("hand.duplicate-copy")
        if not fits and sure:
            open_.add(what + ".size")
        verdict = "legal" if fits else "illegal"
        return Verdict(verdict, frozenset(sure), frozenset(sure | open_), fits)

    def judge_hand(self, player: str, cards: Sequence[str]) -> Verdict:
        """Judge a hand."""
        sure = self._bad(cards, self.table.hands[player], EVENT_KINDS, ("hand.size", "hand.not-event"))
        return self._lies(Seen("hand:" + player, tuple(cards), True), sure)

    def judge_weapons(self, player: str, cards: Sequence[str]) -> Verdict:
        """Judge weapons."""
        size = self.table.weapons.get(player, 0)
        sure = self._bad(cards, size, WEAPON_KINDS, ("weapons.size", "weapons.not-weapon"))
        return self._lies(Seen("weapons:" + player, tuple(cards), True), sure, "weapons")

    def judge_discard(self, player: str, cards: Sequence[str], held: Sequence[str] | None) -> Verdict:
        """Judge a discard."""
        size = self.table.hands[player]
        sure = set[str]()
        stray = not {card.split(".")[0] for card in cards} <= EVENT_KINDS
        if stray:
            sure.add("discard.not-event")
        if player in self.table.sedated:
            sure.add("discard.sleeping")
        shown = cards if held is None else held
        bad = self._bad(shown, size, EVENT_KINDS, ("hand.size", "hand.not-event"))
        if held is None:
            bad -= {"hand.not-event"} | ({"hand.size"} if len(cards) <= size else set())
        whole = held is not None or len(cards) == size
        seen = Seen("hand:" + player, tuple(shown), whole)
        fits = not stray and not bad and any(self.all.shows(world, seen) for world in self.worlds)
        if bad or not (fits or stray):
            sure.add("discard.not-held")
        some = sure if fits else sure | {"discard.not-held"}
        return Verdict("illegal" if sure else "legal", frozenset(sure), frozenset(some), fits)

    def judge_round(self, gives: Mapping[str, str]) -> Verdict:
        """Judge character cards handed in."""
        kinds = {player: card.split(".")[0] for player, card in gives.items()}
        sure = set[str]()
        if not set(kinds.values()) <= {"criatura", "cientifico", "infectado"}:
            sure.add("round.not-character")
        if "infectado" in kinds.values():
            sure.add("round.infected")
        if set(kinds) & set(self.table.sedated):
            sure.add("round.sleeping")
        if self.table.bereft in kinds:
            sure.add("round.bereft")
        fits = False
        for world in self.worlds:
            has = {p: "criatura" if "creature:" + p in world.marks else "cientifico" for p in kinds}
            fits |= all(kinds[p] == has[p] for p in kinds if kinds[p] in ("criatura", "cientifico"))
        copies = [card for card in gives.values() if "." in card]
        if list(kinds.values()).count("criatura") > 1 or len(copies) > len(set(copies)) or not fits:
            sure.add("round.too-many")
        everybody = set(self.table.handing_in()) <= set(kinds)
        verdict = "illegal" if sure else "legal" if everybody else "undetermined"
        return Verdict(verdict, frozenset(sure), frozenset(sure), fits)
