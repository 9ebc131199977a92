"""The questions of La Criatura: the course of a turn, the helicopter phase, corrections, and what their forms say."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from companion.engine.actions import whole
from companion.engine.kit import correcting, everyday
from companion.engine.kit.forms import Form
from companion.engine.kit.prompts import PromptBuilder
from companion.engine.view import Choice, Field, Group, Question, Said
from companion.games.la_criatura import queries
from companion.games.la_criatura.queries import (
    AWAKE,
    CHARACTER,
    EVENT,
    WEAPON,
    bonus,
    effect,
    guards,
    is_unknown,
    with_back,
)


class Prompts(PromptBuilder):
    """One question in the making, with the dice and the weapons at hand."""

    unsettled = frozenset({"target.missing", "dice.count", "event.awake", "respond.no-guard", "shield.name"})
    most_shown = 4

    def question(self) -> Question:
        over = self.table.ended and self.heard("action") not in ("show", "rename")
        return self.over() if over else super().question()

    def others(self) -> list[tuple[str, dict[str, object]]]:
        """Return a triumph given by a card, and other corrections."""
        gain: dict[str, object] = {"action": "override", "about": "gain"}
        able = any(queries.tokens(self.table, p) < queries.MOST_TOKENS for p in self.table.seats)
        return [*([("gain", gain)] if able and self.table.step != "first" else []), *super().others()]

    def shown_cards(self) -> Sequence[str]:
        return [card.slug for card in self.decklist.cards if card.back != CHARACTER]

    def start(self, text: str, *groups: Group, said: Said | None = None, open_: bool = True, **more: Any) -> Question:
        """Return the question of a step, with everything else that can be said; `open_`: others may act beside it."""
        beside = self.beside() if open_ else ()
        return Question(text, said or {}, (*groups, *beside, self.other_things()), **more)

    def beside(self) -> tuple[Group, ...]:
        """Return what anybody may do at this step: react with an event, draw a weapon for a token."""
        table, choices = self.table, []
        if table.step in queries.PRINTED:
            event = Choice(self.say("event.other"), {"action": "event"}, icon="event")
            choices.append(self.leading(event, _reacting(self)))
        if able := queries.with_tokens(table):
            arm = Choice(self.say("arm.other"), {"action": "arm"}, icon="weapons")
            choices.append(self.leading(arm, (self.player(p, {"action": "arm", "player": p}) for p in able)))
        return (Group(self.say("group.beside"), tuple(choices), quiet=True),) if choices else ()

    def dice(self, count: int = 1, name: str = "dice", label: str = "") -> Field:
        """Dice to be typed in, or rolled by the companion."""
        return Field(name, label or self.say("dice", count=count), "dice", most=count)

    def spends(self, player: str) -> bool:
        """Return True if an event costs the player a token."""
        played = queries.number(self.table, (queries.PLAYED, player))
        return bool(played) or queries.is_sedated(self.table, player)

    def at_hand(self, player: str, *, attacks: bool) -> list[str]:
        """Return the weapons a player may use: open ones, and any unseen one if some lie face down."""
        cards = list(dict.fromkeys(self.table.fronts.get(player, ())))
        if queries.number(self.table, (queries.WEAPONS, player)):
            cards += [card.slug for card in with_back(self.decklist, WEAPON) if card.slug not in cards]
        fits = bonus if attacks else guards
        return [card for card in cards if is_unknown(self.decklist, card) or fits(self.decklist, card, 0)]


# The course of a turn


def first_chief(ask: Prompts) -> Question:
    """Ask who is the first chief, by lot."""
    choices = tuple(ask.player(p, {"action": "chief", "player": p}) for p in ask.table.seats)
    return ask.start(ask.say("chief.first"), Group("", choices, by_lot=True), open_=False)


def events(ask: Prompts) -> Question:
    """Whoever is asked plays an event or passes; anybody may react."""
    player, order = ask.table.turn, queries.event_order(ask.table)
    quick = [ask.plain("event.pass", {"action": "pass", "player": player}, player=player)]
    if len(order) > 1:
        rest = tuple({"action": "pass", "player": p} for p in order)
        quick.append(ask.plain("event.pass-all", rest[0], then=rest[1:]))
    groups = (Group("", tuple(quick)), Group(ask.say("event.played"), tuple(_event_cards(ask, player))))
    return ask.start(ask.say("event.who", player=player), *groups, player=player)


def _event_cards(ask: Prompts, player: str) -> Iterator[Choice]:
    """Yield the events of the box as choices for a player, with a token if it costs one.

    Despierto asks whom it wakes if anybody is sedated.
    """
    said: Said = {"action": "event", "player": player, **({"spend": True} if ask.spends(player) else {})}
    sedated = queries.sedated(ask.table)
    for card in with_back(ask.decklist, EVENT):
        done = not sedated or effect(ask.decklist, card.slug) != AWAKE
        yield ask.card(card.slug, {**said, "card": card.slug}, done=done)


def _reacting(ask: Prompts) -> Iterator[Choice]:
    for p in ask.table.seats:
        detail = ask.say("event.for-token") if ask.spends(p) else ""
        yield ask.leading(Choice(p, {"action": "event", "player": p}, player=p, detail=detail), _event_cards(ask, p))


def whom_awake(ask: Prompts) -> Question:
    """Ask who plays which event; for Despierto, whom it wakes."""
    player = ask.heard("player")
    if player not in ask.table.seats:
        return Question(ask.say("event.reacts"), {"action": "event"}, (Group("", tuple(_reacting(ask))),))
    if not ask.heard("card"):
        groups = (Group("", tuple(_event_cards(ask, player))),)
        detail = ask.say("event.spends") if ask.spends(player) else ""
        return Question(ask.say("event.which", player=player), ask.said, groups, player=player, detail=detail)
    choices = tuple(ask.player(p, {**ask.said, "target": p}) for p in queries.sedated(ask.table) or (player,))
    return Question(ask.say("event.wakes"), ask.said, (Group("", choices),), player=player)


def who_arms(ask: Prompts) -> Question:
    """Ask whose token is spent for a weapon."""
    players = queries.with_tokens(ask.table) or tuple(ask.table.seats)
    return ask.who("arm.who", {"action": "arm"}, players, ask.say("arm.detail"))


def _votable(ask: Prompts) -> list[str]:
    own = ask.table.options.get("self_vote") is True
    return [p for p in ask.table.seats if p != ask.table.turn or own]


def votes(ask: Prompts) -> Question:
    """Ask for whom a player votes; the chief has two votes."""
    table, player, targets = ask.table, ask.table.turn, _votable(ask)
    said: Said = {"action": "vote", "player": player}
    two = player == queries.chief(table)
    groups = [Group("", tuple(ask.player(p, {**said, "votes": [p, p] if two else [p]}) for p in targets))]
    apart = two and table.options.get("chief_splits") is not False and len(targets) > 1
    quiet = [Choice(ask.say("vote.split"), said, icon="vote.split")] if apart else []
    if table.options.get("abstention") is True:
        quiet.append(ask.plain("vote.none", {**said, "votes": []}))
    groups += [Group("", tuple(quiet))] if quiet else []
    return ask.start(ask.say("vote.chief" if two else "vote.who", player=player), *groups, player=player)


def split_vote(ask: Prompts) -> Question:
    """Ask for the chief's two votes for two people: the first, then the second."""
    player, value = ask.table.turn, ask.said.get("votes")
    first = [str(one) for one in value] if isinstance(value, list) else []
    if ask.table.step != "vote" or player != ask.heard("player") or len(first) > 1:
        return votes(ask.anew())
    said: Said = {"action": "vote", "player": player}
    if first:
        targets = [p for p in _votable(ask) if p not in first]
        choices = tuple(ask.player(p, {**said, "votes": [*first, p]}) for p in targets)
        return Question(ask.say("vote.second", player=first[0]), ask.said, (Group("", choices),), player=player)
    choices = tuple(Choice(p, {**said, "votes": [p]}, player=p) for p in _votable(ask))
    return Question(ask.say("vote.first"), said, (Group("", choices),), player=player)


