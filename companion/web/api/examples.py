"""The examples of the description: a short game of each kind, played line by line, with what is answered."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from companion.decks.catalog import Title, example
from companion.service.live.session import words_of
from companion.service.transfer.playthrough import Outcome, Run, Script, play, read_script, write_script
from companion.web.api.schemas import Thing


@dataclass(frozen=True, slots=True)
class Line:
    """One thing said: how it is called, what is sent, the status, and the answer (shown once for each kind)."""

    name: str
    said: Thing
    status: str
    answer: Thing


@dataclass(frozen=True, slots=True)
class Played:
    """The example of a game: how it is opened, what is said in it, how the table then stands, and the file of it."""

    slug: str
    script: str
    setup: Thing
    opened: Thing
    lines: tuple[Line, ...]
    final: Thing


def played(title: Title, lang: str) -> Played | None:
    """Play the example beside a game's deck; return None if there is none."""
    slug = title.game.slug
    text = example(slug)
    if not text:
        return None
    script = read_script(slug, text)
    run = play(script, lambda game, deck: title)
    assert run.playing is not None, "the example of a game can be opened"
    return Played(
        slug,
        write_script(run.playing.entries),
        dict(script.opening.said),
        run.playing.state(1),
        tuple(_lines(title, script, run, lang)),
        run.playing.state(),
    )


def _lines(title: Title, script: Script, run: Run, lang: str) -> list[Line]:
    lines: list[Line] = []
    shown: set[str] = set()
    for number, (line, outcome) in enumerate(zip(script.actions, run.outcomes, strict=True), 1):
        said = cast("Thing", line.said)
        status = "422" if outcome.refused else "200"
        kind = "refused" if outcome.refused else "check" if outcome.finding else "said"
        answer = {} if kind in shown else _answer(title, run, outcome, lang)
        shown.add(kind)
        lines.append(Line(f"{title.game.slug}.{number:02}.{said['action']}", said, status, answer))
    return lines


def _answer(title: Title, run: Run, outcome: Outcome, lang: str) -> Thing:
    if outcome.refused is not None:
        where = outcome.refused.where(lang)
        body = {"rule": outcome.refused.violation.rule, "message": outcome.refused.sentence(lang)}
        return {**body, "where": where} if where else body
    if outcome.finding is not None:
        return outcome.finding.json(words_of(title, lang))
    assert outcome.entry is not None and run.playing is not None
    return {"state": run.playing.state(outcome.entry.number)}
