"""The words of an answer: what the table hears, and what is for those whose cards were shown (contract §3.3).

What the table hears of an exchange, a discard or a round never depends on the cards. Of a hand it hears that nothing
speaks against it, or one of the six rules that give no role away, or that something is to be put right in private.
"""

from __future__ import annotations

from collections.abc import Iterable

from companion.games.la_cosa.hidden.checks import players_of
from companion.games.la_cosa.hidden.recall import Knowledge
from companion.games.la_cosa.hidden.roles import Case
from companion.referee.actions import Action
from companion.referee.hidden import Finding, Phrase, Verdict

TOLD = (
    "hand.size",
    "hand.panic-card",
    "hand.not-in-deck",
    "hand.duplicate-copy",
    "hand.thing-with-flamethrower",
    "hand.superinfection",
)
"""The rules that the table may hear by name."""


def finding(known: Knowledge, check: Action, verdict: Verdict, rules: tuple[str, ...], fits: bool) -> Finding:
    """The answer in phrases. `fits`: what was seen fits together, if everybody acted lawfully."""
    needs = _needs(known, check, fits) if verdict == "undetermined" else ()
    broken = tuple(Phrase(f"check.rules.{rule}.private", _names(check)) for rule in rules)
    unfit = () if fits or verdict == "undetermined" else (Phrase("check.needs.unfit"),)
    private = (Phrase(f"check.private.{verdict}"), *broken, *needs, *unfit)
    return Finding(verdict, rules, needs, _public(check, rules), private)


_MORE = (Phrase("check.needs.more"),)


def own_words(
    known: Knowledge, check: Action, player: str, verdict: Verdict, rules: tuple[str, ...]
) -> tuple[Phrase, ...]:
    """What one who gives a card to another is told of their own card."""
    names = {"player": player, "other": player, "players": (player,)}
    broken = tuple(Phrase(f"check.rules.{rule}.private", names) for rule in rules)
    needs = (_needs_of(known, check, (player,)) or _MORE) if verdict == "undetermined" else ()
    return (Phrase(f"check.private.own-{verdict}"), *broken, *needs)


def _names(check: Action) -> dict[str, object]:
    """The blanks that hold the names of those concerned."""
    players = players_of(check)
    return {"player": players[0], "other": players[-1], "players": tuple(players)}


def _public(check: Action, rules: tuple[str, ...]) -> Phrase:
    what, names = check.text("what"), _names(check)
    if what == "round":
        return Phrase("check.public.round")
    if what != "hand":
        return Phrase(f"check.public.{what}", names)
    if not rules:
        return Phrase("check.public.hand-fine", names)
    told = next((rule for rule in TOLD if rule in rules), None)
    return Phrase(f"check.rules.{told}.public" if told else "check.public.hand-private", names)


def _needs(known: Knowledge, check: Action, fits: bool) -> tuple[Phrase, ...]:
    """What would settle it: who is La Cosa, who was infected, how many ¡Infectado! a hand holds."""
    unfit = () if fits else (Phrase("check.needs.unfit"),)
    return (*unfit, *_needs_of(known, check, players_of(check))) or _MORE


def _needs_of(known: Knowledge, check: Action, players: Iterable[str]) -> tuple[Phrase, ...]:
    needs: list[Phrase] = []
    if len(known.roles.suspects) > 1:
        # Not by name: whoever asks would learn who has been seen without La Cosa.
        needs.append(Phrase("check.needs.thing"))
    for player in dict.fromkeys(players):
        cases = _cases(known, player)
        if len({case.infected for case in cases}) > 1:
            needs.append(Phrase("check.needs.received", {"player": player}))
        if check.text("what") != "hand" and not check.names("hand") and len({case.many for case in cases}) > 1:
            needs.append(Phrase("check.needs.hand", {"player": player}))
    return tuple(needs)


def _cases(known: Knowledge, player: str) -> set[Case]:
    worlds = known.roles.suspects
    return {case for thing in worlds if thing != player for case in known.roles.cases(thing, player)}