def tie(ask: Prompts) -> Question:
    """One die for each of those tied."""
    rolling = queries.tied(ask.table)
    return ask.start(
        ask.say("tie", players=ask.words.listed(rolling)),
        said={"action": "tie"},
        fields=tuple(ask.dice(1, f"die.{k}", player) for k, player in enumerate(rolling)),
        submit=ask.say("done"),
        player=rolling[0] if rolling else "",
    )


def verdict(ask: Prompts) -> Question:
    """Whoever has most votes is the Creature, or is sedated."""
    player = ask.table.turn
    said = {"action": "declare", "player": player}
    no = ask.plain("declare.no", {**said, "creature": False}, player=player)
    yes = ask.plain("declare.yes", {**said, "creature": True}, player=player)
    return ask.start(ask.say("declare.who", player=player), Group("", (no, yes)), player=player)


def move(ask: Prompts) -> Question:
    """Ask for the chief's die for the movement."""
    player, bereft = ask.table.turn, queries.bereft(ask.table)
    sedated = queries.sedated(ask.table)
    told = [ask.say("move.how")]
    told += [ask.say("move.keeps", players=ask.words.listed(sedated))] if sedated else []
    told += [ask.say("move.bereft", player=bereft)] if bereft in ask.table.seats else []
    return _die(ask, "move", player=player, detail=" ".join(told))


