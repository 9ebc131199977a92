"""What can be said beside the course of a round: that no human is left, roles, cards shown, names, corrections."""

from __future__ import annotations

from companion.games.dos_barajas import looks
from companion.games.dos_barajas.ask.sheet import Sheet
from companion.games.dos_barajas.looks import HUMAN, THING
from companion.games.dos_barajas.verbs import ROLES
from companion.referee.view import Choice, Field, Group, Question

MOST_SHOWN = 8


def other_things(sheet: Sheet) -> Group:
    """Everything beside the course of a round that makes sense now."""
    table = sheet.table
    keys: list[tuple[str, dict[str, object]]] = []
    if not table.ended:
        if table.step in (looks.ACCUSE, looks.SUPPLY, looks.LEAVE, looks.TAKE, looks.INVADE):
            keys.append(("end.no-humans", {"action": "end", "cause": "no-humans"}))
        keys += [("fix.hands", {"action": "override", "about": "hands"}), ("override", {"action": "override"})]
    keys += [("show", {"action": "show"}), ("rename", {"action": "rename"})]
    choices = [Choice(sheet.say(key), said, icon=key) for key, said in keys]
    if not table.ended:
        abandon = {"action": "end", "cause": "abandoned"}
        choices.append(Choice(sheet.say("end.abandon"), abandon, icon="end.abandon", kind="danger"))
    return Group(sheet.say("group.other"), tuple(choices), quiet=True)


def which_roles(sheet: Sheet) -> Question:
    """What everybody was; or, to stop without a result, whether really."""
    table, cause = sheet.table, sheet.heard("cause")
    if cause == "abandoned":
        said = {"action": "end", "cause": cause}
        stop = Choice(sheet.say("end.abandon-now"), said, done=True, kind="danger", icon="end.abandon")
        return Question(sheet.say("end.abandon-text"), said, (Group("", (stop,)),))
    roles = tuple((role, sheet.words.raw(f"roles.{role}")) for role in ROLES)
    unsaid = (("", sheet.say("end.unsaid")), *roles)
    fields = tuple(
        Field(f"role.{k}", p, "choice", roles if p in table.seats else unsaid, value=_usual(sheet, p, cause))
        for k, p in enumerate(table.players)
    )
    return Question(sheet.say(f"end.{cause}-roles"), sheet.said, (), fields, sheet.say("end.submit"))


def _usual(sheet: Sheet, player: str, cause: str) -> str:
    known = sheet.table.roles.get(player, "")
    if known in ROLES:
        return known
    if player not in sheet.table.seats:
        return ""
    return THING if cause == "no-humans" else HUMAN


def which_cards_shown(sheet: Sheet) -> Question:
    """Whose cards were seen, by whom, and which."""
    if not sheet.heard("player"):
        said = {"action": "show"}
        choices = tuple(Choice(p, {**said, "player": p}, player=p) for p in sheet.table.players)
        return Question(sheet.say("show.whose"), said, (Group("", choices),))
    player = sheet.heard("player")
    if not sheet.heard("to"):
        everybody = Choice(sheet.say("show.all"), {**sheet.said, "to": "all"}, icon="show")
        one = tuple(Choice(p, {**sheet.said, "to": p}, done=True, player=p) for p in sheet.table.players if p != player)
        groups = (Group("", (everybody,)), Group(sheet.say("show.one"), one))
        return Question(sheet.say("show.to", player=player), sheet.said, groups)
    fields = sheet.card_fields(MOST_SHOWN, "show.card")
    return Question(sheet.say("show.which", player=player), sheet.said, (), fields, sheet.say("show.submit"))


def which_name(sheet: Sheet) -> Question:
    """Who is called otherwise, and how."""
    player = sheet.heard("player")
    if not player:
        said = {"action": "rename"}
        choices = tuple(Choice(p, {**said, "player": p}, player=p) for p in sheet.table.players)
        return Question(sheet.say("rename.who"), said, (Group("", choices),))
    fields = (Field("to", sheet.say("rename.to"), "text", value=player),)
    return Question(sheet.say("rename.text", player=player), sheet.said, (), fields, sheet.say("rename.submit"))
