"""Who sits down and what they answer: faults of a set-up that are the same in every game."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from types import MappingProxyType

from companion.engine.deck import Copy, Decklist
from companion.engine.facts import Setting
from companion.engine.game import Setup
from companion.engine.measures import BOARD, Unreadable, read_board
from companion.engine.rules import Violation
from companion.engine.state import Table
from companion.engine.view import Plan
from companion.engine.words import Wording

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
    """Return the fault of these names, if any: empty, too long, or equal but for case."""
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
    """Return the reason why `value` is no answer to a house question, or None."""
    if name == BOARD and decklist.measures:
        try:
            read_board(decklist.measures, value if isinstance(value, str) else "")
        except Unreadable as unreadable:
            fault = unreadable.fault
            blanks = {"cell": ".".join(fault.cell)[:60], "value": str(fault.value)[:20]}
            return Violation("setup.board", {**blanks, "least": fault.least, "most": fault.most}, fault.key)
        return None
    question = decklist.option(name)
    if question is None:
        return Violation("setup.option", {"option": name}, "unknown")
    if any(type(value) is type(known) and value == known for known in question.values):
        return None
    values = ", ".join(str(known).lower() for known in question.values)
    return Violation("setup.option", {"option": name, "value": value, "values": values})


def option(decklist: Decklist, table: Table, name: str) -> Setting:
    """Return this table's answer to a house question, by default the box's."""
    if name in table.options:
        return table.options[name]
    question = decklist.option(name)
    return question.default if question else ""


def answers(decklist: Decklist, setup: Setup) -> dict[str, Setting]:
    """Return the answers to all house questions, by default the box's, with the figures of the board if they were
    given."""
    answered = {question.name: setup.options.get(question.name, question.default) for question in decklist.options}
    board = setup.options.get(BOARD) if decklist.measures else None
    return answered if board is None else {**answered, BOARD: board}


def listed(decklist: Decklist, copies: Iterable[Copy], *, numbered: bool = False) -> list[dict[str, object]]:
    """Group copies by card in the order of the decklist; `numbered` adds the numbers printed on them."""
    found: dict[str, list[Copy]] = {}
    for copy in copies:
        found.setdefault(copy.slug, []).append(copy)
    cards = decklist.by_slug
    return [
        {
            "slug": slug,
            "kind": cards[slug].kind,
            "copies": len(lying),
            "numbers": [n for copy in lying if numbered and (n := cards[slug].number(copy.k)) is not None],
        }
        for slug, lying in found.items()
    ]


def laid_out(
    decklist: Decklist, players: int, playing: Collection[Copy], *, numbered: bool = False
) -> dict[str, object]:
    """Return the figures common to every set-up: how many copies play, which, and which stay in the box."""
    return {
        "game": decklist.game,
        "players": players,
        "total": len(playing),
        "cards": listed(decklist, (copy for copy in decklist.copies if copy in playing), numbered=numbered),
        "box": listed(
            decklist, (c for c in (*decklist.copies, *decklist.spare) if c not in playing), numbered=numbered
        ),
    }


def plan_in_words(
    words: Wording,
    figures: Mapping[str, object],
    steps: Iterable[str],
    verify: Mapping[str, int],
    advice: Sequence[str],
    pictures: Mapping[str, str] = MappingProxyType({}),
    **blanks: object,
) -> Plan:
    """Return a set-up as a host works through it: steps, what to count afterwards, and advice for a box that is not
    right.

    The sentences are `setup.steps.…`, `setup.verify.…`, `setup.advice.…` and `…-how`. `pictures` names the drawings of
    a step, separated by blanks.
    """
    steps = tuple(steps)
    return Plan(
        figures,
        tuple(words.say(f"setup.steps.{key}", **blanks) for key in steps),
        tuple((words.raw(f"setup.verify.{key}"), count) for key, count in verify.items()),
        tuple((words.raw(f"setup.advice.{key}"), words.raw(f"setup.advice.{key}-how")) for key in advice),
        tuple(tuple(pictures.get(key, "").split()) for key in steps),
    )
