"""The questions of encounters and action cards."""

from __future__ import annotations

import math
from dataclasses import replace

from companion.engine.view import Choice, Group, Question, Said
from companion.games.the_thing import base as b
from companion.games.the_thing import queries
from companion.games.the_thing.prompts import Prompts, face_name, heard_table, one_touch

# Encounters


@one_touch
def encounters(ask: Prompts) -> Question:
    """Ask what is dealt with next: the Alien's cards, its rooms, then everybody else in the leader's order."""
    if queries.heaps(ask.table):
        return revealing(ask)
    if hunted := queries.hunted(ask.table):
        if len(hunted) == 1:
            text, ways = _clash(ask, hunted[0], {"action": "clash", "at": hunted[0]})
            return ask.start(text, *ways, player=ask.table.turn)
        rooms = tuple(scene(ask, slug, {"action": "clash", "at": slug}, False) for slug in hunted)
        return ask.start(ask.say("clash.which"), Group("", rooms), player=ask.table.turn)
    rooms = tuple(scene(ask, slug, {"action": "meet", "at": slug}, True) for slug in queries.meetings(ask.table))
    if not rooms:
        return no_encounter(ask)
    groups = [Group("", rooms)]
    if len(rooms) > 1 and (several := _all_met(ask)):
        groups.append(Group("", (several,)))
    evade = {
        slug: Choice(ask.say("meet.evading", room=ask.room(slug)), {"action": "meet", "at": slug}, icon="meet.evading")
        for slug in queries.meetings(ask.table)
    }
    people = {slug: queries.there(ask.table, slug) for slug in evade}
    armed = {slug for slug in evade if any(queries.number(ask.table, b.WEAPONS, p) for p in people[slug])}
    likely = tuple(one for slug, one in evade.items() if slug in armed)
    others = tuple(one for slug, one in evade.items() if slug not in armed)
    groups += [Group("", likely)] if likely else []
    groups += [Group(ask.say("group.evade"), others, quiet=True)] if others else []
    return ask.start(ask.say("meet.which"), *groups, player=ask.table.turn)


def _all_met(ask: Prompts) -> Choice | None:
    """Return the choice that all encounters are over, if nothing has to be asked on the way."""
    said, table = list[Said](), ask.table
    for slug in queries.meetings(table):
        said.append({"action": "meet", "at": slug})
        table = ask.after(said[-1], table).table
        if table.prompts or table.ended:
            return None
    return ask.plain("meet.all", said[0], then=tuple(said[1:]))


def no_encounter(ask: Prompts) -> Question:
    """Say that nobody meets anybody: the table was corrected in the middle of the phase."""
    done = ask.plain("next.done", {"action": "next"})
    return ask.start(ask.say("meet.none"), Group("", (done,)), player=ask.table.turn)


def scene(ask: Prompts, slug: str, said: Said, done: bool) -> Choice:
    """Return the choice of a room with who is there."""
    who = list(queries.standing(ask.table, slug))
    leads = queries.pack_leader(ask.table) == slug
    dog = [ask.say("pack.dog" if leads else "dog")] if queries.here(ask.table, b.DOG, slug) else []
    label = ask.say("meet.room", room=ask.room(slug), who=ask.words.listed([*who, *dog] or [ask.say("meet.empty")]))
    return Choice(label, said, done, refusal=ask.refusal(said, done=done), room=slug)


def revealing(ask: Prompts) -> Question:
    """Ask for the rooms on the Alien's cards, one after the other."""
    heaps, value = queries.heaps(ask.table), ask.said.get("at")
    if ask.table.step != "encounters" or not heaps:
        return ask.opening()
    shown = [one for one in value if isinstance(one, str)] if isinstance(value, list | tuple) else []
    shown = shown[: len(heaps) - 1]
    rooms = []
    for slug in queries.locations(ask.table):
        said: Said = {"action": "reveal", "at": [*shown, slug]}
        done = len(shown) + 1 == len(heaps)
        rooms.append(Choice(ask.room(slug), said, done, refusal=ask.refusal(said, done=done), room=slug))
    which = ask.say("alien.heap", k=len(shown) + 1, count=heaps[len(shown)][1])
    text, groups = f"{which}. {ask.say('alien.reveal')}", (Group("", tuple(rooms)),)
    if not shown:
        return ask.start(text, *groups, player=ask.table.turn)
    return Question(text, ask.said, groups, player=ask.table.turn)


