"""Playing by showing: a card is held out to the camera instead of being picked; what is left to ask is on this page.

The screen is everybody's. A card is named only where it is played: nothing is said of one that cannot be, of one
farther away, or of several at once, and no picture is shown.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from urllib.parse import quote

from flask import Response, redirect, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.engine.actions import Malformed
from companion.engine.deck import Copy
from companion.engine.view import Choice, Group, Question, Said
from companion.service.live.games import Snapshot, Stale
from companion.service.live.parsing import clean_text
from companion.service.live.session import Refused
from companion.service.messages import why
from companion.service.referee.held_out import Where, held_out
from companion.store.base import Overtaken, Repeated
from companion.web.api.scan import letters
from companion.web.pages.base import Notice, game_words, new_action_id, pages, render
from companion.web.pages.scan.base import Shown, frame_of_film, framed, pictures, spoken
from companion.web.pages.scan.meaning import after, meaning
from companion.web.pages.table.page import game_title, log_lines
from companion.web.pages.table.prompts import (
    COMPACT,
    Asking,
    batch_of,
    dumps,
    filled_in,
    question,
    said_of,
    shown,
)
from companion.web.pages.table.routes import number_of_form, via
from companion.web.pages.table.sidebar import beside
from companion.web.server.context import lang, must_lead, tables

Actions = tuple[Said, ...]


@pages.get("/games/<game>/scan/play")
def play_begin(game: str) -> Response:
    """Show the present question, or one question on."""
    seen = tables().seen(game)
    said = said_of(request.args.get("said", ""), seen.title.game.verbs)
    first = _first(seen, request.args.get("first", ""))
    ahead = after(seen, first)
    if not said:
        return _page(seen)
    if ahead is None or request.args.get("v", "") != str(seen.version):
        return _page(seen, Notice("stale", spoken("play.moved")))
    return _page(seen, ahead=ahead, said=said, first=first)


@pages.post("/games/<game>/scan/play")
def play_look(game: str) -> AnyResponse:
    """Take a card held out: do what it stands for, or ask what is left to ask."""
    must_lead(game)
    seen = tables().seen(game)
    if request.form.get("version", "") not in ("", str(seen.version)):
        return _page(seen, Notice("stale", spoken("play.moved")), 409)
    photos = pictures(seen.title)
    where, slug = _held(seen, photos)
    if where != "held":
        text = spoken(f"play.{where}") if photos.looked else ""
        return _page(seen, Notice("error", text) if text else None, faults=photos.faults)
    found = meaning(seen, slug, game_words(seen.title))
    if not found.is_open:
        return _page(seen, Notice("refused", spoken("play.not-now")))
    if found.only is None:
        return _page(seen, ahead=found.ahead, first=found.first, choices=found.choices)
    if not found.only.done:
        return _page(seen, ahead=found.ahead, said=found.only.said, first=found.first)
    return _said(seen, (*found.first, found.only.said), filled_in(request.form))


def _held(seen: Snapshot, photos: Shown) -> tuple[Where, str]:
    """Return the card held out: in a photo, or named by the page whose camera saw it."""
    named = clean_text(request.form.get("card", ""))
    if named in seen.title.decklist.by_slug:
        return "held", named
    found = [held_out(one) for one in photos.looked]
    if len(found) != 1:
        return "several", ""
    return found[0].where, _slug(found[0].copy)


def _slug(copy: Copy | None) -> str:
    return copy.slug if copy else ""


@pages.post("/games/<game>/scan/play/frame")
def play_frame(game: str) -> Response:
    """One frame of a live camera: what to do with the card, and its name only if it can be played now."""
    must_lead(game)
    seen = tables().seen(game)
    looked, fault = frame_of_film(seen.title, game)
    held = held_out(looked) if looked else None
    slug = _slug(held.copy) if held else ""
    is_open = bool(slug) and meaning(seen, slug, game_words(seen.title)).is_open
    hint = "not-now" if slug and not is_open else held.where if held else ""
    return framed(
        looked,
        fault,
        held=bool(held) and hint in ("held", "not-now", "several", "unread"),
        card=slug if is_open else "",
        version=seen.version,
        said=spoken(f"play.{hint}") if hint else "",
    )


@pages.post("/games/<game>/scan/play/say")
def play_say(game: str) -> AnyResponse:
    """Take a button of this page: send what was chosen and filled in, after the actions that the card implies."""
    must_lead(game)
    seen = tables().seen(game)
    verbs, text = seen.title.game.verbs, request.form.get("said", "")
    several: Actions = (*batch_of(text, verbs),)
    chosen = several or (*_first(seen, request.form.get("first", "")), said_of(text, verbs))
    return _said(seen, chosen, filled_in(request.form))


def _first(seen: Snapshot, text: str) -> Actions:
    return (*batch_of(text, seen.title.game.verbs),)


def _said(seen: Snapshot, actions: Actions, filled: Mapping[str, Sequence[str]]) -> AnyResponse:
    """Say it, all of it or nothing; the page again either way."""
    *first, last = actions
    ahead = after(seen, first)
    try:
        if not last or ahead is None:
            raise Malformed("malformed.empty")
        action = seen.title.game.assemble(seen.title.decklist, ahead.table, last, filled)
        version, action_id = number_of_form("version"), request.form.get("action_id", "")[:100]
        if first:
            tables().say_all(seen.id, [*first, action], version, action_id, via())
        else:
            tables().say(seen.id, action, version, action_id, via())
    except (Stale, Overtaken, Repeated):
        return _page(tables().seen(seen.id), Notice("stale", spoken("play.moved")), 409)
    except Refused as fault:
        return _page(tables().seen(seen.id), Notice("refused", fault.sentence(lang())), 422)
    except Malformed as fault:
        return _page(tables().seen(seen.id), Notice("error", why(fault, lang())), 400)
    return redirect(url_for("pages.play_begin", game=seen.id), 303)


def _page(
    seen: Snapshot,
    notice: Notice | None = None,
    status: int = 200,
    *,
    ahead: Snapshot | None = None,
    said: Said | None = None,
    first: Actions = (),
    choices: Sequence[Choice] = (),
    faults: tuple[str, ...] = (),
) -> Response:
    words, there = game_words(seen.title), ahead or seen
    view = seen.title.game.view(seen.title.decklist, seen.table, words)
    asked = question(seen.title, there.table, said or {}, words)
    if choices:
        asked = Question("", {}, (Group("", tuple(one for one in choices if one.refusal is None)),))
    return render(
        "scan/play.html",
        status=status,
        id=seen.id,
        title=game_title(tables().heading(seen.id), words),
        version=seen.version,
        prompt=asked.text if said else view.heading,
        last="".join(line.text for line in log_lines(tables().playing(seen.id), lang(), first=seen.version)[:1]),
        asking=_buttons(seen, asked, first, is_shown=bool(choices or said)),
        first=_together(first) if first else "",
        letters=" ".join(letters()),
        action_id=new_action_id(),
        beside=beside(seen.id, tables().playing(seen.id), seen.title, seen.table, seen.version, words),
        faults=faults,
        notice=notice,
    )


def _buttons(seen: Snapshot, asked: Question, first: Actions, is_shown: bool) -> Asking:
    """Return the question with all it leads to on this page, without cards at first: they are shown.

    The forms and links of its choices send the actions first that the shown card implies.
    """
    backs = {card.back for card in seen.title.decklist.cards}
    asking = shown(asked, seen.id, seen.version, backs)
    groups = []
    for group in (one for one in asking.groups if not one.quiet):
        options = []
        for option in (one for one in group.options if is_shown or not one.choice.card):
            choice, refusal = option.choice, option.choice.refusal
            overrule = refusal.overrule if refusal else None
            options.append(
                option._replace(
                    json=_together((*first, choice.said, *choice.then)),
                    href=_address(seen, choice.said, first),
                    overrule=_together((*first, overrule)) if overrule and choice.done else "",
                    overrule_href=_address(seen, overrule, first) if overrule and not choice.done else "",
                )
            )
        if options:
            groups.append(group._replace(options=tuple(options)))
    return asking._replace(groups=tuple(groups))


def _address(seen: Snapshot, said: Said, first: Actions) -> str:
    before = f"&first={quote(_together(first), safe='')}" if first else ""
    return f"/games/{seen.id}/scan/play?v={seen.version}&said={quote(dumps(said), safe='')}{before}"


def _together(actions: Actions) -> str:
    """Actions said in one batch, as a form sends them."""
    return json.dumps([dict(one) for one in actions], **COMPACT)
