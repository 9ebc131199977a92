"""Whether somebody may act now at all: the end, who they are, which phase it is, whose turn."""

from __future__ import annotations

from companion.games.common import acting
from companion.games.common.acting import refuse
from companion.games.dos_barajas import looks
from companion.referee.ruling import Check, Moment, Violation


def answerer_unknown(m: Moment) -> Violation | None:
    """Whoever says whether there are others need not be named, and may be dead; but plays, or played."""
    return acting.actor_unknown(m) if m.action.player else None


def count_awaited(m: Moment) -> Violation | None:
    """With three left or fewer after a combat the game is over: only the roles are missing (R15)."""
    return refuse("count.awaited", left=len(m.table.seats)) if m.table.step == looks.COUNT else None


def answer_awaited(m: Moment) -> Violation | None:
    """After the humans' victory it is said first whether there are other Things (R14)."""
    return refuse("answer.awaited") if m.table.step == looks.ANSWER else None


def combat_goes_on(m: Moment) -> Violation | None:
    """A combat goes on until one side is wiped out (R13)."""
    if m.table.step != looks.COMBAT:
        return None
    return refuse("combat.goes-on", things=len(looks.revealed(m.table)), turn=m.table.turn)


def step_is(*steps: str) -> Check:
    """It is done in one of these phases."""

    def check(m: Moment) -> Violation | None:
        if m.table.step in steps:
            return None
        return refuse("step.wrong", f"in-{m.table.step}", turn=m.table.turn)

    return check


def not_invasion(m: Moment) -> Violation | None:
    """Things call to the last combat in the invasion phase only (R11)."""
    return None if m.table.step == looks.INVADE else refuse("invade.phase", player=m.action.player)


def turn_has_passed(m: Moment) -> Violation | None:
    """Accusations go round once: who was passed over has let it go by."""
    line = looks.order(m.table)
    who, turn = m.action.player, m.table.turn
    if turn in line and line.index(who) < line.index(turn):
        return refuse("turn.not-yours", "passed", player=who, turn=turn)
    return None


def target_missing(m: Moment) -> Violation | None:
    """Somebody is pointed at."""
    return None if m.action.text("target") else refuse("target.missing", player=m.action.player)


def target_unknown(m: Moment) -> Violation | None:
    """Whoever is pointed at is at the table."""
    target = m.action.text("target")
    return None if target in m.table.players else refuse("player.unknown", player=target)


def target_eliminated(m: Moment) -> Violation | None:
    """Whoever is pointed at still plays."""
    target = m.action.text("target")
    return None if target in m.table.seats else refuse("player.eliminated", player=target)


def target_self(m: Moment) -> Violation | None:
    """Nobody points at themselves."""
    return refuse("target.self", player=m.action.player) if m.action.text("target") == m.action.player else None


def commander_already(m: Moment) -> Violation | None:
    """The Rey de espadas is where it was said to be (R3)."""
    same = m.action.player == m.table.notes.get(looks.COMMANDER)
    return refuse("commander.same", player=m.action.player) if same else None


def revealed_already(m: Moment) -> Violation | None:
    """Who is known to be a Thing cannot reveal it again."""
    known = m.action.player in looks.revealed(m.table)
    return refuse("reveal.known", player=m.action.player) if known else None
