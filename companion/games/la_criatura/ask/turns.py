"""The course of a turn as questions: events, votes, the chief's dice, discards."""

from __future__ import annotations

from companion.games.la_criatura import looks
from companion.games.la_criatura.ask.others import other_things
from companion.games.la_criatura.ask.sheet import Sheet
from companion.games.la_criatura.cards import AWAKE, EVENT, effect, with_back
from companion.referee.view import Choice, Group, Question, Said


def first_chief(sheet: Sheet) -> Question:
    """The first turn: who is the first chief, by lot."""
    choices = tuple(sheet.player(p, {"action": "chief", "player": p}) for p in sheet.table.seats)
    return Question(sheet.say("chief.first"), {}, (Group("", choices), other_things(sheet)))


def events(sheet: Sheet) -> Question:
    """Whoever is asked plays an event or passes; anybody may react."""
    table, player = sheet.table, sheet.table.turn
    order = looks.event_order(table)
    passed = sheet.plain("event.pass", {"action": "pass", "player": player}, player=player)
    quick: tuple[Choice, ...] = (passed,)
    if len(order) > 1:
        rest = tuple({"action": "pass", "player": p} for p in order)
        quick = (passed, sheet.plain("event.pass-all", rest[0], then=rest[1:]))
    groups = [Group("", quick), Group(sheet.say("event.played"), event_cards(sheet, player))]
    return Question(
        sheet.say("event.who", player=player), {}, (*groups, *beside(sheet), other_things(sheet)), player=player
    )


def event_cards(sheet: Sheet, player: str) -> tuple[Choice, ...]:
    """The events of the box as choices for somebody: with a token where it takes one."""
    table = sheet.table
    needs = looks.is_sedated(table, player) or bool(looks.number(table, (looks.PLAYED, player)))
    found = []
    for card in with_back(sheet.decklist, EVENT):
        said: dict[str, object] = {"action": "event", "player": player, "card": card.slug}
        if needs:
            said["spend"] = True
        wakes = effect(sheet.decklist, card.slug) == AWAKE
        found.append(sheet.card(card.slug, said, done=not wakes))
    return tuple(found)


def whom_awake(sheet: Sheet) -> Question:
    """Who plays which event; of Despierto whom it wakes."""
    table = sheet.table
    player = sheet.heard("player")
    if player not in table.seats:
        return who_reacts(sheet)
    if not sheet.heard("card"):
        groups = (Group("", event_cards(sheet, player)),)
        spends = looks.is_sedated(table, player) or looks.number(table, (looks.PLAYED, player))
        detail = sheet.say("event.spends") if spends else ""
        return Question(sheet.say("event.which", player=player), sheet.said, groups, player=player, detail=detail)
    choices = tuple(sheet.player(p, {**sheet.said, "target": p}) for p in table.seats if looks.is_sedated(table, p))
    if not choices:
        choices = (sheet.player(player, {**sheet.said, "target": player}),)
    return Question(sheet.say("event.wakes"), sheet.said, (Group("", choices),), player=player)


def who_reacts(sheet: Sheet) -> Question:
    """Somebody plays an event though it is not their move."""
    choices = tuple(
        Choice(p, {"action": "event", "player": p}, player=p, detail=_spends(sheet, p)) for p in sheet.table.seats
    )
    return Question(sheet.say("event.reacts"), {"action": "event"}, (Group("", choices),))


def _spends(sheet: Sheet, player: str) -> str:
    spent = looks.number(sheet.table, (looks.PLAYED, player)) or looks.is_sedated(sheet.table, player)
    return sheet.say("event.for-token") if spent else ""


def beside(sheet: Sheet) -> tuple[Group, ...]:
    """What anybody may do at this step: react with an event, draw a weapon for a token."""
    table = sheet.table
    choices = []
    if table.step in ("events", "vote", "tie", "verdict", "move", "helicopter"):
        choices.append(Choice(sheet.say("event.other"), {"action": "event"}, icon="event"))
    if any(looks.tokens(table, p) for p in table.seats):
        choices.append(Choice(sheet.say("arm.other"), {"action": "arm"}, icon="weapons"))
    return (Group(sheet.say("group.beside"), tuple(choices), quiet=True),) if choices else ()


def who_arms(sheet: Sheet) -> Question:
    """Whose token is spent for a weapon."""
    players = [p for p in sheet.table.seats if looks.tokens(sheet.table, p)] or list(sheet.table.seats)
    choices = tuple(sheet.player(p, {"action": "arm", "player": p}) for p in players)
    return Question(sheet.say("arm.who"), {"action": "arm"}, (Group("", choices),), detail=sheet.say("arm.detail"))


