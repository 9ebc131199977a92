"""What can be said beside the course of a turn: victories, roles, the end, cards shown, names, corrections."""

from __future__ import annotations

from companion.games.la_cosa.ask.sheet import Sheet
from companion.games.la_cosa.ending import IS_LA_COSA, THING
from companion.games.la_cosa.verbs import ROLES
from companion.referee.view import Choice, Field, Group, Question

MOST_SHOWN = 5
"""A hand is never larger."""


def other_things(sheet: Sheet, *, quiet: bool = True) -> Group:
    """Everything beside the course of a turn that makes sense now."""
    table = sheet.table
    keys: list[tuple[str, dict[str, object]]] = []
    if not table.ended:
        if table.claim:
            cause = "la-cosa-eliminated" if table.claim.claim == IS_LA_COSA else "la-cosa-declared"
            keys.append(("end.roles", {"action": "end", "cause": cause}))
        else:
            keys.append(("declare", {"action": "declare"}))
            if table.out:
                keys.append(("reveal", {"action": "reveal", "role": THING}))
            if table.options.get("thing_caught_loses") is not False:
                keys.append(("end.caught", {"action": "end", "cause": "la-cosa-caught"}))
        keys += [
            ("fix.lost", {"action": "override", "about": "lost"}),
            ("fix.hands", {"action": "override", "about": "hands"}),
            ("override", {"action": "override"}),
        ]
    if not table.ended and not table.claim and table.piles["draw"]:
        keys.append(("next", {"action": "next"}))
    keys += [("show", {"action": "show"}), ("rename", {"action": "rename"})]
    choices = [Choice(label=sheet.say(key), said=said, icon=key) for key, said in keys]
    if not table.ended:
        abandon = {"action": "end", "cause": "abandoned"}
        choices.append(Choice(label=sheet.say("end.abandon"), said=abandon, icon="end.abandon", kind="danger"))
    return Group(sheet.say("group.other"), tuple(choices), quiet=quiet)


def who_declares(sheet: Sheet) -> Question:
    """Who says that no human is left."""
    said = {"action": "declare"}
    choices = tuple(sheet.player_choice(p, {**said, "player": p}) for p in sheet.table.seats)
    return Question(sheet.say("declare.who"), said, (Group("", choices),), detail=sheet.say("declare.detail"))


def who_was_it(sheet: Sheet) -> Question:
    """Which of the eliminated turned out to be La Cosa."""
    said = {"action": "reveal", "role": THING}
    choices = tuple(sheet.player_choice(p, {**said, "player": p}) for p in sheet.table.eliminated)
    return Question(sheet.say("reveal.who"), said, (Group("", choices),))


def which_roles(sheet: Sheet) -> Question:
    """What everybody was; or, to stop without a result, whether really."""
    table, cause = sheet.table, sheet.heard("cause")
    if cause == "abandoned":
        said = {"action": "end", "cause": cause}
        stop = Choice(label=sheet.say("end.abandon-now"), said=said, done=True, kind="danger", icon="end.abandon")
        return Question(sheet.say("end.abandon-text"), said, (Group("", (stop,)),))
    thing = table.claim.player if table.claim else ""
    roles = tuple((role, sheet.words.raw(f"roles.{role}")) for role in ROLES)
    fields = tuple(
        Field(f"role.{k}", p, "choice", roles, value=THING if p == thing else "human")
        for k, p in enumerate(table.players)
    )
    last = Field(
        "last_infected",
        sheet.say("end.last"),
        "choice",
        (("", sheet.say("end.last-none")), *sheet.names(table.players)),
        help=sheet.say("end.last-help"),
    )
    by = tuple(
        Field(
            f"by.{k}",
            sheet.say("end.by", player=p),
            "choice",
            (("", sheet.say("end.by-unsaid")), *sheet.names(o for o in table.players if o != p)),
            quiet=True,
        )
        for k, p in enumerate(table.players)
    )
    known = (*fields, last, *by) if cause == "la-cosa-declared" else (*fields, *by)
    return Question(sheet.say(f"end.{cause}"), sheet.said, (), known, sheet.say("end.submit"))


def which_cards_shown(sheet: Sheet) -> Question:
    """Whose cards were seen, by whom, and which."""
    if not sheet.heard("player"):
        said = {"action": "show"}
        choices = tuple(Choice(label=p, said={**said, "player": p}, player=p) for p in sheet.table.players)
        return Question(sheet.say("show.whose"), said, (Group("", choices),))
    if not sheet.heard("to"):
        everybody = Choice(label=sheet.say("show.all"), said={**sheet.said, "to": "all"}, icon="show")
        one = tuple(
            Choice(label=p, said={**sheet.said, "to": p}, done=True, player=p)
            for p in sheet.table.players
            if p != sheet.heard("player")
        )
        groups = (Group("", (everybody,)), Group(sheet.say("show.one"), one))
        return Question(sheet.say("show.to", player=sheet.heard("player")), sheet.said, groups)
    cards = sheet.cards("contagion", "action", "defence", "obstacle", "panic")
    options = sheet.options_of(cards, "show.none")
    fields = tuple(Field(f"card.{k}", sheet.say("show.card", k=k + 1), "choice", options) for k in range(MOST_SHOWN))
    text = sheet.say("show.which", player=sheet.heard("player"))
    return Question(text, sheet.said, (), fields, sheet.say("show.submit"))


def which_back(sheet: Sheet) -> Question:
    """Green or pink on top of the draw pile."""
    said = {"action": "next"}
    choices = tuple(
        sheet.plain(f"draw.{key}", {**said, "back": back}) for key, back in (("green", "away"), ("pink", "panic"))
    )
    return Question(sheet.say("next.which"), said, (Group("", choices),))


def which_name(sheet: Sheet) -> Question:
    """Who is called otherwise, and how."""
    player = sheet.heard("player")
    if not player:
        said = {"action": "rename"}
        choices = tuple(Choice(label=p, said={**said, "player": p}, player=p) for p in sheet.table.players)
        return Question(sheet.say("rename.who"), said, (Group("", choices),))
    fields = (Field("to", sheet.say("rename.to"), "text", value=player),)
    text = sheet.say("rename.text", player=player)
    return Question(text, sheet.said, (), fields, sheet.say("rename.submit"))
