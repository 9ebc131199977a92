"""How a game ends, and who has won: the living of the winning side."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from companion.games.dos_barajas import looks
from companion.games.dos_barajas.deed import Deed
from companion.games.dos_barajas.looks import HUMAN, THING
from companion.referee.actions import Action
from companion.referee.ruling import Moment, Violation
from companion.table import facts as f
from companion.table.state import Table

MAJORITY = "majority"


def things_won(deed: Deed, cause: str) -> None:
    """Nobody living is human."""
    deed.do(f.Ended(cause, deed.table.seats, {**deed.table.roles, **dict.fromkeys(deed.table.seats, THING)}))


def humans_won(deed: Deed) -> None:
    """The last Thing is dead: everybody living is human."""
    deed.do(f.Ended("no-things", deed.table.seats, {**deed.table.roles, **dict.fromkeys(deed.table.seats, HUMAN)}))


def count(deed: Deed) -> None:
    """Play stops, and everybody shows what they are: the larger side has won."""
    deed.do(f.StepBegan(looks.COUNT), f.Claimed("", MAJORITY))


def answer(deed: Deed, action: Action) -> None:
    """After the humans' victory: whether other Things play. If so, the round goes on where it was."""
    if action.said.get("others") is False:
        humans_won(deed)
        return
    accused = looks.number(deed.table, looks.AFTER) == looks.ACCUSED_IN
    deed.keep(looks.AFTER, None)
    if accused:
        deed.begin(looks.SUPPLY)
    else:
        deed.keep(looks.ROUND, looks.number(deed.table, looks.ROUND) + 1)
        deed.begin(looks.ACCUSE)


def end(deed: Deed, action: Action) -> None:
    """The game is over, with everybody's role where they were shown."""
    cause = action.text("cause")
    roles = {player: str(role) for player, role in action.table("roles").items()}
    deed.do(f.Ended(cause, () if cause == "abandoned" else _winners(deed, roles), {**deed.table.roles, **roles}))


def _winners(deed: Deed, roles: Mapping[str, str]) -> tuple[str, ...]:
    """The living of the side that has more of them; a tie is the house's question."""
    sides = {side: tuple(p for p in deed.table.seats if roles.get(p) == side) for side in (THING, HUMAN)}
    more = len(sides[THING]) - len(sides[HUMAN])
    if not more:
        side = {"things": THING, "humans": HUMAN}.get(str(deed.option("tie")))
        return sides[side] if side else ()
    return sides[THING if more > 0 else HUMAN]


def at_wrong_moment(m: Moment) -> Violation | None:
    """A majority is counted when play has stopped for it; that no human is left, while it goes on."""
    cause, counting = m.action.text("cause"), m.table.step == looks.COUNT
    if cause == MAJORITY and not counting:
        return Violation("step.wrong", {}, "no-count")
    if cause == "no-humans" and (counting or m.table.step in (looks.COMBAT, looks.ANSWER, looks.DEAL)):
        return Violation("step.wrong", {}, "no-claim")
    return None


def roles_fault(m: Moment) -> Violation | None:
    """Everybody living has a role, nobody has two faces, and what is known already holds."""
    if m.action.text("cause") == "abandoned":
        return None
    roles = cast("Mapping[str, str]", m.action.table("roles"))
    missing = next((p for p in m.table.seats if p not in roles), None)
    if missing:
        return Violation("end.roles", {"player": missing}, "missing")
    unknown = next((p for p in roles if p not in m.table.players), None)
    if unknown is not None:
        return Violation("player.unknown", {"player": unknown})
    return _known_otherwise(m.table, roles) or _human_left(m, roles)


def _known_otherwise(table: Table, roles: Mapping[str, str]) -> Violation | None:
    for player, role in roles.items():
        if table.roles.get(player) == THING and role != THING:
            return Violation("end.roles", {"player": player}, "known")
    return None


def _human_left(m: Moment, roles: Mapping[str, str]) -> Violation | None:
    human = next((p for p in m.table.seats if roles[p] == HUMAN), None)
    if m.action.text("cause") == "no-humans" and human:
        return Violation("end.roles", {"player": human}, "human")
    return None
