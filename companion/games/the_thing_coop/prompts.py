"""The questions of the cooperative mode: who plays whom, where Characters go, dogs, the Alien's attack, the threat."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import ClassVar

from companion.engine.kit.forms import Form
from companion.engine.state import Table
from companion.engine.view import Choice, Field, Group, Question, Said
from companion.games.the_thing import base as b
from companion.games.the_thing import prompts as base
from companion.games.the_thing import prompts_votes, prompts_work
from companion.games.the_thing import queries as q
from companion.games.the_thing.prompts import heard_table, one_touch
from companion.games.the_thing_coop import base as c
from companion.games.the_thing_coop import queries
from companion.games.the_thing_coop.moving import by

TABLET = "tablet"
"""What is said where the tablet draws instead of a hand (`about`)."""


class Prompts(base.Prompts):
    """One question of the cooperative mode in the making."""

    unsettled = base.Prompts.unsettled | {"clash.plays", "meet.token"}
    shallow = base.Prompts.shallow | {"alien", "threat"}
    together: ClassVar[Mapping[str, str]] = {"plan": "encounters", "dogs": "threat"}

    def nameable(self) -> tuple[str, ...]:
        """People; their Characters are called as their sheets."""
        return queries.people(self.table)

    def others(self) -> list[tuple[str, dict[str, object]]]:
        """Sheets are not exchanged while something waits for an answer."""
        more = super().others()
        return [one for one in more if one[0] != "sheet"] if self.table.step in ("choice", "block") else more

    def drawn(self, name: str, label: str, options: tuple[str, ...], most: int = 1) -> Field:
        """Return the field for what the tablet draws of these."""
        return Field(name, label, "dice", tuple((str(k), one) for k, one in enumerate(options, 1)), most=most)

    def by_tablet(self, said: Said) -> Group:
        """Return the choice that the tablet draws instead of a hand."""
        choice = Choice(self.say("tablet.draws"), {**said, "about": TABLET}, icon="dice", kind="obstacle")
        return Group(self.say("group.tablet"), (choice,), quiet=True)


# Who plays whom


def sheets(ask: Prompts) -> Question:
    """Ask which Character each place is, one after the other."""
    table, who = ask.table, heard_table(ask, "who")
    first = table.step == "take-sheets"
    left = [p for p in table.seats if p not in who]
    if not left:
        return ask.opening()
    person, number = queries.person(table, left[0]), table.seats.index(left[0]) + 1
    text = ask.say("sheets.of", person=person, k=number if first else left[0])
    choices = []
    for slug in b.SHEETS:
        said: Said = {"action": "take-sheets", "who": {**who, left[0]: slug}}
        if slug not in who.values():
            name = ask.words.raw(f"sheets.{slug}")
            choices.append(Choice(name, said, len(left) == 1, refusal=ask.refusal(said)))
    rest = ask.plain("sheets.rest", {"action": "take-sheets", "who": who})
    groups = (Group("", tuple(choices)), Group("", (rest,)), *((ask.other_things(),) if first and not who else ()))
    return Question(text, {"action": "take-sheets", "who": who}, groups)


# Moving


@one_touch
def plan(ask: Prompts) -> Question:
    """Ask where the next Character goes; another of the same person can go first."""
    player, order = ask.table.turn, queries.planners(ask.table)
    mine = [p for p in order if p != player and queries.number_of(ask.table, p) == queries.number_of(ask.table, player)]
    before = tuple(ask.player(p, {"action": "place", "player": p}, done=False, judged=False) for p in mine)
    first = (Group(ask.say("group.before"), before, quiet=True),) if before else ()
    going = _going(ask, player)
    return ask.start(going.text, *going.groups, *first, player=player)


def placing(ask: Prompts) -> Question:
    """Ask where a Character goes that moves before the others of its person."""
    player = ask.heard("player")
    if ask.table.step != "plan" or player not in queries.planners(ask.table):
        return ask.opening()
    return _going(ask, player)


def _going(ask: Prompts, player: str) -> Question:
    said: Said = {"action": "place", "player": player}
    rest = replace(ask.plain("plan.rest", {**said, "at": b.DORMITORY}), room=b.DORMITORY)
    text = ask.say("plan.whom", person=queries.person(ask.table, player), player=player)
    return Question(text, said, (Group("", (*ask.rooms(said, b.OWN_GREEN), rest)),), player=player)


def choice(ask: Prompts) -> Question:
    """Ask whom of those on its space the threat takes."""
    choices = tuple(ask.player(p, {"action": "transform", "player": p}) for p in queries.sharing(ask.table))
    leads = queries.person(ask.table, q.leader(ask.table))
    text = ask.say("threat.which", person=leads, count=queries.threat(ask.table))
    return ask.start(text, Group("", choices), player=ask.table.turn)


# Encounters


@one_touch
def encounters(ask: Prompts) -> Question:
    """Ask what is dealt with next: dogs; or the cards of the Alien, then its rooms."""
    if heaps := q.heaps(ask.table):
        said: Said = {"action": "reveal"}
        rooms = ask.rooms(said, q.drawable(ask.table), many=True)
        text = ask.say("attack.where", count=heaps[0][1])
        return ask.start(text, Group("", rooms), ask.by_tablet(said), player=ask.table.turn)
    if q.hunted(ask.table):
        rooms = tuple(_hunted(ask, slug) for slug in q.hunted(ask.table))
        return ask.start(ask.say("clash.which"), Group("", rooms), player=ask.table.turn)
    slug = next(iter(queries.dog_meetings(ask.table)), "")
    return dog(ask, {"action": "meet", "at": slug}) if slug else prompts_work.no_encounter(ask)


def _hunted(ask: Prompts, slug: str) -> Choice:
    """Return the choice of a room with the Alien in it; a single touch if there is no weapon and nothing to choose."""
    table = ask.table
    here, strength = q.standing(table, slug), q.here(table, b.STRENGTH, slug)
    prey = queries.prey(table, slug, here)
    said: dict[str, object] = {"action": "clash", "at": slug}
    armed = any(q.number(table, b.WEAPONS, p) or q.number(table, b.CHARGE, p) for p in here)
    done = not armed and (strength <= len(here) or not prey or (len(prey) == 1 and ask.option("winner") != "choice"))
    if done and strength > len(here):
        said["win"] = "assimilate" if prey else "sabotage"
        said |= {"victim": prey[0]} if prey and prey[0] else {}
    return prompts_work.scene(ask, slug, said, done)


def dog(ask: Prompts, said: Said) -> Question:
    """Ask what a Character alone with a dog draws, if it evades, and which other room comes first."""
    slug = str(said["at"])
    here = q.standing(ask.table, slug)
    tokens = (
        ask.plain("dog.healthy", {**said, "alien": False}),
        ask.plain("dog.alien", {**said, "alien": True}),
    )
    evade = tuple(
        ask.plain(f"evade.{weapon}", {**said, "evade": {p: weapon}}, player=p) for p in here for weapon in b.EVADING
    )
    others = tuple(
        Choice(ask.room(one), {"action": "meet", "at": one}, icon=one)
        for one in queries.dog_meetings(ask.table)
        if one != slug
    )
    groups = [Group("", tokens), Group(ask.say("group.evade"), evade, quiet=True), ask.by_tablet(said)]
    groups += [Group(ask.say("group.before"), others, quiet=True)] if others else []
    text = ask.say("dog.alone", player=", ".join(here), room=ask.room(slug))
    return ask.start(text, *groups, player=ask.table.turn)


def meeting(ask: Prompts) -> Question:
    """Ask what was drawn in the chosen room; by the tablet, which token of the bag."""
    slug = ask.heard("at")
    if ask.table.step != "encounters" or slug not in queries.dog_meetings(ask.table):
        return ask.opening()
    if ask.heard("about") != TABLET:
        return dog(ask, {"action": "meet", "at": slug})
    names = tuple(ask.say(f"dog.{token}") for token in c.DOG_TOKENS)
    fields = (ask.drawn("token", ask.say("dog.bag"), names),)
    player = ", ".join(q.standing(ask.table, slug))
    text = ask.say("dog.alone", player=player, room=ask.room(slug))
    return Question(text, ask.said, (), fields, ask.say("done"))


def fill_meeting(form: Form) -> None:
    """Add the token that was drawn."""
    for token in _came_out(form, "token", c.DOG_TOKENS):
        form.action["alien"] = token == "alien"


def _came_out(form: Form, name: str, of: tuple[str, ...]) -> tuple[str, ...]:
    """Return what the tablet drew, of these."""
    return tuple(of[eyes - 1] for eyes in form.eyes(name) if eyes and eyes <= len(of))


@one_touch
def alien(ask: Prompts) -> Question:
    """Ask how strong the Alien attacks: the desired attack as a sum, and the strength on each card."""
    crowd, pool = queries.crowd(ask.table), q.number(ask.table, b.POOL)
    laid = queries.attack(ask.table)
    cards = ask.say("attack.cards", count=len(laid), pool=pool, laid=" + ".join(map(str, laid)) or "0")
    go = ask.plain("attack.laid", {"action": "lay-strength"})
    text = ask.say("attack.desired", crowd=crowd, desired=crowd + 1)
    return ask.start(text, Group("", (go,)), detail=cards)


def revealing(ask: Prompts) -> Question:
    """Ask the tablet to draw the next card of the Alien."""
    if ask.table.step != "encounters" or not q.heaps(ask.table) or ask.heard("about") != TABLET:
        return ask.opening()
    return _drawing(ask, ask.say("attack.where", count=q.heaps(ask.table)[0][1]))


def _drawing(ask: Prompts, text: str) -> Question:
    rooms = tuple(ask.room(slug) for slug in q.drawable(ask.table))
    return Question(text, ask.said, (), (ask.drawn("location", ask.say("tablet.card"), rooms),), ask.say("done"))


def fill_location(form: Form) -> None:
    """Add the location card that the tablet drew."""
    for at in _came_out(form, "location", q.drawable(form.table)):
        form.action["at"] = [at] if form.action.get("action") == "reveal" else at


def clashing(ask: Prompts) -> Question:
    """Ask about the Alien in a room; if it takes one of several, the lot can be drawn by the tablet."""
    question = prompts_work.clashing(ask)
    slug = ask.heard("at")
    if ask.table.step != "encounters" or slug not in q.hunted(ask.table):
        return question
    prey = _prey(ask.table, ask.said)
    if q.here(ask.table, b.STRENGTH, slug) <= len([p for p in prey if p]) or len(prey) < 2:
        return question
    if ask.heard("about") != TABLET:
        return Question(
            question.text, question.said, (*question.groups, ask.by_tablet(ask.said)), player=question.player
        )
    names = tuple(p or ask.say("dog") for p in prey)
    return Question(question.text, ask.said, (), (ask.drawn("victim", ask.say("attack.lot"), names),), ask.say("done"))


def _prey(table: Table, said: Said) -> tuple[str, ...]:
    evade, slug = said.get("evade"), str(said.get("at", ""))
    away = evade if isinstance(evade, dict) else {}
    return queries.prey(table, slug, tuple(p for p in q.standing(table, slug) if p not in away))


def fill_victim(form: Form) -> None:
    """Add whom the lot fell on."""
    for victim in _came_out(form, "victim", _prey(form.table, form.said)):
        form.action |= {"win": "assimilate", **({"victim": victim} if victim else {})}


# The end of a round


@one_touch
def rec_room(ask: Prompts) -> Question:
    """Ask for trades: everybody is back, and weapons and objects can change hands."""
    go = ask.plain("rec-room.done", {"action": "next"})
    trade = prompts_votes.trade_choice(ask)
    beside = (Group(ask.say("group.beside"), trade, quiet=True),) if trade else ()
    return ask.start(ask.say("rec-room.text"), Group("", (go,)), *beside)


@one_touch
def dogs(ask: Prompts) -> Question:
    """Ask where the next dog goes."""
    said: Said = {"action": "locate"}
    rooms = ask.rooms(said, q.drawable(ask.table))
    text = ask.say("dogs.where", count=q.number(ask.table, b.LOOSE))
    return ask.start(text, Group("", rooms), ask.by_tablet(said), player=ask.table.turn)


def locating(ask: Prompts) -> Question:
    """Ask the tablet to draw where the next dog goes."""
    late = q.dogs_are_late(ask.table)
    if ask.heard("about") != TABLET or not (late or ask.table.step == "dogs"):
        return dogs(ask) if late else ask.opening()
    return _drawing(ask, ask.say("dogs.where", count=q.number(ask.table, b.LOOSE)))


@one_touch
def threat(ask: Prompts) -> Question:
    """Ask where the threat goes, as a sum."""
    sharing = queries.sharing(ask.table)
    go = ask.plain("done", {"action": "move-threat"})
    return ask.start(ask.say("threat.text"), Group("", (go,)), detail=moved(ask, len(sharing)), player=ask.table.turn)


def moved(ask: Prompts, sharing: int) -> str:
    """Return how the threat moves: alone to the left, else to the right; never beyond the track."""
    at = queries.threat(ask.table)
    now = min(max(at + by(sharing), 0), c.FIRST_THREAT)
    key = "threat.right" if sharing else "threat.left"
    return ask.say(key, was=at, count=sharing or 1, now=now)
