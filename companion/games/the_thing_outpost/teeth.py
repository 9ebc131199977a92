"""Test B by flashlight: somebody's teeth are looked at for an action card (RB, fase 6)."""

from __future__ import annotations

from collections.abc import Mapping

from companion.engine.actions import Action
from companion.engine.kit.common_rules import refused_if
from companion.engine.rules import Moment, Violation, refuse, rule
from companion.games.the_thing import base as b
from companion.games.the_thing import days, meetings, queries, summary
from companion.games.the_thing.rules import is_
from companion.games.the_thing_outpost import base as o
from companion.games.the_thing_outpost import queries as q
from companion.games.the_thing_outpost.effects import Effects


def test(effects: Effects, action: Action) -> None:
    """A test by blood is that of the board game; one by the teeth costs a card, and fillings prove a Human."""
    if action.text("kind") == b.TEST_A:
        meetings.test(effects, action)
        if queries.plays(effects.table, "tests", "owner"):
            effects.keep(b.TEST_DONE[b.TEST_A], "", None)
            effects.keep(o.BLED, action.player, 1)
        return
    target = action.text("target")
    effects.keep(b.TESTED, "", 1)
    effects.discard(action.player, 1)
    if not queries.kept(effects.table, o.TESTED):
        effects.keep(o.TESTER, action.player, 1)
    effects.keep(o.TESTED, "", effects.table.players.index(target) + 1)
    effects.keep(o.SHOWN, target, o.TEETH.index(action.text("teeth")) + 1)
    if action.text("teeth") == o.FILLINGS:
        effects.keep(b.SUSPICION, target, None)


def meet(effects: Effects, action: Action) -> None:
    """Whoever takes part in an encounter handles the dental cards: they may show other teeth from then on."""
    for player in queries.staying(effects.table, action):
        effects.keep(o.SHOWN, player, None)
    meetings.meet(effects, action)


def go_on(effects: Effects, action: Action) -> None:
    """End the phase for the tablet; if it was told nothing of the encounters everybody may have had one."""
    if effects.table.step in ("plan", "encounters"):
        effects.clear(o.SHOWN)
    days.go_on(effects, action)


def found(action: Mapping[str, object]) -> str:
    """Return what a test has shown: a role; healthy teeth prove nothing."""
    if action.get("kind") == b.TEST_A:
        return summary.found(action)
    return b.HUMAN_ROLE if action.get("teeth") == o.FILLINGS else ""


# Why it is refused


def _teeth(m: Moment) -> bool:
    return m.action.text("kind") == b.TEST_B


@rule("test.result")
def result_missing(m: Moment) -> Violation | None:
    """Refuse a test by blood without a role, one by the teeth without a dental record."""
    if _teeth(m):
        return None if m.action.text("teeth") else refuse()
    return None if "alien" in m.action.said else refuse("blood")


@rule("test.no-light", overrulable=True)
def no_light(m: Moment) -> Violation | None:
    """Whoever looks at teeth has a flashlight, an object (R8)."""
    missing = _teeth(m) and not queries.number(m.table, b.OBJECTS, m.action.player)
    return refuse(player=m.action.player) if missing else None


no_card = refused_if("test.no-card", lambda m: _teeth(m) and not m.table.hands.get(m.action.player, 0), named=True)
"""Refuse a test without an action card to pay for it (R8)."""


@rule("test.other", overrulable=True)
def somebody_else(m: Moment) -> Violation | None:
    """All tests by the teeth of a round are made on the same person (R8), by agreement all by the same one."""
    first = q.tested(m.table)
    if not _teeth(m) or not first:
        return None
    again = queries.kept(m.table, o.TESTER, m.action.player) or not queries.plays(m.table, "tests", "one-tester")
    if m.action.text("target") != first:
        return refuse(other=first)
    return None if again else refuse("tester")


@rule("test.done", overrulable=True)
def bled(m: Moment) -> Violation | None:
    """Whoever may make a test by blood beside others makes one a round."""
    again = not _teeth(m) and queries.kept(m.table, o.BLED, m.action.player)
    return refuse("a-own", player=m.action.player) if again else None


@rule("test.teeth", overrulable=True)
def fillings_of_an_alien(m: Moment) -> Violation | None:
    """Whoever has shown fillings and has met nobody since is no Alien (R10): neither in a test, nor aboard, nor by
    choice."""
    alien = m.action.verb == "expose" or is_(m, "alien")
    who = m.action.text("target") or m.action.player
    shown = alien and q.teeth_shown(m.table, who) == o.FILLINGS
    return refuse(player=who) if shown else None


@rule("test.teeth", overrulable=True)
def teeth_change(m: Moment) -> Violation | None:
    """Without an encounter teeth stay what they were (R8)."""
    was = q.teeth_shown(m.table, m.action.text("target"))
    changed = _teeth(m) and was and m.action.text("teeth") != was
    return refuse("changed", player=m.action.text("target")) if changed else None
