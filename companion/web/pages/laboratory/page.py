"""What the laboratory shows: what many games of the twin came to, and what each open question changes.

Only `routes` imports it, when somebody asks for the page.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from pathlib import Path
from typing import Any

from markupsafe import Markup

from companion.engine.actions import whole
from companion.results.exact import where_decidable
from companion.results.messages import slip_told, when_told, words
from companion.results.option_effects import FEW, SIDES, Effect, Share, effects, outcome_rows, won
from companion.results.plot import svg
from companion.results.stored import Result, kept, shipped
from companion.web.pages.base import game_words
from companion.web.pages.games.boxes import boxes
from companion.web.pages.games.new import Ruling, rulings
from companion.web.server.context import lang

USUAL_PLAYERS = 8

STRIP = (260, 34)
"""Width and height of the strip on which a difference is drawn, in its own units."""
SPAN = 12.5
"""Percentage points from the middle of a strip to either end."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """Who won with so many players, under the usual rules."""

    people: str
    players: int
    games: int
    turns: float
    shares: tuple[Share, ...]
    """Of `SIDES`."""


@dataclass(frozen=True, slots=True)
class Change:
    """One answer to an open question, beside the usual one. `told` is what the difference amounts to."""

    label: str
    effect: Effect
    told: str
    drawing: Markup


@dataclass(frozen=True, slots=True)
class Asked:
    """An open question with the answers that were tried."""

    question: str
    usual: str
    changes: tuple[Change, ...]


@dataclass(frozen=True, slots=True)
class Caught:
    """A slip or cheat, and how often it was noticed."""

    told: str
    noticed: Share


@dataclass(frozen=True, slots=True)
class Moment:
    """When some slips and cheats should be noticed, and all those."""

    when: str
    caught: tuple[Caught, ...]


@dataclass(frozen=True, slots=True)
class EmptyPage:
    """There is nothing to show yet."""

    say: Callable[..., str]


@dataclass(frozen=True, slots=True)
class LaboratoryPage:
    """One kept result, for one number of players where it shows what options do."""

    say: Callable[..., str]
    """The words of the laboratory."""
    grouped: Callable[[int], str]
    """How a large number is written."""
    names: tuple[str, ...]
    name: str
    is_shipped: bool
    command: str
    games: int
    seed: str
    differences: int
    is_checked: bool
    is_together: bool
    """Whether the outcomes are those of all options together."""
    drawing: Markup
    outcomes: tuple[Outcome, ...]
    """Empty where there were too few games."""
    counts: tuple[int, ...]
    players: int
    asked: tuple[Asked, ...]
    caught: tuple[Moment, ...]
    shrugs: tuple[Share, ...]
    """How often the referee cannot tell what could be worked out: of lawful and of unlawful checks, on small decks."""
    proof: Mapping[str, Any]
    """How far the proof at scale has come."""

    @property
    def is_mixed(self) -> bool:
        """Whether different kinds of people played."""
        return len({row.people for row in self.outcomes}) > 1


def laboratory_page(folder: str, asked: str, players: str) -> EmptyPage | LaboratoryPage:
    """The kept result named `asked`, else the largest; for so many `players` where it shows what options do.

    `folder` is where the host's own results are kept; empty where there are only those the companion brings.
    """
    results = kept(Path(folder) if folder else None)
    if not results:
        return EmptyPage(words(lang()).say)
    most = max(results, key=lambda result: int(result.found["games"]))
    result = next((one for one in results if one.name == asked), most)
    return _page(results, result, players)


def _page(results: Sequence[Result], result: Result, asked: str) -> LaboratoryPage:
    found = result.found
    changes = _clear_enough(result)
    counts = tuple(sorted({one.players for one in changes}))
    players = _asked_players(counts, asked)
    rows, together = outcome_rows(found)
    return LaboratoryPage(
        say=words(lang()).say,
        grouped=grouped,
        names=tuple(dict.fromkeys(one.name for one in results)),
        name=result.name,
        is_shipped=result.is_shipped,
        command=result.command,
        games=int(found["games"]),
        seed=str(found["seed"]),
        differences=int(found["differences"]),
        is_checked=bool(found.get("refusals")),
        is_together=together,
        drawing=_drawn(result, lang()),
        outcomes=tuple(_outcome(row) for row in rows if row["games"]) if _enough(rows) else (),
        counts=counts,
        players=players,
        asked=tuple(_asked([one for one in changes if one.players == players])),
        caught=tuple(_caught(found.get("slips", ()))),
        shrugs=tuple(_share(where_decidable()["all"][truth]) for truth in ("legal", "illegal")),
        proof=shipped(),
    )


@lru_cache(maxsize=8)
def _clear_enough(result: Result) -> tuple[Effect, ...]:
    """What options do, where there were enough games to tell."""
    return tuple(one for one in effects(result.found) if min(one.here.n, one.usual.n) >= FEW)


@lru_cache(maxsize=16)
def _drawn(result: Result, language: str) -> Markup:
    return Markup(svg(result.found, language))


def _asked_players(counts: Sequence[int], asked: str) -> int:
    players = whole(asked)
    number = USUAL_PLAYERS if players is None else players
    return number if number in counts else (counts[-1] if counts else 0)


def _enough(rows: Iterable[Mapping[str, Any]]) -> bool:
    """Whether anything can be said of who wins: else the intervals are as wide as the picture."""
    return max((int(row["games"]) for row in rows), default=0) >= FEW


def _outcome(row: Mapping[str, Any]) -> Outcome:
    turns = float(row["turns"].get("mean", 0))
    shares = tuple(won(row, side) for side in SIDES)
    return Outcome(str(row["people"]), int(row["players"]), int(row["games"]), turns, shares)


# ---------------------------------------------------------------------- what options do


def _asked(found: Sequence[Effect]) -> Iterable[Asked]:
    """The open questions in the order of the box, each with what was tried by itself."""
    box = boxes()[0]
    for ruling in rulings(box, game_words(box), {}):
        single = [one for one in found if list(one.options) == [ruling.name]]
        if single:
            usual = next((label for value, label in ruling.values if value == ruling.chosen), ruling.chosen)
            yield Asked(ruling.question, usual, tuple(_change(ruling, one) for one in single))


def _change(ruling: Ruling, effect: Effect) -> Change:
    value = str(effect.options[ruling.name]).lower()
    label = next((label for known, label in ruling.values if known == value), value)
    told = "unclear" if not effect.is_clear else "more" if effect.apart > 0 else "less"
    return Change(label, effect, told, _strip(effect))


def _strip(effect: Effect) -> Markup:
    """The difference as a dot with its interval, left of the middle where humans win less often."""
    width, height = STRIP
    low, here, high = (_place(part) for part in (effect.low, effect.apart, effect.high))
    kind = "strip clear" if effect.is_clear else "strip"
    return Markup(
        '<svg class="{}" viewBox="0 0 {} {}" aria-hidden="true"><path class="zero" d="M{} 0V{}"/>'
        '<path class="span" d="M{:.1f} {}H{:.1f}"/><circle cx="{:.1f}" cy="{}" r="8"/></svg>'
    ).format(kind, width, height, width / 2, height, low, height / 2, high, here, height / 2)


def _place(points: float) -> float:
    half = STRIP[0] / 2
    return half + half * max(-1.0, min(1.0, points / SPAN))


def _caught(slips: Iterable[Mapping[str, Any]]) -> Iterable[Moment]:
    """What goes wrong, by when it should be noticed, soonest first."""
    for declared, some in groupby(slips, lambda slip: str(slip["declared"])):
        rows = (Caught(slip_told(str(slip["slip"]), lang()), _share(slip["noticed"])) for slip in some)
        yield Moment(when_told(declared, lang()), tuple(rows))


def grouped(number: int) -> str:
    """A number with a thin space before every three digits: 12 345."""
    return f"{number:,}".replace(",", "\u202f")


def _share(rate: Mapping[str, Any]) -> Share:
    return Share(int(rate["hits"]), int(rate["n"]))
