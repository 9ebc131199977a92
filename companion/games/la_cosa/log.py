"""The log: what an action did, in a sentence or two; and what the hands must do when it is taken back."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from companion.engine import facts as f
from companion.engine.kit import log as kit_log
from companion.engine.kit.log import said_as
from companion.engine.kit.undo_hints import UndoHints
from companion.engine.places import DISCARD, DRAW, Place, hand
from companion.engine.state import replay
from companion.games.la_cosa.cards import is_panic, offers, reach
from companion.games.la_cosa.queries import EXCHANGE, ROUNDS, door_between, gives_openly, missed, quarantined
from companion.games.la_cosa.steps import ENDS, HANDS_ON

HANDS_SEEN = ("play", "respond")
"""The actions by whose card a hand is seen; that cards were seen otherwise is said by itself."""


class Log(kit_log.Log):
    """One entry of the log in the making."""

    def card(self) -> str:
        """Return the name of the action's card."""
        return self.words.card(self.action.text("card"))

    def traits(self) -> frozenset[str]:
        """Return what the rules ask of the steps of the action's card."""
        return reach(self.decklist, self.action.text("card")).traits

    def consequences(self) -> list[str]:
        moved = self.who_moved() if self.action.verb in ("play", "respond") else ""
        prevented = self.what_prevents() if self.exchange_prevented() else ""
        said = [self.who_is_saved(), *super().consequences(), self.not_passed_on(), self.who_showed(), moved]
        return [*said, *(self.say("then-exchange", player=to) for to in self.exchanging_next()), prevented]

    def consequence(self, fact: f.Fact) -> str:
        action, before = self.action, self.before
        match fact:
            case f.CardsShown() if action.verb in HANDS_SEEN and "shown" not in action.said:
                return self.seen(fact)
            case f.CardsMoved(source, target, _, _) if source == DRAW and self.replaces(target):
                return self.say("replaced")
            case f.CardsPassed(pairs) if action.verb == "respond":
                # Who is in quarantine gives openly, whether or not anybody wrote down what.
                unnoted = [p for p, _ in pairs if gives_openly(before, p) and p not in action.table("gives")]
                return " ".join(self.say("given-open", player=giver) for giver in unnoted)
            case f.PlayerOut(player, "lanzallamas"):
                return self.say("out", player=player)
            case f.StackShuffled():
                return self.say("shuffled")
            case f.TrackSet(track, player, None) if track == ROUNDS and self.was_counted(player):
                return self.say("quarantine-over", player=player)
            case f.DirectionTurned(clockwise) if action.verb == "play":
                return self.say("clockwise" if clockwise else "counterclockwise")
            case f.CardsMoved(source, target, count, _) if source == DRAW and target == DISCARD:
                return self.say("skipped", count=count)
            case f.Asked(about, _, to) if before.prompt and before.prompt.about == about:
                return self.say("asked", player=to)
            case _:
                return super().consequence(fact)

    def seen(self, fact: f.CardsShown) -> str:
        """Return who sees which part of a hand because of a card that was played."""
        if fact.faces:
            return self.say("given", player=fact.owner, card=self.words.card(fact.faces[0]))
        answered = self.action.verb == "respond" and bool(self.action.text("card"))
        some = "offered" if answered else "one" if fact.count == 1 else "some"
        key = "hand" if fact.to is None else "whole" if fact.count is None else some
        return self.say(f"seen.{key}", player=fact.owner, to=fact.to or "", count=fact.count)

    def replaces(self, target: Place) -> bool:
        """Return True if a card drawn replaces the defence played."""
        action = self.action
        return action.verb == "respond" and bool(action.text("card")) and target == hand(action.player)

    def was_counted(self, player: str) -> bool:
        """Return True if a quarantine that ends now was there before, and the action does not say itself that it
        goes."""
        says_so = self.action.verb == "override" or bool(self.action.table("remove"))
        return (ROUNDS, player) in self.before.tracks and not says_so

    def not_passed_on(self) -> str:
        """¡Fallaste! that finds nobody else to exchange: why."""
        prompt, action = self.before.prompt, self.action
        if prompt is None or action.verb != "respond" or HANDS_ON not in self.traits():
            return ""
        if any(isinstance(one, f.Asked) and one.about == prompt.about and one.to != prompt.to for one in self.facts):
            return ""
        why = missed(self.before, prompt.to, prompt.by)
        return self.say(f"missed.{why}", by=prompt.by) if why else ""

    def who_is_saved(self) -> str:
        """Return what a defence prevents, if that is more than an exchange."""
        prompt, action = self.before.prompt, self.action
        if prompt is None or action.verb != "respond" or not action.text("card"):
            return ""
        known = self.words.has(f"log.saved.{prompt.about}")
        return self.say(f"saved.{prompt.about}", player=prompt.to, by=prompt.by) if known else ""

    def what_prevents(self) -> str:
        """Return what stands between the two who should exchange: a door, or a player's quarantine; nothing where only
        one is left."""
        began = next(place for place, fact in enumerate(self.facts) if isinstance(fact, f.TurnBegan))
        table = replay(self.facts[:began], self.before)
        a, b = table.turn, table.next_after(table.turn)
        if a == b:
            return ""
        if door_between(table, a, b):
            return self.say("no-exchange.door", a=a, b=b)
        kept = [p for p in (a, b) if quarantined(table, p) or quarantined(self.before, p)]
        return self.say("no-exchange.quarantine", players=self.words.listed(kept))

    def who_showed(self) -> str:
        """¡Revelaciones!: who showed their hand, and who an ¡Infectado!"""
        if "shown" not in self.action.said:
            return ""
        infected = self.action.text("infected")
        showed = [player for player in self.action.names("shown") if player != infected]
        said = [self.say("showed", players=self.words.listed(showed))] if showed else []
        said += [self.say("showed-infected", player=infected)] if infected else []
        return " ".join(said) or self.say("showed-nobody")

    def who_moved(self) -> str:
        """Return who changed seats with whom, pair by pair."""
        seats, pairs = self.before.seats, []
        for fact in self.facts:
            if isinstance(fact, f.PlayersMoved):
                moved = [p for p, q in zip(seats, fact.seats, strict=False) if p != q]
                pairs += [self.words.listed(moved)] if moved else []
                seats = fact.seats
        return self.say("swapped", pairs="; ".join(pairs)) if pairs else ""

    def exchanging_next(self) -> list[str]:
        """With whom the turn's exchange follows, where a card has been resolved just now."""
        prompt = self.before.prompt
        if self.action.verb != "play" and (prompt is None or prompt.about == EXCHANGE):
            return []
        return [fact.to for fact in self.facts if isinstance(fact, f.Asked) and fact.about == EXCHANGE]

    def exchange_prevented(self) -> bool:
        """Return True if the exchange at the end of the turn did not happen because something stands between the
        two."""
        verb, prompt = self.action.verb, self.before.prompt
        if not any(isinstance(fact, f.TurnBegan) for fact in self.facts):
            return False
        attacked = verb == "respond" and prompt is not None and not offers(self.decklist, prompt.about)
        played = verb == "play" and self.before.step == "act" and ENDS not in self.traits()
        return verb == "discard" or attacked or played


