"""Whom a card is aimed at, and what the axe takes: every possibility with its reason where it is none."""

from __future__ import annotations

from companion.games.la_cosa.ask.sheet import Sheet
from companion.games.la_cosa.cards import effect
from companion.games.la_cosa.looks import ROUNDS, others
from companion.games.la_cosa.state import doors
from companion.referee.view import Choice


def target_choices(sheet: Sheet) -> tuple[Choice, ...]:
    """Every other living player, and oneself where the table lets a card be aimed so."""
    player = sheet.heard("player")
    if player not in sheet.table.seats:
        return ()
    candidates = others(sheet.table, player)
    known = effect(sheet.decklist, sheet.heard("card"))
    if known == "cuarentena" and sheet.table.options.get("self_quarantine") is True:
        candidates = (player, *candidates)
    return tuple(sheet.player_choice(p, {**sheet.said, "target": p}) for p in candidates)


def axe_choices(sheet: Sheet) -> tuple[Choice, ...]:
    """Every door and quarantine on the table, aimed at whomever of those it affects can be reached."""
    player = sheet.heard("player")
    found: list[Choice] = []
    for a, b in doors(sheet.table):
        label = sheet.say("play.axe-door", a=a, b=b)
        found.append(_axe(sheet, label, (player, a, b), {"door": [a, b]}, "puerta-atrancada"))
    for track, whose in sheet.table.tracks:
        if track == ROUNDS:
            label = sheet.say("play.axe-quarantine", player=whose)
            found.append(_axe(sheet, label, (whose,), {"quarantine": whose}, "cuarentena"))
    return tuple(found)


def _axe(sheet: Sheet, label: str, targets: tuple[str, ...], remove: dict[str, object], icon: str) -> Choice:
    """The first target of these that the rules allow, else the refusal that says most."""
    tried = [{**sheet.said, "target": target, "remove": remove} for target in targets]
    refusals = [sheet.refusal(said) for said in tried]
    for said, refusal in zip(tried, refusals, strict=True):
        if refusal is None:
            return Choice(label=label, said=said, done=True, icon=icon, kind="obstacle")
    return Choice(label=label, said=tried[-1], done=True, icon=icon, kind="obstacle", refusal=refusals[-1])