def clashing(ask: Prompts) -> Question:
    """Ask about the exposed Alien in the room said."""
    slug, table = ask.heard("at"), ask.table
    if table.step != "encounters" or slug not in queries.hunted(table):
        return ask.opening()
    text, groups = _clash(ask, slug, ask.said)
    return Question(text, ask.said, groups, player=table.turn)


def _clash(ask: Prompts, slug: str, said: Said) -> tuple[str, tuple[Group, ...]]:
    """Return the question about the exposed Alien in a room: who evades or burns, what it does if it is stronger."""
    table, people = ask.table, queries.standing(ask.table, slug)
    strength = queries.here(table, b.STRENGTH, slug)
    evade = said.get("evade")
    staying = [p for p in people if not (isinstance(evade, dict) and p in evade)]
    choices = []
    if strength > len(staying):
        prey = [*staying, *([""] if queries.here(table, b.DOG, slug) else [])]
        for victim in prey:
            label = ask.say("clash.assimilate", player=victim or ask.say("dog"))
            whole = {**said, "win": "assimilate", **({"victim": victim} if victim else {})}
            choices.append(Choice(label, whole, True, player=victim, refusal=ask.refusal(whole)))
        choices.append(ask.plain("clash.sabotage", {**said, "win": "sabotage"}, room=ask.room(slug)))
        if not prey:
            choices.append(ask.plain("clash.nothing", dict(said)))
    else:
        choices.append(ask.plain("clash.flees" if strength < len(staying) else "clash.even", dict(said)))
    fires = [
        ask.plain(f"clash.{weapon}", {**said, "fire": p, "with": weapon}, player=p)
        for p in people
        for weapon in b.BURNING
    ]
    evading = [
        Choice(
            ask.say(f"evade.{weapon}", player=p),
            {**said, "evade": {**(evade if isinstance(evade, dict) else {}), p: weapon}},
            icon=weapon,
        )
        for p in staying
        for weapon in (b.EVADING if not queries.plays(table, "dodge_alien", "fire") else (b.FLAMETHROWER,))
    ]
    text = ask.say("clash.text", room=ask.room(slug), strength=strength, people=len(staying))
    groups = [Group("", tuple(choices))]
    groups += [Group(ask.say("group.fire"), tuple(fires), quiet=True)] if fires else []
    groups += [Group(ask.say("group.evade"), tuple(evading), quiet=True)] if evading else []
    return text, tuple(groups)


def meeting_at(ask: Prompts) -> Question:
    """Ask who evades an encounter, and with what."""
    slug = ask.heard("at")
    if ask.table.step != "encounters" or slug not in queries.meetings(ask.table):
        return ask.opening()
    evade, people = heard_table(ask, "evade"), queries.standing(ask.table, slug)
    said: Said = {"action": "meet", "at": slug}
    ways = tuple(
        Choice(ask.say(f"evade.{weapon}", player=p), {**said, "evade": {**evade, p: weapon}}, icon=weapon)
        for p in people
        if p not in evade
        for weapon in b.EVADING
    )
    whole = {**said, "evade": evade}
    done = (Group("", (Choice(ask.say("done"), whole, True, refusal=ask.refusal(whole)),)),) if evade else ()
    return Question(ask.say("meet.who-evades", room=ask.room(slug)), ask.said, (*done, Group("", ways)))


def looks(ask: Prompts) -> Question:
    """Ask at whose token each player who can choose looks.

    The first of them is asked, the others are a touch away, and so is it that all have looked and nobody notes at
    whose.
    """
    first, *others = (prompt.to for prompt in ask.table.prompts)
    groups = [Group("", _tokens(ask, first)), Group("", (ask.plain("look.all", {"action": "looked"}),))]
    if others:
        said: Said = {"action": "look-at-token"}
        theirs = (Choice(ask.say("look.whose", player=p), {**said, "player": p}, icon="human") for p in others)
        groups.append(Group(ask.say("group.looks"), tuple(theirs), quiet=True))
    return ask.start(ask.say("look.whose", player=first), *groups, player=first)


