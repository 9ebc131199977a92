"""What is worth telling of a game that is over, and its film: rounds, cards, meetings, fires; who led, who was
pointed at, tests."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from companion.engine import facts as f
from companion.engine.actions import Action
from companion.engine.deck import Decklist
from companion.engine.game import Past
from companion.engine.history import Entry
from companion.engine.kit.retelling import (
    Clues,
    Naming,
    Tally,
    at_the_end,
    counts_in_statistics,
    figures,
    steps,
    still,
    stories,
)
from companion.engine.places import room
from companion.engine.retelling import Chronicle
from companion.engine.view import Recalled
from companion.engine.words import Wording
from companion.games.the_thing import base as b
from companion.games.the_thing import queries


@dataclass(slots=True)
class _Tale(Naming):
    """The game as it is gone through once."""

    cards: int = 0
    meetings: int = 0
    leaders: Counter[str] = field(default_factory=Counter)
    votes: Counter[str] = field(default_factory=Counter)
    tests: list[tuple[str, str, str]] = field(default_factory=list)
    """Who tested whom, and what came of it."""
    shown: list[str] = field(default_factory=list)
    """Who showed to be an Alien without a test."""
    pack: int = 0
    tamed: list[str] = field(default_factory=list)
    """How often the pack leader moved by itself; who shut it in, each time."""


def pointed_at(entry: Entry) -> tuple[str, ...]:
    """At whom the votes of an entry point."""
    votes = entry.action.get("votes")
    return tuple(str(target) for target in votes.values() if target) if isinstance(votes, dict) else ()


def found(action: Mapping[str, object]) -> str:
    """Return the role that a test has shown; empty if it proved nothing."""
    return b.ALIEN_ROLE if action.get("alien") is True else b.HUMAN_ROLE


Found = Callable[[Mapping[str, object]], str]


def recap(decklist: Decklist, past: Sequence[Past], words: Wording, found: Found = found) -> tuple[Recalled, ...]:
    """Return the figures, then the stories, without what did not happen."""
    tale, table = _Tale(), at_the_end(past)
    for entry, before in steps(past):
        _note(tale, entry, found)
        came = [fact.at for fact in entry.facts if isinstance(fact, f.TrackSet) and fact.track == b.PACK and fact.value]
        tale.pack += entry.verb == "locate" and before.step == b.PACK and bool(came)
        if entry.verb == "meet" and room(b.KENNEL) in came:
            people = queries.staying(before, Action(entry.verb, entry.action))
            tale.tamed.append(words.listed([tale.name(p) for p in people]))
    burnt = sum(queries.here(table, b.FIRE, slug) for slug in b.GREEN)
    counts = {"rounds": queries.number(table, b.ROUND), "cards": tale.cards, "meetings": tale.meetings, "burnt": burnt}
    counts["pack"] = tale.pack
    told = {
        "leaders": [words.say("recap.times", what=tale.name(p), count=n) for p, n in tale.leaders.most_common()],
        "votes": [words.say("recap.times", what=tale.name(p), count=n) for p, n in tale.votes.most_common()],
        "tests": [words.say(f"recap.{what}", player=tale.name(p), target=tale.name(t)) for p, t, what in tale.tests],
        "shown": [tale.name(p) for p in tale.shown],
        "tamed": tale.tamed,
    }
    return (*figures(words, counts), *stories(words, told))


def _note(tale: _Tale, entry: Entry, found: Found) -> None:
    action = entry.action
    tale.cards += entry.verb in ("carry-out", "lose")
    tale.meetings += entry.verb in ("meet", "clash")
    tale.votes.update(pointed_at(entry))
    if entry.verb == "test" and found(action):
        tale.tests.append((str(action.get("player", "")), str(action.get("target", "")), found(action)))
    if entry.verb == "expose":
        tale.shown.append(str(action.get("player", "")))
    for fact in entry.facts:
        match fact:
            case f.Noted(key, player) if key == b.LEADER and player and entry.verb != "override":
                tale.leaders[player] += 1
            case f.Renamed(player, to) if player != to:
                tale.rename(player, to)
            case _:
                pass


# What the film can tell of a game: who led, mended, set fires, was pointed at or found an Alien; and what everybody


ROLES = (b.ALIEN_ROLE, b.HUMAN_ROLE)


def chronicle(decklist: Decklist, past: Sequence[Past], words: Wording, found: Found = found) -> Chronicle:
    """Feats and clues, from the entries that stand; a game that was abandoned counts in no statistic."""
    tally, clues = Tally(), Clues()
    for entry, _ in steps(past):
        for did in _counted(entry):
            tally.add(*did)
        if entry.verb == "test" and found(entry.action) == b.HUMAN_ROLE:
            clues.add(entry.number, str(entry.action.get("target", "")), "tested", (b.HUMAN_ROLE,))
        for fact in entry.facts:
            if isinstance(fact, f.RoleShown):
                clues.add(entry.number, fact.player, "role", (fact.role,))
            elif isinstance(fact, f.Renamed):
                tally.renamed(fact)
                clues.renamed(fact)
    feats = (*tally.feats(), *still("survived", b.HUMAN_ROLE, b.ALIEN_ROLE, at_the_end(past)))
    return Chronicle(counts_in_statistics(past), clues=clues.told(words, ROLES), feats=feats)


def _counted(entry: Entry) -> Iterator[tuple[str, str]]:
    """Yield what one entry adds: (feat, player)."""
    player, card = str(entry.action.get("player", "")), entry.action.get("card")
    if entry.verb == "carry-out" and card in (b.REPAIR, b.SABOTAGE):
        yield ("mended" if card == b.REPAIR else "sabotaged"), player
    elif entry.verb == "burn":
        yield "burned", player
    elif entry.verb == "test" and entry.action.get("alien") is True:
        yield "found", player
    elif entry.verb == "votes":
        for target in pointed_at(entry):
            yield "voted", target
    if entry.verb != "override":
        for fact in entry.facts:
            if isinstance(fact, f.Noted) and fact.key == b.LEADER and fact.player:
                yield "led", fact.player
