"""What can be said beside the course of a turn: cards shown, names, the end, corrections."""

from __future__ import annotations

from companion.games.la_criatura import looks
from companion.games.la_criatura.ask.sheet import Sheet
from companion.games.la_criatura.cards import CHARACTER
from companion.referee.view import Choice, Field, Group, Question, Said

MOST_SHOWN = 4


def other_things(sheet: Sheet) -> Group:
    """Everything beside the course of a turn that makes sense now."""
    table = sheet.table
    keys: list[tuple[str, dict[str, object]]] = []
    if not table.ended:
        if table.step != "first":
            keys.append(("gain", {"action": "override", "about": "gain"}))
        keys.append(("override", {"action": "override"}))
    keys += [("show", {"action": "show"}), ("rename", {"action": "rename"})]
    choices = [Choice(sheet.say(key), said, icon=key) for key, said in keys]
    if not table.ended:
        abandon: Said = {"action": "end", "cause": "abandoned"}
        choices.append(Choice(sheet.say("end.abandon"), abandon, icon="end.abandon", kind="danger"))
    return Group(sheet.say("group.other"), tuple(choices), quiet=True)


def over(sheet: Sheet) -> Question:
    """After the end."""
    return Question(sheet.say("over"), {}, (other_things(sheet),))


def abandoned(sheet: Sheet) -> Question:
    """Whether to stop without a result."""
    said: Said = {"action": "end", "cause": "abandoned"}
    stop = Choice(sheet.say("end.abandon-now"), said, True, kind="danger", icon="end.abandon")
    return Question(sheet.say("end.abandon-text"), said, (Group("", (stop,)),))


def who_gains(sheet: Sheet) -> Question:
    """To whom a card gives a triumph token."""
    reason = sheet.say("gain.reason")
    choices = tuple(
        sheet.player(
            p,
            {"action": "override", "set": {"tokens": {p: looks.tokens(sheet.table, p) + 1}}, "reason": reason},
        )
        for p in sheet.table.seats
    )
    return Question(sheet.say("gain.who"), {"action": "override", "about": "gain"}, (Group("", choices),))


def which_cards_shown(sheet: Sheet) -> Question:
    """Whose cards were seen, by whom, and which."""
    player = sheet.heard("player")
    if not player:
        said: Said = {"action": "show"}
        choices = tuple(Choice(p, {**said, "player": p}, player=p) for p in sheet.table.players)
        return Question(sheet.say("show.whose"), said, (Group("", choices),))
    if not sheet.heard("to"):
        everybody = Choice(sheet.say("show.all"), {**sheet.said, "to": "all"}, icon="show")
        one = tuple(Choice(p, {**sheet.said, "to": p}, True, player=p) for p in sheet.table.players if p != player)
        groups = (Group("", (everybody,)), Group(sheet.say("show.one"), one))
        return Question(sheet.say("show.to", player=player), sheet.said, groups)
    cards = [card for card in sheet.decklist.cards if card.back != CHARACTER]
    options = (("", sheet.say("show.none")), *((card.slug, sheet.words.card(card.slug)) for card in cards))
    fields = tuple(Field(f"card.{k}", sheet.say("show.card", k=k + 1), "choice", options) for k in range(MOST_SHOWN))
    return Question(sheet.say("show.which", player=player), sheet.said, (), fields, sheet.say("show.submit"))


def which_name(sheet: Sheet) -> Question:
    """Who is called otherwise, and how."""
    player = sheet.heard("player")
    if not player:
        said: Said = {"action": "rename"}
        choices = tuple(Choice(p, {**said, "player": p}, player=p) for p in sheet.table.players)
        return Question(sheet.say("rename.who"), said, (Group("", choices),))
    fields = (Field("to", sheet.say("rename.to"), "text", value=player),)
    return Question(sheet.say("rename.text", player=player), sheet.said, (), fields, sheet.say("rename.submit"))