def _die(ask: Prompts, verb: str, *, player: str, **more: Any) -> Question:
    text, said = ask.say(f"{verb}.roll", player=player), {"action": verb}
    return ask.start(text, said=said, fields=(ask.dice(),), submit=ask.say("done"), player=player, **more)


def discard(ask: Prompts) -> Question:
    """Ask how many events a player discards."""
    player = ask.table.turn
    rest = tuple({"action": "discard", "player": p, "count": 0} for p in queries.discard_order(ask.table))
    choices = [
        ask.plain(f"discard.{count}", {"action": "discard", "player": player, "count": count})
        for count in range(ask.table.hands[player] + 1)
    ]
    choices += [ask.plain("discard.nobody", rest[0], then=rest[1:])] if len(rest) > 1 else []
    return ask.start(ask.say("discard.who", player=player), Group("", tuple(choices)), player=player)


def elect(ask: Prompts) -> Question:
    """Ask for the chief's die for the next chief, with the player each number means."""
    course = tuple(queries.counted(ask.table, eyes) for eyes in range(1, 7))
    return _die(ask, "elect", player=ask.table.turn, course=course)


# The helicopter phase


def attack(ask: Prompts) -> Question:
    """Ask whom the attacker strikes; the Creature may show itself, while it still can."""
    player = ask.table.turn
    said: Said = {"action": "attack", "player": player}
    targets = tuple(ask.player(p, {**said, "target": p}, done=False) for p in ask.table.seats if p != player)
    groups = [Group("", targets)]
    if not queries.is_revealed(ask.table) and not queries.is_gone(ask.table):
        shows = Choice(ask.say("reveal"), {"action": "reveal"}, icon="criatura", kind="contagion")
        groups.append(Group(ask.say("group.creature"), (shows,), quiet=True))
    return ask.start(ask.say("attack.whom", player=player), *groups, player=player)


def how_struck(ask: Prompts) -> Question:
    """With what, and what the dice say."""
    table, player, target, weapon = ask.table, ask.heard("player"), ask.heard("target"), ask.heard("weapon")
    if table.step not in queries.IN_FLIGHT:
        return ask.over()
    if player != table.turn or target not in table.seats:
        return ask.opening()
    groups: list[Group] = []
    said = {key: value for key, value in ask.said.items() if key != "dice"}
    if not weapon:
        if queries.tokens(table, player):
            token = ask.plain("attack.token", {**said, "triumph": True}, player=player)
            groups.append(Group("", (token,)))
        cards = ask.at_hand(player, attacks=True)
        weapons = tuple(ask.card(card, {**said, "weapon": card}, done=False) for card in cards)
        groups += [Group(ask.say("attack.with"), weapons)] if weapons else []
    fields, detail = [ask.dice(queries.dice_wanted(table, player, False))], ""
    if weapon and is_unknown(ask.decklist, weapon):
        options = tuple((str(k), f"+{k}") for k in range(4))
        fields.insert(0, Field("bonus", ask.say("attack.bonus"), "choice", options))
    else:
        least = queries.HIT_SEDATED if queries.is_sedated(table, player) else queries.HIT
        more = bonus(ask.decklist, weapon, 0) if weapon else 0
        detail = ask.say("attack.needs", least=max(1, least - more))
    key, name = "attack.armed" if weapon else "attack.bare", ask.words.card(weapon)
    text = ask.say(key, player=player, target=target, card=name)
    return Question(text, said, tuple(groups), tuple(fields), ask.say("attack.submit"), detail, player)


def respond(ask: Prompts) -> Question:
    """Ask who takes the blow for the Creature; or how the target saves themselves."""
    table, prompt = ask.table, ask.table.prompt
    assert prompt is not None, "in step respond somebody is asked"
    player = prompt.to
    said: Said = {"action": "respond", "player": player}
    if prompt.about == queries.SHIELD:
        choices = tuple(ask.player(p, {**said, "target": p}) for p in queries.shields(table))
        return ask.start(ask.say("shield.who", player=player), Group("", choices), player=player, open_=False)
    ways = [ask.plain("blow.falls", said, player=player)]
    if queries.tokens(table, player):
        ways.append(ask.plain("blow.token", {**said, "triumph": True}, player=player))
    groups = [Group("", tuple(ways))]
    if (queries.GUARDED, player) not in table.tracks:
        cards = ask.at_hand(player, attacks=False)
        objects = tuple(ask.card(card, {**said, "card": card}, done=False) for card in cards)
        groups += [Group(ask.say("blow.parries"), objects)] if objects else []
    return ask.start(ask.say("blow.who", player=player, by=prompt.by), *groups, player=player, open_=False)