def votes(sheet: Sheet) -> Question:
    """Whom somebody votes for; the chief has two."""
    table, player = sheet.table, sheet.table.turn
    said: Said = {"action": "vote", "player": player}
    two = player == looks.chief(table)
    targets = [p for p in table.seats if p != player or table.options.get("self_vote") is True]
    choices = tuple(sheet.player(p, {**said, "votes": [p, p] if two else [p]}) for p in targets)
    groups = [Group("", choices)]
    apart = two and table.options.get("chief_splits") is not False and len(targets) > 1
    quiet = [Choice(sheet.say("vote.split"), said, icon="vote.split")] if apart else []
    if table.options.get("abstention") is True:
        quiet.append(sheet.plain("vote.none", {**said, "votes": []}))
    if quiet:
        groups.append(Group("", tuple(quiet)))
    text = sheet.say("vote.chief" if two else "vote.who", player=player)
    return Question(text, {}, (*groups, *beside(sheet), other_things(sheet)), player=player)


def split_vote(sheet: Sheet) -> Question:
    """The chief's two votes for two people: the first, then the second."""
    table, player = sheet.table, sheet.table.turn
    value = sheet.said.get("votes")
    first = [str(one) for one in value] if isinstance(value, list) else []
    if table.step != "vote" or player != sheet.heard("player") or len(first) > 1:
        return votes(Sheet(sheet.decklist, table, {}, sheet.words))
    targets = [p for p in table.seats if p not in first and (p != player or table.options.get("self_vote") is True)]
    said: Said = {"action": "vote", "player": player}
    if first:
        choices = tuple(sheet.player(p, {**said, "votes": [*first, p]}) for p in targets)
        return Question(sheet.say("vote.second", player=first[0]), sheet.said, (Group("", choices),), player=player)
    choices = tuple(Choice(p, {**said, "votes": [p]}, player=p) for p in targets)
    return Question(sheet.say("vote.first"), said, (Group("", choices),), player=player)


def tie(sheet: Sheet) -> Question:
    """One die for each of those tied."""
    rolling = looks.tied(sheet.table)
    fields = tuple(sheet.dice(1, f"die.{k}", player) for k, player in enumerate(rolling))
    text = sheet.say("tie", players=sheet.words.listed(rolling))
    groups = (*beside(sheet), other_things(sheet))
    return Question(text, {"action": "tie"}, groups, fields, sheet.say("done"), player=rolling[0] if rolling else "")


def verdict(sheet: Sheet) -> Question:
    """Whoever has most votes is the Creature, or is sedated."""
    player = sheet.table.turn
    said = {"action": "declare", "player": player}
    no = sheet.plain("declare.no", {**said, "creature": False}, player=player)
    yes = sheet.plain("declare.yes", {**said, "creature": True}, player=player)
    text = sheet.say("declare.who", player=player)
    groups = (Group("", (no, yes)), *beside(sheet), other_things(sheet))
    return Question(text, {}, groups, player=player)


def move(sheet: Sheet) -> Question:
    """The chief's die for the movement."""
    player = sheet.table.turn
    sedated = [p for p in sheet.table.seats if looks.is_sedated(sheet.table, p)]
    keeps = sheet.say("move.keeps", players=sheet.words.listed(sedated)) if sedated else ""
    groups = (*beside(sheet), other_things(sheet))
    text, detail = sheet.say("move.roll", player=player), f"{sheet.say('move.how')} {keeps}".strip()
    return Question(text, {"action": "move"}, groups, (sheet.dice(1),), sheet.say("done"), detail, player)


def discard(sheet: Sheet) -> Question:
    """How many events somebody discards."""
    table, player = sheet.table, sheet.table.turn
    order = looks.discard_order(table)
    rest = tuple({"action": "discard", "player": p, "count": 0} for p in order)
    nobody = (sheet.plain("discard.nobody", rest[0], then=rest[1:]),) if len(order) > 1 else ()
    counts = tuple(
        sheet.plain(f"discard.{count}", {"action": "discard", "player": player, "count": count})
        for count in range(table.hands[player] + 1)
    )
    groups = (Group("", (*counts, *nobody)), *beside(sheet), other_things(sheet))
    return Question(sheet.say("discard.who", player=player), {}, groups, player=player)


def elect(sheet: Sheet) -> Question:
    """The chief's die for the next chief, with whom each number means."""
    player = sheet.table.turn
    course = tuple(looks.counted(sheet.table, eyes) for eyes in range(1, 7))
    groups = (*beside(sheet), other_things(sheet))
    text = sheet.say("elect.roll", player=player)
    return Question(
        text, {"action": "elect"}, groups, (sheet.dice(1),), sheet.say("done"), player=player, course=course
    )
