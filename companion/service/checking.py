"""Checks: cards are shown to the referee, who answers and remembers. No log, export, state or event knows of them."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

from companion.catalog import Title
from companion.referee.actions import Action
from companion.referee.hidden import CHECK, Finding, Memory, Phrase, Witness
from companion.referee.hidden_line import line
from companion.service import reading
from companion.service.playing import Playing, Refused, words_of
from companion.service.tables import Stale, Tables

TICK = 0.1
"""Seconds; the service answers a check at a multiple of it, so that the time taken tells nothing of the answer."""


class Stumbled(RuntimeError):
    """The referee failed. What it was looking at is hidden: nothing of the failure is passed on."""


class Answer(NamedTuple):
    """A finding and the game it is about."""

    finding: Finding
    title: Title

    def json(self, lang: str) -> dict[str, object]:
        """The answer of contract §3.3, without its line."""
        return self.finding.json(words_of(self.title, lang))


def is_check(title: Title, thing: object) -> bool:
    """Whether somebody wants cards looked at, in a game whose referee can."""
    return isinstance(thing, dict) and thing.get("action") == CHECK and title.game.witness is not None


def look(playing: Playing, memory: Memory, check: Action) -> tuple[Finding, Memory]:
    """What a check finds, and what is remembered after it; raises `Refused`."""
    witness, table = _witness(playing.title), playing.course.table
    violation = witness.refuse(playing.decklist, table, check)
    if violation is not None:
        raise Refused(violation, playing.title)
    try:
        finding = witness.judge(playing.decklist, line(playing.course, memory, witness), check)
    except Exception:
        raise Stumbled("the referee failed on a check") from None
    return finding, memory.with_sight(check, playing.version, finding)


def read_check(title: Title, thing: object) -> Action:
    """The check a JSON value stands for; raises `Malformed`."""
    return _witness(title).read(thing)


def answer(tables: Tables, game: str, thing: Mapping[str, object], version: int | None = None) -> Answer:
    """Look at the cards of a check in a game; raises `Malformed`, `Refused`, `Stale`."""
    began = time.monotonic()
    playing = tables.playing(game)
    check = read_check(playing.title, reading.clean(thing))
    with playing.lock:
        if version is not None and version != playing.version:
            raise Stale(playing.version)
        sealed = tables.sealed
        finding, memory = look(playing, sealed.open(game), check)
        sealed.close(game, memory)
        if sealed.has_forgotten(game) and _all_shown(playing, memory):
            sealed.remembers_again(game)
        if sealed.has_forgotten(game):
            finding = _asking_again(finding)
    time.sleep(TICK - (time.monotonic() - began) % TICK)
    return Answer(finding, playing.title)


def _witness(title: Title) -> Witness:
    assert title.game.witness is not None, "asked before: this game has a referee for hidden cards"
    return title.game.witness


def _all_shown(playing: Playing, memory: Memory) -> bool:
    """Whether every hand was shown since the service runs."""
    shown = {sight.check.player for sight in memory.sights if sight.check.text("what") == "hand"}
    return shown >= set(playing.course.table.seats)


def _asking_again(finding: Finding) -> Finding:
    """The same finding; it also says that the service was restarted and the hands are to be shown again."""
    again = Phrase("check.needs.again")
    needs = (*finding.needs, again) if finding.verdict == "undetermined" else finding.needs
    return replace(finding, needs=needs, private=(*finding.private, again))
