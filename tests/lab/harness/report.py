"""Report of many games as one document: rates with their n and interval, counts, and where the two sides parted."""

from __future__ import annotations

from collections import Counter
from typing import Any

from tests.lab.harness.many_games import Series, Tally, by_last, label_of, shown, simulator
from tests.lab.results.exact import where_decidable
from tests.lab.results.intervals import lengths, rate
from tests.lab.twin.la_cosa.cheats import DECLARED, Declared
from tests.lab.twin.la_cosa.refusals import RULES
from tests.lab.twin.la_cosa.world import HUMAN, INFECTED, THING

SIDES = ("humans", "la-cosa", "la-cosa alone", "nobody")
"""Sides that may have won."""

EVENTS = (
    "reshuffles", "skipped", "discards", "exchanges", "exchange blocked", "infections", "burned", "superinfections",
    "recounts", "forced gifts",
)  # fmt: skip
"""Events counted besides cards and endings."""


def document(series: Series, tally: Tally) -> dict[str, Any]:
    """Give the whole report as JSON: of La Cosa with rates, of another game in counts."""
    return _rates(series, tally) if series.game == "la-cosa" else _counts(series, tally)


def _counts(series: Series, tally: Tally) -> dict[str, Any]:
    twin = simulator(series.game)
    expected = twin.expected if twin else ()
    return {
        "game": series.game,
        "seed": series.seed,
        "games": tally.games,
        "players": list(series.players),
        "actions": tally.actions,
        "endings": dict(sorted(by_last(tally.endings).items())),
        "winners": dict(sorted(by_last(tally.winners).items())),
        "reached": dict(sorted(tally.reached.items())),
        "unreached": [name for name in expected if not tally.reached[name]],
        "near_misses": dict(sorted(tally.refused.items())),
        "verdicts": dict(sorted(tally.verdicts.items())),
        "differences": tally.differing,
        "shortest": [shown(one) for one in tally.differences],
    }


def _rates(series: Series, tally: Tally) -> dict[str, Any]:
    return {
        "game": "la-cosa",
        "seed": series.seed,
        "games": tally.games,
        "players": list(series.players),
        "option_sets": len({label_of(options) for options in series.options}),
        "actions": tally.actions,
        "outcomes": [_outcome(tally, style, many) for style in series.people for many in series.players],
        "base": dict(series.options[0]),
        "by_options": _by_options(series, tally),
        "endings": _named(tally.reached, "end "),
        "panics": {"total": tally.reached["panics"], **_named(tally.reached, "panic ")},
        "played": _named(tally.reached, "play "),
        "answers": _named(tally.reached, "answer "),
        "events": {name: tally.reached[name] for name in EVENTS},
        "near_misses": {"refused": sum(tally.refused.values()), "accepted": tally.accepted},
        "refusals": {rule: tally.refused[rule] for rule in RULES} if series.checks else {},
        "verdicts": {name: tally.verdicts[name] for name in sorted(tally.verdicts)},
        "undetermined_where_decidable": where_decidable() if tally.verdicts else None,
        "slips": [_slip(tally, declared) for declared in DECLARED if series.checks and series.cheats],
        "differences": tally.differing,
        "shortest": [shown(difference) for difference in tally.differences],
    }


def _named(counts: Counter[str], prefix: str) -> dict[str, int]:
    return {name[len(prefix) :]: counts[name] for name in sorted(counts) if name.startswith(prefix)}


def _by_options(series: Series, tally: Tally) -> list[dict[str, Any]]:
    """Return each option set by itself, where there are several; those not played are left out."""
    sets = {label_of(options): options for options in series.options}
    if len(sets) == 1:
        return []
    rows = [
        {"options": dict(options), **_outcome(tally, style, many, label)}
        for label, options in sets.items()
        for style in series.people
        for many in series.players
    ]
    return [row for row in rows if row["games"]]


def _outcome(tally: Tally, style: str, many: int, label: str | None = None) -> dict[str, Any]:
    here = tally.of(style, many, label)
    n = sum(here.games_by.values())
    seats, wins, endings = (by_last(c) for c in (here.seats, here.wins, here.endings))
    return {
        "people": style,
        "players": many,
        "games": n,
        "turns": lengths(by_last(here.turns)),
        "winning_side": {name: rate(endings[name], n) for name in SIDES},
        "wins_of_a_seat_by_final_role": {role: rate(wins[role], seats[role]) for role in (HUMAN, INFECTED, THING)},
    }


def _slip(tally: Tally, declared: Declared) -> dict[str, Any]:
    """Return one declared slip: how often it was tried, and the answers."""
    answers = {answer: n for (name, answer), n in sorted(tally.caught.items()) if name == declared.name}
    tried = sum(answers.values())
    noticed = sum(n for answer, n in answers.items() if answer.startswith("noticed"))
    return {
        "slip": declared.name,
        "declared": declared.when,
        "rules": list(declared.rules),
        "noticed": rate(noticed, tried),
        "answers": answers,
    }