def how_parried(ask: Prompts) -> Question:
    """Ask for the die of an object that parries."""
    prompt, card = ask.table.prompt, ask.heard("card")
    if prompt is None:
        return ask.over()
    if not card or prompt.to != ask.heard("player"):
        return ask.opening()
    fields = [ask.dice()]
    if is_unknown(ask.decklist, card):
        options = (*((str(k), ask.say("blow.range", least=k)) for k in range(2, 6)), ("6", "6"))
        fields.insert(0, Field("from", ask.say("blow.from"), "choice", options))
    text = ask.say("blow.roll", player=prompt.to, card=ask.words.card(card))
    return Question(text, ask.said, (), tuple(fields), ask.say("done"), player=prompt.to)


def who_shows(ask: Prompts) -> Question:
    """Ask who is the Creature, and which infected show themselves with it."""
    player = ask.heard("player")
    if player not in ask.table.seats:
        said: Said = {"action": "reveal"}
        # The choice leads on to who is infected; where it is refused it can be overruled there.
        choices = tuple(
            replace(ask.player(p, {**said, "player": p, "infected": []}, done=False), said={**said, "player": p})
            for p in ask.table.seats
        )
        return Question(ask.say("reveal.who"), said, (Group("", choices),))
    others = ask.names(p for p in ask.table.players if p != player)
    fields = (Field("infected", ask.say("reveal.infected"), "checks", others),)
    said = {key: value for key, value in ask.said.items() if key != "infected"}
    return Question(ask.say("reveal.text", player=player), said, (), fields, ask.say("reveal.submit"))


# The end


def landed(ask: Prompts) -> Question:
    """Ask for everybody's role, to know who has won."""
    table = ask.table
    known = (queries.HUMAN_ROLE, queries.INFECTED_ROLE, *(() if queries.is_gone(table) else (queries.CREATURE_ROLE,)))
    fields = ask.role_fields(known, lambda player: table.roles.get(player, ""))
    text, said = ask.say("end.roles", players=ask.words.listed(table.seats)), {"action": "end", "cause": "landed"}
    return ask.start(text, said=said, fields=fields, submit=ask.say("end.submit"), open_=False)


def ending(ask: Prompts) -> Question:
    """Ask for confirmation before stopping without a result."""
    return everyday.abandoned(ask) if ask.heard("cause") == "abandoned" else ask.opening()


# Corrections


def what_is_wrong(ask: Prompts) -> Question:
    """Ask what the table wants to correct, or to whom a card gives a triumph token."""
    if ask.heard("about") != "gain":
        return correcting.what_is_wrong(ask)
    said, reason = {"action": "override"}, ask.say("gain.reason")
    more = {p: {"tokens": {p: queries.tokens(ask.table, p) + 1}} for p in ask.table.seats}
    choices = tuple(ask.player(p, {**said, "set": more[p], "reason": reason}) for p in ask.table.seats)
    return Question(ask.say("gain.who"), {**said, "about": "gain"}, (Group("", choices),))


# What was filled in


def fill_tie(form: Form) -> None:
    """One die for each of those tied."""
    form.action["dice"] = [form.number(f"die.{k}") for k in range(len(queries.tied(form.table)))]


def fill_dice(form: Form) -> None:
    """Add the dice."""
    form.action["dice"] = [whole(eyes) or 0 for eyes in form.ticked("dice")]


def fill_attack(form: Form) -> None:
    """Add the dice, unless a token strikes, and what was read from an unknown card."""
    if form.action.get("triumph") is not True:
        fill_dice(form)
    weapon = str(form.action.get("weapon") or "")
    if weapon and is_unknown(form.decklist, weapon) and form.action.get("triumph") is not True:
        form.action["bonus"] = form.number("bonus")


def fill_answer(form: Form) -> None:
    """Add the die of an object, and what was read from an unknown one."""
    if form.action.get("card"):
        fill_dice(form)
        if is_unknown(form.decklist, str(form.action["card"])):
            form.action["from"] = form.number("from")


def fill_infected(form: Form) -> None:
    """Add who showed themselves with the Creature."""
    form.action["infected"] = form.ticked("infected")


def fill_roles(form: Form) -> None:
    """Add everybody's role."""
    if form.action.get("cause") == "landed":
        form.action["roles"] = form.roles()
