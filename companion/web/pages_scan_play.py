"""Playing by showing: the card goes before the camera instead of being picked; cards everybody sees are noted so too.

No game is known here: a card shown stands for the choice of the question that bears its name.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from flask import Response, redirect, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.cards.wording import Wording
from companion.referee.actions import Malformed
from companion.referee.view import Choice, Field, Group, Question, Said
from companion.service.playing import Refused
from companion.service.reading import clean_text
from companion.service.scanning import Looked
from companion.service.tables import Seen, Stale
from companion.store.log import Overtaken, Repeated
from companion.web.app import lang, must_be_host, tables
from companion.web.pages_ask import Option, address, question, shown
from companion.web.pages_common import Notice, game_words, new_action_id, pages, render
from companion.web.pages_play import via
from companion.web.pages_scan import Shown, pictures, spoken
from companion.web.pages_table import game_title, log_lines, table_page
from companion.web.scan_api import letters

MOST_ASKED = 30
"""Questions looked through for a card that is not offered at once."""
SHOWING: Said = {"action": "show", "to": "all"}
"""Cards that the whole table sees."""


@dataclass(frozen=True, slots=True)
class PlayPage:
    """What is asked now, and what the card that was shown stands for."""

    id: str
    title: str
    version: int
    prompt: str
    last: str
    options: tuple[Option, ...]
    said: str
    letters: str
    action_id: str
    looked: tuple[Looked, ...] = ()
    faults: tuple[str, ...] = ()
    notice: Notice | None = None


@pages.get("/games/<game>/scan/play")
def play_begin(game: str) -> Response:
    """Nothing has been shown yet."""
    return _page(tables().seen(game), Shown())


@pages.post("/games/<game>/scan/play")
def play_look(game: str) -> AnyResponse:
    """A card was shown: do what it stands for, or ask what is left to ask."""
    must_be_host()
    seen = tables().seen(game)
    if request.form.get("version", "") not in ("", str(seen.version)):
        return _page(seen, Shown(), Notice("stale", spoken("play.moved")), 409)
    photos = pictures(seen.title)
    slugs = _slugs(seen, photos)
    if len(slugs) != 1:
        text = spoken("play.several") if slugs else ""
        return _page(seen, photos, Notice("error", text) if text else None)
    choices = choices_of(seen, slugs[0], game_words(seen.title))
    if len(choices) != 1 or choices[0].refusal or choices[0].then:
        return _page(seen, photos, None, 200, slugs[0], choices)
    return _done(seen, choices[0], photos, slugs[0])


def _slugs(seen: Seen, photos: Shown) -> tuple[str, ...]:
    """The cards shown: in a picture, or named by the page whose live camera saw them."""
    named = clean_text(request.form.get("card", ""))
    known = (named,) if named in seen.title.decklist.by_slug else ()
    return known or photos.slugs


def _done(seen: Seen, choice: Choice, photos: Shown, slug: str) -> AnyResponse:
    if not choice.done:
        return redirect(address(seen.id, choice.said, seen.version), 303)
    try:
        action = seen.title.game.assemble(seen.title.decklist, seen.table, choice.said, {})
        tables().say(seen.id, action, seen.version, request.form.get("action_id", "")[:100], via())
    except (Refused, Malformed, Stale, Overtaken, Repeated) as fault:
        text = fault.sentence(lang()) if isinstance(fault, Refused) else spoken("play.moved")
        return _page(tables().seen(seen.id), photos, Notice("error", text), 422, slug)
    return redirect(url_for("pages.play_begin" if request.form.get("stay") else "pages.table", game=seen.id), 303)


def choices_of(seen: Seen, slug: str, words: Wording) -> list[Choice]:
    """What a card stands for in the question asked now, and one question on: open choices before closed ones."""
    start = [*_choices(seen, {}, words)]
    found = [choice for choice in start if choice.card == slug]
    for way in [*filter(_leads_on, _choices(seen, {}, words, aloud=True))][:MOST_ASKED]:
        deeper = [choice for choice in _choices(seen, way.said, words) if choice.card == slug]
        found += [replace(choice, label=f"{way.label}: {choice.label}") for choice in deeper]
    unique = {repr(sorted(choice.said.items(), key=str)): choice for choice in found}
    return sorted(unique.values(), key=lambda choice: choice.refusal is not None)


def _leads_on(choice: Choice) -> bool:
    """Whether a choice only leads to the next question, in which a card may be named."""
    return not (choice.card or choice.player or choice.done or choice.refusal)


def _choices(seen: Seen, said: Said, words: Wording, aloud: bool = False) -> Iterator[Choice]:
    """The choices of a question; `aloud`: only those of the main course of play."""
    asked = question(seen.title, seen.table, said, words)
    for group in asked.groups:
        if not (aloud and group.quiet):
            yield from group.choices


def _page(
    seen: Seen,
    photos: Shown,
    notice: Notice | None = None,
    status: int = 200,
    slug: str = "",
    choices: Sequence[Choice] = (),
) -> Response:
    words = game_words(seen.title)
    view = seen.title.game.view(seen.title.decklist, seen.table, words)
    if slug and not choices and notice is None:
        notice = Notice("refused", spoken("play.not-now", card=words.card(slug)))
    offered = shown(Question("", {}, (Group("", tuple(choices)),)), seen.id, seen.version, ())
    page = PlayPage(
        id=seen.id,
        title=game_title(tables().heading(seen.id), words),
        version=seen.version,
        prompt=view.heading,
        last="".join(line.text for line in log_lines(tables().playing(seen.id), lang(), first=seen.version)[:1]),
        options=offered.options,
        said=words.card(slug) if slug else "",
        letters=" ".join(letters()),
        action_id=new_action_id(),
        looked=photos.looked,
        faults=photos.faults,
        notice=notice,
    )
    return render("scan/play.html", page, status)


# -- cards everybody sees ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SeenPage:
    """Whose cards everybody has seen, and the pictures of them."""

    id: str
    title: str
    version: int
    players: tuple[str, ...]
    player: str
    letters: str
    looked: tuple[Looked, ...] = ()
    faults: tuple[str, ...] = ()


@pages.get("/games/<game>/scan/seen")
def seen_begin(game: str) -> Response:
    """Nothing has been shown yet."""
    return _seen_page(tables().seen(game), Shown())


@pages.post("/games/<game>/scan/seen")
def seen_look(game: str) -> AnyResponse:
    """Cards were shown to everybody: the question of the table about them, filled in."""
    must_be_host()
    seen = tables().seen(game)
    photos = pictures(seen.title)
    player = clean_text(request.form.get("player", ""))
    slugs = [slug for slug in request.form.getlist("card") if slug in seen.title.decklist.by_slug]
    slugs = slugs or [copy.rpartition(".")[0] for copy in photos.copies]
    if not slugs or player not in seen.table.seats:
        return _seen_page(seen, photos)
    words = game_words(seen.title)
    said = {**SHOWING, "player": player}
    asked = question(seen.title, seen.table, said, words)
    if not asked.fields:
        return _seen_page(seen, photos)
    return render("table.html", table_page(seen, said, None, filled_with(asked.fields, slugs)))


def filled_with(fields: Sequence[Field], slugs: Sequence[str]) -> Mapping[str, Sequence[str]]:
    """The fields that take a card, with the cards that were shown, one each."""
    known = {value for one in fields for value, _ in one.options}
    waiting = [slug for slug in slugs if slug in known]
    takers = [one for one in fields if {value for value, _ in one.options} & set(waiting)]
    kept = {one.name: [one.value] for one in fields if one.value}
    return {**kept, **{one.name: [slug] for one, slug in zip(takers, waiting, strict=False)}}


def _seen_page(seen: Seen, photos: Shown) -> Response:
    page = SeenPage(
        id=seen.id,
        title=game_title(tables().heading(seen.id), game_words(seen.title)),
        version=seen.version,
        players=tuple(seen.table.seats),
        player=clean_text(request.form.get("player", "")),
        letters=" ".join(letters()),
        looked=photos.looked,
        faults=photos.faults,
    )
    return render("scan/seen.html", page)
