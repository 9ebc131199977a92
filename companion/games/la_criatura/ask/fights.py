"""The helicopter phase as questions: who strikes whom with what, who saves themselves, who showed which card."""

from __future__ import annotations

from companion.games.la_criatura import looks
from companion.games.la_criatura.ask.others import other_things
from companion.games.la_criatura.ask.sheet import Sheet
from companion.games.la_criatura.ask.turns import beside
from companion.games.la_criatura.cards import WEAPON, bonus, guards, is_unknown, with_back
from companion.referee.view import Choice, Field, Group, Question, Said


def attack(sheet: Sheet) -> Question:
    """Whom the one whose move it is strikes."""
    player = sheet.table.turn
    said: Said = {"action": "attack", "player": player}
    others = [p for p in sheet.table.seats if p != player]
    choices = tuple(sheet.player(p, {**said, "target": p}, done=False) for p in others)
    text = sheet.say("attack.whom", player=player)
    return Question(text, {}, (Group("", choices), *_shows(sheet), *beside(sheet), other_things(sheet)), player=player)


def _shows(sheet: Sheet) -> tuple[Group, ...]:
    """The Creature shows itself, where it still can."""
    if looks.is_revealed(sheet.table) or looks.is_gone(sheet.table):
        return ()
    choice = Choice(sheet.say("reveal"), {"action": "reveal"}, icon="criatura", kind="contagion")
    return (Group(sheet.say("group.creature"), (choice,), quiet=True),)


def how_struck(sheet: Sheet) -> Question:
    """With what, and what the dice say."""
    table, player, target = sheet.table, sheet.heard("player"), sheet.heard("target")
    if table.step not in looks.IN_FLIGHT or player != table.turn or target not in table.seats:
        return attack(Sheet(sheet.decklist, table, {}, sheet.words)) if table.step in looks.IN_FLIGHT else _stale(sheet)
    groups: list[Group] = []
    said = {key: value for key, value in sheet.said.items() if key != "dice"}
    weapon = sheet.heard("weapon")
    if not weapon:
        if looks.tokens(table, player):
            token = sheet.plain("attack.token", {**said, "triumph": True}, player=player)
            groups.append(Group("", (token,)))
        weapons = tuple(
            sheet.card(card, {**said, "weapon": card}, done=False) for card in _at_hand(sheet, player, True)
        )
        if weapons:
            groups.append(Group(sheet.say("attack.with"), weapons))
    fields = [sheet.dice(looks.dice_wanted(table, player, False))]
    if weapon and is_unknown(sheet.decklist, weapon):
        fields.insert(0, _bonus(sheet))
    name = sheet.words.card(weapon)
    text = sheet.say("attack.armed" if weapon else "attack.bare", player=player, target=target, card=name)
    more = bonus(sheet.decklist, weapon, 0) if weapon else 0
    least = 6 if looks.is_sedated(table, player) else 5
    known = not weapon or not is_unknown(sheet.decklist, weapon)
    detail = sheet.say("attack.needs", least=max(1, least - more)) if known else ""
    return Question(text, said, tuple(groups), tuple(fields), sheet.say("attack.submit"), detail, player)


def _stale(sheet: Sheet) -> Question:
    return Question(sheet.say("over"), {}, (other_things(sheet),))


def _bonus(sheet: Sheet) -> Field:
    options = tuple((str(k), f"+{k}") for k in range(4))
    return Field("bonus", sheet.say("attack.bonus"), "choice", options, value="1")


def _at_hand(sheet: Sheet, player: str, attacks: bool) -> list[str]:
    """The weapons somebody may use: those that lie open, and if some lie face down any that nobody has shown yet."""
    table = sheet.table
    cards = list(dict.fromkeys(table.fronts.get(player, ())))
    if looks.number(table, (looks.WEAPONS, player)):
        cards += [card.slug for card in with_back(sheet.decklist, WEAPON) if card.slug not in cards]
    return [card for card in cards if is_unknown(sheet.decklist, card) or _fits(sheet, card, attacks)]


def _fits(sheet: Sheet, card: str, attacks: bool) -> bool:
    return bool(bonus(sheet.decklist, card, 0)) if attacks else bool(guards(sheet.decklist, card, 0))


