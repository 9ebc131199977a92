"""Fixing the table: every correction in one place, and what each would change, shown before it does."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from flask import redirect, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.referee.actions import Malformed
from companion.referee.view import SeatView, TableView
from companion.service.playing import Refused, action_of
from companion.service.tables import Seen, Stale
from companion.store.log import StoreFault
from companion.table.state import Table
from companion.web.app import lang, must_be_host, tables
from companion.web.pages_ask import Asking, dumps, filled_in, question, shown
from companion.web.pages_common import game_words, new_action_id, pages, render, words
from companion.web.pages_evening_table import Beside, beside
from companion.web.pages_play import action_of_form, number_of_form, said_of_form, shown_again, via
from companion.web.pages_table import RingDrawn, game_title, ring_drawn

CORRECTION = "override"
"""What every game calls it when the table says that something is otherwise."""


@dataclass(frozen=True, slots=True)
class FixPage:
    """Everything that can be put right."""

    id: str
    title: str
    asking: Asking


@dataclass(frozen=True, slots=True)
class Side:
    """The table, as it is or as it would be."""

    label: str
    heading: str
    ring: RingDrawn
    beside: Beside


@dataclass(frozen=True, slots=True)
class ComparePage:
    """The table as it is beside the table as it would be."""

    id: str
    title: str
    version: int
    action_id: str
    said: str
    told: str
    sides: tuple[Side, Side]
    changes: tuple[str, ...]


@pages.get("/games/<game>/fix")
def fix(game: str) -> AnyResponse:
    """Every correction in one place."""
    must_be_host()
    seen = tables().seen(game)
    title, said = seen.title, game_words(seen.title)
    if CORRECTION not in title.game.verbs or seen.table.ended is not None:
        return redirect(url_for("pages.table", game=game), 303)
    asked = question(title, seen.table, {"action": CORRECTION}, said)
    asking = shown(asked, seen.id, seen.version, ())
    return render("evening/fix.html", FixPage(game, game_title(tables().heading(game), said), asking))


@pages.post("/games/<game>/fix")
def compare(game: str) -> AnyResponse:
    """What the correction would change; with `sure` it is made."""
    must_be_host()
    seen = tables().seen(game)
    filled, said = filled_in(request.form), said_of_form(seen)
    try:
        version = number_of_form("version")
        if request.form.get("sure") == "yes":
            tables().say(game, said, version, request.form.get("action_id", "")[:100], via())
            return redirect(url_for("pages.table", game=game), 303)
        if version != seen.version:
            raise Stale(seen.version)
        return render("evening/compare.html", _compared(seen, dict(action_of_form(seen, said, filled))))
    except (Refused, Stale, Malformed, StoreFault) as fault:
        return shown_again(game, said, filled, fault)


def _compared(seen: Seen, action: dict[str, object]) -> ComparePage:
    playing, title, said = tables().playing(seen.id), seen.title, game_words(seen.title)
    with playing.lock:
        entry = playing.decide(playing.shapes().read(action))
        after = playing.table_after(entry)
        told = title.game.tell(seen.table, action_of(entry), entry.facts, said)
    now, then = (title.game.view(title.decklist, table, said) for table in (seen.table, after))
    aside = beside(seen.id, playing, title, seen.table, seen.version, said)
    return ComparePage(
        id=seen.id,
        title=game_title(tables().heading(seen.id), said),
        version=seen.version,
        action_id=new_action_id(),
        said=dumps(action),
        told=told,
        sides=(
            _side(words(lang()).raw("evening.now"), now, seen.table, aside),
            _side(words(lang()).raw("evening.then"), then, after, aside),
        ),
        changes=tuple(_changes(now, then)),
    )


def _side(label: str, view: TableView, table: Table, aside: Beside) -> Side:
    return Side(label, view.heading, ring_drawn(view, table, None), aside)


def _changes(now: TableView, then: TableView) -> Iterable[str]:
    """What is otherwise, a line each."""
    if now.heading != then.heading:
        yield _from_to(now.heading, then.heading)
    if now.arrow_label != then.arrow_label:
        yield _from_to(now.arrow_label, then.arrow_label)
    before, after = [seat.name for seat in now.seats], [seat.name for seat in then.seats]
    if after != _turned(before, after):
        yield _from_to(", ".join(before), ", ".join(after))
    if now.out != then.out:
        yield f"{words(lang()).raw('table.out')}: {_from_to(', '.join(now.out), ', '.join(then.out))}"
    for one, other in zip(now.piles, then.piles, strict=False):
        if one.count != other.count:
            yield f"{one.label}: {_from_to(one.count, other.count)}"
    yield from _of_seats(now, then)
    yield from _of_gaps(now, then)


def _of_seats(now: TableView, then: TableView) -> Iterable[str]:
    kept = {seat.name: seat for seat in now.seats}
    for seat in then.seats:
        was = kept.get(seat.name, SeatView(seat.name, 0))
        if was.cards != seat.cards:
            label = words(lang()).raw("table.cards-count")
            yield f"{seat.name}: {label.lower()} {_from_to(was.cards, seat.cards)}"
        marks, marked = ", ".join(one.label for one in was.badges), ", ".join(one.label for one in seat.badges)
        if marks != marked:
            yield f"{seat.name}: {_from_to(marks, marked)}"


def _of_gaps(now: TableView, then: TableView) -> Iterable[str]:
    before, after = _lying(now), _lying(then)
    for pair in sorted({*before, *after}):
        if before.get(pair) != after.get(pair):
            between = words(lang()).say("table.between", a=pair[0], b=pair[1])
            yield f"{between}: {_from_to(before.get(pair, ''), after.get(pair, ''))}"


def _lying(view: TableView) -> dict[tuple[str, str], str]:
    """What lies between two neighbours."""
    names = [seat.name for seat in view.seats]
    return {
        (names[k], names[(k + 1) % len(names)]): ", ".join(badge.label for badge in badges)
        for k, badges in enumerate(view.gaps)
        if badges
    }


def _turned(names: list[str], like: list[str]) -> list[str]:
    """The same ring, begun where the other begins."""
    if not like or like[0] not in names:
        return names
    start = names.index(like[0])
    return names[start:] + names[:start]


def _from_to(before: object, after: object) -> str:
    return f"{before if before != '' else '—'} → {after if after != '' else '—'}"
