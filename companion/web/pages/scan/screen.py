"""One screen of showing cards in private: the tablet passed on, cards shown, an answer read, the table told.

Every answer takes the same screens and the same number of bytes. What is in a hand is only ever in the page of whoever
holds the tablet.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from flask import Response

from companion.decks.catalog import Title
from companion.engine.view import Group, Question
from companion.i18n.catalog import languages
from companion.service.live.games import Snapshot
from companion.service.referee.private_reveal import ReadOut, Showing, read_out
from companion.web.api.scan import letters
from companion.web.pages.base import Notice, game_words, new_action_id, render
from companion.web.pages.scan.base import Shown, scan_words, showings
from companion.web.pages.table.page import game_title
from companion.web.pages.table.prompts import Option, question, shown
from companion.web.server.context import access, lang, tables
from companion.web.server.lengths import filled_up

BLOCK = 64 * 1024
"""Bytes; a private page is filled up to a multiple of it."""
MOST_CARDS = 12
OWN_CARDS = 3
"""Places for the cards of a check that only one game knows: what is shown then is what one rule takes."""


def said_aloud(seen: Snapshot) -> Notice | None:
    """Return what the referee told the table last, while nothing has happened since."""
    text = showings().aloud(seen.id, seen.version, game_words(seen.title))
    return Notice("aloud", text) if text else None


class Slot(NamedTuple):
    """The place of one card that is shown: a copy or a card, or nothing yet. `gone`: it is one that is discarded."""

    value: str
    label: str
    gone: bool


def screen(
    seen: Snapshot,
    token: str,
    showing: Showing,
    photos: Shown | None = None,
    notice: Notice | None = None,
    status: int = 200,
) -> Response:
    """Render the screen a showing is at."""
    stage, words, photos = showing.stage, game_words(seen.title), photos or Shown()
    on_phone = is_on_phone(seen, showing, token)
    said = read_out(tables(), showing, lang()) if stage.kind == "verdict" and not on_phone else ReadOut("", "", "")
    response = render(
        "scan/stage.html",
        status=status,
        id=seen.id,
        title=game_title(tables().heading(seen.id), words),
        token=token,
        what=showing.what,
        stage=stage,
        people=showing.people,
        step=showing.at,
        steps=len(showing.stages),
        slots=slots_of(seen, showing) if stage.kind == "show" else (),
        cards=cards_of(seen.title) if stage.kind == "show" else (),
        read=len(showing.shown.get(stage.player, ())),
        letters=" ".join(letters()),
        verdict=said.verdict,
        why=said.why,
        advice=said.advice,
        public=" ".join(phrase.said(words) for phrase in showing.public) if stage.kind == "public" else "",
        version=seen.version,
        action_id=new_action_id(),
        follow=_follow(seen, showing) if stage.kind == "public" else (),
        looked=photos.looked,
        faults=photos.faults,
        notice=notice,
        # true if the phone of whoever is to read has the answer, and this screen has nothing of it
        on_phone=on_phone,
        # what is to be shown in a check that only this game knows
        asks=showing.own.shows(words, stage.player) if showing.own is not None and stage.kind == "show" else "",
    )
    response.set_data(filled_up(response.get_data(), BLOCK))
    return response


def _follow(seen: Snapshot, showing: Showing) -> tuple[Option, ...]:
    """Return the actions that the rules require, if the table offers them now."""
    asked = question(seen.title, seen.table, {}, game_words(seen.title))
    choices = tuple(choice for group in asked.groups for choice in group.choices if choice.said == showing.follow)
    return shown(Question("", {}, (Group("", choices),)), seen.id, seen.version, ()).options


def slots_of(seen: Snapshot, showing: Showing) -> tuple[Slot, ...]:
    """Return a slot for every card that may be shown, the known ones filled in."""
    player = showing.stage.player
    cards = showing.shown.get(player, ())
    several = OWN_CARDS if showing.own is not None else held_by(seen, player) + 1
    places = 1 if showing.is_one_card else several
    empty = ("",) * max(0, min(places, MOST_CARDS) - len(cards))
    slots, words = [], game_words(seen.title)
    for card in (*cards, *empty):
        slug, _, k = card.rpartition(".")
        is_copy = card and card not in seen.title.decklist.by_slug  # which was read, not picked by hand
        slots.append(Slot(card, f"{words.card(slug)} · {k}" if is_copy else "", card in showing.given))
    return tuple(slots)


def held_by(seen: Snapshot, player: str) -> int:
    """Return the number of cards that the table counts in a player's hand."""
    view = seen.title.game.view(seen.title.decklist, seen.table, game_words(seen.title))
    return next((seat.cards for seat in view.seats if seat.name == player), 0)


def cards_of(title: Title) -> tuple[tuple[str, tuple[tuple[str, str], ...]], ...]:
    """Every card of the box by kind, to be picked by hand."""
    words = game_words(title)
    kinds: dict[str, list[tuple[str, str]]] = {}
    for card in title.decklist.cards:
        kinds.setdefault(card.kind, []).append((card.slug, words.card(card.slug)))
    return tuple((words.raw(f"kinds.{kind}"), tuple(found)) for kind, found in kinds.items())


def is_on_phone(seen: Snapshot, showing: Showing, token: str) -> bool:
    """Return True if the phone of the player who reads now has the answer; it is sent there once."""
    player = showing.stage.player
    if showing.stage.kind != "verdict" or player not in seen.table.players:
        return False
    number = seen.table.players.index(player)
    if access().sessions.phone_here(seen.id, number) is None:
        return False
    _put(seen, showing, player, f"{token}.{showing.at}")
    return True


def send_answers(seen: Snapshot, showing: Showing, players: Collection[str]) -> None:
    """Send the answers to the phones from which cards were shown, once, and forget them here."""
    for player in {*players} & {*showing.told} & {*seen.table.players}:
        _put(seen, showing, player)
        del showing.told[player]


def _put(seen: Snapshot, showing: Showing, player: str, key: str = "") -> None:
    texts = {}
    for tongue in languages():
        said = read_out(tables(), showing, tongue, player)
        word = scan_words(tongue).say(f"stage.{said.verdict}")
        texts[tongue] = "\n".join(part for part in (word, said.why, said.advice) if part)
    access().private_inbox.put(seen.id, seen.table.players.index(player), texts, key)
