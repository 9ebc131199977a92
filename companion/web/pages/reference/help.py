"""Help and rules of a game on one page: both sides, the turn, the end, every card. The same for whoever asks, and
whole: what is read of it is asked of nobody, so that a phone gives nobody away."""

from __future__ import annotations

from typing import NamedTuple

from flask import Response

from companion.printing.reference import roles_of
from companion.printing.source import Source, section, sheet_words
from companion.web.pages.base import pages, render
from companion.web.pages.games.new import rulings
from companion.web.pages.icons import icon
from companion.web.pages.reference.faces import CardText, answers, card_texts, played_words
from companion.web.pages.reference.search import about_card
from companion.web.server.context import tables

MOST_PARTS = 20


class HelpPart(NamedTuple):
    """A part of the help: its heading, and each of its points with a heading of its own where it has one."""

    key: str
    heading: str
    points: tuple[tuple[str, str], ...]
    icon: str = ""
    kind: str = ""


class HelpCard(NamedTuple):
    """A card, and what this table decided about it: questions with their answers."""

    card: CardText
    ruled: tuple[tuple[str, str], ...]


@pages.get("/games/<game>/help")
def help_of(game: str) -> Response:
    """Show everything there is to read about this game, as its table plays it."""
    seen = tables().seen(game)
    words = played_words(seen)
    source, asked = Source(seen.title.decklist, words), rulings(seen.title, words, answers(seen))
    cards = tuple(
        HelpCard(
            card, tuple((one.question, dict(one.values).get(one.chosen, "")) for one in about_card(card.name, asked))
        )
        for card in card_texts(seen, words)
    )
    return render(
        "help.html",
        id=game,
        title=words.raw("game.name"),
        parts=_parts(source, "goal", "turn"),
        sides=_sides(source),
        after=_parts(source, "end", "notes"),
        cards=cards,
        house=str(tables().playing(game).entries[0].action.get("house", "")),
    )


def _parts(source: Source, *names: str) -> tuple[HelpPart, ...]:
    """Return those of these parts of the game's texts that it has."""
    found = []
    for name in names:
        about = source.about(name)
        points = tuple(
            (about.get(f"{n}.name", ""), about.get(f"{n}.text", "") or about.get(str(n), ""))
            for n in range(1, MOST_PARTS)
            if {str(n), f"{n}.text"} & about.keys()
        )
        if points:
            found.append(HelpPart(name, about.get("title", ""), points))
    return tuple(found)


def _sides(source: Source) -> tuple[HelpPart, ...]:
    """Return the help on each side: what it wants, may and may not do, and when it wins."""
    named = section(sheet_words(source.words.lang), "roles")
    return tuple(
        HelpPart(
            f"side-{k}",
            role["name"],
            (("", role["who"]), *((named.get(key, ""), role[key]) for key in ("wants", "may", "must", "wins"))),
            icon(role["icon"], role["kind"]),
            role["kind"],
        )
        for k, role in enumerate(roles_of(source), 1)
    )
