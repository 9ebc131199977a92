"""Cards shown to the referee in private: who is concerned, the tablet passed on, cards shown, an answer read.

Every answer takes the same screens, the same time and the same number of bytes. What is in a hand is only ever in the
page of whoever holds the tablet.
"""

from __future__ import annotations

from typing import NamedTuple

from flask import Response, redirect, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.decks.catalog import Title
from companion.engine.actions import Malformed
from companion.engine.hidden.own_checks import OwnCheck, own_checks
from companion.engine.hidden.referee import HOUSE
from companion.engine.words import Wording
from companion.service.live.games import Snapshot, Stale
from companion.service.live.parsing import clean_text
from companion.service.live.session import Refused
from companion.service.messages import why
from companion.service.referee.checks import listen
from companion.service.referee.private_reveal import Showing, judge
from companion.web.pages.base import Notice, game_words, pages, render
from companion.web.pages.scan.base import count_said, frame_of_film, framed, pictures, showings, spoken
from companion.web.pages.scan.referee_mode import due_of, forgotten
from companion.web.pages.scan.screen import MOST_CARDS, held_by, screen, send_answers
from companion.web.pages.table.page import game_title
from companion.web.server.context import lang, must_lead, tables


class OwnAsked(NamedTuple):
    """A check that only this game knows: its words, and what is to be chosen (the field, its question, its answers).

    `not_now`: why it is not made at this step; then nothing is asked.
    """

    what: str
    heading: str
    help: str
    not_now: str
    choices: tuple[tuple[str, str, tuple[tuple[str, str], ...]], ...]


@pages.get("/games/<game>/scan/judge")
def judge_begin(game: str) -> Response:
    """Ask what is to be looked at."""
    listen(tables(), game)
    return _begin(tables().seen(game))


def _begin(seen: Snapshot, notice: Notice | None = None, status: int = 200) -> Response:
    words = game_words(seen.title)
    referee = seen.title.game.referee
    if notice is None and referee is not None and not referee.is_ready():
        notice = Notice("error", words.say("check.needs.no-solver"))
    view = seen.title.game.view(seen.title.decklist, seen.table, words)
    names = tuple(seat.name for seat in view.seats)
    turn = next((seat.name for seat in view.seats if seat.is_turn), names[0] if names else "")
    pair = next(
        (link for link in view.links if {*link} <= {*names}),
        (turn, names[(names.index(turn) + 1) % len(names)] if turn in names else ""),
    )
    return render(
        "scan/judge.html",
        status=status,
        id=seen.id,
        title=game_title(tables().heading(seen.id), words),
        players=names,
        whats=_whats(seen),
        own=tuple(
            OwnAsked(
                one.what,
                one.heading(words),
                one.help(words),
                _not_now(seen, one, words),
                tuple((name, one.legend(words, name), one.labels(words, name)) for name in one.choices),
            )
            for one in _own(seen)
        ),
        turn=turn,
        pair=pair,
        aloud=showings().aloud(seen.id, seen.version, words),
        evening=tables().sealed.refereed.shows_all(seen.id),
        has_forgotten=forgotten(seen.id),
        notice=notice,
    )


def _whats(seen: Snapshot) -> tuple[str, ...]:
    """Return the common kinds of checks that this game's referee knows."""
    referee = seen.title.game.referee
    return tuple(what for what in HOUSE if referee is not None and what in referee.whats)


def _own(seen: Snapshot) -> tuple[OwnCheck, ...]:
    """Return the kinds of checks peculiar to this game."""
    referee = seen.title.game.referee
    return own_checks(referee) if referee is not None else ()


def _not_now(seen: Snapshot, own: OwnCheck, words: Wording) -> str:
    """Return why a game's own check is not made at this step; empty if it may be."""
    referee = seen.title.game.referee
    violation = referee.too_soon(seen.table, own.what) if referee is not None else None
    return "" if violation is None else violation.sentence(words)


@pages.post("/games/<game>/scan/judge")
def judge_open(game: str) -> AnyResponse:
    """Begin to show."""
    must_lead(game)
    seen = tables().seen(game)
    own = next((known for known in _own(seen) if known.what == request.form.get("what")), None)
    what = own.what if own else next((known for known in _whats(seen) if known == request.form.get("what")), None)
    if what is None:
        return _begin(seen, Notice("error", spoken("judge.what")), 422)
    not_now = _not_now(seen, own, game_words(seen.title)) if own else ""
    if not_now:
        return _begin(seen, Notice("error", not_now), 422)
    said = own.chosen({name: request.form.get(f"{what}-{name}", "") for name in own.choices}) if own else {}
    if said is None:
        return _begin(seen, Notice("error", spoken("judge.said-what")), 422)
    # In the order in which they show.
    if what in ("round", "deal"):
        due = due_of(seen.id)
        people = due.people if due is not None and due.what == what else tuple(seen.table.seats)
    else:
        keys = ("from", "to") if what == "exchange" else ("player",)
        people = tuple(clean_text(request.form.get(f"{what}-{key}", "")) for key in keys)
    if not people or not {*people} <= {*seen.table.seats} or len({*people}) != len(people):
        return _begin(seen, Notice("error", spoken("judge.two" if what == "exchange" else "judge.nobody")), 422)
    occasion = "private" if request.form.get("occasion") == "private" else "dispute"
    token = showings().begin(Showing(game, seen.version, what, people, occasion, own=own, said=said))
    return redirect(url_for("pages.judge_stage", game=game, token=token), 303)


