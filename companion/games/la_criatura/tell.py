"""The log: what an action did, in a sentence or two, from the action and the facts it brought about."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from companion.cards.wording import Wording
from companion.games.common import telling
from companion.games.la_criatura import looks
from companion.games.la_criatura.strikes import eyes
from companion.games.la_criatura.turns import MOVES
from companion.referee.actions import Action
from companion.table import facts as f
from companion.table.state import Table, replay

Facts = Sequence[f.Fact]


def tell(before: Table, action: Action, facts: Facts, words: Wording) -> str:
    """One or two sentences for the log."""
    said = [_SAY[action.verb](before, action, facts, words)]
    said += _consequences(before, action, facts, words)
    return " ".join(_ENDS.sub(r"\1", sentence) for sentence in said if sentence)


_ENDS = re.compile(r"([!?…])\.")
"""A card's name that ends in a mark of its own takes no full stop after it."""


def _plain(key: str) -> Callable[[Table, Action, Facts, Wording], str]:
    def say(before: Table, action: Action, facts: Facts, words: Wording) -> str:
        return words.say(f"log.{key}", player=action.player, card=words.card(action.text("card")))

    return say


def _event(before: Table, action: Action, facts: Facts, words: Wording) -> str:
    target = action.text("target")
    key = ("spend" if action.said.get("spend") is True else "event") + ("-at" if target else "")
    return words.say(f"log.{key}", player=action.player, card=words.card(action.text("card")), target=target)


def _vote(before: Table, action: Action, facts: Facts, words: Wording) -> str:
    votes = action.names("votes")
    if not votes:
        return words.say("log.vote.none", player=action.player)
    both = len(votes) == 2 and votes[0] == votes[1]
    blanks = {"player": action.player, "target": words.listed(list(dict.fromkeys(votes)))}
    return words.say("log.vote.both" if both else "log.vote.text", **blanks)


def _tie(before: Table, action: Action, facts: Facts, words: Wording) -> str:
    rolled = [f"{fact.player} {fact.values[0]}" for fact in facts if isinstance(fact, f.DiceRolled)]
    return words.say("log.tie", rolled=words.listed(rolled))


def _declare(before: Table, action: Action, facts: Facts, words: Wording) -> str:
    if action.said.get("creature") is not True:
        return words.say("log.declare.no", player=action.player)
    again = looks.number(before, looks.FOUND)
    return words.say("log.declare.second" if again else "log.declare.first", player=action.player)


def _move(before: Table, action: Action, facts: Facts, words: Wording) -> str:
    die = eyes(action)[0]
    return words.say("log.move.yes" if die in MOVES else "log.move.no", player=before.turn, eyes=die)


def _discard(before: Table, action: Action, facts: Facts, words: Wording) -> str:
    count = action.number("count")
    key = "none" if not count else "one" if count == 1 else "many"
    return words.say(f"log.discard.{key}", player=action.player, count=count)


def _elect(before: Table, action: Action, facts: Facts, words: Wording) -> str:
    after = looks.chief(replay(facts, before))
    same = after == looks.chief(before)
    return words.say("log.elect.again" if same else "log.elect.text", player=after, eyes=eyes(action)[0])


def _attack(before: Table, action: Action, facts: Facts, words: Wording) -> str:
    blanks = {
        "player": action.player,
        "target": action.text("target"),
        "eyes": words.listed([str(eye) for eye in eyes(action)]),
        "card": words.card(action.text("weapon")),
    }
    if action.said.get("triumph") is True:
        return words.say("log.attack.token", **blanks)
    armed = "armed" if action.text("weapon") else "bare"
    hit = any(isinstance(fact, f.Asked) for fact in facts)
    return words.say(f"log.attack.{armed}-{'hit' if hit else 'miss'}", **blanks)


def _respond(before: Table, action: Action, facts: Facts, words: Wording) -> str:
    prompt = before.prompt
    blanks = {
        "player": action.player,
        "target": action.text("target"),
        "card": words.card(action.text("card")),
        "eyes": words.listed([str(eye) for eye in eyes(action)]),
    }
    if prompt is not None and prompt.about == looks.SHIELD:
        return words.say("log.respond.shield", **blanks)
    if action.said.get("triumph") is True:
        return words.say("log.respond.token", **blanks)
    if action.text("card"):
        saved = not any(isinstance(fact, f.PlayerOut) for fact in facts) and any(
            isinstance(fact, f.Settled) for fact in facts
        )
        return words.say(f"log.respond.{'parried' if saved else 'not-parried'}", **blanks)
    return ""


def _reveal(before: Table, action: Action, facts: Facts, words: Wording) -> str:
    infected = words.listed(action.names("infected"))
    return words.say("log.reveal.with" if infected else "log.reveal.alone", player=action.player, infected=infected)


def _end(before: Table, action: Action, facts: Facts, words: Wording) -> str:
    return ""


_SAY: Mapping[str, Callable[[Table, Action, Facts, Wording], str]] = {
    "chief": _plain("chief"),
    "event": _event,
    "pass": _plain("pass"),
    "vote": _vote,
    "tie": _tie,
    "declare": _declare,
    "move": _move,
    "discard": _discard,
    "elect": _elect,
    "arm": _plain("arm"),
    "uncover": _plain("uncover"),
    "attack": _attack,
    "respond": _respond,
    "reveal": _reveal,
    "end": _end,
    "override": telling.override,
    "show": telling.show,
    "rename": telling.rename,
}


def _consequences(before: Table, action: Action, facts: Facts, words: Wording) -> list[str]:
    """What else happened that people should know of."""
    if action.verb == "override":
        return []
    after = replay(facts, before)
    said = []
    for fact in facts:
        match fact:
            case f.PlayerOut(player, _):
                said.append(words.say("log.out", player=player))
            case f.StackShuffled(source, target) if source != target:
                said.append(words.raw("log.shuffled"))
            case f.Ended(cause, winners, _):
                key = "log.winners" if len(winners) > 1 else "log.winner"
                who = words.say(key, players=words.listed(winners)) if winners else ""
                said += [words.raw(f"scene.cause.{cause}"), who]
            case f.Overruled(rule, reason):
                said.append(words.say("log.overruled", reason=reason, why=words.raw(f"rules.{rule}.where")))
            case _:
                pass
    for player in before.players:
        said += _before_whom(before, after, player, words)
    if before.step in ("first", "chief") and after.step == "helicopter":
        said.append(words.raw("log.helicopter"))
    if after.step == "tie" and looks.tied(after) != looks.tied(before):
        said.append(words.say("log.tied", players=words.listed(looks.tied(after))))
    return said


def _before_whom(before: Table, after: Table, player: str, words: Wording) -> list[str]:
    """Tokens that came to somebody, and who wakes."""
    said = []
    if looks.tokens(after, player) > looks.tokens(before, player):
        said.append(words.say("log.triumph", player=player, count=looks.tokens(after, player)))
    if looks.is_sedated(before, player) and not looks.is_sedated(after, player) and player in after.seats:
        said.append(words.say("log.wakes", player=player))
    return said
