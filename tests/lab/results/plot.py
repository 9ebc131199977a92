"""The report as a drawing: who won with how many players, each rate with its 95 % interval. Plain SVG."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import Any

from tests.lab.results.option_effects import SIGNS, Share, outcome_rows, won

WIDTH, HEIGHT = 720, 400
LEFT, RIGHT, TOP, BOTTOM = 56, 16, 64, 52

COLOURS = {"humans": "#1f6fb2", "la-cosa": "#b3341f", "la-cosa alone": "#7a4fa3"}
"""Told apart by lightness too, and each series has a sign of its own."""

WORDS = {
    "title": "Who wins, by number of players",
    "players": "players",
    "n": "games",
    "humans": "humans",
    "la-cosa": "La Cosa and hers",
    "la-cosa alone": "La Cosa alone",
    "fair": "at random",
    "sensible": "with sense",
    "careless": "carelessly",
    "peeking": "peeking",
    "note": "Simple players. Bars: 95 % interval.",
}
"""The words of the drawing, by what they stand for in a result."""


def svg(found: Mapping[str, Any]) -> str:
    """Return the whole drawing, one panel under another for each kind of people."""
    rows = outcome_rows(found)[0]
    people = list(dict.fromkeys(str(row["people"]) for row in rows))
    panels = [
        "".join(_panel([row for row in rows if row["people"] == who], number * HEIGHT))
        for number, who in enumerate(people)
    ]
    height = HEIGHT * len(panels)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" '
        f'role="img" aria-label="{escape(WORDS["title"])}" font-family="Atkinson Hyperlegible, Verdana, sans-serif" '
        f'font-size="14"><rect class="paper" width="{WIDTH}" height="{height}" fill="#ffffff"/>{"".join(panels)}</svg>'
    )


def _panel(rows: Sequence[Mapping[str, Any]], down: int) -> Iterator[str]:
    games = sum(int(row["games"]) for row in rows)
    who = WORDS.get(str(rows[0]["people"]), str(rows[0]["people"]))
    yield f'<g transform="translate(0 {down})" fill="#1b2733" class="ink">'
    yield _text(LEFT, 24, f"{WORDS['title']} ({who}; {games} {WORDS['n']})", 'font-weight="bold" font-size="16"')
    yield from _legend()
    yield from _grid()
    yield from _axis(rows)
    for place, side in enumerate(COLOURS):
        yield from _series(rows, side, place)
    yield _text(WIDTH - RIGHT, HEIGHT - 6, WORDS["note"], 'text-anchor="end" font-size="12"')
    yield "</g>"


def _legend() -> Iterator[str]:
    for place, side in enumerate(COLOURS):
        x = LEFT + 6 + place * 190
        yield f'<g class="{_class(side)}">{_sign(side, x, 44)}</g>'
        yield _text(x + 12, 49, WORDS[side])


def _grid() -> Iterator[str]:
    for percent in range(0, 101, 20):
        y = _up(percent)
        yield f'<path d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}" stroke="#9aa7b3" stroke-width="0.7" class="line"/>'
        yield _text(LEFT - 8, y + 5, f"{percent} %", 'text-anchor="end"')


def _axis(rows: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    for k, row in enumerate(rows):
        yield _text(_across(k, len(rows)), HEIGHT - BOTTOM + 20, str(row["players"]), 'text-anchor="middle"')
    yield _text(LEFT, HEIGHT - 6, WORDS["players"])


def _series(rows: Sequence[Mapping[str, Any]], side: str, place: int) -> Iterator[str]:
    for k, row in enumerate(rows):
        share = won(row, side)
        if share.n:
            yield _bar(share, side, _across(k, len(rows)) + (place - 1) * 11)


def _bar(share: Share, side: str, x: float) -> str:
    low, high = share.bounds
    line = f'<path d="M{x:.1f} {_up(low):.1f}V{_up(high):.1f}" stroke="{COLOURS[side]}" stroke-width="2.5"/>'
    told = f"<title>{share.percent:.1f} % ({low:.1f}–{high:.1f}), n = {share.n}</title>"
    return f'<g class="{_class(side)}">{told}{line}{_sign(side, x, _up(share.percent))}</g>'


def _sign(side: str, x: float, y: float) -> str:
    shapes = {
        "humans": f'<circle cx="{x:.1f}" cy="{y:.1f}" r="5"',
        "la-cosa": f'<rect x="{x - 4.5:.1f}" y="{y - 4.5:.1f}" width="9" height="9"',
        "la-cosa alone": f'<path d="M{x:.1f} {y - 6:.1f}l6 10h-12z"',
    }
    return f'{shapes[side]} fill="{COLOURS[side]}"/>'


def _class(side: str) -> str:
    """Return the class by which a page may give a side other colours, for the night."""
    return f"side {SIGNS[side]}"


def _text(x: float, y: float, text: str, more: str = "") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" {more}>{escape(text)}</text>'


def _up(percent: float) -> float:
    return HEIGHT - BOTTOM - (HEIGHT - BOTTOM - TOP) * percent / 100


def _across(k: int, many: int) -> float:
    return LEFT + (WIDTH - LEFT - RIGHT) * (k + 0.5) / many
