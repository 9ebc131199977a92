"""The puzzles that come with a game, in words, and their sheet: two beside each other, the answers on the last page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from companion.decks.catalog import puzzles as kept_of
from companion.decks.catalog import title
from companion.engine.actions import read
from companion.engine.game import Setup
from companion.engine.state import replay
from companion.engine.words import Wording
from companion.i18n import catalog
from companion.printing.faults import Unprintable
from companion.printing.order import Order
from companion.printing.source import Source

BESIDE = 2
"""So many puzzles stand on a page."""


class Told(NamedTuple):
    """A line of a puzzle: its number, and whether only the one who puzzles saw it."""

    number: int
    text: str
    is_own: bool


class Because(NamedTuple):
    """Why a player is not the answer: from which line on, and the sentence."""

    player: str
    number: int
    text: str


class Puzzle(NamedTuple):
    """One puzzle in words."""

    number: int
    title: str
    question: str
    seat: str
    players: tuple[str, ...]
    grade: int
    lines: tuple[Told, ...]
    answer: str
    reasons: tuple[Because, ...]


def in_words(game: str, kept: Mapping[str, Any], number: int, said: Wording, ours: Wording) -> Puzzle:
    """Return a puzzle in a language: its lines are played, and told as a log tells them."""
    here, setup = title(game), kept["setup"]
    players = tuple(setup["players"])
    table = replay(here.game.open(here.decklist, Setup(players, setup["first"], setup["options"])))
    opened = f"{said.say('log.opened', players=said.listed(players))} {said.say('log.begins', first=setup['first'])}"
    told = [Told(1, opened, False)]
    for at, line in enumerate(kept["lines"], 2):
        if line["action"] == "check":
            told.append(Told(at, _seen(line, kept["seat"], said, ours), True))
            continue
        action = read(here.game.verbs, line)
        facts = here.game.carry_out(here.decklist, table, action)
        told.append(Told(at, here.game.tell(here.decklist, table, action, facts, said), False))
        table = replay(facts, table)
    reasons = tuple(
        Because(player, at + 2, said.say(f"puzzle.{key}", player=player, **blanks))
        for at, player, key, blanks in kept["reasons"]
    )
    return Puzzle(
        number, said.raw("game.name"), said.raw("puzzle.question"), kept["seat"], players, kept["grade"], tuple(told),
        kept["answer"], reasons,
    )  # fmt: skip


def _seen(line: Mapping[str, Any], seat: str, said: Wording, ours: Wording) -> str:
    """Return what only the one who puzzles saw: a hand, or the cards of an exchange."""
    if line["what"] == "hand":
        key = "puzzle.own-hand" if line["player"] == seat else "puzzle.looked"
        return ours.say(key, player=line["player"], cards=said.listed(tuple(said.card(c) for c in line["cards"])))
    mine, other, who = ("gives", "takes", line["to"]) if line["from"] == seat else ("takes", "gives", line["from"])
    return ours.say("puzzle.swapped", player=who, gives=said.card(line[mine]), takes=said.card(line[other]))


def puzzles(order: Order, source: Source) -> dict[str, object]:
    """Return the data of the sheet: the puzzles ordered by number, or all, and their answers on the last page."""
    game, lang = source.decklist.game, source.words.lang
    kept = kept_of(game)
    if not kept:
        raise Unprintable("no-puzzles", game=source.game)
    for name in order.only:
        if not (name.isascii() and name.isdigit() and 1 <= int(name) <= len(kept)):
            raise Unprintable("puzzle", number=name[:20], most=len(kept))
    numbers = [int(name) for name in order.only] or range(1, len(kept) + 1)
    said, ours = source.words.on(catalog.words("common", lang)), catalog.words("newcomers", lang)
    told = [in_words(game, kept[number - 1], number, said, ours) for number in numbers]
    drawn = [
        {
            "title": f"{one.number}. {one.question}",
            "grade": ours.say("puzzle.grade", grade=one.grade),
            "sitting": ours.say("puzzle.sitting", players=said.listed(one.players), seat=one.seat),
            "lines": [[line.number, line.text, line.is_own] for line in one.lines],
        }
        for one in told
    ]
    pages: list[object] = [{"puzzles": drawn[k : k + BESIDE]} for k in range(0, len(drawn), BESIDE)]
    answers = [[f"{one.number}. {one.answer}", [[r.number, r.text] for r in one.reasons]] for one in told]
    return {
        "heading": ours.raw("puzzle.heading"),
        "answers": ours.raw("puzzle.answers"),
        "rules": ours.raw("puzzle.rules"),
        "pages": [*pages, {"answers": answers}],
    }
