"""Checks: cards are shown to the referee, who answers and remembers. No log, export, state or event knows of them."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from companion.catalog import Title
from companion.referee.actions import Action
from companion.referee.hidden import CHECK, Finding, Memory, Phrase, Told, Witness
from companion.referee.hidden_line import line
from companion.service import reading
from companion.service.playing import Playing, Refused, words_of
from companion.service.tables import Stale, Tables

TICK = 0.25
"""Seconds; the service answers a check at a multiple of it, so that the time taken tells nothing of the answer."""


@dataclass(frozen=True, slots=True)
class Pace:
    """What an answer's time is measured by, in seconds: a clock, and how to wait."""

    now: Callable[[], float] = time.monotonic
    wait: Callable[[float], None] = time.sleep

    def settle(self, began: float, tick: float) -> None:
        """Wait until a multiple of `tick` seconds has passed since `began`."""
        self.wait(tick - (self.now() - began) % tick)


PACE = Pace()
"""The clock of this machine; a test puts its own in its place."""


class Stumbled(RuntimeError):
    """The referee failed. What it was looking at is hidden: nothing of the failure is passed on."""


class Answer(NamedTuple):
    """A finding and the game it is about; `told`: what each of those whose cards were shown is told."""

    finding: Finding
    title: Title
    told: Mapping[str, Told]

    def json(self, lang: str) -> dict[str, object]:
        """The answer of contract §3.3, without its line."""
        return self.finding.json(words_of(self.title, lang))


def is_check(title: Title, thing: object) -> bool:
    """Whether somebody wants cards looked at, in a game whose referee can."""
    return isinstance(thing, dict) and thing.get("action") == CHECK and title.game.witness is not None


class Look(NamedTuple):
    """What a check finds, what is remembered after it, and what each of those whose cards were shown is told."""

    finding: Finding
    memory: Memory
    told: Mapping[str, Told]


def look(playing: Playing, memory: Memory, check: Action) -> Look:
    """Look at the cards of a check; raises `Refused`."""
    witness, table = _witness(playing.title), playing.course.table
    violation = witness.refuse(playing.decklist, table, check)
    if violation is not None:
        raise Refused(violation, playing.title)
    try:
        seen = line(playing.course, memory, witness)
        finding = witness.judge(playing.decklist, seen, check)
        told = witness.tell(playing.decklist, seen, check, finding)
    except Exception:
        raise Stumbled("the referee failed on a check") from None
    return Look(finding, memory.with_sight(check, playing.version, finding), told)


def read_check(title: Title, thing: object) -> Action:
    """The check a JSON value stands for; raises `Malformed`."""
    return _witness(title).read(thing)


def answer(tables: Tables, game: str, thing: Mapping[str, object], version: int | None = None) -> Answer:
    """Look at the cards of a check in a game; raises `Malformed`, `Refused`, `Stale`."""
    began = PACE.now()
    playing = tables.playing(game)
    check = read_check(playing.title, reading.clean(thing))
    with playing.lock:
        if version is not None and version != playing.version:
            raise Stale(playing.version)
        sealed = tables.sealed
        finding, memory, told = look(playing, sealed.open(game), check)
        sealed.close(game, memory)
        sealed.refereed.note_check(playing, game, check, finding.verdict == "illegal")
        if sealed.has_forgotten(game) and _all_shown(playing, memory):
            sealed.remembers_again(game)
        if sealed.has_forgotten(game):
            finding = _asking_again(finding)
            told = {player: replace(one, why=(*one.why, AGAIN)) for player, one in told.items()}
    PACE.settle(began, TICK)
    return Answer(finding, playing.title, told)


def _witness(title: Title) -> Witness:
    assert title.game.witness is not None, "asked before: this game has a referee for hidden cards"
    return title.game.witness


def _all_shown(playing: Playing, memory: Memory) -> bool:
    """Whether every hand was shown since the service runs."""
    shown = {sight.check.player for sight in memory.sights if sight.check.text("what") == "hand"}
    return shown >= set(playing.course.table.seats)


AGAIN = Phrase("check.needs.again")


def _asking_again(finding: Finding) -> Finding:
    """The same finding; it also says that the service was restarted and the hands are to be shown again."""
    needs = (*finding.needs, AGAIN) if finding.verdict == "undetermined" else finding.needs
    return replace(finding, needs=needs, private=(*finding.private, AGAIN))
