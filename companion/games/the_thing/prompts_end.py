"""The questions of the way out and of the end."""

from __future__ import annotations

from dataclasses import replace

from companion.engine.kit import everyday
from companion.engine.view import Choice, Group, Question, Said
from companion.games.the_thing import base as b
from companion.games.the_thing import queries
from companion.games.the_thing.escape import ROLE
from companion.games.the_thing.prompts import Prompts, heard_table


def boarding(ask: Prompts) -> Question:
    """Ask who decides now; or whom those aboard let in, or what a player shows."""
    prompts = ask.table.prompts
    if prompts and prompts[0].about == ROLE:
        player = prompts[0].to
        said = {"action": "show-role", "player": player}
        shows = (ask.plain("test.human", {**said, "alien": False}), ask.plain("test.alien", {**said, "alien": True}))
        return ask.start(ask.say("test.shows", player=player), Group("", shows), player=player)
    if prompts:
        grants = tuple[Said, ...]({"action": "consent", "player": one.to, "grants": True} for one in prompts)
        groups = [Group("", (ask.plain("consent.all", grants[0], then=grants[1:]),))] if len(grants) > 1 else []
        for k, (one, own) in enumerate(zip(prompts, grants, strict=True)):
            answers = (ask.plain("consent.yes", own), ask.plain("consent.no", {**own, "grants": False}))
            named = (replace(each, label=f"{each.label}: {one.to}", player=one.to) for each in answers)
            label = ask.say("consent.who", player=one.to, other=one.by)
            groups.append(Group(label, tuple(named), quiet=k > 1))  # more pairs of answers would lie out of sight
        return ask.start(ask.say("consent.text", player=prompts[0].by), *groups)
    player = queries.may_board(ask.table)
    said = {"action": "get-aboard", "player": player}
    yes = ask.plain("board.yes", {**said, "boards": True}, player=player)
    no = ask.plain("board.no", {**said, "boards": False}, player=player)
    aboard = queries.aboard(ask.table)
    detail = ask.say("board.aboard", players=ask.words.listed(aboard)) if aboard else ""
    return ask.start(ask.say("board.who", player=player), Group("", (yes, no)), detail=detail, player=player)


def ending(ask: Prompts) -> Question:
    """Ask for everybody's role, one after the other, to know who has won; then who was infected last, if it counts."""
    table = ask.table
    roles = {p: role for p in table.players if (role := table.roles.get(p, "")) in (b.HUMAN_ROLE, b.ALIEN_ROLE)}
    roles |= heard_table(ask, "roles")
    left = [p for p in table.players if p not in roles]
    whole = {"action": "end", "cause": "roles", "roles": roles}
    if left:
        choices = []
        for role in (b.HUMAN_ROLE, b.ALIEN_ROLE):
            said = {**whole, "roles": {**roles, left[0]: role}}
            done = len(left) == 1 and not _asks_who_was_last(ask, said["roles"])
            rest = {**dict.fromkeys(left, b.ALIEN_ROLE), **roles, left[0]: role}
            refusal = ask.refusal({**said, "roles": rest})
            closed = refusal if done or (refusal and refusal.rule == "end.roles") else None
            choices.append(Choice(ask.words.raw(f"roles.{role}"), said, done, icon=role, refusal=closed))
        text, groups = ask.say("end.whose", player=left[0]), [Group("", tuple(choices))]
    elif _asks_who_was_last(ask, roles):
        people = tuple(ask.player(p, {**whole, "last_infected": p}) for p in table.players)
        unknown = ask.plain("end.last-unknown", whole)
        text, groups = ask.say("end.last"), [Group("", people), Group("", (unknown,))]
    else:
        text, groups = ask.say("end.roles"), [Group("", (ask.plain("end.submit", whole),))]
    return Question(text, ask.said, tuple(groups)) if ask.said else ask.start(text, *groups)


def _asks_who_was_last(ask: Prompts, roles: object) -> bool:
    """Return True if one of these roles may lose because it was infected last."""
    told = {str(p): str(role) for p, role in roles.items()} if isinstance(roles, dict) else {}
    return "last_infected" in ask.game.moves["end"].fields and queries.all_infected(ask.table, told)


def how_it_ends(ask: Prompts) -> Question:
    """Ask if the game stops without a result, or no Human is left."""
    cause = ask.heard("cause")
    if cause == "abandoned":
        return everyday.abandoned(ask)
    if ask.table.step == "ending":
        return ending(ask) if cause == "roles" else ask.opening()
    if cause not in b.SAID_ENDINGS:
        return ask.opening()
    yes = ask.plain(f"end.{cause}", {"action": "end", "cause": cause})
    return Question(ask.say(f"end.{cause}"), ask.said, (Group("", (yes,)),))
