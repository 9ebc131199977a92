"""How a game ends and who wins (RB, objetivo; regla alternativa)."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.la_criatura import looks
from companion.games.la_criatura.deed import Deed
from companion.referee.actions import Action
from companion.referee.ruling import Moment, Violation
from companion.table import facts as f


def roles_said(action: Action) -> Mapping[str, str]:
    """Who was what, as the table entered it."""
    return {player: str(role) for player, role in action.table("roles").items()}


def end_at_wrong_moment(m: Moment) -> Violation | None:
    """Who flies is known when nobody is left to fight."""
    if m.action.text("cause") == "abandoned" or m.table.step == "landed":
        return None
    return Violation("step.wrong", {}, "still-fighting")


def end_roles(m: Moment) -> Violation | None:
    """The roles name everybody, and one Creature unless it was eliminated."""
    if m.action.text("cause") == "abandoned":
        return None
    roles, players = roles_said(m.action), m.table.players
    missing = [p for p in players if p not in roles] or sorted(set(roles) - set(players))
    if missing:
        return Violation("end.roles", {"players": ", ".join(missing)}, "missing")
    count = list(roles.values()).count(looks.CREATURE_ROLE)
    wanted = 0 if looks.is_gone(m.table) else 1
    if count != wanted:
        return Violation("end.roles", {"count": count}, "gone" if wanted == 0 else "one-creature")
    return None


def end(deed: Deed, action: Action) -> None:
    """The game is over: whoever is aboard has won, or the Creature's side if one of them belongs to it."""
    table, roles = deed.table, roles_said(action)
    if action.text("cause") == "abandoned":
        deed.do(f.Ended("abandoned", (), roles if set(roles) == set(table.players) else {}))
        return
    side = tuple(p for p in table.players if roles[p] != looks.HUMAN_ROLE)
    if any(p in side for p in table.seats):
        deed.do(f.Ended("creature-flies", side, roles))
    else:
        deed.do(f.Ended("humans-fly", table.seats, roles))