def _tokens(ask: Prompts, player: str) -> tuple[Choice, ...]:
    said: Said = {"action": "look-at-token", "player": player}
    return tuple(ask.player(p, {**said, "at": p}) for p in queries.looks_at(ask.table, player))


def looking(ask: Prompts) -> Question:
    """At whose token somebody looks who is not asked first."""
    player = ask.heard("player")
    if player not in (prompt.to for prompt in ask.table.prompts):
        return ask.opening()
    said: Said = {"action": "look-at-token", "player": player}
    return Question(ask.say("look.whose", player=player), said, (Group("", _tokens(ask, player)),), player=player)


# Action cards


@one_touch
def actions(ask: Prompts) -> Question:
    """Ask which card the leader has turned, and whose it is; before the first one a room may be set on fire."""
    left, turned = ask.table.piles.get("active", 0), queries.number(ask.table, b.TURNED)
    deep = ask.depth == b.COMPLETE
    stop, not_yet = stopping(ask)
    cards = _turned_up(ask) if left or not deep else ()
    burn = () if turned or not arsonists(ask) else (Choice(ask.say("burn.other"), {"action": "burn"}, icon="fire"),)
    beside = (*extra_choice(ask), *burn) if deep else ()
    groups = [group for group in (*cards, Group("", stop)) if group.choices]
    groups += [Group(ask.say("group.beside"), (*beside, *not_yet), quiet=True)] if beside or not_yet else []
    text = ask.say("actions.which", count=left) if deep else ask.say("actions.where")
    if deep and not _on_their_feet(ask):
        text = ask.say("actions.all-lie")
    return ask.start(text, *groups, player=ask.table.turn)


ROW, ROWS = 3, 5
"""Those who can carry out a card stand three in a row; where there are more rows than this the card is asked first."""


def _turned_up(ask: Prompts) -> tuple[Group, ...]:
    """Return the cards that may have been turned up, each with those who can carry it out, then those that nobody can.
    Where the ways are many, or nobody is named, who does it, or where, is asked next; but for what is used."""
    cards = {card: ask.card(card, {"action": "carry-out", "card": card}, done=False, judged=False) for card in b.CARDS}
    if ask.depth != b.COMPLETE:
        use = cards.pop(b.USE)  # its rooms are touched at once: most cards are used
        more = tuple(one for card, one in cards.items() if in_rooms(ask, card))
        return Group(use.label, in_rooms(ask, b.USE)), Group("", more)
    able = {card: [one for one in _people(ask, card) if one.refusal is None] for card in b.CARDS}
    up = _on_their_feet(ask)  # one of them lies down for a card that nobody can use
    who = {"player": up[0]} if len(up) == 1 else {}
    lost = tuple(
        ask.plain("turn.lost", {"action": "lose", "card": card, **who}, done=bool(who), card=ask.words.card(card))
        for card in b.CARDS
        if up and not able[card]
    )
    if sum(math.ceil(len(one) / ROW) for one in able.values()) > ROWS:
        return (Group("", (*(one for card, one in cards.items() if able[card]), *lost)),)
    whose = (
        Group(one.label, tuple(replace(who, card=card, kind=one.kind, icon=card) for who in able[card]))
        for card, one in cards.items()
        if able[card]
    )
    return (*whose, Group("", lost))


def stopping(ask: Prompts) -> tuple[tuple[Choice, ...], tuple[Choice, ...]]:
    """Return the leader's choice to stop; or, while that cannot be done yet, the same beside the course of play."""
    stop = (ask.plain("actions.stop", {"action": "stop"}),)
    return (stop, ()) if stop[0].refusal is None else ((), stop)


def _on_their_feet(ask: Prompts) -> tuple[str, ...]:
    return tuple(p for p in queries.characters(ask.table) if not queries.kept(ask.table, b.LYING, p))


def _people(ask: Prompts, card: str) -> tuple[Choice, ...]:
    said: Said = {"action": "carry-out", "card": card}
    return tuple(to_somebody(ask, {**said, "player": p}, p, card) for p in _on_their_feet(ask))


def losing(ask: Prompts) -> Question:
    """Ask who lies down for a card that nobody can use."""
    card = ask.heard("card")
    if ask.table.step != "actions" or card not in b.CARDS:
        return ask.opening()
    people = tuple(ask.player(p, {**ask.said, "player": p}) for p in _on_their_feet(ask))
    return Question(ask.say("turn.lies", card=ask.words.card(card)), ask.said, (Group("", people),))


