"""Who sits down and what they answer: faults of a set-up that are the same in every game."""

from __future__ import annotations

from companion.cards.decklist import Decklist
from companion.referee.game import Setup
from companion.referee.ruling import Violation
from companion.table.facts import Setting
from companion.table.state import Table

LONGEST_NAME = 40


def opening_fault(decklist: Decklist, setup: Setup) -> Violation | None:
    """Too few or too many, a faulty name, a first player who does not play, an answer nobody offered; or None."""
    players = setup.players
    if not decklist.fewest <= len(players) <= decklist.most:
        blanks = {"count": len(players), "fewest": decklist.fewest, "most": decklist.most}
        return Violation("setup.player-count", blanks)
    fault = name_fault(players)
    if fault:
        return fault
    if setup.first not in players:
        return Violation("setup.first-player", {"player": setup.first})
    faults = (option_fault(decklist, name, value) for name, value in setup.options.items())
    return next((fault for fault in faults if fault), None)


def name_fault(players: tuple[str, ...]) -> Violation | None:
    """What is wrong with these names: empty, over-long, or twice the same but for case."""
    seen: set[str] = set()
    for player in players:
        if not player:
            return Violation("setup.names", {}, "empty")
        if len(player) > LONGEST_NAME:
            return Violation("setup.names", {"player": player[:LONGEST_NAME], "longest": LONGEST_NAME}, "long")
        if player.casefold() in seen:
            return Violation("setup.names", {"player": player}, "twice")
        seen.add(player.casefold())
    return None


def option_fault(decklist: Decklist, name: str, value: object) -> Violation | None:
    """Why a house question cannot be answered like this, or None."""
    question = decklist.option(name)
    if question is None:
        return Violation("setup.option", {"option": name}, "unknown")
    if any(type(value) is type(known) and value == known for known in question.values):
        return None
    values = ", ".join(str(known).lower() for known in question.values)
    return Violation("setup.option", {"option": name, "value": value, "values": values})


def option(decklist: Decklist, table: Table, name: str) -> Setting:
    """What this table decided on a house question; what the box says where it decided nothing."""
    if name in table.options:
        return table.options[name]
    question = decklist.option(name)
    return question.default if question else ""
