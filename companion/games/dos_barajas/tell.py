"""The log: what an action did, in a sentence or two, from the action and the facts it brought about."""

from __future__ import annotations

from collections.abc import Sequence

from companion.cards.wording import Wording
from companion.games.common import telling
from companion.games.dos_barajas import looks
from companion.games.dos_barajas.cards import spent
from companion.games.dos_barajas.looks import THING
from companion.referee.actions import Action
from companion.table import facts as f
from companion.table.state import Table

Facts = Sequence[f.Fact]


def tell(before: Table, action: Action, facts: Facts, words: Wording) -> str:
    """One or two sentences for the log."""
    said = [_SAY[action.verb](before, action, facts, words)]
    said += [sentence for fact in facts if (sentence := _consequence(fact, action, words))]
    return " ".join(sentence for sentence in said if sentence)


def _clubs(before: Table, action: Action, facts: Facts, words: Wording) -> str:
    thrown = thrown_in(before, facts)
    return words.say(_many("log.clubs", thrown), player=action.player, count=thrown)


def thrown_in(before: Table, facts: Facts) -> int:
    """How many clubs were thrown openly."""
    was = looks.number(before, looks.THROWN)
    now = [fact.value or 0 for fact in facts if isinstance(fact, f.TrackSet) and fact.track == looks.THROWN]
    return (now[-1] if now else was) - was


def _many(key: str, count: int) -> str:
    return key if count == 1 else f"{key}-many"


def _trio(action: Action, words: Wording, trios: int = 1) -> str:
    """The cards of a trio, or how many they were."""
    cards = action.names("cards")
    if cards:
        return words.listed([words.card(card.partition(".")[0]) for card in cards])
    return words.say("log.trio", count=spent(trios, action.number("aces")))


def _accuse(before: Table, action: Action, facts: Facts, words: Wording) -> str:
    target = action.text("target")
    trio = _trio(action, words)
    said = words.say(f"log.accuse.{action.text('result')}", player=action.player, target=target, trio=trio)
    if action.text("result") == THING:
        return said
    mine, theirs = (sum(_given(fact, p) for fact in facts) for p in (action.player, target))
    blanks: dict[str, object] = {
        "player": action.player,
        "mine": mine - _trio_size(action),
        "target": target,
        "theirs": theirs,
    }
    return f"{said} {words.say('log.penalty', **blanks)}"


def _trio_size(action: Action) -> int:
    return len(action.names("cards")) or spent(1, action.number("aces"))


def _given(fact: f.Fact, player: str) -> int:
    """How many cards a fact takes from a hand."""
    if isinstance(fact, f.CardsMoved) and fact.source.kind == "hand" and fact.source.name == player:
        return fact.count
    return 0


def _supply(before: Table, action: Action, facts: Facts, words: Wording) -> str:
    drawn = sum(
        fact.count
        for fact in facts
        if isinstance(fact, f.CardsMoved) and fact.target.kind == "hand" and fact.target.name == action.player
    )
    said = [words.say("log.cups", player=action.player, trio=_trio(action, words))] if action.said.get("cups") else []
    said.append(words.say(_many("log.supply", drawn), player=action.player, count=drawn))
    thrown = thrown_in(before, facts)
    said += [words.say(_many("log.thrown", thrown), count=thrown)] if thrown else []
    return " ".join(said)


def _leave(before: Table, action: Action, facts: Facts, words: Wording) -> str:
    cards = words.listed([words.card(card.partition(".")[0]) for card in action.names("cards")])
    return words.say("log.leave-seen" if cards else "log.leave", player=action.player, cards=cards)


def _starve(before: Table, action: Action, facts: Facts, words: Wording) -> str:
    key = "human" if action.text("role") != THING else "others" if action.said.get("others") else "last"
    return words.say(f"log.starve.{key}", player=action.player)


def _take(before: Table, action: Action, facts: Facts, words: Wording) -> str:
    count = action.number("count")
    return words.say(_many("log.take", count), player=action.player, count=count)


def _invade(before: Table, action: Action, facts: Facts, words: Wording) -> str:
    return words.say("log.invade-all" if action.said.get("all") else "log.invade", player=action.player)


def _plain(before: Table, action: Action, facts: Facts, words: Wording) -> str:
    return words.say(f"log.{action.verb}", player=action.player)


def _attack(before: Table, action: Action, facts: Facts, words: Wording) -> str:
    eyes = next(fact.values for fact in facts if isinstance(fact, f.DiceRolled))
    as_thing = action.text("as") == THING
    trios = action.number("trios")
    more = trios * looks.bonus(before, action.player, as_thing)
    need = 10 if as_thing or before.roles.get(action.player) == THING else 12
    blanks = {"player": action.player, "target": action.text("target"), "a": eyes[0], "b": eyes[1], "need": need}
    key = "log.attack-swords" if trios else "log.attack"
    said = words.say(key, **blanks, trios=trios, more=more, total=sum(eyes) + more)
    hit = any(isinstance(fact, f.PlayerOut) for fact in facts)
    return f"{said} {words.say('log.hit' if hit else 'log.miss', player=action.text('target'))}"


def _answer(before: Table, action: Action, facts: Facts, words: Wording) -> str:
    return words.raw("log.answer.others" if action.said.get("others") else "log.answer.none")


def _skip(before: Table, action: Action, facts: Facts, words: Wording) -> str:
    return words.raw(f"log.skip.{before.step}")


def _end(before: Table, action: Action, facts: Facts, words: Wording) -> str:
    return ""


_SAY = {
    "commander": _plain,
    "clubs": _clubs,
    "accuse": _accuse,
    "supply": _supply,
    "leave": _leave,
    "starve": _starve,
    "take": _take,
    "invade": _invade,
    "reveal": _plain,
    "attack": _attack,
    "pass": _plain,
    "answer": _answer,
    "skip": _skip,
    "end": _end,
    "override": telling.override,
    "show": telling.show,
    "rename": telling.rename,
}


def _consequence(fact: f.Fact, action: Action, words: Wording) -> str:
    """What else happened that people should know of; empty for what the action itself says."""
    match fact:
        case f.StackShuffled():
            return words.raw("log.shuffled")
        case f.Noted(looks.FIRST, str() as player) if action.verb not in ("override", "commander"):
            return words.say("log.first", player=player)
        case f.StepBegan(looks.ANSWER):
            return words.raw("log.humans-hold")
        case f.Claimed(_, claim) if claim:
            return words.raw("log.count")
        case f.CardsMoved(source, target, count, _) if source == looks.MIDDLE and target.kind == "pile":
            return words.say(_many("log.leftover", count), count=count)
        case f.TrackSet(looks.ROUND, _, int() as number) if action.verb != "override":
            return words.say("log.round", round=number)
        case f.Ended(cause, winners, _):
            who = words.listed(winners) if winners else words.raw("log.nobody")
            said = words.raw(f"scene.cause.{cause}")
            return said if cause == "abandoned" else f"{said} {words.say('log.winners', players=who)}"
        case f.Overruled(rule, reason):
            return words.say("log.overruled", reason=reason, why=words.raw(f"rules.{rule}.where"))
        case _:
            return ""