def to_somebody(ask: Prompts, said: Said, player: str, card: str) -> Choice:
    """Return the choice of a card for a player, with the room; done if nothing else need be said."""
    slug = queries.where(ask.table, player)
    leaves = slug in b.VEHICLES and ask.refusal({**said, "escape": True}) is None
    more = card == b.USE and (leaves or slug in (b.STATION, b.LABORATORY, b.ARMOURY))
    again = queries.times(ask.table, slug)
    key = "turn.there-again" if card != b.SABOTAGE and again > 1 else "turn.there"
    short = f"short.{slug}"
    room = ask.words.raw(short) if ask.words.has(short) else ask.room(slug)
    detail = ask.say(key, room=room, count=again) if slug else ""
    refusal = None if card == b.USE and leaves else ask.refusal(said, done=not more)
    return Choice(player, said, not more, player=player, detail=detail, refusal=refusal)


def in_rooms(ask: Prompts, card: str) -> tuple[Choice, ...]:
    """Return the rooms in which a card can be carried out, where nobody is named."""
    said: Said = {"action": "carry-out", "card": card}
    vehicles, green = b.VEHICLES if card == b.USE else (), queries.green(ask.table)
    rooms = [_vehicle(ask, said, slug) if slug in vehicles else ask.rooms(said, (slug,))[0] for slug in green]
    if card == b.USE and ask.depth == b.SUMS:
        whole = {**said, "at": b.STATION}
        station = Choice(ask.room(b.STATION), whole, refusal=ask.refusal(whole, done=False), room=b.STATION)
        rooms = [station if one.said["at"] == b.STATION else one for one in rooms]
    return tuple(one for one in rooms if one.refusal is None)


def _vehicle(ask: Prompts, said: Said, slug: str) -> Choice:
    """Return the choice to use a vehicle: what for is asked next, if it can leave."""
    said = {**said, "at": slug}
    people = queries.characters(ask.table)
    if ask.depth == b.SUMS and all(ask.refusal({**said, "escape": True, "player": p}) for p in people):
        return ask.rooms(said, (slug,))[0]
    ways = (way for group in _vehicle_ways(ask, said, slug) for way in group.choices)
    return ask.leading(Choice(ask.room(slug), said, room=slug), ways)


def _vehicle_ways(ask: Prompts, said: Said, slug: str) -> tuple[Group, ...]:
    """Fuel for a vehicle, or away with it; who leaves, where that has to be said and is not yet."""
    fuel = ask.plain("use.fuel", {**said}, room=ask.room(slug))
    away = {**said, "escape": True}
    if ask.depth == b.COMPLETE:
        return (Group("", (fuel, ask.plain("use.escape", away, room=ask.room(slug)))),)
    people = tuple(ask.player(p, {**away, "player": p}) for p in queries.characters(ask.table))
    first = (Group("", (fuel,)),) if ask.depth == b.SUMS else ()
    return *first, Group(ask.say("use.escape", room=ask.room(slug)), people)


def turning(ask: Prompts) -> Question:
    """Ask whose a card is, and what else it needs."""
    card, player, slug = ask.heard("card"), ask.heard("player"), ask.heard("at")
    if ask.table.step != "actions" or card not in b.CARDS:
        return ask.opening()
    if card == b.USE and slug in b.VEHICLES and not player:
        ways = _vehicle_ways(ask, ask.said, slug)
        key = "leaves.who" if ask.depth == b.PHASES else "use.vehicle"
        return Question(ask.say(key, room=ask.room(slug)), ask.said, ways)
    if slug == b.STATION and card == b.USE and ask.depth == b.SUMS and not player:
        return _at_the_station(ask, player)
    if player not in queries.characters(ask.table):
        deep = ask.depth == b.COMPLETE
        ways = (Group("", _people(ask, card) if deep else in_rooms(ask, card)),)
        text = ask.say("turn.who" if deep else "turn.where", card=ask.words.card(card))
        return Question(text, ask.said, ways, player=ask.table.turn) if ways[0].choices else ask.opening()
    return _using(ask, player, queries.where(ask.table, player))


