"""The log: what an action did, in a sentence or two; and what the hands must do when it is taken back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.engine import facts as f
from companion.engine.kit import log as kit_log
from companion.engine.kit.undo_hints import UndoHints, cards_back
from companion.games.la_criatura import queries
from companion.games.la_criatura.queries import eyes


class Log(kit_log.Log):
    """One entry of the log in the making."""

    def consequences(self) -> list[str]:
        """Return what happened besides; what a correction sets is told by its reason."""
        if self.action.verb == "override":
            return []
        before, after = self.before, self.after
        said = super().consequences()
        if self.action.verb not in ("chief", "elect") and queries.chief(before) != queries.chief(after):
            said.append(self.say("chief-passes", player=queries.chief(after)))
        said += [one for player in before.players for one in self.came_to(player)]
        if before.step in ("first", "chief") and after.step == "helicopter":
            said.append(self.say("helicopter"))
        if after.step == "tie" and queries.tied(after) != queries.tied(before):
            said.append(self.say("tied", players=self.words.listed(queries.tied(after))))
        return said

    def consequence(self, fact: f.Fact) -> str:
        match fact:
            case f.PlayerOut(player, _):
                return self.say("out", player=player)
            case f.StackShuffled(source, target) if source != target:
                return self.say("shuffled")
            case _:
                return super().consequence(fact)

    def ended(self, fact: f.Ended) -> str:
        key = "winners" if len(fact.winners) > 1 else "winner"
        who = self.say(key, players=self.words.listed(fact.winners)) if fact.winners else ""
        return f"{self.words.raw(f'scene.cause.{fact.cause}')} {who}".strip()

    def came_to(self, player: str) -> Iterator[str]:
        """Yield a token that came to a player, and that they woke."""
        before, after = self.before, self.after
        if queries.tokens(after, player) > queries.tokens(before, player):
            yield self.say("triumph", player=player, count=queries.tokens(after, player))
        if queries.is_sedated(before, player) and not queries.is_sedated(after, player) and player in after.seats:
            yield self.say("wakes", player=player)


def _with_card(log: Log, key: str, field: str = "card") -> str:
    said = {"player": log.action.player, "target": log.action.text("target")}
    said["eyes"] = log.words.listed([str(eye) for eye in eyes(log.action)])
    return log.say(key, **said, card=log.words.card(log.action.text(field)))


def event(log: Log) -> str:
    """Tell the event that was played, or spent for a triumph token."""
    at = "-at" if log.action.text("target") else ""
    return _with_card(log, f"{'spend' if log.action.said.get('spend') is True else 'event'}{at}")


def attack(log: Log) -> str:
    """Tell the attack, and if it hit."""
    hit = any(isinstance(fact, f.Asked) for fact in log.facts)
    key = f"{'armed' if log.action.text('weapon') else 'bare'}-{'hit' if hit else 'miss'}"
    return _with_card(log, f"attack.{'token' if log.action.said.get('triumph') is True else key}", "weapon")


def respond(log: Log) -> str:
    """Tell what somebody answered; nothing where they let it happen."""
    if log.before.prompt is not None and log.before.prompt.about == queries.SHIELD:
        return _with_card(log, "respond.shield")
    if log.action.said.get("triumph") is True:
        return _with_card(log, "respond.token")
    kinds = {type(fact) for fact in log.facts}
    parried = f.Settled in kinds and f.PlayerOut not in kinds
    return _with_card(log, f"respond.{'parried' if parried else 'not-parried'}") if log.action.text("card") else ""


def uncover(log: Log) -> str:
    """Tell the weapon that was turned up."""
    return _with_card(log, "uncover")


def vote(log: Log) -> str:
    """For whom somebody voted, twice or for two people."""
    votes = log.action.names("votes")
    key = "none" if not votes else "both" if len(votes) == 2 and votes[0] == votes[1] else "text"
    return log.say(f"vote.{key}", player=log.action.player, target=log.words.listed(list(dict.fromkeys(votes))))


def tie(log: Log) -> str:
    """Tell who rolled what."""
    rolled = [f"{fact.player} {fact.values[0]}" for fact in log.facts if isinstance(fact, f.DiceRolled)]
    return log.say("tie", rolled=log.words.listed(rolled))


def declare(log: Log) -> str:
    """Tell if the Creature was found, perhaps for the second time."""
    again = "second" if queries.number(log.before, queries.FOUND) else "first"
    return log.say(f"declare.{again if log.action.said.get('creature') is True else 'no'}", player=log.action.player)


def move(log: Log) -> str:
    """Tell if the cards moved."""
    die = eyes(log.action)[0]
    return log.say("move.yes" if die in queries.MOVING else "move.no", player=log.before.turn, eyes=die)


def discard(log: Log) -> str:
    """Tell how many events were discarded."""
    count = log.action.number("count")
    return log.say("discard.some" if count else "discard.none", player=log.action.player, count=count)


def elect(log: Log) -> str:
    """Tell who is chief now."""
    after = queries.chief(log.after)
    key = "elect.again" if after == queries.chief(log.before) else "elect.text"
    return log.say(key, player=after, eyes=eyes(log.action)[0])


def reveal(log: Log) -> str:
    """Tell who showed themselves."""
    infected = log.words.listed(log.action.names("infected"))
    return log.say("reveal.with" if infected else "reveal.alone", player=log.action.player, infected=infected)


class Undo(UndoHints):
    """Cards and tokens return, people sit down again; character cards that were dealt stay where they are."""

    seen = (f.CardsShown, f.RoleShown)

    def people(self) -> Iterator[str]:
        return self.back_again()

    def cards(self) -> Iterator[str]:
        shuffled = {fact.source == fact.target for fact in self.facts if isinstance(fact, f.StackShuffled)}
        if False in shuffled:
            yield self.say("shuffled")
        else:
            into_hands, onto_piles = cards_back(self.moved(), self.words)
            yield from (*into_hands, *onto_piles)
        if True in shuffled:
            yield self.say("redealt")

    def moved(self) -> Sequence[f.Fact]:
        return [
            fact
            for fact in self.facts
            if isinstance(fact, f.CardsMoved)
            and not (queries.CHARACTERS in (fact.source, fact.target) or fact.source == fact.target)
        ]

    def others(self) -> Iterator[str]:
        """Yield the markers, then what lies before each player."""
        before, after = self.before, self.after
        old, left = queries.chief(before), queries.number(before, queries.CLOCK)
        if old != queries.chief(after):
            yield self.say("chief" if old else "no-chief", player=old)
        if left != queries.number(after, queries.CLOCK):
            yield self.say("clock", count=left)
        if queries.number(before, queries.FOUND) != queries.number(after, queries.FOUND):
            yield self.say("found")
        for player in before.players:
            yield from self.tokens(player)

    def tokens(self, player: str) -> Iterator[str]:
        """Triumphs, votes, sedated tokens go back, and weapons that were turned face up, not drawn."""
        before, after = self.before, self.after
        turned = before.fronts.get(player) != after.fronts.get(player)
        for track in (queries.TOKENS, queries.VOTES, *((queries.WEAPONS,) if turned else ())):
            was = queries.number(before, (track, player))
            if was != queries.number(after, (track, player)):
                yield self.say(track, player=player, count=was)
        asleep = queries.is_sedated(before, player)
        if asleep != queries.is_sedated(after, player) and player in before.seats:
            yield self.say("sedated" if asleep else "awake", player=player)