def respond(sheet: Sheet) -> Question:
    """Who takes the blow for the Creature; or how somebody who is hit saves themselves."""
    table, prompt = sheet.table, sheet.table.prompt
    assert prompt is not None, "in step respond somebody is asked"
    said: Said = {"action": "respond", "player": prompt.to}
    if prompt.about == looks.SHIELD:
        choices = tuple(sheet.player(p, {**said, "target": p}) for p in looks.shields(table))
        text = sheet.say("shield.who", player=prompt.to)
        return Question(text, {}, (Group("", choices), other_things(sheet)), player=prompt.to)
    ways = [sheet.plain("blow.falls", said, player=prompt.to)]
    if looks.tokens(table, prompt.to):
        ways.append(sheet.plain("blow.token", {**said, "triumph": True}, player=prompt.to))
    groups = [Group("", tuple(ways))]
    if (looks.GUARDED, prompt.to) not in table.tracks:
        objects = tuple(
            sheet.card(card, {**said, "card": card}, done=False) for card in _at_hand(sheet, prompt.to, False)
        )
        groups += [Group(sheet.say("blow.parries"), objects)] if objects else []
    text = sheet.say("blow.who", player=prompt.to, by=prompt.by)
    return Question(text, {}, (*groups, other_things(sheet)), player=prompt.to)


def how_parried(sheet: Sheet) -> Question:
    """What the die says of an object that parries."""
    prompt, card = sheet.table.prompt, sheet.heard("card")
    if prompt is None:
        return _stale(sheet)
    if not card or prompt.to != sheet.heard("player"):
        return respond(Sheet(sheet.decklist, sheet.table, {}, sheet.words))
    fields = [sheet.dice(1)]
    if is_unknown(sheet.decklist, card):
        options = tuple((str(k), sheet.say("blow.range", least=k)) for k in range(2, 7))
        fields.insert(0, Field("from", sheet.say("blow.from"), "choice", options, value="5"))
    text = sheet.say("blow.roll", player=prompt.to, card=sheet.words.card(card))
    return Question(text, sheet.said, (), tuple(fields), sheet.say("done"), player=prompt.to)


def who_shows(sheet: Sheet) -> Question:
    """Who is the Creature, and which infected show themselves with it."""
    table, player = sheet.table, sheet.heard("player")
    if player not in table.seats:
        choices = tuple(
            sheet.player(p, {"action": "reveal", "player": p, "infected": []}, done=False) for p in table.seats
        )
        choices = tuple(_onward(choice) for choice in choices)
        return Question(sheet.say("reveal.who"), {"action": "reveal"}, (Group("", choices),))
    others = [p for p in table.players if p != player]
    fields = (Field("infected", sheet.say("reveal.infected"), "checks", sheet.names(others)),)
    said: Said = {key: value for key, value in sheet.said.items() if key != "infected"}
    return Question(sheet.say("reveal.text", player=player), said, (), fields, sheet.say("reveal.submit"))


def _onward(choice: Choice) -> Choice:
    """The choice leads on to who is infected; where it is refused it can be overruled there."""
    said = {key: value for key, value in choice.said.items() if key != "infected"}
    return Choice(choice.label, said, player=choice.player, refusal=choice.refusal)


def landed(sheet: Sheet) -> Question:
    """Who everybody was, to know who has won."""
    table = sheet.table
    fields = tuple(
        Field(f"role.{k}", p, "choice", roles_of(sheet), value=table.roles.get(p, looks.HUMAN_ROLE))
        for k, p in enumerate(table.players)
    )
    said: Said = {"action": "end", "cause": "landed"}
    text = sheet.say("end.roles", players=sheet.words.listed(table.seats))
    return Question(text, said, (other_things(sheet),), fields, sheet.say("end.submit"))


def roles_of(sheet: Sheet) -> tuple[tuple[str, str], ...]:
    """What somebody can have been."""
    roles = (looks.HUMAN_ROLE, looks.INFECTED_ROLE, *(() if looks.is_gone(sheet.table) else (looks.CREATURE_ROLE,)))
    return tuple((role, sheet.words.raw(f"roles.{role}")) for role in roles)