def _at_the_station(ask: Prompts, player: str) -> Question:
    """Ask what the die shows, then where the fuel goes; nobody is named where the tablet keeps only sums."""
    said = ask.said
    if not ask.heard("face"):
        faces = queries.board(ask.table).faces
        choices = tuple(Choice(face_name(ask, face), {**said, "face": face}, icon=f"weather.{face}") for face in faces)
        text = ask.say("use.die", player=player) if player else ask.say("use.die-there")
        return Question(text, said, (Group("", choices),), player=player)
    rooms = ask.rooms(said, queries.takes_fuel(ask.table), "into")
    choices = rooms or (ask.plain("use.no-fuel", dict(said)),)
    return Question(ask.say("use.into"), said, (Group("", choices),), player=player)


def first_aboard(ask: Prompts) -> Question:
    """Ask who gets into the rescue helicopter first, where the table says that it is there."""
    if not queries.rescue_is_said(ask.table):
        return ask.opening()
    said: Said = {"action": "get-aboard", "boards": True}
    return Question(
        ask.say("leaves.first"),
        {"action": "get-aboard"},
        (Group("", tuple(ask.player(p, {**said, "player": p}) for p in queries.characters(ask.table))),),
    )


def _using(ask: Prompts, player: str, slug: str) -> Question:
    """Ask for what a use needs: the die and the fuel of the station, fuel or escape, what was kept."""
    said = ask.said
    choices: tuple[Choice, ...]
    if slug in b.VEHICLES:
        choices = _vehicle_ways(ask, said, slug)[0].choices
    elif slug == b.STATION:
        return _at_the_station(ask, player)
    elif slug == b.LABORATORY:
        drawn = queries.times(ask.table, slug) + (queries.sheet(ask.table, player) == b.BLAIR)
        kept = (({**said, "kept": k}, k) for k in range(drawn, -1, -1))
        choices = tuple(ask.plain("use.kept" if k else "use.none", one, count=k) for one, k in kept)
    else:
        choices = (
            ask.plain("use.hidden", dict(said)),
            ask.plain("use.flamethrower", {**said, "flamethrower": True}),
        )
    text = ask.say("use.vehicle" if slug in b.VEHICLES else "use.what", player=player, room=ask.room(slug))
    return Question(text, said, (Group("", choices),), player=player)


def extras(ask: Prompts) -> Question:
    """Ask whose card of fuel or tools is used."""
    choices = extra_uses(ask)
    return Question(ask.say("extra.who"), {"action": "extra"}, (Group("", choices),)) if choices else ask.opening()


def extra_choice(ask: Prompts) -> tuple[Choice, ...]:
    """Return the choice to use tools or fuel, if anybody holds an object."""
    choice = Choice(ask.say("extra.other"), {"action": "extra"}, icon="tools")
    return tuple(ask.leading(choice, ways) for ways in (extra_uses(ask),) if ways)


def extra_uses(ask: Prompts) -> tuple[Choice, ...]:
    """Return a card of tools or of fuel for everybody who holds objects."""
    return tuple(
        ask.plain(f"extra.{item}", {"action": "extra", "player": p, "item": item}, player=p)
        for p in queries.characters(ask.table)
        for item in ("tools", "fuel")
        if queries.number(ask.table, b.OBJECTS, p)
    )


def burning(ask: Prompts) -> Question:
    """Ask who sets which room on fire, with what."""
    said, table = ask.said, ask.table
    if ask.heard("player") not in queries.characters(table):
        choices = arsonists(ask)
        return Question(ask.say("burn.who"), {"action": "burn"}, (Group("", choices),)) if choices else ask.opening()
    rooms = ask.rooms(said, queries.green(table))
    return Question(ask.say("burn.where", player=ask.heard("player")), said, (Group("", rooms),))


def arsonists(ask: Prompts) -> tuple[Choice, ...]:
    """Return who may set a room on fire with what: a flamethrower with charges, any other weapon."""
    has = {b.FLAMETHROWER: b.CHARGE}
    return tuple(
        ask.plain(f"burn.{weapon}", {"action": "burn", "player": p, "with": weapon}, done=False, player=p)
        for p in _on_their_feet(ask)
        for weapon in b.BURNING
        if queries.number(ask.table, has.get(weapon, b.WEAPONS), p)
    )
