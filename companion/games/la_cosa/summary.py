"""What is worth telling of a game that is over: turns, who went out and by whom, infections, cards, quarantines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from companion.engine import facts as f
from companion.engine.actions import Action
from companion.engine.deck import Decklist
from companion.engine.game import Past
from companion.engine.kit.retelling import Naming, at_the_end, figures, steps, stories
from companion.engine.view import Recalled
from companion.engine.words import Wording
from companion.games.la_cosa.chain import Chain, chain
from companion.games.la_cosa.queries import INFECTED, ROUNDS, THING

# How long each quarantine lasted, in turns of the table

BY_TABLE = "override"
"""The action that sets the table right: the turn it names was not played to its end, so none is counted for it."""


@dataclass(slots=True)
class Quarantines:
    """The quarantines of a game as it is gone through once, by the names people have at the moment."""

    turns: int = 0
    """Turns that have ended and handed on the turn card."""
    over: list[tuple[str, int]] = field(default_factory=list)
    """Whose quarantine lasted how many turns of the table."""
    since: dict[str, int] = field(default_factory=dict)
    """How many turns had ended when each quarantine that lies now was laid."""

    def note(self, verb: str, fact: f.Fact) -> None:
        """One fact of an action of this verb."""
        match fact:
            case f.TurnBegan() if verb != BY_TABLE:
                self.turns += 1
            case f.PlayerOut(player, _):
                self._lifted(player)
            case f.TrackSet(track, player, None) if track == ROUNDS:
                self._lifted(player)
            case f.TrackSet(track, player, _) if track == ROUNDS:
                self.since.setdefault(player, self.turns)
            case f.Renamed(player, to):
                self.over = [(to if name == player else name, turns) for name, turns in self.over]
                if player in self.since:
                    self.since[to] = self.since.pop(player)
            case _:
                pass

    def longest(self) -> dict[str, int]:
        """Return each player's longest quarantine, those that still lie included; one that lasted no turn is none."""
        found: dict[str, int] = {}
        for player, turns in (*self.over, *((player, self.turns - begun) for player, begun in self.since.items())):
            if turns > found.get(player, 0):
                found[player] = turns
        return found

    def _lifted(self, player: str) -> None:
        if player in self.since:
            self.over.append((player, self.turns - self.since.pop(player)))


# Who was infected, and in which order as far as anybody says: by the rules always by La Cosa, and by nobody else


@dataclass(frozen=True, slots=True)
class Infections:
    """The infections of a game that is over, by the names people have in the end.

    `by` is La Cosa, empty where no roles were entered. `infected` begins with those in `order`, as they followed one
    another; of the others, who follow round the table, nobody says when it was. `latest` left no human.
    """

    by: str = ""
    infected: tuple[str, ...] = ()
    order: tuple[str, ...] = ()
    latest: str = ""

    @property
    def is_whole(self) -> bool:
        """True if everybody who was infected has a place in the order."""
        return len(self.order) == len(self.infected)

    def bonds(self) -> Mapping[str, str]:
        """Infected players, each with the one who infected them."""
        return dict.fromkeys(self.infected, self.by)


def infections(past: Sequence[Past], told: Sequence[str] = ()) -> Infections:
    """From the roles, and from the order that was entered with them, else from what each has `told` afterwards."""
    order: tuple[str, ...] = ()
    latest = ""
    for entry, _ in past:
        if entry.verb == "end":
            said = Action("end", entry.action)
            order, latest = said.names("infected"), said.text("last_infected")
        for fact in entry.facts:
            if isinstance(fact, f.Renamed):
                order = tuple(fact.to if name == fact.player else name for name in order)
                latest = fact.to if latest == fact.player else latest
    table = at_the_end(past)
    roles = table.ended.roles if table.ended else {}
    by = next((player for player in table.players if roles.get(player) == THING), "")
    infected = [player for player in table.players if roles.get(player) == INFECTED]
    order = tuple(player for player in order or told if player in infected)
    return Infections(by, (*order, *(p for p in infected if p not in order)), order, latest)


# What is told


@dataclass(slots=True)
class _Tale(Naming):
    """The game as it is gone through once."""

    exchanges: int = 0
    shuffles: int = 0
    out: list[tuple[str, str, str]] = field(default_factory=list)
    """Who went out, why, and by whose hand (empty where nobody's)."""
    played: Counter[str] = field(default_factory=Counter)
    quarantines: Quarantines = field(default_factory=Quarantines)


def recap(decklist: Decklist, past: Sequence[Past], words: Wording) -> tuple[Recalled, ...]:
    """Return the figures, then the stories, without what did not happen."""
    tale = _Tale()
    for entry, before in steps(past):
        if entry.verb in ("play", "respond") and isinstance(entry.action.get("card"), str):
            tale.played[str(entry.action["card"])] += 1
        by_hand = before.prompt.by if before.prompt else before.turn if entry.verb == "play" else ""
        for fact in entry.facts:
            tale.quarantines.note(entry.verb, fact)
            match fact:
                case f.CardsPassed(pairs) if len(pairs) == 2:
                    tale.exchanges += 1
                case f.StackShuffled():
                    tale.shuffles += 1
                case f.PlayerOut(player, cause):
                    tale.out.append((player, cause, by_hand))
                case f.Renamed(player, to) if player != to:
                    tale.rename(player, to)
                case _:
                    pass
    counts = {"turns": tale.quarantines.turns + 1, "exchanges": tale.exchanges, "shuffles": tale.shuffles}
    return (*figures(words, counts), *_stories(tale, chain(decklist, past), past, words))


def _stories(tale: _Tale, links: Chain, past: Sequence[Past], words: Wording) -> list[Recalled]:
    out = []
    for player, cause, by in tale.out:
        key = "by-hand" if cause == BY_TABLE else "burned" if cause == "lanzallamas" and by else "superinfection"
        out.append(words.say(f"recap.{key}", player=tale.name(player), by=tale.name(by)))
    played = [
        words.say("recap.card", card=words.card(card), count=count)
        for card, count in sorted(tale.played.items(), key=lambda item: (-item[1], item[0]))
    ]
    longest = tale.quarantines.longest()
    kept = [
        words.say("recap.quarantined", player=player, turns=turns)
        for player, turns in longest.items()
        if turns == max(longest.values())
    ]
    told = {
        "out": out,
        "infections": _infected(infections(past, links.order()), links, words),
        "played": played,
        "quarantine": kept,
    }
    return stories(words, told)


def _infected(found: Infections, links: Chain, words: Wording) -> list[str]:
    """Return whom La Cosa infected, and when, in order as far as anybody says."""
    whens = {player: links.when(player, words) for player in found.infected if links.moment(player)}
    told = [
        words.say("recap.infected-when", by=found.by, player=player, when=whens[player])
        if player in whens
        else words.say("recap.infected", by=found.by, player=player)
        for player in found.infected
    ]
    order = [words.say("recap.infected-order", players=words.raw("recap.then").join(found.order))]
    return told + (order if len(found.order) > 1 else [])
