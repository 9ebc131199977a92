"""The log: what an action did, in a sentence or two, from the action and the facts it brought about."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import cast

from companion.cards.wording import Wording
from companion.games.common import telling
from companion.games.la_cosa.cards import OFFERS
from companion.games.la_cosa.looks import ROUNDS
from companion.referee.actions import Action
from companion.table import facts as f
from companion.table.places import DISCARD, DRAW
from companion.table.state import Table


def tell(before: Table, action: Action, facts: Sequence[f.Fact], words: Wording) -> str:
    """One or two sentences for the log."""
    said = [_SAY[action.verb](before, action, facts, words)]
    said += [sentence for fact in facts if (sentence := _consequence(fact, before, action, words))]
    if "shown" in action.said:
        said.append(_who_showed(action, words))
    if action.verb in ("play", "respond") and (moved := _who_moved(before, facts, words)):
        said.append(moved)
    if _exchange_prevented(before, action, facts):
        said.append(words.raw("log.no-exchange"))
    return " ".join(_ENDS.sub(r"\1", sentence) for sentence in said)


_ENDS = re.compile(r"([!?…])\.")
"""A card's name that ends in a mark of its own takes no full stop after it."""


def _draw(before: Table, action: Action, facts: Sequence[f.Fact], words: Wording) -> str:
    card = action.text("card")
    key = "panic" if action.text("back") == "panic" else "shown" if card else "away"
    return words.say(f"log.draw.{key}", player=action.player, card=words.card(card))


def _discard(before: Table, action: Action, facts: Sequence[f.Fact], words: Wording) -> str:
    card = action.text("card")
    return words.say("log.discard.shown" if card else "log.discard.away", player=action.player, card=words.card(card))


def _play(before: Table, action: Action, facts: Sequence[f.Fact], words: Wording) -> str:
    card, target = action.text("card"), action.text("target")
    remove = action.table("remove")
    blanks = {"player": action.player, "card": words.card(card), "target": target}
    step = "panic" if before.step == "panic" else "play"
    if remove.get("quarantine"):
        return words.say("log.play.axe-quarantine", **blanks, whose=remove["quarantine"])
    if isinstance(remove.get("door"), list | tuple):
        a, b = cast("list[str]", remove["door"])
        return words.say("log.play.axe-door", **blanks, a=a, b=b)
    aimed = target and _aimed(facts, action)
    return words.say(f"log.{step}.{'at' if aimed else 'plain'}", **blanks)


def _aimed(facts: Sequence[f.Fact], action: Action) -> bool:
    """Whether the target named had a part in what happened (one that was ignored is not told)."""
    return any(
        isinstance(fact, f.Asked | f.PlayersMoved | f.CardsShown | f.TrackSet)
        or (isinstance(fact, f.CardsMoved) and fact.target.kind == "gap")
        for fact in facts
    )  # fmt: skip


def _respond(before: Table, action: Action, facts: Sequence[f.Fact], words: Wording) -> str:
    prompt, card = before.prompt, action.text("card")
    by = prompt.by if prompt else ""
    about = prompt.about if prompt else ""
    blanks = {"player": action.player, "by": by, "card": words.card(card), "against": words.card(about)}
    if card:
        return words.say("log.respond.defence", **blanks)
    if any(isinstance(fact, f.CardsPassed) for fact in facts):
        return words.say("log.respond.exchange", **blanks)
    return words.say("log.respond.none", **blanks)


def _eliminate(before: Table, action: Action, facts: Sequence[f.Fact], words: Wording) -> str:
    return words.say("log.superinfection", player=action.player)


def _reveal(before: Table, action: Action, facts: Sequence[f.Fact], words: Wording) -> str:
    return words.say("log.reveal", player=action.player)


def _declare(before: Table, action: Action, facts: Sequence[f.Fact], words: Wording) -> str:
    return words.say("log.declare", player=action.player)


def _end(before: Table, action: Action, facts: Sequence[f.Fact], words: Wording) -> str:
    ended = next(fact for fact in facts if isinstance(fact, f.Ended))
    cause = words.raw(f"scene.cause.{ended.cause}")
    if ended.cause == "abandoned":
        return cause
    who = words.listed(ended.winners) if ended.winners else words.raw("log.nobody")
    return f"{cause} {words.say('log.winners', players=who)}"


def _next(before: Table, action: Action, facts: Sequence[f.Fact], words: Wording) -> str:
    return words.say("log.next", back=words.raw(f"backs.{action.text('back')}"))


_SAY = {
    "draw": _draw,
    "discard": _discard,
    "play": _play,
    "respond": _respond,
    "eliminate": _eliminate,
    "reveal": _reveal,
    "declare": _declare,
    "end": _end,
    "override": telling.override,
    "show": telling.show,
    "rename": telling.rename,
    "next": _next,
}


def _consequence(fact: f.Fact, before: Table, action: Action, words: Wording) -> str:
    """What else happened that people should know of; empty for what the action itself says."""
    match fact:
        case f.PlayerOut(player, cause) if cause == "lanzallamas":
            return words.say("log.out", player=player)
        case f.StackShuffled():
            return words.raw("log.shuffled")
        case f.TrackSet(track, player, None) if track == ROUNDS and _was_counted(before, player, action):
            return words.say("log.quarantine-over", player=player)
        case f.DirectionTurned(clockwise) if action.verb == "play":
            return words.raw("log.clockwise" if clockwise else "log.counterclockwise")
        case f.CardsMoved(source, target, count, _) if source == DRAW and target == DISCARD:
            return words.say("log.skipped", count=count)
        case f.Asked(about, _, to) if before.prompt and before.prompt.about == about:
            return words.say("log.asked", player=to)
        case f.Overruled(rule, reason):
            return words.say("log.overruled", reason=reason, why=words.raw(f"rules.{rule}.where"))
        case _:
            return ""


def _was_counted(before: Table, player: str, action: Action) -> bool:
    """Whether a quarantine that ends now was there before, and the action does not say itself that it goes."""
    return (ROUNDS, player) in before.tracks and not _says_so(action)


def _says_so(action: Action) -> bool:
    """Whether the action itself says which obstacle goes."""
    return action.verb == "override" or bool(action.table("remove"))


def _who_showed(action: Action, words: Wording) -> str:
    """Revelaciones: who showed their hand, and who an ¡Infectado!"""
    infected = action.text("infected")
    showed = [player for player in action.names("shown") if player != infected]
    said = [words.say("log.showed", players=words.listed(showed))] if showed else []
    said += [words.say("log.showed-infected", player=infected)] if infected else []
    return " ".join(said) or words.raw("log.showed-nobody")


def _who_moved(before: Table, facts: Sequence[f.Fact], words: Wording) -> str:
    """Who changed seats with whom, pair by pair."""
    seats, pairs = before.seats, []
    for fact in facts:
        if isinstance(fact, f.PlayersMoved):
            moved = [p for p, q in zip(seats, fact.seats, strict=False) if p != q]
            pairs += [words.listed(moved)] if moved else []
            seats = fact.seats
    return words.say("log.swapped", pairs="; ".join(pairs)) if pairs else ""


def _exchange_prevented(before: Table, action: Action, facts: Sequence[f.Fact]) -> bool:
    """Whether the exchange that should end the turn did not happen, because something stands between the two."""
    if not any(isinstance(fact, f.TurnBegan) for fact in facts):
        return False
    prompt = before.prompt
    attacked = action.verb == "respond" and prompt is not None and prompt.about not in OFFERS
    played = action.verb == "play" and before.step == "act" and action.text("card") != "seduccion"
    return action.verb == "discard" or attacked or played