def draw(log: Log) -> str:
    """Tell a drawn panic, a card that everybody saw, or any card."""
    panic = log.action.text("back") == "panic"
    key = "panic" if panic else "shown" if log.action.text("card") else "away"
    return log.say(f"draw.{key}", player=log.action.player, card=log.card())


next_back = said_as("next", back=lambda log: log.words.raw(f"backs.{log.action.text('back')}"))
"""The back of the next card."""

discard = said_as(lambda log: f"discard.{'shown' if log.action.text('card') else 'away'}", card=Log.card)
"""Which card, where everybody saw it."""


def play(log: Log) -> str:
    """Tell the card played, and its target."""
    action, remove = log.action, log.action.table("remove")
    blanks = {"player": action.player, "card": log.card(), "target": action.text("target")}
    if remove.get("quarantine"):
        return log.say("play.axe-quarantine", **blanks, whose=remove["quarantine"])
    if isinstance(remove.get("door"), list | tuple):
        a, b = cast("list[str]", remove["door"])
        return log.say("play.axe-door", **blanks, a=a, b=b)
    step = "panic" if log.before.step == "panic" else "play"
    return log.say(f"{step}.{'at' if action.text('target') and _aimed(log) else 'plain'}", **blanks)


def _aimed(log: Log) -> bool:
    """Return True if the log names the target. An ignored target is not named; for house cards look at the facts."""
    card, target = log.action.text("card"), log.action.text("target")
    known = log.decklist.by_slug.get(card)
    follows = known is None or bool(known.effect)
    if not follows and not (is_panic(log.decklist, card) and offers(log.decklist, card)):
        return bool(reach(log.decklist, card).target)
    for fact in log.facts:
        match fact:
            case f.Asked(about, _, to) if (about, to) == (card, target):
                return True
            case f.CardsShown(owner, to, _, _) if target in (owner, to):
                return True
            case f.CardsMoved(_, place, _, _) if place.kind in ("gap", "front"):
                return True
            case f.PlayersMoved():
                return True
            case _:
                pass
    return False


def respond(log: Log) -> str:
    """Tell a defence, an exchange, or that nothing was answered."""
    prompt = log.before.prompt
    by, about = (prompt.by, prompt.about) if prompt else ("", "")
    passed = any(isinstance(fact, f.CardsPassed) for fact in log.facts)
    key = "defence" if log.action.text("card") else "exchange" if passed else "none"
    against = log.words.card(about)
    return log.say(f"respond.{key}", player=log.action.player, by=by, card=log.card(), against=against)


class Undo(UndoHints):
    """Cards return to where they came from, people to their seats, and the turn to whoever had it."""

    def people(self) -> Iterator[str]:
        before, after = self.before, self.after
        yield from self.back_again()
        if self.sit_elsewhere():
            yield self.say("seats", players=self.words.listed(before.seats))
        if after.clockwise != before.clockwise:
            yield self.say("clockwise" if before.clockwise else "counterclockwise")
        if after.turn != before.turn:
            yield self.say("turn", player=before.turn)

    def exchanged(self) -> Iterator[str]:
        for fact in reversed(self.facts):
            if isinstance(fact, f.CardsPassed):
                (a, b), *others = fact.pairs
                yield self.say("exchange", a=a, b=b) if others == [(b, a)] else self.say("round")
