"""Checks: cards are shown to the referee, who answers and remembers. No log, export, state or event knows of them."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import NamedTuple

from companion.decks.catalog import Title
from companion.engine.actions import Action
from companion.engine.hidden.referee import CHECK, Finding, HiddenInfo, Memory, Phrase, Told
from companion.service.live import parsing
from companion.service.live.games import GameService, Stale
from companion.service.live.session import LiveGame, Refused, words_of
from companion.service.referee import judging
from companion.service.referee.judging import Look, Question, judged

TICK = 0.25
"""Seconds; the service answers a check at a multiple of it, so that the time taken tells nothing of the answer."""


class Pace(NamedTuple):
    """Clock of an answer, in seconds, and the way to wait."""

    now: Callable[[], float] = time.monotonic
    wait: Callable[[float], None] = time.sleep

    def settle(self, began: float, tick: float) -> None:
        """Wait until a multiple of `tick` seconds has passed since `began`."""
        self.wait(tick - (self.now() - began) % tick)


PACE = Pace()
"""The clock of this machine; a test puts its own in its place."""


class Answer(NamedTuple):
    """A finding and the game it is about; `told`: what each of those whose cards were shown is told."""

    finding: Finding
    title: Title
    told: Mapping[str, Told]

    def json(self, lang: str) -> dict[str, object]:
        """Return the answer to a check (docs/moves, Checks), without its line."""
        return self.finding.json(words_of(self.title, lang))


def is_check(title: Title, thing: object) -> bool:
    """Return True for a check, in a game whose referee can look at cards."""
    return isinstance(thing, dict) and thing.get("action") == CHECK and title.game.referee is not None


def look(playing: LiveGame, memory: Memory, check: Action) -> Look:
    """Look at the cards of a check, here and now; raises `Refused`."""
    _must_be_askable(playing, check)
    return judging.look(playing.title.game.slug, playing.decklist, playing.course, memory, check)


def _must_be_asked_now(playing: LiveGame, check: Action, version: int | None) -> None:
    with playing.lock:
        if version is not None and version != playing.version:
            raise Stale(playing.version)
        _must_be_askable(playing, check)


def _must_be_askable(playing: LiveGame, check: Action) -> None:
    violation = _referee(playing.title).refuse(playing.decklist, playing.course.table, check)
    if violation is not None:
        raise Refused(violation, playing.title)


def read_check(title: Title, thing: object) -> Action:
    """Parse a JSON value as a check. Raise `Malformed`."""
    return _referee(title).read(thing)


def answer(tables: GameService, game: str, thing: Mapping[str, object], version: int | None = None) -> Answer:
    """Look at the cards of a check in a game; raises `Malformed`, `Refused`, `Stale`."""
    began = PACE.now()
    playing = tables.playing(game)
    check = read_check(playing.title, parsing.clean(thing))
    sealed = tables.sealed
    # One check of a game after the other, for each is remembered; whoever plays or looks on waits for none of them.
    with sealed.checking(game):
        _must_be_asked_now(playing, check, version)
        if not sealed.holds(game):
            return _elsewhere(playing, check, began)
        memory = sealed.open(game)
        with playing.lock:
            _must_be_asked_now(playing, check, version)
            people, entries = len(playing.course.table.players), tuple(playing.entries)
        asked = (playing.title.game.slug, people, playing.decklist, entries, memory, check, game)
        question = Question(*asked, sealed.work, sealed.slack)
        finding, memory, told = judged(tables.workers, question)
        if not sealed.close(game, memory):
            return _elsewhere(playing, check, began)
        with playing.lock:
            sealed.refereed.note_check(playing, game, check, finding.verdict == "illegal", len(entries))
            if sealed.has_forgotten(game) and _all_shown(playing, memory):
                sealed.remembers_again(game)
        if sealed.has_forgotten(game):
            # The service was restarted, so the hands are to be shown again.
            needs = (*finding.needs, AGAIN) if finding.verdict == "undetermined" else finding.needs
            finding = replace(finding, needs=needs, private=(*finding.private, AGAIN))
            told = {player: replace(one, why=(*one.why, AGAIN)) for player, one in told.items()}
    PACE.settle(began, TICK)
    return Answer(finding, playing.title, told)


def listen(tables: GameService, game: str) -> None:
    """Have a worker told the game while whoever is about to show cards still chooses them.

    Only where nothing was shown yet (after a start of the service at the latest): so neither that it is done nor how
    long it takes says anything of a card.
    """
    playing = tables.playing(game)
    with playing.lock:
        entries = tuple(playing.entries)
    if (
        tables.workers is not None
        and playing.title.game.referee is not None
        and tables.sealed.listens(game, len(entries))
    ):
        story = judging.Story(playing.title.game.slug, playing.decklist, entries, game)
        tables.workers.ahead(judging.listened_to, story)


def _referee(title: Title) -> HiddenInfo:
    assert title.game.referee is not None, "asked before: this game has a referee for hidden cards"
    return title.game.referee


def _all_shown(playing: LiveGame, memory: Memory) -> bool:
    """Return True if every hand was shown since the service started."""
    shown = {sight.check.player for sight in memory.sights if sight.check.text("what") == "hand"}
    return shown >= set(playing.course.table.seats)


AGAIN = Phrase("check.needs.again")
ELSEWHERE = Phrase("check.needs.elsewhere")


def _elsewhere(playing: LiveGame, check: Action, began: float) -> Answer:
    """Return the answer while another host of the club remembers: the same whatever the cards are."""
    private = (Phrase("check.private.undetermined"), ELSEWHERE)
    people = sorted({*_referee(playing.title).hands(check), check.player} - {""})
    finding = Finding("undetermined", (), (ELSEWHERE,), Phrase("check.public.elsewhere"), private)
    PACE.settle(began, TICK)
    return Answer(finding, playing.title, {player: Told("undetermined", private) for player in people})
