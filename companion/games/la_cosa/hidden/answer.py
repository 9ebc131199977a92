"""The words of an answer: what the table hears, and what is for those whose cards were shown (contract §3.3).

What the table hears of an exchange, a discard or a round never depends on the cards. Of a hand it hears that nothing
speaks against it, or one of the six rules that give no role away, or that something is to be put right in private.
"""

from __future__ import annotations

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
    needs: list[Phrase] = []
    if not fits:
        needs.append(Phrase("check.needs.unfit"))
    if len(known.roles.suspects) > 1:
        # Not by name: whoever asks would learn who has been seen without La Cosa.
        needs.append(Phrase("check.needs.thing"))
    for player in dict.fromkeys(players_of(check)):
        cases = _cases(known, player)
        if len({case.infected for case in cases}) > 1:
            needs.append(Phrase("check.needs.received", {"player": player}))
        if check.text("what") != "hand" and not check.names("hand") and len({case.many for case in cases}) > 1:
            needs.append(Phrase("check.needs.hand", {"player": player}))
    return tuple(needs) or (Phrase("check.needs.more"),)


def _cases(known: Knowledge, player: str) -> set[Case]:
    worlds = known.roles.suspects
    return {case for thing in worlds if thing != player for case in known.roles.cases(thing, player)}