@pages.get("/games/<game>/scan/judge/<token>")
def judge_stage(game: str, token: str) -> Response:
    """Show the screen a showing is at."""
    must_lead(game)
    seen = tables().seen(game)
    showing = showings().find(seen.id, token)
    return _gone(seen) if showing is None else screen(seen, token, showing)


@pages.post("/games/<game>/scan/judge/<token>")
def judge_next(game: str, token: str) -> AnyResponse:
    """Something was shown or read."""
    must_lead(game)
    seen = tables().seen(game)
    showing = showings().find(game, token)
    if showing is None:
        return _gone(seen)
    if request.form.get("do") == "leave" and not showing.told:
        showings().end(token)
        return redirect(url_for("pages.table", game=game), 303)
    if request.form.get("step", "") != str(showing.at):
        return redirect(url_for("pages.judge_stage", game=game, token=token), 303)
    if showing.stage.kind == "show":
        return _show(seen, token, showing)
    if showing.stage.kind == "public":
        showings().end(token)
        return redirect(url_for("pages.table", game=seen.id), 303)
    showing.advance()
    if showing.is_over:
        showings().say(showing)
    return redirect(url_for("pages.judge_stage", game=seen.id, token=token), 303)


@pages.post("/games/<game>/scan/judge/<token>/frame")
def judge_frame(game: str, token: str) -> Response:
    """One frame of a live camera: the copies in it, for the form of whoever holds the tablet."""
    must_lead(game)
    seen, showing = tables().seen(game), showings().find(game, token)
    if showing is None or showing.stage.kind != "show":
        return framed(None, spoken("judge.over"), copies=[], said="")
    looked, fault = frame_of_film(seen.title, f"{token} {showing.at}")
    copies = sorted(copy.id for copy in looked.sight.copies) if looked else []
    return framed(looked, fault, copies=copies, said=count_said(looked) if looked else "")


def _show(seen: Snapshot, token: str, showing: Showing) -> AnyResponse:
    """Take in what was shown; go on when the person says that this is all of it."""
    photos = pictures(seen.title)
    player = showing.stage.player
    cards, gone = slots_sent(seen.title)
    new = [copy for copy in photos.copies if copy not in cards]
    showing.shown[player] = tuple(cards + new)[:MOST_CARDS]
    showing.given = gone
    if request.form.get("do") != "done" or photos.faults:
        return screen(seen, token, showing, photos)
    fault = _fault(showing)
    if fault:
        return screen(seen, token, showing, photos, Notice("error", spoken(fault)), 422)
    held = held_by(seen, player)
    # Sure: the person was told that the number is not the table's, and confirms it.
    if (
        showing.is_whole_hand
        and len(showing.shown[player]) != held
        and request.form.get("sure") != str(len(showing.shown[player]))
    ):
        text = spoken("stage.differs", read=len(showing.shown[player]), held=held)
        return screen(seen, token, showing, photos, Notice("stale", text))
    if showing.stage.judges:
        try:
            judge(tables(), showing)
            send_answers(seen, showing, showing.away)
        except Stale:
            showings().end(token)
            return _begin(tables().seen(seen.id), Notice("stale", spoken("judge.moved")), 409)
        except (Refused, Malformed) as refused:
            text = refused.sentence(lang()) if isinstance(refused, Refused) else why(refused, lang())
            return screen(seen, token, showing, photos, Notice("error", text), 422)
    showing.advance()
    return redirect(url_for("pages.judge_stage", game=seen.id, token=token), 303)


def slots_sent(title: Title) -> tuple[list[str], tuple[str, ...]]:
    """Return the cards in the form, and those ticked as discarded; anything that is no card of the box is ignored."""
    known = {*title.decklist.by_slug, *(copy.id for copy in title.decklist.copies)}
    cards: list[str] = []
    gone: list[str] = []
    for k in range(MOST_CARDS):
        card = request.form.get(f"card.{k}", "")
        if card in known:
            cards.append(card)
            gone += [card] if request.form.get(f"gone.{k}") else []
    return cards, tuple(gone)


def _fault(showing: Showing) -> str:
    """Return the key of the sentence on what is still missing before this can be judged."""
    cards = showing.shown[showing.stage.player]
    if not cards:
        return "judge.no-cards"
    if showing.is_one_card and len(cards) != 1:
        return "judge.one-card"
    if showing.what == "discard" and len(cards) > 1 and not showing.given:
        return "judge.which-gone"
    return ""


def _gone(seen: Snapshot) -> Response:
    return _begin(seen, Notice("stale", spoken("judge.over")), 410)
