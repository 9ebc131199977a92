"""The questions of the last fight, in the saucer."""

from __future__ import annotations

from companion.engine.kit.forms import Form
from companion.engine.view import Choice, Field, Group, Question
from companion.games.the_thing import base as b
from companion.games.the_thing import queries
from companion.games.the_thing_outpost import base as o
from companion.games.the_thing_outpost import queries as q
from companion.games.the_thing_outpost.prompts import Prompts


def set_up(ask: Prompts) -> Question:
    """Ask who else is an Alien, and which token lies in each sector."""
    if ask.table.step != "ufo-setup":
        return ask.opening()
    people = tuple((p, p) for p in queries.characters(ask.table))
    aliens = Field("aliens", ask.say("ufo.aliens"), "checks", people)
    values = tuple((str(value), str(value)) for value in o.TOKENS)
    tokens = tuple(Field(sector, ask.words.raw(f"rooms.{sector}"), "choice", values) for sector in o.SECTORS)
    groups = (ask.other_things(),)
    said = {"action": "start-ufo"}
    return Question(ask.say("ufo.setup"), said, groups, (aliens, *tokens), ask.say("done"), ask.say("ufo.detail"))


def fill_set_up(form: Form) -> None:
    """Add the Aliens and the tokens."""
    form.action["aliens"] = form.ticked("aliens")
    form.action["tokens"] = [form.number(sector) for sector in o.SECTORS]


def places(ask: Prompts) -> Question:
    """Ask where the next Human goes."""
    player = q.to_enter(ask.table)[0]
    said = {"action": "enter", "player": player}
    choices = tuple(
        Choice(ask.room(sector), {**said, "at": sector}, True, refusal=ask.refusal({**said, "at": sector}), room=sector)
        for sector in o.SECTORS
    )
    return ask.start(ask.say("ufo.where", player=player), Group("", choices), player=player)


def revealing(ask: Prompts) -> Question:
    """Ask for the sectors on the Alien's cards."""
    options = tuple((sector, ask.room(sector)) for sector in o.SECTORS)
    fields = tuple(
        Field(f"heap.{k}", ask.say("alien.heap", k=k + 1, count=n), "choice", options)
        for k, (_, n) in enumerate(queries.heaps(ask.table))
    )
    return ask.start(ask.say("alien.reveal"), said={"action": "uncover"}, fields=fields, submit=ask.say("done"))


def fill_uncover(form: Form) -> None:
    """Add the sectors on the cards."""
    form.action["at"] = [form.needed(f"heap.{k}") for k in range(len(queries.heaps(form.table)))]


def fights(ask: Prompts) -> Question:
    """Ask which sector is dealt with next."""
    rooms = tuple(
        Choice(
            ask.say("meet.room", room=ask.room(sector), who=ask.words.listed(q.in_sector(ask.table, sector))),
            {"action": "fight", "at": sector},
            room=sector,
        )
        for sector in q.fights(ask.table)
    )
    return ask.start(ask.say("clash.which"), Group("", rooms))


def fighting(ask: Prompts) -> Question:
    """Ask for the outcome: by strength, or by fire."""
    sector, table, said = ask.heard("at"), ask.table, ask.said
    if table.step != "ufo-fight" or sector not in q.fights(table):
        return ask.opening()
    people, strength = q.in_sector(table, sector), q.strength(table, sector)
    if strength > len(people):
        choices = [ask.plain("clash.assimilate", {**said, "win": "assimilate", "victim": p}, player=p) for p in people]
        choices.append(ask.plain("ufo.tokens", {**said, "win": "tokens"}))
    else:
        choices = [ask.plain("ufo.even" if strength == len(people) else "clash.flees", dict(said))]
    fires = tuple(
        ask.plain(f"clash.{weapon}", {**said, "fire": p, "with": weapon}, player=p)
        for p in people
        for weapon in b.BURNING
        if queries.number(table, b.WEAPONS, p)
    )
    text = ask.say("clash.text", room=ask.room(sector), strength=strength, people=len(people))
    groups = [Group("", tuple(choices))]
    groups += [Group(ask.say("group.fire"), fires, quiet=True)] if fires else []
    return Question(text, said, tuple(groups))


def collecting(ask: Prompts) -> Question:
    """Ask which tokens the Alien draws, one after the other."""
    if ask.table.step != "ufo-collect":
        return ask.opening()
    value = ask.said.get("drawn")
    drawn = [one for one in value if isinstance(one, int)] if isinstance(value, list | tuple) else []
    wanted = q.to_draw(ask.table)
    more = tuple(
        ask.plain("ufo.value", {"action": "collect", "drawn": [*drawn, k]}, done=len(drawn) + 1 == wanted, count=k)
        for k in o.TOKENS
    )
    detail = ask.say("ufo.drawn-so-far", drawn=", ".join(map(str, drawn))) if drawn else ask.say("ufo.humans-take")
    text = ask.say("ufo.draw", count=wanted - len(drawn))
    return ask.start(text, Group("", more), detail=detail) if not drawn else Question(
        text, ask.said, (Group("", more),), detail=detail)  # fmt: skip


def launching(ask: Prompts) -> Question:
    """Ask if the next card of the launch is paid for, and with what."""
    ways = tuple(
        ask.plain("ufo.pay", {"action": "launch", "pay": list(way)}, tokens=" + ".join(map(str, way)))
        for way in q.payments(ask.table)
    )
    no = ask.plain("ufo.keep", {"action": "next"})
    text = ask.say("ufo.launch", count=queries.number(ask.table, o.LAUNCHED) + 1, cost=q.next_cost(ask.table))
    return ask.start(text, Group("", ways), Group("", (no,)))
