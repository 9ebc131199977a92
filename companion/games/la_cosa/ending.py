"""How a game ends and who wins (R §7)."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.la_cosa.cards import OFFERS, effect
from companion.games.la_cosa.deed import Deed
from companion.referee.actions import Action
from companion.referee.ruling import Moment, Violation
from companion.table import facts as f
from companion.table.state import Table

NO_HUMAN_LEFT = "no-human-left"
"""The claim of `declare`."""

IS_LA_COSA = "is-la-cosa"
"""The claim of `reveal`: an eliminated player turned out to be La Cosa."""

THING, INFECTED, HUMAN = "la-cosa", "infected", "human"


def roles_said(action: Action) -> Mapping[str, str]:
    """Who was what, as the table entered it."""
    return {player: str(role) for player, role in action.table("roles").items()}


def end_at_wrong_moment(m: Moment) -> Violation | None:
    """A victory that was declared is settled as what it is; one that was not cannot be settled."""
    cause, claim = m.action.text("cause"), m.table.claim
    if cause == "abandoned":
        return None
    if cause == "la-cosa-caught" and m.table.options.get("thing_caught_loses") is False:
        return Violation("step.wrong", {}, "caught-does-not-end")
    if claim is None:
        return Violation("step.wrong", {}, "not-declared") if cause == "la-cosa-declared" else None
    fits = {NO_HUMAN_LEFT: "la-cosa-declared", IS_LA_COSA: "la-cosa-eliminated"}[claim.claim]
    return None if cause == fits else Violation("step.wrong", {"player": claim.player}, "declared")


def end_roles(m: Moment) -> Violation | None:
    """The roles cover every player, exactly one La Cosa among them, and fit the cause."""
    cause, table = m.action.text("cause"), m.table
    if cause == "abandoned":
        return None
    roles = roles_said(m.action)
    missing = [player for player in table.players if player not in roles]
    if missing or set(roles) - set(table.players):
        return _misfit("missing", players=", ".join(missing) or ", ".join(sorted(set(roles) - set(table.players))))
    things = [player for player, role in roles.items() if role == THING]
    if len(things) != 1:
        return _misfit("one-thing", count=len(things))
    thing = things[0]
    if (cause == "la-cosa-eliminated") != (thing in table.eliminated):
        return _misfit("thing-lives" if thing in table.seats else "thing-is-out", player=thing)
    if table.claim is not None and table.claim.player != thing:
        return _misfit("not-the-claimed", player=table.claim.player, thing=thing)
    last = m.action.text("last_infected")
    if last and roles.get(last) != INFECTED:
        return _misfit("last-infected", player=last)
    return _misfit_infections(table, roles, action_infections(m.action))


def action_infections(action: Action) -> Mapping[str, str]:
    """Who was infected by whom, as far as the table cared to say."""
    return {player: str(by) for player, by in action.table("infections").items() if by}


def _misfit_infections(table: Table, roles: Mapping[str, str], infections: Mapping[str, str]) -> Violation | None:
    """Only who ended infected was infected, and by somebody else at the table."""
    for player, by in infections.items():
        if roles.get(player) != INFECTED:
            return _misfit("infections-role", player=player)
        if by not in table.players or by == player:
            return _misfit("infections-by", player=player, by=by)
    return None


def _misfit(variant: str, **blanks: object) -> Violation:
    return Violation("end.roles", blanks, variant)


def winners(table: Table, cause: str, roles: Mapping[str, str], last_infected: str, alone: object) -> tuple[str, ...]:
    """Who wins (R §7). `alone` is the value of the option `thing_alone`."""
    if cause == "abandoned":
        return ()
    humans = tuple(p for p in table.seats if roles[p] == HUMAN)
    if cause != "la-cosa-declared" or humans:
        return humans
    lost = [p for p in table.eliminated if alone == "nobody-eliminated" or roles[p] == HUMAN]
    if not lost:
        return tuple(p for p in table.seats if roles[p] == THING)
    return tuple(p for p in table.seats if p != last_infected)


def end(deed: Deed, action: Action) -> None:
    """The game is over: roles are known, winners named; a card still open stays where it lies."""
    cause, roles = action.text("cause"), roles_said(action)
    if cause == "abandoned" and set(roles) != set(deed.table.players):
        roles = {}
    won = winners(deed.table, cause, roles, action.text("last_infected"), deed.option("thing_alone"))
    deed.do(f.Ended(cause, won, roles))


def declare(deed: Deed, action: Action) -> None:
    """A player says that no human is left; play stops until the roles are known."""
    deed.do(f.Claimed(action.player, NO_HUMAN_LEFT))


def reveal(deed: Deed, action: Action) -> None:
    """An eliminated player turns out to be La Cosa; play stops until the roles are known."""
    deed.do(f.RoleShown(action.player, action.text("role")), f.Claimed(action.player, IS_LA_COSA))


def reveal_of_the_living(m: Moment) -> Violation | None:
    """A living player's role is not revealed this way."""
    who = m.action.player
    return Violation("step.wrong", {"player": who}, "living") if who in m.table.seats else None


def not_superinfectable(m: Moment) -> Violation | None:
    """Superinfection strikes one of the two of an exchange that is offered (R §6)."""
    prompt, who = m.table.prompt, m.action.player
    if prompt is None or effect(m.decklist, prompt.about) not in OFFERS:
        return Violation("step.wrong", {"player": who}, "no-exchange")
    if who not in (prompt.by, prompt.to):
        return Violation("respond.not-asked", {"player": who, "by": prompt.by, "to": prompt.to}, "not-in-exchange")
    return None
