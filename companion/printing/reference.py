"""The players' aid: the turn, the kinds, the roles, the end, and every card with its copies, in three formats."""

from __future__ import annotations

from itertools import groupby
from typing import Any

from companion.printing.assets import icon
from companion.printing.faults import Unprintable
from companion.printing.order import Order
from companion.printing.source import Source, mark, section

FIELDS = ("name", "icon", "text")


def reference(order: Order, source: Source) -> dict[str, object]:
    """Return the data of the reference sheet; the template decides how its parts flow over the page."""
    players = None if order.players is None else source.checked(order.players)
    said = source.said
    part = source.about("turn")
    steps = [{field: part.get(f"{n}.{field}", "") for field in FIELDS} for n in range(1, 10) if f"{n}.text" in part]
    sheet, is_page = order.sheet, order.form == "page"
    # One leaf: width and height in mm, columns of text, and how many leaves it may take.
    leaf = {"w": sheet.w, "h": sheet.h, "columns": 3, "count": 2}
    if not is_page:
        leaf = {"w": sheet.h / 2, "h": sheet.w, "columns": 2, "count": 4 if order.form == "booklet" else 2}
    return {
        "paper": (sheet if is_page else sheet.sideways()).json(),
        "heading": said.say("reference.players", n=players) if players else said.raw("reference.everyone"),
        "goal": source.about("goal"),
        "turn": {
            "title": part.get("title", ""),
            "steps": [{**step, "icon": icon(step["icon"], "kind-other")} for step in steps],
        },
        "notes": source.about("notes"),
        "end": source.about("end"),
        "roles": roles_of(source),
        "rolewords": section(said, "roles"),
        "kinds": _kinds(source, players),
        "names": source.words.raw("edition.names")
        if any(source.words.is_ours(c.slug) for c in source.decklist.cards)
        else "",
        "leaf": leaf,
        # The leaves on each side of the sheet, from the left.
        "pages": {"page": [[0], [1]], "booklet": [[3, 0], [1, 2]]}.get(order.form, [[0, 0], [1, 1]]),
    }


def _kinds(source: Source, players: int | None) -> list[dict[str, object]]:
    """Return the cards that play, by kind, each with the number of its copies."""
    about = source.about("kinds")
    deck = source.decklist
    out: list[dict[str, object]] = []
    for kind in dict.fromkeys(card.kind for card in deck.cards):
        cards = []
        for card in (card for card in deck.cards if card.kind == kind):
            if copies := card.copies if players is None else deck.how_many(card.slug, players):
                design = source.design(card)
                star = "*" * source.words.is_ours(card.slug)  # after a name that does not stand on the card
                cards.append({**design, "title": f"{design['title']}{star}", "copies": copies})
        playing = _alike(cards)
        if playing:
            word = source.word("kinds", kind)
            out.append({"kind": kind, "word": word, "mark": mark(kind), "about": about.get(kind, ""), "cards": playing})
    return out


def _alike(cards: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Neighbours that do the same are one entry, from the first to the last: suits of playing cards."""
    found: list[dict[str, Any]] = []
    for same in (list(group) for _, group in groupby(cards, key=lambda card: card["text"])):
        first, last = same[0], same[-1]
        title = first["title"]
        if len(same) > 1:
            # the words that both end in are said once: Dos – Siete de oros
            words, others = title.split(), last["title"].split()
            while words and others and words[-1] == others[-1]:
                words.pop()
                others.pop()
            title = f"{' '.join(words)} – {last['title']}"
        found.append({**first, "title": title, "copies": sum(card["copies"] for card in same)})
    return found


ROLE_FIELDS = ("name", "icon", "kind", "who", "wants", "may", "must", "wins")


def roles_of(source: Source) -> list[dict[str, str]]:
    """Return the roles in the order of the deck file; none for a game without roles."""
    part = source.about("roles")
    names = dict.fromkeys(key.split(".")[0] for key in part)
    found = [{field: part.get(f"{name}.{field}", "") for field in ROLE_FIELDS} for name in names]
    return [{**role, "icon": icon(role["icon"], "human")} for role in found]


def roles(order: Order, source: Source) -> dict[str, object]:
    """Return the data of the sheet of roles."""
    found = roles_of(source)
    if not found:
        raise Unprintable("about", game=source.game, lang=source.words.lang)
    return {"pages": [{"roles": found}]}
