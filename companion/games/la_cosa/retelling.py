"""The tale of a game for its film: whom La Cosa infected, what everybody could know of whom and when, feats.

A clue is a card or a hand everybody saw, put beside the rules: a human gives no ¡Infectado!, whoever is infected keeps
one, La Cosa keeps its card. It says which roles are consistent with what was noted, and speaks of nobody's word.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from companion.engine import facts as f
from companion.engine.deck import Decklist
from companion.engine.game import Past
from companion.engine.history import Entry
from companion.engine.kit.retelling import Clues, Seen, Tally, at_the_end, counts_in_statistics, steps, still
from companion.engine.places import PLAY
from companion.engine.retelling import Bond, Chronicle, Feat
from companion.engine.state import Table
from companion.engine.words import Wording
from companion.games.la_cosa.cards import reach
from companion.games.la_cosa.chain import Chain, chain
from companion.games.la_cosa.queries import HUMAN, INFECTED, INFECTED_CARD, ROLES, THING
from companion.games.la_cosa.steps import REVEALS
from companion.games.la_cosa.summary import Infections, Quarantines, infections


def chronicle(decklist: Decklist, past: Sequence[Past], words: Wording) -> Chronicle:
    """Return everything that can be told, from the entries that stand."""
    links, clues = chain(decklist, past), _clues(decklist, past)
    entered, found = infections(past), infections(past, links.order())
    return Chronicle(
        counts=counts_in_statistics(past),
        bonds=_bonds(found, links, words),
        clues=clues.told(words, ROLES),
        feats=feats(past, found.bonds()),
        doubts=tuple(links.doubts(entered.order, entered.latest, clues.seen, words)),
    )


def _bonds(found: Infections, links: Chain, words: Wording) -> tuple[Bond, ...]:
    """La Cosa first, then whom it infected; humans have none. Places are told where everybody's is known."""
    if not found.by:
        return ()
    role = words.raw(f"roles.{INFECTED}")

    def label(place: int, player: str) -> str:
        if player == found.latest:
            return words.say("chronicle.last", role=role)
        return words.say("chronicle.nth", role=role, place=place) if found.is_whole else role

    def bond(place: int, player: str) -> Bond:
        moment, when = links.moment(player), links.when(player, words)
        return Bond(player, found.by, label(place, player), number=moment.number if moment else 0, when=when)

    turned = (bond(place, player) for place, player in enumerate(found.infected, 1))
    return (Bond(found.by, "", words.raw(f"roles.{THING}"), True), *turned)


def _clues(decklist: Decklist, past: Sequence[Past]) -> Clues:
    found, pending = Clues(), Clues()
    for entry, before in steps(past):
        if pending.seen and any(isinstance(fact, f.TurnBegan | f.Asked) for fact in entry.facts):
            found.seen += pending.seen
            pending = Clues()
        for fact in entry.facts:
            match fact:
                case f.Renamed():
                    found.renamed(fact)
                    pending.renamed(fact)
                case f.PlayerOut(player, cause) if cause != "override":
                    pending.seen.append(Seen(entry.number, player, "went-on", (INFECTED, HUMAN)))
                case f.RoleShown(player, role):
                    pending.seen = [one for one in pending.seen if one.player != player]
                    found.seen = [one for one in found.seen if (one.player, one.key) != (player, "went-on")]
                    found.seen.append(Seen(entry.number, player, "role", (role,)))
                case f.CardsShown(owner, None, faces, _):
                    found.seen += _shown(decklist, before, entry, owner, faces)
                case _:
                    pass
    return found


def _shown(decklist: Decklist, before: Table, entry: Entry, owner: str, faces: Sequence[str]) -> list[Seen]:
    """Return the roles that cards seen by everybody are consistent with."""
    seen = {decklist.by_slug[face].acts_as if face in decklist.by_slug else face for face in faces}
    number, whole = entry.number, bool(faces) and len(faces) == before.hands.get(owner)
    if THING in seen:
        return [Seen(number, owner, "thing", (THING,))]
    if INFECTED_CARD in seen:
        return [Seen(number, owner, "infected", (INFECTED, HUMAN) if whole else ROLES)]
    if whole:
        return [Seen(number, owner, "clean", (HUMAN,))]
    if REVEALS in reach(decklist, str(entry.action.get("card", ""))).traits and not faces:
        return [Seen(number, owner, "revealed", (THING, HUMAN))]
    return []


# Feats: what people did, counted

FLAME = "lanzallamas"


@dataclass(slots=True)
class _Count(Tally):
    """The game as it is gone through once; names are those people have at the moment."""

    burned: list[list[str]] = field(default_factory=list)
    """Who burned whom."""
    quarantines: Quarantines = field(default_factory=Quarantines)

    def called(self, fact: f.Renamed) -> None:
        """Follow a change of name."""
        self.renamed(fact)
        self.burned = [[fact.to if p == fact.player else p for p in pair] for pair in self.burned]


def feats(past: Sequence[Past], infections: Mapping[str, str]) -> tuple[Feat, ...]:
    """Return everything that was counted; who were innocent or guilty only once roles are entered."""
    count, table = _Count(), at_the_end(past)
    for entry, before in steps(past):
        by_hand = before.prompt.by if before.prompt else before.turn if entry.verb == "play" else ""
        if entry.verb == "respond" and isinstance(entry.action.get("card"), str):
            count.add("defences", str(entry.action.get("player", "")))
        for fact in entry.facts:
            count.quarantines.note(entry.verb, fact)
            match fact:
                case f.CardsMoved(_, target, _, _) if target == PLAY and entry.verb == "draw":
                    count.add("panics", str(entry.action.get("player", "")))
                case f.PlayerOut(player, cause):
                    count.out.append(player)
                    if cause == FLAME and by_hand:
                        count.burned.append([by_hand, player])
                case f.Renamed():
                    count.called(fact)
                case _:
                    pass
    roles = table.ended.roles if table.ended else {}
    found = count.feats()
    found += [Feat("quarantine", player, turns, True) for player, turns in sorted(count.quarantines.longest().items())]
    return (
        *found,
        *count.first_out(),
        *_burnings(count, roles),
        *still("survived", HUMAN, INFECTED, table),
        *[Feat("infected", by, number) for by, number in sorted(Counter(infections.values()).items())],
    )


def _burnings(count: _Count, roles: Mapping[str, str]) -> list[Feat]:
    """Flamethrowers that hit: of the innocent, of the infected, of La Cosa itself."""
    tallied: Counter[tuple[str, str]] = Counter()
    for by, player in count.burned:
        tallied["burned", by] += 1
        role = roles.get(player, "")
        key = {HUMAN: "burned-innocents", THING: "burned-thing"}.get(role, "burned-infected" if role else "")
        if key:
            tallied[key, by] += 1
    return [Feat(key, player, number) for (key, player), number in sorted(tallied.items())]
