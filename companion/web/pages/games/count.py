"""Count my box: kind by kind or with the camera, which known box it is or how it differs, and the deck it makes."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

from flask import Response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.decks.catalog import DECK_FILE, Title, editions, extras, put_together
from companion.engine.actions import whole
from companion.engine.words import Wording
from companion.i18n.catalog import language_names
from companion.service.referee.scan_service import Tally, tally_of
from companion.web.api.scan import letters
from companion.web.pages.base import Notice, game_words, pages, render, words
from companion.web.pages.games.boxes import (
    DECKS,
    BoxFault,
    data_folder,
    key_of,
    name_of,
    offered,
    printed,
    titled,
    write,
)
from companion.web.pages.icons import icon
from companion.web.pages.scan.base import Shown, frame_of_film, framed, pictures, spoken
from companion.web.pages.scan.deck import Count, carried, carried_on, counted
from companion.web.server.context import lang, must_be_host, tables
from companion.web.server.errors import HttpError

MOST, HIGHEST = 40, 12
"""The most copies that a kind may have, and the highest number that is printed on one."""
OTHER = "other"
"""The language of a box in none of those we know."""

Printed = tuple[int, ...]
"""The numbers on the copies of one kind, in order; 0 where none is printed."""


class Kind(NamedTuple):
    """One kind of card: how many of it, or, where that is asked, how many with each number."""

    slug: str
    name: str
    icon: str
    kind: str
    many: int
    numbers: tuple[tuple[int, int], ...] = ()
    also: str = ""
    """Its name in the language of the box, where that is another."""


class Counting(NamedTuple):
    """What was said of a box so far: the language of its cards, and the numbers of each kind that was confirmed."""

    base: Title
    full: Title
    """The same with everything that may lie in it besides."""
    tongue: str
    kept: Mapping[str, Printed]

    @property
    def slugs(self) -> tuple[str, ...]:
        """The kinds that are asked, in their order."""
        return tuple(self.full.decklist.by_slug)

    def tells(self, slug: str) -> bool:
        """Return True if known boxes have other numbers on this kind: then it is counted number by number."""
        there = (one for one in editions(self.base.decklist.game) if slug in one.decklist.by_slug)
        return len({printed(one, slug) for one in there}) > 1

    @property
    def sold(self) -> tuple[Title, ...]:
        """The boxes known to be sold in this language; none where nobody has told us of one."""
        every = editions(self.base.decklist.game)
        return tuple(one for one in every if self.tongue in one.wording("es").raw("edition.tongues").split())

    def nearest(self) -> tuple[Title, dict[str, tuple[Counter[int], Counter[int]]]]:
        """Return the known box that is most like it, and of each kind which numbers are more, and which less, than
        there.

        A box in another language than any known one is told from the first: its rulebook is nobody's yet.
        """
        game = self.base.decklist.game
        more, found = [one for one in extras(game) if self.kept.get(one)], []
        for one in self.sold or (self.base,):
            box, off = tables().title(game, put_together(one.decklist.slug, more)), {}
            for slug in box.decklist.by_slug:
                here, there = Counter(self.kept.get(slug, ())), Counter(printed(box, slug))
                if here != there:
                    off[slug] = here - there, there - here
            found.append((sum((a + b).total() for a, b in off.values()), box, off))
        return min(found, key=lambda one: one[0])[1:]


@pages.get("/count")
def count_box() -> Response:
    """Ask in which language the cards are."""
    return _shown(_so_far())


@pages.post("/count")
def count_on() -> AnyResponse:
    """Take a kind that was confirmed, go back to one, take what the camera saw, or make the deck."""
    must_be_host()
    said = _so_far()
    verb, _, slug = request.form.get("do", "").partition(".")
    kept = dict(said.kept)
    if verb == "make":
        try:
            return redirect(url_for("pages.new", box=_made(said)), 303)
        except BoxFault as fault:
            return _shown(said, notice=Notice("error", str(fault)), status=fault.status)
    if verb == "look":
        shown, tally = pictures(said.full), tally_of(carried(), said.full.decklist)
        for one in shown.looked:
            tally = tally.with_photo(one)
        return _shown(said, tally=tally, shown=shown)
    if verb == "seen":
        copies = tally_of(carried(), said.full.decklist).copies
        for kind, card in said.full.decklist.by_slug.items():
            if not said.tells(kind) and {f"{kind}.{k}" for k in range(1, card.copies + 1)} <= copies:
                kept.setdefault(kind, printed(said.full, kind))
    if slug not in said.slugs:
        return _shown(said._replace(kept=kept))
    answer = _answer(said, slug) if verb == "yes" else None
    kept.pop(slug, None)
    if answer is not None:
        kept[slug] = answer
        return _shown(said._replace(kept=kept))
    return _shown(said._replace(kept=kept), slug, by_number=verb == "yes")


@pages.post("/count/frame")
def count_frame() -> Response:
    """One frame of a live camera, counted as a photo is."""
    must_be_host()
    said = _so_far()
    looked, fault = frame_of_film(said.full, "count")
    tally = tally_of(carried(), said.full.decklist)
    tally = tally.with_frame(looked) if looked else tally
    count = _seen(said, tally)
    told = spoken("deck.found", found=count.found, expected=count.expected) if looked else ""
    html = render_template("scan/_count.html", count=count)
    return framed(looked, fault, copies=sorted(tally.copies), carried=carried_on(tally), said=told, html=html)


def _seen(said: Counting, tally: Tally) -> Count:
    """Return what the camera saw, against the first known box; what may lie in any besides is no fault."""
    own = frozenset(copy.id for copy in said.base.decklist.copies)
    less = tally._replace(copies=tally.copies & own, twice=tally.twice & own)
    return counted(said.base.decklist, said.base.decklist.most, less, game_words(said.base))


def _so_far() -> Counting:
    """Return what the form says; of a game that is sold in one way there is nothing to count."""
    game = titled(request.values.get("box", "")).decklist.game
    there = editions(game)
    if len(there) < 2:
        raise HttpError(404, "not-found")
    full = tables().title(game, put_together(there[0].decklist.slug, extras(game)))
    tongue, said = request.values.get("tongue", ""), request.form
    given = {slug: said[f"kept.{slug}"].split()[:MOST] for slug in full.decklist.by_slug if f"kept.{slug}" in said}
    kept = {slug: tuple(sorted(min(whole(one, 2) or 0, HIGHEST) for one in some)) for slug, some in given.items()}
    return Counting(there[0], full, tongue if tongue in {OTHER, *dict(language_names())} else "", kept)


def _answer(said: Counting, slug: str) -> Printed | None:
    """Return the numbers of a kind that was confirmed; None if it has to be said number by number first."""
    form = request.form
    given = {n: min(whole(form[f"n.{n}"], 2) or 0, MOST) for n in range(HIGHEST + 1) if f"n.{n}" in form}
    if given:
        return tuple(n for n, many in given.items() for _ in range(many))[:MOST]
    many = min(whole(form.get("many", ""), 2) or 0, MOST)
    usual = printed(said.full, slug)
    if many in (0, len(usual)) or not said.full.decklist.by_slug[slug].numbers:
        return usual if many == len(usual) else (0,) * many
    return None


def _shown(
    said: Counting,
    slug: str = "",
    *,
    by_number: bool = False,
    notice: Notice | None = None,
    status: int = 200,
    tally: Tally | None = None,
    shown: Shown | None = None,
) -> Response:
    """Show the kind that is asked: the one named, else the first that nobody has confirmed; or what the box is."""
    own = game_words(said.full)
    slug = slug or next((one for one in said.slugs if one not in said.kept), "")
    asked_of = own.first(f"edition.asked.{said.tongue}", "edition.asked.other")
    before = said.slugs[: said.slugs.index(slug)] if slug else ()
    asked: Kind | None = None
    told: tuple[Kind, ...] = ()
    differs: tuple[str, ...] = ()
    name, known, deck = "", "", ""
    if said.tongue and slug:
        asked = _kind(said, slug, own, by_number=by_number or said.tells(slug))
    elif said.tongue:
        nearest, off = said.nearest()
        deck = _lines(said, nearest, off)
        differs = tuple(_difference(words(lang()), own.card(one), *both) for one, both in off.items())
        name, known = name_of(nearest), "" if differs else key_of(nearest)
        told = tuple(_kind(said, one, own) for one in said.slugs)
    return render(
        "games/count.html",
        status=status,
        box=key_of(said.base),
        tongue=said.tongue,
        tongues=language_names(),
        # goes on from step to step
        kept=tuple((one, " ".join(map(str, numbers))) for one, numbers in said.kept.items()),
        sold=offered(said.base),
        asked=asked,
        place=len(before) + 1,
        of=len(said.slugs),
        before=before[-1] if before else "",
        doubt="" if said.sold or (slug and not said.tells(slug)) else own.raw(asked_of),
        told=told,
        name=name,  # of the known box that it is, or the nearest
        differs=differs,
        known=known,  # the key of the known box that it is; empty where it is none
        deck=deck,  # what may be sent to us: the lines of its deck, with what was counted
        notice=notice,
        letters=" ".join(letters()),
        camera=_seen(said, tally) if tally else None,
        so_far=carried_on(tally or Tally()),
        looked=shown.looked if shown else (),
        faults=shown.faults if shown else (),
    )


def _kind(said: Counting, slug: str, own: Wording, *, by_number: bool = False) -> Kind:
    """Return a kind as it is told, or asked with what it starts from: as many as the first known box has."""
    card, name = said.full.decklist.by_slug[slug], own.card(slug)
    usual = () if slug in extras(said.base.decklist.game) and not by_number else printed(said.full, slug)
    numbers = said.kept.get(slug, usual)
    also = said.full.wording(said.tongue).card(slug) if said.tongue != OTHER else name
    by = Counter(numbers)
    every = tuple((n, by[n]) for n in range(min(4, *(usual or (4,))), HIGHEST + 1)) if by_number else ()
    return Kind(slug, name, icon(slug, card.kind), card.kind, len(numbers), every, also if also != name else "")


def _difference(told: Wording, card: str, more: Counter[int], less: Counter[int]) -> str:
    """Say how a kind differs from that of the known box."""
    here, there = (", ".join(str(n) for n in sorted(some.elements()) if n) or "–" for some in (more, less))
    if more.total() == less.total():
        return told.say("count.other", card=card, here=here, there=there)
    parts = (("more", more, here), ("less", less, there))
    said = (told.say(f"count.{key}", count=some.total(), card=card, numbers=of) for key, some, of in parts if some)
    return " ".join(said)


# -- its deck --------------------------------------------------------------------------------------------------------


def _lines(said: Counting, box: Title, off: Mapping[str, tuple[Counter[int], Counter[int]]]) -> str:
    """Return the lines of a box's deck: the known one that is nearest, and what differs from it."""
    missing, renumbered, further = [], [], []
    for slug, (more, fewer) in off.items():
        card, new, less = box.decklist.by_slug[slug], sorted(more.elements()), fewer.copy()
        for k in range(1, card.copies + 1):
            number = card.number(k) or 0
            if less[number] > 0:
                less[number] -= 1
                if new and number:
                    renumbered.append(f'"{slug}.{k}" = {new.pop(0)}\n')
                else:
                    missing.append(f'"{slug}.{k}"')
        if new:
            copies = f"numbers = {new}" if card.numbers else f"copies = {len(new)}"
            further.append(f'\n[[card]]\nslug = "{slug}"\n{copies}\n')
    total = sum(map(len, said.kept.values()))
    head = f'# {total} cards, language: {said.tongue}\nbase = "{box.decklist.slug}"\n'
    lacks = f"missing = [{', '.join(missing)}]\n" if missing else ""
    other = "\n[renumbered]\n" + "".join(renumbered) if renumbered else ""
    return head + lacks + other + "".join(further)


def _made(said: Counting) -> str:
    """Write the deck of this box, with a name in every language of its game; return its key."""
    box, off = said.nearest()
    lines = _lines(said, box, off)
    slug = f"contada-{hashlib.sha256(lines.encode()).hexdigest()[:10]}"
    files = {DECK_FILE: f'slug = "{slug}"\n{lines}'}
    for tag, own in box.words.items():
        told = words(tag)
        differs = " ".join(_difference(told, own.card(one), *both) for one, both in off.items())
        mark = told.say("count.mark", name=own.raw("edition.name"), differs=differs)[:400]
        total = sum(map(len, said.kept.values()))
        names = {"name": told.say("count.named", count=total), "mark": mark, "open": told.raw("count.open")}
        said_so = "".join(f"{key} = {json.dumps(text, ensure_ascii=False)}\n" for key, text in names.items())
        files[f"{tag}.toml"] = f"[edition]\n{said_so}"
    write(data_folder() / DECKS / slug, box, files, lambda title: None)
    return f"{box.decklist.game}/{slug}"
