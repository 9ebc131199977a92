"""The questions about action dice: rolling them, whose they are, what is cancelled, what is done with them."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

from companion.engine.actions import Malformed
from companion.engine.kit.forms import Form
from companion.engine.view import Choice, Field, Group, Question, Said
from companion.games.the_thing import base as b
from companion.games.the_thing import prompts_work
from companion.games.the_thing import queries as q
from companion.games.the_thing.prompts import one_touch
from companion.games.the_thing_coop import base as c
from companion.games.the_thing_coop import queries
from companion.games.the_thing_coop.prompts import Prompts


def side(ask: Prompts, face: str) -> str:
    """Return the name of a side of an action die."""
    return ask.words.raw(f"dice.action.{face}")


def _dice(ask: Prompts, count: int) -> Field:
    return ask.drawn("dice", ask.say("roll.dice", count=count), tuple(side(ask, face) for face in c.SIDES), count)


def fill_dice(form: Form) -> None:
    """Add the sides that lie on top."""
    if "dice" not in form.filled:
        return
    sides = form.eyes()
    if any(one is None for one in sides):
        raise Malformed("malformed.missing", field="dice")
    form.action["dice"] = sides


@one_touch
def actions(ask: Prompts) -> Question:
    """Ask what the leader does next: rolls, says whose the dice are, or uses them."""
    table = ask.table
    if ask.depth != b.COMPLETE:
        return prompts_work.actions(ask)
    whose, dice = queries.assigned(table), queries.dice(table)
    stop, not_yet = prompts_work.stopping(ask) if not dice else ((), ())
    extra = (*prompts_work.extra_choice(ask), *not_yet)
    beside = (Group(ask.say("group.beside"), extra, quiet=True),) if extra else ()
    if not dice and q.is_dark(table) and not whose:
        return ask.start(ask.say("dice.whose-dark"), Group("", (*_whose(ask), *stop)), *beside, player=table.turn)
    if not dice:
        field = _dice(ask, queries.how_many_dice(table))
        key = "roll.for" if whose else "roll.text"
        text = ask.say(key, person=leads(ask), player=whose)
        said = {"action": "roll-dice"}
        groups = (Group("", stop), *beside) if stop else beside
        return ask.start(text, *groups, said=said, fields=(field,), submit=ask.say("done"), player=table.turn)
    beside_dice = (*beside, *_changing(ask))
    if not whose and queries.bad(table):
        text = ask.say("dice.whose", dice=queries.faces(ask.table, ask.words))
        return ask.start(text, Group("", _whose(ask)), *beside_dice, player=table.turn)
    people = (whose,) if whose else queries.up(table)
    return ask.start(
        ask.say("dice.theirs" if whose else "dice.good", dice=queries.faces(ask.table, ask.words), player=whose),
        *_cancelling(ask, whose),
        *_doing(ask, people),
        *_wasting(ask, people),
        *beside_dice,
        player=whose or table.turn,
    )


def leads(ask: Prompts) -> str:
    """Return the person who leads."""
    return queries.person(ask.table, q.leader(ask.table))


def rolling(ask: Prompts) -> Question:
    """Ask for the dice where the leader rolls; and for fire, where they are used."""
    return ask.opening()


def _whose(ask: Prompts) -> tuple[Choice, ...]:
    said: Said = {"action": "assign-dice"}
    return tuple(
        ask.player(p, {**said, "player": p}, detail=ask.room(q.where(ask.table, p) or b.REC_ROOM))
        for p in queries.up(ask.table)
    )


def _cancelling(ask: Prompts, player: str) -> tuple[Group, ...]:
    """Return what sabotage and threat cost to cancel, as a sum; or to suffer them."""
    found = queries.bad(ask.table)
    if not found or not player:
        return ()
    now = q.suspicion(ask.table, player)
    said: Said = {"action": "cancel-dice", "player": player}

    def cancels(which: tuple[int, ...]) -> Choice:
        faces = ", ".join(side(ask, queries.dice(ask.table)[one]) for one in which)
        more = queries.grows(ask.table, player, len(which))
        return ask.plain("dice.cancel", {**said, "which": list(which)}, dice=faces, was=now, count=more, now=now + more)

    suffer = ask.plain("dice.suffer", {"action": "suffer-dice", "player": player})
    some = tuple(cancels(which) for k in range(1, len(found)) for which in combinations(found, k))
    groups = [Group("", (cancels(found), suffer))]
    return (*groups, Group(ask.say("group.some"), some, quiet=True)) if some else tuple(groups)


def _doing(ask: Prompts, people: tuple[str, ...]) -> tuple[Group, ...]:
    """Return what can be done where somebody stands: of several people, with several faces, those who can."""
    faces = [face for face in c.GOOD if face in queries.dice(ask.table).values() and not queries.bad(ask.table)]
    groups = []
    for face in faces if people else ():
        said: Said = {"action": "carry-out", "card": face}
        ways = tuple(prompts_work.to_somebody(ask, {**said, "player": p}, p, face) for p in people)
        if len(people) > 1 and len(faces) > 1:
            ways = tuple(replace(one, card=face, kind="action", icon=face) for one in ways if one.refusal is None)
        groups.append(Group(ask.words.card(face), ways))
    return tuple(one for one in groups if one.choices)


def _wasting(ask: Prompts, people: tuple[str, ...]) -> tuple[Group, ...]:
    """Fire instead of an action; or nothing at all."""
    if queries.bad(ask.table):
        return ()
    burn = tuple(
        ask.plain(f"burn.{weapon}", {"action": "burn", "player": p, "at": q.where(ask.table, p), "with": weapon},
                  player=p)
        for p in people
        for weapon in b.BURNING
        if q.number(ask.table, b.WEAPONS if weapon == b.EXPLOSIVE else b.CHARGE, p)
        if q.where(ask.table, p) in b.OWN_GREEN
    )  # fmt: skip
    waste = tuple(ask.player(p, {"action": "waste-dice", "player": p}) for p in people)
    groups = [Group(ask.say("group.fire"), burn, quiet=True)] if burn else []
    return (*groups, Group(ask.say("group.waste"), waste, quiet=len(people) > 1))


def _changing(ask: Prompts) -> tuple[Group, ...]:
    """Return who can turn a die, in the dormitory, and who may roll dice again."""
    ways: list[tuple[Choice, ...]] = []
    if player := queries.resting(ask.table):
        said = {"action": "turn-die", "player": player}
        ways.append((Choice(ask.say("dice.turns", player=player), said, icon="dice", kind="obstacle"),))
    whose = queries.assigned(ask.table)
    ways.append(
        tuple(
            Choice(
                ask.say("dice.again", player=p), {"action": "reroll-dice", "player": p}, icon="dice", kind="obstacle"
            )
            for p in queries.up(ask.table)
            if whose in ("", p) and queries.may_reroll(ask.table, p)
        )
    )
    return tuple(Group("", choices) for choices in ways if choices)


def turning(ask: Prompts) -> Question:
    """Ask which die is turned, to which side."""
    player, dice = ask.heard("player"), queries.dice(ask.table)
    if ask.table.step != "actions" or not dice or player != queries.resting(ask.table):
        return ask.opening()
    shown = dict(reversed([(face, number) for number, face in dice.items()]))
    choices = tuple(
        ask.plain(
            "dice.turn", {"action": "turn-die", "player": player, "die": number, "face": to},
            face=side(ask, face), to=side(ask, to),
        )
        for face, number in shown.items()
        for to in c.GOOD
        if to != face
    )  # fmt: skip
    return Question(ask.say("dice.turns", player=player), ask.said, (Group("", choices),), player=player)


def rerolling(ask: Prompts) -> Question:
    """Ask which dice are rolled again, and what they show."""
    player, dice = ask.heard("player"), queries.dice(ask.table)
    most = queries.may_reroll(ask.table, player)
    if ask.table.step != "actions" or not most or not dice:
        return ask.opening()
    which = ask.said.get("which")
    if isinstance(which, list | tuple) and which:
        fields = (_dice(ask, len(which)),)
        return Question(ask.say("dice.again", player=player), ask.said, (), fields, ask.say("done"), player=player)
    alike = {
        ", ".join(sorted(side(ask, dice[one]) for one in some)): some
        for k in range(1, min(most, len(dice)) + 1)
        for some in combinations(dice, k)
    }
    choices = tuple(
        Choice(faces, {**ask.said, "which": list(some)}, icon="dice", kind="obstacle") for faces, some in alike.items()
    )
    return Question(ask.say("dice.which", player=player), ask.said, (Group("", choices),), player=player)


def blocking(ask: Prompts) -> Question:
    """Ask for the Alien's try to block the way out."""
    if ask.table.step != "block":
        return ask.opening()
    count = queries.blocks(ask.table)
    text, said = ask.say("block.text", count=count), {"action": "block-escape"}
    fields = (_dice(ask, count),)
    return ask.start(
        text, said=said, fields=fields, submit=ask.say("done"), detail=ask.say("block.how", count=c.BLOCKS)
    )
