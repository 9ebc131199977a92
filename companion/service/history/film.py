"""The film of a game: its frames in order, and what can be told of it; for one game, an evening, a group of people.

Everything here comes from public entries and from the roles entered at the end. Games that were abandoned, or have not
ended, are in no statistic.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from companion.engine import facts as f
from companion.engine.game import Past
from companion.engine.retelling import Bond, Chronicle, Feat
from companion.engine.state import Table
from companion.engine.view import Recalled
from companion.engine.words import Wording
from companion.printing.report import Reel, Twig
from companion.service.live.games import GameService
from companion.service.live.session import LiveGame, words_of
from companion.service.people.evening import is_recent
from companion.store.base import GameInfo


class Node(NamedTuple):
    """Player in the tree. `x` counts columns and `y` rows from 0; `parent` is an index (-1: none)."""

    player: str
    role: str
    x: float
    y: int
    parent: int = -1
    is_root: bool = False
    when: str = ""


class Tree(NamedTuple):
    """All of them. Of whom it is not known who turned them, the parent is a node without a name."""

    nodes: tuple[Node, ...]
    columns: int
    rows: int


def grow(bonds: Sequence[Bond]) -> Tree:
    """Return the tree of these bonds. Players turned by nobody in it (or in a circle) hang below a nameless node."""
    known = {bond.player: bond for bond in bonds}
    below: dict[str, list[str]] = {}
    for bond in bonds:
        by = bond.by if bond.by in known and not bond.is_root and _reaches_root(bond, known) else ""
        if not bond.is_root:
            below.setdefault(by, []).append(bond.player)
    nodes: list[Node] = []
    width = 0
    for top in [bond.player for bond in bonds if bond.is_root] + ([""] if "" in below else []):
        width = _place(nodes, top, known, below, width, 0, -1)
    return Tree(tuple(nodes), max(width, 1), max((node.y for node in nodes), default=0) + 1)


def _reaches_root(bond: Bond, known: dict[str, Bond]) -> bool:
    """Return True if the way up ends; it does not in a circle."""
    seen = {bond.player}
    while bond.by in known and not bond.is_root:
        bond = known[bond.by]
        if bond.player in seen:
            return False
        seen.add(bond.player)
    return True


def _place(
    nodes: list[Node],
    player: str,
    known: dict[str, Bond],
    below: dict[str, list[str]],
    left: int,
    row: int,
    parent: int,
) -> int:
    """Lay somebody and everybody below them from column `left` on; gives back the next free column."""
    at = len(nodes)
    bond = known.get(player, Bond(player))
    nodes.append(Node(player, bond.role, 0, row, parent, bond.is_root))
    right = left
    for child in below.get(player, []):
        right = _place(nodes, child, known, below, right, row + 1, at)
    right = max(right, left + 1)
    nodes[at] = Node(player, bond.role, (left + right - 1) / 2, row, parent, bond.is_root, bond.when)
    return right


MOST_GAMES = 300
"""So many games of a group are counted at most, the newest."""
SHARED = 2
"""Games with so many of the same people are games of the group; of somebody who plays alone all their games are."""


def frames(playing: LiveGame) -> tuple[Past, ...]:
    """Return the entries of a game that stand: the film shows what counted."""
    with playing.lock:
        return tuple(playing.course.standing)


def told(playing: LiveGame, past: Sequence[Past], words: Wording) -> Chronicle:
    """Return the chronicle of a game: its own and the feats counted in any game."""
    of_game = playing.game.chronicle
    table = past[-1][1] if past else Table()
    own = of_game(playing.decklist, past, words) if of_game else Chronicle(bool(table.ended and table.ended.winners))
    return replace(own, feats=(*own.feats, *common_feats(past)))


def recap(playing: LiveGame, words: Wording) -> tuple[Recalled, ...]:
    """Return what is worth telling of a game that is over; at its foot what does not fit together (`recap.doubts`)."""
    past = frames(playing)
    own = playing.game.recap(playing.decklist, past, words) if playing.game.recap else ()
    doubts = told(playing, past, words).doubts
    return (*own, Recalled(words.raw("recap.doubts"), None, doubts)) if doubts else own


def common_feats(past: Sequence[Past]) -> tuple[Feat, ...]:
    """Return the feats that any game can have: seats changed, questions answered, cards shown to all."""
    counts: Counter[tuple[str, str]] = Counter()
    seats: Sequence[str] = ()
    shown: set[str] = set()
    for entry, table in past:
        before, shown = shown, set()
        for fact in entry.facts:
            match fact:
                case f.PlayersMoved(now):
                    # The same ring read from another seat is the same ring.
                    turned = ((*now[k:], *now[:k]) for k in range(len(now)))
                    ways = ([p for p, other in zip(ring, seats, strict=False) if p != other] for ring in turned)
                    counts.update(("moved", player) for player in min(ways, key=len, default=[]))
                    seats = now
                case f.Asked(_, _, to):
                    counts["asked", to] += 1
                case f.CardsShown(owner, None, _, _):
                    counts["showed", owner] += owner not in before  # what was seen is often noted right after
                    shown.add(owner)
                case f.Renamed(old, new):
                    counts = Counter({(key, new if p == old else p): n for (key, p), n in counts.items()})
                case _:
                    pass
        seats = table.seats
    return tuple(Feat(key, player, number) for (key, player), number in sorted(counts.items()))


@dataclass(frozen=True, slots=True)
class Award:
    """A prize nobody asked for: its key, who gets it (several where they are equal), and the number behind it."""

    key: str
    players: tuple[str, ...]
    count: int


def awards(feats: Iterable[Feat], most_equal: int = 2) -> tuple[Award, ...]:
    """For each feat whoever did most; none where too many are equal."""
    best: dict[str, dict[str, int]] = {}
    for feat in feats:
        of_key = best.setdefault(feat.key, {})
        of_key[feat.player] = of_key.get(feat.player, 0) + feat.count
    found = []
    for key, counts in best.items():
        most = max(counts.values())
        players = tuple(player for player, count in counts.items() if count == most)
        if most and len(players) <= most_equal:
            found.append(Award(key, players, most))
    return tuple(found)


class Prize(NamedTuple):
    """An award in words."""

    name: str
    text: str
    players: tuple[str, ...]


def prizes(found: Iterable[Award], words: Wording) -> tuple[Prize, ...]:
    """Return the awards that the game, or the service for any game, has words for."""
    return tuple(
        Prize(words.raw(f"awards.{one.key}.name"), words.say(f"awards.{one.key}.text", count=one.count), one.players)
        for one in found
        if words.has(f"awards.{one.key}.name")
    )


class Played(NamedTuple):
    """A game that counts: who played, what they were, who won, what they did."""

    id: str
    players: tuple[str, ...]
    roles: Mapping[str, str]
    winners: tuple[str, ...]
    feats: tuple[Feat, ...]
    title: str = ""
    when: str = ""
    """When it began."""
    felled: tuple[tuple[str, str], ...] = ()
    """Who took whom out of the game."""


@dataclass(slots=True)
class Person:
    """One person over several games: games, wins, and the same for each role (games, wins)."""

    name: str
    games: int = 0
    wins: int = 0
    by_role: dict[str, list[int]] = field(default_factory=dict)
    feats: Counter[str] = field(default_factory=Counter)


class Group(NamedTuple):
    """Some people over several games, who won most first."""

    games: int
    people: tuple[Person, ...]
    roles: tuple[str, ...]
    awards: tuple[Award, ...]


def group(played: Sequence[Played], names: Sequence[str]) -> Group:
    """Sum up these people over these games; the same name, however it is written, is one person."""
    people = {name.casefold(): Person(name) for name in names}
    roles: dict[str, None] = {}
    for game in played:
        won = {name.casefold() for name in game.winners}
        for name in game.players:
            person = people.get(name.casefold())
            if person is not None:
                role = game.roles.get(name, "")
                has_won = name.casefold() in won
                person.games += 1
                person.wins += has_won
                if role:
                    of_role = person.by_role.setdefault(role, [0, 0])
                    of_role[0] += 1
                    of_role[1] += has_won
        for feat in game.feats:
            if feat.player.casefold() in people:
                counts = people[feat.player.casefold()].feats
                counts[feat.key] = (
                    max(counts[feat.key], feat.count) if feat.is_record else counts[feat.key] + feat.count
                )
        roles.update(dict.fromkeys(game.roles.values()))
    feats = [Feat(key, one.name, count) for one in people.values() for key, count in one.feats.items()]
    order = sorted(people.values(), key=lambda one: (-one.wins, one.games, one.name.casefold()))
    return Group(len(played), tuple(order), tuple(sorted(roles)), awards(feats, 1))


def played_by(tables: GameService, game: str = "", names: Sequence[str] = (), since: str = "") -> tuple[Played, ...]:
    """Return the games that count, the newest first: of a title, or of all.

    `names`: those in which at least two of these people sat (or the only one); `since`: of that evening only.
    """
    known = {name.casefold() for name in names}
    shared = min(SHARED, len(known))
    found = []
    for heading in tables.headings():
        if (game and heading.game != game) or (since and not is_recent(heading, since)):
            continue
        one = played(tables, heading)
        if one is not None and len(known & {name.casefold() for name in one.players}) >= shared:
            found.append(one)
        if len(found) == MOST_GAMES:
            break
    return tuple(found)


def played(tables: GameService, heading: GameInfo) -> Played | None:
    """Return a game as statistics see it; None if it does not count or can no longer be read."""
    if not heading.is_over:
        return None
    try:
        playing = tables.playing(heading.id)
        past = frames(playing)
        tale, table = told(playing, past, words_of(playing.title, "es")), past[-1][1]
    except Exception:
        # Forged entries fail in any way they like: one game never takes the others' figures with it.
        return None
    if not tale.counts or table.ended is None:
        return None
    people, was = playing.game.people(table), table.ended.roles
    roles = {player: was[player] for player in people if player in was}
    won, began = table.ended.winners, past[0][0].at
    return Played(heading.id, people, roles, won, tale.feats, playing.game.slug, began, tuple(_felled(past)))


def _felled(past: Sequence[Past]) -> Iterator[tuple[str, str]]:
    """Yield who took whom out with a card aimed at them, by the names they have in the end."""
    found: list[tuple[str, str]] = []
    for (entry, _), (_, before) in zip(past[1:], past, strict=False):
        asked = before.prompt
        for fact in entry.facts:
            if isinstance(fact, f.PlayerOut) and asked and (asked.about, asked.to) == (fact.cause, fact.player):
                found.append((asked.by, fact.player))
            if isinstance(fact, f.Renamed):
                found = [(_called(a, fact), _called(b, fact)) for a, b in found]
    yield from found


def _called(name: str, fact: f.Renamed) -> str:
    return fact.to if name == fact.player else name


# What the poster of a game shows beyond the table: the outcome in words, the tree, the prizes, the day


LONGEST_DAY = 10
"""The date at the head of an ISO time."""


def reel_of(playing: LiveGame, lang: str, infections: Sequence[tuple[str, str]] = ()) -> Reel:
    """Return the poster's part of a game in a language. `infections`: pairs (by whom, who), where the game does not
    say."""
    words, past = words_of(playing.title, lang), frames(playing)
    tale = told(playing, past, words)
    view = playing.game.view(playing.decklist, past[-1][1], words)
    given = {player: by for by, player in infections}
    tree = grow([replace(bond, by=bond.by or given.get(bond.player, "")) for bond in tale.bonds])
    return Reel(
        headline=view.heading,
        detail=view.detail,
        when=playing.entries[0].at[:LONGEST_DAY],
        tree_label=words.raw("chronicle.tree") if words.has("chronicle.tree") else "",
        tree=tuple(Twig(one.player, one.role, one.x, one.y, one.parent, one.is_root) for one in tree.nodes),
        columns=tree.columns,
        rows=tree.rows,
        prizes=tuple(
            (prize.name, words.listed(prize.players), prize.text) for prize in prizes(awards(tale.feats), words)
        ),
    )
